//! The client without a socket: what it says to what it hears.

mod nngs_dialogues;
mod nngs_words;

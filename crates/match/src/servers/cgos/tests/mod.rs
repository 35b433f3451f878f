//! The client without a socket: what it says to what it hears, and what is on the disk by then.

mod dialogues;
mod odd_words;
mod words;

//! NNGS and IGS: the words of their protocol in client mode, and a client of it.

mod game_listing;
mod game_result;
mod login;
mod match_offer;
mod nngs_client;
mod nngs_line;
mod nngs_table;
mod offers;
mod scoring;
mod waiting_games;

#[cfg(test)]
mod tests;

pub use match_offer::{MatchOffer, MatchWishes, NngsName, NngsNameError, Unwanted};
pub use nngs_client::{NngsAccount, NngsClient};
pub use nngs_line::{EndedGame, GameHeader, ListedGame, Prompt, ServerLine, TableMove};

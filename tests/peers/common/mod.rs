//! Parts of the tests: programs that are waited for and never left behind, a cable held
//! by the test, a terminal with somebody at it, and records to compare.

mod any_opponent;
mod cable;
mod cgos_server;
mod cgos_talk;
mod dialogue;
mod nngs_server;
mod nngs_talk;
mod nngs_words;
mod paper;
mod program;
mod terminal;
mod trouble;
mod words;

pub(crate) use cable::{Cable, Socat, open_tty};
pub(crate) use cgos_server::{CgosServer, Faults, PASSWORD, Seen, ServedGame, ServerTerms};
pub(crate) use dialogue::Dialogue;
pub(crate) use nngs_server::NngsServer;
pub(crate) use nngs_talk::{OPPONENT, TableFaults, TableSeen, TableTerms};
pub(crate) use paper::{moves, same_moves};
pub(crate) use program::{Program, Signal, until};
pub(crate) use terminal::{Terminal, cook};
pub(crate) use trouble::{BadCable, Deed, End, Hand, Speed};
pub(crate) use words::{
    Folder, THINKING, as_shell_words, detached, gnugo, gnugo_port, ours, ours_thinking, resumed,
    sgmp_go,
};

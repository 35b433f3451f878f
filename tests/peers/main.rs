//! The program as its users meet it: the real binary on real ports, against GNU Go, against
//! itself over real cables, and against everything that goes wrong between them.
//!
//! Needs `util-linux`, and in most tests GNU Go or socat. Every wait has an end, no program outlives
//! its test, and no two tests share a name: all of them may run at once.

#![cfg(unix)]
#![allow(
    clippy::disallowed_methods,
    reason = "tests of real programs wait for them by the real clock"
)]

#[path = "../face/screen.rs"]
#[allow(dead_code, reason = "other screens are resized, too")]
mod screen;
#[path = "../common/tools.rs"]
mod tools;

mod bridges;
mod cables;
mod captured;
mod cgos_games;
mod checks;
mod command_line;
mod common;
mod controllers;
mod diagnosis;
mod engines;
mod events;
mod explained;
mod full_disk;
mod full_protocol;
mod gnugo;
mod kills;
mod legal_moves;
mod letter;
mod losses;
mod nngs_games;
mod noisy;
mod operator;
mod outputs;
mod pauses;
mod persons;
mod proxies;
mod proxy_pauses;
mod refusals;
mod rulings;
mod server_screens;
mod servers;
mod settings;
mod stalls;
mod stopped_readers;

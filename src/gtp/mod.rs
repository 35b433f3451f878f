//! The Go Text Protocol, version 2: a server over the engine.
//!
//! [`Splitter`] makes lines of bytes, [`Server`] answers them. The server reads no clock and owns
//! no thread: what it needs of the world it asks of a [`Host`]. Which commands there are is said
//! once, in `commands`; `position` and `clocks` are what they change, `scoring` is the only place
//! that counts. [`Controller`] is the other side: it has another engine answer.
//!
//! Sources: the draft of version 2 (Farnebäck, 2002), and for the commands beyond it the manuals
//! of GoGui, KGS's kgsGtp, Leela Zero and KataGo.

mod analysis;
mod clocks;
mod commands;
mod controller;
mod description;
mod drawing;
mod experts;
mod gogui;
mod host;
mod info;
mod kata;
mod line;
mod moves;
mod parts;
mod position;
mod record;
mod relay;
mod reply;
mod request;
mod scoring;
mod server;
mod setup;
mod tactics;
mod thinking;
mod time;
mod words;

pub use crate::rules::Rules;
pub use controller::{AskError, Asked, Controller, Gone, Patience, Peer};
pub use host::{Host, StoppedBy};
pub use line::{Input, LONGEST_LINE, Splitter, is_serial_talk};
pub use relay::{FarSide, Relay, Waited};
pub use reply::Refusal;
pub use server::{Config, Flow, Server};

#[cfg(test)]
pub(crate) use controller::testing;

//! The Go Text Protocol, version 2: a server over the engine, a client of another engine, and a
//! server for a match on the wire.
//!
//! [`Splitter`] cuts bytes into lines. [`Server`] answers them: it reads no clock and owns no
//! thread, and asks a [`Host`] for both; its commands stand in one table, `server/commands.rs`.
//! [`Controller`] is the other side of the protocol: it has another engine answer.
//! `WireServer` answers a controller whose opponent plays at the other end of a wire.
//!
//! Sources: the draft of version 2 (Farnebäck, 2002), and for the commands beyond it the manuals
//! of GoGui, KGS's kgsGtp, Leela Zero and KataGo.

mod arguments;
mod client;
mod json;
mod reply;
mod request;
mod server;
mod splitter;
mod wire;

pub use client::AskError;
pub use client::Asked;
pub use client::{Controller, Gone, Peer, WaitLimit};
pub use client::{LastWords, LatestLines};
pub use json::{AnalysisConfig, AnalysisQueue, PositionTask};
pub use reply::Flow;
pub use server::{Config, Host, Server, StoppedBy};
pub use sgmp_board::rules::Rules;
pub use splitter::{Input, MAX_LINE, Splitter, is_serial_talk};
pub use wire::{MatchResult, NoResult, Waited, WireMatch, WireServer};

#[doc(hidden)]
pub use client::testing;

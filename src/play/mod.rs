//! One game between two players: terms, clocks, adjudication, journal, record, end. Time is an
//! argument here, and there is no port.

mod clocks;
mod contest;
mod ending;
mod engine_player;
mod gtp_player;
pub mod journal;
mod paper;
mod player;
mod terms;
mod wire;

pub use clocks::Clocks;
pub use contest::{
    Event, Ledger, Match, OperatorDecision, Patience, PlayError, ResumeError, Shelf, TakingBack,
    WallClock,
};
pub use ending::{Count, Decider, Dispute, End, Foul, NoGame, Outcome};
pub use engine_player::EnginePlayer;
pub use gtp_player::GtpPlayer;
pub use paper::record;
pub use player::{Decision, Player, PlayerError, Turn};
pub use terms::{Dialect, NoSuchHandicap, Terms, limits, rules_of, wire_rules};
pub use wire::LinkStateError;

//! One game between two players: terms, clocks, adjudication, journal, record, end. Time is an
//! argument here, and there is no port.

pub mod duration;
mod ending;
mod engine_player;
mod exchanges;
mod fault;
mod game_match;
mod game_record;
mod gtp_player;
pub mod journal;
mod latest_exchange;
pub mod match_clocks;
mod move_insight;
mod pause;
mod player;
pub mod terms;
mod wire_conversion;

pub use ending::{Assessment, Count, Decider, Dispute, End, Foul, LinkLoss, NoGame, Outcome};
pub use engine_player::EnginePlayer;
pub use exchanges::{Charged, Exchanges};
pub use fault::{EndKind, Fault, FaultKind};
pub use game_match::{
    Absence, ClaimPolicy, Event, JournalSink, Match, MatchBuilder, OperatorDecision, PlayError,
    RecordSink, ResumeError, StoreError, Stores, UndoPolicy, WallClock, finished_record,
};
pub(crate) use game_record::{record, remark, remark_on_pauses};
pub use gtp_player::GtpPlayer;
pub use match_clocks::MatchClocks;
pub use move_insight::{InsightSlot, MoveInsight, MoveThought};
pub use pause::{Account, Accounts, LEAST_PAUSE, NothingCharged, Pause, PauseCharge, PauseWord};
pub use player::{Decision, Player, Turn};
pub use terms::{Dialect, NoSuchHandicap, Terms, limits, opening};
pub use wire_conversion::LinkStateError;

//! Choosing moves by search: with a net ([`NetSearcher`], PUCT: `puct/`), or by playing games out at random
//! ([`Searcher`], UCT: `tree/`, `playout/`).
//!
//! Both give a [`SearchResult`], and `decide` (`end/`) turns it into a move or a pass. [`final_status`] counts a finished
//! board, [`NetLife`] searches the life of a group. Time is never read: a search ends at its cap of playouts or evaluations, or
//! when its `StopFlag` is requested.

mod avoided_moves;
mod end;
mod net_life;
mod playout;
mod puct;
mod tree;

pub use avoided_moves::AvoidedMoves;
pub use end::{Outlook, OwnTerritory, capturing_move, expected_lead, final_status, named_status};
pub(crate) use end::{SecondOpinion, decide};
pub use net_life::{LifeQuestion, NetLife};
pub use playout::PlayoutPolicy;
pub use playout::PlayoutWeightsError;
pub use playout::{Features, LocalPoint, Ownership, PlayoutObserver, RootPlayouts, features};
pub use playout::{PlayoutWeights, play_out};
pub use puct::{NetSearcher, PuctParams};
pub use tree::Candidate;
pub use tree::EndParams;
pub use tree::PriorWeights;
pub use tree::SearchResult;
pub use tree::SearchStats;
pub use tree::{Searcher, UctParams};

//! Games played out at random: how their moves are chosen, and what their ends add up to.

mod heavy_playout;
mod light_playout;
mod local_choice;
mod ownership;
mod playout_scoring;
mod playout_weights;
mod policy;
mod replies;
mod root_playouts;

pub(crate) use heavy_playout::play_heavy;
pub(crate) use light_playout::LastMoves;
pub use light_playout::play_out;
pub use local_choice::{LocalPoint, PlayoutObserver};
pub use ownership::Ownership;
pub(super) use ownership::PointOwners;
pub(super) use playout_scoring::PlayoutScoring;
pub use playout_weights::PlayoutWeights;
pub use playout_weights::PlayoutWeightsError;
pub use policy::{Features, PlayoutPolicy, features};
pub use root_playouts::RootPlayouts;

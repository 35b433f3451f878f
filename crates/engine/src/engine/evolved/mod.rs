//! Players without knowledge of their own: nets that evolution makes, and the static players that
//! they are measured by.

mod evolved_net;
mod evolved_player;
mod feedforward;
mod lanes;
mod look_ahead;
mod net_layout;
mod open_regions;
mod spatial;
mod static_player;

pub use evolved_net::EvolvedNet;
pub(crate) use evolved_player::static_move;
pub use evolved_player::{
    EvolvedChoice, EvolvedHeader, EvolvedPlayer, EvolvedPlayerError, MAX_PLIES,
};
pub use look_ahead::{ChoiceRule, IllegalChoice, Perspective, Ties};
pub use net_layout::{NetForm, NetFormError, NetKind, NetLayout};
pub use open_regions::OpenRegions;
pub use static_player::StaticPlayer;

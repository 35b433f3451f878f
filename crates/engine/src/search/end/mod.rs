//! The end of a game: who is dead, what the board counts, and the move that is made of a search.

mod capture_dead;
mod cleanup;
mod closed_territory;
mod dead_stones;
mod endgame_score;
mod final_move;
mod gaining_move;
mod game_outlook;
mod named_status;
mod needless_move;
mod net_forecast;
mod own_territory;
mod seki;

pub use capture_dead::capturing_move;
pub use endgame_score::final_status;
pub(crate) use final_move::decide;
pub use game_outlook::{Outlook, expected_lead};
pub use named_status::named_status;
pub(crate) use needless_move::SecondOpinion;
pub use own_territory::OwnTerritory;

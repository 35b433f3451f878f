//! Choosing moves by playing games out at random.
//!
//! [`play_out`] plays one game to its end; [`Ownership`] sums up whose the points were at the end
//! of many; [`dead_stones`] and [`search`] draw their conclusions from such sums. Time is never
//! read: a search ends at its cap of playouts or when its [`Halt`] is requested.

mod candidates;
mod dead;
mod ending;
mod halt;
mod ownership;
mod params;
mod playout;
mod prior;
mod root;

pub use dead::dead_stones;
pub use halt::Halt;
pub use ownership::Ownership;
pub use params::Params;
pub use playout::play_out;
pub use root::{Finding, search};

//! Local reading: what a stone on a point does to the strings around it. Cheap answers for
//! playouts, exact ones for the tree.

mod benson;
mod ladder;
mod liberties;
mod move_shapes;
mod net;
mod sure_atari;

pub use benson::{unconditionally_alive, unconditionally_owned};
pub use ladder::{Capture, captures_in_ladder};
pub(crate) use liberties::liberties_after;
pub use liberties::{escapes_to, has_liberties_after, is_self_atari};
pub(crate) use move_shapes::{MoveShape, WAYS, Way};
pub(crate) use net::nets;
pub use sure_atari::{hunters_in_atari, sure_ataris};

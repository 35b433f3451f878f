//! Making training games, and fitting what the player knows of moves to them.
//!
//! A [`Recipe`] says which games are to be made; [`make`] plays them on all cores and a
//! [`Collection`] keeps them in one file. Game number `n` of a recipe depends on the recipe and on
//! `n` alone, as long as our own engine plays both sides.

pub mod beliefs;
mod climb;
mod collection;
mod guest;
mod joseki;
mod making;
mod opening;
mod parts;
pub mod patterns;
pub mod playouts;
mod recipe;
mod sparring;
mod training_game;
pub mod tuning;

pub use collection::{Collection, CollectionError, Contents, LONGEST_FILE, Session, read_games};
pub use guest::HireError;
pub use joseki::{Growth, ends, grow};
pub use making::{Failed, Made, make};
pub use opening::opening;
pub use parts::Tick;
pub use recipe::{Pairing, Plan, Recipe, RulesName};
pub use training_game::{Chance, Ply, TrainingGame};

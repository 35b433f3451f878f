//! Making training games, and fitting what the player knows of moves to them.
//!
//! A [`GamesConfig`] says which games are to be made; `generate` plays them on all cores and a
//! `Collection` keeps them in one file. Game number `n` of a configuration depends on it and on
//! `n` alone, as long as our own engine plays both sides.

mod adam;
pub mod beliefs;
mod collection;
mod external_engine;
mod game_files;
mod games_config;
mod generate;
mod joseki_growth;
pub mod labels;
mod parallel_map;
pub mod patterns;
pub mod playouts;
mod random_opening;
mod self_play;
mod training_game;
pub mod tuning;

pub use collection::{Collection, CollectionError};
pub use collection::{Contents, Session, read_games};
pub use external_engine::{EngineFault, ExternalEngineError};
pub use games_config::GamePlan;
pub use games_config::GamesConfig;
pub use games_config::Pairing;
pub use games_config::RulesName;
pub use generate::{GenerationError, GenerationResult, generate};
pub use joseki_growth::{
    GrowingPlace, GrownMove, Growth, GrowthBounds, GrowthSearch, grow, growing_places,
};
pub use parallel_map::Tick;
pub use self_play::{FoulMove, TrainingGameError};
pub use training_game::Chance;
pub use training_game::Ply;
pub use training_game::TrainingGame;

//! The position in a player's words: strings, connections, groups, eyes, how a group may live, run
//! or win a race, its status on a scale, influence, territory and the score.
//!
//! [`Analysis::of`] is a pure function of a board, whose move it is, and a level that bounds what is
//! read. Source of the plan and of its words: the description of The Many Faces of Go, "Data
//! structures" and "Evaluating a position".

mod beliefs;
mod chances;
mod connections;
mod effort;
mod eye_potentials;
mod eyes;
mod finder;
mod group_features;
mod groups;
mod influence;
mod judge;
mod life;
mod living;
mod pairs;
mod point_features;
mod position;
mod races;
mod reading;
mod running;
mod score;
mod shape;
mod sieges;
mod spaces;
mod strings;
mod study;
mod territory;
#[cfg(test)]
mod testing;
mod words;

pub use beliefs::{Beliefs, BeliefsError};
pub use connections::{Connection, ConnectionKind, ConnectionStatus};
pub use effort::Effort;
pub use eye_potentials::{EyePotential, PotentialKind};
pub use eyes::{Eye, EyeKind};
pub use group_features::GroupFeatures;
pub use groups::{Group, GroupId, Groups};
pub use influence::Influence;
pub use judge::Army;
pub use life::{LifeStatus, Standing};
pub use point_features::PointFeatures;
pub use position::Analysis;
pub use races::Race;
pub use running::{Running, RunningAbility, RunningKind, RunningPoint};
pub use score::Estimate;
pub use strings::{StoneString, StringId, Strings};
pub use study::Study;
pub use territory::{Evaluator, Outlook};

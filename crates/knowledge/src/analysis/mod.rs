//! The position in a player's words: strings, connections, groups, eyes, how a group may live, run
//! or win a race, its status on a scale, influence, territory and the score.
//!
//! [`Analysis::new`] is a pure function of a board, the side to move, and a level that bounds the
//! reading. Source of the plan and of its words: the description of The Many Faces of Go, "Data
//! structures" and "Evaluating a position".

/// Names the values of an enum for drawings and explanations.
macro_rules! display_names {
    ($name:ident: $($value:ident $word:literal,)+) => {
        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(match self {
                    $(Self::$value => $word),+
                })
            }
        }
    };
}

mod connection_finder;
mod connections;
mod effort;
mod eye_potentials;
mod eye_shape;
mod eyes;
mod group_features;
mod group_info;
mod group_judgment;
mod group_reading;
mod groups;
mod influence;
mod life_status;
mod living_board;
mod outcome_model;
mod pairs;
mod point_features;
mod position_analysis;
mod races;
mod running;
mod score_estimate;
mod spaces;
mod strings;
mod survival;
mod territory_estimate;

pub use connections::Connection;
pub use connections::ConnectionKind;
pub use connections::ConnectionStatus;
pub use effort::Effort;
pub(crate) use eye_potentials::EyePotential;
pub use eye_potentials::PotentialKind;
pub use group_features::GroupFeatures;
pub use group_info::GroupInfo;
pub use life_status::{LifeClass, LifeStatus};
pub use outcome_model::OutcomeModel;
pub use outcome_model::OutcomeModelError;
pub use point_features::PointFeatures;
pub use position_analysis::Analysis;
pub use races::Race;
pub use running::Running;
pub use running::RunningAbility;
pub use running::RunningKind;
pub use running::RunningPoint;
pub use score_estimate::ScoreEstimate;
pub use strings::StoneString;
pub use strings::StringId;
pub use strings::Strings;
pub use territory_estimate::Evaluator;
pub use territory_estimate::TerritoryEstimate;

#[cfg(test)]
mod testing {
    use super::effort::Effort;
    use super::strings::Strings;
    use crate::reading::Tactician;
    use sgmp_board::rules::{Board, Point, PointSet, diagram};

    /// Points by their names.
    pub(super) fn points(names: &str) -> PointSet {
        let names = names.split(' ').filter(|name| !name.is_empty());
        names.map(|name| Point::parse(name).unwrap()).collect()
    }

    /// A board and its strings.
    pub(super) fn survey(text: &str) -> (Board, Strings) {
        let board = diagram::parse(text).unwrap();
        let strings = Strings::survey(&board, &mut Tactician::new(), Effort::for_level(6));
        (board, strings)
    }
}

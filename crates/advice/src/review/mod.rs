//! Games looked at afterwards: what is known of a position, put on its picture; a game with its variations walked
//! through; its course as a search sees it, and the moves on which it turned; why a move does not work, played out.

mod advice_desk;
mod curve_drawing;
mod game_curve;
mod game_lessons;
mod game_summary;
mod group_standing;
mod kept_curve;
mod move_losses;
mod position_layers;
mod reviewed_game;
mod turning_points;
mod why_not;

pub use advice_desk::{AdviceDesk, ExpectedTerritory, analysis};
pub use game_curve::{CurvePoint, CurveSearch, GameCurve};
pub use game_lessons::GameLessons;
pub use game_summary::{GamePart, GameSummary, SideSummary};
pub use group_standing::GroupStanding;
pub use kept_curve::KeptCurve;
pub use move_losses::{LossGrade, MoveLoss};
pub use position_layers::{PositionLayer, UnknownLayer, candidates};
pub use reviewed_game::{ReviewError, ReviewedGame, Variation};
pub use turning_points::{MAX_TURNING_POINTS, NOTHING_TURNED, TurningPoint, percent};
pub use why_not::{
    Aim, AimReader, AimedPosition, Critic, Critique, Manner, OpenAim, Refutation, Trial, UnknownAim,
};

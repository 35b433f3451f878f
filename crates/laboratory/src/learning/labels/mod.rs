//! Games with a teacher's labels: for each position the probabilities of moves, who wins, by how much,
//! and whose the points are. What nets are trained on (`training/README.md`).

mod evaluator;
mod game_mixture;
mod given_games;
mod label_run;
mod labelled_game;
mod labels_file;
mod net_label_run;
mod net_labels;
mod net_report;
mod planes_file;
mod self_playing_game;

pub use evaluator::{EvaluatorError, PipedEvaluator};
pub use given_games::read_given_games;
pub use label_run::{LabelPlan, label};
#[cfg(test)]
pub(crate) use labelled_game::LabelledEnd;
pub use labelled_game::LabelledGame;
pub use labels_file::{read_labels, write_labels};
pub use net_label_run::{LabelSource, label_by_net};
pub use net_report::{NetFigures, ReportGroup, is_held_out, net_report};
pub use planes_file::write_planes;

//! The game of Go: colors, points, the board, its history, and counting.
//!
//! [`Board`] knows the stones and simple ko and is made for speed; [`Game`] adds the moves that
//! led to it, prisoners, whose turn it is, and the [`Rules`] with what they say of repetition;
//! [`score`] counts either, given the dead stones; [`Diagram`] draws them as text and [`diagram::parse`] reads such a text.

mod around;
mod board;
mod by_color;
mod cycle;
pub mod diagram;
mod game;
mod handicap;
mod illegal;
mod komi;
mod point;
mod point_set;
mod points_text;
mod removal;
mod rule_set;
pub mod score;
mod status;
mod territory;
mod zobrist;

pub use board::{Board, Cell, StringInfo, neighbor_indexes};
pub use by_color::ByColor;
pub use cycle::Cycle;
pub use diagram::Diagram;
pub use game::Game;
pub use game::LegalMove;
pub use handicap::{fixed_points, max_fixed_stones};
pub use illegal::{IllegalMove, SetupError};
pub use komi::{Komi, KomiError};
pub use point::{Move, Point};
pub use point_set::{PointSet, Points};
pub(crate) use points_text::{read_komi, read_margin};
pub use removal::Removal;
pub use rule_set::{NearestRules, RuleSet, UnknownName};
pub use score::AreaScore;
pub use score::FinalScore;
pub use score::Score;
pub use score::{Margin, Tally};
pub use sgmp_proto::{BoardSize, Color, Handicap, Rules, UnknownColor, UnknownRules};
pub use status::Status;
pub(crate) use territory::whole_strings;
pub use territory::{Territory, territory};
pub use zobrist::key;

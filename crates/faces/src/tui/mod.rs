//! Full screens on a terminal: they draw a state and tell keys. No game logic, no clock.
//!
//! [`GameView`] is a board with all that stands beside it, [`BoardKeys`] turns keys into wishes of whoever
//! sits before it. The loops that own the terminal, the threads and the time are those of the command line.

mod board_keys;
mod board_view;
mod board_wish;
mod curve_view;
mod game_view;
mod hall_view;
mod key_help;
mod lesson_view;
mod menu_view;
mod point_entry;
mod screen_keys;
mod screen_look;
mod side_panel;
#[doc(hidden)]
pub mod snapshot;
mod stage_keys;
mod study_keys;
#[cfg(test)]
mod tests;
mod wrapped_text;

pub use board_keys::BoardKeys;
pub use board_wish::{LineKind, Wish};
pub use curve_view::CurveView;
pub use game_view::{Bottom, GameView, MoveEntry, Note, Pane, PlayerView, TextPane};
pub use hall_view::{HallBoard, HallView, SeatView};
pub use key_help::{HelpPage, HelpPages, KeyHelp, key_help};
pub use lesson_view::{ChoiceRow, LessonView};
pub use menu_view::{MenuRow, MenuView, RowValue};
pub use point_entry::PointEntry;
pub use screen_keys::Key;
pub use screen_look::{Palette, ScreenLook};
pub use stage_keys::{ServerStage, Stage};
pub use study_keys::{
    GUESS_COMMANDS, GUESS_KEYS, JOSEKI_COMMANDS, JOSEKI_KEYS, PROBLEM_COMMANDS, PROBLEM_KEYS,
    QUIZ_KEYS, SOLVED_KEYS, StudyInput, StudyKeys,
};
pub use wrapped_text::wrap;

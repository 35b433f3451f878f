//! A game at this computer: two seats, the board, the clocks, the count, the record.
//!
//! [`LocalGame`] is the state of it and knows no terminal, no thread and no clock: whoever runs it passes the
//! time with each input, asks [`LocalGame::wanted`] what an engine has to do, has [`EngineChair`] do it on a
//! thread of its own, and brings the answer back. [`GameArchive`] keeps the records of all games.
//!
//! ```
//! use sgmp_faces::local_game::{LocalGame, LocalTerms, Seat};
//! use sgmp_board::rules::{BoardSize, ByColor, Color, Move, Point};
//! use sgmp_proto::Instant;
//!
//! let seats = ByColor::new(Seat::Person, Seat::Person);
//! let terms = LocalTerms::new(BoardSize::new(9).expect("2 to 19 lines"), seats);
//! let mut game = LocalGame::new(terms, Instant::ZERO)?;
//! let e5 = Move::Play(Point::parse("E5").expect("a point"));
//! let told = game.play(e5, Instant::ZERO).expect("an empty point");
//! assert_eq!(told[0].sentence(None), "Black plays E5.");
//! assert_eq!(game.turn(), Color::White);
//! # Ok::<(), sgmp_match::play::NoSuchHandicap>(())
//! ```

mod counting;
mod deleted_games;
mod engine_chair;
mod engine_task;
mod game_archive;
mod game_event;
mod game_state;
mod game_wish;
mod kept_game;
mod local_record;
mod local_terms;
#[cfg(test)]
mod tests;

pub use counting::Counting;
pub use engine_chair::{ChairError, ChairSettings, EngineChair};
pub use engine_task::{EngineAnswer, EngineClock, EngineTask, EngineWanted, Ticket};
pub use game_archive::{ArchivedGame, FOLDER_VARIABLES, GameArchive, StartTime, hour_of};
pub use game_event::{Atari, GameEvent, LocalEnd, result_in_words};
pub use game_state::{LocalGame, MoveNote, Phase, Refusal};
pub use game_wish::GameWish;
pub use kept_game::{KeptGame, LeftAsItIs};
pub use local_record::LoadError;
pub use local_terms::{Lead, LocalHandicap, LocalTerms, Seat};

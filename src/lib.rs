//! sgmp-go plays tournament Go over a serial line, with the Standard Go Modem Protocol in the form
//! of the FJK 2000 Computer Go Tournament.
//!
//! Data flows one way: bytes come in at the [`port`], become frames (the crate [`sgmp_proto`]), a move,
//! a position ([`rules`]), a decision ([`engine`] over [`search`]), a move, a frame, bytes. [`play`]
//! is the state machine between them: terms, clocks, adjudication, journal; [`record`] keeps the
//! game on paper; [`cli`] turns words into work.
//!
//! A module uses only modules of lower floors; the table is in `ARCHITECTURE.md`. Below [`port`]
//! nothing reads a clock, and nothing draws chance but from [`rng`]: a match is replayed from its
//! journal, and the same seed with the same budget chooses the same move.
//!
//! ```
//! use sgmp_go::rules::{BoardSize, Color, Game, Komi, Move, Point};
//!
//! let size = BoardSize::new(19).expect("2 to 19 lines");
//! let c17 = Point::parse("C17").expect("a point");
//! let mut game = Game::new(size, Komi::FIVE_AND_A_HALF);
//! game.play(Color::Black, Move::Play(c17))?;
//! assert_eq!(game.move_count(), 1);
//! # Ok::<(), sgmp_go::rules::IllegalMove>(())
//! ```

pub mod analysis;
pub mod cli;
pub(crate) mod container;
pub mod engine;
pub mod evolution;
pub mod experts;
pub mod gtp;
pub mod joseki;
pub mod learning;
pub mod move_weights;
pub mod net;
pub mod patterns;
pub mod picture;
pub mod play;
pub mod port;
pub mod reading;
pub mod record;
pub mod review;
pub mod rng;
pub mod rules;
pub mod search;
pub mod stop_flag;
pub mod study;
pub mod tactics;
pub mod time_control;
pub mod tournament;
pub(crate) mod tui;
pub mod web;

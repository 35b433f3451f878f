//! One picture of a board, drawn many ways.
//!
//! [`Picture`] is the value: stones, and all that is said of points beside them. It knows no color of
//! a terminal and no engine: what an engine thinks of a position is handed in. [`TextBoard`] draws it
//! as lines of text, [`Grid`] as cells with a meaning each, for screens, [`SvgBoard`] as SVG for browsers and for
//! paper. [`Picture::description`] says it in sentences, and
//! [`GamePage`] puts a whole game on a page of HTML.
//!
//! ```
//! use sgmp_board::picture::{Picture, TextBoard};
//! use sgmp_board::rules::{BoardSize, Color, Game, Komi, Move, Point};
//!
//! let mut game = Game::new(BoardSize::new(3).expect("a size"), Komi::default());
//! let center = Point::parse("B2").expect("a point");
//! game.play(Color::Black, Move::Play(center))?;
//! let picture = Picture::from_game(&game);
//! assert!(TextBoard::new(&picture).to_string().contains(" 2 .(X). 2"));
//! # Ok::<(), sgmp_board::rules::IllegalMove>(())
//! ```

mod board_look;
mod board_picture;
mod cell_options;
mod cells;
mod description;
mod game_page;
mod legend;
mod markup;
mod point_values;
mod signs;
mod svg_board;
mod svg_theme;
mod text_board;

pub use board_look::{BoardColors, BoardSizes, Rgb};
pub use board_picture::Picture;
pub use cell_options::{CellOptions, CellSize};
pub use cells::{Cell, CellMeaning, Grid, Tint};
pub use game_page::GamePage;
pub use markup::{escape_markup, html_page};
pub use point_values::{Candidate, Life, Mark};
pub use signs::Charset;
pub use svg_board::SvgBoard;
pub use svg_theme::{SvgTheme, UnknownTheme};
pub use text_board::TextBoard;

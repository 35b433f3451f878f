//! The Smart Game Format: text in and out. Specification: <https://www.red-bean.com/sgf/>.
//!
//! `transcoded` brings files of two bytes a letter into UTF-8, `charset` knows which bytes are letters
//! and `charset_guess` of which set, `lexer` cuts bytes into nodes, `values` reads one value, `reader`
//! makes a record of the nodes, with every `remark` on what was guessed; `writer` and `ascii` go the other way.

mod ascii;
mod charset;
mod charset_guess;
mod error;
mod lexer;
mod reader;
mod remark;
mod transcoded;
mod values;
mod writer;

pub use error::{MAX_INPUT, MAX_MOVES, SgfError, SgfFault};
pub use reader::{SgfReading, count_games, read_game, read_sgf};
pub use remark::SgfRemark;
pub use writer::Format;

pub(super) use charset_guess::FileCharset;
pub(super) use lexer::Lexer;
pub(super) use transcoded::Transcoded;

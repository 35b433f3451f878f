//! The Smart Game Format: text in and out. Specification: <https://www.red-bean.com/sgf/>.
//!
//! `transcoded` brings files of two bytes a letter into UTF-8, `charset` knows which bytes are letters
//! and `charset_guess` of which set, `lexer` cuts bytes into nodes, `values` reads one value, `reader`
//! makes a record of the nodes, with every `remark` on what was guessed (`odd_values` on nodes; `other_formats` names what is no SGF); `writer` and `ascii` go the other way.
//! `game_tree` is a game with all its variations and properties, read whole by `tree_reader` and written back by `tree_writer`; `tree_join` joins two versions of one; `point_signs` are the signs on its points.

mod ascii;
mod charset;
mod charset_guess;
mod error;
mod game_tree;
mod info_reader;
mod lexer;
mod odd_values;
mod other_formats;
mod point_signs;

mod raw_node;
mod reader;
mod remark;
mod transcoded;
mod tree_join;
mod tree_reader;
mod tree_writer;
mod values;
mod writer;
mod written_charset;

pub use error::{MAX_INPUT, MAX_MOVES, SgfError, SgfFault};
pub use game_tree::{GameTree, NodeId};
pub use other_formats::OtherFormat;
pub use point_signs::PointSign;
pub use reader::{SgfReading, count_games, read_game, read_sgf};
pub use remark::SgfRemark;
pub use tree_join::JoinedTree;
pub use writer::Format;

pub(super) use charset_guess::FileCharset;
pub(super) use raw_node::Node;
pub(super) use reader::open_game;
pub(super) use transcoded::Transcoded;
pub(super) use written_charset::WrittenCharset;

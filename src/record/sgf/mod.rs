//! The Smart Game Format: text in and out. Specification: <https://www.red-bean.com/sgf/>.
//!
//! `charset` knows which bytes are letters, `lexer` cuts bytes into nodes, `values` reads one
//! value, `reader` makes a record of the nodes; `writer` and `ascii` go the other way.

mod ascii;
mod charset;
mod error;
mod lexer;
mod reader;
mod values;
mod writer;

pub use error::{MAX_INPUT, MAX_MOVES, SgfError, SgfFault};
pub use reader::read_sgf;
pub use writer::Format;

pub(super) use reader::root_node;

//! The book: joseki of the corners and openings of whole boards.

use std::sync::LazyLock;

use super::graph::{Graph, NodeId};
use super::move_codec::{DecodeError, decode_moves, encode_moves};
use super::symmetry::Symmetries;
use super::tokens::{BOARD_LINES, Section};
use sgmp_board::container::{self, Rest};
use sgmp_board::rules::BoardSize;

/// The compiled book that the program carries, made of `data/` by `sgmp-go joseki compile`.
static EMBEDDED: &[u8] = include_bytes!("../../../data/joseki.bin");

/// The first line of every compiled book; its number changes with the layout.
const MAGIC: &[u8] = b"SGMP-GO JOSEKI 1\n";

/// Maximum length of a compiled book, in bytes.
const MAX_BYTES: usize = 64 << 20;

/// The joseki of the corners and the openings of whole boards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Book {
    corner: Graph,
    boards: [Graph; 3],
}

impl Default for Book {
    fn default() -> Self {
        Self {
            corner: Graph::new(Symmetries::Corner, BoardSize::NINETEEN),
            boards: BOARD_LINES.map(|lines| {
                let size = BoardSize::new(lines).unwrap_or(BoardSize::NINETEEN);
                Graph::new(Symmetries::Board, size)
            }),
        }
    }
}

impl Book {
    /// The book that the program carries; unpacked at the first use.
    ///
    /// # Panics
    /// Never with the bytes that the tests have seen.
    #[must_use]
    pub fn embedded() -> &'static Self {
        static BOOK: LazyLock<Book> =
            LazyLock::new(|| Book::from_bytes(EMBEDDED).expect("the tests read the same bytes"));
        &BOOK
    }

    /// The bytes of the book that the program carries.
    #[cfg(test)]
    pub(super) const fn embedded_bytes() -> &'static [u8] {
        EMBEDDED
    }

    /// The graph of the corners, with the lines of joseki.
    #[must_use]
    pub const fn corner(&self) -> &Graph {
        &self.corner
    }

    /// The openings of a board of this size, if it has 9, 13 or 19 lines.
    #[must_use]
    pub fn board(&self, size: BoardSize) -> Option<&Graph> {
        self.boards.iter().find(|graph| graph.size() == size)
    }

    /// The graph of a section of a text.
    pub(super) const fn graph_mut(&mut self, section: Section) -> &mut Graph {
        match section {
            Section::Corner => &mut self.corner,
            Section::Board(place) => &mut self.boards[place],
        }
    }

    /// All graphs: that of the corners, then those of the boards.
    pub fn graphs(&self) -> impl Iterator<Item = &Graph> {
        std::iter::once(&self.corner).chain(&self.boards)
    }

    fn graphs_mut(&mut self) -> impl Iterator<Item = &mut Graph> {
        std::iter::once(&mut self.corner).chain(&mut self.boards)
    }

    /// The compiled book.
    ///
    /// The layout, all numbers little-endian: the magic line; for the corners and for each board the
    /// length of the encoded moves (four bytes) and the moves, the number of names and comments (four bytes)
    /// and for each of these the index of its position (four bytes), its kind, its length (two bytes)
    /// and its text; a CRC-32 of all before.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        for graph in self.graphs() {
            let code = encode_moves(graph);
            bytes.extend((code.len() as u32).to_le_bytes());
            bytes.extend(code);
            // A reader numbers the nodes anew, in the order of the code.
            let names = renumbered(graph);
            bytes.extend((names.len() as u32).to_le_bytes());
            for (id, kind, text) in names {
                bytes.extend((id as u32).to_le_bytes());
                bytes.push(kind);
                bytes.extend((text.len() as u16).to_le_bytes());
                bytes.extend(text.as_bytes());
            }
        }
        container::seal(bytes)
    }

    /// Reads a compiled book.
    ///
    /// # Errors
    /// [`DecodeError`].
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, DecodeError> {
        let mut rest = container::open(bytes, MAGIC, MAX_BYTES)?;
        let mut book = Self::default();
        for graph in book.graphs_mut() {
            let length = rest.number().ok_or(DecodeError::Damaged)?;
            let code = rest.bytes(length).ok_or(DecodeError::Damaged)?;
            *graph = decode_moves(code, graph.symmetries(), graph.size())?;
            for _ in 0..rest.number().ok_or(DecodeError::Damaged)? {
                read_name(&mut rest, graph).ok_or(DecodeError::Damaged)?;
            }
        }
        if rest.is_empty() {
            Ok(book)
        } else {
            Err(DecodeError::Damaged)
        }
    }
}

/// Kinds of text about a position.
const NAME: u8 = 0;
const COMMENT: u8 = 1;

/// Names and comments with the indices that their positions have after reading the code.
fn renumbered(graph: &Graph) -> Vec<(usize, u8, &str)> {
    let mut said = Vec::new();
    let order = graph.reading_order();
    for (number, id) in order.into_iter().enumerate() {
        let node = graph.node(id);
        let texts = [(NAME, &node.name), (COMMENT, &node.comment)];
        let texts = texts.into_iter();
        said.extend(texts.filter_map(|(kind, text)| Some((number, kind, text.as_deref()?))));
    }
    said
}

/// Reads a name or a comment into its position.
fn read_name(rest: &mut Rest<'_>, graph: &mut Graph) -> Option<()> {
    let number = rest.number()?;
    let [kind] = rest.take()?;
    let length = u16::from_le_bytes(rest.take()?);
    let text = rest.text(length.into())?;
    let id = NodeId::from_number(number, graph)?;
    let node = graph.node_mut(id);
    match kind {
        NAME => node.name = Some(text),
        COMMENT => node.comment = Some(text),
        _ => return None,
    }
    Some(())
}

#[cfg(test)]
mod tests;

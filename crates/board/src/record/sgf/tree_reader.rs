//! The bytes of a file into games with all their variations.

use super::charset::Charset;
use super::error::{Located, SgfError, SgfFault};
use super::game_tree::{GameTree, NodeId, TreeNode, TreeProperty};
use super::lexer::{Lexer, Piece};
use super::raw_node::{Node, Property};
use super::reader::{board_size, in_utf8};

/// Most nodes of a game that is read.
const MAX_NODES: usize = 200_000;

impl GameTree {
    /// Reads a game of a file, numbered from 1, with all its variations, as leniently as
    /// [`read_game`](super::read_game) does.
    ///
    /// # Errors
    /// Bytes that are no game, a board that is none of ours, more than 200 000 nodes, and a number that the file has
    /// no game of.
    pub fn read(bytes: &[u8], number: usize) -> Result<Self, SgfError> {
        let number = number.max(1);
        let mut games = read_games(bytes, number)?;
        if games.len() < number {
            let games = games.len();
            let fault = SgfFault::NoSuchGame { number, games };
            return Err(fault.at(bytes.len()).in_file(bytes));
        }
        Ok(games.swap_remove(number - 1))
    }

    /// Reads all games of a file.
    ///
    /// # Errors
    /// As [`GameTree::read`].
    pub fn read_all(bytes: &[u8]) -> Result<Vec<Self>, SgfError> {
        read_games(bytes, usize::MAX)
    }
}

/// The first `most` games of a file.
fn read_games(bytes: &[u8], most: usize) -> Result<Vec<GameTree>, SgfError> {
    in_utf8(bytes, |bytes, found| {
        let mut lexer = Lexer::new(bytes, found.charset)?.lenient().keeping_forks();
        let mut root = lexer.first_root()?;
        let mut games = Vec::new();
        loop {
            games.push(read_tree(&mut lexer, root)?);
            if games.len() == most {
                return Ok(games);
            }
            match lexer.next_root() {
                Some(Ok(next)) => root = next,
                // Text behind the games that only looks like one.
                Some(Err(_)) | None => return Ok(games),
            }
        }
    })
}

fn read_tree<'a>(lexer: &mut Lexer<'a>, root: Node<'a>) -> Result<GameTree, Located> {
    let charset = lexer.charset();
    let size = board_size(&root, charset)?;
    let mut tree = GameTree {
        nodes: vec![TreeNode {
            properties: properties(&root, charset),
            ..TreeNode::default()
        }],
        size,
    };
    let mut at = NodeId::ROOT;
    // The nodes at which the open parentheses began, but for the game's own.
    let mut forks: Vec<NodeId> = Vec::new();
    while let Some(piece) = lexer.next_piece()? {
        match piece {
            Piece::Open => {
                if forks.len() >= MAX_NODES {
                    return Err(SgfFault::TooManyNodes.at(0));
                }
                forks.push(at);
            }
            Piece::Close => match forks.pop() {
                Some(fork) => at = fork,
                None => break,
            },
            Piece::Node(node) => {
                if tree.nodes.len() >= MAX_NODES {
                    return Err(SgfFault::TooManyNodes.at(node.start));
                }
                let made = NodeId(tree.nodes.len());
                tree.nodes[at.0].children.push(made);
                tree.nodes.push(TreeNode {
                    properties: properties(&node, charset),
                    parent: Some(at),
                    children: Vec::new(),
                });
                at = made;
            }
        }
    }
    tree.name_charset();
    Ok(tree)
}

fn properties(node: &Node<'_>, charset: Charset) -> Vec<TreeProperty> {
    let text = |property: &Property<'_>| TreeProperty {
        name: property.shown_whole(),
        values: property
            .values
            .iter()
            .map(|value| mended(&charset.decode(value.raw)))
            .collect(),
    };
    node.properties.iter().map(text).collect()
}

/// A value that ends where it shall when it is read again: a bracket that the writer forgot to escape is escaped.
fn mended(value: &str) -> String {
    let mut text = String::with_capacity(value.len());
    let mut letters = value.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '\\' => {
                text.push('\\');
                text.push(letters.next().unwrap_or('\\'));
            }
            ']' => text.push_str("\\]"),
            letter => text.push(letter),
        }
    }
    text
}

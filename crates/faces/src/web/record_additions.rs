//! Moves and comments that somebody adds to a record on its page.

use serde::{Deserialize, Serialize};

use super::access::RequestError;
use super::record_state::{MAX_COMMENT, MAX_PLACES};
use sgmp_board::record::{GameTree, NodeId};
use sgmp_board::rules::{Color, Move, Point};

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Mover {
    Black,
    White,
}

/// A move that is tried. Its own number follows that of the record's last node, then those of earlier additions.
#[derive(Debug, Deserialize)]
struct AddedMove {
    /// The number of the node before it.
    parent: usize,
    color: Mover,
    point: String,
}

/// A comment that replaces the one of a node; an empty one takes it away.
#[derive(Debug, Deserialize)]
struct NewComment {
    node: usize,
    text: String,
}

/// Everything that was added.
#[derive(Debug, Default, Deserialize)]
pub(super) struct Additions {
    #[serde(default)]
    moves: Vec<AddedMove>,
    #[serde(default)]
    comments: Vec<NewComment>,
    /// The numbers of nodes that are taken away, with all that follows them.
    #[serde(default)]
    removed: Vec<usize>,
}

/// A record as a file.
#[derive(Debug, Serialize)]
pub(super) struct WrittenRecord {
    pub(super) sgf: String,
}

impl Additions {
    /// The record with everything added.
    ///
    /// # Errors
    /// More than fits, and additions to a node that is not there.
    pub(super) fn added_to(&self, mut tree: GameTree) -> Result<GameTree, RequestError> {
        if self.moves.len() + self.comments.len() + self.removed.len() > MAX_PLACES {
            return Err(RequestError::bad("too much is added to this record"));
        }
        let known = tree.node_count();
        let mut added: Vec<NodeId> = Vec::new();
        let unknown = || RequestError::bad("the record has no such move");
        let node =
            |tree: &GameTree, added: &[NodeId], number: usize| match number.checked_sub(known) {
                None => tree.node(number).ok_or_else(unknown),
                Some(later) => added.get(later).copied().ok_or_else(unknown),
            };
        for AddedMove {
            parent,
            color,
            point,
        } in &self.moves
        {
            let parent = node(&tree, &added, *parent)?;
            let color = match color {
                Mover::Black => Color::Black,
                Mover::White => Color::White,
            };
            let mv =
                read_move(&tree, point).ok_or_else(|| RequestError::bad("a move is no point"))?;
            added.push(tree.add_move(parent, color, mv));
        }
        for NewComment { node: number, text } in &self.comments {
            let text: String = text.chars().take(MAX_COMMENT).collect();
            tree.set_comment(node(&tree, &added, *number)?, &text);
        }
        for number in &self.removed {
            let node = node(&tree, &added, *number)?;
            tree.remove(node);
        }
        Ok(tree)
    }
}

fn read_move(tree: &GameTree, word: &str) -> Option<Move> {
    let lines = tree.size().lines();
    match word {
        "pass" => Some(Move::Pass),
        name => {
            let point = Point::parse(name)?;
            let is_on_board = point.column() < lines && point.row() < lines;
            is_on_board.then_some(Move::Play(point))
        }
    }
}

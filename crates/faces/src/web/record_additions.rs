//! Moves and comments that somebody adds to a record on its page.

use serde::{Deserialize, Serialize};

use super::access::RequestError;
use super::record_state::{MAX_COMMENT, MAX_PLACES};
use sgmp_board::record::{GameTree, JoinedTree, NodeId};
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

/// A node that is taken away with all that follows it.
#[derive(Debug, Deserialize)]
struct RemovedNode {
    node: usize,
    /// The number of moves that were added before: a later one may be the same again.
    after: usize,
}

/// A comment that replaces the one of a node; an empty one takes it away.
#[derive(Debug, Deserialize, Serialize)]
pub(super) struct NewComment {
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
    #[serde(default)]
    removed: Vec<RemovedNode>,
}

/// Additions of a page to a draft, and those of them that are kept already.
#[derive(Debug, Deserialize)]
pub(super) struct DraftAdditions {
    now: Additions,
    #[serde(default)]
    kept: Additions,
}

impl DraftAdditions {
    /// The record as its page knew it when it was kept last, and as it is there now.
    ///
    /// # Errors
    /// Those of [`Additions::added_to`].
    pub(super) fn versions(&self, tree: GameTree) -> Result<[GameTree; 2], RequestError> {
        let known = self.kept.added_to(tree.clone())?;
        Ok([known, self.now.added_to(tree)?])
    }
}

/// News for a page that has kept its draft.
#[derive(Debug, Serialize)]
pub(super) struct KeptDraft {
    /// Comments that hold more now than the page has written.
    comments: Vec<NewComment>,
    /// True if another review has kept something too that the page does not have.
    is_joined: bool,
}

impl KeptDraft {
    /// The news for the page that has this version of the game.
    pub(super) fn new(own: &GameTree, joined: &JoinedTree) -> Self {
        let nodes = (0..own.node_count()).filter_map(|number| own.node(number));
        let changed = nodes.filter_map(|node| {
            let text = joined.tree.comment(joined.place(node)?);
            (text != own.comment(node)).then(|| NewComment {
                node: node.number(),
                text: text.unwrap_or_default(),
            })
        });
        Self {
            comments: changed.collect(),
            is_joined: !joined.tree.is_same_game(own),
        }
    }
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
        let mut nodes = KnownNodes {
            of_record: tree.node_count(),
            added: Vec::new(),
        };
        let mut removed = self.removed.iter().peekable();
        for added in &self.moves {
            while let Some(first) = removed.next_if(|first| first.after <= nodes.added.len()) {
                tree.remove(nodes.find(&tree, first.node)?);
            }
            let parent = nodes.find(&tree, added.parent)?;
            let color = match added.color {
                Mover::Black => Color::Black,
                Mover::White => Color::White,
            };
            let mv = read_move(&tree, &added.point);
            let mv = mv.ok_or_else(|| RequestError::bad("a move is no point"))?;
            nodes.added.push(tree.add_move(parent, color, mv));
        }
        for NewComment { node, text } in &self.comments {
            let text: String = text.chars().take(MAX_COMMENT).collect();
            tree.set_comment(nodes.find(&tree, *node)?, &text);
        }
        for RemovedNode { node, .. } in removed {
            tree.remove(nodes.find(&tree, *node)?);
        }
        Ok(tree)
    }
}

/// The nodes of a record, and those that were added to it.
struct KnownNodes {
    of_record: usize,
    added: Vec<NodeId>,
}

impl KnownNodes {
    /// The node of a number, as the page counts.
    fn find(&self, tree: &GameTree, number: usize) -> Result<NodeId, RequestError> {
        let found = match number.checked_sub(self.of_record) {
            None => tree.node(number),
            Some(later) => self.added.get(later).copied(),
        };
        found.ok_or_else(|| RequestError::bad("the record has no such move"))
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

//! The graph of a book: positions, and the moves from one to another.

use std::collections::BTreeMap;

use super::canonical_position::{BookPosition, CanonicalPosition};
use super::mark::{Mark, Source};
use super::symmetry::Symmetries;
use sgmp_board::rules::{BoardSize, Move};

/// Maximum number of positions in a book.
pub(super) const MAX_NODES: usize = 1 << 20;

/// The index of a position in a [`Graph`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(u32);

impl NodeId {
    /// The empty corner or board.
    pub const ROOT: Self = Self(0);

    /// The index as a number.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The position of this number, if the graph has so many.
    pub(super) fn from_number(number: usize, graph: &Graph) -> Option<Self> {
        (number < graph.nodes.len()).then_some(Self(number as u32))
    }
}

/// A move of the book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edge {
    /// The move in the canonical orientation (`CanonicalPosition::to_book`); [`Move::Pass`] plays
    /// elsewhere.
    pub mv: Move,
    /// The quality of the move for the side that makes it.
    pub mark: Mark,
    /// The origin: written by hand, or found by a search.
    pub source: Source,
    /// The position that it leads to.
    pub to: NodeId,
}

/// A position of the book.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Node {
    /// The moves from the position, ordered by their marks, among equal ones as the text has them.
    pub edges: Vec<Edge>,
    /// Name of the position.
    pub name: Option<String>,
    /// Comment on the position.
    pub comment: Option<String>,
}

/// A directed acyclic graph of positions: transpositions are stored once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Graph {
    symmetries: Symmetries,
    size: BoardSize,
    nodes: Vec<Node>,
    index: BTreeMap<u64, NodeId>,
}

/// The reason why a move cannot be added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AddError {
    /// The move exists with another mark.
    Mark(Mark),
    /// It leads back to an earlier position.
    Cycle,
    /// The graph has [`MAX_NODES`] positions.
    Full,
}

/// The outcome of adding a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Added {
    /// The move is new.
    New,
    Known,
}

/// A move to add; `mark` is `None` if the text has none.
#[derive(Clone, Copy, Debug)]
pub(super) struct GraphStep {
    pub(super) mv: Move,
    pub(super) mark: Option<Mark>,
    pub(super) source: Source,
}

impl Graph {
    /// A graph of the empty board alone.
    #[must_use]
    pub fn new(symmetries: Symmetries, size: BoardSize) -> Self {
        Self {
            symmetries,
            size,
            nodes: vec![Node::default()],
            index: BTreeMap::from([(0, NodeId::ROOT)]),
        }
    }

    /// The symmetries under which its positions are equal.
    #[must_use]
    pub const fn symmetries(&self) -> Symmetries {
        self.symmetries
    }

    /// Size of the board that its lines are played on.
    #[must_use]
    pub const fn size(&self) -> BoardSize {
        self.size
    }

    /// The positions, `NodeId::ROOT` first.
    #[must_use]
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// The position of an index.
    #[must_use]
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.index()]
    }

    /// Finds a canonical position.
    #[must_use]
    pub fn find(&self, canonical: &CanonicalPosition) -> Option<NodeId> {
        self.index.get(&canonical.key()).copied()
    }

    /// Number of moves in the whole graph.
    #[must_use]
    pub fn moves(&self) -> usize {
        self.nodes.iter().map(|node| node.edges.len()).sum()
    }

    /// A position, to set its name or comment.
    pub(super) fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id.index()]
    }

    /// Adds a move from the position `from`, whose canonical form is `before`; it leads to `after`.
    pub(super) fn add(
        &mut self,
        from: NodeId,
        before: &CanonicalPosition,
        step: GraphStep,
        after: &CanonicalPosition,
    ) -> Result<(NodeId, Added), AddError> {
        let mv = before.to_book(step.mv);
        let edges = &mut self.nodes[from.index()].edges;
        if let Some(edge) = edges.iter_mut().find(|edge| edge.mv == mv) {
            let to = renew(edge, step)?;
            edges.sort_by_key(|edge| edge.mark);
            return Ok((to, Added::Known));
        }
        let to = match self.index.get(&after.key()) {
            // No circles, ever: a walk along the moves of a book comes to an end.
            Some(to) if self.leads(*to, from) => return Err(AddError::Cycle),
            Some(to) => *to,
            None => self.insert(after.key())?,
        };
        let edge = Edge {
            mv,
            mark: step.mark.unwrap_or(Mark::Normal),
            source: step.source,
            to,
        };
        let edges = &mut self.nodes[from.index()].edges;
        let place = edges.partition_point(|known| known.mark <= edge.mark);
        edges.insert(place, edge);
        Ok((to, Added::New))
    }

    /// Inserts a new position.
    fn insert(&mut self, key: u64) -> Result<NodeId, AddError> {
        if self.nodes.len() >= MAX_NODES {
            return Err(AddError::Full);
        }
        // Below `MAX_NODES`, so it fits.
        let id = NodeId(self.nodes.len() as u32);
        self.nodes.push(Node::default());
        self.index.insert(key, id);
        Ok(id)
    }

    /// The positions in the order in which a reader of the compiled book meets them.
    pub(super) fn reading_order(&self) -> Vec<NodeId> {
        let mut seen = vec![false; self.nodes.len()];
        seen[NodeId::ROOT.index()] = true;
        let mut order = vec![NodeId::ROOT];
        let mut stops = vec![self.node(NodeId::ROOT).edges.iter()];
        while let Some(edges) = stops.last_mut() {
            match edges.next() {
                Some(edge) if std::mem::replace(&mut seen[edge.to.index()], true) => {}
                Some(edge) => {
                    order.push(edge.to);
                    stops.push(self.node(edge.to).edges.iter());
                }
                None => {
                    stops.pop();
                }
            }
        }
        order
    }

    /// Returns whether moves lead from one position to another.
    fn leads(&self, from: NodeId, to: NodeId) -> bool {
        let mut seen = vec![false; self.nodes.len()];
        let mut open = vec![from];
        while let Some(id) = open.pop() {
            if id == to {
                return true;
            }
            if !std::mem::replace(&mut seen[id.index()], true) {
                open.extend(self.node(id).edges.iter().map(|edge| edge.to));
            }
        }
        false
    }

    /// The expected continuation: the first good move of each position in turn, at most `most` moves.
    #[must_use]
    pub fn main_line(&self, position: &BookPosition, most: usize) -> Vec<Move> {
        let mut position = position.clone();
        let mut line = Vec::new();
        while line.len() < most {
            let canonical = position.canonical(self.symmetries);
            let good = |edge: &&Edge| !edge.mark.is_mistake() && edge.mark != Mark::FollowUp;
            let next = self
                .find(&canonical)
                .and_then(|id| self.node(id).edges.iter().find(good));
            let Some(edge) = next else { break };
            let mv = canonical.rightmost_from_book(edge.mv);
            if mv == Move::Pass || position.play(mv).is_err() {
                break;
            }
            line.push(mv);
        }
        line
    }
}

/// Merges a repeated move: its mark may be left out but not changed.
fn renew(edge: &mut Edge, step: GraphStep) -> Result<NodeId, AddError> {
    match step.mark {
        Some(mark) if edge.mark == Mark::Normal => edge.mark = mark,
        Some(mark) if edge.mark != mark => return Err(AddError::Mark(edge.mark)),
        _ => {}
    }
    if step.source == Source::Written {
        edge.source = Source::Written;
    }
    Ok(edge.to)
}

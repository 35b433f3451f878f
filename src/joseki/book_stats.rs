//! Figures about a book.

use super::graph::{Graph, NodeId};
use super::mark::{Mark, Source};
use super::move_codec::encode_moves;

/// What a [`Graph`] holds.
#[derive(Clone, Debug, PartialEq)]
pub struct BookStats {
    /// Moves: the edges of the graph.
    pub moves: usize,
    /// Positions, the empty one included.
    pub positions: usize,
    /// Positions that several moves lead to.
    pub shared: usize,
    /// Ways from the first position to one without moves.
    pub variations: u64,
    /// Moves of all those variations, written out one by one.
    pub written_out: u64,
    /// Moves of the longest variation.
    pub depth: usize,
    /// Moves by mark, in the order of [`Mark::ALL`].
    pub marks: [usize; 5],
    /// Moves that leave the place alone.
    pub passes: usize,
    /// Moves found by the engine.
    pub grown: usize,
    /// Names of positions.
    pub names: usize,
    /// Comments on positions.
    pub comments: usize,
    /// Bytes of the names and comments.
    pub text_bytes: usize,
    /// Bytes of the moves' code.
    pub bytes: usize,
}

impl BookStats {
    /// Counts.
    #[must_use]
    pub fn new(graph: &Graph) -> Self {
        let edges = || graph.nodes().iter().flat_map(|node| &node.edges);
        let mut visits = vec![0_u32; graph.nodes().len()];
        edges().for_each(|edge| visits[edge.to.index()] += 1);
        let texts = |node: &super::Node| {
            [&node.name, &node.comment].map(|text| text.as_ref().map_or(0, String::len))
        };
        let ways = Ways::new(graph, &visits);
        Self {
            moves: edges().count(),
            positions: graph.nodes().len(),
            shared: visits.iter().filter(|visits| **visits > 1).count(),
            variations: ways.count,
            written_out: ways.moves,
            depth: ways.depth,
            marks: Mark::ALL.map(|mark| edges().filter(|e| e.mark == mark).count()),
            passes: edges().filter(|e| e.mv == crate::rules::Move::Pass).count(),
            grown: edges().filter(|e| e.source == Source::Grown).count(),
            names: graph.nodes().iter().filter(|n| n.name.is_some()).count(),
            comments: graph.nodes().iter().filter(|n| n.comment.is_some()).count(),
            text_bytes: graph.nodes().iter().flat_map(texts).sum(),
            bytes: encode_moves(graph).len(),
        }
    }

    /// Bytes of code for a move.
    #[must_use]
    pub fn bytes_a_move(&self) -> f64 {
        self.bytes as f64 / self.moves.max(1) as f64
    }
}

/// Ways through a graph.
#[derive(Clone, Copy, Default)]
struct Ways {
    count: u64,
    moves: u64,
    depth: usize,
}

impl Ways {
    /// All ways from the root to the leaves; `visits` are the moves that lead to each position.
    fn new(graph: &Graph, visits: &[u32]) -> Self {
        let mut waiting = visits.to_vec();
        let mut to: Vec<Self> = vec![Self::default(); visits.len()];
        to[NodeId::ROOT.index()].count = 1;
        let mut all = Self::default();
        let mut open = vec![NodeId::ROOT];
        while let Some(id) = open.pop() {
            let here = to[id.index()];
            let edges = &graph.node(id).edges;
            if edges.is_empty() {
                all.count = all.count.saturating_add(here.count);
                all.moves = all.moves.saturating_add(here.moves);
                all.depth = all.depth.max(here.depth);
            }
            for edge in edges {
                let there = &mut to[edge.to.index()];
                there.count = there.count.saturating_add(here.count);
                let moves = here.moves.saturating_add(here.count);
                there.moves = there.moves.saturating_add(moves);
                there.depth = there.depth.max(here.depth + 1);
                waiting[edge.to.index()] -= 1;
                if waiting[edge.to.index()] == 0 {
                    open.push(edge.to);
                }
            }
        }
        all
    }
}

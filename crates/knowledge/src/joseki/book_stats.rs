//! Statistics of a book.

use super::graph::{Graph, NodeId};
use super::mark::{Mark, Source};
use super::move_codec::encode_moves;

/// Statistics of a [`Graph`].
#[derive(Clone, Debug, PartialEq)]
pub struct BookStats {
    /// Number of moves: edges of the graph.
    pub moves: usize,
    /// Number of positions, the empty one included.
    pub positions: usize,
    /// Number of positions reached by several moves.
    pub shared: usize,
    /// Number of paths from the first position to one without moves.
    pub variations: u64,
    /// Number of moves in all variations, each written out from the start.
    pub written_out: u64,
    /// Length of the longest variation, in moves.
    pub depth: usize,
    /// Number of moves by mark, in the order of [`Mark::ALL`].
    pub marks: [usize; Mark::ALL.len()],
    /// Number of passes: moves that leave the corner or board alone.
    pub passes: usize,
    /// Number of moves found by the engine.
    pub grown: usize,
    /// Number of named positions.
    pub names: usize,
    /// Number of positions with a comment.
    pub comments: usize,
    /// Size of the names and comments, in bytes.
    pub text_bytes: usize,
    /// Size of the encoded moves, in bytes.
    pub bytes: usize,
}

impl BookStats {
    /// Counts the moves and positions of a graph.
    #[must_use]
    pub fn new(graph: &Graph) -> Self {
        let edges = || graph.nodes().iter().flat_map(|node| &node.edges);
        let mut visits = vec![0_u32; graph.nodes().len()];
        edges().for_each(|edge| visits[edge.to.index()] += 1);
        let texts = |node: &super::Node| {
            [&node.name, &node.comment].map(|text| text.as_ref().map_or(0, String::len))
        };
        let variations = Variations::new(graph, &visits);
        Self {
            moves: edges().count(),
            positions: graph.nodes().len(),
            shared: visits.iter().filter(|visits| **visits > 1).count(),
            variations: variations.count,
            written_out: variations.moves,
            depth: variations.depth,
            marks: Mark::ALL.map(|mark| edges().filter(|e| e.mark == mark).count()),
            passes: edges()
                .filter(|e| e.mv == sgmp_board::rules::Move::Pass)
                .count(),
            grown: edges().filter(|e| e.source == Source::Grown).count(),
            names: graph.nodes().iter().filter(|n| n.name.is_some()).count(),
            comments: graph.nodes().iter().filter(|n| n.comment.is_some()).count(),
            text_bytes: graph.nodes().iter().flat_map(texts).sum(),
            bytes: encode_moves(graph).len(),
        }
    }

    /// Encoded bytes per move.
    #[must_use]
    pub fn bytes_a_move(&self) -> f64 {
        self.bytes as f64 / self.moves.max(1) as f64
    }
}

/// The variations of a graph: paths from the root to a leaf.
#[derive(Clone, Copy, Default)]
struct Variations {
    count: u64,
    moves: u64,
    depth: usize,
}

impl Variations {
    /// Counts them; `visits` is the number of moves that lead to each position.
    //
    // A position is expanded once all moves into it have been seen (Kahn's topological order), so
    // that sums over paths cost one step per edge: the paths themselves are too many to walk.
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

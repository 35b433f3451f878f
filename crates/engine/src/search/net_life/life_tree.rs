//! The tree of a search about the life of stones.

use sgmp_board::rules::Move;

/// Weight of the policy against the values found.
const EXPLORATION: f32 = 1.2;
/// How much worse than its position an untried move counts, times the root of the policy that was tried.
const UNTRIED: f32 = 0.2;

/// A move, and what was found below it.
#[derive(Clone, Debug)]
pub(super) struct LifeNode {
    pub(super) mv: Move,
    prior: f32,
    pub(super) visits: u32,
    /// Sum of the values, -1 to 1 each, for the side that makes the move.
    sum: f32,
    first_child: usize,
    children: usize,
    is_judged: bool,
}

impl LifeNode {
    const fn new(mv: Move, prior: f32) -> Self {
        Self {
            mv,
            prior,
            visits: 0,
            sum: 0.0,
            first_child: 0,
            children: 0,
            is_judged: false,
        }
    }

    /// Mean value for the side that makes the move; 0 before the first visit.
    pub(super) fn mean(&self) -> f32 {
        self.sum / self.visits.max(1) as f32
    }
}

/// Nodes in one row; siblings lie side by side.
#[derive(Debug)]
pub(super) struct LifeTree {
    nodes: Vec<LifeNode>,
}

impl LifeTree {
    pub(super) const ROOT: usize = 0;

    /// A tree of a root alone.
    pub(super) fn new() -> Self {
        Self {
            nodes: vec![LifeNode::new(Move::Pass, 1.0)],
        }
    }

    pub(super) fn node(&self, index: usize) -> &LifeNode {
        &self.nodes[index]
    }

    fn children(&self, index: usize) -> std::ops::Range<usize> {
        let node = &self.nodes[index];
        node.first_child..node.first_child + node.children
    }

    /// Returns whether a node was judged before, and has moves or an end.
    pub(super) fn is_judged(&self, index: usize) -> bool {
        self.nodes[index].is_judged
    }

    /// Gives a node its moves with their probabilities; none where the question is answered.
    pub(super) fn expand(&mut self, index: usize, moves: &[(Move, f32)]) {
        let first = self.nodes.len();
        let nodes = moves.iter().map(|(mv, prior)| LifeNode::new(*mv, *prior));
        self.nodes.extend(nodes);
        let node = &mut self.nodes[index];
        node.first_child = first;
        node.children = moves.len();
        node.is_judged = true;
    }

    /// Counts a value, that of the side that makes the node's move.
    pub(super) fn count(&mut self, index: usize, value: f32) {
        let node = &mut self.nodes[index];
        node.visits += 1;
        node.sum += value;
    }

    /// Counts a way as lost for those who make its moves, until its value is known.
    pub(super) fn hold(&mut self, path: &[usize]) {
        for index in path {
            self.count(*index, -1.0);
        }
    }

    pub(super) fn release(&mut self, path: &[usize]) {
        for index in path {
            let node = &mut self.nodes[*index];
            node.visits -= 1;
            node.sum += 1.0;
        }
    }

    /// The move to look into below a node; `None` if it has none.
    pub(super) fn select(&self, index: usize) -> Option<usize> {
        let node = &self.nodes[index];
        let tried = self.children(index).map(|child| &self.nodes[child]);
        let tried = tried.filter(|child| child.visits > 0);
        let tried: f32 = tried.map(|child| child.prior).sum();
        let untried = -node.mean() - UNTRIED * tried.sqrt();
        let weight = EXPLORATION * (node.visits as f32).sqrt();
        let worth = |child: &usize| {
            let child = &self.nodes[*child];
            let value = if child.visits == 0 {
                untried
            } else {
                child.mean()
            };
            value + weight * child.prior / (1.0 + child.visits as f32)
        };
        // Of equals the likeliest, which comes first.
        self.children(index)
            .rev()
            .max_by(|a, b| worth(a).total_cmp(&worth(b)))
    }

    /// The move below a node that was looked into most; `None` before the first.
    pub(super) fn most_visited(&self, index: usize) -> Option<usize> {
        let children = self.children(index).rev();
        children
            .filter(|child| self.nodes[*child].visits > 0)
            .max_by_key(|child| self.nodes[*child].visits)
    }

    /// Visits by which the move below a node that was looked into most is ahead of all others.
    pub(super) fn lead(&self, index: usize) -> u32 {
        let mut visits: Vec<u32> = self
            .children(index)
            .map(|child| self.nodes[child].visits)
            .collect();
        visits.sort_unstable_by_key(|visits| std::cmp::Reverse(*visits));
        let mut visits = visits.into_iter();
        let most = visits.next().unwrap_or(0);
        most - visits.next().unwrap_or(0)
    }
}

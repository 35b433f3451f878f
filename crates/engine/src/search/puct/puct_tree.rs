//! The tree of the net's search.

use super::puct_params::PuctParams;
use sgmp_board::rules::Move;

/// Index of a node.
pub(super) type Index = u32;

/// Visits from which the weight of the policy grows.
const GROWTH_FROM: f32 = 500.0;

/// Deviation of the utilities below an ordinary node; so much is expected before there are visits ...
const ORDINARY_DEVIATION: f32 = 0.4;

/// ... with the weight of so many of them.
const ORDINARY_WEIGHT: f32 = 2.0;

/// Deviations of its mean by which a move's utility is taken to be lower than found. (Measured with
/// [`PuctParams::exploration_by_deviation`]: `docs/measurements/net.md`.)
const BOUND_DEVIATIONS: f32 = 3.0;

/// A move can be chosen from this share of the most visited move's visits on.
const MIN_CHOICE_SHARE: f32 = 0.15;

/// A move and what was found below it, as the player who makes it sees it.
#[derive(Clone, Debug)]
pub(super) struct PuctNode {
    pub(super) mv: Move,
    pub(super) visits: u32,
    /// Simulations on their way through here.
    pub(super) pending: u32,
    /// The net's probability of the move.
    pub(super) prior: f32,
    /// Sums over the visits: chances to win, points, utilities.
    pub(super) wins: f64,
    pub(super) points: f64,
    pub(super) utility: f64,
    /// Sum of the squares of the utilities.
    pub(super) squares: f64,
    /// The moves after it, the likeliest first.
    first_child: Index,
    children: u16,
}

/// The judgment of a position by the net or by the end of the game, for the player to move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct EndVerdict {
    /// Chance to win, 0 to 1.
    pub(super) win: f32,
    /// Points by which the player leads.
    pub(super) points: f32,
    /// -1 to 1, and the weight of the score beyond.
    pub(super) utility: f32,
}

impl EndVerdict {
    /// The same, as the other player sees it.
    pub(super) const fn turned(self) -> Self {
        Self {
            win: 1.0 - self.win,
            points: -self.points,
            utility: -self.utility,
        }
    }
}

impl PuctNode {
    pub(super) const fn new(mv: Move, prior: f32) -> Self {
        Self {
            mv,
            visits: 0,
            pending: 0,
            prior,
            wins: 0.0,
            points: 0.0,
            utility: 0.0,
            squares: 0.0,
            first_child: 0,
            children: 0,
        }
    }

    /// Mean utility for the player who makes the move; `None` before the first visit. A simulation on its
    /// way counts as lost, so that others look elsewhere.
    fn mean(&self) -> Option<f32> {
        let all = self.visits + self.pending;
        // -1 is the utility of a lost game: each simulation on its way adds one.
        (all > 0).then(|| ((self.utility - f64::from(self.pending)) / f64::from(all)) as f32)
    }

    /// Mean of a sum over the visits.
    pub(super) fn per_visit(&self, sum: f64) -> f32 {
        (sum / f64::from(self.visits.max(1))) as f32
    }

    /// Variance of the utilities, with that of an ordinary node as the first `weight` visits.
    fn variance(&self, weight: f32) -> f32 {
        let mean = self.per_visit(self.utility);
        let ordinary = weight * (mean * mean + ORDINARY_DEVIATION * ORDINARY_DEVIATION);
        let squares = (self.squares as f32 + ordinary) / (self.visits as f32 + weight);
        (squares - mean * mean).max(0.0)
    }

    /// The utility that the move has at least, as far as its visits tell.
    fn lower_bound(&self) -> f32 {
        let deviation = (self.variance(0.5).max(1e-4) / self.visits.max(1) as f32).sqrt();
        self.per_visit(self.utility) - BOUND_DEVIATIONS * deviation
    }

    pub(super) const fn has_children(&self) -> bool {
        self.children > 0
    }
}

/// A tree, node by node in one row; siblings lie side by side.
pub(super) struct PuctTree {
    nodes: Vec<PuctNode>,
    max_nodes: usize,
}

impl PuctTree {
    pub(super) const ROOT: Index = 0;

    /// An empty tree with room for so many nodes.
    pub(super) fn with_capacity(max_nodes: usize) -> Self {
        let mut tree = Self {
            nodes: Vec::new(),
            max_nodes: max_nodes.max(2),
        };
        tree.clear();
        tree
    }

    pub(super) fn clear(&mut self) {
        self.nodes.clear();
        self.nodes.push(PuctNode::new(Move::Pass, 1.0));
    }

    pub(super) fn node(&self, index: Index) -> &PuctNode {
        &self.nodes[index as usize]
    }

    pub(super) fn node_mut(&mut self, index: Index) -> &mut PuctNode {
        &mut self.nodes[index as usize]
    }

    pub(super) fn children(&self, index: Index) -> &[PuctNode] {
        let node = self.node(index);
        let first = node.first_child as usize;
        &self.nodes[first..first + usize::from(node.children)]
    }

    pub(super) fn first_child(&self, index: Index) -> Index {
        self.node(index).first_child
    }

    /// Number of nodes in use.
    pub(super) const fn used(&self) -> usize {
        self.nodes.len()
    }

    /// Returns whether a node with so many moves still has room.
    pub(super) const fn has_room(&self, children: usize) -> bool {
        self.nodes.len() + children <= self.max_nodes
    }

    /// Gives a node its moves, the likeliest first, unless another thread did so before.
    pub(super) fn expand(&mut self, index: Index, moves: &[(Move, f32)]) {
        if self.node(index).has_children() || !self.has_room(moves.len()) {
            return;
        }
        let first = self.nodes.len() as Index;
        let nodes = moves.iter().map(|(mv, prior)| PuctNode::new(*mv, *prior));
        self.nodes.extend(nodes);
        let node = self.node_mut(index);
        node.first_child = first;
        node.children = moves.len() as u16;
    }

    /// Gives the moves of the root other priors.
    pub(super) fn set_root_priors(&mut self, prior: impl Fn(Move) -> f32) {
        let first = self.first_child(Self::ROOT) as usize;
        let count = usize::from(self.node(Self::ROOT).children);
        for node in &mut self.nodes[first..first + count] {
            node.prior = prior(node.mv);
        }
    }

    /// The move to look into below a node; `None` if it has none that is allowed.
    pub(super) fn select(
        &self,
        index: Index,
        params: &PuctParams,
        allowed: impl Fn(Move) -> bool,
    ) -> Option<Index> {
        let node = self.node(index);
        let children = self.children(index);
        let all = (node.visits + node.pending) as f32;
        let growth = params.exploration_growth * ((all + GROWTH_FROM) / GROWTH_FROM).ln();
        let scatter = node.variance(ORDINARY_WEIGHT).sqrt() / ORDINARY_DEVIATION;
        let scatter = 1.0 + params.exploration_by_deviation * (scatter - 1.0);
        let weight = (params.exploration + growth) * scatter * all.max(1.0).sqrt();
        let tried = children.iter().filter(|child| child.visits > 0);
        let tried: f32 = tried.map(|child| child.prior).sum();
        let fear = if index == Self::ROOT {
            params.untried_at_root
        } else {
            params.untried
        };
        // The node's utility is its mover's: the player who chooses here sees the opposite.
        let parent = -node.per_visit(node.utility);
        let untried = parent - fear * tried.sqrt();
        let mut best = None;
        let mut most = f32::NEG_INFINITY;
        let mut seen_untried = false;
        for (place, child) in children.iter().enumerate() {
            let mean = child.mean();
            // Of the untried moves the likeliest comes first, and it is the best of them.
            if (mean.is_none() && seen_untried) || !allowed(child.mv) {
                continue;
            }
            seen_untried |= mean.is_none();
            let times = (child.visits + child.pending) as f32;
            let value = mean.unwrap_or(untried) + weight * child.prior / (1.0 + times);
            if value > most {
                most = value;
                best = Some(node.first_child + place as Index);
            }
        }
        best
    }

    /// The move of the root whose utility is the highest for sure: of those with enough visits the one
    /// with the highest lower bound. `None` before the second visit of any.
    pub(super) fn choice(&self) -> Option<Move> {
        let children = self.children(Self::ROOT).iter();
        let most = children.clone().map(|child| child.visits).max()?;
        let least = (MIN_CHOICE_SHARE * most as f32).max(2.0);
        children
            .filter(|child| child.visits as f32 >= least)
            .max_by(|a, b| {
                let order = a.lower_bound().total_cmp(&b.lower_bound());
                // Of equals the likelier one, which comes first.
                order.then(std::cmp::Ordering::Greater)
            })
            .map(|child| child.mv)
    }

    /// Copies the part below a node into an empty tree; the nodes visited most come along if not all
    /// have room.
    pub(super) fn copy_subtree(&self, from: Index, to: &mut Self) {
        to.clear();
        to.nodes[0] = self.node(from).clone();
        let mut open = std::collections::VecDeque::from([(from, Self::ROOT)]);
        while let Some((old, new)) = open.pop_front() {
            let children = self.children(old);
            let first = to.nodes.len() as Index;
            // Before the test of room: the links that came with the copy are places in the old tree.
            to.node_mut(new).first_child = first;
            to.node_mut(new).children = 0;
            if children.is_empty() || !to.has_room(children.len()) {
                continue;
            }
            to.nodes.extend_from_slice(children);
            to.node_mut(new).children = children.len() as u16;
            for place in 0..children.len() as Index {
                let (old, new) = (self.first_child(old) + place, first + place);
                open.push_back((old, new));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sgmp_board::rules::Point;

    fn play(name: &str) -> Move {
        Move::Play(Point::parse(name).unwrap())
    }

    /// A root with three moves.
    fn small() -> PuctTree {
        let mut tree = PuctTree::with_capacity(20);
        let moves = [(play("D4"), 0.6), (play("C3"), 0.3), (Move::Pass, 0.1)];
        tree.expand(PuctTree::ROOT, &moves);
        tree
    }

    fn selected(tree: &PuctTree) -> Move {
        let params = PuctParams::default();
        let index = tree.select(PuctTree::ROOT, &params, |_| true);
        tree.node(index.unwrap()).mv
    }

    #[test]
    fn the_likeliest_move_is_tried_first_and_others_when_it_fails() {
        let mut tree = small();
        assert_eq!(selected(&tree), play("D4"));
        let first = tree.first_child(PuctTree::ROOT);
        for (index, utility) in [(PuctTree::ROOT, 4.0), (first, -4.0)] {
            let node = tree.node_mut(index);
            node.visits = 5;
            node.utility = utility;
            node.squares = 3.5;
        }
        assert_eq!(selected(&tree), play("C3"));
    }

    #[test]
    fn a_simulation_on_its_way_sends_others_elsewhere() {
        let mut tree = small();
        let first = tree.first_child(PuctTree::ROOT);
        tree.node_mut(PuctTree::ROOT).pending = 1;
        tree.node_mut(first).pending = 1;
        assert_eq!(selected(&tree), play("C3"));
    }

    #[test]
    fn the_choice_is_good_for_sure() {
        let mut tree = small();
        assert_eq!(tree.choice(), None);
        let first = tree.first_child(PuctTree::ROOT);
        // Visits, mean utility, and the mean of its squares.
        let found = [(60, 0.2, 0.2), (40, 0.3, 0.1), (3, 0.9, 0.9)];
        for (place, (visits, mean, squares)) in (0..).zip(found) {
            let node = tree.node_mut(first + place);
            node.visits = visits;
            node.utility = f64::from(visits) * mean;
            node.squares = f64::from(visits) * squares;
        }
        // The pass has the highest mean, of too few visits.
        assert_eq!(tree.choice(), Some(play("C3")));
        tree.node_mut(first + 1).utility = 40.0 * 0.15;
        assert_eq!(tree.choice(), Some(play("D4")));
    }

    #[test]
    fn values_that_scatter_are_a_reason_to_look_elsewhere() {
        let mut tree = small();
        let first = tree.first_child(PuctTree::ROOT);
        let mut look = |squares: f64| {
            for (index, utility) in [(PuctTree::ROOT, -2.0), (first, 6.0)] {
                let node = tree.node_mut(index);
                (node.visits, node.utility, node.squares) = (10, utility, squares);
            }
            selected(&tree)
        };
        assert_eq!(look(0.5), play("D4"));
        assert_eq!(look(9.0), play("C3"));
    }

    #[test]
    fn a_forbidden_move_is_never_selected() {
        let tree = small();
        let params = PuctParams::default();
        let index = tree.select(PuctTree::ROOT, &params, |mv| mv == Move::Pass);
        assert_eq!(tree.node(index.unwrap()).mv, Move::Pass);
        assert_eq!(tree.select(PuctTree::ROOT, &params, |_| false), None);
    }

    #[test]
    fn a_subtree_is_copied_with_what_is_below() {
        let mut tree = small();
        let first = tree.first_child(PuctTree::ROOT);
        tree.expand(first, &[(play("E5"), 0.9)]);
        tree.node_mut(first).visits = 7;
        let mut copy = PuctTree::with_capacity(20);
        tree.copy_subtree(first, &mut copy);
        assert_eq!(copy.node(PuctTree::ROOT).visits, 7);
        assert_eq!(copy.children(PuctTree::ROOT)[0].mv, play("E5"));
        assert_eq!(copy.used(), 2);
    }
}

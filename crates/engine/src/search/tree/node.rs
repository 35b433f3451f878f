//! The tree: moves with what was found of them, shared by all threads without locks.
//!
//! Nodes lie in one block of memory reserved at the start; the children of a node lie side by side
//! in it. Counters are atomic and relaxed: what one thread writes another may see a little late,
//! which costs a search nothing.

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use sgmp_board::rules::{Move, Point};

/// A place in the block.
pub(super) type Index = u32;

/// Results are counted in half wins, so that a drawn game is one.
pub(super) const WIN: u32 = 2;

/// Nobody is expanding this node, and it has no children.
const LEAF: u32 = 0;
/// A tree has room for at least so many nodes.
const MIN_NODES: usize = 1024;
/// The bits that count children.
const CHILD_COUNT_MASK: u32 = 0xFFFF;
/// Some thread is laying out the children.
const EXPANDING: u32 = u32::MAX;

/// A move and what was found of it, as its mover sees it. 32 bytes.
#[derive(Debug, Default, bytemuck::Zeroable)]
pub(super) struct Node {
    /// Visits, with those given in advance.
    visits: AtomicU32,
    /// Half wins among them.
    wins: AtomicU32,
    /// Times the move was played later in a playout through its parent (all moves as first).
    amaf_visits: AtomicU32,
    /// Half wins among them.
    amaf_wins: AtomicU32,
    /// Index of the first child; [`LEAF`] or [`EXPANDING`].
    children: AtomicU32,
    /// Number of children in the lower half; the point's index (0 a pass) in the upper.
    packed: AtomicU32,
    /// Visits that were given in advance.
    prior: AtomicU32,
    /// Half wins among them.
    prior_wins: AtomicU32,
}

/// Visits and half wins that a node has before its first visit.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Prior {
    pub(super) visits: u32,
    pub(super) wins: u32,
}

impl Prior {
    /// Adds `visits` of the value `worth`, 0 to 1.
    pub(super) fn add(&mut self, visits: u32, worth: f32) {
        self.visits += visits;
        self.wins += (visits as f32 * worth * WIN as f32) as u32;
    }
}

impl Node {
    pub(super) fn mv(&self) -> Move {
        let index = self.packed.load(Relaxed) >> 16;
        Point::from_index(index as usize).map_or(Move::Pass, Move::Play)
    }

    /// The padded index of the move's point; 0 for a pass.
    pub(super) fn point_index(&self) -> usize {
        (self.packed.load(Relaxed) >> 16) as usize
    }

    pub(super) fn visits(&self) -> u32 {
        self.visits.load(Relaxed)
    }

    /// Visits that were made, without those given in advance.
    pub(super) fn own_visits(&self) -> u32 {
        self.visits().saturating_sub(self.prior.load(Relaxed))
    }

    /// Share of wins among all visits, 0 to 1; one half without visits.
    pub(super) fn mean(&self) -> f32 {
        share(self.wins.load(Relaxed), self.visits())
    }

    /// Share of wins among the visits that were made, 0 to 1; with those given in advance where none
    /// was.
    pub(super) fn own_mean(&self) -> f32 {
        let visits = self.own_visits();
        if visits == 0 {
            return self.mean();
        }
        let given = self.prior_wins.load(Relaxed);
        let wins = self.wins.load(Relaxed).saturating_sub(given);
        share(wins, visits).min(1.0)
    }

    /// Share of wins among all moves as first.
    pub(super) fn amaf(&self) -> (f32, f32) {
        let visits = self.amaf_visits.load(Relaxed);
        (share(self.amaf_wins.load(Relaxed), visits), visits as f32)
    }

    /// A visit begins: until it ends it counts as lost, which sends other threads elsewhere.
    pub(super) fn enter(&self) {
        self.visits.fetch_add(1, Relaxed);
    }

    /// A visit ended so.
    pub(super) fn leave(&self, half_wins: u32) {
        self.wins.fetch_add(half_wins, Relaxed);
    }

    /// The move was played later in a playout. A lost update does no harm and saves the lock.
    pub(super) fn add_amaf(&self, weight: u32, half_wins: u32) {
        let visits = self.amaf_visits.load(Relaxed);
        self.amaf_visits.store(visits + weight, Relaxed);
        let wins = self.amaf_wins.load(Relaxed);
        self.amaf_wins.store(wins + weight * half_wins, Relaxed);
    }

    fn set(&self, mv: Move, prior: Prior) {
        let index = match mv {
            Move::Pass => 0,
            Move::Play(point) => point.index() as u32,
        };
        self.packed.store(index << 16, Relaxed);
        self.visits.store(prior.visits, Relaxed);
        self.wins.store(prior.wins, Relaxed);
        self.prior.store(prior.visits, Relaxed);
        self.prior_wins.store(prior.wins, Relaxed);
        self.amaf_visits.store(0, Relaxed);
        self.amaf_wins.store(0, Relaxed);
        self.children.store(LEAF, Relaxed);
    }

    fn copy(&self, other: &Self) {
        let pairs = [
            (&self.visits, &other.visits),
            (&self.wins, &other.wins),
            (&self.amaf_visits, &other.amaf_visits),
            (&self.amaf_wins, &other.amaf_wins),
            (&self.prior, &other.prior),
            (&self.prior_wins, &other.prior_wins),
            (&self.packed, &other.packed),
        ];
        for (to, from) in pairs {
            to.store(from.load(Relaxed), Relaxed);
        }
        self.children.store(LEAF, Relaxed);
    }
}

fn share(half_wins: u32, visits: u32) -> f32 {
    if visits == 0 {
        0.5
    } else {
        half_wins as f32 / (visits * WIN) as f32
    }
}

/// The block of nodes. The root is at index 1; 0 stands for "no children".
pub(super) struct Tree {
    nodes: Box<[Node]>,
    used: AtomicU32,
}

impl Tree {
    pub(super) const ROOT: Index = 1;

    /// Room for so many nodes, or for as many as the machine gives. Zeroed memory costs nothing
    /// until it is written.
    pub(super) fn with_capacity(nodes: usize) -> Self {
        // With at most this many places no index is ever `EXPANDING`; place 0, which is `LEAF`, is never handed out.
        let mut nodes = nodes.clamp(MIN_NODES, EXPANDING as usize);
        let block = loop {
            match bytemuck::try_zeroed_slice_box(nodes) {
                Ok(block) => break block,
                Err(()) if nodes > MIN_NODES => nodes = (nodes / 2).max(MIN_NODES),
                Err(()) => break (0..MIN_NODES).map(|_| Node::default()).collect(),
            }
        };
        let tree = Self {
            nodes: block,
            used: AtomicU32::new(2),
        };
        tree.node(Self::ROOT).set(Move::Pass, Prior::default());
        tree
    }

    pub(super) fn node(&self, index: Index) -> &Node {
        &self.nodes[index as usize]
    }

    /// The children of a node, none before it is expanded.
    pub(super) fn children(&self, index: Index) -> &[Node] {
        let first = self
            .node(index)
            .children
            .load(std::sync::atomic::Ordering::Acquire);
        if first == LEAF || first == EXPANDING {
            return &[];
        }
        let count = (self.node(index).packed.load(Relaxed) & CHILD_COUNT_MASK) as usize;
        &self.nodes[first as usize..first as usize + count]
    }

    /// Index of a node's first child; meaningful where it has children.
    pub(super) fn first_child(&self, index: Index) -> Index {
        self.node(index).children.load(Relaxed)
    }

    /// Claims a leaf for expansion; false where another thread has it.
    pub(super) fn claim(&self, index: Index) -> bool {
        let children = &self.node(index).children;
        children
            // Relaxed is enough: the claim hands nothing on, and `expand` releases what the children are.
            .compare_exchange(LEAF, EXPANDING, Relaxed, Relaxed)
            .is_ok()
    }

    /// Gives a claimed node its children. Without room for them it stays a leaf for ever.
    pub(super) fn expand(&self, index: Index, moves: &[(Move, Prior)]) {
        let node = self.node(index);
        let Some(first) = self.reserve(moves.len()).filter(|_| !moves.is_empty()) else {
            return;
        };
        for (place, (mv, prior)) in moves.iter().enumerate() {
            self.nodes[first as usize + place].set(*mv, *prior);
        }
        let point = node.packed.load(Relaxed) & 0xFFFF_0000;
        // No other thread writes it: only the one that has claimed the node comes here.
        node.packed.store(point | moves.len() as u32, Relaxed);
        node.children
            // Last of all: a thread that acquires this index sees the children and their number whole.
            .store(first, std::sync::atomic::Ordering::Release);
    }

    fn reserve(&self, count: usize) -> Option<Index> {
        let count = u32::try_from(count).ok()?;
        let capacity = self.nodes.len() as u32;
        let taken = self.used.fetch_update(Relaxed, Relaxed, |used| {
            // Test and step are one for all threads: each run of places is handed out once, or not at all.
            used.checked_add(count).filter(|end| *end <= capacity)
        });
        taken.ok()
    }

    pub(super) fn used(&self) -> usize {
        self.used.load(Relaxed) as usize
    }

    pub(super) fn clear(&mut self) {
        self.used = AtomicU32::new(2);
        self.node(Self::ROOT).set(Move::Pass, Prior::default());
    }

    /// Puts the subtree of `from` in another tree, as its root, breadth first while there is room.
    pub(super) fn copy_subtree(&self, from: Index, into: &mut Self) {
        into.clear();
        into.node(Self::ROOT).copy(self.node(from));
        let mut waiting = std::collections::VecDeque::from([(from, Self::ROOT)]);
        while let Some((old, new)) = waiting.pop_front() {
            let children = self.children(old);
            let Some(first) = into
                .reserve(children.len())
                .filter(|_| !children.is_empty())
            else {
                continue;
            };
            for (place, child) in children.iter().enumerate() {
                let place = place as u32;
                into.node(first + place).copy(child);
                if !self.children(self.first_child(old) + place).is_empty() {
                    waiting.push_back((self.first_child(old) + place, first + place));
                }
            }
            into.node(new).children.store(first, Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_node_is_small() {
        assert_eq!(size_of::<Node>(), 32);
    }

    #[test]
    fn visits_in_advance_are_told_from_those_that_were_made() {
        let node = Node::default();
        node.set(
            Move::Pass,
            Prior {
                visits: 30,
                wins: 40,
            },
        );
        assert!((node.own_mean() - 2.0 / 3.0).abs() < 1e-6);
        node.enter();
        assert!(
            node.own_mean() < 1e-6,
            "the visit that was made is lost so far"
        );
        node.leave(WIN);
        assert!((node.own_mean() - 1.0).abs() < 1e-6);
    }

    #[test]
    fn a_subtree_survives_its_move() {
        let tree = Tree::with_capacity(2000);
        let moves: Vec<_> = (0..3)
            .map(|column| {
                (
                    Move::Play(Point::new(column, 0).unwrap()),
                    Prior { visits: 4, wins: 2 },
                )
            })
            .collect();
        assert!(tree.claim(Tree::ROOT) && !tree.claim(Tree::ROOT));
        tree.expand(Tree::ROOT, &moves);
        let second = tree.first_child(Tree::ROOT) + 1;
        assert!(tree.claim(second));
        tree.expand(second, &moves[..2]);
        tree.children(second)[1].enter();
        let mut other = Tree::with_capacity(2000);
        tree.copy_subtree(second, &mut other);
        assert_eq!(other.children(Tree::ROOT).len(), 2);
        assert_eq!(other.children(Tree::ROOT)[1].own_visits(), 1);
        assert_eq!(other.children(Tree::ROOT)[1].mv(), moves[1].0);
    }

    #[test]
    fn without_room_a_leaf_stays_a_leaf() {
        let tree = Tree::with_capacity(1024);
        let moves = vec![(Move::Pass, Prior::default()); 2000];
        assert!(tree.claim(Tree::ROOT));
        tree.expand(Tree::ROOT, &moves);
        assert!(tree.children(Tree::ROOT).is_empty());
    }
}

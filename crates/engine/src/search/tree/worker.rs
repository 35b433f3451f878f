//! Monte-Carlo tree search with rapid action value estimation.
//!
//! A simulation descends by the mix of a move's own results and its results as a later move
//! (Gelly and Silver 2007), expands what has been visited often enough, plays to the end with
//! heavy playouts, and tells every node of its path, and their children by all moves as first.

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use super::node::{Index, Node, Tree, WIN};
use super::node_priors::Proposer;
use super::params::UctParams;
use crate::search::playout::{LastMoves, Ownership, PlayoutScoring, PointOwners, play_heavy};
use sgmp_board::rng::Rng;
use sgmp_board::rules::score::lead_as_it_stands;
use sgmp_board::rules::{Board, Color, Game, Move, Point, Removal};
use sgmp_board::stop_flag::StopFlag;

/// A position being searched; shared by the threads.
pub(super) struct RootPosition<'a> {
    pub(super) game: &'a Game,
    pub(super) color: Color,
    pub(super) tree: &'a Tree,
    pub(super) params: &'a UctParams,
    counting: PlayoutScoring,
    /// See [`PlayoutScoring::stones_ahead`].
    stones_ahead: i32,
    last_moves: LastMoves,
}

impl<'a> RootPosition<'a> {
    pub(super) fn new(game: &'a Game, color: Color, tree: &'a Tree, params: &'a UctParams) -> Self {
        let counting = PlayoutScoring::for_game(game);
        Self {
            game,
            color,
            tree,
            params,
            counting,
            stones_ahead: counting.stones_ahead(game),
            last_moves: LastMoves::from_game(game),
        }
    }
}

/// Limits of a search.
pub(super) struct Limits<'a> {
    /// Simulations in all, over all threads.
    pub(super) max_playouts: u32,
    pub(super) done: &'a AtomicU32,
    pub(super) halt: &'a StopFlag,
}

/// Statistics of a search, beside its tree.
#[derive(Clone, Debug, Default)]
pub struct SearchStats {
    /// Simulations made, each with a playout of its own.
    pub playouts: u32,
    /// Positions that got children.
    pub expanded: u32,
    /// Ownership of the points at the ends of the simulations.
    pub ownership: Ownership,
}

impl SearchStats {
    /// This and what another thread brought in.
    #[must_use]
    pub(crate) fn merged(self, other: Self) -> Self {
        Self {
            playouts: self.playouts + other.playouts,
            expanded: self.expanded + other.expanded,
            ownership: self.ownership.merged(other.ownership),
        }
    }
}

/// One thread's part of a search.
pub(super) struct Worker<'a> {
    position: &'a RootPosition<'a>,
    board: Board,
    /// Nodes from the root down.
    path: Vec<Index>,
    /// Number of the move that first took each point in this simulation, from 1, and its color.
    first: Vec<(u16, Color)>,
    ownership: Ownership,
    /// Positions that it gave children.
    expanded: u32,
}

/// The end of a walk down the tree.
struct Descent {
    turn: Color,
    last_moves: LastMoves,
    stones_ahead: i32,
    /// True if both sides have passed.
    is_over: bool,
}

impl<'a> Worker<'a> {
    pub(super) fn new(position: &'a RootPosition<'a>) -> Self {
        Self {
            position,
            board: position.game.board().clone(),
            path: Vec::with_capacity(64),
            first: vec![(0, Color::Black); Point::AREA],
            ownership: Ownership::default(),
            expanded: 0,
        }
    }

    /// Makes simulations, one at least, up to the limits.
    pub(super) fn run(&mut self, limits: &Limits<'_>, rng: &mut Rng) {
        loop {
            if limits.done.fetch_add(1, Relaxed) >= limits.max_playouts {
                // Given back, for no simulation was made for it: `done` is read as their number.
                limits.done.fetch_sub(1, Relaxed);
                break;
            }
            self.simulate(rng);
            if limits.halt.is_requested() {
                break;
            }
        }
    }

    pub(super) fn into_stats(self) -> SearchStats {
        SearchStats {
            playouts: self.ownership.playouts(),
            expanded: self.expanded,
            ownership: self.ownership,
        }
    }

    fn simulate(&mut self, rng: &mut Rng) {
        let position = self.position;
        self.board.clone_from(position.game.board());
        self.first.fill((0, Color::Black));
        let mut played = 0_u16;
        let Descent {
            turn,
            last_moves,
            stones_ahead,
            is_over,
        } = self.descend(&mut played);
        let stands = is_over && position.game.removal() == Removal::Never;
        let stands = stands.then(|| self.margin_as_it_stands());
        // Played on even after two passes: only then does open territory count.
        let first = &mut self.first;
        play_heavy(
            &mut self.board,
            turn,
            last_moves,
            position.params.policy,
            rng,
            |color, at| {
                played += 1;
                let slot = &mut first[at.index()];
                if slot.0 == 0 {
                    *slot = (played, color);
                }
            },
        );
        let owners = PointOwners::from_final_board(&self.board);
        let margin = position.counting.margin(&owners, stones_ahead, turn);
        let sign = stands.unwrap_or(margin).signum();
        self.ownership.add_owners(&owners);
        self.backpropagate(sign, played);
    }

    /// Walks down to a leaf; expands it where it has earned it.
    fn descend(&mut self, played: &mut u16) -> Descent {
        let position = self.position;
        let (tree, params) = (position.tree, position.params);
        let mut turn = position.color;
        let mut last_moves = position.last_moves;
        let mut stones_ahead = position.stones_ahead;
        let mut passes = u8::try_from(position.game.consecutive_passes().min(1)).unwrap_or(1);
        let mut at = Tree::ROOT;
        self.path.clear();
        self.path.push(at);
        tree.node(at).enter();
        loop {
            let node = tree.node(at);
            let expandable = at == Tree::ROOT || node.own_visits() >= params.expand_at;
            // Of the threads that meet here one wins the claim; the others go on with a leaf.
            if expandable && tree.children(at).is_empty() && tree.claim(at) {
                self.expanded += 1;
                self.expand(at, turn, last_moves, passes);
            }
            let Some(best) = best_child(tree, at, params.rave) else {
                break;
            };
            at = tree.first_child(at) + best;
            let child = tree.node(at);
            child.enter();
            self.path.push(at);
            *played += 1;
            let mv = child.mv();
            if self.board.play(turn, mv).is_err() {
                // A repeated ko within the tree: the node is worth nothing here.
                break;
            }
            match mv {
                Move::Pass => {
                    passes += 1;
                    last_moves = last_moves.then(None);
                }
                Move::Play(point) => {
                    passes = 0;
                    stones_ahead += position.counting.cost(turn);
                    last_moves = last_moves.then(Some(point));
                    let slot = &mut self.first[point.index()];
                    if slot.0 == 0 {
                        *slot = (*played, turn);
                    }
                }
            }
            turn = !turn;
            if passes >= 2 {
                break;
            }
        }
        Descent {
            turn,
            last_moves,
            stones_ahead,
            is_over: passes >= 2,
        }
    }

    /// Twice the points by which Black wins where both have passed and nothing is taken off.
    fn margin_as_it_stands(&self) -> i32 {
        let komi = i32::from(self.position.game.komi().half_points());
        2 * lead_as_it_stands(&self.board) - komi
    }

    fn expand(&self, at: Index, color: Color, last_moves: LastMoves, passes: u8) {
        let position = self.position;
        let points = f32::from(position.game.size().points());
        let filled = points - self.board.empty_points().len() as f32;
        let may_pass = passes > 0 || filled >= position.params.pass_from * points;
        let proposer = Proposer {
            board: &self.board,
            color,
            last_moves,
            params: position.params,
        };
        let mut moves = proposer.propose(may_pass);
        if at == Tree::ROOT {
            moves.retain(|(mv, _)| !position.game.repeats(color, *mv));
        }
        position.tree.expand(at, &moves);
    }

    /// Tells the path: `sign` is 1 if Black has won, -1 if White has, 0 for a drawn game.
    fn backpropagate(&self, sign: i32, played: u16) {
        let tree = self.position.tree;
        let half_wins = |color: Color| match (sign, color) {
            (0, _) => WIN / 2,
            (1, Color::Black) | (-1, Color::White) => WIN,
            _ => 0,
        };
        let mut mover = !self.position.color;
        for (depth, index) in self.path.iter().enumerate() {
            tree.node(*index).leave(half_wins(mover));
            mover = !mover;
            // From here on `mover` is to move at this node: its children learn.
            let depth = depth as u16;
            let rest = u32::from(played.saturating_sub(depth)).max(1);
            for child in tree.children(*index) {
                let (when, who) = self.first[child.point_index()];
                if when > depth && who == mover {
                    // `when` is a number that `played` has had, so it is not greater.
                    let later = u32::from(played - when);
                    let weight = 1 + 3 * later / (rest + 1);
                    child.add_amaf(weight, half_wins(mover));
                }
            }
        }
    }
}

/// The child with the highest UCT value.
fn best_child(tree: &Tree, at: Index, rave: f32) -> Option<Index> {
    let mut best = None;
    let mut best_value = f32::NEG_INFINITY;
    for (place, child) in tree.children(at).iter().enumerate() {
        let value = uct_value(child, rave);
        if value > best_value {
            best_value = value;
            best = Some(place as Index);
        }
    }
    best
}

/// Own results and results as a later move, mixed by how many there are of each.
fn uct_value(node: &Node, rave: f32) -> f32 {
    let own = node.mean();
    let (amaf, r) = node.amaf();
    if r == 0.0 {
        return own;
    }
    let n = node.visits() as f32;
    let beta = r / (r + n + r * n / rave);
    beta * amaf + (1.0 - beta) * own
}

//! A search with a net from move to move.

use std::cmp::Ordering::Equal;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::thread;

use super::judgment_cache::JudgmentCache;
use super::puct_params::PuctParams;
use super::puct_tree::{Index, PuctNode, PuctTree};
use super::puct_worker::{
    NetLimits, NetPosition, NetStats, PuctWorker, all_moves, keep_likely, share_out,
};
use crate::net::inputs::Situation;
use crate::net::{Evaluation, NetChoice, NetPast, NetReader};
use crate::search::avoided_moves::AvoidedMoves;
use crate::search::playout::Ownership;
use crate::search::tree::{Candidate, SearchResult};
use crate::time_control::SearchProgress;
use sgmp_board::rules::{BoardSize, Color, Game, Komi, Move, Rules};
use sgmp_board::stop_flag::StopFlag;

/// Moves of a variation that is shown.
const MAX_VARIATION: usize = 12;

/// Bytes for judgments at most: 100,000 positions, the search of a long move.
const MAX_CACHE_BYTES: usize = 256 << 20;

/// A searcher of one game after another with a net.
///
/// The part of the tree that the moves made since have led to is kept from search to search.
///
/// # Examples
///
/// ```
/// use sgmp_engine::net::NetChoice;
/// use sgmp_board::rules::{BoardSize, Color, Game, Komi};
/// use sgmp_engine::search::{NetSearcher, PuctParams};
/// use sgmp_board::stop_flag::StopFlag;
///
/// let game = Game::new(BoardSize::new(9).unwrap(), Komi::default());
/// let mut searcher = NetSearcher::new(NetChoice::embedded(), 8 << 20, 1, PuctParams::default());
/// let result = searcher.search(&game, Color::Black, &StopFlag::new(), 20);
/// assert_eq!(result.playouts, 20);
/// assert_eq!(result.moves[0].variation[0], result.moves[0].mv);
/// ```
pub struct NetSearcher {
    net: NetChoice,
    tree: Mutex<PuctTree>,
    spare: PuctTree,
    judgments: Mutex<JudgmentCache>,
    root: Option<NetRoot>,
    threads: usize,
    params: PuctParams,
    avoided: AvoidedMoves,
}

/// The position that the root of the tree stands for.
struct NetRoot {
    to_move: Color,
    size: BoardSize,
    komi: Komi,
    rules: Rules,
    /// Stones on the board, which tell a game set up from one played.
    hash: u64,
    moves: Vec<(Color, Move)>,
    /// The net's judgment, for the side to move.
    evaluation: Evaluation,
}

impl NetSearcher {
    /// A searcher with so many bytes: three quarters for trees, half of them for the change of moves, the rest
    /// for judgments of positions.
    #[must_use]
    pub fn new(net: NetChoice, memory: usize, threads: usize, params: PuctParams) -> Self {
        let nodes = memory / size_of::<PuctNode>() * 3 / 8;
        let judgments = (memory / 4).min(MAX_CACHE_BYTES);
        Self {
            net,
            tree: Mutex::new(PuctTree::with_capacity(nodes)),
            spare: PuctTree::with_capacity(nodes),
            judgments: Mutex::new(JudgmentCache::with_bytes(judgments)),
            root: None,
            threads: threads.max(1),
            params,
            avoided: AvoidedMoves::default(),
        }
    }

    /// Leaves these moves out from now on. If they are others than before, the tree is given up, for
    /// its figures rest on the others.
    pub fn avoid(&mut self, moves: &AvoidedMoves) {
        if self.avoided != *moves {
            self.avoided = moves.clone();
            self.root = None;
        }
    }

    /// Searches until `max_evaluations` positions are judged or `halt` is requested, and returns the
    /// result. With one thread and no halt it depends only on the game and the searches before.
    pub fn search(
        &mut self,
        game: &Game,
        color: Color,
        halt: &StopFlag,
        max_evaluations: u32,
    ) -> SearchResult {
        self.search_watched(game, color, halt, max_evaluations, |_| None)
    }

    /// Searches until `watch` says so, or `halt` is requested. It is shown where the choice stands,
    /// for the first time after `first` evaluations of one thread, and says after how many more of them
    /// it wants to look again; `None` ends the search.
    pub(crate) fn search_watched(
        &mut self,
        game: &Game,
        color: Color,
        halt: &StopFlag,
        first: u32,
        mut watch: impl FnMut(&SearchProgress) -> Option<u32>,
    ) -> SearchResult {
        let mut reader = NetReader::new(self.net);
        let past = reader.past_of(game);
        let root_points = self.take_root(game, color, &mut reader, &past);
        let position = NetPosition {
            game,
            color,
            situation: situation(game, color),
            net: self.net,
            past,
            params: &self.params,
            tree: &self.tree,
            judgments: &self.judgments,
            root_points,
            avoided: &self.avoided,
        };
        let (others, over) = (AtomicU32::new(0), StopFlag::new());
        let theirs = NetLimits {
            max_evaluations: u32::MAX,
            done: &others,
            halt: &over,
        };
        let mut own = 0;
        let stats = thread::scope(|scope| {
            let workers: Vec<_> = (1..self.threads)
                .map(|_| {
                    let (position, limits) = (&position, &theirs);
                    scope.spawn(move || {
                        let mut worker = PuctWorker::new(position);
                        worker.run(limits);
                        worker.into_stats()
                    })
                })
                .collect();
            let mut worker = PuctWorker::new(&position);
            let mut slice = Some(first.max(1));
            while let Some(max_evaluations) = slice {
                let done = AtomicU32::new(0);
                worker.run(&NetLimits {
                    max_evaluations,
                    done: &done,
                    halt,
                });
                own += done.load(Relaxed);
                let progress = progress(&position, own + others.load(Relaxed));
                slice = watch(&progress).filter(|_| !halt.is_requested());
            }
            // The other threads have no other limit, and the scope waits for them.
            over.request();
            let parts = workers.into_iter().filter_map(|worker| worker.join().ok());
            parts.fold(worker.into_stats(), merged)
        });
        self.result(&stats)
    }

    /// Keeps the part of the tree that the moves made since have led to; gives the root its moves.
    /// Returns the points that the side to move leads by, as the net sees it.
    fn take_root(
        &mut self,
        game: &Game,
        color: Color,
        reader: &mut NetReader,
        past: &NetPast,
    ) -> f32 {
        let old = self.root.take();
        let old = old
            .filter(|old| old.size == game.size() && old.komi == game.komi())
            .filter(|old| old.rules == game.rules());
        let tree = self.tree.get_mut().unwrap_or_else(PoisonError::into_inner);
        match old.as_ref().and_then(|old| descend(tree, old, game, color)) {
            Some(PuctTree::ROOT) => {
                // The position that was judged last: an analysis goes on slice by slice.
                let points = old.as_ref().map(|old| old.evaluation.score);
                if let Some(points) = points.filter(|_| tree.node(PuctTree::ROOT).has_children()) {
                    self.root = old;
                    return points;
                }
            }
            Some(index) => {
                tree.copy_subtree(index, &mut self.spare);
                // The old tree is the next spare: a copy clears it first.
                std::mem::swap(tree, &mut self.spare);
            }
            None => tree.clear(),
        }
        let situation = situation(game, color);
        let evaluation = reader.evaluate_well(game.board(), &situation, past);
        let mut moves = all_moves(
            game.board(),
            color,
            &evaluation,
            self.params.root_temperature,
        );
        // Where some are left out, the unlikely ones may be all that is left.
        if self.avoided.is_empty() {
            keep_likely(&mut moves);
        } else {
            let avoided = &self.avoided;
            moves.retain(|(mv, _)| !avoided.contains(color, *mv, 0));
            share_out(&mut moves);
        }
        if tree.node(PuctTree::ROOT).has_children() {
            let prior = |mv| moves.iter().find(|(other, _)| *other == mv);
            // A kept root has the priors that one look gave it as a leaf: the root's own come from all symmetries.
            tree.set_root_priors(|mv| prior(mv).map_or(0.0, |(_, prior)| *prior));
        } else {
            tree.expand(PuctTree::ROOT, &moves);
        }
        let points = evaluation.score;
        self.root = Some(NetRoot {
            to_move: color,
            size: game.size(),
            komi: game.komi(),
            rules: game.rules(),
            hash: game.board().hash(),
            moves: game.moves().to_vec(),
            evaluation,
        });
        points
    }

    /// The result for the position that was searched last.
    fn result(&mut self, stats: &NetStats) -> SearchResult {
        let tree = self.tree.get_mut().unwrap_or_else(PoisonError::into_inner);
        let first = tree.first_child(PuctTree::ROOT);
        let children = tree.children(PuctTree::ROOT).iter().enumerate();
        let mut moves: Vec<Candidate> = children
            .map(|(place, node)| {
                let win = node.per_visit(node.wins);
                let found = |sum| (node.visits > 0).then(|| node.per_visit(sum));
                let (variation, variation_visits) = variation(tree, first + place as Index);
                Candidate {
                    mv: node.mv,
                    visits: node.visits,
                    value: win,
                    won: win,
                    prior: node.prior,
                    score: found(node.points),
                    utility: found(node.utility),
                    variation,
                    variation_visits,
                }
            })
            .collect();
        moves.sort_by(|a, b| {
            let order = (b.visits, b.value).partial_cmp(&(a.visits, a.value));
            order.unwrap_or(Equal)
        });
        let choice = tree.choice();
        if let Some(place) = moves.iter().position(|known| Some(known.mv) == choice) {
            moves[..=place].rotate_right(1);
        }
        let root = tree.node(PuctTree::ROOT);
        SearchResult {
            moves,
            score: Some(-root.per_visit(root.points)),
            utility: Some(-root.per_visit(root.utility)),
            value: 1.0 - root.per_visit(root.wins),
            playouts: stats.simulations,
            expanded: stats.simulations,
            ownership: Ownership::from_means(&stats.owners, stats.simulations),
        }
    }

    /// Points by which the side to move would lead after a move in the position that was searched last:
    /// the mean over the search; `None` if the search did not look into it.
    pub(crate) fn lead_after(&mut self, mv: Move) -> Option<f32> {
        let tree = self.tree.get_mut().unwrap_or_else(PoisonError::into_inner);
        let mut children = tree.children(PuctTree::ROOT).iter();
        let node = children.find(|node| node.mv == mv && node.visits > 0)?;
        Some(node.per_visit(node.points))
    }

    /// The net's own judgment of the position that was searched last, the mean of all eight symmetries,
    /// for the side to move.
    pub(crate) fn root_evaluation(&self) -> Option<&Evaluation> {
        self.root.as_ref().map(|root| &root.evaluation)
    }

    /// Nodes in use, for reports.
    #[must_use]
    pub fn nodes(&mut self) -> usize {
        let tree = self.tree.get_mut().unwrap_or_else(PoisonError::into_inner);
        tree.used()
    }
}

/// The part of a game that the net is told beside its stones.
fn situation(game: &Game, color: Color) -> Situation {
    let mut situation = Situation::from_game(game);
    situation.set_to_move(color);
    situation
}

/// Both statistics as one.
fn merged(mut all: NetStats, more: NetStats) -> NetStats {
    all.simulations += more.simulations;
    for (sum, more) in all.owners.iter_mut().zip(more.owners) {
        *sum += more;
    }
    all
}

/// The node that the moves since have led to.
fn descend(tree: &PuctTree, old: &NetRoot, game: &Game, color: Color) -> Option<Index> {
    let new = game.moves().strip_prefix(old.moves.as_slice())?;
    let hash = match new {
        [] => game.board().hash(),
        _ => game.board_at(old.moves.len())?.hash(),
    };
    if hash != old.hash {
        return None;
    }
    let (mut at, mut turn) = (PuctTree::ROOT, old.to_move);
    for (mover, mv) in new {
        if *mover != turn {
            return None;
        }
        let children = tree.children(at).iter();
        let place = children.clone().position(|child| child.mv == *mv)?;
        at = tree.first_child(at) + place as Index;
        turn = !turn;
    }
    (turn == color).then_some(at)
}

/// Progress after so many evaluations of this search.
fn progress(position: &NetPosition<'_>, evaluations: u32) -> SearchProgress {
    let tree = position.tree.lock().unwrap_or_else(PoisonError::into_inner);
    let children = tree.children(PuctTree::ROOT).iter();
    let moves = children.map(|node| (node.visits, node.per_visit(node.wins)));
    crate::search::tree::progress(evaluations, moves)
}

/// The most visited moves from a node on, and the visits of each.
fn variation(tree: &PuctTree, from: Index) -> (Vec<Move>, Vec<u32>) {
    let node = tree.node(from);
    let (mut line, mut visits) = (vec![node.mv], vec![node.visits]);
    let mut at = from;
    while line.len() < MAX_VARIATION {
        let children = tree.children(at).iter().enumerate();
        let Some((place, best)) = children.max_by_key(|(_, node)| node.visits) else {
            break;
        };
        if best.visits == 0 {
            break;
        }
        line.push(best.mv);
        visits.push(best.visits);
        at = tree.first_child(at) + place as Index;
    }
    (line, visits)
}

#[cfg(test)]
mod tests {
    use super::*;
    use sgmp_board::rules::{Point, diagram};

    fn searcher(threads: usize, memory: usize) -> NetSearcher {
        NetSearcher::new(
            NetChoice::embedded(),
            memory,
            threads,
            PuctParams::default(),
        )
    }

    fn nine() -> Game {
        Game::new(BoardSize::new(9).unwrap(), Komi::FIVE_AND_A_HALF)
    }

    fn visits(result: &SearchResult) -> u32 {
        result.moves.iter().map(|known| known.visits).sum()
    }

    #[test]
    fn one_thread_finds_the_same_twice() {
        let game = nine();
        let search = || searcher(1, 1 << 20).search(&game, Color::Black, &StopFlag::new(), 60);
        let (first, again) = (search(), search());
        assert_eq!(first.moves, again.moves);
        assert_eq!(first.playouts, 60);
        // The first simulation judges the root itself.
        assert_eq!(visits(&first), 60);
    }

    #[test]
    fn what_was_found_below_the_move_is_kept() {
        let mut game = nine();
        let mut searcher = searcher(1, 1 << 22);
        let first = searcher.search(&game, Color::Black, &StopFlag::new(), 80);
        let best = &first.moves[0];
        game.play(Color::Black, best.mv).unwrap();
        let next = searcher.search(&game, Color::White, &StopFlag::new(), 20);
        assert_eq!(visits(&next), best.visits - 1 + 20);
        assert!((first.moves[0].value - (1.0 - next.value)).abs() < 0.1);
    }

    #[test]
    fn several_threads_share_a_tree_that_may_be_full() {
        let game = nine();
        let mut searcher = searcher(3, 20_000);
        let halt = StopFlag::new();
        let result = searcher.search(&game, Color::Black, &halt, 50);
        assert!(visits(&result) >= 50);
        assert!(searcher.nodes() * size_of::<PuctNode>() <= 10_000);
        let tree = searcher.tree.get_mut().unwrap();
        assert_eq!(tree.node(PuctTree::ROOT).pending, 0);
    }

    #[test]
    fn a_large_string_in_atari_is_taken() {
        let board = diagram::parse(
            ". . . . . . . . .
             . . X . . . O . .
             . . . . . . . . .
             . . X X X X X . .
             . X O O O O O X .
             . X O O O O O . O
             . X O O O O O X .
             . . X X X X X . .
             . . . . . . . . .",
        );
        let game = Game::from_position(board.unwrap(), Color::Black, Komi::FIVE_AND_A_HALF);
        let mut searcher = searcher(1, 1 << 20);
        let result = searcher.search(&game, Color::Black, &StopFlag::new(), 100);
        let take = Move::Play(Point::parse("H4").unwrap());
        assert_eq!(result.moves[0].mv, take);
        assert!(result.value > 0.8, "{}", result.value);
        assert!(result.score.unwrap() > 20.0);
        let white = Point::parse("C5").unwrap();
        assert!(result.ownership.share(white, Color::Black) > 0.7);
    }
}

//! A search from move to move: threads, memory, and the tree that lives on.

use std::cmp::Ordering::Equal;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::thread;

use super::node::{Index, Node, Tree};
use super::node_priors::policy;
use super::params::UctParams;
use super::worker::{Limits, RootPosition, SearchStats, Worker};
use crate::search::playout::Ownership;
use crate::time_control::{RIVAL_WITHIN, SearchProgress};
use sgmp_board::rng::Rng;
use sgmp_board::rules::{BoardSize, Color, Game, Komi, Move, Rules};
use sgmp_board::stop_flag::StopFlag;

/// The result of a search.
#[derive(Clone, Debug, Default)]
pub struct SearchResult {
    /// The moves, the most visited first.
    pub moves: Vec<Candidate>,
    /// Share of simulations won from here, 0 to 1, as the side to move sees it.
    pub value: f32,
    /// Simulations made in this search.
    pub playouts: u32,
    /// Positions whose moves were given their priors in this search.
    pub expanded: u32,
    /// Ownership of the points at the ends of the simulations.
    pub ownership: Ownership,
    /// Points that the side to move is expected to lead by; `None` without a net.
    pub score: Option<f32>,
    /// Mean of what the search maximizes, as the side to move sees it; `None` without a net.
    pub utility: Option<f32>,
}

/// A move and what the tree knows of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    /// A child of the root.
    pub mv: Move,
    /// Simulations through it, those of earlier searches of the kept tree among them.
    pub visits: u32,
    /// Share of them won, 0 to 1, what was given in advance counted in: what the tree chooses by.
    pub value: f32,
    /// Share of them won, 0 to 1, without what was given in advance; [`Self::value`] where there are
    /// none.
    pub won: f32,
    /// Prior of the move: its share of the visits that were given in
    /// advance as won, 0 to 1.
    pub prior: f32,
    /// Points that the player who makes the move is expected to lead by after it: the mean over the
    /// search; `None` without a net.
    pub score: Option<f32>,
    /// Mean of what the search maximizes, as that player sees it; `None` without a net.
    pub utility: Option<f32>,
    /// The likely continuation, this move first.
    pub variation: Vec<Move>,
    /// Simulations through each move of the continuation.
    pub variation_visits: Vec<u32>,
}

impl SearchResult {
    /// This result as the continuation of an earlier search of the same position with the same tree.
    #[must_use]
    pub fn following(self, before: Self) -> Self {
        Self {
            playouts: before.playouts + self.playouts,
            ownership: before.ownership.merged(self.ownership),
            ..self
        }
    }

    /// Progress of the search, as time control sees it.
    #[must_use]
    pub fn progress(&self) -> SearchProgress {
        let moves = self.moves.iter();
        progress(self.playouts, moves.map(|known| (known.visits, known.won)))
    }
}

/// A move is compared by its value from this part of the first one's visits on.
const COMPARED_FROM_ONE_OF: u32 = 8;

/// The progress of a search whose moves have these visits and values.
pub(in crate::search) fn progress(
    playouts: u32,
    moves: impl Iterator<Item = (u32, f32)> + Clone,
) -> SearchProgress {
    let (mut first, mut next) = (None, None);
    for (visits, value) in moves.clone() {
        if first.is_none_or(|(most, _)| visits > most) {
            next = first;
            first = Some((visits, value));
        } else if next.is_none_or(|(second, _)| visits > second) {
            next = Some((visits, value));
        }
    }
    let (visits, value) = first.unwrap_or((0, 0.5));
    let rivals = moves
        .clone()
        .filter(|(known, _)| *known as f32 * RIVAL_WITHIN > visits as f32);
    let compared = moves.filter(|(known, _)| *known >= visits / COMPARED_FROM_ONE_OF);
    SearchProgress {
        playouts,
        visits,
        next: next.map(|(visits, _)| visits),
        value,
        highest: compared.map(|(_, value)| value).fold(value, f32::max),
        lowest: rivals.map(|(_, value)| value).fold(value, f32::min),
    }
}

/// One thread's part of a search from its start to its end.
fn work(position: &RootPosition<'_>, limits: &Limits<'_>, mut rng: Rng) -> SearchStats {
    let mut worker = Worker::new(position);
    worker.run(limits, &mut rng);
    worker.into_stats()
}

/// The position that the root of the tree stands for.
struct Root {
    to_move: Color,
    size: BoardSize,
    komi: Komi,
    /// Stones on the board, which tell a game set up from one played.
    hash: u64,
    moves: Vec<(Color, Move)>,
    rules: Rules,
    /// By the index of a point, 0 for a pass: see [`Candidate::prior`].
    policy: Vec<f32>,
}

/// A searcher of one game after another.
///
/// The part of the tree that the moves made since have led to is kept from search to search.
///
/// # Examples
///
/// ```
/// use sgmp_board::rng::Rng;
/// use sgmp_board::rules::{BoardSize, Color, Game, Komi};
/// use sgmp_engine::search::{Searcher, UctParams};
/// use sgmp_board::stop_flag::StopFlag;
///
/// let game = Game::new(BoardSize::new(9).unwrap(), Komi::default());
/// let mut searcher = Searcher::new(8 << 20, 1, UctParams::default());
/// let rng = Rng::from_seed(1);
/// let result = searcher.search(&game, Color::Black, &rng, &StopFlag::new(), 200);
/// let best = &result.moves[0];
/// assert_eq!(result.playouts, 200);
/// assert_eq!(best.variation[0], best.mv);
/// ```
pub struct Searcher {
    tree: Tree,
    /// Spare tree that receives a subtree when moves are made; the two change places.
    other: Tree,
    /// The position of the root: whose turn, and the moves that led there.
    root: Option<Root>,
    threads: usize,
    params: UctParams,
}

impl Searcher {
    /// A searcher with room for so many bytes of tree, half of it for the change of moves.
    #[must_use]
    pub fn new(memory: usize, threads: usize, params: UctParams) -> Self {
        let nodes = memory / size_of::<Node>() / 2;
        Self {
            tree: Tree::with_capacity(nodes),
            other: Tree::with_capacity(nodes),
            root: None,
            threads: threads.max(1),
            params,
        }
    }

    /// Searches until `max_playouts` simulations are made or `halt` is requested, and returns the result.
    /// With one thread and no halt the result depends only on the game, the seed and the searches
    /// before.
    pub fn search(
        &mut self,
        game: &Game,
        color: Color,
        rng: &Rng,
        halt: &StopFlag,
        max_playouts: u32,
    ) -> SearchResult {
        let stats = self.grow_tree(game, color, rng, halt, max_playouts);
        self.result(stats)
    }

    /// Searches as [`Self::search`] does and returns statistics only.
    pub(crate) fn grow_tree(
        &mut self,
        game: &Game,
        color: Color,
        rng: &Rng,
        halt: &StopFlag,
        max_playouts: u32,
    ) -> SearchStats {
        self.take_root(game, color);
        // The same position searched on draws other numbers.
        let rng = rng.split(&format!("after {}", self.tree.node(Tree::ROOT).visits()));
        let done = AtomicU32::new(0);
        let position = RootPosition::new(game, color, &self.tree, &self.params);
        let limits = Limits {
            max_playouts,
            done: &done,
            halt,
        };
        let streams = (0..self.threads).map(|thread| rng.split(&format!("thread {thread}")));
        if self.threads == 1 {
            work(&position, &limits, rng.split("thread 0"))
        } else {
            thread::scope(|scope| {
                let workers: Vec<_> = streams
                    .map(|rng| {
                        let (position, limits) = (&position, &limits);
                        scope.spawn(move || work(position, limits, rng))
                    })
                    .collect();
                let parts = workers.into_iter().filter_map(|worker| worker.join().ok());
                parts.fold(SearchStats::default(), SearchStats::merged)
            })
        }
    }

    /// Searches until `watch` says so, or `halt` is requested. It is shown where the choice stands,
    /// for the first time after `first` simulations of one thread, and says after how many more
    /// of them it wants to look again; `None` ends the search. The other threads never wait for it.
    pub(crate) fn search_watched(
        &mut self,
        game: &Game,
        color: Color,
        rng: &Rng,
        halt: &StopFlag,
        first: u32,
        mut watch: impl FnMut(&SearchProgress) -> Option<u32>,
    ) -> SearchStats {
        self.take_root(game, color);
        let rng = rng.split(&format!("after {}", self.tree.node(Tree::ROOT).visits()));
        let position = RootPosition::new(game, color, &self.tree, &self.params);
        let (others, over) = (AtomicU32::new(0), StopFlag::new());
        let theirs = Limits {
            max_playouts: u32::MAX,
            done: &others,
            halt: &over,
        };
        thread::scope(|scope| {
            let workers: Vec<_> = (1..self.threads)
                .map(|thread| {
                    let rng = rng.split(&format!("thread {thread}"));
                    let (position, limits) = (&position, &theirs);
                    scope.spawn(move || work(position, limits, rng))
                })
                .collect();
            let mut rng = rng.split("thread 0");
            let mut worker = Worker::new(&position);
            let mut slice = Some(first.max(1));
            let mut own = 0;
            while let Some(max_playouts) = slice {
                let done = AtomicU32::new(0);
                let limits = Limits {
                    max_playouts,
                    done: &done,
                    halt,
                };
                worker.run(&limits, &mut rng);
                own += done.load(Relaxed);
                let progress = self.progress(own + others.load(Relaxed));
                slice = watch(&progress).filter(|_| !halt.is_requested());
            }
            // The other threads have no other limit, and the scope waits for them.
            over.request();
            let theirs = workers.into_iter().filter_map(|worker| worker.join().ok());
            theirs.fold(worker.into_stats(), SearchStats::merged)
        })
    }

    /// The result for the position that was searched last.
    #[must_use]
    pub fn result(&self, stats: SearchStats) -> SearchResult {
        SearchResult {
            moves: self.candidates(),
            // The root may have been a move once that its mover was given visits for.
            value: 1.0 - self.tree.node(Tree::ROOT).own_mean(),
            playouts: stats.playouts,
            expanded: stats.expanded,
            ownership: stats.ownership,
            score: None,
            utility: None,
        }
    }

    /// Progress after so many simulations of this search; cheaper than a result. Visits given in
    /// advance are left out: the value that they uct_value falls with every visit.
    #[must_use]
    pub fn progress(&self, playouts: u32) -> SearchProgress {
        let moves = self.tree.children(Tree::ROOT).iter();
        progress(
            playouts,
            moves.map(|node| (node.own_visits(), node.own_mean())),
        )
    }

    /// Keeps the part of the tree that the moves made since have led to.
    fn take_root(&mut self, game: &Game, color: Color) {
        let old = self
            .root
            .take()
            .filter(|old| old.size == game.size() && old.komi == game.komi())
            .filter(|old| old.rules == game.rules());
        let kept = old.and_then(|old| self.descend(&old, game, color));
        match kept {
            Some(Tree::ROOT) => {}
            Some(index) => {
                self.tree.copy_subtree(index, &mut self.other);
                std::mem::swap(&mut self.tree, &mut self.other);
            }
            None => self.tree.clear(),
        }
        self.root = Some(Root {
            to_move: color,
            size: game.size(),
            komi: game.komi(),
            hash: game.board().hash(),
            moves: game.moves().to_vec(),
            rules: game.rules(),
            policy: policy(game, color, &self.params),
        });
    }

    /// The node that the moves since have led to.
    fn descend(&self, old: &Root, game: &Game, color: Color) -> Option<Index> {
        let new = game.moves().strip_prefix(old.moves.as_slice())?;
        let hash = match new {
            [] => game.board().hash(),
            _ => game.board_at(old.moves.len())?.hash(),
        };
        if hash != old.hash {
            return None;
        }
        let (mut at, mut turn) = (Tree::ROOT, old.to_move);
        for (mover, mv) in new {
            if *mover != turn {
                return None;
            }
            let place = self
                .tree
                .children(at)
                .iter()
                .position(|child| child.mv() == *mv)?;
            at = self.tree.first_child(at) + place as Index;
            turn = !turn;
        }
        (turn == color).then_some(at)
    }

    fn candidates(&self) -> Vec<Candidate> {
        let first = self.tree.first_child(Tree::ROOT);
        let children = self.tree.children(Tree::ROOT).iter().enumerate();
        let policy = self.root.as_ref().map_or(&[][..], |root| &root.policy);
        let mut moves: Vec<Candidate> = children
            .map(|(place, node)| {
                let (variation, variation_visits) = self.variation(first + place as Index);
                Candidate {
                    mv: node.mv(),
                    visits: node.own_visits(),
                    value: node.mean(),
                    won: node.own_mean(),
                    prior: policy.get(node.point_index()).copied().unwrap_or(0.0),
                    score: None,
                    utility: None,
                    variation,
                    variation_visits,
                }
            })
            .collect();
        moves.sort_by(|a, b| {
            (b.visits, b.value)
                .partial_cmp(&(a.visits, a.value))
                .unwrap_or(Equal)
        });
        moves
    }

    /// The most visited moves from here on, and the visits of each.
    fn variation(&self, from: Index) -> (Vec<Move>, Vec<u32>) {
        const MAX_MOVES: usize = 12;
        let node = self.tree.node(from);
        let (mut line, mut visits) = (vec![node.mv()], vec![node.own_visits()]);
        let mut at = from;
        while line.len() < MAX_MOVES {
            let children = self.tree.children(at).iter().enumerate();
            let Some((place, best)) = children.max_by_key(|(_, node)| node.own_visits()) else {
                break;
            };
            if best.own_visits() == 0 {
                break;
            }
            line.push(best.mv());
            visits.push(best.own_visits());
            at = self.tree.first_child(at) + place as Index;
        }
        (line, visits)
    }

    /// Nodes in use, for reports.
    #[must_use]
    pub fn nodes(&self) -> usize {
        self.tree.used()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn look(moves: &[(u32, f32)]) -> SearchProgress {
        progress(90, moves.iter().copied())
    }

    #[test]
    fn the_two_most_visited_stand_first() {
        for moves in [
            [(3, 0.1), (60, 0.5), (20, 0.6)],
            [(60, 0.5), (20, 0.6), (3, 0.9)],
            [(20, 0.6), (3, 0.9), (60, 0.5)],
        ] {
            let found = look(&moves);
            assert_eq!((found.visits, found.next), (60, Some(20)));
            assert_eq!((found.value, found.highest), (0.5, 0.6));
            assert_eq!(found.lowest, 0.5, "20 visits are no rival of 60");
        }
        assert_eq!(look(&[(5, 0.25)]).next, None);
        assert_eq!(look(&[]).visits, 0);
    }

    #[test]
    fn a_watched_search_ends_when_it_is_told_to() {
        let game = Game::new(BoardSize::new(9).unwrap(), Komi::default());
        let (rng, halt) = (Rng::from_seed(1), StopFlag::new());
        for threads in [1, 3] {
            let mut searcher = Searcher::new(1 << 20, threads, UctParams::default());
            let mut looks = 0;
            let stats = searcher.search_watched(&game, Color::Black, &rng, &halt, 10, |seen| {
                looks += 1;
                assert!(seen.playouts >= 10 + 20 * (looks - 1), "{seen:?}");
                (looks < 5).then_some(20)
            });
            assert_eq!(stats.ownership.playouts(), stats.playouts);
            assert!(stats.playouts >= 90 && (threads > 1 || stats.playouts == 90));
        }
        halt.request();
        let mut searcher = Searcher::new(1 << 20, 2, UctParams::default());
        let watch = |_: &SearchProgress| Some(1000);
        let stats = searcher.search_watched(&game, Color::Black, &rng, &halt, 1000, watch);
        assert!(stats.playouts < 100, "{} playouts", stats.playouts);
    }

    #[test]
    fn a_value_knows_nothing_of_visits_given_in_advance() {
        let mut game = Game::new(BoardSize::new(9).unwrap(), Komi::default());
        let (rng, halt) = (Rng::from_seed(1), StopFlag::new());
        let mut searcher = Searcher::new(4 << 20, 1, UctParams::default());
        let first = searcher.search(&game, Color::Black, &rng, &halt, 300);
        let best = &first.moves[0];
        assert!(
            best.won < best.value,
            "likely moves are given wins: {best:?}"
        );
        game.play(Color::Black, best.mv).unwrap();
        let kept = searcher.search(&game, Color::White, &rng, &halt, 300);
        let mut other = Searcher::new(4 << 20, 1, UctParams::default());
        let fresh = other.search(&game, Color::White, &rng, &halt, 1000);
        assert!(
            (kept.value - fresh.value).abs() < 0.1,
            "{kept:?}\n{fresh:?}"
        );
    }

    #[test]
    fn a_full_tree_is_searched_on() {
        let mut searcher = Searcher::new(200_000, 2, UctParams::default());
        let game = Game::new(BoardSize::new(9).unwrap(), Komi::default());
        let (rng, halt) = (Rng::from_seed(1), StopFlag::new());
        // While one thread gives the root its children, the other plays out from there.
        let _ = searcher.search(&game, Color::Black, &rng, &halt, 1);
        let mut last = 0;
        for _ in 0..4 {
            let result = searcher.search(&game, Color::Black, &rng, &halt, 1000);
            assert_eq!(result.playouts, 1000);
            let visits: u32 = result.moves.iter().map(|known| known.visits).sum();
            assert!(visits >= last + 990, "{visits} visits after {last}");
            last = visits;
        }
        assert!(searcher.nodes() * size_of::<Node>() <= 100_000);
    }
}

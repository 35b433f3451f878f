//! One thread of the net's search.

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::judgment_cache::{Judgment, JudgmentCache, PositionKey};
use super::puct_params::PuctParams;
use super::puct_tree::{EndVerdict, Index, PuctTree};
use crate::net::inputs::{Plane, Situation};
use crate::net::{Evaluation, NetChoice, NetPast, NetReader};
use crate::search::avoided_moves::AvoidedMoves;
use sgmp_board::rules::score::lead_as_it_stands;
use sgmp_board::rules::{Board, Color, Game, Move, Point, Removal, Rules};
use sgmp_board::stop_flag::StopFlag;

/// Moves of a node at most: the likeliest ones.
const MAX_MOVES: usize = 80;

/// Probability of a move that is never looked at.
const MIN_PRIOR: f32 = 0.0002;

/// Moves of a line at most.
const MAX_DEPTH: usize = 200;

/// A point belongs to somebody from this much of the net's ownership on.
const OWNED_FROM: f32 = 0.25;

/// The common ground of all threads of a search.
pub(super) struct NetPosition<'a> {
    pub(super) game: &'a Game,
    pub(super) color: Color,
    pub(super) situation: Situation,
    pub(super) net: NetChoice,
    /// The past of the root.
    pub(super) past: NetPast,
    pub(super) params: &'a PuctParams,
    pub(super) tree: &'a Mutex<PuctTree>,
    pub(super) judgments: &'a Mutex<JudgmentCache>,
    /// Points that the side to move leads by at the root, as the net sees it.
    pub(super) root_points: f32,
    /// Moves that are not looked into.
    pub(super) avoided: &'a AvoidedMoves,
}

/// Limits of a search.
pub(super) struct NetLimits<'a> {
    /// Evaluations in all, over all threads.
    pub(super) max_evaluations: u32,
    pub(super) done: &'a AtomicU32,
    pub(super) halt: &'a StopFlag,
}

/// Statistics of a search, beside its tree.
#[derive(Clone, Debug)]
pub(super) struct NetStats {
    pub(super) simulations: u32,
    /// Sums of Black's ownership of the points, -1 to 1 each, by point.
    pub(super) owners: Vec<f32>,
}

pub(super) struct PuctWorker<'a> {
    position: &'a NetPosition<'a>,
    reader: NetReader,
    board: Board,
    path: Vec<Index>,
    line: Vec<Move>,
    stats: NetStats,
}

/// The end of a simulation's way down.
enum Leaf {
    /// A position to be judged.
    Open,
    /// Two passes.
    Ended,
}

impl<'a> PuctWorker<'a> {
    pub(super) fn new(position: &'a NetPosition<'a>) -> Self {
        Self {
            position,
            reader: NetReader::new(position.net),
            board: position.game.board().clone(),
            path: Vec::new(),
            line: Vec::new(),
            stats: NetStats {
                simulations: 0,
                owners: vec![0.0; Point::AREA],
            },
        }
    }

    /// Makes simulations, one at least, up to the limits.
    pub(super) fn run(&mut self, limits: &NetLimits<'_>) {
        loop {
            if limits.done.fetch_add(1, Relaxed) >= limits.max_evaluations {
                // Given back, for no simulation was made for it: `done` is read as their number.
                limits.done.fetch_sub(1, Relaxed);
                break;
            }
            self.simulate();
            if limits.halt.is_requested() {
                break;
            }
        }
    }

    pub(super) fn into_stats(self) -> NetStats {
        self.stats
    }

    fn tree(&self) -> MutexGuard<'a, PuctTree> {
        // A thread that panicked left whole nodes behind: each change is one statement.
        self.position
            .tree
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    fn simulate(&mut self) {
        let leaf = self.descend();
        self.board.clone_from(self.position.game.board());
        let mut situation = self.position.situation;
        let mut turn = self.position.color;
        let mut past = self.position.past.clone();
        for (number, mv) in self.line.iter().enumerate() {
            let left = self.line.len() - number;
            self.reader
                .leave(&mut past, &self.board, &situation, *mv, left);
            // The tree holds legal moves.
            let _ = self.board.play(turn, *mv);
            situation.play(turn, *mv);
            turn = !turn;
        }
        let judgment = self.judge(&situation, &past);
        self.note_owners(&judgment.owners, turn);
        match leaf {
            Leaf::Open => {
                let verdict = self.verdict(judgment.win, judgment.points, turn);
                self.tell(verdict, &judgment.moves);
            }
            Leaf::Ended => self.tell(self.final_verdict(&judgment.owners, &situation, turn), &[]),
        }
    }

    /// Judges the position on the board, unless that was done before.
    fn judge(&mut self, situation: &Situation, past: &NetPast) -> Arc<Judgment> {
        let key = PositionKey::new(&self.board, situation);
        if let Some(known) = self.judgments().get(&key) {
            return known;
        }
        let evaluation = self.reader.evaluate(&self.board, situation, past);
        let mut moves = all_moves(&self.board, situation.to_move(), &evaluation, 1.0);
        keep_likely(&mut moves);
        let judgment = Arc::new(Judgment {
            win: evaluation.win,
            points: evaluation.score,
            moves: moves.into(),
            owners: evaluation.ownership().into(),
        });
        self.judgments().put(key, Arc::clone(&judgment));
        judgment
    }

    fn judgments(&self) -> MutexGuard<'a, JudgmentCache> {
        // Each change is one statement.
        let judgments = self.position.judgments;
        judgments.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Walks down to the end of the tree; simulations on their way are noted there.
    fn descend(&mut self) -> Leaf {
        let position = self.position;
        let mut tree = self.tree();
        self.path.clear();
        self.line.clear();
        let mut passes = position.game.consecutive_passes();
        let mut at = PuctTree::ROOT;
        loop {
            self.path.push(at);
            tree.node_mut(at).pending += 1;
            let is_root = at == PuctTree::ROOT;
            // At the root a move was asked for, whatever was played before.
            if passes >= 2 && !is_root {
                return Leaf::Ended;
            }
            let depth = self.line.len();
            let forbidden = |mv: Move| (is_root && self.repeats(mv)) || self.avoids(mv, depth);
            let next = tree.select(at, position.params, |mv| !forbidden(mv));
            let Some(next) = next.filter(|_| self.line.len() < MAX_DEPTH) else {
                return Leaf::Open;
            };
            let mv = tree.node(next).mv;
            passes = if mv == Move::Pass { passes + 1 } else { 0 };
            self.line.push(mv);
            at = next;
        }
    }

    /// Returns whether a move is left out at a depth.
    fn avoids(&self, mv: Move, depth: usize) -> bool {
        let NetPosition { avoided, color, .. } = *self.position;
        let turn = if depth.is_multiple_of(2) {
            color
        } else {
            !color
        };
        !avoided.is_empty() && avoided.contains(turn, mv, depth)
    }

    /// Under area rules no position may come back.
    fn repeats(&self, mv: Move) -> bool {
        let game = self.position.game;
        game.rules() == Rules::Chinese && game.repeats(self.position.color, mv)
    }

    /// A chance and a score as a verdict for the player whose turn it is.
    fn verdict(&self, win: f32, points: f32, turn: Color) -> EndVerdict {
        let expected = if turn == self.position.color {
            self.position.root_points
        } else {
            -self.position.root_points
        };
        let params = self.position.params;
        let lines = f32::from(self.board.size().lines());
        let scale = params.score_scale * lines / 19.0;
        let better = (points - expected) / scale;
        // From -1 to 1, half of it at one scale.
        let score = better / (1.0 + better.abs());
        EndVerdict {
            win,
            points,
            utility: 2.0 * win - 1.0 + params.score_weight * score,
        }
    }

    /// The count of a game that has ended, by the net's owners, or as the board stands where nothing is taken off.
    fn final_verdict(&self, owners: &[f32], situation: &Situation, turn: Color) -> EndVerdict {
        if self.position.game.removal() == Removal::Never {
            let lead = lead_as_it_stands(&self.board) as f32;
            let lead = if turn == Color::Black { lead } else { -lead };
            return self.count_verdict(lead + situation.komi(), turn);
        }
        let owned = |owner: &f32| match *owner {
            owner if owner > OWNED_FROM => 1.0,
            owner if owner < -OWNED_FROM => -1.0,
            _ => 0.0,
        };
        let area: f32 = owners.iter().map(owned).sum();
        self.count_verdict(area + situation.komi(), turn)
    }

    /// A count that decides the game: points by which the player whose turn it is wins.
    fn count_verdict(&self, points: f32, turn: Color) -> EndVerdict {
        let win = if points > 0.0 {
            1.0
        } else if points < 0.0 {
            0.0
        } else {
            0.5
        };
        self.verdict(win, points, turn)
    }

    fn note_owners(&mut self, owners: &[f32], turn: Color) {
        self.stats.simulations += 1;
        let sign = if turn == Color::Black { 1.0 } else { -1.0 };
        let size = self.board.size();
        for (place, owner) in owners.iter().enumerate() {
            if let Some(point) = Plane::point(wide(place, size.lines()), size) {
                self.stats.owners[point.index()] += sign * owner;
            }
        }
    }

    /// Tells every node of the path, from the last one up.
    fn tell(&self, verdict: EndVerdict, moves: &[(Move, f32)]) {
        let mut tree = self.tree();
        if let Some(last) = self.path.last() {
            tree.expand(*last, moves);
        }
        // A node's sums are its mover's, who is not the one to move below it.
        let mut seen = verdict.turned();
        for index in self.path.iter().rev() {
            let node = tree.node_mut(*index);
            // Never below 0: `descend` has counted this simulation once at each node of its path.
            node.pending -= 1;
            node.visits += 1;
            node.wins += f64::from(seen.win);
            node.points += f64::from(seen.points);
            node.utility += f64::from(seen.utility);
            node.squares += f64::from(seen.utility).powi(2);
            seen = seen.turned();
        }
    }
}

/// The place in planes of an index in a board of so many lines.
pub(super) fn wide(index: usize, lines: u8) -> usize {
    let lines = usize::from(lines);
    index / lines * 19 + index % lines
}

/// The legal moves with their probabilities, the likeliest first.
pub(in crate::search) fn all_moves(
    board: &Board,
    color: Color,
    evaluation: &Evaluation,
    temperature: f32,
) -> Vec<(Move, f32)> {
    let size = board.size();
    let logits = evaluation.policy();
    let points = logits.len() - 1;
    let mut moves: Vec<(Move, f32)> = Vec::with_capacity(MAX_MOVES);
    for (place, logit) in logits[..points].iter().enumerate() {
        let point = Plane::point(wide(place, size.lines()), size);
        let legal = point.filter(|point| board.legality(color, *point).is_ok());
        moves.extend(legal.map(|point| (Move::Play(point), *logit)));
    }
    moves.push((Move::Pass, logits[points]));
    let most = moves
        .iter()
        .map(|(_, logit)| *logit)
        .fold(f32::MIN, f32::max);
    for (_, logit) in &mut moves {
        // The largest exponent is 0: no logit of any net makes this overflow, and the sum is at least 1.
        *logit = ((*logit - most) / temperature).exp();
    }
    share_out(&mut moves);
    // Sorting is stable: equal ones stay in the order of the board, whatever the machine.
    moves.sort_by(|a, b| b.1.total_cmp(&a.1));
    moves
}

/// Makes probabilities of weights.
pub(super) fn share_out(moves: &mut [(Move, f32)]) {
    let all: f32 = moves.iter().map(|(_, weight)| weight).sum();
    for (_, weight) in moves {
        // Moves that were left out may have had all the weight: then nothing is divided by 0.
        *weight /= all.max(f32::MIN_POSITIVE);
    }
}

/// Drops the moves that are never looked at; the pass stays.
pub(super) fn keep_likely(moves: &mut Vec<(Move, f32)>) {
    let kept = moves.iter().take(MAX_MOVES);
    let kept = kept.take_while(|(_, prior)| *prior >= MIN_PRIOR).count();
    let pass = moves.iter().position(|(mv, _)| *mv == Move::Pass);
    if let Some(pass) = pass.filter(|pass| *pass >= kept) {
        // Behind the moves that stay, so these keep their order; the pass is the least likely of all that stay.
        moves.swap(kept, pass);
        moves.truncate(kept + 1);
    } else {
        moves.truncate(kept);
    }
}

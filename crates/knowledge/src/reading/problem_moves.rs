//! The moves that are tried in a life problem.

use super::life_problem::LifeProblem;
use super::move_list::Moves;
use super::problem_state::ProblemState;
use super::undo_board::UndoBoard;
use sgmp_board::rules::{Point, PointSet};

/// Spaces up to this size are tried point by point; of larger ones the points near stones.
const MAX_FULLY_TRIED_SPACE: usize = 10;
/// Liberties up to which an enemy string is raced against.
const MAX_RACE_LIBERTIES: usize = 4;
/// Liberties in all up to which each of them matters.
const MAX_VITAL_LIBERTIES: usize = 4;
/// Moves up to which more are looked for further off.
const MIN_MOVES: usize = 6;

/// Collects what is worth a try for either side.
pub(super) struct Trial<'a> {
    pub(super) life_problem: &'a LifeProblem,
    pub(super) state: &'a ProblemState<'a>,
    pub(super) undo_board: &'a UndoBoard,
}

impl Trial<'_> {
    /// The points where something is decided, for both sides: captures first, then the spaces from
    /// the smallest of three points on, their gaps, cuts, ways out and races.
    pub(super) fn collect(&self, moves: &mut Moves) {
        self.captures(moves);
        let gaps = self.spaces(moves);
        moves.extend(gaps);
        moves.extend(self.shared());
        moves.extend(self.state.leaks);
        moves.extend(self.undo_board.empty_among(self.state.ways.points));
        self.races(moves);
        for anchor in self.state.own() {
            if self.undo_board.liberties(anchor) <= 2 {
                moves.extend(self.undo_board.liberty_set(anchor));
            }
        }
        if moves.iter().count() < MIN_MOVES {
            // Those of all strings, beyond the region, too: who closes them makes an eye false.
            for anchor in self.state.own() {
                moves.extend(self.undo_board.liberty_set(anchor));
            }
            moves.extend(self.undo_board.empty_next_to(gaps) & self.life_problem.region);
            moves.extend(self.undo_board.empty_next_to(self.state.leaks));
        }
    }

    /// The last liberties of strings of either side.
    fn captures(&self, moves: &mut Moves) {
        for anchor in self.state.own().chain(self.state.soft()) {
            if self.undo_board.liberties(anchor) == 1 {
                moves.extend(self.undo_board.liberty_set(anchor));
            }
        }
    }

    /// The points of the spaces; gives their gaps.
    fn spaces(&self, moves: &mut Moves) -> PointSet {
        let mut spaces: Vec<_> = self.state.spaces.iter().collect();
        spaces.sort_by_key(|space| (space.size < 3, space.size));
        let mut gaps = PointSet::EMPTY;
        for space in spaces {
            let border = self.undo_board.empty_next_to(space.points) & self.state.margin;
            gaps |= border;
            let empty = self.undo_board.empty_among(space.points);
            if space.size <= MAX_FULLY_TRIED_SPACE {
                self.by_room(empty, moves);
            } else {
                let next = |points| self.undo_board.empty_next_to(points);
                moves.extend(empty & self.state.liberties);
                moves.extend(empty & next(self.state.liberties) & next(border));
            }
        }
        gaps
    }

    /// Pushes points, those with the most room around first.
    fn by_room(&self, points: PointSet, moves: &mut Moves) {
        let is_empty = |point: &Point| self.undo_board.is_empty(*point);
        let room = |point: &Point| self.undo_board.neighbors(*point).filter(is_empty).count();
        let mut sorted: Vec<Point> = points.iter().collect();
        sorted.sort_by_key(|point| std::cmp::Reverse(room(point)));
        for point in sorted {
            moves.push(point);
        }
    }

    /// Points next to two strings of the group's color, where it is cut or joined.
    fn shared(&self) -> PointSet {
        let (mut once, mut twice) = (PointSet::EMPTY, PointSet::EMPTY);
        for anchor in self.state.own() {
            let liberties = self.undo_board.liberty_set(anchor);
            twice |= once & liberties;
            once |= liberties;
        }
        twice
    }

    /// The liberties of enemies that may be captured, and the group's own if that is a race.
    fn races(&self, moves: &mut Moves) {
        let (state, undo_board) = (self.state, self.undo_board);
        let mut is_race = false;
        for enemy in state.soft() {
            let mut around = undo_board.enemies(enemy).iter();
            let is_deep = self.life_problem.is_deep;
            if !is_deep && !around.any(|own| state.own().any(|anchor| anchor == own)) {
                continue;
            }
            let liberties = undo_board.liberties(enemy);
            if liberties <= MAX_RACE_LIBERTIES {
                moves.extend(undo_board.liberty_set(enemy));
            }
            is_race |= liberties > 1 && undo_board.string_size(enemy) > 2;
        }
        if is_race || state.liberties.len() <= MAX_VITAL_LIBERTIES {
            moves.extend(state.liberties);
        }
    }
}

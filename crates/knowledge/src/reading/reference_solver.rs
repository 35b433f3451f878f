//! The same reading with a copy of the board for every move: slow, and plain enough to judge the other.

use std::collections::HashMap;

use super::life_reader::{Life, MAX_DEPTH, MAX_GIFT, MAX_NODES, MIN_ROOM};
use super::life_space::{MAX_POINTS, MAX_SHORT_LIBERTIES, MAX_SPACE, MAX_WEAK_LIBERTIES};
use sgmp_board::rules::{Board, Color, Move, Point, PointSet};

/// See [`super::LifeReader::read`].
pub(super) fn read_life(board: &Board, stone: Point) -> Option<Life> {
    let mut reference_solver = ReferenceSolver {
        stone,
        defender: board.color_at(stone)?,
        space: space(board, stone)?,
        known: HashMap::new(),
        attackers: board.stones(!board.color_at(stone)?).count(),
    };
    let kills = reference_solver.first_moves(board, !reference_solver.defender)?;
    if kills.is_empty() {
        return Some(Life::Alive);
    }
    let saves = reference_solver.first_moves(board, reference_solver.defender)?;
    Some(if saves.is_empty() {
        Life::Dead
    } else {
        Life::Unsettled { kills, saves }
    })
}

fn empty(board: &Board, points: &PointSet) -> Vec<Point> {
    points.iter().filter(|p| board.is_empty(*p)).collect()
}

fn beside(board: &Board, stone: Point) -> PointSet {
    let around = board.string(stone).flat_map(|own| board.neighbors(own));
    let other = board.color_at(stone).map(|color| !color);
    around.filter(|n| board.color_at(*n) == other).collect()
}

fn with_liberties(board: &Board, stone: Point) -> PointSet {
    let stones: PointSet = board.string(stone).collect();
    stones | board.liberty_set(stone)
}

fn surroundings(board: &Board, stone: Point) -> PointSet {
    let short = beside(board, stone);
    let short = short
        .iter()
        .filter(|n| board.liberties(*n) <= MAX_SHORT_LIBERTIES);
    short.fold(with_liberties(board, stone), |all, n| {
        all | with_liberties(board, n)
    })
}

/// Grows the space point by point until nothing is added any more.
fn space(board: &Board, stone: Point) -> Option<PointSet> {
    let defender = board.color_at(stone)?;
    let is_enemy = |n: Point| board.color_at(n) == Some(!defender);
    let (mut space, mut outside) = (PointSet::single(stone), PointSet::EMPTY);
    loop {
        let before = space;
        for n in before.iter().flat_map(|point| board.neighbors(point)) {
            if is_enemy(n) && board.liberties(n) > 1 {
                if board.liberties(n) <= MAX_WEAK_LIBERTIES {
                    outside |= surroundings(board, n);
                }
            } else {
                space.insert(n);
                if is_enemy(n) {
                    space |= board.liberty_set(n);
                }
            }
        }
        if before == space {
            break;
        }
    }
    let all = space | outside;
    let is_small = empty(board, &space).len() <= MAX_SPACE;
    (is_small && empty(board, &all).len() <= MAX_POINTS).then_some(all)
}

struct ReferenceSolver {
    stone: Point,
    defender: Color,
    space: PointSet,
    attackers: usize,
    /// True if the attacker wins.
    known: HashMap<(u64, Option<Point>, Color), bool>,
}

impl ReferenceSolver {
    fn first_moves(&mut self, board: &Board, color: Color) -> Option<PointSet> {
        let mut found = PointSet::EMPTY;
        for point in self.moves(board, color) {
            let mut after = board.clone();
            if after.play(color, Move::Play(point)).is_ok()
                && self.attacker_wins(&after, !color, 1)? == (color != self.defender)
            {
                found.insert(point);
            }
        }
        Some(found)
    }

    /// Returns whether the attacker gets his way if `mover` plays; `None` if it cannot be read.
    fn attacker_wins(&mut self, board: &Board, mover: Color, depth: u32) -> Option<bool> {
        let attacks = mover != self.defender;
        if board.color_at(self.stone) != Some(self.defender) {
            return Some(true);
        }
        if attacks {
            if board.stones(mover).count() + MAX_GIFT < self.attackers {
                return Some(false);
            }
            let mut last = board.liberty_set(self.stone).iter();
            let is_in_atari = board.liberties(self.stone) == 1;
            if is_in_atari && last.any(|last| board.legality(mover, last).is_ok()) {
                return Some(true);
            }
        }
        let key = (board.hash(), board.ko_point(), mover);
        if let Some(known) = self.known.get(&key) {
            return Some(*known);
        }
        if self.known.len() as u32 >= MAX_NODES || depth > MAX_DEPTH {
            return None;
        }
        // A position that comes back goes on for ever: not captured.
        self.known.insert(key, false);
        let mut moves: Vec<Move> = self
            .moves(board, mover)
            .into_iter()
            .map(Move::Play)
            .collect();
        moves.extend((!attacks).then_some(Move::Pass));
        let mut wins = !attacks;
        for mv in moves {
            let mut after = board.clone();
            let Ok(taken) = after.play(mover, mv) else {
                continue;
            };
            let lives_at_once = !attacks && taken >= MIN_ROOM;
            if lives_at_once || self.attacker_wins(&after, !mover, depth + 1)? == attacks {
                wins = attacks;
                break;
            }
        }
        self.known.insert(key, wins);
        Some(wins)
    }

    fn moves(&self, board: &Board, color: Color) -> Vec<Point> {
        let mut all = self.space | board.liberty_set(self.stone);
        for n in beside(board, self.stone).iter() {
            if board.liberties(n) == 1 {
                all |= surroundings(board, n);
            }
        }
        let mut points = empty(board, &all);
        points.retain(|point| color != self.defender || !board.is_small_eye(color, *point));
        points.sort_by_key(|point| {
            let open = board.neighbors(*point).filter(|n| board.is_empty(*n));
            let is_own = board.liberty_set(self.stone).contains(*point);
            (!is_own, usize::MAX - open.count())
        });
        points
    }
}

//! Life and death of a string whose surroundings are small enough to read to the end.
//!
//! The space of a string is all that its colour can reach through empty points and own stones.
//! Both sides play there, and on the last liberties of the strings around it. The attacker has to
//! capture; the defender may also pass. Nobody has ko threats: at the end of a game the attacker may
//! remove them first, which is why a bent four in the corner is dead (rules of the Nihon Ki-in,
//! 1989, article 7).

use std::collections::HashMap;

use crate::rules::{Board, Color, Move, Point, PointSet};

/// The largest space that is read, in empty points.
const LARGEST_SPACE: usize = 8;

/// Liberties up to which a string around the space may itself be captured.
const WEAK: usize = 3;

/// Liberties up to which a string beside a weak one may be captured to save that.
const SHORT: usize = 2;

/// Most points that both sides play on.
const MOST_POINTS: usize = 11;

/// Stones the attacker may give away, as in a nakade; who loses more has lost the fight.
const LARGEST_GIFT: usize = 10;

/// Stones captured at once with which the defender has room for two eyes in any case.
const ROOM: u16 = 7;

/// Positions after which a question is given up.
const MOST_NODES: u32 = 5000;

/// Moves in a row that are read.
const DEEPEST: u32 = 24;

/// What reading found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Life {
    /// The attacker cannot capture it, though he moves first.
    Alive,
    /// The defender cannot save it, though he moves first.
    Dead,
    /// Who moves first decides.
    Unsettled {
        /// The attacker's moves that kill; at least one.
        kills: PointSet,
        /// The defender's moves that save; at least one.
        saves: PointSet,
    },
}

/// Reads the life of a stone's string; `None` where there is no stone or its surroundings are too
/// large. Depends on the board alone.
#[must_use]
pub fn read_life(board: &Board, stone: Point) -> Option<Life> {
    let defender = board.color_at(stone)?;
    let points = space(board, stone, defender)?;
    Reading::new(board, stone, defender, points).life(board)
}

/// The points to play on: those that the string's colour reaches, the last liberties of the weak
/// strings around them, and what is free once a stone there is captured. `None` if there are too
/// many.
fn space(board: &Board, stone: Point, defender: Color) -> Option<PointSet> {
    let mut seen = PointSet::single(stone);
    let mut open = vec![stone];
    let mut outside = PointSet::EMPTY;
    while let Some(point) = open.pop() {
        for n in board.neighbours(point) {
            let enemy = board.color_at(n) == Some(!defender);
            if enemy && board.liberties(n) > 1 {
                if board.liberties(n) <= WEAK && !outside.contains(n) {
                    outside |= surroundings(board, n);
                }
            } else if seen.insert(n) {
                // Whoever is in atari may be captured at once: his last liberty is in reach.
                let last = board.liberty_set(n).iter().filter(|_| enemy);
                open.extend(last.filter(|last| seen.insert(*last)));
                open.push(n);
            }
        }
        if empty(board, seen) > LARGEST_SPACE {
            return None;
        }
    }
    let all = seen | outside;
    (empty(board, all) <= MOST_POINTS).then_some(all)
}

fn empty(board: &Board, points: PointSet) -> usize {
    points.iter().filter(|point| board.is_empty(*point)).count()
}

/// A string with its liberties, and the enemies beside it that have few with theirs: it may save
/// itself by capturing them.
fn surroundings(board: &Board, stone: Point) -> PointSet {
    let owner = board.color_at(stone);
    let mut all = board.liberty_set(stone);
    for own in board.string(stone) {
        all.insert(own);
        for n in board.neighbours(own) {
            let is_enemy = board.color_at(n).is_some_and(|color| Some(color) != owner);
            if is_enemy && board.liberties(n) <= SHORT && !all.contains(n) {
                all |= board.liberty_set(n);
                all.extend(board.string(n));
            }
        }
    }
    all
}

struct Reading {
    stone: Point,
    defender: Color,
    points: PointSet,
    /// Stones the attacker has to begin with.
    attackers: usize,
    /// Whether the attacker wins, by position and side to move.
    known: HashMap<(u64, Color, Option<Point>), bool>,
    nodes: u32,
}

impl Reading {
    fn new(board: &Board, stone: Point, defender: Color, points: PointSet) -> Self {
        Self {
            stone,
            defender,
            points,
            attackers: board.stones(!defender).count(),
            known: HashMap::new(),
            nodes: 0,
        }
    }

    /// `None` if it is too much to read.
    fn life(&mut self, board: &Board) -> Option<Life> {
        let kills = self.deciding(board, !self.defender)?;
        if kills.is_empty() {
            return Some(Life::Alive);
        }
        let saves = self.deciding(board, self.defender)?;
        Some(if saves.is_empty() {
            Life::Dead
        } else {
            Life::Unsettled { kills, saves }
        })
    }

    /// The first moves with which a side gets its way; `None` if it is too much to read.
    fn deciding(&mut self, board: &Board, color: Color) -> Option<PointSet> {
        let mut found = PointSet::EMPTY;
        for point in self.moves(board, color) {
            let Some((after, _)) = after(board, color, Move::Play(point)) else {
                continue;
            };
            let gets_its_way = if color == self.defender {
                !self.falls(&after, 1)?
            } else {
                !self.survives(&after, 1)?
            };
            if gets_its_way {
                found.insert(point);
            }
        }
        Some(found)
    }

    /// Whether the attacker, to move, captures. `None` if it cannot be read.
    fn falls(&mut self, board: &Board, depth: u32) -> Option<bool> {
        let attacker = !self.defender;
        if board.liberties(self.stone) == 0 || board.color_at(self.stone) != Some(self.defender) {
            return Some(true);
        }
        if board.stones(attacker).count() + LARGEST_GIFT < self.attackers {
            return Some(false);
        }
        if let (1, Some(last)) = (
            board.liberties(self.stone),
            board.liberty_set(self.stone).first(),
        ) && board.legality(attacker, last).is_ok()
        {
            return Some(true);
        }
        let key = (board.hash(), attacker, board.ko_point());
        if let Some(known) = self.look_up(key, depth)? {
            return Some(known);
        }
        self.known.insert(key, false);
        let mut falls = false;
        for point in self.moves(board, attacker) {
            if let Some((after, _)) = after(board, attacker, Move::Play(point))
                && !self.survives(&after, depth + 1)?
            {
                falls = true;
                break;
            }
        }
        self.known.insert(key, falls);
        Some(falls)
    }

    /// Whether the defender, to move, keeps the string. `None` if it cannot be read.
    fn survives(&mut self, board: &Board, depth: u32) -> Option<bool> {
        if board.color_at(self.stone) != Some(self.defender) {
            return Some(false);
        }
        let key = (board.hash(), self.defender, board.ko_point());
        if let Some(known) = self.look_up(key, depth)? {
            return Some(!known);
        }
        // A position that comes back goes on for ever: not captured.
        self.known.insert(key, false);
        let mut survives = false;
        for point in self.moves(board, self.defender) {
            if let Some((after, taken)) = after(board, self.defender, Move::Play(point))
                && (taken >= ROOM || !self.falls(&after, depth + 1)?)
            {
                survives = true;
                break;
            }
        }
        if !survives && let Some((passed, _)) = after(board, self.defender, Move::Pass) {
            survives = !self.falls(&passed, depth + 1)?;
        }
        self.known.insert(key, !survives);
        Some(survives)
    }

    /// What is known of a position; `None` if reading has to be given up.
    fn look_up(&mut self, key: (u64, Color, Option<Point>), depth: u32) -> Option<Option<bool>> {
        if let Some(known) = self.known.get(&key) {
            return Some(Some(*known));
        }
        self.nodes += 1;
        (self.nodes <= MOST_NODES && depth <= DEEPEST).then_some(None)
    }

    /// Empty points to play on, the string's own liberties first; the defender fills no eye.
    fn moves(&self, board: &Board, color: Color) -> Vec<Point> {
        let own = board.liberty_set(self.stone);
        let mut points: Vec<Point> = self.space_now(board).collect();
        points.retain(|point| color != self.defender || !board.is_small_eye(color, *point));
        points.sort_by_key(|point| {
            let open = board.neighbours(*point).filter(|n| board.is_empty(*n));
            (!own.contains(*point), usize::MAX - open.count())
        });
        points
    }

    /// The points to play on that are empty: those of the beginning, those next to the string, and
    /// where an enemy beside it is captured or saved.
    fn space_now(&self, board: &Board) -> impl Iterator<Item = Point> {
        let mut all = self.points | board.liberty_set(self.stone);
        for own in board.string(self.stone) {
            for n in board.neighbours(own) {
                if board.color_at(n) == Some(!self.defender) && board.liberties(n) == 1 {
                    all |= surroundings(board, n);
                }
            }
        }
        all.iter().filter(|point| board.is_empty(*point))
    }
}

/// The board after a move, and the stones it took. On the heap: a board is large and reading deep.
#[inline(never)]
fn after(board: &Board, color: Color, mv: Move) -> Option<(Box<Board>, u16)> {
    let mut after = Box::new(board.clone());
    let taken = after.play(color, mv).ok()?;
    Some((after, taken))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::diagram;

    fn read(text: &str, stone: &str) -> Option<Life> {
        read_life(&diagram::parse(text).unwrap(), Point::parse(stone).unwrap())
    }

    fn set(names: &str) -> PointSet {
        names
            .split(' ')
            .map(|name| Point::parse(name).unwrap())
            .collect()
    }

    /// White holds the corner; its space is the lowest line up to D1.
    const CORNER: &str = "
        . . . . . . .
        . . . . . . .
        . . . . . . .
        X X X X X . .
        O O O O X . .
        O O O O X . .
        . . . O X . .";

    #[test]
    fn three_in_a_row_turn_on_the_middle() {
        let life = read(CORNER, "A2");
        let (kills, saves) = (set("B1"), set("B1"));
        assert_eq!(life, Some(Life::Unsettled { kills, saves }));
        let killed = CORNER.replace(". . . O X", ". X . O X");
        assert_eq!(read(&killed, "A2"), Some(Life::Dead));
        let saved = CORNER.replace(". . . O X", ". O . O X");
        assert_eq!(read(&saved, "A2"), Some(Life::Alive));
    }

    #[test]
    fn four_in_a_row_live_and_a_square_dies() {
        let row = "
            . . . . . . .
            . . . . . . .
            . . . . . . .
            X X X X X X .
            O O O O O X .
            O O O O O X .
            . . . . O X .";
        assert_eq!(read(row, "A2"), Some(Life::Alive));
        let square = "
            . . . . . . .
            . . . . . . .
            . . . . . . .
            X X X X X . .
            O O O O X . .
            . . O O X . .
            . . O O X . .";
        assert_eq!(read(square, "C1"), Some(Life::Dead));
    }

    #[test]
    fn an_open_group_is_not_read() {
        assert_eq!(read(CORNER, "A4"), None);
        assert_eq!(read(CORNER, "F1"), None, "no stone");
    }
}

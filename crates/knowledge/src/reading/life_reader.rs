//! Life and death of a string whose surroundings are small enough to read to the end.
//!
//! The space of a string is all that its color can reach through empty points and own stones.
//! Both sides play there, and on the last liberties of the strings around it. The attacker has to
//! capture; the defender may also pass. Nobody has ko threats: at the end of a game the attacker may
//! remove them first, which is why a bent four in the corner is dead (rules of the Nihon Ki-in,
//! 1989, article 7).

use std::collections::HashMap;

use super::life_space::{space, surroundings};
use super::undo_board::{Permission, UndoBoard};
use sgmp_board::rules::{Board, Color, Point, PointSet};

/// Stones the attacker may give away, as in a nakade; who loses more has lost the fight.
pub(super) const MAX_GIFT: usize = 10;

/// Stones captured at once with which the defender has room for two eyes in any case.
pub(super) const MIN_ROOM: u16 = 7;

/// Positions after which a question is given up.
pub(super) const MAX_NODES: u32 = 5000;

/// Moves in a row that are read.
pub(super) const MAX_DEPTH: u32 = 24;

/// The result of reading.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Life {
    /// The attacker cannot capture it, though he moves first.
    Alive,
    /// The defender cannot save it, though he moves first.
    Dead,
    /// The side that moves first decides.
    Unsettled {
        /// The attacker's moves that kill; at least one.
        kills: PointSet,
        /// The defender's moves that save; at least one.
        saves: PointSet,
    },
}

/// Reads the life of strings, one after another, on a board of its own.
#[derive(Debug)]
pub struct LifeReader {
    undo_board: Box<UndoBoard>,
}

impl Default for LifeReader {
    fn default() -> Self {
        Self::new()
    }
}

impl LifeReader {
    /// A reader that has seen no board yet.
    #[must_use]
    pub fn new() -> Self {
        Self {
            undo_board: UndoBoard::new(),
        }
    }

    /// Reads the life of a stone's string; `None` where there is no stone or its surroundings are too
    /// large. Depends on the board alone.
    #[must_use]
    pub fn read(&mut self, board: &Board, stone: Point) -> Option<Life> {
        self.undo_board.copy(board);
        read_life(&mut self.undo_board, stone)
    }
}

/// See [`LifeReader::read`]. What was drawn on the undo board is wiped off again.
pub(super) fn read_life(undo_board: &mut UndoBoard, stone: Point) -> Option<Life> {
    let defender = undo_board.color_at(stone)?;
    let points = space(undo_board, stone, defender)?;
    Reading::new(undo_board, stone, defender, points).life()
}

struct Reading<'a> {
    undo_board: &'a mut UndoBoard,
    stone: Point,
    defender: Color,
    points: PointSet,
    /// Stones the attacker has to begin with.
    attackers: usize,
    /// True if the attacker wins, by position and side to move.
    known: HashMap<(u64, Color), bool>,
    nodes: u32,
}

impl<'a> Reading<'a> {
    fn new(undo_board: &'a mut UndoBoard, stone: Point, defender: Color, points: PointSet) -> Self {
        let attackers = undo_board.count(!defender);
        Self {
            undo_board,
            stone,
            defender,
            points,
            attackers,
            known: HashMap::new(),
            nodes: 0,
        }
    }

    /// `None` if it is too much to read.
    fn life(&mut self) -> Option<Life> {
        let kills = self.deciding(!self.defender)?;
        if kills.is_empty() {
            return Some(Life::Alive);
        }
        let saves = self.deciding(self.defender)?;
        Some(if saves.is_empty() {
            Life::Dead
        } else {
            Life::Unsettled { kills, saves }
        })
    }

    /// The first moves with which a side gets its way; `None` if it is too much to read.
    fn deciding(&mut self, color: Color) -> Option<PointSet> {
        let mut found = PointSet::EMPTY;
        for point in self.moves(color) {
            if self.gets_its_way(color, point, 0)? {
                found.insert(point);
            }
        }
        Some(found)
    }

    /// Returns whether a side that plays on a point, after so many moves, gets its way: not where
    /// it may not. A large capture is life without more reading, but for a first move, which may be
    /// told as a save.
    fn gets_its_way(&mut self, color: Color, point: Point, depth: u32) -> Option<bool> {
        if self.undo_board.permission(color, point) != Permission::Allowed {
            return Some(false);
        }
        let taken = self.undo_board.play(color, point);
        let gets_it = if color != self.defender {
            self.survives(depth + 1).map(|survives| !survives)
        } else if depth > 0 && taken >= MIN_ROOM {
            Some(true)
        } else {
            self.falls(depth + 1).map(|falls| !falls)
        };
        self.undo_board.undo();
        gets_it
    }

    /// Returns whether the attacker, to move, captures. `None` if it cannot be read.
    fn falls(&mut self, depth: u32) -> Option<bool> {
        let attacker = !self.defender;
        if self.undo_board.color_at(self.stone) != Some(self.defender) {
            return Some(true);
        }
        if self.undo_board.count(attacker) + MAX_GIFT < self.attackers {
            return Some(false);
        }
        if self.undo_board.may_capture(self.stone) {
            return Some(true);
        }
        let key = (self.undo_board.hash(), attacker);
        if let Some(known) = self.look_up(key, depth)? {
            return Some(known);
        }
        self.known.insert(key, false);
        let mut falls = false;
        for point in self.moves(attacker) {
            if self.gets_its_way(attacker, point, depth)? {
                falls = true;
                break;
            }
        }
        self.known.insert(key, falls);
        Some(falls)
    }

    /// Returns whether the defender, to move, keeps the string. `None` if it cannot be read.
    fn survives(&mut self, depth: u32) -> Option<bool> {
        if self.undo_board.color_at(self.stone) != Some(self.defender) {
            return Some(false);
        }
        let key = (self.undo_board.hash(), self.defender);
        if let Some(known) = self.look_up(key, depth)? {
            return Some(!known);
        }
        // A position that comes back goes on for ever: not captured.
        self.known.insert(key, false);
        let mut survives = false;
        for point in self.moves(self.defender) {
            if self.gets_its_way(self.defender, point, depth)? {
                survives = true;
                break;
            }
        }
        survives = survives || self.survives_a_pass(depth)?;
        self.known.insert(key, !survives);
        Some(survives)
    }

    fn survives_a_pass(&mut self, depth: u32) -> Option<bool> {
        self.undo_board.pass();
        let falls = self.falls(depth + 1);
        self.undo_board.undo();
        falls.map(|falls| !falls)
    }

    /// The known result of a position; `None` if reading has to be given up.
    fn look_up(&mut self, key: (u64, Color), depth: u32) -> Option<Option<bool>> {
        if let Some(known) = self.known.get(&key) {
            return Some(Some(*known));
        }
        self.nodes += 1;
        (self.nodes <= MAX_NODES && depth <= MAX_DEPTH).then_some(None)
    }

    /// Empty points to play on, the string's own liberties first, then by the empty points beside
    /// them; the defender fills no eye.
    fn moves(&self, color: Color) -> Vec<Point> {
        let own = self.undo_board.liberty_set(self.stone);
        let mut points: Vec<Point> = self.space_now().iter().collect();
        points
            .retain(|point| color != self.defender || !self.undo_board.is_small_eye(color, *point));
        points.sort_by_key(|point| {
            let open = self.undo_board.neighbors(*point);
            let open = open.filter(|n| self.undo_board.is_empty(*n)).count();
            (!own.contains(*point), std::cmp::Reverse(open))
        });
        points
    }

    /// The points to play on that are empty: those of the beginning, those next to the string, and
    /// where an enemy beside it is captured or saved.
    fn space_now(&self) -> PointSet {
        let mut all = self.points | self.undo_board.liberty_set(self.stone);
        for enemy in self.undo_board.stones_beside(self.stone).iter() {
            if self.undo_board.liberties(enemy) == 1 {
                all |= surroundings(self.undo_board, enemy);
            }
        }
        self.undo_board.empty_among(all)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sgmp_board::rng::Rng;
    use sgmp_board::rules::{BoardSize, Move, diagram};

    fn read(text: &str, stone: &str) -> Option<Life> {
        LifeReader::new().read(&diagram::parse(text).unwrap(), Point::parse(stone).unwrap())
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

    /// Games by chance, in which nobody fills an eye: every string of each of their positions.
    #[test]
    fn it_reads_what_a_twin_that_copies_boards_reads() {
        let mut rng = Rng::from_seed(21);
        let mut reader = LifeReader::new();
        let mut found = [0; 4];
        for lines in [5, 7, 9] {
            let size = BoardSize::new(lines).unwrap();
            let points: Vec<Point> = Point::all(size).collect();
            for _ in 0..6 {
                let mut board = Board::new(size);
                let mut color = Color::Black;
                for _ in 0..2 * points.len() {
                    let point = points[rng.below(points.len() as u32) as usize];
                    let is_eye = board.is_small_eye(color, point);
                    if is_eye || board.play(color, Move::Play(point)).is_err() {
                        continue;
                    }
                    color = !color;
                    for stone in points.iter().filter(|p| board.anchor(**p) == Some(**p)) {
                        let life = reader.read(&board, *stone);
                        assert_eq!(
                            life,
                            crate::reading::reference_solver::read_life(&board, *stone),
                            "{board:?} {stone}"
                        );
                        found[kind(life)] += 1;
                    }
                }
            }
        }
        assert!(found.iter().all(|times| *times > 30), "{found:?}");
    }

    fn kind(life: Option<Life>) -> usize {
        match life {
            None => 0,
            Some(Life::Alive) => 1,
            Some(Life::Dead) => 2,
            Some(Life::Unsettled { .. }) => 3,
        }
    }
}

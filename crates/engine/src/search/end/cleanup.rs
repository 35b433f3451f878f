//! Play after the last pass, on a copy of the board: filling, capturing and joining that is
//! needed before a count is right.
//!
//! Only moves that must be made are made: a living string is saved or captured, neutral
//! points are filled. The sides take turns from
//! the one whose turn it is; in counting by territory nothing else changes the score.

use sgmp_board::rules::{Board, Color, Move, Point, PointSet, Territory, territory};
use sgmp_knowledge::reading::{Life, LifeReader};
use sgmp_knowledge::tactics::{Capture, captures_in_ladder};

/// A board on which nothing is left to do.
pub(super) struct Cleanup {
    board: Board,
    /// Stones on the board that are dead.
    dead: PointSet,
    /// Stones of living strings that more than a ladder may capture.
    unsettled: PointSet,
    /// Points played already: nothing is fought over twice.
    filled: PointSet,
}

/// A move and what it is worth in points.
struct Needed {
    point: Point,
    worth: usize,
}

impl Cleanup {
    /// A board with these strings dead, and these living ones open to attack.
    pub(super) fn new(board: &Board, dead: &PointSet, unsettled: &PointSet) -> Self {
        Self {
            board: board.clone(),
            dead: *dead,
            unsettled: *unsettled,
            filled: PointSet::EMPTY,
        }
    }

    /// Plays to the end, `color` first.
    pub(super) fn play(&mut self, mut color: Color) {
        let mut passes = 0;
        let most = 2 * u32::from(self.board.size().points());
        for _ in 0..most {
            match self.needed(color).or_else(|| self.fill(color)) {
                Some(point) => {
                    passes = 0;
                    self.make(color, point);
                }
                None => {
                    passes += 1;
                    let _ = self.board.play(color, Move::Pass);
                }
            }
            if passes == 2 {
                break;
            }
            color = !color;
        }
    }

    /// The board at the end.
    pub(super) const fn board(&self) -> &Board {
        &self.board
    }

    /// Territory at the end.
    pub(super) fn territory(&self) -> Territory {
        territory(&self.board, &self.dead)
    }

    /// The dead stones that are still on the board.
    pub(super) const fn dead(&self) -> &PointSet {
        &self.dead
    }

    /// Stones of the board it began with that were captured here or are dead at the end.
    pub(super) fn dead_of(&self, start: &Board) -> PointSet {
        let stones = Color::BOTH
            .into_iter()
            .flat_map(|color| start.stones(color).map(move |stone| (color, stone)));
        let lost = stones.filter(|(color, stone)| {
            self.board.color_at(*stone) != Some(*color) || self.dead.contains(*stone)
        });
        lost.map(|(_, stone)| stone).collect()
    }

    fn make(&mut self, color: Color, point: Point) {
        if self.board.play(color, Move::Play(point)).is_err() {
            return;
        }
        self.filled.insert(point);
        // What a move joins lives; what it captures is gone.
        for stone in self.board.string(point) {
            self.dead.remove(stone);
        }
        for stone in self.dead.iter() {
            if self.board.is_empty(stone) {
                self.dead.remove(stone);
            }
        }
        for (_, stone) in strings(&self.board) {
            if self.read(stone) == Some(Life::Dead) {
                self.dead.extend(self.board.string(stone));
            }
        }
    }

    /// The move most worth making; `None` if only neutral points are left.
    pub(super) fn needed(&self, color: Color) -> Option<Point> {
        let offers = strings(&self.board).filter_map(|(owner, stone)| {
            if self.dead.contains(stone) || !self.is_at_border(stone) {
                return None;
            }
            let point = if owner == color {
                self.save(stone, color)
            } else {
                self.capture(stone)
            }?;
            let again = self.filled.contains(point);
            (!again).then(|| Needed {
                point,
                worth: self.board.string_size(stone),
            })
        });
        offers
            .max_by_key(|needed| needed.worth)
            .map(|needed| needed.point)
    }

    /// Returns whether a living enemy stands next to a string: what dead stones capture is captured back.
    fn is_at_border(&self, stone: Point) -> bool {
        let enemy = self.board.color_at(stone).map(|color| !color);
        self.board
            .string(stone)
            .flat_map(|own| self.board.neighbors(own))
            .any(|n| self.board.color_at(n) == enemy && !self.dead.contains(n))
    }

    /// The move that captures a living string or takes its life.
    fn capture(&self, stone: Point) -> Option<Point> {
        threat(&self.board, stone).or_else(|| match self.read(stone)? {
            Life::Unsettled { kills, .. } => self.cheapest(kills, !self.board.color_at(stone)?),
            Life::Alive | Life::Dead => None,
        })
    }

    /// A move that saves a living string, if it needs one.
    fn save(&self, stone: Point, color: Color) -> Option<Point> {
        let read = self.read(stone);
        let saves = match read {
            Some(Life::Unsettled { saves, .. }) => saves,
            _ => {
                threat(&self.board, stone)?;
                exits(&self.board, stone)
            }
        };
        let lasting = saves.iter().filter(|point| {
            self.after(color, *point)
                .is_some_and(|after| threat(&after, stone).is_none())
        });
        self.cheapest(lasting.collect(), color)
            .or_else(|| self.cheapest(saves, color).filter(|_| read.is_some()))
    }

    fn read(&self, stone: Point) -> Option<Life> {
        let unsettled = self.unsettled.contains(stone);
        unsettled.then(|| LifeReader::new().read(&self.board, stone))?
    }

    /// The move that costs least: a capture nothing, a neutral point less than one's own.
    fn cheapest(&self, points: PointSet, color: Color) -> Option<Point> {
        let territory = self.territory();
        points.iter().min_by_key(|point| {
            let captures = self
                .board
                .neighbors(*point)
                .any(|n| self.board.color_at(n) == Some(!color) && self.board.liberties(n) == 1);
            (!captures, territory.owner(*point).is_some())
        })
    }

    /// A neutral point to fill that costs nothing, those between the two sides first.
    pub(super) fn fill(&self, color: Color) -> Option<Point> {
        let territory = self.territory();
        let touches = |point: Point, color: Color| {
            self.board
                .neighbors(point)
                .any(|n| self.board.color_at(n) == Some(color) && !self.dead.contains(n))
        };
        let harmless = |point: &Point| {
            self.board.is_empty(*point)
                && touches(*point, color)
                && self
                    .after(color, *point)
                    .is_some_and(|after| threat(&after, *point).is_none())
        };
        let (between, beside): (Vec<_>, Vec<_>) = territory
            .dame()
            .iter()
            .partition(|point| touches(*point, !color));
        between.into_iter().chain(beside).find(harmless)
    }

    fn after(&self, color: Color, point: Point) -> Option<Board> {
        let mut after = self.board.clone();
        after.play(color, Move::Play(point)).ok()?;
        Some(after)
    }
}

/// Every string, by color and one of its stones.
fn strings(board: &Board) -> impl Iterator<Item = (Color, Point)> {
    Color::BOTH
        .into_iter()
        .flat_map(move |color| board.stones(color).map(move |stone| (color, stone)))
        .filter(move |(_, stone)| board.anchor(*stone) == Some(*stone))
}

/// The move that captures a string, its opponent to move, if one does.
fn threat(board: &Board, stone: Point) -> Option<Point> {
    let hunter = !board.color_at(stone)?;
    match board.liberties(stone) {
        1 => {
            let point = board.liberty_set(stone).first()?;
            let mut after = board.clone();
            let taken = after.play(hunter, Move::Play(point)).ok()?;
            // A capture that is taken back with more is none; a ko is one.
            let back = after.liberties(point) == 1 && after.string_size(point) > usize::from(taken);
            (!back).then_some(point)
        }
        2 => match captures_in_ladder(board, stone) {
            Capture::By(point) => Some(point),
            Capture::Escapes => None,
        },
        _ => None,
    }
}

/// Points where a string may be saved: its liberties, and its captures.
fn exits(board: &Board, stone: Point) -> PointSet {
    let mut points = board.liberty_set(stone);
    let enemy = board.color_at(stone).map(|color| !color);
    for own in board.string(stone) {
        for n in board.neighbors(own) {
            if board.color_at(n) == enemy && board.liberties(n) == 1 {
                points |= board.liberty_set(n);
            }
        }
    }
    points
}

//! The number of eyes of a small closed space, from the game on its points alone.
//!
//! The owner, who stands all around, wants to split the space in two; the opponent wants to leave
//! one shape, which he may fill and play into again once his stones were taken (nakade). Every play
//! adds a stone or shrinks the space, so the game ends.

use sgmp_board::rules::{Board, Point, PointSet};

/// The largest space that is played out; a larger one makes two eyes.
pub(super) const MAX_SPACE: usize = 7;

/// The side to move in the space.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Turn {
    Own,
    Foe,
}

/// The stones in the space, a bit a point; a point of `own` is no space any more.
#[derive(Clone, Copy)]
struct ShapeState {
    own: u8,
    foe: u8,
}

/// The eyes of a space, by who plays there first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Worth {
    pub(super) first: u8,
    pub(super) second: u8,
    pub(super) twice: u8,
    /// Points where the owner gets `first` and the opponent holds him to `second`, if these differ:
    /// points that serve both, else those that serve either.
    pub(super) vital: PointSet,
}

/// A small space with its stones and empty points, and the eyes of each state of it that was played out.
pub(super) struct EyeShape {
    points: Vec<Point>,
    next: [u8; MAX_SPACE],
    foe: u8,
    /// By state and turn: 0 for not known yet, else one more than the eyes.
    known: Vec<u8>,
}

impl EyeShape {
    /// The space of these points; `None` if it is too large.
    pub(super) fn new(board: &Board, space: PointSet, foe: PointSet) -> Option<Self> {
        if space.len() > MAX_SPACE {
            return None;
        }
        let points: Vec<Point> = space.iter().collect();
        let mut next = [0; MAX_SPACE];
        let mut stones = 0;
        for (i, point) in points.iter().enumerate() {
            for n in board.neighbors(*point) {
                if let Some(j) = points.iter().position(|other| *other == n) {
                    next[i] |= 1 << j;
                }
            }
            stones |= u8::from(foe.contains(*point)) << i;
        }
        Some(Self {
            known: vec![0; 1 << (2 * points.len() + 1)],
            points,
            next,
            foe: stones,
        })
    }

    pub(super) fn worth(mut self) -> Worth {
        let start = ShapeState {
            own: 0,
            foe: self.foe,
        };
        let first = self.play(start, Turn::Own);
        let second = self.play(start, Turn::Foe);
        let (mut kills, mut saves) = (PointSet::EMPTY, PointSet::EMPTY);
        let mut twice = second;
        for place in 0..self.points.len() {
            if let Some(after) = self.after_foe(start, place) {
                twice = twice.min(self.play(after, Turn::Foe));
                if first > second && self.play(after, Turn::Own) == second {
                    kills.insert(self.points[place]);
                }
            }
            if let Some(after) = self.after_own(start, place)
                && first > second
                && self.play(after, Turn::Foe) == first
            {
                saves.insert(self.points[place]);
            }
        }
        let both = kills & saves;
        let vital = if both.is_empty() { kills | saves } else { both };
        Worth {
            first,
            second,
            twice,
            vital,
        }
    }

    const fn full(&self) -> u8 {
        ((1_u16 << self.points.len()) - 1) as u8
    }

    /// The part of `within` that hangs together with its lowest point.
    fn part(&self, within: u8) -> u8 {
        let mut part = within & within.wrapping_neg();
        loop {
            let mut grown = part;
            for (place, next) in self.next.iter().enumerate() {
                if part & (1 << place) != 0 {
                    grown |= next & within;
                }
            }
            if grown == part {
                return part;
            }
            part = grown;
        }
    }

    fn play(&mut self, state: ShapeState, turn: Turn) -> u8 {
        let space = self.full() & !state.own;
        let part = self.part(space);
        if part != space {
            return 2;
        }
        if space.count_ones() <= 2 {
            return u8::from(space != 0);
        }
        let stones = usize::from(state.own) << self.points.len() | usize::from(state.foe);
        let key = stones << 1 | usize::from(turn == Turn::Own);
        if self.known[key] > 0 {
            return self.known[key] - 1;
        }
        let is_two = match turn {
            Turn::Own => self.can_split(state),
            Turn::Foe => !self.can_hold(state),
        };
        let value = 1 + u8::from(is_two);
        self.known[key] = value + 1;
        value
    }

    /// Returns whether the owner, to move, gets two eyes; without a play that helps he passes, and
    /// the shape stays one.
    fn can_split(&mut self, state: ShapeState) -> bool {
        (0..self.points.len()).any(|place| {
            let after = self.after_own(state, place);
            after.is_some_and(|after| self.play(after, Turn::Foe) == 2)
        })
    }

    /// Returns whether the opponent, to move or pass, holds a shape of three or more points to one eye.
    fn can_hold(&mut self, state: ShapeState) -> bool {
        self.play(state, Turn::Own) == 1
            || (0..self.points.len()).any(|place| {
                let after = self.after_foe(state, place);
                after.is_some_and(|after| self.play(after, Turn::Own) == 1)
            })
    }

    fn after_own(&self, state: ShapeState, place: usize) -> Option<ShapeState> {
        let bit = 1 << place;
        if (state.own | state.foe) & bit != 0 {
            return None;
        }
        let own = state.own | bit;
        let mut foe = state.foe;
        let mut rest = self.full() & !own;
        while rest != 0 {
            let part = self.part(rest);
            if part & !foe == 0 {
                foe &= !part;
            }
            rest &= !part;
        }
        Some(ShapeState { own, foe })
    }

    /// `None` where there is no room: the last empty point would be suicide.
    fn after_foe(&self, state: ShapeState, place: usize) -> Option<ShapeState> {
        let bit = 1 << place;
        let empty = self.full() & !state.own & !state.foe;
        (empty & bit != 0 && empty != bit).then_some(ShapeState {
            own: state.own,
            foe: state.foe | bit,
        })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::super::testing::points;
    use super::*;
    use sgmp_board::rules::BoardSize;

    fn worth(space: &str, foe: &str) -> (u8, u8, u8, PointSet) {
        let board = Board::new(BoardSize::NINETEEN);
        let shape = EyeShape::new(&board, points(space), points(foe)).unwrap();
        let worth = shape.worth();
        (worth.first, worth.second, worth.twice, worth.vital)
    }

    #[test]
    fn the_shapes_of_the_books() {
        let none = PointSet::EMPTY;
        assert_eq!(worth("C3", ""), (1, 1, 1, none));
        assert_eq!(worth("C3 D3", ""), (1, 1, 1, none));
        assert_eq!(worth("C3 D3 E3", ""), (2, 1, 1, points("D3")));
        assert_eq!(worth("C3 D3 D4", ""), (2, 1, 1, points("D3")), "bent three");
        assert_eq!(worth("C3 D3 E3 F3", ""), (2, 2, 1, none), "four in a row");
        assert_eq!(worth("C3 D3 E3 D4", ""), (2, 1, 1, points("D3")), "pyramid");
        assert_eq!(worth("C3 D3 C4 D4", ""), (1, 1, 1, none), "square");
        let bulky = worth("C3 D3 C4 D4 E3", "");
        assert_eq!(bulky, (2, 1, 1, points("D3")), "bulky five");
        let cross = worth("D3 D4 D5 C4 E4", "");
        assert_eq!(cross, (2, 1, 1, points("D4")), "cross");
        let rabbit = worth("D3 D4 D5 C4 E4 E3", "");
        assert_eq!(rabbit, (2, 1, 1, points("D4")), "rabbity six");
        assert_eq!(worth("C3 D3 E3 C4 D4 E4", "").1, 2, "two rows of three");
    }

    /// Eyes of a space by every play there is, on sets of points: the judge of [`EyeShape::play`].
    #[derive(Default)]
    struct Slow(HashMap<(PointSet, PointSet, bool), u8>);

    impl Slow {
        fn eyes(&mut self, board: &Board, space: PointSet, foe: PointSet, own_moves: bool) -> u8 {
            let parts = parts(board, space);
            if parts.len() != 1 || space.len() <= 2 {
                return parts.len().min(2) as u8;
            }
            if let Some(known) = self.0.get(&(space, foe, own_moves)) {
                return *known;
            }
            let free = space - foe;
            let mut results = Vec::new();
            for point in free.iter() {
                let point = PointSet::single(point);
                if own_moves {
                    let rest = space - point;
                    let taken = parts_within(board, rest, foe);
                    results.push(self.eyes(board, rest, foe - taken, false));
                } else if free.len() > 1 {
                    results.push(self.eyes(board, space, foe | point, true));
                }
            }
            let eyes = if own_moves {
                results.into_iter().fold(1, u8::max)
            } else {
                let passed = self.eyes(board, space, foe, true);
                results.into_iter().fold(passed, u8::min)
            };
            self.0.insert((space, foe, own_moves), eyes);
            eyes
        }
    }

    fn parts(board: &Board, mut space: PointSet) -> Vec<PointSet> {
        let mut parts = Vec::new();
        while let Some(first) = space.first() {
            let mut part = PointSet::single(first);
            loop {
                let grown = part.iter().flat_map(|point| board.neighbors(point));
                let grown = part | grown.filter(|point| space.contains(*point)).collect();
                if grown == part {
                    break;
                }
                part = grown;
            }
            space = space - part;
            parts.push(part);
        }
        parts
    }

    /// The parts that hold nothing but these stones.
    fn parts_within(board: &Board, space: PointSet, stones: PointSet) -> PointSet {
        let parts = parts(board, space).into_iter();
        let full = parts.filter(|part| (*part - stones).is_empty());
        full.fold(PointSet::EMPTY, |all, part| all | part)
    }

    #[test]
    fn every_play_gives_the_same() {
        let board = Board::new(BoardSize::NINETEEN);
        let field = points("C3 D3 E3 C4 D4 E4 C5 D5 E5 F3");
        let all: Vec<Point> = field.iter().collect();
        let chosen = |bits: usize| -> PointSet {
            let places = (0..all.len()).filter(|place| bits >> place & 1 == 1);
            places.map(|place| all[place]).collect()
        };
        let mut slow = Slow::default();
        let mut compared = 0;
        for space in (1..1 << all.len()).map(chosen) {
            if space.len() > MAX_SPACE || parts(&board, space).len() != 1 {
                continue;
            }
            for foe in (0..1 << all.len()).map(chosen) {
                if !(foe - space).is_empty() || foe == space {
                    continue;
                }
                let found = EyeShape::new(&board, space, foe).unwrap().worth();
                let eyes = (found.first, found.second);
                let [first, second] = [true, false].map(|own| slow.eyes(&board, space, foe, own));
                assert_eq!(eyes, (first, second), "{space:?} with {foe:?}");
                compared += 1;
            }
        }
        assert!(compared > 5_000, "{compared}");
    }

    #[test]
    fn stones_inside_count() {
        assert_eq!(worth("C3 D3 E3", "D3").0, 1);
        assert_eq!(worth("C3 D3 E3 F3", "D3 E3").0, 1);
        assert_eq!(worth("C3 D3 E3 F3", "D3").0, 2);
        assert_eq!(worth("C3 D3 E3 F3 G3", "").2, 2);
    }
}

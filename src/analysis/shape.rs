//! How many eyes a small closed space makes: the game on its points alone.
//!
//! The owner, who stands all around, wants to split the space in two; the opponent wants to leave
//! one shape, which he may fill and play into again once his stones were taken (nakade). Every play
//! adds a stone or shrinks the space, so the game ends.

use crate::rules::{Board, Point, PointSet};

/// The largest space that is played out; a larger one makes two eyes.
pub(super) const LARGEST: usize = 7;

/// Whose move it is in the space.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Turn {
    Own,
    Foe,
}

/// The stones in the space, a bit a point; a point of `own` is no space any more.
#[derive(Clone, Copy)]
struct State {
    own: u8,
    foe: u8,
}

/// What a space is worth, in eyes, by who plays there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Worth {
    pub(super) first: u8,
    pub(super) second: u8,
    pub(super) twice: u8,
    /// Where the owner gets `first` and the opponent holds him to `second`, if these differ: points
    /// that serve both, else those that serve either.
    pub(super) vital: PointSet,
}

/// See the module.
pub(super) struct Shape {
    points: Vec<Point>,
    next: [u8; LARGEST],
    foe: u8,
    /// By state and turn: 0 for not known yet, else one more than the eyes.
    known: Vec<u8>,
}

impl Shape {
    /// The space of these points; `None` if it is too large.
    pub(super) fn new(board: &Board, space: PointSet, foe: PointSet) -> Option<Self> {
        if space.len() > LARGEST {
            return None;
        }
        let points: Vec<Point> = space.iter().collect();
        let mut next = [0; LARGEST];
        let mut stones = 0;
        for (i, point) in points.iter().enumerate() {
            for n in board.neighbours(*point) {
                if let Some(j) = points.iter().position(|other| *other == n) {
                    next[i] |= 1 << j;
                }
            }
            stones |= u8::from(foe.contains(*point)) << i;
        }
        Some(Self {
            points,
            next,
            foe: stones,
            known: vec![0; 1 << (2 * LARGEST + 1)],
        })
    }

    /// Plays it out.
    pub(super) fn worth(mut self) -> Worth {
        let start = State {
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

    fn play(&mut self, state: State, turn: Turn) -> u8 {
        let space = self.full() & !state.own;
        let part = self.part(space);
        if part != space {
            return 2;
        }
        if space.count_ones() <= 2 {
            return u8::from(space != 0);
        }
        let mine = turn == Turn::Own;
        let key =
            (usize::from(state.own) << LARGEST | usize::from(state.foe)) << 1 | usize::from(mine);
        if self.known[key] > 0 {
            return self.known[key] - 1;
        }
        // Who has no play that helps passes: the shape stays one.
        let mut value = if mine { 1 } else { self.settled(state) };
        for place in 0..self.points.len() {
            if mine {
                if let Some(after) = self.after_own(state, place) {
                    value = value.max(self.play(after, Turn::Foe));
                }
            } else if let Some(after) = self.after_foe(state, place) {
                value = value.min(self.play(after, Turn::Own));
            }
        }
        self.known[key] = value + 1;
        value
    }

    /// What comes of a shape in which the opponent passes.
    fn settled(&mut self, state: State) -> u8 {
        self.play(state, Turn::Own)
    }

    fn after_own(&self, state: State, place: usize) -> Option<State> {
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
        Some(State { own, foe })
    }

    /// `None` where there is no room: the last empty point would be suicide.
    fn after_foe(&self, state: State, place: usize) -> Option<State> {
        let bit = 1 << place;
        let empty = self.full() & !state.own & !state.foe;
        (empty & bit != 0 && empty != bit).then_some(State {
            own: state.own,
            foe: state.foe | bit,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::points;
    use super::*;
    use crate::rules::BoardSize;

    fn worth(space: &str, foe: &str) -> (u8, u8, u8, PointSet) {
        let board = Board::new(BoardSize::NINETEEN);
        let shape = Shape::new(&board, points(space), points(foe)).unwrap();
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

    #[test]
    fn stones_inside_count() {
        assert_eq!(worth("C3 D3 E3", "D3").0, 1);
        assert_eq!(worth("C3 D3 E3 F3", "D3 E3").0, 1);
        assert_eq!(worth("C3 D3 E3 F3", "D3").0, 2);
        assert_eq!(worth("C3 D3 E3 F3 G3", "").2, 2);
    }
}

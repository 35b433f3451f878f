//! The eight ways to lay a board: a net judges each of them a little differently.

use super::plane::ROW;
use super::{Inputs, Plane, TeacherInputs};

/// A way to lay the board: mirrored left to right, mirrored top to bottom, rows and columns exchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Symmetry(u8);

impl Symmetry {
    /// All eight; the first one changes nothing.
    pub const ALL: [Self; 8] = [
        Self(0),
        Self(1),
        Self(2),
        Self(3),
        Self(4),
        Self(5),
        Self(6),
        Self(7),
    ];

    /// The column and row, from the upper left, to which a point goes on a board of so many lines.
    const fn turned(self, (x, y): (usize, usize), lines: usize) -> (usize, usize) {
        let x = if self.0 & 1 == 0 { x } else { lines - 1 - x };
        let y = if self.0 & 2 == 0 { y } else { lines - 1 - y };
        if self.0 & 4 == 0 { (x, y) } else { (y, x) }
    }

    /// The index to which index `y * lines + x` goes.
    #[must_use]
    pub const fn index(self, index: usize, lines: usize) -> usize {
        let (x, y) = self.turned((index % lines, index / lines), lines);
        y * lines + x
    }

    /// The same position, laid another way.
    #[must_use]
    pub fn inputs(self, inputs: &Inputs) -> Inputs {
        let lines = usize::from(inputs.size);
        Inputs {
            size: inputs.size,
            planes: inputs
                .planes
                .each_ref()
                .map(|plane| self.plane(plane, lines)),
            globals: inputs.globals,
        }
    }

    /// The same position as a teacher's net sees it, laid another way.
    pub(crate) fn teacher_inputs(self, inputs: &TeacherInputs) -> TeacherInputs {
        let lines = usize::from(inputs.size);
        TeacherInputs {
            size: inputs.size,
            planes: inputs
                .planes
                .each_ref()
                .map(|plane| self.plane(plane, lines)),
            globals: inputs.globals,
        }
    }

    fn plane(self, plane: &Plane, lines: usize) -> Plane {
        let mut turned = Plane::EMPTY;
        for index in 0..lines * lines {
            if plane.has(index / lines * ROW + index % lines) {
                let to = self.index(index, lines);
                let place = to / lines * ROW + to % lines;
                turned.0[place / 64] |= 1 << (place % 64);
            }
        }
        turned
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_way_moves_every_point_to_one_of_its_own() {
        for symmetry in Symmetry::ALL {
            let mut places: Vec<_> = (0..49).map(|index| symmetry.index(index, 7)).collect();
            places.sort_unstable();
            assert_eq!(places, (0..49).collect::<Vec<_>>());
        }
        let corners = Symmetry::ALL.map(|symmetry| symmetry.index(1, 7));
        assert_eq!(corners, [1, 5, 43, 47, 7, 35, 13, 41]);
    }
}

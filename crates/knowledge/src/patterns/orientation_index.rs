//! An index of all orientations by the contents of a point and its four neighbors.
//
// A library has some 341 patterns in 8 orientations, and each would have to be compared with 361
// points for 2 colors after every move. Each orientation is looked for at its anchor alone, the cell
// with the most telling neighborhood. A point and its four neighbors have 4^5 = 1024 contents (mine,
// theirs, empty, off the board); for each of them the index lists the orientations whose anchor and
// neighbors allow it, so that few are left to be compared in full.

use std::collections::HashSet;
use std::sync::LazyLock;

use super::library::Library;
use super::orientation::Orientation;
use super::windows::{Offset, Windows};
use crate::joseki::Symmetry;
use sgmp_board::rules::{Color, Point};

/// Number of contents of a point and its four neighbors, each of four kinds.
const KEYS: usize = 4_usize.pow(5);

/// The orientations of all patterns.
#[derive(Clone, Debug)]
pub(super) struct OrientationIndex {
    /// Sorted by falling reach, so that a distant change concerns the first ones only.
    pub(super) orientations: Vec<Orientation>,
    /// The orientations that each key allows, in their order.
    by_key: Vec<Vec<u16>>,
}

impl OrientationIndex {
    /// The index of the library that the program carries, made at the first use.
    pub(super) fn embedded() -> &'static Self {
        static INDEX: LazyLock<OrientationIndex> =
            LazyLock::new(|| OrientationIndex::new(Library::embedded()));
        &INDEX
    }

    pub(super) fn new(library: &Library) -> Self {
        let mut orientations: Vec<Orientation> = Vec::new();
        for (place, pattern) in (0..).zip(library.patterns()) {
            let mut seen = HashSet::new();
            for symmetry in Symmetry::ALL {
                let Some(orientation) = Orientation::new(place, &pattern.diagram, symmetry) else {
                    continue;
                };
                let facts = pattern.conditions.iter();
                let named = facts
                    .flat_map(|fact| [Some(fact.cell), fact.other()])
                    .flatten();
                if seen.insert(orientation.identity(&pattern.tree, named)) {
                    orientations.push(orientation);
                }
            }
        }
        orientations.sort_by_key(|orientation| std::cmp::Reverse(orientation.reach));
        let mut by_key = vec![Vec::new(); KEYS];
        for (number, orientation) in (0..).zip(&orientations) {
            for (key, list) in by_key.iter_mut().enumerate() {
                let allowed = |place: usize| orientation.key[place][key >> (2 * place) & 3];
                if (0..5).all(allowed) {
                    list.push(number);
                }
            }
        }
        Self {
            orientations,
            by_key,
        }
    }

    /// The largest reach of all orientations, 0 to 7.
    pub(super) fn reach(&self) -> u8 {
        self.orientations
            .first()
            .map_or(0, |orientation| orientation.reach)
    }

    /// Adds, in order, the orientations with at least this reach that match with their anchor on a
    /// point.
    pub(super) fn find(
        &self,
        windows: &Windows,
        at: Point,
        mover: Color,
        reach: u8,
        found: &mut Vec<u16>,
    ) {
        let candidates = &self.by_key[key(windows, at, mover)];
        for number in candidates {
            let orientation = &self.orientations[usize::from(*number)];
            if orientation.reach < reach {
                return;
            }
            let window = orientation.window(at);
            if orientation.fits(window, windows.size())
                && orientation.shows(windows.view(window.0, window.1, mover))
            {
                found.push(*number);
            }
        }
    }
}

/// The contents of a point and of its left, right, lower and upper neighbor, two bits each.
fn key(windows: &Windows, at: Point, mover: Color) -> usize {
    let view = windows.view(at.column() as Offset - 1, at.row() as Offset - 1, mover);
    // Bits of the window's second point in its second row, and of its neighbors.
    const PLACES: [u32; 5] = [9, 8, 10, 1, 17];
    let kinds = [view.mine, view.theirs, view.empty(), view.off];
    let kind = |place: u32| {
        kinds
            .iter()
            .position(|mask| mask >> place & 1 != 0)
            .unwrap_or(0)
    };
    let bits = PLACES.into_iter().enumerate();
    bits.map(|(number, place)| kind(place) << (2 * number))
        .sum()
}

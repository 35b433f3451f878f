//! The surroundings of a string.

use super::undo_board::{Permission, UndoBoard};
use sgmp_board::rules::{Color, Point, PointSet};

/// Strings told of at most; a string with more neighbors is too large to matter.
const MAX_STRINGS: usize = 24;

/// Anchors of different strings.
#[derive(Clone, Copy, Debug)]
pub(super) struct StringList {
    anchors: [Option<Point>; MAX_STRINGS],
    len: usize,
}

impl StringList {
    pub(super) const fn new() -> Self {
        Self {
            anchors: [None; MAX_STRINGS],
            len: 0,
        }
    }

    pub(super) fn push(&mut self, anchor: Point) {
        if self.len < MAX_STRINGS && !self.anchors[..self.len].contains(&Some(anchor)) {
            self.anchors[self.len] = Some(anchor);
            self.len += 1;
        }
    }

    pub(super) fn any(&self, is_such: impl FnMut(Point) -> bool) -> bool {
        self.iter().any(is_such)
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = Point> + use<> {
        self.anchors.into_iter().take(self.len).flatten()
    }
}

/// The only liberty of a lone stone, where who takes the stone may be in a ko.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LoneLiberty {
    /// It is a ko.
    Ko,
    /// It is one once the stone's side plays here.
    Gap(Point),
    /// It is one if a stone of its side, in atari too, is saved.
    Loose,
}

impl UndoBoard {
    /// The opponent's strings next to the string of a stone.
    pub(super) fn enemies(&self, stone: Point) -> StringList {
        match self.color_at(stone) {
            Some(own) if self.string_size(stone) == 1 => self.strings_beside(stone, !own),
            Some(own) => self.strings_next_to(self.string_set(stone), !own),
            None => StringList::new(),
        }
    }

    /// The opponent's stones next to the string of a stone.
    pub(super) fn stones_beside(&self, stone: Point) -> PointSet {
        self.color_at(stone).map_or(PointSet::EMPTY, |own| {
            self.stones_among(self.string_set(stone).next_to(), !own)
        })
    }

    /// The strings of a color next to a point, in the order of their first points there.
    fn strings_beside(&self, point: Point, color: Color) -> StringList {
        let mut found = StringList::new();
        for n in self.sorted_neighbors(point) {
            if self.color_at(n) == Some(color) {
                found.push(self.anchor(n));
            }
        }
        found
    }

    /// The strings of a color next to any of some points.
    pub(super) fn strings_next_to(&self, points: PointSet, color: Color) -> StringList {
        self.strings_among(points.next_to(), color)
    }

    /// The strings of a color that have stones among some points.
    pub(super) fn strings_among(&self, points: PointSet, color: Color) -> StringList {
        let mut found = StringList::new();
        for stone in self.stones_among(points, color).iter() {
            found.push(self.anchor(stone));
        }
        found
    }

    /// The empty points next to any of some points.
    pub(super) fn empty_next_to(&self, points: PointSet) -> PointSet {
        self.empty_among(points.next_to())
    }

    /// The liberties that a string of `color` would have after a stone on an empty point; what it
    /// captures counts by the points next to the stone only.
    pub(super) fn liberties_after(&self, color: Color, point: Point) -> PointSet {
        let mut free = PointSet::EMPTY;
        for n in self.neighbors(point) {
            match self.color_at(n) {
                Some(other) if other == color => free |= self.liberty_set(n),
                Some(_) if self.liberties(n) > 1 => {}
                _ => _ = free.insert(n),
            }
        }
        free.remove(point);
        free
    }

    /// Returns whether a point is an eye of a color that is not false: empty, its stones or the
    /// edge on all four sides, and fewer than two of the opponent's at the corners, the edge
    /// counting as one.
    pub(super) fn is_small_eye(&self, color: Color, point: Point) -> bool {
        let (mut own, mut open) = (0, 0);
        for n in self.neighbors(point) {
            open += 1;
            own += usize::from(self.color_at(n) == Some(color));
        }
        let corners = self.corners(point);
        let hostile = corners
            .filter(|n| self.color_at(*n) == Some(!color))
            .count();
        self.is_empty(point) && own == open && hostile + usize::from(open < 4) < 2
    }

    /// Returns whether a stone of `color` on a point would capture.
    pub(super) fn captures(&self, color: Color, point: Point) -> bool {
        self.neighbors(point)
            .any(|n| self.color_at(n) == Some(!color) && self.liberties(n) == 1)
    }

    /// Returns whether the string of a stone is in atari and may be captured now.
    pub(super) fn may_capture(&self, stone: Point) -> bool {
        let hunter = self.color_at(stone).map(|color| !color);
        let exit = self.first_liberty(stone);
        self.liberties(stone) == 1
            && hunter
                .zip(exit)
                .is_some_and(|(hunter, exit)| self.permission(hunter, exit) == Permission::Allowed)
    }

    /// The kind of ko, if any, at a stone's only liberty: it must be alone and in atari, and its
    /// opponent would stand between stones of its color.
    pub(super) fn lone_liberty(&self, stone: Point) -> Option<LoneLiberty> {
        if self.string_size(stone) != 1 || self.liberties(stone) != 1 {
            return None;
        }
        let own = self.color_at(stone);
        let exit = self.first_liberty(stone)?;
        let mut lone_liberty = LoneLiberty::Ko;
        for n in self.neighbors(exit).filter(|n| *n != stone) {
            lone_liberty = match lone_liberty {
                LoneLiberty::Ko if self.is_empty(n) => LoneLiberty::Gap(n),
                LoneLiberty::Ko if self.color_at(n) == own && self.liberties(n) == 1 => {
                    LoneLiberty::Loose
                }
                before if self.color_at(n) == own => before,
                _ => return None,
            };
        }
        Some(lone_liberty)
    }
}

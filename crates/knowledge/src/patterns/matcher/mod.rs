//! The patterns that match on a board, updated incrementally.
//
// The matcher keeps the orientations that match at each point, sorted by falling reach. A stone that
// changes at distance d can only matter to orientations that reach d or farther, which are the first
// ones of the list: those are matched again, the others are kept.

use std::borrow::Cow;

use super::condition_oracle::ConditionOracle;
use super::library::Library;
use super::orientation::Orientation;
use super::orientation_index::OrientationIndex;
use super::pattern::Pattern;
use super::pattern_diagram::{Cell, Diagram};
use super::windows::Windows;
use sgmp_board::rules::{Board, BoardSize, Color, Move, Point, PointSet};

/// A pattern that matches on a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PatternMatch<'a> {
    /// The pattern of the library that matches.
    pub pattern: &'a Pattern,
    /// The side whose move it suggests.
    pub color: Color,
    /// The point of the move, on this board.
    pub point: Point,
    /// The point of each cell of the diagram.
    places: [Option<Point>; 64],
}

impl PatternMatch<'_> {
    /// The point of a cell of the diagram; `None` outside the board or the diagram.
    #[must_use]
    pub const fn place(&self, cell: Cell) -> Option<Point> {
        self.places[cell.index()]
    }

    /// The tree on this board: each move with the number of moves before it, a pass where a side
    /// plays elsewhere.
    pub fn tree(&self) -> impl Iterator<Item = (u8, Move)> {
        self.pattern.tree.steps().iter().map(|step| {
            let point = step.cell.and_then(|cell| self.place(cell));
            (step.depth, point.map_or(Move::Pass, Move::Play))
        })
    }

    /// Returns whether it is the same pattern with the same moves.
    fn repeats(&self, other: &Self) -> bool {
        std::ptr::eq(self.pattern, other.pattern)
            && self.point == other.point
            && self.tree().eq(other.tree())
    }

    /// The lines of the tree from its first move to a last one.
    #[must_use]
    pub fn lines(&self) -> Vec<Vec<Move>> {
        let lines = self.pattern.tree.lines().into_iter();
        let mv = |cell: Option<Cell>| {
            let point = cell.and_then(|cell| self.place(cell));
            point.map_or(Move::Pass, Move::Play)
        };
        lines
            .map(|line| line.into_iter().map(mv).collect())
            .collect()
    }
}

impl Library {
    /// The patterns of the library that the program carries that match on a board for a color to
    /// move. [`Matcher`] does the same at less cost where one position follows another.
    #[must_use]
    pub fn matches<A: ConditionOracle>(
        board: &Board,
        color: Color,
        oracle: &A,
    ) -> Vec<PatternMatch<'static>> {
        Matcher::embedded(board).matches(board, color, oracle)
    }
}

/// The patterns whose diagrams lie on a board, for both colors.
#[derive(Clone, Debug)]
pub struct Matcher<'a> {
    library: &'a Library,
    index: Cow<'a, OrientationIndex>,
    windows: Windows,
    /// The orientations with their anchor on each point, for each color to move.
    found: [Vec<Vec<u16>>; 2],
}

impl Matcher<'static> {
    /// The patterns that the program carries, on a board.
    #[must_use]
    pub fn embedded(board: &Board) -> Self {
        let index = Cow::Borrowed(OrientationIndex::embedded());
        Self::with(Library::embedded(), index, board)
    }
}

impl<'a> Matcher<'a> {
    /// Matches the patterns of a library on a board; indexing the library takes some milliseconds.
    #[must_use]
    pub fn new(library: &'a Library, board: &Board) -> Self {
        Self::with(library, Cow::Owned(OrientationIndex::new(library)), board)
    }

    fn with(library: &'a Library, index: Cow<'a, OrientationIndex>, board: &Board) -> Self {
        let mut matcher = Self {
            library,
            index,
            windows: Windows::new(board.size()),
            found: [vec![Vec::new(); Point::AREA], vec![Vec::new(); Point::AREA]],
        };
        matcher.start(board);
        matcher
    }

    /// Matches at every point of a board.
    fn start(&mut self, board: &Board) {
        let size = board.size();
        for point in Point::all(size) {
            if let Some(color) = board.color_at(point) {
                self.windows.set(point, Some(color));
            }
        }
        for color in Color::BOTH {
            for point in Point::all(size) {
                let list = &mut self.found[color as usize][point.index()];
                list.clear();
                self.index.find(&self.windows, point, color, 0, list);
            }
        }
    }

    /// The size of the board, fixed for the matcher.
    #[must_use]
    pub const fn size(&self) -> BoardSize {
        self.windows.size()
    }

    /// Moves on to another position: finds the points whose stones differ, and matches near them
    /// again.
    pub fn follow(&mut self, board: &Board) {
        if board.size() != self.size() {
            self.windows = Windows::new(board.size());
            self.start(board);
            return;
        }
        let changed = Point::all(board.size());
        let changed = changed.filter(|p| self.windows.stone(*p) != board.color_at(*p));
        let changed: PointSet = changed.collect();
        self.update(board, &changed);
    }

    /// Moves on to another position of the same size in which only these points have changed.
    pub(crate) fn update(&mut self, board: &Board, changed: &PointSet) {
        let changed: Vec<Point> = changed.iter().filter(|p| p.is_on(self.size())).collect();
        for point in &changed {
            self.windows.set(*point, board.color_at(*point));
        }
        if changed.is_empty() {
            return;
        }
        for point in Point::all(self.size()) {
            let distances = changed.iter().map(|other| {
                let across = point.column().abs_diff(other.column());
                across.max(point.row().abs_diff(other.row()))
            });
            let distance = distances.min().unwrap_or(u8::MAX);
            if distance <= self.index.reach() {
                self.look_again(point, distance);
            }
        }
    }

    /// Matches the orientations at a point again that reach this far; the others are unchanged.
    fn look_again(&mut self, point: Point, distance: u8) {
        for color in Color::BOTH {
            let list = &mut self.found[color as usize][point.index()];
            let orientations = &self.index.orientations;
            let reaches = |number: &u16| orientations[usize::from(*number)].reach >= distance;
            let far = list.iter().take_while(|number| reaches(number)).count();
            let mut fresh = Vec::new();
            self.index
                .find(&self.windows, point, color, distance, &mut fresh);
            if far > 0 || !fresh.is_empty() {
                list.splice(..far, fresh);
            }
        }
    }

    /// The patterns that match for a color to move, with their conditions; moves that the rules
    /// forbid on the board, which is the one of the last call, are left out.
    #[must_use]
    pub fn matches<A: ConditionOracle>(
        &self,
        board: &Board,
        color: Color,
        oracle: &A,
    ) -> Vec<PatternMatch<'a>> {
        let library: &'a Library = self.library;
        let mut matches: Vec<PatternMatch<'a>> = Vec::new();
        for point in Point::all(self.size()) {
            for number in &self.found[color as usize][point.index()] {
                let orientation = &self.index.orientations[usize::from(*number)];
                let pattern = &library.patterns()[usize::from(orientation.pattern)];
                let places = places(orientation, &pattern.diagram, point, self.size());
                let mut conditions = pattern.conditions.iter();
                let holds = conditions.all(|a| a.holds(oracle, color, |cell| places[cell.index()]));
                let first = places[pattern.tree.first().index()];
                let first = first.filter(|first| holds && board.legality(color, *first).is_ok());
                let Some(point) = first else { continue };
                let found = PatternMatch {
                    pattern,
                    color,
                    point,
                    places,
                };
                // Images that differ in their letters alone say the same.
                if !matches.iter().any(|other| found.repeats(other)) {
                    matches.push(found);
                }
            }
        }
        matches
    }

    /// The diagrams that lie on the board for a color to move, whatever else has to hold.
    #[cfg(test)]
    pub(super) fn diagrams(&self, color: Color) -> Vec<&'a Pattern> {
        let library: &'a Library = self.library;
        let lists = self.found[color as usize].iter().flatten();
        let orientations = lists.map(|number| &self.index.orientations[usize::from(*number)]);
        orientations
            .map(|orientation| &library.patterns()[usize::from(orientation.pattern)])
            .collect()
    }
}

/// The points of the cells of an orientation's diagram.
fn places(
    orientation: &Orientation,
    diagram: &Diagram,
    at: Point,
    size: BoardSize,
) -> [Option<Point>; 64] {
    let (column, row) = orientation.window(at);
    let mut places = [None; 64];
    for cell in diagram.cells() {
        let mapped = orientation.cell_map.cell(cell);
        let column = mapped.column().checked_add_signed(column);
        let row = mapped.row().checked_add_signed(row);
        let point = column
            .zip(row)
            .and_then(|(column, row)| Point::new(column, row));
        places[cell.index()] = point.filter(|point| point.is_on(size));
    }
    places
}

#[cfg(test)]
mod tests;

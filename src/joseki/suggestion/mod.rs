//! What the book says in a game.

use std::fmt;

use super::book::Book;
use super::canonical_position::{BookPosition, CanonicalPosition};
use super::graph::{Graph, NodeId};
use super::mark::{Mark, Source};
use super::symmetry::Symmetry;
use crate::rules::{Board, BoardSize, Color, Game, Move, Point};

/// The largest corner that is looked at, in lines.
const MAX_CORNER_LINES: u8 = 12;

/// The smallest board whose corners are looked up.
const MIN_BOARD_LINES: u8 = 13;

/// Moves of a variation at most.
const MAX_VARIATION_MOVES: usize = 12;

/// A corner of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Corner {
    /// Where the text is written: Q16 on 19 lines.
    UpperRight,
    /// D16.
    UpperLeft,
    /// Q4.
    LowerRight,
    /// D4.
    LowerLeft,
}

impl Corner {
    /// All of them.
    pub const ALL: [Self; 4] = [
        Self::UpperRight,
        Self::UpperLeft,
        Self::LowerRight,
        Self::LowerLeft,
    ];

    /// The symmetry that brings it to the upper right and, being a mirror, back.
    const fn symmetry(self) -> Symmetry {
        match self {
            Self::UpperRight => Symmetry::IDENTITY,
            Self::UpperLeft => Symmetry::LEFT_TO_RIGHT,
            Self::LowerRight => Symmetry::BOTTOM_TO_TOP,
            Self::LowerLeft => Symmetry::TURNED,
        }
    }

    /// Where a point of a board lies in the upper right corner of 19 lines.
    #[must_use]
    pub fn to_book(self, point: Point, size: BoardSize) -> Option<Point> {
        let shift = BoardSize::NINETEEN.lines() - size.lines();
        let point = self.symmetry().point(point, size);
        Point::new(point.column() + shift, point.row() + shift)
    }

    /// Where a point of the upper right corner of 19 lines lies on a board; `None` off it.
    #[must_use]
    pub fn from_book(self, point: Point, size: BoardSize) -> Option<Point> {
        let shift = BoardSize::NINETEEN.lines() - size.lines();
        let column = point.column().checked_sub(shift)?;
        let row = point.row().checked_sub(shift)?;
        Some(self.symmetry().point(Point::new(column, row)?, size))
    }
}

impl fmt::Display for Corner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::UpperRight => "upper right",
            Self::UpperLeft => "upper left",
            Self::LowerRight => "lower right",
            Self::LowerLeft => "lower left",
        })
    }
}

/// What a suggestion looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scope {
    /// A corner and its joseki.
    Corner(Corner),
    /// The whole board.
    Board,
}

/// A move that the book knows in a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suggestion {
    /// Where.
    pub point: Point,
    /// How good it is there; never [`Mark::Bad`].
    pub mark: Mark,
    /// Who says so.
    pub source: Source,
    /// What it looks at.
    pub scope: Scope,
    /// Its place among the moves that the book knows there, 0 for the first.
    pub rank: usize,
    /// What the position after it is called.
    pub name: Option<&'static str>,
    /// What is said of that position.
    pub comment: Option<&'static str>,
    /// The move and what is expected to follow, both sides in turn.
    pub variation: Vec<Move>,
}

/// A move that the book knows on a board, without its words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KnownMove {
    /// Where; it may not be legal.
    pub point: Point,
    /// How good it is there.
    pub mark: Mark,
    /// Its place among the moves that the book knows there, 0 for the first.
    pub rank: usize,
}

/// The joseki of the corners.
#[derive(Clone, Copy, Debug)]
pub struct Joseki(&'static Graph);

impl Joseki {
    /// The joseki that the program carries.
    #[must_use]
    pub fn embedded() -> Self {
        Self::from_book(Book::embedded())
    }

    /// The joseki of another book.
    #[must_use]
    pub const fn from_book(book: &'static Book) -> Self {
        Self(book.corner())
    }

    /// What a color may play in the four corners, the urgent ones first, follow-ups last.
    ///
    /// A corner is looked up with as much around it as the book knows together with it; nothing is
    /// known of boards below 13 lines.
    #[must_use]
    pub fn suggest(&self, game: &Game, color: Color) -> Vec<Suggestion> {
        let all = Corner::ALL
            .into_iter()
            .flat_map(|corner| self.suggest_in(corner, game, color));
        ranked(all.collect())
    }

    /// What a color may play in a corner, in the book's order.
    #[must_use]
    pub fn suggest_in(&self, corner: Corner, game: &Game, color: Color) -> Vec<Suggestion> {
        let Some(found) = Found::in_corner(self.0, corner, game.board(), color) else {
            return Vec::new();
        };
        let size = game.size();
        let place = |point| corner.from_book(point, size);
        listed(self.0, &found, Scope::Corner(corner), game, color, place)
    }

    /// What the book knows of the four corners, bad moves too, with no words and no variations: a
    /// search asks often.
    #[must_use]
    pub fn moves(&self, board: &Board, color: Color) -> Vec<KnownMove> {
        let mut known = Vec::new();
        for corner in Corner::ALL {
            if let Some(found) = Found::in_corner(self.0, corner, board, color) {
                let place = |point| corner.from_book(point, board.size());
                found.moves(self.0, place, &mut known);
            }
        }
        known
    }

    /// The position of the book that a corner shows, with `color` to move there: the largest part of
    /// the corner that the book knows moves for.
    #[must_use]
    pub fn find(&self, corner: Corner, board: &Board, color: Color) -> Option<NodeId> {
        Found::in_corner(self.0, corner, board, color).map(|found| found.node)
    }
}

/// The openings of whole boards.
#[derive(Clone, Copy, Debug)]
pub struct Fuseki(&'static Book);

impl Fuseki {
    /// The openings that the program carries.
    #[must_use]
    pub fn embedded() -> Self {
        Self(Book::embedded())
    }

    /// The openings of another book.
    #[cfg(test)]
    const fn from_book(book: &'static Book) -> Self {
        Self(book)
    }

    /// What the book knows of a whole board, bad moves too.
    #[must_use]
    pub fn moves(&self, board: &Board, color: Color) -> Vec<KnownMove> {
        let mut known = Vec::new();
        if let Some(graph) = self.0.board(board.size())
            && let Some(found) = Found::on_board(graph, board, color)
        {
            found.moves(graph, Some, &mut known);
        }
        known
    }

    /// What a color may play in a game whose whole board the book knows.
    #[must_use]
    pub fn suggest(&self, game: &Game, color: Color) -> Vec<Suggestion> {
        let Some(graph) = self.0.board(game.size()) else {
            return Vec::new();
        };
        let Some(found) = Found::on_board(graph, game.board(), color) else {
            return Vec::new();
        };
        ranked(listed(graph, &found, Scope::Board, game, color, Some))
    }
}

/// A position of the game that the book knows, laid as the book's texts are.
struct Found {
    position: BookPosition,
    canonical: CanonicalPosition,
    node: NodeId,
}

impl Found {
    /// The position of a canonical, if the book knows moves there; `board` is made only then.
    fn new(
        graph: &Graph,
        canonical: CanonicalPosition,
        to_move: Color,
        board: impl FnOnce() -> Option<Board>,
    ) -> Option<Self> {
        let node = graph.find(&canonical)?;
        if graph.node(node).edges.is_empty() {
            return None;
        }
        Some(Self {
            position: BookPosition::from_board(board()?, to_move),
            canonical,
            node,
        })
    }

    fn on_board(graph: &Graph, board: &Board, color: Color) -> Option<Self> {
        let position = BookPosition::from_board(board.clone(), color);
        let canonical = position.canonical(graph.symmetries());
        Self::new(graph, canonical, color, || Some(board.clone()))
    }

    /// Adds the book's moves where they lie on a board.
    fn moves(
        &self,
        graph: &Graph,
        place: impl Fn(Point) -> Option<Point>,
        to: &mut Vec<KnownMove>,
    ) {
        for (rank, edge) in graph.node(self.node).edges.iter().enumerate() {
            for mv in self.canonical.from_book(edge.mv) {
                if let Move::Play(in_book) = mv
                    && let Some(point) = place(in_book)
                {
                    let mark = edge.mark;
                    to.push(KnownMove { point, mark, rank });
                }
            }
        }
    }

    fn in_corner(graph: &Graph, corner: Corner, board: &Board, color: Color) -> Option<Self> {
        let lines = board.size().lines();
        if lines < MIN_BOARD_LINES {
            return None;
        }
        let size = graph.size();
        let widest = MAX_CORNER_LINES.min(lines / 2 + 3);
        let all = cut_out(corner, board, widest);
        (lines / 2..=widest).rev().find_map(|lines| {
            let first = size.lines() - lines;
            let inside = |p: &Point| p.column() >= first && p.row() >= first;
            let stones: Vec<_> = all.iter().copied().filter(|(_, p)| inside(p)).collect();
            let canonical = CanonicalPosition::new(graph.symmetries(), size, color, &stones, None);
            Self::new(graph, canonical, color, || {
                Board::from_stones(size, stones).ok()
            })
        })
    }
}

/// The stones in so many lines of a corner, as they lie in the book's corner.
fn cut_out(corner: Corner, board: &Board, lines: u8) -> Vec<(Color, Point)> {
    let nineteen = BoardSize::NINETEEN;
    let first = nineteen.lines() - lines;
    let points = Point::all(nineteen).filter(|p| p.column() >= first && p.row() >= first);
    let stones = points.filter_map(|point| {
        let there = corner.from_book(point, board.size())?;
        Some((board.color_at(there)?, point))
    });
    stones.collect()
}

/// The moves of a position of the book on the board of a game.
fn listed(
    graph: &'static Graph,
    found: &Found,
    scope: Scope,
    game: &Game,
    color: Color,
    place: impl Fn(Point) -> Option<Point>,
) -> Vec<Suggestion> {
    let mut suggestions: Vec<Suggestion> = Vec::new();
    let edges = graph.node(found.node).edges.iter();
    for (rank, edge) in edges.enumerate().filter(|(_, e)| e.mark != Mark::Bad) {
        for mv in found.canonical.from_book(edge.mv) {
            let Move::Play(in_book) = mv else { continue };
            let Some(point) = place(in_book) else {
                continue;
            };
            if game.legality(color, Move::Play(point)).is_ok() {
                suggestions.push(Suggestion {
                    point,
                    mark: edge.mark,
                    source: edge.source,
                    scope,
                    rank,
                    name: graph.node(edge.to).name.as_deref(),
                    comment: graph.node(edge.to).comment.as_deref(),
                    variation: variation(graph, &found.position, mv, &place),
                });
            }
        }
    }
    suggestions
}

/// A move and what is expected to follow it, as far as it lies on the board.
fn variation(
    graph: &Graph,
    position: &BookPosition,
    mv: Move,
    place: &impl Fn(Point) -> Option<Point>,
) -> Vec<Move> {
    let mut line = vec![mv];
    let mut after = position.clone();
    if after.play(mv).is_ok() {
        line.extend(graph.main_line(&after, MAX_VARIATION_MOVES - 1));
    }
    let placed = line.into_iter().map_while(|mv| match mv {
        Move::Pass => Some(Move::Pass),
        Move::Play(point) => place(point).map(Move::Play),
    });
    placed.collect()
}

/// Urgent moves first, follow-ups last; the book's order among equals.
fn ranked(mut suggestions: Vec<Suggestion>) -> Vec<Suggestion> {
    suggestions.sort_by_key(|known| (known.mark, known.rank));
    suggestions
}

#[cfg(test)]
mod tests;

//! Lookup of the book's moves in a game.

use std::fmt;

use super::book::Book;
use super::canonical_position::{BookPosition, CanonicalPosition};
use super::graph::{Graph, NodeId};
use super::mark::{Mark, Source};
use super::symmetry::Symmetry;
use sgmp_board::rules::{Board, BoardSize, Color, Game, Move, Point};

/// Size of the largest corner looked up, in lines.
const MAX_CORNER_LINES: u8 = 12;

/// Size of the smallest board whose corners are looked up, in lines.
const MIN_BOARD_LINES: u8 = 13;

/// Maximum length of a variation, in moves.
const MAX_VARIATION_MOVES: usize = 12;

/// A corner of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Corner {
    /// The corner in which texts are written: Q16 on 19 lines.
    UpperRight,
    /// The corner of D16 on 19 lines.
    UpperLeft,
    /// The corner of Q4 on 19 lines.
    LowerRight,
    /// The corner of D4 on 19 lines.
    LowerLeft,
}

impl Corner {
    /// All four corners, the one of the texts first.
    pub const ALL: [Self; 4] = [
        Self::UpperRight,
        Self::UpperLeft,
        Self::LowerRight,
        Self::LowerLeft,
    ];

    /// The symmetry that maps it to the upper right corner and, as its own inverse, back.
    const fn symmetry(self) -> Symmetry {
        match self {
            Self::UpperRight => Symmetry::IDENTITY,
            Self::UpperLeft => Symmetry::LEFT_TO_RIGHT,
            Self::LowerRight => Symmetry::BOTTOM_TO_TOP,
            Self::LowerLeft => Symmetry::TURNED,
        }
    }

    /// Maps a point of a board to the upper right corner of 19 lines.
    #[must_use]
    pub(crate) fn to_book(self, point: Point, size: BoardSize) -> Option<Point> {
        let shift = BoardSize::NINETEEN.lines() - size.lines();
        let point = self.symmetry().point(point, size);
        Point::new(point.column() + shift, point.row() + shift)
    }

    /// Maps a point of the upper right corner of 19 lines to a board; `None` if it lies off the board.
    #[must_use]
    pub(crate) fn board_point(self, point: Point, size: BoardSize) -> Option<Point> {
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

/// The part of the board that a suggestion concerns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scope {
    /// A corner and its joseki.
    Corner(Corner),
    /// The whole board and its openings.
    Board,
}

/// A move that the book suggests in a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suggestion {
    /// The point of the move.
    pub point: Point,
    /// Its quality; never that of a mistake.
    pub mark: Mark,
    /// The origin: written by hand, or found by a search.
    pub source: Source,
    /// The part of the board that it concerns.
    pub scope: Scope,
    /// Its rank among the book's moves in the position, 0 for the first.
    pub rank: usize,
    /// Name of the position after it.
    pub name: Option<&'static str>,
    /// Comment on that position.
    pub comment: Option<&'static str>,
    /// The move and its expected continuation, both sides in turn.
    pub variation: Vec<Move>,
}

/// A move of the book on a board, without name, comment and variation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KnownMove {
    /// The point of the move; it may be illegal.
    pub point: Point,
    /// The quality; mistakes are known moves, too.
    pub mark: Mark,
    /// Its rank among the book's moves in the position, 0 for the first.
    pub rank: usize,
}

/// The joseki of the corners.
///
/// # Examples
///
/// After an approach to Black's star point the book suggests answers:
///
/// ```
/// use sgmp_knowledge::joseki::{Corner, Joseki};
/// use sgmp_board::rules::{BoardSize, Color, Game, Komi, Move, Point};
///
/// let mut game = Game::new(BoardSize::NINETEEN, Komi::FIVE_AND_A_HALF);
/// for (color, name) in [(Color::Black, "Q16"), (Color::White, "R14")] {
///     game.play(color, Move::Play(Point::parse(name).expect("a point")))?;
/// }
/// let answers = Joseki::embedded().suggest_in(Corner::UpperRight, &game, Color::Black);
/// assert!(answers.iter().any(|answer| answer.point.to_string() == "O17"));
/// assert!(answers.iter().all(|answer| game.board().is_empty(answer.point)));
/// # Ok::<(), sgmp_board::rules::IllegalMove>(())
/// ```
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
    pub(crate) const fn from_book(book: &'static Book) -> Self {
        Self(book.corner())
    }

    /// Suggests moves of a color in the four corners, urgent ones first, follow-ups last.
    ///
    /// Each corner is matched with as much of its surroundings as the book knows. Boards below 13
    /// lines have no suggestions.
    #[must_use]
    pub fn suggest(&self, game: &Game, color: Color) -> Vec<Suggestion> {
        let all = Corner::ALL
            .into_iter()
            .flat_map(|corner| self.suggest_in(corner, game, color));
        ranked(all.collect())
    }

    /// Suggests moves of a color in one corner, in the book's order.
    #[must_use]
    pub fn suggest_in(&self, corner: Corner, game: &Game, color: Color) -> Vec<Suggestion> {
        let Some(found) = BookMatch::in_corner(self.0, corner, game.board(), color) else {
            return Vec::new();
        };
        let size = game.size();
        let place = |point| corner.board_point(point, size);
        listed(self.0, &found, Scope::Corner(corner), game, color, place)
    }

    /// Returns the book's moves in the four corners, bad ones included, without names and variations.
    /// Cheaper than [`Self::suggest`].
    #[must_use]
    pub fn moves(&self, board: &Board, color: Color) -> Vec<KnownMove> {
        let mut known = Vec::new();
        for corner in Corner::ALL {
            if let Some(found) = BookMatch::in_corner(self.0, corner, board, color) {
                let place = |point| corner.board_point(point, board.size());
                found.moves(self.0, place, &mut known);
            }
        }
        known
    }

    /// Finds the book's position in a corner, with `color` to move there: that of the largest part of
    /// the corner for which the book has moves.
    #[must_use]
    pub fn find(&self, corner: Corner, board: &Board, color: Color) -> Option<NodeId> {
        BookMatch::in_corner(self.0, corner, board, color).map(|found| found.node)
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

    /// Returns the book's moves on a whole board, bad ones included.
    #[must_use]
    pub fn moves(&self, board: &Board, color: Color) -> Vec<KnownMove> {
        let mut known = Vec::new();
        if let Some(graph) = self.0.board(board.size())
            && let Some(found) = BookMatch::on_board(graph, board, color)
        {
            found.moves(graph, Some, &mut known);
        }
        known
    }

    /// Suggests moves of a color in a game whose whole board is in the book.
    #[must_use]
    pub(crate) fn suggest(&self, game: &Game, color: Color) -> Vec<Suggestion> {
        let Some(graph) = self.0.board(game.size()) else {
            return Vec::new();
        };
        let Some(found) = BookMatch::on_board(graph, game.board(), color) else {
            return Vec::new();
        };
        ranked(listed(graph, &found, Scope::Board, game, color, Some))
    }
}

/// A position of the game that is in the book, oriented as in the book's texts.
struct BookMatch {
    position: BookPosition,
    canonical: CanonicalPosition,
    node: NodeId,
}

impl BookMatch {
    /// Finds a canonical position that has moves in the book; only then `board` is called.
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

    /// Adds the book's moves, mapped to a board by `place`.
    fn moves(
        &self,
        graph: &Graph,
        place: impl Fn(Point) -> Option<Point>,
        to: &mut Vec<KnownMove>,
    ) {
        for (rank, edge) in graph.node(self.node).edges.iter().enumerate() {
            for mv in self.canonical.board_moves(edge.mv) {
                if let Move::Play(in_book) = mv
                    && let Some(point) = place(in_book)
                {
                    let mark = edge.mark;
                    to.push(KnownMove { point, mark, rank });
                }
            }
        }
    }

    // The book holds whole corners, a game has stones around one. From the widest square to the
    // narrowest the first one that the book knows wins: a stone on the far side of a pincer then
    // does not hide the corner, and one that the book knows is not overlooked.
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

/// The stones of a corner of `lines` lines, mapped to the book's corner.
fn cut_out(corner: Corner, board: &Board, lines: u8) -> Vec<(Color, Point)> {
    let nineteen = BoardSize::NINETEEN;
    let first = nineteen.lines() - lines;
    let points = Point::all(nineteen).filter(|p| p.column() >= first && p.row() >= first);
    let stones = points.filter_map(|point| {
        let there = corner.board_point(point, board.size())?;
        Some((board.color_at(there)?, point))
    });
    stones.collect()
}

/// The legal moves of a book position on the board of a game.
fn listed(
    graph: &'static Graph,
    found: &BookMatch,
    scope: Scope,
    game: &Game,
    color: Color,
    place: impl Fn(Point) -> Option<Point>,
) -> Vec<Suggestion> {
    let mut suggestions: Vec<Suggestion> = Vec::new();
    let edges = graph.node(found.node).edges.iter();
    for (rank, edge) in edges.enumerate().filter(|(_, e)| !e.mark.is_mistake()) {
        for mv in found.canonical.board_moves(edge.mv) {
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

/// A move and its expected continuation, as far as it lies on the board.
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

/// Sorts urgent moves first and follow-ups last; equal ones keep the book's order.
fn ranked(mut suggestions: Vec<Suggestion>) -> Vec<Suggestion> {
    suggestions.sort_by_key(|known| (known.mark, known.rank));
    suggestions
}

#[cfg(test)]
mod tests;

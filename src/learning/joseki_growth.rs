//! Growing a book of joseki: where a line ends, a long search says how it goes on.

use crate::engine::Engine;
use crate::joseki::{BookPosition, Graph, Mark, NodeId, Source};
use crate::rules::{Board, BoardSize, Color, Game, Komi, Move, Point};
use crate::search::StopFlag;

/// Columns and rows from 0 that belong to the corner.
const CORNER: u8 = 7;

/// Stones in the other corners, so that the corner is not all there is to play for.
const ELSEWHERE: [(Color, &str); 3] = [
    (Color::Black, "Q4"),
    (Color::White, "D4"),
    (Color::White, "D16"),
];

/// The verdict of a search on the end of a line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Growth {
    /// The corner goes on with this move.
    Move {
        /// The move.
        point: Point,
        /// Playouts won by the side that makes it, 0 to 1.
        value: f32,
    },
    /// Everything in the corner is worth less than a move elsewhere.
    AtRest,
    /// The search was stopped.
    Stopped,
}

/// Bounds of a growth.
#[derive(Clone, Copy, Debug)]
pub struct GrowthBounds {
    /// Moves that searches add in a row at most.
    pub depth: u32,
    /// True if other moves are looked for inside lines too.
    pub with_alternatives: bool,
}

/// The positions of a corner's lines that may grow, each as one way that leads there, in the order of the book: the
/// ends, and with alternatives those inside lines.
///
/// Ends behind a bad move that its answer has punished count too; a follow-up's do not.
#[must_use]
pub fn growing_places(graph: &Graph, bounds: GrowthBounds) -> Vec<Vec<Move>> {
    let mut places = Vec::new();
    let mut seen = vec![false; graph.nodes().len()];
    let mut open = vec![(NodeId::ROOT, Vec::new(), 0)];
    while let Some((id, line, grown)) = open.pop() {
        if std::mem::replace(&mut seen[id.index()], true) {
            continue;
        }
        let node = graph.node(id);
        let may_grow = node.edges.is_empty() || (bounds.with_alternatives && !line.is_empty());
        if may_grow && grown < bounds.depth {
            places.push(line.clone());
        }
        let Ok(position) = BookPosition::after_moves(graph.size(), &line) else {
            continue;
        };
        let canonical = position.canonical(graph.symmetries());
        for edge in node.edges.iter().rev().filter(|e| e.mark != Mark::FollowUp) {
            let mv = canonical.rightmost_from_book(edge.mv);
            let grown = match edge.source {
                Source::Grown => grown + 1,
                Source::Written => 0,
            };
            open.push((edge.to, line.iter().copied().chain([mv]).collect(), grown));
        }
    }
    places
}

/// Searches a position of the corner for a move that the book does not know.
///
/// A move of the corner is good enough if it wins no more than `margin` (0 to 1) less often than the
/// best move of the board.
pub fn grow(
    engine: &mut Engine,
    graph: &Graph,
    line: &[Move],
    playouts: u32,
    margin: f32,
    halt: &StopFlag,
) -> Growth {
    let Some(game) = game_after(line) else {
        return Growth::AtRest;
    };
    let known = known_moves(graph, line);
    let thought = engine.analyze(&game, game.to_move(), halt, playouts);
    if halt.is_requested() {
        return Growth::Stopped;
    }
    let best = thought.moves.first().map_or(0.5, |known| known.value);
    let near = thought.moves.iter().find_map(|found| match found.mv {
        Move::Play(p)
            if p.column() >= CORNER && p.row() >= CORNER && !known.contains(&found.mv) =>
        {
            Some((p, found))
        }
        _ => None,
    });
    match near {
        Some((point, known)) if known.visits > playouts / 20 && known.value >= best - margin => {
            Growth::Move {
                point,
                value: known.value,
            }
        }
        _ => Growth::AtRest,
    }
}

/// The moves that the book has after a line, in all the ways that they may be laid.
fn known_moves(graph: &Graph, line: &[Move]) -> Vec<Move> {
    let Ok(position) = BookPosition::after_moves(graph.size(), line) else {
        return Vec::new();
    };
    let canonical = position.canonical(graph.symmetries());
    let node = graph.find(&canonical);
    let edges = node.map_or(&[][..], |id| &graph.node(id).edges);
    edges
        .iter()
        .flat_map(|edge| canonical.board_moves(edge.mv))
        .collect()
}

/// The line in the upper right corner of a board whose other corners are taken.
fn game_after(line: &[Move]) -> Option<Game> {
    let position = BookPosition::after_moves(BoardSize::NINETEEN, line).ok()?;
    let here = position.board();
    let corner = Color::BOTH
        .into_iter()
        .flat_map(|color| here.stones(color).map(move |point| (color, point)));
    let others = ELSEWHERE
        .into_iter()
        .filter_map(|(color, text)| Some((color, Point::parse(text)?)));
    let board = Board::from_stones(BoardSize::NINETEEN, corner.chain(others)).ok()?;
    let komi = Komi::default();
    Some(Game::from_position(board, position.to_move(), komi))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Settings;
    use crate::joseki::Book;

    fn book() -> Book {
        let mut book = Book::default();
        let report = book.read_text("text", "Q16 R14 O17 S16\n..R14 R17? S16\n..Q16 - O17>\n");
        assert_eq!(report.errors, []);
        book
    }

    /// The ends of a book's lines.
    fn ends(graph: &Graph) -> Vec<Vec<Move>> {
        let bounds = GrowthBounds {
            depth: 100,
            with_alternatives: false,
        };
        growing_places(graph, bounds)
    }

    #[test]
    fn lines_end_where_the_book_does() {
        let ends = ends(book().corner());
        let texts: Vec<String> = ends.iter().map(|line| format!("{line:?}")).collect();
        assert_eq!(ends.len(), 2, "{texts:?}");
        assert!(ends.iter().all(|line| line.len() == 4), "{texts:?}");
    }

    #[test]
    fn lines_grow_inside_too_and_not_without_end() {
        let book = book();
        let places = |depth, with_alternatives| {
            let bounds = GrowthBounds {
                depth,
                with_alternatives,
            };
            growing_places(book.corner(), bounds)
        };
        assert_eq!(places(1, false).len(), 2);
        let inside = places(1, true);
        assert!(
            inside.len() > 4 && inside.iter().all(|line| !line.is_empty()),
            "{inside:?}"
        );
        assert!(places(0, true).is_empty());
        let mut grown = Book::default();
        let report = grown.read_text("text", "Q16 R14 O17* S16*\n");
        assert_eq!(report.errors, []);
        let bounds = GrowthBounds {
            depth: 2,
            with_alternatives: false,
        };
        assert!(
            growing_places(grown.corner(), bounds).is_empty(),
            "two grown moves in a row"
        );
    }

    #[test]
    fn a_search_finds_a_move_of_the_corner_or_none() {
        let mut engine = Engine::new(Settings::default());
        let halt = StopFlag::new();
        let line = ends(book().corner()).remove(0);
        let book = book();
        let graph = book.corner();
        match grow(&mut engine, graph, &line, 200, 1.0, &halt) {
            Growth::Move { point, value } => {
                assert!(point.column() >= CORNER && point.row() >= CORNER);
                assert!((0.0..=1.0).contains(&value));
            }
            other => assert_eq!(other, Growth::AtRest),
        }
        assert_eq!(
            grow(&mut engine, graph, &line, 50, -1.0, &halt),
            Growth::AtRest
        );
        halt.request();
        assert_eq!(
            grow(&mut engine, graph, &line, 50, 1.0, &halt),
            Growth::Stopped
        );
    }
}

//! Growing a book of joseki: where a line ends, a long search says how it goes on.

use crate::engine::Engine;
use crate::joseki::{BookPosition, Graph, Mark, NodeId};
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

/// The ends of a corner's lines, each as one way that leads there, in the order of the book.
///
/// Ends behind a bad move that its answer has punished count too; a follow-up's do not.
#[must_use]
pub fn ends(graph: &Graph) -> Vec<Vec<Move>> {
    let mut ends = Vec::new();
    let mut seen = vec![false; graph.nodes().len()];
    let mut open = vec![(NodeId::ROOT, Vec::new())];
    while let Some((id, line)) = open.pop() {
        if std::mem::replace(&mut seen[id.index()], true) {
            continue;
        }
        let node = graph.node(id);
        if node.edges.is_empty() {
            ends.push(line);
            continue;
        }
        let Ok(position) = BookPosition::after_moves(graph.size(), &line) else {
            continue;
        };
        let canonical = position.canonical(graph.symmetries());
        for edge in node.edges.iter().rev().filter(|e| e.mark != Mark::FollowUp) {
            let mv = canonical.rightmost_from_book(edge.mv);
            open.push((edge.to, line.iter().copied().chain([mv]).collect()));
        }
    }
    ends
}

/// Searches the end of a line of the corner.
///
/// A move of the corner is good enough if it wins no more than `margin` (0 to 1) less often than the
/// best move of the board.
pub fn grow(
    engine: &mut Engine,
    line: &[Move],
    playouts: u32,
    margin: f32,
    halt: &StopFlag,
) -> Growth {
    let Some(game) = game_after(line) else {
        return Growth::AtRest;
    };
    let thought = engine.analyze(&game, game.to_move(), halt, playouts);
    if halt.is_requested() {
        return Growth::Stopped;
    }
    let best = thought.moves.first().map_or(0.5, |known| known.value);
    let near = thought.moves.iter().find_map(|known| match known.mv {
        Move::Play(p) if p.column() >= CORNER && p.row() >= CORNER => Some((p, known)),
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

    #[test]
    fn lines_end_where_the_book_does() {
        let ends = ends(book().corner());
        let texts: Vec<String> = ends.iter().map(|line| format!("{line:?}")).collect();
        assert_eq!(ends.len(), 2, "{texts:?}");
        assert!(ends.iter().all(|line| line.len() == 4), "{texts:?}");
    }

    #[test]
    fn a_search_finds_a_move_of_the_corner_or_none() {
        let mut engine = Engine::new(Settings::default());
        let halt = StopFlag::new();
        let line = ends(book().corner()).remove(0);
        match grow(&mut engine, &line, 200, 1.0, &halt) {
            Growth::Move { point, value } => {
                assert!(point.column() >= CORNER && point.row() >= CORNER);
                assert!((0.0..=1.0).contains(&value));
            }
            other => assert_eq!(other, Growth::AtRest),
        }
        assert_eq!(grow(&mut engine, &line, 50, -1.0, &halt), Growth::AtRest);
        halt.request();
        assert_eq!(grow(&mut engine, &line, 50, 1.0, &halt), Growth::Stopped);
    }
}

//! Growing a book of joseki: where a line ends, a long search says how it goes on.

use sgmp_board::rules::{Board, BoardSize, Color, Game, Komi, Move, Point};
use sgmp_board::stop_flag::StopFlag;
use sgmp_engine::engine::Engine;
use sgmp_engine::search::SearchResult;
use sgmp_knowledge::joseki::{BookPosition, Graph, Mark, NodeId, Source, string_left_in_atari};

/// Columns and rows from 0 that belong to the corner.
const CORNER: u8 = 7;

/// Stones in the other corners, so that the corner is not all there is to play for.
const ELSEWHERE: [(Color, &str); 3] = [
    (Color::Black, "Q4"),
    (Color::White, "D4"),
    (Color::White, "D16"),
];

/// A move that a search found good enough.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GrownMove {
    /// The point that the search would play.
    pub point: Point,
    /// Games won by the side that makes it, 0 to 1.
    pub value: f32,
}

/// The verdict of a search on a position of a line.
#[derive(Clone, Debug, PartialEq)]
pub enum Growth {
    /// The corner goes on with these moves, the most visited one first; at least one.
    Moves(Vec<GrownMove>),
    /// A move elsewhere is better, though the line ends with a string in atari, or the other side would go on here.
    Left,
    /// Both sides are better off elsewhere than with a move of the corner that the book does not know.
    AtRest,
    /// The search was stopped.
    Stopped,
}

/// A position that may grow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GrowingPlace {
    /// One way that leads there.
    pub line: Vec<Move>,
    /// The last moves of the line that searches have found.
    pub grown: u32,
}

/// Bounds of a growth.
#[derive(Clone, Copy, Debug)]
pub struct GrowthBounds {
    /// Moves that searches add in a row at most; where a string is in atari, a line goes on.
    pub depth: u32,
    /// True if other moves are looked for inside lines too.
    pub with_alternatives: bool,
}

/// The positions of a corner's lines that may grow, in the order of the book: the
/// ends, and with alternatives those inside lines.
///
/// Ends behind a bad move that its answer has punished count too; a follow-up's do not.
#[must_use]
pub fn growing_places(graph: &Graph, bounds: GrowthBounds) -> Vec<GrowingPlace> {
    let mut places = Vec::new();
    let mut seen = vec![false; graph.nodes().len()];
    let mut open = vec![(NodeId::ROOT, Vec::new(), 0)];
    while let Some((id, line, grown)) = open.pop() {
        if std::mem::replace(&mut seen[id.index()], true) {
            continue;
        }
        let node = graph.node(id);
        let Ok(position) = BookPosition::after_moves(graph.size(), &line) else {
            continue;
        };
        let is_end = node.edges.is_empty();
        let may_grow = is_end || (bounds.with_alternatives && !line.is_empty());
        let goes_on = is_end && string_left_in_atari(&position, line.last()).is_some();
        if may_grow && (grown < bounds.depth || goes_on) {
            places.push(GrowingPlace {
                line: line.clone(),
                grown,
            });
        }
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

/// The effort of a search, and its measure.
#[derive(Clone, Copy, Debug)]
pub struct GrowthSearch {
    /// Playouts, or evaluations of the net.
    pub playouts: u32,
    /// How much less often than the best move of the board a move of the corner may win, 0 to 1.
    pub margin: f32,
    /// Moves taken from one search at most.
    pub most: usize,
}

/// Searches a position of the corner for moves that the book does not know.
pub fn grow(
    engine: &mut Engine,
    graph: &Graph,
    line: &[Move],
    search: GrowthSearch,
    halt: &StopFlag,
) -> Growth {
    let Ok(position) = BookPosition::after_moves(graph.size(), line) else {
        return Growth::AtRest;
    };
    let Some(game) = game_of(&position) else {
        return Growth::AtRest;
    };
    let thought = engine.analyze(&game, game.to_move(), halt, search.playouts);
    if halt.is_requested() {
        return Growth::Stopped;
    }
    let moves = moves_found(&thought, graph, &position, search);
    if !moves.is_empty() {
        return Growth::Moves(moves);
    }
    let canonical = position.canonical(graph.symmetries());
    let is_end = graph
        .find(&canonical)
        .is_none_or(|id| graph.node(id).edges.is_empty());
    if !is_end {
        return Growth::AtRest;
    }
    if string_left_in_atari(&position, line.last()).is_some() {
        return Growth::Left;
    }
    let goes_on = line.last() != Some(&Move::Pass)
        && goes_on_after_pass(engine, graph, (&position, &game), search, halt);
    if halt.is_requested() {
        return Growth::Stopped;
    }
    match goes_on {
        true => Growth::Left,
        false => Growth::AtRest,
    }
}

/// Returns whether the other side would play in the corner once who moves has played elsewhere.
fn goes_on_after_pass(
    engine: &mut Engine,
    graph: &Graph,
    (position, game): (&BookPosition, &Game),
    search: GrowthSearch,
    halt: &StopFlag,
) -> bool {
    let mut left = position.clone();
    if left.play(Move::Pass).is_err() {
        return false;
    }
    let thought = engine.analyze(game, left.to_move(), halt, search.playouts);
    !moves_found(&thought, graph, &left, search).is_empty()
}

/// The moves of the corner that are visited and win often enough, and are not in the book.
fn moves_found(
    thought: &SearchResult,
    graph: &Graph,
    position: &BookPosition,
    search: GrowthSearch,
) -> Vec<GrownMove> {
    let canonical = position.canonical(graph.symmetries());
    let node = graph.find(&canonical);
    let edges = node.map_or(&[][..], |id| &graph.node(id).edges);
    let mut known: Vec<Move> = edges.iter().map(|edge| edge.mv).collect();
    let best = thought.moves.first().map_or(0.5, |first| first.value);
    let mut found = Vec::new();
    for candidate in &thought.moves {
        let Move::Play(point) = candidate.mv else {
            continue;
        };
        let is_near = point.column() >= CORNER && point.row() >= CORNER;
        let is_good =
            candidate.visits > search.playouts / 20 && candidate.value >= best - search.margin;
        let image = canonical.to_book(candidate.mv);
        if is_near && is_good && !known.contains(&image) && found.len() < search.most {
            known.push(image);
            found.push(GrownMove {
                point,
                value: candidate.value,
            });
        }
    }
    found
}

/// The position in the upper right corner of a board whose other corners are taken.
fn game_of(position: &BookPosition) -> Option<Game> {
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
    use sgmp_engine::engine::Settings;
    use sgmp_knowledge::joseki::Book;

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
        let places = growing_places(graph, bounds).into_iter();
        places.map(|place| place.line).collect()
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
            inside.len() > 4 && inside.iter().all(|place| !place.line.is_empty()),
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
        let search = |playouts, margin, most| GrowthSearch {
            playouts,
            margin,
            most,
        };
        let mut grown =
            |line: &[Move], search, halt: &_| grow(&mut engine, graph, line, search, halt);
        match grown(&line, search(200, 1.0, 2), &halt) {
            Growth::Moves(moves) => {
                assert!((1..=2).contains(&moves.len()), "{moves:?}");
                for found in moves {
                    assert!(found.point.column() >= CORNER && found.point.row() >= CORNER);
                    assert!((0.0..=1.0).contains(&found.value));
                }
            }
            other => assert_eq!(other, Growth::AtRest),
        }
        assert_eq!(grown(&line, search(50, -1.0, 2), &halt), Growth::AtRest);
        halt.request();
        assert_eq!(grown(&line, search(50, 1.0, 2), &halt), Growth::Stopped);
    }

    #[test]
    fn a_line_goes_on_where_a_string_is_in_atari() {
        let mut book = Book::default();
        let atari = "Q16 R17 Q17 R16 R15 S15 S14 R14*";
        let report = book.read_text("text", atari);
        assert_eq!(report.errors, []);
        let bounds = GrowthBounds {
            depth: 1,
            with_alternatives: false,
        };
        let places = growing_places(book.corner(), bounds);
        assert_eq!(places.len(), 1, "{places:?}");
        assert_eq!(places[0].grown, 1);
        let mut engine = Engine::new(Settings::default());
        let nothing_is_good = GrowthSearch {
            playouts: 50,
            margin: -1.0,
            most: 1,
        };
        let graph = book.corner();
        let halt = StopFlag::new();
        assert_eq!(
            grow(&mut engine, graph, &places[0].line, nothing_is_good, &halt),
            Growth::Left
        );
    }
}

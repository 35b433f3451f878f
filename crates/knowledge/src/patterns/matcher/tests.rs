use super::super::orientation::CellMap;
use super::*;
use crate::joseki::Symmetry;
use crate::patterns::orientation::transform_diagram;
use crate::patterns::pattern_check::board_of;
use crate::patterns::{Class, Edge, GroupState, LibertyOracle};
use sgmp_board::rng::Rng;

/// The content of a point of a board for a side.
fn fits(class: Class, board: &Board, point: Option<Point>, mover: Color) -> bool {
    let Some(point) = point.filter(|point| point.is_on(board.size())) else {
        return class == Class::Any;
    };
    let stone = board.color_at(point);
    match class {
        Class::Any => true,
        Class::Mine => stone == Some(mover),
        Class::Theirs => stone == Some(!mover),
        Class::Empty => stone.is_none(),
        Class::MineOrEmpty => stone != Some(!mover),
        Class::TheirsOrEmpty => stone != Some(mover),
        Class::Stone => stone.is_some(),
    }
}

/// Returns whether a mapped diagram lies on a board with its lower left point there: point by point.
fn lies(diagram: &Diagram, board: &Board, corner: (i8, i8), mover: Color) -> bool {
    let lines = board.size().lines() as i8;
    let edges = [
        (Edge::West, corner.0 == 0),
        (Edge::South, corner.1 == 0),
        (Edge::East, corner.0 + diagram.width as i8 == lines),
        (Edge::North, corner.1 + diagram.height as i8 == lines),
    ];
    let mut wanted = edges
        .into_iter()
        .filter(|(edge, _)| diagram.has_edge(*edge));
    wanted.all(|(_, is_there)| is_there)
        && diagram.cells().all(|cell| {
            let column = u8::try_from(corner.0 + cell.column() as i8).ok();
            let row = u8::try_from(corner.1 + cell.row() as i8).ok();
            let point = column
                .zip(row)
                .and_then(|(column, row)| Point::new(column, row));
            fits(diagram.class(cell), board, point, mover)
        })
}

/// The slow twin: every diagram in every symmetry in every place; the names with how many different
/// orientations match, and where the first move goes.
fn slowly(library: &Library, board: &Board, mover: Color) -> Vec<(String, Point)> {
    let mut found = Vec::new();
    let lines = board.size().lines() as i8;
    for pattern in library.patterns() {
        for symmetry in Symmetry::ALL {
            let diagram = transform_diagram(&pattern.diagram, symmetry);
            let cell_map = CellMap::new(&pattern.diagram, symmetry);
            let first = cell_map.cell(pattern.tree.first());
            for column in -7..lines {
                for row in -7..lines {
                    if lies(&diagram, board, (column, row), mover) {
                        let column = (column + first.column() as i8) as u8;
                        let row = (row + first.row() as i8) as u8;
                        found.push((pattern.name.clone(), Point::new(column, row).unwrap()));
                    }
                }
            }
        }
    }
    found.sort();
    found.dedup();
    found
}

/// An oracle that lets everything pass.
struct Credulous;

impl ConditionOracle for Credulous {
    fn liberties(&self, _: Point) -> usize {
        0
    }
    fn stones(&self, _: Point) -> usize {
        0
    }
    fn group_state(&self, _: Point) -> Option<GroupState> {
        None
    }
    fn is_threatened(&self, _: Point) -> Option<bool> {
        None
    }
    fn is_connected(&self, _: Point, _: Point) -> Option<bool> {
        None
    }
    fn is_safe_move(&self, _: Color, _: Point) -> Option<bool> {
        None
    }
}

fn quickly(matcher: &Matcher<'_>, board: &Board, mover: Color) -> Vec<(String, Point)> {
    let matches = matcher.matches(board, mover, &Credulous).into_iter();
    let mut found: Vec<_> = matches.map(|m| (m.pattern.name.clone(), m.point)).collect();
    found.sort();
    found.dedup();
    found
}

/// Moves near the last ones, so that shapes come up.
fn some_move(board: &Board, color: Color, rng: &mut Rng) -> Option<Point> {
    let size = u32::from(board.size().lines());
    (0..50).find_map(|_| {
        let point = Point::new(rng.below(size) as u8, rng.below(size) as u8)?;
        let near = board.ring(point).filter(|n| !board.is_empty(*n)).count();
        let wanted = near > 0 || rng.below(12) == 0;
        (wanted && board.legality(color, point).is_ok()).then_some(point)
    })
}

/// Plays games and compares after each few moves.
fn play(
    lines: u8,
    moves: usize,
    seed: u64,
    mut compare: impl FnMut(usize, &mut Matcher<'_>, &Board),
) {
    let mut rng = Rng::from_seed(seed);
    let mut board = Board::new(BoardSize::new(lines).unwrap());
    let mut matcher = Matcher::embedded(&board);
    let mut color = Color::Black;
    for number in 0..moves {
        if let Some(point) = some_move(&board, color, &mut rng) {
            board.play(color, Move::Play(point)).unwrap();
        }
        color = !color;
        compare(number, &mut matcher, &board);
    }
}

#[test]
fn what_is_kept_is_what_a_fresh_look_finds() {
    for (lines, seed) in [(19, 1), (13, 2), (9, 3), (5, 4), (2, 5)] {
        play(lines, 120, seed, |number, matcher, board| {
            // Sometimes several moves at once.
            if number % 7 != 3 {
                matcher.follow(board);
                let fresh = Matcher::embedded(board);
                assert_eq!(matcher.found, fresh.found, "{lines} lines, move {number}");
            }
        });
    }
}

#[test]
fn masks_find_what_looking_at_every_point_finds() {
    for (lines, seed) in [(19, 11), (9, 12)] {
        play(lines, 80, seed, |number, matcher, board| {
            if number % 20 != 19 {
                return;
            }
            matcher.follow(board);
            for color in Color::BOTH {
                let mut slow = slowly(Library::embedded(), board, color);
                slow.retain(|(_, point)| board.legality(color, *point).is_ok());
                assert_eq!(
                    quickly(matcher, board, color),
                    slow,
                    "{lines} lines, move {number}"
                );
            }
        });
    }
}

/// A board with its colors, or its points, changed.
fn image_of(board: &Board, symmetry: Symmetry, swaps: bool) -> Board {
    let size = board.size();
    let stones = Point::all(size).filter_map(|point| {
        let color = board.color_at(point)?;
        let color = if swaps { !color } else { color };
        Some((color, symmetry.point(point, size)))
    });
    Board::from_stones(size, stones).unwrap()
}

fn has(board: &Board, mover: Color, pattern: &Pattern, point: Point) -> bool {
    let matches = Matcher::embedded(board).matches(board, mover, &Credulous);
    matches
        .iter()
        .any(|m| m.pattern.name == pattern.name && m.point == point)
}

#[test]
fn every_pattern_matches_its_own_picture_in_sixteen_images() {
    for pattern in Library::embedded().patterns() {
        let (board, corner) = board_of(&pattern.diagram).unwrap();
        let first = Diagram::on_board(corner, pattern.tree.first()).unwrap();
        for symmetry in Symmetry::ALL {
            for (swaps, mover) in [(false, Color::Black), (true, Color::White)] {
                let board = image_of(&board, symmetry, swaps);
                let point = symmetry.point(first, board.size());
                assert!(
                    has(&board, mover, pattern, point),
                    "{pattern} {symmetry:?}\n{mover}"
                );
            }
        }
    }
}

#[test]
fn a_changed_point_ends_the_match() {
    for pattern in Library::embedded().patterns() {
        let (board, corner) = board_of(&pattern.diagram).unwrap();
        let diagram = &pattern.diagram;
        for cell in diagram.cells().filter(|cell| {
            matches!(
                diagram.class(*cell),
                Class::Mine | Class::Theirs | Class::Empty
            )
        }) {
            let point = Diagram::on_board(corner, cell).unwrap();
            let other = match diagram.class(cell) {
                Class::Empty => Some(Color::White),
                _ => None,
            };
            let stones = Point::all(board.size()).filter_map(|p| {
                let stone = if p == point { other } else { board.color_at(p) };
                Some((stone?, p))
            });
            let Ok(changed) = Board::from_stones(board.size(), stones) else {
                continue;
            };
            let view = slow_at(pattern, &changed, corner);
            assert!(!view, "{pattern}changed at {point}");
        }
    }
}

/// Returns whether the pattern's diagram, as it is written, matches at its corner, by the masks.
fn slow_at(pattern: &Pattern, board: &Board, corner: Point) -> bool {
    let orientation = Orientation::new(0, &pattern.diagram, Symmetry::IDENTITY).unwrap();
    let mut windows = Windows::new(board.size());
    for point in Point::all(board.size()) {
        windows.set(point, board.color_at(point));
    }
    let window = (corner.column() as i8, corner.row() as i8);
    orientation.fits(window, board.size())
        && orientation.shows(windows.view(window.0, window.1, Color::Black))
}

#[test]
fn facts_keep_patterns_away() {
    let mut library = Library::default();
    let text = "kind capture
pattern hold big
  ? . ?
  . n a
  ? . ?
n: O, liberties >= 4, not dead, safe
a: safe for X
play a
say Touch it.";
    assert_eq!(library.read_text("text", text).errors, []);
    let free = sgmp_board::rules::diagram::parse(
        ". . . . .
         . . . . .
         . . O . .
         . . . . .
         . . . . .",
    );
    let free = free.unwrap();
    let matcher = Matcher::new(&library, &free);
    let points = matcher.matches(&free, Color::Black, &LibertyOracle(&free));
    assert_eq!(
        points.len(),
        4,
        "the four neighbors; mirror images of one are the same"
    );
    let mut held = free.clone();
    held.play(Color::White, Move::Play(Point::parse("A1").unwrap()))
        .unwrap();
    held.play(Color::Black, Move::Play(Point::parse("C4").unwrap()))
        .unwrap();
    let mut matcher = matcher;
    matcher.follow(&held);
    assert_eq!(
        matcher.matches(&held, Color::Black, &LibertyOracle(&held)),
        []
    );
}

#[test]
fn a_match_tells_where_its_tree_goes() {
    let pattern = Library::embedded().find("three-in-center").unwrap();
    let (board, corner) = board_of(&pattern.diagram).unwrap();
    let matches = Library::matches(&board, Color::Black, &LibertyOracle(&board));
    let found = matches
        .iter()
        .find(|m| m.pattern.name == pattern.name)
        .unwrap();
    let first = Diagram::on_board(corner, pattern.tree.first()).unwrap();
    assert_eq!(found.point, first);
    assert_eq!(
        found.place(found.pattern.diagram.labeled('a').unwrap()),
        Some(first)
    );
    assert_eq!(found.tree().next(), Some((0, Move::Play(first))));
    for line in found.lines() {
        let mut board = board.clone();
        let mut color = Color::Black;
        for mv in line {
            board.play(color, mv).unwrap();
            color = !color;
        }
    }
}

//! A slow reader of its own: ladders on copies of the board, and life that nobody can take.

use sgmp_board::rules::{Board, Color, Move, Point};

/// Positions of a chase, at most.
const MAX_POSITIONS: u32 = 600;

/// The board after a stone of a color, if it may be played.
pub(super) fn played(board: &Board, color: Color, point: Point) -> Option<Box<Board>> {
    // A chase is long, and a board large.
    let mut after = Box::new(board.clone());
    after.play(color, Move::Play(point)).ok()?;
    Some(after)
}

/// The hunter's moves until the string of a stone is taken by ataris alone, if the hunter begins; `None` where it gets away.
pub(super) fn ladder(board: &Board, stone: Point) -> Option<u32> {
    hunted(board, stone, &mut MAX_POSITIONS.clone())
}

fn hunted(board: &Board, stone: Point, left: &mut u32) -> Option<u32> {
    *left = left.checked_sub(1)?;
    let prey = board.color_at(stone)?;
    let liberties = board.liberty_set(stone);
    if liberties.len() > 2 {
        return None;
    }
    liberties.iter().find_map(|atari| {
        let after = played(board, !prey, atari)?;
        if after.is_empty(stone) {
            return Some(1);
        }
        let more = chased(&after, stone, left)?;
        (after.liberties(stone) == 1).then_some(1 + more)
    })
}

/// The same with the prey to move: the longest that it holds out.
fn chased(board: &Board, stone: Point, left: &mut u32) -> Option<u32> {
    let prey = board.color_at(stone)?;
    let mut longest = 1;
    for reply in ways_out(board, stone) {
        let Some(after) = played(board, prey, reply) else {
            continue;
        };
        longest = longest.max(hunted(&after, stone, left)?);
    }
    Some(longest)
}

/// The liberties of a string, and those of strings in atari around it.
pub(super) fn ways_out(board: &Board, stone: Point) -> Vec<Point> {
    let Some(color) = board.color_at(stone) else {
        return Vec::new();
    };
    let mut ways: Vec<Point> = board.liberty_set(stone).iter().collect();
    for own in board.string(stone) {
        let hunters = board.stones_beside(own, !color);
        let short = hunters.filter(|hunter| board.liberties(*hunter) == 1);
        ways.extend(short.filter_map(|hunter| board.liberty_set(hunter).first()));
    }
    ways.sort_unstable();
    ways.dedup();
    ways
}

/// The stones of a color that live though their side never answers: each string has two small regions of its own of which
/// every empty point touches it, and so have all strings around these.
pub(super) fn never_taken(board: &Board, color: Color) -> Vec<Point> {
    let regions = regions(board, color);
    let mut alive: Vec<Point> = board
        .stones(color)
        .filter(|stone| board.anchor(*stone) == Some(*stone))
        .collect();
    loop {
        let stands = |region: &[Point]| {
            let mut walls = region
                .iter()
                .flat_map(|point| board.stones_beside(*point, color));
            walls.all(|stone| alive.contains(&board.anchor(stone).expect("a stone")))
        };
        let eyes = |anchor: Point| {
            let touched = |point: &Point| {
                let mut beside = board.stones_beside(*point, color);
                !board.is_empty(*point) || beside.any(|stone| board.anchor(stone) == Some(anchor))
            };
            let own = |region: &&Vec<Point>| {
                region.iter().any(|point| board.is_empty(*point)) && region.iter().all(touched)
            };
            regions
                .iter()
                .filter(own)
                .filter(|region| stands(region))
                .count()
        };
        let left: Vec<Point> = alive
            .iter()
            .copied()
            .filter(|anchor| eyes(*anchor) >= 2)
            .collect();
        if left.len() == alive.len() {
            break;
        }
        alive = left;
    }
    let strings = alive.into_iter().flat_map(|anchor| board.string(anchor));
    strings.collect()
}

/// The connected parts of the board that hold no stone of a color.
fn regions(board: &Board, color: Color) -> Vec<Vec<Point>> {
    let mut regions: Vec<Vec<Point>> = Vec::new();
    for start in Point::all(board.size()) {
        let is_known = regions.iter().any(|region| region.contains(&start));
        if board.color_at(start) != Some(color) && !is_known {
            regions.push(part(board, start, |point| {
                board.color_at(point) != Some(color)
            }));
        }
    }
    regions
}

/// The points that hang together with one and are of a kind.
pub(super) fn part(board: &Board, start: Point, is_of: impl Fn(Point) -> bool) -> Vec<Point> {
    let (mut found, mut next) = (vec![start], 0);
    while next < found.len() {
        for point in board.neighbors(found[next]) {
            if is_of(point) && !found.contains(&point) {
                found.push(point);
            }
        }
        next += 1;
    }
    found
}

#[test]
fn a_ladder_and_two_eyes_are_read() {
    use sgmp_board::rules::diagram;
    let at = |name: &str| Point::parse(name).unwrap();
    let board = diagram::parse(
        ". . . . . . .
         . . . . . . .
         . . . . . . .
         . . . . . . .
         . X X . . . .
         X O . . . . .
         . X . . . . .",
    )
    .unwrap();
    assert_eq!(ladder(&board, at("B2")), Some(1));
    let eyes = diagram::parse(
        ". X . X O
         X X X X O
         O O O O O
         . . . . .
         . . . . .",
    )
    .unwrap();
    assert_eq!(never_taken(&eyes, Color::Black).len(), 6);
    assert!(never_taken(&eyes, Color::White).is_empty());
}

//! The games that are played for labels: boards, rules, komi, handicaps and styles by lot, so that what
//! learns from them has seen what users play.

use sgmp_board::rng::Rng;
use sgmp_board::rules::{BoardSize, Komi, Point, Rules};
use sgmp_engine::net::inputs::Plane;

/// Boards by thousandths of the games: about 72 % of the positions are of 19 lines, 13 % of 13, 9 % of 9.
const SIZES: [(u8, u32); 13] = [
    (19, 466),
    (13, 180),
    (9, 260),
    (7, 9),
    (8, 9),
    (10, 9),
    (11, 9),
    (12, 9),
    (14, 10),
    (15, 10),
    (16, 9),
    (17, 10),
    (18, 10),
];

/// Chances in a thousand of games under territory rules, with a komi of its own, with a handicap.
const TERRITORY: u32 = 600;
const ODD_KOMI: u32 = 120;
const HANDICAP: u32 = 60;

/// Moves in a thousand that are drawn nearly at random, and the chance in a hundred of such a game: a
/// net that guides a search has to judge bad moves, too.
const STRAYS: [(u32, u32); 4] = [(0, 40), (20, 30), (60, 20), (150, 10)];

/// The terms of a game and the ways of its players.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct GameTerms {
    pub(super) size: BoardSize,
    pub(super) rules: Rules,
    pub(super) komi: Komi,
    pub(super) handicap: Vec<u16>,
    /// Moves in a thousand that are drawn nearly at random.
    pub(super) strays: u32,
    /// Moves at the beginning that follow the teacher's probabilities as they are.
    pub(super) opening: u32,
}

/// Draws the terms of a game.
pub(super) fn draw(rng: &mut Rng) -> GameTerms {
    let lines = weighted(&SIZES, rng);
    let size = BoardSize::new(lines).unwrap_or(BoardSize::NINETEEN);
    let is_territory = rng.below(1000) < TERRITORY;
    let rules = if is_territory {
        Rules::Japanese
    } else {
        Rules::Chinese
    };
    let usual = [11, 13, 13, 15][rng.below(4) as usize];
    let mut komi = if rng.below(1000) < ODD_KOMI {
        // The sum of three draws lies near the middle: from -20 to 33 points.
        ((0..3).map(|_| rng.below(36) as i16).sum::<i16>() - 40) | 1
    } else {
        usual
    };
    let handicap = if rng.below(1000) < HANDICAP {
        komi = 1;
        stones(size, 2 + rng.below(4), rng)
    } else {
        Vec::new()
    };
    let area = u32::from(lines) * u32::from(lines);
    GameTerms {
        size,
        rules,
        komi: Komi::from_half_points(komi),
        handicap,
        strays: weighted(&STRAYS, rng),
        opening: area / 24 + rng.below(area / 6),
    }
}

/// The value of a row, drawn by the rows' weights.
fn weighted<T: Copy>(rows: &[(T, u32)], rng: &mut Rng) -> T {
    let all = rows.iter().map(|(_, weight)| weight).sum();
    let mut left = rng.below(all);
    for (value, weight) in rows {
        if left < *weight {
            return *value;
        }
        left -= weight;
    }
    rows[0].0
}

/// Handicap stones anywhere from the third line inwards.
fn stones(size: BoardSize, count: u32, rng: &mut Rng) -> Vec<u16> {
    let line = if size.lines() < 9 { 2 } else { 3 };
    let inner: Vec<Point> = Point::all(size).filter(|p| p.line(size) >= line).collect();
    let mut places = Vec::new();
    while places.len() < count as usize && places.len() < inner.len() {
        let point = inner[rng.below(inner.len() as u32) as usize];
        let place = Plane::place(point, size) as u16;
        if !places.contains(&place) {
            places.push(place);
        }
    }
    places
}

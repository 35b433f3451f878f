//! The last move of a position in a sentence or two, from the experts and the board alone.

use super::effects::Effect;
use super::explanation::Explanation;
use crate::experts::suggestion::Suggestion;
use sgmp_board::rules::{Board, Color, Move, Point};

/// Lines from the edge that have a name.
const LINES: [&str; 5] = ["first", "second", "third", "fourth", "fifth"];

impl Explanation {
    /// Says of a move how its stone stands to those around it, the first reason of the experts that names a shape which it
    /// makes, and what it takes, joins or puts in atari. `before` is the board that it was made on.
    ///
    /// Of a hundred positions the experts' other reasons, which no search had proved, were wrong in twelve.
    #[must_use]
    pub fn in_short(&self, before: &Board) -> String {
        let Move::Play(point) = self.mv else {
            return format!("{} plays elsewhere.", self.color);
        };
        let is_made = |known: &&Suggestion| {
            let shape = known.reason.makes;
            shape.is_some_and(|shape| shape.is_made(before, self.color, point))
        };
        let reason = self.reasons().iter().find(is_made);
        let reason = reason.map(Suggestion::sentence);
        let facts = self.effects.iter().filter(|effect| is_fact(effect));
        let told = [placing(before, self.color, point)]
            .into_iter()
            .chain(reason)
            .chain(facts.map(Effect::to_string));
        told.collect::<Vec<_>>().join(" ")
    }
}

/// Returns whether an effect is seen on the board without reading.
const fn is_fact(effect: &Effect) -> bool {
    matches!(
        effect,
        Effect::Takes(_) | Effect::TakesKo | Effect::Atari(_) | Effect::Joins(_)
    )
}

/// A sentence on how a stone stands to the nearest ones of both sides, and on which line.
fn placing(before: &Board, color: Color, point: Point) -> String {
    let nearest = |side: Color| {
        let stones = before.stones(side);
        let near = stones.filter_map(|stone| Some((Relation::new(before, point, stone)?, stone)));
        near.min_by_key(|(relation, stone)| (*relation, *stone))
    };
    let own = nearest(color).map(|(relation, stone)| relation.to_own(stone));
    let theirs = nearest(!color).map(|(relation, stone)| relation.to_theirs(stone, !color));
    let parts: Vec<String> = own.into_iter().chain(theirs).collect();
    let how = match parts.is_empty() {
        true => "stands alone".to_owned(),
        false => parts.join(" and "),
    };
    let lines = before.size().lines();
    let from_edge = |place: u8| place.min(lines - 1 - place);
    let line = from_edge(point.column()).min(from_edge(point.row()));
    let line = LINES.get(usize::from(line)).copied();
    let line = line.map_or_else(String::new, |line| format!(", on the {line} line"));
    format!("{color}'s {point} {how}{line}.")
}

/// The way from one point to another where nothing stands between, the nearest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Relation {
    Beside,
    Diagonal,
    OnePoint,
    Knight,
    TwoPoints,
    LargeKnight,
    ThreePoints,
}

impl Relation {
    /// The relation of two points; `None` where they are further apart, or a stone stands on a straight way between them.
    fn new(board: &Board, from: Point, to: Point) -> Option<Self> {
        let (across, up) = (
            from.column().abs_diff(to.column()),
            from.row().abs_diff(to.row()),
        );
        let relation = match (across.max(up), across.min(up)) {
            (1, 0) => Self::Beside,
            (1, 1) => Self::Diagonal,
            (2, 0) => Self::OnePoint,
            (2, 1) => Self::Knight,
            (3, 0) => Self::TwoPoints,
            (3, 1) => Self::LargeKnight,
            (4, 0) => Self::ThreePoints,
            _ => return None,
        };
        let columns = from.column().min(to.column())..=from.column().max(to.column());
        let mut way = columns.flat_map(|column| {
            let rows = from.row().min(to.row())..=from.row().max(to.row());
            rows.filter_map(move |row| Point::new(column, row))
        });
        let is_between = |point: Point| point != from && point != to && !board.is_empty(point);
        // The box of a knight's move has four more points; a stone on one of them is nearer, and told of in its place.
        (!way.any(is_between)).then_some(relation)
    }

    /// The words for a stone that stands so to one of its own.
    fn to_own(self, stone: Point) -> String {
        let name = match self {
            Self::Beside => return format!("stands beside its own stone at {stone}"),
            Self::Diagonal => "a diagonal move",
            Self::OnePoint => "a one-point jump",
            Self::Knight => "a knight's move",
            Self::TwoPoints => "a two-point jump",
            Self::LargeKnight => "a large knight's move",
            Self::ThreePoints => "a three-point jump",
        };
        format!("is {name} from {stone}")
    }

    /// The words for a stone that stands so to one of the other side.
    fn to_theirs(self, stone: Point, side: Color) -> String {
        let how = match self {
            Self::Beside => return format!("touches {side}'s stone at {stone}"),
            Self::Diagonal => "diagonally",
            Self::OnePoint => "one point",
            Self::Knight => "a knight's move",
            Self::TwoPoints => "two points",
            Self::LargeKnight => "a large knight's move",
            Self::ThreePoints => "three points",
        };
        match self {
            Self::Diagonal => format!("stands {how} to {side}'s stone at {stone}"),
            _ => format!("comes within {how} of {side}'s stone at {stone}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sgmp_board::rules::BoardSize;

    fn point(name: &str) -> Point {
        Point::parse(name).unwrap()
    }

    fn told(stones: &[(Color, &str)], color: Color, at: &str) -> String {
        let stones = stones.iter().map(|(color, name)| (*color, point(name)));
        let board = Board::from_stones(BoardSize::NINETEEN, stones).unwrap();
        placing(&board, color, point(at))
    }

    #[test]
    fn a_stone_is_placed_by_its_nearest_neighbors() {
        use Color::{Black, White};
        assert_eq!(
            told(&[], Black, "Q16"),
            "Black's Q16 stands alone, on the fourth line."
        );
        assert_eq!(
            told(&[(Black, "Q16")], White, "R14"),
            "White's R14 comes within a knight's move of Black's stone at Q16, on the third line."
        );
        let corner = [(Black, "Q16"), (White, "R14"), (Black, "O17")];
        assert_eq!(
            told(&corner, White, "R17"),
            "White's R17 is a two-point jump from R14 and stands diagonally to Black's stone at Q16, on the third line."
        );
        assert_eq!(
            told(&corner, Black, "R15"),
            "Black's R15 is a diagonal move from Q16 and touches White's stone at R14, on the third line."
        );
        assert_eq!(told(&corner, Black, "K10"), "Black's K10 stands alone.");
    }

    #[test]
    fn nothing_is_told_across_a_stone() {
        use Color::{Black, White};
        let row = [(Black, "Q16"), (White, "P16")];
        assert_eq!(
            told(&row, Black, "O16"),
            "Black's O16 touches White's stone at P16, on the fourth line."
        );
    }
}

//! Threats of a move: captures and cuts that its player could make with one move more, and could not without it.

use super::owners::{Fate, Owners};
use super::play_facts::PlayFact;
use super::string_facts::{beside, named_near, near};
use crate::experts::group_ref::GroupRef;
use crate::reading::{Answer, Budget, ResultCode, Tactician};
use sgmp_board::rules::{Board, Color, Move, Point, PointSet};

/// Level of the reading of captures and connections.
pub(super) const READING_LEVEL: u8 = 6;

/// A string of the other side that is caught, or two that are cut apart, if they do not answer.
pub(super) fn threat(
    before: &Board,
    mine: &Board,
    color: Color,
    point: Point,
    owners: Option<&Owners>,
) -> Option<PlayFact> {
    let mut reader = Tactician::new();
    let budget = Budget::for_level(READING_LEVEL);
    let mv = Move::Play(point);
    let strings = near(mine, point, !color);
    // What is lost is not threatened.
    let is_lost = |stone: Point| {
        let stones: PointSet = mine.string(stone).collect();
        owners.is_some_and(|owners| owners.fate(&stones, !color) == Fate::Lost)
    };
    let caught = strings
        .iter()
        .filter(|stone| !is_lost(**stone))
        .find(|stone| {
            let mut is_caught = |board| works(&reader.attack(board, **stone, budget));
            let is_new = is_caught(mine) && !is_caught(before);
            is_new && works(&reader.defend(mine, **stone, budget))
        });
    if let Some(stone) = caught {
        return Some(PlayFact::ThreatensCapture(
            mv,
            named_near(mine, *stone, !color, point),
            owners.and_then(|owners| helped_by(mine, (*stone, point), owners)),
        ));
    }
    for (index, a) in strings.iter().enumerate() {
        for b in &strings[index + 1..] {
            let mut is_cut = |board| works(&reader.disconnect(board, *a, *b, budget));
            if is_cut(mine) && !is_cut(before) && works(&reader.connect(mine, *a, *b, budget)) {
                let name = |stone| named_near(mine, stone, !color, point);
                let (a, b) = (name(*a), name(*b));
                return Some(PlayFact::ThreatensCut(mv, a, b));
            }
        }
    }
    None
}

/// Returns whether two strings of a color near a point cannot be joined by its move, as the reader proves.
pub(super) fn is_cut(board: &Board, color: Color, point: Point) -> bool {
    let mut reader = Tactician::new();
    let budget = Budget::for_level(READING_LEVEL);
    let strings = near(board, point, color);
    let mut pairs = (0..strings.len()).flat_map(|index| {
        strings[index + 1..]
            .iter()
            .map(move |other| (index, *other))
    });
    pairs.any(|(index, other)| {
        let joined = reader.connect(board, strings[index], other, budget);
        joined.result == ResultCode::Fails && joined.is_complete
    })
}

/// The largest string beside a threatened one that is lost, but for the one that threatens, and its fate.
fn helped_by(
    board: &Board,
    (threatened, by): (Point, Point),
    owners: &Owners,
) -> Option<(GroupRef, Fate)> {
    let color = !board.color_at(threatened)?;
    let mut found: Vec<Point> = Vec::new();
    for stone in board.string(threatened) {
        found.extend(beside(board, stone, color));
    }
    let fate = |stone: Point| {
        let stones: PointSet = board.string(stone).collect();
        owners.fate(&stones, color)
    };
    found.retain(|stone| Some(*stone) != board.anchor(by) && fate(*stone) == Fate::Lost);
    let largest = found
        .into_iter()
        .max_by_key(|stone| board.string_size(*stone))?;
    let name = named_near(board, largest, color, threatened);
    Some((name, fate(largest)))
}

/// Returns whether a reading proves that its aim is reached.
fn works(answer: &Answer) -> bool {
    answer.result == ResultCode::Succeeds && answer.is_complete
}

#[cfg(test)]
mod tests {
    use super::*;
    use sgmp_board::rules::diagram;

    /// Two white strings that are joined at D3, D5 or not at all.
    const LINKS: &str = "
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . X X X X . . . .
        . X O . O . . . .
        . X O X O O O O .
        . X O . O . . . .
        . X X X X . . . .
        . . . . . . . . .";

    fn told(text: &str, mv: &str) -> String {
        let before = diagram::parse(text).unwrap();
        let point = Point::parse(mv).unwrap();
        let mut mine = before.clone();
        mine.play(Color::Black, Move::Play(point)).unwrap();
        let found = threat(&before, &mine, Color::Black, point, None);
        found.map_or_else(String::new, |fact| fact.to_string())
    }

    #[test]
    fn one_of_two_links_taken_threatens_to_catch() {
        let link = told(LINKS, "D5");
        assert!(
            link.starts_with("D5 threatens to catch White's 3 stones at "),
            "{link}"
        );
    }

    #[test]
    fn nothing_is_threatened_far_from_stones() {
        let text = "
            . . . . . . . . .
            . . . . . . . . .
            . . O . O . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .";
        assert_eq!(told(text, "G3"), "");
    }

    #[test]
    fn a_threat_names_the_stones_that_it_would_help() {
        let before = diagram::parse(LINKS).unwrap();
        let size = before.size();
        let threatened = Point::parse("C4").unwrap();
        let by = Point::parse("D3").unwrap();
        let helped = |black| {
            let owners = Owners::new(size, |_| black);
            helped_by(&before, (threatened, by), &owners).map(|(_, fate)| fate)
        };
        assert_eq!(helped(-0.9), Some(Fate::Lost));
        assert_eq!(helped(0.9), None);
    }

    #[test]
    fn stones_that_the_other_side_can_join_are_not_cut() {
        let cut = |text: &str| {
            let board = diagram::parse(text).unwrap();
            is_cut(&board, Color::White, Point::parse("E5").unwrap())
        };
        assert!(!cut("
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . O . . . .
            . . . . X . . . .
            . . . . O . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . ."));
    }
}

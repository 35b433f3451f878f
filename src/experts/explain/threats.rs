//! Threats of a move: captures and cuts that its player could make with one move more, and could not without it.

use super::play_facts::{PlayFact, READING_LEVEL, named_near, near};
use crate::reading::{Answer, Budget, ResultCode, Tactician};
use crate::rules::{Board, Color, Move, Point};

/// A string of the other side that is caught, or two that are cut apart, if they do not answer.
pub(super) fn threat(before: &Board, mine: &Board, color: Color, point: Point) -> Option<PlayFact> {
    let mut reader = Tactician::new();
    let budget = Budget::for_level(READING_LEVEL);
    let mv = Move::Play(point);
    let strings = near(mine, point, !color);
    let caught = strings.iter().find(|stone| {
        let mut is_caught = |board| works(&reader.attack(board, **stone, budget));
        let is_new = is_caught(mine) && !is_caught(before);
        is_new && works(&reader.defend(mine, **stone, budget))
    });
    if let Some(stone) = caught {
        return Some(PlayFact::ThreatensCapture(
            mv,
            named_near(mine, *stone, !color, point),
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

/// Returns whether a reading proves that its aim is reached.
fn works(answer: &Answer) -> bool {
    answer.result == ResultCode::Succeeds && answer.is_complete
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::diagram;

    fn told(text: &str, mv: &str) -> String {
        let before = diagram::parse(text).unwrap();
        let point = Point::parse(mv).unwrap();
        let mut mine = before.clone();
        mine.play(Color::Black, Move::Play(point)).unwrap();
        let found = threat(&before, &mine, Color::Black, point);
        found.map_or_else(String::new, |fact| fact.to_string())
    }

    #[test]
    fn one_of_two_links_taken_threatens_to_catch() {
        let text = "
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . X X X X . . . .
            . X O . O . . . .
            . X O X O O O O .
            . X O . O . . . .
            . X X X X . . . .
            . . . . . . . . .";
        let link = told(text, "D5");
        assert!(
            link.starts_with("D5 threatens to catch the 3 stones at "),
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
}

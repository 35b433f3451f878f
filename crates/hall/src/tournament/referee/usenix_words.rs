//! The lines of a program: a point, a pass, or anything else.

use crate::tournament::command_template::GameFacts;
use sgmp_board::rules::{BoardSize, Move, Point};

/// The variable of the environment in which a program finds its color, `black` or `white`.
pub const COLOR_VARIABLE: &str = "USENIX_COLOR";

/// The variable in which it finds the lines of the board, `9`: the announcement knows 19 alone.
pub const SIZE_VARIABLE: &str = "USENIX_SIZE";

/// The variable in which it finds the komi, `5.5`, of which the announcement does not speak.
pub const KOMI_VARIABLE: &str = "USENIX_KOMI";

/// The variables that a program finds in its environment, with their values.
pub(crate) fn variables(facts: &GameFacts) -> [(&'static str, String); 3] {
    [
        (COLOR_VARIABLE, facts.color_word().to_owned()),
        (SIZE_VARIABLE, facts.size.lines().to_string()),
        (KOMI_VARIABLE, facts.komi.to_string()),
    ]
}

/// The line that tells a program of the end of its time.
pub const TIME: &str = "time";

/// The meaning of a program's line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Said {
    /// A move, legal or not: "G12", "pass".
    Move(Move),
    /// The program gives up. The announcement does not know of it.
    Resign,
    /// Anything else, which is ignored.
    Other,
}

/// Reads a line: letters of either case, with blanks around. A point is a letter from A to T without I and
/// a number from 1 to 19 without leading zeros; off a smaller board it is a move all the same, and an
/// illegal one.
#[must_use]
pub fn read_line(line: &str) -> Said {
    let word = line.trim();
    if word.eq_ignore_ascii_case("pass") {
        return Said::Move(Move::Pass);
    }
    if word.eq_ignore_ascii_case("resign") {
        return Said::Resign;
    }
    let is_plain = word.get(1..).is_some_and(|number| !number.starts_with('0'));
    let point = Point::parse(word).filter(|point| is_plain && point.is_on(BoardSize::NINETEEN));
    point.map_or(Said::Other, |point| Said::Move(Move::Play(point)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_and_passes_are_told_from_garbage() {
        let point = |text: &str| Said::Move(Move::Play(Point::parse(text).unwrap()));
        assert_eq!(read_line("G7"), point("G7"));
        assert_eq!(read_line("  t19 \r"), point("T19"));
        assert_eq!(read_line("PASS"), Said::Move(Move::Pass));
        assert_eq!(read_line("resign"), Said::Resign);
        for garbage in [
            "",
            "I5",
            "G0",
            "G07",
            "A20",
            "U1",
            "G 7",
            "G7 H8",
            "my move: G7",
            "7G",
            "time",
            "G",
            "passes",
            "é7",
        ] {
            assert_eq!(read_line(garbage), Said::Other, "{garbage:?}");
        }
    }
}

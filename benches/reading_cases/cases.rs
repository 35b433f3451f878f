//! The questions of `fixtures/reading/cases.txt`.

use std::fmt;
use std::fs;
use std::path::Path;

use sgmp_board::rules::{Board, Move, Point, diagram};
use sgmp_knowledge::reading::Answer;

/// A question about a position, with what is right.
pub(crate) struct Case {
    pub(crate) verb: String,
    pub(crate) stones: Vec<Point>,
    pub(crate) board: Board,
    code: u8,
    /// Moves that are right; any if there are none.
    moves: Vec<String>,
}

impl Case {
    fn read(block: &str) -> Option<Self> {
        let mut lines = block.lines();
        let mut asked = lines.next()?.split(' ');
        let verb = asked.next()?.to_owned();
        let stones = asked.map(Point::parse).collect::<Option<_>>()?;
        let right = lines.clone().find_map(|line| line.strip_prefix("right:"))?;
        let mut right = right.split_whitespace();
        let is_row = |line: &&str| line.get(3..4).is_some_and(|sign| ".XO".contains(sign));
        let rows: Vec<&str> = lines
            .filter(is_row)
            .filter_map(|row| row.get(3..))
            .collect();
        Some(Self {
            verb,
            stones,
            board: diagram::parse(&rows.join("\n")).ok()?,
            code: right.next()?.parse().ok()?,
            moves: right.map(str::to_owned).collect(),
        })
    }

    /// Returns whether an answer has the right code, and a move that is listed.
    pub(crate) fn lists(&self, answer: &Answer) -> bool {
        let is_listed = |mv: Move| self.moves.contains(&mv.to_string().to_uppercase());
        let moves = self.moves.is_empty() || answer.mv.is_none_or(is_listed);
        self.has_code_of(answer) && moves
    }

    /// Returns whether an answer has the right code.
    pub(crate) fn has_code_of(&self, answer: &Answer) -> bool {
        answer.result.code() == self.code
    }
}

impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.verb)?;
        for stone in &self.stones {
            write!(f, " {stone}")?;
        }
        write!(f, " ({} {})", self.code, self.moves.join(" "))
    }
}

/// An answer in few words.
pub(crate) fn told(answer: &Answer) -> String {
    let mv = answer.mv.map_or(String::new(), |mv| format!(" {mv}"));
    let open = if answer.is_complete {
        ""
    } else {
        ", not decided"
    };
    format!(
        "{}{mv}{open}, {} positions",
        answer.result.code(),
        answer.positions
    )
}

pub(crate) fn cases() -> Vec<Case> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/reading/cases.txt");
    let text = fs::read_to_string(path).expect("the questions are there");
    let read = |block| Case::read(block).unwrap_or_else(|| panic!("no question: {block}"));
    text.trim().split("\n\n").map(read).collect()
}

//! Marks in a trace: what happened to the line and to the match between two frames.

use std::fmt;

use super::one_line;
use sgmp_board::record::GameResult;
use sgmp_board::rules::Color;

/// Something that happened between two frames.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TraceMark {
    /// The line went down.
    LineDown {
        /// The side whose line it was, as somebody between the two saw it; `None`: the writer's.
        side: Option<Color>,
        /// The reason, for people.
        why: String,
    },
    /// The line came back: what waited is sent again at once.
    LineUp {
        /// The side whose line it was; `None`: the writer's.
        side: Option<Color>,
    },
    /// The match ended; frames may follow, repeats and their answers.
    Ended {
        /// The result as the record shows it.
        result: GameResult,
        /// The reason, for people.
        reason: String,
    },
    /// The writer left the match, which may be taken up again.
    Left,
}

const DOWN: &str = "line down";
const UP: &str = "line up";
const ENDED: &str = "ended: ";
const LEFT: &str = "left";

impl TraceMark {
    /// The mark in a comment without its `#` and its time, if it is one.
    pub(super) fn parse(comment: &str) -> Option<Self> {
        if comment == LEFT {
            return Some(Self::Left);
        }
        if let Some(rest) = comment.strip_prefix(ENDED) {
            let (result, reason) = rest.split_once(", ").unwrap_or((rest, ""));
            return Some(Self::Ended {
                result: result.parse().unwrap_or_default(),
                reason: reason.to_owned(),
            });
        }
        if let Some(rest) = comment.strip_prefix(UP) {
            let (side, rest) = take_side(rest);
            return rest.is_empty().then_some(Self::LineUp { side });
        }
        let (side, rest) = take_side(comment.strip_prefix(DOWN)?);
        let why = rest.strip_prefix(": ")?.to_owned();
        Some(Self::LineDown { side, why })
    }
}

/// ` (Black)` in front of the rest.
fn take_side(text: &str) -> (Option<Color>, &str) {
    let inside = text
        .strip_prefix(" (")
        .and_then(|text| text.split_once(')'));
    match inside.map(|(color, rest)| (color.parse(), rest)) {
        Some((Ok(color), rest)) => (Some(color), rest),
        _ => (None, text),
    }
}

impl fmt::Display for TraceMark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let of = |side: &Option<Color>| side.map(|side| format!(" ({side})")).unwrap_or_default();
        match self {
            Self::LineDown { side, why } => write!(f, "{DOWN}{}: {}", of(side), one_line(why)),
            Self::LineUp { side } => write!(f, "{UP}{}", of(side)),
            Self::Ended { result, reason } => {
                write!(f, "{ENDED}{result}, {}", one_line(reason))
            }
            Self::Left => f.write_str(LEFT),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_read_as_they_are_written() {
        let black = Some(Color::Black);
        let winner = Color::White;
        let marks = [
            (
                TraceMark::LineDown {
                    side: None,
                    why: "it has hung up: pulled?".to_owned(),
                },
                "line down: it has hung up: pulled?",
            ),
            (
                TraceMark::LineDown {
                    side: black,
                    why: "gone".to_owned(),
                },
                "line down (Black): gone",
            ),
            (TraceMark::LineUp { side: None }, "line up"),
            (TraceMark::LineUp { side: black }, "line up (Black)"),
            (
                TraceMark::Ended {
                    result: GameResult::Resignation { winner },
                    reason: "Black resigns, at last".to_owned(),
                },
                "ended: W+R, Black resigns, at last",
            ),
            (TraceMark::Left, "left"),
        ];
        for (mark, text) in marks {
            assert_eq!(mark.to_string(), text);
            assert_eq!(TraceMark::parse(text), Some(mark), "{text}");
        }
    }

    #[test]
    fn other_comments_are_no_marks() {
        for text in ["", "line", "line up and running", "line down", "left over"] {
            assert_eq!(TraceMark::parse(text), None, "{text}");
        }
    }
}

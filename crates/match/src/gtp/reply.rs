//! Answers: their texts, the refusals, and their form on the line.

use std::fmt::Display;

use thiserror::Error;

use sgmp_board::rules::{Cycle, UnknownName};

/// The reason a command is refused. The state is as it was before.
///
/// Controllers compare some of these texts letter by letter, so those say nothing more.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(crate) enum Refusal {
    #[error("unknown command")]
    UnknownCommand,
    /// Arguments are missing or are not what they should be.
    #[error("syntax error: use {0}")]
    Usage(&'static str),
    /// A board we do not play on.
    #[error("unacceptable size")]
    Size,
    /// No color, or no point of this board.
    #[error("invalid color or coordinate")]
    ColorOrCoordinate,
    /// No stone there to ask about.
    #[error("vertex must not be empty")]
    EmptyVertex,
    /// Strings of both colors, where one is meant.
    #[error("vertices must have same color")]
    ColorsDiffer,
    /// A stone where a move is meant.
    #[error("move vertex must be empty")]
    TakenVertex,
    /// Stones of one color, where two that fight are meant.
    #[error("vertices must have different colors")]
    ColorsAlike,
    /// The rules forbid it.
    #[error("illegal move")]
    IllegalMove,
    /// There are not so many moves to take back.
    #[error("cannot undo")]
    CannotUndo,
    /// No handicap of so many stones on this board.
    #[error("invalid handicap")]
    Handicap,
    /// Handicap stones go on an empty board.
    #[error("board not empty")]
    BoardNotEmpty,
    /// Handicap stones on the same point, off the board, or too few or too many.
    #[error("bad vertex list")]
    VertexList,
    /// Stones that cannot stand together.
    #[error("impossible position: {0}")]
    Setup(String),
    /// A file that is not read.
    #[error("cannot load file: {0}")]
    Load(String),
    /// A file that is not written.
    #[error("cannot save file: {0}")]
    Save(String),
    /// Rules we do not play by.
    #[error(transparent)]
    Rules(#[from] UnknownName),
    /// No kind of stones, in final_status_list.
    #[error("invalid status")]
    Status,
    /// The game has ended without a result.
    #[error("cannot score: the game has no result: {0}")]
    NoResult(Cycle),
    /// Nothing has been played.
    #[error("no previous move known")]
    NoMove,
    /// A game that is too long to go on with.
    #[error("the game has too many moves: clear the board")]
    TooManyMoves,
    /// A question to the net where none plays.
    #[error("no net plays here: start with --net own, on 7 to 19 lines")]
    NoNet,
    /// A line that is too long.
    #[error("line too long")]
    LineTooLong,
}

/// The state of the dialogue after a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// Go on with the next line.
    Open,
    /// The controller said `quit`.
    Over,
}

/// The answer to a command: the text after "=", or the refusal.
pub(super) type Reply = Result<String, Refusal>;

/// An answer as it is sent, with the empty line that ends it.
pub(super) fn write(id: Option<&str>, reply: &Result<String, impl Display>) -> String {
    match reply {
        Ok(text) => format!("{}\n\n", head('=', id, text.trim_end())),
        Err(refusal) => {
            let text = refusal.to_string().replace(char::is_control, " ");
            format!("{}\n\n", head('?', id, &text))
        }
    }
}

/// The first line of an answer. A text that begins with an end of line starts on the next one.
pub(super) fn head(sign: char, id: Option<&str>, text: &str) -> String {
    let space = if text.is_empty() || text.starts_with('\n') {
        ""
    } else {
        " "
    };
    format!("{sign}{}{space}{text}", id.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_end_with_an_empty_line_and_hold_none() {
        for (id, reply, text) in [
            (None, Ok("sgmp-go".to_owned()), "= sgmp-go\n\n"),
            (Some("12"), Ok(String::new()), "=12\n\n"),
            (None, Ok("\nA\nB\n".to_owned()), "=\nA\nB\n\n"),
            (Some("3"), Err(Refusal::IllegalMove), "?3 illegal move\n\n"),
            (
                None,
                Err(Refusal::Load("a\n\nb".to_owned())),
                "? cannot load file: a  b\n\n",
            ),
        ] {
            assert_eq!(write(id, &reply), text);
        }
    }
}

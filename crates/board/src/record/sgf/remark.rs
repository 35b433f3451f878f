//! Remarks of the reader: what it had to guess, to mend or to leave out.

use crate::rules::{Komi, Point};

/// A thing that whoever asked for a record should know.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SgfRemark {
    /// Neither CA nor the bytes say the character set.
    #[error("the character set is not named: read as {0}, which its letters look like")]
    GuessedCharset(&'static str),
    /// The last ")" is missing.
    #[error("the game has no closing \")\": read to the end of the file")]
    Unclosed,
    /// Bytes and names that are no part of a game.
    #[error("text that is no part of a game is passed over: {first:?}{}", if *.places > 1 { " and more" } else { "" })]
    Stray {
        /// The first of them.
        first: String,
        /// The number of all of them.
        places: usize,
    },
    /// Brackets within a value.
    #[error("{0} has brackets without \"\\\" in its value: read as part of it")]
    Brackets(String),
    /// A komi that is not written in points.
    #[error("KM[{text}] is read as {komi} points")]
    ConvertedKomi {
        /// As it is written.
        text: String,
        /// As it is read.
        komi: Komi,
    },
    /// A komi that is no number.
    #[error("KM[{0}] is not understood: the komi is not known")]
    UnknownKomi(String),
    /// A handicap that is no number.
    #[error("HA[{0}] is not understood: the handicap is not known")]
    UnknownHandicap(String),
    /// A result that is none, or of a margin that is none.
    #[error("RE[{text}] is not understood: read as {read}")]
    UnknownResult {
        /// As it is written.
        text: String,
        /// As it is read.
        read: String,
    },
    /// A date that is none.
    #[error("DT[{0}] is no date: write YYYY-MM-DD")]
    UnknownDate(String),
    /// A time to think that is none.
    #[error("TM[{0}] is not understood: the time is not known")]
    UnknownTime(String),
    /// Handicap stones that the file does not show.
    #[error(
        "HA[{stones}] without AB: Black's stones are placed at {}",
        .points.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
    )]
    PlacedHandicap {
        /// The number of handicap stones.
        stones: u8,
        /// The points on which they were placed.
        points: Vec<Point>,
    },
    /// Handicap stones that nobody knows the points of.
    #[error(
        "HA[{0}] without AB, and the stones are not those of a fixed handicap: none are placed"
    )]
    MissingHandicap(u8),
    /// A handicap in whose game Black moves first, but not as often as there are stones.
    #[error("HA[{0}] without AB, and Black moves first: no stones are placed")]
    BlackFirst(u8),
    /// A side to move that is none.
    #[error("PL[{0}] is not understood: the stones and the moves tell who moves")]
    UnknownTurn(String),
    /// More values than a move has.
    #[error(
        "{property}[{read}] has more values{}: a move is one point, and the first is read",
        if *.places > 1 { ", and others have, too" } else { "" }
    )]
    FurtherMoves {
        /// The property of the first such move.
        property: String,
        /// Its value that is read.
        read: String,
        /// The number of such moves.
        places: usize,
    },
    /// More values than a fact of the game has.
    #[error("{property} has more than one value: the first is read")]
    FurtherValues {
        /// The first such property.
        property: String,
    },
    /// Points that are set up twice in a node, in different ways.
    #[error(
        "{first}{} set up twice in one node: the last of AB, AW and AE holds",
        match *.places { 1 => " is".to_owned(), more => format!(" and {} more are", more - 1) }
    )]
    SetUpTwice {
        /// The first of them.
        first: Point,
        /// The number of all of them.
        places: usize,
    },
    /// Stones set up after a move.
    #[error("stones are set up after move {0}: a new position, with the moves numbered on")]
    NewPosition(usize),
    /// The file holds other games besides.
    #[error("{games} games in the file: this is game {number}")]
    OtherGames {
        /// Games of the file.
        games: usize,
        /// The game's number, from 1.
        number: usize,
    },
}

/// The start of a value, short enough for a remark.
pub(super) fn shown(text: &str) -> String {
    text.chars().take(40).collect()
}

#[cfg(test)]
mod tests {
    use crate::record::read_game;

    fn remarks(bytes: &[u8]) -> Vec<String> {
        let reading = read_game(bytes, 1).unwrap();
        reading.remarks.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn what_is_not_understood_is_said() {
        for (text, said) in [
            (&b"(;KM[650])"[..], "KM[650] is read as 6.5 points"),
            (
                b"(;KM[some])",
                "KM[some] is not understood: the komi is not known",
            ),
            (
                b"(;RE[Black wins])",
                "RE[Black wins] is not understood: read as ?",
            ),
            (b"(;RE[B+3.76])", "RE[B+3.76] is not understood: read as B+"),
            (b"(;DT[2024-02-30])", "DT[2024-02-30] is no date"),
            (b"(;DT[])", "DT[] is no date"),
            (b"(;KM[])", "KM[] is not understood"),
            (b"(;KO[some])", "KM[some] is not understood"),
            (
                b"(;US[Matsuyama[3d]]SZ[9])",
                "US has brackets without \"\\\" in its value",
            ),
            (
                b"(;SZ[9]\n---\nPB[a])",
                "text that is no part of a game is passed over: \"---\"",
            ),
            (
                b"(;SZ[9]HA[4];B[ee];W[cc])",
                "HA[4] without AB, and Black moves first",
            ),
            (b"(;HA[many])", "HA[many] is not understood"),
            (b"(;TM[long])", "TM[long] is not understood"),
            (b"(;SZ[9];B[aa]", "the game has no closing \")\""),
            (b"(;SZ[9];B[aa];AW[bb])", "stones are set up after move 1: "),
            (
                b"(;PB[Andr\xE9])",
                "the character set is not named: read as windows-1252",
            ),
            (
                b"(;SZ[9]HA[10])",
                "HA[10] without AB, and the stones are not",
            ),
            (b"(;PB[a])(;PB[b])", "2 games in the file: this is game 1"),
        ] {
            let told = remarks(text);
            assert_eq!(told.len(), 1, "{told:?}");
            assert!(told[0].starts_with(said), "{told:?}");
        }
    }

    #[test]
    fn values_that_contradict_are_said() {
        for (text, said) in [
            (&b"(;SZ[9]PL[X]AB[ee])"[..], "PL[X] is not understood: "),
            (b"(;PL[])", "PL[] is not understood: "),
            (
                b"(;SZ[9][13])",
                "SZ has more than one value: the first is read",
            ),
            (
                b"(;KM[6.5][7])",
                "KM has more than one value: the first is read",
            ),
            (
                b"(;RE[B+1][W+1])",
                "RE has more than one value: the first is read",
            ),
            (
                b"(;SZ[9];B[ee][cc];W[gg])",
                "B[ee] has more values: a move is one point",
            ),
            (
                b"(;SZ[9];B[ee][cc];W[gg][gc])",
                "B[ee] has more values, and others have, too: ",
            ),
            (
                b"(;SZ[9]AB[ee]AW[ee];B[cc])",
                "E5 is set up twice in one node: the last of AB, AW and AE holds",
            ),
            (
                b"(;SZ[9]AB[aa:bb]AE[aa:ba])",
                "A9 and 1 more are set up twice in one node: ",
            ),
        ] {
            let told = remarks(text);
            assert_eq!(told.len(), 1, "{told:?}");
            assert!(told[0].starts_with(said), "{told:?}");
        }
        for text in [
            "(;RE[])",
            "(;RE[?])",
            "(;RE[W+0.5 (231 moves)]KM[5 1/2]DT[2000-06-01])",
            "(;SZ[9]PL[white]AB[ee][ee]AB[ee];B[cc]B[gg])",
            "(;SZ[9]AP[a][b]C[a][b])",
        ] {
            assert_eq!(remarks(text.as_bytes()), [""; 0], "{text}");
        }
    }
}

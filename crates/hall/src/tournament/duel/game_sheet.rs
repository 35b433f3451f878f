//! The sheet of a game: all that is kept of it but its moves, one line of JSON.

use serde::{Deserialize, Serialize, Serializer};

use sgmp_board::rules::Color;
use sgmp_match::play::{EndKind, FaultKind};

/// The sheet of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameSheet {
    /// Its number, from 0.
    pub game: u32,
    /// Numbers of the players in the duel, Black's and White's.
    pub players: [usize; 2],
    /// Names of the players, Black's and White's.
    pub names: [String; 2],
    /// Moves that stood on the board at the beginning.
    pub opening_plies: usize,
    /// The result as a record has it: `B+3.5`, `W+R`, `Void`.
    pub result: String,
    /// The winner by color, if there is one.
    pub winner: Winner,
    /// The way it ended.
    #[serde(serialize_with = "duel_word")]
    pub end: EndKind,
    /// Details of its end, in words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
    /// Moves of both sides, the opening's included.
    pub moves: usize,
    /// The counts of a game that was counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub counts: Option<Counts>,
    /// Seconds that the game took.
    pub seconds: f64,
    /// Moves and time of each side, Black's and White's.
    pub sides: [SideSheet; 2],
}

fn duel_word<S: Serializer>(end: &EndKind, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(end.duel_word())
}

/// The winner of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Winner {
    /// Black has won, by the count or otherwise.
    Black,
    /// White has won, by the count or otherwise.
    White,
    /// No winner, with equal points.
    Draw,
    /// Nobody: there is no result.
    None,
}

/// The counts of a finished game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counts {
    /// The count of our engine, as text.
    pub ours: String,
    /// The players' own, Black's and White's, where they have one.
    pub players: [Option<String>; 2],
    /// The referee's, where there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub referee: Option<String>,
}

/// Moves and time of a side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SideSheet {
    /// Its moves, the opening's apart.
    pub moves: u32,
    /// Seconds that it thought.
    pub think: f64,
    /// Its longest move, in seconds.
    pub longest: f64,
    /// Moves that took longer than its clock allowed.
    pub overruns: u32,
    /// Processor seconds, of a program with all that it started; `None` where the system does not tell.
    pub cpu: Option<f64>,
}

impl GameSheet {
    /// Half points of Black, 0 to 2; a game without result counts as even.
    #[must_use]
    pub const fn black_half_points(&self) -> u32 {
        match self.winner {
            Winner::Black => 2,
            Winner::White => 0,
            Winner::Draw | Winner::None => 1,
        }
    }

    /// Half points of a player, by its number.
    #[must_use]
    pub fn half_points(&self, player: usize) -> u32 {
        if self.players[0] == player {
            self.black_half_points()
        } else {
            2 - self.black_half_points()
        }
    }

    /// The side that is at fault for the end, if one is.
    #[must_use]
    pub fn fault(&self) -> Option<(Color, FaultKind)> {
        match (self.end, self.winner) {
            (EndKind::Fault(kind), Winner::Black) => Some((Color::White, kind)),
            (EndKind::Fault(kind), Winner::White) => Some((Color::Black, kind)),
            _ => None,
        }
    }

    /// Returns whether counts of the game differ, and the players did not agree on the result.
    #[must_use]
    pub fn is_disputed(&self) -> bool {
        let Some(counts) = &self.counts else {
            return false;
        };
        let result = black_lead(&self.result);
        let is_result = |count: &Option<String>| {
            let count = count.as_deref().and_then(black_lead);
            count.is_some() && count == result
        };
        if counts.referee.is_none() && counts.players.iter().all(is_result) {
            return false;
        }
        let others = counts.players.iter().chain([&counts.referee]).flatten();
        let ours = black_lead(&counts.ours);
        others.into_iter().any(|count| black_lead(count) != ours)
    }
}

/// Black's lead in half points, by a count as programs write it; `None` for words that are no count.
#[must_use]
pub(crate) fn black_lead(count: &str) -> Option<i32> {
    let word = count.split_whitespace().next()?.to_ascii_uppercase();
    if matches!(word.as_str(), "0" | "0.0" | "DRAW" | "JIGO") {
        return Some(0);
    }
    let (winner, points) = word.split_once('+')?;
    let points: f64 = points.parse().ok()?;
    let half_points = points * 2.0;
    if !(0.0..=10_000.0).contains(&half_points) || half_points.fract() != 0.0 {
        return None;
    }
    match winner {
        "B" | "BLACK" => Some(half_points as i32),
        "W" | "WHITE" => Some(-(half_points as i32)),
        _ => None,
    }
}

#[cfg(test)]
pub(super) mod testing {
    use super::*;

    /// A counted game of 50 moves between players called by their numbers.
    pub(crate) fn sheet(game: u32, players: [usize; 2], winner: Winner) -> GameSheet {
        GameSheet {
            game,
            players,
            names: players.map(|player| format!("p{player}")),
            opening_plies: 0,
            result: match winner {
                Winner::Black => "B+2.5",
                Winner::White => "W+0.5",
                Winner::Draw => "0",
                Winner::None => "Void",
            }
            .to_owned(),
            winner,
            end: EndKind::Counted,
            detail: None,
            moves: 50,
            counts: None,
            seconds: 1.0,
            sides: [SideSheet {
                moves: 25,
                think: 1.0,
                longest: 0.5,
                overruns: 1,
                cpu: Some(0.5),
            }; 2],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_read_as_programs_write_them() {
        for (text, lead) in [
            ("B+3.5", Some(7)),
            ("W+12", Some(-24)),
            ("w+0.5 (upper bound: -0.5)", Some(-1)),
            ("White+2.0", Some(-4)),
            ("0", Some(0)),
            ("Jigo", Some(0)),
            ("B+R", None),
            ("B+0.3", None),
            ("B+nan", None),
            ("?", None),
            ("", None),
        ] {
            assert_eq!(black_lead(text), lead, "{text}");
        }
    }

    #[test]
    fn a_sheet_is_one_line_and_reads_back() {
        let sheet = GameSheet {
            game: 7,
            players: [1, 0],
            names: ["b".to_owned(), "w".to_owned()],
            opening_plies: 2,
            result: "W+F".to_owned(),
            winner: Winner::White,
            end: EndKind::Fault(FaultKind::Hang),
            detail: Some("said nothing\nfor long".to_owned()),
            moves: 31,
            counts: None,
            seconds: 1.5,
            sides: [SideSheet::default(); 2],
        };
        let text = serde_json::to_string(&sheet).unwrap();
        assert!(
            text.contains("\"end\":\"hang\"") && !text.contains('\n'),
            "{text}"
        );
        assert_eq!(serde_json::from_str::<GameSheet>(&text).unwrap(), sheet);
        assert_eq!(sheet.fault(), Some((Color::Black, FaultKind::Hang)));
        assert_eq!((sheet.half_points(0), sheet.half_points(1)), (2, 0));
        assert!(!sheet.is_disputed());
        let counted = |ours: &str, other: &str| GameSheet {
            counts: Some(Counts {
                ours: ours.to_owned(),
                players: [None, Some(other.to_owned())],
                referee: None,
            }),
            ..sheet.clone()
        };
        assert!(!counted("B+3.5", "B+3.5").is_disputed());
        assert!(counted("B+3.5", "W+0.5").is_disputed());
    }
}

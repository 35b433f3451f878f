//! The entries of a journal: one per event that changes the game or the sequence bits.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::json_values;
use sgmp_board::rules::{BoardSize, Color, Handicap, Move, Rules};

/// The format of entries that this version writes and reads.
pub const FORMAT: u32 = 1;

/// One event of a match. Wall times are written as RFC 3339 in UTC; they serve the resumed match
/// (how long were we away?) and the reader, never a running clock.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Entry {
    /// The terms of the match: always the first entry, and only that.
    Opened(Box<Opened>),
    /// The state of the line changed without a move: the handshake, an acknowledgement.
    Link {
        /// The state from now on.
        state: LinkState,
        /// The wall's time at which the entry was made.
        #[serde(with = "json_values::string")]
        at: Timestamp,
    },
    /// A move was made: received and about to be acknowledged, or ours and about to be sent.
    Move {
        /// Number of the move, from 1; passes count.
        number: u16,
        /// The side that played it: odd numbers are Black's, even ones White's.
        #[serde(with = "json_values::string")]
        color: Color,
        /// The point, or a pass.
        #[serde(with = "json_values::string")]
        mv: Move,
        /// The state of the line with this move taken, or pending.
        link: LinkState,
        /// Both clocks after the move.
        clocks: UsedTime,
        /// The wall's time at which the move came on record.
        #[serde(with = "json_values::string")]
        at: Timestamp,
    },
    /// The latest moves were taken back: one side asked, the other agreed.
    TakenBack {
        /// The number of moves.
        moves: u16,
        /// The state of the line with this granted.
        link: LinkState,
        /// Both clocks, which give nothing back.
        clocks: UsedTime,
        /// The wall's time at which the moves were taken back.
        #[serde(with = "json_values::string")]
        at: Timestamp,
    },
    /// The match goes on after a crash or a pause.
    Resumed {
        /// The wall's time at which the match went on.
        #[serde(with = "json_values::string")]
        at: Timestamp,
        /// Wall time since the entry before this one, in milliseconds.
        charged_ms: u64,
        /// Time that the judge's word gives back of what was charged, in milliseconds; left out where that is nothing, as
        /// in journals of before.
        #[serde(default, skip_serializing_if = "is_nothing")]
        given_back_ms: u64,
        /// The side on move, which it is charged to.
        #[serde(with = "json_values::string")]
        to: Color,
    },
    /// The port vanished: nothing can be sent or heard from here on.
    LinkDown {
        /// The wall's time at which it was noticed.
        #[serde(with = "json_values::string")]
        at: Timestamp,
    },
    /// The port is back.
    LinkUp {
        /// The wall's time at which the port was open again.
        #[serde(with = "json_values::string")]
        at: Timestamp,
    },
    /// The opponent's clock, which runs, was seen to be empty.
    OverTime {
        /// The wall's time at which it was seen.
        #[serde(with = "json_values::string")]
        at: Timestamp,
    },
    /// The match is over, or its result was decided anew. No move follows.
    Ended {
        /// As in SGF: "B+3.5", "W+T", "?".
        result: String,
        /// The reason, for people.
        reason: String,
        /// The wall's time of the end.
        #[serde(with = "json_values::string")]
        at: Timestamp,
    },
}

impl Entry {
    /// The wall time when the entry was made.
    #[must_use]
    pub fn at(&self) -> Timestamp {
        match self {
            Self::Opened(opened) => opened.at,
            Self::Link { at, .. }
            | Self::Move { at, .. }
            | Self::TakenBack { at, .. }
            | Self::Resumed { at, .. }
            | Self::LinkDown { at }
            | Self::LinkUp { at }
            | Self::OverTime { at }
            | Self::Ended { at, .. } => *at,
        }
    }
}

/// The terms of a match, enough to start it again where it stood.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Opened {
    /// Format of all entries of the journal: [`FORMAT`].
    pub format: u32,
    /// Name and version of the program that plays.
    pub program: String,
    /// The side we play.
    #[serde(with = "json_values::string")]
    pub our_color: Color,
    /// Width of the board.
    #[serde(with = "json_values::size")]
    pub size: BoardSize,
    /// White's compensation in half points: 11 is 5.5.
    pub komi_half_points: i16,
    /// The rules of Go; left out where they are Japanese, as journals always did.
    #[serde(
        with = "json_values::string",
        default,
        skip_serializing_if = "is_usual"
    )]
    pub rules: Rules,
    /// True if dead stones are counted as they stand; left out where they are taken off.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub dead_stones_stay: bool,
    /// The form of the protocol; left out where it is the FJK dialect.
    #[serde(default, skip_serializing_if = "WireForm::is_fjk")]
    pub dialect: WireForm,
    /// Stones of handicap, 2 to 9; left out in an even game.
    #[serde(default, skip_serializing_if = "is_even")]
    pub handicap: u8,
    /// Each side's time for the whole game, in milliseconds.
    pub main_time_ms: u64,
    /// Time taken off ours before the first move (we came late), in milliseconds.
    pub used_ms: u64,
    /// Black's name, as the record shows it.
    pub black: String,
    /// White's name, as the record shows it.
    pub white: String,
    /// The tournament's name; empty where none was given.
    pub event: String,
    /// The place where the game is played; empty where none was given.
    pub place: String,
    /// The round, as the record shows it; empty where none was given.
    pub round: String,
    /// The day, as the record shows it.
    pub date: String,
    /// Path of the record that goes with this journal.
    pub sgf: String,
    /// The record's form, by its name on the command line.
    pub sgf_format: String,
    /// The words that name our player on the command line; left out where none were said, as in journals of
    /// before.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub player: Vec<String>,
    /// The time at which the journal was begun.
    #[serde(with = "json_values::string")]
    pub at: Timestamp,
}

/// The form of the protocol, by its name on the command line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WireForm {
    /// The simplified form of FJK 2000.
    #[default]
    Fjk,
    /// The full Go Modem Protocol.
    Gmp,
}

impl WireForm {
    #[expect(
        clippy::trivially_copy_pass_by_ref,
        reason = "serde hands out a reference"
    )]
    fn is_fjk(&self) -> bool {
        *self == Self::Fjk
    }
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde hands out a reference"
)]
const fn is_nothing(millis: &u64) -> bool {
    *millis == 0
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde hands out a reference"
)]
const fn is_even(handicap: &u8) -> bool {
    *handicap == 0
}

impl Opened {
    /// Black's handicap; `None` for a number of stones that there is not.
    #[must_use]
    pub const fn handicap(&self) -> Option<Handicap> {
        match self.handicap {
            0 => Some(Handicap::EVEN),
            1 => None,
            stones => Handicap::new(stones as u16),
        }
    }
}

fn is_usual(rules: &Rules) -> bool {
    *rules == Rules::default()
}

/// The state of the wire session, to go on with the same bits and bytes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LinkState {
    /// The session's phase by name.
    pub phase: String,
    /// Sequence bit of our last new frame, 0 or 1.
    #[serde(with = "json_values::bit")]
    pub mine: u8,
    /// Sequence bit of the last frame we accepted, 0 or 1.
    #[serde(with = "json_values::bit")]
    pub taken: u8,
    /// Our frame that still waits to be acknowledged.
    #[serde(with = "json_values::optional")]
    pub pending: Option<[u8; 4]>,
    /// The frame that acknowledged the last one we accepted.
    #[serde(with = "json_values::optional")]
    pub last_ack: Option<[u8; 4]>,
}

/// Time used by each side, in milliseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UsedTime {
    /// Time that Black has used, in milliseconds.
    pub black_ms_used: u64,
    /// Time that White has used, in milliseconds.
    pub white_ms_used: u64,
}

#[cfg(test)]
mod tests {
    use super::*;
    use sgmp_board::rules::Point;

    fn at() -> Timestamp {
        "2000-03-05T13:00:00Z".parse().unwrap()
    }

    fn link() -> LinkState {
        LinkState {
            phase: "playing".to_owned(),
            mine: 1,
            taken: 0,
            pending: Some([0x00, 0x85, 0xD2, 0xB3]),
            last_ack: None,
        }
    }

    #[test]
    fn an_empty_clock_is_written_like_this() {
        let written = serde_json::to_string(&Entry::OverTime { at: at() }).unwrap();
        assert_eq!(
            written,
            r#"{"kind":"over_time","at":"2000-03-05T13:00:00Z"}"#
        );
    }

    #[test]
    fn time_given_back_is_written_like_this() {
        let given_back = Entry::Resumed {
            at: at(),
            charged_ms: 0,
            given_back_ms: 50_000,
            to: Color::White,
        };
        let written = serde_json::to_string(&given_back).unwrap();
        let frozen = concat!(
            r#"{"kind":"resumed","at":"2000-03-05T13:00:00Z","charged_ms":0,"#,
            r#""given_back_ms":50000,"to":"white"}"#,
        );
        assert_eq!(written, frozen);
        assert_eq!(serde_json::from_str::<Entry>(frozen).unwrap(), given_back);
    }

    /// The form on disk is frozen: a change needs a new [`FORMAT`].
    #[test]
    fn entries_are_written_like_this() {
        let (link, at) = (link(), at());
        let color = Color::Black;
        let frozen = [
            (
                Entry::Move {
                    number: 1,
                    color,
                    mv: Point::parse("C17").map_or(Move::Pass, Move::Play),
                    link: link.clone(),
                    clocks: UsedTime {
                        black_ms_used: 1500,
                        white_ms_used: 0,
                    },
                    at,
                },
                concat!(
                    r#"{"kind":"move","number":1,"color":"black","mv":"C17","#,
                    r#""link":{"phase":"playing","mine":1,"taken":0,"#,
                    r#""pending":"00:85:d2:b3","last_ack":null},"#,
                    r#""clocks":{"black_ms_used":1500,"white_ms_used":0},"#,
                    r#""at":"2000-03-05T13:00:00Z"}"#
                ),
            ),
            (
                Entry::TakenBack {
                    moves: 2,
                    link: link.clone(),
                    clocks: UsedTime::default(),
                    at,
                },
                concat!(
                    r#"{"kind":"taken_back","moves":2,"#,
                    r#""link":{"phase":"playing","mine":1,"taken":0,"#,
                    r#""pending":"00:85:d2:b3","last_ack":null},"#,
                    r#""clocks":{"black_ms_used":0,"white_ms_used":0},"#,
                    r#""at":"2000-03-05T13:00:00Z"}"#
                ),
            ),
            (
                Entry::Link { state: link, at },
                concat!(
                    r#"{"kind":"link","state":{"phase":"playing","mine":1,"taken":0,"#,
                    r#""pending":"00:85:d2:b3","last_ack":null},"at":"2000-03-05T13:00:00Z"}"#
                ),
            ),
            (
                Entry::Resumed {
                    at,
                    charged_ms: 60_000,
                    given_back_ms: 0,
                    to: Color::White,
                },
                r#"{"kind":"resumed","at":"2000-03-05T13:00:00Z","charged_ms":60000,"to":"white"}"#,
            ),
            (
                Entry::LinkDown { at },
                r#"{"kind":"link_down","at":"2000-03-05T13:00:00Z"}"#,
            ),
            (
                Entry::LinkUp { at },
                r#"{"kind":"link_up","at":"2000-03-05T13:00:00Z"}"#,
            ),
            (
                Entry::Ended {
                    result: "?".to_owned(),
                    reason: "400 moves".to_owned(),
                    at,
                },
                concat!(
                    r#"{"kind":"ended","result":"?","reason":"400 moves","#,
                    r#""at":"2000-03-05T13:00:00Z"}"#
                ),
            ),
        ];
        for (entry, json) in frozen {
            assert_eq!(serde_json::to_string(&entry).unwrap(), json);
            assert_eq!(serde_json::from_str::<Entry>(json).unwrap(), entry);
            assert_eq!(entry.at(), at);
        }
    }

    /// Rules came later: a journal without them is of a game by Japanese ones.
    #[test]
    fn journals_name_their_rules_where_they_are_not_japanese() {
        let before = concat!(
            r#"{"kind":"opened","format":1,"program":"sgmp-go 0.1.0","our_color":"black","#,
            r#""size":19,"komi_half_points":11,"main_time_ms":3000000,"used_ms":0,"#,
            r#""black":"","white":"","event":"","place":"","round":"","date":"","#,
            r#""sgf":"a.sgf","sgf_format":"fjk","at":"2000-03-05T13:00:00Z"}"#
        );
        let chinese = before.replace(
            r#""komi_half_points":11,"#,
            r#""komi_half_points":11,"rules":"chinese","#,
        );
        for (json, rules) in [(before, Rules::Japanese), (&chinese, Rules::Chinese)] {
            let entry: Entry = serde_json::from_str(json).unwrap();
            assert_eq!(serde_json::to_string(&entry).unwrap(), json);
            let Entry::Opened(opened) = entry else {
                panic!("{entry:?}");
            };
            assert_eq!(opened.rules, rules);
        }
        let unknown = chinese.replace("chinese", "ing");
        let error = serde_json::from_str::<Entry>(&unknown).unwrap_err();
        assert!(error.to_string().contains("japanese"), "{error}");
    }

    #[test]
    fn what_is_not_understood_is_named() {
        let at = r#""at":"2000-03-05T13:00:00Z""#;
        for (json, named) in [
            (format!(r#"{{"kind":"komi",{at}}}"#), "`komi`"),
            (format!(r#"{{"kind":"link_up","x":1,{at}}}"#), "`x`"),
            (r#"{"kind":"link_up"}"#.to_owned(), "`at`"),
            (r#"{"kind":"link_up","at":"noon"}"#.to_owned(), "RFC 3339"),
            (
                format!(r#"{{"kind":"resumed","charged_ms":-1,"to":"white",{at}}}"#),
                "-1",
            ),
            (
                format!(r#"{{"kind":"resumed","charged_ms":1,"to":"red",{at}}}"#),
                "red",
            ),
        ] {
            let error = serde_json::from_str::<Entry>(&json).unwrap_err();
            assert!(error.to_string().contains(named), "{json}: {error}");
        }
    }

    #[test]
    fn a_sequence_bit_is_0_or_1_both_ways() {
        let two = LinkState { mine: 2, ..link() };
        assert!(serde_json::to_string(&two).is_err());
        let json = serde_json::to_string(&link()).unwrap();
        let error = serde_json::from_str::<LinkState>(&json.replace(":1,", ":2,")).unwrap_err();
        assert!(error.to_string().contains("0 or 1"), "{error}");
    }
}

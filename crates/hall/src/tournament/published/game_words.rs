//! A game of an event in sentences: its end, its course, its clocks.

use super::super::event::{EventCourse, EventGame, GameEnd};
use sgmp_board::record::GameResult;
use sgmp_board::rules::Color;
use sgmp_match::play::{EndKind, FaultKind};

/// Points by which one side has to be ahead to be called so.
const MIN_AHEAD: i32 = 3;

/// A game that has an end, and its players' names.
#[derive(Clone, Copy)]
pub(super) struct NamedGame<'a> {
    pub(super) round: u32,
    pub(super) board: u32,
    pub(super) names: [&'a str; 2],
    pub(super) players: [usize; 2],
    /// The handicap of Black.
    pub(super) handicap: u8,
    pub(super) end: &'a GameEnd,
}

impl<'a> NamedGame<'a> {
    /// A game with its end; `None` before that.
    pub(super) fn new(
        names: &'a [String],
        round: u32,
        board: u32,
        game: &'a EventGame,
    ) -> Option<Self> {
        let players = [game.pair.black, game.pair.white];
        Some(Self {
            round,
            board,
            names: players.map(|player| names[player].as_str()),
            players,
            handicap: game.pair.handicap,
            end: game.known_end()?,
        })
    }

    pub(super) const fn name(&self, color: Color) -> &'a str {
        match color {
            Color::Black => self.names[0],
            Color::White => self.names[1],
        }
    }

    pub(super) const fn player(&self, color: Color) -> usize {
        match color {
            Color::Black => self.players[0],
            Color::White => self.players[1],
        }
    }

    /// ", with 3 stones" of Black's win and ", giving 3 stones" of White's; nothing of an even game.
    pub(super) fn stones_words(&self, winner: Color) -> String {
        let verb = match winner {
            Color::Black => "with",
            Color::White => "giving",
        };
        match self.handicap {
            0 | 1 => String::new(),
            stones => format!(", {verb} {stones} stones,"),
        }
    }

    pub(super) fn winner(&self) -> Option<Color> {
        self.end.game_result().winner()
    }

    /// Half points by which it was won on the board.
    pub(super) fn margin(&self) -> Option<u16> {
        match self.end.game_result() {
            GameResult::Score { margin, .. } => Some(margin.get()),
            _ => None,
        }
    }

    /// The reason of the end, or these words, without a full stop.
    pub(super) fn why(&self, default: &str) -> String {
        let why = self.end.why.trim().trim_end_matches('.');
        // The name of whoever is at fault stands in the sentence already.
        let why = self
            .names
            .iter()
            .find_map(|name| why.strip_prefix(name)?.strip_prefix(": "))
            .unwrap_or(why);
        if why.is_empty() { default } else { why }.to_owned()
    }

    /// The end in a sentence.
    pub(super) fn result_sentence(&self) -> String {
        let result = self.end.game_result();
        let Some(winner) = result.winner() else {
            return match result {
                GameResult::Draw => "A draw.".to_owned(),
                GameResult::Void => format!("No result: {}.", self.why(self.end.kind.words())),
                _ => format!(
                    "The judge has to decide: {}.",
                    self.why(self.end.kind.words())
                ),
            };
        };
        let (won, lost) = (self.name(winner), self.name(!winner));
        match result {
            GameResult::Score { margin, .. } => {
                format!("{won} won by {}.", points_words(margin.get()))
            }
            GameResult::Resignation { .. } => format!("{won} won: {lost} resigned."),
            GameResult::Time { .. } if self.end.kind != EndKind::Fault(FaultKind::Hang) => {
                format!("{won} won on time.")
            }
            _ => format!("{won} won{}.", self.fault_words(lost)),
        }
    }

    /// ": B crashed (...)", what a game without a count was lost by.
    fn fault_words(&self, loser: &str) -> String {
        match self.end.kind {
            EndKind::Fault(FaultKind::Crash) => {
                format!(": {loser} failed ({})", self.why("it ended"))
            }
            EndKind::Fault(FaultKind::Hang) => {
                format!(": {loser} did not answer ({})", self.why("it hung"))
            }
            EndKind::Fault(FaultKind::Refused) => {
                format!(": {loser} refused a command ({})", self.why("of the game"))
            }
            EndKind::LineLost => ": the connection was lost".to_owned(),
            EndKind::Fault(FaultKind::Illegal) => {
                format!(": {loser} broke a rule ({})", self.why("an illegal move"))
            }
            EndKind::InputError => format!(": {loser}'s move was entered wrongly"),
            EndKind::Forfeit | EndKind::Disqualified => {
                format!(": {loser} forfeited ({})", self.why("it was not there"))
            }
            EndKind::Ruled => format!(" by decision ({})", self.why("the judge's")),
            _ => String::new(),
        }
    }

    /// The side that was ahead in the last position, where that is known: "Five was about 12 points ahead".
    pub(super) fn ahead_words(&self) -> Option<String> {
        let course = self.end.course.as_ref()?;
        Some(match course.last {
            lead if lead >= MIN_AHEAD => format!("{} was about {lead} points ahead", self.names[0]),
            lead if lead <= -MIN_AHEAD => {
                format!("{} was about {} points ahead", self.names[1], -lead)
            }
            _ => "the game was about even".to_owned(),
        })
    }

    /// The worst move of the game in a sentence.
    pub(super) fn turn_sentence(&self) -> Option<String> {
        let turn = self.end.course.as_ref()?.turn.as_ref()?;
        let name = self.name(turn.color());
        let sign = if turn.is_black { 1 } else { -1 };
        let [before, after] = [sign * turn.before, sign * turn.after];
        let from = match before {
            lead if lead >= MIN_AHEAD => format!("{name} was {lead} points ahead before it"),
            lead if lead <= -MIN_AHEAD => format!("{name} was {} points behind before it", -lead),
            _ => "the game was level before it".to_owned(),
        };
        let to = match after {
            lead if lead >= MIN_AHEAD => format!("{lead} ahead"),
            lead if lead <= -MIN_AHEAD => format!("{} behind", -lead),
            _ => "level".to_owned(),
        };
        let whose = if before.abs() >= MIN_AHEAD {
            String::new()
        } else {
            format!("{name} ")
        };
        Some(format!(
            "By our engine's count move {}, {name}'s {}, cost most: {from}, and {whose}{to} after the answer.",
            turn.number, turn.mv
        ))
    }

    /// The swings of the game in a sentence, where there were any.
    pub(super) fn course_sentence(&self) -> Option<String> {
        let course: &EventCourse = self.end.course.as_ref()?;
        let at_most: Vec<_> = [Color::Black, Color::White]
            .into_iter()
            .filter(|color| course.best_of(*color) >= MIN_AHEAD)
            .map(|color| format!("{} {}", self.name(color), course.best_of(color)))
            .collect();
        if at_most.is_empty() {
            return None;
        }
        let changes = match course.changes {
            0 => "The lead never changed hands".to_owned(),
            1 => "The lead changed hands once".to_owned(),
            many => format!("The lead changed hands {many} times"),
        };
        Some(format!(
            "{changes}; the largest leads, in points: {}.",
            at_most.join(", ")
        ))
    }
}

/// "half a point", "1 point", "3.5 points".
pub(super) fn points_words(half_points: u16) -> String {
    match half_points {
        1 => "half a point".to_owned(),
        2 => "1 point".to_owned(),
        even if even % 2 == 0 => format!("{} points", even / 2),
        odd => format!("{}.5 points", odd / 2),
    }
}

/// "A", "A and B", "A, B and C".
pub(super) fn listed(names: &[&str]) -> String {
    match names {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// "4 m 05 s", "12.3 s".
pub(super) fn clock_words(milliseconds: u64) -> String {
    let seconds = milliseconds / 1000;
    if seconds < 60 {
        format!("{seconds}.{} s", milliseconds % 1000 / 100)
    } else {
        format!("{} m {:02} s", seconds / 60, seconds % 60)
    }
}

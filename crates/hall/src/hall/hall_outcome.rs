//! The outcome of an event's game, and what is kept of it.

use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::hall::event_folder::EventFolder;
use crate::hall::hall_game::HallGame;
use crate::hall::line_game::unplayed;
use crate::hall::line_table::LineTable;
use crate::hall::record_course::record_course;
use crate::tournament::duel::{GameSheet, PlayedGame, keep_words};
use crate::tournament::event::{CrashRule, EventCount, GameEnd, UsedTimes, time_text};
use sgmp_board::failure::{Blame, Failure};
use sgmp_board::record::{Format, GameRecord, read_bytes, read_sgf, write_atomically};
use sgmp_board::rules::{ByColor, Color};
use sgmp_board::stop_flag::StopFlag;
use sgmp_match::play::{EndKind, FaultKind};
use sgmp_match::port::ProgramWords;

/// The end of a game, its record, and the words of its programs.
pub struct HallOutcome {
    /// The result, and how it came about.
    pub end: GameEnd,
    /// The record as SGF; none where no game came about.
    pub record: Option<Vec<u8>>,
    /// The standard error of the programs, and the talk with them where that is kept.
    pub words: ByColor<ProgramWords>,
}

impl HallOutcome {
    /// Writes the record and the words of the programs into the folder of records.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub fn keep(&self, folder: &EventFolder, game: &HallGame) -> Result<(), Failure> {
        let refused = |error| Failure::new(Blame::Record, error);
        let (round, board) = (game.round, game.board);
        let stem = EventFolder::game_stem(round, board);
        keep_words(&folder.records(), &stem, &game.names, &self.words).map_err(refused)?;
        match &self.record {
            Some(bytes) => write_atomically(&folder.record(round, board), bytes).map_err(refused),
            None => Ok(()),
        }
    }
}

impl HallGame {
    /// The outcome of a game on a line, with the record that it has left.
    pub(super) fn line_outcome(
        &self,
        end: GameEnd,
        table: &LineTable,
        halt: &StopFlag,
    ) -> HallOutcome {
        let mut end = self.by_crash_rule(end);
        let bytes = read_bytes(&table.record).ok();
        let record = bytes.as_ref().and_then(|bytes| read_sgf(bytes).ok());
        end.course = record.and_then(|record| record_course(&record, halt));
        if !end.kind.is_failure() {
            table.clear();
        }
        HallOutcome {
            end,
            record: bytes,
            words: table.words.clone(),
        }
    }

    pub(super) fn outcome(&self, played: PlayedGame, halt: &StopFlag) -> HallOutcome {
        let PlayedGame {
            sheet,
            mut record,
            words,
        } = played;
        record.lay_handicap(self.plan.stones_of(self.pair).len());
        let mut end = self.by_crash_rule(self.end(&sheet));
        end.course = record_course(&record, halt);
        HallOutcome {
            record: Some(self.finished(record, &end)),
            end,
            words,
        }
    }

    /// A record with the event's facts, as a file.
    pub(super) fn finished(&self, mut record: GameRecord, end: &GameEnd) -> Vec<u8> {
        let words = end.kind.words();
        let mut why = match end.why.as_str() {
            "" => words.to_owned(),
            why => format!("{words}: {why}"),
        };
        // `TM` is the time of both sides.
        for (color, name) in Color::BOTH.into_iter().zip(&self.names) {
            let late = self.penalties[color];
            if !late.is_zero() {
                why += &format!("; {} off the clock of {name}", time_text(late));
            }
        }
        let info = &mut record.info;
        for (color, player) in [
            (Color::Black, self.pair.black),
            (Color::White, self.pair.white),
        ] {
            let rank = self.plan.players[player].rank;
            info.players[color].rank = rank.map(|rank| rank.to_string());
        }
        info.event = text(&self.plan.name);
        info.place = text(&self.plan.place);
        info.round = Some(self.round.to_string());
        info.comment = text(&why);
        info.name = Some(format!("round {}, board {}", self.round, self.board));
        if !self.plan.date.is_empty() {
            info.date = text(&self.plan.date);
        }
        record.to_sgf(Format::Ff4).into()
    }

    fn end(&self, sheet: &GameSheet) -> GameEnd {
        let milliseconds = |side: usize| (sheet.sides[side].think * 1000.0) as u64;
        let mut end = GameEnd {
            result: sheet.result.clone(),
            kind: sheet.end,
            why: sheet.detail.clone().unwrap_or_default(),
            moves: u32::try_from(sheet.moves)
                .unwrap_or(u32::MAX)
                .saturating_sub(u32::from(self.pair.stones_on_board())),
            used: UsedTimes {
                black: milliseconds(0),
                white: milliseconds(1),
            },
            counts: counts(sheet),
            programs: Vec::new(),
            course: None,
        };
        let loser = end.game_result().winner().map(|winner| !winner);
        if end.kind == EndKind::Fault(FaultKind::Illegal)
            && loser.is_some_and(|loser| self.enter[loser])
        {
            end.kind = EndKind::InputError;
        }
        if self.plan.counts_must_agree && sheet.is_disputed() {
            end.kind = EndKind::CountsDiffer;
            "?".clone_into(&mut end.result);
        }
        end
    }

    /// A crash, or another failure, goes to the judge where the event says so.
    pub(super) fn by_crash_rule(&self, mut end: GameEnd) -> GameEnd {
        if end.kind.is_failure() && self.plan.on_crash == CrashRule::Judge {
            "?".clone_into(&mut end.result);
        }
        end
    }
}

/// The outcome of a game, or the case for the judge that a panic in it is.
pub(super) fn caught(play: impl FnOnce() -> Option<HallOutcome>) -> Option<HallOutcome> {
    catch_unwind(AssertUnwindSafe(play)).unwrap_or_else(|_| {
        let why = "the hall failed in this game (a bug: please report it)";
        Some(HallOutcome {
            end: unplayed(EndKind::LineLost, why),
            record: None,
            words: ByColor::default(),
        })
    })
}

fn text(text: &str) -> Option<String> {
    Some(text.to_owned()).filter(|text| !text.is_empty())
}

/// All counts of a game, ours first.
fn counts(sheet: &GameSheet) -> Vec<EventCount> {
    let Some(counts) = &sheet.counts else {
        return Vec::new();
    };
    let count = |by: &str, result: &str| EventCount {
        by: by.to_owned(),
        result: result.chars().take(40).collect(),
    };
    let players = ["black", "white"].into_iter().zip(&counts.players);
    let players = players.filter_map(|(by, result)| Some(count(by, result.as_ref()?)));
    let referee = counts
        .referee
        .as_ref()
        .map(|result| count("referee", result));
    [count("ours", &counts.ours)]
        .into_iter()
        .chain(players)
        .chain(referee)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_in_a_game_is_a_case_for_the_judge() {
        let outcome = caught(|| panic!("tried")).expect("an end");
        assert_eq!(outcome.end.kind, EndKind::LineLost);
        assert_eq!(outcome.end.result, "?");
        assert!(caught(|| None).is_none());
    }
}

//! Answers of a learner, and the days on which problems come again: one file.

use sgmp_board::record::json_fault;
use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// Number of the form of the file.
const FORMAT: u32 = 1;

/// Ease of a new card: by this much intervals grow.
const FIRST_EASE: f32 = 2.5;
/// Ease that is the least.
const MIN_EASE: f32 = 1.3;
/// Days of the first two intervals.
const FIRST_INTERVALS: [u32; 2] = [1, 3];
/// Longest interval, in days.
const MAX_INTERVAL: u32 = 365;

/// The course of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StudyResult {
    /// Wrong moves before it was solved.
    pub wrong_tries: u32,
    /// True if a hint was asked for.
    pub was_hinted: bool,
    /// True if it was solved without being shown.
    pub is_solved: bool,
}

/// The answers to a problem.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct StudyCard {
    /// Factor by which the interval grows.
    pub ease: f32,
    /// Days from the latest answer to the next.
    pub interval: u32,
    /// Day on which it comes again, counted from 1 January 1970.
    pub due: i64,
    /// Times it was solved at once, the latest times in a row.
    pub streak: u32,
    /// Times it was answered.
    pub answers: u32,
    /// Wrong moves in all.
    pub wrong_tries: u32,
}

/// All that a learner has answered.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StudyLog {
    cards: BTreeMap<String, StudyCard>,
}

/// The form of the file.
#[derive(Serialize, Deserialize)]
struct LogFile {
    format: u32,
    cards: BTreeMap<String, StudyCard>,
}

/// A file that is no log of answers.
#[derive(Debug, thiserror::Error)]
pub enum StudyLogError {
    /// The text is not in the form of such a file.
    #[error("not a file of answers: {}", json_fault(.0))]
    Form(#[from] serde_json::Error),
    /// A later form of the file than this version knows.
    #[error("written by a later version of the program (form {0})")]
    Later(u32),
}

impl StudyLog {
    /// The name of the file of answers, beside the archive of games.
    pub const FILE: &'static str = "answers.json";
    /// The name of the file of one's own mistakes beside it.
    pub const DECK: &'static str = "mistakes.sgf";

    /// Reads the text of a file.
    ///
    /// # Errors
    /// A text of another form.
    pub fn from_json(bytes: &[u8]) -> Result<Self, StudyLogError> {
        let file: LogFile = serde_json::from_slice(bytes)?;
        if file.format != FORMAT {
            return Err(StudyLogError::Later(file.format));
        }
        let sane = file.cards.into_iter().map(|(id, card)| {
            let ease = if card.ease.is_finite() {
                card.ease
            } else {
                FIRST_EASE
            };
            let card = StudyCard {
                ease: ease.clamp(MIN_EASE, 10.0),
                interval: card.interval.min(MAX_INTERVAL),
                ..card
            };
            (id, card)
        });
        Ok(Self {
            cards: sane.collect(),
        })
    }

    /// The text of the file.
    #[must_use]
    pub fn to_json(&self) -> String {
        let file = LogFile {
            format: FORMAT,
            cards: self.cards.clone(),
        };
        let text = serde_json::to_string_pretty(&file);
        text.map_or_else(|_| String::new(), |text| text + "\n")
    }

    /// The card of a problem.
    #[must_use]
    pub fn card(&self, id: &str) -> Option<&StudyCard> {
        self.cards.get(id)
    }

    /// Takes over the card of a problem from another log: whoever else writes the file keeps what it has noted.
    pub fn adopt(&mut self, id: &str, other: &Self) {
        if let Some(card) = other.card(id) {
            self.cards.insert(id.to_owned(), *card);
        }
    }

    /// Notes an answer that was given on a day, counted from 1 January 1970, and returns the days until the problem
    /// comes again.
    pub fn note(&mut self, id: &str, result: StudyResult, today: i64) -> u32 {
        let new = StudyCard {
            ease: FIRST_EASE,
            interval: 0,
            due: today,
            streak: 0,
            answers: 0,
            wrong_tries: 0,
        };
        let card = self.cards.entry(id.to_owned()).or_insert(new);
        card.answers = card.answers.saturating_add(1);
        card.wrong_tries = card.wrong_tries.saturating_add(result.wrong_tries);
        // The plan of SM-2: what is known comes later each time, what is not comes tomorrow.
        let quality: f32 = match (result.is_solved, result.wrong_tries, result.was_hinted) {
            (true, 0, false) => 5.0,
            (true, 0, true) | (true, 1, false) => 3.0,
            _ => 1.0,
        };
        card.ease =
            (card.ease + 0.1 - (5.0 - quality) * (0.08 + (5.0 - quality) * 0.02)).max(MIN_EASE);
        if quality < 3.0 {
            card.streak = 0;
            card.interval = FIRST_INTERVALS[0];
        } else if card.due > today {
            // Asked before its day: that it is known now says little of that day.
            card.streak = card.streak.max(1);
            return u32::try_from(card.due - today).unwrap_or(card.interval);
        } else {
            card.interval = match FIRST_INTERVALS.get(card.streak as usize) {
                Some(days) => *days,
                None => ((card.interval as f32 * card.ease).round() as u32).min(MAX_INTERVAL),
            };
            card.streak = card.streak.saturating_add(1);
        }
        card.due = today + i64::from(card.interval);
        card.interval
    }

    /// The order in which problems are asked on a day: those that are due, the longest overdue first, then new ones in
    /// their order; those that are known for now are left out.
    #[must_use]
    pub fn order<'a>(&self, ids: impl IntoIterator<Item = &'a str>, today: i64) -> Vec<usize> {
        let mut due: Vec<(i64, usize)> = Vec::new();
        let mut new = Vec::new();
        for (index, id) in ids.into_iter().enumerate() {
            match self.cards.get(id) {
                Some(card) if card.due <= today => due.push((card.due, index)),
                Some(_) => {}
                None => new.push(index),
            }
        }
        due.sort_unstable();
        due.into_iter().map(|(_, index)| index).chain(new).collect()
    }

    /// Problems of a list that were answered, and those of them that were solved at once the last time.
    #[must_use]
    pub fn known<'a>(&self, ids: impl IntoIterator<Item = &'a str>) -> (usize, usize) {
        let cards = ids.into_iter().filter_map(|id| self.cards.get(id));
        cards.fold((0, 0), |(answered, known), card| {
            (answered + 1, known + usize::from(card.streak > 0))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const AT_ONCE: StudyResult = StudyResult {
        wrong_tries: 0,
        was_hinted: false,
        is_solved: true,
    };

    #[test]
    fn what_is_known_comes_later_each_time() {
        let mut log = StudyLog::default();
        let mut today = 20_000;
        let mut days = Vec::new();
        for _ in 0..5 {
            let next = log.note("a", AT_ONCE, today);
            days.push(next);
            today += i64::from(next);
        }
        assert_eq!(days[..2], [1, 3]);
        let due = log.card("a").unwrap().due;
        let slip = StudyResult {
            wrong_tries: 1,
            ..AT_ONCE
        };
        assert_eq!(
            log.note("a", slip, due - 2),
            2,
            "before its day nothing is put off"
        );
        assert!(days.windows(2).all(|pair| pair[0] < pair[1]), "{days:?}");
        let wrong = StudyResult {
            wrong_tries: 3,
            ..AT_ONCE
        };
        assert_eq!(log.note("a", wrong, today), 1);
        assert_eq!(
            log.card("a").map(|card| (card.streak, card.answers)),
            Some((0, 7))
        );
    }

    #[test]
    fn two_who_write_the_same_file_lose_nothing() {
        let (mut one, mut other) = (StudyLog::default(), StudyLog::default());
        one.note("a", AT_ONCE, 100);
        other.note("b", AT_ONCE, 100);
        one.adopt("b", &other);
        assert_eq!(one.known(["a", "b"]), (2, 2));
    }

    #[test]
    fn due_problems_come_before_new_ones() {
        let mut log = StudyLog::default();
        log.note("b", AT_ONCE, 100);
        log.note("c", AT_ONCE, 90);
        let ids = ["a", "b", "c", "d"];
        assert_eq!(log.order(ids, 100), [2, 0, 3]);
        assert_eq!(log.order(ids, 101), [2, 1, 0, 3]);
        assert_eq!(log.known(ids), (2, 2));
    }

    proptest::proptest! {
        #[test]
        fn any_bytes_are_read_or_refused(bytes in proptest::collection::vec(0u8..=255, 0..200)) {
            drop(StudyLog::from_json(&bytes));
        }

        #[test]
        fn any_cards_are_kept_sane(ease in -1e30f32..1e30, interval in 0u32.., due in -9_000_000i64..9_000_000) {
            let text = format!(
                "{{\"format\":1,\"cards\":{{\"a\":{{\"ease\":{ease},\"interval\":{interval},\"due\":{due},\"streak\":7,\"answers\":9,\"wrong_tries\":4294967295}}}}}}"
            );
            let mut log = StudyLog::from_json(text.as_bytes()).unwrap();
            let days = log.note("a", AT_ONCE, due);
            proptest::prop_assert!(days <= MAX_INTERVAL);
        }
    }

    #[test]
    fn a_log_is_read_as_it_was_written() {
        let mut log = StudyLog::default();
        log.note("life-001", AT_ONCE, 20_000);
        let text = log.to_json();
        assert_eq!(StudyLog::from_json(text.as_bytes()).unwrap(), log);
        assert!(StudyLog::from_json(b"{}").is_err());
        let told = StudyLog::from_json(b"garbage").unwrap_err().to_string();
        assert!(!told.contains("expected value"), "{told}");
        let later = text.replace("\"format\": 1", "\"format\": 2");
        assert!(matches!(
            StudyLog::from_json(later.as_bytes()),
            Err(StudyLogError::Later(2))
        ));
    }
}

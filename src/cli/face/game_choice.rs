//! Values to choose from before a game, and the words of the command line that they stand for.

use sgmp_board::rules::Handicap;
use sgmp_engine::engine::Level;
use sgmp_faces::local_game::{LocalHandicap, LocalTerms};
use sgmp_faces::menus::typed_value::{begins_a_value, short_name, value_meant};

/// A choice among some values.
pub(crate) struct GameChoice {
    /// The name of it.
    pub(crate) label: &'static str,
    /// A sentence about it.
    pub(crate) note: &'static str,
    /// Each value as it is shown, with the words of the command line that it stands for.
    pub(crate) values: Vec<(String, Vec<String>)>,
    /// The place of the value that is chosen.
    pub(crate) at: usize,
}

impl GameChoice {
    /// A choice of `option`, among values that are shown as they are typed.
    fn typed(
        label: &'static str,
        note: &'static str,
        option: &str,
        values: impl IntoIterator<Item = String>,
        first: &str,
    ) -> Self {
        let words = |value: String| {
            let words = vec![option.to_owned(), value.clone()];
            (value, words)
        };
        let values: Vec<_> = values.into_iter().map(words).collect();
        let at = values.iter().position(|(value, _)| value == first);
        Self {
            label,
            note,
            values,
            at: at.unwrap_or(0),
        }
    }

    pub(crate) fn named(
        label: &'static str,
        note: &'static str,
        values: &[(&str, &[&str])],
    ) -> Self {
        let value = |(shown, words): &(&str, &[&str])| {
            let words = words.iter().map(|word| (*word).to_owned());
            ((*shown).to_owned(), words.collect())
        };
        Self {
            label,
            note,
            values: values.iter().map(value).collect(),
            at: 0,
        }
    }

    /// The values as they are shown.
    pub(crate) fn shown(&self) -> Vec<String> {
        self.values.iter().map(|(shown, _)| shown.clone()).collect()
    }

    /// Chooses the next value, or the one before, round the end.
    pub(crate) fn step(&mut self, by: i8) {
        let count = self.values.len() as isize;
        let next = (self.at as isize + isize::from(by)).rem_euclid(count.max(1));
        self.at = next as usize;
    }

    /// Adds a letter to what is typed, and chooses the value that is meant by it, if one is; a letter that goes on with
    /// nothing begins anew, but for a digit after a digit. Returns what is typed now.
    ///
    /// # Errors
    /// A letter that begins no value.
    pub(crate) fn type_letter(&mut self, typed: &str, letter: char) -> Result<String, NoSuchValue> {
        let shown = self.shown();
        let typed = format!("{typed}{letter}");
        // A number that is too large is no new one by its last digit.
        let is_number = typed.len() > 1 && typed.bytes().all(|byte| byte.is_ascii_digit());
        let anew = (!is_number).then(|| letter.to_string());
        let mut tries = [Some(typed.clone()), anew].into_iter().flatten();
        let begun = tries.find(|begun| begins_a_value(&shown, begun));
        let begun = begun.ok_or_else(|| NoSuchValue {
            label: self.label,
            typed,
            first: short_name(&shown, 0).to_owned(),
            last: short_name(&shown, shown.len().saturating_sub(1)).to_owned(),
        })?;
        self.at = value_meant(&shown, &begun).unwrap_or(self.at);
        Ok(begun)
    }
}

/// Typed letters that are no value of a choice.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{label}: {typed} is none of {first} to {last}.")]
pub(crate) struct NoSuchValue {
    label: &'static str,
    typed: String,
    first: String,
    last: String,
}

/// The lines of the board.
pub(crate) fn board(first: &str) -> GameChoice {
    let sizes = (7..=19).map(|lines| lines.to_string());
    GameChoice::typed(
        "Board",
        "Lines of the board: 9 for a quick game, 19 for a whole one. Type a number.",
        "--size",
        sizes,
        first,
    )
}

/// Handicap, rules, komi and time.
pub(crate) fn terms(usual_komi: &str) -> [GameChoice; 4] {
    let stones: Vec<String> = (2..=9).map(|stones: u8| stones.to_string()).collect();
    let mut handicap = GameChoice::typed(
        "Handicap",
        "Stones that Black has ahead on the marked points; or moves that Black makes where it likes, before it moves \
         first (Ing's way).",
        "--handicap",
        stones,
        "",
    );
    let plays = handicap.values.iter().map(|(stones, words)| {
        let plays = [words.as_slice(), &["--free-handicap".to_owned()]].concat();
        (format!("{stones} as plays"), plays)
    });
    let plays: Vec<_> = plays.collect();
    handicap.values.insert(0, ("none".to_owned(), Vec::new()));
    handicap.values.extend(plays);
    let rules = GameChoice::named(
        "Rules",
        "Japanese: points that are surrounded and stones that are captured count. Chinese: points and stones on the \
         board.",
        &[
            ("japanese", &["--rules", "japanese"]),
            ("chinese", &["--rules", "chinese"]),
        ],
    );
    let komi = komi(usual_komi);
    let mut time = GameChoice::typed(
        "Time",
        "Each side's time for the whole game.",
        "--time",
        ["5m", "10m", "20m", "30m", "1h"].map(str::to_owned),
        "",
    );
    time.values.insert(0, ("no clocks".to_owned(), Vec::new()));
    [handicap, rules, komi, time]
}

/// The usual komi, which depends on the handicap.
pub(crate) fn usual_komi() -> String {
    let usual = |stones| {
        let fixed = Handicap::new(stones).map_or(LocalHandicap::NONE, LocalHandicap::Fixed);
        LocalTerms::usual_komi(fixed)
    };
    format!("as usual ({}, handicap: {})", usual(0), usual(2))
}

fn komi(usual: &str) -> GameChoice {
    let mut komi = GameChoice::typed(
        "Komi",
        "Points that White has for moving second.",
        "--komi",
        ["0", "0.5", "3.5", "5.5", "6.5", "7.5"].map(str::to_owned),
        "",
    );
    komi.values.insert(0, (usual.to_owned(), Vec::new()));
    komi
}

/// The chance of the computer, and the bell.
pub(crate) fn manners() -> [GameChoice; 2] {
    let mut chance = GameChoice::typed(
        "Chance",
        "The computer varies its moves. With a seed the same moves of yours have the same answers (levels 0 to 19).",
        "--seed",
        (1..=9).map(|seed: u8| seed.to_string()),
        "",
    );
    for (shown, _) in &mut chance.values {
        *shown = format!("seed {shown}");
    }
    chance
        .values
        .insert(0, ("new each time".to_owned(), Vec::new()));
    let bell = GameChoice::named(
        "Bell",
        "Rings when stones come into atari; it is told in words too.",
        &[("off", &[]), ("on", &["--bell"])],
    );
    [chance, bell]
}

/// The computer's level, each with its rank.
pub(crate) fn level(first: Level) -> GameChoice {
    let shown = |level: Level| {
        let number = level.to_string();
        let words = vec!["--level".to_owned(), number.clone()];
        (format!("{number} ({})", level.about()), words)
    };
    GameChoice {
        label: "Level",
        note: "How well the computer plays: 0 is a beginner, 20 is as strong as it can be. Type a number.",
        values: Level::all().map(shown).collect(),
        at: first.number().into(),
    }
}

/// The color of the person.
pub(crate) fn seats() -> GameChoice {
    GameChoice::named(
        "You play",
        "Black moves first.",
        &[
            ("Black", &["--computer", "white"]),
            ("White", &["--computer", "black"]),
            ("nothing: the computer plays both", &["--computer", "both"]),
        ],
    )
}

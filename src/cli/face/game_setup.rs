//! Choices before a game: what is played, on which board, by whom.

use clap::Parser;

use super::play_args::{NoFixedPoints, PlayArgs};
use crate::cli::matches::match_args::MatchArgs;
use sgmp_board::rules::fixed_points;
use sgmp_faces::local_game::LocalHandicap;
use sgmp_faces::menus::menu_screen::{MenuPage, MenuStep};
use sgmp_faces::tui::{Key, KeyHelp, MenuRow, MenuView, RowValue};
use sgmp_match::play::NoSuchHandicap;

/// A choice among some values.
struct Choice {
    label: &'static str,
    note: &'static str,
    /// Each value as it is shown, with the words of the command line that it stands for.
    values: Vec<(String, Vec<String>)>,
    at: usize,
}

impl Choice {
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

    fn named(label: &'static str, note: &'static str, values: &[(&str, &[&str])]) -> Self {
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

    fn step(&mut self, by: i8) {
        let count = self.values.len() as isize;
        let next = (self.at as isize + isize::from(by)).rem_euclid(count.max(1));
        self.at = next as usize;
    }
}

/// The words of `play`, as its own command.
#[derive(Debug, Parser)]
struct PlayWords {
    #[command(flatten)]
    play: PlayArgs,
}

/// The words of `match`, as its own command.
#[derive(Debug, Parser)]
struct MatchWords {
    #[command(flatten)]
    game: MatchArgs,
}

/// The reason why the choices begin no game.
#[derive(Debug, thiserror::Error)]
enum ChoiceError {
    /// Words that a command refuses; its first line says why.
    #[error("{}", first_line(.0))]
    Words(#[from] clap::Error),
    /// A handicap that needs plays in place of stones.
    #[error(transparent)]
    NoFixedPoints(#[from] NoFixedPoints),
    /// A handicap that the board has no room for.
    #[error(transparent)]
    Handicap(#[from] NoSuchHandicap),
    /// A match without a port.
    #[error("Type the port first: sgmp-go ports lists those of this computer.")]
    NoPort,
}

/// The arguments of `play` in these words.
fn play_args<W: AsRef<str>>(words: &[W]) -> Result<PlayArgs, clap::Error> {
    let words = words.iter().map(AsRef::as_ref);
    let parsed = PlayWords::try_parse_from(["play"].into_iter().chain(words));
    parsed.map(|parsed| parsed.play)
}

fn first_line(error: &clap::Error) -> String {
    let text = error.to_string();
    let line = text.lines().next().unwrap_or_default();
    line.trim_start_matches("error: ").to_owned()
}

/// Refuses fixed handicap stones that the board has no points for.
fn check_handicap(args: &PlayArgs) -> Result<(), ChoiceError> {
    let size = args.size;
    let handicap = args.local_handicap()?;
    let stones = handicap.stones();
    let is_fixed = matches!(handicap, LocalHandicap::Fixed(_)) && stones > 0;
    match is_fixed && fixed_points(size, stones.into()).is_none() {
        true => Err(NoSuchHandicap { stones, size }.into()),
        false => Ok(()),
    }
}

/// A page of choices.
pub(super) struct GameSetup {
    title: &'static str,
    subtitle: &'static str,
    choices: Vec<Choice>,
    /// The name of a port that is typed; `None` where nothing is typed.
    port: Option<String>,
    chosen: usize,
    warning: Option<String>,
}

const KEYS: [KeyHelp; 4] = [
    KeyHelp {
        key: "Enter",
        short: "begin",
        long: "",
    },
    KeyHelp {
        key: "arrows",
        short: "choose and change",
        long: "",
    },
    KeyHelp {
        key: "Esc",
        short: "back",
        long: "",
    },
    KeyHelp {
        key: "Ctrl-C",
        short: "leave",
        long: "",
    },
];

fn board(first: &str) -> Choice {
    let sizes = (7..=19).map(|lines| lines.to_string());
    Choice::typed(
        "Board",
        "Lines of the board: 9 for a quick game, 19 for a whole one.",
        "--size",
        sizes,
        first,
    )
}

fn terms() -> [Choice; 4] {
    let stones: Vec<String> = (2..=9).map(|stones: u8| stones.to_string()).collect();
    let mut handicap = Choice::typed(
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
    let rules = Choice::named(
        "Rules",
        "Territory and prisoners count in Japan, territory and stones in China.",
        &[
            ("japanese", &["--rules", "japanese"]),
            ("chinese", &["--rules", "chinese"]),
        ],
    );
    let komi = komi();
    let mut time = Choice::typed(
        "Time",
        "Each side's time for the whole game.",
        "--time",
        ["5m", "10m", "20m", "30m", "1h"].map(str::to_owned),
        "",
    );
    time.values.insert(0, ("no clocks".to_owned(), Vec::new()));
    [handicap, rules, komi, time]
}

fn komi() -> Choice {
    let mut komi = Choice::typed(
        "Komi",
        "Points that White has for moving second; with a handicap usually 0.5.",
        "--komi",
        ["0", "0.5", "3.5", "5.5", "6.5", "7.5"].map(str::to_owned),
        "",
    );
    komi.values.insert(0, ("as usual".to_owned(), Vec::new()));
    komi
}

/// The chance of the computer, and the bell.
fn manners() -> [Choice; 2] {
    let mut chance = Choice::typed(
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
    let bell = Choice::named(
        "Bell",
        "Rings when stones come into atari; it is told in words too.",
        &[("off", &[]), ("on", &["--bell"])],
    );
    [chance, bell]
}

impl GameSetup {
    /// A game against the computer.
    pub(super) fn computer() -> Self {
        let level = Choice::typed(
            "Level",
            "0 to 6 by knowledge alone, 7 to 13 by the net at a glance, from 14 on with a search; 20 is full \
             strength.",
            "--level",
            (0..=20).map(|level: u8| level.to_string()),
            "1",
        );
        let seats = Choice::named(
            "You play",
            "Black moves first.",
            &[
                ("Black", &["--computer", "white"]),
                ("White", &["--computer", "black"]),
                ("nothing: the computer plays both", &["--computer", "both"]),
            ],
        );
        let mut choices = vec![board("9"), level, seats];
        choices.extend(terms());
        choices.extend(manners());
        Self::new("Play the computer", "", choices)
    }

    /// A game of two persons here.
    pub(super) fn two_players() -> Self {
        let both = Choice::named(
            "Players",
            "Both sit here.",
            &[("two", &["--computer", "none"])],
        );
        let mut choices = vec![board("9")];
        choices.extend(terms());
        choices.push(both);
        Self::new("Two players here", "", choices)
    }

    /// A match over a line; `port` is the first that this computer has.
    pub(super) fn line_match(port: Option<String>) -> Self {
        let by = Choice::named(
            "For us plays",
            "By hand two people can play each other on two computers, and talk (s).",
            &[("the computer", &["match"]), ("you, by hand", &["human"])],
        );
        let color = Choice::named(
            "We are",
            "The two sides agree on this before they start.",
            &[
                ("Black", &["--color", "black"]),
                ("White", &["--color", "white"]),
            ],
        );
        let mut setup = Self::new(
            "A match over a line",
            "Connect the two computers, agree who is Black, and start one program on each side. sgmp-go check \
             --port PORT tests the line the day before.",
            vec![by, color],
        );
        setup.choices.push(board("19"));
        let [_, rules, komi, time] = terms();
        setup.choices.extend([rules, komi, time]);
        setup.port = Some(port.unwrap_or_default());
        setup.chosen = setup.choices.len();
        setup
    }

    const fn new(title: &'static str, subtitle: &'static str, choices: Vec<Choice>) -> Self {
        Self {
            title,
            subtitle,
            choices,
            port: None,
            chosen: 0,
            warning: None,
        }
    }

    fn rows(&self) -> usize {
        self.choices.len() + usize::from(self.port.is_some())
    }

    /// Chooses a row by a click; a click on the chosen one changes it.
    fn click(&mut self, row: usize) {
        match self.choices.get_mut(row) {
            Some(choice) if row == self.chosen => choice.step(1),
            _ => self.chosen = row.min(self.rows() - 1),
        }
    }

    /// The words of the command line that the choices stand for.
    fn begin(&self) -> Result<Vec<String>, ChoiceError> {
        let values = self
            .choices
            .iter()
            .map(|choice| &choice.values[choice.at].1);
        let words: Vec<String> = values.flatten().cloned().collect();
        let Some(port) = &self.port else {
            let args = play_args(&words)?;
            check_handicap(&args)?;
            return Ok(std::iter::once("play".to_owned()).chain(words).collect());
        };
        if port.trim().is_empty() {
            return Err(ChoiceError::NoPort);
        }
        let port = ["--port".to_owned(), port.trim().to_owned()];
        let words: Vec<String> = words.into_iter().chain(port).collect();
        MatchWords::try_parse_from(&words)?;
        Ok(words)
    }
}

impl MenuPage for GameSetup {
    fn choose(&mut self, row: usize) {
        self.warning = None;
        self.chosen = row;
    }

    fn values(&self, row: usize) -> Vec<String> {
        let values = self.choices.get(row).map(|choice| choice.values.iter());
        let shown = values.into_iter().flatten().map(|(shown, _)| shown.clone());
        shown.collect()
    }

    fn set(&mut self, row: usize, value: usize) {
        if let Some(choice) = self.choices.get_mut(row) {
            choice.at = value.min(choice.values.len() - 1);
        }
    }

    fn write(&mut self, letters: &str) {
        if let Some(port) = &mut self.port {
            letters.clone_into(port);
        }
    }

    fn view(&self) -> MenuView {
        let mut rows: Vec<MenuRow> = self
            .choices
            .iter()
            .map(|choice| MenuRow {
                key: None,
                label: choice.label.to_owned(),
                value: Some(RowValue::Chosen(choice.values[choice.at].0.clone())),
            })
            .collect();
        rows.extend(self.port.as_ref().map(|port| MenuRow {
            key: None,
            label: "Port".to_owned(),
            value: Some(RowValue::Typed(port.clone())),
        }));
        let note = match self.choices.get(self.chosen) {
            Some(choice) => choice.note,
            None => {
                "A device such as /dev/ttyS0, tcp:HOST:PORT, tcp-listen:PORT or exec:COMMAND: type it."
            }
        };
        MenuView {
            title: self.title.to_owned(),
            subtitle: self.subtitle.to_owned(),
            rows,
            chosen: self.chosen,
            note: self.warning.clone().unwrap_or_else(|| note.to_owned()),
            is_warning: self.warning.is_some(),
            keys: &KEYS,
        }
    }

    fn press(&mut self, key: Key, clicked: Option<usize>) -> MenuStep {
        let rows = self.rows();
        let typed = (self.chosen == self.choices.len())
            .then_some(self.port.as_mut())
            .flatten();
        match (key, typed) {
            (Key::Escape, _) => return MenuStep::Leave,
            (Key::Enter, _) => match self.begin() {
                Ok(chosen) => return MenuStep::Begin(chosen),
                Err(error) => {
                    self.warning = Some(error.to_string());
                    return MenuStep::Stay;
                }
            },
            (Key::Arrow(0, up), _) => {
                let step = rows as isize - isize::from(up);
                self.chosen = (self.chosen + step as usize) % rows;
            }
            (Key::Arrow(right, _), None) => self.choices[self.chosen].step(right),
            (Key::Char(letter), Some(port)) => port.push(letter),
            (Key::Backspace, Some(port)) => {
                port.pop();
            }
            (Key::Char('q'), None) => return MenuStep::Leave,
            (Key::Click(..), _) => {
                if let Some(row) = clicked {
                    self.click(row);
                }
            }
            _ => {}
        }
        self.warning = None;
        MenuStep::Stay
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typed(setup: &mut GameSetup, keys: &[Key]) -> Option<Vec<String>> {
        let mut chosen = None;
        for key in keys {
            if let MenuStep::Begin(begun) = setup.press(*key, None) {
                chosen = Some(begun);
            }
        }
        chosen
    }

    #[test]
    fn every_value_is_understood() {
        for mut setup in [GameSetup::computer(), GameSetup::two_players()] {
            for row in 0..setup.choices.len() {
                for _ in 0..setup.choices[row].values.len() {
                    setup.choices[row].step(1);
                    let words = setup.choices[row].values[setup.choices[row].at].1.clone();
                    play_args(&words).unwrap();
                }
            }
        }
    }

    #[test]
    fn a_game_is_set_up_with_arrows() {
        let mut setup = GameSetup::computer();
        let (down, right) = (Key::Arrow(0, -1), Key::Arrow(1, 0));
        let chosen = typed(
            &mut setup,
            &[right, down, right, right, down, right, Key::Enter],
        );
        let words = chosen.expect("a game").join(" ");
        assert_eq!(
            words,
            "play --size 10 --level 3 --computer black --rules japanese"
        );
    }

    #[test]
    fn a_handicap_without_points_is_told_of() {
        let mut setup = GameSetup::computer();
        let (down, left) = (Key::Arrow(0, -1), Key::Arrow(-1, 0));
        // 8 lines: four handicap stones at most on the marked points, as plays any number.
        let to_plays = [left, down, down, down, left];
        assert!(typed(&mut setup, &to_plays).is_none());
        let nine = [left; 8];
        typed(&mut setup, &nine);
        let chosen = typed(&mut setup, &[Key::Enter]);
        assert!(chosen.is_none());
        let view = setup.view();
        assert!(view.is_warning, "{view:?}");
    }

    #[test]
    fn the_port_of_a_match_is_typed() {
        let mut setup = GameSetup::line_match(None);
        assert!(typed(&mut setup, &[Key::Enter]).is_none());
        assert!(setup.view().is_warning);
        let keys: Vec<Key> = "tcp:a:1".chars().map(Key::Char).collect();
        typed(&mut setup, &keys);
        let words = typed(&mut setup, &[Key::Enter]).expect("a match");
        assert_eq!(
            words.join(" "),
            "match --color black --size 19 --rules japanese --port tcp:a:1"
        );
    }
}

//! Choices before a game: what is played, on which board, by whom.

use clap::Parser;

use super::game_choice::{GameChoice, board, level, manners, seats, terms, usual_komi};
use super::play_args::{NoFixedPoints, PlayArgs};
use crate::cli::matches::match_args::MatchArgs;
use sgmp_board::rules::{Komi, fixed_points};
use sgmp_engine::engine::Level;
use sgmp_faces::local_game::LocalHandicap;
use sgmp_faces::menus::menu_screen::{MenuPage, MenuStep};
use sgmp_faces::tui::{Key, KeyHelp, MenuRow, MenuView, RowValue};
use sgmp_match::play::NoSuchHandicap;

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
    choices: Vec<GameChoice>,
    /// Words that hold whatever is chosen.
    fixed: &'static [&'static str],
    /// The name of a port that is typed; `None` where nothing is typed.
    port: Option<String>,
    /// True while the name of the port is the one that the page began with: a letter begins another.
    is_preset: bool,
    chosen: usize,
    /// The beginning of a value that is being typed.
    typed: String,
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

impl GameSetup {
    /// A game against the computer, at this level if no other is chosen.
    pub(super) fn computer(usual: Level) -> Self {
        let mut choices = vec![board("9"), level(usual), seats()];
        choices.extend(terms(&usual_komi()));
        choices.extend(manners());
        Self::new("Play the computer", "", choices)
    }

    /// A game of two persons here.
    pub(super) fn two_players() -> Self {
        let mut choices = vec![board("9")];
        choices.extend(terms(&usual_komi()));
        let mut setup = Self::new(
            "Two players here",
            "Both move at this computer, in turn.",
            choices,
        );
        setup.fixed = &["--computer", "none"];
        setup
    }

    /// A match over a line; `port` is the first that this computer has.
    pub(super) fn line_match(port: Option<String>) -> Self {
        let by = GameChoice::named(
            "Who plays here",
            "The computer, or you, by hand: two people can play each other on two computers, and write to each other (i).",
            &[("the computer", &["match"]), ("you, by hand", &["human"])],
        );
        let color = GameChoice::named(
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
        let [_, rules, komi, time] = terms(&format!("as usual ({})", Komi::FIVE_AND_A_HALF));
        setup.choices.extend([rules, komi, time]);
        setup.port = Some(port.unwrap_or_default());
        setup.chosen = setup.choices.len();
        setup
    }

    const fn new(title: &'static str, subtitle: &'static str, choices: Vec<GameChoice>) -> Self {
        Self {
            title,
            subtitle,
            choices,
            fixed: &[],
            port: None,
            is_preset: true,
            chosen: 0,
            typed: String::new(),
            warning: None,
        }
    }

    fn rows(&self) -> usize {
        self.choices.len() + usize::from(self.port.is_some())
    }

    /// Adds a letter to the value that is typed.
    fn type_value(&mut self, letter: char) {
        let typed = std::mem::take(&mut self.typed);
        if let Some(choice) = self.choices.get_mut(self.chosen) {
            match choice.type_letter(&typed, letter) {
                Ok(typed) => self.typed = typed,
                Err(why) => self.warning = Some(why.to_string()),
            }
        }
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
        let fixed = self.fixed.iter().map(ToString::to_string);
        let words: Vec<String> = values.flatten().cloned().chain(fixed).collect();
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
        self.choices
            .get(row)
            .map_or_else(Vec::new, GameChoice::shown)
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
        self.warning = None;
        if !matches!(key, Key::Char(_)) {
            self.typed.clear();
        }
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
            (Key::Char(letter), Some(port)) => {
                if std::mem::take(&mut self.is_preset) {
                    port.clear();
                }
                port.push(letter);
            }
            (Key::Backspace, Some(port)) => {
                self.is_preset = false;
                port.pop();
            }
            (Key::Char('q'), None) => return MenuStep::Leave,
            (Key::Char(letter), None) => self.type_value(letter),
            (Key::Click(..), _) => {
                if let Some(row) = clicked {
                    self.click(row);
                }
            }
            _ => {}
        }
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
        for mut setup in [GameSetup::computer(Level::USUAL), GameSetup::two_players()] {
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
        let mut setup = GameSetup::computer(Level::USUAL);
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
    fn values_are_typed() {
        let mut setup = GameSetup::computer(Level::USUAL);
        let down = Key::Arrow(0, -1);
        let keys = "13".chars().map(Key::Char);
        let keys: Vec<Key> = keys
            .chain([down])
            .chain("12".chars().map(Key::Char))
            .chain([down, Key::Char('w'), Key::Enter])
            .collect();
        let words = typed(&mut setup, &keys).expect("a game").join(" ");
        assert_eq!(
            words,
            "play --size 13 --level 12 --computer black --rules japanese"
        );
        typed(&mut setup, &[Key::Arrow(0, 1), Key::Char('x')]);
        let view = setup.view();
        assert!(view.keys_in_words().contains("typing chooses a value"));
        assert!(view.is_warning, "{view:?}");
        assert_eq!(view.note, "Level: x is none of 0 to 20.");
    }

    #[test]
    fn a_handicap_without_points_is_told_of() {
        let mut setup = GameSetup::computer(Level::USUAL);
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
        let mut setup = GameSetup::line_match(Some("/dev/ttyS0".to_owned()));
        assert!(typed(&mut setup, &[Key::Enter]).is_some());
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

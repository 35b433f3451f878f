//! `sgmp-go` without words: what it can do, and a choice of it.

use std::io::{IsTerminal, stdin};

use super::screen_terminal::has_screen;
use super::start_screen;
use crate::cli::exit::{Exit, Failure};
use crate::cli::matches::match_args::MatchArgs;
use crate::cli::output::{TextStream, stdout_line};
use crate::rules::Color;

/// Text where nobody can choose.
const NO_TERMINAL: &str = "\
say what to do:
  sgmp-go tutorial                             learn the game
  sgmp-go igo                                  a game on 9x9 that suits you
  sgmp-go play                                 play here against the computer, or two players
  sgmp-go --port /dev/ttyS0 --color black      play a match over a serial line
  sgmp-go review GAME.sgf                      walk through a game, and hear where it turned
  sgmp-go score GAME.sgf                       count a game; hint and explain tell about its moves
  sgmp-go --help                               everything else";

/// An entry of the page.
struct Entry {
    title: String,
    action: Action,
}

/// The effect of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Action {
    /// The words of the command line that it stands for.
    Begin(&'static [&'static str]),
    /// A question, and the words of the command line that the answer stands behind.
    Ask(&'static str, &'static [&'static str]),
    /// A text.
    Tell(&'static str),
}

/// The entries that are always there.
const ENTRIES: [(&str, Action); 12] = [
    (
        "Learn the game: the tutorial, and a game at its end",
        Action::Begin(&["tutorial"]),
    ),
    ("Igo: a game on 9x9 that suits you", Action::Begin(&["igo"])),
    (
        "Play the computer on 9x9: the best start",
        Action::Begin(&["play", "--level", "1"]),
    ),
    (
        "Play a stronger computer on 9x9",
        Action::Begin(&["play", "--level", "7"]),
    ),
    (
        "Play the computer on 19x19",
        Action::Begin(&["play", "--size", "19", "--level", "5"]),
    ),
    (
        "Two players here, on 9x9",
        Action::Begin(&["play", "--computer", "none"]),
    ),
    (
        "Go on with the last game",
        Action::Begin(&["play", "--resume"]),
    ),
    (
        "Load a game: an SGF file",
        Action::Ask("The file", &["play", "--resume"]),
    ),
    ("A match over a line: what to type", Action::Tell(MATCH)),
    (
        "Review a game: an SGF file",
        Action::Ask("The file", &["review"]),
    ),
    ("A tournament: what to type", Action::Tell(TOURNAMENT)),
    ("Settings: what to type", Action::Tell(SETTINGS)),
];

const TOURNAMENT: &str = "\
An event is a file; what happens is kept beside it:
  sgmp-go tournament new > EVENT.toml    an example: say who plays and how
  sgmp-go tournament check EVENT.toml    every player is started and asked for a move
  sgmp-go tournament run EVENT.toml      plays, until it is over or somebody has to decide
  sgmp-go tournament status EVENT.toml   the standings, and what comes next";

const SETTINGS: &str = "\
Settings hold where nothing is said; they stand in a file that is written only when you ask:
  sgmp-go config show play               what holds for play, and where it comes from
  sgmp-go config set play level 7        the same words as on the command line
  sgmp-go config unset play level        the default again";

const MATCH: &str = "\
Connect the two computers, agree who is Black, and start one program on each side:
  sgmp-go --port /dev/ttyS0 --color black      on the one
  sgmp-go --port /dev/ttyS0 --color white      on the other
sgmp-go ports lists the serial ports, and sgmp-go check --port PORT tests the line the day before.";

/// Lets a person at a terminal choose, and returns the words of the command line that the choice stands
/// for; none to leave. The match that the configuration file sets stands first.
///
/// # Errors
/// Nobody at a terminal.
pub(crate) fn run(configured: Option<&MatchArgs>) -> Result<Option<Vec<String>>, Failure> {
    if !stdin().is_terminal() || !TextStream::Stdout.is_terminal() {
        return Err(Failure::new(Exit::Usage, no_terminal(configured)));
    }
    if has_screen() {
        return start_screen::run(configured.map(sides));
    }
    let entries = entries(configured);
    stdout_line("sgmp-go plays Go. What would you like?\n");
    for (number, entry) in (1..).zip(&entries) {
        stdout_line(format_args!("  {number}  {}", entry.title));
    }
    stdout_line("  q  leave\n\nAll commands and their options: sgmp-go --help\n");
    loop {
        TextStream::Stdout.text("Type a number: ");
        let mut line = String::new();
        let read = stdin().read_line(&mut line);
        let line = line.trim();
        if matches!(read, Ok(0) | Err(_)) || matches!(line, "q" | "quit" | "exit") {
            return Ok(None);
        }
        let number = line.parse::<usize>().ok();
        let entry = number.and_then(|number| entries.get(number.checked_sub(1)?));
        match entry.map(|entry| entry.action) {
            Some(Action::Tell(text)) => stdout_line(format_args!("\n{text}\n")),
            Some(Action::Begin(words)) => return Ok(Some(owned(words))),
            Some(Action::Ask(question, words)) => {
                TextStream::Stdout.text(&format!("{question}: "));
                let mut answer = String::new();
                if matches!(stdin().read_line(&mut answer), Ok(0) | Err(_)) {
                    return Ok(None);
                }
                let answer = answer.trim();
                if !answer.is_empty() {
                    return Ok(Some([owned(words), vec![answer.to_owned()]].concat()));
                }
            }
            None => stdout_line(format_args!(
                "{line:?} is none of 1 to {} and q.",
                entries.len()
            )),
        }
    }
}

fn owned(words: &[&str]) -> Vec<String> {
    words.iter().map(ToString::to_string).collect()
}

fn entries(configured: Option<&MatchArgs>) -> Vec<Entry> {
    let title = configured.map(|play| format!("The match of your settings: {}", sides(play)));
    let configured = title.map(|title| Entry {
        title,
        action: Action::Begin(&["match"]),
    });
    let always = ENTRIES.map(|(title, action)| Entry {
        title: title.to_owned(),
        action,
    });
    configured.into_iter().chain(always).collect()
}

fn no_terminal(configured: Option<&MatchArgs>) -> String {
    match configured {
        None => NO_TERMINAL.to_owned(),
        Some(play) => NO_TERMINAL.replacen(
            '\n',
            &format!(
                "\n  sgmp-go match                                the match of your settings: {}\n",
                sides(play)
            ),
            1,
        ),
    }
}

/// "Black at /dev/ttyS0."
fn sides(play: &MatchArgs) -> String {
    let port = play.line.port.as_ref().map(ToString::to_string);
    let port = port.unwrap_or_default();
    match play.color {
        Some(color) => format!("{} at {port}", Color::from(color)),
        None => port,
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;
    use crate::cli::Cli;

    #[test]
    fn every_entry_has_words_that_are_understood() {
        for (_, action) in ENTRIES {
            let words = match action {
                Action::Begin(words) => owned(words),
                Action::Ask(_, words) => [owned(words), owned(&["a.sgf"])].concat(),
                Action::Tell(_) => continue,
            };
            let words = owned(&["sgmp-go"]).into_iter().chain(words);
            Cli::try_parse_from(words).unwrap();
        }
    }

    #[test]
    fn the_match_of_the_settings_stands_first() {
        let words = ["sgmp-go", "--port", "/dev/ttyS0", "--color", "white"];
        let cli = Cli::try_parse_from(words).unwrap();
        let first = &entries(Some(&cli.play))[0];
        assert_eq!(
            first.title,
            "The match of your settings: White at /dev/ttyS0"
        );
        assert_eq!(first.action, Action::Begin(&["match"]));
        assert!(no_terminal(Some(&cli.play)).contains("\n  sgmp-go match  "));
        assert_eq!(entries(None).len(), ENTRIES.len());
    }
}

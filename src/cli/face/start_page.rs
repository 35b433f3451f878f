//! `sgmp-go` without words: what it can do, and a choice of it.

use std::io::{IsTerminal, stdin};

use clap::Parser;

use super::play_args::PlayArgs;
use super::play_command;
use crate::cli::exit::{Exit, Failure};
use crate::cli::output::{TextStream, stdout_line};

/// Text where nobody can choose.
const NO_TERMINAL: &str = "\
say what to do:
  sgmp-go play                                 play here against the computer, or two players
  sgmp-go --port /dev/ttyS0 --color black      play a match over a serial line
  sgmp-go score GAME.sgf                       count a game; hint and explain tell about its moves
  sgmp-go --help                               everything else";

/// An entry of the page.
struct Entry {
    title: &'static str,
    /// The words of `play` that it stands for; none for a match, which needs more.
    words: Option<&'static [&'static str]>,
}

const ENTRIES: [Entry; 6] = [
    Entry {
        title: "Play the computer on 9x9: the best start",
        words: Some(&["--level", "1"]),
    },
    Entry {
        title: "Play a stronger computer on 9x9",
        words: Some(&["--level", "7"]),
    },
    Entry {
        title: "Play the computer on 19x19",
        words: Some(&["--size", "19", "--level", "5"]),
    },
    Entry {
        title: "Two players here, on 9x9",
        words: Some(&["--computer", "none"]),
    },
    Entry {
        title: "Go on with the last game",
        words: Some(&["--resume"]),
    },
    Entry {
        title: "A match over a line: what to type",
        words: None,
    },
];

const MATCH: &str = "\
Connect the two computers, agree who is Black, and start one program on each side:
  sgmp-go --port /dev/ttyS0 --color black      on the one
  sgmp-go --port /dev/ttyS0 --color white      on the other
sgmp-go ports lists the serial ports, and sgmp-go check --port PORT tests the line the day before.";

/// The words of `play`, as its own command.
#[derive(Debug, Parser)]
struct PlayWords {
    #[command(flatten)]
    play: PlayArgs,
}

/// Lets a person at a terminal choose.
///
/// # Errors
/// Where nobody sits at a terminal, and what the choice ends with.
pub(crate) fn run() -> Result<Exit, Failure> {
    if !stdin().is_terminal() || !TextStream::Stdout.is_terminal() {
        return Err(Failure::new(Exit::Usage, NO_TERMINAL));
    }
    stdout_line("sgmp-go plays Go. What would you like?\n");
    for (number, entry) in (1..).zip(&ENTRIES) {
        stdout_line(format_args!("  {number}  {}", entry.title));
    }
    stdout_line("  q  leave\n\nAll commands and their options: sgmp-go --help\n");
    loop {
        TextStream::Stdout.text("Type a number: ");
        let mut line = String::new();
        let read = stdin().read_line(&mut line);
        let line = line.trim();
        if matches!(read, Ok(0) | Err(_)) || matches!(line, "q" | "quit" | "exit") {
            return Ok(Exit::Done);
        }
        let number = line.parse::<usize>().ok();
        let entry = number.and_then(|number| ENTRIES.get(number.checked_sub(1)?));
        match entry {
            Some(Entry { words: None, .. }) => stdout_line(format_args!("\n{MATCH}\n")),
            Some(Entry {
                words: Some(words), ..
            }) => return play(words),
            None => stdout_line(format_args!(
                "{line:?} is none of 1 to {} and q.",
                ENTRIES.len()
            )),
        }
    }
}

fn play(words: &[&str]) -> Result<Exit, Failure> {
    let words = ["play"].iter().chain(words);
    let parsed = PlayWords::try_parse_from(words);
    let parsed = parsed.map_err(|error| Failure::new(Exit::Usage, error))?;
    play_command::run(&parsed.play)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_entry_has_words_that_are_understood() {
        for words in ENTRIES.iter().filter_map(|entry| entry.words) {
            let words = ["play"].iter().chain(words);
            PlayWords::try_parse_from(words).unwrap();
        }
    }
}

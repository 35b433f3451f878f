//! `sgmp-go` without words: what it can do, and a choice of it.

use std::io::{IsTerminal, stdin};

use super::menu_lines::visit_in_lines;
use super::start_list::{Entry, StartList};
use crate::cli::matches::match_args::MatchArgs;
use sgmp_board::failure::{Blame, Failure};
use sgmp_board::rules::Color;
use sgmp_faces::menus::menu_screen::visit;
use sgmp_faces::terminal::screen_terminal::{ScreenTerminal, charset, has_screen};
use sgmp_match::console::TextStream;

/// Text where nobody can choose.
const NO_TERMINAL: &str = "\
say what to do:
  sgmp-go tutorial                             learn the game
  sgmp-go igo                                  a game on 9x9 that suits you
  sgmp-go play                                 play here against the computer, or two players
  sgmp-go problems                             problems, played out
  sgmp-go serve                                all of this on pages in a browser
  sgmp-go --port /dev/ttyS0 --color black      play a match over a serial line
  sgmp-go review GAME.sgf                      walk through a game, and hear where it turned
  sgmp-go score GAME.sgf                       count a game; hint and explain tell about its moves
  sgmp-go --plain                              a list to choose from, in lines
  sgmp-go --help                               everything else";

/// Lets a person choose, on a screen or in lines, and returns the words of the command line that the choice
/// stands for; none to leave. The match that the configuration file sets stands first.
///
/// # Errors
/// Nobody at a terminal, unless lines were asked for; a terminal that is no screen.
pub(crate) fn run(
    configured: Option<&MatchArgs>,
    is_plain: bool,
    page: Option<Entry>,
) -> Result<Option<Vec<String>>, Failure> {
    let is_terminal = stdin().is_terminal() && TextStream::Stdout.is_terminal();
    if !is_terminal && !is_plain {
        return Err(Failure::new(Blame::Usage, no_terminal(configured)));
    }
    let mut list = StartList::new(configured.map(sides));
    if let Some(entry) = page {
        list.open(entry);
    }
    if has_screen() {
        let mut screen = ScreenTerminal::open(charset(false))?;
        return visit(&mut list, &mut screen);
    }
    Ok(visit_in_lines(&mut list, is_terminal))
}

/// The page from which a command was begun, where one goes on with it.
pub(crate) fn page_of(command: &str) -> Option<Entry> {
    match command {
        "tournament" => Some(Entry::Tournament),
        "match" => Some(Entry::LineMatch),
        _ => None,
    }
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

/// Waits until what stands above was read.
pub(crate) fn wait_for_enter() {
    TextStream::Stdout.text("\nEnter goes back to the list. ");
    let mut line = String::new();
    // Without a keyboard nobody reads it either.
    let _read = stdin().read_line(&mut line);
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
    fn the_match_of_the_settings_is_named() {
        let words = ["sgmp-go", "--port", "/dev/ttyS0", "--color", "white"];
        let cli = Cli::try_parse_from(words).unwrap();
        assert_eq!(sides(&cli.play), "White at /dev/ttyS0");
        assert!(no_terminal(Some(&cli.play)).contains("\n  sgmp-go match  "));
    }
}

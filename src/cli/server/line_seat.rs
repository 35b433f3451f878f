//! A program at the end of a line as the player on a server: each game is a match with it, in which the server's opponent is
//! our side. The match is played by `sgmp-go gtp --port`, as an engine.

use std::path::{Path, PathBuf};

use crate::cli::matches::local_player::LocalPlayer;
use sgmp_board::failure::{Blame, Failure};
use sgmp_board::rules::Color;
use sgmp_match::console::signals::Interrupts;
use sgmp_match::match_files::{Paths, file_word, is_finished};
use sgmp_match::play::Terms;
use sgmp_match::play::journal::Journal;
use sgmp_match::port::CommandLine;

/// Matches between the same two, one less.
const MAX_MATCHES: u32 = 10_000;

/// The chair of the program at the end of a line.
pub(super) struct LineSeat {
    /// The port, as it was said.
    pub(super) port: String,
    /// Its speed.
    pub(super) baud: u32,
    /// The folder of its journals and records.
    pub(super) folder: PathBuf,
    /// The journal of the match that is on.
    pub(super) journal: Option<PathBuf>,
}

impl LineSeat {
    /// Begins a match for a game by these terms, or goes on with the one that was on when the program was killed.
    ///
    /// # Errors
    /// A match that cannot begin.
    pub(super) fn seat(
        &mut self,
        terms: &Terms,
        interrupts: &Interrupts,
    ) -> Result<LocalPlayer, Failure> {
        let mut words = vec![own_program(), "gtp".to_owned()];
        words.extend(["--port".to_owned(), self.port.clone()]);
        words.extend(["--baud".to_owned(), self.baud.to_string()]);
        let (paths, goes_on) = self.files(terms)?;
        match goes_on {
            true => {
                words.extend(["--resume".to_owned(), text(&paths.journal)]);
                // The time away is the server's: its clock ran.
                words.extend(["--away".to_owned(), "free".to_owned()]);
            }
            false => words.extend(of_a_new_match(terms, &paths)),
        }
        self.journal = Some(paths.journal);
        let quoted = words.iter().map(|word| quoted(word));
        let command: CommandLine = quoted
            .collect::<Vec<_>>()
            .join(" ")
            .parse()
            .map_err(|error| Failure::new(Blame::Usage, error))?;
        LocalPlayer::by_program(&command, interrupts)
    }

    /// The game on the server is over, and so is the match, however far it has come: it never goes on.
    pub(super) fn rise(&mut self) {
        let Some(journal) = self.journal.take() else {
            return;
        };
        if Journal::read(&journal).is_ok_and(|recorded| !is_finished(&recorded)) {
            let left = journal.with_extension("left.journal");
            if let Err(error) = std::fs::rename(&journal, &left) {
                log::warn!("{}: {error}", journal.display());
            }
        }
    }

    /// The files of the match for a game, and whether it goes on.
    fn files(&self, terms: &Terms) -> Result<(Paths, bool), Failure> {
        let [black, white] = [&terms.names.black, &terms.names.white].map(file_word);
        for number in 1..MAX_MATCHES {
            let name = format!("line-{black}-vs-{white}-{number}.sgf");
            let paths = Paths::for_sgf(self.folder.join(name));
            if paths.journal.exists() {
                let read = Journal::read(&paths.journal);
                if read.is_ok_and(|recorded| !is_finished(&recorded)) {
                    return Ok((paths, true));
                }
            } else if !paths.sgf.exists() {
                return Ok((paths, false));
            }
        }
        let what = "too many matches of one name: give another --folder";
        Err(Failure::new(Blame::Record, what))
    }
}

/// The words of a match that begins.
fn of_a_new_match(terms: &Terms, paths: &Paths) -> Vec<String> {
    // Our side of the line moves for the opponent on the server.
    let other_side = terms.color.other();
    let color = match other_side {
        Color::Black => "black",
        Color::White => "white",
    };
    let pairs = [
        ("--color", color.to_owned()),
        ("--size", terms.size.lines().to_string()),
        ("--komi", terms.komi.to_string()),
        ("--rules", terms.rules.to_string()),
        ("--time", format!("{}s", terms.main_time.as_secs().max(1))),
        ("--name", terms.names[other_side].clone()),
        ("--opponent", terms.names[terms.color].clone()),
        ("--event", terms.event.clone()),
        ("--place", terms.place.clone()),
        ("--sgf", text(&paths.sgf)),
    ];
    let words = pairs
        .into_iter()
        .flat_map(|(name, value)| [name.to_owned(), value]);
    words.collect()
}

fn text(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

fn own_program() -> String {
    let path = std::env::current_exe().unwrap_or_else(|_| PathBuf::from("sgmp-go"));
    text(&path)
}

/// A word as it stands in a command.
fn quoted(word: &str) -> String {
    shlex::try_quote(word).map_or_else(|_| String::new(), |quoted| quoted.into_owned())
}

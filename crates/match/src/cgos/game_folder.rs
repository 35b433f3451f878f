//! The files of a game on a server: their names, which the server's words decide, so that a program that was killed
//! finds them again.

use std::path::{Path, PathBuf};

use super::cgos_journal::{CgosJournal, ServerGame};
use super::server_line::SetupLine;
use crate::match_files::{Paths, file_word};
use crate::play::journal::JournalError;
use sgmp_board::failure::{Blame, Failure};
use sgmp_board::rules::Color;

/// The folder for records and journals, and the server whose games they are of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameFolder {
    /// The folder.
    pub folder: PathBuf,
    /// The server's address, `HOST:PORT`.
    pub server: String,
}

/// The files of a game, and what its journal knows of it.
pub struct OpenedGame {
    /// The open journal.
    pub journal: CgosJournal,
    /// Record and journal.
    pub paths: Paths,
    /// The game of a journal that was there already.
    pub known: Option<ServerGame>,
}

impl GameFolder {
    /// Opens the journal of the game that `setup` tells of, or begins it. A game that is over has its name, and so has
    /// a damaged journal: another number stands behind the new one then.
    ///
    /// # Errors
    /// A game that another process plays, or files that cannot be written.
    pub fn open(&self, setup: &SetupLine, color: Color) -> Result<OpenedGame, Failure> {
        for name in self.names(setup) {
            let paths = Paths::for_sgf(self.folder.join(format!("{name}.sgf")));
            if let Some(opened) = self.try_open(&paths, setup, color)? {
                return Ok(opened);
            }
        }
        let what = "too many games of one name: give another --folder";
        Err(Failure::new(Blame::Record, what))
    }

    fn try_open(
        &self,
        paths: &Paths,
        setup: &SetupLine,
        color: Color,
    ) -> Result<Option<OpenedGame>, Failure> {
        let failure = |error: JournalError| Failure::new(Blame::Record, error);
        if !paths.journal.exists() {
            if paths.sgf.exists() {
                return Ok(None);
            }
            let journal = CgosJournal::create(&paths.journal, &self.server, setup, color);
            return Ok(Some(OpenedGame {
                journal: journal.map_err(failure)?,
                paths: paths.clone(),
                known: None,
            }));
        }
        match CgosJournal::open(&paths.journal) {
            Ok((journal, game)) if game.result.is_none() && is_same(&game, setup, color) => {
                Ok(Some(OpenedGame {
                    journal,
                    paths: paths.clone(),
                    known: Some(game),
                }))
            }
            Ok(_) => Ok(None),
            Err(running @ JournalError::Locked { .. }) => Err(failure(running)),
            Err(JournalError::NeverBegun { path }) => {
                std::fs::remove_file(path).map_err(|error| Failure::new(Blame::Record, error))?;
                self.try_open(paths, setup, color)
            }
            Err(damaged) => {
                log::warn!("{damaged}");
                Ok(None)
            }
        }
    }

    /// The names of a game's files without their endings, one after another.
    fn names(&self, setup: &SetupLine) -> impl Iterator<Item = String> + use<> {
        let (number, black, white) = (setup.number, &setup.black.name, &setup.white.name);
        let words = [&self.server, black, white].map(file_word);
        let [server, black, white] = words;
        let base = format!("cgos-{server}-{number}-{black}-vs-{white}");
        (1..1000).map(move |number| match number {
            1 => base.clone(),
            number => format!("{base}-{number}"),
        })
    }

    /// Makes sure that files can be written there.
    ///
    /// # Errors
    /// A folder that is not there and cannot be made, or that cannot be written to.
    pub fn check(&self) -> Result<(), Failure> {
        let path: &Path = &self.folder;
        let made = std::fs::create_dir_all(path);
        made.map_err(|error| {
            let what = format!("--folder {}: {error}", path.display());
            Failure::new(Blame::Record, what)
        })?;
        let probe = path.join("cgos-probe.journal");
        sgmp_board::record::check_writable(&probe)
            .map_err(|error| Failure::new(Blame::Record, error))
    }
}

/// Returns whether a journal is of the game that the server tells of: a server that was set up anew counts from 1 again.
fn is_same(game: &ServerGame, setup: &SetupLine, color: Color) -> bool {
    let known = &game.setup;
    let terms = |setup: &SetupLine| {
        let names = (setup.white.name.clone(), setup.black.name.clone());
        (setup.number, setup.size, setup.komi, setup.time, names)
    };
    terms(known) == terms(setup) && game.color == color
}

//! The files of a game on a server: their names, which the server's words decide, so that a program that was killed
//! finds them again.

use std::path::{Path, PathBuf};

use super::game_journal::{GameJournal, KnownGame};
use super::server_setup::GameSetup;
use crate::match_files::{Paths, file_word};
use crate::play::journal::JournalError;
use sgmp_board::failure::{Blame, Failure};
use sgmp_board::record::make_folder;
use sgmp_board::rules::Color;

/// Games of one name, one less.
const MAX_GAMES: u32 = 10_000;

/// A kind of server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ServerKind {
    /// Programs alone, paired by the server; each game has a number of its own.
    Cgos,
    /// People and programs who offer each other games; a number is free again when its game is over, and two players
    /// have one game at most that waits to go on.
    Nngs,
}

impl ServerKind {
    /// The name of the protocol.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Cgos => "CGOS",
            Self::Nngs => "NNGS",
        }
    }

    /// The beginning of all names of files.
    const fn word(self) -> &'static str {
        match self {
            Self::Cgos => "cgos",
            Self::Nngs => "nngs",
        }
    }
}

/// The folder for records and journals, and the server whose games they are of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameFolder {
    /// The kind of the server.
    pub kind: ServerKind,
    /// The folder.
    pub folder: PathBuf,
    /// The server's address, `HOST:PORT`.
    pub server: String,
}

/// The files of a game, and what its journal knows of it.
pub struct OpenedGame {
    /// The open journal.
    pub journal: GameJournal,
    /// Record and journal.
    pub paths: Paths,
    /// The game of a journal that was there already.
    pub known: Option<KnownGame>,
}

impl GameFolder {
    /// Opens the journal of the game that `setup` tells of, or begins it. A game that is over has its name, and so has
    /// a damaged journal: another number stands behind the new one then.
    ///
    /// # Errors
    /// A game that another process plays, or files that cannot be written.
    pub fn open(&self, setup: &GameSetup, color: Color) -> Result<OpenedGame, Failure> {
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
        setup: &GameSetup,
        color: Color,
    ) -> Result<Option<OpenedGame>, Failure> {
        let failure = |error: JournalError| Failure::new(Blame::Record, error);
        if !paths.journal.exists() {
            if paths.sgf.exists() {
                return Ok(None);
            }
            let journal = GameJournal::create(&paths.journal, &self.server, setup, color);
            return Ok(Some(OpenedGame {
                journal: journal.map_err(failure)?,
                paths: paths.clone(),
                known: None,
            }));
        }
        match GameJournal::open(&paths.journal) {
            Ok((journal, game)) if game.result.is_none() && self.is_same(&game, setup, color) => {
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
    fn names(&self, setup: &GameSetup) -> impl Iterator<Item = String> + use<> {
        let (black, white) = (&setup.black.name, &setup.white.name);
        let [server, black, white] = [&self.server, black, white].map(file_word);
        let base = match self.kind {
            ServerKind::Cgos => format!("cgos-{server}-{}-{black}-vs-{white}", setup.number),
            ServerKind::Nngs => format!("nngs-{server}-{black}-vs-{white}"),
        };
        (1..MAX_GAMES).map(move |number| match number {
            1 => base.clone(),
            number => format!("{base}-{number}"),
        })
    }

    /// Returns whether a journal is of the game that the server tells of: a CGOS server that was set up anew counts from 1
    /// again, and on NNGS a new game has the same players as an older one.
    fn is_same(&self, known: &KnownGame, setup: &GameSetup, color: Color) -> bool {
        let names = |setup: &GameSetup| (setup.white.name.clone(), setup.black.name.clone());
        let terms = |setup: &GameSetup| (setup.size, setup.komi, setup.handicap, names(setup));
        let is_same_game = match self.kind {
            ServerKind::Cgos => {
                (known.setup.number, known.setup.time) == (setup.number, setup.time)
            }
            ServerKind::Nngs => {
                let moves: Vec<_> = known.moves.iter().map(|known| known.mv).collect();
                setup.goes_on_from(&moves)
            }
        };
        is_same_game && terms(&known.setup) == terms(setup) && known.color == color
    }

    /// The games that are not over, by the journals in the folder that can be opened.
    #[must_use]
    pub fn unfinished(&self) -> Vec<KnownGame> {
        let beginning = format!("{}-{}-", self.kind.word(), file_word(&self.server));
        let entries = std::fs::read_dir(&self.folder).into_iter().flatten();
        let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
        let is_ours = |path: &PathBuf| {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            name.starts_with(&beginning) && name.ends_with(".journal")
        };
        let mut paths: Vec<_> = paths.filter(is_ours).collect();
        paths.sort();
        let known = paths
            .iter()
            .filter_map(|path| GameJournal::open(path).ok())
            .map(|(_, known)| known);
        known.filter(|known| known.result.is_none()).collect()
    }

    /// Makes sure that files can be written there.
    ///
    /// # Errors
    /// A folder that is not there and cannot be made, or that cannot be written to.
    pub fn check(&self) -> Result<(), Failure> {
        let path: &Path = &self.folder;
        let made = make_folder(path);
        made.map_err(|error| {
            let what = format!("--folder {}: {error}", path.display());
            Failure::new(Blame::Record, what)
        })?;
        let probe = path.join(format!("{}-probe.journal", self.kind.word()));
        sgmp_board::record::check_writable(&probe)
            .map_err(|error| Failure::new(Blame::Record, error))
    }
}

//! The archive of games: one record a game, by date and names.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::kept_game::KeptGame;
use sgmp_board::record::{
    FileError, Format, GameRecord, GameResult, check_writable, create_new, make_folder, read_bytes,
    read_game,
};

/// Files that are looked at for an unfinished game, the latest first.
const MAX_LOOKED_AT: usize = 1000;

/// Letters of a player's name in the name of a file.
const MAX_NAME: usize = 24;

/// Names tried for a game that begins in the same second as others.
const MAX_SAME_SECOND: u32 = 100;

/// The beginning of a game in a file's name: "2026-11-26-224103".
#[derive(Clone, Copy, Debug)]
pub struct StartTime<'a>(
    /// Digits and hyphens.
    pub &'a str,
);

/// A folder of records.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameArchive {
    folder: PathBuf,
}

/// A game of the archive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArchivedGame {
    /// The file of the archive that holds it.
    pub path: PathBuf,
    /// The record as it was read.
    pub record: GameRecord,
}

/// The variables that name the user's folder, for whoever has none.
pub const FOLDER_VARIABLES: &str = match cfg!(windows) {
    true => "APPDATA is not set",
    false => "neither XDG_DATA_HOME nor HOME is set",
};

impl GameArchive {
    /// An archive in this folder, which is made when the first game is kept.
    #[must_use]
    pub const fn new(folder: PathBuf) -> Self {
        Self { folder }
    }

    /// The archive of whoever runs the program; `None` where the system names no folder for it.
    #[must_use]
    pub fn of_this_user() -> Option<Self> {
        Self::of_user(|name| std::env::var_os(name))
    }

    /// The user's archive: `$XDG_DATA_HOME/sgmp-go/games`, else `~/.local/share/sgmp-go/games`; on Windows
    /// `%APPDATA%\sgmp-go\games`; `None` where none of these variables names an absolute folder. `variable` reads one.
    pub fn of_user(variable: impl Fn(&str) -> Option<OsString>) -> Option<Self> {
        let folder = |name: &str| {
            let path = PathBuf::from(variable(name)?);
            path.is_absolute().then_some(path)
        };
        let data = match cfg!(windows) {
            true => folder("APPDATA"),
            false => folder("XDG_DATA_HOME")
                .or_else(|| folder("HOME").map(|home| home.join(".local").join("share"))),
        };
        Some(Self::new(data?.join("sgmp-go").join("games")))
    }

    /// The folder in which the games are kept.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Returns whether a game could be kept now, without making anything.
    ///
    /// # Errors
    /// A folder that cannot be made or written to.
    pub fn check(&self) -> Result<(), FileError> {
        let there = self.folder.ancestors().find(|folder| folder.exists());
        check_writable(&there.unwrap_or(Path::new(".")).join("game.sgf"))
    }

    /// Takes a new game in and returns its file. The names of the players stand in the file's name.
    ///
    /// # Errors
    /// A folder that cannot be made or written to.
    pub fn add(&self, record: &GameRecord, start: StartTime<'_>) -> Result<KeptGame, FileError> {
        let text = record.to_sgf(Format::Ff4).into_bytes();
        let path = self.add_text(record, &text, start)?;
        Ok(KeptGame::new(path, text))
    }

    /// Takes the text of a record in as it is, and returns its file.
    ///
    /// # Errors
    /// A folder that cannot be made or written to.
    pub fn add_text(
        &self,
        record: &GameRecord,
        text: &[u8],
        start: StartTime<'_>,
    ) -> Result<PathBuf, FileError> {
        let refused = |source| FileError::Refused {
            path: self.folder.clone(),
            doing: "make",
            source,
        };
        make_folder(&self.folder).map_err(refused)?;
        let players = &record.info.players;
        let name = |name: &Option<String>| plain(name.as_deref().unwrap_or("unknown"));
        let (black, white) = (name(&players.black.name), name(&players.white.name));
        let stem = format!("{}-{black}-{white}", start.0);
        let mut number = 1;
        loop {
            let path = match number {
                1 => self.folder.join(format!("{stem}.sgf")),
                number => self.folder.join(format!("{stem}-{number}.sgf")),
            };
            match create_new(&path, text) {
                Err(FileError::AlreadyExists { .. }) if number < MAX_SAME_SECOND => number += 1,
                done => return done.map(|()| path),
            }
        }
    }

    /// The game without a result that was played last; `None` where there is none. Files that are no records
    /// are passed over.
    #[must_use]
    pub fn last_unfinished(&self) -> Option<ArchivedGame> {
        let latest = self.files().into_iter().take(MAX_LOOKED_AT);
        latest
            .filter_map(|path| {
                let record = read_game(&read_bytes(&path).ok()?, 1).ok()?.record;
                Some(ArchivedGame { path, record })
            })
            .find(|game| game.record.info.result == GameResult::Unknown)
    }

    /// The files of the archive, the one that was changed last first.
    #[must_use]
    pub fn files(&self) -> Vec<PathBuf> {
        let entries = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        let mut files: Vec<(SystemTime, PathBuf)> = entries
            .filter_map(|entry| {
                let path = entry.path();
                let is_record = path.extension().is_some_and(|ending| ending == "sgf");
                let is_hidden = entry.file_name().to_string_lossy().starts_with('.');
                let changed = entry.metadata().ok()?.modified().ok()?;
                (is_record && !is_hidden).then_some((changed, path))
            })
            .collect();
        files.sort_by(|a, b| b.cmp(a));
        files.into_iter().map(|(_, path)| path).collect()
    }
}

/// The hour at which the game of a file began, by its name: "14:05"; `None` for a name of another form.
#[must_use]
pub fn hour_of(file: &Path) -> Option<String> {
    let stem = file.file_stem()?.to_str()?;
    let time = stem.split('-').nth(3)?;
    let is_time = time.len() == 6 && time.bytes().all(|digit| digit.is_ascii_digit());
    is_time.then(|| format!("{}:{}", &time[..2], &time[2..4]))
}

/// A name in small letters, digits and hyphens.
fn plain(name: &str) -> String {
    let letter = |c: char| match c {
        c if c.is_ascii_alphanumeric() => c.to_ascii_lowercase(),
        _ => '-',
    };
    let letters: String = name.chars().map(letter).collect();
    let words: Vec<&str> = letters.split('-').filter(|word| !word.is_empty()).collect();
    let plain: String = words.join("-").chars().take(MAX_NAME).collect();
    match plain.trim_end_matches('-') {
        "" => "unknown".to_owned(),
        plain => plain.to_owned(),
    }
}

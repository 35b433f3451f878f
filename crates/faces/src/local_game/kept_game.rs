//! A game's file, which others may write too: nothing that they have put into it is lost.

use std::path::{Path, PathBuf};

use super::game_archive::{GameArchive, StartTime};
use super::game_state::LocalGame;
use sgmp_board::record::{
    FileError, Format, GameRecord, GameTree, check_writable, read_bytes, write_atomically,
};

/// The file of a game, with what this program read or wrote there last.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptGame {
    path: PathBuf,
    bytes: Vec<u8>,
}

/// The name of a file without its folder.
fn file_name(path: &Path) -> String {
    path.file_name()
        .unwrap_or(path.as_os_str())
        .to_string_lossy()
        .into_owned()
}

/// A reason why a game does not go on in the file that it came from; the file stays as it is.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LeftAsItIs {
    /// It holds what a record of this program does not: variations, comments, markup, another game.
    #[error(
        "{} stays as it is: it holds more than the moves of one game, such as variations, comments or further games. This \
         game goes on in a new file", .0.display()
    )]
    HoldsMore(PathBuf),
    /// Somebody else has written it meanwhile.
    #[error(
        "another program has changed {} meanwhile: it stays as it is, and this game goes on in {}", file_name(.0), file_name(.1)
    )]
    Changed(PathBuf, PathBuf),
    /// It cannot be written: the system's words.
    #[error("{0}. The file stays as it is; this game goes on in a new one")]
    Unwritable(String),
}

impl KeptGame {
    /// A file that was just written.
    pub(super) const fn new(path: PathBuf, bytes: Vec<u8>) -> Self {
        Self { path, bytes }
    }

    /// The file that a game was read from, to go on in it.
    ///
    /// # Errors
    /// [`LeftAsItIs::HoldsMore`].
    pub fn to_go_on_in(
        path: PathBuf,
        bytes: Vec<u8>,
        game: &LocalGame,
    ) -> Result<Self, LeftAsItIs> {
        let again = game.record().to_sgf(Format::Ff4);
        let again = GameTree::read(again.as_bytes(), 1);
        let keeps = |again: &GameTree| match GameTree::read_all(&bytes).as_deref() {
            Ok([only]) => only.is_kept_in(again),
            Ok(_) | Err(_) => false,
        };
        match again {
            Ok(again) if keeps(&again) => Ok(Self { path, bytes }),
            Ok(_) | Err(_) => Err(LeftAsItIs::HoldsMore(path)),
        }
    }

    /// The file, if it can be written now.
    ///
    /// # Errors
    /// [`LeftAsItIs::Unwritable`].
    pub fn if_writable(self) -> Result<Self, LeftAsItIs> {
        match check_writable(&self.path) {
            Ok(()) => Ok(self),
            Err(error) => Err(LeftAsItIs::Unwritable(error.to_string())),
        }
    }

    /// The file that the game is kept in.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Replaces the record, so that at any moment the old one or the new one is there in full; `false` where somebody
    /// else has written the file meanwhile, which stays as it is.
    fn save(&mut self, record: &GameRecord) -> Result<bool, FileError> {
        // A file that has gone is written again.
        let is_ours = |bytes: Vec<u8>| bytes == self.bytes;
        if self.path.exists() && !read_bytes(&self.path).is_ok_and(is_ours) {
            return Ok(false);
        }
        let text = record.to_sgf(Format::Ff4).into_bytes();
        write_atomically(&self.path, &text)?;
        self.bytes = text;
        Ok(true)
    }
}

impl GameArchive {
    /// Keeps a game as it stands: in its file, or in a new one where it has none, where another program has written
    /// to it meanwhile, or where it cannot be written any more.
    ///
    /// # Errors
    /// A folder or a file that cannot be written.
    pub fn keep(
        &self,
        file: &mut Option<KeptGame>,
        record: &GameRecord,
        start: StartTime<'_>,
    ) -> Result<Option<LeftAsItIs>, FileError> {
        let saved = file.as_mut().map(|kept| kept.save(record));
        if let Some(Ok(true)) = saved {
            return Ok(None);
        }
        let refused = match saved {
            Some(Err(error)) => Some(error),
            _ => None,
        };
        let new = match self.add(record, start) {
            Ok(new) => new,
            // The file that the game has is the one to tell of.
            Err(error) => return Err(refused.unwrap_or(error)),
        };
        let left = file.replace(new.clone());
        Ok(match refused {
            Some(error) => Some(LeftAsItIs::Unwritable(error.to_string())),
            None => left.map(|left| LeftAsItIs::Changed(left.path, new.path)),
        })
    }
}

#[cfg(test)]
mod tests {
    use sgmp_proto::Instant;

    use super::*;
    use sgmp_board::record::read_game;

    const START: StartTime<'_> = StartTime("2026-11-28-120000");

    fn game(bytes: &[u8]) -> LocalGame {
        let record = read_game(bytes, 1).unwrap().record;
        LocalGame::from_record(&record, Instant::ZERO).unwrap()
    }

    /// Everything is kept, or the file is left alone.
    #[test]
    fn a_file_with_more_in_it_is_left_as_it_is() {
        let ours = game(b"(;SZ[9]KM[5.5]PB[a]PW[b];B[ee];W[cc])");
        let ours = ours.record().to_sgf(Format::Ff4);
        let goes_on = |text: &str| {
            let bytes = text.as_bytes().to_vec();
            let game = game(&bytes);
            KeptGame::to_go_on_in(PathBuf::from("x.sgf"), bytes, &game).is_ok()
        };
        assert!(goes_on(&ours), "{ours}");
        for more in [
            "(;SZ[9]PB[a]PW[b];B[ee];W[cc](;B[gc])(;B[gg]C[alternative]))",
            "(;SZ[9]PB[a]PW[b]C[my notes];B[ee])",
            "(;SZ[9]PB[a]PW[b]EV[club]PC[here];B[ee])",
            "(;SZ[9]PB[a]BR[3k]PW[b];B[ee])",
            "(;SZ[9]PB[a]PW[b];B[ee]TR[ee]LB[cc:A])",
            "(;SZ[9]PB[a]PW[b];B[ee])(;SZ[9];B[cc])",
            "(;SZ[9]PB[a]PW[b];B[ee];C[after it])",
        ] {
            assert!(!goes_on(more), "{more}");
        }
    }

    #[test]
    fn what_another_program_wrote_meanwhile_stays() {
        let folder = tempfile::tempdir().unwrap();
        let archive = GameArchive::new(folder.path().to_owned());
        let mut file = None;
        let first = game(b"(;SZ[9];B[ee])").record();
        assert_eq!(archive.keep(&mut file, &first, START).unwrap(), None);
        let path = file.clone().unwrap().path;
        let theirs = game(b"(;SZ[9];B[ee];W[gg])").record().to_sgf(Format::Ff4);
        std::fs::write(&path, &theirs).unwrap();
        let second = game(b"(;SZ[9];B[ee];W[cc])").record();
        let told = archive.keep(&mut file, &second, START).unwrap();
        assert!(matches!(told, Some(LeftAsItIs::Changed(..))), "{told:?}");
        assert_eq!(std::fs::read_to_string(&path).unwrap(), theirs);
        let third = game(b"(;SZ[9];B[ee];W[cc];B[gc])").record();
        assert_eq!(archive.keep(&mut file, &third, START).unwrap(), None);
        let ours = std::fs::read_to_string(file.unwrap().path).unwrap();
        assert!(ours.contains("B[gc]"), "{ours}");
        assert_eq!(std::fs::read_to_string(&path).unwrap(), theirs);
    }

    #[test]
    fn a_game_whose_file_cannot_be_written_goes_on_in_another() {
        let folder = tempfile::tempdir().unwrap();
        let theirs = GameArchive::new(folder.path().join("theirs"));
        let archive = GameArchive::new(folder.path().join("ours"));
        let mut file = None;
        let first = game(b"(;SZ[9];B[ee])").record();
        theirs.keep(&mut file, &first, START).unwrap();
        assert!(file.clone().unwrap().if_writable().is_ok());
        std::fs::remove_dir_all(theirs.folder()).unwrap();
        let left = file.clone().unwrap().if_writable().unwrap_err();
        assert!(matches!(left, LeftAsItIs::Unwritable(_)), "{left:?}");
        let second = game(b"(;SZ[9];B[ee];W[cc])").record();
        let told = archive.keep(&mut file, &second, START).unwrap();
        assert!(matches!(told, Some(LeftAsItIs::Unwritable(_))), "{told:?}");
        let path = file.clone().unwrap().path;
        assert!(path.starts_with(archive.folder()));
        // Nowhere to write: the error is that of the game's own file, which is still the one to go on in.
        std::fs::remove_dir_all(archive.folder()).unwrap();
        std::fs::write(archive.folder(), "").unwrap();
        let error = archive.keep(&mut file, &second, START).unwrap_err();
        assert!(error.to_string().contains(&*path.to_string_lossy()));
        assert_eq!(file.unwrap().path, path);
    }
}

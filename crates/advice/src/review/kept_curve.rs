//! The curve of a game, and the file beside its record that keeps it from one review to the next.

use std::path::{Path, PathBuf};

use super::game_curve::{CurvePoint, CurveSearch, GameCurve};
use sgmp_board::record::{FileError, read_bytes, write_atomically};
use sgmp_board::rules::Game;
use sgmp_board::stop_flag::StopFlag;

/// A curve with its file.
#[derive(Clone, Debug)]
pub struct KeptCurve {
    curve: GameCurve,
    search: CurveSearch,
    game: Game,
    /// None where there is no file, or one that is not ours to write.
    file: Option<PathBuf>,
    is_changed: bool,
}

impl KeptCurve {
    /// The curve as an earlier run left it in its file, or a new one.
    #[must_use]
    pub fn open(file: Option<PathBuf>, game: Game, search: CurveSearch) -> Self {
        let bytes = file.as_deref().and_then(|file| read_bytes(file).ok());
        let kept = bytes
            .as_deref()
            .and_then(|bytes| GameCurve::from_json(bytes, &game, search));
        // A file of that name that no run of ours wrote is left alone.
        let is_ours = bytes.is_none_or(|bytes| bytes.starts_with(b"{\"basis\":"));
        let is_writable = |file: &PathBuf| is_ours && (file.exists() || !file.is_symlink());
        Self {
            curve: kept.unwrap_or_else(|| GameCurve::new(&game, search)),
            search,
            game,
            file: file.filter(is_writable),
            is_changed: false,
        }
    }

    /// The file beside a record for the curve of one of its games, from 1.
    #[must_use]
    pub fn file_of(record: &Path, number: usize) -> PathBuf {
        let mut name = record.file_name().unwrap_or_default().to_owned();
        if number > 1 {
            name.push(format!(".{number}"));
        }
        name.push(".curve");
        record.with_file_name(name)
    }

    /// The file that it is kept in, once it is there.
    #[must_use]
    pub fn file(&self) -> Option<&Path> {
        self.file.as_deref().filter(|file| file.exists())
    }

    /// The curve as far as it is known.
    #[must_use]
    pub const fn curve(&self) -> &GameCurve {
        &self.curve
    }

    /// The search that makes it.
    #[must_use]
    pub const fn search(&self) -> CurveSearch {
        self.search
    }

    /// The game that the curve is of.
    #[must_use]
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// Returns whether it is the curve of such a game by such a search.
    #[must_use]
    pub fn is_of(&self, game: &Game, search: CurveSearch) -> bool {
        self.curve.has_basis_of(&GameCurve::new(game, search))
    }

    /// Searches the position after so many moves, unless that is done; false where the flag was raised.
    pub fn look(&mut self, moves: usize, halt: &StopFlag) -> bool {
        if self.curve.at(moves).is_none()
            && let Some(position) = self.game.after(moves)
            && let Some(point) = self.search.look(&position, halt)
        {
            self.set(moves, point);
        }
        !halt.is_requested()
    }

    /// Looks closely at the next position around a turning point, once all are known; false when that is done, and where the flag was
    /// raised.
    pub fn look_closely(&mut self, halt: &StopFlag) -> bool {
        let Some(moves) = self.curve.next_close(&self.game) else {
            return false;
        };
        let position = self.game.after(moves);
        let point = position.and_then(|position| self.search.closer().look(&position, halt));
        let Some(point) = point else {
            return false;
        };
        self.set_close(moves, point);
        true
    }

    /// Replaces the position after so many moves by what a closer look has found.
    pub fn set_close(&mut self, moves: usize, point: CurvePoint) {
        self.curve.set_close(moves, point);
        self.is_changed = true;
    }

    /// Adds the position after so many moves.
    pub fn set(&mut self, moves: usize, point: CurvePoint) {
        self.curve.set(moves, point);
        self.is_changed = true;
    }

    /// Writes the file, if there is something new for it.
    ///
    /// # Errors
    /// The system's; nothing is tried again then.
    pub fn keep(&mut self) -> Result<(), FileError> {
        let Some(file) = self.file.as_deref().filter(|_| self.is_changed) else {
            return Ok(());
        };
        let written = write_atomically(file, self.curve.to_json().as_bytes());
        self.is_changed = false;
        if written.is_err() {
            self.file = None;
        }
        written
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sgmp_board::rules::{BoardSize, Komi};

    #[test]
    fn the_curve_lies_beside_the_record() {
        let file = |number| KeptCurve::file_of(Path::new("games/a.sgf"), number);
        assert_eq!(file(1), Path::new("games/a.sgf.curve"));
        assert_eq!(file(3), Path::new("games/a.sgf.3.curve"));
    }

    #[test]
    fn a_curve_is_kept_and_files_of_others_are_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let game = Game::new(BoardSize::new(5).unwrap(), Komi::default());
        let search = CurveSearch {
            net: None,
            effort: 20,
        };
        let file = folder.path().join("a.sgf.curve");
        let open = || KeptCurve::open(Some(file.clone()), game.clone(), search);
        let mut kept = open();
        assert!(kept.look(0, &StopFlag::new()) && kept.is_of(&game, search));
        kept.keep().unwrap();
        assert_eq!(open().curve(), kept.curve());
        std::fs::write(&file, "mine").unwrap();
        let mut other = open();
        assert!(other.curve().at(0).is_none() && other.look(0, &StopFlag::new()));
        other.keep().unwrap();
        assert_eq!(std::fs::read_to_string(&file).unwrap(), "mine");
    }
}

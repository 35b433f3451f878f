//! Games that were deleted: they lie in a folder of the archive, from which they can be brought back.

use std::collections::BTreeMap;
use std::fs::{self, OpenOptions};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use super::game_archive::GameArchive;
use sgmp_board::record::{FileError, make_folder};

/// The folder in the archive of what was deleted.
const FOLDER: &str = "deleted";

/// Names tried for a deleted game whose name is needed for another one.
const MAX_SAME_NAME: u32 = 1000;

/// Endings of the files beside a record that belong to it.
const BESIDE: [&str; 2] = ["draft", "curve"];

impl GameArchive {
    /// The folder of the games that were deleted, which is made for the first of them.
    #[must_use]
    pub fn deleted(&self) -> Self {
        Self::new(self.folder().join(FOLDER))
    }

    /// The files of the archive by their names: there is no way to any other.
    #[must_use]
    pub fn files_by_name(&self) -> BTreeMap<String, PathBuf> {
        let files = self.files().into_iter();
        files
            .filter_map(|path| Some((path.file_name()?.to_str()?.to_owned(), path)))
            .collect()
    }

    /// Moves a record with its drafts and curves to the deleted ones. An earlier one of its name gets another there, so
    /// that the name always leads to the last that was deleted.
    ///
    /// # Errors
    /// A folder or a file that cannot be written; the record is where it was then.
    pub fn delete(&self, file: &Path) -> Result<(), FileError> {
        let deleted = self.deleted();
        make_folder(deleted.folder()).map_err(|source| FileError::Refused {
            path: deleted.folder().to_owned(),
            doing: "make",
            source,
        })?;
        let place = deleted.folder().join(file.file_name().unwrap_or_default());
        if place.symlink_metadata().is_ok() {
            set_aside(&place)?;
        }
        move_with_all_beside(file, &place)
    }

    /// Brings a deleted record back with its drafts and curves.
    ///
    /// # Errors
    /// [`FileError::AlreadyExists`] where a file of its name is there again, else what the system says; the record is
    /// where it was then.
    pub fn restore(&self, deleted: &Path) -> Result<(), FileError> {
        let place = self.folder().join(deleted.file_name().unwrap_or_default());
        move_with_all_beside(deleted, &place)
    }
}

/// Gives a deleted record a free name.
fn set_aside(file: &Path) -> Result<(), FileError> {
    let stem = file.file_stem().unwrap_or_default().to_string_lossy();
    let mut number = 2;
    loop {
        let place = file.with_file_name(format!("{stem}-{number}.sgf"));
        match move_with_all_beside(file, &place) {
            Err(FileError::AlreadyExists { .. }) if number < MAX_SAME_NAME => number += 1,
            done => return done,
        }
    }
}

/// Moves a record, and then what lies beside it and belongs to it, as far as that can be moved.
fn move_with_all_beside(file: &Path, place: &Path) -> Result<(), FileError> {
    let beside = beside(file);
    move_to_free(file, place)?;
    for (path, ending) in beside {
        let mut name = place.file_name().unwrap_or_default().to_owned();
        name.push(ending);
        if let Err(error) = move_to_free(&path, &place.with_file_name(name)) {
            log::warn!("{} stays where it is: {error}", path.display());
        }
    }
    Ok(())
}

/// The files that belong to a record, each with what stands in its name behind the record's: ".draft", ".2.curve".
fn beside(file: &Path) -> Vec<(PathBuf, String)> {
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    let folder = file.parent().unwrap_or(Path::new("."));
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let belongs = |ending: &str| {
        let words = ending.strip_prefix('.').unwrap_or_default();
        let (number, kind) = words.rsplit_once('.').unwrap_or(("1", words));
        BESIDE.contains(&kind) && number.bytes().all(|digit| digit.is_ascii_digit())
    };
    entries
        .filter_map(|entry| {
            let other = entry.file_name();
            let ending = other.to_str()?.strip_prefix(&*name)?;
            belongs(ending).then(|| (entry.path(), ending.to_owned()))
        })
        .collect()
}

/// Moves a file to a name that is free.
fn move_to_free(file: &Path, place: &Path) -> Result<(), FileError> {
    let refused = |source| FileError::Refused {
        path: place.to_owned(),
        doing: "move a file to",
        source,
    };
    // Taking the name first keeps two programs from both believing that it was free.
    match OpenOptions::new().write(true).create_new(true).open(place) {
        Ok(_) => {}
        Err(source) if source.kind() == ErrorKind::AlreadyExists => {
            let path = place.to_owned();
            return Err(FileError::AlreadyExists { path });
        }
        Err(source) => return Err(refused(source)),
    }
    fs::rename(file, place).map_err(|source| {
        // The empty file is ours; should this fail too, the first failure is the one to tell.
        let _ = fs::remove_file(place);
        refused(source)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap().flatten();
        let mut names: Vec<String> = entries
            .map(|entry| entry.file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }

    #[test]
    fn a_record_comes_and_goes_with_all_that_belongs_to_it() {
        let folder = tempfile::tempdir().unwrap();
        let archive = GameArchive::new(folder.path().to_owned());
        let all = [
            "a.sgf",
            "a.sgf.2.curve",
            "a.sgf.curve",
            "a.sgf.draft",
            "a.sgf.old.curve",
            "a.sgf.txt",
            "b.sgf",
        ];
        for name in all {
            fs::write(folder.path().join(name), name).unwrap();
        }
        archive.delete(&folder.path().join("a.sgf")).unwrap();
        let left = ["a.sgf.old.curve", "a.sgf.txt", "b.sgf", "deleted"];
        assert_eq!(names(folder.path()), left);
        let deleted = archive.deleted();
        assert_eq!(
            names(deleted.folder()),
            ["a.sgf", "a.sgf.2.curve", "a.sgf.curve", "a.sgf.draft"]
        );
        archive.restore(&deleted.folder().join("a.sgf")).unwrap();
        assert_eq!(names(folder.path())[..7], all);
        assert!(names(deleted.folder()).is_empty());
    }

    #[test]
    fn nothing_is_overwritten_and_the_last_deleted_has_the_name() {
        let folder = tempfile::tempdir().unwrap();
        let archive = GameArchive::new(folder.path().to_owned());
        let file = folder.path().join("a.sgf");
        for text in ["first", "second", "third"] {
            fs::write(&file, text).unwrap();
            archive.delete(&file).unwrap();
        }
        let deleted = archive.deleted().folder().to_owned();
        assert_eq!(names(&deleted), ["a-2.sgf", "a-3.sgf", "a.sgf"]);
        fs::write(&file, "again").unwrap();
        let restored = archive.restore(&deleted.join("a.sgf"));
        assert!(matches!(restored, Err(FileError::AlreadyExists { .. })));
        assert_eq!(fs::read_to_string(&file).unwrap(), "again");
        fs::remove_file(&file).unwrap();
        archive.restore(&deleted.join("a.sgf")).unwrap();
        assert_eq!(fs::read_to_string(&file).unwrap(), "third");
        assert!(archive.delete(&folder.path().join("none.sgf")).is_err());
        assert_eq!(names(&deleted), ["a-2.sgf", "a-3.sgf"], "no empty file");
    }
}

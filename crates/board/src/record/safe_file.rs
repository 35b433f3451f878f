//! Records on disk: whole or not at all.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

use super::MAX_INPUT;

/// Names tried for a temporary file, should others of the same process be left over.
const ATTEMPTS: u32 = 100;

/// Symbolic links that are followed, as by Linux.
const MAX_LINKS: usize = 40;

/// An error in reading or writing a file.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// A file of that name is there.
    #[error("{} exists already and was left alone: choose another name or move it away", .path.display())]
    AlreadyExists {
        /// The file that is there already.
        path: PathBuf,
    },
    /// The system refused to read or to write.
    #[error("cannot {doing} {}: {source}{}", .path.display(), advice(.doing, .source))]
    Refused {
        /// The file that was asked for, though another in its folder may be at fault.
        path: PathBuf,
        /// The action that failed: "read", "write".
        doing: &'static str,
        /// The system's reason for refusing it.
        source: io::Error,
    },
    /// More than [`MAX_INPUT`] bytes.
    #[error("{} is larger than {MAX_INPUT} bytes: is it a game record?", .path.display())]
    TooLarge {
        /// The file that is too large.
        path: PathBuf,
    },
}

/// The remedy for a refusal, as the end of a message.
fn advice(doing: &str, error: &io::Error) -> &'static str {
    match error.kind() {
        ErrorKind::NotFound if doing == "read" => "; check the name",
        ErrorKind::NotFound => "; check the name and make the folder first",
        ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem => {
            "; choose a folder you may write to, or change its rights"
        }
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => "; free some space and try again",
        ErrorKind::IsADirectory | ErrorKind::NotADirectory | ErrorKind::InvalidInput => {
            "; name a file, not a folder"
        }
        _ => "",
    }
}

/// All bytes of a file, unless it is too large for a record.
///
/// # Errors
/// The system's error, or more than [`MAX_INPUT`] bytes.
pub fn read_bytes(path: &Path) -> Result<Vec<u8>, FileError> {
    let refused = |source| FileError::Refused {
        path: path.to_owned(),
        doing: "read",
        source,
    };
    let mut bytes = Vec::new();
    File::open(path)
        .and_then(|file| file.take(MAX_INPUT as u64 + 1).read_to_end(&mut bytes))
        .map_err(refused)?;
    if bytes.len() > MAX_INPUT {
        let path = path.to_owned();
        return Err(FileError::TooLarge { path });
    }
    Ok(bytes)
}

/// Puts `bytes` in the place of whatever file is there, so that at any moment, even one of a power
/// failure, the old file or the new one is there in full.
///
/// The bytes go to a temporary file in the same folder, which then takes the name; both steps are
/// on disk on return. A symbolic link stays, and what it points to is replaced.
///
/// # Errors
/// The system's error; the old file is as it was.
pub fn write_atomically(path: &Path, bytes: &[u8]) -> Result<(), FileError> {
    WaitingFile::write(path, bytes)?.take_place()
}

/// A file's new content, on the disk beside it: all that a full disk can refuse has been done. It is gone again unless it
/// takes its place.
#[derive(Debug)]
pub struct WaitingFile {
    /// The name that was asked for.
    path: PathBuf,
    target: PathBuf,
    temporary: PathBuf,
}

impl WaitingFile {
    /// Writes the content to a temporary file in the same folder.
    ///
    /// # Errors
    /// The system's error; nothing is left behind.
    pub fn write(path: &Path, bytes: &[u8]) -> Result<Self, FileError> {
        let written = follow_links(path).and_then(|target| {
            let name = target.file_name().ok_or(ErrorKind::InvalidInput)?;
            let (temporary, file) = create_temporary(folder_of(&target), name.to_owned())?;
            // From here on it is taken away again if something fails.
            let waiting = Self {
                path: path.to_owned(),
                target,
                temporary,
            };
            fill(file, bytes)?;
            Ok(waiting)
        });
        written.map_err(|source| refused_to_write(path, source))
    }

    /// Puts it in the place of whatever file is there.
    ///
    /// # Errors
    /// The system's error; the old file is as it was.
    pub fn take_place(self) -> Result<(), FileError> {
        fs::rename(&self.temporary, &self.target)
            .and_then(|()| sync_name(&self.target))
            .map_err(|source| refused_to_write(&self.path, source))
    }
}

impl WaitingFile {
    /// Takes its name unless another program has taken it meanwhile: of two that try, one has it.
    fn take_free_name(self) -> Result<(), FileError> {
        match fs::hard_link(&self.temporary, &self.target) {
            // What may go again with the power is not called written.
            Ok(()) => sync_name(&self.target).map_err(|source| {
                let _ = fs::remove_file(&self.target);
                refused_to_write(&self.path, source)
            }),
            Err(error) => match error.kind() {
                ErrorKind::PermissionDenied | ErrorKind::Unsupported => self.take_name_first(),
                _ => Err(self.not_taken(error)),
            },
        }
    }

    /// The same where there are no hard links: an empty file holds the name until this one takes its place.
    fn take_name_first(self) -> Result<(), FileError> {
        let target = self.target.clone();
        let mut options = OpenOptions::new();
        if let Err(error) = options.write(true).create_new(true).open(&target) {
            return Err(self.not_taken(error));
        }
        self.take_place().inspect_err(|_| {
            // The empty file is ours; should this fail too, the first failure is the one to tell.
            let _ = fs::remove_file(&target);
        })
    }

    fn not_taken(&self, source: io::Error) -> FileError {
        match source.kind() {
            ErrorKind::AlreadyExists => exists_already(&self.path),
            _ => refused_to_write(&self.path, source),
        }
    }
}

impl Drop for WaitingFile {
    fn drop(&mut self) {
        // Nothing is there once it has taken its place; what stays behind otherwise is only litter.
        let _ = fs::remove_file(&self.temporary);
    }
}

fn refused_to_write(path: &Path, source: io::Error) -> FileError {
    FileError::Refused {
        path: path.to_owned(),
        doing: "write",
        source,
    }
}

/// Writes a file that is not there yet, in full or not at all, also where the power fails meanwhile. A file system without
/// hard links (FAT) may be left with an empty file then.
///
/// # Errors
/// [`FileError::AlreadyExists`] where the name is taken, else what the system says.
pub fn create_new(path: &Path, bytes: &[u8]) -> Result<(), FileError> {
    if path.symlink_metadata().is_ok() {
        return Err(exists_already(path));
    }
    WaitingFile::write(path, bytes)?.take_free_name()
}

fn exists_already(path: &Path) -> FileError {
    FileError::AlreadyExists {
        path: path.to_owned(),
    }
}

/// The file that a name stands for, which need not be there: the target of its symbolic links.
fn follow_links(path: &Path) -> io::Result<PathBuf> {
    let mut target = path.to_owned();
    for _ in 0..MAX_LINKS {
        match fs::symlink_metadata(&target) {
            Ok(found) if found.is_symlink() => {
                let link = fs::read_link(&target)?;
                target = match target.parent() {
                    Some(folder) => folder.join(link),
                    None => link,
                };
            }
            _ => return Ok(target),
        }
    }
    let what = "its symbolic links have no end";
    Err(io::Error::new(ErrorKind::InvalidInput, what))
}

/// Makes sure that [`create_new`] can write a file of this name.
///
/// # Errors
/// [`FileError::AlreadyExists`] where the name is taken, else what the system says.
pub fn check_new(path: &Path) -> Result<(), FileError> {
    match path.symlink_metadata() {
        Ok(_) => Err(FileError::AlreadyExists {
            path: path.to_owned(),
        }),
        Err(_) => check_writable(path),
    }
}

/// Makes sure that a file of this name can be written, by one of another name beside it that is
/// gone again on return.
///
/// # Errors
/// The system's error.
pub fn check_writable(path: &Path) -> Result<(), FileError> {
    let tried = follow_links(path).and_then(|target| {
        let name = target.file_name().ok_or(ErrorKind::InvalidInput)?;
        let (temporary, _) = create_temporary(folder_of(&target), name.to_owned())?;
        fs::remove_file(temporary)
    });
    tried.map_err(|source| refused_to_write(path, source))
}

fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

fn fill(mut file: File, bytes: &[u8]) -> io::Result<()> {
    file.write_all(bytes)?;
    file.sync_all()
}

fn create_temporary(folder: &Path, name: OsString) -> io::Result<(PathBuf, File)> {
    let mut attempt = 0;
    loop {
        let mut hidden = OsString::from(".");
        hidden.push(&name);
        hidden.push(format!(".{}-{attempt}.tmp", std::process::id()));
        let path = folder.join(hidden);
        match OpenOptions::new().write(true).create_new(true).open(&path) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists && attempt < ATTEMPTS => {
                attempt += 1;
            }
            opened => return opened.map(|file| (path, file)),
        }
    }
}

/// Makes a folder and those above it that are missing; the names of all that are new are on the disk on return.
///
/// # Errors
/// The system's error. A folder whose name may not last is gone again, so that the next try makes it anew.
pub fn make_folder(path: &Path) -> io::Result<()> {
    if path.as_os_str().is_empty() || path.is_dir() {
        return Ok(());
    }
    if let Some(above) = path.parent() {
        make_folder(above)?;
    }
    match fs::create_dir(path) {
        // Another program was quicker.
        Err(_) if path.is_dir() => Ok(()),
        Err(error) => Err(error),
        Ok(()) => sync_name(path).inspect_err(|_| {
            // Should this fail too, the first failure is the one to tell.
            let _ = fs::remove_dir(path);
        }),
    }
}

/// Makes a new name last, in its folder. File systems that cannot do this (FAT, some network ones) say that the
/// argument is invalid or the operation unknown; there the name is as safe as it gets.
///
/// # Errors
/// The system's error.
#[cfg(unix)]
pub fn sync_name(path: &Path) -> io::Result<()> {
    match File::open(folder_of(path))?.sync_all() {
        Err(error)
            if !matches!(
                error.kind(),
                ErrorKind::InvalidInput | ErrorKind::Unsupported
            ) =>
        {
            Err(error)
        }
        _ => Ok(()),
    }
}

/// Elsewhere a folder cannot be opened for this, and the file system does it by itself.
///
/// # Errors
/// None.
#[cfg(not(unix))]
pub fn sync_name(_: &Path) -> io::Result<()> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<OsString> {
        let entries = fs::read_dir(folder).unwrap();
        entries.map(|entry| entry.unwrap().file_name()).collect()
    }

    #[test]
    fn a_file_is_created_once_and_replaced_at_will() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.sgf");
        create_new(&path, b"(;)").unwrap();
        let error = create_new(&path, b"other").unwrap_err();
        assert!(matches!(error, FileError::AlreadyExists { .. }));
        assert!(
            error.to_string().contains("game.sgf exists already"),
            "{error}"
        );
        assert_eq!(read_bytes(&path).unwrap(), b"(;)");

        write_atomically(&path, b"(;RE[B+R])").unwrap();
        assert_eq!(read_bytes(&path).unwrap(), b"(;RE[B+R])");
        assert_eq!(names(folder.path()), ["game.sgf"]);
    }

    #[test]
    fn a_file_that_waits_changes_nothing_until_it_takes_its_place() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.sgf");
        write_atomically(&path, b"(;)").unwrap();
        let waiting = WaitingFile::write(&path, b"(;RE[B+R])").unwrap();
        assert_eq!(read_bytes(&path).unwrap(), b"(;)");
        drop(waiting);
        assert_eq!(names(folder.path()), ["game.sgf"]);
        WaitingFile::write(&path, b"(;RE[W+R])")
            .unwrap()
            .take_place()
            .unwrap();
        assert_eq!(read_bytes(&path).unwrap(), b"(;RE[W+R])");
        assert_eq!(names(folder.path()), ["game.sgf"]);
    }

    #[test]
    fn failures_leave_nothing_behind_and_say_what_to_do() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("missing").join("game.sgf");
        for error in [write_atomically(&path, b""), create_new(&path, b"")] {
            let text = error.unwrap_err().to_string();
            assert!(
                text.contains("missing/game.sgf") && text.contains("make the folder"),
                "{text}"
            );
        }
        let text = read_bytes(&path).unwrap_err().to_string();
        assert!(text.ends_with("; check the name"), "{text}");
        let taken = folder.path().join("taken");
        fs::create_dir(&taken).unwrap();
        let text = write_atomically(&taken, b"").unwrap_err().to_string();
        assert!(text.contains("name a file, not a folder"), "{text}");
        assert_eq!(names(folder.path()), ["taken"]);
    }

    #[test]
    fn a_leftover_of_the_same_name_is_no_obstacle() {
        let folder = tempfile::tempdir().unwrap();
        let leftover = format!(".game.sgf.{}-0.tmp", std::process::id());
        fs::write(folder.path().join(&leftover), b"half").unwrap();
        write_atomically(&folder.path().join("game.sgf"), b"(;)").unwrap();
        assert_eq!(fs::read(folder.path().join(&leftover)).unwrap(), b"half");
        assert_eq!(names(folder.path()).len(), 2);
    }

    #[cfg(unix)]
    #[test]
    fn a_link_stays_and_its_target_is_replaced() {
        use std::os::unix::fs::symlink;

        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::create_dir(at("far")).unwrap();
        fs::write(at("far/game.sgf"), b"(;)").unwrap();
        symlink("far/game.sgf", at("near.sgf")).unwrap();
        symlink("near.sgf", at("nearer.sgf")).unwrap();
        write_atomically(&at("nearer.sgf"), b"(;RE[B+R])").unwrap();
        assert!(at("near.sgf").is_symlink() && at("nearer.sgf").is_symlink());
        assert_eq!(fs::read(at("far/game.sgf")).unwrap(), b"(;RE[B+R])");
        assert_eq!(names(&at("far")), ["game.sgf"]);
        symlink("round", at("round")).unwrap();
        let error = write_atomically(&at("round"), b"").unwrap_err().to_string();
        assert!(error.contains("links have no end"), "{error}");
    }

    #[test]
    fn what_is_too_large_is_not_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("large");
        File::create(&path)
            .unwrap()
            .set_len(MAX_INPUT as u64 + 1)
            .unwrap();
        assert!(matches!(read_bytes(&path), Err(FileError::TooLarge { .. })));
    }

    #[test]
    fn folders_are_made_with_those_above_them() {
        let folder = tempfile::tempdir().unwrap();
        let deep = folder.path().join("a/b/c");
        make_folder(&deep).unwrap();
        make_folder(&deep).unwrap();
        assert!(deep.is_dir());
        fs::write(folder.path().join("file"), "").unwrap();
        assert!(make_folder(&folder.path().join("file/below")).is_err());
        assert!(make_folder(&folder.path().join("file")).is_err());
        make_folder(Path::new("")).unwrap();
    }

    #[test]
    fn without_hard_links_a_name_is_taken_as_well() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.sgf");
        let waiting = |bytes: &[u8]| WaitingFile::write(&path, bytes).unwrap();
        waiting(b"(;)").take_name_first().unwrap();
        let error = waiting(b"other").take_name_first().unwrap_err();
        assert!(matches!(error, FileError::AlreadyExists { .. }), "{error}");
        assert_eq!(fs::read(&path).unwrap(), b"(;)");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}

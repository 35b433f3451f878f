//! A journal's file: locked while open, verified when opened, flushed at each record.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};

use super::append::Tail;
use super::journal_error::JournalError;
use super::journal_format::{Contents, Damage, Flaw, MAGIC, MAX_FILE, encode, scan};
use super::locked_file::LockedFile;
use sgmp_board::record::sync_name;

/// An append-only file of records, locked as long as this lives.
#[derive(Debug)]
pub struct JournalFile {
    path: PathBuf,
    tail: Tail<LockedFile>,
}

impl JournalFile {
    /// Makes a new file without a record; it and its name are on the disk afterwards.
    ///
    /// # Errors
    /// [`JournalError::AlreadyExists`] whatever the existing file holds, else
    /// [`JournalError::Io`], which leaves no file behind.
    pub fn create(path: &Path) -> Result<Self, JournalError> {
        let file = OpenOptions::new()
            .read(true)
            .write(true)
            .create_new(true)
            .open(path)
            .map_err(|source| match source.kind() {
                ErrorKind::AlreadyExists => JournalError::AlreadyExists {
                    path: path.to_owned(),
                },
                _ => JournalError::io(path, "create")(source),
            })?;
        Self::begin(file, path).inspect_err(|_| remove(path))
    }

    fn begin(file: File, path: &Path) -> Result<Self, JournalError> {
        let file = lock(file, path)?;
        Self::begin_locked(file, path, 0)
    }

    /// Begins a file of `len` bytes of which none says anything.
    fn begin_locked(file: LockedFile, path: &Path, len: u64) -> Result<Self, JournalError> {
        let mut tail = Tail::new(file, 0, len);
        tail.append(MAGIC)
            .and_then(|()| sync_name(path))
            .map_err(JournalError::io(path, "create"))?;
        let path = path.to_owned();
        Ok(Self { path, tail })
    }

    /// Begins a file again whose beginning was never written in full, as a crash may leave it.
    ///
    /// # Errors
    /// [`JournalError::AlreadyExists`] where it has begun, [`JournalError::Locked`] where another process has it open,
    /// and [`JournalError::Io`].
    pub fn begin_again(path: &Path) -> Result<Self, JournalError> {
        refuse_odd_files(path)?;
        let file = OpenOptions::new()
            .read(true)
            .write(true)
            .open(path)
            .map_err(JournalError::io(path, "open"))?;
        let file = lock(file, path)?;
        match load(&file, path) {
            Err(JournalError::NeverBegun { .. }) => {
                let len = file
                    .metadata()
                    .map_err(JournalError::io(path, "read"))?
                    .len();
                Self::begin_locked(file, path, len)
            }
            Err(error) => Err(error),
            Ok(_) => Err(JournalError::AlreadyExists {
                path: path.to_owned(),
            }),
        }
    }

    /// Opens a file, verifies all of it, and cuts off a torn last record.
    ///
    /// # Errors
    /// [`JournalError::Locked`] if another process has it open, [`JournalError::Corrupt`] with the
    /// offset of a damaged record, [`JournalError::NeverBegun`], [`JournalError::Missing`],
    /// [`JournalError::NotAFile`] and [`JournalError::Io`]. No whole record is ever lost by them.
    pub fn open(path: &Path) -> Result<(Self, Contents), JournalError> {
        refuse_odd_files(path)?;
        let file = OpenOptions::new()
            .read(true)
            .write(true)
            .open(path)
            .map_err(JournalError::io(path, "open"))?;
        let file = lock(file, path)?;
        let (contents, len) = load(&file, path)?;
        let good = contents.torn.map_or(len, |torn| torn.offset);
        let mut tail = Tail::new(file, good, len);
        let path = path.to_owned();
        tail.settle()
            .map_err(JournalError::io(&path, "mend the end of"))?;
        Ok((Self { path, tail }, contents))
    }

    /// Reads a file as it is, without a lock and without changing it. If a match is going on its
    /// last record may appear torn, or (on Windows) the system refuses to read it.
    ///
    /// # Errors
    /// As [`JournalFile::open`], but never [`JournalError::Locked`].
    pub fn read(path: &Path) -> Result<Contents, JournalError> {
        refuse_odd_files(path)?;
        let file = File::open(path).map_err(JournalError::io(path, "open"))?;
        Ok(load(&file, path)?.0)
    }

    /// Appends one record, which is on the disk when this returns.
    ///
    /// # Errors
    /// Nothing counts as appended after an error, and the same or another record may be tried at
    /// any time: what was left behind is cut off first. If the program ends before that, the
    /// record may yet be found at the next opening, as after a crash right behind a good append.
    /// [`JournalError::Io`] may pass (a full disk); [`JournalError::RecordSize`] and
    /// [`JournalError::Full`] stay.
    pub fn append(&mut self, payload: &[u8]) -> Result<(), JournalError> {
        let Some(record) = encode(payload) else {
            return Err(JournalError::RecordSize {
                path: self.path.clone(),
                bytes: payload.len(),
            });
        };
        if self.tail.good() + record.len() as u64 > MAX_FILE {
            return Err(JournalError::Full {
                path: self.path.clone(),
            });
        }
        self.tail
            .append(&record)
            .map_err(JournalError::io(&self.path, "write"))
    }

    /// Offset of the next record, in bytes from the start of the file.
    #[must_use]
    pub fn end(&self) -> u64 {
        self.tail.good()
    }

    /// The file's name as it was given.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Removes a file that was created for nothing.
    pub(super) fn discard(self) {
        let Self { path, tail } = self;
        drop(tail);
        remove(&path);
    }
}

/// Should this fail too, the file says itself that nothing was played.
fn remove(path: &Path) {
    let _ = fs::remove_file(path);
}

/// A pipe would make us wait for ever and a device never ends.
fn refuse_odd_files(path: &Path) -> Result<(), JournalError> {
    let metadata = fs::metadata(path).map_err(|source| match source.kind() {
        ErrorKind::NotFound => JournalError::Missing {
            path: path.to_owned(),
        },
        _ => JournalError::io(path, "open")(source),
    })?;
    if metadata.is_file() {
        Ok(())
    } else {
        Err(JournalError::NotAFile {
            path: path.to_owned(),
        })
    }
}

fn lock(file: File, path: &Path) -> Result<LockedFile, JournalError> {
    LockedFile::new(file).map_err(|error| match error {
        TryLockError::WouldBlock => JournalError::Locked {
            path: path.to_owned(),
        },
        TryLockError::Error(source) => JournalError::io(path, "lock")(source),
    })
}

/// The verified contents of a file and its length.
fn load(file: &File, path: &Path) -> Result<(Contents, u64), JournalError> {
    let mut bytes = Vec::new();
    file.take(MAX_FILE + 1)
        .read_to_end(&mut bytes)
        .map_err(JournalError::io(path, "read"))?;
    let len = bytes.len() as u64;
    if len > MAX_FILE {
        let flaw = Flaw::Damaged(MAX_FILE, Damage::Oversize);
        return Err(JournalError::flaw(path, flaw));
    }
    let contents = scan(&bytes).map_err(|flaw| JournalError::flaw(path, flaw))?;
    Ok((contents, len))
}

#[cfg(test)]
mod tests {
    use super::super::journal_format::MAX_PAYLOAD;
    use super::*;

    fn folder() -> tempfile::TempDir {
        tempfile::tempdir().unwrap()
    }

    fn payloads(contents: Contents) -> Vec<Vec<u8>> {
        contents.records.into_iter().map(|r| r.payload).collect()
    }

    #[test]
    fn records_read_back_over_several_openings() {
        let folder = folder();
        let path = folder.path().join("match.journal");
        let mut file = JournalFile::create(&path).unwrap();
        file.append(b"one").unwrap();
        drop(file);
        let (mut file, contents) = JournalFile::open(&path).unwrap();
        assert_eq!(payloads(contents), [b"one"]);
        file.append(b"two").unwrap();
        assert_eq!(file.end(), fs::metadata(&path).unwrap().len());
        assert_eq!(file.path(), path);
        assert_eq!(
            payloads(JournalFile::read(&path).unwrap()),
            [b"one", b"two"]
        );
    }

    #[test]
    fn an_existing_file_is_never_overwritten() {
        let folder = folder();
        let path = folder.path().join("match.journal");
        fs::write(&path, "").unwrap();
        let error = JournalFile::create(&path).unwrap_err();
        assert!(matches!(error, JournalError::AlreadyExists { .. }));
        let advice = format!("`sgmp-go --resume {}`", path.display());
        assert!(error.to_string().contains(&advice), "{error}");
        assert_eq!(fs::read(&path).unwrap(), b"");
    }

    #[test]
    fn an_open_journal_is_locked_until_it_is_dropped() {
        let folder = folder();
        let path = folder.path().join("match.journal");
        let mut file = JournalFile::create(&path).unwrap();
        file.append(b"one").unwrap();
        let error = JournalFile::open(&path).unwrap_err();
        assert!(matches!(error, JournalError::Locked { .. }), "{error}");
        assert!(error.to_string().contains("match.journal"), "{error}");
        drop(file);
        let (_opened, contents) = JournalFile::open(&path).unwrap();
        assert_eq!(payloads(contents), [b"one"]);
        assert!(JournalFile::open(&path).is_err());
    }

    #[test]
    fn a_torn_record_is_cut_off_the_file_and_reported_once() {
        let folder = folder();
        let path = folder.path().join("match.journal");
        let mut file = JournalFile::create(&path).unwrap();
        file.append(b"one").unwrap();
        let good = file.end();
        file.append(b"two").unwrap();
        drop(file);
        let half = OpenOptions::new().write(true).open(&path).unwrap();
        half.set_len(good + 13).unwrap();

        assert_eq!(JournalFile::read(&path).unwrap().torn.unwrap().bytes, 13);
        let (mut file, contents) = JournalFile::open(&path).unwrap();
        let torn = contents.torn.unwrap();
        assert_eq!((torn.offset, torn.bytes), (good, 13));
        assert_eq!(fs::metadata(&path).unwrap().len(), good);
        file.append(b"2").unwrap();
        drop(file);
        let (_file, contents) = JournalFile::open(&path).unwrap();
        assert_eq!(contents.torn, None);
        assert_eq!(payloads(contents), [&b"one"[..], b"2"]);
    }

    #[test]
    fn a_damaged_file_is_left_as_it_is() {
        let folder = folder();
        let path = folder.path().join("match.journal");
        let mut file = JournalFile::create(&path).unwrap();
        file.append(b"one").unwrap();
        file.append(b"two").unwrap();
        drop(file);
        let mut bytes = fs::read(&path).unwrap();
        bytes[31] ^= 1;
        fs::write(&path, &bytes).unwrap();
        let error = JournalFile::open(&path).unwrap_err();
        assert!(error.to_string().contains("at byte 18"), "{error}");
        assert_eq!(fs::read(&path).unwrap(), bytes);
    }

    #[test]
    fn caps_on_records_and_files_hold() {
        let folder = folder();
        let path = folder.path().join("match.journal");
        let mut file = JournalFile::create(&path).unwrap();
        let long = vec![b'x'; MAX_PAYLOAD + 1];
        let error = file.append(&long).unwrap_err();
        assert!(matches!(error, JournalError::RecordSize { .. }), "{error}");
        loop {
            match file.append(&long[1..]) {
                Ok(()) => {}
                Err(JournalError::Full { .. }) => break,
                Err(error) => panic!("{error}"),
            }
        }
        assert!(file.end() <= MAX_FILE);
        drop(file);
        let grown = OpenOptions::new().write(true).open(&path).unwrap();
        grown.set_len(MAX_FILE + 1).unwrap();
        let error = JournalFile::open(&path).unwrap_err();
        let JournalError::Corrupt { what, .. } = error else {
            panic!("{error}");
        };
        assert_eq!(what, Damage::Oversize);
    }

    #[test]
    fn what_is_no_file_is_refused() {
        let folder = folder();
        let error = JournalFile::open(folder.path()).unwrap_err();
        assert!(matches!(error, JournalError::NotAFile { .. }), "{error}");
        let error = JournalFile::read(&folder.path().join("none")).unwrap_err();
        assert!(matches!(error, JournalError::Missing { .. }), "{error}");
        let nowhere = folder.path().join("none").join("match.journal");
        let error = JournalFile::create(&nowhere).unwrap_err();
        assert!(matches!(error, JournalError::Io { .. }), "{error}");
    }

    #[test]
    fn a_file_that_never_began_is_begun_again_and_no_other() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("j");
        for left in [&b""[..], &MAGIC[..3]] {
            fs::write(&path, left).unwrap();
            let mut file = JournalFile::begin_again(&path).unwrap();
            file.append(b"first").unwrap();
            drop(file);
            let contents = JournalFile::read(&path).unwrap();
            assert_eq!(contents.records[0].payload, b"first");
            let error = JournalFile::begin_again(&path).unwrap_err();
            assert!(
                matches!(error, JournalError::AlreadyExists { .. }),
                "{error}"
            );
        }
    }
}

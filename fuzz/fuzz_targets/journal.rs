//! Any bytes as a journal: read, or refused by name. What is read goes on.
#![no_main]

use std::cell::RefCell;
use std::fs;

use libfuzzer_sys::fuzz_target;
use sgmp_match::play::journal::Journal;
use tempfile::TempDir;

thread_local! {
    /// In memory where the system has a folder for that.
    static FOLDER: RefCell<TempDir> = RefCell::new(
        tempfile::tempdir_in("/dev/shm")
            .or_else(|_| tempfile::tempdir())
            .expect("a folder"),
    );
}

fuzz_target!(|bytes: &[u8]| {
    FOLDER.with_borrow(|folder| {
        let path = folder.path().join("match.journal");
        fs::write(&path, bytes).expect("a journal");
        match (Journal::read(&path), Journal::open(&path)) {
            (Ok(read), Ok((_, opened))) => {
                assert_eq!(read, opened);
                // The torn end is gone now.
                let again = Journal::read(&path).expect("what was opened");
                assert_eq!(again.entries, opened.entries);
                assert_eq!(again.torn, None);
            }
            (Err(error), Err(_)) => assert!(error.to_string().contains("match.journal")),
            (read, opened) => panic!("{read:?}, but {opened:?}"),
        }
    });
});

//! A file that no other process may write meanwhile.

use std::fs::{File, TryLockError};
use std::ops::{Deref, DerefMut};
use std::thread;
use std::time::Duration;

/// Tries to lock a file, for two seconds in all. A killed process frees its memory before it closes its files: where the
/// machine is busy, that takes a good part of a second, and whoever goes on with its record would find it locked.
const MAX_TRIES: u32 = 100;

/// The time between two tries.
const PAUSE: Duration = Duration::from_millis(20);

/// A file that is locked until it is dropped.
#[derive(Debug)]
pub struct LockedFile(File);

impl LockedFile {
    /// Locks a file, or gives it up after two seconds in which somebody else had locked it.
    ///
    /// # Errors
    /// [`TryLockError::WouldBlock`] where another process, or another opening of the file in this one, has the
    /// lock.
    pub fn new(file: File) -> Result<Self, TryLockError> {
        for _ in 1..MAX_TRIES {
            match file.try_lock() {
                Ok(()) => return Ok(Self(file)),
                Err(TryLockError::WouldBlock) => pause(),
                Err(refused) => return Err(refused),
            }
        }
        file.try_lock().map(|()| Self(file))
    }
}

#[expect(
    clippy::disallowed_methods,
    reason = "a lock that is freed tells nobody, and the port's clock lies above the journal"
)]
fn pause() {
    thread::sleep(PAUSE);
}

impl Drop for LockedFile {
    /// Closing is not enough while some program is being started: until its `exec` it has a copy of every
    /// descriptor, and the lock with it.
    fn drop(&mut self) {
        let _ = self.0.unlock();
    }
}

impl Deref for LockedFile {
    type Target = File;

    fn deref(&self) -> &File {
        &self.0
    }
}

impl DerefMut for LockedFile {
    fn deref_mut(&mut self) -> &mut File {
        &mut self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lock_that_is_freed_meanwhile_is_had() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let holder = LockedFile::new(file.reopen().unwrap()).unwrap();
        let next = file.reopen().unwrap();
        assert!(matches!(next.try_lock(), Err(TryLockError::WouldBlock)));
        let next = thread::spawn(|| LockedFile::new(next));
        drop(holder);
        next.join().unwrap().unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn programs_that_are_started_meanwhile_hold_no_lock() {
        use std::os::unix::process::CommandExt;
        use std::process::Command;
        use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

        let file = tempfile::NamedTempFile::new().unwrap();
        let over = AtomicBool::new(false);
        thread::scope(|scope| {
            let locker = scope.spawn(|| {
                while !over.load(Relaxed) {
                    drop(LockedFile::new(file.reopen().unwrap())?);
                }
                Ok::<_, TryLockError>(())
            });
            // A user is set by a fork and an exec, not by one call of the system.
            let user = rustix::process::getuid().as_raw();
            for _ in 0..200 {
                Command::new("true").uid(user).status().unwrap();
            }
            over.store(true, Relaxed);
            locker.join().unwrap().unwrap();
        });
    }
}

//! A file that no other process may write meanwhile.

use std::fs::{File, TryLockError};
use std::ops::{Deref, DerefMut};

/// A file that is locked until it is dropped.
#[derive(Debug)]
pub struct LockedFile(File);

impl LockedFile {
    /// Locks a file, or gives it up at once where somebody else has locked it.
    ///
    /// # Errors
    /// [`TryLockError::WouldBlock`] where another process, or another opening of the file in this one, has the
    /// lock.
    pub fn new(file: File) -> Result<Self, TryLockError> {
        file.try_lock()?;
        Ok(Self(file))
    }
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

    #[cfg(unix)]
    #[test]
    fn programs_that_are_started_meanwhile_hold_no_lock() {
        use std::os::unix::process::CommandExt;
        use std::process::Command;
        use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
        use std::thread;

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

//! Appending to a disk that may fail half-way.

use std::io::{self, Seek, SeekFrom, Write};

use super::locked_file::LockedFile;

/// The operations on a file that appending needs.
pub(super) trait Disk {
    /// Writes all of `bytes` from byte `at` on.
    fn write_at(&mut self, at: u64, bytes: &[u8]) -> io::Result<()>;
    /// Waits until all that was written is on the disk.
    fn flush(&mut self) -> io::Result<()>;
    /// Cuts the file to `len` bytes, on the disk too.
    fn cut(&mut self, len: u64) -> io::Result<()>;
}

impl Disk for LockedFile {
    fn write_at(&mut self, at: u64, bytes: &[u8]) -> io::Result<()> {
        self.seek(SeekFrom::Start(at))?;
        self.write_all(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.sync_data()
    }

    fn cut(&mut self, len: u64) -> io::Result<()> {
        self.set_len(len)?;
        // Not `sync_data`: a shorter length is all that has changed, and it has to be on the disk itself.
        self.sync_all()
    }
}

/// The state of the file behind its last good byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Behind {
    Nothing,
    /// Perhaps a part, or all, of something whose append failed.
    Leftover,
}

/// The end of an append-only file.
#[derive(Debug)]
pub(super) struct Tail<D> {
    disk: D,
    /// Bytes known to be on the disk.
    good: u64,
    behind: Behind,
}

impl<D: Disk> Tail<D> {
    /// The tail of a file whose first `good` bytes are right; `len` is its length.
    pub(super) fn new(disk: D, good: u64, len: u64) -> Self {
        let behind = if len > good {
            Behind::Leftover
        } else {
            Behind::Nothing
        };
        Self { disk, good, behind }
    }

    /// Bytes known to be on the disk.
    pub(super) fn good(&self) -> u64 {
        self.good
    }

    /// Removes what lies behind the last good byte.
    ///
    /// The cut reaches the disk before anything new is written: after a crash, a shorter record
    /// could otherwise stand in front of the rest of a longer one.
    pub(super) fn settle(&mut self) -> io::Result<()> {
        if self.behind == Behind::Leftover {
            self.disk.cut(self.good)?;
            self.behind = Behind::Nothing;
        }
        Ok(())
    }

    /// Appends `bytes` in one write and waits for the disk. After an error nothing counts as
    /// appended: the next call first removes what was left behind.
    pub(super) fn append(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.settle()?;
        // Before the write: whichever step fails, the next call knows that something may lie there.
        self.behind = Behind::Leftover;
        self.disk.write_at(self.good, bytes)?;
        self.disk.flush()?;
        self.behind = Behind::Nothing;
        // Behind the flush: a byte is good once the disk has it, not once the system has taken it.
        self.good += bytes.len() as u64;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::journal_format::{Contents, MAGIC, encode, scan};
    use super::*;

    /// A disk that fails once, at its `fail_at`th operation: a write after `half` bytes.
    struct Flaky {
        bytes: Vec<u8>,
        operations: usize,
        fail_at: usize,
        half: usize,
    }

    impl Flaky {
        fn step(&mut self) -> io::Result<()> {
            self.operations += 1;
            if self.operations == self.fail_at {
                Err(io::ErrorKind::StorageFull.into())
            } else {
                Ok(())
            }
        }
    }

    impl Disk for Flaky {
        fn write_at(&mut self, at: u64, bytes: &[u8]) -> io::Result<()> {
            assert_eq!(self.bytes.len() as u64, at, "written behind a leftover");
            let step = self.step();
            let written = if step.is_ok() { bytes.len() } else { self.half };
            self.bytes
                .extend_from_slice(&bytes[..written.min(bytes.len())]);
            step
        }

        fn flush(&mut self) -> io::Result<()> {
            self.step()
        }

        fn cut(&mut self, len: u64) -> io::Result<()> {
            self.step()?;
            self.bytes.truncate(len as usize);
            Ok(())
        }
    }

    fn payloads(contents: Contents) -> Vec<Vec<u8>> {
        contents.records.into_iter().map(|r| r.payload).collect()
    }

    #[test]
    fn a_failure_at_any_operation_and_byte_is_mended_by_a_retry() {
        let all: [&[u8]; 3] = [b"a long first record", b"2", b"three"];
        for (fail_at, half) in (1..=8).flat_map(|f| (0..32).map(move |h| (f, h))) {
            let bytes = MAGIC.to_vec();
            let (operations, good) = (0, bytes.len() as u64);
            let disk = Flaky {
                bytes,
                operations,
                fail_at,
                half,
            };
            let mut tail = Tail::new(disk, good, good);
            for (n, payload) in all.iter().enumerate() {
                let record = encode(payload).unwrap();
                while tail.append(&record).is_err() {
                    // A crash now loses nothing earlier, and keeps nothing of this but all of it.
                    let left = payloads(scan(&tail.disk.bytes).unwrap());
                    assert!(left == all[..n] || left == all[..=n], "{fail_at} {half}");
                }
            }
            let end = scan(&tail.disk.bytes).unwrap();
            assert_eq!((end.torn, payloads(end)), (None, all.map(Vec::from).into()));
        }
    }

    #[test]
    fn another_record_may_follow_a_failed_one() {
        let disk = Flaky {
            bytes: MAGIC.to_vec(),
            operations: 0,
            fail_at: 1,
            half: 20,
        };
        let mut tail = Tail::new(disk, MAGIC.len() as u64, MAGIC.len() as u64);
        assert!(tail.append(&encode(b"a longer record").unwrap()).is_err());
        tail.append(&encode(b"short").unwrap()).unwrap();
        assert_eq!(payloads(scan(&tail.disk.bytes).unwrap()), [b"short"]);
    }

    #[test]
    fn a_cut_that_fails_is_tried_again_before_anything_is_written() {
        let disk = Flaky {
            bytes: b"goodtorn".to_vec(),
            operations: 0,
            fail_at: 1,
            half: 0,
        };
        let mut tail = Tail::new(disk, 4, 8);
        assert!(tail.append(b"!").is_err());
        tail.append(b"!").unwrap();
        assert_eq!(tail.disk.bytes, b"good!");
    }
}

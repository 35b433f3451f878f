//! Bytes to records and back: no file here.

use std::fmt;

use crc_any::CRCu32;
use thiserror::Error;

/// The first line of every journal; its number changes with the layout of records.
pub(super) const MAGIC: &[u8] = b"SGMP-GO JOURNAL 1\n";
/// Length, complement and checksum before each payload.
const HEADER: usize = 12;
/// The part of the header that the checksum covers.
const LENGTHS: usize = 8;
/// Longest payload of a record, in bytes; the longest entry of a match has a few hundred.
pub const MAX_PAYLOAD: usize = 64 * 1024;
/// Longest journal, in bytes: a hundred times the longest match.
pub const MAX_FILE: u64 = 16 * 1024 * 1024;

/// A record whose length and checksum are right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RawEntry {
    /// Offset of its header, in bytes from the start of the file.
    pub offset: u64,
    /// The bytes that were appended.
    pub payload: Vec<u8>,
}

/// A last record that a crash cut short. It was never acted on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Torn {
    /// Its offset, in bytes from the start of the file.
    pub offset: u64,
    /// Its length, in bytes.
    pub bytes: u64,
}

impl fmt::Display for Torn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "the last record was cut short by a crash: {} bytes at byte {} are dropped",
            self.bytes, self.offset
        )
    }
}

/// All that a journal's bytes hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contents {
    /// The verified records, in the order they were appended.
    pub records: Vec<RawEntry>,
    /// The incomplete last record, if there is one.
    pub torn: Option<Torn>,
}

/// A fault in a journal's bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Damage {
    /// The first line is another one.
    #[error("its first line is not that of a journal which this version of sgmp-go reads")]
    Magic,
    /// A record's length and the length's complement disagree.
    #[error("a record's length is damaged")]
    Length,
    /// The length is consistent, but no record has it.
    #[error("a record claims {0} bytes (1 to {MAX_PAYLOAD} are possible)")]
    Size(u32),
    /// A record that is not the last does not have its checksum.
    #[error("a record's checksum is wrong")]
    Checksum,
    /// More bytes than [`MAX_FILE`], which nothing of ours writes.
    #[error("the file goes on after {MAX_FILE} bytes, longer than any journal")]
    Oversize,
}

/// The reason why bytes are not a journal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Flaw {
    /// They end within the first line.
    NeverBegun,
    /// They are damaged at this byte.
    Damaged(u64, Damage),
}

/// A payload as a record; `None` if it is empty or longer than [`MAX_PAYLOAD`].
pub(super) fn encode(payload: &[u8]) -> Option<Vec<u8>> {
    if payload.is_empty() || payload.len() > MAX_PAYLOAD {
        return None;
    }
    let len = u32::try_from(payload.len()).ok()?;
    let mut record = Vec::with_capacity(HEADER + payload.len());
    record.extend_from_slice(&len.to_le_bytes());
    record.extend_from_slice(&(!len).to_le_bytes());
    let crc = checksum(&record, payload);
    record.extend_from_slice(&crc.to_le_bytes());
    record.extend_from_slice(payload);
    Some(record)
}

/// Reads and verifies a whole file.
pub(super) fn scan(bytes: &[u8]) -> Result<Contents, Flaw> {
    if !bytes.starts_with(MAGIC) {
        return Err(if MAGIC.starts_with(bytes) {
            Flaw::NeverBegun
        } else {
            Flaw::Damaged(0, Damage::Magic)
        });
    }
    let mut records = Vec::new();
    let mut at = MAGIC.len();
    while at < bytes.len() {
        let offset = at as u64;
        match first(&bytes[at..]).map_err(|damage| Flaw::Damaged(offset, damage))? {
            JournalStep::RawEntry { payload, size } => {
                let payload = payload.to_vec();
                records.push(RawEntry { offset, payload });
                at += size;
            }
            JournalStep::Torn => {
                let bytes = (bytes.len() - at) as u64;
                let torn = Some(Torn { offset, bytes });
                return Ok(Contents { records, torn });
            }
        }
    }
    let torn = None;
    Ok(Contents { records, torn })
}

/// The head of the rest of a file.
enum JournalStep<'a> {
    /// A verified record of `size` bytes with its header.
    RawEntry { payload: &'a [u8], size: usize },
    /// The last record, incomplete.
    Torn,
}

/// The first record of `rest`, which is the rest of the file and is not empty.
fn first(rest: &[u8]) -> Result<JournalStep<'_>, Damage> {
    let Some((header, tail)) = rest.split_at_checked(HEADER) else {
        return Ok(JournalStep::Torn);
    };
    let (len, complement, crc) = (word(header, 0), word(header, 4), word(header, LENGTHS));
    if len != !complement {
        // Blocks that the file system allocated and never wrote read as zeros. They may begin
        // anywhere in the lengths, but then nothing but zeros follows.
        let unwritten = rest[LENGTHS..].iter().all(|byte| *byte == 0);
        return if unwritten {
            Ok(JournalStep::Torn)
        } else {
            Err(Damage::Length)
        };
    }
    let size = len as usize;
    if size == 0 || size > MAX_PAYLOAD {
        return Err(Damage::Size(len));
    }
    let Some(payload) = tail.get(..size) else {
        return Ok(JournalStep::Torn);
    };
    if checksum(&header[..LENGTHS], payload) == crc {
        let size = HEADER + size;
        return Ok(JournalStep::RawEntry { payload, size });
    }
    // Pages reach a disk in any order: the last record may have its length but not its bytes.
    if tail.len() == size {
        Ok(JournalStep::Torn)
    } else {
        Err(Damage::Checksum)
    }
}

fn word(header: &[u8], at: usize) -> u32 {
    let mut bytes = [0; 4];
    bytes.copy_from_slice(&header[at..at + 4]);
    u32::from_le_bytes(bytes)
}

fn checksum(lengths: &[u8], payload: &[u8]) -> u32 {
    let mut crc = CRCu32::crc32();
    crc.digest(lengths);
    crc.digest(payload);
    crc.get_crc()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const PAYLOADS: [&[u8]; 4] = [b"one", b"\0\0\0\0\0\0\0\0\0", b"3", b"the last one"];

    fn journal(payloads: &[&[u8]]) -> Vec<u8> {
        let records = payloads.iter().flat_map(|p| encode(p).unwrap());
        MAGIC.iter().copied().chain(records).collect()
    }

    fn payloads(contents: &Contents) -> Vec<&[u8]> {
        contents.records.iter().map(|r| &r.payload[..]).collect()
    }

    /// The offset of each record, and the end.
    fn edges() -> Vec<usize> {
        (0..=PAYLOADS.len())
            .map(|n| journal(&PAYLOADS[..n]).len())
            .collect()
    }

    #[test]
    fn layout_is_as_documented() {
        let bytes = journal(&[b"{}"]);
        assert_eq!(&bytes[..18], b"SGMP-GO JOURNAL 1\n");
        assert_eq!(&bytes[18..26], [2, 0, 0, 0, 0xFD, 0xFF, 0xFF, 0xFF]);
        // zlib.crc32(bytes.fromhex("02000000fdffffff7b7d"))
        assert_eq!(&bytes[26..30], 0x06F5_EAA0_u32.to_le_bytes());
        assert_eq!(&bytes[30..], b"{}");
    }

    #[test]
    fn whole_files_read_back_with_offsets() {
        let contents = scan(&journal(&PAYLOADS)).unwrap();
        assert_eq!(payloads(&contents), PAYLOADS);
        assert_eq!(contents.torn, None);
        let offsets: Vec<_> = contents.records.iter().map(|r| r.offset as usize).collect();
        assert_eq!(offsets, edges()[..PAYLOADS.len()]);
    }

    #[test]
    fn payloads_have_1_to_65536_bytes() {
        assert_eq!(encode(b""), None);
        assert_eq!(encode(&vec![7; MAX_PAYLOAD + 1]), None);
        let longest = vec![7; MAX_PAYLOAD];
        let contents = scan(&journal(&[&longest])).unwrap();
        assert_eq!(payloads(&contents), [&longest]);
    }

    #[test]
    fn any_byte_changed_is_damage_with_its_record_or_a_torn_last_record() {
        let (good, edges) = (journal(&PAYLOADS), edges());
        let last = edges[PAYLOADS.len() - 1];
        for at in 0..good.len() {
            for change in 1..=255 {
                let mut bad = good.clone();
                bad[at] ^= change;
                let start = edges.iter().rfind(|e| **e <= at).copied().unwrap_or(0);
                match scan(&bad) {
                    Err(Flaw::Damaged(offset, _)) => assert_eq!(offset as usize, start),
                    Ok(contents) => {
                        assert!(at >= last, "byte {at} ^ {change:#x} went unseen");
                        assert_eq!(payloads(&contents), PAYLOADS[..3]);
                        assert_eq!(contents.torn.unwrap().offset as usize, last);
                    }
                    Err(Flaw::NeverBegun) => panic!("byte {at} ^ {change:#x}"),
                }
            }
        }
    }

    #[test]
    fn a_file_cut_anywhere_keeps_its_whole_records() {
        let (good, edges) = (journal(&PAYLOADS), edges());
        for len in 0..good.len() {
            let scanned = scan(&good[..len]);
            if len < MAGIC.len() {
                assert_eq!(scanned, Err(Flaw::NeverBegun));
                continue;
            }
            let whole = edges.iter().rposition(|e| *e <= len).unwrap();
            let contents = scanned.unwrap();
            assert_eq!(payloads(&contents), PAYLOADS[..whole]);
            let torn = contents.torn.map(|t| (t.offset as usize, t.bytes as usize));
            let rest = len - edges[whole];
            assert_eq!(torn, (rest > 0).then_some((edges[whole], rest)));
        }
    }

    #[test]
    fn unwritten_blocks_are_torn_wherever_they_begin_in_the_last_record() {
        let (good, edges) = (journal(&PAYLOADS), edges());
        let last = edges[PAYLOADS.len() - 1];
        for from in last..good.len() {
            let mut zeroed = good.clone();
            zeroed[from..].fill(0);
            let contents = scan(&zeroed).unwrap();
            assert_eq!(payloads(&contents), PAYLOADS[..3], "zeros from byte {from}");
            assert_eq!(contents.torn.unwrap().offset as usize, last);
        }
        for zeros in 1..40 {
            let mut longer = good.clone();
            longer.resize(good.len() + zeros, 0);
            let contents = scan(&longer).unwrap();
            assert_eq!(payloads(&contents), PAYLOADS);
            assert_eq!(contents.torn.unwrap().bytes as usize, zeros);
        }
    }

    #[test]
    fn zeros_in_the_middle_are_damage() {
        let (mut bytes, edges) = (journal(&PAYLOADS), edges());
        bytes[edges[1]..edges[2]].fill(0);
        let flaw = Flaw::Damaged(edges[1] as u64, Damage::Length);
        assert_eq!(scan(&bytes), Err(flaw));
    }

    #[test]
    fn impossible_sizes_are_damage() {
        for len in [0, MAX_PAYLOAD as u32 + 1, u32::MAX] {
            let mut bytes = MAGIC.to_vec();
            bytes.extend_from_slice(&len.to_le_bytes());
            bytes.extend_from_slice(&(!len).to_le_bytes());
            bytes.extend_from_slice(&[1; 4]);
            assert_eq!(scan(&bytes), Err(Flaw::Damaged(18, Damage::Size(len))));
        }
    }

    proptest! {
        #[test]
        fn any_bytes_scan_without_a_panic(junk: Vec<u8>, keep in 0..4_usize) {
            let _ = scan(&junk);
            let mut after = journal(&PAYLOADS[..keep]);
            after.extend_from_slice(&junk);
            if let Ok(contents) = scan(&after) {
                prop_assert_eq!(&payloads(&contents)[..keep], &PAYLOADS[..keep]);
            }
        }

        #[test]
        fn any_payloads_read_back(
            all in proptest::collection::vec(proptest::collection::vec(any::<u8>(), 1..99), 0..9)
        ) {
            let slices: Vec<&[u8]> = all.iter().map(|p| &p[..]).collect();
            let contents = scan(&journal(&slices)).unwrap();
            prop_assert_eq!(payloads(&contents), slices);
            prop_assert_eq!(contents.torn, None);
        }
    }
}

//! Records in a row of bytes: length, checksum, payload.

use crc_any::CRCu32;

/// Length and checksum before each payload.
pub(super) const HEADER: usize = 8;

/// Longest payload, in bytes; the longest game has some 4,000.
pub(super) const MAX_PAYLOAD: usize = 64 * 1024;

/// The kinds of payload, by their first byte.
pub(super) const SESSION: u8 = b'S';
pub(super) const GAME: u8 = b'G';

/// A payload as a record; `None` if it is longer than [`MAX_PAYLOAD`].
pub(super) fn encode(payload: &[u8]) -> Option<Vec<u8>> {
    let length = u32::try_from(payload.len()).ok()?;
    if payload.len() > MAX_PAYLOAD {
        return None;
    }
    let mut record = Vec::with_capacity(HEADER + payload.len());
    record.extend_from_slice(&length.to_le_bytes());
    record.extend_from_slice(&checksum(length, payload).to_le_bytes());
    record.extend_from_slice(payload);
    Some(record)
}

/// The payload of the whole and undamaged record that `bytes` begin with.
pub(super) fn first(bytes: &[u8]) -> Option<&[u8]> {
    let (crc, payload) = claimed(bytes)?;
    let length = u32::try_from(payload.len()).ok()?;
    (checksum(length, payload) == crc).then_some(payload)
}

/// Number of bytes whose checksum [`first`] would compute.
pub(super) fn cost(bytes: &[u8]) -> usize {
    claimed(bytes).map_or(0, |(_, payload)| payload.len())
}

/// The payload of the record that `bytes` seem to begin with, and its checksum.
fn claimed(bytes: &[u8]) -> Option<(u32, &[u8])> {
    let (length, rest) = bytes.split_first_chunk::<4>()?;
    let (crc, rest) = rest.split_first_chunk::<4>()?;
    let size = usize::try_from(u32::from_le_bytes(*length)).ok()?;
    if size > MAX_PAYLOAD {
        return None;
    }
    let payload = rest.get(..size)?;
    let is_known = matches!(payload.first(), Some(&(SESSION | GAME)));
    is_known.then_some((u32::from_le_bytes(*crc), payload))
}

/// CRC-32 of the length and the payload.
fn checksum(length: u32, payload: &[u8]) -> u32 {
    let mut crc = CRCu32::crc32();
    crc.digest(&length.to_le_bytes());
    crc.digest(payload);
    crc.get_crc()
}

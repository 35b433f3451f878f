//! One archive of files in the ZIP format (PKWARE's APPNOTE 6.3), deflated.

use std::io::{self, Read, Write};

use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;

use sgmp_board::container::crc32;

/// Longest archive, in bytes: its offsets have 32 bits, and records are small.
pub const MAX_ARCHIVE_BYTES: usize = 1 << 30;

/// Version of the format that an unpacker needs: 2.0, for deflate.
const VERSION: u16 = 20;

/// The flag that names are UTF-8.
const UTF8_FLAG: u16 = 1 << 11;

/// The method: deflate.
const DEFLATED: u16 = 8;

/// The method: as it is.
const STORED: u16 = 0;

/// Signs that begin an entry, an entry of the directory, and its end.
const ENTRY: u32 = 0x0403_4b50;
const DIRECTORY: u32 = 0x0201_4b50;
const END: u32 = 0x0605_4b50;

/// Bytes of the directory's end, of its entries and of an entry's head, without the names.
const END_BYTES: usize = 22;
const DIRECTORY_BYTES: usize = 46;
const HEAD_BYTES: usize = 30;

/// The reason why an archive cannot be unpacked.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UnzipError {
    /// No archive, or a cut one.
    #[error("this is no ZIP archive, or not a whole one")]
    NoArchive,
    /// A file that was packed in a way that is not known here.
    #[error("{0} is packed in a way that is not known here")]
    Method(String),
    /// A file whose bytes are not those that were packed.
    #[error("{0} is damaged in it")]
    Damaged(String),
    /// More than an archive may unpack to.
    #[error("it unpacks to more than {MAX_ARCHIVE_BYTES} bytes")]
    TooLarge,
}

/// 1 January 1980: the archive of the same files has the same bytes.
const DATE: u16 = 0x21;

/// Packs files, given as names and bytes.
///
/// # Errors
/// More than [`MAX_ARCHIVE_BYTES`], or more than 65,535 files.
pub fn zip(files: &[(String, Vec<u8>)]) -> io::Result<Vec<u8>> {
    let too_large = || io::Error::other("too much for one archive");
    let count = u16::try_from(files.len()).map_err(|_| too_large())?;
    let mut archive = Vec::new();
    let mut directory = Vec::new();
    for (name, bytes) in files {
        let offset = archive.len() as u32;
        let mut encoder = DeflateEncoder::new(Vec::new(), Compression::best());
        encoder.write_all(bytes)?;
        let packed = encoder.finish()?;
        let name_length = u16::try_from(name.len()).map_err(|_| too_large())?;
        let mut facts = Vec::new();
        for half in [VERSION, UTF8_FLAG, DEFLATED, 0, DATE] {
            facts.extend(half.to_le_bytes());
        }
        for word in [crc32(bytes), packed.len() as u32, bytes.len() as u32] {
            facts.extend(word.to_le_bytes());
        }
        facts.extend(name_length.to_le_bytes());
        facts.extend(0_u16.to_le_bytes());
        archive.extend(ENTRY.to_le_bytes());
        archive.extend(&facts);
        archive.extend(name.as_bytes());
        archive.extend(&packed);
        if archive.len() > MAX_ARCHIVE_BYTES {
            return Err(too_large());
        }
        directory.extend(DIRECTORY.to_le_bytes());
        directory.extend(VERSION.to_le_bytes());
        directory.extend(&facts);
        // No comment, the first disk, no attributes.
        directory.extend([0; 10]);
        directory.extend(offset.to_le_bytes());
        directory.extend(name.as_bytes());
    }
    let start = archive.len() as u32;
    let length = directory.len() as u32;
    archive.extend(directory);
    archive.extend(END.to_le_bytes());
    archive.extend([0; 4]);
    archive.extend(count.to_le_bytes());
    archive.extend(count.to_le_bytes());
    archive.extend(length.to_le_bytes());
    archive.extend(start.to_le_bytes());
    archive.extend([0; 2]);
    Ok(archive)
}

/// The files of an archive, as names and bytes, in its order.
///
/// # Errors
/// [`UnzipError`].
pub fn unzip(archive: &[u8]) -> Result<Vec<(String, Vec<u8>)>, UnzipError> {
    // Behind the directory's end there may be a remark of at most 65,535 bytes.
    let last = archive
        .len()
        .checked_sub(END_BYTES)
        .ok_or(UnzipError::NoArchive)?;
    let first = last.saturating_sub(usize::from(u16::MAX));
    let end = (first..=last)
        .rev()
        .find(|at| word(archive, *at) == Some(END));
    let end = end.ok_or(UnzipError::NoArchive)?;
    let count = half(archive, end + 10).ok_or(UnzipError::NoArchive)?;
    let mut at = word(archive, end + 16).ok_or(UnzipError::NoArchive)? as usize;
    let mut files = Vec::new();
    let mut left = MAX_ARCHIVE_BYTES;
    for _ in 0..count {
        let (file, next) = unpacked(archive, at, left)?;
        left -= file.1.len();
        files.push(file);
        at = next;
    }
    Ok(files)
}

/// The file of an entry of the directory, and where the next one stands.
fn unpacked(
    archive: &[u8],
    at: usize,
    most: usize,
) -> Result<((String, Vec<u8>), usize), UnzipError> {
    let cut = || UnzipError::NoArchive;
    if word(archive, at) != Some(DIRECTORY) {
        return Err(cut());
    }
    let length = |at: usize| half(archive, at).map(usize::from).ok_or_else(cut);
    let size = |at: usize| word(archive, at).map(|word| word as usize).ok_or_else(cut);
    let (method, crc) = (length(at + 10)?, size(at + 16)?);
    let (packed, plain) = (size(at + 20)?, size(at + 24)?);
    let names = length(at + 28)?;
    let next = at + DIRECTORY_BYTES + names + length(at + 30)? + length(at + 32)?;
    let name = archive.get(at + DIRECTORY_BYTES..at + DIRECTORY_BYTES + names);
    let name = String::from_utf8_lossy(name.ok_or_else(cut)?).into_owned();
    let head = size(at + 42)?;
    if word(archive, head) != Some(ENTRY) {
        return Err(UnzipError::Damaged(name));
    }
    let start = head + HEAD_BYTES + length(head + 26)? + length(head + 28)?;
    let bytes = archive
        .get(start..start.saturating_add(packed))
        .ok_or_else(cut)?;
    if plain > most {
        return Err(UnzipError::TooLarge);
    }
    let file = match u16::try_from(method) {
        Ok(STORED) => bytes.to_vec(),
        Ok(DEFLATED) => {
            let mut file = Vec::new();
            // One byte more than it says would be too many.
            let mut decoder = DeflateDecoder::new(bytes).take(plain as u64 + 1);
            match decoder.read_to_end(&mut file) {
                Ok(_) => file,
                Err(_) => return Err(UnzipError::Damaged(name)),
            }
        }
        _ => return Err(UnzipError::Method(name)),
    };
    match file.len() == plain && crc32(&file) as usize == crc {
        true => Ok(((name, file), next)),
        false => Err(UnzipError::Damaged(name)),
    }
}

fn half(bytes: &[u8], at: usize) -> Option<u16> {
    let half = bytes.get(at..)?.first_chunk()?;
    Some(u16::from_le_bytes(*half))
}

fn word(bytes: &[u8], at: usize) -> Option<u32> {
    let word = bytes.get(at..)?.first_chunk()?;
    Some(u32::from_le_bytes(*word))
}

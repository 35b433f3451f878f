//! One archive of files in the ZIP format (PKWARE's APPNOTE 6.3), deflated.

use std::io::{self, Write};

use flate2::Compression;
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
        archive.extend(0x0403_4b50_u32.to_le_bytes());
        archive.extend(&facts);
        archive.extend(name.as_bytes());
        archive.extend(&packed);
        if archive.len() > MAX_ARCHIVE_BYTES {
            return Err(too_large());
        }
        directory.extend(0x0201_4b50_u32.to_le_bytes());
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
    archive.extend(0x0605_4b50_u32.to_le_bytes());
    archive.extend([0; 4]);
    archive.extend(count.to_le_bytes());
    archive.extend(count.to_le_bytes());
    archive.extend(length.to_le_bytes());
    archive.extend(start.to_le_bytes());
    archive.extend([0; 2]);
    Ok(archive)
}

//! The container of compiled files: a line that names the format, the content, a checksum.

/// The reason why bytes are refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ContainerError {
    /// They begin with another line.
    WrongFormat,
    /// Their checksum is wrong, or there are too many of them.
    Damaged,
}

/// Puts the checksum, a CRC-32, behind bytes.
pub fn seal(mut bytes: Vec<u8>) -> Vec<u8> {
    let crc = crc32(&bytes);
    bytes.extend(crc.to_le_bytes());
    bytes
}

/// Returns the content between the first line and the checksum of sealed bytes.
pub fn open<'a>(
    bytes: &'a [u8],
    line: &[u8],
    max_bytes: usize,
) -> Result<Rest<'a>, ContainerError> {
    if !bytes.starts_with(line) {
        return Err(ContainerError::WrongFormat);
    }
    let (body, crc) = bytes
        .split_last_chunk::<4>()
        .ok_or(ContainerError::Damaged)?;
    if bytes.len() > max_bytes || crc32(body) != u32::from_le_bytes(*crc) {
        return Err(ContainerError::Damaged);
    }
    body.get(line.len()..)
        .map(Rest)
        .ok_or(ContainerError::Damaged)
}

/// The CRC-32 of bytes.
pub fn crc32(bytes: &[u8]) -> u32 {
    crc32fast::hash(bytes)
}

/// The bytes still to be read. Every method returns `None` if too few are left.
pub struct Rest<'a>(&'a [u8]);

impl<'a> Rest<'a> {
    /// True once all bytes are read.
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The next `length` bytes.
    pub fn bytes(&mut self, length: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        Some(taken)
    }

    /// The next `N` bytes, as an array.
    pub fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (taken, rest) = self.0.split_first_chunk::<N>()?;
        self.0 = rest;
        Some(*taken)
    }

    /// A number of four bytes, little-endian.
    pub fn number(&mut self) -> Option<usize> {
        Some(u32::from_le_bytes(self.take()?) as usize)
    }

    /// Text of `length` bytes in UTF-8.
    pub fn text(&mut self, length: usize) -> Option<String> {
        String::from_utf8(self.bytes(length)?.to_vec()).ok()
    }
}

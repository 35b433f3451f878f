//! The text and the blocks of numbers of a file in KataGo's form.
//!
//! The file, perhaps compressed by gzip, is words between white space; each array of numbers is the five
//! bytes `@BIN@` and its 32-bit floats, little-endian, without anything between.

use std::io::Read;

use flate2::read::GzDecoder;

use super::katago_error::KatagoError;

/// Most bytes of a net, uncompressed.
pub(in crate::net) const MAX_BYTES: usize = 512 << 20;
/// First bytes of a compressed file.
const GZIP: [u8; 2] = [0x1F, 0x8B];
/// First bytes of an array of numbers.
const ARRAY: &[u8] = b"@BIN@";

/// Returns the bytes without compression.
pub(super) fn decompressed(bytes: &[u8]) -> Result<Vec<u8>, KatagoError> {
    let mut plain = Vec::new();
    if bytes.starts_with(&GZIP) {
        let mut decoder = GzDecoder::new(bytes).take(MAX_BYTES as u64 + 1);
        decoder
            .read_to_end(&mut plain)
            .map_err(|_| KatagoError::Damaged)?;
    } else {
        plain.extend_from_slice(&bytes[..bytes.len().min(MAX_BYTES + 1)]);
    }
    if plain.len() > MAX_BYTES {
        Err(KatagoError::Long)
    } else {
        Ok(plain)
    }
}

/// Words and arrays, one after the other.
pub(super) struct ModelReader<'a> {
    rest: &'a [u8],
    /// The last layer whose name was read.
    layer: String,
}

impl<'a> ModelReader<'a> {
    pub(super) const fn new(bytes: &'a [u8]) -> Self {
        Self {
            rest: bytes,
            layer: String::new(),
        }
    }

    /// The failure of something that is not there.
    fn missing(&self, missing: &'static str) -> KatagoError {
        KatagoError::Form {
            layer: self.layer.clone(),
            missing,
        }
    }

    fn skip_space(&mut self) {
        self.rest = self.rest.trim_ascii_start();
    }

    pub(super) fn word(&mut self) -> Result<String, KatagoError> {
        self.skip_space();
        let end = self
            .rest
            .iter()
            .position(u8::is_ascii_whitespace)
            .unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        match std::str::from_utf8(word) {
            Ok(word) if !word.is_empty() => {
                self.rest = rest;
                Ok(word.to_owned())
            }
            _ => Err(self.missing("a word")),
        }
    }

    /// The name of a layer, which later failures tell.
    pub(super) fn name(&mut self) -> Result<(), KatagoError> {
        self.layer = self.word()?;
        Ok(())
    }

    pub(super) fn count(&mut self) -> Result<usize, KatagoError> {
        let word = self.word()?;
        word.parse().map_err(|_| self.missing("a whole number"))
    }

    /// A number with a fraction.
    pub(super) fn number(&mut self) -> Result<f32, KatagoError> {
        let word = self.word()?;
        word.parse().map_err(|_| self.missing("a number"))
    }

    /// A whole number that has to be a certain one.
    pub(super) fn expect(
        &mut self,
        quantity: &'static str,
        expected: usize,
    ) -> Result<(), KatagoError> {
        let count = self.count()?;
        self.check(quantity, count, expected.to_string(), count == expected)
    }

    /// A whole number up to a limit.
    pub(super) fn at_most(
        &mut self,
        quantity: &'static str,
        limit: usize,
    ) -> Result<usize, KatagoError> {
        let count = self.count()?;
        self.check(quantity, count, format!("at most {limit}"), count <= limit)?;
        Ok(count)
    }

    /// One of two whole numbers.
    pub(super) fn one_of(
        &mut self,
        quantity: &'static str,
        [one, other]: [usize; 2],
    ) -> Result<usize, KatagoError> {
        let count = self.count()?;
        let is_good = count == one || count == other;
        self.check(quantity, count, format!("{one} or {other}"), is_good)?;
        Ok(count)
    }

    /// A whole number of channels that the kernels serve: a multiple of 16, up to 1024.
    pub(super) fn channels(&mut self, quantity: &'static str) -> Result<usize, KatagoError> {
        let count = self.count()?;
        let is_served = (16..=1024).contains(&count) && count.is_multiple_of(16);
        self.check(
            quantity,
            count,
            "a multiple of 16 up to 1024".to_owned(),
            is_served,
        )?;
        Ok(count)
    }

    fn check(
        &self,
        quantity: &'static str,
        count: usize,
        expected: String,
        is_good: bool,
    ) -> Result<(), KatagoError> {
        let layer = self.layer.clone();
        if is_good {
            Ok(())
        } else {
            Err(KatagoError::Layer {
                layer,
                quantity,
                count,
                expected,
            })
        }
    }

    /// An array of so many numbers, all of them finite.
    pub(super) fn array(&mut self, length: usize) -> Result<Vec<f32>, KatagoError> {
        self.skip_space();
        let rest = self.rest.strip_prefix(ARRAY);
        let bytes = length.checked_mul(4);
        let split = rest
            .zip(bytes)
            .and_then(|(rest, bytes)| rest.split_at_checked(bytes));
        let (bytes, rest) = split.ok_or_else(|| self.missing("an array of its length"))?;
        self.rest = rest;
        let numbers = bytes.as_chunks::<4>().0.iter();
        let numbers: Vec<f32> = numbers.map(|bytes| f32::from_le_bytes(*bytes)).collect();
        self.finite(numbers)
    }

    /// The numbers, if they are all finite.
    pub(super) fn finite(&self, numbers: Vec<f32>) -> Result<Vec<f32>, KatagoError> {
        if numbers.iter().all(|number| number.is_finite()) {
            Ok(numbers)
        } else {
            Err(KatagoError::NotFinite(self.layer.clone()))
        }
    }

    /// Succeeds where nothing is left.
    pub(super) fn end(&mut self) -> Result<(), KatagoError> {
        self.skip_space();
        if self.rest.is_empty() {
            Ok(())
        } else {
            Err(self.missing("the end of the file"))
        }
    }
}

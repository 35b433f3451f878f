//! The container of a net: header, note, tensors.
//!
//! Little-endian: `SGMPNET1`; ten `u32`: version, blocks, channels, planes, globals, channels of the policy,
//! pooled and value heads, hidden values, number of tensors; from version 2 on the length of a note and the
//! note in UTF-8; each tensor: length of its name, name, number of dimensions, dimensions, elements as `f32`;
//! the CRC-32 of all that.

use std::borrow::Cow;

use super::inputs::{GLOBALS, PLANES};
use super::net_error::NetError;
use sgmp_board::container::{Rest, open, seal};

const MAGIC: &[u8] = b"SGMPNET1";
/// The version that is written.
const VERSION: u32 = 2;
/// Greatest length of a file, in bytes.
const MAX_BYTES: usize = 256 << 20;
const MAX_BLOCKS: u32 = 64;
const MAX_CHANNELS: u32 = 512;
/// Channels come in multiples of this.
const CHANNEL_STEP: u32 = 16;

/// The numbers that give a net its size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Header {
    pub(super) blocks: u32,
    /// Channels of the trunk.
    pub(super) channels: u32,
    /// Channels of the policy head.
    pub(super) policy: u32,
    /// Channels that the policy head pools.
    pub(super) pooled: u32,
    /// Channels of the value head.
    pub(super) value: u32,
    /// Hidden values behind them.
    pub(super) hidden: u32,
}

/// An array of numbers with a name.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Tensor<'a> {
    name: String,
    dimensions: Vec<u32>,
    /// As they lie in the file: to copy millions of numbers takes longer than to check them.
    elements: Cow<'a, [u8]>,
}

impl Tensor<'_> {
    fn numbers(&self) -> impl Iterator<Item = f32> {
        let numbers = self.elements.as_chunks::<4>().0.iter();
        numbers.map(|bytes| f32::from_le_bytes(*bytes))
    }
}

/// A net as it lies in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NetFile<'a> {
    pub(super) header: Header,
    /// The net's origin and teacher; empty in version 1.
    pub note: String,
    tensors: Vec<Tensor<'a>>,
}

impl<'a> NetFile<'a> {
    /// Reads a file of version 1 or 2.
    ///
    /// # Errors
    /// [`NetError`] where the checksum, the header, or the name, dimensions or elements of a tensor is wrong.
    pub fn read(bytes: &'a [u8]) -> Result<Self, NetError> {
        let mut rest = open(bytes, MAGIC, MAX_BYTES)?;
        let version = number(&mut rest)?;
        if !(1..=VERSION).contains(&version) {
            return Err(NetError::Version(version));
        }
        let (header, tensor_count) = read_header(&mut rest)?;
        let note = if version == 1 {
            String::new()
        } else {
            text(&mut rest)?
        };
        let mut file = Self {
            header,
            note,
            tensors: Vec::new(),
        };
        for _ in 0..tensor_count {
            let tensor = tensor(&mut rest)?;
            file.check(&tensor)?;
            file.tensors.push(tensor);
        }
        if !rest.is_empty() {
            return Err(NetError::Length);
        }
        let missing = file.names().into_iter().find(|(name, _, is_optional)| {
            !is_optional && file.tensors.iter().all(|tensor| tensor.name != *name)
        });
        missing.map_or(Ok(file), |(name, ..)| Err(NetError::Missing(name)))
    }

    /// The file's bytes, in version 2.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        let mut put = |number: u32| bytes.extend(number.to_le_bytes());
        let Header {
            blocks,
            channels,
            policy,
            pooled,
            value,
            hidden,
        } = self.header;
        for number in [VERSION, blocks, channels, PLANES as u32, GLOBALS as u32] {
            put(number);
        }
        for number in [policy, pooled, value, hidden, self.tensors.len() as u32] {
            put(number);
        }
        put_text(&mut bytes, &self.note);
        for tensor in &self.tensors {
            put_text(&mut bytes, &tensor.name);
            bytes.extend((tensor.dimensions.len() as u32).to_le_bytes());
            bytes.extend(tensor.dimensions.iter().flat_map(|size| size.to_le_bytes()));
            bytes.extend(&*tensor.elements);
        }
        seal(bytes)
    }

    /// A net of a size whose elements come from a function of the tensor's name and length.
    #[cfg(test)]
    pub(super) fn made_up(
        header: Header,
        mut elements: impl FnMut(&str, &[u32]) -> Vec<f32>,
    ) -> Self {
        let mut file = Self {
            header,
            note: String::new(),
            tensors: Vec::new(),
        };
        for (name, dimensions, _) in file.names() {
            let elements = elements(&name, &dimensions);
            if !elements.is_empty() {
                let bytes = elements.iter().flat_map(|number| number.to_le_bytes());
                let elements = Cow::Owned(bytes.collect());
                file.tensors.push(Tensor {
                    name,
                    dimensions,
                    elements,
                });
            }
        }
        file
    }

    /// Elements of a tensor; none if the net has no such tensor, which [`Self::read`] allows for
    /// pooling in a block alone.
    pub(super) fn elements(&self, name: &str) -> Vec<f32> {
        let mut tensors = self.tensors.iter();
        let tensor = tensors.find(|tensor| tensor.name == name);
        tensor.map_or_else(Vec::new, |tensor| tensor.numbers().collect())
    }

    /// Names and dimensions of the tensors, and whether a net may do without.
    fn names(&self) -> Vec<(String, Vec<u32>, bool)> {
        let Header {
            blocks,
            channels,
            policy,
            pooled,
            value,
            hidden,
        } = self.header;
        let (planes, globals) = (PLANES as u32, GLOBALS as u32);
        let mut names = vec![
            ("in.w".to_owned(), vec![channels, planes, 3, 3], false),
            ("in.b".to_owned(), vec![channels], false),
            ("in.g".to_owned(), vec![channels, globals], false),
        ];
        for block in 0..blocks {
            let mut name = |part: &str, dimensions, is_optional| {
                names.push((format!("b{block}.{part}"), dimensions, is_optional));
            };
            name("w1", vec![channels, channels, 3, 3], false);
            name("b1", vec![channels], false);
            name("gp", vec![channels, 3 * channels], true);
            name("w2", vec![channels, channels, 3, 3], false);
            name("b2", vec![channels], false);
        }
        let heads: [(&str, &[u32]); 17] = [
            ("p.w", &[policy, channels]),
            ("p.b", &[policy]),
            ("g.w", &[pooled, channels]),
            ("g.b", &[pooled]),
            ("v.w", &[value, channels]),
            ("v.b", &[value]),
            ("p.gp", &[policy, 3 * pooled]),
            ("p.o", &[policy]),
            ("q1.w", &[policy, 3 * pooled]),
            ("q1.b", &[policy]),
            ("q2.w", &[policy]),
            ("q2.b", &[1]),
            ("v1.w", &[hidden, 3 * value]),
            ("v1.b", &[hidden]),
            ("v2.w", &[3, hidden]),
            ("v2.b", &[3]),
            ("o.o", &[value]),
        ];
        names.extend(heads.map(|(name, dimensions)| (name.to_owned(), dimensions.to_vec(), false)));
        names
    }

    /// Checks the next tensor against the header and those before it.
    fn check(&self, tensor: &Tensor<'_>) -> Result<(), NetError> {
        let name = &tensor.name;
        let known = self.names().into_iter().find(|(known, ..)| known == name);
        let Some((_, expected, _)) = known else {
            return Err(NetError::Surplus(name.clone()));
        };
        if self.tensors.iter().any(|earlier| earlier.name == *name) {
            return Err(NetError::Surplus(name.clone()));
        }
        if tensor.dimensions != expected {
            let (name, found) = (name.clone(), tensor.dimensions.clone());
            return Err(NetError::Dimensions {
                name,
                found,
                expected,
            });
        }
        if tensor.numbers().all(f32::is_finite) {
            Ok(())
        } else {
            Err(NetError::NotFinite(name.clone()))
        }
    }
}

fn put_text(bytes: &mut Vec<u8>, text: &str) {
    bytes.extend((text.len() as u32).to_le_bytes());
    bytes.extend(text.as_bytes());
}

fn number(rest: &mut Rest<'_>) -> Result<u32, NetError> {
    rest.take().map(u32::from_le_bytes).ok_or(NetError::Length)
}

fn text(rest: &mut Rest<'_>) -> Result<String, NetError> {
    let length = rest.number().ok_or(NetError::Length)?;
    let bytes = rest.bytes(length).ok_or(NetError::Length)?;
    String::from_utf8(bytes.to_vec()).map_err(|_| NetError::NoText)
}

/// Reads the header from the number of blocks to the number of tensors.
fn read_header(rest: &mut Rest<'_>) -> Result<(Header, u32), NetError> {
    let mut next = |quantity, is_served: fn(u32) -> bool, allowed| {
        let count = number(rest)?;
        if is_served(count) {
            Ok(count)
        } else {
            Err(NetError::Header {
                quantity,
                count,
                allowed,
            })
        }
    };
    let is_width = |count: u32| {
        (CHANNEL_STEP..=MAX_CHANNELS).contains(&count) && count.is_multiple_of(CHANNEL_STEP)
    };
    let width = "multiples of 16 up to 512 are served";
    let blocks = next(
        "blocks",
        |count| (1..=MAX_BLOCKS).contains(&count),
        "1 to 64 are served",
    )?;
    let channels = next("channels", is_width, width)?;
    next("planes", |count| count as usize == PLANES, "18 are served")?;
    next(
        "global inputs",
        |count| count as usize == GLOBALS,
        "4 are served",
    )?;
    let policy = next("policy channels", is_width, width)?;
    let pooled = next("pooled channels", is_width, width)?;
    let value = next("value channels", is_width, width)?;
    let hidden = next("hidden values", is_width, width)?;
    let tensors = next("tensors", |_| true, "")?;
    Ok((
        Header {
            blocks,
            channels,
            policy,
            pooled,
            value,
            hidden,
        },
        tensors,
    ))
}

fn tensor<'a>(rest: &mut Rest<'a>) -> Result<Tensor<'a>, NetError> {
    let name = text(rest)?;
    let count = number(rest)?;
    let mut dimensions = Vec::new();
    let mut length = 4_usize;
    for _ in 0..count {
        let size = number(rest)?;
        dimensions.push(size);
        length = length.checked_mul(size as usize).ok_or(NetError::Length)?;
    }
    let bytes = rest.bytes(length).ok_or(NetError::Length)?;
    Ok(Tensor {
        name,
        dimensions,
        elements: Cow::Borrowed(bytes),
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const SMALL: Header = Header {
        blocks: 2,
        channels: 16,
        policy: 16,
        pooled: 16,
        value: 16,
        hidden: 16,
    };

    fn small() -> NetFile<'static> {
        let is_left_out = |name: &str| name == "b0.gp";
        let mut file = NetFile::made_up(SMALL, |name, dimensions| {
            let length = if is_left_out(name) {
                0
            } else {
                dimensions.iter().product()
            };
            (0..length).map(|number| number as f32 * 1e-3).collect()
        });
        file.note = "made up".to_owned();
        file
    }

    /// The bytes with a checksum that fits.
    fn resealed(bytes: &[u8]) -> Vec<u8> {
        seal(bytes[..bytes.len() - 4].to_vec())
    }

    #[test]
    fn a_net_is_read_as_it_was_written() {
        assert_eq!(NetFile::read(&small().to_bytes()), Ok(small()));
    }

    #[test]
    fn version_1_has_no_note() {
        let bytes = small().to_bytes();
        let note = 4 + small().note.len();
        let mut old = [
            MAGIC,
            &1_u32.to_le_bytes()[..],
            &bytes[12..48],
            &bytes[48 + note..],
        ]
        .concat();
        old = resealed(&old);
        assert_eq!(
            NetFile::read(&old),
            Ok(NetFile {
                note: String::new(),
                ..small()
            })
        );
    }

    #[test]
    fn refusals_name_the_fault() {
        let bytes = small().to_bytes();
        let with = |place: usize, number: u32| {
            let mut bytes = bytes.clone();
            bytes[place..place + 4].copy_from_slice(&number.to_le_bytes());
            NetFile::read(&resealed(&bytes)).expect_err("a fault")
        };
        assert_eq!(NetFile::read(b"SGMP-GO PATTERNS 4"), Err(NetError::Other));
        assert_eq!(
            NetFile::read(&bytes[..bytes.len() - 1]),
            Err(NetError::Damaged)
        );
        assert_eq!(with(8, 3), NetError::Version(3));
        let channels = with(16, 24).to_string();
        assert_eq!(
            channels,
            "the net has 24 channels; multiples of 16 up to 512 are served"
        );
        assert_eq!(with(44, 1), NetError::Length);
        let mut other = small();
        other.tensors[0].dimensions.swap(0, 1);
        assert_eq!(
            NetFile::read(&other.to_bytes()).map_err(|error| error.to_string()),
            Err("the net's tensor in.w has the dimensions [18, 16, 3, 3] in place of [16, 18, 3, 3]".to_owned())
        );
        let mut other = small();
        other.tensors[1].elements.to_mut()[12..16].copy_from_slice(&f32::NAN.to_le_bytes());
        assert_eq!(
            NetFile::read(&other.to_bytes()),
            Err(NetError::NotFinite("in.b".to_owned()))
        );
        let mut other = small();
        let last = other.tensors.pop().expect("a tensor");
        assert_eq!(
            NetFile::read(&other.to_bytes()),
            Err(NetError::Missing("o.o".to_owned()))
        );
        other.tensors.extend([last.clone(), last]);
        assert_eq!(
            NetFile::read(&other.to_bytes()),
            Err(NetError::Surplus("o.o".to_owned()))
        );
    }

    proptest! {
        #[test]
        fn no_bytes_make_it_panic(
            place in 8_usize..400,
            noise in prop::collection::vec(any::<u8>(), 1..12),
            end in 0_usize..400,
        ) {
            let mut bytes = small().to_bytes();
            bytes[place..place + noise.len()].copy_from_slice(&noise);
            let _read = NetFile::read(&resealed(&bytes));
            let _read = NetFile::read(&seal([MAGIC, &bytes[8..8 + end]].concat()));
            let _read = NetFile::read(&noise);
        }
    }
}

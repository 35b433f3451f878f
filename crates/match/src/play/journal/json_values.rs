//! The values of an entry in JSON, for `#[serde(with = ...)]`.

use jiff::Timestamp;

use sgmp_board::rules::{Color, Move, Point, Rules};

/// A value written as a JSON string.
pub trait Text: Sized {
    /// The form of such a string, for errors.
    const EXPECTED: &'static str;

    /// The string that stands for the value.
    fn write(&self) -> String;

    /// The value that a string stands for; `None` where it is none of [`Self::EXPECTED`].
    fn read(text: &str) -> Option<Self>;
}

impl Text for Color {
    const EXPECTED: &'static str = "\"black\" or \"white\"";

    fn write(&self) -> String {
        match self {
            Self::Black => "black".to_owned(),
            Self::White => "white".to_owned(),
        }
    }

    fn read(text: &str) -> Option<Self> {
        Self::BOTH.into_iter().find(|color| color.write() == text)
    }
}

impl Text for Move {
    const EXPECTED: &'static str = "a point such as \"D4\", or \"pass\"";

    fn write(&self) -> String {
        self.to_string()
    }

    fn read(text: &str) -> Option<Self> {
        if text == "pass" {
            return Some(Self::Pass);
        }
        Point::parse(text).map(Self::Play)
    }
}

impl Text for Rules {
    const EXPECTED: &'static str = "\"japanese\" or \"chinese\"";

    fn write(&self) -> String {
        self.to_string()
    }

    fn read(text: &str) -> Option<Self> {
        [Self::Japanese, Self::Chinese]
            .into_iter()
            .find(|rules| rules.write() == text)
    }
}

impl Text for Timestamp {
    const EXPECTED: &'static str = "a time as in RFC 3339";

    fn write(&self) -> String {
        self.to_string()
    }

    fn read(text: &str) -> Option<Self> {
        text.parse().ok()
    }
}

/// The four bytes of a frame, as in "01:a1:a0:80".
impl Text for [u8; 4] {
    const EXPECTED: &'static str = "four bytes such as \"01:a1:a0:80\"";

    fn write(&self) -> String {
        let [a, b, c, d] = self;
        format!("{a:02x}:{b:02x}:{c:02x}:{d:02x}")
    }

    fn read(text: &str) -> Option<Self> {
        let mut bytes = [0; 4];
        let mut parts = text.split(':');
        for byte in &mut bytes {
            let digits = parts.next().filter(|part| part.len() == 2)?;
            // from_str_radix would take a sign.
            if !digits.bytes().all(|c| c.is_ascii_hexdigit()) {
                return None;
            }
            *byte = u8::from_str_radix(digits, 16).ok()?;
        }
        parts.next().is_none().then_some(bytes)
    }
}

/// A [`Text`] as a string.
pub mod string {
    use serde::de::{Error, Unexpected};
    use serde::{Deserialize, Deserializer, Serializer};

    use super::Text;

    /// Writes the value as its string.
    ///
    /// # Errors
    /// Those of the serializer.
    pub fn serialize<T: Text, S: Serializer>(value: &T, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(&value.write())
    }

    /// Reads the value from its string.
    ///
    /// # Errors
    /// Those of the deserializer, and a string that stands for no value.
    pub fn deserialize<'de, T: Text, D: Deserializer<'de>>(from: D) -> Result<T, D::Error> {
        parse(&String::deserialize(from)?)
    }

    pub(super) fn parse<T: Text, E: Error>(text: &str) -> Result<T, E> {
        T::read(text).ok_or_else(|| E::invalid_value(Unexpected::Str(text), &T::EXPECTED))
    }
}

/// A [`Text`] as a string, or null.
pub mod optional {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use super::{Text, string};

    /// Writes the value as its string, or null.
    ///
    /// # Errors
    /// Those of the serializer.
    pub fn serialize<T: Text, S: Serializer>(value: &Option<T>, to: S) -> Result<S::Ok, S::Error> {
        value.as_ref().map(Text::write).serialize(to)
    }

    /// Reads the value from its string, or null.
    ///
    /// # Errors
    /// Those of the deserializer, and a string that stands for no value.
    pub fn deserialize<'de, T: Text, D: Deserializer<'de>>(from: D) -> Result<Option<T>, D::Error> {
        let text = Option::<String>::deserialize(from)?;
        text.map(|text| string::parse(&text)).transpose()
    }
}

/// A board's size as its number of lines.
pub(super) mod size {
    use serde::de::{Error, Unexpected};
    use serde::{Deserialize, Deserializer, Serializer};

    use sgmp_board::rules::BoardSize;

    pub(in super::super) fn serialize<S: Serializer>(
        size: &BoardSize,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        to.serialize_u8(size.lines())
    }

    pub(in super::super) fn deserialize<'de, D: Deserializer<'de>>(
        from: D,
    ) -> Result<BoardSize, D::Error> {
        let lines = u8::deserialize(from)?;
        BoardSize::new(lines)
            .ok_or_else(|| Error::invalid_value(Unexpected::Unsigned(lines.into()), &"2 to 19"))
    }
}

/// A sequence bit: 0 or 1, refused otherwise when written too.
pub(super) mod bit {
    use serde::de::Unexpected;
    use serde::{Deserialize, Deserializer, Serializer, de, ser};

    pub(in super::super) fn serialize<S: Serializer>(bit: &u8, to: S) -> Result<S::Ok, S::Error> {
        if *bit > 1 {
            return Err(ser::Error::custom("a sequence bit is 0 or 1"));
        }
        to.serialize_u8(*bit)
    }

    pub(in super::super) fn deserialize<'de, D: Deserializer<'de>>(
        from: D,
    ) -> Result<u8, D::Error> {
        match u8::deserialize(from)? {
            bit @ (0 | 1) => Ok(bit),
            other => Err(de::Error::invalid_value(
                Unexpected::Unsigned(other.into()),
                &"0 or 1",
            )),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_are_four_bytes_in_hex() {
        let frame = [0x01, 0xA1, 0xA0, 0x80];
        assert_eq!(frame.write(), "01:a1:a0:80");
        assert_eq!(Text::read("01:A1:a0:80"), Some(frame));
        for text in [
            "",
            "01:a1:a0",
            "01:a1:a0:80:00",
            "1:a1:a0:80",
            "01:a1:a0:+8",
            "01:a1:a0:8é",
            "01a1a080",
            "01:a1:a0:80 ",
        ] {
            assert_eq!(<[u8; 4]>::read(text), None, "{text:?}");
        }
    }

    #[test]
    fn moves_and_colors_are_as_in_every_output() {
        assert_eq!(Move::read("pass"), Some(Move::Pass));
        assert_eq!(
            Move::read("D4"),
            Point::new(3, 3).map(Move::Play),
            "column, then row"
        );
        for text in ["", "Pass", "I4", "D20", "tt"] {
            assert_eq!(Move::read(text), None, "{text:?}");
        }
        assert_eq!(Color::read("black"), Some(Color::Black));
        assert_eq!(Color::read("Black"), None);
    }
}

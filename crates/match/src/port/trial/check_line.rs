//! Lines of text by which two checks at the two ends of a line know each other. Text is no part of any
//! frame: a match that waits there takes no note of it.

use std::fmt;

use sgmp_proto::Color;

use sgmp_board::rng::Rng;

/// The letters of a name.
const LETTERS: &[u8; 36] = b"0123456789abcdefghijklmnopqrstuvwxyz";

/// The name of a check, drawn by chance: what comes back with our own name is an echo.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CheckName([u8; 3]);

impl CheckName {
    /// Draws a name of three letters, so that two checks on one line differ.
    #[must_use]
    pub fn draw(chance: &mut Rng) -> Self {
        Self([(); 3].map(|()| LETTERS[chance.below(LETTERS.len() as u32) as usize]))
    }

    fn parse(word: &str) -> Option<Self> {
        let letters: [u8; 3] = word.as_bytes().try_into().ok()?;
        let known = letters.iter().all(|letter| LETTERS.contains(letter));
        known.then_some(Self(letters))
    }
}

impl fmt::Display for CheckName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0
            .iter()
            .try_for_each(|letter| write!(f, "{}", char::from(*letter)))
    }
}

/// A line of a check: its name, the color it was given, and the name of the check that it hears.
///
/// One that hears nobody yet has 16 letters at most: GNU Go 3.8, which counts what it reads while its
/// NEWGAME waits for an answer, is not brought past 20 by it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct CheckLine {
    pub(super) from: CheckName,
    pub(super) color: Option<Color>,
    pub(super) hears: Option<CheckName>,
}

impl CheckLine {
    /// Reads a line; other text may stand before it.
    pub(super) fn parse(line: &str) -> Option<Self> {
        let (_, words) = line.rsplit_once("check ")?;
        let mut words = words.split_ascii_whitespace();
        let from = CheckName::parse(words.next()?)?;
        let color = match words.next()? {
            "any" => None,
            "black" => Some(Color::Black),
            "white" => Some(Color::White),
            _ => return None,
        };
        let hears = match words.next() {
            None => None,
            Some("hears") => Some(CheckName::parse(words.next()?)?),
            Some(_) => return None,
        };
        words
            .next()
            .is_none()
            .then_some(Self { from, color, hears })
    }

    /// Its bytes, with the end of the line.
    pub(super) fn to_bytes(self) -> Vec<u8> {
        format!("{self}\n").into_bytes()
    }
}

impl fmt::Display for CheckLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let color = match self.color {
            None => "any",
            Some(Color::Black) => "black",
            Some(Color::White) => "white",
        };
        write!(f, "check {} {color}", self.from)?;
        match self.hears {
            Some(name) => write!(f, " hears {name}"),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_read_as_it_is_written() {
        let mut chance = Rng::from_seed(1);
        for color in [None, Some(Color::Black), Some(Color::White)] {
            let from = CheckName::draw(&mut chance);
            let other = CheckName::draw(&mut chance);
            assert_ne!(from, other);
            for hears in [None, Some(other)] {
                let line = CheckLine { from, color, hears };
                assert_eq!(CheckLine::parse(&line.to_string()), Some(line));
                let behind = format!("host login: {line}");
                assert_eq!(CheckLine::parse(&behind), Some(line));
                assert!(
                    line.to_bytes()
                        .iter()
                        .all(|byte| (0x04..0x80).contains(byte))
                );
                assert!(hears.is_some() || line.to_bytes().len() <= 16);
            }
        }
    }

    #[test]
    fn other_text_is_no_line_of_a_check() {
        for text in [
            "",
            "check",
            "check this out",
            "check k3f",
            "check k3f any more",
            "check k3f any hears",
            "check K3F any",
            "check k3f any hears 9zx too",
        ] {
            assert_eq!(CheckLine::parse(text), None, "{text:?}");
        }
    }
}

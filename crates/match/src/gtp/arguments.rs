//! The arguments of a command.

use std::str::FromStr;
use std::time::Duration;

use super::reply::Refusal;
use sgmp_board::rules::{BoardSize, Color, Move, Point};

/// Longest time in a command, in seconds: some thirty years.
const MAX_SECONDS: f64 = 1e9;

/// The text after a command's name, split into words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Arguments<'a> {
    text: &'a str,
}

impl<'a> Arguments<'a> {
    pub(super) const fn new(text: &'a str) -> Self {
        Self { text }
    }

    /// The whole text, for names of files.
    pub(super) fn text(&self) -> &'a str {
        self.text.trim()
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &'a str> + use<'a> {
        self.text.split_whitespace()
    }

    pub(super) fn get(&self, place: usize) -> Option<&'a str> {
        self.iter().nth(place)
    }

    /// The word in a place; without one the refusal says `usage`.
    pub(super) fn word(&self, place: usize, usage: &'static str) -> Result<&'a str, Refusal> {
        self.get(place).ok_or(Refusal::Usage(usage))
    }

    /// The number in a place.
    pub(super) fn number<T: FromStr>(
        &self,
        place: usize,
        usage: &'static str,
    ) -> Result<T, Refusal> {
        let word = self.word(place, usage)?;
        word.parse().map_err(|_| Refusal::Usage(usage))
    }

    /// The time in a place, in seconds.
    pub(super) fn seconds(&self, place: usize, usage: &'static str) -> Result<Duration, Refusal> {
        let seconds: f64 = self.number(place, usage)?;
        if seconds.is_nan() || seconds > MAX_SECONDS {
            return Err(Refusal::Usage(usage));
        }
        // A clock that is overrun shows less than nothing.
        Ok(Duration::from_secs_f64(seconds.max(0.0)))
    }

    /// The color in a place.
    pub(super) fn color(&self, place: usize) -> Result<Color, Refusal> {
        self.get(place)
            .and_then(|word| word.parse().ok())
            .ok_or(Refusal::ColorOrCoordinate)
    }

    /// Color and move in the first two places.
    pub(super) fn play(&self, size: BoardSize) -> Result<(Color, Move), Refusal> {
        Ok((self.color(0)?, self.vertex(1, size)?))
    }

    /// The point of this board, or "pass", in a place.
    pub(super) fn vertex(&self, place: usize, size: BoardSize) -> Result<Move, Refusal> {
        let mv = self.get(place).and_then(|word| vertex(word, size));
        mv.ok_or(Refusal::ColorOrCoordinate)
    }

    /// Pairs of color and move, to the end: "b D4 w Q16".
    pub(super) fn plays(&self, size: BoardSize) -> Result<Vec<(Color, Move)>, Refusal> {
        let words: Vec<&str> = self.iter().collect();
        let play = |pair: &[&str]| match *pair {
            [who, place] => Some((who.parse().ok()?, vertex(place, size)?)),
            _ => None,
        };
        words
            .chunks(2)
            .map(|pair| play(pair).ok_or(Refusal::ColorOrCoordinate))
            .collect()
    }
}

/// The name of a color in answers.
pub(super) const fn color_name(color: Color) -> &'static str {
    match color {
        Color::Black => "black",
        Color::White => "white",
    }
}

/// Reads a point of this board, or "pass", in any case.
pub(super) fn vertex(word: &str, size: BoardSize) -> Option<Move> {
    if word.eq_ignore_ascii_case("pass") {
        return Some(Move::Pass);
    }
    point(word, size).map(Move::Play)
}

/// Reads a point of this board.
pub(super) fn point(word: &str, size: BoardSize) -> Option<Point> {
    Point::parse(word).filter(|point| point.is_on(size))
}

/// Points as a list on one line.
pub(super) fn join(points: impl IntoIterator<Item = Point>) -> String {
    let names: Vec<String> = points.into_iter().map(|point| point.to_string()).collect();
    names.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colors_and_vertices_are_read_in_any_case() {
        let size = BoardSize::new(9).unwrap();
        let d4 = Move::Play(Point::parse("D4").unwrap());
        for text in ["b d4", "B D4", " Black  D4", "bLaCk d4 more"] {
            assert_eq!(Arguments::new(text).play(size), Ok((Color::Black, d4)));
        }
        let pass = Arguments::new("w PASS").play(size);
        assert_eq!(pass, Ok((Color::White, Move::Pass)));
        for text in ["", "b", "b K1", "b I5", "x D4", "b D44", "D4 b"] {
            let refused = Arguments::new(text).play(size);
            assert_eq!(refused, Err(Refusal::ColorOrCoordinate), "{text:?}");
        }
        assert_eq!(Arguments::new("b D4 w pass").plays(size).unwrap().len(), 2);
        assert!(Arguments::new("b D4 w").plays(size).is_err());
    }

    #[test]
    fn times_may_have_fractions_and_be_overrun() {
        let read = |text| Arguments::new(text).seconds(0, "usage");
        assert_eq!(read("1.5"), Ok(Duration::from_millis(1500)));
        assert_eq!(read("-3"), Ok(Duration::ZERO));
        for text in ["", "x", "nan", "inf", "1e30"] {
            assert!(read(text).is_err(), "{text:?}");
        }
    }
}

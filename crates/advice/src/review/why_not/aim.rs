//! Aims of fights: stones, and the wish of the side to move.

use std::fmt;
use std::str::FromStr;

use sgmp_board::rules::{Board, Color, Point};

/// Something that the side to move wants with some stones, each named by one stone of its string.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Aim {
    /// To take a string off the board.
    Capture(Point),
    /// To keep an own string from being taken.
    Save(Point),
    /// To kill a group.
    Kill(Point),
    /// To make an own group live.
    Live(Point),
    /// To join two own strings.
    Connect(Point, Point),
    /// To keep two strings of the other side apart.
    Cut(Point, Point),
}

/// A text that names no aim.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("write an aim such as \"capture C3\", \"live A2\" or \"connect C3 D4\"")]
pub struct UnknownAim;

impl Aim {
    /// The stone that names the string or group; the first of two.
    #[must_use]
    pub const fn stone(self) -> Point {
        match self {
            Self::Capture(stone) | Self::Save(stone) | Self::Kill(stone) | Self::Live(stone) => {
                stone
            }
            Self::Connect(stone, _) | Self::Cut(stone, _) => stone,
        }
    }

    /// The second of two strings.
    #[must_use]
    pub const fn second_stone(self) -> Option<Point> {
        match self {
            Self::Connect(_, second) | Self::Cut(_, second) => Some(second),
            Self::Capture(_) | Self::Save(_) | Self::Kill(_) | Self::Live(_) => None,
        }
    }

    /// Returns whether the stones are those of the other side.
    #[must_use]
    pub const fn is_attack(self) -> bool {
        matches!(self, Self::Capture(_) | Self::Kill(_) | Self::Cut(..))
    }

    /// The other side's aim with the same stones.
    #[must_use]
    pub const fn opposite(self) -> Self {
        match self {
            Self::Capture(stone) => Self::Save(stone),
            Self::Save(stone) => Self::Capture(stone),
            Self::Kill(stone) => Self::Live(stone),
            Self::Live(stone) => Self::Kill(stone),
            Self::Connect(a, b) => Self::Cut(a, b),
            Self::Cut(a, b) => Self::Connect(a, b),
        }
    }

    /// The side that has the aim; `None` where a stone is missing, or the two are not of one color.
    #[must_use]
    pub fn side(self, board: &Board) -> Option<Color> {
        let owner = board.color_at(self.stone())?;
        let second = self.second_stone();
        if second.is_some_and(|stone| board.color_at(stone) != Some(owner)) {
            return None;
        }
        Some(if self.is_attack() { !owner } else { owner })
    }

    /// The aim in words: "capture White's 3 stones at C3".
    #[must_use]
    pub fn in_words(self, board: &Board) -> String {
        let verb = self.verb();
        match self.second_stone() {
            Some(second) => format!("{verb} {} and {second}", self.stone()),
            None if matches!(self, Self::Kill(_) | Self::Live(_)) => {
                let verb = if self.is_attack() {
                    "kill"
                } else {
                    "make life for"
                };
                let owner = owner_at(board, self.stone());
                format!("{verb} {owner} group at {}", self.stone())
            }
            None => format!("{verb} {}", stones_at(board, self.stone())),
        }
    }

    const fn verb(self) -> &'static str {
        match self {
            Self::Capture(_) => "capture",
            Self::Save(_) => "save",
            Self::Kill(_) => "kill",
            Self::Live(_) => "live",
            Self::Connect(..) => "connect",
            Self::Cut(..) => "cut",
        }
    }
}

/// "White's"; "the" where no stone stands.
pub(super) fn owner_at(board: &Board, stone: Point) -> String {
    let owner = board.color_at(stone);
    owner.map_or_else(|| "the".to_owned(), |color| format!("{color}'s"))
}

/// "White's stone at C3", "Black's 4 stones at C3".
pub(super) fn stones_at(board: &Board, stone: Point) -> String {
    let owner = owner_at(board, stone);
    match board.string_size(stone) {
        0 | 1 => format!("{owner} stone at {stone}"),
        many => format!("{owner} {many} stones at {stone}"),
    }
}

impl fmt::Display for Aim {
    /// "capture C3", "connect C3 D4".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.verb(), self.stone())?;
        match self.second_stone() {
            Some(second) => write!(f, " {second}"),
            None => Ok(()),
        }
    }
}

impl FromStr for Aim {
    type Err = UnknownAim;

    fn from_str(text: &str) -> Result<Self, UnknownAim> {
        let mut words = text.split_whitespace();
        let verb = words.next().unwrap_or_default();
        let stones: Option<Vec<Point>> = words.map(Point::parse).collect();
        let stones = stones.ok_or(UnknownAim)?;
        match (verb, stones.as_slice()) {
            ("capture", [stone]) => Ok(Self::Capture(*stone)),
            ("save", [stone]) => Ok(Self::Save(*stone)),
            ("kill", [stone]) => Ok(Self::Kill(*stone)),
            ("live", [stone]) => Ok(Self::Live(*stone)),
            ("connect", [a, b]) => Ok(Self::Connect(*a, *b)),
            ("cut", [a, b]) => Ok(Self::Cut(*a, *b)),
            _ => Err(UnknownAim),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sgmp_board::rules::diagram;

    #[test]
    fn an_aim_is_read_as_it_is_written() {
        for text in [
            "capture C3",
            "save A1",
            "kill B2",
            "live B2",
            "connect C3 D4",
            "cut C3 D4",
        ] {
            let aim: Aim = text.parse().unwrap();
            assert_eq!(aim.to_string(), text);
            assert_eq!(aim.opposite().opposite(), aim);
            assert_ne!(aim.opposite().is_attack(), aim.is_attack());
        }
        for text in [
            "",
            "capture",
            "capture Z9",
            "connect C3",
            "eat C3",
            "kill C3 D4",
        ] {
            assert_eq!(text.parse::<Aim>(), Err(UnknownAim), "{text}");
        }
    }

    #[test]
    fn the_side_is_told_by_the_stones() {
        let board = diagram::parse(". . O\nX X .\n. . X").unwrap();
        let side = |text: &str| text.parse::<Aim>().unwrap().side(&board);
        assert_eq!(side("capture C3"), Some(Color::Black));
        assert_eq!(side("save C3"), Some(Color::White));
        assert_eq!(side("connect A2 C1"), Some(Color::Black));
        assert_eq!((side("cut A2 C3"), side("kill A1")), (None, None));
        let aim: Aim = "capture A2".parse().unwrap();
        assert_eq!(aim.in_words(&board), "capture Black's 2 stones at A2");
    }
}

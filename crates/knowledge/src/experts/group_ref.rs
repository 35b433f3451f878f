//! A group as suggestions and texts name it.

use std::fmt;

use crate::analysis::GroupInfo;
use sgmp_board::rules::{Color, Point, PointSet};

/// A group that a suggestion is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GroupRef {
    /// One of its stones.
    pub stone: Point,
    /// The color of the group.
    pub color: Color,
    /// Number of its stones.
    pub stones: usize,
}

impl fmt::Display for GroupRef {
    /// The group with its owner: "White's 5 stones at Q16".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { stone, color, .. } = self;
        match self.stones {
            1 => write!(f, "{color}'s stone at {stone}"),
            n => write!(f, "{color}'s {n} stones at {stone}"),
        }
    }
}

impl GroupRef {
    /// Names a group by its first stone; `None` for one without stones.
    pub fn from_group(info: &GroupInfo) -> Option<Self> {
        let stones = info.group.stones;
        Some(Self {
            stone: stones.first()?,
            color: info.group.color,
            stones: stones.len(),
        })
    }

    /// Names stones by the one nearest to a point.
    pub(super) fn nearest(stones: &PointSet, color: Color, point: Point) -> Self {
        let afar = |stone: &Point| {
            let across = u32::from(stone.column().abs_diff(point.column()));
            let along = u32::from(stone.row().abs_diff(point.row()));
            across * across + along * along
        };
        Self {
            stone: stones.iter().min_by_key(afar).unwrap_or(point),
            color,
            stones: stones.len(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_stone_and_many_are_named_with_their_owner() {
        let group = |stones| GroupRef {
            stone: Point::parse("Q16").unwrap(),
            color: Color::White,
            stones,
        };
        assert_eq!(group(1).to_string(), "White's stone at Q16");
        assert_eq!(group(5).to_string(), "White's 5 stones at Q16");
    }
}

//! Connections between strings: their shapes and their strength.

use super::strings::StringId;
use sgmp_board::rules::PointSet;

/// The shape of a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ConnectionKind {
    /// A common liberty where an enemy stone would be in atari at once: a tiger's mouth, or an eye.
    Hanging,
    /// Two jumps side by side.
    Bamboo,
    /// A diagonal step from stone to stone.
    Hane,
    /// A step over one point on a line.
    OnePointJump,
    /// Any other common liberty.
    CommonLiberty,
    /// Past an enemy string between them that can be captured.
    Captive,
    /// Along the edge, under stones of the second line or lower.
    Edge,
    /// One point across and two along.
    KnightsMove,
    /// One point across and three along.
    LargeKnightsMove,
    /// A step over two points on a line.
    TwoPointJump,
    /// A space between them that the enemy cannot live in nor pass through.
    CommonTerritory,
}

/// The strength of a connection if the enemy moves first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ConnectionStatus {
    /// Nothing: every cut can be answered.
    Unbreakable,
    /// Perhaps cut it, but no enemy is near: whoever cuts stands alone.
    Loose,
    /// Cut it, unless it is mended first.
    Cuttable,
    /// It is cut already, though its owner moves first.
    Broken,
}

/// A connection of two strings of a color.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Connection {
    /// The two strings, the lower name first.
    pub strings: (StringId, StringId),
    /// The shape by which they are joined.
    pub kind: ConnectionKind,
    /// The strength if the enemy moves first.
    pub status: ConnectionStatus,
    /// The points it runs through; those where a move mends or cuts it.
    pub points: PointSet,
    /// Points of an unbreakable connection that have to be answered when the enemy plays there.
    pub(super) answers: PointSet,
}

display_names! {
    ConnectionKind:
    Hanging "hanging connection",
    Bamboo "bamboo joint",
    Hane "hane",
    OnePointJump "one-point jump",
    CommonLiberty "common liberty",
    Captive "captive between them",
    Edge "along the edge",
    KnightsMove "knight's move",
    LargeKnightsMove "large knight's move",
    TwoPointJump "two-point jump",
    CommonTerritory "common territory",
}

display_names! {
    ConnectionStatus:
    Unbreakable "unbreakable",
    Loose "loose",
    Cuttable "cuttable",
    Broken "broken",
}

//! Claims of a reason beyond its words: about the fate of stones, and by the shape that it names. Explanations ask the
//! judge and the board whether it is so.

/// A claim about the group of a reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Claim {
    /// Own stones live with the move.
    Lives,
    /// Own stones live with the move, and only so.
    LivesOnlySo,
    /// Own stones are better off with the move.
    Helped,
    /// Own stones are not in danger.
    Easy,
    /// Own stones live with the move, and are in some danger without it.
    Escapes,
    /// Their stones are lost with the move.
    Lost,
    /// Their stones are lost with the move, and only so.
    LostOnlySo,
    /// Their stones are neither safe nor lost.
    Harried,
    /// Their stones have less than even chances, and are not lost.
    Weak,
    /// Their stones are not lost.
    Stands,
    /// Their stones leave the board.
    Taken,
    /// Their stones leave the board, and are lost in any case.
    TakenLost,
    /// The fate of the stones hangs on the move.
    Hangs,
    /// The stone and those beside it live, and the fate of the stones that they keep apart is open.
    Keeps,
    /// Own stones are not given up, and not safe either.
    NotGiven,
    /// Something changes for their stones.
    Stirs,
    /// Some stones leave the board.
    Captures,
    /// It is a last point.
    LastPoint,
    /// Stones are caught or saved, or better or worse off.
    Catches,
    /// Something is at stake.
    Weighs,
}

/// The stones that a reason says to be around.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NamedShape {
    /// Their last stone is a hane.
    Hane,
    /// Their last stone is an attachment.
    Attachment,
    /// Strings of theirs near the move are apart after it.
    Cut,
    /// The group can be cut from another string near the move, and not after it.
    Mended,
    /// Two own strings near the move can be cut apart, and not after it.
    MendedNear,
    /// The same of two pairs of them.
    TwoMended,
    /// The group is one stone.
    Lone,
    /// Their last stone slides along the edge.
    Slide,
    /// Two groups of theirs near the move are neither safe nor lost.
    TwoWeak,
    /// Two pairs of strings of theirs near the move are apart after it.
    TwoCuts,
    /// The group cannot be parted from the stone, and no ko is left of it.
    Joined,
    /// The group can be caught if they do not answer the move, and could not be before.
    ThreatenedCatch,
    /// Two strings of theirs can be cut apart if they do not answer the move, and could not be before.
    ThreatenedCut,
    /// The move lies in the middle, where no own stone stands.
    OpenMiddle,
    /// One stone of theirs lies at a diagonal of the move, and no other.
    OneDiagonal,
    /// The move joins what a peep would cut.
    Peep,
    /// The stones are driven towards strong stones of ours.
    Wall,
    /// The move and the group lie on the edge.
    Edge,
    /// Their stones are near enough to attack.
    Hunted,
    /// The move lies where they are at home.
    TheirSide,
    /// The move lies at their border.
    TheirBorder,
    /// The move lies at our border.
    OwnBorder,
    /// Two empty lines lie between the move and the stones, or more.
    Afar,
    /// The move is no lower than the stones nearest to it: the open side is not the one towards the edge.
    OpenSide,
    /// Their last stone stands alone where the player is at home.
    Invaded,
    /// The move lies higher than the own stone nearest to it, which is not safe yet.
    Outward,
    /// The move touches the group.
    Beside,
    /// The stone stays on the board for all that the judge sees.
    Settles,
}

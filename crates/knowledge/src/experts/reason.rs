//! Reasons for moves: the types of the tables in `weights/`.

use super::claim::{Claim, NamedShape};
use std::fmt;

use crate::analysis::LifeStatus;
use crate::tactics::MoveShape;

/// An expert, who suggests moves of one kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Expert {
    /// Empty corners, enclosures and approaches.
    Fuseki,
    /// The book of corners and openings.
    Joseki,
    /// Big moves on the sides.
    Sides,
    /// The center: reductions, caps, meeting points of two spheres.
    Center,
    /// Living inside the other side's sphere.
    Invasion,
    /// Patterns of the written library that match.
    Patterns,
    /// Eyes for a weak group.
    Saving,
    /// Running with a weak group.
    Running,
    /// Taking a weak group's eyes.
    Killing,
    /// Shutting a weak group in.
    Surrounding,
    /// Races for liberties between two groups.
    Races,
    /// Capturing what is threatened.
    Capture,
    /// Saving what is threatened.
    Rescue,
    /// Joining the own strings to each other.
    Connecting,
    /// Dividing the other side's.
    Cutting,
    /// Stones that touch the other side's.
    Contact,
    /// Answers to the last move.
    Answers,
    /// Kos and their threats.
    Ko,
    /// The last points of a game, where borders are drawn.
    Endgame,
    /// Playing safe when ahead.
    Safety,
    /// Squirming when behind, with moves that need a mistake.
    Desperation,
    /// Usual shapes of play, learned from games.
    Habit,
    /// Neutral points, and when to pass.
    Finish,
}

impl Expert {
    /// All of them, in the order in which they are asked.
    pub const ALL: [Self; 23] = [
        Self::Fuseki,
        Self::Joseki,
        Self::Sides,
        Self::Center,
        Self::Invasion,
        Self::Patterns,
        Self::Saving,
        Self::Running,
        Self::Killing,
        Self::Surrounding,
        Self::Races,
        Self::Capture,
        Self::Rescue,
        Self::Connecting,
        Self::Cutting,
        Self::Contact,
        Self::Answers,
        Self::Ko,
        Self::Endgame,
        Self::Safety,
        Self::Desperation,
        Self::Habit,
        Self::Finish,
    ];

    /// Its name, one word.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Fuseki => "fuseki",
            Self::Joseki => "joseki",
            Self::Sides => "sides",
            Self::Center => "center",
            Self::Invasion => "invasion",
            Self::Patterns => "patterns",
            Self::Saving => "saving",
            Self::Running => "running",
            Self::Killing => "killing",
            Self::Surrounding => "surrounding",
            Self::Races => "races",
            Self::Capture => "capture",
            Self::Rescue => "rescue",
            Self::Connecting => "connecting",
            Self::Cutting => "cutting",
            Self::Contact => "contact",
            Self::Answers => "answers",
            Self::Ko => "ko",
            Self::Endgame => "endgame",
            Self::Safety => "safety",
            Self::Desperation => "desperation",
            Self::Habit => "habit",
            Self::Finish => "finish",
        }
    }
}

impl fmt::Display for Expert {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The effect of a move on a group that is checked on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// No group is meant.
    Free,
    /// An enemy group has to end up weaker.
    Attack,
    /// An own group has to end up stronger, and no weaker than this.
    Defend {
        /// The least aliveness afterwards, with the opponent to move.
        at_least: LifeStatus,
    },
}

/// The fate that the stone itself may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stone {
    /// It has to stay on the board.
    Stays,
    /// It may be taken: it is given away, or thrown in.
    MayBeTaken,
}

/// The aim of a reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Aim {
    /// The effect on a group.
    pub role: Role,
    /// The fate of the stone.
    pub stone: Stone,
}

/// A first guess at what a move is worth, in points: the more the larger what it is about.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Guess {
    /// Points that do not depend on the size.
    pub base: f32,
    /// For each stone or point that it is about.
    pub each: f32,
}

impl Guess {
    /// The guess for something of this size, in stones or points.
    #[must_use]
    pub(crate) fn for_size(self, size: f32) -> f32 {
        self.base + self.each * size
    }
}

/// A reason for a move. There is one of each, in the tables.
#[derive(Debug)]
pub struct Reason {
    /// Its name as it stands in the tables.
    pub(super) name: &'static str,
    /// The expert that gives it.
    pub expert: Expert,
    /// The value of the move before it is tried.
    pub guess: Guess,
    /// Points added to what the position is found to be worth after the move.
    pub bonus: f32,
    /// The aim: the effect on a group, and the fate of the stone.
    pub aim: Aim,
    /// The sentence, with places for the move, the group and its size.
    pub(super) sentence: &'static str,
    /// Its claim about the fate of stones.
    pub(super) claim: Option<Claim>,
    /// Claims about the stones around.
    pub(super) stands: &'static [NamedShape],
    /// The shape that it says the move to make.
    pub(super) makes: Option<MoveShape>,
}

impl Reason {
    /// Its name, the only one of its kind: "take-one-stone".
    #[must_use]
    pub fn id(&self) -> String {
        self.name.to_ascii_lowercase().replace('_', "-")
    }

    /// The sentence with `{move}`, `{group}` and `{size}` still in it.
    #[must_use]
    pub const fn template(&self) -> &'static str {
        self.sentence
    }
}

impl PartialEq for Reason {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for Reason {}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.id())
    }
}

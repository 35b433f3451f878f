//! What was chosen and why: all that the council knows at the end.

use std::fmt::{self, Write};

use super::plain;
use super::suggestion::{Concern, Suggestion};
use crate::analysis::LifeStatus;
use crate::rules::{Color, Move};

/// Why a move was thrown out after it was tried.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Flaw {
    /// The stone itself is lost.
    StoneIsLost,
    /// The group that it should help is no better off.
    NoStronger(Concern),
    /// The group that it should save is not saved.
    NotSaved(Concern, LifeStatus),
    /// The group that it should attack is no worse off.
    NoWeaker(Concern),
    /// It loses so many points against a pass.
    Loses(f32),
    /// It gains less than anything that is still worth a move: so many points.
    GainsNothing(f32),
}

impl fmt::Display for Flaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::StoneIsLost => f.write_str("the stone would be taken"),
            Self::NoStronger(group) => write!(f, "{group} would be no better off"),
            Self::NotSaved(group, status) if status.is_alive() => {
                write!(f, "{group} would not live for certain")
            }
            Self::NotSaved(group, status) => {
                write!(f, "{group} would still be {}", plain::short(*status))
            }
            Self::NoWeaker(group) => write!(f, "{group} would be no worse off"),
            Self::Loses(points) => write!(f, "it loses {points:.0} points"),
            Self::GainsNothing(points) if *points < 0.05 => f.write_str("it gains nothing"),
            Self::GainsNothing(points) => write!(f, "it gains {points:.1} points, too few"),
        }
    }
}

/// A move that was tried and held.
#[derive(Clone, Debug, PartialEq)]
pub struct Considered {
    /// The move.
    pub mv: Move,
    /// The reasons that came true on the board, the weightiest first.
    pub reasons: Vec<Suggestion>,
    /// Points that it gains against a pass.
    pub gain: f32,
    /// Points for its reasons.
    pub bonus: f32,
    /// Points for keeping the move.
    pub sente: f32,
    /// What all that is worth, with the trust in its reasons.
    pub value: f32,
}

/// A move that was tried and thrown out.
#[derive(Clone, Debug, PartialEq)]
pub struct Rejected {
    /// The move.
    pub mv: Move,
    /// What had spoken for it.
    pub reasons: Vec<Suggestion>,
    /// What speaks against it.
    pub flaw: Flaw,
}

/// A group and how alive it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GroupState {
    /// The group.
    pub group: Concern,
    /// Its place on the scale of life.
    pub status: LifeStatus,
}

/// A decision with all that it rests on.
#[derive(Clone, Debug, PartialEq)]
pub struct Counsel {
    /// Whose move it is.
    pub color: Color,
    /// The move.
    pub mv: Move,
    /// Why, the weightiest first; at least one.
    pub reasons: Vec<Suggestion>,
    /// What was tried and held, the best first.
    pub considered: Vec<Considered>,
    /// What was tried and thrown out.
    pub rejected: Vec<Rejected>,
    /// What was suggested and not tried, the most promising first.
    pub untried: Vec<Suggestion>,
    /// Points by which the side to move was ahead before its move.
    pub lead: f32,
    /// The groups on the board, the largest first.
    pub groups: Vec<GroupState>,
}

impl Counsel {
    /// Why, in a sentence.
    #[must_use]
    pub fn sentence(&self) -> String {
        let first = self.reasons.first();
        first.map_or_else(String::new, Suggestion::sentence)
    }
}

/// Further reasons that a text tells of at most.
const TOLD: usize = 3;
/// Moves of each kind that a text tells of at most.
const MOVES_TOLD: usize = 6;

impl fmt::Display for Counsel {
    /// The whole decision as lines of text.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} {}: {}", self.color, self.mv, self.sentence())?;
        for reason in self.reasons.iter().skip(1).take(TOLD) {
            writeln!(f, "  also: {}", reason.sentence())?;
        }
        let ahead = if self.lead < 0.0 { "behind" } else { "ahead" };
        writeln!(f, "{} is {:.0} points {ahead}", self.color, self.lead.abs())?;
        for known in self.considered.iter().take(MOVES_TOLD) {
            writeln!(f, "considered {known}")?;
        }
        for known in self.rejected.iter().take(MOVES_TOLD) {
            writeln!(f, "rejected {known}")?;
        }
        for state in &self.groups {
            writeln!(
                f,
                "{} {}: {}",
                state.group.color,
                state.group,
                state.status.number()
            )?;
        }
        Ok(())
    }
}

/// The names of reasons, in brackets.
fn names(reasons: &[Suggestion]) -> String {
    let mut text = String::new();
    for known in reasons {
        let gap = if text.is_empty() { "" } else { " " };
        let _ = write!(text, "{gap}{}", known.reason);
    }
    text
}

impl fmt::Display for Considered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} {:.1} (gain {:.1}, bonus {:.1}, sente {:.1}): {}",
            self.mv,
            self.value,
            self.gain,
            self.bonus,
            self.sente,
            names(&self.reasons)
        )
    }
}

impl fmt::Display for Rejected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} because {}: {}",
            self.mv,
            self.flaw,
            names(&self.reasons)
        )
    }
}

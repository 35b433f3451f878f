//! What was chosen and why: all that the council knows at the end.

use std::fmt::{self, Write};

use crate::analysis::{Analysis, LifeStatus};
use crate::experts::group_ref::GroupRef;
use crate::experts::group_words;
use crate::experts::suggestion::Suggestion;
use crate::rules::{Color, Move};

/// Why a move was thrown out after it was tried.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Rejection {
    /// The stone itself is lost.
    StoneIsLost,
    /// The group that it should help is no better off.
    NoStronger(GroupRef),
    /// The group that it should save is not saved.
    NotSaved(GroupRef, LifeStatus),
    /// The group that it should attack is no worse off.
    NoWeaker(GroupRef),
    /// It loses so many points against a pass.
    Loses(f32),
    /// It gains less than anything that is still worth a move: so many points.
    GainsNothing(f32),
}

impl fmt::Display for Rejection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::StoneIsLost => f.write_str("the stone would be taken"),
            Self::NoStronger(group) => write!(f, "{group} would be no better off"),
            Self::NotSaved(group, status) if status.is_alive() => {
                write!(f, "{group} would not live for certain")
            }
            Self::NotSaved(group, status) => {
                write!(f, "{group} would still be {}", group_words::short(*status))
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
pub struct ConsideredMove {
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
pub struct RejectedMove {
    /// The move.
    pub mv: Move,
    /// What had spoken for it.
    pub reasons: Vec<Suggestion>,
    /// What speaks against it.
    pub rejection: Rejection,
}

/// A group and how alive it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GroupState {
    /// The group.
    pub group: GroupRef,
    /// Its place on the scale of life.
    pub status: LifeStatus,
}

/// A decision with all that it rests on.
#[derive(Clone, Debug, PartialEq)]
pub struct Selection {
    /// Whose move it is.
    pub color: Color,
    /// The move.
    pub mv: Move,
    /// Why, the weightiest first; at least one.
    pub reasons: Vec<Suggestion>,
    /// What was tried and held, the best first.
    pub considered: Vec<ConsideredMove>,
    /// What was tried and thrown out.
    pub rejected: Vec<RejectedMove>,
    /// What was suggested and not tried, the most promising first.
    pub untried: Vec<Suggestion>,
    /// Points by which the side to move was ahead before its move.
    pub lead: f32,
    /// The groups on the board, the largest first.
    pub groups: Vec<GroupState>,
}

impl Selection {
    /// Why, in a sentence.
    #[must_use]
    pub fn sentence(&self) -> String {
        let first = self.reasons.first();
        first.map_or_else(String::new, Suggestion::sentence)
    }
}

/// What the experts think of a move.
#[derive(Clone, Debug, PartialEq)]
pub enum Assessment {
    /// They suggest it, and reasons for it come true on the board.
    Held(ConsideredMove),
    /// They suggest it, and it does not stand the trial.
    Rejected(RejectedMove),
    /// Nobody suggests it.
    Unsuggested,
}

/// A move with what there was before, what there is after it, and what else could be played.
pub(in crate::experts) struct MoveReview {
    pub(in crate::experts) assessment: Assessment,
    /// Points that it gains against a pass.
    pub(in crate::experts) gain: f32,
    /// Points by which the mover is ahead afterwards.
    pub(in crate::experts) lead: f32,
    /// What would be chosen among all other moves.
    pub(in crate::experts) selection: Selection,
    /// Before the move, the mover to move.
    pub(in crate::experts) before: Analysis,
    /// After it, the other side to move.
    pub(in crate::experts) after: Analysis,
}

/// Further reasons that a text tells of at most.
const TOLD: usize = 3;
/// Moves of each kind that a text tells of at most.
const MOVES_TOLD: usize = 6;

impl fmt::Display for Selection {
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

impl fmt::Display for ConsideredMove {
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

impl fmt::Display for RejectedMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} because {}: {}",
            self.mv,
            self.rejection,
            names(&self.reasons)
        )
    }
}

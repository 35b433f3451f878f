//! The results of the selector: a chosen move, and everything that was considered.

use std::fmt::{self, Write};

use crate::analysis::{Analysis, LifeStatus};
use crate::experts::group_ref::GroupRef;
use crate::experts::group_words;
use crate::experts::suggestion::Suggestion;
use crate::experts::weights::{ANY_SOUND_MOVE, PASS_AFTER_PASS};
use sgmp_board::rules::{Color, Move};

/// The reason a move is rejected after it was tried.
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
    /// The move that was tried.
    pub mv: Move,
    /// The reasons that came true on the board, the weightiest first.
    pub reasons: Vec<Suggestion>,
    /// Points that it gains against a pass.
    pub gain: f32,
    /// Points for its reasons.
    pub bonus: f32,
    /// Points for keeping the move.
    pub sente: f32,
    /// The value of all that, with the trust in its reasons.
    pub value: f32,
}

/// A move that was tried and rejected.
#[derive(Clone, Debug, PartialEq)]
pub struct RejectedMove {
    /// The move that was tried.
    pub mv: Move,
    /// The reasons for it.
    pub reasons: Vec<Suggestion>,
    /// The reason against it.
    pub rejection: Rejection,
}

/// A group and how alive it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GroupState {
    /// The group, by one of its stones.
    pub group: GroupRef,
    /// Its place on the scale of life.
    pub status: LifeStatus,
}

/// A chosen move with everything that the choice rests on.
#[derive(Clone, Debug, PartialEq)]
pub struct Selection {
    /// The side to move.
    pub color: Color,
    /// The move that is chosen.
    pub mv: Move,
    /// The reasons, the weightiest first; at least one.
    pub reasons: Vec<Suggestion>,
    /// Moves that were tried and held, the best first.
    pub considered: Vec<ConsideredMove>,
    /// Moves that were tried and rejected.
    pub rejected: Vec<RejectedMove>,
    /// Suggestions that were not tried, the most promising first.
    pub untried: Vec<Suggestion>,
    /// Points by which the side to move was ahead before its move.
    pub lead: f32,
    /// The groups on the board, the largest first.
    pub groups: Vec<GroupState>,
}

impl Selection {
    /// The first reason in a sentence.
    #[must_use]
    pub fn sentence(&self) -> String {
        let first = self.reasons.first();
        first.map_or_else(String::new, Suggestion::sentence)
    }

    /// The moves that fell or were not tried, each once, the most promising first: what is left where none held.
    #[must_use]
    pub fn left_over(&self) -> Vec<Move> {
        let fell = self.rejected.iter();
        let fell = fell.filter(|known| known.rejection != Rejection::StoneIsLost);
        let untried = self.untried.iter().map(|known| known.mv);
        let mut moves: Vec<Move> = Vec::new();
        for mv in fell.map(|known| known.mv).chain(untried) {
            if mv != Move::Pass && !moves.contains(&mv) {
                moves.push(mv);
            }
        }
        moves
    }

    /// Chooses a pass after one of the other side in place of the move that was chosen.
    pub fn choose_pass(&mut self) {
        self.mv = Move::Pass;
        self.reasons = vec![Suggestion::new(Move::Pass, &PASS_AFTER_PASS)];
    }

    /// Chooses this move in place of the one that was chosen, for the reasons that the experts had for it.
    pub fn choose_instead(&mut self, mv: Move) {
        let fell = self.rejected.iter().flat_map(|known| &known.reasons);
        let known = fell.chain(&self.untried).filter(|known| known.mv == mv);
        self.reasons = known.cloned().collect();
        if self.reasons.is_empty() {
            self.reasons.push(Suggestion::new(mv, &ANY_SOUND_MOVE));
        }
        self.mv = mv;
    }
}

/// The experts' assessment of a move.
#[derive(Clone, Debug, PartialEq)]
pub enum Assessment {
    /// They suggest it, and reasons for it come true on the board.
    Held(ConsideredMove),
    /// They suggest it, and it does not stand the trial.
    Rejected(RejectedMove),
    /// No expert suggests it.
    Unsuggested,
}

/// A move with the positions before and after it, and the other moves.
pub(in crate::experts) struct MoveReview {
    pub(in crate::experts) assessment: Assessment,
    /// The reasons that come true on the board, whatever the count says.
    pub(in crate::experts) held: Vec<Suggestion>,
    /// Points that it gains against a pass.
    pub(in crate::experts) gain: f32,
    /// Points by which the mover is ahead afterwards.
    pub(in crate::experts) lead: f32,
    /// The selection among all other moves.
    pub(in crate::experts) selection: Selection,
    /// Before the move, the mover to move.
    pub(in crate::experts) before: Analysis,
    /// After it, the other side to move.
    pub(in crate::experts) after: Analysis,
}

/// Most further reasons in the text.
const MAX_REASONS: usize = 3;
/// Most moves of each kind in the text.
const MAX_MOVES: usize = 6;

impl fmt::Display for Selection {
    /// The whole decision as lines of text.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} {}: {}", self.color, self.mv, self.sentence())?;
        for reason in self.reasons.iter().skip(1).take(MAX_REASONS) {
            writeln!(f, "  also: {}", reason.sentence())?;
        }
        let ahead = if self.lead < 0.0 { "behind" } else { "ahead" };
        writeln!(f, "{} is {:.0} points {ahead}", self.color, self.lead.abs())?;
        for known in self.considered.iter().take(MAX_MOVES) {
            writeln!(f, "considered {known}")?;
        }
        for known in self.rejected.iter().take(MAX_MOVES) {
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

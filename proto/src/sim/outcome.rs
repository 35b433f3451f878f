//! The outcome of a simulated game, in words that can be counted.

use core::fmt;

use super::pair::{End, OtherProgram, Report};
use super::peer::{Model, Quit};
use crate::Color;
use crate::message::WireMove;
use crate::session::{Phase, Stop};

/// The end of a game: allowed, or a fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Both have all moves of the script, each once, and our side has ended.
    Whole,
    /// The final pass was lost at its first sending and all its resends: its sender has ended, the
    /// other lacks that pass and nothing else.
    FinalPassLost,
    /// Our side has stopped with this verdict.
    Stopped(Stop),
    /// White has never heard a NEWGAME: what the program shows as "nothing heard".
    NeverOpened,
    /// The other program has left for this reason.
    Quit(Quit),
    /// The other program has lost a frame that it never sends again, and our side owes it nothing:
    /// both wait, and only the operators can tell.
    OtherIsMute,
    /// The other program, which ignores bits, took an old frame for a new one; our record is right,
    /// and the operators have to put theirs right.
    OtherDeceived,
    /// An end that only noise past the checksum or reordered frames can excuse.
    Fault(Fault),
}

/// Promises of the session that a simulated game showed to be broken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The records do not agree, or not with the script.
    RecordsDiffer,
    /// One side is ahead of the other by more than the move that is under way.
    MoveLost,
    /// An honest other program was sent a move that is on record already.
    MovePlayedTwice,
    /// Both wait, and nobody will ever send anything.
    WaitsForEver,
    /// A virtual day has passed without an end.
    NoEnd,
    /// Somebody is for ever busy and no time passes.
    Spins,
    /// A stop that nobody gave cause for.
    WrongVerdict(Stop),
}

impl Outcome {
    /// Judges a game whose script, with its two passes, was `script`.
    #[must_use]
    pub fn judge(report: &Report, other: Option<OtherProgram>, script: &[WireMove]) -> Self {
        let is_waiting = [report.black, report.white].contains(&Phase::Waiting);
        match report.end {
            End::Spinning => return Self::Fault(Fault::Spins),
            // Whoever repeats NEWGAME for a day on a dead line has no answer coming.
            End::OutOfTime | End::Quiet if is_waiting && other.is_some() => {
                return Self::NeverOpened;
            }
            End::OutOfTime => return Self::Fault(Fault::NoEnd),
            End::Ended | End::Quiet => {}
        }
        let (black, white) = (&report.black_record[..], &report.white_record[..]);
        let ours = match other.map(|other| other.color) {
            Some(Color::Black) => [white, white],
            Some(Color::White) => [black, black],
            None => [black, white],
        };
        if !ours.iter().all(|record| script.starts_with(record)) {
            return Self::Fault(Fault::RecordsDiffer);
        }
        if ![black, white]
            .iter()
            .all(|record| script.starts_with(record))
        {
            return Self::deceived_or(other, Fault::RecordsDiffer);
        }
        if black.len().abs_diff(white.len()) > 1 {
            return Self::deceived_or(other, Fault::MoveLost);
        }
        Self::judge_end(report, other, black.len().min(white.len()), script.len())
    }

    /// Judges an end whose records agree as far as both go.
    fn judge_end(
        report: &Report,
        other: Option<OtherProgram>,
        common: usize,
        whole: usize,
    ) -> Self {
        if report.end == End::Ended && common == whole {
            return Self::Whole;
        }
        let longest = report.black_record.len().max(report.white_record.len());
        let phases = [report.black, report.white];
        if longest == whole && phases.contains(&Phase::Finished) {
            return Self::FinalPassLost;
        }
        match report.quit {
            // It took a repeat for the next move.
            Some(Quit::IllegalMove) => return Self::deceived_or(other, Fault::MovePlayedTwice),
            Some(quit) => return Self::Quit(quit),
            None => {}
        }
        match phases.into_iter().find_map(stop) {
            Some(stop @ Stop::NoAnswer { .. }) => Self::Stopped(stop),
            Some(stop) => Self::deceived_or(other, Fault::WrongVerdict(stop)),
            None if plays(other, Model::GnuGo) => Self::OtherIsMute,
            None => Self::deceived_or(other, Fault::WaitsForEver),
        }
    }

    /// Whoever ignores bits can be brought to do what nobody asked for: not our fault.
    fn deceived_or(other: Option<OtherProgram>, fault: Fault) -> Self {
        if plays(other, Model::Windows) {
            Self::OtherDeceived
        } else {
            Self::Fault(fault)
        }
    }
}

fn plays(other: Option<OtherProgram>, model: Model) -> bool {
    other.is_some_and(|other| other.model == model)
}

const fn stop(phase: Phase) -> Option<Stop> {
    match phase {
        Phase::Stopped(stop) => Some(stop),
        _ => None,
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Whole => f.write_str("whole"),
            Self::FinalPassLost => f.write_str("the last word was lost"),
            Self::Stopped(stop) => write!(f, "stopped: {}", Kind(*stop)),
            Self::NeverOpened => f.write_str("no NEWGAME was heard"),
            Self::Quit(quit) => write!(f, "the other program left: {quit}"),
            Self::OtherIsMute => f.write_str("the other program never resends"),
            Self::OtherDeceived => f.write_str("the other program took an old frame for a new one"),
            Self::Fault(fault) => fault.fmt(f),
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::RecordsDiffer => f.write_str("the records differ"),
            Self::MoveLost => f.write_str("a move is lost"),
            Self::MovePlayedTwice => f.write_str("a move is played twice"),
            Self::WaitsForEver => f.write_str("both wait for ever"),
            Self::NoEnd => f.write_str("no end in a virtual day"),
            Self::Spins => f.write_str("busy for ever"),
            Self::WrongVerdict(stop) => write!(f, "stopped: {}", Kind(*stop)),
        }
    }
}

/// A stop without its particulars, so that equal ones can be counted together.
struct Kind(Stop);

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Stop::NoAnswer { .. } => f.write_str("no answer"),
            Stop::IllegalMove(_) => f.write_str("illegal move"),
            Stop::TermsDiffer { .. } => f.write_str("terms differ"),
            other => other.fmt(f),
        }
    }
}

//! The ends of a match, as the call says (sections 11(2), 14 and 15).

use std::fmt::{self, Write as _};
use std::time::Duration;

use sgmp_proto::{Stop, Vertex};

use super::fault::{EndKind, Fault, FaultKind};
use super::wire_conversion::to_move;
use sgmp_board::record::{GameResult, UnheardMove};
use sgmp_board::rules::{Color, Cycle, FinalScore, Game, IllegalMove, Move, Status, score};
use sgmp_engine::search::Outlook;

/// The reason why there will be no more moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// Two consecutive passes, both of them acknowledged.
    TwoPasses,
    /// Two consecutive passes, but the last one, ours, was never acknowledged: the other side may wait for it.
    LastPassUnheard,
    /// The game goes round in circles: no result.
    NoResult(Cycle),
    /// One side gave up; nothing of it is on the wire.
    Resignation {
        /// The side that gave up.
        loser: Color,
        /// The one who said so.
        by: Decider,
    },
    /// Our flag fell before move 300.
    FlagFell {
        /// Our color: flags of the opponent are for the judge.
        loser: Color,
    },
    /// No game came about.
    NoGame(NoGame),
    /// The tournament's judge decides.
    Judge(Dispute),
}

impl End {
    /// Returns whether the other program cannot see that the game is over: the wire has no word for it,
    /// and the moves do not show it.
    #[must_use]
    pub const fn is_unseen(&self) -> bool {
        match self {
            Self::Resignation { .. } | Self::FlagFell { .. } => true,
            Self::Judge(dispute) => matches!(
                dispute,
                Dispute::OwnFlagLate { .. }
                    | Dispute::OpponentFlag { .. }
                    | Dispute::Operator
                    | Dispute::OurPlayer(_)
            ),
            Self::LastPassUnheard => true,
            Self::TwoPasses | Self::NoResult(_) | Self::NoGame(_) => false,
        }
    }

    /// Returns whether the game may yet go on where it stood, or be told to the other side: one of the two has gone
    /// and may come back. The journal stays open then.
    #[must_use]
    pub const fn is_interruption(&self) -> bool {
        match self {
            Self::LastPassUnheard => true,
            Self::Judge(dispute) => matches!(
                dispute,
                Dispute::OpponentFlag { .. }
                    | Dispute::NoAnswer { .. }
                    | Dispute::PeerRestarted
                    | Dispute::LinkLost(_)
                    | Dispute::OurPlayer(_)
            ),
            _ => false,
        }
    }

    /// Returns whether both sides have passed: the board is counted.
    #[must_use]
    pub const fn is_counted(&self) -> bool {
        matches!(self, Self::TwoPasses | Self::LastPassUnheard)
    }
}

impl Dispute {
    /// Its word in events as JSON.
    #[must_use]
    pub const fn word(&self) -> &'static str {
        match self {
            Self::OwnFlagLate { .. } => "own_flag_late",
            Self::OpponentFlag { .. } => "opponent_flag",
            Self::MoveLimit => "move_limit",
            Self::IllegalMove(_) => "illegal_move",
            Self::PeerRestarted => "peer_restarted",
            Self::Denied => "denied",
            Self::NoAnswer { .. } => "no_answer",
            Self::LinkLost(LinkLoss::Line(_)) => "link_lost",
            Self::LinkLost(LinkLoss::Program(_)) => "program_ended",
            Self::Operator => "operator",
            Self::OurPlayer(_) => "our_player",
        }
    }

    /// Its kind, and the side at fault, where one is; `ours` is our color.
    const fn verdict(&self, ours: Color) -> (EndKind, Option<Color>) {
        let theirs = Some(ours.other());
        match self {
            Self::OwnFlagLate { .. } => (EndKind::Fault(FaultKind::Time), None),
            Self::OpponentFlag { .. } => (EndKind::Fault(FaultKind::Time), theirs),
            Self::MoveLimit => (EndKind::MoveLimit, None),
            Self::IllegalMove(_) => (EndKind::Fault(FaultKind::Illegal), theirs),
            Self::PeerRestarted | Self::LinkLost(LinkLoss::Program(_)) => {
                (EndKind::Fault(FaultKind::Crash), theirs)
            }
            Self::Denied => (EndKind::Fault(FaultKind::Refused), theirs),
            Self::NoAnswer { .. } => (EndKind::Fault(FaultKind::Hang), theirs),
            Self::LinkLost(LinkLoss::Line(_)) => (EndKind::LineLost, None),
            Self::Operator => (EndKind::Ruled, None),
            Self::OurPlayer(fault) => (EndKind::Fault(fault.kind), Some(ours)),
        }
    }
}

impl End {
    /// The kind of the end, and the side that lost by it or is at fault; `ours` is our color. Nobody is where the board
    /// is counted, or only the judge can say.
    #[must_use]
    pub const fn verdict(&self, ours: Color) -> (EndKind, Option<Color>) {
        match self {
            Self::TwoPasses | Self::LastPassUnheard => (EndKind::Counted, None),
            Self::NoResult(_) => (EndKind::Cycle, None),
            Self::Resignation { loser, .. } => (EndKind::Resigned, Some(*loser)),
            Self::FlagFell { loser } => (EndKind::Fault(FaultKind::Time), Some(*loser)),
            Self::NoGame(NoGame::LinkLost(LinkLoss::Program(_))) => {
                (EndKind::Fault(FaultKind::Crash), Some(ours.other()))
            }
            Self::NoGame(NoGame::Handshake(Stop::NoAnswer { .. })) => {
                (EndKind::Fault(FaultKind::Hang), Some(ours.other()))
            }
            Self::NoGame(NoGame::Handshake(_) | NoGame::LinkLost(LinkLoss::Line(_))) => {
                (EndKind::LineLost, None)
            }
            Self::NoGame(NoGame::Operator) => (EndKind::Ruled, None),
            Self::Judge(dispute) => dispute.verdict(ours),
        }
    }
}

/// The one who decided to resign.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decider {
    /// Our program, by an answer of its own.
    Player,
    /// A person at the keyboard.
    Operator,
}

/// The reason why no game came about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoGame {
    /// The handshake failed, for the reason that the session gives.
    Handshake(Stop),
    /// The line broke before the first move.
    LinkLost(LinkLoss),
    /// The operator stopped it.
    Operator,
}

/// A case that the judge has to decide.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Dispute {
    /// Our flag fell at move 300 or later.
    OwnFlagLate {
        /// Moves on record, passes and ours among them.
        moves: usize,
    },
    /// The opponent is over its time: our claim.
    OpponentFlag {
        /// Moves on record, passes and ours among them.
        moves: usize,
        /// The time over its limit, when we stopped.
        over: Duration,
    },
    /// Four hundred moves, and no end by the rules.
    MoveLimit,
    /// The opponent's move is against the rules.
    IllegalMove(Foul),
    /// The opponent's program was started again in mid-game.
    PeerRestarted,
    /// The opponent denied our move.
    Denied,
    /// No acknowledgement after so many resends.
    NoAnswer {
        /// The number of resends.
        resends: u32,
    },
    /// The line broke and did not come back, or the opponent's program died.
    LinkLost(LinkLoss),
    /// The judge, or an operator in the judge's name, stopped the game.
    Operator,
    /// Our own player failed.
    OurPlayer(Fault),
}

/// The way in which a line was lost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LinkLoss {
    /// The line itself, in these words.
    Line(String),
    /// The opponent's program, which we had started, has ended.
    Program(String),
}

impl fmt::Display for LinkLoss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Line(what) | Self::Program(what) => f.write_str(what),
        }
    }
}

/// A move against the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Foul {
    /// The board forbids it.
    Rules {
        /// Its number in the game, from 1.
        number: usize,
        /// The side that played it.
        color: Color,
        /// The move as played.
        mv: Move,
        /// The rule of Go that it breaks.
        why: IllegalMove,
    },
    /// It carries our color.
    WrongColor {
        /// Its number in the game, from 1.
        number: usize,
        /// The move as played.
        vertex: Option<Vertex>,
    },
    /// It lies past the last point of the board.
    PastTheBoard {
        /// Its number in the game, from 1.
        number: usize,
        /// The point number on the wire, up to 511.
        point: u16,
    },
}

impl fmt::Display for Foul {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rules {
                number,
                color,
                mv,
                why,
            } => {
                write!(f, "move {number}, {color} {mv}: {}", reason(*why))?;
                match *number {
                    1..=EARLY => f.write_str("; do both sides play on the same board (--size)?"),
                    _ => Ok(()),
                }
            }
            Self::WrongColor { number, vertex } => {
                let mv = vertex.and_then(to_move);
                let mv = mv.map_or_else(String::new, |mv| format!(", {mv},"));
                write!(f, "move {number}{mv} carries our own color bit")
            }
            Self::PastTheBoard { number, point } => {
                write!(
                    f,
                    "move {number}: there is no point number {point} on the board; is the other side's \
                     board larger (--size)?"
                )
            }
        }
    }
}

/// Up to this move an illegal one is likely to come from a board of another size: points are numbered by it.
const EARLY: usize = 10;

/// For a judge, who needs no advice.
fn reason(why: IllegalMove) -> String {
    match why {
        IllegalMove::OffBoard => "it lies outside the board".to_owned(),
        IllegalMove::Occupied(color) => format!("a {color} stone is there already"),
        IllegalMove::Suicide => {
            "the stone has no liberty and captures nothing (suicide)".to_owned()
        }
        IllegalMove::Ko => "the ko may not be taken back at once".to_owned(),
        IllegalMove::Superko => "the position was there before (superko)".to_owned(),
    }
}

impl fmt::Display for Dispute {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OwnFlagLate { moves } => write!(
                f,
                "our time ran out with {moves} moves on record (a flag loses only before move 300)"
            ),
            Self::OpponentFlag { moves, over } => write!(
                f,
                "we claim that the opponent ran out of time with {moves} moves on record ({} s over)",
                over.as_secs()
            ),
            Self::MoveLimit => f.write_str("400 moves are on record without two passes at the end"),
            Self::IllegalMove(foul) => write!(f, "illegal move by the opponent: {foul}"),
            Self::PeerRestarted => {
                f.write_str("the opponent's program was started again in mid-game (NEWGAME)")
            }
            Self::Denied => f.write_str("the opponent denied our move (DENY)"),
            Self::NoAnswer { resends } => {
                write!(f, "no answer from the opponent after {resends} resends")
            }
            Self::LinkLost(what) => write!(f, "the line was lost: {what}"),
            Self::Operator => f.write_str("the game was stopped at the judge's word"),
            Self::OurPlayer(what) => write!(f, "our player failed: {what}"),
        }
    }
}

impl fmt::Display for NoGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Handshake(stop) => stop.fmt(f),
            Self::LinkLost(what) => write!(f, "the line was lost before the first move: {what}"),
            Self::Operator => f.write_str("stopped by the operator before the first move"),
        }
    }
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TwoPasses => f.write_str("two consecutive passes"),
            Self::LastPassUnheard => {
                f.write_str("two consecutive passes, the last of which was never acknowledged")
            }
            Self::NoResult(cycle) => write!(f, "no result: {cycle}"),
            Self::Resignation {
                loser,
                by: Decider::Player,
            } => write!(f, "{loser} resigns"),
            Self::Resignation {
                loser,
                by: Decider::Operator,
            } => {
                write!(f, "{loser} resigns (operator)")
            }
            Self::FlagFell { loser } => write!(f, "{loser} ran out of time before move 300"),
            Self::NoGame(why) => write!(f, "no game came about: {why}"),
            Self::Judge(dispute) => write!(f, "the judge decides: {dispute}"),
        }
    }
}

impl End {
    /// Returns whether the board at the end is worth a count, or a look ahead.
    #[must_use]
    pub const fn wants_assessment(&self) -> bool {
        self.is_counted() || matches!(self, Self::Judge(_))
    }
}

/// Our own count of the final board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Count {
    /// The stones taken for dead or in seki, and the owners of the points.
    pub status: Box<Status>,
    /// Both sides' points, by the rules of the game.
    pub score: FinalScore,
}

impl Count {
    /// Counts a game's board by who is dead on it.
    #[must_use]
    pub fn new(game: &Game, status: Status) -> Self {
        Self {
            score: score::count(game, &status),
            status: Box::new(status),
        }
    }
}

/// A judgment of the board at the end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Assessment {
    /// The game is over.
    Count(Count),
    /// It is not: the end that it was coming to.
    Outlook(Outlook),
}

/// An end with all that is to be shown and recorded of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The reason why the match ended.
    pub end: End,
    /// The judgment of the board, where there is one.
    pub assessment: Option<Assessment>,
    /// The number of a move that was never acknowledged, ours or the other side's: the two may not both have it, and what is
    /// expected is told of the board before it, as the other side does.
    pub unheard: Option<usize>,
    /// The result of our own count, where that of the operators has taken its place.
    pub recounted: Option<GameResult>,
}

impl Outcome {
    /// An end of which nothing more is to be said.
    #[must_use]
    pub const fn new(end: End) -> Self {
        Self {
            end,
            assessment: None,
            unheard: None,
            recounted: None,
        }
    }

    /// Our count of the final board.
    #[must_use]
    pub const fn count(&self) -> Option<&Count> {
        match &self.assessment {
            Some(Assessment::Count(count)) => Some(count),
            Some(Assessment::Outlook(_)) | None => None,
        }
    }

    /// The end that a game which is not over was coming to.
    #[must_use]
    pub const fn outlook(&self) -> Option<&Outlook> {
        match &self.assessment {
            Some(Assessment::Outlook(outlook)) => Some(outlook),
            Some(Assessment::Count(_)) | None => None,
        }
    }

    /// The result for the record: "?" wherever somebody else decides.
    #[must_use]
    pub fn result(&self) -> GameResult {
        match (&self.end, self.count()) {
            (End::TwoPasses | End::LastPassUnheard, Some(count)) => count.score.margin().into(),
            (End::Resignation { loser, .. }, _) => GameResult::Resignation {
                winner: loser.other(),
            },
            (End::FlagFell { loser }, _) => GameResult::Time {
                winner: loser.other(),
            },
            (End::NoResult(_), _) => GameResult::Void,
            (End::TwoPasses | End::LastPassUnheard, None) | (End::NoGame(_) | End::Judge(_), _) => {
                GameResult::Unknown
            }
        }
    }

    /// The sentence for the record's comment.
    #[must_use]
    pub fn comment(&self) -> String {
        let mut told = self.end.to_string();
        if self.end.is_counted() && self.assessment.is_none() {
            told += "; our player could not count the board: the operators decide the result";
        }
        let unheard = self.unheard.filter(|_| matches!(self.end, End::Judge(_)));
        if let Some(number) = unheard {
            let what = UnheardMove(number);
            let _ = write!(told, "; {what}: the two sides may not both have it");
        }
        if let (Some(own), Some(count)) = (self.recounted, self.count()) {
            let dead = count.status.dead();
            let names: Vec<_> = dead.iter().map(|point| point.to_string()).collect();
            let dead = match names.is_empty() {
                true => "no dead stones".to_owned(),
                false => format!("the dead stones {}", names.join(" ")),
            };
            let _ = write!(
                told,
                "; the operators agreed on {dead}; our program counted {own}"
            );
        }
        if let Some(outlook) = self.outlook() {
            let without = unheard.map_or("", |_| "without it, ");
            let _ = write!(told, "; {without}{outlook}");
        }
        told
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sgmp_board::rules::Point;

    fn at(name: &str) -> Move {
        Point::parse(name).map_or(Move::Pass, Move::Play)
    }

    /// The end in words, for the operator and, in the record, for the judge.
    #[test]
    fn every_dispute_says_what_the_judge_has_to_know() {
        let occupied = Foul::Rules {
            number: 12,
            color: Color::White,
            mv: at("D4"),
            why: IllegalMove::Occupied(Color::Black),
        };
        let wrong_color = Foul::WrongColor {
            number: 12,
            vertex: Some(Vertex::Point { column: 3, row: 3 }),
        };
        let past = Foul::PastTheBoard {
            number: 12,
            point: 400,
        };
        let over = Duration::from_millis(61_700);
        for (dispute, told) in [
            (
                Dispute::OwnFlagLate { moves: 312 },
                "our time ran out with 312 moves on record (a flag loses only before move 300)",
            ),
            (
                Dispute::OpponentFlag { moves: 80, over },
                "we claim that the opponent ran out of time with 80 moves on record (61 s over)",
            ),
            (
                Dispute::MoveLimit,
                "400 moves are on record without two passes at the end",
            ),
            (
                Dispute::IllegalMove(occupied),
                "illegal move by the opponent: move 12, White D4: a Black stone is there already",
            ),
            (
                Dispute::IllegalMove(wrong_color),
                "illegal move by the opponent: move 12, D4, carries our own color bit",
            ),
            (
                Dispute::IllegalMove(past),
                "illegal move by the opponent: move 12: there is no point number 400 on the board; is the other side's \
                 board larger (--size)?",
            ),
            (
                Dispute::PeerRestarted,
                "the opponent's program was started again in mid-game (NEWGAME)",
            ),
            (Dispute::Denied, "the opponent denied our move (DENY)"),
            (
                Dispute::NoAnswer { resends: 9 },
                "no answer from the opponent after 9 resends",
            ),
            (
                Dispute::LinkLost(LinkLoss::Line("it was pulled".to_owned())),
                "the line was lost: it was pulled",
            ),
            (
                Dispute::Operator,
                "the game was stopped at the judge's word",
            ),
            (
                Dispute::OurPlayer(Fault::new(FaultKind::Crash, "it died")),
                "our player failed: it died",
            ),
        ] {
            let outcome = Outcome::new(End::Judge(dispute));
            assert_eq!(outcome.comment(), format!("the judge decides: {told}"));
            assert_eq!(outcome.result(), GameResult::Unknown);
        }
    }

    #[test]
    fn every_result_of_the_rules_names_its_winner() {
        for (loser, time, resigned) in [(Color::Black, "W+T", "W+R"), (Color::White, "B+T", "B+R")]
        {
            let by = Decider::Player;
            for (end, result) in [
                (End::FlagFell { loser }, time),
                (End::Resignation { loser, by }, resigned),
            ] {
                let outcome = Outcome::new(end);
                assert_eq!(outcome.result().to_string(), result);
                assert!(outcome.comment().starts_with(&loser.to_string()));
            }
        }
    }
}

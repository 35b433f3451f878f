//! Frame by frame: what it is, and what is wrong with it.

use core::fmt;

use super::side::ObservedSide;
use super::step::{ObservedStep, Placing};
use super::violation::{Expected, Violation, Violations};
use crate::frame::Frame;
use crate::message::Message;
use crate::session::Progress;
use crate::time::Instant;
use crate::{Color, Grid};

/// The role of a frame among the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ruling {
    /// New, and it leads on; it also acknowledges what the other side sent before. A MOVE is on
    /// the record of the game.
    New,
    /// The OK to the other side's last frame.
    Acknowledgement,
    /// The same as before, because the other side repeated what it answered.
    Repeat,
    /// The same as before, because nothing had come back.
    Resend,
    /// New, but its sender has not seen the other side's last frame: changes nothing.
    Crossed,
    /// New, but it has no place here: changes nothing.
    OutOfPlace,
    /// An OK for nothing: changes nothing.
    Idle,
    /// The last OK again, byte for byte, or one that says no more than what is known, to a side that owes a
    /// move: a nudge for GNU Go, which then sends a lost move again.
    Nudge,
    /// The last OK again, byte for byte, after an absence: so a program of ours goes on with its game.
    Return,
}

impl fmt::Display for Ruling {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::New => "new",
            Self::Acknowledgement => "acknowledgement",
            Self::Repeat => "repeat",
            Self::Resend => "resend",
            Self::Crossed => "crossed",
            Self::OutOfPlace => "out of place",
            Self::Idle => "idle",
            Self::Nudge => "nudge",
            Self::Return => "return",
        })
    }
}

/// The judgment of one frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Observation {
    /// The sender, as told or as the frame shows.
    pub from: Color,
    /// The role of the frame.
    pub ruling: Ruling,
    /// The breaches of the dialect.
    pub violations: Violations,
}

/// Watches a line from where it is quiet before a game, or from the middle of one.
///
/// ```
/// use sgmp_proto::{Bit, BoardSize, Frame, Message, Observer, Query, Violation};
///
/// let mut observer = Observer::new(BoardSize::NINETEEN);
/// let newgame = Frame::new(Bit::One, Bit::Zero, Message::NewGame);
/// assert!(observer.watch(None, newgame, None).violations.is_empty());
/// let komi = Frame::new(Bit::One, Bit::One, Message::Query(Query(7)));
/// let seen = observer.watch(None, komi, None);
/// let violation = seen.violations.iter().next();
/// assert_eq!(violation, Some(Violation::ForbiddenQuery(Query(7))));
/// ```
#[derive(Clone, Debug)]
pub struct Observer {
    grid: Grid,
    step: ObservedStep,
    black: ObservedSide,
    white: ObservedSide,
    /// The sender of the last frame other than OK.
    spoke: Option<Color>,
    /// True before a NEWGAME if the game had begun unseen: that is nobody's fault.
    has_joined: bool,
}

impl Observer {
    /// Nothing was sent yet. A size alone means the numbers of the protocol.
    #[must_use]
    pub fn new(grid: impl Into<Grid>) -> Self {
        Self {
            grid: grid.into(),
            step: ObservedStep::Unopened,
            black: ObservedSide::fresh(),
            white: ObservedSide::fresh(),
            spoke: None,
            has_joined: false,
        }
    }

    /// The game has begun unseen: nobody is to blame for that, and a NEWGAME begins another one.
    #[must_use]
    pub fn joined(grid: impl Into<Grid>) -> Self {
        let mut joined = Self {
            has_joined: true,
            ..Self::new(grid)
        };
        joined.watch_return();
        joined
    }

    /// The line was away and is back: what was on its way may be lost, and each side may say its last frame
    /// again at once.
    pub const fn watch_return(&mut self) {
        self.black.come_back();
        self.white.come_back();
    }

    /// Something that is no frame came from `from` (`None`: from one of the two). It may have been
    /// any frame, an OK perhaps.
    pub const fn watch_garbled(&mut self, from: Option<Color>) {
        if !matches!(from, Some(Color::White)) {
            self.black.is_garbled = true;
        }
        if !matches!(from, Some(Color::Black)) {
            self.white.is_garbled = true;
        }
    }

    /// A frame was sent by `from` (`None`: by whomever it shows) at `at` (`None`: unknown).
    pub fn watch(&mut self, from: Option<Color>, frame: Frame, at: Option<Instant>) -> Observation {
        let from = from.unwrap_or_else(|| self.sender_of(frame.message()));
        let mut violations = Violations::default();
        let ruling = if frame.message() == Message::Ok {
            let ruling = self.watch_ok(from, frame, at, &mut violations);
            if matches!(ruling, Ruling::Acknowledgement | Ruling::Repeat) {
                self.side(from).ok = Some(frame);
            }
            ruling
        } else if self.is_copy(from, frame) {
            self.watch_copy(from, frame, at, &mut violations)
        } else if self.is_copy_of_unseen(from, frame) {
            let (me, other) = self.sides(from);
            me.last = Some(frame);
            other.hear_again();
            other.answer = other.answer.or(other.last);
            other.owes_ok = true;
            Ruling::Resend
        } else {
            self.watch_new(from, frame, at, &mut violations)
        };
        self.side(from).is_garbled = false;
        self.side(from).speak(at);
        Observation {
            from,
            ruling,
            violations,
        }
    }

    /// NEWGAME and answers are Black's, questions White's; a move names its color; what is left
    /// answers the other side.
    fn sender_of(&self, message: Message) -> Color {
        match message {
            Message::NewGame | Message::Answer(_) => Color::Black,
            Message::Query(_) => Color::White,
            Message::Move(mv) => mv.color(),
            Message::Ok | Message::Deny | Message::Undo(_) | Message::Extended(_) => {
                self.spoke.map_or(Color::White, Color::other)
            }
        }
    }

    const fn side(&mut self, color: Color) -> &mut ObservedSide {
        match color {
            Color::Black => &mut self.black,
            Color::White => &mut self.white,
        }
    }

    /// The sender's side and the other's.
    const fn sides(&mut self, from: Color) -> (&mut ObservedSide, &mut ObservedSide) {
        match from {
            Color::Black => (&mut self.black, &mut self.white),
            Color::White => (&mut self.white, &mut self.black),
        }
    }

    /// Returns whether a frame other than OK is its sender's last one again.
    fn is_copy(&mut self, from: Color, frame: Frame) -> bool {
        let spoke_last = self.spoke == Some(from);
        self.side(from).last.is_some_and(|last| {
            let resembles =
                last.message() == frame.message() && last.sequence() == frame.sequence();
            last == frame || (spoke_last && resembles)
        })
    }

    /// Returns whether a frame other than OK is its sender's last one before the game was joined, which the other side has
    /// acknowledged since by a frame of its own.
    fn is_copy_of_unseen(&mut self, from: Color, frame: Frame) -> bool {
        let has_spoken = self.side(from.other()).last.is_some();
        let me = self.side(from);
        me.last.is_none() && me.is_back && has_spoken && me.bit == Some(frame.sequence())
    }

    fn watch_copy(
        &mut self,
        from: Color,
        frame: Frame,
        at: Option<Instant>,
        violations: &mut Violations,
    ) -> Ruling {
        let (me, other) = self.sides(from);
        other.hear_again();
        if me.last != Some(frame) {
            violations.add(Violation::CopyDiffers);
        }
        if me.answer == me.last && me.settle() {
            return Ruling::Repeat;
        }
        if let Some(after) = me.send_again(at) {
            violations.add(Violation::EarlyResend { after });
        }
        Ruling::Resend
    }

    fn watch_new(
        &mut self,
        from: Color,
        frame: Frame,
        at: Option<Instant>,
        violations: &mut Violations,
    ) -> Ruling {
        let Placing { step, violation } = self.place(from, frame.message());
        if let Some(violation) = violation {
            violations.add(violation);
        }
        self.begin(from, frame, step);
        let (me, other) = self.sides(from);
        let answers = me.answer.is_none() && other.last.is_some();
        // A frame without a place is one fault: its bits are whatever they are.
        let knows = step.is_none() || knows(other, frame, violations);
        if step.is_some() && me.bit == Some(frame.sequence()) {
            violations.add(Violation::SequenceNotFlipped);
        }
        let is_crossed = answers && !knows;
        if answers && knows {
            let owes_ok =
                other.placed && matches!(other.last.map(Frame::message), Some(Message::Move(_)));
            if step.is_some() && owes_ok && !me.is_garbled && !me.is_back {
                violations.add(Violation::MissingOk);
            }
            if owes_ok {
                me.acknowledge_by_move(frame);
            } else {
                me.acknowledge(frame);
            }
        }
        me.send(frame, step.is_some() && !is_crossed, at);
        other.hear();
        self.spoke = Some(from);
        match step {
            _ if is_crossed => Ruling::Crossed,
            Some(step) => {
                self.step = step;
                Ruling::New
            }
            None => Ruling::OutOfPlace,
        }
    }

    /// The place of a new frame other than OK, in a game that may have begun unseen.
    fn place(&self, from: Color, message: Message) -> Placing {
        match (message, from) {
            (Message::NewGame, Color::Black) if self.has_joined => {
                Placing::right(ObservedStep::Opened)
            }
            _ => {
                let Placing { step, violation } = self.step.place(from, message, self.grid);
                let counts =
                    |fault: &Violation| !(self.has_joined && *fault == Violation::NotOpened);
                let violation = violation.filter(counts);
                Placing { step, violation }
            }
        }
    }

    /// Sets the bits: both 0 where a game begins, those of the frame where it is joined.
    fn begin(&mut self, from: Color, frame: Frame, step: Option<ObservedStep>) {
        if step == Some(ObservedStep::Opened) {
            self.has_joined = false;
            self.black = ObservedSide::fresh();
            self.white = ObservedSide::fresh();
        } else if self.step == ObservedStep::Unopened {
            let (me, other) = self.sides(from);
            me.bit = None;
            other.bit = Some(frame.acknowledged());
        }
    }

    fn watch_ok(
        &mut self,
        from: Color,
        frame: Frame,
        at: Option<Instant>,
        violations: &mut Violations,
    ) -> Ruling {
        if self.step == ObservedStep::Unopened {
            if self.has_joined {
                // It may end the handshake, or be said again: the next MOVE tells whose turn it is.
                self.side(from).answer = Some(frame);
                return Ruling::Acknowledgement;
            }
            violations.add(Violation::NotOpened);
            self.step = ObservedStep::joined_by_ok(from);
            let (me, other) = self.sides(from);
            me.bit = Some(frame.sequence());
            other.bit = Some(frame.acknowledged());
            me.answer = Some(frame);
            return Ruling::Acknowledgement;
        }
        let step = self.step;
        let (me, other) = self.sides(from);
        if me.says_again(frame, other) || me.answers_late(frame, other) {
            return Ruling::Repeat;
        }
        let goes_on = me.goes_on(frame, other, at);
        if goes_on && me.answer.is_none() {
            return Ruling::Return;
        }
        if me.answer.is_some() || other.last.is_none() {
            let is_owed_a_move = step.expected() == Expected::Move(from.other());
            let nudge = is_owed_a_move.then(|| me.latest_ok(other)).flatten();
            return watch_ok_again(me, frame, (nudge, goes_on), violations);
        }
        let is_in_order = match step {
            ObservedStep::HandicapAnswered => from == Color::White,
            ObservedStep::Playing(_) | ObservedStep::Over => true,
            _ => false,
        };
        if !is_in_order {
            let expected = step.expected();
            violations.add(Violation::OutOfOrder { expected });
            return Ruling::Idle;
        }
        if let Some(expected) = me.bit.filter(|bit| *bit != frame.sequence()) {
            violations.add(Violation::OkWithOwnBit { expected });
        }
        if !knows(other, frame, violations) {
            return Ruling::Idle;
        }
        me.acknowledge(frame);
        me.is_back = false;
        if step == ObservedStep::HandicapAnswered {
            self.step = ObservedStep::Playing(Progress::default());
        }
        Ruling::Acknowledgement
    }
}

/// Returns whether the frame acknowledges the other side's last one.
fn knows(other: &ObservedSide, frame: Frame, violations: &mut Violations) -> bool {
    match other.bit.filter(|bit| *bit != frame.acknowledged()) {
        Some(expected) => {
            violations.add(Violation::WrongAcknowledgement { expected });
            false
        }
        None => true,
    }
}

/// An OK where nothing new waits for one: once more for each repeat, with the same four bytes, a
/// nudge with that frame, or the word of a program that goes on with its game.
fn watch_ok_again(
    me: &mut ObservedSide,
    frame: Frame,
    (nudge, goes_on): (Option<Frame>, bool),
    violations: &mut Violations,
) -> Ruling {
    if core::mem::take(&mut me.owes_ok) {
        // The first one, late.
        me.answer = Some(frame);
        return Ruling::Repeat;
    }
    if !me.settle() {
        if nudge == Some(frame) {
            return Ruling::Nudge;
        }
        if goes_on {
            return Ruling::Return;
        }
        violations.add(Violation::NeedlessOk);
        return Ruling::Idle;
    }
    // What the line swallowed nobody has to compare it with.
    if me.answer != Some(frame) && !me.is_back {
        violations.add(Violation::CopyDiffers);
    }
    Ruling::Repeat
}

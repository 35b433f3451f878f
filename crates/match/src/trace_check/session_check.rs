//! `--check`: our own session in the place of one side of a trace.
//!
//! The session hears what that side read, plays the moves that it sent, and must send byte for
//! byte what it sent, in the same order. Time is virtual: it follows the trace's own where there
//! is one, and jumps to the session's deadline where the trace shows a resend. Where the trace says
//! that the line, or the program, went away and came back, what was on its way is lost, and the session
//! may say again what waits. A nudge is sent on whoever's word: it may stand anywhere where it is one.

use std::collections::VecDeque;
use std::fmt;
use std::time::Duration;

use sgmp_proto::{
    Bit, Config, Event, Frame, Grid, Instant, Message, Pace, Phase, Session, Stop, Vertex, WireMove,
};

use crate::line_judge::frame_text::{bytes_and_command, move_of, to_move};
use crate::port::trace::{NoteKind, Stamp, TraceBegin, TraceMark, TraceNote};
use crate::trace_check::trace_judge::{Judged, Meaning, Row};
use sgmp_board::rules::{Color, Game, Komi, RuleSet};

/// The first place where our session would have sent something else.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mismatch {
    color: Color,
    place: CheckPlace,
    expected: String,
    got: String,
    stopped: Option<Stop>,
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}: as {} our session would send {}, the trace has {}",
            self.place, self.color, self.expected, self.got
        )?;
        match self.stopped {
            Some(stop) => write!(f, " (the session had stopped: {stop})"),
            None => Ok(()),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum CheckPlace {
    Line(usize),
    End,
}

impl fmt::Display for CheckPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Line(number) => write!(f, "line {number}"),
            Self::End => f.write_str("end of the trace"),
        }
    }
}

/// The longest time that an answer is under way: a frame at 2400 baud and a slow cable.
const UNDER_WAY: Duration = Duration::from_secs(2);

/// Kinds of deadlines a session has: resend, doubt, end of the game.
const DEADLINES: usize = 3;

/// A side of a trace that sent what our session would have sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Alike {
    frames: usize,
    /// The frame that was about to pass when the trace was cut off in mid-game.
    next: Option<String>,
}

impl fmt::Display for Alike {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "frames sent alike: {}, no other", self.frames)?;
        match &self.next {
            Some(next) => write!(f, "; the trace ends before the next, {next}"),
            None => Ok(()),
        }
    }
}

/// Drives a session of this color through a trace.
///
/// # Errors
/// The first frame that it would not have sent so.
pub fn drive(judged: &Judged, color: Color, rules: RuleSet) -> Result<Alike, Mismatch> {
    let mut seat = CheckedSide::new(color, judged.grid, rules);
    let mut alike = 0;
    let mut notes = judged.notes.iter().peekable();
    for (index, row) in judged.rows.iter().enumerate() {
        if judged.unseen_before.is_some_and(|line| row.line >= line) {
            return Ok(Alike {
                frames: alike,
                next: None,
            });
        }
        while let Some(note) = notes.next_if(|note| note.before <= index) {
            seat.note(note);
        }
        seat.follow(row.time);
        match row.meaning.from() {
            // Nobody asks our session to do what a remark is made of.
            Some(from) if from == color && row.meaning.is_remark() && !row.meaning.leads_on() => {}
            // It was away: what was due then it may not have read, or said before.
            Some(from) if from == color && row.meaning.is_return() => seat.line_down(),
            Some(from) if from == color => {
                seat.send(row)?;
                alike += 1;
            }
            Some(_) => seat.hear(row.piece.bytes()),
            // Nobody knows who heard it; the checksum kept it from having an effect.
            None => {}
        }
    }
    Ok(Alike {
        frames: alike,
        next: seat.end()?,
    })
}

struct CheckedSide {
    session: Session,
    grid: Grid,
    game: Game,
    color: Color,
    now: Instant,
    /// The trace's first time stamp: the session's zero.
    zero: Option<Instant>,
    stopped: Option<Stop>,
    /// Returns of the line for which nothing was said again yet. One that was down again before its turn
    /// came leaves it to the next.
    returns: usize,
    /// The frame that was said again at the latest of them.
    said_again: Option<Frame>,
    /// Frames that were due when the line went down, lost with it or waiting for its return: the trace
    /// does not tell.
    kept: VecDeque<Frame>,
    /// The last OK that this side sent in the trace.
    last_ok: Option<Frame>,
    /// The time at which it last heard something.
    heard: Instant,
}

impl CheckedSide {
    fn new(color: Color, grid: Grid, rules: RuleSet) -> Self {
        let config = Config {
            size: grid.size,
            numbering: grid.numbering,
            pace: Pace::UNLIMITED,
            ..Config::tournament(color)
        };
        Self {
            session: Session::new(config, Instant::ZERO),
            grid,
            game: Game::new(grid.size, Komi::FIVE_AND_A_HALF).with_rules(rules),
            color,
            now: Instant::ZERO,
            zero: None,
            stopped: None,
            returns: 0,
            said_again: None,
            kept: VecDeque::new(),
            last_ok: None,
            heard: Instant::ZERO,
        }
    }

    fn note(&mut self, note: &TraceNote) {
        self.follow(note.time);
        let is_ours = |side: Option<Color>| side.is_none_or(|side| side == self.color);
        match &note.kind {
            NoteKind::Mark(TraceMark::LineDown { side, .. }) if is_ours(*side) => self.line_down(),
            NoteKind::Mark(TraceMark::LineUp { side }) if is_ours(*side) => self.returns += 1,
            NoteKind::Head(head) if matches!(head.begin, TraceBegin::After(_)) => {
                self.line_down();
                // The program that was keeps nothing.
                self.kept.clear();
                self.returns = 1;
            }
            NoteKind::Mark(_) | NoteKind::Head(_) => {}
        }
    }

    fn line_down(&mut self) {
        while let Some(transmit) = self.session.poll_transmit(self.now) {
            self.kept.push_back(transmit.frame);
        }
    }

    /// Time never goes back, whatever the trace says.
    fn follow(&mut self, time: Option<Stamp>) {
        if let Some(at) = time.map(Stamp::instant) {
            let zero = *self.zero.get_or_insert(at);
            self.now = self.now.max(Instant::ZERO + at.since(zero));
        }
    }

    fn hear(&mut self, bytes: &[u8]) {
        self.heard = self.now;
        let mut rest = bytes;
        while !rest.is_empty() {
            let taken = self.session.handle_bytes(self.now, rest);
            rest = &rest[taken..];
            self.drain();
        }
    }

    fn drain(&mut self) {
        while let Some(event) = self.session.poll_event() {
            match event {
                Event::MoveOffered(color, vertex) => self.judge(color, vertex),
                Event::Stopped(stop) => self.stopped = Some(stop),
                _ => {}
            }
        }
    }

    fn judge(&mut self, color: Color, vertex: Vertex) {
        let is_legal =
            to_move(vertex).is_some_and(|on_board| self.game.play(color, on_board).is_ok());
        // An offered move waits for exactly this, so neither can be out of place.
        let _always_offered = if is_legal {
            self.session.accept_move(self.now)
        } else {
            self.session.refuse_move(self.now).map(|_refusal| ())
        };
    }

    /// The trace shows that this side sent something.
    fn send(&mut self, row: &Row) -> Result<(), Mismatch> {
        let frame = match row.meaning {
            Meaning::Frame { frame, .. } => Some(frame),
            Meaning::Garbled { .. } if is_part_of_ok(row.piece.bytes()) => return Ok(()),
            Meaning::Garbled { .. } => None,
        };
        if let Some(Message::Move(mv)) = frame.map(Frame::message)
            && !row.meaning.is_resend()
        {
            self.play(mv);
        }
        if self.comes_late(row, frame) {
            return Ok(());
        }
        let first = self.next(frame);
        let mut expected = first;
        while expected != frame && self.is_lost_or_late(expected, row) {
            expected = self.next(frame);
        }
        if expected != frame {
            expected = first;
        }
        if frame.is_some_and(|frame| frame.message() == Message::Ok) {
            self.last_ok = frame;
        }
        if expected.is_none() && frame.is_some_and(|frame| self.session.nudges_with(frame)) {
            return Ok(());
        }
        if frame.map(Frame::message) != Some(Message::Ok) {
            // Something new goes out behind what was to be said again.
            self.returns = 0;
        }
        if expected.is_some() && expected == frame && row.piece.bytes().len() == 4 {
            return Ok(());
        }
        let got = match frame {
            Some(frame) => bytes_and_command(frame, self.grid),
            None => format!("{} ({})", row.piece.hex(), row.piece.remark()),
        };
        Err(self.mismatch(CheckPlace::Line(row.line), expected, got))
    }

    /// Returns whether the trace shows this frame only now, though it was on its way before what was heard in between: an OK
    /// once more, to a copy, or what was said again as the line came back.
    fn comes_late(&mut self, row: &Row, frame: Option<Frame>) -> bool {
        let due = self.session.clone().poll_transmit(self.now);
        let is_due = due.is_some_and(|due| Some(due.frame) == frame);
        if is_due || frame.is_none() || self.kept.front() == frame.as_ref() {
            return false;
        }
        let is_answered = self.session.pending().map(|(frame, _)| frame) != frame;
        let met_its_answer = self.returns > 0 || self.now.since(self.heard) < UNDER_WAY;
        let is_said_again = row.meaning.is_resend() && is_answered && met_its_answer;
        if is_said_again {
            self.returns = self.returns.saturating_sub(1);
        }
        is_said_again || row.meaning.is_repeat()
    }

    /// Returns whether the session would send this first, and the line may have swallowed it, or brings it later: the OK to
    /// a copy, once more, or one that the trace does not have and that is not blamed on anybody.
    fn is_lost_or_late(&self, expected: Option<Frame>, row: &Row) -> bool {
        let is_ok = expected.is_some_and(|frame| frame.message() == Message::Ok);
        is_ok && (expected == self.last_ok || row.meaning.is_remark())
    }

    /// Our move is the trace's, where it is our turn.
    fn play(&mut self, mv: WireMove) {
        if let Some(vertex) = self.grid.vertex(mv)
            && self.session.send_move(vertex).is_ok()
            && let Some(on_board) = move_of(mv, self.grid)
        {
            // An illegal move of ours is a fault of the game, told elsewhere.
            let _legal = self.game.play(self.color, on_board);
        }
    }

    /// Frame that the session sends now, or at its deadline where the trace shows a resend.
    fn next(&mut self, shown: Option<Frame>) -> Option<Frame> {
        let due = self.session.clone().poll_transmit(self.now);
        let due = due.map(|transmit| transmit.frame);
        let kept = self.kept.pop_front();
        if kept.is_some() && kept == shown && due != shown {
            return kept;
        }
        self.kept.clear();
        if self.returns > 0 && due != shown && shown.is_some() && shown == self.said_again {
            // Of two returns at once, the second word may still wait when something is heard.
            self.returns -= 1;
            return shown;
        }
        if let Some(transmit) = self.session.poll_transmit(self.now) {
            return Some(transmit.frame);
        }
        if self.returns > 0 {
            self.returns -= 1;
            self.session.handle_reconnect();
            let again = self.session.poll_transmit(self.now);
            self.said_again = again.map(|transmit| transmit.frame);
            return self.said_again;
        }
        let (waiting, _) = self.session.pending()?;
        if Some(waiting) != shown {
            return None;
        }
        // A deadline of another kind may come before that of the resend.
        (0..DEADLINES).find_map(|_| {
            self.now = self.now.max(self.session.poll_timeout()?);
            self.session.handle_timeout(self.now);
            self.drain();
            self.session
                .poll_transmit(self.now)
                .map(|transmit| transmit.frame)
        })
    }

    /// Nothing may be left that the session would send at once, but for the OK to the move that
    /// ended the game: a peer that hangs up then does not wait for it. A trace that is cut off in mid-game lacks what was
    /// about to pass: that frame is returned.
    fn end(mut self) -> Result<Option<String>, Mismatch> {
        let is_over = matches!(self.session.phase(), Phase::Over { .. });
        let is_cut_off = !is_over && self.now.since(self.heard) < UNDER_WAY;
        match self.session.poll_transmit(self.now) {
            None => Ok(None),
            Some(transmit) if is_cut_off => Ok(Some(bytes_and_command(transmit.frame, self.grid))),
            Some(transmit) if is_over && transmit.frame.message() == Message::Ok => Ok(None),
            Some(transmit) => {
                let expected = Some(transmit.frame);
                Err(self.mismatch(CheckPlace::End, expected, "nothing".to_owned()))
            }
        }
    }

    fn mismatch(&self, place: CheckPlace, expected: Option<Frame>, got: String) -> Mismatch {
        let told = |frame| bytes_and_command(frame, self.grid);
        Mismatch {
            color: self.color,
            place,
            expected: expected.map_or_else(|| "nothing".to_owned(), told),
            got,
            stopped: self.stopped,
        }
    }
}

/// Returns whether these are bytes of an OK in their order, as a nudge leaves them that was broken off, that another frame
/// came between, or of which the line has swallowed one.
fn is_part_of_ok(bytes: &[u8]) -> bool {
    let bits = [Bit::Zero, Bit::One];
    let oks = bits.map(|y| bits.map(|h| Frame::new(y, h, Message::Ok).to_bytes()));
    oks.as_flattened().iter().any(|ok| {
        let mut ok = ok.iter();
        bytes.iter().all(|byte| ok.any(|own| own == byte))
    })
}

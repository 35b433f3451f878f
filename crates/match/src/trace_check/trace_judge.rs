//! A whole trace judged: every frame by the dialect, every move by the rules of Go.

use std::fmt;

use sgmp_proto::{Frame, Grid, Message, Observer, Ruling, Violation, WireMove};

use crate::line_judge::frame_text::{command, move_of, sender_of};
use crate::line_judge::referee::shows_gap;
use crate::port::trace::{
    Direction, NoteKind, Piece, Stamp, TraceBegin, TraceHead, TraceLine, TraceMark, TraceNote,
    TracedGame, Viewpoint,
};
use crate::trace_check::replay_terms::ReplayTerms;
use sgmp_board::record::GameResult;
use sgmp_board::rules::{Color, Cycle, Game, IllegalMove, Move};

/// The number of moves for each frame that the line may have lost: a program that leaves its OKs out does so more often.
const MOVES_FOR_A_LOSS: usize = 15;

/// A game of a trace as the frames tell it.
pub struct Judged {
    pub(super) rows: Vec<Row>,
    /// The notes of the trace, each with the number of rows before it.
    pub(super) notes: Vec<TraceNote>,
    /// The head of the trace.
    pub head: TraceHead,
    /// The game; `None` where its beginning is not in the trace.
    pub game: Option<Game>,
    /// The number of moves in their places.
    pub(super) moves: usize,
    /// The board with its numbers.
    pub(super) grid: Grid,
    /// After how many moves the game first had no result, and why.
    pub no_result: Option<(usize, Cycle)>,
    /// The faults, in the order of the rows.
    pub faults: Vec<Fault>,
    /// Faults that were set aside.
    pub(super) remarks: Vec<Fault>,
    /// The side that wrote the trace, where it was written by one.
    pub ours: Option<Color>,
    /// The line of the frame that shows that others passed unseen while a proxy was away: the board is known until there.
    pub(super) unseen_before: Option<usize>,
}

/// A frame, or bytes that are none, with its judgment.
pub struct Row {
    /// Its line in the file, from 1.
    pub(super) line: usize,
    pub(super) time: Option<Stamp>,
    pub(super) direction: Option<Direction>,
    pub(super) piece: Piece,
    pub(super) meaning: Meaning,
}

/// Kind of a run of bytes.
#[derive(Clone, Copy)]
pub(super) enum Meaning {
    Frame {
        frame: Frame,
        from: Color,
        ruling: Ruling,
        mark: Mark,
    },
    /// No frame; from this side, where that is known.
    Garbled { from: Option<Color> },
}

/// The judgment on a frame, in one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mark {
    /// As it has to be.
    Good,
    Violation,
    /// A violation that was set aside.
    Remark,
}

impl Meaning {
    pub(super) const fn from(self) -> Option<Color> {
        match self {
            Self::Frame { from, .. } => Some(from),
            Self::Garbled { from } => from,
        }
    }

    /// Returns whether a program says by this that it goes on with its game.
    pub(super) const fn is_return(self) -> bool {
        matches!(
            self,
            Self::Frame {
                ruling: Ruling::Return,
                ..
            }
        )
    }

    /// Returns whether it is an OK once more, for a copy of what it answered.
    pub(super) const fn is_repeat(self) -> bool {
        matches!(
            self,
            Self::Frame {
                ruling: Ruling::Repeat,
                ..
            }
        )
    }

    /// Returns whether it is its sender's last frame once more.
    pub(super) const fn is_resend(self) -> bool {
        matches!(
            self,
            Self::Frame {
                ruling: Ruling::Resend,
                ..
            }
        )
    }

    /// Returns whether it leads the game on, whatever else is remarked on it.
    pub(super) const fn leads_on(self) -> bool {
        matches!(
            self,
            Self::Frame {
                ruling: Ruling::New,
                ..
            }
        )
    }

    pub(super) const fn is_remark(self) -> bool {
        matches!(
            self,
            Self::Frame {
                mark: Mark::Remark,
                ..
            }
        )
    }
}

/// Something in the trace that must not be there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    line: usize,
    from: Color,
    command: String,
    kind: FaultKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum FaultKind {
    Dialect(Violation),
    Rules(Move, IllegalMove),
}

impl Fault {
    /// Returns whether it is no more than a frame of the other side after the end of the game, such as
    /// GNU Go's third pass.
    fn is_excess_of_other(&self, ours: Option<Color>) -> bool {
        self.kind == FaultKind::Dialect(Violation::AfterEnd) && ours != Some(self.from)
    }

    /// Returns whether a line that loses a frame, or goes and comes back at the far end, looks like that.
    const fn may_be_a_loss(&self) -> bool {
        matches!(
            self.kind,
            FaultKind::Dialect(Violation::MissingOk | Violation::EarlyResend { .. })
        )
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}, {}: ", self.line, self.from, self.command)?;
        match self.kind {
            FaultKind::Dialect(violation) => write!(f, "{violation}"),
            FaultKind::Rules(mv, reason) => write!(f, "{mv} is illegal: {reason}"),
        }
    }
}

/// Judges a game of a trace. `ours` is the side that `Send` means; `None`: as the trace or the frames say.
pub fn judge(traced: TracedGame, terms: &ReplayTerms, ours: Option<Color>) -> Judged {
    let grid = terms.grid;
    let said = match traced.head.viewpoint {
        Some(Viewpoint::Side(color)) => Some(color),
        Some(Viewpoint::Proxy) | None => None,
    };
    let mut judge = Judge {
        observer: match terms.begin {
            TraceBegin::Handshake => Observer::new(grid),
            TraceBegin::After(_) | TraceBegin::MidGame => Observer::joined(grid),
        },
        judged: Judged {
            rows: Vec::new(),
            notes: Vec::new(),
            head: traced.head,
            game: terms.opening.clone(),
            moves: 0,
            grid,
            no_result: None,
            faults: Vec::new(),
            remarks: Vec::new(),
            ours: ours.or(said).or_else(|| infer_ours(&traced.lines)),
            unseen_before: None,
        },
        proxy_is_back: false,
    };
    let mut notes = traced.notes.into_iter().peekable();
    for (index, line) in traced.lines.iter().enumerate() {
        while let Some(note) = notes.next_if(|note| note.before <= index) {
            judge.note(note);
        }
        for piece in line.pieces() {
            judge.take(line, piece);
        }
    }
    notes.for_each(|note| judge.note(note));
    judge.judged
}

impl Judged {
    /// The result that the trace names.
    pub fn result(&self) -> Option<GameResult> {
        self.notes.iter().rev().find_map(|note| match note.kind {
            NoteKind::Mark(TraceMark::Ended { result, .. }) => Some(result),
            _ => None,
        })
    }

    /// Makes remarks of what the other side is not to blame for, or what our own is none the worse for: frames after the
    /// end of the game, and now and then an OK that is missing or a frame that comes again early, as where the line has
    /// swallowed one, or was away at the other end.
    pub fn set_excess_aside(&mut self) {
        let ours = self.ours;
        let of_other = |fault: &&Fault| ours.is_some_and(|ours| fault.from != ours);
        let losses = self.faults.iter().filter(of_other);
        let losses = losses.filter(|fault| fault.may_be_a_loss()).count();
        let is_rare = losses * MOVES_FOR_A_LOSS <= self.moves.max(MOVES_FOR_A_LOSS);
        self.set_aside(|fault| {
            fault.is_excess_of_other(ours) || is_rare && of_other(&fault) && fault.may_be_a_loss()
        });
    }

    /// Makes remarks of all faults: the game is of another dialect.
    pub fn set_all_aside(&mut self) {
        self.set_aside(|_| true);
    }

    fn set_aside(&mut self, is_remark: impl Fn(&Fault) -> bool) {
        let faults = std::mem::take(&mut self.faults).into_iter();
        (self.remarks, self.faults) = faults.partition(is_remark);
        for row in &mut self.rows {
            if let Meaning::Frame { mark, .. } = &mut row.meaning
                && *mark == Mark::Violation
                && !self.faults.iter().any(|fault| fault.line == row.line)
            {
                *mark = Mark::Remark;
            }
        }
    }
}

/// The side that `Send` means: the first frame that only one of the two may send tells.
fn infer_ours(lines: &[TraceLine]) -> Option<Color> {
    lines.iter().find_map(|line| {
        let is_ours = match line.direction? {
            Direction::Sent => true,
            Direction::Read => false,
            Direction::By(_) => return None,
        };
        let frame = line.pieces().iter().find_map(Piece::frame)?;
        let from = sender_of(frame.message())?;
        Some(if is_ours { from } else { !from })
    })
}

/// Returns whether the line, or the program, is back: each side may say its last frame again.
fn is_return(kind: &NoteKind) -> bool {
    match kind {
        NoteKind::Mark(mark) => matches!(mark, TraceMark::LineUp { .. }),
        NoteKind::Head(head) => matches!(head.begin, TraceBegin::After(_)),
    }
}

struct Judge {
    observer: Observer,
    judged: Judged,
    /// True from the return of a proxy to the next move: frames may have passed meanwhile.
    proxy_is_back: bool,
}

impl Judge {
    fn note(&mut self, note: TraceNote) {
        if is_return(&note.kind) {
            self.observer.watch_return();
        }
        let is_proxys = |head: &TraceHead| head.viewpoint == Some(Viewpoint::Proxy);
        self.proxy_is_back |=
            matches!(&note.kind, NoteKind::Head(head) if is_return(&note.kind) && is_proxys(head));
        let before = self.judged.rows.len();
        self.judged.notes.push(TraceNote { before, ..note });
    }

    fn take(&mut self, line: &TraceLine, piece: Piece) {
        let from = match line.direction {
            Some(Direction::Sent) => self.judged.ours,
            Some(Direction::Read) => self.judged.ours.map(Color::other),
            Some(Direction::By(color)) => Some(color),
            None => None,
        };
        let meaning = match piece.frame() {
            Some(frame) => self.take_frame(line, from, frame),
            None => {
                self.observer.watch_garbled(from);
                Meaning::Garbled { from }
            }
        };
        self.judged.rows.push(Row {
            line: line.number,
            time: line.time,
            direction: line.direction,
            piece,
            meaning,
        });
    }

    fn take_frame(&mut self, line: &TraceLine, from: Option<Color>, frame: Frame) -> Meaning {
        let at = line.time.map(Stamp::instant);
        let mut seen = self.observer.watch(from, frame, at);
        if self.proxy_is_back && seen.violations.iter().any(|what| shows_gap(&what)) {
            self.judged.unseen_before = Some(line.number);
            self.observer = Observer::joined(self.judged.grid);
            seen = self.observer.watch(from, frame, at);
        }
        let is_move = matches!(frame.message(), Message::Move(_));
        self.proxy_is_back &= !(seen.ruling == Ruling::New && is_move);
        let (from, ruling) = (seen.from, seen.ruling);
        let mut kinds: Vec<_> = seen.violations.iter().map(FaultKind::Dialect).collect();
        if let (Ruling::New, Message::Move(mv)) = (ruling, frame.message()) {
            kinds.extend(self.play(mv));
        }
        let mark = if kinds.is_empty() {
            Mark::Good
        } else {
            Mark::Violation
        };
        let grid = self.judged.grid;
        self.judged
            .faults
            .extend(kinds.into_iter().map(|kind| Fault {
                line: line.number,
                from,
                command: command(frame, grid),
                kind,
            }));
        Meaning::Frame {
            frame,
            from,
            ruling,
            mark,
        }
    }

    /// Plays a move that is in its place; what is wrong with it.
    fn play(&mut self, mv: WireMove) -> Option<FaultKind> {
        let on_board = move_of(mv, self.judged.grid)?;
        if self.judged.unseen_before.is_some() {
            return None;
        }
        self.judged.moves += 1;
        let game = self.judged.game.as_mut()?;
        if let Err(reason) = game.play(mv.color(), on_board) {
            self.judged.moves -= 1;
            return Some(FaultKind::Rules(on_board, reason));
        }
        if let (None, Some(cycle)) = (self.judged.no_result, game.cycle()) {
            self.judged.no_result = Some((game.move_count(), cycle));
        }
        None
    }
}

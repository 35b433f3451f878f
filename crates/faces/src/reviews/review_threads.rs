//! The work behind a review: the search that goes through the game, and the teacher who answers.

use std::path::{Path, PathBuf};
use std::sync::mpsc::Sender;
use std::thread;

use crate::tables::teacher_thread::{TeacherAnswer, TeacherThread};
use crate::tui::Key;
use sgmp_advice::review::{AdviceDesk, CurvePoint, CurveSearch, GameCurve, KeptCurve};
use sgmp_board::record::NodeId;
use sgmp_board::rules::Game;
use sgmp_board::stop_flag::StopFlag;
use sgmp_engine::engine::{JudgeEffort, NetChoice};
use sgmp_match::console::stderr_line;

/// Positions after which the curve is kept once more.
const KEPT_EVERY: usize = 25;

/// Something that happens at a review.
pub enum ReviewInput {
    /// A line was typed.
    Line(String),
    /// No more lines come.
    EndOfLines,
    /// Ctrl-C, or the system asks the program to end.
    Interrupt,
    /// The position after so many moves was looked at; `None` where there is nothing to see.
    Looked(usize, Option<CurvePoint>),
    /// The position after so many moves, beside a turning point, was looked at closely.
    LookedClosely(usize, CurvePoint),
    /// The search is done.
    LookedAtAll,
    /// A key of the screen.
    Key(Key),
    /// The teacher answers a question about a node.
    Teacher(NodeId, TeacherAnswer),
}

/// The curve of a game as it is made.
pub struct CurveKeeper {
    kept: KeptCurve,
    /// Positions that are not looked at yet.
    missing: usize,
    is_done: bool,
}

impl CurveKeeper {
    /// The curve as an earlier run left it, or a new one.
    pub fn open(file: PathBuf, game: &Game, search: CurveSearch) -> Self {
        let kept = KeptCurve::open(Some(file), game.clone(), search);
        let missing = kept.curve().points().len() - kept.curve().known();
        let is_done = missing == 0 && kept.curve().next_close(game).is_none();
        Self {
            kept,
            missing,
            is_done,
        }
    }

    pub(super) const fn curve(&self) -> &GameCurve {
        self.kept.curve()
    }

    /// The game of the curve: the record's main line as it was read.
    pub(super) const fn game(&self) -> &Game {
        self.kept.game()
    }

    pub(super) const fn search(&self) -> CurveSearch {
        self.kept.search()
    }

    pub(super) const fn is_done(&self) -> bool {
        self.is_done
    }

    /// Searches what is missing in a thread of its own, which ends when nobody listens any more.
    pub(super) fn start(&self, inputs: Sender<ReviewInput>, halt: StopFlag) {
        if self.is_done {
            return;
        }
        let (game, search) = (self.kept.game().clone(), self.search());
        let mut curve = self.curve().clone();
        thread::spawn(move || {
            for moves in 0..=game.move_count() {
                if curve.at(moves).is_some() || halt.is_requested() {
                    continue;
                }
                let position = game.after(moves);
                let point = position.and_then(|position| search.look(&position, &halt));
                if let Some(point) = &point {
                    curve.set(moves, point.clone());
                }
                if halt.is_requested() || inputs.send(ReviewInput::Looked(moves, point)).is_err() {
                    return;
                }
            }
            while let Some(moves) = curve.next_close(&game) {
                let position = game.after(moves);
                let point = position.and_then(|position| search.closer().look(&position, &halt));
                let Some(point) = point else { break };
                curve.set_close(moves, point.clone());
                if inputs
                    .send(ReviewInput::LookedClosely(moves, point))
                    .is_err()
                {
                    return;
                }
            }
            if !halt.is_requested() {
                // Nobody listens after the end of the review.
                let _gone = inputs.send(ReviewInput::LookedAtAll);
            }
        });
    }

    /// Adds a position, and keeps the curve now and then.
    pub(super) fn add(&mut self, moves: usize, point: Option<CurvePoint>) {
        if let Some(point) = point {
            self.kept.set(moves, point);
        }
        self.missing = self.missing.saturating_sub(1);
        if self.missing.is_multiple_of(KEPT_EVERY) {
            self.keep();
        }
    }

    /// Adds what a closer look has found.
    pub(super) fn add_close(&mut self, moves: usize, point: CurvePoint) {
        self.kept.set_close(moves, point);
    }

    /// All is known.
    pub(super) fn finish(&mut self) {
        self.is_done = true;
        self.keep();
    }

    /// The file of the curve, once it is there.
    pub(super) fn file(&self) -> Option<&Path> {
        self.kept.file()
    }

    /// Writes the file. Where that cannot be, the curve is made anew next time, which is said once.
    pub(super) fn keep(&mut self) {
        if let Err(error) = self.kept.keep() {
            stderr_line(format_args!("the curve is not kept: {error}"));
        }
    }
}

/// The teacher of a review; `search` answers moves that are tried.
pub(super) fn start_teacher(
    net: Option<NetChoice>,
    search: CurveSearch,
    inputs: Sender<ReviewInput>,
) -> TeacherThread<NodeId> {
    TeacherThread::start(
        move || AdviceDesk::new(net, JudgeEffort::ONE_POSITION).with_search(search),
        move |node, answer| inputs.send(ReviewInput::Teacher(node, answer)).is_ok(),
    )
}

/// The reasons for a move with its number, as a review tells them.
pub(super) fn numbered(number: usize, told: &str) -> String {
    match number {
        0 => told.to_owned(),
        number => format!("Move {number}. {told}"),
    }
}

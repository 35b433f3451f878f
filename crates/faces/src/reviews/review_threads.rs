//! The work behind a review: the search that goes through the game, and the teacher who answers.

use std::path::PathBuf;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;

use crate::tables::shown_line::CaseAgainst;
use crate::tables::teacher_thread::{Survey, why_not};
use crate::tui::Key;
use sgmp_advice::review::{AdviceDesk, CurvePoint, CurveSearch, GameCurve, KeptCurve};
use sgmp_board::record::NodeId;
use sgmp_board::rules::{Color, Game, Move, Point};
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
    /// A key of the screen.
    Key(Key),
    /// The teacher answers a question about a node.
    Told(NodeId, String),
    /// The case against a move, at a node.
    Against(NodeId, CaseAgainst),
    /// Moves that might be made at a node, the best first, and all of it in words.
    Hinted(NodeId, Vec<Point>, String),
    /// Territory and the life of groups at a node.
    Surveyed(NodeId, Box<Survey>),
    /// The teacher answers a move that was tried: words, and the line that answers it.
    Answered(NodeId, String, Vec<Move>),
}

/// The curve of a game as it is made.
pub struct CurveKeeper {
    kept: KeptCurve,
    /// Positions that are not looked at yet.
    missing: usize,
}

impl CurveKeeper {
    /// The curve as an earlier run left it, or a new one.
    pub fn open(file: PathBuf, game: &Game, search: CurveSearch) -> Self {
        let kept = KeptCurve::open(Some(file), game.clone(), search);
        let missing = kept.curve().points().len() - kept.curve().known();
        Self { kept, missing }
    }

    pub(super) const fn curve(&self) -> &GameCurve {
        self.kept.curve()
    }

    pub(super) const fn search(&self) -> CurveSearch {
        self.kept.search()
    }

    pub(super) const fn is_done(&self) -> bool {
        self.missing == 0
    }

    /// Searches what is missing in a thread of its own, which ends when nobody listens any more.
    pub(super) fn start(&self, inputs: Sender<ReviewInput>, halt: StopFlag) {
        let (game, search) = (self.kept.game().clone(), self.search());
        let known = self.curve().points().iter().map(Option::is_some);
        let known: Vec<bool> = known.collect();
        thread::spawn(move || {
            for (moves, is_known) in known.into_iter().enumerate() {
                if is_known || halt.is_requested() {
                    continue;
                }
                let position = game.after(moves);
                let point = position.and_then(|position| search.look(&position, &halt));
                if halt.is_requested() || inputs.send(ReviewInput::Looked(moves, point)).is_err() {
                    return;
                }
            }
        });
    }

    /// Adds a position, and keeps the curve now and then.
    pub(super) fn add(&mut self, moves: usize, point: Option<CurvePoint>) {
        if let Some(point) = point {
            self.kept.set(moves, point);
        }
        self.missing = self.missing.saturating_sub(1);
        if self.is_done() || self.missing.is_multiple_of(KEPT_EVERY) {
            self.keep();
        }
    }

    /// Writes the file. Where that cannot be, the curve is made anew next time, which is said once.
    pub(super) fn keep(&mut self) {
        if let Err(error) = self.kept.keep() {
            stderr_line(format_args!("the curve is not kept: {error}"));
        }
    }
}

/// A question to the teacher.
pub(super) enum ReviewQuestion {
    /// Moves that the side to move might make.
    Hint(NodeId, Game),
    /// The reasons for the latest move of the game; a node is told them.
    Why(NodeId, Game),
    /// The case against a move in the position before it; a node is told it.
    WhyNot(NodeId, Game, Color, Move),
    /// Territory and the life of groups.
    Survey(NodeId, Game),
    /// A move was tried: it is the latest of the game, at a node.
    Tried(NodeId, Game),
}

impl ReviewQuestion {
    /// The question what speaks against the latest move of a game; `None` before the first.
    pub(super) fn why_not_last(node: NodeId, game: &Game) -> Option<Self> {
        let (color, mv) = game.last_move()?;
        let before = game.after(game.move_count().checked_sub(1)?)?;
        Some(Self::WhyNot(node, before, color, mv))
    }
}

/// The teacher of a review.
pub(super) struct ReviewTeacher {
    questions: Sender<ReviewQuestion>,
}

impl ReviewTeacher {
    /// Starts the thread; answers come as inputs.
    pub(super) fn start(
        net: Option<NetChoice>,
        search: CurveSearch,
        inputs: Sender<ReviewInput>,
    ) -> Self {
        let (questions, received) = mpsc::channel();
        thread::spawn(move || answer_all(&received, net, search, &inputs));
        Self { questions }
    }

    pub(super) fn ask(&self, question: ReviewQuestion) {
        // The thread lives as long as the table.
        let _gone = self.questions.send(question);
    }
}

fn answer_all(
    questions: &Receiver<ReviewQuestion>,
    net: Option<NetChoice>,
    search: CurveSearch,
    inputs: &Sender<ReviewInput>,
) {
    let mut desk = AdviceDesk::new(net, JudgeEffort::ONE_POSITION);
    for question in questions {
        let answer = match question {
            ReviewQuestion::Hint(node, game) => {
                let color = game.to_move();
                let hints = desk.hints(&game, color);
                let points = hints.moves.iter().filter_map(|hint| match hint.mv {
                    Move::Play(point) => Some(point),
                    Move::Pass => None,
                });
                let words = format!("{color} might play:\n{hints}");
                ReviewInput::Hinted(node, points.collect(), words)
            }
            ReviewQuestion::Why(node, game) => ReviewInput::Told(node, why(&mut desk, &game)),
            ReviewQuestion::Survey(node, game) => {
                let survey = Survey::new(&desk, &game, game.to_move());
                ReviewInput::Surveyed(node, Box::new(survey))
            }
            ReviewQuestion::WhyNot(node, game, color, mv) => {
                let told = why_not(&mut desk, &game, (color, mv));
                ReviewInput::Against(node, told)
            }
            ReviewQuestion::Tried(node, game) => {
                let point = search.look(&game, &StopFlag::new());
                let told = why(&mut desk, &game);
                let line = point.map(|point| point.line).unwrap_or_default();
                ReviewInput::Answered(node, told, line)
            }
        };
        if inputs.send(answer).is_err() {
            break;
        }
    }
}

fn why(desk: &mut AdviceDesk, game: &Game) -> String {
    let number = game.move_count();
    let told = desk.explain(game, number);
    told.map_or_else(
        || "No move was made yet.".to_owned(),
        |told| format!("Move {number}. {told}"),
    )
}

//! The thread of the teacher: it answers questions about positions, the board goes on listening.

use std::collections::VecDeque;
use std::sync::mpsc::{self, Receiver, Sender, TryRecvError};
use std::thread;

use crate::local_game::Ticket;
use crate::tables::plain_answers::territory;
use crate::tables::shown_line::CaseAgainst;
use crate::tables::table_input::TableInput;
use sgmp_advice::review::{AdviceDesk, ExpectedTerritory, analysis, life};
use sgmp_board::picture::{Life, Picture};
use sgmp_board::rules::{Board, Color, Game, Move, Point, PointSet};
use sgmp_engine::engine::JudgeEffort;
use sgmp_engine::engine::NamedNet;

/// A question to the teacher.
pub(super) enum Question {
    /// Moves that the color might make.
    Hint(Game, Color),
    /// The reasons for the latest move.
    Why(Game),
    /// The case against a move in the position before it.
    WhyNot(Game, Color, Move),
    /// Territory and the life of groups.
    Survey(Game, Color),
    /// Territory in sentences.
    Territory(Game, Color),
}

/// Something to do for the teacher.
enum Task {
    Answer(Question),
    /// Black's chance to win after each move from this number on.
    Chances(Game, usize),
}

/// The teacher's answer.
pub enum TeacherAnswer {
    /// Moves, the best first, and all of it in words.
    Hint(Vec<Point>, String),
    /// The reasons in words.
    Why(String),
    /// The case against a move.
    WhyNot(CaseAgainst),
    /// The view of a position.
    Survey(Box<Survey>),
    /// Territory in sentences.
    Territory(String),
    /// Black's chance to win after so many moves.
    Chance(usize, f32),
}

impl TeacherAnswer {
    /// The answer in words; `None` where it is to be seen, not said.
    pub(super) fn into_words(self) -> Option<String> {
        match self {
            Self::Hint(_, words) | Self::Why(words) | Self::Territory(words) => Some(words),
            Self::WhyNot(case) => Some(case.words),
            Self::Survey(_) | Self::Chance(..) => None,
        }
    }
}

/// Territory and the life of groups in a position.
pub struct Survey {
    territory: ExpectedTerritory,
    board: Board,
    /// The life of the groups.
    pub lives: Vec<(PointSet, Life)>,
}

impl Survey {
    /// Territory and the life of groups in a position, as the desk sees them.
    pub fn new(desk: &AdviceDesk, game: &Game, to_move: Color) -> Self {
        let analysis = analysis(game.board(), to_move);
        let infos = analysis.group_infos().iter();
        Self {
            territory: desk.territory(game, to_move),
            board: game.board().clone(),
            lives: infos
                .map(|info| (info.group.stones, life(info.status)))
                .collect(),
        }
    }

    /// Black's share of a point, 0 where a stone stands.
    pub fn owner(&self, point: Point) -> f32 {
        match self.board.color_at(point) {
            Some(_) => 0.0,
            None => self.territory.share(point),
        }
    }
}

/// The teacher behind the board.
pub(super) struct TeacherThread {
    tasks: Sender<(Ticket, Task)>,
}

impl TeacherThread {
    /// Starts the thread; answers come as inputs.
    pub(super) fn start(net: Option<NamedNet>, inputs: Sender<TableInput>) -> Self {
        let (tasks, received) = mpsc::channel();
        thread::spawn(move || answer_all(&received, net, &inputs));
        Self { tasks }
    }

    /// Asks about a state of the game.
    pub(super) fn ask(&self, ticket: Ticket, question: Question) {
        // The thread lives as long as the board.
        let _gone = self.tasks.send((ticket, Task::Answer(question)));
    }

    /// Asks for Black's chance to win after each move from this number on; all other questions come first.
    pub(super) fn ask_chances(&self, ticket: Ticket, game: Game, first: usize) {
        let _gone = self.tasks.send((ticket, Task::Chances(game, first)));
    }
}

fn answer_all(
    tasks: &Receiver<(Ticket, Task)>,
    net: Option<NamedNet>,
    inputs: &Sender<TableInput>,
) {
    // Read when it is first asked for: a board is shown before.
    let mut known = None;
    // Positions whose chances are to be told, when nothing else is asked.
    let mut chances = VecDeque::new();
    loop {
        let next = if chances.is_empty() {
            tasks.recv().map_err(|_| TryRecvError::Disconnected)
        } else {
            tasks.try_recv()
        };
        let desk = known.get_or_insert_with(|| {
            AdviceDesk::new(NamedNet::or_own(net), JudgeEffort::ONE_POSITION)
        });
        let is_heard = match next {
            Ok((ticket, Task::Chances(game, first))) => {
                // Positions that were taken back since are nobody's any more.
                chances.retain(|(_, position): &(Ticket, Game)| position.move_count() < first);
                let positions = (first..=game.move_count()).filter_map(|moves| game.after(moves));
                chances.extend(positions.map(|position| (ticket, position)));
                true
            }
            Ok((ticket, Task::Answer(question))) => {
                let answer = answer(desk, &question);
                inputs.send(TableInput::Teacher(ticket, answer)).is_ok()
            }
            Err(TryRecvError::Empty) => tell_chance(desk, chances.pop_front(), inputs),
            Err(TryRecvError::Disconnected) => false,
        };
        if !is_heard {
            return;
        }
    }
}

/// Tells Black's chance in a position; false once nobody listens.
fn tell_chance(
    desk: &AdviceDesk,
    asked: Option<(Ticket, Game)>,
    inputs: &Sender<TableInput>,
) -> bool {
    let Some((ticket, position)) = asked else {
        return true;
    };
    desk.chance(&position).is_none_or(|chance| {
        let answer = TeacherAnswer::Chance(position.move_count(), chance);
        inputs.send(TableInput::Teacher(ticket, answer)).is_ok()
    })
}

/// Answers one question.
fn answer(desk: &mut AdviceDesk, question: &Question) -> TeacherAnswer {
    match question {
        Question::Hint(game, color) => {
            let hints = desk.hints(game, *color);
            let points = hints.moves.iter().filter_map(|hint| match hint.mv {
                Move::Play(point) => Some(point),
                Move::Pass => None,
            });
            let words = format!("{color} might play:\n{hints}");
            TeacherAnswer::Hint(points.collect(), words)
        }
        Question::Why(game) => {
            let told = desk.explain(game, game.move_count());
            TeacherAnswer::Why(told.map_or_else(
                || "No move was made yet.".to_owned(),
                |told| told.to_string(),
            ))
        }
        Question::WhyNot(game, color, mv) => {
            TeacherAnswer::WhyNot(why_not(desk, game, (*color, *mv)))
        }
        Question::Survey(game, to_move) => {
            TeacherAnswer::Survey(Box::new(Survey::new(desk, game, *to_move)))
        }
        Question::Territory(game, to_move) => {
            TeacherAnswer::Territory(territory(&desk.territory(game, *to_move), game))
        }
    }
}

/// The answer to "why not?".
pub fn why_not(desk: &mut AdviceDesk, game: &Game, (color, mv): (Color, Move)) -> CaseAgainst {
    let alone = |words| CaseAgainst { words, line: None };
    match desk.why_not(game, color, mv) {
        Ok(Some(told)) if told.line().is_empty() => alone(told.to_string()),
        Ok(Some(told)) => {
            let line = [&[mv], told.line()].concat();
            CaseAgainst {
                words: told.to_string(),
                line: Some(Box::new(Picture::of_line(game.board(), color, &line))),
            }
        }
        Ok(None) => alone("Nothing is known of this move.".to_owned()),
        Err(error) => alone(format!("{mv} is against the rules: {error}.")),
    }
}

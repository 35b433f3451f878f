//! The thread of the teacher: it answers questions about positions, the board goes on listening.

use std::sync::mpsc::{self, Receiver, Sender, TryRecvError};
use std::thread;

use crate::study::{GameSource, LearnerFiles, MissedChance};
use crate::tables::plain_answers::{group, groups, territory};
use crate::tables::shown_line::CaseAgainst;
use sgmp_advice::review::{AdviceDesk, CurvePoint, ExpectedTerritory, MoveLoss, candidates};
use sgmp_board::picture::{Candidate, Life, Picture};
use sgmp_board::rules::{Board, Color, Game, Move, Point, PointSet};
use sgmp_knowledge::experts::MoveFigures;

/// A question to the teacher.
pub enum Question {
    /// Moves that the color might make.
    Hint(Game, Color),
    /// The reasons for the latest move, with the figures that a curve has of it.
    Why(Game, Option<MoveFigures>),
    /// The case against a move in the position before it, with the figures that a curve has of it.
    WhyNot(Game, (Color, Move), Option<MoveFigures>),
    /// Territory and the life of groups.
    Survey(Game, Color),
    /// Territory in sentences, for the side that asks.
    Territory(Game),
    /// The course of the game in sentences: the lead after every tenth move, and now.
    Curve(Game),
    /// How all groups stand, in sentences.
    Groups(Game, Color),
    /// The string on a point, and how its group stands.
    Group(Game, Color, Point),
    /// The reasons for or against the latest move, which was tried, and the line that answers it.
    Tried(Game),
    /// A problem of one's own, made of a move of the game that lost much, with the position before it as the curve has it.
    TryAgain(Game, Box<(MoveLoss, CurvePoint)>, GameSource),
}

impl Question {
    /// The question what speaks against the latest move of a game; `None` before the first.
    pub fn why_not_last(game: &Game, figures: Option<MoveFigures>) -> Option<Self> {
        let played = game.last_move()?;
        let before = game.after(game.move_count().checked_sub(1)?)?;
        Some(Self::WhyNot(before, played, figures))
    }
}

/// Something to do for the teacher.
enum Task {
    Answer(Question),
    /// Black's chance to win after each move from this number on.
    Chances(Game, usize),
}

/// An answer of the teacher's thread to a question.
pub enum TeacherAnswer {
    /// Moves, the best first, with their numbers in the list, and all of it in words.
    Hint(Vec<(Move, Candidate)>, String),
    /// The reasons for a move in words, with its number.
    Why(usize, String),
    /// The case against a move.
    WhyNot(CaseAgainst),
    /// The view of a position.
    Survey(Box<Survey>),
    /// Territory or groups, told in sentences.
    Told(String),
    /// Black's chance to win after so many moves.
    Chance(usize, f32),
    /// The reasons for or against a move that was tried, with its number, and the line that answers it.
    Tried(usize, String, Vec<Move>),
}

impl TeacherAnswer {
    /// The answer in words; `None` where it is to be seen, not said.
    pub fn into_words(self) -> Option<String> {
        match self {
            Self::Hint(_, words)
            | Self::Why(_, words)
            | Self::Tried(_, words, _)
            | Self::Told(words) => Some(words),
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
        Self {
            territory: desk.territory(game, to_move),
            board: game.board().clone(),
            lives: desk
                .groups(game, to_move)
                .iter()
                .map(|group| (group.stones, group.life()))
                .collect(),
        }
    }

    /// A sentence about the signs on groups: where there is none, that it is so.
    pub fn groups_in_words(&self) -> &'static str {
        let lives = self.lives.iter().map(|(_, life)| *life);
        match lives.filter(|life| *life != Life::Alive).count() {
            0 if self.lives.is_empty() => "Groups: there are no stones yet.",
            0 => "Groups: all are safe as far as can be seen; a sign comes where one is in danger.",
            _ => "Groups: those without a sign are safe.",
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

/// The teacher behind a board; a key tells which state of it a question is about.
pub struct TeacherThread<K> {
    tasks: Sender<(K, Task)>,
}

impl<K: Copy + Send + 'static> TeacherThread<K> {
    /// Starts the thread; `tell` hears the answers, and returns whether anybody listens. The desk is set up when it is
    /// first asked: a board is shown before.
    pub fn start(
        desk: impl FnOnce() -> AdviceDesk + Send + 'static,
        tell: impl Fn(K, TeacherAnswer) -> bool + Send + 'static,
    ) -> Self {
        let (tasks, received) = mpsc::channel();
        thread::spawn(move || answer_all(&received, desk, tell));
        Self { tasks }
    }

    /// Asks about a state.
    pub fn ask(&self, key: K, question: Question) {
        // The thread lives as long as the board.
        let _gone = self.tasks.send((key, Task::Answer(question)));
    }

    /// Asks for Black's chance to win after each move from this number on; all other questions come first.
    pub fn ask_chances(&self, key: K, game: Game, first: usize) {
        let _gone = self.tasks.send((key, Task::Chances(game, first)));
    }
}

fn answer_all<K: Copy>(
    tasks: &Receiver<(K, Task)>,
    desk: impl FnOnce() -> AdviceDesk,
    tell: impl Fn(K, TeacherAnswer) -> bool,
) {
    let Ok(first) = tasks.recv() else { return };
    let mut desk = desk();
    let mut next = Ok(first);
    // Positions whose chances are to be told, when nothing else is asked.
    let mut chances = Vec::new();
    loop {
        let is_heard = match next {
            Ok((key, Task::Chances(game, first))) => {
                // Positions that were taken back since are nobody's any more.
                chances.retain(|(_, position): &(K, Game)| position.move_count() < first);
                let positions = (first..=game.move_count()).filter_map(|moves| game.after(moves));
                chances.extend(positions.map(|position| (key, position)));
                true
            }
            Ok((key, Task::Answer(question))) => tell(key, answer(&mut desk, &question)),
            // The latest first: it is the one that is looked at.
            Err(TryRecvError::Empty) => chances.pop().is_none_or(|(key, position)| {
                let chance = desk.chance(&position);
                chance.is_none_or(|chance| {
                    tell(key, TeacherAnswer::Chance(position.move_count(), chance))
                })
            }),
            Err(TryRecvError::Disconnected) => false,
        };
        if !is_heard {
            return;
        }
        next = if chances.is_empty() {
            tasks.recv().map_err(|_| TryRecvError::Disconnected)
        } else {
            tasks.try_recv()
        };
    }
}

fn answer(desk: &mut AdviceDesk, question: &Question) -> TeacherAnswer {
    match question {
        Question::Hint(game, color) => {
            let hints = desk.hints(game, *color);
            let words = format!("{color} might play:\n{}", hints.in_short());
            TeacherAnswer::Hint(candidates(&hints), words)
        }
        Question::Why(game, figures) => {
            TeacherAnswer::Why(game.move_count(), why(desk, game, *figures))
        }
        Question::Tried(game) => {
            let why = why(desk, game, None);
            TeacherAnswer::Tried(game.move_count(), why, desk.answer(game))
        }
        Question::WhyNot(game, played, figures) => {
            TeacherAnswer::WhyNot(why_not(desk, game, *played, *figures))
        }
        Question::Survey(game, to_move) => {
            TeacherAnswer::Survey(Box::new(Survey::new(desk, game, *to_move)))
        }
        Question::Territory(game) => {
            TeacherAnswer::Told(territory(&desk.counted_territory(game), game))
        }
        Question::Groups(game, to_move) => {
            TeacherAnswer::Told(groups(&desk.groups(game, *to_move)))
        }
        Question::TryAgain(game, lost, source) => {
            let (loss, known) = lost.as_ref();
            let missed = MissedChance::to_try_again(desk, game, loss, known, source);
            TeacherAnswer::Told(kept_problem(missed))
        }
        Question::Curve(game) => TeacherAnswer::Told(curve(desk, game)),
        Question::Group(game, to_move, point) => {
            let told = group(game.board(), &desk.groups(game, *to_move), *point);
            TeacherAnswer::Told(told.unwrap_or_else(|error| error.to_string()))
        }
    }
}

fn why(desk: &mut AdviceDesk, game: &Game, figures: Option<MoveFigures>) -> String {
    let told = desk.explain(game, game.move_count());
    told.map_or_else(
        || "No move was made yet.".to_owned(),
        |told| told.with_figures(figures).to_string(),
    )
}

/// Keeps a problem among the learner's own, and says so.
fn kept_problem(missed: Option<MissedChance>) -> String {
    let Some(missed) = missed else {
        return "A pass is no problem.".to_owned();
    };
    let learner = LearnerFiles::of_this_user(None, None);
    let added = learner.and_then(|learner| learner.add_mistakes(std::slice::from_ref(&missed)));
    let sentence = format!("Find a better move than move {}", missed.number);
    match added {
        Ok(0) => {
            format!("{sentence}: it is among your own problems already (sgmp-go problems own).")
        }
        Ok(_) => format!("{sentence}: it is among your own problems now (sgmp-go problems own)."),
        Err(error) => format!("The problem is not kept: {error}."),
    }
}

/// The chance and the lead after every tenth move and now, a line each.
fn curve(desk: &AdviceDesk, game: &Game) -> String {
    let now = game.move_count();
    let moves = (10..now).step_by(10).chain([now]);
    let told = moves.filter_map(|moves| {
        let seen = desk.look(&game.after(moves)?)?.in_words();
        Some(match moves {
            moves if moves == now => format!("Now: {seen}."),
            moves => format!("After move {moves}: {seen}."),
        })
    });
    let told: Vec<String> = told.collect();
    match told.is_empty() {
        true => "The game is over: its review has the curve.".to_owned(),
        false => told.join("\n"),
    }
}

/// The answer to "why not?".
fn why_not(
    desk: &mut AdviceDesk,
    game: &Game,
    (color, mv): (Color, Move),
    figures: Option<MoveFigures>,
) -> CaseAgainst {
    let alone = |words| CaseAgainst { words, line: None };
    let told = desk.why_not(game, color, mv);
    match told.map(|told| told.map(|told| told.with_figures(figures))) {
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

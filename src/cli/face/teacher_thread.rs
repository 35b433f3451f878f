//! The thread of the teacher: it answers questions about positions, the board goes on listening.

use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;

use super::shown_line::CaseAgainst;
use super::table_input::TableInput;
use crate::analysis::{Analysis, LifeStatus};
use crate::cli::values::teacher_args::teacher;
use crate::cli::values::thinking_args::NetArg;
use crate::engine::{JudgeEffort, NetChoice};
use crate::experts::Teacher;
use crate::net::inputs::Symmetry;
use crate::picture::{Life, Picture};
use crate::play::local_game::Ticket;
use crate::review::Critic;
use crate::rules::{Color, Game, Move, Point, PointSet};

/// Level of the analysis that answers.
pub(super) const ANALYSIS_LEVEL: u8 = 4;

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
    /// Black's chance to win after each move from this number on.
    Chances(Game, usize),
}

/// The teacher's answer.
pub(super) enum TeacherAnswer {
    /// Moves, the best first, and all of it in words.
    Hint(Vec<Point>, String),
    /// The reasons in words.
    Why(String),
    /// The case against a move.
    WhyNot(CaseAgainst),
    /// The view of a position.
    Survey(Box<Survey>),
    /// Black's chance to win after so many moves.
    Chance(usize, f32),
}

impl TeacherAnswer {
    /// The answer in words; `None` where it is to be seen, not said.
    pub(super) fn into_words(self) -> Option<String> {
        match self {
            Self::Hint(_, words) | Self::Why(words) => Some(words),
            Self::WhyNot(case) => Some(case.words),
            Self::Survey(_) | Self::Chance(..) => None,
        }
    }
}

/// Territory and the life of groups in a position.
pub(super) struct Survey {
    /// The owner of each empty point, from -1 (White's) to 1 (Black's).
    pub(super) owners: Vec<(Point, f32)>,
    /// The life of the groups.
    pub(super) lives: Vec<(PointSet, Life)>,
}

impl Survey {
    pub(super) fn new(game: &Game, to_move: Color) -> Self {
        let board = game.board();
        let analysis = Analysis::new(board, to_move, ANALYSIS_LEVEL);
        let empty = Point::all(board.size()).filter(|point| board.color_at(*point).is_none());
        let owners = empty.map(|point| (point, analysis.territory().at(point)));
        let infos = analysis.group_infos().iter();
        Self {
            owners: owners.collect(),
            lives: infos
                .map(|info| (info.group.stones, life(info.status)))
                .collect(),
        }
    }

    /// The owner of a point, 0 where a stone stands.
    pub(super) fn owner(&self, point: Point) -> f32 {
        let known = self.owners.iter().find(|(known, _)| *known == point);
        known.map_or(0.0, |(_, share)| *share)
    }
}

/// A status of the long scale on the short one.
fn life(status: LifeStatus) -> Life {
    match status {
        LifeStatus::Seki => Life::Seki,
        status if status.is_alive() => Life::Alive,
        status if status.is_dead() => Life::Dead,
        _ => Life::Unsettled,
    }
}

/// The teacher behind the board.
pub(super) struct TeacherThread {
    questions: Sender<(Ticket, Question)>,
}

impl TeacherThread {
    /// Starts the thread; answers come as inputs.
    pub(super) fn start(net: Option<NetArg>, inputs: Sender<TableInput>) -> Self {
        let (questions, received) = mpsc::channel();
        thread::spawn(move || answer_all(&received, net, &inputs));
        Self { questions }
    }

    /// Asks about a state of the game.
    pub(super) fn ask(&self, ticket: Ticket, question: Question) {
        // The thread lives as long as the board.
        let _gone = self.questions.send((ticket, question));
    }
}

fn answer_all(
    questions: &Receiver<(Ticket, Question)>,
    net: Option<NetArg>,
    inputs: &Sender<TableInput>,
) {
    // Read when it is first asked for: a board is shown before.
    let mut known = None;
    for (ticket, question) in questions {
        let (net, teacher, critic) = known.get_or_insert_with(|| {
            let net = NetArg::or_own(net);
            let teacher = teacher(net, JudgeEffort::ONE_POSITION);
            (net, teacher, Critic::new(net))
        });
        let tell = |answer| inputs.send(TableInput::Teacher(ticket, answer)).is_ok();
        if !answer(teacher, critic, *net, &question, &tell) {
            break;
        }
    }
}

/// Answers one question; false once nobody listens.
fn answer(
    teacher: &mut Teacher,
    critic: &mut Critic,
    net: Option<NetChoice>,
    question: &Question,
    tell: &dyn Fn(TeacherAnswer) -> bool,
) -> bool {
    match question {
        Question::Hint(game, color) => {
            let hints = teacher.hints(game, *color);
            let points = hints.moves.iter().filter_map(|hint| match hint.mv {
                Move::Play(point) => Some(point),
                Move::Pass => None,
            });
            let words = format!("{color} might play:\n{hints}");
            tell(TeacherAnswer::Hint(points.collect(), words))
        }
        Question::Why(game) => {
            let told = teacher.explain(game, game.move_count());
            tell(TeacherAnswer::Why(told.map_or_else(
                || "No move was made yet.".to_owned(),
                |told| told.to_string(),
            )))
        }
        Question::WhyNot(game, color, mv) => {
            let told = why_not(critic, teacher, game, (*color, *mv));
            tell(TeacherAnswer::WhyNot(told))
        }
        Question::Survey(game, to_move) => {
            let survey = Survey::new(game, *to_move);
            tell(TeacherAnswer::Survey(Box::new(survey)))
        }
        Question::Chances(game, first) => {
            let net = net.filter(|_| game.size().lines() >= NetChoice::MIN_LINES);
            net.is_none_or(|net| tell_chances(net, game, *first, tell))
        }
    }
}

/// The answer to "why not?".
pub(super) fn why_not(
    critic: &mut Critic,
    teacher: &mut Teacher,
    game: &Game,
    (color, mv): (Color, Move),
) -> CaseAgainst {
    let alone = |words| CaseAgainst { words, line: None };
    match critic.why_not(teacher, game, color, mv) {
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

fn tell_chances(
    net: NetChoice,
    game: &Game,
    first: usize,
    tell: &dyn Fn(TeacherAnswer) -> bool,
) -> bool {
    let mut positions = (first..=game.move_count()).filter_map(|moves| game.after(moves));
    positions.all(|position| {
        let color = position.to_move();
        let win = net.judge(&position, color, Symmetry::ALL[0]).win;
        let black = match color {
            Color::Black => win,
            Color::White => 1.0 - win,
        };
        tell(TeacherAnswer::Chance(position.move_count(), black))
    })
}

//! Questions about strings and groups, and their answers in the form of GNU Go's commands.

use super::ko_question::{Asker, KoQuestion, opposite};
use sgmp_board::rules::{Board, Color, Move, Point};
use sgmp_engine::engine::NetChoice;
use sgmp_engine::search::{LifeQuestion, NetLife};
use sgmp_knowledge::reading::{Answer, LifeProblem, QuestionEffort, ResultCode, Tactician};

/// Empty points that are tried for moves that work.
const MAX_TRIED: usize = 48;
/// The part of the effort that each of many moves gets.
const TRY_SHARE: u32 = 4;

/// The stones that a question is about.
#[derive(Clone, Debug)]
pub(super) enum Subject {
    /// The string of a stone.
    String(Point),
    /// The strings of two stones.
    Link(Point, Point),
    /// The group of a stone.
    Group(Point, Box<LifeProblem>),
}

impl Subject {
    /// A stone of it.
    pub(super) const fn stone(&self) -> Point {
        match self {
            Self::String(stone) | Self::Link(stone, _) | Self::Group(stone, _) => *stone,
        }
    }
}

pub(super) struct QuestionReader<'a> {
    pub(super) tactician: &'a mut Tactician,
    pub(super) effort: QuestionEffort,
    /// Has a say about strings and groups.
    pub(super) net: Option<NetChoice>,
}

impl QuestionReader<'_> {
    /// The answer to a question of the side that moves first, by reading alone.
    pub(super) fn ask(&mut self, board: &Board, subject: &Subject, by: Asker) -> Answer {
        self.read(board, subject, by, self.effort)
    }

    fn read(
        &mut self,
        board: &Board,
        subject: &Subject,
        by: Asker,
        effort: QuestionEffort,
    ) -> Answer {
        let (strings, groups) = (effort.strings(), effort.groups());
        match (subject, by) {
            (Subject::String(stone), Asker::Opponent) => {
                self.tactician.attack(board, *stone, strings)
            }
            (Subject::String(stone), Asker::Owner) => self.tactician.defend(board, *stone, strings),
            (Subject::Link(a, b), Asker::Opponent) => {
                self.tactician.disconnect(board, *a, *b, strings)
            }
            (Subject::Link(a, b), Asker::Owner) => self.tactician.connect(board, *a, *b, strings),
            (Subject::Group(_, problem), Asker::Opponent) => {
                self.tactician.kill(board, problem, groups)
            }
            (Subject::Group(_, problem), Asker::Owner) => {
                self.tactician.live(board, problem, groups)
            }
        }
    }

    /// The answer to a question that is asked for its own sake: the net has a say about strings and groups.
    fn ask_net(&mut self, board: &Board, subject: &Subject, by: Asker) -> Answer {
        let stone = subject.stone();
        let (Some(net), Some(owner)) = (self.net, board.color_at(stone)) else {
            return self.ask(board, subject, by);
        };
        let question = LifeQuestion {
            board,
            stone,
            to_move: by.color(owner),
        };
        let mut life = NetLife::new(net);
        match subject {
            Subject::Group(..) => life.group_answer(question, self.effort, |effort| {
                self.read(board, subject, by, effort)
            }),
            Subject::String(_) => life.string_answer(question, self.ask(board, subject, by)),
            Subject::Link(..) => self.ask(board, subject, by),
        }
    }

    /// The answer in GNU Go's form; a second line says if it is not proved.
    pub(super) fn reply(&mut self, board: &Board, subject: &Subject, by: Asker) -> String {
        let answer = self.ask_net(board, subject, by);
        let ko = KoQuestion {
            board,
            stone: subject.stone(),
            asked_by: by,
        };
        let code = ko.reading_code(&answer, |board| self.ask(board, subject, by.other()));
        if answer.is_complete {
            return code;
        }
        let positions = match subject {
            Subject::Group(..) => self.effort.groups().decisions,
            Subject::String(_) | Subject::Link(..) => self.effort.strings().decisions,
        };
        format!("{code}\nnot decided within {positions} positions")
    }

    /// The result of a side's move on a point: what its opponent is left with. `None` if it may not be
    /// played.
    pub(super) fn result_of(
        &mut self,
        board: &Board,
        subject: &Subject,
        by: Asker,
        point: Point,
    ) -> Option<ResultCode> {
        let owner = board.color_at(subject.stone())?;
        let after = played(board, by.color(owner), point)?;
        Some(self.result_on(&after, subject, by))
    }

    /// The result of a side that has just moved.
    pub(super) fn result_on(&mut self, after: &Board, subject: &Subject, by: Asker) -> ResultCode {
        if after.color_at(subject.stone()).is_none() {
            return match by {
                Asker::Opponent => ResultCode::Succeeds,
                Asker::Owner => ResultCode::Fails,
            };
        }
        opposite(self.ask_net(after, subject, by.other()).result)
    }

    /// The moves of a side that work, the best first, each with its result: the one that the question itself is
    /// answered with, and others by reading alone, since the net would take a second for three of them.
    pub(super) fn working_moves(
        &mut self,
        board: &Board,
        subject: &Subject,
        by: Asker,
    ) -> Vec<(ResultCode, Point)> {
        let whole = self.effort;
        let part = whole.positions() / TRY_SHARE;
        self.effort = QuestionEffort::new(part).unwrap_or(whole);
        let net = self.net.take();
        let mut found = Vec::new();
        for point in nearest(board, subject.stone()) {
            if let Some(result) = self.result_of(board, subject, by, point)
                && result.works()
            {
                found.push((result, point));
            }
        }
        (self.effort, self.net) = (whole, net);
        let told = self.ask_net(board, subject, by);
        if let Some(told_point) = told.point().filter(|_| told.result.works()) {
            found.retain(|(_, point)| *point != told_point);
            found.insert(0, (told.result, told_point));
        }
        found.sort_by_key(|(result, _)| std::cmp::Reverse(*result));
        found
    }
}

/// The board after a move, if it may be played.
pub(super) fn played(board: &Board, color: Color, point: Point) -> Option<Board> {
    let mut after = board.clone();
    after
        .play(color, Move::Play(point))
        .is_ok()
        .then_some(after)
}

/// The empty points next to a string and its neighbors, the nearest first.
fn nearest(board: &Board, stone: Point) -> Vec<Point> {
    let string: Vec<Point> = board.string(stone).collect();
    let distance = |point: &Point| {
        let steps =
            |own: &Point| point.column().abs_diff(own.column()) + point.row().abs_diff(own.row());
        string.iter().map(steps).min()
    };
    let mut points = board.empty_points().to_vec();
    points.sort_by_key(|point| (distance(point), point.index()));
    points.truncate(MAX_TRIED);
    points
}

//! Inputs of the teacher's nets (KataGo's version 7), beside which the student was taught.
//!
//! Source: the project's description of them, checked against the teacher's own program on 1,122
//! positions; simple ko, no suicide, territory and area rules.

use super::area::area;
use super::input_reader::{InputReader, inputs};
use super::ladder_reader::Ladders;
use super::plane::Plane;
use super::situation::{RECENT_MOVES, Situation};
use sgmp_board::rules::{Board, Move, Point};

/// Number of input planes of nets in KataGo's form.
pub const TEACHER_PLANES: usize = 22;

/// Number of inputs that hold for the whole board.
pub const TEACHER_GLOBALS: usize = 19;

/// A position as a teacher's net sees it.
#[derive(Clone, Debug, PartialEq)]
pub struct TeacherInputs {
    /// Lines of the board.
    pub size: u8,
    /// The planes, in the order of the description.
    pub planes: [Plane; TEACHER_PLANES],
    /// The numbers, in the order of the description.
    pub globals: [f32; TEACHER_GLOBALS],
}

/// The part of the past that a teacher's net sees and a [`Situation`] does not hold.
#[derive(Clone, Copy, Debug, Default)]
pub struct LadderHistory {
    /// Strings caught one move ago and two moves ago.
    caught: [Option<Plane>; 2],
}

impl LadderHistory {
    /// Remembers the ladders of a position that is left.
    pub(crate) fn push(&mut self, ladders: &Ladders, board: &Board) {
        let plane = Plane::from_set(&ladders.caught, board.size());
        self.caught = [Some(plane), self.caught[0]];
    }
}

/// Describes a position; `passed_here`: its player to move has passed in it before.
pub(crate) fn teacher_inputs(
    board: &Board,
    situation: &Situation,
    ladders: &Ladders,
    history: &LadderHistory,
    passed_here: bool,
) -> TeacherInputs {
    let own = inputs(board, situation, ladders).planes;
    let is_area = !situation.is_territory();
    let one_pass = situation.passes() == 1;
    let is_hidden = is_area && one_pass && !passed_here;
    let mut planes = [Plane::EMPTY; TEACHER_PLANES];
    planes[..3].copy_from_slice(&own[..3]);
    for liberties in 3..6 {
        planes[liberties] = own[liberties].or(&own[liberties + 3]);
    }
    planes[6] = own[9];
    planes[14] = own[15].or(&own[16]);
    planes[15] = planes[14];
    planes[16] = planes[14];
    if !is_hidden {
        planes[9..14].copy_from_slice(&own[10..15]);
        planes[15] = history.caught[0].unwrap_or(planes[14]);
        planes[16] = history.caught[1].unwrap_or(planes[15]);
    }
    planes[17] = own[17];
    if is_area {
        let area = area(board);
        let mover = situation.to_move();
        planes[18] = Plane::from_set(&area[mover], board.size());
        planes[19] = Plane::from_set(&area[!mover], board.size());
    }
    let ends = passed_here || one_pass && !is_hidden;
    TeacherInputs {
        size: board.size().lines(),
        planes,
        globals: globals(board, situation, is_hidden, ends),
    }
}

fn globals(
    board: &Board,
    situation: &Situation,
    is_hidden: bool,
    pass_ends: bool,
) -> [f32; TEACHER_GLOBALS] {
    let mut globals = [0.0; TEACHER_GLOBALS];
    if !is_hidden {
        for (place, mv) in situation.recent().iter().enumerate().take(RECENT_MOVES) {
            globals[place] = f32::from(u8::from(*mv == Some(Move::Pass)));
        }
    }
    let lines = f32::from(board.size().lines());
    let points = lines * lines;
    let komi = situation.komi();
    globals[5] = komi.clamp(-points - 20.0, points + 20.0) / 20.0;
    if situation.is_territory() {
        globals[9] = 1.0;
        globals[10] = 1.0;
    } else {
        globals[18] = parity_wave(komi, board.size().lines() % 2 == 1);
    }
    globals[14] = f32::from(u8::from(pass_ends));
    globals
}

/// How well a komi fits the parity of the area on a board: the result by area counting changes in
/// steps of two points.
fn parity_wave(komi: f32, is_odd: bool) -> f32 {
    let odd = if is_odd { 1.0 } else { 0.0 };
    let floor = ((komi - odd) / 2.0).floor() * 2.0 + odd;
    let delta = (komi - floor).clamp(0.0, 2.0);
    if delta < 0.5 {
        delta
    } else if delta < 1.5 {
        1.0 - delta
    } else {
        delta - 2.0
    }
}

/// Describes positions one after another, as a game goes on.
#[derive(Debug, Default)]
pub struct TeacherReader {
    reader: InputReader,
}

impl TeacherReader {
    /// Describes a position, and the points where its player may put a stone.
    pub fn read(
        &mut self,
        board: &Board,
        situation: &Situation,
        history: &mut LadderHistory,
        passed_here: bool,
    ) -> (TeacherInputs, Plane) {
        let ladders = self.reader.ladders(board, situation);
        let inputs = teacher_inputs(board, situation, &ladders, history, passed_here);
        history.push(&ladders, board);
        (inputs, legal_points(board, situation))
    }
}

/// The points where the player to move may put a stone.
pub fn legal_points(board: &Board, situation: &Situation) -> Plane {
    let size = board.size();
    let mut plane = Plane::EMPTY;
    for point in Point::all(size) {
        if board.legality(situation.to_move(), point).is_ok() {
            plane.insert(point, size);
        }
    }
    plane
}

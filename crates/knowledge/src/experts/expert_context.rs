//! The position as the experts see it.

use crate::analysis::{Analysis, GroupInfo, StoneString};
use crate::move_weights::MoveContext;
use sgmp_board::rules::{Board, Color, Game, Point, PointSet, Rules};

/// The stage of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Stage {
    /// Corners and sides are open.
    Opening,
    Middle,
    Endgame,
}

/// The four steps to a neighbor: right and up.
pub(super) const STEPS: [(i8, i8); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
/// The four diagonal steps.
pub(super) const DIAGONALS: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
/// The eight knight's moves.
pub(super) const KNIGHTS: [(i8, i8); 8] = [
    (1, 2),
    (2, 1),
    (-1, 2),
    (-2, 1),
    (1, -2),
    (2, -1),
    (-1, -2),
    (-2, -1),
];

/// A position, its analysis, and the side to move.
#[derive(Clone, Copy)]
pub(super) struct ExpertContext<'a> {
    pub(super) game: &'a Game,
    pub(super) board: &'a Board,
    pub(super) me: Color,
    pub(super) analysis: &'a Analysis,
    /// The opponent's last move, if it was on the board.
    pub(super) last: Option<Point>,
    /// The move before that.
    pub(super) before: Option<Point>,
    /// Points by which the side to move is ahead, komi and prisoners counted.
    pub(super) lead: f32,
}

impl<'a> ExpertContext<'a> {
    pub(super) fn new(game: &'a Game, me: Color, analysis: &'a Analysis) -> Self {
        let MoveContext { last, before, .. } = MoveContext::from_game(game, me);
        Self {
            game,
            board: game.board(),
            me,
            analysis,
            last,
            before,
            lead: lead(game, me, analysis),
        }
    }

    pub(super) fn them(&self) -> Color {
        !self.me
    }

    pub(super) fn lines(&self) -> i8 {
        self.board.size().lines() as i8
    }

    /// The stage of the game, by the stones on the board.
    pub(super) fn stage(&self) -> Stage {
        let points = usize::from(self.board.size().points());
        let stones = points - self.board.empty_points().len();
        match 100 * stones / points {
            0..=12 => Stage::Opening,
            13..=36 => Stage::Middle,
            _ => Stage::Endgame,
        }
    }

    /// The line of a point from the nearest edge, from 1.
    pub(super) fn line(&self, point: Point) -> i8 {
        point.line(self.board.size()) as i8
    }

    /// The point some steps away, if it is on the board.
    pub(super) fn step(&self, from: Point, way: (i8, i8)) -> Option<Point> {
        from.stepped(way, self.board.size())
    }

    pub(super) fn is_empty_at(&self, point: Option<Point>) -> bool {
        point.is_some_and(|point| self.board.is_empty(point))
    }

    pub(super) fn is_mine(&self, point: Option<Point>) -> bool {
        point.and_then(|point| self.board.color_at(point)) == Some(self.me)
    }

    pub(super) fn is_theirs(&self, point: Option<Point>) -> bool {
        point.and_then(|point| self.board.color_at(point)) == Some(self.them())
    }

    /// The points within `reach` steps, diagonal ones counted as one, the center included.
    pub(super) fn around(&self, center: Point, reach: i8) -> impl Iterator<Item = Point> + use<> {
        let board_lines = self.lines();
        let (x, y) = (center.column() as i8, center.row() as i8);
        let rows = (y - reach).max(0)..=(y + reach).min(board_lines - 1);
        rows.flat_map(move |row| {
            let columns = (x - reach).max(0)..=(x + reach).min(board_lines - 1);
            columns.filter_map(move |column| Point::new(column as u8, row as u8))
        })
    }

    /// Returns whether a stone of a color is within `reach` steps.
    pub(super) fn is_near(&self, center: Point, reach: i8, color: Color) -> bool {
        self.around(center, reach)
            .any(|point| self.board.color_at(point) == Some(color))
    }

    /// Returns whether there is no stone within `reach` steps.
    pub(super) fn is_open(&self, center: Point, reach: i8) -> bool {
        self.around(center, reach)
            .all(|point| self.board.is_empty(point))
    }

    /// Returns whether one of the last two moves was within `reach` steps.
    pub(super) fn is_hot(&self, point: Point, reach: u8) -> bool {
        let moves = [self.last, self.before];
        let mut moves = moves.into_iter().flatten();
        moves.any(|other| distance(point, other) <= reach)
    }

    /// The expected owner of a point: 1 for the side to move, -1 for the other.
    pub(super) fn expected_owner(&self, point: Point) -> f32 {
        let value = self.analysis.territory().at(point);
        match self.me {
            Color::Black => value,
            Color::White => -value,
        }
    }

    /// The groups of a color.
    pub(super) fn group_infos(
        &self,
        color: Color,
    ) -> impl Iterator<Item = &'a GroupInfo> + use<'a> {
        let group_infos = self.analysis.group_infos().iter();
        group_infos.filter(move |info| info.group.color == color)
    }

    /// The strings of a color.
    pub(super) fn strings(&self, color: Color) -> impl Iterator<Item = &'a StoneString> + use<'a> {
        let strings = self.analysis.strings().iter();
        strings
            .map(|(_, string)| string)
            .filter(move |string| string.color == color)
    }

    /// The groups of a color with a stone within `reach` steps, each once.
    pub(super) fn groups_near(&self, point: Point, reach: i8, color: Color) -> Vec<&'a GroupInfo> {
        let mut found: Vec<&GroupInfo> = Vec::new();
        for near in self.around(point, reach) {
            if self.board.color_at(near) == Some(color)
                && let Some(info) = self.analysis.group_info_at(near)
                && !found.iter().any(|known| std::ptr::eq(*known, info))
            {
                found.push(info);
            }
        }
        found
    }

    /// The weakest group of a color with a stone within `reach` steps.
    pub(super) fn weakest_near(
        &self,
        point: Point,
        reach: i8,
        color: Color,
    ) -> Option<&'a GroupInfo> {
        let near = self.groups_near(point, reach, color);
        near.into_iter()
            .max_by_key(|info| (info.status, info.group.stones.len()))
    }

    /// The weight of a group: its stones and half its eye space.
    pub(super) fn weight(&self, info: &GroupInfo) -> f32 {
        info.group.stones.len() as f32 + info.eye_space().len() as f32 / 2.0
    }

    /// Returns whether a stone there can be taken at once.
    pub(super) fn is_self_atari(&self, point: Point) -> bool {
        crate::tactics::is_self_atari(self.board, self.me, point)
    }

    /// The empty points next to stones.
    pub(super) fn liberties(&self, stones: PointSet) -> PointSet {
        let points = stones.iter().flat_map(|s| self.board.neighbors(s));
        points.filter(|n| self.board.is_empty(*n)).collect()
    }
}

/// Points by which a side is ahead, komi and prisoners counted.
pub(super) fn lead(game: &Game, me: Color, analysis: &Analysis) -> f32 {
    let estimate = analysis.estimate();
    let prisoners = game.prisoners();
    let komi = f32::from(game.komi().half_points()) / 2.0;
    let black = match game.rules() {
        Rules::Japanese => {
            estimate.territory + f32::from(prisoners.black) - f32::from(prisoners.white)
        }
        Rules::Chinese => estimate.area,
    } - komi;
    match me {
        Color::Black => black,
        Color::White => -black,
    }
}

/// Steps between points, diagonal ones counted as one.
pub(super) fn distance(a: Point, b: Point) -> u8 {
    let across = a.column().abs_diff(b.column());
    across.max(a.row().abs_diff(b.row()))
}

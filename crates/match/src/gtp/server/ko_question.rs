//! Answers that work by a ko, in the form of GNU Go: with a move on the board.
//!
//! The reading answers with a pass where the first move may be anywhere, as that of a ko whose first
//! threat is ours. GNU Go answers `2` and `3` with a move on the board, and `1` alone with `PASS`.

use sgmp_board::rules::{Board, Color, IllegalMove, Move, Point};
use sgmp_knowledge::reading::{Answer, ResultCode};

/// Moves tried at most, each by a reading.
const MAX_TRIED: usize = 24;

/// The side that asks, and moves first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Asker {
    /// The owner of the stones asked about.
    Owner,
    Opponent,
}

impl Asker {
    pub(super) const fn other(self) -> Self {
        match self {
            Self::Owner => Self::Opponent,
            Self::Opponent => Self::Owner,
        }
    }

    /// Its color, where the stones asked about are of a color.
    pub(super) const fn color(self, owner: Color) -> Color {
        match self {
            Self::Owner => owner,
            Self::Opponent => owner.other(),
        }
    }
}

/// A question about a stone.
#[derive(Clone, Copy, Debug)]
pub(super) struct KoQuestion<'a> {
    pub(super) board: &'a Board,
    pub(super) stone: Point,
    pub(super) asked_by: Asker,
}

impl KoQuestion<'_> {
    /// The answer as GNU Go writes it. `counter` reads the question of the other side, which moves
    /// first on the board that it is given.
    pub(super) fn reading_code(
        self,
        answer: &Answer,
        counter: impl FnMut(&Board) -> Answer,
    ) -> String {
        let code = answer.result.code();
        let is_ko = answer.result.works() && answer.result != ResultCode::Succeeds;
        let mv = match answer.mv {
            Some(Move::Pass) if is_ko => self
                .stone_for(answer.result, counter)
                .map_or(Move::Pass, Move::Play)
                .into(),
            mv => mv,
        };
        match mv {
            Some(Move::Play(point)) => format!("{code} {point}"),
            Some(Move::Pass) => format!("{code} PASS"),
            None => code.to_string(),
        }
    }

    /// A point to play on that does as well as the pass: the ko itself, although it has to wait for a
    /// threat, or the first of the near ones.
    fn stone_for(
        self,
        wanted: ResultCode,
        mut counter: impl FnMut(&Board) -> Answer,
    ) -> Option<Point> {
        let color = self.color()?;
        let touching = self.touching_liberties();
        let is_ko = |point: &&Point| self.board.legality(color, **point) == Err(IllegalMove::Ko);
        if let Some(ko) = touching.iter().find(is_ko) {
            return Some(*ko);
        }
        let works = |point: &Point| {
            let mut after = self.board.clone();
            after.play(color, Move::Play(*point)).is_ok()
                && opposite(counter(&after).result) >= wanted
        };
        let far = self.by_distance();
        let far = far.into_iter().filter(|point| !touching.contains(point));
        touching
            .iter()
            .copied()
            .chain(far)
            .take(MAX_TRIED)
            .find(works)
    }

    fn color(self) -> Option<Color> {
        let owner = self.board.color_at(self.stone)?;
        Some(self.asked_by.color(owner))
    }

    /// Liberties of the strings that the one asked about touches, the weakest first, then its own.
    fn touching_liberties(self) -> Vec<Point> {
        let board = self.board;
        let owner = board.color_at(self.stone);
        let is_other = |point: &Point| board.color_at(*point).is_some_and(|it| Some(it) != owner);
        let mut others: Vec<Point> = board
            .string(self.stone)
            .flat_map(|stone| board.neighbors(stone))
            .filter(is_other)
            .filter_map(|point| board.anchor(point))
            .collect();
        others.sort_by_key(|other| (board.liberties(*other), other.index()));
        let strings = others.into_iter().chain([self.stone]);
        let mut points: Vec<Point> = Vec::new();
        for point in strings.flat_map(|string| board.liberty_set(string).iter()) {
            if !points.contains(&point) {
                points.push(point);
            }
        }
        points
    }

    /// All empty points, the nearest first.
    fn by_distance(self) -> Vec<Point> {
        let distance = |point: &Point| {
            point.column().abs_diff(self.stone.column()) + point.row().abs_diff(self.stone.row())
        };
        let mut points = self.board.empty_points().to_vec();
        points.sort_by_key(|point| (distance(point), point.index()));
        points
    }
}

/// The result of the side that has moved, from that of its opponent, which answers.
pub(super) const fn opposite(result: ResultCode) -> ResultCode {
    match result {
        ResultCode::Fails => ResultCode::Succeeds,
        ResultCode::KoNeedsThreat => ResultCode::KoIgnoresThreat,
        ResultCode::KoIgnoresThreat => ResultCode::KoNeedsThreat,
        ResultCode::Succeeds => ResultCode::Fails,
    }
}

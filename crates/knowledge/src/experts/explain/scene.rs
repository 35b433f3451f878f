//! A move with the positions before and after it and with the judge's word on both, against which sentences are held.

use super::group_changes::Forecast;
use super::judgment::Judgment;
use super::owners::{Fate, Owners};
use super::rooms::largest_room;
use super::swings::{Alternatives, CHANGE_DISTANCE, Swing};
use super::threats::Seen;
use crate::analysis::Analysis;
use crate::experts::expert_context::distance;
use crate::experts::group_ref::GroupRef;
use sgmp_board::rules::{Board, Color, Game, Move, Point, PointSet};

/// Points that a move gains against a pass, from which on more than a neutral point is at stake.
pub(super) const AT_STAKE: f32 = 2.0;
/// Points against a pass from which on a move is not said to cost nothing, nor to gain nothing.
pub(super) const COSTS: f32 = 0.5;
/// The part of a point up to which it is not settled.
const UNSETTLED: f32 = 0.7;

/// A move and what is known of it.
pub(super) struct Scene<'a> {
    pub(super) game: &'a Game,
    /// Before the move.
    pub(super) analysis: &'a Analysis,
    /// With the groups that stones are told as: after the move where that is known, else before it.
    groups: &'a Analysis,
    pub(super) judgment: &'a Judgment,
    pub(super) color: Color,
    pub(super) mv: Move,
    /// After the move.
    pub(super) after: Board,
    /// Points that it gains against a pass.
    pub(super) gain: f32,
    /// Its gain against a pass.
    pub(super) swings: Vec<Swing>,
}

impl<'a> Scene<'a> {
    /// A legal move, with the analysis before it and that by whose groups stones are told; `None` for other moves and for
    /// one that was not judged.
    pub(super) fn new(
        game: &'a Game,
        (analysis, groups): (&'a Analysis, &'a Analysis),
        judgment: &'a Judgment,
        (color, mv): (Color, Move),
    ) -> Option<Self> {
        let mut after = game.board().clone();
        after.play(color, mv).ok()?;
        let gain = judgment.gain(judgment.find(mv)?);
        let mut scene = Self {
            game,
            analysis,
            groups,
            judgment,
            color,
            mv,
            after,
            gain,
            swings: Vec::new(),
        };
        scene.swings = scene.gained_against(Move::Pass, gain);
        Some(scene)
    }

    /// The gain of the move against another that is worth so much less.
    pub(super) fn gained_against(&self, instead: Move, worth: f32) -> Vec<Swing> {
        let owners = |mv| self.judgment.owners_after(mv);
        let (Some(with), Some(without)) = (owners(self.mv), owners(instead)) else {
            return Vec::new();
        };
        let two = Alternatives {
            before: self.before(),
            groups: self.groups,
            color: self.color,
            mv: self.mv,
            instead,
            with,
            without,
            worth,
            reply: self.judgment.answer_to(instead),
            next: self.judgment.follow_up(self.mv),
        };
        two.swings()
    }

    /// The room that the move brings against a pass, however little it is worth.
    pub(super) fn room(&self) -> Option<Swing> {
        let two = Alternatives {
            before: self.before(),
            groups: self.groups,
            color: self.color,
            mv: self.mv,
            instead: Move::Pass,
            with: self.with()?,
            without: self.without()?,
            worth: self.gain,
            reply: self.judgment.answer_to(Move::Pass),
            next: None,
        };
        largest_room(&two, self.point()?).map(Swing::Room)
    }

    pub(super) const fn before(&self) -> &'a Board {
        self.game.board()
    }

    pub(super) fn point(&self) -> Option<Point> {
        match self.mv {
            Move::Play(point) => Some(point),
            Move::Pass => None,
        }
    }

    /// The owners after the move and after a pass.
    pub(super) fn forecast(&self) -> Option<Forecast<'a>> {
        let (with, without) = (self.with()?, self.without()?);
        Some(Forecast { with, without })
    }

    /// The owners after the move.
    pub(super) fn with(&self) -> Option<&'a Owners> {
        self.judgment.owners_after(self.mv)
    }

    /// The owners after the move, and if the other side plays elsewhere then.
    pub(super) fn seen(&self) -> Seen<'a> {
        let next = self.judgment.follow_up(self.mv);
        Seen {
            with: self.with(),
            next: next.map(|next| &next.owners),
        }
    }

    /// The owners after a pass.
    pub(super) fn without(&self) -> Option<&'a Owners> {
        self.judgment.owners_after(Move::Pass)
    }

    /// The stones before the move that a name stands for.
    pub(super) fn stones(&self, group: &GroupRef) -> PointSet {
        let string: PointSet = match self.before().color_at(group.stone) {
            Some(_) => self.before().string(group.stone).collect(),
            None => return PointSet::EMPTY,
        };
        let whole = self.analysis.group_info_at(group.stone);
        match whole {
            Some(info) if string.len() != group.stones => info.group.stones,
            _ => string,
        }
    }

    /// Returns whether the judge gives up the stones that the move stands among.
    pub(super) fn is_lost(&self) -> bool {
        let (Some(point), Some(with)) = (self.point(), self.with()) else {
            return false;
        };
        let own: PointSet = self.after.string(point).collect();
        with.fate(&own, self.color) == Fate::Lost
    }

    /// Returns whether the move takes any stones.
    pub(super) fn captures(&self) -> bool {
        let stones = |board: &Board| {
            let theirs = board.stones(!self.color);
            theirs.count()
        };
        stones(&self.after) < stones(self.before())
    }

    /// Returns whether the move takes all these stones off the board.
    pub(super) fn takes(&self, stones: &PointSet) -> bool {
        !stones.is_empty() && stones.iter().all(|stone| self.after.is_empty(stone))
    }

    /// Returns whether little hangs on the move: nothing is taken or in atari, no stones turn, and the point is nobody's.
    pub(super) fn is_quiet(&self) -> bool {
        let Some(point) = self.point() else {
            return true;
        };
        let is_nobodys = self
            .without()
            .is_none_or(|owners| owners.part(point, self.color).abs() < UNSETTLED);
        self.gain.abs() < COSTS && is_nobodys && !self.touches_liberties() && !self.turns_stones()
    }

    /// Returns whether the move takes stones, puts them in atari, or gives own stones in atari liberties.
    pub(super) fn touches_liberties(&self) -> bool {
        let Some(point) = self.point() else {
            return false;
        };
        let before = self.before();
        let mut beside = before.neighbors(point).filter(|n| !before.is_empty(*n));
        beside.any(|stone| {
            let is_own = before.color_at(stone) == Some(self.color);
            match is_own {
                true => before.liberties(stone) == 1,
                false => self.after.is_empty(stone) || self.after.liberties(stone) == 1,
            }
        })
    }

    /// Returns whether the fate of some stones is another after a pass.
    pub(super) fn turns_stones(&self) -> bool {
        let (Some(with), Some(without)) = (self.with(), self.without()) else {
            return false;
        };
        let board = self.before();
        Color::BOTH.into_iter().any(|color| {
            let mut strings = board
                .stones(color)
                .filter(|stone| board.anchor(*stone) == Some(*stone));
            strings.any(|stone| {
                if self
                    .point()
                    .is_none_or(|point| distance(stone, point) > CHANGE_DISTANCE)
                {
                    return false;
                }
                let stones: PointSet = board.string(stone).collect();
                let (now, else_) = (with.fate(&stones, color), without.fate(&stones, color));
                matches!(
                    (now, else_),
                    (Fate::Lives, Fate::Lost) | (Fate::Lost, Fate::Lives)
                )
            })
        })
    }
}

//! The list of suggestions that the experts write.

use super::expert_context::ExpertContext;
use super::group_ref::GroupRef;
use super::reason::Reason;
use super::suggestion::Suggestion;
use crate::analysis::{GroupInfo, StoneString};
use sgmp_board::rules::{Move, Point, PointSet};

/// The suggestions made so far.
pub(super) struct Suggestions<'a> {
    ctx: ExpertContext<'a>,
    list: Vec<Suggestion>,
    /// The points of the moves in the list.
    suggested: PointSet,
}

impl<'a> Suggestions<'a> {
    pub(super) const fn new(ctx: ExpertContext<'a>) -> Self {
        Self {
            ctx,
            list: Vec::new(),
            suggested: PointSet::EMPTY,
        }
    }

    /// Adds a suggestion, unless the move does not make the shape that the reason names, the rules forbid it, it fills an
    /// own eye, or it brings back an earlier position. Of two suggestions of a move for the same reason the larger stays.
    pub(super) fn add(&mut self, suggestion: Suggestion) {
        if let (Move::Play(point), Some(shape)) = (suggestion.mv, suggestion.reason.makes)
            && !shape.is_made(self.ctx.board, self.ctx.me, point)
        {
            return;
        }
        if let Move::Play(point) = suggestion.mv
            && !self.suggested.contains(point)
        {
            if self.is_playable(point) {
                self.suggested.insert(point);
                self.list.push(suggestion);
            }
            return;
        }
        let same = |known: &&mut Suggestion| {
            known.mv == suggestion.mv && known.reason == suggestion.reason
        };
        match self.list.iter_mut().find(same) {
            Some(known) if known.guess() >= suggestion.guess() => {}
            Some(known) => *known = suggestion,
            None => self.list.push(suggestion),
        }
    }

    fn is_playable(&self, point: Point) -> bool {
        let mv = Move::Play(point);
        let (game, me) = (self.ctx.game, self.ctx.me);
        let board = self.ctx.board;
        // An eye is filled only to save what stands around it.
        let saves = || board.neighbors(point).any(|n| board.liberties(n) == 1);
        game.legality(me, mv).is_ok()
            && (!board.is_small_eye(me, point) || saves())
            && !game.repeats(me, mv)
    }

    /// A point for a reason.
    pub(super) fn play(&mut self, point: Point, reason: &'static Reason) {
        self.add(Suggestion::new(Move::Play(point), reason));
    }

    /// A point for a reason, about something of this size.
    pub(super) fn sized(&mut self, point: Point, reason: &'static Reason, size: f32) {
        self.add(Suggestion {
            size,
            ..Suggestion::new(Move::Play(point), reason)
        });
    }

    /// A point for a reason that is about a group.
    pub(super) fn about(&mut self, point: Point, reason: &'static Reason, info: &GroupInfo) {
        let size = self.ctx.weight(info);
        self.add(Suggestion {
            group: Some(GroupRef::nearest(
                &info.group.stones,
                info.group.color,
                point,
            )),
            size,
            ..Suggestion::new(Move::Play(point), reason)
        });
    }

    /// A point for a reason that is about a string.
    pub(super) fn string(&mut self, point: Point, reason: &'static Reason, string: &StoneString) {
        self.add(Suggestion {
            group: Some(GroupRef::nearest(&string.stones, string.color, point)),
            size: string.stones.len() as f32,
            ..Suggestion::new(Move::Play(point), reason)
        });
    }

    /// The suggestions so far.
    pub(super) fn list(&self) -> &[Suggestion] {
        &self.list
    }

    /// All of it, the most promising first.
    pub(super) fn sorted(mut self) -> Vec<Suggestion> {
        self.list.sort_by(|a, b| b.guess().total_cmp(&a.guess()));
        self.list
    }
}

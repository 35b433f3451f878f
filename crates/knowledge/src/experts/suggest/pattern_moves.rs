//! Written patterns, with the analysis to answer what they ask.

use crate::analysis::{Analysis, ConnectionStatus, GroupInfo, LifeClass as Life};
use crate::experts::expert_context::ExpertContext;
use crate::experts::group_ref::GroupRef;
use crate::experts::reason::Reason;
use crate::experts::suggestion::Suggestion;
use crate::experts::suggestions::Suggestions;
use crate::experts::weights::*;
use crate::patterns::{ConditionOracle, GroupState, Kind, Matcher, PatternMatch, Urgency};
use crate::tactics::is_self_atari;
use sgmp_board::rules::{Board, Color, Move, Point};

/// Answers patterns from an analysis.
#[derive(Clone, Copy)]
pub(super) struct ByAnalysis<'a> {
    pub(super) board: &'a Board,
    pub(super) analysis: &'a Analysis,
}

impl ConditionOracle for ByAnalysis<'_> {
    fn liberties(&self, stone: Point) -> usize {
        self.board.liberties(stone)
    }

    fn stones(&self, stone: Point) -> usize {
        self.board.string_size(stone)
    }

    fn group_state(&self, stone: Point) -> Option<GroupState> {
        let status = self.analysis.status_at(stone)?;
        Some(match status.class() {
            Life::VeryAlive | Life::Alive => GroupState::Alive,
            Life::Unsettled => GroupState::Unsettled,
            Life::Weak => GroupState::Weak,
            Life::Dead => GroupState::Dead,
        })
    }

    fn is_threatened(&self, stone: Point) -> Option<bool> {
        let string = self.analysis.string_at(stone)?;
        Some(string.is_threatened() || string.is_dead())
    }

    fn is_connected(&self, a: Point, b: Point) -> Option<bool> {
        let strings = self.analysis.strings();
        let (a, b) = (strings.at(a)?, strings.at(b)?);
        if a == b {
            return Some(true);
        }
        let between = self.analysis.connections_of(a);
        let mut between = between.filter(|c| c.strings.0 == b || c.strings.1 == b);
        Some(between.any(|c| c.status == ConnectionStatus::Unbreakable))
    }

    fn is_safe_move(&self, color: Color, point: Point) -> Option<bool> {
        let is_legal = self.board.legality(color, point).is_ok();
        Some(is_legal && !is_self_atari(self.board, color, point))
    }
}

pub(super) fn suggest(
    ctx: &ExpertContext<'_>,
    matcher: &Matcher<'static>,
    out: &mut Suggestions<'_>,
) {
    let oracle = ByAnalysis {
        board: ctx.board,
        analysis: ctx.analysis,
    };
    for found in matcher.matches(ctx.board, ctx.me, &oracle) {
        let info = concerned(ctx, &found);
        out.add(Suggestion {
            group: info
                .map(|info| GroupRef::nearest(&info.group.stones, info.group.color, found.point)),
            size: info.map_or(0.0, |info| size(ctx, info)),
            words: Some(found.pattern.sentence.as_str()),
            tree: found.tree().collect(),
            ..Suggestion::new(Move::Play(found.point), reason(&found))
        });
    }
}

/// A large group is not in danger as a whole because a pattern matches at its end.
fn size(ctx: &ExpertContext<'_>, info: &GroupInfo) -> f32 {
    match info.status.class() {
        Life::VeryAlive => 0.0,
        Life::Alive => ctx.weight(info).min(4.0),
        _ => ctx.weight(info).min(12.0),
    }
}

/// The group that a pattern is about.
fn concerned<'a>(ctx: &ExpertContext<'a>, found: &PatternMatch<'_>) -> Option<&'a GroupInfo> {
    match found.pattern.kind {
        Kind::Kill | Kind::Surround | Kind::Cut | Kind::Capture => ctx
            .weakest_near(found.point, 1, ctx.them())
            .or_else(|| ctx.weakest_near(found.point, 2, ctx.them())),
        Kind::Live | Kind::Escape | Kind::Connect => ctx
            .weakest_near(found.point, 1, ctx.me)
            .or_else(|| ctx.weakest_near(found.point, 2, ctx.me)),
        _ => None,
    }
}

fn reason(found: &PatternMatch<'_>) -> &'static Reason {
    use Urgency::{Big, Vital};
    match (found.pattern.kind, found.pattern.urgency) {
        (Kind::Cut, Vital) => &PATTERN_CUT_VITAL,
        (Kind::Cut, Big) => &PATTERN_CUT_BIG,
        (Kind::Cut, _) => &PATTERN_CUT_FAIR,
        (Kind::Connect, Vital) => &PATTERN_CONNECT_VITAL,
        (Kind::Connect, Big) => &PATTERN_CONNECT_BIG,
        (Kind::Connect, _) => &PATTERN_CONNECT_FAIR,
        (Kind::Surround, Vital | Big) => &PATTERN_SURROUND_BIG,
        (Kind::Surround, _) => &PATTERN_SURROUND_FAIR,
        (Kind::Escape, Vital | Big) => &PATTERN_ESCAPE_BIG,
        (Kind::Escape, _) => &PATTERN_ESCAPE_FAIR,
        (Kind::Capture, Vital) => &PATTERN_CAPTURE_VITAL,
        (Kind::Capture, _) => &PATTERN_CAPTURE_BIG,
        (Kind::Kill, Vital) => &PATTERN_KILL_VITAL,
        (Kind::Kill, _) => &PATTERN_KILL_BIG,
        (Kind::Live, Vital) => &PATTERN_LIVE_VITAL,
        (Kind::Live, _) => &PATTERN_LIVE_BIG,
        (kind, urgency) => quiet(kind, urgency),
    }
}

const fn quiet(kind: Kind, urgency: Urgency) -> &'static Reason {
    use Urgency::{Big, Fair, Vital};
    match (kind, urgency) {
        (Kind::Shape, Vital | Big) => &PATTERN_SHAPE_BIG,
        (Kind::Shape, Fair) => &PATTERN_SHAPE_FAIR,
        (Kind::Contact, Vital | Big) => &PATTERN_CONTACT_BIG,
        (Kind::Contact, _) => &PATTERN_CONTACT_FAIR,
        (Kind::Block, Vital | Big) => &PATTERN_BLOCK_BIG,
        (Kind::Block, _) => &PATTERN_BLOCK_FAIR,
        (Kind::Base, Vital | Big) => &PATTERN_BASE_BIG,
        (Kind::Base, Fair) => &PATTERN_BASE_FAIR,
        (Kind::Base, _) => &PATTERN_BASE_SMALL,
        (Kind::Invade, Vital | Big) => &PATTERN_INVADE_BIG,
        (Kind::Invade, _) => &PATTERN_INVADE_FAIR,
        (Kind::Reduce, Vital | Big) => &PATTERN_REDUCE_BIG,
        (Kind::Reduce, _) => &PATTERN_REDUCE_FAIR,
        (Kind::Endgame, Vital | Big) => &PATTERN_ENDGAME_BIG,
        (Kind::Endgame, Fair) => &PATTERN_ENDGAME_FAIR,
        (Kind::Endgame, _) => &PATTERN_ENDGAME_SMALL,
        _ => &PATTERN_SHAPE_SMALL,
    }
}

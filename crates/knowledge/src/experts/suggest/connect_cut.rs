//! Connecting one's own stones and cutting the other side's.

use crate::analysis::{
    Connection, ConnectionKind, ConnectionStatus, GroupInfo, LifeClass, StoneString,
};
use crate::experts::expert_context::ExpertContext;
use crate::experts::reason::Reason;
use crate::experts::suggestions::Suggestions;
use crate::experts::weights::*;
use sgmp_board::rules::{Color, Point, PointSet};

/// Most points tried of a connection.
const MAX_POINTS: usize = 4;

/// A connection with the groups at its ends, the weaker first.
struct Link<'a> {
    connection: &'a Connection,
    ends: (&'a GroupInfo, &'a GroupInfo),
    /// The smaller of the two strings.
    smaller: &'a StoneString,
}

impl Link<'_> {
    fn is_weak(&self) -> (bool, bool) {
        let weak = |info: &GroupInfo| {
            matches!(info.status.class(), LifeClass::Unsettled | LifeClass::Weak)
        };
        (weak(self.ends.0), weak(self.ends.1))
    }
}

fn links<'a>(ctx: &ExpertContext<'a>, color: Color, status: ConnectionStatus) -> Vec<Link<'a>> {
    let strings = ctx.analysis.strings();
    let connections = ctx.analysis.connections().iter();
    connections
        .filter(|c| c.status == status && strings.get(c.strings.0).color == color)
        .filter_map(|connection| {
            let (a, b) = connection.strings;
            let (a, b) = (strings.get(a), strings.get(b));
            let ends = (
                ctx.analysis.group_info_at(a.anchor)?,
                ctx.analysis.group_info_at(b.anchor)?,
            );
            let ends = if ends.0.status >= ends.1.status {
                ends
            } else {
                (ends.1, ends.0)
            };
            let smaller = if a.stones.len() <= b.stones.len() {
                a
            } else {
                b
            };
            Some(Link {
                connection,
                ends,
                smaller,
            })
        })
        .collect()
}

pub(super) fn connect(ctx: &ExpertContext<'_>, out: &mut Suggestions<'_>) {
    let open = links(ctx, ctx.me, ConnectionStatus::Cuttable);
    for link in &open {
        let reason = mending(link.connection.kind);
        let peeped = ctx.last.is_some_and(|last| {
            let points = link.connection.points;
            ctx.board.neighbors(last).any(|n| points.contains(n))
        });
        for point in points(link.connection.points) {
            mend(link, point, reason, out);
            if peeped {
                mend(link, point, &MEND_AFTER_PEEP, out);
            } else if link.smaller.stones.len() >= 3 {
                mend(link, point, &KEEP_WALL_WHOLE, out);
            }
            if let Some(reason) = joining(link) {
                out.about(point, reason, link.ends.0);
            }
        }
    }
    for point in twice(&open).iter() {
        out.play(point, &MEND_TWO_CUTS);
    }
    for link in links(ctx, ctx.me, ConnectionStatus::Loose) {
        for point in points(link.connection.points).take(2) {
            mend(&link, point, &TIGHTEN_LOOSE_LINK, out);
        }
    }
}

/// The points of a connection.
fn points(points: PointSet) -> impl Iterator<Item = Point> {
    points.iter().take(MAX_POINTS)
}

/// Points that several links have in common.
fn twice(links: &[Link<'_>]) -> PointSet {
    let (mut once, mut twice) = (PointSet::EMPTY, PointSet::EMPTY);
    for link in links {
        twice |= once & link.connection.points;
        once |= link.connection.points;
    }
    twice
}

/// Suggests a point about the smaller string of a link.
fn mend(link: &Link<'_>, point: Point, reason: &'static Reason, out: &mut Suggestions<'_>) {
    out.string(point, reason, link.smaller);
}

fn joining(link: &Link<'_>) -> Option<&'static Reason> {
    match link.is_weak() {
        (true, true) => Some(&JOIN_TWO_WEAK),
        (true, false) => Some(&JOIN_WEAK_TO_LIVING),
        _ => None,
    }
}

const fn mending(kind: ConnectionKind) -> &'static Reason {
    match kind {
        ConnectionKind::Hanging => &MEND_TIGERS_MOUTH,
        ConnectionKind::Bamboo => &MEND_BAMBOO,
        ConnectionKind::Hane => &MEND_DIAGONAL,
        ConnectionKind::OnePointJump
        | ConnectionKind::CommonLiberty
        | ConnectionKind::CommonTerritory => &MEND_JUMP,
        ConnectionKind::Captive => &MEND_BY_CAPTURE,
        ConnectionKind::Edge => &MEND_ON_EDGE,
        ConnectionKind::KnightsMove => &MEND_KNIGHTS_MOVE,
        ConnectionKind::LargeKnightsMove => &MEND_LARGE_KNIGHTS_MOVE,
        ConnectionKind::TwoPointJump => &MEND_TWO_POINT_JUMP,
    }
}

pub(super) fn cut(ctx: &ExpertContext<'_>, out: &mut Suggestions<'_>) {
    let open = links(ctx, ctx.them(), ConnectionStatus::Cuttable);
    for link in &open {
        let reason = cutting(link.connection.kind);
        for point in points(link.connection.points) {
            mend(link, point, reason, out);
            match link.is_weak() {
                (true, true) => out.about(point, &CUT_TWO_WEAK, link.ends.0),
                (true, false) => out.about(point, &CUT_OFF_WEAK, link.ends.0),
                _ => {}
            }
            threaten(ctx, point, out);
        }
    }
    for point in twice(&open).iter() {
        out.play(point, &CUT_TWO_LINKS);
    }
    let firm = links(ctx, ctx.them(), ConnectionStatus::Unbreakable);
    for link in firm.iter().filter(|link| is_peepable(link.connection)) {
        for point in link.connection.points.iter() {
            for n in ctx.board.neighbors(point) {
                if ctx.board.is_empty(n) && !ctx.is_self_atari(n) {
                    mend(link, n, &PEEP, out);
                }
            }
        }
    }
}

/// Returns whether a stone beside a link threatens to cut it.
fn is_peepable(connection: &Connection) -> bool {
    matches!(
        connection.kind,
        ConnectionKind::OnePointJump | ConnectionKind::Hane | ConnectionKind::CommonLiberty
    ) && connection.points.len() == 1
}

/// A cut that leaves a string short of liberties.
fn threaten(ctx: &ExpertContext<'_>, point: Point, out: &mut Suggestions<'_>) {
    for n in ctx.board.neighbors(point) {
        if ctx.is_theirs(Some(n))
            && ctx.board.liberties(n) <= 3
            && let Some(string) = ctx.analysis.string_at(n)
        {
            out.string(point, &CUT_AND_THREATEN, string);
        }
    }
}

const fn cutting(kind: ConnectionKind) -> &'static Reason {
    match kind {
        ConnectionKind::Hanging => &CUT_TIGERS_MOUTH,
        ConnectionKind::Bamboo => &CUT_BAMBOO,
        ConnectionKind::Hane => &CUT_DIAGONAL,
        ConnectionKind::OnePointJump
        | ConnectionKind::CommonLiberty
        | ConnectionKind::CommonTerritory => &CUT_JUMP,
        ConnectionKind::Captive => &CUT_BY_SAVING,
        ConnectionKind::Edge => &CUT_ON_EDGE,
        ConnectionKind::KnightsMove => &CUT_KNIGHTS_MOVE,
        ConnectionKind::LargeKnightsMove => &CUT_LARGE_KNIGHTS_MOVE,
        ConnectionKind::TwoPointJump => &CUT_TWO_POINT_JUMP,
    }
}

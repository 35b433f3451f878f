//! Connecting one's own stones and cutting the other side's.

use super::reason::Reason;
use super::scene::{Ideas, Scene, prey};
use super::suggestion::Suggestion;
use super::table::*;
use crate::analysis::{Army, Connection, ConnectionKind, ConnectionStatus, Standing};
use crate::rules::{Color, Move, Point, PointSet};

/// Points of a connection that are tried at most.
const MOST: usize = 4;

/// A connection with the groups at its ends, the weaker first.
struct Joint<'a> {
    connection: &'a Connection,
    ends: (&'a Army, &'a Army),
    /// Stones of the smaller end's string.
    smaller: f32,
}

impl Joint<'_> {
    fn is_weak(&self) -> (bool, bool) {
        let weak =
            |army: &Army| matches!(army.status.standing(), Standing::Unsettled | Standing::Weak);
        (weak(self.ends.0), weak(self.ends.1))
    }
}

fn joints<'a>(scene: &Scene<'a>, color: Color, status: ConnectionStatus) -> Vec<Joint<'a>> {
    let strings = scene.analysis.strings();
    let connections = scene.analysis.connections().iter();
    connections
        .filter(|c| c.status == status && strings.get(c.strings.0).color == color)
        .filter_map(|connection| {
            let (a, b) = connection.strings;
            let (a, b) = (strings.get(a), strings.get(b));
            let ends = (
                scene.analysis.army_at(a.anchor)?,
                scene.analysis.army_at(b.anchor)?,
            );
            let ends = if ends.0.status >= ends.1.status {
                ends
            } else {
                (ends.1, ends.0)
            };
            let smaller = a.stones.len().min(b.stones.len()) as f32;
            Some(Joint {
                connection,
                ends,
                smaller,
            })
        })
        .collect()
}

pub(super) fn connect(scene: &Scene<'_>, ideas: &mut Ideas<'_>) {
    let open = joints(scene, scene.me, ConnectionStatus::Cuttable);
    for joint in &open {
        let reason = mending(joint.connection.kind);
        let peeped = scene.last.is_some_and(|last| {
            let points = joint.connection.points;
            scene.board.neighbors(last).any(|n| points.contains(n))
        });
        for point in points(joint.connection.points) {
            mend(joint, point, reason, ideas);
            if peeped {
                mend(joint, point, &MEND_AFTER_PEEP, ideas);
            } else if joint.smaller >= 3.0 {
                mend(joint, point, &KEEP_WALL_WHOLE, ideas);
            }
            if let Some(reason) = joining(joint) {
                ideas.about(point, reason, joint.ends.0);
            }
        }
    }
    for point in twice(&open).iter() {
        ideas.play(point, &MEND_TWO_CUTS);
    }
    for joint in joints(scene, scene.me, ConnectionStatus::Loose) {
        for point in points(joint.connection.points).take(2) {
            mend(&joint, point, &TIGHTEN_LOOSE_LINK, ideas);
        }
    }
}

/// The points of a connection.
fn points(points: PointSet) -> impl Iterator<Item = Point> {
    points.iter().take(MOST)
}

/// Points that several joints have in common.
fn twice(joints: &[Joint<'_>]) -> PointSet {
    let (mut once, mut twice) = (PointSet::EMPTY, PointSet::EMPTY);
    for joint in joints {
        twice |= once & joint.connection.points;
        once |= joint.connection.points;
    }
    twice
}

/// Suggests a point about the smaller end of a joint.
fn mend(joint: &Joint<'_>, point: Point, reason: &'static Reason, ideas: &mut Ideas<'_>) {
    ideas.add(Suggestion {
        group: super::scene::concern(joint.ends.0),
        size: joint.smaller,
        ..Suggestion::new(Move::Play(point), reason)
    });
}

fn joining(joint: &Joint<'_>) -> Option<&'static Reason> {
    match joint.is_weak() {
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

pub(super) fn cut(scene: &Scene<'_>, ideas: &mut Ideas<'_>) {
    let open = joints(scene, scene.them(), ConnectionStatus::Cuttable);
    for joint in &open {
        let reason = cutting(joint.connection.kind);
        for point in points(joint.connection.points) {
            mend(joint, point, reason, ideas);
            match joint.is_weak() {
                (true, true) => ideas.about(point, &CUT_TWO_WEAK, joint.ends.0),
                (true, false) => ideas.about(point, &CUT_OFF_WEAK, joint.ends.0),
                _ => {}
            }
            threaten(scene, point, ideas);
        }
    }
    for point in twice(&open).iter() {
        ideas.play(point, &CUT_TWO_LINKS);
    }
    let firm = joints(scene, scene.them(), ConnectionStatus::Unbreakable);
    for joint in firm.iter().filter(|joint| is_peepable(joint.connection)) {
        for point in joint.connection.points.iter() {
            for n in scene.board.neighbors(point) {
                if scene.board.is_empty(n) && !scene.is_self_atari(n) {
                    mend(joint, n, &PEEP, ideas);
                }
            }
        }
    }
}

/// Whether somebody who plays beside a joint threatens to cut it.
fn is_peepable(connection: &Connection) -> bool {
    matches!(
        connection.kind,
        ConnectionKind::OnePointJump | ConnectionKind::Hane | ConnectionKind::CommonLiberty
    ) && connection.points.len() == 1
}

/// A cut that leaves a string short of liberties.
fn threaten(scene: &Scene<'_>, point: Point, ideas: &mut Ideas<'_>) {
    for n in scene.board.neighbors(point) {
        if scene.is_theirs(Some(n))
            && scene.board.liberties(n) <= 3
            && let Some(string) = scene.analysis.string_at(n)
        {
            ideas.add(Suggestion {
                group: Some(prey(string)),
                size: string.stones.len() as f32,
                ..Suggestion::new(Move::Play(point), &CUT_AND_THREATEN)
            });
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

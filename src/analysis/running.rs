//! The ways of a group into the open.

use super::groups::Group;
use super::living_board::{LivingBoard, UNREACHABLE};
use super::spaces::Distances;
use crate::rules::{Point, PointSet};

/// The direction of a running move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RunningKind {
    /// To a friend that lives.
    TowardFriend,
    /// Into the open.
    IntoOpen,
    /// Towards enemies.
    TowardEnemy,
    /// Along the edge, where there is little to find.
    AlongEdge,
}

/// A point where a group runs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RunningPoint {
    /// The point.
    pub point: Point,
    /// The direction.
    pub kind: RunningKind,
}

/// A group's ability to run, the best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RunningAbility {
    /// Easily: there is room, or a living friend.
    Easy,
    /// It limps away.
    Limps,
    /// Hardly.
    Poor,
    /// Not at all.
    None,
}

/// The ways of a group to run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Running {
    /// Its ability.
    pub ability: RunningAbility,
    /// The points that it runs to.
    pub points: Vec<RunningPoint>,
    /// Points that it reaches before any enemy: two for each that no enemy is near, one for each
    /// that an enemy is two steps from.
    pub reach: usize,
}

impl Running {
    /// Of a group that need not run.
    pub(super) const fn needless() -> Self {
        Self {
            ability: RunningAbility::None,
            points: Vec::new(),
            reach: 0,
        }
    }
}

/// Steps from the group within which a move runs.
const MAX_RUNNING_STEP: u8 = 2;
/// Steps that the next enemy is off an open point.
const OPEN_DISTANCE: u8 = 3;
/// Steps that are looked ahead.
const MAX_STEPS: u8 = 9;

/// The surroundings of a group that may run.
pub(super) struct RunningContext<'a> {
    pub(super) living: &'a LivingBoard<'a>,
    pub(super) distances: &'a Distances,
    /// Stones of living friends.
    pub(super) friends: PointSet,
    /// The group's own eye space, into which nobody runs.
    pub(super) home: PointSet,
    /// Points where living friends have more influence than the enemy.
    pub(super) friendly: PointSet,
}

pub(super) fn running(group: &Group, context: &RunningContext<'_>) -> Running {
    let living = context.living;
    let board = living.board;
    let foe = &context.distances[!group.color];
    let mut steps = vec![UNREACHABLE; Point::AREA];
    let mut queue: Vec<Point> = group.stones.iter().collect();
    let mut points = Vec::new();
    let mut friend = false;
    let mut hailed = false;
    let mut reach = 0;
    for stone in &queue {
        steps[stone.index()] = 0;
    }
    let mut done = 0;
    let stones = queue.len();
    while let Some(point) = queue.get(done).copied() {
        done += 1;
        let next = steps[point.index()] + 1;
        if next > MAX_STEPS {
            break;
        }
        for n in board.neighbors(point) {
            let is_friend = context.friends.contains(n) && !group.stones.contains(n);
            friend |= is_friend && done > stones;
            let is_free = living.is_free(n) && !context.home.contains(n);
            if is_free && steps[n.index()] == UNREACHABLE && next < foe[n.index()] {
                steps[n.index()] = next;
                reach += usize::from(foe[n.index()] >= OPEN_DISTANCE)
                    + usize::from(foe[n.index()] >= OPEN_DISTANCE - 1);
                hailed |= context.friendly.contains(n);
                queue.push(n);
                if next <= MAX_RUNNING_STEP {
                    points.push(RunningPoint {
                        point: n,
                        kind: kind(context, n, foe[n.index()]),
                    });
                }
            }
        }
    }
    let lines = usize::from(board.size().lines());
    let mut ability = match reach {
        n if friend || 3 * n >= 4 * lines => RunningAbility::Easy,
        n if 3 * n >= 2 * lines => RunningAbility::Limps,
        n if n >= 5 => RunningAbility::Poor,
        _ => RunningAbility::None,
    };
    if hailed {
        ability = match ability {
            RunningAbility::Poor | RunningAbility::None if reach >= 2 => RunningAbility::Limps,
            RunningAbility::Limps => RunningAbility::Easy,
            other => other,
        };
    }
    Running {
        ability,
        points,
        reach,
    }
}

fn kind(context: &RunningContext<'_>, point: Point, foe: u8) -> RunningKind {
    let board = context.living.board;
    if context.friendly.contains(point) {
        RunningKind::TowardFriend
    } else if point.line(board.size()) <= 2 {
        RunningKind::AlongEdge
    } else if foe <= 3 {
        RunningKind::TowardEnemy
    } else {
        RunningKind::IntoOpen
    }
}

display_names! {
    RunningKind:
    TowardFriend "toward a living friend",
    IntoOpen "into the open",
    TowardEnemy "toward enemies",
    AlongEdge "along the edge",
}

display_names! {
    RunningAbility:
    Easy "runs easily",
    Limps "limps away",
    Poor "hardly runs",
    None "does not run",
}

#[cfg(test)]
mod tests {
    use super::super::Analysis;
    use super::*;
    use crate::rules::{Color, diagram};

    fn running(text: &str, stone: &str) -> Running {
        let board = diagram::parse(text).unwrap();
        let analysis = Analysis::new(&board, Color::Black, 6);
        let info = analysis
            .group_info_at(Point::parse(stone).unwrap())
            .unwrap();
        info.running.clone()
    }

    #[test]
    fn the_open_board_is_room_and_a_ring_is_none() {
        let text = "
            . . . . . . . . .
            . . . . . . . . .
            . . . X . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . O O .
            . . . . . O X O .
            . . . . . O X . .
            . . . . . O O O .";
        let open = running(text, "D7");
        assert_eq!(open.ability, RunningAbility::Easy);
        assert!(open.points.iter().any(|p| p.kind == RunningKind::IntoOpen));
        assert!(running(text, "G2").ability >= RunningAbility::Poor);
    }
}

//! The ways of a group into the open.

use super::groups::Group;
use super::living_board::{LivingBoard, UNREACHABLE};
use super::spaces::Distances;
use sgmp_board::rules::{Point, PointSet};

/// The direction of a running move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RunningKind {
    /// To a friend that lives.
    TowardFriend,
    /// Into the open, away from the enemy.
    IntoOpen,
    /// Towards enemies, who are near there.
    TowardEnemy,
    /// Along the edge, where there is little to find.
    AlongEdge,
}

/// A point where a group runs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RunningPoint {
    /// The point, which is empty.
    pub point: Point,
    /// The direction that the point lies in.
    pub kind: RunningKind,
}

/// A group's ability to run, the best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RunningAbility {
    /// Easily: there is room, or a living friend.
    Easy,
    /// With trouble: it limps away.
    Limps,
    /// Hardly: few points are within its reach.
    Poor,
    /// Not at all, or there is no need to.
    None,
}

/// The ways of a group to run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Running {
    /// The ability, as far as the points allow.
    pub ability: RunningAbility,
    /// The points that it runs to.
    pub points: Vec<RunningPoint>,
    /// Points that it reaches before any enemy: two for each that no enemy is near, one for each
    /// that an enemy is two steps from.
    pub reach: usize,
}

impl Running {
    /// The result for a group that need not run.
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
    /// The group's own eye space, which is no way out.
    pub(super) home: PointSet,
    /// Points where living friends have more influence than the enemy.
    pub(super) friendly: PointSet,
}

/// Thirds of the board's lines that a group's reach has at least if it runs easily.
const EASY_REACH_IN_THIRDS: usize = 4;
/// The same for a group that limps away.
const LIMPING_REACH_IN_THIRDS: usize = 2;
/// Reach of a group that hardly runs.
const MIN_REACH: usize = 5;
/// Reach with which a group comes as far as friends that have influence near it.
const MIN_REACH_TOWARD_FRIENDS: usize = 2;

/// Finds the ways of a group to run.
pub(super) fn running(group: &Group, context: &RunningContext<'_>) -> Running {
    let mut walk = Walk::new(group, context);
    walk.go_on();
    Running {
        ability: walk.ability(),
        points: walk.points,
        reach: walk.reach,
    }
}

/// A walk of a group in all directions: through the free points that it reaches before any enemy.
///
/// A point counts for the reach by the distance of the next enemy, because a group is soon stopped where
/// an enemy stands near. The walk is breadth-first, so each point is entered by its shortest way.
struct Walk<'a> {
    group: &'a Group,
    context: &'a RunningContext<'a>,
    /// Steps of each point from the next enemy.
    foe_steps: &'a [u8],
    /// Steps of each point from the group; [`UNREACHABLE`] if the walk has not entered it.
    steps: Vec<u8>,
    /// The group's stones and then the points entered, the nearest first.
    entered: Vec<Point>,
    /// Points near the group to run to.
    points: Vec<RunningPoint>,
    /// See [`Running::reach`].
    reach: usize,
    /// True if it has met a living friend away from the group's stones.
    meets_friend: bool,
    /// True if it has entered a point where living friends have more influence than the enemy.
    enters_friendly_area: bool,
}

impl<'a> Walk<'a> {
    fn new(group: &'a Group, context: &'a RunningContext<'a>) -> Self {
        let mut steps = vec![UNREACHABLE; Point::AREA];
        for stone in group.stones.iter() {
            steps[stone.index()] = 0;
        }
        Self {
            group,
            context,
            foe_steps: &context.distances[!group.color],
            steps,
            entered: group.stones.iter().collect(),
            points: Vec::new(),
            reach: 0,
            meets_friend: false,
            enters_friendly_area: false,
        }
    }

    /// Walks until nothing is left to enter.
    fn go_on(&mut self) {
        let stones = self.entered.len();
        let mut done = 0;
        while let Some(point) = self.entered.get(done).copied() {
            let steps = self.steps[point.index()] + 1;
            if steps > MAX_STEPS {
                break;
            }
            for n in self.context.living.board.neighbors(point) {
                let is_friend = self.context.friends.contains(n) && !self.group.stones.contains(n);
                self.meets_friend |= is_friend && done >= stones;
                if self.may_enter(n, steps) {
                    self.enter(n, steps);
                }
            }
            done += 1;
        }
    }

    /// Returns whether a point is free, new, and reached before any enemy.
    fn may_enter(&self, point: Point, steps: u8) -> bool {
        self.context.living.is_free(point)
            && !self.context.home.contains(point)
            && self.steps[point.index()] == UNREACHABLE
            && steps < self.foe_steps[point.index()]
    }

    fn enter(&mut self, point: Point, steps: u8) {
        let foe = self.foe_steps[point.index()];
        self.steps[point.index()] = steps;
        self.entered.push(point);
        self.reach += usize::from(foe >= OPEN_DISTANCE) + usize::from(foe >= OPEN_DISTANCE - 1);
        self.enters_friendly_area |= self.context.friendly.contains(point);
        if steps <= MAX_RUNNING_STEP {
            let kind = kind(self.context, point, foe);
            self.points.push(RunningPoint { point, kind });
        }
    }

    fn ability(&self) -> RunningAbility {
        let lines = usize::from(self.context.living.board.size().lines());
        let reaches = |thirds: usize| 3 * self.reach >= thirds * lines;
        let alone = if self.meets_friend || reaches(EASY_REACH_IN_THIRDS) {
            RunningAbility::Easy
        } else if reaches(LIMPING_REACH_IN_THIRDS) {
            RunningAbility::Limps
        } else if self.reach >= MIN_REACH {
            RunningAbility::Poor
        } else {
            RunningAbility::None
        };
        match alone {
            // Friends nearby help by one class.
            RunningAbility::Poor | RunningAbility::None
                if self.enters_friendly_area && self.reach >= MIN_REACH_TOWARD_FRIENDS =>
            {
                RunningAbility::Limps
            }
            RunningAbility::Limps if self.enters_friendly_area => RunningAbility::Easy,
            other => other,
        }
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
    use sgmp_board::rules::{Color, diagram};

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

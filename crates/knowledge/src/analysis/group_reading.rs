//! Life and death read to the end where the surroundings of a group are small enough, and searched
//! where they are not.

use std::cell::LazyCell;

use super::effort::Effort;
use super::group_info::GroupInfo;
use super::groups::GroupId;
use super::life_status::{LifeClass, LifeStatus};
use super::strings::Strings;
use crate::reading::{Answer, Life, LifeProblem, Tactician};
use crate::tactics::unconditionally_alive;
use sgmp_board::rules::{Board, Color, Point, PointSet};

/// Liberties with which an enemy that does not live yet is not raced against, and how many more
/// than the group's that must be.
const MIN_LIBERTIES_TO_OUTLAST: usize = 5;
const MIN_LEAD_TO_OUTLAST: usize = 2;
/// Stones of a friend that counts as alive without eyes.
const MIN_RUNNING_FRIEND: usize = 4;
/// Liberties of a string that is not captured on the way.
const MIN_FIRM_LIBERTIES: usize = 4;
/// Points of a space in which enemies are shut in.
const MAX_SHUT_IN_SPACE: usize = 16;

/// Reads up to `most` groups that neither run nor are sure of their life, the largest first, and
/// corrects what a look at them said.
pub(super) fn read_out(
    board: &Board,
    strings: &Strings,
    group_infos: &mut [GroupInfo],
    tactician: &mut Tactician,
    most: usize,
) {
    let mut open: Vec<usize> = (0..group_infos.len())
        .filter(|place| is_open(group_infos[*place].status))
        .collect();
    open.sort_by_key(|place| std::cmp::Reverse(group_infos[*place].group.stones.len()));
    for place in open.into_iter().take(most) {
        let info = &mut group_infos[place];
        let largest = info
            .group
            .strings
            .iter()
            .map(|id| strings.get(*id))
            .max_by_key(|string| string.stones.len());
        info.read = largest.and_then(|string| tactician.life(board, string.anchor));
        info.status = match info.read {
            Some(Life::Alive) => LifeStatus::BarelyRoom,
            Some(Life::Unsettled { .. }) => LifeStatus::LivesOrDies,
            Some(Life::Dead) if !info.status.is_dead() => LifeStatus::ProbablyDead,
            Some(Life::Dead) | None => info.status,
        };
    }
}

/// Searches the life of up to `effort.life_problems` groups of `effort.life_stones` stones or more that a
/// look and reading left in doubt, the largest first, and corrects what was said of them. Of what is not
/// decided within the budget it is told which way it leans.
pub(super) fn search_life(
    board: &Board,
    group_infos: &mut [GroupInfo],
    tactician: &mut Tactician,
    effort: Effort,
) {
    let mut doubtful: Vec<usize> = (0..group_infos.len())
        .filter(|place| {
            let info = &group_infos[*place];
            let is_large = info.group.stones.len() >= effort.life_stones;
            is_large && info.read.is_none() && is_doubtful(info.status)
        })
        .collect();
    doubtful.sort_by_key(|place| std::cmp::Reverse(group_infos[*place].group.stones.len()));
    let shut_in = Color::BOTH.map(|color| LazyCell::new(move || shut_in(board, color)));
    for place in doubtful.into_iter().take(effort.life_problems) {
        let group = &group_infos[place].group;
        let (stones, shut_in) = (group.stones, *shut_in[group.color as usize]);
        let alive = living_around(group_infos, GroupId::from_index(place));
        let Some(life_problem) = LifeProblem::new(board, stones, alive - shut_in) else {
            continue;
        };
        let attack = tactician.kill(board, &life_problem, effort.life_problem);
        let info = &mut group_infos[place];
        if !attack.is_complete && !attack.result.works() {
            info.leaning = Some(attack.leaning);
        } else if !attack.result.works() {
            info.read = Some(Life::Alive);
            info.status = LifeStatus::BarelyRoom;
        } else {
            let defense = tactician.live(board, &life_problem, effort.life_problem);
            if defense.is_complete {
                info.settle(life(&attack, &defense));
            } else {
                info.leaning = Some(-defense.leaning);
            }
        }
    }
}

impl GroupInfo {
    /// Corrects the status of a group that can be killed by what was read.
    fn settle(&mut self, life: Life) {
        match life {
            Life::Unsettled { .. } => self.status = LifeStatus::LivesOrDies,
            _ if self.status.is_dead() => {}
            _ => self.status = LifeStatus::ProbablyDead,
        }
        self.read = Some(life);
    }
}

/// Combines the answers of an attack that works and of the defense.
fn life(attack: &Answer, defense: &Answer) -> Life {
    if !defense.result.works() {
        return Life::Dead;
    }
    let points = |answer: &Answer| answer.point().into_iter().collect();
    Life::Unsettled {
        kills: points(attack),
        saves: points(defense),
    }
}

/// Returns whether a search may change the status. For groups that run it does not.
fn is_doubtful(status: LifeStatus) -> bool {
    match status {
        LifeStatus::Captured
        | LifeStatus::Smothered
        | LifeStatus::RunningFight
        | LifeStatus::WouldLive
        | LifeStatus::LivesOrLimps => false,
        _ => status.class() >= LifeClass::Unsettled,
    }
}

/// Returns whether reading to the end may change the status. For races and for groups that run it
/// does not.
fn is_open(status: LifeStatus) -> bool {
    match status {
        LifeStatus::Captured
        | LifeStatus::EvenRace
        | LifeStatus::BehindInRace
        | LifeStatus::RunningFight
        | LifeStatus::AheadInRace
        | LifeStatus::LivesOrLimps
        | LifeStatus::LosesRace => false,
        _ => status.class() >= LifeClass::Unsettled,
    }
}

/// The life problem of a group among others.
pub(super) fn life_problem(
    board: &Board,
    group_infos: &[GroupInfo],
    id: GroupId,
) -> Option<LifeProblem> {
    let group = &group_infos[id.index()].group;
    let alive = living_around(group_infos, id);
    LifeProblem::new(board, group.stones, alive - shut_in(board, group.color))
}

/// The stones of the groups that live beside one.
fn living_around(group_infos: &[GroupInfo], id: GroupId) -> PointSet {
    let group = &group_infos[id.index()].group;
    let own = group.liberties.len();
    let others = group_infos.iter().enumerate();
    let alive = others.filter(|(place, other)| {
        *place != id.index()
            && if other.group.color == group.color {
                holds(other)
            } else {
                holds(other) || outlasts(other, own)
            }
    });
    alive.fold(PointSet::EMPTY, |all, (_, other)| all | other.group.stones)
}

/// The same for a question that is read deep: friends count as alive by their eyes, or if they are
/// many, and enemy strings that are short of liberties have to hold to others.
pub(super) fn deep_life_problem(
    board: &Board,
    group_infos: &[GroupInfo],
    id: GroupId,
) -> Option<LifeProblem> {
    let group = &group_infos[id.index()].group;
    let own = group.liberties.len();
    let mut alive = PointSet::EMPTY;
    for (place, other) in group_infos.iter().enumerate() {
        if place == id.index() {
            continue;
        }
        let stones = other.group.stones;
        if other.group.color == group.color {
            if holds(other) && (has_eyes(other.status) || stones.len() >= MIN_RUNNING_FRIEND) {
                alive |= stones;
            }
        } else if other.status.class() == LifeClass::VeryAlive {
            alive |= stones;
        } else if holds(other) || outlasts(other, own) {
            let is_firm = |stone: &Point| board.liberties(*stone) >= MIN_FIRM_LIBERTIES;
            alive |= stones.iter().filter(is_firm).collect();
        }
    }
    LifeProblem::new(board, group.stones, alive - shut_in(board, group.color))
}

/// Returns whether a group lives without running.
const fn has_eyes(status: LifeStatus) -> bool {
    matches!(
        status,
        LifeStatus::Unconditional
            | LifeStatus::ManyWays
            | LifeStatus::BarelyRoom
            | LifeStatus::Miai
    )
}

/// The enemies of a color in small spaces that it walls in: that they live may rest on its death,
/// so that only those count which nothing can take.
fn shut_in(board: &Board, color: Color) -> PointSet {
    let own: PointSet = board.stones(color).collect();
    let foes: PointSet = board.stones(!color).collect();
    let all: PointSet = Point::all(board.size()).collect();
    let others = all - own;
    let mut left = foes;
    let mut found = PointSet::EMPTY;
    while let Some(start) = left.first() {
        let part = others.connected(start);
        left = left - part;
        if part.len() <= MAX_SHUT_IN_SPACE {
            found |= part & foes;
        }
    }
    if found.is_empty() {
        return found;
    }
    found - unconditionally_alive(board, !color)
}

/// Returns whether a group lives by itself.
fn holds(info: &GroupInfo) -> bool {
    info.status.is_alive() && !matches!(info.status, LifeStatus::WinsRace | LifeStatus::Seki)
}

/// Returns whether an enemy that is not surely dead has far more liberties than a group with `liberties`.
fn outlasts(info: &GroupInfo, liberties: usize) -> bool {
    let theirs = info.group.liberties.len();
    info.status.class() != LifeClass::Dead
        && theirs >= MIN_LIBERTIES_TO_OUTLAST
        && theirs >= liberties + MIN_LEAD_TO_OUTLAST
}

#[cfg(test)]
mod tests {
    use super::super::Analysis;
    use super::*;
    use sgmp_board::rules::diagram;

    #[test]
    fn reading_tells_where_a_corner_turns() {
        let text = "
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            X X X X X X . . .
            O O O O O X . . .
            O O O O O X . . .
            . . . O O X . . .";
        let board = diagram::parse(text).unwrap();
        let stone = Point::parse("A2").unwrap();
        let read = |level| {
            let analysis = Analysis::new(&board, Color::Black, level);
            let info = analysis.group_info_at(stone).unwrap();
            (info.status, info.read.is_some())
        };
        assert_eq!(read(2), (LifeStatus::LivesOrDies, false));
        assert_eq!(read(12), (LifeStatus::LivesOrDies, true));
    }

    #[test]
    fn a_search_corrects_a_look() {
        // Six live on the second line of the corner, which a look does not see.
        let text = "
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            X X X X X X X . .
            O O O O O O X . .
            . . . . . . . . .";
        let board = diagram::parse(text).unwrap();
        let status = |level| {
            let analysis = Analysis::new(&board, Color::Black, level);
            analysis.status_at(Point::parse("A2").unwrap()).unwrap()
        };
        assert!(!status(2).is_alive());
        assert_eq!(status(6), LifeStatus::BarelyRoom);
    }
}

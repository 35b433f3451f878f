//! The status of each group on the scale of life, from its eyes, its surroundings and its
//! enemies say.

use super::connections::{Connection, ConnectionKind, ConnectionStatus};
use super::eye_potentials::{Balance, LIFE, potentials, sure};
use super::eyes::Eye;
use super::group_info::GroupInfo;
use super::groups::{Group, GroupId, Groups, unite_loose, unite_unbreakable};
use super::influence::Influence;
use super::life_status::LifeStatus;
use super::living_board::LivingBoard;
use super::races::{Race, Racer, race};
use super::running::{Running, RunningAbility, RunningContext, running};
use super::spaces::{Distances, Space, spaces};
use super::strings::Strings;
use sgmp_board::rules::{Board, ByColor, Color, PointSet};

/// The result of one look at the position.
pub(super) struct Judgment {
    pub(super) groups: Groups,
    pub(super) group_infos: Vec<GroupInfo>,
    pub(super) spaces: Vec<Space>,
    /// Connections through common territory.
    pub(super) joined: Vec<Connection>,
    pub(super) walls: ByColor<PointSet>,
    pub(super) distances: Distances,
}

/// Looks at a position in which `dead` stones count as gone; `before` returns their status.
pub(super) fn judge(
    board: &Board,
    strings: &Strings,
    connections: &[Connection],
    dead: PointSet,
    before: &dyn Fn(&Group) -> LifeStatus,
) -> Judgment {
    let living = LivingBoard { board, dead };
    let walls = walls(strings, connections);
    let distances = ByColor::new(
        living.distances(Color::Black, &walls.white),
        living.distances(Color::White, &walls.black),
    );
    let spaces: Vec<Space> = Color::BOTH
        .into_iter()
        .flat_map(|color| spaces(&living, strings, &distances, color))
        .collect();
    let eyes: Vec<Eye> = spaces
        .iter()
        .map(|space| Eye::new(&living, strings, space))
        .collect();
    let mut united = unite_unbreakable(strings, connections);
    let mut joined = Vec::new();
    for (space, eye) in spaces.iter().zip(&eyes) {
        if (space.is_closed() && eye.points.len() >= 3) || eye.second == 2 {
            for (wall, next) in space.walls.iter().zip(space.walls.iter().skip(1)) {
                let (a, b) = (wall.string, next.string);
                if united.union(a, b) {
                    joined.push(common_territory((a.min(b), a.max(b)), eye.points));
                }
            }
        }
    }
    unite_loose(&mut united, connections);
    let groups = Groups::collect(board, strings, &united);
    let group_infos = EvalContext {
        living: &living,
        strings,
        connections,
        groups: &groups,
        distances: &distances,
        walls: &walls,
    }
    .group_infos(&spaces, eyes, before);
    Judgment {
        groups,
        group_infos,
        spaces,
        joined,
        walls,
        distances,
    }
}

const fn common_territory(
    strings: (super::StringId, super::StringId),
    points: PointSet,
) -> Connection {
    Connection {
        strings,
        kind: ConnectionKind::CommonTerritory,
        status: ConnectionStatus::Unbreakable,
        points,
        answers: PointSet::EMPTY,
    }
}

/// The points of unbreakable connections, by color: the enemy does not pass there.
fn walls(strings: &Strings, connections: &[Connection]) -> ByColor<PointSet> {
    let mut walls = ByColor::new(PointSet::EMPTY, PointSet::EMPTY);
    for connection in connections {
        if connection.status == ConnectionStatus::Unbreakable
            && connection.kind != ConnectionKind::Captive
        {
            walls[strings.get(connection.strings.0).color] |= connection.points;
        }
    }
    walls
}

/// The groups of each color that live by their eyes alone.
struct Friends {
    stones: ByColor<PointSet>,
    /// Points where they have more influence than the enemy's.
    influence: ByColor<PointSet>,
}

/// The parts of a position that judging a group needs.
struct EvalContext<'a> {
    living: &'a LivingBoard<'a>,
    strings: &'a Strings,
    connections: &'a [Connection],
    groups: &'a Groups,
    distances: &'a Distances,
    walls: &'a ByColor<PointSet>,
}

impl EvalContext<'_> {
    fn group_infos(
        &self,
        spaces: &[Space],
        eyes: Vec<Eye>,
        before: &dyn Fn(&Group) -> LifeStatus,
    ) -> Vec<GroupInfo> {
        let mut owned: Vec<Vec<Eye>> = vec![Vec::new(); self.groups.len()];
        for (space, eye) in spaces.iter().zip(eyes) {
            if let Some(owner) = self.owner(space) {
                owned[owner.index()].push(eye);
            }
        }
        let sure: Vec<u8> = owned.iter().map(|eyes| sure(eyes)).collect();
        let worth = |id: GroupId| sure[id.index()];
        let ids: Vec<GroupId> = self.groups.iter().map(|(id, _)| id).collect();
        let strong = |color: Color| {
            let strong = ids
                .iter()
                .filter(|id| self.groups.get(**id).color == color && sure[id.index()] >= LIFE);
            strong.fold(PointSet::EMPTY, |all, id| all | self.groups.get(*id).stones)
        };
        let friends = Friends {
            stones: ByColor::new(strong(Color::Black), strong(Color::White)),
            influence: self.friendly(&sure),
        };
        let mut group_infos: Vec<GroupInfo> = ids
            .iter()
            .zip(owned)
            .map(|(id, eyes)| {
                let group = self.groups.get(*id).clone();
                let gone = (group.stones - self.living.dead).is_empty();
                if gone {
                    return self.fallen(group, eyes, before);
                }
                self.info(*id, group, eyes, &worth, &friends)
            })
            .collect();
        self.look_for_friends(&mut group_infos);
        for id in &ids {
            group_infos[id.index()].neighbors = self.neighbors(*id);
        }
        self.decide(&mut group_infos);
        group_infos
    }

    /// The group that most of a space's border belongs to.
    fn owner(&self, space: &Space) -> Option<GroupId> {
        let mut counts: Vec<(GroupId, u16)> = Vec::new();
        for wall in &space.walls {
            let group = self.groups.group_of(wall.string);
            match counts.iter_mut().find(|(known, _)| *known == group) {
                Some((_, sum)) => *sum += wall.contacts,
                None => counts.push((group, wall.contacts)),
            }
        }
        counts
            .into_iter()
            .max_by_key(|(_, count)| *count)
            .map(|(group, _)| group)
    }

    /// Points where the groups that live by their eyes have more influence than the enemy's.
    fn friendly(&self, sure: &[u8]) -> ByColor<PointSet> {
        let alive = self.groups.iter().filter(|(id, group)| {
            sure[id.index()] >= LIFE && !(group.stones - self.living.dead).is_empty()
        });
        let sources = alive.flat_map(|(_, group)| {
            let color = group.color;
            group.stones.iter().map(move |stone| (stone, color, 1.0))
        });
        let influence = Influence::radiate(self.living, sources, self.walls, self.distances);
        let mut friendly = ByColor::new(PointSet::EMPTY, PointSet::EMPTY);
        for point in self.living.board.empty_points() {
            for color in Color::BOTH {
                if influence.at(color, *point) > influence.at(!color, *point) + MIN_INFLUENCE_LEAD {
                    friendly[color].insert(*point);
                }
            }
        }
        friendly
    }

    /// A group whose stones count as gone.
    fn fallen(
        &self,
        group: Group,
        eyes: Vec<Eye>,
        before: &dyn Fn(&Group) -> LifeStatus,
    ) -> GroupInfo {
        let captured = group
            .strings
            .iter()
            .all(|id| self.strings.get(*id).is_dead());
        let status = if captured {
            LifeStatus::Captured
        } else {
            before(&group)
        };
        GroupInfo {
            balance: Balance::new(&eyes, &[]),
            group,
            eyes,
            potentials: Vec::new(),
            running: Running::needless(),
            neighbors: Vec::new(),
            race: None,
            status,
            read: None,
            leaning: None,
        }
    }

    fn info(
        &self,
        id: GroupId,
        group: Group,
        eyes: Vec<Eye>,
        worth: &dyn Fn(GroupId) -> u8,
        friends: &Friends,
    ) -> GroupInfo {
        let (groups, strings) = (self.groups, self.strings);
        let potentials = potentials(id, groups, strings, self.connections, &eyes, worth);
        let balance = Balance::new(&eyes, &potentials);
        let run = if balance.second >= LIFE {
            Running::needless()
        } else {
            let home = eyes
                .iter()
                .fold(PointSet::EMPTY, |all, eye| all | eye.points);
            let context = RunningContext {
                living: self.living,
                distances: self.distances,
                friends: friends.stones[group.color] - group.stones,
                home,
                friendly: friends.influence[group.color],
            };
            running(&group, &context)
        };
        let mut info = GroupInfo {
            group,
            eyes,
            potentials,
            running: run,
            neighbors: Vec::new(),
            race: None,
            status: LifeStatus::Undecided,
            read: None,
            leaning: None,
            balance,
        };
        info.status = self.at_first_sight(&info);
        info
    }

    /// A friend that has not two eyes yet but lives for now is worth joining, too.
    fn look_for_friends(&self, group_infos: &mut [GroupInfo]) {
        let worth: Vec<u8> = group_infos
            .iter()
            .map(|info| match info.status {
                status if status.is_alive() => LIFE,
                _ => info.balance.sure,
            })
            .collect();
        for (id, _) in self.groups.iter() {
            let info = &group_infos[id.index()];
            if info.balance.second >= LIFE
                || info.status.is_dead() && info.status != LifeStatus::Undecided
            {
                continue;
            }
            let (groups, strings) = (self.groups, self.strings);
            let worth = |other: GroupId| worth[other.index()];
            let ways = potentials(id, groups, strings, self.connections, &info.eyes, &worth);
            let info = &mut group_infos[id.index()];
            info.balance = Balance::new(&info.eyes, &ways);
            info.potentials = ways;
            info.status = self.at_first_sight(info);
        }
    }

    /// The classes that do not depend on the enemies around; else undecided.
    fn at_first_sight(&self, info: &GroupInfo) -> LifeStatus {
        let balance = info.balance;
        let lives_in_one = balance.first >= LIFE;
        let status = if balance.second >= LIFE {
            settled(info)
        } else {
            match (info.running.ability, lives_in_one) {
                (RunningAbility::Easy, true) => LifeStatus::LivesOrRuns,
                (RunningAbility::Easy, false) if balance.sure >= 2 => LifeStatus::RunsWithEye,
                (RunningAbility::Easy, false) => LifeStatus::Runs,
                (RunningAbility::Limps, true) => LifeStatus::LivesOrLimps,
                (_, true) => LifeStatus::LivesOrDies,
                (_, false) => LifeStatus::Undecided,
            }
        };
        if status < LifeStatus::LivesOrDies && self.is_threatened(&info.group) {
            LifeStatus::WouldLive
        } else {
            status
        }
    }

    /// Returns whether most of its stones may be captured.
    fn is_threatened(&self, group: &Group) -> bool {
        let threatened: usize = group
            .strings
            .iter()
            .map(|id| self.strings.get(*id))
            .filter(|string| string.is_threatened())
            .map(|string| string.stones.len())
            .sum();
        4 * threatened >= 3 * group.stones.len()
    }

    /// The living enemies that touch a group or share a liberty with it.
    fn neighbors(&self, id: GroupId) -> Vec<GroupId> {
        let group = self.groups.get(id);
        let mut found = Vec::new();
        let touching = group.stones | group.liberties;
        for point in touching.iter() {
            for n in self.living.board.neighbors(point) {
                if self.living.color(n) == Some(!group.color)
                    && let Some(other) = self.groups.at(self.strings, n)
                    && !found.contains(&other)
                {
                    found.push(other);
                }
            }
        }
        found
    }

    /// Decides what first sight did not.
    fn decide(&self, group_infos: &mut [GroupInfo]) {
        let first_sight: Vec<LifeStatus> = group_infos.iter().map(|info| info.status).collect();
        for place in 0..group_infos.len() {
            if first_sight[place] == LifeStatus::Undecided {
                let (race, status) = self.undecided(group_infos, place, &first_sight);
                group_infos[place].race = race;
                group_infos[place].status = status;
            }
        }
    }

    fn undecided(
        &self,
        group_infos: &[GroupInfo],
        place: usize,
        first_sight: &[LifeStatus],
    ) -> (Option<Race>, LifeStatus) {
        let info = &group_infos[place];
        let touches = |other: &GroupInfo| {
            let strings = other.group.strings.iter();
            let mut enemies = strings.flat_map(|id| &self.strings.get(*id).enemies);
            enemies.any(|enemy| self.groups.group_of(*enemy).index() == place)
        };
        let weak = info
            .neighbors
            .iter()
            .filter(|id| first_sight[id.index()] == LifeStatus::Undecided)
            .map(|id| &group_infos[id.index()]);
        let best = weak
            .clone()
            .filter(|other| touches(other))
            .map(|other| race(racer(info), racer(other)))
            .min();
        let unsure = info
            .neighbors
            .iter()
            .any(|id| !first_sight[id.index()].is_alive());
        let status = match (info.running.ability, best) {
            (RunningAbility::Limps, _) if weak.count() > 0 => LifeStatus::RunningFight,
            (_, Some(Race::Wins)) => LifeStatus::WinsRace,
            (_, Some(Race::Seki)) => LifeStatus::Seki,
            (_, Some(Race::Ahead)) => LifeStatus::AheadInRace,
            (RunningAbility::Limps, _) => LifeStatus::HardlyRuns,
            (_, Some(Race::Even)) => LifeStatus::EvenRace,
            (RunningAbility::Poor, None) if unsure || info.balance.first >= 2 => {
                LifeStatus::HardlyRuns
            }
            (RunningAbility::Poor, Some(_)) => LifeStatus::HardlyRuns,
            (_, Some(Race::Behind)) => LifeStatus::BehindInRace,
            (_, Some(Race::Loses)) => LifeStatus::LosesRace,
            (_, None) => hopeless(info, unsure),
        };
        (best, status)
    }
}

fn racer(info: &GroupInfo) -> Racer<'_> {
    Racer {
        group: &info.group,
        eyes: &info.eyes,
    }
}

/// The status of a group that lives though the opponent moves first.
fn settled(info: &GroupInfo) -> LifeStatus {
    let Balance { sure, ways, .. } = info.balance;
    let loss = info.eyes.iter().map(|eye| 2 * (eye.second - eye.twice));
    if sure >= LIFE + loss.max().unwrap_or(0) {
        LifeStatus::Unconditional
    } else if sure >= LIFE {
        LifeStatus::BarelyRoom
    } else if ways >= 3 {
        LifeStatus::ManyWays
    } else {
        LifeStatus::Miai
    }
}

/// Lead of influence that makes a point friendly.
const MIN_INFLUENCE_LEAD: f32 = 0.25;

/// Most stones of a group that counts as smothered.
const MAX_SMOTHERED: usize = 4;

/// The status of a group that neither lives nor runs nor races.
fn hopeless(info: &GroupInfo, unsure: bool) -> LifeStatus {
    let balance = info.balance;
    if balance.first >= LIFE - 1 {
        LifeStatus::OneEye
    } else if balance.first > 0 && unsure {
        LifeStatus::WeakAmongWeak
    } else if balance.first > 0 {
        LifeStatus::ProbablyDead
    } else if info.group.stones.len() <= MAX_SMOTHERED {
        LifeStatus::Smothered
    } else {
        LifeStatus::NoRoom
    }
}

#[cfg(test)]
mod tests;

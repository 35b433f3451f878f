//! How strong each group is: the classes of the scale, from what its eyes, its surroundings and its
//! enemies say.

use super::connections::{Connection, ConnectionKind, ConnectionStatus};
use super::eye_potentials::{Balance, EyePotential, LIFE, potentials, sure};
use super::eyes::Eye;
use super::groups::{Group, GroupId, Groups, tie_loosely, ties};
use super::influence::Influence;
use super::life::{LifeStatus, Standing};
use super::living::Living;
use super::races::{Race, race};
use super::running::{Country, Running, RunningAbility, running};
use super::spaces::{Distances, Space, spaces};
use super::strings::Strings;
use crate::reading::Life;
use crate::rules::{Board, ByColor, Color, PointSet};

/// A group with all that is known of it.
#[derive(Clone, Debug)]
pub struct Army {
    /// Its strings, stones and liberties.
    pub group: Group,
    /// Its eyes.
    pub eyes: Vec<Eye>,
    /// Its ways to more.
    pub potentials: Vec<EyePotential>,
    /// Where it can run; nowhere if it need not.
    pub running: Running,
    /// The living enemy groups next to it.
    pub neighbors: Vec<GroupId>,
    /// Its race with one of them, the best there is, if both are weak.
    pub race: Option<Race>,
    /// How alive it is.
    pub status: LifeStatus,
    /// What reading to the end found, where that was tried and its surroundings are small enough.
    pub read: Option<Life>,
    /// Which way the search of its life leans, where that was not read to the end: above 0 it is
    /// nearer to life than to death, by the natural logarithm of the proportion of their proof
    /// numbers.
    pub leaning: Option<f32>,
    pub(super) balance: Balance,
}

impl Army {
    /// The points of its eyes and of what it surrounds with gaps.
    #[must_use]
    pub fn eye_space(&self) -> PointSet {
        let points = self.eyes.iter().map(|eye| eye.points);
        points.fold(PointSet::EMPTY, |all, eye| all | eye)
    }

    /// Where a move decides how many eyes it gets.
    #[must_use]
    pub fn vital_points(&self) -> PointSet {
        let points = self.potentials.iter().map(|potential| potential.points);
        points.fold(PointSet::EMPTY, |all, some| all | some)
    }

    /// The eyes that it keeps if the opponent moves first in each, in half eyes.
    #[must_use]
    pub const fn sure_half_eyes(&self) -> u8 {
        self.balance.sure
    }
}

/// What one look at the position gives.
pub(super) struct Judgment {
    pub(super) groups: Groups,
    pub(super) armies: Vec<Army>,
    pub(super) spaces: Vec<Space>,
    /// Connections through common territory.
    pub(super) joined: Vec<Connection>,
    pub(super) walls: ByColor<PointSet>,
    pub(super) distances: Distances,
}

/// Looks at a position in which `dead` stones count as gone; `before` tells of those.
pub(super) fn judge(
    board: &Board,
    strings: &Strings,
    connections: &[Connection],
    dead: PointSet,
    before: &dyn Fn(&Group) -> LifeStatus,
) -> Judgment {
    let living = Living { board, dead };
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
        .map(|space| Eye::of(&living, strings, space))
        .collect();
    let mut ties = ties(strings, connections);
    let mut joined = Vec::new();
    for (space, eye) in spaces.iter().zip(&eyes) {
        if (space.is_closed() && eye.points.len() >= 3) || eye.second == 2 {
            for pair in space.walls.windows(2) {
                let (a, b) = (pair[0].0, pair[1].0);
                if ties.tie(a, b) {
                    joined.push(common_territory((a.min(b), a.max(b)), eye.points));
                }
            }
        }
    }
    tie_loosely(&mut ties, connections);
    let groups = Groups::collect(board, strings, &ties);
    let armies = Bench {
        living: &living,
        strings,
        connections,
        groups: &groups,
        distances: &distances,
        walls: &walls,
    }
    .armies(&spaces, eyes, before);
    Judgment {
        groups,
        armies,
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

/// What the judging needs to hand.
struct Bench<'a> {
    living: &'a Living<'a>,
    strings: &'a Strings,
    connections: &'a [Connection],
    groups: &'a Groups,
    distances: &'a Distances,
    walls: &'a ByColor<PointSet>,
}

impl Bench<'_> {
    fn armies(
        &self,
        spaces: &[Space],
        eyes: Vec<Eye>,
        before: &dyn Fn(&Group) -> LifeStatus,
    ) -> Vec<Army> {
        let mut owned: Vec<Vec<Eye>> = vec![Vec::new(); self.groups.len()];
        for (space, eye) in spaces.iter().zip(eyes) {
            if let Some(owner) = self.owner(space) {
                owned[owner.index()].push(eye);
            }
        }
        let sure: Vec<u8> = owned.iter().map(|eyes| sure(eyes)).collect();
        let worth = |id: GroupId| sure[id.index()];
        let friendly = self.friendly(&sure);
        let ids: Vec<GroupId> = self.groups.iter().map(|(id, _)| id).collect();
        let strong = |color: Color| {
            let strong = ids
                .iter()
                .filter(|id| self.groups.get(**id).color == color && sure[id.index()] >= LIFE);
            strong.fold(PointSet::EMPTY, |all, id| all | self.groups.get(*id).stones)
        };
        let friends = ByColor::new(strong(Color::Black), strong(Color::White));
        let mut armies: Vec<Army> = ids
            .iter()
            .zip(owned)
            .map(|(id, eyes)| {
                let group = self.groups.get(*id).clone();
                let gone = (group.stones - self.living.dead).is_empty();
                if gone {
                    return self.fallen(group, eyes, before);
                }
                self.army(*id, group, eyes, &worth, (&friends, &friendly))
            })
            .collect();
        self.look_for_friends(&mut armies);
        for id in &ids {
            armies[id.index()].neighbors = self.neighbors(*id);
        }
        self.decide(&mut armies);
        armies
    }

    /// The group that most of a space's border belongs to.
    fn owner(&self, space: &Space) -> Option<GroupId> {
        let mut counts: Vec<(GroupId, u16)> = Vec::new();
        for (wall, count) in &space.walls {
            let group = self.groups.of(*wall);
            match counts.iter_mut().find(|(known, _)| *known == group) {
                Some((_, sum)) => *sum += count,
                None => counts.push((group, *count)),
            }
        }
        counts
            .into_iter()
            .max_by_key(|(_, count)| *count)
            .map(|(group, _)| group)
    }

    /// Where the groups that live by their eyes outweigh the enemy's.
    fn friendly(&self, sure: &[u8]) -> ByColor<PointSet> {
        let alive = self.groups.iter().filter(|(id, group)| {
            sure[id.index()] >= LIFE && !(group.stones - self.living.dead).is_empty()
        });
        let sources = alive.flat_map(|(_, group)| {
            let color = group.color;
            group.stones.iter().map(move |stone| (stone, color, 1.0))
        });
        let influence = Influence::radiate(self.living, sources, self.walls);
        let mut friendly = ByColor::new(PointSet::EMPTY, PointSet::EMPTY);
        for point in self.living.board.empty_points() {
            for color in Color::BOTH {
                if influence.of(color, *point) > influence.of(!color, *point) + 0.25 {
                    friendly[color].insert(*point);
                }
            }
        }
        friendly
    }

    /// A group whose stones count as gone.
    fn fallen(&self, group: Group, eyes: Vec<Eye>, before: &dyn Fn(&Group) -> LifeStatus) -> Army {
        let captured = group
            .strings
            .iter()
            .all(|id| self.strings.get(*id).is_dead());
        let status = if captured {
            LifeStatus::Captured
        } else {
            before(&group)
        };
        Army {
            balance: Balance::of(&eyes, &[]),
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

    fn army(
        &self,
        id: GroupId,
        group: Group,
        eyes: Vec<Eye>,
        worth: &dyn Fn(GroupId) -> u8,
        (friends, friendly): (&ByColor<PointSet>, &ByColor<PointSet>),
    ) -> Army {
        let named = (id, &group);
        let (groups, strings) = (self.groups, self.strings);
        let potentials = potentials(named, groups, strings, self.connections, &eyes, worth);
        let balance = Balance::of(&eyes, &potentials);
        let run = if balance.second >= LIFE {
            Running::needless()
        } else {
            let home = eyes
                .iter()
                .fold(PointSet::EMPTY, |all, eye| all | eye.points);
            let country = Country {
                living: self.living,
                distances: self.distances,
                friends: friends[group.color] - group.stones,
                home,
                friendly: friendly[group.color],
            };
            running(&group, &country)
        };
        let mut army = Army {
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
        army.status = self.at_first_sight(&army);
        army
    }

    /// A friend that has not two eyes yet but lives for now is worth joining, too.
    fn look_for_friends(&self, armies: &mut [Army]) {
        let worth: Vec<u8> = armies
            .iter()
            .map(|army| match army.status {
                status if status.is_alive() => LIFE,
                _ => army.balance.sure,
            })
            .collect();
        for (id, group) in self.groups.iter() {
            let army = &armies[id.index()];
            if army.balance.second >= LIFE
                || army.status.is_dead() && army.status != LifeStatus::Undecided
            {
                continue;
            }
            let (groups, strings) = (self.groups, self.strings);
            let worth = |other: GroupId| worth[other.index()];
            let named = (id, group);
            let ways = potentials(named, groups, strings, self.connections, &army.eyes, &worth);
            let army = &mut armies[id.index()];
            army.balance = Balance::of(&army.eyes, &ways);
            army.potentials = ways;
            army.status = self.at_first_sight(army);
        }
    }

    /// The classes that do not depend on the enemies around; else undecided.
    fn at_first_sight(&self, army: &Army) -> LifeStatus {
        let balance = army.balance;
        let lives_in_one = balance.first >= LIFE;
        let status = if balance.second >= LIFE {
            settled(army)
        } else {
            match (army.running.ability, lives_in_one) {
                (RunningAbility::Easy, true) => LifeStatus::LivesOrRuns,
                (RunningAbility::Easy, false) if balance.sure >= 2 => LifeStatus::RunsWithEye,
                (RunningAbility::Easy, false) => LifeStatus::Runs,
                (RunningAbility::Limps, true) => LifeStatus::LivesOrLimps,
                (_, true) => LifeStatus::LivesOrDies,
                (_, false) => LifeStatus::Undecided,
            }
        };
        if status < LifeStatus::LivesOrDies && self.is_threatened(&army.group) {
            LifeStatus::WouldLive
        } else {
            status
        }
    }

    /// Whether most of its stones may be captured.
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
    fn decide(&self, armies: &mut [Army]) {
        let first_sight: Vec<LifeStatus> = armies.iter().map(|army| army.status).collect();
        for place in 0..armies.len() {
            if first_sight[place] == LifeStatus::Undecided {
                let (race, status) = self.undecided(armies, place, &first_sight);
                armies[place].race = race;
                armies[place].status = status;
            }
        }
    }

    fn undecided(
        &self,
        armies: &[Army],
        place: usize,
        first_sight: &[LifeStatus],
    ) -> (Option<Race>, LifeStatus) {
        let army = &armies[place];
        let touches = |other: &Army| {
            let strings = other.group.strings.iter();
            let mut enemies = strings.flat_map(|id| &self.strings.get(*id).enemies);
            enemies.any(|enemy| self.groups.of(*enemy).index() == place)
        };
        let weak = army
            .neighbors
            .iter()
            .filter(|id| first_sight[id.index()] == LifeStatus::Undecided)
            .map(|id| &armies[id.index()]);
        let best = weak
            .clone()
            .filter(|other| touches(other))
            .map(|other| race((&army.group, &army.eyes), (&other.group, &other.eyes)))
            .min();
        let unsure = army
            .neighbors
            .iter()
            .any(|id| !first_sight[id.index()].is_alive());
        let status = match (army.running.ability, best) {
            (RunningAbility::Limps, _) if weak.count() > 0 => LifeStatus::RunningFight,
            (_, Some(Race::Wins)) => LifeStatus::WinsRace,
            (_, Some(Race::Seki)) => LifeStatus::Seki,
            (_, Some(Race::Ahead)) => LifeStatus::AheadInRace,
            (RunningAbility::Limps, _) => LifeStatus::HardlyRuns,
            (_, Some(Race::Even)) => LifeStatus::EvenRace,
            (RunningAbility::Poor, None) if unsure || army.balance.first >= 2 => {
                LifeStatus::HardlyRuns
            }
            (RunningAbility::Poor, Some(_)) => LifeStatus::HardlyRuns,
            (_, Some(Race::Behind)) => LifeStatus::BehindInRace,
            (_, Some(Race::Loses)) => LifeStatus::LosesRace,
            (_, None) => hopeless(army, unsure),
        };
        (best, status)
    }
}

/// Of a group that lives though the opponent moves first.
fn settled(army: &Army) -> LifeStatus {
    let Balance { sure, ways, .. } = army.balance;
    let loss = army.eyes.iter().map(|eye| 2 * (eye.second - eye.twice));
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

/// Stones of a group that is smothered.
const SMALL: usize = 4;

/// Of a group that neither lives nor runs nor races.
fn hopeless(army: &Army, unsure: bool) -> LifeStatus {
    let balance = army.balance;
    if balance.first >= LIFE - 1 {
        LifeStatus::OneEye
    } else if balance.first > 0 && unsure {
        LifeStatus::WeakAmongWeak
    } else if balance.first > 0 {
        LifeStatus::ProbablyDead
    } else if army.group.stones.len() <= SMALL {
        LifeStatus::Smothered
    } else {
        LifeStatus::NoRoom
    }
}

impl Army {
    /// Whether its life hangs on who moves next.
    #[must_use]
    pub fn is_unsettled(&self) -> bool {
        self.status.standing() == Standing::Unsettled
    }
}

#[cfg(test)]
mod tests;

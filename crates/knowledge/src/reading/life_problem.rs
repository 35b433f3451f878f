//! A life problem: a group, the region where it is fought out, and the living stones around it.

use sgmp_board::rules::{Board, ByColor, Color, Point, PointSet};

/// Points of the region at most, the group's stones left out.
const MAX_REGION: usize = 56;
/// Steps from the group that the region reaches at most.
const MAX_STEPS: usize = 5;
/// Liberties up to which an enemy that does not live for sure keeps nobody in.
const MAX_WEAK_LIBERTIES: usize = 2;
/// Liberties up to which the last ones of a string around are first moves.
const MAX_SHORT_LIBERTIES: usize = 4;
/// Steps from the enemy at which the country is open.
const OPEN_DISTANCE: usize = 3;
/// Points that open country has at least.
const MIN_OPEN_POINTS: usize = 9;
/// Points of a country that no living enemy reaches: who is there needs no way out.
const MIN_UNREACHED_POINTS: usize = 24;

/// A group under attack. It is taken from one position, and holds for what may follow from that.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct LifeProblem {
    pub(super) color: Color,
    /// A stone of each string of the group, and how many stones that has.
    pub(super) core: Vec<(Point, u16)>,
    /// Stones of the whole group.
    pub(super) all: u16,
    /// Stones that are left at least if it lives.
    pub(super) least: u16,
    /// The region of the fight: all points but the living stones around.
    pub(super) region: PointSet,
    /// Points of the region that are not nearer to the enemy than to the group.
    pub(super) inner: PointSet,
    /// Points of the region in the open.
    pub(super) open: PointSet,
    /// The stones around that count as alive.
    pub(super) alive: PointSet,
    /// A stone of each living enemy string next to the region.
    pub(super) hunters: Vec<Point>,
    /// A stone of each living friend next to the region.
    pub(super) friends: Vec<Point>,
    /// True if it is read as a question on its own: more moves are tried, and a group has run out where
    /// there is room before it, not where it leaves the region.
    pub(super) is_deep: bool,
}

impl LifeProblem {
    /// The life problem of the group of `stones`, among others of which `alive` count as alive whatever
    /// happens to it; its own stones do not. `None` without stones of one color.
    #[must_use]
    pub fn new(board: &Board, stones: PointSet, alive: PointSet) -> Option<Self> {
        let first = stones.first()?;
        let color = board.color_at(first)?;
        if stones
            .iter()
            .any(|stone| board.color_at(stone) != Some(color))
        {
            return None;
        }
        let mut core: Vec<(Point, u16)> = Vec::new();
        for stone in stones.iter() {
            let is_known = |(known, _): &(Point, u16)| board.anchor(*known) == board.anchor(stone);
            if !core.iter().any(is_known) {
                core.push((stone, board.string_size(stone) as u16));
            }
        }
        let all: u16 = core.iter().map(|(_, size)| size).sum();
        let group = core.iter().flat_map(|(stone, _)| board.string(*stone));
        let group: PointSet = group.collect();
        let alive = alive - group;
        let finder = RegionFinder::new(board, group, alive, color);
        let region = finder.region();
        Some(Self {
            color,
            core,
            all,
            least: all.div_ceil(2),
            inner: finder.inner() & region,
            open: finder.open(region),
            hunters: finder.living_next_to(region, !color),
            friends: finder.living_next_to(region, color),
            region,
            alive: alive & around(region),
            is_deep: false,
        })
    }

    /// The problem after a move; `None` if nothing is left of the group. Who has been put in atari is not alive
    /// any more.
    pub(super) fn after(&self, board: &Board) -> Option<Self> {
        let is_there = |stone: &Point| board.color_at(*stone) == Some(self.color);
        let left = self.core.iter().map(|(stone, _)| *stone).filter(is_there);
        let holds = |stone: &Point| board.color_at(*stone).is_some() && board.liberties(*stone) > 1;
        let alive = self.alive.iter().filter(holds).collect();
        let after = Self::new(board, left.collect(), alive)?;
        Some(Self {
            least: self.least.min(after.all),
            ..after
        })
    }

    /// Points where a first move may be worth a try.
    pub(super) fn first_moves(&self, board: &Board) -> PointSet {
        let mut wanted = self.inner;
        for stone in self.region.iter().chain(self.hunters.iter().copied()) {
            if board.color_at(stone).is_some() && board.liberties(stone) <= MAX_SHORT_LIBERTIES {
                wanted |= board.liberty_set(stone);
            }
        }
        for (stone, _) in &self.core {
            let liberties = board.liberty_set(*stone);
            wanted |= liberties | liberties.next_to();
        }
        let empty: PointSet = board.empty_points().iter().copied().collect();
        wanted & empty
    }

    /// The points where it is fought out.
    #[cfg(test)]
    pub(crate) const fn region(&self) -> PointSet {
        self.region
    }
}

/// The distances of points from both sides.
struct RegionFinder<'a> {
    board: &'a Board,
    alive: PointSet,
    stones: ByColor<PointSet>,
    empty: PointSet,
    /// The points that the group reaches, by steps.
    from_group: [PointSet; MAX_STEPS + 1],
    /// The points that the living enemies reach, by steps.
    from_enemy: [PointSet; MAX_STEPS + 1],
    /// All enemies that are not short of liberties.
    enemies: PointSet,
}

impl<'a> RegionFinder<'a> {
    fn new(board: &'a Board, group: PointSet, alive: PointSet, color: Color) -> Self {
        let stones_of = |side| -> PointSet { board.stones(side).collect() };
        let stones = ByColor::new(stones_of(Color::Black), stones_of(Color::White));
        let all: PointSet = Point::all(board.size()).collect();
        let empty = all - stones.black - stones.white;
        let foes = stones[!color];
        let stands =
            |stone: &Point| alive.contains(*stone) || board.liberties(*stone) > MAX_WEAK_LIBERTIES;
        Self {
            board,
            alive,
            stones,
            empty,
            from_group: steps(group, all - alive),
            from_enemy: steps(foes & alive, empty),
            enemies: foes.iter().filter(stands).collect(),
        }
    }

    /// The points that the group may reach before the living enemy has shut it in, the nearest if
    /// they are too many.
    fn region(&self) -> PointSet {
        let mut region = self.from_group[0];
        let mut room = MAX_REGION;
        for step in 1..=MAX_STEPS {
            let mut next = self.from_group[step] - self.from_group[step - 1];
            if step >= 2 {
                next = next - self.from_enemy[step - 2];
            }
            let taken: PointSet = next.iter().take(room).collect();
            room -= taken.len();
            region |= taken;
        }
        region
    }

    /// The points that the living enemy does not reach before the group.
    fn inner(&self) -> PointSet {
        let mut inner = self.from_group[0];
        for step in 1..=MAX_STEPS {
            let next = self.from_group[step] - self.from_group[step - 1];
            inner |= next - self.from_enemy[step - 1];
        }
        inner
    }

    /// Points of a region without an enemy near, in wide country.
    fn open(&self, region: PointSet) -> PointSet {
        let near: [PointSet; OPEN_DISTANCE] = steps(self.enemies, self.empty);
        let all = self.empty - near[OPEN_DISTANCE - 1];
        let mut left = all & region;
        let mut open = PointSet::EMPTY;
        while let Some(start) = left.first() {
            let part = all.connected(start);
            left = left - part;
            let is_open = match part.len() {
                ..MIN_OPEN_POINTS => false,
                MIN_UNREACHED_POINTS.. => true,
                // Who is where no enemy gets needs no way out, and more room.
                _ => {
                    let finder = self.empty.connected(start);
                    !(finder.next_to() & self.enemies).is_empty()
                }
            };
            if is_open {
                open |= part;
            }
        }
        open & region
    }

    /// A stone of each living string of a color next to some points.
    fn living_next_to(&self, points: PointSet, color: Color) -> Vec<Point> {
        let mut anchors = PointSet::EMPTY;
        let living = points.next_to() & self.stones[color] & self.alive;
        let found = living.iter().filter_map(|stone| self.board.anchor(stone));
        found.filter(|anchor| anchors.insert(*anchor)).collect()
    }
}

/// A region with what is three steps from it at most.
fn around(region: PointSet) -> PointSet {
    (0..3).fold(region, |all, _| all | all.next_to())
}

/// The points reached from some points, themselves included, by steps over those that can
/// be entered: in none, in one, and so on.
fn steps<const N: usize>(starts: PointSet, enterable: PointSet) -> [PointSet; N] {
    let mut reached = [starts; N];
    for step in 1..N {
        let before = reached[step - 1];
        reached[step] = before | (before.next_to() & enterable);
    }
    reached
}

#[cfg(test)]
mod tests {
    use super::*;
    use sgmp_board::rules::{Move, diagram};

    #[test]
    fn the_region_ends_at_the_living_and_the_open_begins_away_from_them() {
        let board = diagram::parse(
            ". . . . . . . . .
             . . . . . . . . .
             . . . . . . . . .
             . . . . . . . . .
             . . . . . . . . .
             X X X X X . . . .
             O O O . X . . . .
             O . O . X . . . .
             . . . . X . . . .",
        )
        .unwrap();
        let at = |name| Point::parse(name).unwrap();
        let group: PointSet = board.string(at("A2")).collect();
        let alive: PointSet = board.stones(Color::Black).collect();
        let life_problem = LifeProblem::new(&board, group, alive).unwrap();
        assert_eq!(
            life_problem.region(),
            "A1 B1 C1 D1 A2 B2 C2 D2 A3 B3 C3 D3"
                .split(' ')
                .map(at)
                .collect()
        );
        assert_eq!(
            (
                life_problem.core.len(),
                life_problem.least,
                life_problem.hunters.len()
            ),
            (1, 3, 1)
        );
        let all: PointSet = Point::all(board.size()).collect();
        let open = RegionFinder::new(&board, group, alive, Color::White).open(all);
        assert!(open.contains(at("J9")) && !open.contains(at("B2")));
        assert!(life_problem.open.is_empty());
        assert!(
            LifeProblem::new(&board, group | alive, alive).is_none(),
            "two colors"
        );
        assert!(LifeProblem::new(&board, PointSet::EMPTY, alive).is_none());
    }

    #[test]
    fn after_a_move_who_is_in_atari_is_not_alive() {
        let mut board = diagram::parse(
            ". . . . . . .
             . X X . . . .
             X O O X . . .
             X O . O . . .
             O O X O . . .
             . O X X . . .
             . O X . . . .",
        )
        .unwrap();
        let at = |name| Point::parse(name).unwrap();
        let group: PointSet = board.string(at("B4")).collect();
        let alive: PointSet = board.stones(Color::Black).collect();
        let life_problem = LifeProblem::new(&board, group, alive).unwrap();
        assert!(life_problem.alive.contains(at("D5")));
        assert!(life_problem.first_moves(&board).contains(at("C4")));
        board.play(Color::White, Move::Play(at("D6"))).unwrap();
        let after = life_problem.after(&board).unwrap();
        assert!(!after.alive.contains(at("D5")) && after.alive.contains(at("C6")));
        assert_eq!(after.least, life_problem.least);
    }

    #[test]
    fn steps_are_those_of_a_walk() {
        let board = diagram::parse(
            ". X . . O . . . .
             . X . . O . . . .
             X X . . O O O . .
             . . . . . . O . .
             . . O O . . O O O
             . . O . O . . . .
             . . O O O . X X X
             . . . . . . X . .
             . . . . . . X . .",
        )
        .unwrap();
        let empty: PointSet = board.empty_points().iter().copied().collect();
        for color in Color::BOTH {
            let starts: PointSet = board.stones(color).collect();
            let reached: [PointSet; 7] = steps(starts, empty);
            let mut walked: Vec<(Point, usize)> = starts.iter().map(|start| (start, 0)).collect();
            let mut at = 0;
            while let Some((point, step)) = walked.get(at).copied() {
                at += 1;
                for n in board.neighbors(point) {
                    if board.is_empty(n) && walked.iter().all(|(known, _)| *known != n) {
                        walked.push((n, step + 1));
                    }
                }
            }
            for (most, reached) in reached.iter().enumerate() {
                let near = walked.iter().filter(|(_, step)| *step <= most);
                let near: PointSet = near.map(|(point, _)| *point).collect();
                assert_eq!(*reached, near, "{color} {most}");
            }
        }
    }
}

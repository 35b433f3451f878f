//! What is asked: a group, the region where it is fought out, and who counts as alive around it.

use std::collections::VecDeque;

use crate::rules::{Board, Color, Point, PointSet};

/// Points of the region at most, the group's stones left out.
const LARGEST: usize = 56;
/// Steps from the group that the region reaches at most.
const FURTHEST: u8 = 5;
/// Liberties up to which an enemy that does not live for sure keeps nobody in.
const SHORT: usize = 2;
/// Steps from the enemy at which the country is open.
const OPEN: u8 = 3;
/// Points that open country has at least.
const WIDE: usize = 9;
/// Points of a country that no living enemy reaches: who is there needs no way out.
const ROOMY: usize = 24;
/// Stands for "not to be reached".
const FAR: u8 = u8::MAX;

/// A group under attack. It is taken from one position, and holds for what may follow from that.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Siege {
    pub(super) color: Color,
    /// A stone of each string of the group, and how many stones that has.
    pub(super) core: Vec<(Point, u16)>,
    /// Stones that are left at least if it lives.
    pub(super) least: u16,
    /// Where it is fought out: all points but the living stones around, row by row.
    pub(super) region: Vec<Point>,
    pub(super) mask: PointSet,
    /// Points of the region that are not nearer to the enemy than to the group.
    pub(super) inner: PointSet,
    /// Where in the region it is out in the open.
    pub(super) open: PointSet,
    /// A stone of each living enemy string next to the region.
    pub(super) hunters: Vec<Point>,
    /// A stone of each living friend next to the region.
    pub(super) friends: Vec<Point>,
}

impl Siege {
    /// The siege of the group of `stones`, among others of which `alive` count as alive whatever
    /// happens to it; its own stones do not. `None` without stones of one colour.
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
        let country = Country::new(board, group, alive, color);
        let region = country.region();
        let mask: PointSet = region.iter().copied().collect();
        let around = |side: Color| country.living_next_to(mask, side);
        Some(Self {
            color,
            core,
            least: all.div_ceil(2),
            inner: country.inner(&region),
            open: country.open() & mask,
            hunters: around(!color),
            friends: around(color),
            region,
            mask,
        })
    }

    /// The points where it is fought out.
    #[must_use]
    pub const fn region(&self) -> PointSet {
        self.mask
    }
}

/// How far each point is from both sides.
struct Country<'a> {
    board: &'a Board,
    alive: PointSet,
    from_group: Vec<u8>,
    /// From the enemies that live.
    from_enemy: Vec<u8>,
    /// From all enemies that are not short of liberties.
    from_any: Vec<u8>,
}

impl<'a> Country<'a> {
    fn new(board: &'a Board, group: PointSet, alive: PointSet, color: Color) -> Self {
        let enemies = board.stones(!color).filter(|stone| alive.contains(*stone));
        let is_empty = |point: Point| board.is_empty(point);
        let from_enemy = distances(board, enemies, is_empty);
        let stands = |stone: &Point| alive.contains(*stone) || board.liberties(*stone) > SHORT;
        let any = board.stones(!color).filter(stands);
        let from_any = distances(board, any, is_empty);
        let from_group = distances(board, group.iter(), |point| !alive.contains(point));
        Self {
            board,
            alive,
            from_group,
            from_enemy,
            from_any,
        }
    }

    /// The points that the group may reach before the living enemy has shut it in, the nearest if
    /// they are too many.
    fn region(&self) -> Vec<Point> {
        let reach = |point: &Point| {
            let (own, other) = (
                self.from_group[point.index()],
                self.from_enemy[point.index()],
            );
            own <= FURTHEST && own <= other.saturating_add(1)
        };
        let mut region: Vec<Point> = Point::all(self.board.size()).filter(reach).collect();
        region.sort_by_key(|point| self.from_group[point.index()]);
        let own = region.partition_point(|point| self.from_group[point.index()] == 0);
        region.truncate(own + LARGEST);
        region.sort_unstable();
        region
    }

    fn inner(&self, region: &[Point]) -> PointSet {
        let is_inner = |p: &Point| self.from_group[p.index()] <= self.from_enemy[p.index()];
        region.iter().copied().filter(is_inner).collect()
    }

    /// Points without an enemy near, in wide country.
    fn open(&self) -> PointSet {
        let is_open =
            |point: Point| self.board.is_empty(point) && self.from_any[point.index()] >= OPEN;
        let mut open = PointSet::EMPTY;
        let mut seen = PointSet::EMPTY;
        for start in Point::all(self.board.size()) {
            if !is_open(start) || !seen.insert(start) {
                continue;
            }
            let mut part = vec![start];
            let mut done = 0;
            while let Some(point) = part.get(done).copied() {
                done += 1;
                for n in self.board.neighbours(point) {
                    if is_open(n) && seen.insert(n) {
                        part.push(n);
                    }
                }
            }
            let is_shut = part.iter().all(|point| self.from_any[point.index()] == FAR);
            if part.len() >= if is_shut { ROOMY } else { WIDE } {
                open.extend(part);
            }
        }
        open
    }

    /// A stone of each living string of a colour next to some points.
    fn living_next_to(&self, points: PointSet, color: Color) -> Vec<Point> {
        let mut found: Vec<Point> = Vec::new();
        for point in points.iter() {
            for n in self.board.neighbours(point) {
                let is_living = self.alive.contains(n) && self.board.color_at(n) == Some(color);
                let anchor = self.board.anchor(n).filter(|_| is_living);
                if let Some(anchor) = anchor
                    && !found.contains(&anchor)
                {
                    found.push(anchor);
                }
            }
        }
        found
    }
}

/// Steps from some points, which are at 0, over those that can be entered.
fn distances(
    board: &Board,
    starts: impl Iterator<Item = Point>,
    can_enter: impl Fn(Point) -> bool,
) -> Vec<u8> {
    let mut distances = vec![FAR; Point::AREA];
    let mut queue: VecDeque<Point> = starts.collect();
    for start in &queue {
        distances[start.index()] = 0;
    }
    while let Some(point) = queue.pop_front() {
        let next = distances[point.index()].saturating_add(1);
        for n in board.neighbours(point) {
            if distances[n.index()] == FAR && can_enter(n) {
                distances[n.index()] = next;
                queue.push_back(n);
            }
        }
    }
    distances
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::diagram;

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
        let siege = Siege::new(&board, group, alive).unwrap();
        assert_eq!(
            siege.region(),
            "A1 B1 C1 D1 A2 B2 C2 D2 A3 B3 C3 D3"
                .split(' ')
                .map(at)
                .collect()
        );
        assert_eq!(
            (siege.core.len(), siege.least, siege.hunters.len()),
            (1, 3, 1)
        );
        let open = Country::new(&board, group, alive, Color::White).open();
        assert!(open.contains(at("J9")) && !open.contains(at("B2")));
        assert!(siege.open.is_empty());
        assert!(
            Siege::new(&board, group | alive, alive).is_none(),
            "two colours"
        );
        assert!(Siege::new(&board, PointSet::EMPTY, alive).is_none());
    }
}

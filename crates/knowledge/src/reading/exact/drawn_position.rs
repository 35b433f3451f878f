//! Small fights by chance, shut in by walls that live.

use std::ops::RangeInclusive;

use super::small_board::LINES;
use sgmp_board::rng::Rng;
use sgmp_board::rules::{Board, BoardSize, Color, Move, Point, PointSet};

/// Eyes that a wall is offered.
const EYES: usize = 5;

/// A fight.
pub(super) struct DrawnPosition {
    pub(super) board: Board,
    /// Where it is fought out.
    pub(super) region: PointSet,
    /// The stones around, each in a string with two eyes of its own.
    pub(super) walls: PointSet,
}

impl DrawnPosition {
    /// The next fight that chance draws, on so many points.
    pub(super) fn next(chance: &mut Rng, points: RangeInclusive<u32>) -> Self {
        let spread = points.end() - points.start() + 1;
        loop {
            let points = points.start() + chance.below(spread);
            if let Some(drawn) = Self::draw(chance, points as usize) {
                return drawn;
            }
        }
    }

    fn draw(chance: &mut Rng, points: usize) -> Option<Self> {
        let size = BoardSize::new(LINES)?;
        let region = region(chance, size, points)?;
        let walls = walls(chance, size, region)?;
        let mut stones: Vec<(Color, Point)> = Color::BOTH
            .into_iter()
            .flat_map(|color| walls.stones(color).map(move |stone| (color, stone)))
            .collect();
        let kinds = [
            1 + chance.below(4),
            1 + chance.below(4),
            3 + chance.below(6),
        ];
        for point in region.iter() {
            let kind = chance.below(kinds.iter().sum());
            if kind < kinds[0] {
                stones.push((Color::Black, point));
            } else if kind < kinds[0] + kinds[1] {
                stones.push((Color::White, point));
            }
        }
        if chance.below(4) > 0 {
            stones = with_ko(chance, region, &walls, &stones)?;
        }
        let mut board = Board::from_stones(size, stones).ok()?;
        // A move before the question leaves a ko now and then.
        let points: Vec<Point> = region
            .iter()
            .filter(|point| board.is_empty(*point))
            .collect();
        if chance.below(3) == 0 && !points.is_empty() {
            let point = points[chance.below(points.len() as u32) as usize];
            let color = Color::BOTH[chance.below(2) as usize];
            board.play(color, Move::Play(point)).ok()?;
        }
        let walls = Point::all(size).filter(|point| walls.color_at(*point).is_some());
        Some(Self {
            walls: walls.collect(),
            board,
            region,
        })
    }
}

/// The stones with the shape of a ko in the fight: two points next to each other, a stone on one of them, and the
/// neighbors of each in the color that would take there, where walls do not stand already.
fn with_ko(
    chance: &mut Rng,
    region: PointSet,
    walls: &Board,
    stones: &[(Color, Point)],
) -> Option<Vec<(Color, Point)>> {
    let points: Vec<Point> = region.iter().collect();
    let taken = points[chance.below(points.len() as u32) as usize];
    let next: Vec<Point> = walls
        .neighbors(taken)
        .filter(|n| region.contains(*n))
        .collect();
    let open = next[chance.below(next.len() as u32) as usize];
    let color = Color::BOTH[chance.below(2) as usize];
    let mut shape = vec![(taken, Some(color)), (open, None)];
    for (center, around) in [(taken, !color), (open, color)] {
        for n in walls.neighbors(center).filter(|n| region.contains(*n)) {
            if n != taken && n != open && chance.below(4) > 0 {
                shape.push((n, Some(around)));
            }
        }
    }
    let is_kept = |(_, point): &&(Color, Point)| shape.iter().all(|(drawn, _)| drawn != point);
    let mut all: Vec<(Color, Point)> = stones.iter().filter(is_kept).copied().collect();
    for (point, color) in shape {
        let is_new = all.iter().all(|(_, known)| *known != point);
        all.extend(color.filter(|_| is_new).map(|color| (color, point)));
    }
    Some(all)
}

/// Points that hang together.
fn region(chance: &mut Rng, size: BoardSize, wanted: usize) -> Option<PointSet> {
    let below = |chance: &mut Rng| chance.below(u32::from(LINES)) as u8;
    let mut region = PointSet::single(Point::new(below(chance), below(chance))?);
    let all: PointSet = Point::all(size).collect();
    while region.len() < wanted {
        let next: Vec<Point> = ((region.next_to() & all) - region).iter().collect();
        region.insert(next[chance.below(next.len() as u32) as usize]);
    }
    Some(region)
}

/// The stones around a region, of one color or on either side of a line, with eyes where there is room for them; `None` if
/// not every string has two.
fn walls(chance: &mut Rng, size: BoardSize, region: PointSet) -> Option<Board> {
    let slope = [0, 1, 2].map(|_| i32::try_from(chance.below(7)).unwrap_or(0) - 3);
    let is_split = chance.below(3) > 0;
    let color_of = |point: &Point| {
        let (column, row) = (i32::from(point.column()) - 3, i32::from(point.row()) - 3);
        let is_beyond = is_split && column * slope[0] + row * slope[1] > slope[2];
        Color::BOTH[usize::from(is_beyond)]
    };
    let inner = |point: &Point| !region.contains(*point);
    let mut places: Vec<Point> = Point::all(size).filter(inner).collect();
    let all: PointSet = Point::all(size).collect();
    let mut eyes = [PointSet::EMPTY; 2];
    for left in (1..=places.len()).rev() {
        let place = places.swap_remove(chance.below(left as u32) as usize);
        let color = color_of(&place);
        let own = &mut eyes[color as usize];
        let around = PointSet::single(place).next_to() & all;
        let is_walled = |n: &Point| inner(n) && color_of(n) == color && !own.contains(*n);
        if own.len() < EYES && around.iter().all(|n| is_walled(&n)) {
            own.insert(place);
        }
    }
    let eyes = eyes[0] | eyes[1];
    let is_wall = |point: &Point| inner(point) && !eyes.contains(*point);
    let stones = Point::all(size).filter(is_wall);
    let board = Board::from_stones(size, stones.map(|point| (color_of(&point), point))).ok()?;
    let is_alive = |point: Point| {
        let is_own = |eye: &Point| {
            board
                .neighbors(*eye)
                .all(|n| board.anchor(n) == board.anchor(point))
        };
        eyes.iter().filter(is_own).count() >= 2
    };
    Point::all(size)
        .filter(is_wall)
        .all(is_alive)
        .then_some(board)
}

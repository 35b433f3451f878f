//! Features of an empty point that predict its owner. Each number is Black's less White's:
//! with the colors exchanged all change their signs.

use super::influence::Influence;
use super::living_board::{LivingBoard, UNREACHABLE};
use super::spaces::{Distances, Space};
use sgmp_board::rules::{Board, Color, Point};

/// Names of the features.
const SEEN: [&str; 21] = [
    "balance",
    "balance-cubed",
    "balance-line-1",
    "balance-line-2",
    "balance-line-3",
    "balance-line-4",
    "balance-line-5",
    "balance-corner",
    "influence",
    "near",
    "around",
    "around-cubed",
    "around-twice",
    "around-wide",
    "beside",
    "beside-alone",
    "beside-twice",
    "beside-gone",
    "space-closed",
    "space-open",
    "space-gap",
];
/// Each counts by itself, times how full the board is, and while it is nearly empty.
const STAGES: [&str; 3] = ["", ".full", ".early"];
/// The board counts as nearly empty while less than one part in `EARLY` is full.
const EARLY: f32 = 12.0;

/// The facts of a position from which the features of its points are computed.
pub(super) struct PointContext<'a> {
    pub(super) living: &'a LivingBoard<'a>,
    pub(super) spaces: &'a [Space],
    pub(super) distances: &'a Distances,
    pub(super) influence: &'a Influence,
    /// The probability that a stone lives, 0 to 1.
    pub(super) life: &'a dyn Fn(Point) -> f32,
    /// The share of the board's points that stones stand on.
    pub(super) full: f32,
}

/// The kind of place of a point in a space that a color surrounds.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Enclosure {
    Closed,
    Open,
    Gap,
}

/// The features of an empty point, as numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PointFeatures([f32; Self::COUNT]);

impl PointFeatures {
    /// Number of features of a point.
    pub const COUNT: usize = SEEN.len() * STAGES.len();

    /// Names of the features, in their order.
    #[must_use]
    pub(crate) fn names() -> Vec<String> {
        let of_stage = |stage: &'static str| {
            let seen = SEEN.iter();
            seen.map(move |name| format!("owner.{name}{stage}"))
        };
        STAGES.into_iter().flat_map(of_stage).collect()
    }

    /// The numbers, in the order of the names.
    #[must_use]
    pub const fn values(&self) -> &[f32; Self::COUNT] {
        &self.0
    }
}

/// 1 for Black, -1 for White.
pub(super) const fn sign(color: Color) -> f32 {
    match color {
        Color::Black => 1.0,
        Color::White => -1.0,
    }
}

/// A chance of life as a value: -1 for none, 1 for certainty.
pub(super) const fn sure(life: f32) -> f32 {
    2.0 * life - 1.0
}

/// Looks at the points of a position one by one.
pub(super) struct PointFeatureExtractor<'a> {
    context: &'a PointContext<'a>,
    /// The balance of influence on each point.
    balances: Vec<f32>,
    /// The place of each point in a space, and the certainty of that space: 1 for Black's, -1 for
    /// White's.
    enclosures: Vec<Option<(Enclosure, f32)>>,
    /// The weight of each of [`STAGES`].
    stages: [f32; STAGES.len()],
}

impl<'a> PointFeatureExtractor<'a> {
    pub(super) fn new(context: &'a PointContext<'a>) -> Self {
        let mut balances = vec![0.0; Point::AREA];
        for point in Point::all(context.living.board.size()) {
            balances[point.index()] = context.influence.balance(point);
        }
        let mut enclosures = vec![None; Point::AREA];
        for space in context.spaces {
            let walls = space.points.iter();
            let walls = walls.flat_map(|p| context.living.board.neighbors(p));
            let walls = walls.filter(|n| context.living.color(*n) == Some(space.color));
            let best = walls.map(context.life).fold(0.0_f32, f32::max);
            let surety = sign(space.color) * sure(best);
            for point in space.points.iter() {
                let enclosure = if space.gaps.contains(point) {
                    Enclosure::Gap
                } else if space.is_closed() {
                    Enclosure::Closed
                } else {
                    Enclosure::Open
                };
                enclosures[point.index()] = Some((enclosure, surety));
            }
        }
        Self {
            context,
            balances,
            enclosures,
            stages: [1.0, context.full, (-EARLY * context.full).exp()],
        }
    }

    /// Returns whether a point lies in a space that a color surrounds.
    pub(super) fn is_enclosed(&self, point: Point) -> bool {
        self.enclosures[point.index()].is_some()
    }

    /// Returns whether a living stone stands beside a point.
    pub(super) fn is_touched(&self, point: Point) -> bool {
        let living = self.context.living;
        living.board.neighbors(point).any(|n| !living.is_free(n))
    }

    pub(super) fn features(&self, point: Point) -> PointFeatures {
        let balance = self.balances[point.index()];
        let of = |color| self.context.influence.at(color, point);
        let [beside, alone, twice] = self.beside(point);
        let within = |wanted: Enclosure| match self.enclosures[point.index()] {
            Some((enclosure, surety)) if enclosure == wanted => surety,
            _ => 0.0,
        };
        let board = self.context.living.board;
        let (line, corner) = from_edges(board, point);
        let on_line = |wanted: u8| if line.min(5) == wanted { balance } else { 0.0 };
        let around = self.mean(board.neighbors(point));
        self.by_stage([
            balance,
            balance.powi(3),
            on_line(1),
            on_line(2),
            on_line(3),
            on_line(4),
            on_line(5),
            if corner <= 4 { balance } else { 0.0 },
            of(Color::Black).ln_1p() - of(Color::White).ln_1p(),
            self.near(Color::Black, point) - self.near(Color::White, point),
            around,
            around.powi(3),
            self.mean(twice_around(board, point)),
            self.mean(wide(board, point)),
            beside,
            alone,
            twice,
            self.gone_beside(Color::White, point) - self.gone_beside(Color::Black, point),
            within(Enclosure::Closed),
            within(Enclosure::Open),
            within(Enclosure::Gap),
        ])
    }

    /// The same for each part of a game.
    fn by_stage(&self, seen: [f32; SEEN.len()]) -> PointFeatures {
        let mut values = [0.0; PointFeatures::COUNT];
        for (values, weight) in values.chunks_exact_mut(SEEN.len()).zip(self.stages) {
            for (value, seen) in values.iter_mut().zip(seen) {
                *value = weight * seen;
            }
        }
        PointFeatures(values)
    }

    /// The surest stones beside a point; the same where only one color is there; and where it is
    /// there twice.
    fn beside(&self, point: Point) -> [f32; 3] {
        let living = self.context.living;
        let mut best = [None, None];
        let mut twice = [0.0, 0.0];
        for n in living.board.neighbors(point) {
            if let Some(color) = living.color(n) {
                let place = usize::from(color == Color::White);
                let life = (self.context.life)(n);
                let seen: &mut Option<f32> = &mut best[place];
                if seen.is_some() {
                    twice[place] = seen.unwrap_or(0.0).max(life);
                }
                *seen = Some(seen.unwrap_or(0.0).max(life));
            }
        }
        let [black, white] = best;
        let alone = match (black, white) {
            (Some(life), None) => sure(life),
            (None, Some(life)) => -sure(life),
            _ => 0.0,
        };
        let surest = black.unwrap_or(0.0) - white.unwrap_or(0.0);
        [surest, alone, twice[0] - twice[1]]
    }

    /// Nearness of the living stones of a color: 1 on them, falling to 0 with the distance.
    fn near(&self, color: Color, point: Point) -> f32 {
        match self.context.distances[color][point.index()] {
            UNREACHABLE => 0.0,
            steps => (-f32::from(steps) / 2.0).exp(),
        }
    }

    /// 1 where a stone of a color stands beside a point that counts as gone.
    fn gone_beside(&self, color: Color, point: Point) -> f32 {
        let living = self.context.living;
        let mut beside = living.board.neighbors(point);
        let is_gone = |n| living.dead.contains(n) && living.board.color_at(n) == Some(color);
        f32::from(u8::from(beside.any(is_gone)))
    }

    /// The mean balance of some points.
    fn mean(&self, points: impl Iterator<Item = Point>) -> f32 {
        let (mut sum, mut count) = (0.0, 0.0);
        for point in points {
            sum += self.balances[point.index()];
            count += 1.0;
        }
        if count > 0.0 { sum / count } else { 0.0 }
    }
}

/// The lines of a point from the nearest edge and from the next one across, from 1.
fn from_edges(board: &Board, point: Point) -> (u8, u8) {
    let last = board.size().lines() - 1;
    let column = 1 + point.column().min(last - point.column());
    let row = 1 + point.row().min(last - point.row());
    (column.min(row), column.max(row))
}

/// The neighbors of a point's neighbors, itself among them.
fn twice_around(board: &Board, point: Point) -> impl Iterator<Item = Point> {
    let beside = board.neighbors(point);
    beside.flat_map(move |n| board.neighbors(n))
}

/// The points three steps away in straight lines.
fn wide(board: &Board, point: Point) -> impl Iterator<Item = Point> {
    const STEPS: i8 = 3;
    let size = board.size();
    let ways = [(STEPS, 0), (-STEPS, 0), (0, STEPS), (0, -STEPS)];
    ways.into_iter()
        .filter_map(move |way| point.stepped(way, size))
}

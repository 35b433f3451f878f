//! Influence of stones, falling as 1/distance.
//!
//! It goes round stones, not through them, and not through the enemy's connections. In an area that
//! a color encloses it goes on to the end, which makes nearly a constant field there, however large
//! the area is. In the open it stops after some steps: the many far stones of both colors would hide
//! what the near ones tell. Dead stones take influence away from their own color. Units: 1 beside a
//! living stone that nothing threatens.

use super::living_board::{LivingBoard, UNREACHABLE};
use super::spaces::Distances;
use sgmp_board::rules::{ByColor, Color, Point, PointSet};

/// Steps from a stone after which its influence is neglected in the open.
const OPEN_STEPS: u16 = 7;

/// The influence of both colors on every point.
#[derive(Clone, Debug)]
pub struct Influence {
    values: ByColor<Vec<f32>>,
}

impl Influence {
    /// The influence of some stones, each with its strength, -1 to 1. `distances` are those of the
    /// living stones, and end at the enemy's `walls` as influence does.
    pub(super) fn radiate(
        living: &LivingBoard<'_>,
        sources: impl Iterator<Item = (Point, Color, f32)>,
        walls: &ByColor<PointSet>,
        distances: &Distances,
    ) -> Self {
        let free = living.free();
        let unreached = |color: Color| {
            let is_unreached = |point: &Point| distances[color][point.index()] == UNREACHABLE;
            free.iter().filter(is_unreached).collect()
        };
        let enclosed: ByColor<PointSet> =
            ByColor::new(unreached(Color::White), unreached(Color::Black));
        let mut values = ByColor::new(vec![0.0; Point::AREA], vec![0.0; Point::AREA]);
        for (stone, color, strength) in sources {
            if strength != 0.0 {
                let rays = Rays {
                    free,
                    walls: walls[!color],
                    enclosed: enclosed[color],
                };
                rays.spread(stone, strength, &mut values[color]);
            }
        }
        // Dead stones take influence from their own color; below 0 it would count for the opponent, who
        // radiates there himself.
        for color in Color::BOTH {
            for value in &mut values[color] {
                *value = value.max(0.0);
            }
        }
        Self { values }
    }

    /// The influence of a color on a point, at least 0.
    #[must_use]
    pub(crate) fn at(&self, color: Color, point: Point) -> f32 {
        self.values[color][point.index()]
    }

    /// The owner of a point by influence: 1 for Black alone, -1 for White, 0 for neither.
    #[must_use]
    pub fn balance(&self, point: Point) -> f32 {
        let (black, white) = (self.at(Color::Black, point), self.at(Color::White, point));
        let sum = black + white;
        if sum > 0.0 {
            (black - white) / (sum + FAINT)
        } else {
            0.0
        }
    }
}

/// Influence that by itself makes half a point.
const FAINT: f32 = 0.5;

/// The points that influence passes.
struct Rays {
    free: PointSet,
    /// Points where it ends.
    walls: PointSet,
    /// Points that no enemy reaches, where it does not end.
    enclosed: PointSet,
}

impl Rays {
    fn spread(&self, stone: Point, strength: f32, values: &mut [f32]) {
        let mut reached = PointSet::single(stone);
        let mut front = reached;
        for steps in 1.. {
            front = (front.next_to() & self.free) - reached;
            if steps > OPEN_STEPS {
                front = front & self.enclosed;
            }
            if front.is_empty() {
                break;
            }
            reached |= front;
            // The front spreads through free points alone, so a wall casts a shadow, and influence that
            // comes round it is weaker by the longer way.
            let share = strength / f32::from(steps);
            for point in front.iter() {
                values[point.index()] += share;
            }
            front = front - self.walls;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::points;
    use super::*;
    use sgmp_board::rules::{Board, BoardSize, diagram};

    fn radiate(board: &Board, dead: &str, walls: &str) -> Influence {
        let living = LivingBoard {
            board,
            dead: points(dead),
        };
        let strength = |point| {
            if living.dead.contains(point) {
                -0.5
            } else {
                1.0
            }
        };
        let sources = Color::BOTH.into_iter().flat_map(|color| {
            board
                .stones(color)
                .map(move |stone| (stone, color, strength(stone)))
        });
        let walls = ByColor::new(PointSet::EMPTY, points(walls));
        let distances = ByColor::new(
            living.distances(Color::Black, &walls.white),
            living.distances(Color::White, &walls.black),
        );
        Influence::radiate(&living, sources, &walls, &distances)
    }

    fn at(name: &str) -> Point {
        Point::parse(name).unwrap()
    }

    #[test]
    fn it_falls_as_one_over_the_distance() {
        let board = diagram::parse(
            ". . . . .
             . . . . .
             X . . . .
             . . . . .
             . . . . .",
        )
        .unwrap();
        let influence = radiate(&board, "", "");
        let values: Vec<f32> = ["B3", "C3", "E3", "B2"]
            .map(|name| influence.at(Color::Black, at(name)))
            .to_vec();
        assert_eq!(values, [1.0, 0.5, 0.25, 0.5]);
        assert_eq!(influence.at(Color::White, at("B3")), 0.0);
        assert!(influence.balance(at("B3")) > 0.6);
    }

    /// A board of 19 lines with White stones on its edge, and within it a square of Black stones.
    fn square(from: u8, to: u8) -> Board {
        let size = BoardSize::NINETEEN;
        let color = |point: Point| {
            let (column, row) = (point.column(), point.row());
            let (least, most) = (column.min(row), column.max(row));
            match (least, most) {
                (0, _) | (_, 18) => Some(Color::White),
                _ if least >= from && most <= to && (least == from || most == to) => {
                    Some(Color::Black)
                }
                _ => None,
            }
        };
        let stones = Point::all(size).filter_map(|point| Some((color(point)?, point)));
        Board::from_stones(size, stones).unwrap()
    }

    #[test]
    fn an_enclosed_area_has_a_constant_field_however_large_it_is() {
        let influence = radiate(&square(2, 16), "", "");
        let inside = ["G10", "H10", "K10", "K7", "N13", "M8"].map(at);
        let values = inside.map(|point| influence.at(Color::Black, point));
        let least = values.into_iter().fold(f32::MAX, f32::min);
        let most = values.into_iter().fold(0.0, f32::max);
        assert!(most < 1.15 * least, "{values:?}");
        for point in inside {
            assert!(influence.balance(point) > 0.9, "{point}");
            assert_eq!(influence.at(Color::White, point), 0.0, "{point}");
        }
    }

    #[test]
    fn in_the_open_a_far_stone_has_none() {
        let size = BoardSize::NINETEEN;
        let stones = [(Color::Black, at("A1")), (Color::White, at("T19"))];
        let influence = radiate(&Board::from_stones(size, stones).unwrap(), "", "");
        assert_eq!(influence.at(Color::Black, at("H1")), 1.0 / 7.0);
        assert_eq!(influence.at(Color::Black, at("J1")), 0.0);
        assert_eq!(influence.balance(at("K10")), 0.0);
    }

    #[test]
    fn stones_and_connections_stop_it_and_the_dead_take_away() {
        let board = diagram::parse(
            ". . . . .
             . . . . .
             X . O O O
             . . . . .
             X . . . .",
        )
        .unwrap();
        let blocked = radiate(&board, "", "B2 B3 B4 B1 B5");
        assert_eq!(blocked.at(Color::Black, at("C2")), 0.0);
        assert!(blocked.at(Color::Black, at("B2")) > 0.0);
        let less = radiate(&board, "A1", "");
        let more = radiate(&board, "", "");
        assert!(less.at(Color::Black, at("B2")) < more.at(Color::Black, at("B2")));
    }
}

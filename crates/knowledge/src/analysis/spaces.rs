//! Spaces: points that one color surrounds, wholly or but for some gaps.

use super::living_board::{LivingBoard, UNREACHABLE};
use super::strings::{StringId, Strings};
use sgmp_board::rules::{ByColor, Color, Point, PointSet};

/// Steps within which an own stone closes a direction, and within which the edge does: a larger
/// board has wider spaces.
const fn reach(lines: u8) -> (u8, u8) {
    (5 + lines / 9, 3 + lines / 5)
}

/// Enemies further off than this from a gap do not come in before it is closed.
const MAX_INVADER_DISTANCE: u8 = 4;

/// Points that one color surrounds.
#[derive(Clone, Debug)]
pub(super) struct Space {
    pub(super) color: Color,
    /// Empty points and dead stones.
    pub(super) points: PointSet,
    /// Those of them through which the enemy may come in.
    pub(super) gaps: PointSet,
    /// Dead enemy stones in it.
    pub(super) captives: PointSet,
    /// The own living strings around it.
    pub(super) walls: Vec<Wall>,
}

/// A string around a space.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wall {
    pub(super) string: StringId,
    /// Contacts of its stones with points of the space.
    pub(super) contacts: u16,
}

impl Space {
    /// Returns whether the enemy cannot enter without passing a wall.
    pub(super) fn is_closed(&self) -> bool {
        self.gaps.is_empty()
    }
}

/// The distances of all points from the living stones of both colors.
pub(super) type Distances = ByColor<Vec<u8>>;

/// The spaces of a color.
pub(super) fn spaces(
    living: &LivingBoard<'_>,
    strings: &Strings,
    distances: &Distances,
    color: Color,
) -> Vec<Space> {
    let inside: PointSet = Point::all(living.board.size())
        .filter(|point| is_inside(living, distances, color, *point))
        .collect();
    let lines = usize::from(living.board.size().lines());
    let mut rest = inside;
    let mut found = Vec::new();
    while let Some(start) = rest.first() {
        let space = grow(living, strings, distances, color, start, inside);
        rest = rest - space.points;
        // Who has the only stones on a board does not surround it.
        if 4 * space.points.len() < 3 * lines * lines {
            found.push(space);
        }
    }
    found
}

fn is_inside(living: &LivingBoard<'_>, distances: &Distances, color: Color, point: Point) -> bool {
    let (own, foe) = (
        distances[color][point.index()],
        distances[!color][point.index()],
    );
    if !living.is_free(point) || own == UNREACHABLE {
        return false;
    }
    foe == UNREACHABLE || (own < foe && is_surrounded(living, color, point))
}

/// Returns whether an own stone or the near edge stands in each of the four directions.
fn is_surrounded(living: &LivingBoard<'_>, color: Color, point: Point) -> bool {
    let size = living.board.size();
    let (stone, edge) = reach(size.lines());
    [(1, 0), (-1, 0), (0, 1), (0, -1)]
        .into_iter()
        .all(|(right, up)| {
            for steps in 1..=stone {
                let far = steps as i8;
                let Some(next) = point.stepped((right * far, up * far), size) else {
                    return steps <= edge;
                };
                if let Some(found) = living.color(next) {
                    return found == color;
                }
            }
            false
        })
}

fn grow(
    living: &LivingBoard<'_>,
    strings: &Strings,
    distances: &Distances,
    color: Color,
    start: Point,
    inside: PointSet,
) -> Space {
    let mut space = Space {
        color,
        points: PointSet::single(start),
        gaps: PointSet::EMPTY,
        captives: PointSet::EMPTY,
        walls: Vec::new(),
    };
    let mut open = vec![start];
    while let Some(point) = open.pop() {
        if living.board.color_at(point) == Some(!color) {
            space.captives.insert(point);
        }
        for n in living.board.neighbors(point) {
            if inside.contains(n) {
                if space.points.insert(n) {
                    open.push(n);
                }
            } else if living.is_free(n) {
                if distances[!color][n.index()] <= MAX_INVADER_DISTANCE {
                    space.gaps.insert(point);
                }
            } else if let Some(wall) = strings.at(n) {
                match space.walls.iter_mut().find(|known| known.string == wall) {
                    Some(known) => known.contacts += 1,
                    None if living.color(n) == Some(color) => space.walls.push(Wall {
                        string: wall,
                        contacts: 1,
                    }),
                    None => {}
                }
            }
        }
    }
    space
}

#[cfg(test)]
mod tests {
    use super::super::testing::{points, survey};
    use super::*;

    #[test]
    fn closed_and_open_spaces() {
        let (board, strings) = survey(
            ". X . X . . .
             X X . X O . .
             . . . X O . .
             X X X X O . .
             . . X . O . .
             . . . . . . .
             . . . . . . .",
        );
        let living = LivingBoard {
            board: &board,
            dead: strings.dead(),
        };
        let distances = ByColor::new(
            living.distances(Color::Black, &PointSet::EMPTY),
            living.distances(Color::White, &PointSet::EMPTY),
        );
        let found = spaces(&living, &strings, &distances, Color::Black);
        let closed: Vec<PointSet> = found
            .iter()
            .filter(|space| space.is_closed())
            .map(|space| space.points)
            .collect();
        assert_eq!(closed, [points("A5 B5 C5 C6 C7"), points("A7")]);
        let open: Vec<&Space> = found.iter().filter(|space| !space.is_closed()).collect();
        assert!(
            open.iter()
                .any(|space| space.points.contains(Point::parse("B3").unwrap()))
        );
    }
}

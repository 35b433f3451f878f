//! Unconditional life: strings that no play of the opponent can capture, though their owner never
//! answers (Benson 1976).

use sgmp_board::rules::{Board, Color, Point, PointSet};

/// A region without stones of a color, with the strings of that color around it.
struct Region {
    /// Strings (by anchor) next to it.
    around: PointSet,
    /// Strings of which every empty point of the region is a liberty.
    vital_to: PointSet,
}

/// The stones of a color that are alive whatever the opponent does.
#[must_use]
pub fn unconditionally_alive(board: &Board, color: Color) -> PointSet {
    let mut regions = regions(board, color);
    let mut alive: PointSet = board
        .stones(color)
        .filter(|stone| board.anchor(*stone) == Some(*stone))
        .collect();
    // Benson's fixed point. A string is safe with two regions of which every empty point is its liberty:
    // the opponent cannot fill both at once, and the last point of either is suicide while the other is
    // open. A region counts only while all strings around it are safe, because the capture of one would
    // open it. Striking out what fails, until nothing fails, leaves the largest sets that support each
    // other.
    loop {
        let safe: PointSet = alive
            .iter()
            .filter(|anchor| {
                let eyes = regions.iter().filter(|r| r.vital_to.contains(*anchor));
                eyes.count() >= 2
            })
            .collect();
        let before = regions.len();
        regions.retain(|region| (region.around - safe).is_empty());
        if safe == alive && regions.len() == before {
            break;
        }
        alive = safe;
    }
    alive
        .iter()
        .flat_map(|anchor| board.string(anchor))
        .collect()
}

/// The points that are a color's for good: its stones that are unconditionally alive, and what they
/// shut in where the opponent has no room for two eyes: at most one point away from them.
#[must_use]
pub fn unconditionally_owned(board: &Board, color: Color) -> PointSet {
    let alive = unconditionally_alive(board, color);
    let all: PointSet = Point::all(board.size()).collect();
    let mut left = all - board.stones(color).collect::<PointSet>();
    let mut owned = alive;
    while let Some(start) = left.first() {
        let part = left.connected(start);
        left = left - part;
        let walls = part.next_to() & (all - part);
        let is_shut = (walls - alive).is_empty();
        if is_shut && (part - alive.next_to()).len() < 2 {
            owned |= part;
        }
    }
    owned
}

/// The connected regions of points without stones of the color.
fn regions(board: &Board, color: Color) -> Vec<Region> {
    let mut seen = PointSet::EMPTY;
    let mut regions = Vec::new();
    for start in Point::all(board.size()) {
        if board.color_at(start) != Some(color) && seen.insert(start) {
            regions.push(region(board, color, start, &mut seen));
        }
    }
    regions
}

fn region(board: &Board, color: Color, start: Point, seen: &mut PointSet) -> Region {
    let mut around = PointSet::EMPTY;
    let mut vital_to: Option<PointSet> = None;
    let mut open = vec![start];
    while let Some(point) = open.pop() {
        let mut here = PointSet::EMPTY;
        for n in board.neighbors(point) {
            match board.anchor(n) {
                Some(anchor) if board.color_at(n) == Some(color) => _ = here.insert(anchor),
                _ if seen.insert(n) => open.push(n),
                _ => {}
            }
        }
        around |= here;
        if board.is_empty(point) {
            vital_to = Some(vital_to.map_or(here, |vital| vital & here));
        }
    }
    Region {
        around,
        vital_to: vital_to.unwrap_or(PointSet::EMPTY),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sgmp_board::rules::diagram;

    #[test]
    fn two_eyes_that_nobody_can_take_are_life() {
        let board = diagram::parse(
            ". X . X O . .
             X X X X O . .
             O O O O O . .
             . . . . . . .
             . . . X X X X
             . . X . . X .
             . . X X X X .",
        )
        .unwrap();
        let alive = unconditionally_alive(&board, Color::Black);
        let at = |name| Point::parse(name).unwrap();
        assert!(alive.contains(at("B7")) && alive.contains(at("D6")));
        assert!(alive.contains(at("C1")), "D2 E2 and G1 G2 are eyes");
        assert!(unconditionally_alive(&board, Color::White).is_empty());
        let owned = unconditionally_owned(&board, Color::Black);
        assert!(owned.contains(at("A7")) && owned.contains(at("E2")));
        assert!(!owned.contains(at("A3")) && !owned.contains(at("A5")));
        assert!(unconditionally_owned(&board, Color::White).is_empty());
    }
}

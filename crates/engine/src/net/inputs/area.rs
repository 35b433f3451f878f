//! Points that belong to a color as the board stands, for nets that count area.

use sgmp_board::rules::{Board, ByColor, Color, Point, PointSet};
use sgmp_knowledge::tactics::unconditionally_alive;

/// Points of a region that may lie apart from the strings around it.
const MAX_INSIDE: usize = 1;

/// The area of both colors: strings that are alive unconditionally with the regions that they wall off,
/// then empty regions that touch one color alone, then all other stones.
pub(super) fn area(board: &Board) -> ByColor<PointSet> {
    let safe = ByColor::new(walled(board, Color::Black), walled(board, Color::White));
    let taken = safe.black | safe.white;
    let mut area = safe;
    let empty: PointSet = board.empty_points().iter().copied().collect();
    let mut left = empty;
    while let Some(start) = left.first() {
        let region = empty.connected(start);
        left = left - region;
        let around = region.next_to();
        let touches = Color::BOTH.map(|color| {
            let stones: PointSet = board.stones(color).collect();
            !(around & stones).is_empty()
        });
        let owner = match touches {
            [true, false] => Color::Black,
            [false, true] => Color::White,
            _ => continue,
        };
        area[owner] |= region - taken;
    }
    for color in Color::BOTH {
        let stones: PointSet = board.stones(color).collect();
        area[color] |= stones - taken;
    }
    area
}

/// The strings of a color that are alive unconditionally, and the regions that only they border and in
/// which the opponent has no stone, or hardly room.
fn walled(board: &Board, color: Color) -> PointSet {
    let alive = unconditionally_alive(board, color);
    let mut area = alive;
    let own: PointSet = board.stones(color).collect();
    let others = Point::all(board.size()).collect::<PointSet>() - own;
    let enemy: PointSet = board.stones(!color).collect();
    let mut left = others;
    while let Some(start) = left.first() {
        let region = others.connected(start);
        left = left - region;
        let is_walled =
            (region.next_to() & (own - alive)).is_empty() && !(region.next_to() & alive).is_empty();
        let inside = region - alive.next_to();
        if is_walled && ((region & enemy).is_empty() || inside.len() <= MAX_INSIDE) {
            area |= region;
        }
    }
    area
}

//! Stones that touch.

use crate::experts::expert_context::{DIAGONALS, ExpertContext, STEPS};
use crate::experts::reason::Reason;
use crate::experts::suggestions::Suggestions;
use crate::experts::weights::*;
use crate::tactics::liberties_after;
use sgmp_board::rules::Point;

/// Steps from the last two moves within which stones are looked at.
const HOT: u8 = 4;

pub(super) fn suggest(ctx: &ExpertContext<'_>, out: &mut Suggestions<'_>) {
    for point in ctx.board.empty_points().to_vec() {
        ataris(ctx, point, out);
        if ctx.is_hot(point, HOT) && !ctx.is_self_atari(point) {
            touch(ctx, point, out);
            around(ctx, point, out);
        }
    }
}

/// Strings of theirs that a stone leaves with one liberty, and those left with two.
fn ataris(ctx: &ExpertContext<'_>, point: Point, out: &mut Suggestions<'_>) {
    if ctx.is_self_atari(point) {
        return;
    }
    let mut seen: Vec<Point> = Vec::new();
    let mut found = 0;
    for n in ctx.board.neighbors(point) {
        let Some(string) = ctx.analysis.string_at(n) else {
            continue;
        };
        if string.color == ctx.me || seen.contains(&string.anchor) || string.is_dead() {
            continue;
        }
        seen.push(string.anchor);
        match string.liberties.len() {
            2 => {
                found += 1;
                let cuts = string.stones.len() <= 2 && string.enemies.len() >= 2;
                let hot = ctx.is_hot(n, HOT);
                let reason = if cuts && hot {
                    &ATARI_ON_CUTTING_STONE
                } else {
                    &ATARI
                };
                out.string(point, reason, string);
                if found == 2 {
                    out.string(point, &DOUBLE_ATARI, string);
                }
            }
            3 if ctx.is_hot(n, HOT) => out.string(point, &EMPTY_THEIR_LIBERTIES, string),
            _ => {}
        }
    }
}

/// Contact moves beside the fight, seen along each of the four directions.
fn touch(ctx: &ExpertContext<'_>, point: Point, out: &mut Suggestions<'_>) {
    let at = |x: i8, y: i8| ctx.step(point, (x, y));
    for (x, y) in STEPS {
        // To the side of the direction.
        for (u, v) in [(y, x), (-y, -x)] {
            let (ahead, side) = (at(x, y), at(u, v));
            let corner = at(x + u, y + v);
            let back = at(-x, -y);
            if ctx.is_mine(corner) && ctx.is_theirs(side) && ctx.is_empty_at(ahead) {
                out.play(point, hane(ctx, point, (x, y), (u, v)));
            }
            if ctx.is_mine(corner) && ctx.is_theirs(ahead) && ctx.is_theirs(at(u - x, v - y)) {
                out.play(point, &TURN);
            }
            if ctx.is_mine(back) && ctx.is_theirs(side) && ctx.is_mine(at(u - x, v - y)) {
                out.play(point, &PUSH_ALONG);
            }
        }
        let (ahead, back) = (at(x, y), at(-x, -y));
        if ctx.is_mine(back) {
            stretch(ctx, point, (x, y), out);
            if ctx.is_theirs(at(-y, -x)) && ctx.is_theirs(at(y, x)) {
                out.play(point, &PUSH_THROUGH);
            }
        }
        if ctx.is_theirs(ahead) && ctx.is_theirs(back) {
            out.play(point, &WEDGE);
        }
        if ctx.is_theirs(back) && ctx.is_theirs(at(-2 * x, -2 * y)) && ctx.is_mine(at(y, x)) {
            out.play(point, &BLOCK_PUSH);
        }
        if ctx.is_theirs(back) && ctx.is_mine(at(-2 * x, -2 * y)) {
            out.play(point, &CLAMP);
        }
    }
}

/// The kind of a hane, by the number of their stones in a row.
fn hane(
    ctx: &ExpertContext<'_>,
    point: Point,
    (x, y): (i8, i8),
    (u, v): (i8, i8),
) -> &'static Reason {
    let row = (1..=4)
        .take_while(|n| ctx.is_theirs(ctx.step(point, (u * n, v * n))))
        .count();
    let own = (1..=row as i8)
        .take_while(|n| ctx.is_mine(ctx.step(point, (x + u * n, y + v * n))))
        .count();
    let last_is_hane = ctx.last == ctx.step(point, (u, v));
    match row {
        2 if own >= 2 => &HANE_AT_HEAD_OF_TWO,
        3.. if own >= 3 => &HANE_AT_HEAD_OF_THREE,
        _ if last_is_hane => &COUNTER_HANE,
        _ => &HANE,
    }
}

/// From an own stone straight on.
fn stretch(ctx: &ExpertContext<'_>, point: Point, (x, y): (i8, i8), out: &mut Suggestions<'_>) {
    let at = |x: i8, y: i8| ctx.step(point, (x, y));
    let Some(own) = at(-x, -y) else { return };
    let before = ctx.board.liberties(own);
    let touched = ctx.board.neighbors(own).any(|n| ctx.is_theirs(Some(n)));
    if !touched || liberties_after(ctx.board, ctx.me, point, 8) <= before {
        return;
    }
    let is_behind = ctx.is_theirs(at(-2 * x, -2 * y));
    let crossed = [(1, 1), (-1, -1)].into_iter().any(|(a, b)| {
        let (side, diagonal) = (at(a * y - x, b * x - y), at(a * y - 2 * x, b * x - 2 * y));
        is_behind && ctx.is_theirs(side) && ctx.is_mine(diagonal)
    });
    out.play(
        point,
        if crossed {
            &STRETCH_FROM_CROSS_CUT
        } else {
            &STRETCH
        },
    );
}

/// Connections and attachments in the fight.
fn around(ctx: &ExpertContext<'_>, point: Point, out: &mut Suggestions<'_>) {
    let sides: Vec<Point> = ctx.board.neighbors(point).collect();
    let own = sides.iter().filter(|n| ctx.is_mine(Some(**n))).count();
    let theirs = sides.iter().filter(|n| ctx.is_theirs(Some(**n))).count();
    let strings: Vec<_> = sides
        .iter()
        .filter(|n| ctx.is_mine(Some(**n)))
        .filter_map(|n| ctx.board.anchor(*n))
        .collect();
    let divided = strings.iter().any(|anchor| *anchor != strings[0]);
    let corners = |color| {
        let corners = DIAGONALS.into_iter().filter_map(|d| ctx.step(point, d));
        corners
            .filter(|p| ctx.board.color_at(*p) == Some(color))
            .count()
    };
    if own >= 2 && divided && (theirs > 0 || corners(ctx.them()) > 0) {
        out.play(point, &SOLID_CONNECTION);
    }
    if own == 0 && theirs == 0 && corners(ctx.me) >= 2 && ctx.is_near(point, 2, ctx.them()) {
        out.play(point, &TIGERS_MOUTH);
    }
    if theirs == 1 && own == 0 {
        let bumps = corners(ctx.me) >= 1;
        out.play(point, if bumps { &DIAGONAL_ATTACHMENT } else { &ATTACH });
    }
}

#[cfg(test)]
mod tests {
    use crate::experts::MoveSelector;
    use sgmp_board::rules::{Color, Game, Komi, Move, Point, diagram};

    /// The reasons for Black's stretch to D5, after Black E5 and a move of White's.
    fn stretches(white: &str) -> Vec<String> {
        let board = diagram::parse(
            ". . . . . . . . .
             . . . . . . . . .
             . . . . . . . . .
             . . . . O X . . .
             . . . . . . . . .
             . . . . . . . . .
             . . . . . . . . .
             . . . . . . . . .
             . . . . . . . . .",
        )
        .unwrap();
        let play = |name| Move::Play(Point::parse(name).unwrap());
        let mut game = Game::from_position(board, Color::Black, Komi::default());
        game.play(Color::Black, play("E5")).unwrap();
        game.play(Color::White, play(white)).unwrap();
        let known = MoveSelector::new().suggest(&game, Color::Black, 0);
        let known = known.iter().filter(|known| known.mv == play("D5"));
        let ids = known.map(|known| known.reason.id());
        ids.filter(|id| id.starts_with("stretch")).collect()
    }

    #[test]
    fn a_cross_cut_takes_four_stones() {
        assert_eq!(stretches("F5"), ["stretch-from-cross-cut"]);
        assert_eq!(stretches("G7"), ["stretch"]);
    }
}

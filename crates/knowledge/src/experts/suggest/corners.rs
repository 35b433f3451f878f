//! Empty corners, enclosures and approaches.

use crate::experts::expert_context::ExpertContext;
use crate::experts::reason::Reason;
use crate::experts::suggestions::Suggestions;
use crate::experts::weights::*;
use sgmp_board::rules::{Color, Point};

/// The smallest board with corners of their own.
const MIN_LINES: i8 = 13;

/// A point of a corner: its two lines from the edges, from 1.
type Spot = (i8, i8);

/// First moves in an empty corner.
const FIRST_MOVES: &[(Spot, &Reason)] = &[
    ((4, 4), &EMPTY_CORNER_STAR),
    ((3, 4), &EMPTY_CORNER_SMALL_POINT),
    ((4, 3), &EMPTY_CORNER_SMALL_POINT),
    ((3, 3), &EMPTY_CORNER_THREE_THREE),
    ((3, 5), &EMPTY_CORNER_FIVE_THREE),
    ((5, 3), &EMPTY_CORNER_FIVE_THREE),
    ((5, 4), &EMPTY_CORNER_FIVE_FOUR),
];

/// A lone stone, and a second one beside it.
const ENCLOSURES: &[(Spot, Spot, &Reason)] = &[
    ((4, 4), (6, 3), &ENCLOSE_STAR_KNIGHT),
    ((4, 4), (7, 3), &ENCLOSE_STAR_LARGE_KNIGHT),
    ((4, 4), (7, 4), &ENCLOSE_STAR_JUMP),
    ((3, 4), (5, 3), &ENCLOSE_SMALL_KNIGHT),
    ((3, 4), (5, 4), &ENCLOSE_SMALL_JUMP),
    ((3, 4), (6, 3), &ENCLOSE_SMALL_LARGE_KNIGHT),
    ((3, 5), (4, 3), &ENCLOSE_FIVE_THREE),
    ((4, 5), (3, 4), &ENCLOSE_FIVE_FOUR),
    ((4, 5), (3, 3), &ENCLOSE_FIVE_FOUR),
    ((3, 3), (5, 4), &ENCLOSE_THREE_THREE),
];

/// A lone stone of theirs, and ours against it.
const APPROACHES: &[(Spot, Spot, &Reason)] = &[
    ((4, 4), (6, 3), &APPROACH_STAR_KNIGHT),
    ((4, 4), (6, 4), &APPROACH_STAR_HIGH),
    ((4, 4), (7, 3), &APPROACH_STAR_FAR),
    ((3, 4), (5, 3), &APPROACH_SMALL_KNIGHT),
    ((3, 4), (5, 4), &APPROACH_SMALL_HIGH),
    ((3, 4), (6, 3), &APPROACH_SMALL_FAR),
    ((3, 4), (6, 4), &APPROACH_SMALL_FAR_HIGH),
    ((3, 3), (4, 4), &PRESS_THREE_THREE),
    ((3, 3), (6, 3), &APPROACH_THREE_THREE_FAR),
    ((3, 5), (4, 3), &ENTER_FIVE_THREE),
    ((4, 5), (3, 4), &ENTER_FIVE_FOUR),
    ((3, 5), (3, 3), &ENTER_DEEP_THREE_THREE),
    ((4, 5), (3, 3), &ENTER_DEEP_THREE_THREE),
    ((3, 3), (5, 4), &APPROACH_THREE_THREE_FAR),
];

pub(super) fn suggest(ctx: &ExpertContext<'_>, out: &mut Suggestions<'_>) {
    if ctx.lines() < MIN_LINES {
        small_board(ctx, out);
        return;
    }
    for corner in 0..4 {
        look(ctx, corner, out);
    }
}

fn small_board(ctx: &ExpertContext<'_>, out: &mut Suggestions<'_>) {
    let middle = (ctx.lines() / 2) as u8;
    if let Some(center) = Point::new(middle, middle)
        && ctx.is_open(center, 1)
        && ctx.game.move_count() < 8
    {
        out.play(center, &SMALL_BOARD_CENTER);
    }
}

/// The point of a spot in one of the corners.
pub(super) fn place(ctx: &ExpertContext<'_>, corner: u8, (x, y): Spot) -> Option<Point> {
    let far = |n: i8| ctx.lines() - n;
    let column = if corner & 1 == 0 { x - 1 } else { far(x) };
    let row = if corner & 2 == 0 { y - 1 } else { far(y) };
    Point::new(u8::try_from(column).ok()?, u8::try_from(row).ok()?)
}

/// The stones of a corner, each with its spot.
pub(super) fn stones(ctx: &ExpertContext<'_>, corner: u8) -> Vec<(Spot, Color)> {
    let reach = (ctx.lines() / 2 - 1).min(8);
    let spots = (1..=reach).flat_map(|x| (1..=reach).map(move |y| (x, y)));
    spots
        .filter_map(|spot| {
            let point = place(ctx, corner, spot)?;
            Some((spot, ctx.board.color_at(point)?))
        })
        .collect()
}

fn look(ctx: &ExpertContext<'_>, corner: u8, out: &mut Suggestions<'_>) {
    let near: Vec<(Spot, Color)> = stones(ctx, corner);
    let inside = |spot: &Spot| spot.0 <= 6 && spot.1 <= 6;
    let core: Vec<_> = near.iter().filter(|(spot, _)| inside(spot)).collect();
    match core[..] {
        [] => {
            for (spot, reason) in FIRST_MOVES {
                if let Some(point) = place(ctx, corner, *spot) {
                    out.play(point, reason);
                }
            }
        }
        [(spot, color)] => {
            let table: &[_] = if *color == ctx.me {
                ENCLOSURES
            } else {
                APPROACHES
            };
            for (stone, answer, reason) in table {
                for turned in [false, true] {
                    let turn = |(x, y): Spot| if turned { (y, x) } else { (x, y) };
                    if turn(*stone) == *spot {
                        second(ctx, corner, turn(*answer), reason, out);
                    }
                }
            }
        }
        _ => {}
    }
}

/// A second stone of a corner, where no other is too near.
fn second(
    ctx: &ExpertContext<'_>,
    corner: u8,
    spot: Spot,
    reason: &'static Reason,
    out: &mut Suggestions<'_>,
) {
    if let Some(point) = place(ctx, corner, spot)
        && ctx.board.is_empty(point)
        && ctx.board.neighbors(point).all(|n| ctx.board.is_empty(n))
    {
        // What lies open beyond is worth having in sight.
        let room = ctx
            .around(point, 4)
            .filter(|p| ctx.board.is_empty(*p))
            .count();
        if room > 40 {
            out.play(point, reason);
        }
    }
}

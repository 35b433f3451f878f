//! Moves of the book of corners and openings.

use crate::experts::expert_context::ExpertContext;
use crate::experts::reason::Reason;
use crate::experts::suggestion::Suggestion;
use crate::experts::suggestions::Suggestions;
use crate::experts::weights::*;
use crate::joseki::{Book, Corner, Fuseki, Joseki, Mark, Scope, Suggestion as Known};
use sgmp_board::rules::{BoardSize, Move, Point};

pub(super) fn suggest(ctx: &ExpertContext<'_>, out: &mut Suggestions<'_>) {
    for known in Fuseki::embedded().suggest(ctx.game, ctx.me) {
        let reason = if known.rank == 0 && known.mark <= Mark::Normal {
            &OPENING_FIRST
        } else {
            &OPENING_OTHER
        };
        out.add(from_book(&known, reason));
    }
    let joseki = Joseki::embedded();
    for known in joseki.suggest(ctx.game, ctx.me) {
        if let Scope::Corner(corner) = known.scope {
            let reason = reason(ctx, joseki, corner, &known);
            out.add(from_book(&known, reason));
        }
    }
}

fn reason(
    ctx: &ExpertContext<'_>,
    joseki: Joseki,
    corner: Corner,
    known: &Known,
) -> &'static Reason {
    let size = ctx.board.size();
    let inside = |point| {
        let there = corner.to_book(point, size);
        there.is_some_and(|p| p.column() >= 9 && p.row() >= 9)
    };
    let answers = ctx.last.is_some_and(inside);
    let is_first = corner_is_empty(ctx, corner);
    match known.mark {
        Mark::Urgent | Mark::Normal if answers && is_punished(ctx, joseki, corner) => &BOOK_PUNISH,
        Mark::Urgent if answers => &BOOK_URGENT_ANSWER,
        Mark::Urgent => &BOOK_URGENT,
        Mark::Normal if is_beside(known.point, size) && answers => &BOOK_SIDE_ANSWER,
        Mark::Normal if is_beside(known.point, size) && !is_first => &BOOK_SIDE,
        Mark::Normal if answers => &BOOK_ANSWER,
        Mark::Normal if is_first => &BOOK_FIRST,
        Mark::Normal => &BOOK_MOVE,
        Mark::Conditional if answers => &BOOK_CONDITIONAL_ANSWER,
        Mark::Conditional => &BOOK_CONDITIONAL,
        Mark::FollowUp | Mark::Bad | Mark::Trick => &BOOK_FOLLOW_UP,
    }
}

/// Returns whether a point lies on a middle line, which belongs to no corner.
fn is_beside(point: Point, size: BoardSize) -> bool {
    let middle = size.lines() / 2;
    point.column() == middle || point.row() == middle
}

fn corner_is_empty(ctx: &ExpertContext<'_>, corner: Corner) -> bool {
    let size = ctx.board.size();
    let inside = |point: &Point| {
        let there = corner.to_book(*point, size);
        there.is_some_and(|p| p.column() >= 9 && p.row() >= 9)
    };
    !Point::all(size)
        .filter(inside)
        .any(|p| !ctx.board.is_empty(p))
}

/// Returns whether the book calls the opponent's last move a mistake.
fn is_punished(ctx: &ExpertContext<'_>, joseki: Joseki, corner: Corner) -> bool {
    let Some(now) = joseki.find(corner, ctx.board, ctx.me) else {
        return false;
    };
    let Some(last) = ctx.last else { return false };
    // Stones taken by the last move are not put back: the book is about corners just begun.
    let size = ctx.board.size();
    let stones = Point::all(size)
        .filter(|point| *point != last)
        .filter_map(|point| Some((ctx.board.color_at(point)?, point)));
    let Ok(board) = sgmp_board::rules::Board::from_stones(size, stones) else {
        return false;
    };
    let before = joseki.find(corner, &board, ctx.them());
    before.is_some_and(|before| {
        let edges = Book::embedded().corner().node(before).edges.iter();
        edges
            .filter(|edge| edge.to == now)
            .any(|edge| edge.mark.is_mistake())
    })
}

/// A move of the book with its own words and what is expected to follow.
fn from_book(known: &Known, reason: &'static Reason) -> Suggestion {
    let steps = known.variation.iter().take(6).copied();
    Suggestion {
        words: known.comment.or(known.name),
        tree: (0..).zip(steps).collect(),
        ..Suggestion::new(Move::Play(known.point), reason)
    }
}

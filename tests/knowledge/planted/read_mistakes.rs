//! Mistakes of reading: stones in atari, ladders, two threats at once, kos.

use sgmp_board::rules::{Board, Color, Point};

use super::drawn::{Drawn, apart};
use super::place_mistakes::{own_eye, threatens};
use super::slow_reader::{ladder, played, ways_out};

/// Hunter's moves from which a chase is a ladder.
const LADDER: u32 = 5;
/// Those up to which the stones are simply taken.
const SHORT: u32 = 2;
/// Lines from which a move is elsewhere.
const ELSEWHERE: u8 = 4;

/// The hunter's moves that it takes until own stones that run from atari are taken all the same.
fn runs_for(at: &Drawn<'_>, point: Point) -> Option<u32> {
    let own = at.beside(point, at.me);
    let mut own = own.iter();
    own.find(|stone| at.board().liberties(**stone) == 1)?;
    if at.captures(point) {
        return None;
    }
    let after = at.after(point)?;
    ladder(&after, point)
}

/// Running from atari into a ladder that works.
pub(super) fn runs_in_ladder(at: &Drawn<'_>, point: Point) -> bool {
    runs_for(at, point).is_some_and(|moves| moves >= LADDER)
}

/// Running from atari where the stones are taken next, or with one atari more.
pub(super) fn saves_in_vain(at: &Drawn<'_>, point: Point) -> bool {
    runs_for(at, point).is_some_and(|moves| moves <= SHORT)
}

/// The strings of a color, each by one stone.
fn strings(board: &Board, color: Color) -> Vec<Point> {
    let stones = board.stones(color);
    stones
        .filter(|stone| board.anchor(*stone) == Some(*stone))
        .collect()
}

/// The boards after an atari and each way out of it that lets the stones go.
fn after_forced(at: &Drawn<'_>, point: Point) -> Vec<Box<Board>> {
    let Some(after) = at.after(point).filter(|after| after.liberties(point) > 1) else {
        return Vec::new();
    };
    let stones = after.stones_beside(point, !at.me);
    let ataris = stones.filter(|stone| after.liberties(*stone) == 1);
    let ways = ataris.flat_map(|stone| {
        let ways = ways_out(&after, stone).into_iter();
        ways.map(move |way| (stone, way))
    });
    let freed = ways.filter_map(|(stone, way)| {
        let board = played(&after, !at.me, way)?;
        ladder(&board, stone).is_none().then_some(board)
    });
    freed.collect()
}

/// An atari after whose answer theirs, caught in a ladder so far, get away.
pub(super) fn breaks_own_ladder(at: &Drawn<'_>, point: Point) -> bool {
    let board = at.board();
    if !threatens(board, at.me, point) {
        return false;
    }
    let caught = strings(board, !at.me).into_iter().filter(|stone| {
        board.liberties(*stone) == 2 && ladder(board, *stone).is_some_and(|moves| moves >= LADDER)
    });
    let caught: Vec<Point> = caught.collect();
    !caught.is_empty()
        && after_forced(at, point).iter().any(|later| {
            let mut caught = caught.iter();
            caught.any(|stone| !later.is_empty(*stone) && ladder(later, *stone).is_none())
        })
}

/// An atari after whose answer own stones are caught in a ladder that were not so far.
pub(super) fn loses_a_breaker(at: &Drawn<'_>, point: Point) -> bool {
    let board = at.board();
    if !threatens(board, at.me, point) {
        return false;
    }
    let free = strings(board, at.me).into_iter().filter(|stone| {
        board.liberties(*stone) == 2 && apart(*stone, point) >= 3 && ladder(board, *stone).is_none()
    });
    let free: Vec<Point> = free.collect();
    !free.is_empty()
        && after_forced(at, point).iter().any(|later| {
            let mut free = free.iter();
            free.any(|stone| {
                let same = later.liberties(*stone) == 2;
                same && ladder(later, *stone).is_some_and(|moves| moves >= LADDER)
            })
        })
}

/// Own stones that are taken if their side plays elsewhere, and the moves that save them.
fn in_danger(at: &Drawn<'_>, least: usize) -> Vec<(Point, Vec<Point>)> {
    let board = at.board();
    let found = strings(board, at.me).into_iter().filter_map(|stone| {
        if board.string_size(stone) < least || ladder(board, stone).is_none() {
            return None;
        }
        let saves = |point: &Point| {
            let after = played(board, at.me, *point);
            after.is_some_and(|after| ladder(&after, stone).is_none())
        };
        let ways: Vec<Point> = ways_out(board, stone).into_iter().filter(saves).collect();
        (!ways.is_empty()).then_some((stone, ways))
    });
    found.collect()
}

/// Returns whether own stones wait to be saved.
pub(super) fn is_in_danger(at: &Drawn<'_>) -> bool {
    !in_danger(at, 3).is_empty()
}

/// A move on the edge while four own stones or more are taken.
pub(super) fn leaves_to_die(at: &Drawn<'_>, point: Point) -> bool {
    let board = at.board();
    let is_edge = at.line(point) <= 2 && !board.neighbors(point).all(|point| board.is_empty(point));
    is_edge
        && at.is_quiet(point)
        && in_danger(at, 4)
            .iter()
            .any(|(stone, ways)| is_elsewhere(at, point, *stone) && !ways.contains(&point))
}

/// Returns whether the best move saves such stones.
pub(super) fn saves_the_dying(at: &Drawn<'_>, _point: Point, best: Point) -> bool {
    let mut dying = in_danger(at, 4).into_iter();
    dying.any(|(_, ways)| ways.contains(&best))
}

fn is_elsewhere(at: &Drawn<'_>, point: Point, stone: Point) -> bool {
    let mut string = at.board().string(stone);
    string.all(|own| apart(own, point) >= ELSEWHERE)
}

/// The points where theirs puts two own strings in atari of which one is taken, whatever answers.
fn forks(board: &Board, me: Color) -> Vec<Point> {
    let empty = board.empty_points().iter().copied();
    empty.filter(|point| is_fork(board, me, *point)).collect()
}

fn is_fork(board: &Board, me: Color, point: Point) -> bool {
    let stones = board.stones_beside(point, me);
    let mut strings: Vec<Point> = stones.filter_map(|stone| board.anchor(stone)).collect();
    strings.sort_unstable();
    strings.dedup();
    let many: usize = strings.iter().map(|stone| board.string_size(*stone)).sum();
    if strings.len() < 2 || many < 3 {
        return false;
    }
    let Some(after) = played(board, !me, point) else {
        return false;
    };
    strings.retain(|stone| board.liberties(*stone) == 2 && after.liberties(*stone) == 1);
    let mut answers = strings.iter().flat_map(|stone| ways_out(&after, *stone));
    let is_enough = |answer| {
        let later = played(&after, me, answer);
        later.is_some_and(|later| strings.iter().all(|stone| later.liberties(*stone) > 1))
    };
    strings.len() > 1 && after.liberties(point) > 1 && !answers.any(is_enough)
}

/// A move elsewhere while theirs can put two own strings in atari at once.
pub(super) fn neglects_a_fork(at: &Drawn<'_>, point: Point) -> bool {
    let lived = |fork: Point| {
        at.beside(fork, at.me)
            .into_iter()
            .all(|stone| at.lived(stone))
    };
    at.is_quiet(point)
        && forks(at.board(), at.me)
            .into_iter()
            .any(|fork| apart(fork, point) >= ELSEWHERE && lived(fork))
}

/// Returns whether the best move leaves no such point where there was one.
pub(super) fn meets_the_fork(at: &Drawn<'_>, point: Point, best: Point) -> bool {
    let Some(after) = at.after(best) else {
        return false;
    };
    let mut forks = forks(at.board(), at.me).into_iter();
    forks.any(|fork| apart(fork, point) >= ELSEWHERE && !is_fork(&after, at.me, fork))
}

/// A move that threatens nothing while a ko was just taken that may not be taken back at once.
pub(super) fn no_threat(at: &Drawn<'_>, point: Point) -> bool {
    let board = at.board();
    let Some(ko) = board.ko_point() else {
        return false;
    };
    let Some(after) = at.after(point).filter(|_| at.is_quiet(point)) else {
        return false;
    };
    let catches = |board: &Board| {
        let theirs = strings(board, !at.me).into_iter();
        let others = theirs.filter(|stone| !board.liberty_set(*stone).contains(ko));
        others
            .filter(|stone| ladder(board, *stone).is_some())
            .count()
    };
    apart(ko, point) >= ELSEWHERE
        && at.line(point) > 1
        && !own_eye(at, point)
        && catches(&after) <= catches(board)
}

/// Returns whether the best move goes on with the ko: it threatens something, or is played beside it.
pub(super) fn fights_the_ko(at: &Drawn<'_>, _point: Point, best: Point) -> bool {
    let ko = at.board().ko_point();
    threatens(at.board(), at.me, best) || ko.is_some_and(|ko| apart(ko, best) <= 2)
}

//! Mistakes of place and shape, by where the stones lie and by what became of them.

use sgmp_board::rules::{Board, Color, Point};

use super::drawn::{Drawn, apart};
use super::slow_reader::{never_taken, part};

/// The steps ahead and to the side of the eight ways in which a board can lie.
const WAYS: [[(i8, i8); 2]; 8] = [
    [(1, 0), (0, 1)],
    [(1, 0), (0, -1)],
    [(-1, 0), (0, 1)],
    [(-1, 0), (0, -1)],
    [(0, 1), (1, 0)],
    [(0, 1), (-1, 0)],
    [(0, -1), (1, 0)],
    [(0, -1), (-1, 0)],
];

const fn sum((a, b): (i8, i8), (x, y): (i8, i8)) -> (i8, i8) {
    (a + x, b + y)
}

const fn back((x, y): (i8, i8)) -> (i8, i8) {
    (-x, -y)
}

/// Returns whether own stones beside a point lived, all of them.
fn stands_by_the_living(at: &Drawn<'_>, point: Point) -> bool {
    let around = at.board().neighbors(point).chain(at.board().corners(point));
    let mut own = around.filter(|point| at.board().color_at(*point) == Some(at.me));
    own.all(|stone| at.lived(stone))
}

/// A stone on the first line while four fifths of the board are empty.
pub(super) fn first_line(at: &Drawn<'_>, point: Point) -> bool {
    at.line(point) == 1 && at.filled() <= 20 && at.is_quiet(point)
}

/// A step on along the second line below a row of theirs on the third.
pub(super) fn crawl(at: &Drawn<'_>, point: Point) -> bool {
    at.line(point) == 2
        && at.filled() <= 60
        && at.is_quiet(point)
        && stands_by_the_living(at, point)
        && at.beside(point, at.me).len() == 1
        && WAYS.into_iter().any(|[ahead, up]| {
            let line = |step| at.step(point, step).map(|point| at.line(point));
            line(up) == Some(3)
                && line(back(ahead)) == Some(2)
                && at.is(point, back(ahead), at.me)
                && at.is(point, sum(up, back(ahead)), !at.me)
                && at.is(point, up, !at.me)
                && at.is_free(point, ahead)
        })
}

/// A step on along a row of theirs that is a stone ahead, from the third line up.
pub(super) fn push_behind(at: &Drawn<'_>, point: Point) -> bool {
    at.line(point) >= 3
        && at.is_quiet(point)
        && stands_by_the_living(at, point)
        && at.beside(point, at.me).len() == 1
        && WAYS.into_iter().any(|[ahead, side]| {
            at.is(point, back(ahead), at.me)
                && at.is(point, sum(side, back(ahead)), !at.me)
                && at.is(point, side, !at.me)
                && at.is_free(point, ahead)
                && at.is_free(point, back(side))
                && !at.is(point, sum(side, ahead), at.me)
        })
}

/// Three stones in a square whose fourth point is empty, and nothing of theirs touched.
pub(super) fn empty_triangle(at: &Drawn<'_>, point: Point) -> bool {
    at.line(point) > 1
        && at.filled() <= 50
        && at.beside(point, at.me).len() == 1
        && at.beside(point, !at.me).is_empty()
        && at.is_quiet(point)
        && stands_by_the_living(at, point)
        && at.owner(point) != Some(at.me)
        && WAYS.into_iter().any(|[ahead, side]| {
            let corner = sum(ahead, side);
            at.is(point, ahead, at.me)
                && (at.is(point, side, at.me) && at.is_free(point, corner)
                    || at.is(point, corner, at.me) && at.is_free(point, side))
        })
}

/// The strings of theirs round which a stone would bend.
fn bends_round(at: &Drawn<'_>, point: Point) -> Vec<Point> {
    let bent = WAYS.into_iter().filter(|[ahead, side]| {
        at.is(point, *ahead, !at.me)
            && at.is(point, sum(*ahead, *side), at.me)
            && at.is_free(point, *side)
    });
    let stones = bent.filter_map(|[ahead, _]| at.step(point, ahead));
    stones
        .filter_map(|stone| at.board().anchor(stone))
        .collect()
}

/// A hane round stones that the game's player went round from the other side.
pub(super) fn hane(at: &Drawn<'_>, point: Point) -> bool {
    let other = at.next().is_some_and(|next| is_other_side(at, point, next));
    other && at.is_quiet(point) && stands_by_the_living(at, point)
}

/// Returns whether another point bends round the same string from another side.
pub(super) fn is_other_side(at: &Drawn<'_>, point: Point, best: Point) -> bool {
    let round = bends_round(at, point);
    let other = bends_round(at, best);
    apart(point, best) > 1 && round.iter().any(|string| other.contains(string))
}

/// A stone beside the middle of a one-point jump that the other side only has to fill.
pub(super) fn peep(at: &Drawn<'_>, point: Point) -> bool {
    at.line(point) > 1
        && at.is_quiet(point)
        && at.within(point, 2, at.me) > 0
        && stands_by_the_living(at, point)
        && WAYS.into_iter().any(|[ahead, side]| {
            let (one, other) = (sum(ahead, side), sum(ahead, back(side)));
            let own = at
                .step(point, ahead)
                .map(|middle| at.beside(middle, at.me).len());
            at.is_free(point, ahead)
                && at.is_free(point, sum(ahead, ahead))
                && own == Some(0)
                && [one, other]
                    .into_iter()
                    .all(|step| at.is(point, step, !at.me))
                && anchor(at, point, one) != anchor(at, point, other)
        })
}

fn anchor(at: &Drawn<'_>, point: Point, step: (i8, i8)) -> Option<Point> {
    at.board().anchor(at.step(point, step)?)
}

/// A point that is wholly shut in by own stones, at most at one corner not.
pub(super) fn own_eye(at: &Drawn<'_>, point: Point) -> bool {
    let board = at.board();
    let is_own = |point: &Point| board.color_at(*point) == Some(at.me);
    let corners: Vec<Point> = board.corners(point).collect();
    let held = corners.iter().filter(|corner| is_own(corner)).count();
    let needed = if corners.len() == 4 { 3 } else { corners.len() };
    board.neighbors(point).all(|point| is_own(&point)) && held >= needed && at.is_quiet(point)
}

/// A point of own territory, with room around it, in which no stone of theirs is.
pub(super) fn own_territory(at: &Drawn<'_>, point: Point) -> bool {
    let board = at.board();
    let room = part(board, point, |point| board.color_at(point) != Some(at.me));
    let around = board.neighbors(point).chain(board.corners(point));
    (7..=60).contains(&room.len())
        && room.iter().all(|point| board.is_empty(*point))
        && around
            .chain(room.iter().copied())
            .all(|point| at.owner(point) == Some(at.me))
        && at.is_quiet(point)
        && board.neighbors(point).any(|point| board.is_empty(point))
}

/// A gap of a point or two between one living string of each side, both with liberties elsewhere.
pub(super) fn dame(at: &Drawn<'_>, point: Point) -> bool {
    let board = at.board();
    let gap = part(board, point, |point| board.is_empty(point));
    let is_one = |color| {
        let stones = gap
            .iter()
            .flat_map(|point| board.stones_beside(*point, color));
        let mut strings: Vec<Point> = stones.filter_map(|stone| board.anchor(stone)).collect();
        strings.sort_unstable();
        strings.dedup();
        let lives = |stone: &Point| at.lived(*stone) && board.liberties(*stone) >= gap.len() + 3;
        strings.len() == 1 && strings.iter().all(lives)
    };
    gap.len() <= 2 && is_one(at.me) && is_one(!at.me) && at.is_quiet(point)
}

/// A stone in a small room of own stones that nobody can take.
pub(super) fn guards_the_alive(at: &Drawn<'_>, point: Point) -> bool {
    let board = at.board();
    if !at.is_quiet(point)
        || at.beside(point, !at.me).is_empty() == at.beside(point, at.me).is_empty()
    {
        return false;
    }
    let room = part(board, point, |point| board.color_at(point) != Some(at.me));
    let is_own = (2..=6).contains(&room.len()) && room.iter().all(|point| board.is_empty(*point));
    let alive = match is_own {
        true => never_taken(board, at.me),
        false => Vec::new(),
    };
    room.iter()
        .flat_map(|point| board.stones_beside(*point, at.me))
        .any(|stone| alive.contains(&stone))
        && !own_eye(at, point)
}

/// A stone in the open, two or three lines from a living row of theirs, far from own ones.
pub(super) fn near_strength(at: &Drawn<'_>, point: Point) -> bool {
    let board = at.board();
    let living = |stone: &Point| {
        let is_safe = board.liberties(*stone) >= 3 && at.lived(*stone);
        is_safe && apart(*stone, point) <= 3
    };
    let is_open = board
        .neighbors(point)
        .chain(board.corners(point))
        .all(|point| board.is_empty(point));
    (8..=50).contains(&at.filled())
        && at.line(point) >= 3
        && is_open
        && at.within(point, 3, at.me) == 0
        && board.stones(!at.me).filter(living).count() >= 3
}

/// A stone in what was theirs at the end, all around, with no own stone at hand.
pub(super) fn too_deep(at: &Drawn<'_>, point: Point) -> bool {
    let board = at.board();
    let theirs = |point: &Point| at.owner(*point) == Some(!at.me);
    let near = Point::all(board.size()).filter(|other| apart(*other, point) <= 2);
    let near: Vec<Point> = near.collect();
    (20..=70).contains(&at.filled())
        && at.line(point) >= 2
        && at.is_quiet(point)
        && at.within(point, 4, at.me) == 0
        && at.within(point, 3, !at.me) >= 4
        && board.openings(point) >= 3
        && near.iter().all(theirs)
}

/// A stone beside own ones that are dead already, and stay so.
pub(super) fn adds_to_the_dead(at: &Drawn<'_>, point: Point) -> bool {
    let own = at.beside(point, at.me);
    let is_short = |stone: &Point| at.board().liberties(*stone) == 1;
    !own.is_empty()
        && at.filled() >= 40
        && !at.captures(point)
        && !own.iter().any(is_short)
        && own.iter().all(|stone| at.was_dead_already(*stone))
        && !threatens(at.board(), at.me, point)
}

/// Returns whether the move puts stones in atari.
pub(super) fn threatens(board: &Board, color: Color, point: Point) -> bool {
    let Some(after) = super::slow_reader::played(board, color, point) else {
        return true;
    };
    let mut theirs = after.stones_beside(point, !color);
    theirs.any(|stone| after.liberties(stone) == 1)
}

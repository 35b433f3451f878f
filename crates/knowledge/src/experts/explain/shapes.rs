//! Words for shapes, which are told only where the shape stands on the board.

use super::owners::{Fate, LIVING, Owners};
use super::scene::Scene;
use super::threats::{cuts, is_joined, mended, threatens_to_catch, threatens_to_cut};
use crate::experts::claim::NamedShape;
use crate::experts::expert_context::{DIAGONALS, distance};
use crate::experts::suggestion::Suggestion;
use sgmp_board::rules::{Board, Color, Move, Point};

/// Stones that make a wall.
const WALL: usize = 3;
/// Steps within which a wall drives or helps.
const WALL_REACH: u8 = 5;
/// Steps within which a stone attacks.
const ATTACKED: u8 = 4;
/// Steps within which a stone answers another.
const ANSWERED: u8 = 2;
/// Lines from the edge on which stones crawl.
const CRAWLING_LINES: u8 = 2;
/// Lines to the next stone of the same color from which on one stands alone.
const ALONE: u8 = 3;
/// The part of a point from which on a stone there needs no help.
const SAFE: f32 = 0.8;
/// The mean part of the points around from which on they are a side's.
const THEIRS: f32 = 0.3;

/// Returns whether the shape that a reason names stands on the board.
pub(super) fn stands(scene: &Scene<'_>, owners: &Owners, known: &Suggestion) -> bool {
    let Some(point) = scene.point() else {
        return true;
    };
    let named = known.reason.stands.iter();
    named
        .copied()
        .all(|shape| is_there((scene, point), owners, known, shape))
}

fn is_there(
    (scene, point): (&Scene<'_>, Point),
    owners: &Owners,
    known: &Suggestion,
    shape: NamedShape,
) -> bool {
    let (board, me) = (scene.before(), scene.color);
    let last = last_of_theirs(scene);
    let nearest = || {
        let stones = known.group.map(|group| scene.stones(&group));
        let nearest = stones.and_then(|stones| stones.iter().min_by_key(|s| distance(*s, point)));
        nearest.or_else(|| known.group.map(|group| group.stone))
    };
    match shape {
        NamedShape::Hane => last.is_some_and(|last| is_hane(board, !me, last)),
        NamedShape::Attachment => last.is_some_and(|last| {
            beside(board, last, !me).next().is_none() && !is_hane(board, !me, last)
        }),
        NamedShape::Cut => {
            let theirs = known.group.filter(|group| group.color != me);
            stays_cut(scene, point, theirs.map(|group| group.stone)) >= 1
        }
        NamedShape::TwoCuts => stays_cut(scene, point, None) >= 2,
        NamedShape::Mended => known
            .group
            .is_some_and(|group| mended((board, &scene.after), me, point, Some(group.stone)) >= 1),
        NamedShape::MendedNear => mended((board, &scene.after), me, point, None) >= 1,
        NamedShape::TwoMended => mended((board, &scene.after), me, point, None) >= 2,
        NamedShape::Lone => known.group.is_some_and(|group| group.stones == 1),
        NamedShape::Slide => last.is_some_and(|last| is_slide(board, !me, last)),
        NamedShape::TwoWeak => weak_groups(scene, point) >= 2,
        NamedShape::Joined => known
            .group
            .is_some_and(|group| is_joined(&scene.after, (point, group.stone), me)),
        NamedShape::ThreatenedCatch => known
            .group
            .is_some_and(|group| threatens_to_catch((board, &scene.after), group.stone)),
        NamedShape::ThreatenedCut => threatens_to_cut((board, &scene.after), me, point),
        NamedShape::OpenMiddle => {
            let is_middle = |point: Point| point.line(board.size()) > board.size().lines() / 4 + 1;
            is_middle(point) && !board.stones(me).any(is_middle)
        }
        NamedShape::OneDiagonal => {
            let diagonals = DIAGONALS.into_iter();
            let theirs = diagonals.filter(|step| {
                let stone = point.stepped(*step, board.size());
                stone.and_then(|stone| board.color_at(stone)) == Some(!me)
            });
            theirs.count() == 1
        }
        NamedShape::Peep => joined(board, me, point) > 1,
        NamedShape::Wall => known
            .group
            .is_some_and(|group| group.stones < WALL && is_driven(scene, owners, group.stone)),
        NamedShape::Edge => {
            let is_low = |point: Point| point.line(board.size()) <= CRAWLING_LINES;
            is_low(point) && known.group.is_some_and(|group| is_low(group.stone))
        }
        NamedShape::Hunted => board
            .stones(!me)
            .any(|stone| distance(stone, point) <= ATTACKED && owners.part(stone, !me) >= THEIRS),
        NamedShape::TheirSide => is_their_side(board, owners, me, point),
        NamedShape::TheirBorder => mean_around(board, owners, !me, point) >= THEIRS,
        NamedShape::OwnBorder => mean_around(board, owners, me, point) >= 0.0,
        NamedShape::Afar => nearest().is_some_and(|stone| distance(stone, point) > ANSWERED),
        NamedShape::OpenSide => {
            let line = |point: Point| point.line(board.size());
            nearest().is_some_and(|stone| line(point) >= line(stone))
        }
        NamedShape::Invaded => last.is_some_and(|last| is_alone_inside(board, owners, me, last)),
        NamedShape::Outward => {
            let line = |point: Point| point.line(board.size());
            let own = board.stones(me).min_by_key(|stone| distance(*stone, point));
            own.is_some_and(|own| line(point) > line(own) && owners.part(own, me) < SAFE)
        }
        NamedShape::Beside => known
            .group
            .is_some_and(|group| beside(board, point, group.color).any(|n| n == group.stone)),
        NamedShape::Settles => scene
            .with()
            .is_none_or(|owners| owners.part(point, me) >= LIVING),
    }
}

/// The stone that the other side played last, if that was the last move.
pub(super) fn last_of_theirs(scene: &Scene<'_>) -> Option<Point> {
    match scene.game.moves().last()? {
        (color, Move::Play(point)) if *color != scene.color => Some(*point),
        _ => None,
    }
}

/// Returns whether that stone is near the move.
pub(super) fn last_is_near(scene: &Scene<'_>) -> bool {
    let (last, point) = (last_of_theirs(scene), scene.point());
    last.zip(point)
        .is_some_and(|(last, point)| distance(last, point) <= ANSWERED)
}

/// Pairs of strings of the other side near a move, or of one string, that are apart after it, as the reader proves; none
/// where its stone is lost.
fn stays_cut(scene: &Scene<'_>, point: Point, of: Option<Point>) -> usize {
    let is_given_up = |owners: &Owners| owners.part(point, scene.color) <= 0.0;
    match scene.with().is_some_and(is_given_up) {
        true => 0,
        false => cuts(
            (scene.before(), &scene.after),
            !scene.color,
            (point, scene.with()),
            of,
        ),
    }
}

/// Returns whether a stone of a color on the first two lines comes along the edge from a friend, and stands beside none.
fn is_slide(board: &Board, color: Color, stone: Point) -> bool {
    let line = |point: Point| point.line(board.size());
    let mut friends = board.stones(color);
    line(stone) <= CRAWLING_LINES
        && beside(board, stone, color).next().is_none()
        && friends.any(|friend| {
            friend != stone && distance(friend, stone) <= ALONE && line(friend) <= ALONE
        })
}

/// Groups of the other side near a move that are neither safe nor lost.
fn weak_groups(scene: &Scene<'_>, point: Point) -> usize {
    let groups = scene.analysis.group_infos().iter();
    let near = groups.filter(|info| {
        let stones = &info.group.stones;
        let is_near = stones
            .iter()
            .any(|stone| distance(stone, point) <= ATTACKED);
        info.group.color != scene.color && is_near
    });
    let weak = near.filter(|info| {
        let owners = scene.with();
        owners.is_some_and(|owners| owners.fate(&info.group.stones, info.group.color) == Fate::Open)
    });
    weak.count()
}

/// Stones of a color beside a point.
fn beside(board: &Board, point: Point, color: Color) -> impl Iterator<Item = Point> {
    board
        .neighbors(point)
        .filter(move |n| board.color_at(*n) == Some(color))
}

/// Returns whether a stone of a color bends round one of the other: both touch a diagonal friend's neighbor.
pub(super) fn is_hane(board: &Board, color: Color, stone: Point) -> bool {
    let size = board.size();
    DIAGONALS.into_iter().any(|(x, y)| {
        let friend = stone.stepped((x, y), size);
        if friend.and_then(|friend| board.color_at(friend)) != Some(color) {
            return false;
        }
        let sides = [stone.stepped((x, 0), size), stone.stepped((0, y), size)];
        let [one, other] = sides.map(|side| side.and_then(|side| board.color_at(side)));
        (one == Some(!color) && other != Some(color))
            || (other == Some(!color) && one != Some(color))
    })
}

/// Number of strings of a color beside a point.
fn joined(board: &Board, color: Color, point: Point) -> usize {
    let mut strings: Vec<Point> = beside(board, point, color)
        .filter_map(|stone| board.anchor(stone))
        .collect();
    strings.sort_unstable();
    strings.dedup();
    strings.len()
}

/// Returns whether strong stones of the player stand behind a stone of the other side, seen from the move.
fn is_driven(scene: &Scene<'_>, owners: &Owners, driven: Point) -> bool {
    let (Some(point), board) = (scene.point(), scene.before()) else {
        return false;
    };
    let step = |from: u8, to: u8| i32::from(to) - i32::from(from);
    let way = (
        step(point.column(), driven.column()),
        step(point.row(), driven.row()),
    );
    let mut walls = board.stones(scene.color).filter(|own| {
        let on = (
            step(driven.column(), own.column()),
            step(driven.row(), own.row()),
        );
        is_ahead(way, on) && distance(*own, driven) <= WALL_REACH
    });
    walls.any(|own| board.string_size(own) >= WALL && owners.part(own, scene.color) >= THEIRS)
}

/// Returns whether one way leads about where the other does.
const fn is_ahead(way: (i32, i32), on: (i32, i32)) -> bool {
    let along = way.0 * on.0 + way.1 * on.1;
    let aside = way.0 * on.1 - way.1 * on.0;
    along > 0 && along > aside.abs()
}

/// The mean part that a color has of the empty points around one.
fn mean_around(board: &Board, owners: &Owners, color: Color, point: Point) -> f32 {
    let size = board.size();
    let around: Vec<Point> = Point::all(size)
        .filter(|other| distance(*other, point) <= 2 && board.is_empty(*other))
        .collect();
    let sum: f32 = around.iter().map(|other| owners.part(*other, color)).sum();
    sum / around.len().max(1) as f32
}

/// Returns whether a stone of the other side stands alone where the room is the player's.
fn is_alone_inside(board: &Board, owners: &Owners, me: Color, stone: Point) -> bool {
    let mut theirs = board.stones(!me);
    let is_alone = theirs.all(|other| other == stone || distance(other, stone) > ALONE);
    is_alone && mean_around(board, owners, me, stone) >= THEIRS
}

/// Returns whether the room around a point is the other side's, and their stones stand about it.
fn is_their_side(board: &Board, owners: &Owners, me: Color, point: Point) -> bool {
    let theirs = board.stones(!me);
    let near = theirs.filter(|stone| distance(*stone, point) <= ATTACKED);
    near.count() >= 2 && mean_around(board, owners, !me, point) >= THEIRS
}

#[cfg(test)]
mod tests {
    use super::*;
    use sgmp_board::rules::diagram;

    #[test]
    fn a_slide_comes_from_a_distance() {
        let board = diagram::parse(
            "
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . X . . . . O .
            . . . . X . . O .
            . . . . . . . . .",
        )
        .unwrap();
        let slides = |color, stone: &str| is_slide(&board, color, Point::parse(stone).unwrap());
        assert!(slides(Color::Black, "E2"));
        assert!(!slides(Color::White, "H2"), "it stands beside its friend");
        assert!(!slides(Color::Black, "C3"), "it is on the third line");
    }
}

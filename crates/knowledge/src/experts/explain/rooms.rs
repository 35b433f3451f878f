//! Empty room that a move brings its player, by the place on the board.

use std::fmt;

use super::reach::reach;
use super::stone_swings::otherwise;
use super::swings::Alternatives;
use crate::experts::expert_context::distance;
use sgmp_board::rules::{BoardSize, Color, Move, Point};

/// Steps around a point whose room is told together.
const REACH: u8 = 3;
/// Steps from a move within which the point lies that its room is told by.
const ROOM_STEPS: u8 = 2;
/// Steps over empty points from a move within which room is its own: other room changes hands by another move.
const STEPS: u8 = 5;
/// The part of the room that changes hands about the best place, for another place to be as good.
const AS_GOOD_FROM: f32 = 0.8;
/// The part of a point that has to change hands for it to count.
const CHANGED: f32 = 0.2;
/// The same where no other does.
const CHANGED_A_LITTLE: f32 = 0.1;
/// Points that have to change hands, in sum, for a word.
const LEAST_CHANGED_POINTS: f32 = 1.0;
/// The mean part of a point from which on room is said to be a side's.
const OWNED: f32 = 0.25;

/// Empty room that changes hands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Room {
    /// The move that is explained.
    pub mv: Move,
    /// The other move, without which it is told what would be; `None` for no move there.
    pub instead: Option<Move>,
    /// The color that makes the move.
    pub color: Color,
    /// The point in its midst.
    pub around: Point,
    /// The part of the board.
    pub place: &'static str,
    /// The way in which it changes hands.
    pub change: RoomChange,
    /// The other side's move there without it, where the judge knows.
    pub reply: Option<Move>,
}

/// The way in which room changes hands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RoomChange {
    /// It is the player's, and would be the other side's.
    Turned,
    /// It is the player's, and would be open.
    Won,
    /// It is open, and would be the other side's.
    Opened,
    /// It leans to the player, and would lean to the other side.
    Leans,
    /// It is the player's more surely.
    Firmer,
    /// It stays the other side's, less surely.
    Smaller,
}

/// The room near the move that changes hands most.
pub(super) fn largest_room(two: &Alternatives<'_>, point: Point) -> Option<Room> {
    let room = room_changed_by(two, point, CHANGED);
    room.or_else(|| room_changed_by(two, point, CHANGED_A_LITTLE))
}

fn room_changed_by(two: &Alternatives<'_>, point: Point, least: f32) -> Option<Room> {
    let size = two.before.size();
    let reached = reach(&two.after(), point, STEPS);
    let changed: Vec<(Point, f32)> = reached
        .iter()
        .filter(|other| two.before.is_empty(*other) && *other != point)
        .filter(|other| distance(*other, point) <= ROOM_STEPS + REACH)
        .map(|other| (other, two.gained(other)))
        .filter(|(_, gained)| *gained >= least)
        .collect();
    let near = |center: Point| {
        let all = changed.iter();
        all.filter(move |(other, _)| distance(*other, center) <= REACH)
    };
    let sum = |center: Point| near(center).map(|(_, gained)| gained).sum::<f32>();
    let centers = || {
        changed
            .iter()
            .filter(|(center, _)| distance(*center, point) <= ROOM_STEPS)
    };
    let places = centers().map(|(center, _)| (*center, sum(*center)));
    let (_, most) = places.max_by(|a, b| a.1.total_cmp(&b.1).then(b.0.cmp(&a.0)))?;
    if most < LEAST_CHANGED_POINTS {
        return None;
    }
    let told = |center: Point| {
        let mean = |owner: &dyn Fn(Point) -> f32| {
            let weighed = near(center).map(|(other, gained)| owner(*other) * gained);
            weighed.sum::<f32>() / sum(center)
        };
        let with = mean(&|other| two.with.part(other, two.color));
        change(with, mean(&|other| two.without.part(other, two.color)))
    };
    let own = |center: Point| {
        let parts = [two.with, two.without].map(|owners| owners.part(center, two.color));
        change(parts[0], parts[1])
    };
    // Of places that gain about as much one that changes hands as the room around it does is named, the nearest to the
    // move, or the one that changes most.
    let best = centers().filter(|(center, _)| sum(*center) >= AS_GOOD_FROM * most);
    let (around, _) = best.min_by(|a, b| {
        let rank = |center: Point| (own(center) != told(center), distance(center, point));
        let nearer = rank(a.0).cmp(&rank(b.0));
        nearer.then(b.1.total_cmp(&a.1)).then(a.0.cmp(&b.0))
    })?;
    Some(Room {
        mv: two.mv,
        instead: two.instead(),
        color: two.color,
        around: *around,
        place: place(*around, size),
        change: told(*around),
        reply: two.reply.filter(|reply| is_there(*reply, (*around, point))),
    })
}

/// Returns whether an answer lies at a move or at the room that it brings.
fn is_there(reply: Move, (around, point): (Point, Point)) -> bool {
    match reply {
        Move::Play(reply) => {
            distance(reply, point) <= ROOM_STEPS || distance(reply, around) <= ROOM_STEPS
        }
        Move::Pass => false,
    }
}

impl Room {
    /// Returns whether it changes its owner, and not only how surely.
    pub(super) const fn is_turned(&self) -> bool {
        matches!(
            self.change,
            RoomChange::Turned | RoomChange::Won | RoomChange::Opened
        )
    }
}

const fn change(with: f32, without: f32) -> RoomChange {
    if with >= OWNED {
        return match without {
            without if without <= -OWNED => RoomChange::Turned,
            without if without < OWNED => RoomChange::Won,
            _ => RoomChange::Firmer,
        };
    }
    match (with >= 0.0, without >= 0.0) {
        (true, true) => RoomChange::Firmer,
        (true, false) => RoomChange::Leans,
        (false, _) if with > -OWNED && without <= -OWNED => RoomChange::Opened,
        (false, _) => RoomChange::Smaller,
    }
}

/// The part of the board in which a point lies.
fn place(point: Point, size: BoardSize) -> &'static str {
    let lines = size.lines();
    let band = lines / 3;
    let third = |line: u8| match line {
        line if line < band => 0,
        line if line >= lines - band => 2,
        _ => 1,
    };
    match (third(point.column()), third(point.row())) {
        (0, 0) => "lower left corner",
        (0, 2) => "upper left corner",
        (2, 0) => "lower right corner",
        (2, 2) => "upper right corner",
        (0, _) => "left side",
        (2, _) => "right side",
        (_, 0) => "lower side",
        (_, 2) => "upper side",
        _ => "middle",
    }
}

impl fmt::Display for Room {
    /// A sentence about the room, for the reader of an explanation.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            mv,
            around,
            place,
            color,
            ..
        } = self;
        let (me, them) = (*color, !*color);
        let otherwise = otherwise(self.instead);
        let inside = if *place == "middle" || place.ends_with("corner") {
            "in"
        } else {
            "on"
        };
        let points = format!("the points around {around} {inside} the {place}");
        match self.change {
            RoomChange::Turned => write!(
                f,
                "{mv} brings {me} {points}: {otherwise} they would be {them}'s"
            )?,
            RoomChange::Won => write!(
                f,
                "{mv} brings {me} {points}: {otherwise} they are open to both"
            )?,
            RoomChange::Leans => write!(
                f,
                "{mv} turns {points} towards {me}: {otherwise} they would lean to {them}"
            )?,
            RoomChange::Firmer => {
                return match self.reply {
                    Some(reply) => write!(
                        f,
                        "{mv} makes sure of {points}: {otherwise} {them}'s {reply} would make them fewer."
                    ),
                    None => write!(
                        f,
                        "{mv} makes sure of {points}, which {them} could make smaller {otherwise}."
                    ),
                };
            }
            RoomChange::Opened => write!(
                f,
                "{mv} breaks into {points}: {otherwise} they would be {them}'s"
            )?,
            RoomChange::Smaller => write!(
                f,
                "{mv} makes {them}'s room around {around} {inside} the {place} smaller"
            )?,
        }
        match (self.reply, self.change) {
            (Some(reply), RoomChange::Smaller) => {
                write!(f, ": {otherwise} {them} would play {reply}.")
            }
            (Some(reply), _) => write!(f, ", for {them} would play {reply}."),
            (None, _) => f.write_str("."),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn room_is_told_by_whose_it_is_and_would_be() {
        assert_eq!(change(0.6, -0.6), RoomChange::Turned);
        assert_eq!(change(0.6, 0.0), RoomChange::Won);
        assert_eq!(change(0.9, 0.6), RoomChange::Firmer);
        assert_eq!(change(0.1, -0.1), RoomChange::Leans);
        assert_eq!(change(-0.1, -0.7), RoomChange::Opened);
        assert_eq!(change(-0.6, -0.9), RoomChange::Smaller);
    }

    #[test]
    fn a_point_lies_in_a_corner_on_a_side_or_in_the_middle() {
        let at = |name: &str, lines| {
            let size = BoardSize::new(lines).unwrap();
            place(Point::parse(name).unwrap(), size)
        };
        assert_eq!(at("C3", 19), "lower left corner");
        assert_eq!(at("R17", 19), "upper right corner");
        assert_eq!(at("K10", 19), "middle");
        assert_eq!(at("K3", 19), "lower side");
        assert_eq!(at("A5", 9), "left side");
        assert_eq!(at("J5", 9), "right side");
        assert_eq!(at("E5", 9), "middle");
    }

    #[test]
    fn room_is_told_with_the_move_that_the_other_side_would_make_there() {
        let at = |name: &str| Point::parse(name).unwrap();
        let room = Room {
            mv: Move::Play(at("M10")),
            instead: None,
            color: Color::White,
            around: at("M9"),
            place: "right side",
            change: RoomChange::Leans,
            reply: Some(Move::Play(at("M11"))),
        };
        assert_eq!(
            room.to_string(),
            "M10 turns the points around M9 on the right side towards White: without it they would lean to Black, \
             for Black would play M11."
        );
    }
}

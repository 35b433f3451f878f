//! The effects of a move on the board: facts, and the reading of single strings.

use std::fmt;

use super::group_changes::Forecast;
use super::owners::{LIVING, Owners};
use super::threats::READING_LEVEL;
use crate::analysis::{Analysis, LifeClass, StoneString};
use crate::experts::group_ref::GroupRef;
use crate::experts::group_words::capital;
use crate::experts::select::MoveReview;
use crate::reading::{Budget, ResultCode, StringStatus, Tactician};
use sgmp_board::rules::{Board, Color, Move, Point};

/// The mean part of stones that nobody takes.
const SAFE: f32 = 0.7;

/// Something that a move has brought about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// It takes a string off the board.
    Takes(GroupRef),
    /// It takes a ko.
    TakesKo,
    /// An own string that could be taken is safe.
    Saves(GroupRef),
    /// A string of the other side cannot be saved any more.
    Catches(GroupRef),
    /// A string of the other side is in atari.
    Atari(GroupRef),
    /// It joins own strings.
    Joins(Vec<GroupRef>),
    /// The string of the stone can be taken.
    Exposed(GroupRef),
}

impl fmt::Display for Effect {
    /// A sentence in which "it" is the move.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let named = |group: &GroupRef| capital(&group.to_string());
        match self {
            Self::Takes(group) => write!(f, "It takes {group} off the board."),
            Self::TakesKo => {
                f.write_str("It takes a ko, and the other side may not take back at once.")
            }
            Self::Saves(own) => write!(f, "{} cannot be taken any more.", named(own)),
            Self::Catches(group) => write!(f, "{} cannot get away any more.", named(group)),
            Self::Atari(group) => {
                let verb = if group.stones == 1 { "is" } else { "are" };
                write!(f, "{} {verb} in atari.", named(group))
            }
            Self::Joins(own) => {
                let names: Vec<String> = own.iter().map(ToString::to_string).collect();
                let list = names.join(", ");
                match list.rsplit_once(", ") {
                    Some((others, last)) => write!(f, "It joins {others} and {last}."),
                    None => write!(f, "It joins {list}."),
                }
            }
            Self::Exposed(own) => write!(f, "{} can be taken by the other side.", named(own)),
        }
    }
}

/// The effects of a move, the weightiest first.
pub(super) fn effects(
    board: &Board,
    (color, mv): (Color, Move),
    review: &MoveReview,
) -> Vec<Effect> {
    let Move::Play(point) = mv else {
        return Vec::new();
    };
    let mut after = board.clone();
    if after.play(color, mv).is_err() {
        return Vec::new();
    }
    let mut found: Vec<Effect> = Vec::new();
    let beside = strings_beside(board, point, &review.before);
    let (own, theirs): (Vec<_>, Vec<_>) = beside.into_iter().partition(|s| s.color == color);
    let taken = theirs.iter().filter(|s| after.is_empty(s.anchor));
    found.extend(taken.map(|string| Effect::Takes(named(string, point))));
    if after.ko_point().is_some() {
        found.push(Effect::TakesKo);
    }
    found.extend(saved((color, point), &after, review));
    let caught = caught((color, point), review);
    let in_atari = strings_beside(&after, point, &review.after).into_iter();
    let in_atari = in_atari
        .filter(|s| s.color != color && s.liberties.len() == 1)
        .filter(|s| board.liberties(s.anchor) > 1)
        .map(|string| named(string, point))
        .filter(|string| !caught.contains(string))
        .map(Effect::Atari);
    found.extend(in_atari.collect::<Vec<_>>());
    found.extend(caught.into_iter().map(Effect::Catches));
    if own.len() > 1 {
        found.push(Effect::Joins(
            own.into_iter().map(|string| named(string, point)).collect(),
        ));
    }
    if let Some(string) = review.after.string_at(point)
        && can_be_taken(string)
    {
        found.push(Effect::Exposed(named(string, point)));
    }
    found
}

/// Keeps the effects that a judge's forecast of owners does not contradict.
pub(super) fn keep_true(
    effects: &mut Vec<Effect>,
    forecast: Forecast<'_>,
    review: &MoveReview,
    after: &Board,
) {
    let mean = |owners: &Owners, group: &GroupRef| {
        let string = review.after.string_at(group.stone);
        string.map_or(0.0, |string| owners.mean(&string.stones, group.color))
    };
    effects.retain(|effect| match effect {
        Effect::Saves(own) => mean(forecast.with, own) >= LIVING && !can_be_attacked(after, own),
        // What was lost before is not caught now.
        Effect::Catches(theirs) => {
            mean(forecast.with, theirs) <= -LIVING && mean(forecast.without, theirs) > -SAFE
        }
        Effect::Exposed(own) => mean(forecast.with, own) < SAFE,
        _ => true,
    });
}

/// Returns whether a reading in full does not rule out that a string is taken.
fn can_be_attacked(after: &Board, own: &GroupRef) -> bool {
    let budget = Budget::for_level(READING_LEVEL);
    let attack = Tactician::new().attack(after, own.stone, budget);
    attack.result != ResultCode::Fails || !attack.is_complete
}

/// A string by its stone nearest to the move, as the reasons name it.
fn named(string: &StoneString, point: Point) -> GroupRef {
    GroupRef::nearest(&string.stones, string.color, point)
}

/// The strings next to a point, each once.
fn strings_beside<'a>(board: &Board, point: Point, analysis: &'a Analysis) -> Vec<&'a StoneString> {
    let mut found: Vec<&StoneString> = Vec::new();
    for n in board.neighbors(point) {
        if let Some(string) = analysis.string_at(n)
            && found.iter().all(|known| known.anchor != string.anchor)
        {
            found.push(string);
        }
    }
    found
}

/// Own strings that could be taken before and cannot now.
fn saved((color, point): (Color, Point), after: &Board, review: &MoveReview) -> Vec<Effect> {
    let strings = review.before.strings().iter().map(|(_, string)| string);
    let in_danger = strings.filter(|string| string.color == color && string.is_threatened());
    let now = |string: &StoneString| review.after.string_at(string.anchor);
    // Stones whose group is in danger are saved for the moment at best.
    let lives = |string: &StoneString| {
        let status = review.after.status_at(string.anchor);
        status.is_some_and(|status| status.class() <= LifeClass::Alive)
    };
    in_danger
        .filter(|string| now(string).is_some_and(|now| now.status == StringStatus::Safe))
        .filter(|string| after.color_at(string.anchor) == Some(color))
        .filter(|string| lives(string))
        .map(|string| Effect::Saves(named(string, point)))
        .collect()
}

/// Strings of the other side that could get away before and cannot now.
fn caught((color, point): (Color, Point), review: &MoveReview) -> Vec<GroupRef> {
    let strings = review.after.strings().iter().map(|(_, string)| string);
    let lost = strings.filter(|string| string.color != color && string.is_dead());
    let before = |string: &StoneString| review.before.string_at(string.anchor);
    lost.filter(|string| before(string).is_some_and(|before| !before.is_dead()))
        .map(|string| named(string, point))
        .collect()
}

fn can_be_taken(string: &StoneString) -> bool {
    match string.status {
        StringStatus::Dead => true,
        StringStatus::Threatened { result, .. } => result == ResultCode::Succeeds,
        StringStatus::Safe => string.liberties.len() == 1,
    }
}

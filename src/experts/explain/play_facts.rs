//! Facts about a move that no expert has to suggest: what it does on the board, and what the other side would gain by
//! the same point.

use std::fmt;

use super::scene::Scene;
use super::threats::threat;
use super::told_reasons::{is_bare, is_of_captures, names_a_shape};
use crate::analysis::{Analysis, LifeClass};
use crate::experts::expert_context::distance;
use crate::experts::group_ref::GroupRef;
use crate::experts::group_words::{capital, short};
use crate::experts::suggestion::Suggestion;
use crate::reading::{Budget, ResultCode, Tactician};
use crate::rules::{Board, Color, Game, Move, Point};

/// Level of the analyses that are compared.
const ANALYSIS_LEVEL: u8 = 6;
/// Level of the reading of connections.
pub(super) const READING_LEVEL: u8 = 6;
/// Steps within which strings are read.
pub(super) const NEAR: u8 = 2;
/// Strings of a color that are read, at most.
pub(super) const MAX_STRINGS: usize = 4;
/// Steps within which the groups are compared.
const AROUND: u8 = 4;
/// The part of a point that makes it lean to a side.
const LEANS: f32 = 0.3;
/// Points that a large move makes lean another way, at least.
const LARGE: usize = 4;
/// Lines from the edge from which on a point is large or open.
const LEAST_LINE: u8 = 3;
/// Liberties up to which one more or less is worth a word.
const FEW_LIBERTIES: usize = 4;

/// A fact about a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayFact {
    /// It takes a string off the board.
    Takes(Move, GroupRef),
    /// An own string has one liberty, and more after it.
    LeavesAtari(Move, GroupRef),
    /// Own strings are joined by it, and parted by a stone of the other side there.
    Joins(Move, GroupRef, GroupRef),
    /// Strings of the other side are parted by it, and joined by a stone of theirs there.
    Parts(Move, GroupRef, GroupRef),
    /// A string of the other side is in atari.
    Atari(Move, GroupRef),
    /// It threatens to catch a string of the other side.
    ThreatensCapture(Move, GroupRef),
    /// It threatens to cut strings of the other side apart.
    ThreatensCut(Move, GroupRef, GroupRef),
    /// A group of this side is safe with it, and not with a stone of the other side there.
    Steadies(Move, GroupRef, &'static str),
    /// A group of the other side is not safe with it, and would be with a stone of theirs there.
    Unsettles(Move, GroupRef, &'static str),
    /// Points that lean to its player, and no more to the other side, as against a stone of theirs there.
    Leans {
        /// The move.
        mv: Move,
        /// Its player.
        color: Color,
        /// More points that lean to the player.
        more: usize,
        /// Fewer that lean to the other side.
        fewer: usize,
        /// More lean to whoever plays there than to the other side.
        swings: bool,
    },
    /// A group that was in the one state and is in the other.
    Turns(Move, GroupRef, &'static str, &'static str),
    /// An own string has more liberties: so many before and after.
    AddsLiberties(Move, GroupRef, usize, usize),
    /// A string of the other side has so many liberties left.
    TakesLiberty(Move, GroupRef, usize),
    /// No stone is near.
    OpenRoom(Move),
}

impl fmt::Display for PlayFact {
    /// A sentence.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Takes(mv, group) => write!(f, "{mv} takes {group} off the board."),
            Self::LeavesAtari(mv, own) => {
                write!(
                    f,
                    "{mv} gives {own} more than the one liberty that is left."
                )
            }
            Self::Joins(mv, a, b) => write!(
                f,
                "{mv} keeps {a} and {b} connected: a stone of the other side there would cut them."
            ),
            Self::Parts(mv, a, b) => write!(
                f,
                "{mv} keeps {a} and {b} apart: with a stone there they would be connected."
            ),
            Self::Atari(mv, group) => write!(f, "{mv} puts {group} in atari."),
            Self::ThreatensCapture(mv, group) => {
                write!(
                    f,
                    "{mv} threatens to catch {group}: that asks for an answer."
                )
            }
            Self::ThreatensCut(mv, a, b) => {
                write!(f, "{mv} threatens to cut between {a} and {b}.")
            }
            Self::Steadies(mv, own, how) => write!(
                f,
                "{mv} makes {own} safe, which would be {how} after a move of the other side there."
            ),
            Self::Unsettles(mv, group, how) => write!(
                f,
                "{} would be safe with a stone there; with {mv} played it is {how}.",
                capital(&group.to_string().replacen("the ", "the group of ", 1))
            ),
            Self::Leans {
                mv, color, swings, ..
            } => {
                let (mine, theirs) = (*color, !*color);
                match swings {
                    true => write!(
                        f,
                        "{mv} is a point for both sides: the room around it leans to {mine} with it, \
                         and would lean to {theirs} with a stone of {theirs} there."
                    ),
                    false => write!(
                        f,
                        "{mv} is a point for both sides: more of the room around it leans to {mine} \
                         than if {theirs} had it."
                    ),
                }
            }
            Self::Turns(mv, group, before, now) => write!(
                f,
                "With {mv} {} are {now}; before it they were {before}.",
                group.with_owner()
            ),
            Self::AddsLiberties(mv, own, before, after) => {
                write!(f, "{mv} gives {own} {after} liberties instead of {before}.")
            }
            Self::TakesLiberty(mv, group, 1) => write!(f, "{mv} leaves {group} one liberty."),
            Self::TakesLiberty(mv, group, left) => {
                write!(
                    f,
                    "{mv} takes a liberty away from {group}: {left} are left."
                )
            }
            Self::OpenRoom(mv) => write!(
                f,
                "{mv} takes room that is open to both sides: no stone is near it yet."
            ),
        }
    }
}

/// The weightiest fact about a move, where it tells more than the experts' reasons: any where they are bare; one
/// that weighs where they name no more than a shape; stones taken or saved where they say nothing of them.
pub(super) fn fact_unless_told(scene: &Scene<'_>, reasons: &[Suggestion]) -> Option<PlayFact> {
    if reasons.iter().all(is_bare) {
        return play_fact(scene.game, (scene.color, scene.mv), scene.with().is_some());
    }
    if reasons.iter().all(names_a_shape) {
        return play_fact(scene.game, (scene.color, scene.mv), scene.with().is_some())
            .filter(PlayFact::weighs);
    }
    if reasons.iter().any(is_of_captures) {
        return None;
    }
    taking(scene.before(), &scene.after, scene.color, scene.point()?)
}

impl PlayFact {
    /// Returns whether it tells more than a shape does.
    pub(super) const fn weighs(&self) -> bool {
        !matches!(
            self,
            Self::Leans { .. }
                | Self::AddsLiberties(..)
                | Self::TakesLiberty(..)
                | Self::OpenRoom(_)
        )
    }

    /// Returns whether it tells of stones taken, or saved from being taken at once.
    pub(super) const fn is_of_captures(&self) -> bool {
        matches!(self, Self::Takes(..) | Self::LeavesAtari(..))
    }
}

/// The weightiest fact; of groups and room only where no judge knows their fate better.
fn play_fact(game: &Game, (color, mv): (Color, Move), is_judged: bool) -> Option<PlayFact> {
    let Move::Play(point) = mv else {
        return None;
    };
    let before = game.board();
    let mut mine = before.clone();
    mine.play(color, mv).ok()?;
    let mut theirs = before.clone();
    let theirs = theirs.play(!color, mv).is_ok().then_some(theirs);
    let two = theirs.as_ref().map(|theirs| Fork {
        mv,
        point,
        color,
        mine: &mine,
        theirs,
    });
    let two = two.as_ref();
    taking(before, &mine, color, point)
        .or_else(|| two.and_then(|two| two.connection(before)))
        .or_else(|| atari(before, &mine, color, point))
        .or_else(|| threat(before, &mine, color, point))
        .or_else(|| {
            two.filter(|_| !is_judged)
                .and_then(|two| two.compared(before))
        })
        .or_else(|| liberties(before, &mine, color, point))
        .or_else(|| is_open(before, point).then_some(PlayFact::OpenRoom(mv)))
}

/// The string of a stone, by its stone nearest to a point.
pub(super) fn named_near(board: &Board, stone: Point, color: Color, point: Point) -> GroupRef {
    GroupRef::nearest(&board.string(stone).collect(), color, point)
}

/// The strings of a color beside a point, each by one stone.
fn beside(board: &Board, point: Point, color: Color) -> Vec<Point> {
    let stones = board
        .neighbors(point)
        .filter(|n| board.color_at(*n) == Some(color));
    let mut found: Vec<Point> = stones.filter_map(|stone| board.anchor(stone)).collect();
    found.sort_unstable();
    found.dedup();
    found
}

/// Stones taken, or saved from being taken at once.
fn taking(before: &Board, after: &Board, color: Color, point: Point) -> Option<PlayFact> {
    let mv = Move::Play(point);
    let theirs = beside(before, point, !color).into_iter();
    let taken = theirs.filter(|stone| after.is_empty(*stone));
    if let Some(stone) = taken.max_by_key(|stone| before.string_size(*stone)) {
        return Some(PlayFact::Takes(
            mv,
            named_near(before, stone, !color, point),
        ));
    }
    let mut own = beside(before, point, color).into_iter();
    let saved = own.find(|stone| before.liberties(*stone) == 1 && after.liberties(*stone) > 1);
    saved.map(|stone| PlayFact::LeavesAtari(mv, named_near(before, stone, color, point)))
}

fn atari(before: &Board, after: &Board, color: Color, point: Point) -> Option<PlayFact> {
    // A stone that is taken next threatens nothing.
    if after.liberties(point) == 1 {
        return None;
    }
    let mut theirs = beside(after, point, !color).into_iter();
    let found = theirs.find(|stone| after.liberties(*stone) == 1 && before.liberties(*stone) > 1);
    found.map(|stone| PlayFact::Atari(Move::Play(point), named_near(after, stone, !color, point)))
}

fn liberties(before: &Board, after: &Board, color: Color, point: Point) -> Option<PlayFact> {
    let mv = Move::Play(point);
    let is_few = |stone: &Point| before.liberties(*stone) <= FEW_LIBERTIES;
    let own = beside(before, point, color).into_iter().filter(is_few);
    let grown = own.filter(|stone| after.liberties(*stone) > before.liberties(*stone));
    let grown = grown.max_by_key(|stone| before.string_size(*stone));
    let more = grown.map(|stone| {
        let (old, new) = (before.liberties(stone), after.liberties(stone));
        PlayFact::AddsLiberties(mv, named_near(before, stone, color, point), old, new)
    });
    let theirs = beside(before, point, !color).into_iter().filter(is_few);
    let largest = theirs.max_by_key(|stone| before.string_size(*stone));
    let less = || {
        let stone = largest?;
        let left = after.liberties(stone);
        Some(PlayFact::TakesLiberty(
            mv,
            named_near(before, stone, !color, point),
            left,
        ))
    };
    more.or_else(less)
}

fn is_open(board: &Board, point: Point) -> bool {
    let mut stones = Point::all(board.size()).filter(|other| !board.is_empty(*other));
    point.line(board.size()) >= LEAST_LINE && stones.all(|stone| distance(stone, point) > NEAR)
}

/// Strings of a color near a point, the larger first.
pub(super) fn near(board: &Board, point: Point, color: Color) -> Vec<Point> {
    let stones = board.stones(color);
    let near = stones.filter(|stone| distance(*stone, point) <= NEAR);
    let mut found: Vec<Point> = near.filter_map(|stone| board.anchor(stone)).collect();
    found.sort_unstable();
    found.dedup();
    found.sort_by_key(|stone| std::cmp::Reverse(board.string_size(*stone)));
    found.truncate(MAX_STRINGS);
    found
}

/// The board with a move, and with the other side's at the same point.
struct Fork<'a> {
    mv: Move,
    point: Point,
    color: Color,
    mine: &'a Board,
    theirs: &'a Board,
}

impl Fork<'_> {
    /// Strings that are joined or parted by who plays there, as the reader proves.
    fn connection(&self, before: &Board) -> Option<PlayFact> {
        let mut reader = Tactician::new();
        let budget = Budget::for_level(READING_LEVEL);
        for owner in [self.color, !self.color] {
            let (joined, parted) = match owner == self.color {
                true => (self.mine, self.theirs),
                false => (self.theirs, self.mine),
            };
            let strings = near(before, self.point, owner);
            for (index, a) in strings.iter().enumerate() {
                for b in &strings[index + 1..] {
                    let apart = reader.connect(parted, *a, *b, budget);
                    let is_cut = apart.result == ResultCode::Fails && apart.is_complete;
                    if !is_cut || parted.color_at(*a).is_none() || parted.color_at(*b).is_none() {
                        continue;
                    }
                    let is_one = joined.anchor(*a) == joined.anchor(*b);
                    let mut holds = || {
                        let kept = reader.disconnect(joined, *a, *b, budget);
                        kept.result == ResultCode::Fails && kept.is_complete
                    };
                    if is_one || holds() {
                        let name = |stone| named_near(before, stone, owner, self.point);
                        let (a, b) = (name(*a), name(*b));
                        return Some(match owner == self.color {
                            true => PlayFact::Joins(self.mv, a, b),
                            false => PlayFact::Parts(self.mv, a, b),
                        });
                    }
                }
            }
        }
        None
    }

    /// Groups and points as they are with either side's stone there.
    fn compared(&self, before: &Board) -> Option<PlayFact> {
        let with = Analysis::new(self.mine, !self.color, ANALYSIS_LEVEL);
        let without = Analysis::new(self.theirs, self.color, ANALYSIS_LEVEL);
        self.group(before, &with, &without)
            .or_else(|| self.leaning(&with, &without))
    }

    fn group(&self, before: &Board, with: &Analysis, without: &Analysis) -> Option<PlayFact> {
        for color in [self.color, !self.color] {
            let mut stones = before.stones(color).filter(|stone| {
                distance(*stone, self.point) <= AROUND && before.anchor(*stone) == Some(*stone)
            });
            let found = stones.find_map(|stone| {
                let (good, bad) = match color == self.color {
                    true => (with, without),
                    false => (without, with),
                };
                let good = good.group_info_at(stone)?;
                let info = bad.group_info_at(stone)?;
                let is_safe = good.status.class() <= LifeClass::Alive;
                let is_weak = info.status.class() >= LifeClass::Weak;
                let group = GroupRef::from_group(info)?;
                (is_safe && is_weak && group.stones > 1).then_some((group, short(info.status)))
            });
            if let Some((group, how)) = found {
                return Some(match color == self.color {
                    true => PlayFact::Steadies(self.mv, group, how),
                    false => PlayFact::Unsettles(self.mv, group, how),
                });
            }
        }
        None
    }

    fn leaning(&self, with: &Analysis, without: &Analysis) -> Option<PlayFact> {
        // On the low lines the turn alone makes as much of a difference.
        if self.point.line(self.mine.size()) < LEAST_LINE {
            return None;
        }
        let sign = |color| if color == Color::Black { 1.0 } else { -1.0 };
        let count = |analysis: &Analysis, color: Color| {
            let points = Point::all(self.mine.size());
            let points = points.filter(|point| distance(*point, self.point) <= AROUND);
            let leaning = |point: &Point| analysis.territory().at(*point) * sign(color) >= LEANS;
            points.filter(leaning).count()
        };
        let (me, them) = (self.color, !self.color);
        let (mine, their_loss) = (count(with, me), count(with, them));
        let (my_loss, theirs) = (count(without, me), count(without, them));
        let more = mine.saturating_sub(my_loss);
        let fewer = theirs.saturating_sub(their_loss);
        (more + fewer >= LARGE).then_some(PlayFact::Leans {
            mv: self.mv,
            color: me,
            more,
            fewer,
            swings: mine > their_loss && theirs > my_loss,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Komi, diagram};

    fn told(text: &str, mv: &str) -> String {
        let board = diagram::parse(text).unwrap();
        let game = Game::from_position(board, Color::Black, Komi::default());
        let mv = Move::Play(Point::parse(mv).unwrap());
        let fact = play_fact(&game, (Color::Black, mv), false);
        fact.map_or_else(String::new, |fact| fact.to_string())
    }

    #[test]
    fn a_move_without_an_expert_is_told_by_what_it_does() {
        let text = "
            . . . . . . . . .
            . . O X . . . . .
            . . O . X . . . .
            . . O X O . . . .
            . . . O O . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .";
        let connection = told(text, "D7");
        assert!(
            connection.starts_with("D7 gives the stone at D6 more than the one liberty"),
            "{connection}"
        );
        let atari = told(
            ". . . . . . .
             . . . . . . .
             . . . . . . .
             . X O . . . .
             . . X . . . .
             . . . . . . .
             . . . . . . .",
            "D4",
        );
        assert_eq!(atari, "D4 puts the stone at C4 in atari.");
        let joined = told(
            ". . . . . . . . .
             . . . . . . . . .
             . . . . . . . . .
             X X X X X . . . .
             O O O . O O O O O
             X X X X X . . . .
             . . . . . . . . .
             . . . . . . . . .
             . . . . . . . . .",
            "D5",
        );
        assert_eq!(joined, "D5 takes the 3 stones at C5 off the board.");
    }

    #[test]
    fn strings_are_joined_or_parted_by_who_plays_there() {
        let text = "
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            O X X X X . . . .
            O O O . O O O O O
            O X X X X . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .";
        let joined = told(text, "D5");
        assert!(
            joined.starts_with("D5 keeps the 4 stones at D") && joined.contains(" connected: "),
            "{joined}"
        );
    }

    #[test]
    fn a_point_in_the_open_is_told_by_what_both_sides_would_have_there() {
        let text = "
            . . . . . . . . .
            . . . . . . . . .
            . . X . . . O . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . O . . . . . .
            . . . . . . . . .
            . . . . . . . . .";
        let open = told(text, "G3");
        assert!(
            open.starts_with("G3 is a point for both sides: ") || open.starts_with("G3 takes room"),
            "{open}"
        );
        assert_eq!(told(text, "A1"), "", "nothing is told of a corner point");
    }
}

//! Threats of a move: captures and cuts that its player could make with one move more, and could not without it.

use super::owners::{Fate, LIVING, Owners};
use super::play_facts::PlayFact;
use super::string_facts::{beside, named_near, near};
use crate::experts::group_ref::GroupRef;
use crate::reading::{Answer, Budget, ResultCode, Tactician};
use sgmp_board::rules::{Board, Color, Move, Point, PointSet};

/// Stones and liberties of a string up to which it is caught by reading alone: others die as groups.
const FEW_STONES: usize = 2;
const FEW_LIBERTIES: usize = 2;
/// The mean part of a point by which strings are worse off where a cut of them is felt.
const FELT: f32 = 0.2;
/// The mean part of strings from which on a cut does nothing to them.
pub(super) const UNTOUCHED: f32 = 0.85;
/// Level of the reading of captures and connections.
pub(super) const READING_LEVEL: u8 = 6;

/// The owners that a judge expects after a move, and if the other side plays elsewhere then, where it knows.
#[derive(Clone, Copy, Default)]
pub(super) struct Seen<'a> {
    pub(super) with: Option<&'a Owners>,
    pub(super) next: Option<&'a Owners>,
}

/// A string of the other side that is caught, or two that are cut apart, if they do not answer. Nothing of stones that are
/// lost, and nothing that the judge does not see to come of it.
pub(super) fn threat(
    (before, mine): (&Board, &Board),
    color: Color,
    point: Point,
    seen: Seen<'_>,
) -> Option<PlayFact> {
    let mut reader = Tactician::new();
    let budget = Budget::for_level(READING_LEVEL);
    let mv = Move::Play(point);
    // A stone that is taken next threatens nothing.
    if works(&reader.attack(mine, point, budget)) {
        return None;
    }
    let owners = seen.with;
    let mut strings = near(mine, point, !color);
    strings.retain(|stone| !is_lost(mine, *stone, owners));
    let caught = strings.iter().find(|stone| {
        works(&reader.attack(mine, **stone, budget))
            && fails(&reader.attack(before, **stone, budget))
            && works(&reader.defend(mine, **stone, budget))
            && seen.falls_next(mine, **stone, LIVING)
    });
    if let Some(stone) = caught {
        return Some(PlayFact::ThreatensCapture(
            mv,
            named_near(mine, *stone, !color, point),
            owners.and_then(|owners| helped_by(mine, (*stone, point), owners)),
        ));
    }
    // That a cut would be felt takes a look at what comes of it.
    if seen.with.is_some() && seen.next.is_none() {
        return None;
    }
    let (a, b) = threatened_cut((before, mine), &strings)?;
    let is_felt = [a, b]
        .into_iter()
        .any(|stone| seen.falls_next(mine, stone, FELT));
    let name = |stone| named_near(mine, stone, !color, point);
    is_felt.then(|| PlayFact::ThreatensCut(mv, name(a), name(b)))
}

/// Returns whether the judge gives up the string of a stone.
fn is_lost(board: &Board, stone: Point, owners: Option<&Owners>) -> bool {
    let color = board.color_at(stone);
    let stones: PointSet = board.string(stone).collect();
    owners
        .zip(color)
        .is_some_and(|(owners, color)| owners.fate(&stones, color) == Fate::Lost)
}

impl Seen<'_> {
    /// Returns whether the string of a stone is worse off by so much if its side plays elsewhere, as far as the judge knows.
    fn falls_next(self, board: &Board, stone: Point, by: f32) -> bool {
        let (Some(next), Some(with), Some(color)) = (self.next, self.with, board.color_at(stone))
        else {
            return true;
        };
        let stones: PointSet = board.string(stone).collect();
        with.mean(&stones, color) - next.mean(&stones, color) >= by
    }
}

/// Returns whether a string could be caught by one move more after a move, could not before it, and can be saved.
pub(super) fn threatens_to_catch((before, after): (&Board, &Board), stone: Point) -> bool {
    let mut reader = Tactician::new();
    let budget = Budget::for_level(READING_LEVEL);
    works(&reader.attack(after, stone, budget))
        && fails(&reader.attack(before, stone, budget))
        && works(&reader.defend(after, stone, budget))
}

/// Returns whether two strings of the other side near a move could be cut apart by one move more, and could not before it.
pub(super) fn threatens_to_cut(
    (before, after): (&Board, &Board),
    color: Color,
    point: Point,
) -> bool {
    threatened_cut((before, after), &near(after, point, !color)).is_some()
}

/// Two strings that could be cut apart by one move more after a move, could not before it, and can be joined. Where the
/// cutting stones are taken at once nothing is cut.
fn threatened_cut((before, after): (&Board, &Board), strings: &[Point]) -> Option<(Point, Point)> {
    let mut reader = Tactician::new();
    let budget = Budget::for_level(READING_LEVEL);
    let (a, b) = pairs(strings).find(|(a, b)| {
        works(&reader.disconnect(after, *a, *b, budget))
            && fails(&reader.disconnect(before, *a, *b, budget))
    })?;
    let joined = Tactician::new().connect(after, a, b, budget);
    works(&joined).then_some((a, b))
}

/// All pairs of some strings.
fn pairs(strings: &[Point]) -> impl Iterator<Item = (Point, Point)> {
    let others = |(index, a): (usize, &'_ Point)| {
        let a = *a;
        strings[index + 1..].iter().map(move |b| (a, *b))
    };
    strings.iter().enumerate().flat_map(others)
}

/// Pairs of strings of a color near a point that its move could join before a move there, and cannot after it, as the reader
/// proves; those of one string where a stone of it is given. Strings whose cutter at that point is taken are not apart, and
/// nothing is cut where one of the two is lost, or both are as safe as before.
pub(super) fn cuts(
    (before, after): (&Board, &Board),
    color: Color,
    (point, owners): (Point, Option<&Owners>),
    of: Option<Point>,
) -> usize {
    let mut reader = Tactician::new();
    let budget = Budget::for_level(READING_LEVEL);
    let is_cutter = after.color_at(point) == Some(!color);
    if is_cutter && works(&reader.attack(after, point, budget)) {
        return 0;
    }
    let mut strings = near(after, point, color);
    strings.retain(|stone| !is_lost(after, *stone, owners));
    let of = of.and_then(|stone| after.anchor(stone));
    let is_meant = |(a, b): &(Point, Point)| of.is_none_or(|of| *a == of || *b == of);
    let is_felt = |(a, b): &(Point, Point)| {
        let is_untouched = |stone: Point| {
            let stones: PointSet = after.string(stone).collect();
            owners.is_some_and(|owners| owners.mean(&stones, color) >= UNTOUCHED)
        };
        !(is_untouched(*a) && is_untouched(*b))
    };
    let meant = pairs(&strings).filter(is_meant).filter(is_felt);
    let apart = meant.filter(|(a, b)| {
        fails(&reader.connect(after, *a, *b, budget))
            && works(&reader.connect(before, *a, *b, budget))
    });
    apart.count()
}

/// Pairs of strings of a color near a point that can be cut apart before a move of that color there, and not after it; those of
/// one string where a stone of it is given.
pub(super) fn mended(
    (before, after): (&Board, &Board),
    color: Color,
    point: Point,
    of: Option<Point>,
) -> usize {
    let mut reader = Tactician::new();
    let budget = Budget::for_level(READING_LEVEL);
    let mut strings = near(before, point, color);
    let of = match of {
        Some(stone) if before.color_at(stone) != Some(color) => return 0,
        other => other.and_then(|stone| before.anchor(stone)),
    };
    strings.extend(of.filter(|own| !strings.contains(own)));
    let is_meant = |(a, b): &(Point, Point)| of.is_none_or(|of| *a == of || *b == of);
    let found = pairs(&strings).filter(is_meant).filter(|(a, b)| {
        works(&reader.disconnect(before, *a, *b, budget)) && {
            after.anchor(*a) == after.anchor(*b) || fails(&reader.disconnect(after, *a, *b, budget))
        }
    });
    found.count()
}

/// Returns whether a string of few stones is taken at once, though a move was made for it.
pub(super) fn is_caught_at_once(after: &Board, stone: Point) -> bool {
    let budget = Budget::for_level(READING_LEVEL);
    after.string_size(stone) <= FEW_STONES && works(&Tactician::new().attack(after, stone, budget))
}

/// Returns whether a string stays joined to a stone though the other side begins, and no ko was taken.
pub(super) fn is_joined(after: &Board, (stone, other): (Point, Point), color: Color) -> bool {
    let is_there = after.color_at(other) == Some(color);
    let parted = Tactician::new().disconnect(after, other, stone, Budget::for_level(READING_LEVEL));
    let is_kept = parted.result == ResultCode::Fails && parted.is_complete;
    is_there && is_kept && after.ko_point().is_none()
}

/// Returns whether reading finds a way out for stones that are said to be caught: one string of few stones and liberties that is
/// not taken for good, or strings that join others which live.
pub(super) fn have_way_out(
    after: &Board,
    stones: &PointSet,
    color: Color,
    owners: &Owners,
) -> bool {
    let mut reader = Tactician::new();
    let budget = Budget::for_level(READING_LEVEL);
    let mut strings: Vec<Point> = stones
        .iter()
        .filter_map(|stone| after.anchor(stone))
        .collect();
    strings.sort_unstable();
    strings.dedup();
    let lives = |stone: Point| owners.fate(&after.string(stone).collect(), color) == Fate::Lives;
    strings.into_iter().any(|stone| {
        let saved = reader.defend(after, stone, budget);
        let is_small =
            after.string_size(stone) <= FEW_STONES && after.liberties(stone) <= FEW_LIBERTIES;
        if is_small && saved.is_complete && saved.result != ResultCode::Fails {
            return true;
        }
        let friends = near(after, stone, color).into_iter();
        let mut friends = friends.filter(|friend| !stones.contains(*friend) && lives(*friend));
        friends.any(|friend| works(&reader.connect(after, stone, friend, budget)))
    })
}

/// Returns whether a string is taken though it moves first, as reading proves.
pub(super) fn is_caught_anyhow(board: &Board, stone: Point) -> bool {
    let saved = Tactician::new().defend(board, stone, Budget::for_level(READING_LEVEL));
    saved.is_complete && saved.result == ResultCode::Fails
}

/// The largest string beside a threatened one that is lost, but for the one that threatens, and its fate.
fn helped_by(
    board: &Board,
    (threatened, by): (Point, Point),
    owners: &Owners,
) -> Option<(GroupRef, Fate)> {
    let color = !board.color_at(threatened)?;
    let mut found: Vec<Point> = Vec::new();
    for stone in board.string(threatened) {
        found.extend(beside(board, stone, color));
    }
    let fate = |stone: Point| {
        let stones: PointSet = board.string(stone).collect();
        owners.fate(&stones, color)
    };
    found.retain(|stone| Some(*stone) != board.anchor(by) && fate(*stone) == Fate::Lost);
    let largest = found
        .into_iter()
        .max_by_key(|stone| board.string_size(*stone))?;
    let name = named_near(board, largest, color, threatened);
    Some((name, fate(largest)))
}

/// Returns whether a reading proves that its aim is not reached.
fn fails(answer: &Answer) -> bool {
    answer.result == ResultCode::Fails && answer.is_complete
}

/// Returns whether a reading proves that its aim is reached.
pub(super) fn works(answer: &Answer) -> bool {
    answer.result == ResultCode::Succeeds && answer.is_complete
}

#[cfg(test)]
mod tests {
    use super::*;
    use sgmp_board::rules::diagram;

    /// Two white strings that are joined at D3, D5 or not at all.
    const LINKS: &str = "
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . X X X X . . . .
        . X O . O . . . .
        . X O X O O O O .
        . X O . O . . . .
        . X X X X . . . .
        . . . . . . . . .";

    fn told(text: &str, mv: &str) -> String {
        let before = diagram::parse(text).unwrap();
        let point = Point::parse(mv).unwrap();
        let mut mine = before.clone();
        mine.play(Color::Black, Move::Play(point)).unwrap();
        let found = threat((&before, &mine), Color::Black, point, Seen::default());
        found.map_or_else(String::new, |fact| fact.to_string())
    }

    #[test]
    fn one_of_two_links_taken_threatens_to_catch() {
        let link = told(LINKS, "D5");
        assert!(
            link.starts_with("D5 threatens to catch White's 3 stones at "),
            "{link}"
        );
    }

    #[test]
    fn a_cut_is_mended_where_one_was_open() {
        let mends = |text: &str, of: Option<&str>| {
            let before = diagram::parse(text).unwrap();
            let at = |name: &str| Point::parse(name).unwrap();
            let mut after = before.clone();
            after.play(Color::White, Move::Play(at("D5"))).unwrap();
            mended((&before, &after), Color::White, at("D5"), of.map(at))
        };
        let one_link = LINKS.replace(
            ". X O . O . . . .\n        . X X X X",
            ". X O X O . . . .\n        . X X X X",
        );
        assert_eq!(mends(&one_link, None), 1);
        assert_eq!(mends(&one_link, Some("C4")), 1);
        assert_eq!(mends(&one_link, Some("D4")), 0, "a stone of the other side");
        assert_eq!(mends(LINKS, None), 0, "either link is enough");
    }

    #[test]
    fn a_stone_that_is_taken_next_threatens_nothing() {
        let text = LINKS.replace(
            ". X O . O . . . .\n        . X O X O O O O .",
            ". X O . O . . . .\n        . X O O O O O O .",
        );
        assert_eq!(told(&text, "D5"), "");
    }

    #[test]
    fn nothing_is_threatened_far_from_stones() {
        let text = "
            . . . . . . . . .
            . . . . . . . . .
            . . O . O . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .";
        assert_eq!(told(text, "G3"), "");
    }

    #[test]
    fn a_threat_names_the_stones_that_it_would_help() {
        let before = diagram::parse(LINKS).unwrap();
        let size = before.size();
        let threatened = Point::parse("C4").unwrap();
        let by = Point::parse("D3").unwrap();
        let helped = |black| {
            let owners = Owners::new(size, |_| black);
            helped_by(&before, (threatened, by), &owners).map(|(_, fate)| fate)
        };
        assert_eq!(helped(-0.9), Some(Fate::Lost));
        assert_eq!(helped(0.9), None);
    }

    #[test]
    fn stones_are_cut_that_could_be_joined_and_cannot_any_more() {
        let cut = |text: &str| {
            let before = diagram::parse(text).unwrap();
            let mut after = before.clone();
            let point = Point::parse("E5").unwrap();
            after.play(Color::Black, Move::Play(point)).unwrap();
            cuts((&before, &after), Color::White, (point, None), None)
        };
        let links = "
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . X O X . . .
            . . . X . X . . .
            . . . X O X . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .";
        assert_eq!(cut(links), 1);
        let open = links.replace('X', ".");
        assert_eq!(cut(&open), 0, "they go round");
    }
}

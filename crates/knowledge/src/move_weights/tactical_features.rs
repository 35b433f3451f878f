//! The tactical features of a position's moves.

use super::feature_family::{FeatureFamily, FeatureLevels};
use super::move_context::MoveContext;
use super::shape_hash::metric;
use crate::tactics::{Capture, captures_in_ladder, is_self_atari, liberties_after, nets};
use sgmp_board::rules::{Board, Color, Move, Point};

/// The largest string that is caught in a net.
const MAX_NET_STONES: usize = 4;

/// Switch for the reading of nets, which takes a whole position at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NetReading {
    /// Nets are read, and [`FeatureFamily::Net`] is filled.
    Read,
    /// It stays 0: nothing asks for it.
    Skipped,
}

/// A string next to a move.
#[derive(Clone, Copy)]
struct Contact {
    anchor: Point,
    stones: usize,
    liberties: usize,
}

/// Up to four strings of one color next to a move, each once.
#[derive(Clone, Copy, Default)]
struct Contacts {
    strings: [Option<Contact>; 4],
    count: usize,
}

impl Contacts {
    fn add(&mut self, board: &Board, stone: Point) {
        let Some(anchor) = board.anchor(stone) else {
            return;
        };
        if self.iter().all(|known| known.anchor != anchor) {
            self.strings[self.count] = Some(Contact {
                anchor,
                stones: board.string_size(stone),
                liberties: board.liberties(stone),
            });
            self.count += 1;
        }
    }

    fn iter(&self) -> impl Iterator<Item = &Contact> {
        self.strings[..self.count].iter().flatten()
    }
}

/// Cached result of the ladder against a string with two liberties.
#[derive(Clone, Copy)]
enum CachedLadder {
    Unread,
    Read(Capture),
}

/// The tactical features of a position's moves. The position is read once for all of them.
pub struct TacticalFeatures<'a> {
    position: MoveContext<'a>,
    /// By the anchors of strings with two liberties, their opponent to move.
    ladder_cache: [CachedLadder; Point::AREA],
    /// The level of [`FeatureFamily::Net`] by point.
    nets: [u8; Point::AREA],
    /// True if a seventh of the points is taken.
    is_late: bool,
}

impl<'a> TacticalFeatures<'a> {
    /// The features of a position; ladders are read when a move asks for them.
    #[must_use]
    pub fn new(position: MoveContext<'a>, nets: NetReading) -> Self {
        let points = usize::from(position.board.size().points());
        let taken = points - position.board.empty_points().len();
        let mut features = Self {
            position,
            ladder_cache: [CachedLadder::Unread; Point::AREA],
            nets: [0; Point::AREA],
            is_late: 7 * taken > points,
        };
        if nets == NetReading::Read {
            features.read_nets();
        }
        features
    }

    /// Looks for nets around strings that no ladder catches.
    fn read_nets(&mut self) {
        let MoveContext { board, color, .. } = self.position;
        for stone in board.stones(!color) {
            let size = board.string_size(stone);
            if board.anchor(stone) != Some(stone)
                || board.liberties(stone) != 2
                || size > MAX_NET_STONES
                || self.ladder(stone) != Capture::Escapes
            {
                continue;
            }
            for point in nets(board, stone).iter() {
                let level = &mut self.nets[point.index()];
                *level = (*level).max(1 + u8::from(size > 1));
            }
        }
    }

    /// The features of a legal move.
    pub fn levels(&mut self, point: Point) -> FeatureLevels {
        let MoveContext { board, color, .. } = self.position;
        let (mut own, mut other) = (Contacts::default(), Contacts::default());
        for n in board.neighbors(point) {
            match board.color_at(n) {
                Some(owner) if owner == color => own.add(board, n),
                Some(_) => other.add(board, n),
                None => {}
            }
        }
        let mut levels = FeatureLevels::default();
        self.places(point, &mut levels);
        levels.set(FeatureFamily::Net, self.nets[point.index()]);
        if own.count + other.count == 0 {
            return levels;
        }
        let captures = other.iter().any(|string| string.liberties == 1);
        if captures {
            levels.set(FeatureFamily::Capture, self.capture(point, &own, &other));
        }
        let self_atari = is_self_atari(board, color, point);
        if self_atari {
            levels.set(
                FeatureFamily::SelfAtari,
                self.self_atari(point, &own, captures),
            );
        }
        if !captures {
            levels.set(FeatureFamily::Escape, self.escape(point, &own));
        }
        levels.set(FeatureFamily::Atari, self.atari(point, &other, self_atari));
        levels.set(FeatureFamily::Press, press(&other));
        levels.set(FeatureFamily::Defend, self.defend(point, &own));
        levels.set(FeatureFamily::Link, link(&own));
        levels.set(FeatureFamily::Cut, cut(&own, &other));
        levels.set(FeatureFamily::Eye, self.eye(point, &own, &other));
        levels.set(FeatureFamily::Reply, self.reply(&own, &other));
        levels
    }

    /// Fills the features of a place that do not depend on the stones around it.
    fn places(&self, point: Point, levels: &mut FeatureLevels) {
        let last_line = self.position.board.size().lines() - 1;
        let edge = |at: u8| at.min(last_line - at);
        let line = edge(point.column()).min(edge(point.row())) + 1;
        levels.set(
            FeatureFamily::Line,
            line + if self.is_late { 10 } else { 0 },
        );
        for (group, other) in [
            (FeatureFamily::Last, self.position.last),
            (FeatureFamily::Before, self.position.before),
        ] {
            let level = match other {
                None => 18,
                // A point taken again lies as near as can be.
                Some(other) => (metric(point, other).max(2) - 1).min(17) as u8,
            };
            levels.set(group, level);
        }
    }

    fn capture(&self, point: Point, own: &Contacts, other: &Contacts) -> u8 {
        let MoveContext {
            board, color, last, ..
        } = self.position;
        let taken = || other.iter().filter(|string| string.liberties == 1);
        let stones: usize = taken().map(|string| string.stones).sum();
        let several = u8::from(stones > 1);
        let saved = taken().find_map(|string| {
            let around = board
                .string(string.anchor)
                .flat_map(|stone| board.neighbors(stone));
            let mut held =
                around.filter(|n| board.color_at(*n) == Some(color) && board.liberties(*n) == 1);
            held.next().map(|held| board.string_size(held))
        });
        if let Some(saved) = saved {
            return 7 + u8::from(saved > 1);
        }
        let is_ko =
            stones == 1 && own.count == 0 && board.neighbors(point).all(|n| !board.is_empty(n));
        if is_ko {
            return 1;
        }
        let anchor = last.and_then(|last| board.anchor(last));
        if anchor.is_some() && taken().any(|string| Some(string.anchor) == anchor) {
            return 5 + several;
        }
        match stones {
            1 => 2,
            2..=4 => 3,
            _ => 4,
        }
    }

    fn self_atari(&self, point: Point, own: &Contacts, captures: bool) -> u8 {
        let stones: usize = 1 + own.iter().map(|string| string.stones).sum::<usize>();
        if !captures && stones <= 2 && self.is_snapback(point) {
            return 4;
        }
        match stones {
            1 => 1,
            2 | 3 => 2,
            _ => 3,
        }
    }

    /// Returns whether a stone that is taken there takes back: the taker's string is in atari then, and
    /// larger than a stone.
    fn is_snapback(&self, point: Point) -> bool {
        let MoveContext { board, color, .. } = self.position;
        let mut after = board.clone();
        if after.play(color, Move::Play(point)).is_err() {
            return false;
        }
        let Some(reply) = after.liberty_set(point).first() else {
            return false;
        };
        after.play(!color, Move::Play(reply)).is_ok()
            && after.liberties(reply) == 1
            && after.string_size(reply) > 1
            && after.liberty_set(reply).contains(point)
            && after.legality(color, point).is_ok()
    }

    fn escape(&self, point: Point, own: &Contacts) -> u8 {
        let MoveContext { board, color, .. } = self.position;
        let in_atari = own.iter().filter(|string| string.liberties == 1);
        let Some(stones) = in_atari.map(|string| string.stones).max() else {
            return 0;
        };
        let several = u8::from(stones > 1);
        match liberties_after(board, color, point, 3) {
            0 | 1 => 1,
            2 if self.runs_into_ladder(point) => 2,
            2 => 3 + several,
            _ => 5 + several,
        }
    }

    fn runs_into_ladder(&self, point: Point) -> bool {
        let MoveContext { board, color, .. } = self.position;
        let mut after = board.clone();
        after.play(color, Move::Play(point)).is_ok()
            && after.liberties(point) == 2
            && matches!(captures_in_ladder(&after, point), Capture::By(_))
    }

    fn atari(&mut self, point: Point, other: &Contacts, self_atari: bool) -> u8 {
        let given = || other.iter().filter(|string| string.liberties == 2);
        let Some(largest) = given().map(|string| string.stones).max() else {
            return 0;
        };
        if self_atari {
            return 7;
        }
        if given().count() > 1 {
            return 5;
        }
        if self.position.board.ko_point().is_some() {
            return 6;
        }
        let several = u8::from(largest > 1);
        let works = given().any(|string| self.ladder(string.anchor) == Capture::By(point));
        if works { 3 + several } else { 1 + several }
    }

    fn defend(&mut self, point: Point, own: &Contacts) -> u8 {
        let MoveContext { board, color, .. } = self.position;
        let of = |liberties| {
            own.iter()
                .filter(move |string| string.liberties == liberties)
        };
        if let Some(string) = of(2).max_by_key(|string| string.stones) {
            if liberties_after(board, color, point, 3) < 3 {
                return 6;
            }
            let is_hunted = of(2).any(|string| self.ladder(string.anchor) != Capture::Escapes);
            return match (is_hunted, string.stones) {
                (true, 1) => 1,
                (true, _) => 2,
                (false, _) => 3,
            };
        }
        match of(3).map(|string| string.stones).max() {
            None => 0,
            Some(1..=3) => 4,
            Some(_) => 5,
        }
    }

    /// The ladder against a string with two liberties, its opponent to move.
    fn ladder(&mut self, anchor: Point) -> Capture {
        match self.ladder_cache[anchor.index()] {
            CachedLadder::Read(found) => found,
            CachedLadder::Unread => {
                let found = if gets_away(self.position.board, anchor) {
                    Capture::Escapes
                } else {
                    captures_in_ladder(self.position.board, anchor)
                };
                self.ladder_cache[anchor.index()] = CachedLadder::Read(found);
                found
            }
        }
    }

    fn eye(&self, point: Point, own: &Contacts, other: &Contacts) -> u8 {
        let MoveContext { board, color, .. } = self.position;
        let small = |color: Color, first: u8| {
            if !board.is_enclosed(color, point) {
                0
            } else if board.is_small_eye(color, point) {
                first
            } else {
                first + 1
            }
        };
        match (own.count, other.count) {
            (_, 0) => small(color, 1),
            (0, _) => small(!color, 3),
            _ => 0,
        }
    }

    fn reply(&self, own: &Contacts, other: &Contacts) -> u8 {
        let MoveContext {
            board, color, last, ..
        } = self.position;
        let Some(last) = last else { return 0 };
        let anchor = board.anchor(last);
        let touched = other.iter().find(|string| Some(string.anchor) == anchor);
        let beside = |string: &&Contact| {
            let mut stones = board.neighbors(last);
            stones
                .any(|n| board.color_at(n) == Some(color) && board.anchor(n) == Some(string.anchor))
        };
        let pressed = own
            .iter()
            .filter(beside)
            .map(|string| string.liberties)
            .min();
        match (touched, pressed) {
            (Some(_), Some(1..=3)) => 8,
            (Some(string), _) => string.liberties.clamp(1, 4) as u8,
            (None, Some(liberties @ 1..=3)) => 4 + liberties as u8,
            _ => 0,
        }
    }
}

/// Returns whether a string with two liberties has three after the atari on either and the step to the other:
/// no ladder, seen without reading.
fn gets_away(board: &Board, anchor: Point) -> bool {
    let Some(prey) = board.color_at(anchor) else {
        return true;
    };
    // The point of the atari is still among those that are counted.
    let exits = board.liberty_set(anchor);
    exits
        .iter()
        .all(|exit| liberties_after(board, prey, exit, 4) >= 4)
}

fn press(other: &Contacts) -> u8 {
    let of = |liberties| {
        let strings = other
            .iter()
            .filter(move |string| string.liberties == liberties);
        strings.map(|string| string.stones).max()
    };
    let class = |stones: usize| match stones {
        1 => 0,
        2 | 3 => 1,
        _ => 2,
    };
    match (of(3), of(4)) {
        (Some(stones), _) => 1 + class(stones),
        (None, Some(stones)) => 4 + class(stones),
        (None, None) => 0,
    }
}

fn link(own: &Contacts) -> u8 {
    match own.count {
        0 | 1 => 0,
        _ if own.iter().any(|string| string.liberties <= 2) => 3,
        2 => 1,
        _ => 2,
    }
}

fn cut(own: &Contacts, other: &Contacts) -> u8 {
    match other.count {
        0 | 1 => 0,
        _ if own.count > 0 => 3,
        2 => 1,
        _ => 2,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sgmp_board::rules::diagram;

    fn levels(text: &str, color: Color, last: Option<&str>, point: &str) -> FeatureLevels {
        let board = diagram::parse(text).unwrap();
        let at = |name: &str| Point::parse(name).unwrap();
        let position = MoveContext {
            board: &board,
            color,
            last: last.map(at),
            before: None,
        };
        TacticalFeatures::new(position, NetReading::Read).levels(at(point))
    }

    const FIGHT: &str = "
        . . . . . . . . .
        . . . . . . . . .
        . . X O . . . . .
        . X O O X . . . .
        . . X . . . . . .
        . . . . . . . . .
        . O . . . . O X .
        O X O . . . O X O
        . . . . . O X . O";

    #[test]
    fn fights_are_read() {
        let of = |color, last, point, group| levels(FIGHT, color, last, point).level(group);
        assert_eq!(of(Color::White, None, "B1", FeatureFamily::Capture), 2);
        assert_eq!(
            of(Color::White, Some("B2"), "B1", FeatureFamily::Capture),
            5
        );
        assert_eq!(of(Color::Black, None, "B1", FeatureFamily::Escape), 1 + 1);
        assert_eq!(
            of(Color::Black, None, "D5", FeatureFamily::Atari),
            0,
            "three liberties"
        );
        assert_eq!(of(Color::Black, None, "D5", FeatureFamily::Press), 2);
        assert_eq!(of(Color::White, None, "D5", FeatureFamily::Defend), 4);
        assert_eq!(of(Color::Black, None, "A1", FeatureFamily::SelfAtari), 1);
        assert_eq!(of(Color::Black, None, "C8", FeatureFamily::Capture), 0);
    }

    #[test]
    fn who_gets_away_at_once_is_in_no_ladder() {
        let mut rng = sgmp_board::rng::Rng::from_seed(4);
        let mut seen = [0, 0];
        for _ in 0..40 {
            let mut board = Board::new(sgmp_board::rules::BoardSize::new(9).unwrap());
            let mut color = Color::Black;
            for _ in 0..45 {
                let points = board.empty_points();
                let point = points[rng.below(points.len() as u32) as usize];
                if board.play(color, Move::Play(point)).is_ok() {
                    color = !color;
                }
                for anchor in Point::all(board.size()) {
                    if board.anchor(anchor) != Some(anchor) || board.liberties(anchor) != 2 {
                        continue;
                    }
                    let away = gets_away(&board, anchor);
                    let escapes = captures_in_ladder(&board, anchor) == Capture::Escapes;
                    assert!(escapes || !away, "{anchor} on {board:?}");
                    seen[usize::from(away)] += 1;
                }
            }
        }
        assert!(seen[0] > 500 && seen[1] > 500, "{seen:?}");
    }

    #[test]
    fn a_snapback_is_told_from_a_loss() {
        let text = "
            . . . . .
            . . . . .
            X X X X X
            X O O O X
            X O . . X";
        let of =
            |text: &str| levels(text, Color::Black, None, "C1").level(FeatureFamily::SelfAtari);
        assert_eq!(of(text), 4);
        assert_eq!(of(&text.replace("X O . . X", "X O . . .")), 1);
    }

    const LOOSE: &str = "
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . O . . .
        . . X . . . . . .
        . . X O . . . . .
        . . . X X . . . .
        . . . . . . . . .
        . . . . . . . . .";

    #[test]
    fn nets_are_cast_where_no_ladder_works() {
        let of = |text: &str| {
            let levels = levels(text, Color::Black, None, "E5");
            (
                levels.level(FeatureFamily::Net),
                levels.level(FeatureFamily::Atari),
            )
        };
        assert_eq!(of(LOOSE), (1, 0));
        let ladder = LOOSE.replace("O . . .", ". . . .");
        assert_eq!(of(&ladder), (0, 0), "nothing breaks the ladder");
        let whites = levels(LOOSE, Color::White, None, "E5");
        assert_eq!(whites.level(FeatureFamily::Net), 0, "its own stones");
        let board = diagram::parse(LOOSE).unwrap();
        let position = MoveContext {
            board: &board,
            color: Color::Black,
            last: None,
            before: None,
        };
        let skipped = TacticalFeatures::new(position, NetReading::Skipped)
            .levels(Point::parse("E5").unwrap());
        assert_eq!(skipped.level(FeatureFamily::Net), 0, "nobody asked");
    }

    #[test]
    fn places_and_distances_have_levels() {
        let of = |last, point, group| levels(FIGHT, Color::Black, last, point).level(group);
        assert_eq!(of(None, "A9", FeatureFamily::Last), 18);
        assert_eq!(of(Some("E5"), "E6", FeatureFamily::Last), 1);
        assert_eq!(of(Some("J1"), "A9", FeatureFamily::Last), 17);
        assert_eq!(of(None, "A9", FeatureFamily::Line), 11);
        assert_eq!(of(None, "E5", FeatureFamily::Line), 15);
        assert_eq!(
            of(Some("C6"), "D5", FeatureFamily::Reply),
            8,
            "C5 is pressed, too"
        );
        assert_eq!(of(Some("C6"), "D8", FeatureFamily::Reply), 3);
    }
}

//! Static players: opponents that never learn, of the class of Wally and Gondo, some microseconds a
//! move.
//!
//! Such a player looks at each point once, weighs what a stone there takes, saves, threatens, joins
//! and cuts, and makes the heaviest move; it reads nothing and draws no chance, so the same board gives
//! the same move for ever. A change to what one plays is a new name: results are told by it.

use super::open_regions::OpenRegions;
use sgmp_board::rng::split_mix;
use sgmp_board::rules::{Board, Color, Move, Point, PointSet};

/// A fixed opponent of evolution, which is known by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StaticPlayer {
    name: &'static str,
    weights: &'static Weights,
}

/// Values of what a stone does.
#[derive(Debug, PartialEq, Eq)]
struct Weights {
    /// A capture, and each stone of it.
    capture: i32,
    captured_stone: i32,
    /// A string led out of atari, and each stone of it.
    save: i32,
    saved_stone: i32,
    /// A string of two liberties that gains some.
    strengthen: i32,
    /// An atari, and each stone in it.
    atari: i32,
    atari_stone: i32,
    /// A string brought down to two liberties.
    press: i32,
    /// Own strings joined, opponent's kept apart.
    join: i32,
    cut: i32,
    /// An opponent's stone beside.
    contact: i32,
    /// Any stone, by its line from the edge; the last counts for all further in.
    line: [i32; 5],
    /// A stone of its own two or three steps away in a line, nothing between.
    extension: i32,
    /// Each stone within two steps: less room.
    crowd: i32,
    /// Greatest addition by the hash of the board and the point.
    noise: u32,
}

/// Regions of fewer points that the opponent alone touches are not entered.
const MIN_ROOM: u16 = 16;

/// The default: corners and sides first, then what is in reach.
const STATIC: Weights = Weights {
    capture: 100,
    captured_stone: 20,
    save: 90,
    saved_stone: 18,
    strengthen: 22,
    atari: 30,
    atari_stone: 6,
    press: 8,
    join: 8,
    cut: 12,
    contact: 3,
    line: [-16, 4, 20, 18, 14],
    extension: 6,
    crowd: -2,
    noise: 0,
};

/// One that seeks contact.
const FIGHTER: Weights = Weights {
    strengthen: 28,
    atari: 50,
    atari_stone: 10,
    press: 22,
    cut: 26,
    contact: 14,
    line: [-12, 6, 12, 12, 12],
    extension: 2,
    crowd: 1,
    ..STATIC
};

/// One that plays anywhere but into its own eyes, by the hash of the board.
const SCATTER: Weights = Weights {
    capture: 0,
    captured_stone: 0,
    save: 0,
    saved_stone: 0,
    strengthen: 0,
    atari: 0,
    atari_stone: 0,
    press: 0,
    join: 0,
    cut: 0,
    contact: 0,
    line: [1; 5],
    extension: 0,
    crowd: 0,
    noise: 1 << 20,
};

impl StaticPlayer {
    /// All of them; the first is the default.
    pub const ALL: [Self; 3] = [
        Self {
            name: "static-1",
            weights: &STATIC,
        },
        Self {
            name: "fighter-1",
            weights: &FIGHTER,
        },
        Self {
            name: "scatter-1",
            weights: &SCATTER,
        },
    ];

    /// The player of a name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|player| player.name == name)
    }

    /// Its name, with its version.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.name
    }

    /// Its move; a pass where nothing is left to do.
    #[must_use]
    pub fn choose(self, board: &Board, color: Color) -> Move {
        self.choose_with(board, color, &mut OpenRegions::default())
    }

    /// Its move, with room for the regions that a caller keeps.
    pub fn choose_with(self, board: &Board, color: Color, regions: &mut OpenRegions) -> Move {
        regions.find(board);
        let look = Look {
            board,
            color,
            regions,
            weights: self.weights,
        };
        // The points lie in an order that the history made: the first of the heaviest is that of the
        // lowest index, whatever the history.
        let mut best: Option<(i32, Point)> = None;
        for point in board.empty_points() {
            if let Some(value) = look.value(*point)
                && value > 0
                && best.is_none_or(|(most, at)| value > most || value == most && *point < at)
            {
                best = Some((value, *point));
            }
        }
        best.map_or(Move::Pass, |(_, point)| Move::Play(point))
    }
}

/// A board as a static player looks at it.
struct Look<'a> {
    board: &'a Board,
    color: Color,
    regions: &'a OpenRegions,
    weights: &'a Weights,
}

/// Strings of one color beside a point, each once.
#[derive(Default)]
struct Beside {
    /// A stone of each.
    stones: [Option<Point>; 4],
    count: usize,
}

impl Beside {
    fn find(board: &Board, point: Point, color: Color) -> Self {
        let mut found = Self::default();
        for stone in board.stones_beside(point, color) {
            let anchor = board.anchor(stone);
            if !found.stones[..found.count].contains(&anchor) {
                found.stones[found.count] = anchor;
                found.count += 1;
            }
        }
        found
    }

    fn iter(&self) -> impl Iterator<Item = Point> {
        self.stones.iter().flatten().copied()
    }
}

impl Look<'_> {
    /// Value of a stone on an empty point; `None` where none shall lie.
    fn value(&self, point: Point) -> Option<i32> {
        let (board, w) = (self.board, self.weights);
        if board.is_small_eye(self.color, point) {
            return None;
        }
        let own = Beside::find(board, point, self.color);
        let other = Beside::find(board, point, !self.color);
        let mut value = 0;
        let (mut captured, mut in_danger, mut threats) = (0, 0, 0);
        for string in other.iter() {
            let stones = board.string_size(string) as i32;
            match board.stone_liberties(string) {
                1 => captured += stones,
                2 => threats += w.atari + w.atari_stone * stones,
                3 => threats += w.press,
                _ => {}
            }
        }
        let (mut weak, mut saved) = (0, 0);
        for string in own.iter() {
            match board.stone_liberties(string) {
                1 => {
                    in_danger += 1;
                    saved += board.string_size(string) as i32;
                }
                2 => weak += 1,
                _ => {}
            }
        }
        if captured > 0 {
            value += w.capture + w.captured_stone * captured;
        } else {
            let is_idle = threats == 0 && in_danger == 0;
            if is_idle && self.is_settled(point) {
                return None;
            }
            let liberties = self.liberties_after(point, &own);
            if liberties < 2 {
                return None;
            }
            value += threats;
            if in_danger > 0 {
                let gain = w.save + w.saved_stone * saved;
                value += if liberties > 2 { gain } else { gain / 2 };
            }
            if weak > 0 && liberties > 2 {
                value += w.strengthen * weak;
            }
        }
        if board.legality(self.color, point).is_err() {
            return None;
        }
        if in_danger > 0 && captured > 0 {
            value += w.save + w.saved_stone * saved;
        }
        if own.count > 1 {
            value += w.join;
        }
        if other.count > 1 {
            value += w.cut;
        }
        if other.count > 0 {
            value += w.contact;
        }
        Some(value + self.placed(point, own.count > 0, other.count > 0) + self.noise(point))
    }

    /// Value of the place alone.
    fn placed(&self, point: Point, has_own: bool, has_other: bool) -> i32 {
        let w = self.weights;
        let size = self.board.size();
        let line = usize::from(point.line(size)).min(w.line.len()) - 1;
        // A first line between two colors is the end of a border.
        let is_border = line == 0 && has_own && has_other;
        let mut value = if is_border { 2 } else { w.line[line] };
        if w.crowd != 0 {
            value += w.crowd * self.crowd(point);
        }
        if w.extension != 0 && !has_own {
            value += w.extension * self.extensions(point);
        }
        // Dull points of an open region are played at last, never not at all.
        if line > 0 { value.max(1) } else { value }
    }

    /// Returns whether nothing is to be won around an empty point: its region is one color's, and small
    /// enough.
    fn is_settled(&self, point: Point) -> bool {
        let region = self.regions.region(point);
        match region.owner() {
            None => false,
            Some(owner) if owner == self.color => region.points * 2 < self.board.size().points(),
            Some(_) => region.points < MIN_ROOM,
        }
    }

    /// Liberties of the string that a stone without captures makes; 3 stands for more.
    fn liberties_after(&self, point: Point, own: &Beside) -> usize {
        let openings = self.board.openings(point);
        if own.count == 0 || openings > 2 {
            return openings.min(3);
        }
        let mut all: PointSet = self.board.open_beside(point).collect();
        for string in own.iter() {
            all |= *self.board.stone_liberty_set(string);
        }
        all.remove(point);
        all.len().min(3)
    }

    /// Number of stones within two steps each way.
    fn crowd(&self, point: Point) -> i32 {
        let board = self.board;
        let mut count = 8
            - (0..8)
                .filter(|place| matches!(board.around_code(point) >> (2 * place) & 3, 0 | 3))
                .count() as i32;
        const FAR: [(i8, i8); 4] = [(2, 0), (-2, 0), (0, 2), (0, -2)];
        for step in FAR {
            let there = point.stepped(step, board.size());
            count += i32::from(there.is_some_and(|there| !board.is_empty(there)));
        }
        count
    }

    /// Number of directions in which a stone of its own lies two or three steps away, nothing between.
    fn extensions(&self, point: Point) -> i32 {
        let board = self.board;
        const DIRECTIONS: [isize; 4] = {
            let stride = Point::STRIDE as isize;
            [1, -1, stride, -stride]
        };
        let sees = |direction: isize| {
            let mut at = point.index();
            for step in 1..=3 {
                at = at.wrapping_add_signed(direction);
                let Some(there) = Point::from_index(at) else {
                    return false;
                };
                if !board.is_empty(there) {
                    return step > 1 && board.color_at(there) == Some(self.color);
                }
            }
            false
        };
        DIRECTIONS
            .into_iter()
            .filter(|direction| sees(*direction))
            .count() as i32
    }

    /// A number that looks like chance and depends on the stones alone.
    fn noise(&self, point: Point) -> i32 {
        if self.weights.noise == 0 {
            return 0;
        }
        let seed = self.board.hash() ^ (point.index() as u64) << 32;
        (split_mix(seed).1 >> 32) as i32 & (self.weights.noise as i32 - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sgmp_board::rules::{BoardSize, diagram};

    fn choice(text: &str, color: Color) -> String {
        let board = diagram::parse(text).unwrap();
        StaticPlayer::ALL[0].choose(&board, color).to_string()
    }

    #[test]
    fn it_takes_saves_and_leaves_eyes_alone() {
        let taken = ". . . . .
                     . X . . .
                     . X O . .
                     . . X . .
                     . . . . .";
        let board = taken.replace(". X O . .", ". X O X .");
        assert_eq!(choice(&board, Color::Black), "C4");
        assert_eq!(choice(&board, Color::White), "C4");
        let settled = ". X . O .
                       X X . O O
                       . X . O .
                       X X . O O
                       . X . O .";
        assert!(["C1", "C2", "C3", "C4", "C5"].contains(&&*choice(settled, Color::Black)));
        let over = settled
            .replace(". X . O .", ". X X O .")
            .replace("X X . O O", "X X X O O");
        assert_eq!(choice(&over, Color::White), "pass");
        assert_eq!(choice(&over, Color::Black), "pass");
    }

    #[test]
    fn it_opens_off_the_edge() {
        let board = Board::new(BoardSize::new(13).unwrap());
        let Move::Play(point) = StaticPlayer::ALL[0].choose(&board, Color::Black) else {
            panic!("an empty board has room");
        };
        assert_eq!(point.line(board.size()), 3);
    }

    #[test]
    fn games_among_them_end_by_passes() {
        let size = BoardSize::new(9).unwrap();
        for player in StaticPlayer::ALL {
            for other in StaticPlayer::ALL {
                let mut board = Board::new(size);
                let (mut passes, mut moves) = (0, 0);
                while passes < 2 {
                    let color = Color::BOTH[moves % 2];
                    let chair = [player, other][moves % 2];
                    let mv = chair.choose(&board, color);
                    passes = if mv == Move::Pass { passes + 1 } else { 0 };
                    board.play(color, mv).expect("a legal move");
                    moves += 1;
                    assert!(moves < 3 * 81, "{} {}", player.name(), other.name());
                }
                assert!(moves > 30);
            }
        }
    }
}

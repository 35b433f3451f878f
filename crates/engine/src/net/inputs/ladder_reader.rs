//! Ladders as the net is told of them: which strings of one liberty or two are caught, and the moves
//! that start such a ladder.
//!
//! The nets were trained on planes of this very definition (the student's description), so it may
//! not drift with the reader of `tactics`, which the experts use: that one ends a chase earlier, and
//! knows no ko.

use sgmp_board::rules::{Board, Color, Point, PointSet};
use sgmp_knowledge::reading::{Permission, UndoBoard};

/// Moves played in one search, after which the string counts as free.
const MAX_PLAYED: u32 = 25_000;

/// Liberties with which a string is out.
const FREE_LIBERTIES: usize = 3;

/// The ladders on a board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Ladders {
    /// Stones of both colors that a ladder takes.
    pub(crate) caught: PointSet,
    /// Moves of the player to move that start a ladder against a string of two liberties.
    pub(crate) starts: PointSet,
}

/// Reads ladders; keeps a board for it.
#[derive(Debug)]
pub(crate) struct LadderReader {
    board: Box<UndoBoard>,
    /// Moves played in this search.
    played: u32,
    /// Depth from which a string counts as caught: one and a half times the points of the board.
    max_depth: u32,
}

impl Default for LadderReader {
    fn default() -> Self {
        Self {
            board: UndoBoard::new(),
            played: 0,
            max_depth: 0,
        }
    }
}

impl LadderReader {
    /// Reads all strings of a board.
    pub(crate) fn read(&mut self, board: &Board, to_move: Color) -> Ladders {
        let lines = u32::from(board.size().lines());
        self.max_depth = lines * lines * 3 / 2;
        let mut ladders = Ladders::default();
        let mut copied = false;
        for stone in Point::all(board.size()) {
            let liberties = board.liberties(stone);
            if !(1..FREE_LIBERTIES).contains(&liberties) || board.anchor(stone) != Some(stone) {
                continue;
            }
            if !copied {
                self.board.copy(board);
                copied = true;
            }
            let is_caught = if liberties == 1 {
                self.falls_first(stone)
            } else {
                let starts = self.starts(board, stone);
                if board.color_at(stone) == Some(!to_move) {
                    ladders.starts |= starts;
                }
                !starts.is_empty()
            };
            if is_caught {
                ladders.caught.extend(board.string(stone));
            }
        }
        ladders
    }

    /// The liberties of a string of two by which its opponent catches it.
    fn starts(&mut self, board: &Board, stone: Point) -> PointSet {
        let hunter = !self.owner(stone);
        let ko = board.ko_point();
        let mut starts = PointSet::EMPTY;
        for liberty in board.liberty_set(stone).iter() {
            let legal = ko != Some(liberty)
                && self.board.permission(hunter, liberty) == Permission::Allowed;
            if !legal {
                continue;
            }
            self.board.play(hunter, liberty);
            if self.falls_first(stone) {
                starts.insert(liberty);
            }
            self.board.undo();
        }
        starts
    }

    /// Searches from a position in which the owner of a string moves; a ko that stands there does not
    /// count.
    fn falls_first(&mut self, stone: Point) -> bool {
        self.played = 0;
        self.board.pass();
        let falls = self.falls(stone, 0);
        self.board.undo();
        falls && self.played <= MAX_PLAYED
    }

    /// Returns whether a string falls with its owner to move.
    fn falls(&mut self, stone: Point, depth: u32) -> bool {
        if self.board.liberties(stone) >= 2 {
            return false;
        }
        if self.board.ko().is_some() {
            return false;
        }
        if depth >= self.max_depth {
            return true;
        }
        let owner = self.owner(stone);
        let Some(exit) = self.board.first_liberty(stone) else {
            return true;
        };
        if self.least_liberties(owner, exit) >= FREE_LIBERTIES {
            return false;
        }
        let captures = self.captures(stone, exit);
        if captures.is_empty() && self.most_liberties(owner, exit) <= 1 {
            return true;
        }
        for reply in captures.iter().chain([exit]) {
            if self.board.permission(owner, reply) != Permission::Allowed {
                continue;
            }
            if self.is_spent() {
                return false;
            }
            self.board.play(owner, reply);
            let falls = self.is_hunted_down(stone, depth + 1);
            self.board.undo();
            if !falls {
                return false;
            }
        }
        true
    }

    /// Returns whether a string falls with its opponent to move.
    fn is_hunted_down(&mut self, stone: Point, depth: u32) -> bool {
        let liberties = self.board.liberties(stone);
        if liberties <= 1 {
            return true;
        }
        if liberties >= FREE_LIBERTIES {
            return false;
        }
        if depth >= self.max_depth {
            return true;
        }
        let owner = self.owner(stone);
        let mut exits = self.board.liberty_set(stone).iter();
        let (Some(a), Some(b)) = (exits.next(), exits.next()) else {
            return true;
        };
        if self.is_double_ko(stone, owner, [a, b]) {
            return true;
        }
        // The owner who is left an exit with three empty neighbors is out: it has to be taken.
        let mut ataris = [Some(a), Some(b)];
        if !self.board.neighbors(a).any(|n| n == b) {
            let wide = [a, b].map(|exit| self.room(exit) >= FREE_LIBERTIES);
            match wide {
                [true, true] => return false,
                [true, false] => ataris = [Some(a), None],
                [false, true] => ataris = [Some(b), None],
                [false, false] => {}
            }
        }
        for atari in ataris.into_iter().flatten() {
            if self.board.permission(!owner, atari) != Permission::Allowed {
                continue;
            }
            if self.is_spent() {
                return false;
            }
            self.board.play(!owner, atari);
            let falls = self.falls(stone, depth + 1);
            self.board.undo();
            if falls {
                return true;
            }
        }
        false
    }

    /// Counts a move; true if the search has had its share.
    const fn is_spent(&mut self) -> bool {
        self.played += 1;
        self.played > MAX_PLAYED
    }

    /// Two liberties that are both kos: the hunter takes one and later the other.
    fn is_double_ko(&mut self, stone: Point, owner: Color, exits: [Point; 2]) -> bool {
        exits.iter().all(|exit| self.is_ko_for(!owner, *exit))
            && self.captures(stone, exits[0]).is_empty()
            && exits.iter().all(|exit| {
                if self.board.permission(owner, *exit) != Permission::Allowed {
                    return true;
                }
                self.board.play(owner, *exit);
                let few = self.board.liberties(stone) < FREE_LIBERTIES;
                self.board.undo();
                few
            })
    }

    /// Returns whether a move has no empty neighbor and takes a ko.
    fn is_ko_for(&self, color: Color, point: Point) -> bool {
        let mut taken = 0;
        for n in self.board.neighbors(point) {
            match self.board.color_at(n) {
                Some(other) if other != color => {
                    if self.board.liberties(n) == 1 {
                        taken += self.board.string_size(n);
                    }
                }
                _ => return false,
            }
        }
        taken == 1
    }

    /// The liberties by which strings next to a string are taken, but for `exit`.
    fn captures(&self, stone: Point, exit: Point) -> PointSet {
        let hunter = !self.owner(stone);
        let mut captures = PointSet::EMPTY;
        for mine in self.board.string(stone) {
            for n in self.board.neighbors(mine) {
                if self.board.color_at(n) == Some(hunter) && self.board.liberties(n) == 1 {
                    captures.extend(self.board.first_liberty(n));
                }
            }
        }
        captures.remove(exit);
        captures
    }

    /// A number of liberties that a stone of a color at a point has at least.
    fn least_liberties(&self, color: Color, point: Point) -> usize {
        let (mut captured, mut empty, mut friend) = (0, 0, 0);
        for n in self.board.neighbors(point) {
            match self.board.color_at(n) {
                None => empty += 1,
                Some(own) if own == color => friend = friend.max(self.board.liberties(n) - 1),
                Some(_) => captured += usize::from(self.board.liberties(n) == 1),
            }
        }
        captured + empty.max(friend)
    }

    /// A number of liberties that it has at most.
    fn most_liberties(&self, color: Color, point: Point) -> usize {
        let count = |n| match self.board.color_at(n) {
            None => 1,
            Some(own) if own == color => self.board.liberties(n) - 1,
            Some(_) if self.board.liberties(n) == 1 => self.board.string_size(n),
            Some(_) => 0,
        };
        self.board.neighbors(point).map(count).sum()
    }

    /// Number of empty points next to a point.
    fn room(&self, point: Point) -> usize {
        let neighbors = self.board.neighbors(point);
        neighbors.filter(|n| self.board.is_empty(*n)).count()
    }

    fn owner(&self, stone: Point) -> Color {
        // Every caller comes from a stone of the board, and a string that is taken is not asked for.
        self.board.color_at(stone).unwrap_or(Color::Black)
    }
}

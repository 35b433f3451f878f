//! The board: stones, their strings with liberties, the position's hash, and simple ko.
//!
//! Cells lie in one padded row ([`Point::STRIDE`] apart vertically) with a border all around, so a
//! neighbor is one addition away and the edge needs no test. Each string is a ring of its stones
//! and a set of its liberties, both kept up to date by every stone placed or lifted; nothing is
//! allocated after [`Board::new`]. Stones, strings, empty points and hash are private and change
//! together, in `put` and `lift` alone.

use std::fmt;

use super::zobrist;
use super::{BoardSize, Color, Diagram, IllegalMove, Move, Point, PointSet, SetupError};

/// Fills array slots that hold no point.
const FILLER: Point = Point::new(0, 0).unwrap();

/// Content of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cell {
    /// A point without a stone.
    Empty,
    /// A point with a black stone.
    Black,
    /// A point with a white stone.
    White,
    /// Outside the board: the margin that spares the bounds checks of neighbors.
    Border,
}

impl Cell {
    /// The cell with a stone of this color.
    pub const fn from_color(color: Color) -> Self {
        match color {
            Color::Black => Self::Black,
            Color::White => Self::White,
        }
    }

    /// The color of the stone; none where there is no stone.
    pub const fn color(self) -> Option<Color> {
        match self {
            Self::Black => Some(Color::Black),
            Self::White => Some(Color::White),
            Self::Empty | Self::Border => None,
        }
    }
}

/// A string of stones, kept at the index of its anchor.
#[derive(Clone, Copy, Debug)]
pub struct StringInfo {
    /// The empty points beside its stones.
    pub liberties: PointSet,
    /// Their number, kept beside them: it is asked at every move.
    pub liberty_count: u16,
    /// The number of its stones.
    pub stones: u16,
}

impl StringInfo {
    /// A stone whose liberties are yet to be added.
    pub const LONE: Self = Self {
        liberties: PointSet::EMPTY,
        liberty_count: 0,
        stones: 1,
    };

    /// Adds the point with this index; a point that is there already changes nothing.
    pub const fn add_liberty(&mut self, index: usize) {
        // One more only if the point is new to the set: count and set cannot drift apart.
        self.liberty_count += self.liberties.insert_index(index) as u16;
    }

    /// Takes the point with this index out; a point that is not there changes nothing.
    pub const fn remove_liberty(&mut self, index: usize) {
        self.liberty_count -= self.liberties.remove_index(index) as u16;
    }

    /// Joins another string to this one: liberties that both have count once.
    pub fn absorb(&mut self, other: &Self) {
        self.stones += other.stones;
        self.liberties |= other.liberties;
        self.liberty_count = self.liberties.len() as u16;
    }
}

/// A position that play can reach, but for whose turn it is; see [`super::Game`] for its history.
///
/// Two boards are equal if they have the same size, stones and ko.
///
/// # Examples
///
/// ```
/// use sgmp_board::rules::{Board, BoardSize, Color, Move, Point};
///
/// let at = |name| Point::parse(name).expect("a point");
/// let mut board = Board::new(BoardSize::NINETEEN);
/// board.play(Color::Black, Move::Play(at("A1")))?;
/// board.play(Color::White, Move::Play(at("A2")))?;
/// let captured = board.play(Color::White, Move::Play(at("B1")))?;
/// assert_eq!(captured, 1);
/// assert_eq!(board.color_at(at("A1")), None);
/// assert_eq!(board.liberties(at("A2")), 3);
/// # Ok::<(), sgmp_board::rules::IllegalMove>(())
/// ```
pub struct Board {
    size: BoardSize,
    cells: [Cell; Point::AREA],
    /// The stone that stands for the string; meaningful where there are stones.
    anchor: [Point; Point::AREA],
    /// The next stone in the ring of the string; meaningful where there are stones.
    next: [Point; Point::AREA],
    /// The string of each anchor; meaningful where there are anchors.
    strings: [StringInfo; Point::AREA],
    /// The empty points, in an order that depends on the history alone.
    empty: [Point; 361],
    empty_count: u16,
    /// The place of an empty point in `empty`; meaningful where there is no stone.
    slot: [u16; Point::AREA],
    hash: u64,
    ko: Option<(Color, Point)>,
    /// The eight neighbors of each cell: see [`Board::around_code`].
    codes: [u16; Point::AREA],
}

impl Clone for Board {
    fn clone(&self) -> Self {
        Self { ..*self }
    }

    /// Copies only live string entries: unused ones are most of a board's bytes, and a search does this
    /// once a playout.
    fn clone_from(&mut self, source: &Self) {
        self.size = source.size;
        self.cells = source.cells;
        self.anchor = source.anchor;
        self.next = source.next;
        self.empty = source.empty;
        self.empty_count = source.empty_count;
        self.slot = source.slot;
        self.hash = source.hash;
        self.ko = source.ko;
        self.codes = source.codes;
        for (index, anchor) in source.anchor.iter().enumerate() {
            // An anchor may be left from a stone that was lifted: only one with a stone is alive.
            if anchor.index() == index && source.cells[index].color().is_some() {
                self.strings[index] = source.strings[index];
            }
        }
    }
}

/// The eight cells around one, row by row from the lower left: the order of their bits in a code.
const RING: [isize; 8] = {
    let stride = Point::STRIDE as isize;
    [
        -stride - 1,
        -stride,
        -stride + 1,
        -1,
        1,
        stride - 1,
        stride,
        stride + 1,
    ]
};

impl Board {
    /// A board without stones, prisoners or ko.
    #[must_use]
    pub fn new(size: BoardSize) -> Self {
        let mut board = Self {
            size,
            cells: [Cell::Border; Point::AREA],
            anchor: [FILLER; Point::AREA],
            next: [FILLER; Point::AREA],
            strings: [StringInfo::LONE; Point::AREA],
            empty: [FILLER; 361],
            empty_count: 0,
            slot: [0; Point::AREA],
            hash: 0,
            ko: None,
            codes: [0; Point::AREA],
        };
        for point in Point::all(size) {
            board.cells[point.index()] = Cell::Empty;
            board.list_empty(point);
        }
        for point in Point::all(size) {
            board.codes[point.index()] = board.fresh_code(point.index());
        }
        board
    }

    fn fresh_code(&self, index: usize) -> u16 {
        let bits = RING.iter().enumerate().map(|(place, step)| {
            (self.cells[index.wrapping_add_signed(*step)] as u16) << (2 * place)
        });
        bits.sum()
    }

    /// Content of the eight points around one, two bits each, row by row from the lower left:
    /// 0 empty, 1 Black, 2 White, 3 off the board. Kept up to date by every stone.
    #[must_use]
    pub const fn around_code(&self, point: Point) -> u16 {
        self.codes[point.index()]
    }

    /// Updates the codes of the eight cells around `index` after a change there.
    fn recode(&mut self, index: usize, change: Cell) {
        for (place, step) in RING.into_iter().enumerate() {
            // Seen from there, this cell lies in the opposite place.
            let bits = (change as u16) << (2 * (7 - place));
            // An empty cell has the bits 00, and a change is always from or to it: one `^=` sets and clears.
            self.codes[index.wrapping_add_signed(step)] ^= bits;
        }
    }

    /// A board with stones set up on it, in any order.
    ///
    /// # Errors
    /// If a stone lies off the board or on another, or if a string has no liberty.
    ///
    /// # Examples
    ///
    /// ```
    /// use sgmp_board::rules::{Board, BoardSize, Color, Point, SetupError};
    ///
    /// let at = |name| Point::parse(name).expect("a point");
    /// let stones = [(Color::Black, at("C3")), (Color::Black, at("C4"))];
    /// let board = Board::from_stones(BoardSize::NINETEEN, stones)?;
    /// assert_eq!(board.string_size(at("C4")), 2);
    /// assert_eq!(board.liberties(at("C4")), 6);
    ///
    /// let twice = [(Color::Black, at("C3")), (Color::White, at("C3"))];
    /// let refused = Board::from_stones(BoardSize::NINETEEN, twice);
    /// assert_eq!(refused, Err(SetupError::Occupied(at("C3"))));
    /// # Ok::<(), SetupError>(())
    /// ```
    pub fn from_stones(
        size: BoardSize,
        stones: impl IntoIterator<Item = (Color, Point)>,
    ) -> Result<Self, SetupError> {
        let mut board = Self::new(size);
        for (color, point) in stones {
            match board.cells[point.index()] {
                Cell::Empty => _ = board.put(color, point),
                Cell::Border => return Err(SetupError::OffBoard(point)),
                Cell::Black | Cell::White => return Err(SetupError::Occupied(point)),
            }
        }
        let choked =
            Point::all(size).find(|p| board.string_size(*p) > 0 && board.liberties(*p) == 0);
        choked.map_or(Ok(board), |point| Err(SetupError::NoLiberty(point)))
    }

    /// The number of its lines, fixed for its life.
    #[must_use]
    pub const fn size(&self) -> BoardSize {
        self.size
    }

    /// The stone on a point; `None` on empty points and off the board.
    #[must_use]
    pub const fn color_at(&self, point: Point) -> Option<Color> {
        self.cells[point.index()].color()
    }

    /// Returns whether a point lies on this board and has no stone.
    #[must_use]
    pub fn is_empty(&self, point: Point) -> bool {
        self.cells[point.index()] == Cell::Empty
    }

    /// The empty points, in an order that depends on the history of this board alone.
    #[must_use]
    pub fn empty_points(&self) -> &[Point] {
        &self.empty[..usize::from(self.empty_count)]
    }

    /// The stones of a color, row by row from A1.
    pub fn stones(&self, color: Color) -> impl Iterator<Item = Point> {
        Point::all(self.size).filter(move |point| self.color_at(*point) == Some(color))
    }

    /// The points next to a point, on this board.
    pub fn neighbors(&self, point: Point) -> impl Iterator<Item = Point> {
        neighbor_indexes(point.index())
            .into_iter()
            .filter(|n| self.cells[*n] != Cell::Border)
            .map(Point::from_cell)
    }

    /// The points diagonal to a point, those on this board.
    pub fn corners(&self, point: Point) -> impl Iterator<Item = Point> {
        let index = point.index();
        [0, 2, 5, 7]
            .into_iter()
            .map(move |place| index.wrapping_add_signed(RING[place]))
            .filter(|n| self.cells[*n] != Cell::Border)
            .map(Point::from_cell)
    }

    /// The eight points around a point, those on this board.
    pub fn ring(&self, point: Point) -> impl Iterator<Item = Point> {
        let index = point.index();
        RING.into_iter()
            .map(move |step| index.wrapping_add_signed(step))
            .filter(|n| self.cells[*n] != Cell::Border)
            .map(Point::from_cell)
    }

    /// The hash of the stones (not of ko or turn): 0 for the empty board, fixed for ever.
    #[must_use]
    pub const fn hash(&self) -> u64 {
        self.hash
    }

    /// The point where a ko may not be taken back now.
    #[must_use]
    pub const fn ko_point(&self) -> Option<Point> {
        match self.ko {
            Some((_, point)) => Some(point),
            None => None,
        }
    }

    /// The anchor of a stone's string: one of its stones, the same for all of them.
    #[must_use]
    pub fn anchor(&self, point: Point) -> Option<Point> {
        self.color_at(point).map(|_| self.anchor[point.index()])
    }

    /// Number of stones of the string on a point; 0 without a stone.
    #[must_use]
    pub fn string_size(&self, point: Point) -> usize {
        self.string_info(point).map_or(0, |info| info.stones.into())
    }

    /// Number of liberties of the string on a point; 0 without a stone.
    #[must_use]
    pub fn liberties(&self, point: Point) -> usize {
        self.string_info(point)
            .map_or(0, |info| info.liberty_count.into())
    }

    /// The liberties of the string on a point; none without a stone.
    #[must_use]
    pub fn liberty_set(&self, point: Point) -> PointSet {
        self.string_info(point)
            .map_or(PointSet::EMPTY, |info| info.liberties)
    }

    /// The stones of the string on a point, in no particular order; none without a stone.
    pub fn string(&self, point: Point) -> impl Iterator<Item = Point> {
        let stones = self.string_size(point);
        std::iter::successors(Some(point), |at| Some(self.next[at.index()])).take(stones)
    }

    /// Checks whether a color may put a stone on a point.
    ///
    /// # Errors
    /// The reason why it may not.
    pub fn legality(&self, color: Color, point: Point) -> Result<(), IllegalMove> {
        let index = point.index();
        match self.cells[index] {
            Cell::Empty => {}
            Cell::Border => return Err(IllegalMove::OffBoard),
            Cell::Black => return Err(IllegalMove::Occupied(Color::Black)),
            Cell::White => return Err(IllegalMove::Occupied(Color::White)),
        }
        if self.ko == Some((color, point)) {
            return Err(IllegalMove::Ko);
        }
        // The point itself is a liberty of every string beside it: an own string needs one more,
        // and an enemy string with no other falls.
        let breathes = |n| self.stone_liberties(n) > 1;
        let falls = |n| self.stone_liberties(n) == 1;
        let lives = self.openings(point) > 0
            || self.stones_beside(point, color).any(breathes)
            || self.stones_beside(point, !color).any(falls);
        if lives {
            Ok(())
        } else {
            Err(IllegalMove::Suicide)
        }
    }

    /// The hash of the stones after a move, without making it.
    ///
    /// # Errors
    /// The reason why the move is not allowed.
    pub fn hash_after(&self, color: Color, point: Point) -> Result<u64, IllegalMove> {
        self.legality(color, point)?;
        let mut hash = self.hash ^ zobrist::key(color, point.index());
        let mut captured = PointSet::EMPTY;
        for n in self.neighbors(point) {
            let taken = self.color_at(n) == Some(!color) && self.liberties(n) == 1;
            if taken && !captured.contains(n) {
                captured.extend(self.string(n));
            }
        }
        for stone in captured.iter() {
            hash ^= zobrist::key(!color, stone.index());
        }
        Ok(hash)
    }

    /// Checks and plays a move; returns the number of stones it captured.
    ///
    /// Turns are not checked here: handicap stones and torn records come one color in a row.
    ///
    /// # Errors
    /// The reason why the move is not allowed; the board is unchanged then.
    pub fn play(&mut self, color: Color, mv: Move) -> Result<u16, IllegalMove> {
        if let Move::Play(point) = mv {
            self.legality(color, point)?;
        }
        Ok(self.play_checked(color, mv))
    }

    /// Plays a move that [`Self::legality`] was found to allow.
    pub(super) fn play_checked(&mut self, color: Color, mv: Move) -> u16 {
        match mv {
            Move::Pass => {
                self.ko = None;
                0
            }
            Move::Play(point) => self.put_and_capture(color, point),
        }
    }

    fn put_and_capture(&mut self, color: Color, point: Point) -> u16 {
        let choked = self.put(color, point);
        let mut captured = 0;
        let mut last = point;
        if choked {
            for n in self.stones_beside(point, !color) {
                // Its string may have been lifted just now.
                if !self.is_empty(n) && self.stone_liberties(n) == 0 {
                    last = self.anchor[n.index()];
                    captured += self.strings[last.index()].stones;
                    self.lift(!color, last);
                }
            }
        }
        let info = self.stone_string(point);
        // A lone stone that took a lone stone, and can breathe only where that one stood: taking it back
        // would bring the position before it again. One string fell, so `last` is its point.
        let is_ko = captured == 1 && info.stones == 1 && info.liberty_count == 1;
        self.ko = is_ko.then_some((!color, last));
        captured
    }

    /// Puts a stone on an empty cell. Strings left without liberties stay; returns whether one of the
    /// opponent's is.
    fn put(&mut self, color: Color, point: Point) -> bool {
        let index = point.index();
        let own = Cell::from_color(color);
        self.unlist_empty(point);
        self.cells[index] = own;
        self.recode(index, own);
        self.hash ^= zobrist::key(color, index);
        let mut choked = false;
        for n in self.stones_beside(point, !color) {
            let info = &mut self.strings[self.anchor[n.index()].index()];
            // A string that touches the point more than once loses it once: the second removal changes nothing.
            info.remove_liberty(index);
            choked |= info.liberty_count == 0;
        }
        let mut home: Option<Point> = None;
        for n in self.stones_beside(point, color) {
            let anchor = self.anchor[n.index()];
            self.strings[anchor.index()].remove_liberty(index);
            home = Some(home.map_or(anchor, |other| self.merge(other, anchor)));
        }
        match home {
            Some(anchor) => self.extend_string(anchor, point),
            None => self.start_string(point),
        }
        choked
    }

    /// Starts a string with a stone.
    fn start_string(&mut self, point: Point) {
        self.anchor[point.index()] = point;
        self.next[point.index()] = point;
        self.strings[point.index()] = StringInfo::LONE;
        self.add_liberties_around(point, point);
    }

    /// Adds a stone to a string.
    fn extend_string(&mut self, anchor: Point, point: Point) {
        self.anchor[point.index()] = anchor;
        self.next[point.index()] = self.next[anchor.index()];
        self.next[anchor.index()] = point;
        self.strings[anchor.index()].stones += 1;
        self.add_liberties_around(anchor, point);
    }

    fn add_liberties_around(&mut self, anchor: Point, point: Point) {
        let open = self.open_beside(point);
        let info = &mut self.strings[anchor.index()];
        for n in open {
            info.add_liberty(n.index());
        }
    }

    /// Makes one string of two (or of one) and returns its anchor.
    fn merge(&mut self, a: Point, b: Point) -> Point {
        if a == b {
            return a;
        }
        // The smaller string changes its anchor: a stone is relabeled only when its string at least doubles.
        let b_larger = self.strings[b.index()].stones > self.strings[a.index()].stones;
        let (to, from) = if b_larger { (b, a) } else { (a, b) };
        let mut at = from;
        loop {
            self.anchor[at.index()] = to;
            at = self.next[at.index()];
            if at == from {
                break;
            }
        }
        // Two rings become one when two of their stones swap successors; only now, for the walk above has
        // to end where it began.
        self.next.swap(to.index(), from.index());
        let joined = self.strings[from.index()];
        self.strings[to.index()].absorb(&joined);
        to
    }

    /// Takes the string of a stone off the board.
    fn lift(&mut self, color: Color, stone: Point) {
        let mut at = stone;
        loop {
            let index = at.index();
            self.cells[index] = Cell::Empty;
            self.recode(index, Cell::from_color(color));
            self.hash ^= zobrist::key(color, index);
            self.list_empty(at);
            for n in self.stones_beside(at, !color) {
                self.strings[self.anchor[n.index()].index()].add_liberty(index);
            }
            // Lifting leaves the ring as it is, so the walk still comes back to `stone`.
            at = self.next[index];
            if at == stone {
                break;
            }
        }
    }

    fn list_empty(&mut self, point: Point) {
        self.slot[point.index()] = self.empty_count;
        self.empty[usize::from(self.empty_count)] = point;
        self.empty_count += 1;
    }

    fn unlist_empty(&mut self, point: Point) {
        self.empty_count -= 1;
        // The last point of the list fills the gap; if it is this one, it is written behind the list's new end.
        let last = self.empty[usize::from(self.empty_count)];
        let slot = self.slot[point.index()];
        self.empty[usize::from(slot)] = last;
        self.slot[last.index()] = slot;
    }

    fn string_info(&self, point: Point) -> Option<&StringInfo> {
        self.color_at(point).map(|_| self.stone_string(point))
    }

    /// Number of liberties of the string of a stone, where one is known to stand.
    pub fn stone_liberties(&self, stone: Point) -> usize {
        self.stone_string(stone).liberty_count.into()
    }

    /// The liberties of the string of a stone, where one is known to stand.
    pub fn stone_liberty_set(&self, stone: Point) -> &PointSet {
        &self.stone_string(stone).liberties
    }

    fn stone_string(&self, stone: Point) -> &StringInfo {
        debug_assert!(self.color_at(stone).is_some());
        &self.strings[self.anchor[stone.index()].index()]
    }
}

/// Indexes of the four cells around one that is not on the border.
pub const fn neighbor_indexes(index: usize) -> [usize; 4] {
    [
        index - 1,
        index + 1,
        index - Point::STRIDE,
        index + Point::STRIDE,
    ]
}

impl PartialEq for Board {
    fn eq(&self, other: &Self) -> bool {
        self.size == other.size && self.cells == other.cells && self.ko == other.ko
    }
}

impl Eq for Board {}

impl fmt::Debug for Board {
    /// The diagram of the position.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\n{}", Diagram::new(self))
    }
}

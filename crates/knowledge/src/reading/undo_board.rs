//! A board for reading: moves are drawn on it and wiped off again, without copies.
//!
//! It starts as a copy of a [`Board`] and knows the same of strings and liberties; every change
//! goes through `set_cell`, `set_link` and `string_mut`, which note what was there before, and
//! [`UndoBoard::undo`] puts the notes back in reverse order.

use super::read_set::ReadSet;
use sgmp_board::rules::{
    Board, BoardSize, Cell, Color, Point, PointSet, StringInfo, key, neighbor_indexes,
};

/// Fills array slots that hold no point.
const FILLER: Point = Point::new(0, 0).unwrap();

/// Kinds of cells.
const KINDS: usize = 4;

/// True if a stone may be put on a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Permission {
    /// No rule forbids it.
    Allowed,
    /// Only the rule of ko forbids it.
    Ko,
    /// The point is taken, or it would be suicide.
    Forbidden,
}

/// Anchor of a stone's string, and the next stone in its ring.
#[derive(Clone, Copy, Debug)]
struct Link {
    anchor: Point,
    next: Point,
}

/// Lengths of the notes when a move was made, and what is too small to be noted.
#[derive(Clone, Copy, Debug)]
struct Mark {
    cells: u32,
    links: u32,
    groups: u32,
    hash: u64,
    ko: Ban,
}

/// The color that may not take back a ko, and the point.
type Ban = Option<(Color, Point)>;

/// A board whose moves can be taken back, one after another, without a copy.
#[derive(Debug)]
pub struct UndoBoard {
    cells: [Cell; Point::AREA],
    /// The points with each kind of cell, by its number.
    kinds: [PointSet; KINDS],
    /// Meaningful where there are stones.
    links: [Link; Point::AREA],
    /// Meaningful where there are anchors.
    groups: [StringInfo; Point::AREA],
    hash: u64,
    ko: Ban,
    old_cells: Vec<(Point, Cell)>,
    old_links: Vec<(Point, Link)>,
    old_groups: Vec<(Point, StringInfo)>,
    marks: Vec<Mark>,
    /// The board copied last; it is restored when every move is undone.
    source: Option<(BoardSize, u64, Ban)>,
    /// The points looked at.
    pub(super) read_set: ReadSet,
}

impl UndoBoard {
    /// A board without points, to be filled from a position. On the heap: it is too large for the stack of a thread that reads deep.
    pub fn new() -> Box<Self> {
        let lone = Link {
            anchor: FILLER,
            next: FILLER,
        };
        Box::new(Self {
            cells: [Cell::Border; Point::AREA],
            kinds: [PointSet::EMPTY; KINDS],
            links: [lone; Point::AREA],
            groups: [StringInfo::LONE; Point::AREA],
            hash: 0,
            ko: None,
            old_cells: Vec::new(),
            old_links: Vec::new(),
            old_groups: Vec::new(),
            marks: Vec::new(),
            source: None,
            read_set: ReadSet::default(),
        })
    }

    /// Copies a position; what was drawn before is gone.
    pub fn copy(&mut self, board: &Board) {
        let source = Some((board.size(), board.hash(), banned(board)));
        if self.source == source && self.marks.is_empty() {
            return;
        }
        self.source = source;
        self.cells.fill(Cell::Border);
        self.kinds = [PointSet::EMPTY; KINDS];
        self.old_cells.clear();
        self.old_links.clear();
        self.old_groups.clear();
        self.marks.clear();
        self.hash = 0;
        self.ko = banned(board);
        for point in Point::all(board.size()) {
            let cell = board.color_at(point).map_or(Cell::Empty, Cell::from_color);
            self.cells[point.index()] = cell;
            self.kinds[cell as usize].insert(point);
            if board.anchor(point) == Some(point) {
                self.copy_string(board, point);
            }
        }
    }

    /// Copies a string in the order of its points, whatever moves it was made by, so that what is read
    /// of a position depends on its stones alone.
    fn copy_string(&mut self, board: &Board, stone: Point) {
        let stones: PointSet = board.string(stone).collect();
        let Some(anchor) = stones.first() else { return };
        let mut last = anchor;
        for stone in stones.iter() {
            self.links[last.index()].next = stone;
            self.links[stone.index()].anchor = anchor;
            last = stone;
        }
        self.links[last.index()].next = anchor;
        self.groups[anchor.index()] = StringInfo {
            liberties: board.liberty_set(stone),
            liberty_count: board.liberties(stone) as u16,
            stones: board.string_size(stone) as u16,
        };
    }

    /// The hash of the ko and of what has changed since the copy: stones far off, that were not looked
    /// at, do not matter.
    pub(crate) fn hash(&self) -> u64 {
        self.ko.map_or(self.hash, |(color, point)| {
            self.hash ^ key(color, point.index()).rotate_left(17)
        })
    }

    /// The hash after a move, or a pass, that captures nothing.
    pub(crate) fn hash_after(&self, color: Color, mv: Option<Point>) -> u64 {
        mv.map_or(self.hash, |point| self.hash ^ key(color, point.index()))
    }

    /// The color that may not take back a ko, and the point.
    pub const fn ko(&self) -> Ban {
        self.ko
    }

    /// The color of the stone on a point; none where there is no stone.
    pub fn color_at(&self, point: Point) -> Option<Color> {
        self.cell(point.index()).color()
    }

    /// True if no stone lies on a point.
    pub fn is_empty(&self, point: Point) -> bool {
        self.cell(point.index()) == Cell::Empty
    }

    /// Those of some points that are empty.
    pub(crate) fn empty_among(&self, points: PointSet) -> PointSet {
        self.among(points, Cell::Empty)
    }

    /// Those of some points where stones of a color are.
    pub(crate) fn stones_among(&self, points: PointSet, color: Color) -> PointSet {
        self.among(points, Cell::from_color(color))
    }

    /// Number of stones of a color on the whole board. Not noted in the read set: meant to be
    /// compared with what it was before some moves.
    pub(crate) fn count(&self, color: Color) -> usize {
        self.kinds[Cell::from_color(color) as usize].len()
    }

    fn among(&self, points: PointSet, cell: Cell) -> PointSet {
        self.read_set.points(points);
        self.kinds[cell as usize] & points
    }

    fn cell(&self, index: usize) -> Cell {
        self.read_set.point(index);
        self.cells[index]
    }

    /// The points next to a point, on this board.
    pub fn neighbors(&self, point: Point) -> impl Iterator<Item = Point> {
        neighbor_indexes(point.index())
            .into_iter()
            .filter(|n| self.cells[*n] != Cell::Border)
            .map(Point::from_cell)
    }

    /// The same in the order of points.
    pub(crate) fn sorted_neighbors(&self, point: Point) -> impl Iterator<Item = Point> {
        let mut cells = neighbor_indexes(point.index());
        cells.sort_unstable();
        cells
            .into_iter()
            .filter(|n| self.cells[*n] != Cell::Border)
            .map(Point::from_cell)
    }

    /// The points that touch a point by a corner, on this board.
    pub(crate) fn corners(&self, point: Point) -> impl Iterator<Item = Point> {
        corners(point.index())
            .into_iter()
            .filter(|n| self.cells[*n] != Cell::Border)
            .map(Point::from_cell)
    }

    /// The stone that stands for the string of a stone.
    pub(crate) fn anchor(&self, stone: Point) -> Point {
        self.read_set.point(stone.index());
        self.anchor_at(stone.index())
    }

    fn anchor_at(&self, index: usize) -> Point {
        let anchor = self.links[index].anchor;
        self.read_set.string(anchor);
        anchor
    }

    /// Number of liberties of the string of a stone.
    pub fn liberties(&self, stone: Point) -> usize {
        self.group(stone).liberty_count.into()
    }

    /// The liberties of the string of a stone.
    pub fn liberty_set(&self, stone: Point) -> PointSet {
        self.group(stone).liberties
    }

    /// The only liberty, or the first of them.
    pub fn first_liberty(&self, stone: Point) -> Option<Point> {
        self.group(stone).liberties.first()
    }

    /// Number of stones of the string of a stone.
    pub fn string_size(&self, stone: Point) -> usize {
        self.group(stone).stones.into()
    }

    /// The stones of the string of a stone.
    pub fn string(&self, stone: Point) -> impl Iterator<Item = Point> {
        std::iter::successors(Some(stone), |at| Some(self.links[at.index()].next))
            .take(self.string_size(stone))
    }

    /// The same as a set.
    pub(crate) fn string_set(&self, stone: Point) -> PointSet {
        self.string(stone).collect()
    }

    fn group(&self, stone: Point) -> &StringInfo {
        self.group_at(stone.index())
    }

    fn group_at(&self, index: usize) -> &StringInfo {
        &self.groups[self.anchor_at(index).index()]
    }

    /// Returns whether a color may put a stone on a point.
    pub fn permission(&self, color: Color, point: Point) -> Permission {
        if !self.is_empty(point) {
            return Permission::Forbidden;
        }
        if self.ko == Some((color, point)) {
            return Permission::Ko;
        }
        let own = Cell::from_color(color);
        let lives = neighbor_indexes(point.index())
            .into_iter()
            .any(|n| match self.cell(n) {
                Cell::Empty => true,
                Cell::Border => false,
                stone => (stone == own) == (self.group_at(n).liberty_count > 1),
            });
        if lives {
            Permission::Allowed
        } else {
            Permission::Forbidden
        }
    }

    /// Puts a stone on an empty point where it is no suicide; gives the number of stones captured.
    pub fn play(&mut self, color: Color, point: Point) -> u16 {
        self.mark();
        self.put(color, point);
        let enemy = Cell::from_color(!color);
        let (mut captured, mut last) = (0, point);
        for n in neighbor_indexes(point.index()) {
            if self.cells[n] == enemy && self.group_at(n).liberty_count == 0 {
                last = Point::from_cell(n);
                captured += self.group_at(n).stones;
                self.lift(!color, last);
            }
        }
        let group = self.group(point);
        let is_ko = captured == 1 && group.stones == 1 && group.liberty_count == 1;
        self.ko = is_ko.then_some((!color, last));
        captured
    }

    /// A move elsewhere, which lifts the ban of a ko.
    pub fn pass(&mut self) {
        self.mark();
        self.ko = None;
    }

    /// Wipes off the latest move.
    pub fn undo(&mut self) {
        let Some(mark) = self.marks.pop() else {
            return;
        };
        for (point, old) in self.old_cells.drain(mark.cells as usize..).rev() {
            let new = std::mem::replace(&mut self.cells[point.index()], old);
            self.kinds[new as usize].remove(point);
            self.kinds[old as usize].insert(point);
        }
        for (point, old) in self.old_links.drain(mark.links as usize..).rev() {
            self.links[point.index()] = old;
        }
        for (point, old) in self.old_groups.drain(mark.groups as usize..).rev() {
            self.groups[point.index()] = old;
        }
        self.hash = mark.hash;
        self.ko = mark.ko;
    }

    fn mark(&mut self) {
        self.marks.push(Mark {
            cells: self.old_cells.len() as u32,
            links: self.old_links.len() as u32,
            groups: self.old_groups.len() as u32,
            hash: self.hash,
            ko: self.ko,
        });
    }

    fn set_cell(&mut self, point: Point, cell: Cell) {
        let old = std::mem::replace(&mut self.cells[point.index()], cell);
        self.kinds[old as usize].remove(point);
        self.kinds[cell as usize].insert(point);
        self.old_cells.push((point, old));
    }

    fn set_link(&mut self, point: Point, link: Link) {
        let old = std::mem::replace(&mut self.links[point.index()], link);
        self.old_links.push((point, old));
    }

    fn group_mut(&mut self, anchor: Point) -> &mut StringInfo {
        let group = &mut self.groups[anchor.index()];
        self.old_groups.push((anchor, *group));
        group
    }

    /// Puts a stone on an empty cell. A string left without liberties stays.
    fn put(&mut self, color: Color, point: Point) {
        let own = Cell::from_color(color);
        self.set_cell(point, own);
        self.hash ^= key(color, point.index());
        let mut lone = StringInfo::LONE;
        let (mut friends, mut found) = ([FILLER; 4], 0);
        for n in neighbor_indexes(point.index()) {
            match self.cell(n) {
                Cell::Empty => lone.add_liberty(n),
                Cell::Border => {}
                stone => {
                    let anchor = self.anchor_at(n);
                    if stone != own {
                        if self.groups[anchor.index()].liberties.contains(point) {
                            self.group_mut(anchor).remove_liberty(point.index());
                        }
                    } else if !friends[..found].contains(&anchor) {
                        friends[found] = anchor;
                        found += 1;
                    }
                }
            }
        }
        self.set_link(
            point,
            Link {
                anchor: point,
                next: point,
            },
        );
        *self.group_mut(point) = lone;
        self.join(point, &friends[..found]);
    }

    /// Makes one string of a lone stone and its friends, under the anchor of the largest.
    fn join(&mut self, stone: Point, friends: &[Point]) {
        let largest = friends
            .iter()
            .copied()
            .max_by_key(|friend| self.groups[friend.index()].stones);
        let Some(to) = largest else {
            return;
        };
        let mut joined = self.groups[to.index()];
        for from in friends.iter().copied().chain([stone]) {
            if from != to {
                let group = self.groups[from.index()];
                joined.absorb(&group);
                self.splice(to, from);
            }
        }
        joined.remove_liberty(stone.index());
        *self.group_mut(to) = joined;
    }

    /// Puts the ring of `from` into that of `to`.
    fn splice(&mut self, to: Point, from: Point) {
        let into = self.links[to.index()];
        let mut at = from;
        self.set_link(
            to,
            Link {
                anchor: to,
                next: from,
            },
        );
        loop {
            let next = self.links[at.index()].next;
            let is_last = next == from;
            let next = if is_last { into.next } else { next };
            self.set_link(at, Link { anchor: to, next });
            if is_last {
                break;
            }
            at = next;
        }
    }

    /// Takes the string of a stone off the board.
    fn lift(&mut self, color: Color, stone: Point) {
        let enemy = Cell::from_color(!color);
        let mut at = stone;
        loop {
            self.set_cell(at, Cell::Empty);
            self.hash ^= key(color, at.index());
            for n in neighbor_indexes(at.index()) {
                if self.cells[n] == enemy {
                    let anchor = self.links[n].anchor;
                    self.group_mut(anchor).add_liberty(at.index());
                }
            }
            at = self.links[at.index()].next;
            if at == stone {
                break;
            }
        }
    }
}

/// Indexes of the four cells that touch one by a corner.
const fn corners(index: usize) -> [usize; 4] {
    [
        index - Point::STRIDE - 1,
        index - Point::STRIDE + 1,
        index + Point::STRIDE - 1,
        index + Point::STRIDE + 1,
    ]
}

/// The color that may not take back a ko, and the point.
fn banned(board: &Board) -> Ban {
    let point = board.ko_point()?;
    let taker = board.neighbors(point).find_map(|n| board.color_at(n))?;
    Some((!taker, point))
}

#[cfg(test)]
mod tests {
    use super::*;
    use sgmp_board::rng::Rng;
    use sgmp_board::rules::Move;

    fn assert_same(undo_board: &UndoBoard, board: &Board) {
        let all: PointSet = Point::all(board.size()).collect();
        for color in Color::BOTH {
            assert_eq!(
                undo_board.stones_among(all, color),
                board.stones(color).collect()
            );
            assert_eq!(undo_board.count(color), board.stones(color).count());
        }
        for point in Point::all(board.size()) {
            assert_eq!(
                undo_board.color_at(point),
                board.color_at(point),
                "{board:?}"
            );
            let here = PointSet::single(point);
            assert_eq!(
                undo_board.empty_among(here).is_empty(),
                !board.is_empty(point)
            );
            for color in [Color::Black, Color::White] {
                let is_legal = board.legality(color, point).is_ok();
                let permission = undo_board.permission(color, point);
                assert_eq!(permission == Permission::Allowed, is_legal, "{board:?}");
                let is_eye = board.is_small_eye(color, point);
                assert_eq!(undo_board.is_small_eye(color, point), is_eye, "{board:?}");
            }
            if board.color_at(point).is_none() {
                continue;
            }
            assert_eq!(
                undo_board.liberties(point),
                board.liberties(point),
                "{board:?}"
            );
            assert_eq!(undo_board.liberty_set(point), board.liberty_set(point));
            let mine: PointSet = undo_board.string(point).collect();
            assert_eq!(mine, board.string(point).collect(), "{board:?}");
            let beside = mine.iter().flat_map(|own| board.neighbors(own));
            let enemies =
                beside.filter(|n| board.color_at(*n) == board.color_at(point).map(|c| !c));
            assert_eq!(
                undo_board.stones_beside(point),
                enemies.collect(),
                "{board:?}"
            );
        }
    }

    /// Returns whether a move captures, and the hash after one that does not, are known before it
    /// is made.
    fn assert_foreseen(undo_board: &mut UndoBoard, size: BoardSize) {
        for color in Color::BOTH {
            for point in Point::all(size) {
                if undo_board.permission(color, point) != Permission::Allowed {
                    continue;
                }
                let captures = undo_board.captures(color, point);
                let foreseen = undo_board.hash_after(color, Some(point));
                assert_eq!(undo_board.play(color, point) > 0, captures);
                assert!(captures || undo_board.hash() == foreseen);
                undo_board.undo();
            }
            let foreseen = undo_board.hash_after(color, None);
            undo_board.pass();
            assert_eq!(undo_board.hash(), foreseen);
            undo_board.undo();
        }
    }

    #[test]
    fn it_knows_what_a_board_knows_and_forgets_what_is_undone() {
        let mut rng = Rng::from_seed(7);
        let size = BoardSize::new(7).unwrap();
        let points: Vec<Point> = Point::all(size).collect();
        let mut undo_board = UndoBoard::new();
        for _ in 0..40 {
            let mut boards = vec![Board::new(size)];
            undo_board.copy(&boards[0]);
            let mut color = Color::Black;
            for _ in 0..150 {
                let point = points[rng.below(points.len() as u32) as usize];
                let mut board = boards[boards.len() - 1].clone();
                if board.play(color, Move::Play(point)).is_ok() {
                    undo_board.play(color, point);
                } else {
                    board.play(color, Move::Pass).unwrap();
                    undo_board.pass();
                }
                assert_same(&undo_board, &board);
                assert_foreseen(&mut undo_board, size);
                boards.push(board);
                color = !color;
            }
            let last = &boards[boards.len() - 1];
            assert_eq!(boards[0].hash() ^ undo_board.hash, last.hash());
            let mut again = UndoBoard::new();
            again.copy(last);
            assert_same(&again, last);
            while boards.len() > 1 {
                boards.pop();
                undo_board.undo();
                assert_same(&undo_board, &boards[boards.len() - 1]);
            }
        }
    }
}

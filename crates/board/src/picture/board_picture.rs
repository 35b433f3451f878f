//! The value: what is to be seen on a board.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use super::point_values::{Candidate, Life, Mark};
use crate::record::{GameRecord, ReplayError, replay};
use crate::rules::{Board, BoardSize, Color, Game, Move, Point, PointSet, Territory, fixed_points};

/// A board as it is to be seen.
///
/// Everything but the stones is added by the methods that take and return the picture. Points beyond
/// the board are left out.
#[derive(Clone, Debug, PartialEq)]
pub struct Picture {
    size: BoardSize,
    stones: BTreeMap<Point, Color>,
    last: Option<Point>,
    cursor: Option<Point>,
    ataris: PointSet,
    territory: Territory,
    life: BTreeMap<Point, Life>,
    labels: BTreeMap<Point, String>,
    marks: BTreeMap<Point, Mark>,
    numbers: BTreeMap<Point, usize>,
    candidates: BTreeMap<Point, Candidate>,
    ownership: BTreeMap<Point, f32>,
    influence: BTreeMap<Point, f32>,
    notes: Vec<String>,
    has_coordinates: bool,
}

impl Picture {
    /// The stones of a board.
    #[must_use]
    pub fn new(board: &Board) -> Self {
        let stones = Point::all(board.size())
            .filter_map(|point| Some((point, board.color_at(point)?)))
            .collect();
        Self {
            size: board.size(),
            stones,
            last: None,
            cursor: None,
            ataris: PointSet::EMPTY,
            territory: Territory::default(),
            life: BTreeMap::new(),
            labels: BTreeMap::new(),
            marks: BTreeMap::new(),
            numbers: BTreeMap::new(),
            candidates: BTreeMap::new(),
            ownership: BTreeMap::new(),
            influence: BTreeMap::new(),
            notes: Vec::new(),
            has_coordinates: true,
        }
    }

    /// A board with the moves of a line on it, numbered from 1; passes have their number and no stone.
    #[must_use]
    pub fn of_line(board: &Board, first: Color, line: &[Move]) -> Self {
        let colors = [first, !first].into_iter().cycle();
        let moves = (1..).zip(line).zip(colors);
        moves.fold(
            Self::new(board),
            |picture, ((number, mv), color)| match mv {
                Move::Play(point) => picture.numbered_stone(*point, color, number),
                Move::Pass => picture,
            },
        )
    }

    /// The stones of a game and its latest move.
    #[must_use]
    pub fn from_game(game: &Game) -> Self {
        Self::new(game.board()).last_move(game.last_move())
    }

    /// The position of a record after some moves, with the latest of them.
    ///
    /// # Errors
    /// If the record cannot be played over so far.
    pub fn from_record(record: &GameRecord, moves: usize) -> Result<Self, ReplayError> {
        Ok(Self::from_game(&replay(record, moves)?))
    }

    /// A figure for printing: the position before a range of moves, counted from 1, and these moves
    /// with their numbers. A move on a point that is taken in the figure stands in its notes.
    ///
    /// # Errors
    /// If the record cannot be played over up to the end of the range.
    pub fn from_moves(
        record: &GameRecord,
        range: &RangeInclusive<usize>,
    ) -> Result<Self, ReplayError> {
        let before = range.start().saturating_sub(1);
        replay(record, *range.end())?;
        let mut picture = Self::new(replay(record, before)?.board());
        let moves = record.moves().iter().enumerate().skip(before);
        for (index, played) in moves.take_while(|(index, _)| index < range.end()) {
            let number = index + 1;
            picture = match played.mv {
                Move::Pass => picture.note(format!("{number} {} passes", played.color)),
                Move::Play(point) => picture.numbered_stone(point, played.color, number),
            };
        }
        Ok(picture)
    }

    /// Marks the latest move, if it was one on the board.
    #[must_use]
    pub fn last_move(mut self, last: Option<(Color, Move)>) -> Self {
        self.last = match last {
            Some((_, Move::Play(point))) => Some(point).filter(|point| point.is_on(self.size)),
            Some((_, Move::Pass)) | None => None,
        };
        self
    }

    /// Marks the stones on these points as dead.
    #[must_use]
    pub fn dead(self, dead: &PointSet) -> Self {
        self.life(dead, Life::Dead)
    }

    /// Says how the stones on these points live.
    #[must_use]
    pub fn life(mut self, stones: &PointSet, life: Life) -> Self {
        for point in stones.iter().filter(|point| point.is_on(self.size)) {
            self.life.insert(point, life);
        }
        self
    }

    /// Marks the owners of the empty points.
    #[must_use]
    pub const fn territory(mut self, territory: &Territory) -> Self {
        self.territory = *territory;
        self
    }

    /// Marks the strings of a board that can be taken by the next move.
    #[must_use]
    pub fn ataris(mut self, board: &Board) -> Self {
        let in_atari =
            |point: &Point| board.color_at(*point).is_some() && board.liberties(*point) == 1;
        for point in Point::all(self.size.min(board.size())).filter(in_atari) {
            self.ataris.insert(point);
        }
        self
    }

    /// Says how likely each point ends up as whose, from -1 (White's) to 1 (Black's).
    #[must_use]
    pub fn ownership(mut self, value: impl Fn(Point) -> f32) -> Self {
        self.ownership = shares(self.size, value);
        self
    }

    /// Says whose influence reaches each point, from -1 (White's) to 1 (Black's).
    #[must_use]
    pub fn influence(mut self, value: impl Fn(Point) -> f32) -> Self {
        self.influence = shares(self.size, value);
        self
    }

    /// Adds a label of one to three characters; a longer one is cut where it does not fit.
    #[must_use]
    pub fn label(mut self, point: Point, label: impl Into<String>) -> Self {
        let label: String = label.into();
        let label: String = label.chars().filter(|c| !c.is_control()).collect();
        if point.is_on(self.size) && !label.trim().is_empty() {
            self.labels.insert(point, label.trim().to_owned());
        }
        self
    }

    /// Adds a mark; a point outside the board gets none.
    #[must_use]
    pub fn mark(mut self, point: Point, mark: Mark) -> Self {
        if point.is_on(self.size) {
            self.marks.insert(point, mark);
        }
        self
    }

    /// Numbers the stone on a point, as a move.
    #[must_use]
    pub fn number(mut self, point: Point, number: usize) -> Self {
        if point.is_on(self.size) {
            self.numbers.insert(point, number);
        }
        self
    }

    /// Puts a stone on an empty point, as a move with this number; on a stone there is a note instead.
    #[must_use]
    pub fn numbered_stone(mut self, point: Point, color: Color, number: usize) -> Self {
        if !point.is_on(self.size) {
            return self;
        }
        if self.stones.contains_key(&point) {
            let note = match self.numbers.get(&point) {
                Some(first) => format!("{number} at {first}"),
                None => format!("{number} at {point}"),
            };
            return self.note(note);
        }
        self.stones.insert(point, color);
        self.number(point, number)
    }

    /// Adds a move that is considered.
    #[must_use]
    pub fn candidate(mut self, point: Point, candidate: Candidate) -> Self {
        if point.is_on(self.size) {
            self.candidates.insert(point, candidate);
        }
        self
    }

    /// Adds moves that are considered; passes have no place on the board.
    #[must_use]
    pub fn candidates(self, moves: impl IntoIterator<Item = (Move, Candidate)>) -> Self {
        moves
            .into_iter()
            .fold(self, |picture, (mv, candidate)| match mv {
                Move::Play(point) => picture.candidate(point, candidate),
                Move::Pass => picture,
            })
    }

    /// The letters and numbers at the edges of the board, or none.
    #[must_use]
    pub const fn with_coordinates(mut self, has_coordinates: bool) -> Self {
        self.has_coordinates = has_coordinates;
        self
    }

    pub(super) const fn has_coordinates(&self) -> bool {
        self.has_coordinates
    }

    /// Puts the cursor on a point, or takes it away.
    #[must_use]
    pub fn cursor(mut self, cursor: Option<Point>) -> Self {
        self.cursor = cursor.filter(|point| point.is_on(self.size));
        self
    }

    /// Adds a line below the board.
    #[must_use]
    pub fn note(mut self, note: impl Into<String>) -> Self {
        self.notes.push(note.into());
        self
    }

    /// The size of the board.
    #[must_use]
    pub const fn size(&self) -> BoardSize {
        self.size
    }

    /// The stone on a point.
    #[must_use]
    pub fn stone(&self, point: Point) -> Option<Color> {
        self.stones.get(&point).copied()
    }

    /// The point that is marked as the latest move; `None` where none is.
    #[must_use]
    pub const fn last(&self) -> Option<Point> {
        self.last
    }

    pub(super) const fn cursor_point(&self) -> Option<Point> {
        self.cursor
    }

    pub(super) fn is_in_atari(&self, point: Point) -> bool {
        self.ataris.contains(point)
    }

    pub(super) fn owner(&self, point: Point) -> Option<Color> {
        self.territory.owner(point)
    }

    pub(super) fn life_at(&self, point: Point) -> Option<Life> {
        self.life.get(&point).copied()
    }

    pub(super) fn label_at(&self, point: Point) -> Option<&str> {
        self.labels.get(&point).map(String::as_str)
    }

    pub(super) fn mark_at(&self, point: Point) -> Option<Mark> {
        self.marks.get(&point).copied()
    }

    pub(super) fn number_at(&self, point: Point) -> Option<usize> {
        self.numbers.get(&point).copied()
    }

    pub(super) fn candidate_at(&self, point: Point) -> Option<&Candidate> {
        self.candidates.get(&point)
    }

    /// The candidates, the best first.
    pub(super) fn ranked_candidates(&self) -> Vec<(Point, &Candidate)> {
        let mut ranked: Vec<_> = self
            .candidates
            .iter()
            .map(|(point, c)| (*point, c))
            .collect();
        ranked.sort_by_key(|(point, candidate)| (candidate.rank, *point));
        ranked
    }

    /// How a point leans, from -1 (White's) to 1 (Black's): its ownership, else its influence.
    pub(super) fn lean_at(&self, point: Point) -> Option<f32> {
        let ownership = self.ownership.get(&point);
        ownership.or_else(|| self.influence.get(&point)).copied()
    }

    /// True if leans are shares of ownership, not influence.
    pub(super) fn has_ownership(&self) -> bool {
        !self.ownership.is_empty()
    }

    /// The lines below the board.
    #[must_use]
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    /// True on the points that boards show as a help for the eye.
    pub(super) fn is_star(&self, point: Point) -> bool {
        let points = |stones| fixed_points(self.size, stones).unwrap_or_default();
        let lines = self.size.lines();
        let middle = lines >= 9 && lines % 2 == 1;
        let center = Point::new(lines / 2, lines / 2);
        (middle && center == Some(point))
            || points(4).contains(&point)
            || (lines > 13 && points(8).contains(&point))
    }
}

/// The values of all points, none outside -1 to 1.
fn shares(size: BoardSize, value: impl Fn(Point) -> f32) -> BTreeMap<Point, f32> {
    let share = |point| {
        let value = value(point);
        (
            point,
            if value.is_nan() {
                0.0
            } else {
                value.clamp(-1.0, 1.0)
            },
        )
    };
    Point::all(size).map(share).collect()
}

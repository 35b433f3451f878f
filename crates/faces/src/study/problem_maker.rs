//! Makes problems of positions: what is undecided there, cut out of the board and checked by the reader.

use std::collections::{BTreeMap, BTreeSet};

use super::problem::{Grade, Problem};
use sgmp_advice::review::{Aim, AimReader, AimedPosition, Manner, Refutation};
use sgmp_board::rules::{Board, BoardSize, Color, Move, Point};
use sgmp_knowledge::reading::ResultCode;

/// Level of the reading that finds problems.
const FINDING_LEVEL: u8 = 6;
/// Level of the reading that checks them.
const CHECKING_LEVEL: u8 = 10;

/// Sizes of boards that problems are cut out to.
const SIZES: [u8; 2] = [9, 13];

/// Rows between the fight and a side where the board was cut.
const MARGIN: u8 = 3;
/// Steps from the stones that the fight reaches.
const FIGHT_STEPS: usize = 2;
/// Steps from the stones within which strings are kept.
const KEPT_STEPS: usize = 4;

/// First moves that may be right.
const MAX_RIGHT: usize = 2;
/// Stones of a problem at most: more than that is no picture.
const MAX_STONES: usize = 60;

/// Makes problems, none twice.
#[derive(Debug)]
pub struct ProblemMaker {
    finder: AimReader,
    checker: AimReader,
    seen: BTreeSet<String>,
    /// Problems that are still wanted.
    wanted: BTreeMap<Grade, usize>,
    made: BTreeMap<Grade, usize>,
}

impl ProblemMaker {
    /// A maker of so many problems of each grade.
    #[must_use]
    pub fn new(wanted: impl IntoIterator<Item = (Grade, usize)>) -> Self {
        Self {
            finder: AimReader::for_level(FINDING_LEVEL),
            checker: AimReader::for_level(CHECKING_LEVEL),
            seen: BTreeSet::new(),
            wanted: wanted.into_iter().collect(),
            made: BTreeMap::new(),
        }
    }

    /// Returns whether nothing is wanted any more.
    #[must_use]
    pub fn is_done(&self) -> bool {
        self.wanted.values().all(|wanted| *wanted == 0)
    }

    /// The problems of a position for the side to move: one at most, that about the most stones which is wanted.
    pub fn make(&mut self, board: &Board, to_move: Color) -> Option<Problem> {
        let open = self.finder.open_aims(board, to_move);
        open.iter().find_map(|open| {
            let aim = open.position.aim();
            let (cut, aim) = cut_out(board, aim, to_move)?;
            self.check(&cut, aim)
        })
    }

    /// The problem, if the reader confirms it and it is wanted and new.
    fn check(&mut self, board: &Board, aim: Aim) -> Option<Problem> {
        let position = self.checker.pose(board, aim)?;
        let (answer, other) = (
            position.answer().clone(),
            self.checker.other_first(&position, board),
        );
        let is_clear = |answer: &sgmp_knowledge::reading::Answer| {
            answer.result == ResultCode::Succeeds && answer.is_complete && answer.point().is_some()
        };
        if !is_clear(&answer) || !is_clear(&other) {
            return None;
        }
        let right = self.right_moves(&position)?;
        let solution = self.checker.solution(&position);
        let grade = self.grade(&position, &solution)?;
        let wanted = self.wanted.get_mut(&grade).filter(|wanted| **wanted > 0)?;
        if !self.seen.insert(canonical_text(board)) {
            return None;
        }
        *wanted -= 1;
        let number = self.made.entry(grade).or_insert(0);
        *number += 1;
        let id = format!("{}-{number:03}", grade.name());
        Some(Problem::made(id, board.clone(), aim, &right, solution))
    }

    /// The right first moves; `None` where there are too many.
    fn right_moves(&mut self, position: &AimedPosition) -> Option<Vec<Point>> {
        let board = position.board();
        let mut right = Vec::new();
        let near = spread(board, position.aim(), KEPT_STEPS);
        for point in near.into_iter().filter(|point| board.is_empty(*point)) {
            let Ok(trial) = self.checker.try_move(position, board, Move::Play(point)) else {
                continue;
            };
            // What is not read to its end is no problem for a book.
            if !trial.is_complete {
                return None;
            }
            if trial.result.works() && trial.result < position.answer().result {
                return None;
            }
            if position.accepts(&trial) {
                right.push(point);
            }
            if right.len() > MAX_RIGHT {
                return None;
            }
        }
        (!right.is_empty()).then_some(right)
    }

    fn grade(&mut self, position: &AimedPosition, solution: &[Move]) -> Option<Grade> {
        let (board, aim) = (position.board(), position.aim());
        let liberties = board.liberties(aim.stone());
        let own_moves = solution.len().div_ceil(2);
        let manner = self.manner(position);
        Some(match aim {
            Aim::Capture(_) if liberties == 1 => Grade::FirstCaptures,
            Aim::Save(_) if liberties == 1 => Grade::FirstRescues,
            Aim::Live(_) | Aim::Kill(_) if own_moves <= 1 => Grade::FirstEyes,
            Aim::Capture(_) if matches!(manner, Some(Manner::Ladder | Manner::Net)) => {
                Grade::LaddersAndNets
            }
            Aim::Capture(_) => Grade::Captures,
            Aim::Save(_) => Grade::Rescues,
            Aim::Live(_) => Grade::Life,
            Aim::Kill(_) => Grade::Death,
            Aim::Connect(..) | Aim::Cut(..) => return None,
        })
    }

    /// The manner in which stones are hunted down.
    fn manner(&mut self, position: &AimedPosition) -> Option<Manner> {
        let Aim::Capture(stone) = position.aim() else {
            return None;
        };
        // As the owner sees it who looks on.
        let owner = self.checker.pose(position.board(), Aim::Save(stone))?;
        let trial = sgmp_advice::review::Trial {
            mv: Move::Pass,
            result: ResultCode::Fails,
            line: position.answer().line.clone(),
            is_complete: true,
        };
        Some(Refutation::new(&mut self.checker, &owner, position.board(), &trial).manner)
    }
}

/// The points within so many steps of the stones of an aim.
fn spread(board: &Board, aim: Aim, steps: usize) -> BTreeSet<Point> {
    let mut reached: BTreeSet<Point> = board.string(aim.stone()).collect();
    for _ in 0..steps {
        let next: Vec<Point> = reached
            .iter()
            .flat_map(|point| board.neighbors(*point))
            .collect();
        reached.extend(next);
    }
    reached
}

/// The fight on a board of its own, with Black to move.
fn cut_out(board: &Board, aim: Aim, to_move: Color) -> Option<(Board, Aim)> {
    let fight = spread(board, aim, FIGHT_STEPS);
    let near = spread(board, aim, KEPT_STEPS);
    let (size, left, bottom) = window(board.size(), &fight)?;
    let moved = |point: Point| {
        let column = point.column().checked_sub(left)?;
        let row = point.row().checked_sub(bottom)?;
        (column < size.lines() && row < size.lines()).then(|| Point::new(column, row))?
    };
    let mut stones = Vec::new();
    let mut kept = BTreeSet::new();
    for point in near {
        let Some(anchor) = board.anchor(point) else {
            continue;
        };
        if kept.insert(anchor) {
            let color = board.color_at(point)?;
            let color = if to_move == Color::Black {
                color
            } else {
                !color
            };
            stones.extend(
                board
                    .string(anchor)
                    .filter_map(|stone| Some((color, moved(stone)?))),
            );
        }
    }
    if stones.len() > MAX_STONES {
        return None;
    }
    let cut = Board::from_stones(size, stones).ok()?;
    let stone = moved(aim.stone())?;
    let whole = board
        .string(aim.stone())
        .all(|stone| moved(stone).is_some());
    let aim = match aim {
        Aim::Capture(_) => Aim::Capture(stone),
        Aim::Save(_) => Aim::Save(stone),
        Aim::Kill(_) => Aim::Kill(stone),
        Aim::Live(_) => Aim::Live(stone),
        Aim::Connect(..) | Aim::Cut(..) => return None,
    };
    whole.then_some((cut, aim))
}

/// The smallest board at a corner that holds a fight, with its leftmost column and lowest row.
fn window(size: BoardSize, fight: &BTreeSet<Point>) -> Option<(BoardSize, u8, u8)> {
    let columns = || fight.iter().map(|point| point.column());
    let rows = || fight.iter().map(|point| point.row());
    let (west, east) = (columns().min()?, columns().max()?);
    let (south, north) = (rows().min()?, rows().max()?);
    let lines = size.lines();
    SIZES
        .iter()
        .filter(|wanted| **wanted <= lines)
        .find_map(|wanted| {
            let cut = lines - wanted;
            let fits = |start: u8, low: u8, high: u8| {
                let low_edge = if start == 0 { 0 } else { start + MARGIN };
                let high_edge = if start + wanted == lines {
                    lines
                } else {
                    start + wanted - MARGIN
                };
                low >= low_edge && high < high_edge
            };
            let place = |low, high| [0, cut].into_iter().find(|start| fits(*start, low, high));
            Some((
                BoardSize::new(*wanted)?,
                place(west, east)?,
                place(south, north)?,
            ))
        })
}

/// The same text for all eight ways to lay a board.
fn canonical_text(board: &Board) -> String {
    let last = board.size().lines() - 1;
    let mut texts = Vec::new();
    for way in 0..8u8 {
        let mut text = String::new();
        for row in 0..=last {
            for column in 0..=last {
                let (mut x, mut y) = (column, row);
                if way & 1 != 0 {
                    x = last - x;
                }
                if way & 2 != 0 {
                    y = last - y;
                }
                if way & 4 != 0 {
                    std::mem::swap(&mut x, &mut y);
                }
                let stone = Point::new(x, y).and_then(|point| board.color_at(point));
                text.push(match stone {
                    Some(Color::Black) => 'X',
                    Some(Color::White) => 'O',
                    None => '.',
                });
            }
        }
        texts.push(text);
    }
    texts.into_iter().min().unwrap_or_default()
}

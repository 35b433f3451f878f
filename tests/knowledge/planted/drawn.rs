//! Positions of finished games, with what became of them.

use std::fs;
use std::path::Path;

use sgmp_board::record::{GameRecord, replay};
use sgmp_board::rng::Rng;
use sgmp_board::rules::{Board, Color, Game, Move, Point, PointSet};

use super::slow_reader::{part, played};
use crate::finished;

/// Of so many games one is held apart.
const HELD_APART: usize = 10;

/// A finished game and its count by GNU Go.
pub(super) struct FinishedGame {
    name: String,
    record: GameRecord,
    /// The stones that stay dead on the last board.
    dead: PointSet,
    last: Board,
}

/// The games, some of them held apart.
pub(super) struct Games {
    all: Vec<FinishedGame>,
}

/// Which games positions are drawn from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// All but those that are held apart.
    Known,
    /// Those that are held apart.
    HeldApart,
}

/// A position that was drawn.
pub(super) struct Drawn<'a> {
    pub(super) name: String,
    pub(super) game: Game,
    pub(super) me: Color,
    end: &'a FinishedGame,
    number: usize,
}

impl Games {
    /// The games of `fixtures/finished`.
    pub(super) fn read() -> Self {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/finished");
        let answers = fs::read_to_string(folder.join("answers.txt")).expect("the answers");
        let dead = |name: &str| -> PointSet {
            let line = answers.lines().find(|line| line.starts_with(name));
            let words = line.expect("an answer").split_whitespace().skip(3);
            let points = words.take_while(|word| *word != "seki");
            points.filter_map(Point::parse).collect()
        };
        let all = finished::paths().into_iter().map(|path| {
            let name = path.file_stem().expect("a name").to_string_lossy();
            let record = finished::record(&path);
            let last = replay(&record, record.moves().len()).expect("legal moves");
            FinishedGame {
                dead: dead(&name),
                name: name.into_owned(),
                last: last.board().clone(),
                record,
            }
        });
        Self { all: all.collect() }
    }

    /// A position of a part, drawn by lot.
    pub(super) fn draw(&self, from: Part, rng: &mut Rng) -> Drawn<'_> {
        let groups = self.all.len().div_ceil(HELD_APART) as u32;
        let place = loop {
            let group = rng.below(groups) as usize * HELD_APART;
            let place = match from {
                Part::HeldApart => group + HELD_APART - 1,
                Part::Known => group + rng.below(HELD_APART as u32 - 1) as usize,
            };
            if place < self.all.len() {
                break place;
            }
        };
        let end = &self.all[place];
        let number = rng.below(end.record.moves().len() as u32) as usize;
        let game = replay(&end.record, number).expect("legal moves");
        Drawn {
            name: format!("{} after {number}", end.name),
            me: game.to_move(),
            game,
            end,
            number,
        }
    }
}

impl Drawn<'_> {
    pub(super) fn board(&self) -> &Board {
        self.game.board()
    }

    /// The point that was played in the game.
    pub(super) fn next(&self) -> Option<Point> {
        match self.end.record.moves().get(self.number)?.mv {
            Move::Play(point) => Some(point),
            Move::Pass => None,
        }
    }

    /// Per cent of the board that stones stand on.
    pub(super) fn filled(&self) -> usize {
        let points = usize::from(self.board().size().points());
        100 * (points - self.board().empty_points().len()) / points
    }

    pub(super) fn line(&self, point: Point) -> u8 {
        point.line(self.board().size())
    }

    pub(super) fn step(&self, from: Point, step: (i8, i8)) -> Option<Point> {
        from.stepped(step, self.board().size())
    }

    pub(super) fn is(&self, from: Point, step: (i8, i8), color: Color) -> bool {
        let point = self.step(from, step);
        point.is_some_and(|point| self.board().color_at(point) == Some(color))
    }

    pub(super) fn is_free(&self, from: Point, step: (i8, i8)) -> bool {
        let point = self.step(from, step);
        point.is_some_and(|point| self.board().is_empty(point))
    }

    /// The strings of a color beside a point, each by one stone.
    pub(super) fn beside(&self, point: Point, color: Color) -> Vec<Point> {
        let stones = self.board().stones_beside(point, color);
        let mut strings: Vec<Point> = stones
            .filter_map(|stone| self.board().anchor(stone))
            .collect();
        strings.sort_unstable();
        strings.dedup();
        strings
    }

    /// The stones of a color within so many lines of a point.
    pub(super) fn within(&self, point: Point, lines: u8, color: Color) -> usize {
        let stones = self.board().stones(color);
        stones.filter(|stone| apart(*stone, point) <= lines).count()
    }

    /// The board after the move.
    pub(super) fn after(&self, point: Point) -> Option<Box<Board>> {
        played(self.board(), self.me, point)
    }

    /// Returns whether the move takes nothing, puts nothing in atari, saves nothing from it, and stays out of it itself.
    pub(super) fn is_quiet(&self, point: Point) -> bool {
        let Some(after) = self.after(point) else {
            return false;
        };
        let theirs = self.beside(point, !self.me);
        let own = self.beside(point, self.me);
        after.liberties(point) > 1
            && theirs
                .iter()
                .all(|stone| !after.is_empty(*stone) && after.liberties(*stone) > 1)
            && own.iter().all(|stone| self.board().liberties(*stone) > 1)
    }

    /// Returns whether the move takes stones.
    pub(super) fn captures(&self, point: Point) -> bool {
        let short = |stone: &Point| self.board().liberties(*stone) == 1;
        self.beside(point, !self.me).iter().any(short)
    }

    /// The owner of a point when the game was over; `None` where it was nobody's.
    pub(super) fn owner(&self, point: Point) -> Option<Color> {
        let (last, dead) = (&self.end.last, &self.end.dead);
        let stands = |point: Point| last.color_at(point).filter(|_| !dead.contains(point));
        if let Some(color) = stands(point) {
            return Some(color);
        }
        let room = part(last, point, |point| stands(point).is_none());
        let borders: Vec<Color> = room
            .iter()
            .flat_map(|point| last.neighbors(*point))
            .filter_map(stands)
            .collect();
        let first = *borders.first()?;
        borders.iter().all(|color| *color == first).then_some(first)
    }

    /// Returns whether stones stood and lived at the end.
    pub(super) fn lived(&self, stone: Point) -> bool {
        let is_same = self.end.last.color_at(stone) == self.board().color_at(stone);
        is_same && !self.end.dead.contains(stone)
    }

    /// Returns whether stones were dead at the end, and no move near them came after this position.
    pub(super) fn was_dead_already(&self, stone: Point) -> bool {
        let moves = &self.end.record.moves()[self.number..];
        let string: Vec<Point> = self.board().string(stone).collect();
        let near = |point: Point| string.iter().any(|own| apart(*own, point) <= 2);
        let mut points = moves.iter().filter_map(|played| match played.mv {
            Move::Play(point) => Some(point),
            Move::Pass => None,
        });
        string.iter().all(|own| self.end.dead.contains(*own)) && !points.any(near)
    }
}

/// Lines between two points, the longer way.
pub(super) fn apart(a: Point, b: Point) -> u8 {
    let across = a.column().abs_diff(b.column());
    across.max(a.row().abs_diff(b.row()))
}

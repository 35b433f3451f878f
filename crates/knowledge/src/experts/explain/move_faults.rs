//! Faults of a move on the board: the commonest mistakes of people who learn, each proved before it is said.

use std::fmt;

use super::owners::{Fate, Owners};
use super::scene::Scene;
use super::shapes::is_hane;
use super::string_facts::{beside, named_near};
use super::threats::READING_LEVEL;
use crate::experts::expert_context::distance;
use crate::experts::group_ref::GroupRef;
use crate::reading::{Budget, ResultCode, Tactician};
use crate::tactics::MoveShape;
use sgmp_board::rules::{Board, Color, Move, Point, PointSet};

/// Points up to which a move gains nothing to speak of.
const GAINS_NOTHING: f32 = 1.5;
/// The part of the board, in percent, that is filled at most in the opening.
const OPENING_PERCENT: usize = 25;
/// The mean part of stones from which on they need no move.
const SAFE: f32 = 0.8;
/// The part of a point from which on it belongs to a side.
const OWNED: f32 = 0.6;
/// Lines within which a better move is in the same fight.
const NEARBY: u8 = 5;
/// Steps within which stones crowd around a move.
const CROWD: u8 = 3;
/// Their stones in such a crowd, where few of ours stand by.
const CROWDED: usize = 4;

/// A fault of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveFault {
    /// It fills an eye of its own side.
    FillsEye(Move),
    /// The stones are in atari and run, and are taken all the same.
    RunsInVain(Move, GroupRef),
    /// It adds a stone to stones that are lost with it, too.
    AddsToLost(Move, GroupRef),
    /// The stone is taken at once.
    TakenAtOnce(Move, Point),
    /// The stone is caught where it stands.
    Caught(Move),
    /// The stone is lost among stones of the other side.
    TooDeep(Move),
    /// It peeps, and the other side becomes solid at this point.
    HelpsToConnect(Move, Point),
    /// It plays where its own side owns all around.
    OwnTerritory(Move),
    /// It takes a point that is nobody's.
    Nobodys(Move),
    /// It guards stones that are safe without it.
    GuardsTheSafe(Move, GroupRef),
    /// It lies on the first line while the board is open.
    FirstLine(Move),
    /// It crawls on the second line, under a stone of the other side.
    Crawls(Move),
    /// It pushes from behind: the other side is a step ahead.
    PushesBehind(Move),
    /// It goes round the stone from the side from which the better move does not.
    WrongSide(Move, Move),
    /// Three stones in a corner of four points, the fourth empty.
    EmptyTriangle(Move),
}

impl MoveFault {
    /// The fault of a move that the judge does not like; `None` where the board shows none that is known.
    pub(super) fn find(scene: &Scene<'_>, best: Move) -> Option<Self> {
        let point = scene.point()?;
        let found = Finder {
            scene,
            point,
            best,
            board: scene.before(),
            me: scene.color,
        };
        found
            .in_vain()
            .or_else(|| found.wasted())
            .or_else(|| found.misplaced())
    }
}

struct Finder<'a, 'b> {
    scene: &'a Scene<'b>,
    point: Point,
    best: Move,
    board: &'b Board,
    me: Color,
}

impl Finder<'_, '_> {
    const fn mv(&self) -> Move {
        self.scene.mv
    }

    fn line(&self, point: Point) -> u8 {
        point.line(self.board.size())
    }

    fn color_at(&self, step: (i8, i8)) -> Option<Color> {
        let point = self.point.stepped(step, self.board.size())?;
        self.board.color_at(point)
    }

    /// The move fills an eye, or its stones are lost with it.
    fn in_vain(&self) -> Option<MoveFault> {
        let (board, me, point, mv) = (self.board, self.me, self.point, self.mv());
        let own = beside(board, point, me);
        let saves = own.iter().any(|stone| board.liberties(*stone) == 1);
        if board.is_small_eye(me, point) && !saves && !self.scene.captures() {
            return Some(MoveFault::FillsEye(mv));
        }
        let named = |stone: Point| named_near(board, stone, me, point);
        let in_atari = own.iter().find(|stone| board.liberties(**stone) == 1);
        if let Some(stone) = in_atari
            && !self.scene.captures()
            && self.is_caught(point)
        {
            return Some(MoveFault::RunsInVain(mv, named(*stone)));
        }
        if !self.scene.captures() && self.is_caught(point) {
            if self.scene.after.liberties(point) == 1 {
                let answer = self.scene.after.liberty_set(point).first()?;
                return Some(MoveFault::TakenAtOnce(mv, answer));
            }
            if own.is_empty() && self.scene.is_lost() {
                return Some(MoveFault::Caught(mv));
            }
        }
        if !self.scene.is_lost() || self.scene.captures() {
            return None;
        }
        let was_lost = |stone: &Point| {
            let stones: PointSet = board.string(*stone).collect();
            let without = self.scene.without();
            without.is_some_and(|owners| owners.fate(&stones, me) == Fate::Lost)
        };
        if let Some(stone) = own.iter().copied().find(was_lost) {
            return Some(MoveFault::AddsToLost(mv, named(stone)));
        }
        let near = |color| {
            let stones = board.stones(color);
            stones
                .filter(|stone| distance(*stone, point) <= CROWD)
                .count()
        };
        let is_crowded = near(!me) >= CROWDED && near(me) <= near(!me) / 3;
        (own.is_empty() && is_crowded).then_some(MoveFault::TooDeep(mv))
    }

    /// Returns whether the string of a stone is taken after the move, as the reader proves.
    fn is_caught(&self, stone: Point) -> bool {
        let mut reader = Tactician::new();
        let attack = reader.attack(&self.scene.after, stone, Budget::for_level(READING_LEVEL));
        attack.result == ResultCode::Succeeds && attack.is_complete
    }

    /// The move gains nothing where it is.
    fn wasted(&self) -> Option<MoveFault> {
        let mv = self.mv();
        if let Some(point) = self.peeped_at() {
            return Some(MoveFault::HelpsToConnect(mv, point));
        }
        if self.scene.gain >= GAINS_NOTHING || self.scene.touches_liberties() {
            return None;
        }
        let without = self.scene.without()?;
        if self.is_all_around(without) {
            return Some(MoveFault::OwnTerritory(mv));
        }
        if self.is_opening() && self.line(self.point) == 1 {
            return Some(MoveFault::FirstLine(mv));
        }
        let guarded = beside(self.board, self.point, self.me)
            .into_iter()
            .chain(self.diagonal())
            .find(|stone| {
                let stones: PointSet = self.board.string(*stone).collect();
                without.mean(&stones, self.me) >= SAFE
            });
        if let Some(stone) = guarded {
            let group = named_near(self.board, stone, self.me, self.point);
            return Some(MoveFault::GuardsTheSafe(mv, group));
        }
        let settled = without.part(self.point, self.me).abs() < 1.0 - OWNED;
        (settled && self.is_between_the_living(without)).then_some(MoveFault::Nobodys(mv))
    }

    /// The move is at the wrong place of a fight.
    fn misplaced(&self) -> Option<MoveFault> {
        let (mv, line) = (self.mv(), self.line(self.point));
        if self.is_opening() && line == 1 {
            return Some(MoveFault::FirstLine(mv));
        }
        // Where the better move is elsewhere, it is no shape that was lost.
        let is_near = match self.best {
            Move::Play(best) => distance(best, self.point) <= NEARBY,
            Move::Pass => false,
        };
        let joins = beside(self.board, self.point, self.me).len() > 1;
        if !is_near || joins {
            return None;
        }
        if let Some(best) = self.other_side() {
            return Some(MoveFault::WrongSide(mv, best));
        }
        for ((x, y), (u, v)) in [
            ((1, 0), (0, 1)),
            ((-1, 0), (0, 1)),
            ((1, 0), (0, -1)),
            ((-1, 0), (0, -1)),
            ((0, 1), (1, 0)),
            ((0, -1), (1, 0)),
            ((0, 1), (-1, 0)),
            ((0, -1), (-1, 0)),
        ] {
            let (me, them) = (Some(self.me), Some(!self.me));
            // From an own stone straight on, along theirs.
            let goes_on = self.color_at((-x, -y)) == me && self.color_at((u - x, v - y)) == them;
            if goes_on && self.color_at((u, v)) == them {
                let above = self.point.stepped((u, v), self.board.size())?;
                if line == 2 && self.line(above) == 3 && self.line_behind((-x, -y)) == Some(2) {
                    return Some(MoveFault::Crawls(mv));
                }
                if self.color_at((u + x, v + y)) == them {
                    return Some(MoveFault::PushesBehind(mv));
                }
            }
            let (ahead, side, corner) = ((x, y), (u, v), (x + u, y + v));
            let is_made = |own: [(i8, i8); 2], empty: (i8, i8)| {
                let empty = self.point.stepped(empty, self.board.size());
                let is_empty = empty.is_some_and(|empty| self.board.is_empty(empty));
                is_empty && own.into_iter().all(|step| self.color_at(step) == me)
            };
            let is_triangle = is_made([ahead, side], corner) || is_made([ahead, corner], side);
            if is_triangle && !self.scene.touches_liberties() {
                return Some(MoveFault::EmptyTriangle(mv));
            }
        }
        None
    }

    fn line_behind(&self, step: (i8, i8)) -> Option<u8> {
        let behind = self.point.stepped(step, self.board.size())?;
        Some(self.line(behind))
    }

    /// The point at which the other side connects after a peep, if that is what a stone of ours there would have cut.
    fn peeped_at(&self) -> Option<Point> {
        let (board, me, point) = (self.board, self.me, self.point);
        if !MoveShape::Peep.is_made(board, me, point) || self.scene.gain >= GAINS_NOTHING {
            return None;
        }
        let mut empty = board.neighbors(point).filter(|n| board.is_empty(*n));
        empty.find(|n| {
            let theirs = beside(board, *n, !me);
            let own = beside(board, *n, me);
            theirs.len() >= 2 && own.is_empty()
        })
    }

    /// The better move, where it goes round the same stone from the other side.
    fn other_side(&self) -> Option<Move> {
        let Move::Play(best) = self.best else {
            return None;
        };
        let is_round = |point: Point| {
            let mut after = self.board.clone();
            let is_made = MoveShape::Hane.is_made(self.board, self.me, point);
            is_made
                && after.play(self.me, Move::Play(point)).is_ok()
                && is_hane(&after, self.me, point)
        };
        let shared = || {
            let mine = beside(self.board, self.point, !self.me);
            let theirs = beside(self.board, best, !self.me);
            mine.iter().any(|anchor| theirs.contains(anchor))
        };
        (is_round(self.point) && is_round(best) && shared()).then_some(self.best)
    }

    /// Own stones at the corners of the move.
    fn diagonal(&self) -> Vec<Point> {
        let steps = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
        let corners = steps.map(|step| self.point.stepped(step, self.board.size()));
        let own = corners.into_iter().flatten();
        own.filter(|corner| self.board.color_at(*corner) == Some(self.me))
            .collect()
    }

    fn is_opening(&self) -> bool {
        let points = usize::from(self.board.size().points());
        let stones = points - self.board.empty_points().len();
        100 * stones <= OPENING_PERCENT * points
    }

    /// Returns whether all points within a step are the player's without the move.
    fn is_all_around(&self, without: &Owners) -> bool {
        let mut near = Point::all(self.board.size()).filter(|p| distance(*p, self.point) <= 1);
        near.all(|point| without.part(point, self.me) >= OWNED)
    }

    /// Returns whether stones of both sides that live touch the point.
    fn is_between_the_living(&self, without: &Owners) -> bool {
        let lives = |color| {
            let stones = beside(self.board, self.point, color);
            stones
                .iter()
                .any(|stone| without.part(*stone, color) >= SAFE)
        };
        lives(self.me) && lives(!self.me)
    }
}

impl fmt::Display for MoveFault {
    /// A sentence for people, with a full stop.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let are = |group: &GroupRef| match group.stones {
            1 => ("is", "it"),
            _ => ("are", "they"),
        };
        match self {
            Self::FillsEye(mv) => write!(
                f,
                "{mv} fills an eye of your own: eyes are what a group lives by."
            ),
            Self::RunsInVain(mv, group) => {
                let (are, they) = are(group);
                write!(
                    f,
                    "{mv} runs with {group}, but {they} {are} caught all the same."
                )
            }
            Self::AddsToLost(mv, group) => {
                let (are, _) = are(group);
                write!(
                    f,
                    "{group}, which {are} lost, {are} lost with {mv}, too: the stone is added to the loss."
                )
            }
            Self::TakenAtOnce(mv, answer) => {
                write!(f, "{mv} can be taken at once: {answer} does it.")
            }
            Self::Caught(mv) => write!(f, "{mv} can be caught: the stone does not get away."),
            Self::TooDeep(mv) => write!(
                f,
                "{mv} goes too deep: stones of the other side stand all around, and too few of yours are near to help."
            ),
            Self::HelpsToConnect(mv, point) => write!(
                f,
                "{mv} peeps, and helps: the other side connects at {point} and has nothing left to cut."
            ),
            Self::OwnTerritory(mv) => write!(
                f,
                "{mv} is in your own territory already: a stone there changes nothing."
            ),
            Self::Nobodys(mv) => write!(
                f,
                "{mv} is nobody's point: living stones of both sides stand beside it."
            ),
            Self::GuardsTheSafe(mv, group) => {
                let (are, _) = are(group);
                write!(f, "{group}, beside {mv}, {are} safe without it.")
            }
            Self::FirstLine(mv) => write!(
                f,
                "{mv} lies on the first line, where a stone surrounds nothing while the board is open."
            ),
            Self::Crawls(mv) => write!(
                f,
                "{mv} crawls along the second line: each step gives one point, and the stones above get a wall."
            ),
            Self::PushesBehind(mv) => write!(
                f,
                "{mv} pushes from behind: the other side stays a step ahead, and grows with each push."
            ),
            Self::WrongSide(mv, best) => write!(
                f,
                "{mv} goes round the stone from the wrong side: {best} is the other one."
            ),
            Self::EmptyTriangle(mv) => write!(
                f,
                "{mv} makes an empty triangle: three stones stand where two would do, and they have few liberties."
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::judgment::{JudgedMove, Judgment};
    use super::*;
    use crate::analysis::Analysis;
    use sgmp_board::rules::{Game, Komi, diagram};

    /// The fault of a black move, where the owners with it and without it are the same: a part of each point, Black's
    /// above 0, that of the points of `lost` turned round.
    fn fault(text: &str, mv: &str, best: &str, (part, gain): (f32, f32), lost: &str) -> String {
        let board = diagram::parse(text).unwrap();
        let size = board.size();
        let game = Game::from_position(board, Color::Black, Komi::default());
        let at = |name: &str| Move::Play(Point::parse(name).unwrap());
        let lost: Vec<Point> = lost
            .split_whitespace()
            .map(|name| Point::parse(name).unwrap())
            .collect();
        let owners = || {
            Owners::new(size, |point| {
                let stone = game.board().color_at(point);
                match stone {
                    _ if lost.contains(&point) => -0.9,
                    Some(Color::Black) => 0.9,
                    Some(Color::White) => -0.9,
                    None => part,
                }
            })
        };
        let judged = |mv, lead| JudgedMove { mv, win: 0.5, lead };
        let moves = vec![judged(at(mv), gain), judged(at(best), 20.0)];
        let judgment = Judgment::new(moves, 0.0).unwrap();
        let judgment = judgment.with_owners(vec![(at(mv), owners()), (Move::Pass, owners())]);
        let analysis = Analysis::new(game.board(), Color::Black, 1);
        let scene = Scene::new(
            &game,
            (&analysis, &analysis),
            &judgment,
            (Color::Black, at(mv)),
        );
        let found = MoveFault::find(&scene.unwrap(), at(best));
        found.map_or_else(String::new, |found| found.to_string())
    }

    const OPEN: &str = "
        . . . . . . . . .
        . . . . . . . . .
        . . X . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . O . .
        . . X . . . . . .
        . . . . . . . . .
        . . . . . . . . .";

    #[test]
    fn a_move_that_gains_nothing_is_told_by_its_place() {
        let told = fault(OPEN, "A1", "G7", (0.0, 0.2), "");
        assert!(told.starts_with("A1 lies on the first line"), "{told}");
        let told = fault(OPEN, "A5", "G7", (0.9, 0.2), "");
        assert!(told.starts_with("A5 is in your own territory"), "{told}");
        assert_eq!(fault(OPEN, "G7", "C5", (0.0, 9.0), ""), "");
    }

    #[test]
    fn an_eye_that_is_filled_and_stones_that_are_lost_are_told() {
        let eyes = "
            . X . X O . .
            X X X X O . .
            O O O O O . .
            . . . . . . .
            . . . . . . .
            . . . . . . .
            . . . . . . .";
        let told = fault(eyes, "A7", "F3", (0.0, -20.0), "");
        assert!(told.starts_with("A7 fills an eye"), "{told}");
        let ladder = "
            . . . . . . .
            . . . . . . .
            . . O . . . .
            . O X . . . .
            . . O O . . .
            . . . . . . .
            . . . . . . .";
        let told = fault(ladder, "D4", "F3", (0.0, -5.0), "C4 D4");
        assert!(
            told.starts_with("D4 runs with Black's stone at C4, but it is caught"),
            "{told}"
        );
        let lost = "
            . . . . . . .
            . O O O O . .
            . O X X O . .
            . O . . O . .
            . O . . O . .
            . O O O O . .
            . . . . . . .";
        let told = fault(lost, "C4", "F7", (-0.9, -1.0), "C5 D5 C4");
        assert!(told.contains("lost with C4, too"), "{told}");
    }

    #[test]
    fn moves_at_the_wrong_place_of_a_fight_are_told() {
        let crawl = "
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . X O O O . . .
            . . X X X . . . .
            . . . . . . . . .";
        let told = fault(crawl, "F2", "G4", (0.0, 3.0), "");
        assert!(
            told.starts_with("F2 crawls along the second line"),
            "{told}"
        );
        let push = "
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . O O O . . . .
            . . X . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .";
        let told = fault(push, "D5", "F6", (0.0, 3.0), "");
        assert!(told.starts_with("D5 pushes from behind"), "{told}");
        let triangle = "
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . X . . . . . .
            . . X . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .";
        let told = fault(triangle, "D5", "E6", (0.0, 3.0), "");
        assert!(told.starts_with("D5 makes an empty triangle"), "{told}");
    }
}

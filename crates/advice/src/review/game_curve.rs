//! The course of a game: who is ahead after each move, as a search sees it.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::turning_points::{TurningPoint, percent};
use sgmp_board::rules::{Color, Game, Move, Point};
use sgmp_board::stop_flag::StopFlag;
use sgmp_engine::engine::{Engine, JudgeEffort, NetChoice, Settings};
use sgmp_knowledge::experts::{MoveFigures, MoverView};

/// Bytes for a search of a position.
const MEMORY: usize = 8 << 20;

/// Positions of a game that are looked at closely at most: two for each turning point, and some that turn out to be none.
const MAX_CLOSE: usize = 24;

/// Moves of a line that are kept.
const MAX_LINE: usize = 8;

/// Number of the form of the file.
const FORMAT: u32 = 1;

/// A position as a search sees it.
#[derive(Clone, Debug, PartialEq)]
pub struct CurvePoint {
    /// Chance of Black to win, 0 to 1.
    pub win: f32,
    /// Points by which Black leads; `None` where no net knows the board.
    pub lead: Option<f32>,
    /// The best line, the best move of the side to move first.
    pub line: Vec<Move>,
}

impl CurvePoint {
    /// The chance to win of a color.
    #[must_use]
    pub fn win_of(&self, color: Color) -> f32 {
        match color {
            Color::Black => self.win,
            Color::White => 1.0 - self.win,
        }
    }

    /// "Black's chance is 62 %, White is 3 points ahead": the chance is Black's on every face.
    #[must_use]
    pub fn in_words(&self) -> String {
        let leader = match self.lead {
            Some(lead) if lead < 0.0 => Color::White,
            _ => Color::Black,
        };
        let lead = match self.lead_of(leader).map(f32::round) {
            Some(1.0) => format!(", {leader} is 1 point ahead"),
            Some(lead) if lead > 1.0 => format!(", {leader} is {lead:.0} points ahead"),
            Some(_) | None => String::new(),
        };
        format!("Black's chance is {}{lead}", percent(self.win))
    }

    /// The points by which a color leads.
    #[must_use]
    pub fn lead_of(&self, color: Color) -> Option<f32> {
        match color {
            Color::Black => self.lead,
            Color::White => self.lead.map(|lead| -lead),
        }
    }
}

/// A searcher of positions: no answer depends on those before it, nor on a clock.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CurveSearch {
    /// The net that is asked where it knows the board; without one games are played out.
    pub net: Option<NetChoice>,
    /// Evaluations, or playouts, for a position.
    pub effort: u32,
}

impl CurveSearch {
    /// The effort where nobody says another one.
    pub const EFFORT: u32 = 100;

    /// The same with the effort of the positions around a turning point: that of the desk's answers about a position, so that both
    /// name the same better move; as much more where another effort is wished.
    #[must_use]
    pub const fn closer(self) -> Self {
        let effort = self
            .effort
            .saturating_mul(JudgeEffort::ONE_POSITION.position);
        Self {
            effort: effort / Self::EFFORT,
            ..self
        }
    }

    /// Searches a position; `None` where the flag was raised, and where the game has ended.
    #[must_use]
    pub fn look(self, game: &Game, halt: &StopFlag) -> Option<CurvePoint> {
        if game.consecutive_passes() >= 2 {
            return None;
        }
        let color = game.to_move();
        let settings = Settings {
            net: self.net,
            memory: MEMORY,
            ..Settings::default()
        };
        let result = Engine::new(settings).analyze(game, color, halt, self.effort);
        if halt.is_requested() {
            return None;
        }
        let (win, lead) = match color {
            Color::Black => (result.value, result.score),
            Color::White => (1.0 - result.value, result.score.map(|score| -score)),
        };
        let line = result.moves.first().map(|best| {
            let moves = best.variation.iter().take(MAX_LINE).copied();
            let moves: Vec<Move> = moves.collect();
            if moves.is_empty() {
                vec![best.mv]
            } else {
                moves
            }
        });
        Some(CurvePoint {
            win: win.clamp(0.0, 1.0),
            lead,
            line: line.unwrap_or_default(),
        })
    }
}

/// The basis of the points of a curve: another game, another effort or another net makes another curve.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Basis {
    format: u32,
    program: String,
    effort: u32,
    with_net: bool,
    game: String,
}

/// The course of a game, as far as it was looked at.
#[derive(Clone, Debug, PartialEq)]
pub struct GameCurve {
    basis: Basis,
    /// By the number of moves before the position.
    points: Vec<Option<CurvePoint>>,
    /// Positions that were looked at closely.
    close: BTreeSet<usize>,
}

/// The form of the file.
#[derive(Serialize, Deserialize)]
struct CurveFile {
    basis: Basis,
    points: Vec<Option<PointFile>>,
    #[serde(default)]
    close: BTreeSet<usize>,
}

#[derive(Serialize, Deserialize)]
struct PointFile {
    win: f32,
    lead: Option<f32>,
    line: String,
}

impl GameCurve {
    /// A curve of which nothing is known yet.
    #[must_use]
    pub fn new(game: &Game, search: CurveSearch) -> Self {
        Self {
            basis: Basis {
                format: FORMAT,
                program: env!("CARGO_PKG_VERSION").to_owned(),
                effort: search.effort,
                with_net: search.net.is_some(),
                game: told(game),
            },
            points: vec![None; game.move_count() + 1],
            close: BTreeSet::new(),
        }
    }

    /// Returns whether both are of one game by one search.
    pub(super) fn has_basis_of(&self, other: &Self) -> bool {
        self.basis == other.basis
    }

    /// Reads the file of an earlier run; `None` where it is damaged, or of another game or search.
    #[must_use]
    pub fn from_json(bytes: &[u8], game: &Game, search: CurveSearch) -> Option<Self> {
        let file: CurveFile = serde_json::from_slice(bytes).ok()?;
        let mut curve = Self::new(game, search);
        if file.basis != curve.basis || file.points.len() != curve.points.len() {
            return None;
        }
        for (point, read) in curve.points.iter_mut().zip(file.points) {
            let Some(PointFile { win, lead, line }) = read else {
                continue;
            };
            let is_sound = (0.0..=1.0).contains(&win) && lead.is_none_or(f32::is_finite);
            let line: Option<Vec<Move>> = line.split_whitespace().map(read_move).collect();
            let line = line.filter(|_| is_sound)?;
            *point = Some(CurvePoint { win, lead, line });
        }
        curve.close = file.close;
        Some(curve)
    }

    /// The text of the file, as JSON.
    #[must_use]
    pub fn to_json(&self) -> String {
        let points = self.points.iter().map(|point| {
            point.as_ref().map(|point| PointFile {
                win: point.win,
                lead: point.lead,
                line: words(&point.line),
            })
        });
        let file = CurveFile {
            basis: self.basis.clone(),
            points: points.collect(),
            close: self.close.clone(),
        };
        serde_json::to_string(&file).unwrap_or_default()
    }

    /// The position after so many moves, if it was looked at.
    #[must_use]
    pub fn at(&self, moves: usize) -> Option<&CurvePoint> {
        self.points.get(moves)?.as_ref()
    }

    /// The figures of the game's move with this number, from 1, for whoever tells of it besides: `None` where a position before or
    /// after it is not known, and without a net.
    #[must_use]
    pub fn figures(&self, color: Color, number: usize) -> Option<MoveFigures> {
        let of = |moves: usize| {
            let point = self.at(moves)?;
            Some(MoverView {
                win: point.win_of(color),
                lead: point.lead_of(color)?,
            })
        };
        Some(MoveFigures {
            before: of(number.checked_sub(1)?)?,
            after: of(number)?,
        })
    }

    /// Adds the position after so many moves.
    pub fn set(&mut self, moves: usize, point: CurvePoint) {
        if let Some(place) = self.points.get_mut(moves) {
            *place = Some(point);
        }
    }

    /// Replaces the position after so many moves by what a closer look has found.
    pub fn set_close(&mut self, moves: usize, point: CurvePoint) {
        self.set(moves, point);
        self.close.insert(moves);
    }

    /// The next position to be looked at closely, once all are known: those before and after each move on which the game seems to
    /// have turned; `None` when that is done.
    #[must_use]
    pub fn next_close(&self, game: &Game) -> Option<usize> {
        if self.close.len() >= MAX_CLOSE {
            return None;
        }
        let turns = TurningPoint::find(game, self);
        let around = turns
            .iter()
            .flat_map(|turn| [turn.loss.number - 1, turn.loss.number]);
        let mut far = around.filter(|moves| !self.close.contains(moves));
        far.next()
    }

    /// All positions, from the one before the first move.
    #[must_use]
    pub fn points(&self) -> &[Option<CurvePoint>] {
        &self.points
    }

    /// Number of positions that were looked at.
    #[must_use]
    pub fn known(&self) -> usize {
        self.points.iter().flatten().count()
    }
}

/// All of a game that a search knows of, in words.
fn told(game: &Game) -> String {
    let first = game.after(0);
    let board = first.map_or_else(String::new, |game| {
        let stones = |color| {
            game.board()
                .stones(color)
                .map(move |point| format!("{color} {point} "))
        };
        Color::BOTH.into_iter().flat_map(stones).collect()
    });
    let moves = game
        .moves()
        .iter()
        .map(|(color, mv)| format!("{color} {mv}"));
    let moves: Vec<String> = moves.collect();
    let (size, komi, rules) = (game.size(), game.komi(), game.rules());
    format!(
        "{size}, komi {komi}, {rules}, {board}; {}",
        moves.join(", ")
    )
}

/// "C4 D5 pass".
pub(super) fn words(line: &[Move]) -> String {
    let moves: Vec<String> = line.iter().map(Move::to_string).collect();
    moves.join(" ")
}

fn read_move(word: &str) -> Option<Move> {
    match word {
        "pass" => Some(Move::Pass),
        word => Point::parse(word).map(Move::Play),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use sgmp_board::rules::{BoardSize, Komi};

    fn game() -> Game {
        let mut game = Game::new(BoardSize::new(5).unwrap(), Komi::default());
        for (color, name) in [(Color::Black, "C3"), (Color::White, "B3")] {
            let point = Point::parse(name).unwrap();
            game.play(color, Move::Play(point)).unwrap();
        }
        game
    }

    const SEARCH: CurveSearch = CurveSearch {
        net: None,
        effort: 50,
    };

    #[test]
    fn a_curve_is_made_once() {
        let game = game();
        let mut curve = GameCurve::new(&game, SEARCH);
        for moves in [0, 2] {
            let before = game.after(moves).unwrap();
            let point = SEARCH.look(&before, &StopFlag::new()).unwrap();
            assert!(!point.line.is_empty() && point.lead.is_none());
            assert!((point.win_of(Color::Black) + point.win_of(Color::White) - 1.0).abs() < 1e-6);
            curve.set(moves, point);
        }
        assert_eq!((curve.known(), curve.at(1)), (2, None));
        let close = SEARCH.closer().look(&game, &StopFlag::new()).unwrap();
        curve.set_close(2, close);
        let text = curve.to_json();
        let again = GameCurve::from_json(text.as_bytes(), &game, SEARCH);
        assert_eq!(again.as_ref(), Some(&curve));
        let other = CurveSearch {
            effort: 51,
            ..SEARCH
        };
        assert_eq!(GameCurve::from_json(text.as_bytes(), &game, other), None);
        let shorter = game.after(1).unwrap();
        assert_eq!(
            GameCurve::from_json(text.as_bytes(), &shorter, SEARCH),
            None
        );
    }

    #[test]
    fn a_search_that_is_stopped_tells_nothing() {
        let halt = StopFlag::new();
        halt.request();
        assert_eq!(SEARCH.look(&game(), &halt), None);
    }

    proptest! {
        #[test]
        fn a_damaged_file_is_a_missing_one(at in 0_usize..2000, byte in any::<u8>()) {
            let game = game();
            let mut curve = GameCurve::new(&game, SEARCH);
            curve.set(1, CurvePoint { win: 0.25, lead: Some(-3.5), line: vec![Move::Pass] });
            let mut bytes = curve.to_json().into_bytes();
            let at = at % bytes.len();
            bytes[at] = byte;
            if let Some(read) = GameCurve::from_json(&bytes, &game, SEARCH) {
                for point in read.points().iter().flatten() {
                    prop_assert!((0.0..=1.0).contains(&point.win));
                }
            }
        }
    }
}

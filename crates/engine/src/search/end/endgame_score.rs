//! The count of a position if the game ends now, and the moves that are needed before that.
//!
//! Life is judged by layers: unconditional life; reading, where a count is at stake and the
//! surroundings are small; else a fresh sample of playouts, which does not follow a search's best
//! lines, together with the owners that the net expects. Then the board is played to its end, and what
//! is left without two eyes is seki.

use super::cleanup::Cleanup;
use super::dead_stones::{dead_by, sample};
use super::net_forecast::NetForecast;
use super::seki::seki;
use crate::search::playout::{Ownership, PlayoutPolicy};
use sgmp_board::rng::Rng;
use sgmp_board::rules::{Board, Color, Game, Margin, Point, PointSet, Status, score};
use sgmp_knowledge::reading::{Life, LifeReader};
use sgmp_knowledge::tactics::unconditionally_alive;

/// Dead stones, seki and territory if the game ends now.
///
/// Depends on the game, the state of `rng` and the number of playouts alone, whatever net plays; about
/// 1,000 playouts make it steady.
#[must_use]
pub fn final_status(game: &Game, rng: &mut Rng, playouts: u32) -> Status {
    let policy = PlayoutPolicy::embedded();
    let care = Care::Counting;
    EndgameScore::new(game, game.to_move(), care, policy, rng, playouts).status
}

/// Depth of the look at life and death.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Care {
    /// In passing, by playouts and unconditional life: in 104 games to read besides changed no move
    /// (`docs/measurements/`).
    InPlay,
    /// Reading besides, where a question is small enough.
    Reading,
    /// As games are counted: the embedded net is asked too.
    Counting,
}

/// A position as it stands, and what is left to do.
pub(super) struct EndgameScore {
    /// The count if the game ends now.
    pub(super) status: Status,
    pub(super) margin: Margin,
    ownership: Ownership,
    /// A move that has to be made before a count is right.
    pub(super) needed: Option<Point>,
    /// A neutral point that may be filled.
    pub(super) fill: Option<Point>,
}

/// From which certainty on nobody doubts a point.
const CERTAIN: f32 = 0.97;

impl EndgameScore {
    /// Judges a game's position, `color` to move.
    pub(super) fn new(
        game: &Game,
        color: Color,
        care: Care,
        policy: &PlayoutPolicy,
        rng: &mut Rng,
        playouts: u32,
    ) -> Self {
        let ownership = sample(game.board(), policy, rng, playouts);
        let board = game.board();
        let forecast = match care {
            Care::InPlay | Care::Reading => None,
            // A game that goes on is counted as it lies: what the net expects of it is told beside.
            Care::Counting if game.consecutive_passes() < 2 => None,
            Care::Counting => NetForecast::new(game, color),
        };
        let sampled = dead_by(board, &ownership, forecast.as_ref());
        let read = Read::all(board, &sampled, care);
        let dead = (sampled | read.dead) - read.living;
        let mut end = Cleanup::new(board, &dead, &read.unsettled);
        let (needed, fill) = (end.needed(color), end.fill(color));
        end.play(color);
        let dead = end.dead_of(board);
        let owners = end.territory();
        let seki = seki(end.board(), end.dead(), &owners, owners.dame());
        let status = Status::settled(board, &dead, &seki, owners);
        Self {
            margin: score::japanese(game, &status).margin(),
            status,
            ownership,
            needed,
            fill,
        }
    }

    /// Returns whether a pass ends the game and wins it, with nothing left to do.
    pub(super) fn ends_well(&self, color: Color) -> bool {
        self.needed.is_none() && self.margin.winner() == Some(color)
    }

    /// Returns whether a move of this color may change the count. The later the game (0 to 1), the more
    /// it takes.
    pub(super) fn matters(&self, color: Color, point: Point, late: f32) -> bool {
        let certainty = self.ownership.certainty(point);
        if certainty >= CERTAIN {
            return false;
        }
        let mine = self.ownership.share(point, color);
        match self.status.territory().owner(point) {
            None => certainty < 0.95 - 0.4 * late,
            Some(owner) if owner == color => mine < 0.92 - 0.5 * late,
            Some(_) => mine > 0.1 + 0.4 * late,
        }
    }
}

/// Strings that live or die whatever playouts say.
#[derive(Default)]
struct Read {
    living: PointSet,
    dead: PointSet,
    unsettled: PointSet,
}

impl Read {
    fn all(board: &Board, sampled: &PointSet, care: Care) -> Self {
        let mut read = Self::default();
        for color in Color::BOTH {
            let alive = unconditionally_alive(board, color);
            read.living |= alive;
            if care != Care::InPlay {
                read.surrounded(board, color, sampled, &alive);
            }
        }
        read
    }

    /// The strings of a color, but for those alive, that touch what playouts do not leave for dead.
    fn surrounded(&mut self, board: &Board, color: Color, sampled: &PointSet, alive: &PointSet) {
        let mut reader = LifeReader::new();
        let rest = board
            .stones(color)
            .filter(|stone| board.anchor(*stone) == Some(*stone) && !alive.contains(*stone));
        for stone in rest {
            let at_border = board
                .string(stone)
                .flat_map(|own| board.neighbors(own))
                .any(|n| board.color_at(n) == Some(!color) && !sampled.contains(n));
            if !at_border {
                continue;
            }
            match reader.read(board, stone) {
                Some(Life::Alive) => self.living.extend(board.string(stone)),
                Some(Life::Dead) => self.dead.extend(board.string(stone)),
                Some(Life::Unsettled { .. }) => {
                    self.living.extend(board.string(stone));
                    self.unsettled.extend(board.string(stone));
                }
                None => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sgmp_board::rules::{Komi, diagram};

    fn judged(text: &str, color: Color) -> (Game, Status) {
        let game = Game::from_position(diagram::parse(text).unwrap(), color, Komi::default());
        let status = final_status(&game, &mut Rng::from_seed(5), 500);
        (game, status)
    }

    fn names(points: &PointSet) -> String {
        let names: Vec<String> = points.iter().map(|point| point.to_string()).collect();
        names.join(" ")
    }

    #[test]
    fn seki_lives_without_points() {
        let text = "
            . X . X . X .
            X X X X X X X
            . X . X . X .
            X X X X X X X
            X X X X X X X
            O O O O O O O
            . X X X X X .";
        for color in Color::BOTH {
            let (_, status) = judged(text, color);
            assert_eq!(names(status.dead()), "");
            assert_eq!(names(status.seki()), "B1 C1 D1 E1 F1 A2 B2 C2 D2 E2 F2 G2");
            assert_eq!(names(status.territory().dame()), "A1 G1");
        }
    }

    #[test]
    fn a_ko_that_is_left_open_costs_a_point() {
        let text = "
            . X . X O . O
            X X X X O O O
            . X X X O O .
            X X X O . O O
            . X X X O O .
            X X X X O O O
            . X . X O . O";
        let (game, status) = judged(text, Color::White);
        assert_eq!(names(status.dead()), "");
        assert_eq!(score::japanese(&game, &status).tally.white.territory, 4);
        // If it is Black's turn, he takes it.
        let (game, status) = judged(text, Color::Black);
        assert_eq!(names(status.dead()), "D4");
        assert_eq!(score::japanese(&game, &status).tally.black.points(), 7);
    }

    #[test]
    fn the_same_position_is_always_judged_the_same() {
        let text = ". X O .\n. X O .\n. X O .\nO X O .";
        let (_, status) = judged(text, Color::Black);
        assert_eq!(names(status.dead()), "A1");
        assert_eq!(judged(text, Color::Black).1, status);
    }
}

//! Conditions of games, and a game of two settings of the engine.

use std::time::Duration;

use serde_json::{Value, json};

use crate::learning::games_config::GamePlan;
use crate::learning::random_opening::random_opening;
use crate::learning::self_play::{OngoingGame, memory_for};
use sgmp_board::rng::Rng;
use sgmp_board::rules::{BoardSize, Color, Komi, Rules};
use sgmp_board::stop_flag::StopFlag;
use sgmp_engine::engine::KNOBS;
use sgmp_engine::engine::{Engine, Settings, Timing};
use sgmp_engine::search::UctParams;
use sgmp_engine::time_control::Effort;
use sgmp_match::port::MonotonicClock;

/// Playouts that a second is good for at most, as far as memory goes.
const PLAYOUTS_A_SECOND: f64 = 10_000.0;

/// The players' budget for a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Budget {
    /// So many playouts a move: the outcome is the same on every machine.
    Playouts(u32),
    /// So long a move.
    Time(Duration),
}

/// The conditions of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Conditions {
    /// The board of all games.
    pub size: BoardSize,
    /// Points White receives in all games.
    pub komi: Komi,
    /// The rules by which the games are counted.
    pub rules: Rules,
    /// The budget of both sides for a move.
    pub budget: Budget,
    /// The seed of openings and of the players' chance.
    pub seed: u64,
}

/// The outcome of a game for the first player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameScore {
    /// The other one won.
    Lost,
    /// A draw, or no result.
    Even,
    /// The game was won.
    Won,
}

impl GameScore {
    /// The score of so many half points; `None` for more than 2.
    #[must_use]
    pub(super) const fn from_half_points(points: u32) -> Option<Self> {
        match points {
            0 => Some(Self::Lost),
            1 => Some(Self::Even),
            2 => Some(Self::Won),
            _ => None,
        }
    }

    /// 0, 1 or 2.
    #[must_use]
    pub const fn half_points(self) -> u32 {
        match self {
            Self::Lost => 0,
            Self::Even => 1,
            Self::Won => 2,
        }
    }
}

impl Conditions {
    /// Plays game number `game`: 2n and 2n + 1 have one opening, and the first player has Black in
    /// 2n, White in 2n + 1. `None` if it was halted.
    #[must_use]
    pub fn play(&self, game: u32, players: [&UctParams; 2], halt: &StopFlag) -> Option<GameScore> {
        let plan = self.plan(game);
        let chance = Rng::from_seed(plan.seed);
        let mut engines = [0, 1].map(|seat: usize| {
            let seed = chance.split(&format!("player {seat}")).next_u64();
            Engine::new(self.settings(*players[seat], seed))
        });
        let has_first = |color| (color == Color::Black) != plan.swapped;
        let mut ongoing = OngoingGame::new(&plan, self.rules);
        while ongoing.result.is_none() {
            let color = ongoing.game.to_move();
            let engine = &mut engines[usize::from(!has_first(color))];
            let clock = MonotonicClock::start();
            let elapsed = || clock.now().since(sgmp_proto::Instant::ZERO);
            let timing = Timing {
                effort: self.effort(),
                elapsed: &elapsed,
            };
            let choice = engine.choose_timed(&ongoing.game, color, halt, &timing);
            if halt.is_requested() {
                return None;
            }
            ongoing.note_choice(&choice);
            if let Err(why) = ongoing.apply(choice.decision, None) {
                log::error!("game {game} is given up: {why}");
                return Some(GameScore::Even);
            }
        }
        Some(match ongoing.result.and_then(|result| result.winner()) {
            Some(winner) if has_first(winner) => GameScore::Won,
            Some(_) => GameScore::Lost,
            None => GameScore::Even,
        })
    }

    fn plan(&self, game: u32) -> GamePlan {
        let root = Rng::from_seed(self.seed);
        let mut chance = root.split(&format!("opening {}", game / 2));
        GamePlan {
            index: game,
            seed: root.split(&format!("game {game}")).next_u64(),
            size: self.size,
            komi: self.komi,
            opening: random_opening(self.size, &mut chance),
            swapped: game % 2 == 1,
            played_out: false,
        }
    }

    fn settings(&self, uct: UctParams, seed: u64) -> Settings {
        let most = match self.budget {
            Budget::Playouts(playouts) => playouts,
            Budget::Time(time) => (time.as_secs_f64() * PLAYOUTS_A_SECOND) as u32,
        };
        Settings {
            seed,
            playouts: match self.budget {
                Budget::Playouts(playouts) => Some(playouts),
                Budget::Time(_) => None,
            },
            // The table says when a game is hopeless.
            resign: None,
            uct,
            memory: memory_for(most),
            ..Settings::default()
        }
    }

    const fn effort(&self) -> Effort {
        match self.budget {
            Budget::Playouts(_) => Effort::Counted { most: None },
            Budget::Time(time) => Effort::Fixed(time),
        }
    }

    /// All that decides over a game's course, the values of all parameters included: a journal
    /// goes on only under the same.
    #[must_use]
    pub fn words(&self) -> Value {
        let defaults = UctParams::default();
        let knobs = KNOBS.iter();
        let defaults: Value = knobs
            .map(|knob| (knob.name.to_owned(), json!(knob.get(&defaults))))
            .collect();
        let (playouts, seconds) = match self.budget {
            Budget::Playouts(playouts) => (Some(playouts), None),
            Budget::Time(time) => (None, Some(time.as_secs_f64())),
        };
        json!({
            "size": self.size.lines(),
            "komi": self.komi.to_string(),
            "rules": self.rules.to_string(),
            "playouts": playouts,
            "move_time": seconds,
            "seed": self.seed,
            "defaults": defaults,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SMALL: Conditions = Conditions {
        size: BoardSize::new(5).unwrap(),
        komi: Komi::FIVE_AND_A_HALF,
        rules: Rules::Japanese,
        budget: Budget::Playouts(20),
        seed: 1,
    };

    #[test]
    fn both_games_of_a_pair_have_one_opening_and_the_colors_change() {
        for pair in 0..20 {
            let [one, other] = [0, 1].map(|game| SMALL.plan(2 * pair + game));
            assert_eq!(one.opening, other.opening);
            assert!(!one.swapped && other.swapped);
            assert_ne!(one.seed, other.seed);
        }
        let all = (0..20).map(|pair| SMALL.plan(2 * pair).opening);
        let all: std::collections::BTreeSet<_> = all.collect();
        assert!(all.len() > 8, "{} openings", all.len());
    }

    #[test]
    fn a_game_depends_on_its_number_alone_and_can_be_halted() {
        let (a, halt) = (UctParams::default(), StopFlag::new());
        let b = UctParams {
            expand_at: 1,
            ..UctParams::default()
        };
        for game in 0..3 {
            let score = SMALL.play(game, [&a, &b], &halt);
            assert!(score.is_some());
            assert_eq!(score, SMALL.play(game, [&a, &b], &halt));
        }
        let timed = Conditions {
            budget: Budget::Time(Duration::from_millis(1)),
            ..SMALL
        };
        assert!(timed.play(0, [&a, &b], &halt).is_some());
        halt.request();
        assert_eq!(SMALL.play(0, [&a, &b], &halt), None);
    }
}

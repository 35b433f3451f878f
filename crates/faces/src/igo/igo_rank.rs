//! A learner's strength from results, on the scale of the computer's levels.

use std::fmt;

use super::igo_log::{IgoGame, IgoLog, IgoResult};
use sgmp_board::rules::BoardSize;
use sgmp_engine::engine::Level;

/// Elo of levels on 9x9 with the net, by the games of docs/measurements/levels.md; between them it is shared
/// out evenly. Level 20 is a guess.
const LEVEL_ELO: [(u8, f64); 9] = [
    (0, 0.0),
    (3, 315.0),
    (7, 615.0),
    (11, 995.0),
    (13, 1110.0),
    (15, 1375.0),
    (17, 1625.0),
    (19, 1875.0),
    (20, 2000.0),
];

/// Before the first game a learner is thought to be around this, give or take [`PRIOR_SPREAD`].
const PRIOR_MEAN: f64 = 0.0;
const PRIOR_SPREAD: f64 = 600.0;
/// A game counts so much less with each later one: learners change.
const FADING: f64 = 0.95;
/// Elo between two strengths that are compared.
const STEP: f64 = 10.0;
/// The strengths that are compared.
const RANGE: std::ops::RangeInclusive<i32> = -150..=250;
/// Share of the belief below and above the interval.
const TAIL: f64 = 0.05;

/// Elo that a stone ahead is worth, of which nothing was measured: about a rank of docs/measurements/levels.md
/// on every board.
const fn stone_elo(size: BoardSize) -> f64 {
    match size.lines() {
        0..=10 => 130.0,
        _ => 150.0,
    }
}

/// A learner's strength: the middle of what the results allow, and the interval that holds nine chances of ten.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct IgoRank {
    middle: f64,
    low: f64,
    high: f64,
    games: usize,
}

impl IgoRank {
    /// The rank by the games on a board that were played without help; `None` before the first.
    #[must_use]
    pub fn from_log(log: &IgoLog, size: BoardSize) -> Option<Self> {
        let results: Vec<(f64, bool)> = log.games_on(size).filter_map(counted).collect();
        if results.is_empty() {
            return None;
        }
        let strengths = RANGE.map(|step| f64::from(step) * STEP);
        let beliefs: Vec<(f64, f64)> = strengths
            .map(|strength| (strength, log_belief(strength, &results)))
            .collect();
        let most = beliefs.iter().map(|it| it.1).fold(f64::MIN, f64::max);
        let weights: Vec<(f64, f64)> = beliefs
            .into_iter()
            .map(|(strength, belief)| (strength, (belief - most).exp()))
            .collect();
        Some(Self {
            middle: quantile(&weights, 0.5),
            low: quantile(&weights, TAIL),
            high: quantile(&weights, 1.0 - TAIL),
            games: results.len(),
        })
    }

    /// The level that is as strong as the middle; negative below level 0.
    #[must_use]
    pub fn level(self) -> f64 {
        level_at(self.middle)
    }

    /// The levels at both ends of the interval.
    #[must_use]
    pub fn interval(self) -> (f64, f64) {
        (level_at(self.low), level_at(self.high))
    }
}

impl fmt::Display for IgoRank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (low, high) = self.interval();
        let games = match self.games {
            1 => "1 game".to_owned(),
            games => format!("{games} games"),
        };
        let middle = match levels_below_0(self.level()) {
            0 => format!("as strong as {}", in_words(self.level())),
            _ => in_words(self.level()),
        };
        let between = match (levels_below_0(low), levels_below_0(high)) {
            (lowest, highest @ 1..) if lowest != highest => {
                format!("{highest} and {lowest} levels below it")
            }
            _ => format!("{} and {}", in_words(low), in_words(high)),
        };
        write!(
            f,
            "By {games} without help you are about {middle} of the computer; nine chances in ten that it is between {between}."
        )
    }
}

/// Whole levels below level 0; 0 for a level that there is.
fn levels_below_0(level: f64) -> u32 {
    (-level).round().max(0.0) as u32
}

fn in_words(level: f64) -> String {
    match levels_below_0(level) {
        0 => {
            let nearest = Level::new(level.max(0.0).round() as u8).unwrap_or(Level::MAX);
            format!("level {nearest} ({})", nearest.about())
        }
        1 => "a level below level 0".to_owned(),
        levels => format!("{levels} levels below level 0"),
    }
}

/// The strength that an even game of the same chances would have had as opponent, and the result.
fn counted(game: &IgoGame) -> Option<(f64, bool)> {
    let is_won = match game.result {
        IgoResult::Won => true,
        IgoResult::Lost => false,
        IgoResult::Begun | IgoResult::Drawn => return None,
    };
    let opponent = elo_of(game.rung.level.engine_level());
    let ahead = f64::from(game.rung.handicap) * stone_elo(game.size);
    (!game.is_helped).then_some((opponent - ahead, is_won))
}

/// The logarithm of the belief in a strength: before all games, and by each of them.
fn log_belief(strength: f64, results: &[(f64, bool)]) -> f64 {
    let distance = (strength - PRIOR_MEAN) / PRIOR_SPREAD;
    let latest_first = results.iter().rev();
    let mut weight = 1.0;
    let mut sum = -distance * distance / 2.0;
    for (opponent, is_won) in latest_first {
        let difference = if *is_won {
            opponent - strength
        } else {
            strength - opponent
        };
        sum -= weight * 10_f64.powf(difference / 400.0).ln_1p();
        weight *= FADING;
    }
    sum
}

/// The strength below which this share of the belief lies.
fn quantile(weights: &[(f64, f64)], share: f64) -> f64 {
    let all: f64 = weights.iter().map(|it| it.1).sum();
    let mut below = 0.0;
    for (strength, weight) in weights {
        below += weight;
        if below >= share * all {
            return *strength;
        }
    }
    weights.last().map_or(0.0, |it| it.0)
}

/// Elo of a level of the computer.
fn elo_of(level: u8) -> f64 {
    let pairs = LEVEL_ELO.windows(2);
    let mut found = LEVEL_ELO[LEVEL_ELO.len() - 1].1;
    for pair in pairs.rev() {
        let [(first, low), (last, high)] = [pair[0], pair[1]];
        if (first..=last).contains(&level) {
            let part = f64::from(level - first) / f64::from(last - first);
            found = low + part * (high - low);
        }
    }
    found
}

/// The level of a strength; below level 0 it goes on as between levels 0 and 3.
fn level_at(elo: f64) -> f64 {
    let mut pairs = LEVEL_ELO.windows(2);
    let is_within = |pair: &&[(u8, f64)]| elo < pair[1].1;
    let pair = pairs.find(is_within);
    let pair = pair.unwrap_or(&LEVEL_ELO[LEVEL_ELO.len() - 2..]);
    let [(first, low), (last, high)] = [pair[0], pair[1]];
    let level = f64::from(first) + (elo - low) / (high - low) * f64::from(last - first);
    level.min(20.0)
}

//! A duel: which of two settings of the engine wins more games.

use std::ops::ControlFlow;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::conditions::{Conditions, GameScore};
use crate::engine::{KNOBS, Setting};
use crate::move_weights::MovePriors;
use crate::search::{PlayoutPolicy, StopFlag, UctParams};
use crate::tournament::duel::schedule;
use crate::tournament::duel::{PairResults, Sprt, Verdict};

/// Two settings, and how they are told apart.
#[derive(Clone, Debug)]
pub(crate) struct Duel {
    /// The conditions of the games.
    pub conditions: Conditions,
    /// Settings of the first player; other parameters keep the engine's values.
    pub a: Vec<Setting>,
    /// Settings of the second player.
    pub b: Vec<Setting>,
    /// Other weights of playouts than the engine's, of the first and of the second player.
    pub playouts: [Option<&'static PlayoutPolicy>; 2],
    /// Other weights of patterns.
    pub patterns: [Option<&'static MovePriors>; 2],
    /// Pairs of games at most.
    pub pairs: u32,
    /// Ends sooner once this is decided.
    pub sprt: Option<Sprt>,
}

/// The outcome of a pair, as the journal keeps it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DuelStep {
    /// Its number, from 0.
    pub pair: u32,
    /// Half points, 0 to 2, of the first player in each game.
    pub a: [u32; 2],
}

impl Duel {
    /// The parameters of both players.
    #[must_use]
    pub(crate) fn players(&self) -> [UctParams; 2] {
        [0, 1].map(|player| {
            let mut params = UctParams::default();
            for setting in [&self.a, &self.b][player] {
                setting.knob.set(&mut params, setting.value);
            }
            params.policy = self.playouts[player].unwrap_or(params.policy);
            params.patterns = self.patterns[player].unwrap_or(params.patterns);
            params
        })
    }

    /// All that decides over games: a journal goes on only under the same. More games, and another
    /// test, can be asked for.
    #[must_use]
    pub(crate) fn words(&self) -> Value {
        let [a, b] = self.players().map(|params| {
            let values = KNOBS.iter();
            let values = values.map(|knob| (knob.name.to_owned(), json!(knob.get(&params))));
            let mut words: Value = values.collect();
            words["playouts"] = json!(format!("{:016x}", params.policy.digest()));
            words["patterns"] = json!(format!("{:016x}", params.patterns.digest()));
            words
        });
        json!({ "what": "duel", "conditions": self.conditions.words(), "a": a, "b": b })
    }

    /// The results after pairs of an earlier run; `None` if they are no pairs of a duel.
    #[must_use]
    pub(crate) fn recall(&self, steps: &[DuelStep]) -> Option<PairResults> {
        let mut results = PairResults::default();
        for (pair, step) in steps.iter().enumerate() {
            if step.pair as usize != pair || step.a.iter().any(|points| *points > 2) {
                return None;
            }
            results.add(step.a);
        }
        Some(results)
    }

    /// Returns whether no more games are needed.
    #[must_use]
    pub(crate) fn is_over(&self, results: &PairResults) -> bool {
        let is_decided = |sprt| results.verdict(sprt) != Verdict::Open;
        results.games() / 2 >= self.pairs || self.sprt.is_some_and(is_decided)
    }

    /// Plays on with so many games at a time; `take` hears of each pair in turn, and may break off.
    /// `halt` is requested when it is over.
    pub(crate) fn go_on(
        &self,
        results: &mut PairResults,
        jobs: usize,
        halt: &StopFlag,
        play: impl Fn(u32) -> Option<GameScore> + Sync,
        mut take: impl FnMut(&DuelStep, &PairResults) -> ControlFlow<()>,
    ) {
        if self.is_over(results) {
            return;
        }
        let mut first = None;
        let games = results.games()..2 * self.pairs;
        schedule(games, jobs, halt, play, |game, score| {
            let Some(before) = first.take() else {
                first = Some(score);
                return ControlFlow::Continue(());
            };
            let step = DuelStep {
                pair: game / 2,
                a: [before, score].map(GameScore::half_points),
            };
            results.add(step.a);
            take(&step, results)?;
            if self.is_over(results) {
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        });
    }
}

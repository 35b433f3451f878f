//! Combines gain, reasons and policy into one value: the other half of the weighing, beside the tables.

use crate::experts::expert_context::Stage;
use crate::experts::suggestion::Suggestion;

/// Points that a move has to gain against a pass once the borders are drawn.
const WORTHWHILE: f32 = 0.6;

/// Points less that a move has to gain at probability 1, and the most for any move.
const POLICY_CREDIT: f32 = 12.0;
const MAX_POLICY_CREDIT: f32 = 4.0;

/// Returns whether a move is better than a pass once the borders are drawn.
pub(in crate::experts) fn is_worthwhile(gain: f32, chance: f32) -> bool {
    gain + (POLICY_CREDIT * chance).min(MAX_POLICY_CREDIT) >= WORTHWHILE
}

/// Points that a move may lose against a pass before it is thrown out.
pub(in crate::experts) const MAX_LOSS: f32 = 6.0;

/// Points by which a side is so far ahead that it plays safe.
pub(in crate::experts) const AHEAD: f32 = 20.0;

/// Points by which a side is so far behind that it tries anything.
pub(in crate::experts) const BEHIND: f32 = -40.0;

/// Points that a threat adds for each stone threatened, and at most.
const SENTE_EACH: f32 = 0.35;
const MAX_SENTE: f32 = 3.0;

/// The share of the second and further reasons' guesses that is added to the first's.
const FURTHER_REASONS: f32 = 0.12;

/// The share of a guess that counts beside what was found on the board.
const TRUST: f32 = 0.35;

/// The weights of a gain on the board and of the policy at a stage of the game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::experts) struct StageWeights {
    /// The share of a gain beyond [`PLAUSIBLE`] that is believed.
    beyond: f32,
    /// Points for a move that everybody plays; for others by the logarithm of their probability, none
    /// at [`RARE`].
    policy: f32,
}

impl StageWeights {
    /// The policy weighs less than where the moves of games are predicted best: that plays far
    /// better. Gains count whole while groups are few (docs/measurements/knowledge-engine.md, "Where the lead goes").
    pub(in crate::experts) const fn for_stage(stage: Stage) -> Self {
        let (beyond, policy) = match stage {
            Stage::Opening => (1.0, 24.0),
            Stage::Middle => (0.45, 34.0),
            Stage::Endgame => (0.45, 28.0),
        };
        Self { beyond, policy }
    }
}

/// Points of a gain above which it is believed only in part.
const PLAUSIBLE: f32 = 6.0;
/// Probability that counts as none.
const RARE: f32 = 0.001;

/// Points for stones that reading has found caught or saved, for each and in any case, and at most.
const CAUGHT_EACH: f32 = 1.7;
const CAUGHT: f32 = 1.0;
const MAX_CAUGHT: f32 = 40.0;

/// The share of a tree's value, where there is one; the rest is the position's after the move.
pub(in crate::experts) const TREE: f32 = 0.5;

/// The guess of several reasons for one move together.
pub(in crate::experts) fn guess(reasons: &[Suggestion]) -> f32 {
    let most = reasons
        .iter()
        .map(Suggestion::guess)
        .fold(f32::MIN, f32::max);
    let all: f32 = reasons.iter().map(|reason| reason.guess().max(0.0)).sum();
    most + FURTHER_REASONS * (all - most.max(0.0))
}

/// The bonus of several reasons for one move.
pub(in crate::experts) fn bonus(reasons: &[Suggestion]) -> f32 {
    let most = reasons.iter().map(|known| known.reason.bonus);
    most.fold(0.0, f32::max)
}

/// The value of keeping sente, by the number of stones threatened.
pub(in crate::experts) fn sente(threatened: f32) -> f32 {
    (SENTE_EACH * threatened).min(MAX_SENTE)
}

/// The least gain of a move that catches or saves a number of stones by reading.
pub(in crate::experts) fn caught(stones: usize) -> f32 {
    (CAUGHT + CAUGHT_EACH * stones as f32).min(MAX_CAUGHT)
}

/// The figures of a move.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::experts) struct Worth {
    /// Points that it gains on the board against a pass.
    pub(in crate::experts) gain: f32,
    /// Points that its best reason adds.
    pub(in crate::experts) bonus: f32,
    /// Points that keeping sente adds.
    pub(in crate::experts) sente: f32,
    /// The guess of its reasons.
    pub(in crate::experts) guess: f32,
    /// Its policy probability, 0 to 1.
    pub(in crate::experts) chance: f32,
}

impl Worth {
    /// All of it together, in points.
    pub(in crate::experts) fn value(self, stage_weights: StageWeights) -> f32 {
        let beyond = (self.gain - PLAUSIBLE).max(0.0);
        let believed = self.gain - (1.0 - stage_weights.beyond) * beyond;
        let policy = stage_weights.policy * policy_scale(self.chance);
        believed + self.bonus + self.sente + TRUST * self.guess + policy
    }
}

/// The order of trying: the guess of the reasons, and up to `most` points for the policy.
pub(in crate::experts) fn urgency(guess: f32, chance: f32, most: f32) -> f32 {
    guess + most * policy_scale(chance)
}

/// The logarithmic scale of a probability: 0 for [`RARE`] and below, 1 for certainty.
fn policy_scale(chance: f32) -> f32 {
    (chance.max(RARE) / RARE).ln() / -RARE.ln()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_is_worth_more() {
        let usual = Worth {
            gain: 3.0,
            chance: 0.1,
            ..Worth::default()
        };
        for stage in [Stage::Opening, Stage::Middle, Stage::Endgame] {
            let value = |worth: Worth| worth.value(StageWeights::for_stage(stage));
            assert!(value(Worth { gain: 4.0, ..usual }) > value(usual));
            let rarer = Worth {
                chance: 0.01,
                ..usual
            };
            assert!(value(rarer) < value(usual));
            let large = |gain| value(Worth { gain, ..usual });
            assert!(large(20.0) > large(10.0) && large(30.0) - large(20.0) <= 10.0);
        }
        assert!(sente(1.0) < sente(4.0) && sente(100.0) <= MAX_SENTE);
        assert!(urgency(1.0, 0.1, 9.0) > urgency(1.0, 0.01, 9.0));
        assert!(guess(&[]) <= 0.0 && bonus(&[]) <= 0.0);
    }
}

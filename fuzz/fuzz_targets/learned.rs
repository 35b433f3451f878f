//! Any bytes as training games, as learned weights, and as a plan or journal of tuning: read, or
//! refused.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sgmp_knowledge::move_weights::{MovePriors, MoveWeights};
use sgmp_laboratory::learning::Contents;
use sgmp_laboratory::learning::tuning::{SharedGame, Tuning, TuningPlan, TuningStep, read_journal};

fuzz_target!(|bytes: &[u8]| {
    if let Some(contents) = Contents::from_bytes(bytes) {
        for game in &contents.games {
            let _moves = game.replayed();
        }
    }
    if let Ok(weights) = MoveWeights::from_bytes(bytes) {
        let again = MoveWeights::from_bytes(&weights.to_bytes());
        assert_eq!(again.map(|again| again.shapes), Ok(weights.shapes.clone()));
        let _priors = MovePriors::from(&weights);
    }
    let _games = read_journal::<SharedGame>(bytes);
    let _iterations = read_journal::<TuningStep>(bytes);
    if let Ok(plan) = TuningPlan::from_toml(&String::from_utf8_lossy(bytes)) {
        assert!(
            Tuning::new(plan)
                .proposal()
                .iter()
                .all(|value| value.is_finite())
        );
    }
});

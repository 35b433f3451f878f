//! Any bytes as training games and as learned weights: read, or refused.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sgmp_go::knowledge::{PatternPriors, PatternWeights};
use sgmp_go::learning::Contents;

fuzz_target!(|bytes: &[u8]| {
    if let Some(contents) = Contents::from_bytes(bytes) {
        for game in &contents.games {
            let _moves = game.replayed();
        }
    }
    if let Ok(weights) = PatternWeights::from_bytes(bytes) {
        let again = PatternWeights::from_bytes(&weights.to_bytes());
        assert_eq!(again.map(|again| again.shapes), Ok(weights.shapes.clone()));
        let _priors = PatternPriors::from(&weights);
    }
});

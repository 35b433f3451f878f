//! Guarantees of the fit of playout weights.

use super::balance::BalanceError;
use super::*;
use crate::learning::patterns::SampleGame;
use crate::learning::{GamesConfig, Pairing, RulesName, generate};
use sgmp_board::rng::Rng;
use sgmp_board::rules::Point;
use sgmp_board::stop_flag::StopFlag;

/// Positions of a few small games.
pub(in crate::learning) fn positions() -> Vec<LabeledPosition> {
    drawn(&PositionSampler::default())
}

fn drawn(draw: &PositionSampler) -> Vec<LabeledPosition> {
    let config = GamesConfig {
        seed: 5,
        sizes: vec![7],
        komi: vec![11],
        rules: RulesName::Japanese,
        pairing: Pairing::Ours { playouts: 30 },
        played_out_one_of: 1,
        drawn: None,
    };
    let mut positions = Vec::new();
    generate(&config, &[0, 1, 2, 3], 2, &StopFlag::new(), |made| {
        let game = made.unwrap();
        let sample_game = SampleGame::from_game(&game, 0);
        let found = draw
            .sample(&sample_game, &mut Rng::from_seed(game.seed))
            .unwrap();
        positions.push((game.index, found));
        std::ops::ControlFlow::Continue(())
    });
    positions.sort_by_key(|(index, _)| *index);
    positions
        .into_iter()
        .flat_map(|(_, positions)| positions)
        .collect()
}

fn settings(jobs: usize) -> BalanceSettings {
    BalanceSettings {
        positions: 16,
        playouts: 32,
        rate: 0.1,
        seed: 1,
        jobs,
    }
}

#[test]
fn steps_lessen_the_error_and_do_not_depend_on_threads() {
    let positions = positions();
    let (mut one, mut two) = (Balance::new(), Balance::new());
    let before = one.error(&positions, 400, 2);
    for step in 0..30 {
        let error = one.step(&positions, &settings(1));
        assert_eq!(error, two.step(&positions, &settings(2)), "step {step}");
    }
    assert_eq!(one, two);
    let after = one.error(&positions, 400, 2);
    assert!(after < 0.97 * before, "{before} before, {after} after");
}

#[test]
fn broken_off_and_gone_on_with_it_is_the_same() {
    let positions = positions();
    let mut whole = Balance::new();
    whole.step(&positions, &settings(2));
    let state = whole.to_bytes(7);
    let mut other = Balance::new();
    assert_eq!(other.go_on(&state, 8), Err(BalanceError::Other));
    assert_eq!(
        other.go_on(&state[..state.len() - 1], 7),
        Err(BalanceError::Other)
    );
    assert_eq!(other, Balance::new(), "nothing is changed");
    other.go_on(&state, 7).unwrap();
    whole.step(&positions, &settings(2));
    other.step(&positions, &settings(2));
    assert_eq!(whole, other);
}

#[test]
fn near_its_end_a_search_expects_the_owners_of_the_end() {
    let late = |searched| {
        drawn(&PositionSampler {
            each: 1,
            span: 0.9..0.92,
            searched,
        })
    };
    let (mut agreed, mut all) = (0.0, 0.0);
    for (told, searched) in late(0).iter().zip(late(100)) {
        for point in Point::all(told.size()) {
            assert!((-1.0..=1.0).contains(&searched.owner(point)));
            agreed += told.owner(point) * searched.owner(point);
            all += told.owner(point).abs();
        }
    }
    assert!(agreed > 0.7 * all, "{agreed} of {all} points");
}

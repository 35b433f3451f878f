//! From games to weights, and what may not change them.

use super::corpus::Columns;
use super::mm_fit::FitError;
use super::shape_inclusion::ShapeInclusion;
use super::*;
use crate::learning::{GamesConfig, Pairing, RulesName, TrainingGame, generate};
use sgmp_board::stop_flag::StopFlag;
use sgmp_knowledge::move_weights::{
    FamilySet, FeatureFamily, MovePriors, MoveWeights, ShapeDictionary, ShapeId,
};

fn games(count: u32) -> Vec<TrainingGame> {
    let config = GamesConfig {
        seed: 3,
        sizes: vec![7],
        komi: vec![11],
        rules: RulesName::Japanese,
        pairing: Pairing::Ours { playouts: 20 },
        played_out_one_of: 0,
        drawn: None,
    };
    let (numbers, mut games) = ((0..count).collect::<Vec<_>>(), Vec::new());
    generate(&config, &numbers, 2, &StopFlag::new(), |made| {
        games.push(*made.unwrap());
        std::ops::ControlFlow::Continue(())
    });
    games.sort_by_key(|game| game.index);
    games
}

struct Learned {
    weights: MoveWeights,
    evidence: Vec<f64>,
}

/// Fits; the fit is broken off and gone on with after so many sweeps, if any.
fn learn(sample_games: &[SampleGame], memory: u64, jobs: usize, break_off: Option<u32>) -> Learned {
    let (shapes, stones) = count_shapes(sample_games, 4, jobs, &|| ());
    let dictionary = ShapeDictionary::new(&shapes);
    let settings = CorpusSettings {
        memory,
        seed: 1,
        jobs,
        without: FamilySet::default(),
    };
    let corpus = Corpus::new(sample_games, stones, &dictionary, &settings, &|| ());
    assert_eq!(corpus.positions() as u64, stones);
    let mut fit = Fit::new(&corpus, dictionary.len(), jobs);
    let mut evidence = Vec::new();
    while fit.sweeps() < 6 {
        if break_off == Some(fit.sweeps()) {
            let bytes = fit.to_bytes(5);
            let mut other = Fit::new(&corpus, dictionary.len(), jobs);
            assert_eq!(other.go_on(&corpus, &bytes, 6), Err(FitError::Other));
            let cut = &bytes[..bytes.len() - 1];
            assert_eq!(other.go_on(&corpus, cut, 5), Err(FitError::Damaged));
            other.go_on(&corpus, &bytes, 5).unwrap();
            fit = other;
        }
        evidence.push(fit.sweep(&corpus));
    }
    Learned {
        weights: fit.weights(shapes),
        evidence,
    }
}

#[test]
fn games_teach_and_threads_memory_and_breaks_do_no_harm() {
    const MAX_GAME_TIME: u64 = 1 << 30;
    let games = games(40);
    let sample_games: Vec<SampleGame> = games
        .iter()
        .map(|game| SampleGame::from_game(game, 3))
        .collect();
    let (held_out, taught): (Vec<_>, Vec<_>) = sample_games
        .into_iter()
        .partition(|sample_game| sample_game.is_held_out(5));
    assert!((2..=16).contains(&held_out.len()), "{}", held_out.len());
    let learned = learn(&taught, MAX_GAME_TIME, 1, None);
    assert!(learned.weights.shapes.len() > 50);
    let rises = learned
        .evidence
        .windows(2)
        .all(|pair| pair[1] > pair[0] - 1e-3);
    assert!(rises, "{:?}", learned.evidence);

    let again = learn(&taught, MAX_GAME_TIME, 3, Some(4));
    assert_eq!(learned.weights.to_bytes(), again.weights.to_bytes());

    let held_out: Vec<&SampleGame> = held_out.iter().collect();
    let foretold =
        |weights: &MoveWeights| Prediction::new(&MovePriors::from(weights), &held_out, 2).all();
    let even = foretold(&MoveWeights::even(Vec::new()));
    let after = foretold(&learned.weights);
    assert_eq!(even.moves, after.moves);
    assert!(
        after.mean_evidence() > even.mean_evidence() + 0.5,
        "{after:?}"
    );
    assert!(after.among[0] > 2 * even.among[0], "{after:?}");

    // A few moves of each position teach nearly the same.
    let stones = learn(&taught, 1, 2, None);
    assert!(foretold(&stones.weights).mean_evidence() > even.mean_evidence());
}

/// Four positions of two moves; the first one has a feature in three of them.
#[test]
fn a_weight_is_what_the_games_say() {
    let mut columns = Columns::default();
    for winner in [1, 1, 1, 0] {
        columns.shapes.extend([0, 0]);
        for (group, column) in columns.levels.iter_mut().enumerate() {
            let has = |wins: bool| u8::from(group == FeatureFamily::Capture as usize && wins);
            column.extend([has(winner == 1), has(winner == 0)]);
        }
        columns.ends.push(columns.shapes.len() as u32);
    }
    let corpus = Corpus {
        parts: vec![columns],
        inclusion: ShapeInclusion::new(0, std::iter::empty()),
    };
    let mut fit = Fit::new(&corpus, 0, 1);
    for _ in 0..200 {
        fit.sweep(&corpus);
    }
    // Three wins of four, and two of four besides: five of eight.
    let weight = fit.weights(Vec::new()).levels[FeatureFamily::Capture as usize][1];
    assert!((weight - (5.0_f32 / 3.0).ln()).abs() < 1e-4, "{weight}");
}

/// Twenty positions of two moves, of which one has a small shape and wins in nineteen; once there is a
/// large shape around it, in the position that it wins or in the one that it loses.
#[test]
fn a_rare_shape_inherits_from_the_one_in_it() {
    let of_large = |is_won: bool| {
        let mut columns = Columns::default();
        let large_at = if is_won { 1 } else { 0 };
        for position in 0..20 {
            let shape = if position == large_at { 2 } else { 1 };
            let (winner, loser) = if position == 0 {
                (0, shape)
            } else {
                (shape, 0)
            };
            columns.shapes.extend([winner, loser]);
            columns.ends.push(columns.shapes.len() as u32);
        }
        columns.levels = std::array::from_fn(|_| vec![0; columns.shapes.len()]);
        let corpus = Corpus {
            parts: vec![columns],
            inclusion: ShapeInclusion::new(2, [(2, 1)].into_iter()),
        };
        let mut fit = Fit::new(&corpus, 2, 1);
        for _ in 0..200 {
            fit.sweep(&corpus);
        }
        let weights = fit.weights(vec![ShapeId(1), ShapeId(2)]).shape_weights;
        (weights[1] - weights[0], weights[2] - weights[0])
    };
    let (small, large) = of_large(true);
    assert!(small > 1.0 && large > small, "{small} {large}");
    let (small, large) = of_large(false);
    assert!(0.5 * small < large && large < small, "{small} {large}");
}

#[test]
fn lessons_leave_out_what_teaches_nothing() {
    let game = games(1).remove(0);
    let seen = |sample_game: &SampleGame| {
        let mut seen = 0;
        sample_game.each(|played_move| {
            assert!(played_move.number >= usize::from(game.opening));
            seen += 1;
        });
        seen
    };
    let all = seen(&SampleGame::from_game(&game, 0));
    let open = seen(&SampleGame::from_game(&game, 20));
    assert!(all > 10 && open < all, "{open} of {all}");
    let record = SampleGame::from_record(&game.record()).remove(0);
    assert_eq!(record.digest(), SampleGame::from_game(&game, 3).digest());
}

use std::collections::BTreeMap;
use std::fs;

use serde_json::json;

use super::tuning_run::Candidates;
use super::*;
use sgmp_board::rng::Rng;
use sgmp_board::stop_flag::StopFlag;

/// Two parameters, both far from where the virtual games are won.
fn plan(pairs: u32, batch: u32) -> TuningPlan {
    let text = format!(
        "size = 9\npairs = {pairs}\nbatch = {batch}\nseed = 7\n\
         [[parameter]]\nname = \"rave\"\nfrom = 100\nto = 20000\nstart = 1000\nstep = 1.3\nscale = \"log\"\n\
         [[parameter]]\nname = \"priors.learned\"\nfrom = 0\nto = 400\nstart = 300\nstep = 20\n"
    );
    TuningPlan::from_toml(&text).unwrap()
}

/// Loss, in Elo, by values that are not the best: 5000 and 100.
fn loss(values: &[f64]) -> f64 {
    40.0 * (values[0] / 5000.0).ln().powi(2) + 120.0 * ((values[1] - 100.0) / 100.0).powi(2)
}

/// A game by lot, with the chance that the difference in strength gives.
fn virtual_game(game: u32, plus: &[f64], minus: &[f64]) -> GameScore {
    let elo = loss(minus) - loss(plus);
    let share = 1.0 / (1.0 + 10_f64.powf(-elo / 400.0));
    let mut lot = Rng::from_seed(11).split(&format!("game {game}"));
    if f64::from(lot.below(1_000_000)) < 1e6 * share {
        GameScore::Won
    } else {
        GameScore::Lost
    }
}

fn candidates(game: u32, candidates: &Candidates) -> Option<GameScore> {
    assert_eq!(candidates.plus[1].fract(), 0.0, "a whole number is played");
    Some(virtual_game(game, &candidates.plus, &candidates.minus))
}

/// Plays until so many iterations are done.
fn run(tuning: &mut Tuning, until: u32, jobs: usize) -> Vec<TuningStep> {
    let rest = until - tuning.done();
    let steps =
        (0..rest).map(|_| tuning.iterate(jobs, &StopFlag::new(), |_| true, candidates, || {}));
    steps.map(Option::unwrap).collect()
}

#[test]
fn parameters_find_their_way_through_the_noise_of_games() {
    let mut tuning = Tuning::new(plan(4000, 8));
    let before = loss(&tuning.path()[0]);
    run(&mut tuning, 500, 1);
    assert!(tuning.is_done());
    let proposal = tuning.proposal();
    assert!(loss(&proposal) < before / 20.0, "{proposal:?}");
    assert!((3000.0..8500.0).contains(&proposal[0]), "{proposal:?}");
    assert!((60.0..140.0).contains(&proposal[1]), "{proposal:?}");
    assert_eq!(proposal[1].fract(), 0.0);
    let params = tuning.plan().params(&proposal);
    assert_eq!(f64::from(params.priors.learned), proposal[1]);
    assert!(
        tuning
            .path()
            .iter()
            .all(|at| (100.0..=20000.0).contains(&at[0]))
    );
}

#[test]
fn a_run_of_few_games_does_not_run_away() {
    let mut tuning = Tuning::new(plan(40, 8));
    run(&mut tuning, 5, 2);
    let proposal = tuning.proposal();
    assert!((150.0..=400.0).contains(&proposal[1]), "{proposal:?}");
}

#[test]
fn any_number_of_jobs_and_any_interruption_give_one_path() {
    let mut whole = Tuning::new(plan(80, 4));
    let steps = run(&mut whole, 20, 1);
    let mut first = Tuning::new(plan(80, 4));
    run(&mut first, 9, 3);
    let mut again = Tuning::new(plan(80, 4));
    assert!(again.recall(&steps[..9]));
    assert_eq!(again.path(), first.path());
    run(&mut again, 20, 3);
    assert_eq!(again.path(), whole.path());
    assert_eq!(again.proposal(), whole.proposal());
    assert_eq!(again.shares(), whole.shares());
    // Steps that are none of this plan.
    assert!(!again.recall(&steps[..1]), "all are done");
    let mut fresh = Tuning::new(plan(80, 4));
    assert!(!fresh.recall(&steps[1..]), "the first one is missing");
    let mut odd = steps[0].clone();
    odd.plus = 17;
    assert!(!fresh.recall(&[odd]), "more points than games");
}

#[test]
fn a_halted_iteration_changes_nothing() {
    let mut tuning = Tuning::new(plan(80, 4));
    let halt = StopFlag::new();
    let play = |game, at: &Candidates| {
        if game == 5 {
            halt.request();
            return None;
        }
        candidates(game, at)
    };
    assert_eq!(tuning.iterate(2, &halt, |_| true, play, || {}), None);
    assert_eq!((tuning.done(), tuning.path().len()), (0, 1));
    run(&mut tuning, 1, 2);
    let mut whole = Tuning::new(plan(80, 4));
    run(&mut whole, 1, 1);
    assert_eq!(tuning.path(), whole.path());
}

#[test]
fn a_picture_shows_every_parameter() {
    let mut tuning = Tuning::new(plan(80, 4));
    assert!(
        plot(&tuning).unwrap().contains("</svg>"),
        "before the first game"
    );
    run(&mut tuning, 20, 1);
    let picture = plot(&tuning).unwrap();
    for text in [
        "rave: 1000 to ",
        "priors.learned: 300 to ",
        "share of the better side",
    ] {
        assert!(picture.contains(text), "{text}");
    }
    assert!(picture.matches("<polyline").count() >= 6, "{picture}");
}

fn header(words: &str) -> Header {
    Header {
        version: "1".to_owned(),
        command: format!("sgmp-go learn tune {words}"),
        began: "2026-01-01T00:00:00Z".to_owned(),
        words: json!({ "of": words, "number": 0.1 + 0.2 }),
    }
}

fn steps(count: u32) -> Vec<TuningStep> {
    let values = BTreeMap::from([("rave".to_owned(), 1000.0 / 3.0)]);
    let step = |iteration| TuningStep {
        iteration,
        plus: 3,
        values: values.clone(),
    };
    (0..count).map(step).collect()
}

#[test]
fn a_journal_goes_on_wherever_it_was_cut() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("journal");
    let (mut journal, kept) = Journal::open::<TuningStep>(&path, &header("a")).unwrap();
    assert_eq!(kept.header, None);
    for step in steps(3) {
        journal.add(&step).unwrap();
    }
    let in_use = Journal::open::<TuningStep>(&path, &header("a")).unwrap_err();
    assert!(matches!(in_use, JournalError::InUse { .. }), "{in_use}");
    drop(journal);
    let whole = fs::read(&path).unwrap();
    let mut most = 0;
    for end in 0..=whole.len() {
        fs::write(&path, &whole[..end]).unwrap();
        let (mut journal, kept) = Journal::open::<TuningStep>(&path, &header("a")).unwrap();
        assert!(kept.steps.len() >= most, "a longer file holds as much");
        most = kept.steps.len();
        assert_eq!(kept.steps.len(), steps(3).iter().zip(&kept.steps).count());
        for step in &steps(3)[most..] {
            journal.add(step).unwrap();
        }
        drop(journal);
        assert_eq!(fs::read(&path).unwrap(), whole, "cut at {end}");
    }
    assert_eq!(most, 3);
}

#[test]
fn a_journal_of_other_words_or_none_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("journal");
    let open = |words| Journal::open::<TuningStep>(&path, &header(words)).map(drop);
    open("a").unwrap();
    let (mut journal, _) = Journal::open::<TuningStep>(&path, &header("a")).unwrap();
    steps(3).iter().for_each(|step| journal.add(step).unwrap());
    drop(journal);
    let whole = fs::read(&path).unwrap();
    let error = open("b").unwrap_err().to_string();
    assert!(error.contains("`sgmp-go learn tune a`"), "{error}");
    assert_eq!(fs::read(&path).unwrap(), whole);

    let mut damaged = whole.clone();
    let lines: Vec<usize> = (0..whole.len()).filter(|at| whole[*at] == b'\n').collect();
    damaged[lines[1] + 15] ^= 1;
    fs::write(&path, &damaged).unwrap();
    let error = open("a").unwrap_err();
    assert!(
        matches!(error, JournalError::Damaged { line: 3, .. }),
        "{error}"
    );
    fs::write(&path, "a letter").unwrap();
    let error = open("a").unwrap_err();
    assert!(matches!(error, JournalError::Foreign { .. }), "{error}");
    assert_eq!(fs::read(&path).unwrap(), b"a letter");
}

#[test]
fn any_bytes_are_read_or_refused() {
    let mut chance = Rng::from_seed(5);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("journal");
    let (mut journal, _) = Journal::open::<TuningStep>(&path, &header("a")).unwrap();
    steps(3).iter().for_each(|step| journal.add(step).unwrap());
    let whole = fs::read(&path).unwrap();
    for _ in 0..2000 {
        let mut bytes = whole.clone();
        for _ in 0..=chance.below(3) {
            let at = chance.below(bytes.len() as u32) as usize;
            bytes[at] = chance.below(256) as u8;
        }
        if let Ok(kept) = read_journal::<TuningStep>(&bytes) {
            assert!(
                kept.steps
                    .iter()
                    .zip(steps(3))
                    .all(|(a, b)| a.plus == b.plus)
            );
        }
    }
}

//! Thousands of simulated games, counted.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::thread;
use std::time::Duration;

use indicatif::ProgressBar;
use sgmp_board::shared_work::share;
use sgmp_board::stop_flag::StopFlag;
use sgmp_proto::sim::{Fault, Noise, Outcome, SeededGame};

use crate::noise::game_kinds::Pairing;
use crate::noise::noise_spec::NoiseSpec;

/// Games of one kind of line with one pairing, by what became of them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    pub(super) games: u64,
    /// Whole games without a forged frame.
    pub(super) whole: u64,
    pub(super) last_word_lost: u64,
    /// Ends with a name that may happen, but are no whole games.
    pub(super) verdicts: BTreeMap<String, u64>,
    /// Games in which noise passed the checksum, by what it did.
    pub(super) forged: BTreeMap<String, u64>,
    /// Faults, and the first seed of each.
    pub faults: BTreeMap<String, (u64, u64)>,
    pub(super) resends: u64,
    /// Virtual time of all games.
    pub(super) time: Duration,
}

impl Tally {
    fn count(&mut self, noise: &Noise, seed: u64, game: &SeededGame) {
        self.games += 1;
        self.resends += game.report.resends;
        self.time += game.report.time;
        let name = game.outcome.to_string();
        match game.outcome {
            Outcome::Fault(Fault::Spins) => self.fault(name, seed),
            _ if game.is_forged() => *self.forged.entry(name).or_default() += 1,
            Outcome::Whole => self.whole += 1,
            Outcome::FinalPassLost => self.last_word_lost += 1,
            Outcome::Fault(_) if noise.is_in_order() => self.fault(name, seed),
            _ => *self.verdicts.entry(name).or_default() += 1,
        }
    }

    fn fault(&mut self, name: String, seed: u64) {
        let (count, first) = self.faults.entry(name).or_insert((0, seed));
        *count += 1;
        *first = seed.min(*first);
    }

    fn add(&mut self, other: Self) {
        self.games += other.games;
        self.whole += other.whole;
        self.last_word_lost += other.last_word_lost;
        self.resends += other.resends;
        self.time += other.time;
        for (ours, theirs) in [
            (&mut self.verdicts, other.verdicts),
            (&mut self.forged, other.forged),
        ] {
            for (name, count) in theirs {
                *ours.entry(name).or_default() += count;
            }
        }
        for (name, (count, seed)) in other.faults {
            let (sum, first) = self.faults.entry(name).or_insert((0, seed));
            *sum += count;
            *first = seed.min(*first);
        }
    }
}

/// A kind of line, a pairing, and how their games went.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    pub(super) line: NoiseSpec,
    pub(super) pairing: Pairing,
    /// The ends of the games, counted.
    pub tally: Tally,
}

/// Plays games on all cores: game `n` is of kind `n` modulo the kinds, and of seed `seed + n`.
/// Plays all games; the result does not depend on the number of cores.
pub fn play(lines: &[NoiseSpec], games: u64, seed: u64, bar: &ProgressBar) -> Vec<Row> {
    let kinds: Vec<(&NoiseSpec, Pairing)> = lines
        .iter()
        .flat_map(|line| Pairing::ALL.map(|pairing| (line, pairing)))
        .collect();
    let play = |game: u64| {
        let kind = (game % kinds.len() as u64) as usize;
        let (line, pairing) = kinds[kind];
        let round = game / kinds.len() as u64;
        let tally = play_one(line, pairing, round, seed.wrapping_add(game));
        bar.inc(1);
        Some((kind, tally))
    };
    let cores = thread::available_parallelism().map_or(1, Into::into);
    let mut sums = vec![Tally::default(); kinds.len()];
    share(
        cores,
        0..games,
        &StopFlag::new(),
        || play,
        |_, (kind, tally)| {
            sums[kind].add(tally);
            ControlFlow::Continue(())
        },
    );
    let rows = kinds.into_iter().zip(sums);
    rows.map(|((line, pairing), tally)| Row {
        line: line.clone(),
        pairing,
        tally,
    })
    .collect()
}

fn play_one(line: &NoiseSpec, pairing: Pairing, round: u64, seed: u64) -> Tally {
    let mut tally = Tally::default();
    let game = || SeededGame::play(line.noise, pairing.guest(round), seed);
    match catch_unwind(AssertUnwindSafe(game)) {
        Ok(game) => tally.count(&line.noise, seed, &game),
        Err(_) => {
            tally.games += 1;
            tally.fault("panicked".to_owned(), seed);
        }
    }
    tally
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::noise::game_kinds;

    #[test]
    fn thousands_of_games_on_every_line_with_everybody_keep_their_promises() {
        let lines = game_kinds::lines(None).unwrap();
        let rows = play(&lines, 6000, 1_000_000, &ProgressBar::hidden());
        let games: u64 = rows.iter().map(|row| row.tally.games).sum();
        assert_eq!(games, 6000);
        for row in &rows {
            let told = format!("{} {:?}: {:?}", row.line, row.pairing, row.tally);
            assert!(row.tally.faults.is_empty(), "{told}");
            let minds_bits = !row.pairing.name().contains("Windows");
            if row.line.text == "none" && minds_bits {
                assert_eq!(row.tally.whole, row.tally.games, "{told}");
            }
        }
    }

    #[test]
    fn the_games_of_a_seed_are_the_same_on_any_number_of_cores() {
        let lines = game_kinds::lines(None).unwrap();
        let bar = ProgressBar::hidden();
        assert_eq!(play(&lines, 200, 7, &bar), play(&lines, 200, 7, &bar));
        assert_ne!(play(&lines, 200, 7, &bar), play(&lines, 200, 8, &bar));
    }

    #[test]
    fn a_fault_is_counted_with_its_first_seed() {
        let mut tally = Tally::default();
        for seed in [9, 4, 6] {
            tally.fault("both wait for ever".to_owned(), seed);
        }
        let mut sum = Tally::default();
        sum.fault("both wait for ever".to_owned(), 5);
        sum.add(tally);
        assert_eq!(sum.faults["both wait for ever"], (4, 4));
    }
}

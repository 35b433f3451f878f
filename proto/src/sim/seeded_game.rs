//! One game drawn from a seed: all that may differ between games does, and its outcome is named.

use alloc::vec::Vec;
use core::time::Duration;

use super::noise::Noise;
use super::our_program::random_game;
use super::outcome::Outcome;
use super::pair::{OtherProgram, Pair, Report, Setup};
use super::random::{Probability, Rng};
use crate::message::WireMove;
use crate::session::{Config, Pace};
use crate::{BoardSize, Color};

/// Moves of a game, passes included.
const SHORTEST: u64 = 9;
const LONGEST: u64 = 40;
/// Speeds of the line, in bits a second.
const BAUDS: [u32; 4] = [300, 1200, 2400, 9600];
const SIZES: [u8; 3] = [9, 13, 19];
/// A side whose peer has stopped would go on resending until its operator stops it.
const MOST_RESENDS: u32 = 50;

/// A game and what became of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeededGame {
    /// The end of the game in one word, judged against the promises of the session.
    pub outcome: Outcome,
    /// Phases, records and counts of both sides, from which the outcome follows.
    pub report: Report,
}

impl SeededGame {
    /// Plays the game of a seed: 9 to 40 moves on 9, 13 or 19 lines, at 300 to 9600 baud if the line
    /// does not say, each side thinking up to 3 s about a move.
    #[must_use]
    pub fn play(noise: Noise, other: Option<OtherProgram>, seed: u64) -> Self {
        let mut rng = Rng::new(seed);
        let size = BoardSize::new(pick(&mut rng, SIZES)).unwrap_or(BoardSize::NINETEEN);
        let pace = noise.pace(Pace::from_baud(pick(&mut rng, BAUDS)));
        let stones = SHORTEST - 2 + rng.below(LONGEST - SHORTEST + 1);
        let script = random_game(rng.next_u64(), stones as usize, size);
        let moves: Vec<WireMove> = Color::BOTH
            .into_iter()
            .cycle()
            .zip(&script)
            .map(|(color, vertex)| WireMove::new(color, *vertex, size))
            .collect();
        let config = |color| Config {
            size,
            pace,
            max_resends: Some(MOST_RESENDS),
            nudge: Some(Config::LONG_SILENCE),
            ..Config::tournament(color)
        };
        let setup = Setup {
            black: config(Color::Black),
            white: config(Color::White),
            other,
            noise,
            think: Duration::from_secs(3),
            crash: Probability::NEVER,
            seed: rng.next_u64(),
        };
        let report = Pair::new(setup, script).drive();
        let outcome = Outcome::judge(&report, other, &moves);
        Self { outcome, report }
    }

    /// Returns whether noise passed the checksum.
    #[must_use]
    pub const fn is_forged(&self) -> bool {
        self.report.forged > 0
    }
}

fn pick<T: Copy, const N: usize>(rng: &mut Rng, choices: [T; N]) -> T {
    choices[rng.below(N as u64) as usize]
}

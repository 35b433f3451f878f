//! One game drawn from a seed: all that may differ between games does, and its fate is named.

use alloc::vec::Vec;
use core::time::Duration;

use super::chance::{Chance, Dice};
use super::fate::Fate;
use super::noise::Noise;
use super::pair::{Guest, Pair, Report, Setup};
use super::side::random_game;
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
pub struct Trial {
    /// In one word.
    pub fate: Fate,
    /// In all.
    pub report: Report,
}

impl Trial {
    /// Plays the game of a seed: 9 to 40 moves on 9, 13 or 19 lines, at 300 to 9600 baud if the line
    /// does not say, each side thinking up to 3 s about a move.
    #[must_use]
    pub fn play(noise: Noise, guest: Option<Guest>, seed: u64) -> Self {
        let mut dice = Dice::new(seed);
        let size = BoardSize::new(pick(&mut dice, SIZES)).unwrap_or(BoardSize::NINETEEN);
        let pace = noise.pace(Pace::of_baud(pick(&mut dice, BAUDS)));
        let stones = SHORTEST - 2 + dice.below(LONGEST - SHORTEST + 1);
        let script = random_game(dice.roll(), stones as usize, size);
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
            guest,
            noise,
            think: Duration::from_secs(3),
            crash: Chance::NEVER,
            seed: dice.roll(),
        };
        let report = Pair::new(setup, script).drive();
        let fate = Fate::of(&report, guest, &moves);
        Self { fate, report }
    }

    /// Whether noise passed the checksum.
    #[must_use]
    pub const fn is_forged(&self) -> bool {
        self.report.forged > 0
    }
}

fn pick<T: Copy, const N: usize>(dice: &mut Dice, choices: [T; N]) -> T {
    choices[dice.below(N as u64) as usize]
}

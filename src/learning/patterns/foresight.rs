//! What playouts tell of the positions of games.

use super::lesson::Lesson;
use crate::learning::parts::{Tick, on_each};
use crate::rng::Rng;
use crate::search::{PlayoutPolicy, Rehearsal};

/// How it is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Foresight {
    /// Playouts of each position; none leave it unknown.
    pub playouts: u32,
    /// Of whatever is drawn by lot.
    pub seed: u64,
    /// Threads; they do not change the outcome.
    pub jobs: usize,
}

/// Plays out every position that is worth learning. It is seen with what that told from then on, by
/// those who learn as by those who foretell.
///
/// What a position is told depends on the moves of its game and the seed alone.
pub fn foresee(lessons: &mut [Lesson], foresight: &Foresight, tick: Tick<'_>) {
    let Foresight {
        playouts,
        seed,
        jobs,
    } = *foresight;
    if playouts == 0 {
        return;
    }
    on_each(jobs, lessons, |lesson| {
        let rng = Rng::from_seed(seed).split(&format!("playouts of {}", lesson.digest()));
        lesson.foresee(|game, number| {
            let mut rng = rng.split(&format!("move {number}"));
            Rehearsal::new(game).outlook(PlayoutPolicy::shipped(), &mut rng, playouts)
        });
        tick();
    });
}

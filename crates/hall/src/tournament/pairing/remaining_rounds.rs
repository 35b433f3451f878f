//! Rounds that are still possible without a repeat: disjoint perfect matchings of the pairs that are left.
//!
//! The search is the hill climbing of Dinitz and Stinson (1987) for one-factorizations: a partial answer is
//! never made smaller, a pair that is in the way gives place to another. On complete graphs it hardly ever
//! fails; on the graph that is left after some rounds it may, so it has a bound of steps, and who asks keeps
//! an answer that it found before.

use sgmp_board::rng::Rng;

/// Steps for each pair that has to be placed.
const STEPS_A_PAIR: usize = 400;

/// Tries from an empty answer.
const TRIES: u32 = 3;

/// Disjoint perfect matchings, each as the mate of every player.
pub(super) type Matchings = Vec<Vec<usize>>;

/// Looks for `rounds` disjoint perfect matchings among the pairs of `n` players that `is_open` allows.
pub(super) fn disjoint_matchings(
    n: usize,
    rounds: usize,
    is_open: impl Fn(usize, usize) -> bool,
    rng: &mut Rng,
) -> Option<Matchings> {
    if rounds == 0 {
        return Some(Vec::new());
    }
    let open: Vec<Vec<usize>> = (0..n)
        .map(|i| (0..n).filter(|j| i != *j && is_open(i, *j)).collect())
        .collect();
    // A player needs another opponent in each round.
    if open.iter().any(|mates| mates.len() < rounds) {
        return None;
    }
    (0..TRIES).find_map(|_| Climb::new(n, rounds, &open).run(rng))
}

/// No mate, or no round.
const NONE: u32 = u32::MAX;

struct Climb<'a> {
    n: usize,
    open: &'a [Vec<usize>],
    /// Mate of each player in each round, round by round.
    mates: Vec<u32>,
    /// The round of each pair.
    round_of: Vec<u32>,
    /// Round and player without a mate, and the place of each of them in this list.
    free: Vec<(usize, usize)>,
    place: Vec<u32>,
}

impl<'a> Climb<'a> {
    fn new(n: usize, rounds: usize, open: &'a [Vec<usize>]) -> Self {
        let free: Vec<_> = (0..rounds)
            .flat_map(|round| (0..n).map(move |player| (round, player)))
            .collect();
        Self {
            n,
            open,
            mates: vec![NONE; n * rounds],
            round_of: vec![NONE; n * n],
            place: (0..free.len() as u32).collect(),
            free,
        }
    }

    fn run(mut self, rng: &mut Rng) -> Option<Matchings> {
        let steps = self.free.len() * STEPS_A_PAIR;
        for _ in 0..steps {
            if self.free.is_empty() {
                let rounds = self.mates.chunks(self.n);
                // Nobody is free, so none of the mates is `NONE`.
                let mates = rounds.map(|round| round.iter().map(|mate| *mate as usize).collect());
                return Some(mates.collect());
            }
            self.step(rng);
        }
        None
    }

    /// Gives a player without a mate one with whom it is not paired yet, who leaves another for it if need be.
    fn step(&mut self, rng: &mut Rng) {
        let (round, player) = self.free[rng.below(self.free.len() as u32) as usize];
        let open = &self.open[player];
        // Nobody's list is empty: it has at least as many players as there are rounds, and these are not 0.
        let mate = open[rng.below(open.len() as u32) as usize];
        let earlier = self.round_of[player * self.n + mate];
        let is_mate_free = self.mates[round * self.n + mate] == NONE;
        match (earlier, is_mate_free) {
            (NONE, true) => self.join(round, player, mate),
            (NONE, false) => {
                // One pair goes and one comes: the partial answer has as many pairs as before.
                let left = self.mates[round * self.n + mate] as usize;
                self.part(round, mate, left);
                self.join(round, player, mate);
            }
            // Both are free here: the pair moves from the round that has it.
            (earlier, true) => {
                self.part(earlier as usize, player, mate);
                self.join(round, player, mate);
            }
            (_, false) => {}
        }
    }

    fn join(&mut self, round: usize, a: usize, b: usize) {
        for (player, mate) in [(a, b), (b, a)] {
            self.mates[round * self.n + player] = mate as u32;
            self.round_of[player * self.n + mate] = round as u32;
            let at = self.place[round * self.n + player] as usize;
            self.free.swap_remove(at);
            // The last of the list has come to this place, unless it was the last that left.
            if let Some((round, player)) = self.free.get(at) {
                self.place[round * self.n + player] = at as u32;
            }
        }
    }

    fn part(&mut self, round: usize, a: usize, b: usize) {
        for (player, mate) in [(a, b), (b, a)] {
            self.mates[round * self.n + player] = NONE;
            self.round_of[player * self.n + mate] = NONE;
            self.place[round * self.n + player] = self.free.len() as u32;
            self.free.push((round, player));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_round_robins_are_found() {
        let mut rng = Rng::from_seed(1);
        for n in [2, 4, 6, 8, 10, 16, 32, 64] {
            let found = disjoint_matchings(n, n - 1, |_, _| true, &mut rng);
            let found = found.unwrap_or_else(|| panic!("{n} players"));
            let mut met = vec![false; n * n];
            for round in &found {
                for (player, mate) in round.iter().enumerate() {
                    assert_eq!(round[*mate], player);
                    assert!(!std::mem::replace(&mut met[player * n + mate], true));
                }
            }
        }
    }

    #[test]
    fn what_cannot_be_is_not_found() {
        // Two triangles: nobody can be paired without leaving one out.
        let is_open = |i: usize, j: usize| i / 3 == j / 3;
        assert_eq!(
            disjoint_matchings(6, 1, is_open, &mut Rng::from_seed(1)),
            None
        );
    }
}

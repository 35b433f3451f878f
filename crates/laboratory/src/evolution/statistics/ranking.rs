//! Players that met each other: points, ratings, circles of three.

use sgmp_board::rng::Rng;

/// The games of a pair, from the side of the first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PairResult {
    /// Games that the first has won.
    pub won: u32,
    /// Games that neither has won.
    pub drawn: u32,
    /// Games that the first has lost.
    pub lost: u32,
}

/// Games won, drawn and lost by a player.
pub type Record = PairResult;

impl PairResult {
    /// Adds a game by its lead.
    pub fn add(&mut self, lead: i32) {
        match lead {
            1.. => self.won += 1,
            0 => self.drawn += 1,
            _ => self.lost += 1,
        }
    }

    const fn games(self) -> u32 {
        self.won + self.drawn + self.lost
    }

    /// Wins, draws counted half.
    fn score(self) -> f64 {
        f64::from(self.won) + f64::from(self.drawn) / 2.0
    }

    const fn turned(self) -> Self {
        Self {
            won: self.lost,
            drawn: self.drawn,
            lost: self.won,
        }
    }

    /// The paper's points: 2 for a win, -1 for a loss, 1 for a draw.
    #[must_use]
    pub const fn points(self) -> i32 {
        2 * self.won as i32 - self.lost as i32 + self.drawn as i32
    }
}

/// The results of each pair of some players.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CrossTable {
    players: usize,
    /// Results of each player, by row, against each.
    results: Vec<PairResult>,
}

/// A rating in Elo's scale, the mean of all players 0, and the middle 95 % of it where games are drawn
/// anew from each pair's.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// The rating in Elo points.
    pub elo: f64,
    /// The lower bound of its interval, in Elo points.
    pub low: f64,
    /// The upper bound of its interval, in Elo points.
    pub high: f64,
}

/// Draws for the intervals of ratings.
const DRAWS: usize = 400;

impl CrossTable {
    /// Nobody has met anybody.
    #[must_use]
    pub fn new(players: usize) -> Self {
        Self {
            players,
            results: vec![PairResult::default(); players * players],
        }
    }

    /// Number of players; they are numbered from 0.
    #[must_use]
    pub const fn players(&self) -> usize {
        self.players
    }

    /// Adds a game by the lead of the first.
    pub fn add(&mut self, first: usize, second: usize, lead: i32) {
        self.results[first * self.players + second].add(lead);
        self.results[second * self.players + first].add(-lead);
    }

    /// The games of a pair.
    #[must_use]
    pub fn pair(&self, first: usize, second: usize) -> PairResult {
        self.results[first * self.players + second]
    }

    /// All games of a player.
    #[must_use]
    pub fn record(&self, player: usize) -> Record {
        let row = &self.results[player * self.players..][..self.players];
        row.iter().fold(Record::default(), |sum, one| Record {
            won: sum.won + one.won,
            drawn: sum.drawn + one.drawn,
            lost: sum.lost + one.lost,
        })
    }

    /// Triples in which each beat another, and all triples that no pair left undecided.
    #[must_use]
    pub fn cyclic_triples(&self) -> (u64, u64) {
        let beats = |a: usize, b: usize| {
            let pair = self.pair(a, b);
            pair.won.cmp(&pair.lost)
        };
        let (mut cyclic, mut all) = (0, 0);
        for a in 0..self.players {
            for b in a + 1..self.players {
                for c in b + 1..self.players {
                    let sides = [beats(a, b), beats(b, c), beats(c, a)];
                    if sides.iter().all(|side| side.is_ne()) {
                        all += 1;
                        cyclic += u64::from(sides.iter().all(|side| *side == sides[0]));
                    }
                }
            }
        }
        (cyclic, all)
    }

    /// The players' ratings by Bradley and Terry's model, draws as half wins.
    #[must_use]
    pub fn ratings(&self) -> Vec<Rating> {
        let middle = self.elos();
        let mut rng = Rng::from_seed(0).split("bootstrap of pairs");
        let drawn: Vec<Vec<f64>> = (0..DRAWS).map(|_| self.redrawn(&mut rng).elos()).collect();
        let rating = |(player, elo): (usize, f64)| {
            let mut all: Vec<f64> = drawn.iter().map(|elos| elos[player]).collect();
            all.sort_by(f64::total_cmp);
            Rating {
                elo,
                low: all[DRAWS * 25 / 1000],
                high: all[DRAWS * 975 / 1000],
            }
        };
        middle.into_iter().enumerate().map(rating).collect()
    }

    /// Strengths by the method of minorizing functions (Hunter 2004). A draw is added to each pair that
    /// met, without which a player who never won would have no strength.
    fn elos(&self) -> Vec<f64> {
        let n = self.players;
        let mut strengths = vec![1.0; n];
        for _ in 0..200 {
            let next: Vec<f64> = (0..n)
                .map(|player| {
                    let (mut score, mut weight) = (0.0, 0.0);
                    for other in (0..n).filter(|other| *other != player) {
                        let pair = self.pair(player, other);
                        if pair.games() > 0 {
                            score += pair.score() + 0.5;
                            let games = f64::from(pair.games()) + 1.0;
                            weight += games / (strengths[player] + strengths[other]);
                        }
                    }
                    if weight > 0.0 { score / weight } else { 1.0 }
                })
                .collect();
            let mean = next.iter().map(|one| one.ln()).sum::<f64>() / n.max(1) as f64;
            strengths = next.iter().map(|one| one / mean.exp()).collect();
        }
        strengths.iter().map(|one| 400.0 * one.log10()).collect()
    }

    /// As many games of each pair, drawn with replacement.
    fn redrawn(&self, rng: &mut Rng) -> Self {
        let mut table = Self::new(self.players);
        for first in 0..self.players {
            for second in first + 1..self.players {
                let pair = self.pair(first, second);
                let mut drawn = PairResult::default();
                for _ in 0..pair.games() {
                    let at = rng.below(pair.games());
                    let lead = if at < pair.won {
                        1
                    } else {
                        -i32::from(at < pair.won + pair.lost)
                    };
                    drawn.add(lead);
                }
                table.results[first * self.players + second] = drawn;
                table.results[second * self.players + first] = drawn.turned();
            }
        }
        table
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::paper_tables::TABLE_II;
    use super::*;

    #[test]
    fn the_papers_second_table_has_one_solution() {
        // Each player had 12 games; three were drawn.
        let games = [
            (1, 1, 10),
            (5, 0, 7),
            (8, 0, 4),
            (9, 0, 3),
            (3, 2, 7),
            (6, 2, 4),
            (7, 1, 4),
        ];
        for ((won, drawn, lost), points) in games.into_iter().zip(TABLE_II) {
            let record = PairResult { won, drawn, lost };
            assert_eq!((record.points(), record.games()), (points, 12));
        }
        // Any record of these points and games with fewer draws has another number of them by three.
        let drawn: u32 = games.iter().map(|(_, drawn, _)| drawn).sum();
        assert_eq!(drawn, 6);
    }

    #[test]
    fn circles_and_ratings() {
        let mut circle = CrossTable::new(3);
        for (first, second) in [(0, 1), (1, 2), (2, 0)] {
            circle.add(first, second, 5);
            circle.add(first, second, 3);
        }
        assert_eq!(circle.cyclic_triples(), (1, 1));
        assert!(
            circle
                .ratings()
                .iter()
                .all(|rating| rating.elo.abs() < 1e-6)
        );
        let mut ladder = CrossTable::new(3);
        for (first, second) in [(0, 1), (1, 2), (0, 2)] {
            for lead in [1, 1, 1, 1, 1, -1, 0] {
                ladder.add(first, second, lead);
            }
        }
        assert_eq!(ladder.cyclic_triples(), (0, 1));
        assert_eq!(
            ladder.record(0),
            PairResult {
                won: 10,
                drawn: 2,
                lost: 2
            }
        );
        let ratings = ladder.ratings();
        assert!(ratings[0].elo > ratings[1].elo + 50.0 && ratings[1].elo.abs() < 1e-6);
        assert!(
            ratings
                .iter()
                .all(|rating| rating.low <= rating.elo && rating.elo <= rating.high)
        );
    }
}

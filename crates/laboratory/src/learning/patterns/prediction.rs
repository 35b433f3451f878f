//! Accuracy of weights as a prediction of the moves of games.

use std::fmt;

use serde::Serialize;

use super::sample_game::SampleGame;
use crate::learning::parallel_map::{map_parts, part_of};
use sgmp_board::rules::Point;
use sgmp_knowledge::move_weights::MovePriors;

/// The part of a game that a move belongs to, by the moves before it in parts of the points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Phase {
    /// Up to a sixth: 60 moves on 19 lines.
    Opening,
    /// Up to the half.
    Middle,
    /// From the middle game on.
    End,
}

impl Phase {
    const ALL: [Self; 3] = [Self::Opening, Self::Middle, Self::End];

    const fn from_move_number(number: usize, points: u16) -> Self {
        let points = points as usize;
        if 6 * number < points {
            Self::Opening
        } else if 2 * number < points {
            Self::Middle
        } else {
            Self::End
        }
    }

    const fn name(self) -> &'static str {
        match self {
            Self::Opening => "opening",
            Self::Middle => "middle",
            Self::End => "end",
        }
    }
}

/// Moves of one phase.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Row {
    /// Number of moves that were predicted.
    pub moves: u64,
    /// Sum of the natural logarithms of their probabilities.
    pub evidence: f64,
    /// Number of moves ranked among the first 1, 5, 10 and 20 of their positions.
    pub among: [u64; 4],
}

/// The places that are counted.
const PLACES: [usize; 4] = [1, 5, 10, 20];

impl Row {
    fn add(&mut self, other: &Self) {
        self.moves += other.moves;
        self.evidence += other.evidence;
        for (sum, part) in self.among.iter_mut().zip(other.among) {
            *sum += part;
        }
    }

    fn note(&mut self, probability: f32, place: usize) {
        self.moves += 1;
        self.evidence += f64::from(probability.max(f32::MIN_POSITIVE)).ln();
        for (sum, most) in self.among.iter_mut().zip(PLACES) {
            *sum += u64::from(place < most);
        }
    }

    /// The mean log-evidence, 0 at best.
    #[must_use]
    pub(crate) fn mean_evidence(&self) -> f64 {
        self.evidence / self.moves.max(1) as f64
    }

    /// The part of the moves that were among the first 1, 5, 10 and 20.
    #[must_use]
    pub(crate) fn shares(&self) -> [f64; 4] {
        self.among
            .map(|among| among as f64 / self.moves.max(1) as f64)
    }
}

/// Accuracy of the prediction of the moves of some games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Prediction {
    /// Opening, middle game and end.
    pub phases: [Row; 3],
}

impl Prediction {
    /// Foretells all moves of the games; every legal point is a candidate.
    #[must_use]
    pub fn new(priors: &MovePriors, sample_games: &[&SampleGame], jobs: usize) -> Self {
        let parts = map_parts(jobs, |part| {
            let mut prediction = Self::default();
            for sample_game in part_of(sample_games, part) {
                prediction.foretell(priors, sample_game);
            }
            prediction
        });
        parts.into_iter().fold(Self::default(), |mut sum, part| {
            for (sum, part) in sum.phases.iter_mut().zip(&part.phases) {
                sum.add(part);
            }
            sum
        })
    }

    fn foretell(&mut self, priors: &MovePriors, sample_game: &SampleGame) {
        sample_game.each(|played_move| {
            let points: Vec<Point> = played_move.position.legal_points().collect();
            let chances = priors.probabilities(played_move.position, &points);
            let Some(at) = points.iter().position(|point| *point == played_move.played) else {
                return;
            };
            let likelier = chances.iter().filter(|chance| **chance > chances[at]);
            let alike = chances.iter().filter(|chance| **chance == chances[at]);
            // Among moves alike it takes the place in the middle.
            let place = likelier.count() + alike.count() / 2;
            let phase = Phase::from_move_number(played_move.number, sample_game.points());
            self.phases[phase as usize].note(chances[at], place);
        });
    }

    /// The sums of all phases.
    #[must_use]
    pub fn all(&self) -> Row {
        self.phases.iter().fold(Row::default(), |mut sum, row| {
            sum.add(row);
            sum
        })
    }
}

impl fmt::Display for Prediction {
    /// A table without a line feed at its end.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("           moves  evidence  top 1  top 5  top 10  top 20")?;
        let phases = Phase::ALL.into_iter().zip(&self.phases);
        let rows = phases.map(|(phase, row)| (phase.name(), *row));
        for (name, row) in rows.chain([("all", self.all())]) {
            let [one, five, ten, twenty] = row.shares().map(|share| 100.0 * share);
            write!(
                f,
                "\n{name:8}{:8}  {:8.3}  {one:5.1}  {five:5.1}  {ten:6.1}  {twenty:6.1}",
                row.moves,
                row.mean_evidence()
            )?;
        }
        Ok(())
    }
}

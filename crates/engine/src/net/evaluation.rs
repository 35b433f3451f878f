//! The net's answer.

use super::inputs::{MAX_POINTS, Symmetry};

/// The net's judgment of a position, for the player to move.
#[derive(Clone, Debug, PartialEq)]
pub struct Evaluation {
    /// Lines of the board.
    pub size: u8,
    /// Logits of the points and, behind the last of them, of the pass.
    policy: [f32; MAX_POINTS + 1],
    /// Logits of a win and of a loss.
    pub value: [f32; 2],
    /// Probability of a win, 0 to 1.
    pub win: f32,
    /// Expected margin in points, komi included.
    pub score: f32,
    /// Points that make the game even, komi included. Our own nets say no other number than the score.
    pub lead: f32,
    /// -1 to 1.
    ownership: [f32; MAX_POINTS],
}

impl Evaluation {
    pub(super) const fn empty(size: u8) -> Self {
        Self {
            size,
            policy: [0.0; MAX_POINTS + 1],
            value: [0.0; 2],
            win: 0.0,
            score: 0.0,
            lead: 0.0,
            ownership: [0.0; MAX_POINTS],
        }
    }

    /// The mean of judgments of one position, each laid another way.
    pub(super) fn mean(judgments: &[(Symmetry, Self)]) -> Option<Self> {
        let (_, first) = judgments.first()?;
        let mut mean = Self::empty(first.size);
        let share = 1.0 / judgments.len() as f32;
        let (points, lines) = (mean.points(), usize::from(mean.size));
        for (symmetry, judgment) in judgments {
            for index in 0..points {
                let there = symmetry.index(index, lines);
                mean.policy[index] += share * judgment.policy[there];
                mean.ownership[index] += share * judgment.ownership[there];
            }
            mean.policy[points] += share * judgment.policy[points];
            for (sum, logit) in mean.value.iter_mut().zip(judgment.value) {
                *sum += share * logit;
            }
            mean.win += share * judgment.win;
            mean.score += share * judgment.score;
            mean.lead += share * judgment.lead;
        }
        Some(mean)
    }

    /// Number of points of the board.
    const fn points(&self) -> usize {
        self.size as usize * self.size as usize
    }

    /// Logits of moves: at index `y * size + x`, with y from the top, that of a point; the last one is the
    /// pass's. Softmax over the legal ones gives probabilities.
    #[must_use]
    pub fn policy(&self) -> &[f32] {
        &self.policy[..=self.points()]
    }

    pub(super) fn policy_mut(&mut self) -> &mut [f32] {
        let points = self.points();
        &mut self.policy[..=points]
    }

    /// Expected owner of each point, by the same index: 1 is the player to move, -1 the opponent.
    #[must_use]
    pub fn ownership(&self) -> &[f32] {
        &self.ownership[..self.points()]
    }

    pub(super) fn ownership_mut(&mut self) -> &mut [f32] {
        let points = self.points();
        &mut self.ownership[..points]
    }
}

//! The figures that another search has of a move, in place of the judge's: who is told both hears one number.

use super::explanation::Explanation;
use super::judged_play::JudgedPlay;
use super::judgment::JudgedMove;

/// Points from which on a move is told to lose some.
const LOST_FROM: f32 = 0.5;
/// Part of the chance to win from which on it is told to fall.
const FALLS_FROM: f32 = 0.05;

/// A position as a search sees it, for the side that moves or has just moved.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MoverView {
    /// Chance to win, 0 to 1.
    pub win: f32,
    /// Points ahead.
    pub lead: f32,
}

/// The positions before and after a move, as one search sees them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MoveFigures {
    /// Before it, which is after the best move.
    pub before: MoverView,
    /// After it.
    pub after: MoverView,
}

impl MoveFigures {
    fn lost(&self) -> f32 {
        self.before.lead - self.after.lead
    }

    fn tells_a_loss(&self) -> bool {
        self.lost() >= LOST_FROM || self.before.win - self.after.win >= FALLS_FROM
    }
}

impl Explanation {
    /// The same with these figures, where there are any: what is said of the move stays the judge's.
    #[must_use]
    pub fn with_figures(mut self, figures: Option<MoveFigures>) -> Self {
        if let (Some(judged), Some(figures)) = (&mut self.judged, figures) {
            judged.take_figures(figures);
        }
        self
    }
}

impl JudgedPlay {
    /// Takes figures over. The differences to other moves stay as they are; figures of a move that loses nothing say nothing of one
    /// that the judge rejects.
    fn take_figures(&mut self, figures: MoveFigures) {
        let MoveFigures { before, after } = figures;
        let shift = match self.is_good {
            true => after.lead - self.played.lead,
            false if figures.tells_a_loss() => before.lead - self.best.lead,
            false => return,
        };
        if !self.is_good {
            self.best = JudgedMove {
                win: before.win,
                lead: before.lead,
                ..self.best
            };
            self.loss = figures.lost().max(0.0);
        }
        self.played = JudgedMove {
            win: after.win,
            lead: after.lead,
            ..self.played
        };
        let others = self.others.iter_mut().map(|known| &mut known.judged);
        others
            .chain(&mut self.left)
            .for_each(|known| known.lead += shift);
    }
}

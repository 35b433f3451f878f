//! Things that may be said of a point or a stone.

use std::fmt;

use crate::rules::Color;

/// A mark on a point, as game records know them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mark {
    /// A triangle, SGF's TR.
    Triangle,
    /// A square, SGF's SQ.
    Square,
    /// A circle, SGF's CR.
    Circle,
    /// A cross, SGF's MA.
    Cross,
    /// A point that is drawn faintly.
    Dim,
}

impl Mark {
    /// All marks, in the order of their declaration.
    pub const ALL: [Self; 5] = [
        Self::Triangle,
        Self::Square,
        Self::Circle,
        Self::Cross,
        Self::Dim,
    ];
}

impl fmt::Display for Mark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Triangle => "triangle",
            Self::Square => "square",
            Self::Circle => "circle",
            Self::Cross => "cross",
            Self::Dim => "dimmed",
        })
    }
}

/// The life of the group that a stone belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Life {
    /// It lives, whichever side moves first.
    Alive,
    /// It is decided by who moves first, or not known.
    Unsettled,
    /// It lives in seki.
    Seki,
    /// It is expected to die, though nobody has agreed on that.
    ProbablyDead,
    /// It is dead: both sides count it so.
    Dead,
}

impl fmt::Display for Life {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Alive => "alive",
            Self::Unsettled => "unsettled",
            Self::Seki => "seki",
            Self::ProbablyDead => "probably dead",
            Self::Dead => "dead",
        })
    }
}

/// A move that is considered, with what is thought of it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Candidate {
    /// Place among the candidates, 1 for the best.
    pub rank: u8,
    /// Chance of the mover to win, 0 to 1.
    pub winrate: Option<f32>,
    /// Points that the mover is ahead.
    pub score: Option<f32>,
    /// Visits of the search.
    pub visits: Option<u32>,
}

impl Candidate {
    /// A candidate of which the rank alone is known.
    #[must_use]
    pub const fn ranked(rank: u8) -> Self {
        Self {
            rank,
            winrate: None,
            score: None,
            visits: None,
        }
    }
}

impl fmt::Display for Candidate {
    /// The values that are known: "54 %, +1.5 points, 120 visits".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let winrate = self
            .winrate
            .map(|rate| format!("{:.0} %", f64::from(rate) * 100.0));
        let score = self.score.map(|score| format!("{score:+.1} points"));
        let visits = self.visits.map(|visits| match visits {
            1 => "1 visit".to_owned(),
            visits => format!("{visits} visits"),
        });
        let values: Vec<String> = [winrate, score, visits].into_iter().flatten().collect();
        f.write_str(&values.join(", "))
    }
}

/// A share of a point that is drawn: the color that has the larger one, and how sure it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Lean {
    /// The color with the larger share.
    pub(super) color: Color,
    /// True if it is as good as certain.
    pub(super) is_sure: bool,
}

impl Lean {
    /// Smallest value that is drawn.
    const MIN_DRAWN: f32 = 0.25;
    /// Smallest value that is drawn as certain.
    const MIN_SURE: f32 = 0.75;

    /// The lean of a value from -1 (White's) to 1 (Black's); `None` near the middle.
    pub(super) fn from_value(value: f32) -> Option<Self> {
        let color = if value < 0.0 {
            Color::White
        } else {
            Color::Black
        };
        let size = value.abs();
        (size >= Self::MIN_DRAWN).then_some(Self {
            color,
            is_sure: size >= Self::MIN_SURE,
        })
    }
}

//! A move, the reason for it, and what it is about.

use std::fmt;

use super::reason::Reason;
use crate::rules::{Color, Move, Point};

/// A group that a suggestion is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Concern {
    /// One of its stones.
    pub stone: Point,
    /// Whose it is.
    pub color: Color,
    /// How many stones it has.
    pub stones: usize,
}

impl fmt::Display for Concern {
    /// "the 5 stones at Q16".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.stones {
            1 => write!(f, "the stone at {}", self.stone),
            n => write!(f, "the {n} stones at {}", self.stone),
        }
    }
}

/// What an expert suggests.
#[derive(Clone, Debug, PartialEq)]
pub struct Suggestion {
    /// The move.
    pub mv: Move,
    /// Why.
    pub reason: &'static Reason,
    /// The group that it is about, attacks or defends.
    pub group: Option<Concern>,
    /// How large it is what it is about: stones or points.
    pub size: f32,
    /// The book's or the pattern's own words.
    pub words: Option<&'static str>,
    /// Moves expected to follow, as a tree: each with the number of moves before it.
    pub tree: Vec<(u8, Move)>,
}

impl Suggestion {
    /// A move for a reason.
    #[must_use]
    pub const fn new(mv: Move, reason: &'static Reason) -> Self {
        Self {
            mv,
            reason,
            group: None,
            size: 0.0,
            words: None,
            tree: Vec::new(),
        }
    }

    /// What the move seems worth before it is tried, in points.
    #[must_use]
    pub fn guess(&self) -> f32 {
        self.reason.guess.of(self.size)
    }

    /// Why, in a sentence.
    #[must_use]
    pub fn sentence(&self) -> String {
        let group = self.group.map(|group| group.to_string());
        let told = self
            .reason
            .sentence
            .replace("{move}", &self.mv.to_string())
            .replace("{group}", group.as_deref().unwrap_or("the stones there"))
            .replace("{size}", &format!("{:.0}", self.size));
        match self.words {
            Some(words) if words.ends_with('.') => format!("{told} {words}"),
            Some(words) => format!("{told} {words}."),
            None => told,
        }
    }
}

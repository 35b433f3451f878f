//! What a reader of the book would trip over.

use std::fmt;

use super::graph::{Edge, Graph, NodeId};
use super::mark::Mark;
use super::stance::Position;
use crate::rules::{Move, Point};

/// How much a finding matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// To be mended.
    Error,
    /// To be looked at.
    Warning,
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Error => "error",
            Self::Warning => "warning",
        })
    }
}

/// What was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Trouble {
    /// A mistake that nobody punishes.
    #[error("the bad move {0} has no answer: write what punishes it")]
    Unpunished(Move),
    /// Every move of a position is bad.
    #[error("the only moves here are bad: write a good one")]
    OnlyBad,
    /// A line ends while a string could be taken.
    #[error("the line ends with {0} in atari: write the next move, or - where it is left so")]
    Atari(Point),
}

/// Something found, and the moves that lead there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The moves, the last one included.
    pub line: Vec<Move>,
    /// What it is.
    pub trouble: Trouble,
}

impl Finding {
    /// How much it matters.
    #[must_use]
    pub const fn severity(&self) -> Severity {
        match self.trouble {
            Trouble::Unpunished(_) | Trouble::OnlyBad => Severity::Error,
            Trouble::Atari(_) => Severity::Warning,
        }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: after", self.severity())?;
        for mv in &self.line {
            match mv {
                Move::Pass => write!(f, " -")?,
                Move::Play(point) => write!(f, " {point}")?,
            }
        }
        write!(f, ": {}", self.trouble)
    }
}

/// Looks at every position once.
#[must_use]
pub fn check(graph: &Graph) -> Vec<Finding> {
    let mut findings = Vec::new();
    let mut seen = vec![false; graph.nodes().len()];
    let root = (NodeId::ROOT, Position::new(graph.size()), Vec::new());
    let mut open = vec![root];
    while let Some((id, position, line)) = open.pop() {
        if std::mem::replace(&mut seen[id.index()], true) {
            continue;
        }
        let edges = &graph.node(id).edges;
        let mut find = |trouble| {
            findings.push(Finding {
                line: line.clone(),
                trouble,
            });
        };
        if !edges.is_empty() && edges.iter().all(|edge| edge.mark == Mark::Bad) {
            find(Trouble::OnlyBad);
        }
        if edges.is_empty() {
            if let Some(point) = hanging(&position, line.last()) {
                find(Trouble::Atari(point));
            }
        }
        let stance = position.stance(graph.fold());
        for edge in edges.iter().rev() {
            let Some(mv) = stance.from_book(edge.mv).first().copied() else {
                continue;
            };
            if edge.mark == Mark::Bad && !is_punished(graph, edge) {
                find(Trouble::Unpunished(mv));
            }
            let mut after = position.clone();
            if after.play(mv).is_ok() {
                let line = line.iter().copied().chain([mv]).collect();
                open.push((edge.to, after, line));
            }
        }
    }
    findings
}

fn is_punished(graph: &Graph, edge: &Edge) -> bool {
    let answers = &graph.node(edge.to).edges;
    answers.iter().any(|answer| answer.mark != Mark::Bad)
}

/// A string that the last move left in atari, its own or one beside it.
fn hanging(position: &Position, last: Option<&Move>) -> Option<Point> {
    let Some(Move::Play(last)) = last else {
        return None;
    };
    let board = position.board();
    let near = std::iter::once(*last).chain(board.neighbours(*last));
    near.into_iter().find(|point| board.liberties(*point) == 1)
}

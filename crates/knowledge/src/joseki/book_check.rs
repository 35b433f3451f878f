//! Checks of a book: mistakes that its readers would stumble over.

use std::fmt;

use super::canonical_position::BookPosition;
use super::graph::{Edge, Graph, NodeId};
use super::mark::Mark;
use sgmp_board::rules::{Move, Point};

/// The severity of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// It has to be fixed.
    Error,
    /// It should be looked at.
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

/// A problem in a book.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Trouble {
    /// A bad move has no answer.
    #[error("the bad move {0} has no answer: write what punishes it")]
    Unpunished(Move),
    /// Nobody falls for a trick.
    #[error("the trick {0} has no bad answer: write the one that falls for it, or mark it ?")]
    NoVictim(Move),
    /// All moves of a position are bad.
    #[error("the only moves here are bad: write a good one")]
    OnlyBad,
    /// A line ends with a string in atari.
    #[error("the line ends with {0} in atari: write the next move, or - where it is left so")]
    Atari(Point),
}

/// A problem, and the moves that lead to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The moves, the last one included.
    pub line: Vec<Move>,
    /// The problem with the last move or the position after it.
    pub trouble: Trouble,
}

impl Finding {
    /// The severity: an error has to be mended, a warning may stand.
    #[must_use]
    pub const fn severity(&self) -> Severity {
        match self.trouble {
            Trouble::Unpunished(_) | Trouble::NoVictim(_) | Trouble::OnlyBad => Severity::Error,
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

/// A position on the walk through the book.
struct Visit {
    node: NodeId,
    position: BookPosition,
    line: Vec<Move>,
    way: Way,
}

/// The quality of the moves that lead to a position.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Way {
    Good,
    Mistaken,
}

/// Checks every position once, by a way without bad moves if there is one.
#[must_use]
pub fn check(graph: &Graph) -> Vec<Finding> {
    let mut findings = Vec::new();
    let mut seen = vec![false; graph.nodes().len()];
    let mut open = vec![Visit {
        node: NodeId::ROOT,
        position: BookPosition::new(graph.size()),
        line: Vec::new(),
        way: Way::Good,
    }];
    let mut mistaken = Vec::new();
    while let Some(visit) = open.pop().or_else(|| mistaken.pop()) {
        if std::mem::replace(&mut seen[visit.node.index()], true) {
            continue;
        }
        findings.extend(troubles(graph, &visit).into_iter().map(|trouble| Finding {
            line: visit.line.clone(),
            trouble,
        }));
        let canonical = visit.position.canonical(graph.symmetries());
        for edge in graph.node(visit.node).edges.iter().rev() {
            let next = visit.then(canonical.rightmost_from_book(edge.mv), edge);
            match next {
                Some(next) if next.way == Way::Good => open.push(next),
                Some(next) => mistaken.push(next),
                None => {}
            }
        }
    }
    findings
}

impl Visit {
    fn then(&self, mv: Move, edge: &Edge) -> Option<Self> {
        let mut position = self.position.clone();
        position.play(mv).ok()?;
        let bad = match edge.mark {
            Mark::Bad | Mark::Trick => Way::Mistaken,
            _ => Way::Good,
        };
        Some(Self {
            node: edge.to,
            position,
            line: self.line.iter().copied().chain([mv]).collect(),
            way: self.way.max(bad),
        })
    }
}

fn troubles(graph: &Graph, visit: &Visit) -> Vec<Trouble> {
    let edges = &graph.node(visit.node).edges;
    if edges.is_empty() {
        let hanging = string_left_in_atari(&visit.position, visit.line.last());
        let hanging = hanging.filter(|_| visit.way == Way::Good);
        return hanging.map(Trouble::Atari).into_iter().collect();
    }
    if edges.iter().all(|edge| edge.mark.is_mistake()) {
        return vec![Trouble::OnlyBad];
    }
    let canonical = visit.position.canonical(graph.symmetries());
    let mistakes = edges.iter().filter(|edge| edge.mark.is_mistake());
    mistakes
        .filter_map(|edge| {
            let mv = canonical.rightmost_from_book(edge.mv);
            if !is_punished(graph, edge) {
                return Some(Trouble::Unpunished(mv));
            }
            let is_trick = edge.mark == Mark::Trick;
            (is_trick && !has_victim(graph, edge)).then_some(Trouble::NoVictim(mv))
        })
        .collect()
}

fn has_victim(graph: &Graph, edge: &Edge) -> bool {
    let answers = &graph.node(edge.to).edges;
    answers.iter().any(|answer| answer.mark.is_mistake())
}

fn is_punished(graph: &Graph, edge: &Edge) -> bool {
    let answers = &graph.node(edge.to).edges;
    answers.iter().any(|answer| !answer.mark.is_mistake())
}

/// A string in atari after the last move: its own or an adjacent one.
pub fn string_left_in_atari(position: &BookPosition, last: Option<&Move>) -> Option<Point> {
    let Some(Move::Play(last)) = last else {
        return None;
    };
    let board = position.board();
    let near = std::iter::once(*last).chain(board.neighbors(*last));
    near.into_iter().find(|point| board.liberties(*point) == 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::joseki::Book;

    /// The findings of a text, as they are printed.
    fn found(text: &str) -> Vec<String> {
        let mut book = Book::default();
        let report = book.read_text("text", text);
        assert_eq!(report.errors, []);
        check(book.corner())
            .iter()
            .map(Finding::to_string)
            .collect()
    }

    #[test]
    fn a_bad_move_needs_an_answer_and_a_better_one() {
        assert_eq!(
            found("Q16 R14 R13?\nQ16 R14 O17"),
            ["error: after Q16 R14: the bad move R13 has no answer: write what punishes it"]
        );
        assert_eq!(
            found("Q16 R14 R13? Q13"),
            ["error: after Q16 R14: the only moves here are bad: write a good one"]
        );
        assert_eq!(found("Q16 R14 R13? Q13\n..R14 O17"), [""; 0]);
    }

    #[test]
    fn a_trick_needs_an_answer_that_falls_for_it() {
        let trick = "Q16 R14 R13~ Q13\n..R14 O17\n";
        assert_eq!(
            found(trick),
            [
                "error: after Q16 R14: the trick R13 has no bad answer: write the one that falls for it, or mark it ?"
            ]
        );
        assert_eq!(found(&format!("{trick}Q16 R14 R13 Q14? Q13")), [""; 0]);
    }

    #[test]
    fn an_atari_at_the_end_is_a_question_unless_a_mistake_led_there() {
        let atari = "Q16 R17 Q17 R16 R15 S15 S14 R14";
        assert_eq!(
            found(atari),
            [
                "warning: after Q16 R17 R16 Q17 P17 P18 O18 O17: the line ends with P17 in atari: \
                 write the next move, or - where it is left so"
            ]
        );
        assert_eq!(found(&format!("{atari} Q15")).len(), 0);
        assert_eq!(found(&format!("{atari} -")).len(), 0);
        let punished = "Q16 R17 Q17 R16 R15 S15? S14 R14\n..R15 Q18";
        assert_eq!(found(punished).len(), 0);
    }
}

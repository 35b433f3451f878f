//! A net's judgment as a label.

use super::labelled_game::{Label, MAX_POLICY, PASS};
use sgmp_engine::net::Evaluation;
use sgmp_engine::net::inputs::Plane;

/// Places from a row to the next.
const ROW: usize = 19;

/// The label of a judgment of a position with these legal points.
pub(super) fn net_label(judgment: &Evaluation, legal: &Plane, with_owners: bool) -> Label {
    let owners = judgment.ownership().iter();
    Label {
        policy: policy(judgment, legal),
        win: (judgment.win.clamp(0.0, 1.0) * f32::from(u16::MAX)).round() as u16,
        score: sixteenths(judgment.score),
        lead: sixteenths(judgment.lead),
        ownership: with_owners.then(|| owners.map(|owner| (owner * 127.0).round() as i8).collect()),
    }
}

/// The likeliest legal moves with 255 times the root of their probabilities; moves that round to nothing are
/// left out.
fn policy(judgment: &Evaluation, legal: &Plane) -> Vec<(u16, u8)> {
    let lines = usize::from(judgment.size);
    let logits = judgment.policy().iter().enumerate();
    let placed = logits.map(|(index, logit)| (place(index, lines), *logit));
    let mut moves: Vec<(u16, f32)> = placed
        .filter(|(place, _)| *place == PASS || legal.has((*place).into()))
        .collect();
    // The sort is stable: equal moves stay in the order of their places.
    moves.sort_by(|one, other| other.1.total_cmp(&one.1));
    let best = moves.first().map_or(0.0, |(_, logit)| *logit);
    let parts: Vec<f32> = moves
        .iter()
        .map(|(_, logit)| (logit - best).exp())
        .collect();
    let all: f32 = parts.iter().sum();
    let roots = parts
        .iter()
        .map(|part| (255.0 * (part / all).sqrt()).round() as u8);
    let rooted = moves
        .iter()
        .zip(roots)
        .map(|((place, _), root)| (*place, root));
    rooted
        .take(MAX_POLICY)
        .take_while(|(_, root)| *root > 0)
        .collect()
}

/// The place of an index of a net's policy on a board of so many lines.
pub(super) const fn place(index: usize, lines: usize) -> u16 {
    if index == lines * lines {
        PASS
    } else {
        (index / lines * ROW + index % lines) as u16
    }
}

/// Points in the form of labels.
fn sixteenths(points: f32) -> i16 {
    (points * 16.0).round() as i16
}

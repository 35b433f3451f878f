//! Variations of a game, as its page shows them.

use crate::record::{GameRecord, GameTree, NodeId, replay};

/// Most variations of a page, and most moves of all of them together.
const MAX_VARIATIONS: usize = 60;
const MAX_VARIATION_MOVES: usize = 400;

/// A line that leaves the game.
#[derive(Clone, Debug)]
pub(super) struct Variation {
    /// Moves of the game before it.
    pub(super) after: usize,
    /// The game up to there, and the line.
    pub(super) record: GameRecord,
}

/// The variations of a game, one for each end; those against the rules are left out.
pub(super) fn variations(tree: &GameTree) -> Vec<Variation> {
    let main = tree.path(tree.line_end(NodeId::ROOT));
    let all = (0..tree.node_count()).filter_map(|number| tree.node(number));
    let ends = all.filter(|node| tree.children(*node).is_empty() && main.last() != Some(node));
    let mut left = MAX_VARIATION_MOVES;
    let lines = ends.filter_map(|end| {
        let path = tree.path(end);
        let common = path.iter().zip(&main).take_while(|(own, main)| own == main);
        let moves = common.filter(|(node, _)| tree.move_at(**node).is_some());
        let after = moves.count();
        let record = tree.record_at(end).ok()?.record;
        let own = record
            .moves()
            .len()
            .checked_sub(after)
            .filter(|own| *own > 0)?;
        replay(&record, usize::MAX).ok()?;
        left = left.checked_sub(own)?;
        Some(Variation { after, record })
    });
    lines.take(MAX_VARIATIONS).collect()
}

//! The word of a problem's file on a move, in the marks of other programs: RIGHT, CHOICE, FORCE and NOTTHIS in comments,
//! TE and BM at moves.

use crate::record::{GameTree, NodeId};
use crate::rules::Move;

/// Words that mark nodes and are not shown.
const MARKS: [&str; 4] = ["RIGHT", "CHOICE", "FORCE", "NOTTHIS"];

/// The word of the file on a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum StoredVerdict {
    /// It is right; the answers that may follow, none where the problem is solved.
    Right {
        /// Nodes of the move and of the answers to it.
        node: NodeId,
        /// The answers: one, or several to choose from.
        answers: Vec<NodeId>,
    },
    /// It is wrong; the node of the move, with what follows.
    Wrong(NodeId),
    /// It is not what is asked for here, right or wrong.
    NotThis(NodeId),
    /// It is no move of the file, which wants one of its own here.
    Forced,
    /// The file says nothing.
    Unknown,
}

/// Returns whether a file says anything of right and wrong.
#[must_use]
pub(super) fn has_answers(tree: &GameTree, start: NodeId) -> bool {
    tree.children(start)
        .iter()
        .any(|child| leads_to_right(tree, *child) || is_bad(tree, *child))
}

/// The verdict on a move at a node.
#[must_use]
pub(super) fn stored_verdict(tree: &GameTree, at: NodeId, mv: Move) -> StoredVerdict {
    let children = tree.children(at);
    let found = children
        .iter()
        .find(|child| tree.move_at(**child).is_some_and(|(_, known)| known == mv));
    let Some(node) = found.copied() else {
        return match has_mark(tree, at, "FORCE") {
            true => StoredVerdict::Forced,
            false => StoredVerdict::Unknown,
        };
    };
    if has_mark(tree, node, "NOTTHIS") {
        return StoredVerdict::NotThis(node);
    }
    if is_bad(tree, node) || !leads_to_right(tree, node) {
        return StoredVerdict::Wrong(node);
    }
    let all = tree.children(node);
    let chosen: Vec<NodeId> = all
        .iter()
        .copied()
        .filter(|node| has_choice(tree, *node))
        .collect();
    let answers = match chosen.is_empty() {
        true => all.first().copied().into_iter().collect(),
        false => chosen,
    };
    StoredVerdict::Right { node, answers }
}

/// A comment without the words that are marks.
#[must_use]
pub(super) fn shown_comment(tree: &GameTree, node: NodeId) -> Option<String> {
    let mut text = tree.comment(node)?;
    for mark in MARKS {
        text = text.replace(mark, "");
    }
    let text = text.trim();
    (!text.is_empty()).then(|| text.to_owned())
}

fn has_mark(tree: &GameTree, node: NodeId, mark: &str) -> bool {
    tree.comment(node).is_some_and(|text| text.contains(mark))
}

fn is_bad(tree: &GameTree, node: NodeId) -> bool {
    tree.property(node, "BM").is_some()
}

/// Returns whether a branch has a node that is marked right; a good move that nothing follows is right too.
fn leads_to_right(tree: &GameTree, node: NodeId) -> bool {
    let mut open = vec![node];
    while let Some(at) = open.pop() {
        let children = tree.children(at);
        let is_good_end = children.is_empty() && tree.property(at, "TE").is_some();
        if has_mark(tree, at, "RIGHT") || is_good_end {
            return true;
        }
        open.extend(children);
    }
    false
}

/// Returns whether a branch is one of those to choose from: the mark may stand anywhere in it.
fn has_choice(tree: &GameTree, node: NodeId) -> bool {
    let mut open = vec![node];
    while let Some(at) = open.pop() {
        if has_mark(tree, at, "CHOICE") {
            return true;
        }
        open.extend(tree.children(at));
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Point;

    fn tree(text: &str) -> GameTree {
        GameTree::read(text.as_bytes(), 1).unwrap()
    }

    fn verdict(tree: &GameTree, at: NodeId, name: &str) -> StoredVerdict {
        stored_verdict(tree, at, Move::Play(Point::parse(name).unwrap()))
    }

    #[test]
    fn marks_of_other_programs_are_read() {
        let tree = tree(
            "(;SZ[9]AB[aa]C[Black to play](;B[ba];W[ca](;B[da]C[RIGHT well done])(;B[ea]))\
             (;B[bb];W[cb])(;B[bc]C[NOTTHIS there is a faster way]))",
        );
        let root = NodeId::ROOT;
        assert!(has_answers(&tree, root));
        let StoredVerdict::Right { answers, .. } = verdict(&tree, root, "B9") else {
            panic!("right");
        };
        let answer = answers[0];
        assert!(matches!(
            verdict(&tree, root, "B8"),
            StoredVerdict::Wrong(_)
        ));
        let StoredVerdict::NotThis(node) = verdict(&tree, root, "B7") else {
            panic!("not this");
        };
        assert_eq!(
            shown_comment(&tree, node).as_deref(),
            Some("there is a faster way")
        );
        assert_eq!(verdict(&tree, root, "J1"), StoredVerdict::Unknown);
        let StoredVerdict::Right { node, answers } = verdict(&tree, answer, "D9") else {
            panic!("the end");
        };
        assert!(answers.is_empty());
        assert_eq!(shown_comment(&tree, node).as_deref(), Some("well done"));
        assert!(matches!(
            verdict(&tree, answer, "E9"),
            StoredVerdict::Wrong(_)
        ));
    }

    #[test]
    fn choices_forces_and_signs_at_moves_are_read() {
        let text = "(;SZ[9]AB[aa]C[FORCE](;B[ba]TE[1](;W[ca];B[da]C[CHOICE RIGHT])(;W[cb];B[db]C[CHOICE RIGHT])\
                    (;W[cc];B[dc]C[RIGHT]))(;B[bb]BM[1];W[cb];B[cc]C[RIGHT]))";
        let tree = tree(text);
        let root = NodeId::ROOT;
        let StoredVerdict::Right { answers, .. } = verdict(&tree, root, "B9") else {
            panic!("right");
        };
        assert_eq!(answers.len(), 2);
        assert!(matches!(
            verdict(&tree, root, "B8"),
            StoredVerdict::Wrong(_)
        ));
        assert_eq!(verdict(&tree, root, "J1"), StoredVerdict::Forced);
    }
}

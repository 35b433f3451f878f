//! The word of a problem's file on a move, in the marks of other programs.
//!
//! | mark | meaning | from |
//! |---|---|---|
//! | RIGHT, CHOICE, FORCE, NOTTHIS in a comment | right; answers to choose from; a move of the file is wanted; not this | goproblems.com |
//! | "Correct", "is correct", "Right." as a sentence, 正解, 正确, 正確, 成功 in a comment | right | EasyGo, go-problems, books |
//! | "Wrong", "Incorrect", 不正解, 失败, 失敗, 错误, 錯誤 in a comment | wrong | the same |
//! | `TE` at a move of the side to solve | right | SGF |
//! | `BM` at one | wrong | SGF |
//! | `GB`, `GW` | right for that color, wrong for the other | Glift |
//! | `WV` | wrong | uliGo |
//! | none in a file of one line | the line is right | EasyGo |
//!
//! A branch is right in which one node is right. Where the file marks nothing as right, a move without a mark is the reader's to
//! judge, whatever is marked as wrong beside it. A mark at a move of the other side says nothing of ours, but for the words that
//! end a problem there: RIGHT, and a sentence of the one word ("Correct. It is a ko.", but not "Correct answer of White").

use sgmp_board::record::{GameTree, NodeId};
use sgmp_board::rules::{Color, Move};

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
    let solver = solver(tree, start);
    branch(tree, start).any(|node| sign(tree, node, solver).is_some()) || is_one_line(tree, start)
}

/// Returns whether a file says at a node which move is right: another one is not, then.
#[must_use]
pub(super) fn knows_right(tree: &GameTree, at: NodeId) -> bool {
    let solver = solver(tree, at);
    branch(tree, at)
        .skip(1)
        .any(|node| sign(tree, node, solver) == Some(Sign::Right))
        || is_followed(tree, at, solver)
}

/// Returns whether the first move at a node is right without a mark of its own.
fn is_followed(tree: &GameTree, at: NodeId, solver: Option<Color>) -> bool {
    let is_right = |node: NodeId| {
        tree.move_at(node).is_some() && sign(tree, node, solver) == Some(Sign::Right)
    };
    tree.path(at).into_iter().any(is_right) || is_one_line(tree, at)
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
    let solver = solver(tree, at);
    let is_right = |node| sign(tree, node, solver) == Some(Sign::Right);
    if sign(tree, node, solver) == Some(Sign::Wrong) {
        return StoredVerdict::Wrong(node);
    }
    if !branch(tree, node).any(is_right) {
        let says_more = branch(tree, at).skip(1).any(is_right);
        return match (says_more, is_followed(tree, at, solver)) {
            (true, _) => StoredVerdict::Wrong(node),
            (false, true) if children.first() == Some(&node) => right(tree, node),
            (false, _) => StoredVerdict::Unknown,
        };
    }
    right(tree, node)
}

/// A right move, with what may follow.
fn right(tree: &GameTree, node: NodeId) -> StoredVerdict {
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

/// A mark of right or wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sign {
    Right,
    Wrong,
}

/// The side to solve, by the moves at a node.
fn solver(tree: &GameTree, at: NodeId) -> Option<Color> {
    let first = tree
        .children(at)
        .iter()
        .find_map(|child| tree.move_at(*child));
    first.map(|(color, _)| color)
}

/// The mark of a node, if it has one.
fn sign(tree: &GameTree, node: NodeId, solver: Option<Color>) -> Option<Sign> {
    let has = |name| tree.property(node, name).is_some();
    let is_ours = tree
        .move_at(node)
        .is_none_or(|(color, _)| Some(color) == solver);
    let (good, bad) = match solver {
        Some(Color::White) => ("GW", "GB"),
        Some(Color::Black) | None => ("GB", "GW"),
    };
    let said = tree.comment(node).and_then(|text| said(&text, is_ours));
    if (is_ours && has("BM")) || has("WV") || has(bad) {
        return Some(Sign::Wrong);
    }
    if (is_ours && has("TE")) || has(good) {
        return Some(Sign::Right);
    }
    said
}

/// A comment's word on right and wrong. What is said at a move of the other side counts only as a sentence of its own.
fn said(text: &str, is_ours: bool) -> Option<Sign> {
    const WRONG: [&str; 7] = ["不正解", "不正确", "不正確", "失败", "失敗", "错误", "錯誤"];
    const RIGHT: [&str; 4] = ["正解", "正确", "正確", "成功"];
    const ALONE: [&str; 4] = ["correct", "right", "that's right", "that is right"];
    let has = |words: &[&str]| words.iter().any(|word| text.contains(word));
    if has(&WRONG) {
        return Some(Sign::Wrong);
    }
    if (is_ours && has(&RIGHT)) || has_capital_right(text) {
        return Some(Sign::Right);
    }
    let lower = text.to_lowercase();
    lower
        .split([
            '.', '!', '?', ';', ':', ',', '\n', '\r', '。', '！', '，', '、',
        ])
        .find_map(|sentence| {
            let sentence = sentence.trim();
            let first = sentence.split(|c: char| !c.is_alphanumeric()).next();
            match first {
                _ if ALONE.contains(&sentence) || RIGHT.contains(&sentence) => Some(Sign::Right),
                Some("wrong" | "incorrect") => Some(Sign::Wrong),
                _ if sentence.ends_with(" is wrong") => Some(Sign::Wrong),
                _ if !is_ours => None,
                Some("correct") => Some(Sign::Right),
                _ if sentence.ends_with(" is correct") => Some(Sign::Right),
                _ => None,
            }
        })
}

/// Returns whether the mark RIGHT stands in a comment, and not as the end of another word.
fn has_capital_right(text: &str) -> bool {
    text.match_indices("RIGHT").any(|(at, _)| {
        let before = text[..at].chars().next_back();
        !before.is_some_and(char::is_alphabetic)
    })
}

/// Returns whether what follows a node is one line, and no mark stands in it.
fn is_one_line(tree: &GameTree, at: NodeId) -> bool {
    let solver = solver(tree, at);
    !tree.children(at).is_empty()
        && branch(tree, at)
            .skip(1)
            .all(|node| tree.children(node).len() <= 1 && sign(tree, node, solver).is_none())
        && tree.children(at).len() == 1
}

/// The nodes of a branch, its first one first.
fn branch(tree: &GameTree, node: NodeId) -> impl Iterator<Item = NodeId> {
    let mut open = vec![node];
    std::iter::from_fn(move || {
        let at = open.pop()?;
        open.extend(tree.children(at));
        Some(at)
    })
}

/// Returns whether a branch is one of those to choose from: the mark may stand anywhere in it.
fn has_choice(tree: &GameTree, node: NodeId) -> bool {
    branch(tree, node).any(|at| has_mark(tree, at, "CHOICE"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use sgmp_board::rules::Point;

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

    fn is_right(text: &str, name: &str) -> bool {
        matches!(
            verdict(&tree(text), NodeId::ROOT, name),
            StoredVerdict::Right { .. }
        )
    }

    fn is_wrong(text: &str, name: &str) -> bool {
        matches!(
            verdict(&tree(text), NodeId::ROOT, name),
            StoredVerdict::Wrong(_)
        )
    }

    fn is_unknown(text: &str, name: &str) -> bool {
        verdict(&tree(text), NodeId::ROOT, name) == StoredVerdict::Unknown
    }

    /// From public reports (`fixtures/problems/marks`): the right value of each.
    #[test]
    fn marks_of_public_files_are_read() {
        for word in [
            "Correct.",
            "CORRECT",
            "This is it.\nCorrect!",
            "Black 1 is correct",
            "正解",
            "正确。",
            "Right.",
            "right",
            "RIGHT",
            "Right! Black lives.",
        ] {
            let text = format!("(;SZ[9]C[Black to play](;B[gc]C[{word}])(;B[aa]C[Wrong.]))");
            assert!(is_right(&text, "G7") && is_wrong(&text, "A9"), "{word}");
        }
        for word in [
            "Incorrect.",
            "不正解",
            "This is not the correct order",
            "失败",
        ] {
            let text = format!("(;SZ[9](;B[gc]C[{word}])(;B[aa]TE[1]))");
            assert!(is_wrong(&text, "G7"), "{word}");
        }
        // Deep in the tree, and with the other side's move last.
        let deep = "(;SZ[9](;B[gc];W[cg];B[ee]C[Correct])(;B[aa];W[bb]))";
        assert!(is_right(deep, "G7") && is_wrong(deep, "A9"));
        // BM alone makes nothing else wrong.
        let bad = "(;SZ[9](;B[gc];W[cg])(;B[aa]BM[1]))";
        assert!(is_unknown(bad, "G7") && is_wrong(bad, "A9"));
        assert!(!knows_right(&tree(bad), NodeId::ROOT));
        for bad in [
            "(;SZ[9](;B[gc];W[cg])(;B[aa]C[Wrong]))",
            "(;SZ[9](;B[gc];W[cg])(;B[aa]WV[1]))",
            "(;SZ[9](;B[gc];W[cg])(;B[aa];W[bb];B[ab]BM[1]))",
            "(;SZ[9]C[Black to play. RIGHT marks the answers](;B[gc];W[cg])(;B[aa]BM[1]))",
        ] {
            assert!(
                is_unknown(bad, "G7") && !knows_right(&tree(bad), NodeId::ROOT),
                "{bad}"
            );
        }
        for word in [
            "Upper right",
            "Right side",
            "COPYRIGHT 1998",
            "Almost correct",
            "BRIGHT",
        ] {
            let text = format!("(;SZ[9](;B[gc]C[{word}];W[cg])(;B[aa]))");
            assert!(is_unknown(&text, "G7"), "{word}");
        }
    }

    /// Marks at the moves of the other side, and of lines that are told to their end.
    #[test]
    fn marks_of_the_other_side_are_read() {
        // The word that ends a problem at a move of the other side is for us, its own praise is not.
        for word in ["RIGHT", "Correct. It's a ko.", "正解。"] {
            let text = format!("(;SZ[9](;B[gc];W[cg]C[{word}])(;B[aa];W[bb]))");
            assert!(is_right(&text, "G7") && is_wrong(&text, "A9"), "{word}");
        }
        for word in ["Correct answer of White", "白の正解", "White 2 is correct"] {
            let text = format!("(;SZ[9](;B[ai];W[bi]C[{word}])(;B[bi]C[Correct]))");
            assert!(is_wrong(&text, "A1") && is_right(&text, "B1"), "{word}");
            let text = format!("(;SZ[9](;B[ai];W[bi]C[{word}])(;B[bi]))");
            assert!(is_unknown(&text, "A1"), "{word}");
        }
        // A sign at the refutation is the other side's.
        let refuted = "(;SZ[9];B[ai];W[bi]C[Wrong])";
        assert!(is_unknown(refuted, "A1"));
        let theirs = "(;SZ[9](;B[ai];W[bi]TE[1])(;B[bi]TE[1]))";
        assert!(is_wrong(theirs, "A1") && is_right(theirs, "B1"));
        let refuted = "(;SZ[9](;B[ai];W[bi]BM[1];B[ci]C[Correct]))";
        assert!(is_right(refuted, "A1"));
        for (text, name) in [
            ("(;SZ[9](;W[gc]GW[1])(;W[aa]GB[1]))", "G7"),
            ("(;SZ[9](;B[gc]GB[1])(;B[aa]GW[1]))", "G7"),
            ("(;SZ[9](;B[gc]GB[1])(;B[aa]WV[1]))", "G7"),
        ] {
            assert!(is_right(text, name) && is_wrong(text, "A9"), "{text}");
        }
        // A file of one line.
        let line = "(;SZ[9]AB[aa];B[gc];W[cg];B[ee])";
        assert!(is_right(line, "G7") && is_unknown(line, "A8"));
        assert!(has_answers(&tree(line), NodeId::ROOT));
        // What follows a sign is right as far as it is told.
        let followed = tree("(;SZ[9](;B[gc]TE[1];W[cg];B[ee])(;B[aa]))");
        let StoredVerdict::Right { answers, .. } = verdict(&followed, NodeId::ROOT, "G7") else {
            panic!("right");
        };
        assert!(matches!(
            verdict(&followed, answers[0], "E5"),
            StoredVerdict::Right { .. }
        ));
    }
}

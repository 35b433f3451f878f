//! Games with all their variations into text.

use std::fmt;

use super::game_tree::{GameTree, NodeId, TreeNode};

/// A new line begins before a node where the last is longer than this.
const WIDTH: usize = 70;

/// A step of the walk through a tree, which needs no recursion: depth costs nothing.
enum WriteStep {
    Open(NodeId),
    Node(NodeId),
    Close,
}

impl GameTree {
    /// The path to a node as a game without variations.
    pub(super) fn path_text(&self, node: NodeId) -> String {
        let nodes: String = self
            .path(node)
            .iter()
            .map(|at| node_text(&self.nodes[at.0]))
            .collect();
        format!("({nodes})\n")
    }
}

impl fmt::Display for GameTree {
    /// The game as a file's text, with a line break at its end.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut steps = vec![WriteStep::Close, WriteStep::Node(NodeId::ROOT)];
        f.write_str("(")?;
        let mut column = 1;
        while let Some(step) = steps.pop() {
            let node = match step {
                WriteStep::Close => {
                    f.write_str(")")?;
                    continue;
                }
                WriteStep::Open(node) => {
                    f.write_str("\n(")?;
                    column = 1;
                    node
                }
                WriteStep::Node(node) => {
                    if column > WIDTH {
                        f.write_str("\n")?;
                        column = 0;
                    }
                    node
                }
            };
            let text = node_text(&self.nodes[node.0]);
            column = match text.rsplit_once('\n') {
                Some((_, last)) => last.len(),
                None => column + text.len(),
            };
            f.write_str(&text)?;
            match self.children(node) {
                [child] => steps.push(WriteStep::Node(*child)),
                children => {
                    for child in children.iter().rev() {
                        steps.push(WriteStep::Close);
                        steps.push(WriteStep::Open(*child));
                    }
                }
            }
        }
        f.write_str("\n")
    }
}

fn node_text(node: &TreeNode) -> String {
    let mut text = ";".to_owned();
    for property in &node.properties {
        text.push_str(&property.name);
        for value in &property.values {
            text.push('[');
            text.push_str(value);
            text.push(']');
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::record::SgfError;

    fn read(text: &str) -> GameTree {
        GameTree::read(text.as_bytes(), 1).unwrap()
    }

    #[test]
    fn nothing_is_lost() {
        let text = "(;GM[1]FF[4]SZ[9]XY[a:b][c\\]d]\n(;B[ee]C[one\ntwo];W[ce])\n(;B[cc]\n(;W[gg])\n(;W[gc]LB[aa:1][bb:2])))\n";
        assert_eq!(read(text).to_string(), text);
    }

    #[test]
    fn other_sets_and_forms_are_read_whole() {
        // "表" ends in a byte that ASCII calls a backslash.
        let bytes = b"(;CA[Shift_JIS]SZ[9]PB[\x95\x5C];B[ee](;W[aa])(;W[bb]C[\x95\x5C]))";
        let tree = GameTree::read(bytes, 1).unwrap();
        assert_eq!(
            tree.to_string(),
            "(;CA[UTF-8]SZ[9]PB[\u{8868}];B[ee]\n(;W[aa])\n(;W[bb]C[\u{8868}]))\n"
        );
        let sloppy = read("Hi (see below)\n(\n;US[a[3d]]GaMe[1];B[aa](B[bb]");
        assert_eq!(sloppy.to_string(), "(;US[a[3d\\]]GaMe[1];B[aa];B[bb])\n");
        let all = GameTree::read_all(b"(;SZ[9](;B[aa])(;B[bb]))(;SZ[13];B[cc])").unwrap();
        assert_eq!((all.len(), all[1].size().lines()), (2, 13));
        assert!(GameTree::read(b"(;SZ[9])", 2).is_err());
    }

    #[test]
    fn a_deep_tree_costs_no_stack() {
        let deep = format!(
            "(;SZ[9]{}{}",
            "(;B[aa]".repeat(100_000),
            ")".repeat(100_001)
        );
        assert_eq!(read(&deep).node_count(), 100_001);
        let long = format!("(;SZ[9]{})", "(;B[aa])(;W[bb]".repeat(60_000));
        let tree = read(&long);
        assert_eq!(read(&tree.to_string()), tree);
        let large = format!("(;SZ[9]{})", ";".repeat(300_000));
        let refused: Result<GameTree, SgfError> = GameTree::read(large.as_bytes(), 1);
        assert!(refused.unwrap_err().to_string().contains("nodes"));
    }

    /// The text of a tree: nodes in a row, then variations.
    fn any_tree() -> impl Strategy<Value = String> {
        let value = "([^\\]\\[\\\\\\x00-\\x1f\\x7f-\\x9f\u{FEFF}]|\\\\\\]|\\\\\\\\|\n){0,6}";
        let property = ("[A-Z]{1,2}|X[A-Z]{2,5}", prop::collection::vec(value, 1..3))
            .prop_filter("no board size or set", |(name, _)| {
                name != "SZ" && name != "CA" && name != "S"
            })
            .prop_map(|(name, values)| {
                let values: String = values.iter().map(|value| format!("[{value}]")).collect();
                name + &values
            });
        let node =
            prop::collection::vec(property, 0..4).prop_map(|all| ";".to_owned() + &all.concat());
        let nodes = prop::collection::vec(node, 1..4).prop_map(|all| all.concat());
        nodes.clone().prop_recursive(4, 24, 3, move |inner| {
            (nodes.clone(), prop::collection::vec(inner, 0..3)).prop_map(|(nodes, variations)| {
                let variations: String = variations
                    .iter()
                    .map(|inner| format!("({inner})"))
                    .collect();
                nodes + &variations
            })
        })
    }

    proptest! {
        #[test]
        fn what_is_read_is_written_back(inner in any_tree()) {
            let text = format!("(;CA[UTF-8]SZ[9]{inner})");
            let tree = read(&text);
            let written = tree.to_string();
            prop_assert_eq!(&read(&written), &tree);
            // But for line breaks between nodes and for parentheses around single variations it is the same text.
            let plain = |text: &str| text.replace(['\n', '(', ')'], "");
            prop_assert_eq!(plain(&written), plain(&text));
        }

        #[test]
        fn any_bytes_are_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..80), at in 0_usize..40) {
            let mut text = b"(;SZ[9]C[a];B[ee](;W[aa]C[b\\]])(;W[bb];B[cc]))".to_vec();
            let at = at.min(text.len());
            text.splice(at..at, bytes.iter().copied());
            for bytes in [&bytes, &text] {
                if let Ok(trees) = GameTree::read_all(bytes) {
                    for tree in trees {
                        let again = GameTree::read(tree.to_string().as_bytes(), 1);
                        prop_assert_eq!(again.as_ref(), Ok(&tree));
                    }
                }
            }
        }
    }
}

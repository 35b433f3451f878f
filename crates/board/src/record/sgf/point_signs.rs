//! Marks and letters on points, as a record's nodes have them.

use super::game_tree::{GameTree, NodeId};
use super::values::points_in;
use crate::rules::Point;

/// A sign on a point.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PointSign {
    /// SGF's TR.
    Triangle,
    /// SGF's SQ.
    Square,
    /// SGF's CR.
    Circle,
    /// SGF's MA.
    Cross,
    /// Letters: SGF's LB.
    Label(String),
}

/// Letters of a label that are shown.
const MAX_LABEL: usize = 3;

impl GameTree {
    /// The signs of a node, those of points beyond the board left out.
    #[must_use]
    pub fn point_signs(&self, node: NodeId) -> Vec<(Point, PointSign)> {
        let kinds = [
            ("TR", PointSign::Triangle),
            ("SQ", PointSign::Square),
            ("CR", PointSign::Circle),
            ("MA", PointSign::Cross),
        ];
        let mut signs = Vec::new();
        for (name, sign) in kinds {
            for value in self.values(node, name) {
                let points = points_in(value, self.size());
                signs.extend(points.into_iter().map(|point| (point, sign.clone())));
            }
        }
        for value in self.values(node, "LB") {
            if let Some((points, letters)) = value.split_once(':') {
                let letters: String = letters.trim().chars().take(MAX_LABEL).collect();
                let points = points_in(points, self.size()).into_iter();
                signs.extend(points.map(|point| (point, PointSign::Label(letters.clone()))));
            }
        }
        signs
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_stand_on_their_points() {
        let text = b"(;SZ[9]TR[aa][bb:cb]LB[ee:A][ff:12345][zz:no]MA[ia]CR[]SQ[xy])";
        let tree = GameTree::read(text, 1).unwrap();
        let told: Vec<String> = tree
            .point_signs(NodeId::ROOT)
            .iter()
            .map(|(point, sign)| format!("{point} {sign:?}"))
            .collect();
        assert_eq!(
            told,
            [
                "A9 Triangle",
                "B8 Triangle",
                "C8 Triangle",
                "J9 Cross",
                "E5 Label(\"A\")",
                "F4 Label(\"123\")",
            ]
        );
    }
}

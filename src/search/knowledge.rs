//! On which boards the search is told what reading and, where they are listened to, the experts know.

use crate::rules::BoardSize;

/// The boards whose nodes are told, once [`ReadingParams`](super::ReadingParams) or
/// [`CouncilParams`](super::CouncilParams) give them weight; as shipped neither does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KnowledgeParams {
    /// Lines of the smallest.
    pub least_lines: u8,
    /// Lines of the largest.
    pub most_lines: u8,
}

impl Default for KnowledgeParams {
    fn default() -> Self {
        Self {
            least_lines: 10,
            most_lines: 14,
        }
    }
}

impl KnowledgeParams {
    /// Whether boards of this size are told.
    pub(super) fn are_told(self, size: BoardSize) -> bool {
        (self.least_lines..=self.most_lines).contains(&size.lines())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_from_the_smallest_to_the_largest_are_told() {
        let params = KnowledgeParams {
            least_lines: 10,
            most_lines: 13,
        };
        let told = [9, 10, 13, 19].map(|lines| params.are_told(BoardSize::new(lines).unwrap()));
        assert_eq!(told, [false, true, true, false]);
    }
}

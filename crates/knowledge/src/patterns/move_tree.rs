//! The tree of a pattern's move and its continuations.

use super::pattern_diagram::Cell;

/// Maximum number of moves in a tree.
const MAX_STEPS: usize = 200;

/// Maximum length of a line of a tree, in moves.
const MAX_LINE_MOVES: u8 = 30;

/// A move of a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TreeStep {
    /// Number of moves before it; even for the mover's moves.
    pub depth: u8,
    /// The point; `None` for a move elsewhere.
    pub cell: Option<Cell>,
}

/// A tree of moves in turn: each step belongs to the last one before it with a smaller depth. The
/// first is the move that the pattern suggests, and the only one of depth 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveTree(Vec<TreeStep>);

/// The reason why moves are no tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MoveTreeError {
    /// There is no first move, or it is elsewhere.
    #[error("the tree begins with no point: write the letter of the move first")]
    NoMove,
    /// There are several first moves.
    #[error("the tree has two first moves: make two patterns of it")]
    TwoFirst,
    /// A letter that is not in the diagram.
    #[error("{0:?} is no letter of the picture: write one, or - for a move elsewhere")]
    Letter(char),
    /// A bracket or a bar that does not fit.
    #[error("{0:?} is out of place: write a (b | c) for two answers to a")]
    Sign(char),
    /// The last bracket does not close.
    #[error("a bracket is not closed: write )")]
    Open,
    /// The tree is too large.
    #[error(
        "the tree has more than {MAX_STEPS} moves, or a line of more than {MAX_LINE_MOVES}: prune it"
    )]
    Large,
}

impl MoveTree {
    /// The tree of these steps.
    ///
    /// # Errors
    /// [`MoveTreeError`].
    pub fn new(steps: Vec<TreeStep>) -> Result<Self, MoveTreeError> {
        match steps.first() {
            Some(TreeStep {
                depth: 0,
                cell: Some(_),
            }) => {}
            _ => return Err(MoveTreeError::NoMove),
        }
        if steps.len() > MAX_STEPS || steps.iter().any(|step| step.depth >= MAX_LINE_MOVES) {
            return Err(MoveTreeError::Large);
        }
        if steps[1..].iter().any(|step| step.depth == 0) {
            return Err(MoveTreeError::TwoFirst);
        }
        let climbs = steps
            .windows(2)
            .all(|pair| pair[1].depth <= pair[0].depth + 1);
        if climbs {
            Ok(Self(steps))
        } else {
            Err(MoveTreeError::NoMove)
        }
    }

    /// The moves, each before those that follow it.
    #[must_use]
    pub fn steps(&self) -> &[TreeStep] {
        &self.0
    }

    /// The point that the pattern suggests.
    #[must_use]
    pub fn first(&self) -> Cell {
        let first = self.0.first().and_then(|step| step.cell);
        first.expect("no tree is made without a first move")
    }

    /// All lines from the first move to the last one.
    #[must_use]
    pub fn lines(&self) -> Vec<Vec<Option<Cell>>> {
        let mut lines = Vec::new();
        let mut line = Vec::new();
        for (place, step) in self.0.iter().enumerate() {
            line.truncate(step.depth.into());
            line.push(step.cell);
            let goes_on = self
                .0
                .get(place + 1)
                .is_some_and(|next| next.depth > step.depth);
            if !goes_on {
                lines.push(line.clone());
            }
        }
        lines
    }

    /// Reads a tree such as `a b (c d | d c)`.
    ///
    /// # Errors
    /// [`MoveTreeError`].
    pub(super) fn parse(
        text: &str,
        cell: impl Fn(char) -> Option<Cell>,
    ) -> Result<Self, MoveTreeError> {
        let mut steps = Vec::new();
        let mut depth: u8 = 0;
        let mut open: Vec<u8> = Vec::new();
        let mut closed = false;
        for sign in text.chars().filter(|c| !c.is_whitespace()) {
            match sign {
                '(' if depth > 0 && !closed => open.push(depth),
                '|' => depth = *open.last().ok_or(MoveTreeError::Sign('|'))?,
                ')' => _ = open.pop().ok_or(MoveTreeError::Sign(')'))?,
                // Behind a bracket only another branch may follow.
                sign if closed => return Err(MoveTreeError::Sign(sign)),
                '-' => {
                    steps.push(TreeStep { depth, cell: None });
                    depth += 1;
                }
                'a'..='z' => {
                    let cell = Some(cell(sign).ok_or(MoveTreeError::Letter(sign))?);
                    steps.push(TreeStep { depth, cell });
                    depth += 1;
                }
                sign => return Err(MoveTreeError::Sign(sign)),
            }
            closed = sign == ')';
            if depth > MAX_LINE_MOVES || open.len() > MAX_STEPS {
                return Err(MoveTreeError::Large);
            }
        }
        if open.is_empty() {
            Self::new(steps)
        } else {
            Err(MoveTreeError::Open)
        }
    }

    /// The form in texts, with `letter` naming points.
    #[must_use]
    pub fn words(&self, letter: impl Fn(Cell) -> Option<char>) -> String {
        let mut words = String::new();
        self.write_from(0, &letter, &mut words);
        words
    }

    /// Writes the moves that follow each other from a place on, and those that stand beside them.
    fn write_from(&self, start: usize, letter: &dyn Fn(Cell) -> Option<char>, out: &mut String) {
        let mut at = start;
        while let Some(step) = self.0.get(at) {
            if !out.is_empty() && !out.ends_with('(') {
                out.push(' ');
            }
            out.push(step.cell.map_or('-', |cell| letter(cell).unwrap_or('?')));
            let next = self.answers(at);
            match next[..] {
                [] => return,
                [only] => at = only,
                _ => {
                    out.push_str(" (");
                    for (place, answer) in next.iter().enumerate() {
                        if place > 0 {
                            out.push_str(" |");
                        }
                        self.write_from(*answer, letter, out);
                    }
                    out.push(')');
                    return;
                }
            }
        }
    }

    /// The places of the moves that answer one.
    #[must_use]
    pub fn answers(&self, at: usize) -> Vec<usize> {
        let Some(depth) = self.0.get(at).map(|step| step.depth) else {
            return Vec::new();
        };
        let below = (at + 1..self.0.len()).take_while(|next| self.0[*next].depth > depth);
        below
            .filter(|next| self.0[*next].depth == depth + 1)
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cell(letter: char) -> Option<Cell> {
        Cell::from_index((letter as u8).checked_sub(b'a')?).filter(|_| letter < 'h')
    }

    fn letter(cell: Cell) -> Option<char> {
        Some(char::from(b'a' + cell.index() as u8))
    }

    fn parse(text: &str) -> Result<MoveTree, MoveTreeError> {
        MoveTree::parse(text, cell)
    }

    #[test]
    fn trees_read_back_as_they_are_written() {
        for text in [
            "a",
            "a b c",
            "a (b c | c b)",
            "a b (c (d e | -) | d) ",
            "a - b",
        ] {
            let tree = parse(text).unwrap();
            assert_eq!(tree.words(letter), text.trim());
        }
        let tree = parse("a (b c d | c (b | -))").unwrap();
        assert_eq!(tree.steps().len(), 7);
        let lines = tree.lines();
        let lines: Vec<usize> = lines.iter().map(Vec::len).collect();
        assert_eq!(lines, [4, 3, 3]);
        assert_eq!(tree.answers(0), [1, 4]);
    }

    #[test]
    fn what_is_no_tree_is_refused() {
        for (text, error) in [
            ("", MoveTreeError::NoMove),
            ("-", MoveTreeError::NoMove),
            ("(a)", MoveTreeError::Sign('(')),
            ("a | b", MoveTreeError::Sign('|')),
            ("a (b | c) d", MoveTreeError::Sign('d')),
            ("a b)", MoveTreeError::Sign(')')),
            ("a (b", MoveTreeError::Open),
            ("a z", MoveTreeError::Letter('z')),
            ("a 1", MoveTreeError::Sign('1')),
        ] {
            assert_eq!(parse(text), Err(error), "{text}");
        }
        assert_eq!(parse(&"ab".repeat(40)), Err(MoveTreeError::Large));
    }
}

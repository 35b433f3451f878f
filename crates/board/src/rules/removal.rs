//! The dead stones at the end of a game: taken off by agreement, or counted as they stand.

/// The fate of the stones that are dead when both sides have passed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Removal {
    /// They are taken off, as the sides agree.
    #[default]
    Agreed,
    /// They are counted as they stand: a side captures what is dead before it passes. So by the rules of Tromp and Taylor,
    /// on the Computer Go Server, and wherever nobody is asked.
    Never,
}

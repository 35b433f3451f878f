//! A pair of things, one a color.

use std::ops::{Index, IndexMut};

use super::Color;

/// One `T` for Black and one for White, indexed by [`Color`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ByColor<T> {
    /// The one that is Black's.
    pub black: T,
    /// The one that is White's.
    pub white: T,
}

impl<T> ByColor<T> {
    /// Black's first, then White's.
    #[must_use]
    pub const fn new(black: T, white: T) -> Self {
        Self { black, white }
    }
}

impl<T> Index<Color> for ByColor<T> {
    type Output = T;

    fn index(&self, color: Color) -> &T {
        match color {
            Color::Black => &self.black,
            Color::White => &self.white,
        }
    }
}

impl<T> IndexMut<Color> for ByColor<T> {
    fn index_mut(&mut self, color: Color) -> &mut T {
        match color {
            Color::Black => &mut self.black,
            Color::White => &mut self.white,
        }
    }
}

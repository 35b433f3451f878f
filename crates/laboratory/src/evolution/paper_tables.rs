//! The tables of Kendall, Yaakob and Hingston (2004): points of the best nets against each other.

/// Table I: experiment A, the best net of every 1,000th generation, 40 games each.
pub(super) const TABLE_I: [i32; 21] = [
    14, 17, 32, -1, 15, 26, 26, 14, 5, 35, 8, 44, 44, 23, 8, 26, 14, 29, 23, 20, 26,
];

/// Table II: experiment B, the best net of every 10,000th generation, 12 games each.
pub(super) const TABLE_II: [i32; 7] = [-7, 3, 12, 15, 1, 10, 11];

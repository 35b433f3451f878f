//! The net's inputs: planes and globals of a position.

/// Number of planes.
pub const PLANES: usize = 18;
/// Number of global inputs.
pub const GLOBALS: usize = 4;
/// Points of the largest board.
pub const MAX_POINTS: usize = 361;

/// Inputs of one position, seen from the player to move.
pub struct Inputs {
    /// Lines of the board.
    pub size: u8,
    /// Planes, packed: bit m % 64 of word m / 64 is the point m = y * 19 + x, with y from the top.
    pub planes: [[u64; 6]; PLANES],
    /// Komi, rules and passes.
    pub globals: [f32; GLOBALS],
}

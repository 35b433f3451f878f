//! Keys of the position hash (Zobrist 1970): one number for each stone on each point.

use super::{Color, Point};
use crate::rng::split_mix;

/// Keys of the black stones, then of the white ones. Fixed for ever: journals may hold hashes.
static KEYS: [[u64; Point::AREA]; 2] = {
    let mut keys = [[0; Point::AREA]; 2];
    let mut state = 0x676f_2d6b_6579_7321;
    let mut color = 0;
    while color < 2 {
        let mut index = 0;
        while index < Point::AREA {
            (state, keys[color][index]) = split_mix(state);
            index += 1;
        }
        color += 1;
    }
    keys
};

/// The key of a stone at a padded index.
pub fn key(color: Color, index: usize) -> u64 {
    KEYS[color as usize][index]
}

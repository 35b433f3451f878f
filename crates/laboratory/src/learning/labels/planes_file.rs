//! Files of the student's inputs, `.planes`: a header of 64 bytes (`SGMPPL01`, u32 1, u32 positions),
//! then for each position of a file of labels, in its order, 18 planes of 46 bytes and 4 numbers
//! (f32, little endian).

use std::io::{self, Write};

use super::labelled_game::{LabelledGame, ReplayError};
use sgmp_board::shared_work::map_each;
use sgmp_engine::net::inputs::{InputReader, Inputs};

/// Games described at a time.
const CHUNK_GAMES: usize = 64;

/// The reason why planes are not written.
#[derive(Debug, thiserror::Error)]
pub enum PlanesError {
    /// A game that cannot be played over.
    #[error("game {game}: {why}", game = .game + 1)]
    Game {
        /// Games before it, which is its number from 0.
        game: usize,
        /// The move that cannot be played, and the reason.
        why: ReplayError,
    },
    /// A file that cannot be written.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// Writes the inputs of all positions of some games.
///
/// # Errors
/// `PlanesError`.
pub fn write_planes(
    games: &[LabelledGame],
    jobs: usize,
    out: &mut impl Write,
) -> Result<(), PlanesError> {
    let positions: usize = games.iter().map(|game| game.moves.len()).sum();
    let mut header = b"SGMPPL01".to_vec();
    header.extend(1_u32.to_le_bytes());
    header.extend((positions as u32).to_le_bytes());
    header.resize(64, 0);
    out.write_all(&header)?;
    for (round, some) in games.chunks(CHUNK_GAMES * jobs.max(1)).enumerate() {
        let rows = map_each(jobs, some.chunks(CHUNK_GAMES), rows);
        for (chunk, rows) in rows.into_iter().enumerate() {
            let before = (round * jobs.max(1) + chunk) * CHUNK_GAMES;
            let rows = rows.map_err(|(game, why)| PlanesError::Game {
                game: before + game,
                why,
            })?;
            out.write_all(&rows)?;
        }
    }
    Ok(())
}

fn rows(games: &[LabelledGame]) -> Result<Vec<u8>, (usize, ReplayError)> {
    let mut reader = InputReader::new();
    let mut rows = Vec::new();
    for (number, game) in games.iter().enumerate() {
        let replayed = game.replay(|board, situation, _| {
            put_row(&mut rows, &reader.read(board, situation));
        });
        replayed.map_err(|why| (number, why))?;
    }
    Ok(rows)
}

fn put_row(rows: &mut Vec<u8>, inputs: &Inputs) {
    for plane in &inputs.planes {
        rows.extend(plane.bytes());
    }
    for global in inputs.globals {
        rows.extend(global.to_le_bytes());
    }
}

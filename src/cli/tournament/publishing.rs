//! The published files of an event: pages, tables, the report, and a page for each game.

use super::event_folder::EventFolder;
use crate::cli::exit::{Exit, Failure};
use crate::record::{read_bytes, read_sgf, write_atomically};
use crate::tournament::event::EventState;
use crate::tournament::published::{game_page, game_page_name, published_files};

/// Writes all files of an event's folder that people and programs read, each at once or not at all.
///
/// # Errors
/// A file that cannot be written.
pub(super) fn publish(folder: &EventFolder, state: &EventState) -> Result<(), Failure> {
    for (round, board, game) in state.games() {
        let page = folder.records().join(game_page_name(round, board));
        if game.known_end().is_some_and(|end| end.moves > 0) && !page.exists() {
            publish_game(folder, state, round, board)?;
        }
    }
    for (name, text) in published_files(state) {
        write_atomically(&folder.folder.join(name), text.as_bytes())
            .map_err(|error| Failure::new(Exit::Record, error))?;
    }
    Ok(())
}

/// Writes the page of a game anew, if it has a record.
///
/// # Errors
/// A file that cannot be written.
pub(super) fn publish_game(
    folder: &EventFolder,
    state: &EventState,
    round: u32,
    board: u32,
) -> Result<(), Failure> {
    let record = read_bytes(&folder.record(round, board)).ok();
    let record = record.and_then(|bytes| read_sgf(&bytes).ok());
    let page = record.and_then(|record| game_page(state, round, board, &record));
    let Some(page) = page else {
        return Ok(());
    };
    let path = folder.records().join(game_page_name(round, board));
    write_atomically(&path, page.as_bytes()).map_err(|error| Failure::new(Exit::Record, error))
}

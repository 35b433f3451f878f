//! The published files of an event: pages, tables, the report, and a page for each game.

use crate::hall::event_folder::EventFolder;
use crate::tournament::event::{EventState, GameState};
use crate::tournament::published::{
    game_page, game_page_name, published_files, running_page, running_page_name,
};
use sgmp_board::failure::{Blame, Failure};
use sgmp_board::record::{read_bytes, read_game, replay, write_atomically};
use sgmp_board::rules::Game;

/// Writes all files of an event's folder that people and programs read, each at once or not at all.
///
/// # Errors
/// A file that cannot be written.
pub fn publish(folder: &EventFolder, state: &EventState) -> Result<(), Failure> {
    for (round, board, game) in state.games() {
        let page = folder.records().join(game_page_name(round, board));
        if game.known_end().is_some_and(|end| end.moves > 0) && !page.exists() {
            publish_game(folder, state, round, board)?;
        }
        if let GameState::Begun(begun) = game.state {
            publish_begun(folder, state, (round, board), begun)?;
        }
    }
    for (name, text) in published_files(state) {
        write_atomically(&folder.folder.join(name), text.as_bytes())
            .map_err(|error| Failure::new(Blame::Record, error))?;
    }
    Ok(())
}

/// Writes the page of a game under way where nobody does so at every move: on a line its record grows, and in others the
/// page stands from the first position on.
fn publish_begun(
    folder: &EventFolder,
    state: &EventState,
    (round, board): (u32, u32),
    begun: u32,
) -> Result<(), Failure> {
    // It is named by how often the game had begun before.
    let record = folder.playing(round, board, begun.saturating_sub(1));
    let record = read_bytes(&record).ok();
    let record = record.and_then(|bytes| Some(read_game(&bytes, 1).ok()?.record));
    let game = record.and_then(|record| replay(&record, usize::MAX).ok());
    let page = folder.records().join(running_page_name(round, board));
    if game.is_none() && page.exists() {
        return Ok(());
    }
    let pair = state.game(round, board).map(|game| game.pair);
    let first = pair.map(|pair| state.plan.first_position(pair));
    let Some(game) = game.or(first) else {
        return Ok(());
    };
    publish_running(folder, state, (round, board), &game)
}

/// Writes the page of a game under way, with its moves so far.
///
/// # Errors
/// A file that cannot be written.
pub(super) fn publish_running(
    folder: &EventFolder,
    state: &EventState,
    (round, board): (u32, u32),
    game: &Game,
) -> Result<(), Failure> {
    let Some(page) = running_page(state, round, board, game) else {
        return Ok(());
    };
    let path = folder.records().join(running_page_name(round, board));
    write_atomically(&path, page.as_bytes()).map_err(|error| Failure::new(Blame::Record, error))
}

/// Writes the page of a game anew, if it has a record, and takes away that of the time while it was played.
///
/// # Errors
/// A file that cannot be written.
pub fn publish_game(
    folder: &EventFolder,
    state: &EventState,
    round: u32,
    board: u32,
) -> Result<(), Failure> {
    let record = read_bytes(&folder.record(round, board)).ok();
    let record = record.and_then(|bytes| Some(read_game(&bytes, 1).ok()?.record));
    let page = record.and_then(|record| game_page(state, round, board, &record));
    // There may be none.
    let _ = std::fs::remove_file(folder.records().join(running_page_name(round, board)));
    let Some(page) = page else {
        return Ok(());
    };
    let path = folder.records().join(game_page_name(round, board));
    write_atomically(&path, page.as_bytes()).map_err(|error| Failure::new(Blame::Record, error))
}

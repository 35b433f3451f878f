//! A list of players in whatever form it has.

use super::listed_player::{ListError, ListedPlayer, MAX_LIST_BYTES};
use super::{csv_players, egf_list, opengotha_file, results_reading};

/// Reads a list in whatever form it has. Bytes that are no UTF-8 count as Latin-1.
///
/// # Errors
/// [`ListError`].
pub fn read_players(bytes: &[u8]) -> Result<Vec<ListedPlayer>, ListError> {
    if bytes.len() > MAX_LIST_BYTES {
        return Err(ListError::TooLong);
    }
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => bytes.iter().map(|byte| char::from(*byte)).collect(),
    };
    let text = text.trim_start_matches('\u{feff}');
    let players = if text.trim_start().starts_with("<?xml") || text.contains("<Tournament") {
        opengotha_file::read(text)?
    } else if egf_list::is_list(text) {
        egf_list::read(text)
    } else if results_reading::is_results(text) {
        results_reading::listed_players(text)?
    } else {
        csv_players::read(text)?
    };
    match players.is_empty() {
        true => Err(ListError::Empty),
        false => Ok(players),
    }
}

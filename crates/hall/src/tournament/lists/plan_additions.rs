//! Players that are added to the text of an event's file: whatever else stands in it stays as it is.

use toml_edit::{ArrayOfTables, DocumentMut, Item, Table, TomlError, value};

use super::listed_player::ListedPlayer;

/// The list of players in an event's file.
const PLAYERS: &str = "player";

/// The text of a file with more players.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Additions {
    /// The text of the file.
    pub text: String,
    /// The names of those who were added.
    pub added: Vec<String>,
    /// The names of those who were there already, and stay as they are.
    pub known: Vec<String>,
}

/// The reason why players cannot be added.
#[derive(Debug, thiserror::Error)]
pub enum AdditionError {
    /// The file is no TOML.
    #[error(transparent)]
    Text(#[from] TomlError),
    /// The file has players in another form.
    #[error("its players do not stand under [[player]] each: write them so")]
    Form,
}

/// Adds people who are not in the file yet. Names are compared without their case.
///
/// # Errors
/// [`AdditionError`].
pub fn add_players(text: &str, players: &[ListedPlayer]) -> Result<Additions, AdditionError> {
    let mut document: DocumentMut = text.parse()?;
    let list = document
        .entry(PLAYERS)
        .or_insert(Item::ArrayOfTables(ArrayOfTables::new()));
    let list = list.as_array_of_tables_mut().ok_or(AdditionError::Form)?;
    let names = list.iter().filter_map(|table| table.get("name")?.as_str());
    let mut names: Vec<String> = names.map(|name| name.trim().to_lowercase()).collect();
    let (mut added, mut known) = (Vec::new(), Vec::new());
    for player in players {
        let name = player.name.to_lowercase();
        if names.contains(&name) {
            known.push(player.name.clone());
            continue;
        }
        names.push(name);
        added.push(player.name.clone());
        list.push(table(player));
    }
    Ok(Additions {
        text: document.to_string(),
        added,
        known,
    })
}

fn table(player: &ListedPlayer) -> Table {
    let mut table = Table::new();
    table.insert("name", value(&player.name));
    table.insert("plays", value("human"));
    if let Some(rank) = player.rank {
        table.insert("rank", value(rank.to_string()));
    }
    if let Some(rating) = player.facts.rating {
        table.insert("rating", value(i64::from(rating)));
    }
    let words = [
        ("club", &player.facts.club),
        ("country", &player.facts.country),
        ("pin", &player.facts.pin),
        ("licence", &player.facts.licence),
    ];
    for (key, word) in words.into_iter().filter(|(_, word)| !word.is_empty()) {
        table.insert(key, value(word.as_str()));
    }
    if let Some(start) = player.start {
        table.insert("start", value(i64::from(start)));
    }
    table
}

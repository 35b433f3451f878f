//! Players in lines with commas, semicolons or tabs between their cells, under headings.

use super::super::audit::Rows;
use super::super::event::{MAX_RATING, MIN_RATING, PlayerFacts, Rank};
use super::listed_player::{ListError, ListedPlayer, plain_name};

/// Reads the lines under the headings; one of these is `name` or `player`.
///
/// # Errors
/// No such heading, a rank or a rating that is none.
pub(super) fn read(text: &str) -> Result<Vec<ListedPlayer>, ListError> {
    let rows = Rows::parse_list(text)?;
    let column = |names: &[&str]| rows.column(names);
    let name = column(&["name", "player", "last name", "lastname", "surname"]);
    let name = name.ok_or(ListError::Unknown)?;
    let first = column(&["first name", "firstname", "given name"]);
    let rank = column(&["rank", "grade", "strength", "level"]);
    let rating = column(&["rating", "gor", "egf rating"]);
    let club = column(&["club"]);
    let country = column(&["country", "nation"]);
    let pin = column(&["pin", "egf pin", "egfpin", "egf"]);
    let licence = column(&["licence", "license", "ffg", "ffg licence"]);
    let start = column(&["start", "mms"]);
    let mut players = Vec::new();
    for (at, row) in rows.rows.iter().enumerate() {
        let cell = |column: Option<usize>| column.map_or("", |column| row[column].trim());
        // The headings stand in the first line.
        let wrong = |value: &str, what| ListError::Value {
            line: at + 2,
            value: value.to_owned(),
            what,
        };
        let name = plain_name(&[cell(Some(name)), cell(first)]);
        if name.is_empty() {
            continue;
        }
        let number = |column, what, least: i32, most: i32| match cell(column) {
            "" => Ok(None),
            text => {
                let number = text.parse::<i32>().ok();
                let number = number.filter(|number| (least..=most).contains(number));
                number.map(Some).ok_or_else(|| wrong(text, what))
            }
        };
        let rank: Option<Rank> = match cell(rank) {
            "" => None,
            text => Some(
                text.parse()
                    .map_err(|_| wrong(text, "rank (30k to 9d, 1p to 9p)"))?,
            ),
        };
        let begun = number(start, "score to begin with", 0, 1000)?;
        players.push(ListedPlayer {
            name,
            rank,
            facts: PlayerFacts {
                rating: number(rating, "rating of the EGF", MIN_RATING, MAX_RATING)?,
                club: cell(club).to_owned(),
                country: cell(country).to_owned(),
                pin: cell(pin).to_owned(),
                licence: cell(licence).to_owned(),
            },
            start: begun.and_then(|start| u32::try_from(start).ok()),
        });
    }
    Ok(players)
}

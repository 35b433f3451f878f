//! The players of a tournament that OpenGotha keeps, in its XML: `Tournament/Players/Player` with the attributes `name`,
//! `firstName`, `rank`, `rating`, `club`, `country`, `egfPin` and `ffgLicence`.

use roxmltree::{Document, Node};

use super::super::event::{MAX_RATING, MIN_RATING, PlayerFacts, Rank};
use super::listed_player::{ListError, ListedPlayer, plain_name};

/// Reads the players.
///
/// # Errors
/// A text that is no XML, and one without players of such a tournament.
pub(super) fn read(text: &str) -> Result<Vec<ListedPlayer>, ListError> {
    let document = Document::parse(text)?;
    let root = document.root_element();
    if !root.has_tag_name("Tournament") {
        return Err(ListError::Unknown);
    }
    let lists = root.children().filter(|node| node.has_tag_name("Players"));
    let players = lists.flat_map(|list| list.children());
    let players = players.filter(|node| node.has_tag_name("Player"));
    let players = players.map(player).filter(|player| !player.name.is_empty());
    Ok(players.collect())
}

fn player(node: Node<'_, '_>) -> ListedPlayer {
    let word = |name: &str| node.attribute(name).unwrap_or_default().trim();
    let rank: Option<Rank> = word("rank").parse().ok();
    // A rating from another list has another scale; one that was made from the rank says no more than that.
    let is_egf = word("ratingOrigin").starts_with("EGF");
    let rating: Option<i32> = word("rating").parse().ok();
    let rating = rating.filter(|rating| is_egf && (MIN_RATING..=MAX_RATING).contains(rating));
    ListedPlayer {
        name: plain_name(&[word("name"), word("firstName")]),
        rank: rank.or_else(|| word("grade").parse().ok()),
        facts: PlayerFacts {
            rating,
            club: word("club").to_owned(),
            country: word("country").to_owned(),
            pin: word("egfPin").to_owned(),
            licence: word("ffgLicence").to_owned(),
        },
        start: None,
    }
}

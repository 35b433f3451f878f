//! Lines of the rating list of the European Go Federation.
//!
//! A line has the player's number of eight digits, the names, the country, the club, the rank, a proposed rank or `--`, the
//! rating, the number of tournaments and the last of them, filled up with blanks:
//!
//! ```text
//!   19574643  Abad Jahin                            FR  38GJ   20k   --     15     2  T200202B
//! ```

use super::super::event::{MAX_RATING, MIN_RATING, PlayerFacts, Rank};
use super::listed_player::{ListedPlayer, plain_name};

/// Cells of a line behind the names.
const FACTS: usize = 7;

/// Digits of a player's number.
const PIN_DIGITS: usize = 8;

/// Returns whether a text has such a line.
pub(super) fn is_list(text: &str) -> bool {
    text.lines().any(|line| player(line).is_some())
}

/// The players of a list; other lines are headings and remarks.
pub(super) fn read(text: &str) -> Vec<ListedPlayer> {
    text.lines().filter_map(player).collect()
}

fn player(line: &str) -> Option<ListedPlayer> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let (pin, rest) = words.split_first()?;
    let is_pin = pin.len() == PIN_DIGITS && pin.bytes().all(|byte| byte.is_ascii_digit());
    if !is_pin || rest.len() <= FACTS {
        return None;
    }
    let (names, facts) = rest.split_at(rest.len() - FACTS);
    let [country, club, rank, _, rating, tournaments, _] = facts else {
        return None;
    };
    let rating: i32 = rating.parse().ok()?;
    tournaments.parse::<u32>().ok()?;
    let is_country = country.len() == 2 && country.bytes().all(|byte| byte.is_ascii_alphabetic());
    let is_rated = (MIN_RATING..=MAX_RATING).contains(&rating);
    let rank = rank.parse().unwrap_or_else(|_| Rank::from_rating(rating));
    (is_country && is_rated).then(|| ListedPlayer {
        name: plain_name(names),
        rank: Some(rank),
        facts: PlayerFacts {
            rating: Some(rating),
            club: (*club).to_owned(),
            country: (*country).to_owned(),
            pin: (*pin).to_owned(),
            ..PlayerFacts::default()
        },
        ..ListedPlayer::default()
    })
}

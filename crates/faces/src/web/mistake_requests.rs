//! The search for a learner's own mistakes in games of the archive.
//!
//! The page asks for one part after another, so that it tells how far the search is and can stop it, and questions of
//! other pages come in between. What a part has found is in the learner's deck before the page hears of it; how far
//! a search has come is remembered for a while, so that the next one goes on from there.

use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};

use super::access::RequestError;
use super::record_requests::archived;
use super::record_state::{main_record, played};
use super::request_words::JsonBody;
use super::site::Site;
use super::study_requests::done;
use crate::study::{GameSource, persons_colors};
use sgmp_advice::review::AdviceDesk;

/// Moves that are looked at for one part.
const PART_MOVES: usize = 6;

/// The game in which somebody looks for mistakes.
#[derive(Debug, Deserialize)]
pub(super) struct WantedMistakes {
    /// Its name in the archive.
    game: String,
}

/// The mistakes of a game, as far as it was looked through.
#[derive(Debug, Serialize)]
pub(super) struct FoundMistakes {
    /// Moves that were looked at.
    looked_at: usize,
    /// Moves of the game.
    moves: usize,
    /// A sentence for each chance that was missed.
    told: Vec<String>,
    /// The problems that this part has added to the deck.
    added: usize,
}

/// Looks on for the mistakes of the persons in a game of the archive, and adds them to the learner's deck.
pub(super) async fn find_mistakes(
    State(site): State<Site>,
    JsonBody(wanted): JsonBody<WantedMistakes>,
) -> Result<Json<FoundMistakes>, RequestError> {
    let record = main_record(&archived(&site, &wanted.game)?)?;
    let game = played(&record)?;
    let stem = std::path::Path::new(&wanted.game).file_stem();
    let source = GameSource::new(&stem.unwrap_or_default().to_string_lossy(), &record);
    let (shelf, learner) = (site.mistakes.clone(), site.learner.clone());
    let part = move |_: &mut AdviceDesk, is_awaited: &dyn Fn() -> bool| {
        let mut search = shelf.take(game, persons_colors(&record), source);
        search.look(PART_MOVES, |_| is_awaited());
        let added = learner.add_mistakes(search.found());
        let (looked_at, moves) = search.progress();
        let told = search.found().iter();
        let told = told.map(|missed| missed.sentence.clone()).collect();
        shelf.put(search);
        Ok(Json(FoundMistakes {
            looked_at,
            moves,
            told,
            added: added?,
        }))
    };
    done(&site, part).await?
}

//! The trouble with the line in a few words, as it stands beside a board.

use sgmp_proto::FrameVerdict;

use super::match_progress::{is_of_another_game, refuses_game};
use crate::play::{Event, Match};

/// The other side answers our NEWGAME with DENY.
const REFUSES: &str = "the other side refuses the game";

/// The trouble after an event, by that before it; `None` where there is none. The silence between two answers of a side that
/// refuses the game is none of its own.
#[must_use]
pub fn line_trouble(before: Option<String>, game: &Match, event: &Event) -> Option<String> {
    match event {
        Event::Heard(frame, FrameVerdict::OutOfPlace) if refuses_game(*frame, game) => {
            Some(REFUSES.to_owned())
        }
        Event::Heard(frame, FrameVerdict::OutOfPlace) if is_of_another_game(*frame, game) => {
            Some("a game is under way there: --resume goes on with it".to_owned())
        }
        Event::Heard(..) | Event::LinkUp => None,
        Event::Noise(_) => Some("no frame among what comes".to_owned()),
        Event::Silence(_) if before.as_deref() == Some(REFUSES) => before,
        Event::Silence(time) => Some(format!("nothing heard for {} s", time.as_secs())),
        Event::LinkDown(_) => Some("the line is down".to_owned()),
        _ => before,
    }
}

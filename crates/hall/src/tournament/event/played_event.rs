//! Events that are played in tests, without a hall.

use super::{EVENT_FORMAT, EventEntry, EventState, GameEnd, NextStep};

/// The time of all entries.
const AT: &str = "2026-11-28T19:00:00Z";

/// The place of a game: its round and its board.
pub(in crate::tournament) type Place = (u32, u32);

/// The beginning of an event, by the text of its file.
pub(in crate::tournament) fn opening(plan: &str, seed: u64) -> EventEntry {
    EventEntry::EventOpened {
        format: EVENT_FORMAT,
        program: "test".to_owned(),
        plan: plan.to_owned(),
        seed,
        at: AT.to_owned(),
    }
}

/// An event that begins, by the text of its file.
pub(in crate::tournament) fn opened(plan: &str, seed: u64) -> EventState {
    EventState::open(&opening(plan, seed)).expect("an event's file")
}

/// A round as the system pairs it; `None` where nobody is left to play.
pub(in crate::tournament) fn paired(state: &EventState, round: u32) -> Option<EventEntry> {
    Some(EventEntry::RoundPaired {
        round,
        paired: state.pair(round)?,
        at: AT.to_owned(),
        by: None,
    })
}

/// The end of a game.
pub(in crate::tournament) fn ended((round, board): Place, end: GameEnd) -> EventEntry {
    EventEntry::GameEnded {
        round,
        board,
        end,
        at: AT.to_owned(),
    }
}

/// The next entry: a pairing, or the end of the game that is picked; `None` where the event is over or the judge decides.
pub(in crate::tournament) fn next_entry(
    state: &EventState,
    pick: impl FnOnce(&[Place]) -> (Place, GameEnd),
) -> Option<EventEntry> {
    match state.next_step() {
        NextStep::Pair(round) => paired(state, round),
        NextStep::Play(games) => {
            let (place, end) = pick(&games);
            Some(ended(place, end))
        }
        NextStep::Judge(_) | NextStep::Over => None,
    }
}

/// Plays an event until it is over, the games in their order.
pub(in crate::tournament) fn play_on(
    state: &mut EventState,
    mut end: impl FnMut(&EventState, Place) -> GameEnd,
) {
    while let Some(entry) = next_entry(state, |games| (games[0], end(state, games[0]))) {
        state.apply(&entry).expect("an entry that can follow");
    }
    assert_eq!(state.next_step(), NextStep::Over);
}

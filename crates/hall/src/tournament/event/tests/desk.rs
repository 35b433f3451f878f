//! Rounds taken back, games named by hand, names corrected at the desk.

use super::*;

fn by_hand() -> RulingBy {
    RulingBy {
        who: "the director".to_owned(),
        why: "a mistake".to_owned(),
    }
}

#[test]
fn a_round_is_taken_back_until_something_of_it_was_played() {
    let mut state = open(&plan_text(9, "format = \"swiss\""));
    let absent = EventEntry::Presence {
        player: 3,
        presence: PresenceEntry::Absent { round: 1 },
        by: by_hand(),
        at: String::new(),
    };
    state.apply(&absent).unwrap();
    state.apply(&paired(&state, 1)).unwrap();
    assert!(!state.present(1).contains(&3));
    let unpaired = EventEntry::RoundUnpaired {
        round: 1,
        by: by_hand(),
        at: String::new(),
    };
    state.apply(&unpaired).unwrap();
    assert!(state.rounds.is_empty() && state.present(1).contains(&3));
    state.apply(&paired(&state, 1)).unwrap();
    state.apply(&ended(1, 1, Color::Black)).unwrap();
    assert!(matches!(
        state.apply(&unpaired),
        Err(EventFault::Fixed(1, _))
    ));
    let reopened = EventEntry::Reopened {
        round: 1,
        board: 1,
        by: by_hand(),
        at: String::new(),
    };
    state.apply(&reopened).unwrap();
    assert!(state.results().games.is_empty());
    assert!(matches!(
        state.apply(&reopened),
        Err(EventFault::StillOpen { .. })
    ));
    state.apply(&unpaired).unwrap();
    assert!(
        state
            .notes
            .iter()
            .any(|note| note == "Round 1 was taken back by the director (a mistake)")
    );
}

#[test]
fn games_are_named_by_hand_and_players_exchanged() {
    let mut state = open(&plan_text(7, "format = \"swiss\""));
    let named = state.paired_by_hand(1, &[[6, 0]], Some(2)).unwrap();
    assert_eq!(
        (named.games[0].black, named.games[0].white, named.bye),
        (6, 0, Some(2))
    );
    assert_eq!(named.games.len(), 3);
    for (games, bye) in [
        (vec![[1, 1]], None),
        (vec![[1, 2], [2, 3]], None),
        (vec![[1, 2]], Some(1)),
    ] {
        assert!(matches!(
            state.paired_by_hand(1, &games, bye),
            Err(HandPairingError::Twice(_))
        ));
    }
    let entry = EventEntry::RoundPaired {
        round: 1,
        paired: named,
        at: String::new(),
        by: Some(by_hand()),
    };
    state.apply(&entry).unwrap();
    let colors = state.swapped(6, 0).unwrap();
    assert_eq!((colors.games[0].black, colors.games[0].white), (0, 6));
    let exchanged = state.swapped(0, 2).unwrap();
    assert_eq!((exchanged.games[0].white, exchanged.bye), (2, Some(0)));
    let repaired = EventEntry::RoundRepaired {
        round: 1,
        paired: exchanged,
        by: by_hand(),
        at: String::new(),
    };
    state.apply(&repaired).unwrap();
    assert_eq!(state.rounds[0].bye, Some(0));
    let robin = open(&plan_text(5, "format = \"round-robin\""));
    assert!(robin.paired_by_hand(1, &[[0, 1]], None).is_err());
}

#[test]
fn a_name_is_corrected_and_players_stay() {
    let mut state = open(&plan_text(3, "format = \"swiss\""));
    let changed = |text: String| EventEntry::PlanChanged {
        plan: text,
        at: String::new(),
    };
    let text = plan_text(3, "format = \"swiss\"");
    state
        .apply(&changed(text.replace("\"P1\"", "\"Paul\"")))
        .unwrap();
    assert_eq!(state.plan.names(), ["P0", "Paul", "P2"]);
    assert_eq!(state.notes, ["The name P1 was corrected to Paul"]);
    let moved = text
        .replace("\"P1\"", "\"P9\"")
        .replace("\"P2\"", "\"Paul\"");
    assert!(state.apply(&changed(moved)).is_err());
}

//! Events by their entries.

use proptest::prelude::*;

use super::*;
use sgmp_board::record::GameResult;
use sgmp_board::rng::Rng;
use sgmp_board::rules::Color;
use sgmp_match::play::{EndKind, FaultKind};

fn plan_text(players: usize, words: &str) -> String {
    let mut text = format!("name = \"Test\"\nsize = 9\n{words}\n");
    for player in 0..players {
        text +=
            &format!("[[player]]\nname = \"P{player}\"\nplays = \"level:{player}\"\nstart = 0\n");
    }
    text
}

fn open(plan: &str) -> EventState {
    EventState::open(&EventEntry::EventOpened {
        format: EVENT_FORMAT,
        program: "test".to_owned(),
        plan: plan.to_owned(),
        seed: 7,
        at: String::new(),
    })
    .unwrap()
}

fn paired(state: &EventState, round: u32) -> EventEntry {
    EventEntry::RoundPaired {
        round,
        paired: state.pair(round).unwrap(),
        at: String::new(),
        by: None,
    }
}

fn ended(round: u32, board: u32, winner: Color) -> EventEntry {
    let end = GameEnd::without_game(GameResult::Resignation { winner }, EndKind::Resigned, "");
    EventEntry::GameEnded {
        round,
        board,
        end,
        at: String::new(),
    }
}

/// Plays an event to its end, every game by lot.
fn play(state: &mut EventState, rng: &mut Rng) {
    loop {
        match state.next_step() {
            NextStep::Pair(round) => state.apply(&paired(state, round)).unwrap(),
            NextStep::Play(games) => {
                for (round, board) in games {
                    let winner = if rng.below(2) == 0 {
                        Color::Black
                    } else {
                        Color::White
                    };
                    state.apply(&ended(round, board, winner)).unwrap();
                }
            }
            NextStep::Judge(games) => panic!("{games:?}"),
            NextStep::Over => return,
        }
    }
}

#[test]
fn the_example_is_an_event() {
    let plan = EventPlan::parse(EXAMPLE_EVENT).unwrap();
    assert_eq!(
        (plan.players.len(), plan.komi.to_string().as_str()),
        (4, "5.5")
    );
    assert_eq!(schedule(&plan).format, Format::DoubleRoundRobin);
    assert_eq!((schedule(&plan).rounds, schedule(&plan).games), (6, 12));
}

#[test]
fn events_of_every_form_come_to_their_end() {
    for (format, games) in [
        ("swiss", 4 * 4),
        ("round-robin", 36),
        ("double-round-robin", 72),
        ("gauntlet", 16),
        ("knockout", 8),
    ] {
        let words = format!(
            "format = \"{format}\"\n{}",
            if format == "swiss" { "rounds = 4" } else { "" }
        );
        let mut state = open(&plan_text(9, &words));
        play(&mut state, &mut Rng::from_seed(3));
        assert_eq!(state.games().count(), games, "{format}");
        let results = state.results();
        assert_eq!(results.games.len(), games);
        assert_eq!(state.standings().rows.len(), 9);
    }
}

#[test]
fn mistakes_in_the_file_are_named() {
    for (text, told) in [
        (plan_text(1, ""), "1 players: an event has 2 to 1000"),
        (
            plan_text(2, "colour = \"nigiri\""),
            "line 3: colour is not known here; there are name, place,",
        ),
        (
            plan_text(2, "rounds = \"x\""),
            "line 3: rounds = \"x\": write a whole number of 0 or more",
        ),
        (
            plan_text(2, "date = 2026-11-29"),
            "line 3: date = 2026-11-29: write a text, in quotation marks",
        ),
        (
            plan_text(2, "komi = [5]"),
            "line 3: write a komi: a number such as 5.5",
        ),
        (plan_text(2, "size = 20"), "line 3: duplicate key"),
        (
            plan_text(2, "time = \"ten minutes\""),
            "line 3: time = \"ten minutes\": write a time such as 50m",
        ),
        (
            plan_text(2, "rounds = 0"),
            "line 3: rounds = \"0\": write 1 to 400",
        ),
        (
            plan_text(2, "tie_breaks = \"luck\""),
            "line 3: tie_breaks = \"luck\": no tie-break is called `luck`",
        ),
        (
            plan_text(2, "") + "[[player]]\nname = \"p0\"\nplays = \"random\"\n",
            "two players are called \"p0\"",
        ),
        (
            plan_text(2, "") + "[[player]]\nname = \"x\"\nplays = \"level:1\"\n",
            "\"P1\" and \"x\" are the same program",
        ),
    ] {
        let error = EventPlan::parse(&text).unwrap_err().to_string();
        assert!(error.starts_with(told), "{error}");
    }
    let odd = EventPlan::parse(&"#".repeat(MAX_PLAN_BYTES + 1));
    assert_eq!(odd, Err(PlanError::TooLong));
}

#[test]
fn who_withdraws_before_the_first_round_leaves_no_trace() {
    let mut state = open(&plan_text(9, "format = \"swiss\"\nrounds = 3"));
    state.apply(&presence(8, PresenceEntry::Withdrawn)).unwrap();
    play(&mut state, &mut Rng::from_seed(1));
    assert!(
        state
            .games()
            .all(|(_, _, game)| game.pair.black != 8 && game.pair.white != 8)
    );
    let mut robin = open(&plan_text(5, "format = \"round-robin\""));
    robin.apply(&presence(4, PresenceEntry::Withdrawn)).unwrap();
    play(&mut robin, &mut Rng::from_seed(1));
    assert!(
        robin
            .games()
            .all(|(_, _, game)| game.pair.black != 4 && game.pair.white != 4)
    );
}

fn presence(player: usize, presence: PresenceEntry) -> EventEntry {
    let by = RulingBy {
        who: "the director".to_owned(),
        why: "ill".to_owned(),
    };
    EventEntry::Presence {
        player,
        presence,
        by,
        at: String::new(),
    }
}

#[test]
fn who_is_disqualified_loses_what_is_left() {
    let mut state = open(&plan_text(4, "format = \"round-robin\""));
    state.apply(&paired(&state, 1)).unwrap();
    state
        .apply(&presence(0, PresenceEntry::Disqualified))
        .unwrap();
    play(&mut state, &mut Rng::from_seed(1));
    let own = state
        .games()
        .filter(|(_, _, game)| game.pair.black == 0 || game.pair.white == 0);
    let kinds: Vec<_> = own.map(|(_, _, game)| game.end().unwrap().kind).collect();
    assert_eq!(kinds, [EndKind::Disqualified; 3]);
    assert_eq!(state.results().wins(0).halves(), 0);
    assert_eq!(state.notes, ["P0 is disqualified, says the director (ill)"]);
}

#[test]
fn the_judge_decides_what_waits_for_him_and_nothing_is_replayed() {
    let mut state = open(&plan_text(2, "rounds = 1\nformat = \"swiss\""));
    state.apply(&paired(&state, 1)).unwrap();
    let end = GameEnd::without_game(
        GameResult::Unknown,
        EndKind::Fault(FaultKind::Crash),
        "it ended with exit code 1",
    );
    state
        .apply(&EventEntry::GameEnded {
            round: 1,
            board: 1,
            end,
            at: String::new(),
        })
        .unwrap();
    assert_eq!(state.next_step(), NextStep::Judge(vec![(1, 1)]));
    assert_eq!(
        state.apply(&EventEntry::GameStarted {
            round: 1,
            board: 1,
            at: String::new()
        }),
        Err(EventFault::Over { round: 1, board: 1 })
    );
    let end = GameEnd::without_game(
        GameResult::Win {
            winner: Color::White,
        },
        EndKind::Ruled,
        "",
    );
    let by = RulingBy {
        who: "the judge".to_owned(),
        why: "it was ahead".to_owned(),
    };
    state
        .apply(&EventEntry::Ruling {
            round: 1,
            board: 1,
            end,
            by,
            at: String::new(),
        })
        .unwrap();
    assert_eq!(state.next_step(), NextStep::Over);
    assert_eq!(state.results().games.len(), 1);
    assert!(
        state.notes[0].ends_with("W+ by the judge (it was ahead)"),
        "{:?}",
        state.notes
    );
}

#[test]
fn late_entries_go_to_the_end_of_the_file() {
    let words = "format = \"swiss\"\nrounds = 3";
    let mut state = open(&plan_text(4, words));
    state.apply(&paired(&state, 1)).unwrap();
    for board in 1..=2 {
        state.apply(&ended(1, board, Color::Black)).unwrap();
    }
    let change = |text: String| EventEntry::PlanChanged {
        plan: text,
        at: String::new(),
    };
    state.apply(&change(plan_text(6, words))).unwrap();
    play(&mut state, &mut Rng::from_seed(1));
    assert_eq!(state.rounds[1].games.len(), 3);
    let other_order = plan_text(6, words)
        .replace("P0", "Q")
        .replace("P1", "P0")
        .replace('Q', "P1");
    assert!(matches!(
        state.apply(&change(other_order)),
        Err(EventFault::Changed(_))
    ));
}

#[test]
fn entries_read_back_as_they_were_written() {
    let mut state = open(&plan_text(4, "format = \"swiss\"\nrounds = 3"));
    let opened = EventEntry::EventOpened {
        format: EVENT_FORMAT,
        program: "test".to_owned(),
        plan: state.plan_text.clone(),
        seed: 7,
        at: String::new(),
    };
    let mut entries = vec![opened, paired(&state, 1)];
    state.apply(&entries[1]).unwrap();
    for more in [
        EventEntry::GameStarted {
            round: 1,
            board: 1,
            at: "2026-11-27T03:00:00Z".to_owned(),
        },
        ended(1, 1, Color::White),
        presence(
            2,
            PresenceEntry::Late {
                round: 2,
                minutes: 5,
            },
        ),
    ] {
        state.apply(&more).unwrap();
        entries.push(more);
    }
    let records: Vec<_> = entries
        .iter()
        .map(|entry| serde_json::to_vec(entry).unwrap())
        .collect();
    let replayed = EventState::replay(records.iter().map(Vec::as_slice)).unwrap();
    assert_eq!(replayed, Some(state));
    assert!(records.iter().all(|record| record.len() < 1000));
}

proptest! {
    #[test]
    fn any_text_is_an_event_or_refused(text in ".{0,300}") {
        let _ = EventPlan::parse(&text);
    }

    #[test]
    fn any_records_are_taken_or_refused(
        kinds in proptest::collection::vec((0..7_u8, 0..4_u32, 0..4_u32, 0..9_usize), 0..30)
    ) {
        let mut state = open(&plan_text(5, "format = \"swiss\"\nrounds = 3"));
        for (kind, round, board, player) in kinds {
            let entry = match kind {
                0 => match state.pair(round) {
                    Some(paired) => EventEntry::RoundPaired { round, paired, at: String::new(), by: None },
                    None => continue,
                },
                1 => EventEntry::GameStarted { round, board, at: String::new() },
                2 => ended(round, board, Color::Black),
                3 => presence(player, PresenceEntry::Withdrawn),
                4 => presence(player, PresenceEntry::Absent { round }),
                5 => presence(player, PresenceEntry::Disqualified),
                _ => presence(player, PresenceEntry::Back),
            };
            let before = state.clone();
            if state.apply(&entry).is_err() {
                prop_assert_eq!(&state, &before);
            }
            let _ = state.next_step();
        }
    }
}

/// Public reports: values that no event can have are refused with their line and what may stand there.
#[test]
fn values_that_no_event_can_have_are_refused_with_their_line() {
    let text = |more: &str, player: &str| {
        format!(
            "name = \"T\"\nsize = 5\n{more}\n[[player]]\nname = \"a\"\nplays = \"level:0\"\n[[player]]\nname = \"b\"\n\
             plays = \"level:1\"\n{player}\n"
        )
    };
    assert!(EventPlan::parse(&text("", "")).is_ok());
    for (more, player, line, word) in [
        ("date = \"2024-02-30\"", "", "line 3: ", "YYYY-MM-DD"),
        ("komi = -400", "", "line 3: ", "between -25 and 25"),
        ("time = \"0s\"", "", "line 3: ", "50m"),
        ("tie_breaks = \"wins,wins\"", "", "line 3: ", "twice"),
        ("", "from_round = 99", "line 10: ", "would never play"),
        ("", "from_round = 0", "line 10: ", "counted from 1"),
        ("format = 3", "", "line 3: ", "\"swiss\""),
    ] {
        let error = EventPlan::parse(&text(more, player))
            .unwrap_err()
            .to_string();
        assert!(error.starts_with(line) && error.contains(word), "{error}");
    }
    let empty = text("", "").replace("name = \"T\"", "name = \" \"");
    let error = EventPlan::parse(&empty).unwrap_err().to_string();
    assert!(error.starts_with("line 1: "), "{error}");
}

#[test]
fn the_form_follows_from_players_rounds_and_referee() {
    let usenix = "referee = \"usenix\"";
    for (players, words, format, rounds) in [
        (7, "rounds = 3", Format::Swiss, 3),
        (7, "", Format::RoundRobin, 7),
        (4, "", Format::DoubleRoundRobin, 6),
        (4, "rounds = 3", Format::RoundRobin, 3),
        (4, "rounds = 2", Format::Swiss, 2),
        (8, usenix, Format::DoubleRoundRobin, 14),
        (8, "referee = \"usenix\"\nrounds = 7", Format::RoundRobin, 7),
        (9, usenix, Format::Swiss, 5),
        (
            7,
            "format = \"round-robin\"\nrounds = 3",
            Format::RoundRobin,
            3,
        ),
    ] {
        let plan = EventPlan::parse(&plan_text(players, words)).unwrap();
        let schedule = schedule(&plan);
        assert_eq!(
            (schedule.format, schedule.rounds),
            (format, rounds),
            "{players} {words}"
        );
    }
}

#[test]
fn the_first_bye_is_the_last_players() {
    for seed in 0..20 {
        let state = EventState::open(&EventEntry::EventOpened {
            format: EVENT_FORMAT,
            program: "test".to_owned(),
            plan: plan_text(9, ""),
            seed,
            at: String::new(),
        })
        .unwrap();
        assert_eq!(state.pair(1).unwrap().bye, Some(8), "seed {seed}");
    }
}

#[test]
fn who_leaves_a_knockout_while_it_is_free_changes_nobodys_opponents() {
    let mut state = open(&plan_text(5, "format = \"knockout\""));
    state.apply(&paired(&state, 1)).unwrap();
    state.apply(&ended(1, 1, Color::Black)).unwrap();
    let next = |state: &EventState| -> Vec<[usize; 2]> {
        let paired = state.pair(2).unwrap();
        let pairs = paired.games.iter();
        pairs
            .map(|pair| [pair.black.min(pair.white), pair.black.max(pair.white)])
            .collect()
    };
    let before = next(&state);
    let by = RulingBy {
        who: String::new(),
        why: String::new(),
    };
    state
        .apply(&EventEntry::Presence {
            player: 0,
            presence: PresenceEntry::Withdrawn,
            by,
            at: String::new(),
        })
        .unwrap();
    assert_eq!(next(&state), before);
}

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

/// Four people of different ranks, with handicaps.
fn people(words: &str) -> String {
    let mut text = format!("name = \"Test\"\nsize = 9\nformat = \"swiss\"\nrounds = 2\n{words}\n");
    for rank in ["2d", "1k", "4k", "9k"] {
        text += &format!("[[player]]\nname = \"{rank}\"\nplays = \"human\"\nrank = \"{rank}\"\n");
    }
    text
}

#[test]
fn words_about_people_that_make_no_sense_are_refused_with_the_remedy() {
    let told = |words: &str| EventPlan::parse(&people(words)).unwrap_err().to_string();
    for (words, part) in [
        (
            "bar = \"1p\"",
            "bar = \"1p\": a rank is 30k to 1k or 1d to 9d",
        ),
        (
            "bar = \"5k\"\nfloor = \"1k\"",
            "the floor lies above the bar",
        ),
        (
            "groups = [\"3k\"]",
            "a group is two ranks, the lower one first",
        ),
        ("handicap = \"elo\"", "write one of none, rank, mms"),
        (
            "handicap_komi = 0.5",
            "there is no handicap: write handicap =",
        ),
        ("handicap = \"rank\"\nhandicap_maximum = 10", "write 0 to 9"),
        (
            "handicap = \"rank\"\nhandicap_correction = -12",
            "write -9 to 9",
        ),
        ("bye = 0.3", "write 0, 0.5 or 1"),
        ("first_table = 0", "write 1 to"),
    ] {
        assert!(told(words).contains(part), "{words}: {}", told(words));
    }
    let text = people("bar = \"1d\"").replace("rank = \"4k\"", "");
    let told = EventPlan::parse(&text).unwrap_err().to_string();
    assert!(told.contains("neither rank, rating nor start"), "{told}");
    let small = people("handicap = \"rank\"").replace("size = 9", "size = 5");
    let told = EventPlan::parse(&small).unwrap_err().to_string();
    assert!(told.contains("no handicap of stones on 5x5"), "{told}");
}

#[test]
fn a_handicap_stays_with_its_game_whatever_is_corrected_later() {
    let words = "handicap = \"rank\"\nhandicap_maximum = 4";
    let mut state = open(&people(words));
    let entry = paired(&state, 1);
    let json = serde_json::to_string(&entry).unwrap();
    assert!(json.contains("\"handicap\":4"), "{json}");
    assert_eq!(serde_json::from_str::<EventEntry>(&json).unwrap(), entry);
    state.apply(&entry).unwrap();
    let games: Vec<_> = state.games().map(|(_, _, game)| game.pair).collect();
    let corrected = people(words).replace("rank = \"9k\"", "rank = \"3k\"");
    let change = |plan: String| EventEntry::PlanChanged {
        plan,
        at: String::new(),
    };
    state.apply(&change(corrected)).unwrap();
    assert_eq!(
        state
            .games()
            .map(|(_, _, game)| game.pair)
            .collect::<Vec<_>>(),
        games
    );
    assert!(
        state
            .notes
            .last()
            .unwrap()
            .contains("The rank of 9k was corrected from 9k to 3k")
    );
    // Its komi would change games that were played.
    let fault = state.apply(&change(people(&format!("{words}\nhandicap_komi = -3.5"))));
    assert!(
        fault
            .unwrap_err()
            .to_string()
            .contains("handicap and its komi stay")
    );
    // A pairing of before has no word of handicaps.
    let old: EventEntry = serde_json::from_str(
        r#"{"kind":"round-paired","round":1,"paired":{"games":[{"black":0,"white":1}]},"at":""}"#,
    )
    .unwrap();
    open(&people(words)).apply(&old).unwrap();
}

#[test]
fn colors_of_a_handicap_are_not_exchanged_and_opponents_are() {
    let mut state = open(&people("handicap = \"rank\"\nbar = \"1d\""));
    state.apply(&paired(&state, 1)).unwrap();
    let pair = state.rounds[0].games[0].pair;
    assert!(matches!(
        state.swapped(pair.black, pair.white),
        Err(HandPairingError::Handicap(_))
    ));
    let other = state.rounds[0].games[1].pair;
    let swapped = state.swapped(pair.black, other.black).unwrap();
    let steps = |player: usize| state.plan.players[player].rank.unwrap().steps();
    for game in &swapped.games {
        let stones = steps(game.white) - steps(game.black);
        assert_eq!(game.handicap, stones.min(9));
    }
    let by_hand = state.paired_by_hand(1, &[[0, 3]], None).unwrap();
    assert_eq!((by_hand.games[0].black, by_hand.games[0].white), (3, 0));
}

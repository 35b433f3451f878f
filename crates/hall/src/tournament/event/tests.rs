//! Events by their entries.

mod desk;
mod people;

use proptest::prelude::*;

use super::played_event::{opened, opening, play_on};
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
    opened(plan, 7)
}

fn paired(state: &EventState, round: u32) -> EventEntry {
    played_event::paired(state, round).unwrap()
}

fn ended(round: u32, board: u32, winner: Color) -> EventEntry {
    played_event::ended((round, board), resigned(winner))
}

fn resigned(winner: Color) -> GameEnd {
    GameEnd::without_game(GameResult::Resignation { winner }, EndKind::Resigned, "")
}

/// Plays an event to its end, every game by lot.
fn play(state: &mut EventState, rng: &mut Rng) {
    play_on(state, |_, _| {
        resigned(match rng.below(2) {
            0 => Color::Black,
            _ => Color::White,
        })
    });
}

#[test]
fn the_example_is_an_event() {
    let plan = EventPlan::parse(&example_event("2000-06-01")).unwrap();
    assert_eq!(plan.date, "2000-06-01");
    assert!(example_evening("2000-06-02").contains("\ndate = \"2000-06-02\"\n"));
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
    let mut entries = vec![opening(&state.plan_text, 7), paired(&state, 1)];
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
        let state = opened(&plan_text(9, ""), seed);
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

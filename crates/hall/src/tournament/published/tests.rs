//! Published files of small events.

use super::super::audit::{audit, read_table};
use super::super::event::played_event::{opened, play_on};
use super::super::event::{EventCount, EventCourse, EventState, EventTurn, GameEnd};
use super::*;
use sgmp_board::record::GameResult;
use sgmp_board::rules::Color;
use sgmp_match::play::{EndKind, FaultKind};

/// An event in which the lower number wins, by 1.5 points, but for one crash in every round.
fn event(players: usize, format: &str) -> EventState {
    let mut plan =
        format!("name = \"Caf\u{e9} <Go> & friends\"\nsize = 9\nformat = \"{format}\"\n");
    for player in 0..players {
        plan += &format!(
            "[[player]]\nname = \"P{player}\"\nplays = \"level:{player}\"\nauthor = \"A, B\"\n"
        );
    }
    let mut state = opened(&plan, 1);
    play_on(&mut state, |state, (round, board)| {
        let pair = state.game(round, board).unwrap().pair;
        let winner = if pair.black < pair.white {
            Color::Black
        } else {
            Color::White
        };
        let mut end = GameEnd::without_game(
            format!("{}+1.5", if winner == Color::Black { "B" } else { "W" })
                .parse::<GameResult>()
                .unwrap(),
            EndKind::Counted,
            "",
        );
        end.moves = 60;
        if board == 1 {
            end.kind = EndKind::Fault(FaultKind::Crash);
            end.result = if winner == Color::Black { "B+F" } else { "W+F" }.to_owned();
            "it ended with exit code 1".clone_into(&mut end.why);
        } else {
            let count = |by: &str, result: &str| EventCount {
                by: by.to_owned(),
                result: result.to_owned(),
            };
            end.counts = vec![count("ours", "B+1.5"), count("black", "B+3.5")];
        }
        end
    });
    state
}

#[test]
fn what_is_published_is_consistent_by_our_own_audit() {
    for (players, format) in [
        (6, "round-robin"),
        (9, "swiss"),
        (12, "swiss"),
        (4, "double-round-robin"),
        (5, "double-round-robin"),
    ] {
        let csv = standings_csv(&event(players, format));
        let audited = audit(&read_table(&csv).unwrap_or_else(|error| panic!("{error}\n{csv}")));
        assert_eq!(audited.findings, [], "{csv}");
    }
}

#[test]
fn names_cannot_break_a_page() {
    for (name, text) in published_files(&event(6, "round-robin")) {
        assert!(!text.is_empty());
        if name.ends_with(".html") {
            assert!(
                !text.contains("<Go>") && text.contains("&lt;Go&gt; &amp; friends"),
                "{name}"
            );
            assert!(
                !text.contains("http:") && !text.contains("https:"),
                "{name} asks nobody"
            );
        }
    }
}

#[test]
fn the_cross_table_has_the_old_marks() {
    let text = cross_table_text(&event(4, "round-robin"));
    assert!(text.contains("C: a crash"), "{text}");
    let lines: Vec<_> = text.lines().skip(2).collect();
    assert!(lines[1].trim_start().starts_with("1  P0"), "{text}");
    let swiss = cross_table_text(&event(9, "swiss"));
    assert!(swiss.contains("R1") && swiss.contains("bye"), "{swiss}");
}

#[test]
fn the_report_tells_crashes_counts_and_close_games() {
    let text = report_text(&event(5, "round-robin"));
    for told in [
        "P0 won without a loss, with",
        "by a crash: it ended with exit code 1.",
        "by 1.5 points in round",
        "counted B+3.5",
    ] {
        let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(words.contains(told), "{told}\n{text}");
    }
    assert!(
        text.lines()
            .all(|line| line.chars().count() <= 76 || !line.contains(' '))
    );
    // A rest is no bye.
    assert!(!text.contains("Byes"), "{text}");
    assert!(report_text(&event(9, "swiss")).contains("Byes: "));
}

/// The words of a text, single spaces between them.
fn words(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn the_report_tells_swings_crashes_and_what_a_close_game_decided() {
    let mut state = event(4, "round-robin");
    let course = EventCourse {
        most: 20,
        least: -15,
        last: 12,
        changes: 3,
        turn: Some(EventTurn {
            number: 31,
            mv: "D4".to_owned(),
            is_black: true,
            before: 20,
            after: -4,
        }),
    };
    for round in &mut state.rounds {
        for game in &mut round.games {
            if let super::super::event::GameState::Over(end) = &mut game.state {
                end.course = Some(course.clone());
            }
        }
    }
    let text = words(&report_text(&state));
    for told in [
        "Four programs played a round robin, 3 rounds on 9x9, with Japanese rules, 5.5 points komi and 50 minutes a side.",
        "1 - P0 A, B 3-0",
        "was exciting: the lead changed hands 3 times",
        "it ended with exit code 1, when P",
        "was about 12 points ahead.",
        "P1 lost to P0.",
    ] {
        assert!(text.contains(told), "{told}\n{}", report_text(&state));
    }
}

#[test]
fn the_report_names_all_who_share_a_place_and_counts_losses_to_one_opponent() {
    let text = words(&report_text(&event(7, "knockout")));
    let third = ["P2", "P3"].map(|name| text.contains(&format!("{name} was equal 3rd")));
    assert_eq!(third, [true; 2], "{text}");
    assert!(text.contains("P1 was 2nd, "), "{text}");
    let text = words(&report_text(&event(4, "double-round-robin")));
    assert!(text.contains("P1 lost to P0 twice."), "{text}");
}

#[test]
fn the_page_of_a_game_has_its_board_and_leads_back() {
    let state = event(4, "round-robin");
    let record = sgmp_board::record::read_sgf(b"(;SZ[9]PB[P0]PW[P1];B[ee];W[ce];B[];W[])").unwrap();
    let page = game_page(&state, 1, 2, &record).unwrap();
    for told in [
        "id=\"board\"",
        "href=\"../index.html\"",
        "won by 1.5 points.",
        "our engine: B+1.5",
        "Caf\u{e9} &lt;Go&gt; &amp; friends",
    ] {
        assert!(page.contains(told), "{told}");
    }
    assert!(game_page(&state, 9, 1, &record).is_none());
    let mut game = sgmp_board::rules::Game::new(state.plan.size, state.plan.komi);
    let e5 = sgmp_board::rules::Point::parse("E5").unwrap();
    game.play(Color::Black, sgmp_board::rules::Move::Play(e5))
        .unwrap();
    let running = running_page(&state, 1, 2, &game).unwrap();
    assert!(running.contains("Being played, moves so far: 1.") && running.contains("id=\"board\""));
    assert!(running_page(&state, 1, 9, &game).is_none());
}

#[test]
fn programs_read_the_standings() {
    let value: serde_json::Value =
        serde_json::from_str(&standings_json(&event(4, "round-robin"))).unwrap();
    assert_eq!(value["standings"][0]["wins"], 3);
    assert_eq!(value["is_over"], true);
    assert_eq!(value["rounds"][0]["games"][0]["end"], "crash");
}

//! Every end of a game that is nobody's foul (call, sections 11(2) and 14).

use std::time::Duration;

use sgmp_proto::Color::{Black, White};
use sgmp_proto::Message;

use super::harness::{Setup, Table, long_game, minutes, mv, secs};
use crate::play::ending::{Assessment, Decider, Dispute, End, NoGame};
use crate::play::fault::{Fault, FaultKind};
use crate::play::game_match::{Event, OperatorDecision};
use crate::play::player::Decision;
use sgmp_board::rules::Color;
use sgmp_engine::search::Outlook;

fn after(color: Color, moves: usize) -> Table {
    let setup = Setup {
        lines: 19,
        ..Setup::new(color)
    };
    let mut table = Table::ready(setup);
    table.play_all(&long_game(moves));
    assert_eq!(table.game.game().move_count(), moves);
    table
}

#[test]
fn our_flag_before_move_300_loses() {
    for (color, moves, result) in [(Black, 298, "W+T"), (White, 299, "B+T"), (Black, 0, "W+T")] {
        let mut table = after(color, moves);
        let sent = table.sent.len();
        table.pass(minutes(50));
        assert!(table.game.is_open(), "not before the last second is over");
        table.pass(secs(1));
        assert_eq!(table.end(), &End::FlagFell { loser: color });
        assert_eq!(table.result(), result);
        let told = format!("{color} ran out of time before move 300");
        assert_eq!(table.comment(), told);
        assert_eq!(table.sent_since(sent), []);
        assert!(table.game.is_finished());
    }
}

#[test]
fn our_flag_at_300_moves_or_more_is_the_judges() {
    for (color, moves) in [(Black, 300), (White, 301), (White, 399)] {
        let mut table = after(color, moves);
        table.pass(minutes(51));
        let late = Dispute::OwnFlagLate { moves };
        assert_eq!(table.end(), &End::Judge(late));
        assert_eq!(table.result(), "?");
        let comment = table.comment();
        assert!(comment.contains(&format!("{moves} moves")), "{comment}");
        let outlook = Outlook::from_game(table.game.game()).unwrap();
        assert!(comment.ends_with(&format!("; {outlook}")), "{comment}");
    }
}

#[test]
fn our_move_after_the_flag_is_not_played() {
    let mut table = Table::ready(Setup::new(Black));
    table.pass(minutes(50));
    table.now = table.now + secs(1);
    let now = table.now;
    table.game.play(Decision::Move(mv("E5")), now).unwrap();
    table.pass(Duration::ZERO);
    assert_eq!(table.end(), &End::FlagFell { loser: Black });
    assert_eq!(table.game.game().move_count(), 0);
}

#[test]
fn four_hundred_moves_stop_the_game_by_the_opponents_last() {
    let mut table = after(Black, 400);
    assert_eq!(table.end(), &End::Judge(Dispute::MoveLimit));
    assert_eq!(table.result(), "?");
    assert!(table.comment().contains("400 moves"));
    let last = table.sent.last().unwrap().frame;
    assert_eq!(last.message(), Message::Ok, "it is acknowledged");
    assert_eq!(table.peer.session.pending(), None);
    assert!(
        !table.game.is_finished(),
        "repeats are answered for a while"
    );
    table.pass(secs(45));
    assert!(table.game.is_finished());
}

#[test]
fn four_hundred_moves_stop_the_game_by_our_last_once_it_is_acknowledged() {
    let mut table = after(White, 399);
    table.is_mute = true;
    table.ours(mv("pass"));
    table.pass(minutes(120));
    assert!(table.game.is_open());
    table.is_mute = false;
    table.pass(secs(20));
    assert_eq!(table.end(), &End::Judge(Dispute::MoveLimit));
    assert_eq!(table.game.game().move_count(), 400);
}

#[test]
fn a_move_beyond_the_400th_only_acknowledges_it() {
    for stone in ["T19", "pass"] {
        let mut table = after(White, 399);
        table.is_mute = true;
        table.ours(mv("pass"));
        table.pass(secs(5));
        table.is_mute = false;
        table.theirs(mv(stone));
        assert_eq!(table.end(), &End::Judge(Dispute::MoveLimit));
        assert_eq!(table.game.game().move_count(), 400);
        assert_eq!(table.paper.record().unwrap().moves().len(), 400);
        assert_eq!(table.disk.moves(), 400);
        assert_eq!(table.peer.session.pending(), None, "it has its OK");
    }
}

#[test]
fn four_hundred_moves_stop_the_game_whatever_the_clocks_say() {
    let mut table = after(Black, 399);
    table.pass(minutes(50) + secs(59));
    assert!(table.game.is_open(), "still within the grace");
    table.theirs(mv("pass"));
    assert_eq!(table.end(), &End::Judge(Dispute::MoveLimit));

    let mut table = after(White, 399);
    table.pass(minutes(50));
    table.ours(mv("pass"));
    assert_eq!(table.end(), &End::Judge(Dispute::MoveLimit));
}

#[test]
fn moves_399_and_400_both_passes_end_the_game_by_the_rules() {
    for color in Color::BOTH {
        let mut table = after(color, 397);
        table.play_all(&["T19", "pass", "pass"].map(mv));
        assert_eq!(table.game.game().move_count(), 400);
        assert_eq!(table.end(), &End::TwoPasses);
        let counted = table.count().score.to_string();
        assert_eq!(table.result(), counted);
    }
}

#[test]
fn the_opponent_over_its_time_is_shown_at_once_and_claimed_after_the_grace() {
    let mut table = Table::playing(Setup::new(Black), "E5");
    table.pass(minutes(50));
    let shown = |event: &Event| matches!(event, Event::OpponentOverTime(_));
    assert_eq!(table.count_events(shown), 0);
    table.pass(Duration::from_millis(1));
    assert_eq!(table.count_events(shown), 1);
    table.pass(secs(59));
    assert!(table.game.is_open());
    table.pass(secs(2));
    assert_eq!(table.count_events(shown), 1, "once");
    let End::Judge(Dispute::OpponentFlag { moves: 1, over }) = *table.end() else {
        panic!("{:?}", table.end());
    };
    assert_eq!(over.as_secs(), 60);
    assert_eq!(table.result(), "?");
    let claim = "we claim that the opponent ran out of time with 1 moves on record (60 s over)";
    assert!(table.comment().contains(claim), "{}", table.comment());
}

#[test]
fn an_opponent_that_moves_within_the_grace_plays_on() {
    let mut table = Table::playing(Setup::new(Black), "E5");
    table.pass(minutes(50) + secs(30));
    table.theirs(mv("C3"));
    table.pass(minutes(10));
    assert!(table.game.is_open(), "our thinking is not the opponent's");
    table.ours(mv("D3"));
    table.pass(secs(29));
    assert!(table.game.is_open());
    table.pass(secs(2));
    assert!(matches!(
        table.end(),
        End::Judge(Dispute::OpponentFlag { moves: 3, .. })
    ));
}

#[test]
fn a_late_move_that_is_taken_is_not_claimed_while_we_think() {
    let setup = Setup {
        grace: Some(Duration::ZERO),
        ..Setup::new(Black)
    };
    let mut table = Table::playing(setup, "E5");
    let frame = table.peer.forge_move("D5").to_bytes();
    let late = table.now + minutes(51);
    table.game.handle_bytes(late, &frame);
    (table.now, table.is_mute) = (late, true);
    table.pass(minutes(5));
    assert!(table.game.is_our_turn());
}

#[test]
fn no_grace_or_all_the_grace_in_the_world() {
    for (grace, claims) in [
        (Some(Duration::ZERO), true),
        (Some(Duration::MAX), false),
        (None, false),
    ] {
        let setup = Setup {
            grace,
            ..Setup::new(Black)
        };
        let mut table = Table::playing(setup, "E5");
        table.pass(minutes(500));
        assert_eq!(table.game.outcome().is_some(), claims);
    }
}

#[test]
fn two_passes_end_the_game_whoever_is_last() {
    for color in Color::BOTH {
        let mut table = Table::playing(Setup::new(color), "E5 D5 pass pass");
        assert_eq!(table.end(), &End::TwoPasses);
        // Nothing is surrounded by one color alone: White has the komi.
        assert_eq!(table.result(), "W+5.5");
        assert_eq!(table.comment(), "two consecutive passes");
        table.pass(secs(60));
        assert!(table.game.is_finished());
        assert_eq!(table.peer.record, table.game.game().moves());
    }
}

#[test]
fn without_a_count_the_operators_decide() {
    let setup = Setup {
        counts: false,
        ..Setup::new(Black)
    };
    let mut table = Table::playing(setup, "E5 D5 pass pass");
    assert_eq!(table.game.outcome(), None, "the count is awaited");
    assert_eq!(table.paper.record().unwrap().info.comment, None);
    table.game.settle(None, table.now);
    table.pass(Duration::ZERO);
    assert_eq!(table.result(), "?");
    assert!(table.comment().contains("could not count"));
    // A second word changes nothing.
    let count = table.count();
    table.game.settle(Some(Assessment::Count(count)), table.now);
    assert_eq!(table.outcome().assessment, None);
}

#[test]
fn a_third_pass_is_acknowledged_and_not_recorded() {
    let mut table = Table::playing(Setup::new(Black), "E5 D5 pass");
    table.is_mute = true;
    table.theirs(mv("pass"));
    table.is_mute = false;
    let third = table.peer.forge_move("pass");
    table.pass(secs(20));
    assert_eq!(table.end(), &End::TwoPasses);
    let sent = table.sent.len();
    table.hear_frame(third);
    assert_eq!(table.sent_since(sent), [Message::Ok]);
    assert_eq!(table.game.game().move_count(), 4);
}

#[test]
fn our_final_pass_without_an_answer_ends_after_three_resends_and_is_called_so() {
    let mut table = Table::playing(Setup::new(White), "E5 D5 pass");
    table.is_mute = true;
    table.ours(mv("pass"));
    table.pass(secs(79));
    assert!(table.game.is_open());
    table.pass(secs(1));
    assert_eq!(table.end(), &End::LastPassUnheard);
    assert_eq!(table.result(), "W+5.5");
    assert!(table.comment().contains("never acknowledged"));
    assert!(table.game.is_finished());
    let resent = |event: &Event| matches!(event, Event::Resent { .. });
    assert_eq!(table.count_events(resent), 3);
}

#[test]
fn our_player_resigns_and_nothing_of_it_is_on_the_wire() {
    for (color, played, result) in [(Black, "E5 D5", "W+R"), (White, "E5", "B+R")] {
        let mut table = Table::playing(Setup::new(color), played);
        let sent = table.sent.len();
        table.game.play(Decision::Resign, table.now).unwrap();
        table.pass(minutes(2));
        let by = Decider::Player;
        assert_eq!(table.end(), &End::Resignation { loser: color, by });
        assert_eq!(table.result(), result);
        assert_eq!(table.comment(), format!("{color} resigns"));
        assert_eq!(table.sent_since(sent), []);
        assert!(table.game.is_finished());
    }
}

#[test]
fn the_move_that_we_resign_to_is_acknowledged_first() {
    let setup = Setup {
        pace: sgmp_proto::Pace::from_baud(2400),
        ..Setup::new(White)
    };
    let mut table = Table::new(setup);
    table.pass(secs(3));
    table.theirs(mv("E5"));
    table.pass(secs(1));
    let sent = table.sent.len();
    table.ours(mv("D5"));
    // The answer comes at once: our OK still has to keep its distance.
    let answer = table.peer.forge_move("C5");
    table.hear_frame(answer);
    table.game.play(Decision::Resign, table.now).unwrap();
    table.pass(Duration::ZERO);
    assert_eq!(table.sent.len(), sent + 1);
    assert!(!table.game.is_finished());
    table.pass(secs(1));
    assert!(table.game.is_finished());
    let sent = table.sent_since(sent);
    assert!(
        matches!(sent[..], [Message::Move(_), Message::Ok]),
        "{sent:?}"
    );
}

#[test]
fn the_operator_resigns_for_either_side_at_any_time() {
    let decisions = [
        (OperatorDecision::WeResign, Black, "W+R"),
        (OperatorDecision::OpponentResigned, White, "B+R"),
    ];
    for (decision, loser, result) in decisions {
        for played in ["E5", "E5 D5"] {
            let mut table = Table::playing(Setup::new(Black), played);
            let sent = table.sent.len();
            table.game.decide(decision, table.now);
            table.pass(minutes(1));
            let by = Decider::Operator;
            assert_eq!(table.end(), &End::Resignation { loser, by });
            assert_eq!(table.result(), result);
            assert_eq!(table.comment(), format!("{loser} resigns (operator)"));
            assert_eq!(table.sent_since(sent), []);
            // The first word stands.
            table.game.decide(OperatorDecision::JudgeStops, table.now);
            assert_eq!(table.result(), result);
        }
    }
}

#[test]
fn the_judge_stops_the_game() {
    let mut table = Table::playing(Setup::new(White), "E5 D5");
    table.game.decide(OperatorDecision::JudgeStops, table.now);
    table.pass(Duration::ZERO);
    assert_eq!(table.end(), &End::Judge(Dispute::Operator));
    assert_eq!(table.result(), "?");
    let told = "the judge decides: the game was stopped at the judge's word; expected if it is played on: ";
    assert!(table.comment().starts_with(told), "{}", table.comment());

    let mut table = Table::new(Setup::new(White));
    table.game.decide(OperatorDecision::JudgeStops, table.now);
    table.pass(Duration::ZERO);
    assert_eq!(table.end(), &End::NoGame(NoGame::Operator));
}

#[test]
fn a_player_that_fails_hands_the_game_to_the_judge() {
    let mut table = Table::playing(Setup::new(White), "E5");
    let fault = Fault::new(FaultKind::Crash, "it died");
    table.game.player_failed(fault.clone(), table.now);
    table.pass(Duration::ZERO);
    assert_eq!(table.end(), &End::Judge(Dispute::OurPlayer(fault)));
    assert_eq!(table.result(), "?");
    assert!(table.comment().contains("our player failed: it died"));
}

#[test]
fn our_own_illegal_move_changes_nothing() {
    let mut table = Table::playing(Setup::new(White), "E5");
    let refused = table.game.play(Decision::Move(mv("E5")), table.now);
    let refused = refused.unwrap_err().to_string();
    assert!(
        refused.starts_with("E5 is illegal: a Black stone"),
        "{refused}"
    );
    assert!(table.game.is_our_turn());
    table.ours(mv("D5"));
    let early = table.game.play(Decision::Move(mv("C5")), table.now);
    assert_eq!(early.unwrap_err().to_string(), "it is not our turn to move");
}

#[test]
fn the_end_is_on_paper_and_on_disk_before_the_count() {
    let setup = Setup {
        counts: false,
        ..Setup::new(Black)
    };
    let mut table = Table::playing(setup, "E5 D5");
    table.game.decide(OperatorDecision::JudgeStops, table.now);
    table.pass(Duration::ZERO);
    assert_eq!(table.game.outcome(), None);
    assert!(table.comment().contains("the judge's word"));
    let last = table.disk.entries().pop();
    let Some(crate::play::journal::Entry::Ended { result, .. }) = last else {
        panic!("{last:?}");
    };
    assert_eq!(result, "?");
}

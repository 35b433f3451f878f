//! A strict session refuses what the call does not allow, and says which sentence of it.

use core::time::Duration;

use sgmp_proto::{Clause, Color, Config, FrameVerdict, Stop, Strictness, Vertex};

use super::harness::{C3, Harness, RESEND, texts};
use super::wire::{
    ANSWER, ANSWER_BLACK, BLACK_307, DENY, EXTENDED, NEWGAME, OK_307, QUERY, QUERY_COLOR,
    QUERY_HANDICAP, READY, UNDO, WHITE_61, black, frame, ok, white,
};

fn strict(color: Color) -> Config {
    Config {
        strictness: Strictness::Strict,
        ..Config::tournament(color)
    }
}

fn opening(color: Color) -> Harness {
    let mut harness = Harness::new(strict(color));
    harness.moment();
    harness
}

fn playing(color: Color) -> Harness {
    Harness::playing_with(strict(color))
}

/// Nothing is sent, nothing changes, and the sentence is said.
#[track_caller]
fn refuses(harness: &mut Harness, frame: &str, sentence: Clause) {
    let before = harness.snapshot();
    assert_eq!(harness.hear(frame), [""; 0]);
    harness.assert_verdict(FrameVerdict::Refused(sentence));
    assert_eq!(harness.snapshot(), before);
}

#[test]
fn the_sentences_are_the_calls() {
    let call = include_str!("../../fixtures/appendix_a.txt");
    let call: Vec<_> = call.split_whitespace().collect();
    let call = call.join(" ");
    for sentence in [
        Clause::OpenedByBlack,
        Clause::TwoAnswers,
        Clause::Alternately,
        Clause::TwentySeconds,
        Clause::Fixed,
        Clause::NoOtherQueries,
        Clause::NoSwap,
        Clause::Simplified,
        Clause::TwoPasses,
    ] {
        let (place, words) = sentence.quote();
        assert!(call.contains(words), "{words}");
        assert_eq!(sentence.to_string(), format!("{place}: \"{words}\""));
    }
}

#[test]
fn no_other_query_is_answered_and_the_order_is_not_swapped() {
    let mut harness = opening(Color::Black);
    for query in (0..=12).filter(|query| ![8, 11].contains(query)) {
        refuses(
            &mut harness,
            &frame(1, 1, QUERY, query),
            Clause::NoOtherQueries,
        );
    }
    refuses(&mut harness, &frame(1, 1, QUERY, 8), Clause::NoSwap);
    harness.hear(QUERY_COLOR);
    refuses(&mut harness, &frame(0, 0, QUERY, 9), Clause::NoOtherQueries);
    refuses(&mut harness, &frame(0, 0, QUERY, 11), Clause::Fixed);
    harness.hear(QUERY_HANDICAP);
    harness.hear(READY);
    refuses(&mut harness, &frame(1, 1, QUERY, 9), Clause::NoOtherQueries);
}

#[test]
fn nothing_is_left_out_of_the_opening() {
    let mut harness = opening(Color::White);
    for early in [BLACK_307, ANSWER_BLACK, QUERY_COLOR] {
        refuses(&mut harness, early, Clause::OpenedByBlack);
    }
    harness.hear(NEWGAME);
    refuses(&mut harness, &black(0, 1, 307), Clause::NoOtherQueries);
    let mut harness = opening(Color::Black);
    refuses(&mut harness, &white(1, 1, 307), Clause::NoOtherQueries);
}

#[test]
fn other_answers_end_it_and_the_sentence_is_said() {
    let mut harness = opening(Color::White);
    harness.hear(NEWGAME);
    while harness.events.is_empty() {
        assert_eq!(harness.hear(&frame(0, 1, ANSWER, 1)), [""; 0]);
        harness.assert_verdict(FrameVerdict::Refused(Clause::TwoAnswers));
    }
    assert!(matches!(
        harness.events[..],
        [sgmp_proto::Event::Stopped(Stop::TermsDiffer { got: 1, .. })]
    ));
}

#[test]
fn only_black_opens_and_once() {
    let mut harness = opening(Color::Black);
    harness.hear(NEWGAME);
    harness.assert_verdict(FrameVerdict::Refused(Clause::OpenedByBlack));
    let mut harness = playing(Color::White);
    harness.take(BLACK_307);
    for _ in 0..2 {
        refuses(&mut harness, NEWGAME, Clause::Alternately);
    }
    harness.hear(NEWGAME);
    harness.assert_stopped(Stop::PeerRestarted);
}

#[test]
fn commands_that_were_left_out_are_refused() {
    for command in [UNDO, EXTENDED, DENY] {
        let mut harness = playing(Color::White);
        refuses(&mut harness, &frame(0, 0, command, 1), Clause::Simplified);
    }
}

#[test]
fn moves_alternate() {
    let mut harness = playing(Color::Black);
    refuses(&mut harness, &white(1, 1, 61), Clause::Alternately);
    let mut harness = playing(Color::White);
    refuses(&mut harness, &white(0, 0, 61), Clause::Alternately);
}

#[test]
fn a_point_that_is_none_is_doubted_as_ever() {
    let mut harness = playing(Color::White);
    harness.hear(&black(0, 0, 400));
    harness.assert_verdict(FrameVerdict::Doubted);
}

#[test]
fn a_copy_is_answered_20_s_after_the_last_and_not_before() {
    let mut harness = playing(Color::White);
    assert_eq!(harness.take(BLACK_307), [OK_307]);
    for _ in 0..3 {
        refuses(&mut harness, BLACK_307, Clause::TwentySeconds);
    }
    harness.wait(RESEND);
    assert_eq!(harness.hear(BLACK_307), [OK_307]);
    refuses(&mut harness, BLACK_307, Clause::TwentySeconds);
}

#[test]
fn a_peer_that_keeps_to_its_20_s_is_always_answered() {
    let mut harness = opening(Color::White);
    harness.hear(NEWGAME);
    assert_eq!(harness.hear(ANSWER_BLACK), [QUERY_HANDICAP]);
    for _ in 0..3 {
        harness.wait(RESEND - Duration::from_secs(1));
        assert!(harness.hear(ANSWER_BLACK).contains(&QUERY_HANDICAP.into()));
        harness.assert_verdict(FrameVerdict::Repeat);
    }
}

#[test]
fn a_move_in_place_of_an_ok_may_have_lost_it_and_is_taken() {
    let mut harness = playing(Color::Black);
    harness.play(C3);
    harness.take(WHITE_61);
}

#[test]
fn after_two_passes_nothing_more_is_taken() {
    let mut harness = playing(Color::White);
    harness.take(&black(0, 0, 0));
    harness.play(Vertex::Pass);
    harness.hear(&ok(0, 1));
    assert_eq!(harness.hear(&black(1, 1, 0)), [""; 0]);
    harness.assert_verdict(FrameVerdict::Refused(Clause::TwoPasses));
}

#[test]
fn nothing_is_sent_before_its_time_when_the_line_is_back() {
    let mut harness = playing(Color::Black);
    harness.play(C3);
    harness.session.handle_reconnect();
    assert_eq!(harness.moment(), [""; 0]);
    assert_eq!(texts(&harness.wait(RESEND)), [black(0, 0, 41)]);
    // After a crash nobody knows when it went out.
    assert_eq!(harness.resume().moment(), [black(0, 0, 41)]);
}

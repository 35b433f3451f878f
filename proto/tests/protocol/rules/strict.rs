//! A strict session refuses what the call does not allow, and says which sentence of it.

use core::time::Duration;

use sgmp_proto::{Color, Config, Sentence, Stop, Tolerance, Verdict, Vertex};

use super::desk::{C3, Desk, RESEND, texts};
use super::wire::{
    ANSWER, ANSWER_BLACK, BLACK_307, DENY, EXTENDED, NEWGAME, OK_307, QUERY, QUERY_COLOR,
    QUERY_HANDICAP, READY, UNDO, WHITE_61, black, frame, ok, white,
};

fn strict(color: Color) -> Config {
    Config {
        tolerance: Tolerance::Strict,
        ..Config::tournament(color)
    }
}

fn opening(color: Color) -> Desk {
    let mut desk = Desk::new(strict(color));
    desk.moment();
    desk
}

fn playing(color: Color) -> Desk {
    Desk::playing_with(strict(color))
}

/// Nothing is sent, nothing changes, and the sentence is said.
#[track_caller]
fn refuses(desk: &mut Desk, frame: &str, sentence: Sentence) {
    let before = desk.snapshot();
    assert_eq!(desk.hear(frame), [""; 0]);
    desk.assert_verdict(Verdict::Refused(sentence));
    assert_eq!(desk.snapshot(), before);
}

#[test]
fn the_sentences_are_the_calls() {
    let call = include_str!("../../fixtures/appendix_a.txt");
    let call: Vec<_> = call.split_whitespace().collect();
    let call = call.join(" ");
    for sentence in [
        Sentence::OpenedByBlack,
        Sentence::TwoAnswers,
        Sentence::Alternately,
        Sentence::TwentySeconds,
        Sentence::Fixed,
        Sentence::NoOtherQueries,
        Sentence::NoSwap,
        Sentence::Simplified,
        Sentence::TwoPasses,
    ] {
        let (place, words) = sentence.quote();
        assert!(call.contains(words), "{words}");
        assert_eq!(sentence.to_string(), format!("{place}: \"{words}\""));
    }
}

#[test]
fn no_other_query_is_answered_and_the_order_is_not_swapped() {
    let mut desk = opening(Color::Black);
    for query in (0..=12).filter(|query| ![8, 11].contains(query)) {
        refuses(
            &mut desk,
            &frame(1, 1, QUERY, query),
            Sentence::NoOtherQueries,
        );
    }
    refuses(&mut desk, &frame(1, 1, QUERY, 8), Sentence::NoSwap);
    desk.hear(QUERY_COLOR);
    refuses(&mut desk, &frame(0, 0, QUERY, 9), Sentence::NoOtherQueries);
    refuses(&mut desk, &frame(0, 0, QUERY, 11), Sentence::Fixed);
    desk.hear(QUERY_HANDICAP);
    desk.hear(READY);
    refuses(&mut desk, &frame(1, 1, QUERY, 9), Sentence::NoOtherQueries);
}

#[test]
fn nothing_is_left_out_of_the_opening() {
    let mut desk = opening(Color::White);
    for early in [BLACK_307, ANSWER_BLACK, QUERY_COLOR] {
        refuses(&mut desk, early, Sentence::OpenedByBlack);
    }
    desk.hear(NEWGAME);
    refuses(&mut desk, &black(0, 1, 307), Sentence::NoOtherQueries);
    let mut desk = opening(Color::Black);
    refuses(&mut desk, &white(1, 1, 307), Sentence::NoOtherQueries);
}

#[test]
fn other_answers_end_it_and_the_sentence_is_said() {
    let mut desk = opening(Color::White);
    desk.hear(NEWGAME);
    while desk.events.is_empty() {
        assert_eq!(desk.hear(&frame(0, 1, ANSWER, 1)), [""; 0]);
        desk.assert_verdict(Verdict::Refused(Sentence::TwoAnswers));
    }
    assert!(matches!(
        desk.events[..],
        [sgmp_proto::Event::Stopped(Stop::TermsDiffer { got: 1, .. })]
    ));
}

#[test]
fn only_black_opens_and_once() {
    let mut desk = opening(Color::Black);
    desk.hear(NEWGAME);
    desk.assert_verdict(Verdict::Refused(Sentence::OpenedByBlack));
    let mut desk = playing(Color::White);
    desk.take(BLACK_307);
    refuses(&mut desk, NEWGAME, Sentence::Alternately);
    desk.hear(NEWGAME);
    desk.assert_stopped(Stop::PeerRestarted);
}

#[test]
fn commands_that_were_left_out_are_refused() {
    for command in [UNDO, EXTENDED, DENY] {
        let mut desk = playing(Color::White);
        refuses(&mut desk, &frame(0, 0, command, 1), Sentence::Simplified);
    }
}

#[test]
fn moves_alternate() {
    let mut desk = playing(Color::Black);
    refuses(&mut desk, &white(1, 1, 61), Sentence::Alternately);
    let mut desk = playing(Color::White);
    refuses(&mut desk, &white(0, 0, 61), Sentence::Alternately);
}

#[test]
fn a_point_that_is_none_is_doubted_as_ever() {
    let mut desk = playing(Color::White);
    desk.hear(&black(0, 0, 400));
    desk.assert_verdict(Verdict::Doubted);
}

#[test]
fn a_copy_is_answered_20_s_after_the_last_and_not_before() {
    let mut desk = playing(Color::White);
    assert_eq!(desk.take(BLACK_307), [OK_307]);
    for _ in 0..3 {
        refuses(&mut desk, BLACK_307, Sentence::TwentySeconds);
    }
    desk.wait(RESEND);
    assert_eq!(desk.hear(BLACK_307), [OK_307]);
    refuses(&mut desk, BLACK_307, Sentence::TwentySeconds);
}

#[test]
fn a_peer_that_keeps_to_its_20_s_is_always_answered() {
    let mut desk = opening(Color::White);
    desk.hear(NEWGAME);
    assert_eq!(desk.hear(ANSWER_BLACK), [QUERY_HANDICAP]);
    for _ in 0..3 {
        desk.wait(RESEND - Duration::from_secs(1));
        assert!(desk.hear(ANSWER_BLACK).contains(&QUERY_HANDICAP.into()));
        desk.assert_verdict(Verdict::Repeat);
    }
}

#[test]
fn a_move_in_place_of_an_ok_may_have_lost_it_and_is_taken() {
    let mut desk = playing(Color::Black);
    desk.play(C3);
    desk.take(WHITE_61);
}

#[test]
fn after_two_passes_nothing_more_is_taken() {
    let mut desk = playing(Color::White);
    desk.take(&black(0, 0, 0));
    desk.play(Vertex::Pass);
    desk.hear(&ok(0, 1));
    assert_eq!(desk.hear(&black(1, 1, 0)), [""; 0]);
    desk.assert_verdict(Verdict::Refused(Sentence::TwoPasses));
}

#[test]
fn nothing_is_sent_before_its_time_when_the_line_is_back() {
    let mut desk = playing(Color::Black);
    desk.play(C3);
    desk.session.send_again();
    assert_eq!(desk.moment(), [""; 0]);
    assert_eq!(texts(&desk.wait(RESEND)), [black(0, 0, 41)]);
    // After a crash nobody knows when it went out.
    assert_eq!(desk.resume().moment(), [black(0, 0, 41)]);
}

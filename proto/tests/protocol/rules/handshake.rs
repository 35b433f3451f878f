//! The corner cases before move 1.

use core::time::Duration;

use sgmp_proto::{Color, Event, FrameVerdict, Phase, Stop};

use super::harness::{C3, Harness, RESEND, texts};
use super::wire::{
    ANSWER, ANSWER_BLACK, ANSWER_EVEN, BLACK_307, NEWGAME, OK_307, QUERY_COLOR, QUERY_HANDICAP,
    READY, frame, ok,
};

#[test]
fn newgame_as_white_before_move_1_restarts_from_zero() {
    let mut asked = Harness::white();
    asked.hear(NEWGAME);
    let fresh = asked.snapshot();

    let mut both_asked = Harness::white();
    both_asked.hear(NEWGAME);
    both_asked.hear(ANSWER_BLACK);
    assert_eq!(both_asked.hear(NEWGAME), [QUERY_COLOR]);
    assert_eq!(both_asked.snapshot(), fresh);

    let mut ready = Harness::playing(Color::White);
    assert_eq!(ready.hear(NEWGAME), [QUERY_COLOR]);
    assert_eq!(ready.snapshot(), fresh);
    assert_eq!(ready.hear(ANSWER_BLACK), [QUERY_HANDICAP]);
    assert_eq!(ready.hear(ANSWER_EVEN), [READY]);
    assert_eq!(
        ready.events,
        [Event::Ready],
        "told again: it is another game"
    );
    assert_eq!(ready.take(BLACK_307), [OK_307]);
}

#[test]
fn newgame_as_white_before_move_1_gets_the_identical_query_once_for_each_copy() {
    let mut harness = Harness::white();
    harness.read(&[0x01, 0xa1, 0xa0, 0x80].repeat(3));
    assert_eq!(harness.moment(), [QUERY_COLOR; 3]);
    assert_eq!(harness.hear(NEWGAME), [QUERY_COLOR]);
    harness.assert_verdict(FrameVerdict::Repeat);
}

#[test]
fn newgame_as_white_before_move_1_forgets_a_move_that_waits_for_judgment() {
    let mut harness = Harness::playing(Color::White);
    harness.hear(BLACK_307);
    assert_eq!(harness.hear(NEWGAME), [QUERY_COLOR]);
    assert!(harness.session.accept_move(harness.now).is_err());
}

#[test]
fn newgame_as_white_before_move_1_drops_answers_to_the_old_program() {
    let mut harness = Harness::playing(Color::White);
    harness.read(&[0x01, 0xc2, 0xc0, 0x81].repeat(8));
    harness.read(&[0x01, 0xa1, 0xa0, 0x80]);
    assert_eq!(harness.moment(), [QUERY_COLOR]);
}

#[test]
fn an_ok_to_newgame_is_not_the_end_of_it() {
    let mut harness = Harness::black();
    assert_eq!(harness.hear(&ok(0, 1)), [""; 0]);
    harness.assert_verdict(FrameVerdict::Idle);
    assert_eq!(texts(&harness.wait(RESEND)), [NEWGAME]);
    assert!(
        harness.session.send_move(C3).is_err(),
        "no MOVE before both queries"
    );
    assert_eq!(harness.hear(QUERY_COLOR), [ANSWER_BLACK]);
}

#[test]
fn an_ok_to_answer_is_not_the_end_of_it() {
    let mut harness = Harness::black();
    harness.hear(QUERY_COLOR);
    assert_eq!(harness.hear(&ok(1, 0)), [""; 0]);
    harness.assert_verdict(FrameVerdict::Idle);
    assert_eq!(texts(&harness.wait(RESEND)), [ANSWER_BLACK]);
    assert!(harness.session.send_move(C3).is_err());
    assert_eq!(harness.hear(QUERY_HANDICAP), [ANSWER_EVEN]);
}

#[test]
fn an_ok_to_a_query_is_not_the_end_of_it() {
    let mut harness = Harness::white();
    harness.hear(NEWGAME);
    harness.hear(&ok(1, 1));
    harness.assert_verdict(FrameVerdict::Idle);
    assert_eq!(texts(&harness.wait(RESEND)), [QUERY_COLOR]);
}

#[test]
fn the_handshakes_last_ok_lost() {
    // Black, which has not heard it, repeats ANSWER(1) on its timer.
    let mut black = Harness::black();
    black.hear(QUERY_COLOR);
    black.hear(QUERY_HANDICAP);
    assert_eq!(texts(&black.wait(RESEND)), [ANSWER_EVEN]);
    assert!(black.session.send_move(C3).is_err());
    black.hear(READY);
    assert_eq!(black.events, [Event::Ready]);

    // White repeats the OK.
    let mut white = Harness::playing(Color::White);
    assert_eq!(white.hear(ANSWER_EVEN), [READY]);
    assert_eq!(white.events, [], "ready is told once");
    assert_eq!(white.take(BLACK_307), [OK_307]);
}

#[test]
fn white_accepts_no_move_before_the_handshakes_last_ok() {
    let mut harness = Harness::white();
    for frame in [NEWGAME, ANSWER_BLACK] {
        harness.hear(frame);
        let before = harness.snapshot();
        for y in [0, 1] {
            for h in [0, 1] {
                assert!(
                    !harness
                        .hear(&super::wire::black(y, h, 307))
                        .contains(&ok(y, h))
                );
                assert_eq!(harness.events, []);
            }
        }
        assert_eq!(harness.snapshot(), before);
    }
}

#[test]
fn newgame_received_by_black_at_once_is_an_echo_or_a_loopback_plug() {
    let mut harness = Harness::new(sgmp_proto::Config::tournament(Color::Black));
    assert_eq!(texts(&harness.wait(Duration::from_millis(20))), [NEWGAME]);
    harness.read(&[0x01, 0xa1, 0xa0, 0x80]);
    harness.assert_verdict(FrameVerdict::Echo);
    harness.assert_stopped(Stop::Echo);
}

#[test]
fn newgame_received_by_black_later_means_that_both_are_black() {
    let mut harness = Harness::black();
    both_are_black(&mut harness, NEWGAME);
}

#[test]
fn newgame_received_by_black_at_once_with_other_bytes_is_no_echo() {
    let mut harness = Harness::new(sgmp_proto::Config::tournament(Color::Black));
    harness.wait(Duration::from_millis(20));
    both_are_black(&mut harness, &frame(0, 0, 2, 0));
}

#[test]
fn newgame_received_by_black_after_the_handshake_means_that_both_are_black() {
    let mut harness = Harness::playing(Color::Black);
    both_are_black(&mut harness, NEWGAME);
}

/// The first copy may be noise; the other Black, who waits for an answer, sends it again.
#[track_caller]
fn both_are_black(harness: &mut Harness, newgame: &str) {
    assert_eq!(harness.hear(newgame), [""; 0]);
    harness.assert_verdict(FrameVerdict::Doubted);
    assert_eq!(harness.session.unconfirmed(), Some(Stop::BothBlack));
    assert_eq!(harness.hear(newgame), [""; 0]);
    harness.assert_stopped(Stop::BothBlack);
}

#[test]
fn a_newgame_that_was_noise_is_forgotten_with_the_next_frame_of_the_opening() {
    let mut harness = Harness::black();
    harness.hear(NEWGAME);
    assert_eq!(harness.hear(QUERY_COLOR), [ANSWER_BLACK]);
    assert_eq!(harness.session.unconfirmed(), None);
    assert_eq!(harness.hear(QUERY_HANDICAP), [ANSWER_EVEN]);
    harness.hear(NEWGAME);
    harness.hear(READY);
    assert_eq!(harness.session.unconfirmed(), None);
}

#[test]
fn a_newgame_that_comes_once_is_of_somebody_who_tries_the_line() {
    let mut harness = Harness::black();
    harness.hear(NEWGAME);
    harness.wait(Duration::from_secs(26));
    assert_eq!(harness.session.unconfirmed(), None);
    assert_eq!(harness.session.phase(), Phase::NewGameSent);
    both_are_black(&mut harness, NEWGAME);
}

#[test]
fn white_starts_late_and_takes_what_waits_but_only_a_newgame_opens_a_game() {
    let mut harness = Harness::white();
    for old in [
        QUERY_COLOR,
        ANSWER_BLACK,
        ANSWER_EVEN,
        BLACK_307,
        READY,
        &frame(1, 0, 1, 0),
        &frame(1, 1, 6, 1),
    ] {
        assert_eq!(harness.hear(old), [""; 0]);
        harness.assert_verdict(FrameVerdict::OutOfPlace);
        assert_eq!(harness.session.phase(), Phase::Waiting);
    }
    // Two NEWGAMEs have waited in the driver, behind half a frame.
    harness.read(&[0xa0, 0x80, 0x01, 0xa1, 0xa0, 0x80, 0x01, 0xa1, 0xa0, 0x80]);
    assert_eq!(harness.moment(), [QUERY_COLOR; 2]);
    assert_eq!(harness.hear(ANSWER_BLACK), [QUERY_HANDICAP]);
    assert_eq!(
        harness.hear(ANSWER_BLACK),
        [QUERY_HANDICAP],
        "to the second copy"
    );
    assert_eq!(harness.hear(ANSWER_EVEN), [READY]);
}

#[test]
fn other_answers_get_no_ok_and_say_what_differs() {
    for (asked, expected, answers) in [(11, 2, [0, 1, 3]), (8, 1, [0, 2, 9])] {
        for got in answers {
            let mut harness = Harness::white();
            harness.hear(NEWGAME);
            let (y, h) = if asked == 8 {
                harness.hear(ANSWER_BLACK);
                (1, 0)
            } else {
                (0, 1)
            };
            let stop = Stop::TermsDiffer {
                query: sgmp_proto::Query(asked),
                expected,
                got,
            };
            let answer = frame(y, h, ANSWER, got);
            assert_eq!(harness.hear(&answer), [""; 0]);
            harness.assert_verdict(FrameVerdict::Doubted);
            assert_eq!(harness.session.unconfirmed(), Some(stop));
            // We ask again, and it answers again.
            assert_eq!(harness.wait(RESEND).len(), 1);
            assert_eq!(harness.hear(&answer), [""; 0]);
            harness.assert_stopped(stop);
        }
    }
}

#[test]
fn an_answer_that_was_noise_is_followed_by_the_real_one() {
    let mut harness = Harness::white();
    harness.hear(NEWGAME);
    harness.hear(&frame(0, 1, ANSWER, 3));
    assert_eq!(harness.hear(ANSWER_BLACK), [QUERY_HANDICAP]);
    assert_eq!(harness.session.unconfirmed(), None);
    harness.hear(&frame(1, 0, ANSWER, 5));
    assert_eq!(harness.hear(ANSWER_EVEN), [READY]);
    assert_eq!(harness.session.unconfirmed(), None);
}

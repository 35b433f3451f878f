//! The corner cases before move 1.

use core::time::Duration;

use sgmp_proto::{Color, Event, Stage, Stop, Verdict};

use super::desk::{C3, Desk, RESEND, texts};
use super::wire::{
    ANSWER, ANSWER_BLACK, ANSWER_EVEN, BLACK_307, NEWGAME, OK_307, QUERY_COLOR, QUERY_HANDICAP,
    READY, frame, ok,
};

#[test]
fn newgame_as_white_before_move_1_restarts_from_zero() {
    let mut asked = Desk::white();
    asked.hear(NEWGAME);
    let fresh = asked.snapshot();

    let mut both_asked = Desk::white();
    both_asked.hear(NEWGAME);
    both_asked.hear(ANSWER_BLACK);
    assert_eq!(both_asked.hear(NEWGAME), [QUERY_COLOR]);
    assert_eq!(both_asked.snapshot(), fresh);

    let mut ready = Desk::playing(Color::White);
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
    let mut desk = Desk::white();
    desk.read(&[0x01, 0xa1, 0xa0, 0x80].repeat(3));
    assert_eq!(desk.moment(), [QUERY_COLOR; 3]);
    assert_eq!(desk.hear(NEWGAME), [QUERY_COLOR]);
    desk.assert_verdict(Verdict::Repeat);
}

#[test]
fn newgame_as_white_before_move_1_forgets_a_move_that_waits_for_judgment() {
    let mut desk = Desk::playing(Color::White);
    desk.hear(BLACK_307);
    assert_eq!(desk.hear(NEWGAME), [QUERY_COLOR]);
    assert!(desk.session.accept_move(desk.now).is_err());
}

#[test]
fn newgame_as_white_before_move_1_drops_answers_to_the_old_program() {
    let mut desk = Desk::playing(Color::White);
    desk.read(&[0x01, 0xc2, 0xc0, 0x81].repeat(8));
    desk.read(&[0x01, 0xa1, 0xa0, 0x80]);
    assert_eq!(desk.moment(), [QUERY_COLOR]);
}

#[test]
fn an_ok_to_newgame_is_not_the_end_of_it() {
    let mut desk = Desk::black();
    assert_eq!(desk.hear(&ok(0, 1)), [""; 0]);
    desk.assert_verdict(Verdict::Idle);
    assert_eq!(texts(&desk.wait(RESEND)), [NEWGAME]);
    assert!(
        desk.session.send_move(C3).is_err(),
        "no MOVE before both queries"
    );
    assert_eq!(desk.hear(QUERY_COLOR), [ANSWER_BLACK]);
}

#[test]
fn an_ok_to_answer_is_not_the_end_of_it() {
    let mut desk = Desk::black();
    desk.hear(QUERY_COLOR);
    assert_eq!(desk.hear(&ok(1, 0)), [""; 0]);
    desk.assert_verdict(Verdict::Idle);
    assert_eq!(texts(&desk.wait(RESEND)), [ANSWER_BLACK]);
    assert!(desk.session.send_move(C3).is_err());
    assert_eq!(desk.hear(QUERY_HANDICAP), [ANSWER_EVEN]);
}

#[test]
fn an_ok_to_a_query_is_not_the_end_of_it() {
    let mut desk = Desk::white();
    desk.hear(NEWGAME);
    desk.hear(&ok(1, 1));
    desk.assert_verdict(Verdict::Idle);
    assert_eq!(texts(&desk.wait(RESEND)), [QUERY_COLOR]);
}

#[test]
fn the_handshakes_last_ok_lost() {
    // Black, which has not heard it, repeats ANSWER(1) on its timer.
    let mut black = Desk::black();
    black.hear(QUERY_COLOR);
    black.hear(QUERY_HANDICAP);
    assert_eq!(texts(&black.wait(RESEND)), [ANSWER_EVEN]);
    assert!(black.session.send_move(C3).is_err());
    black.hear(READY);
    assert_eq!(black.events, [Event::Ready]);

    // White repeats the OK.
    let mut white = Desk::playing(Color::White);
    assert_eq!(white.hear(ANSWER_EVEN), [READY]);
    assert_eq!(white.events, [], "ready is told once");
    assert_eq!(white.take(BLACK_307), [OK_307]);
}

#[test]
fn white_accepts_no_move_before_the_handshakes_last_ok() {
    let mut desk = Desk::white();
    for frame in [NEWGAME, ANSWER_BLACK] {
        desk.hear(frame);
        let before = desk.snapshot();
        for y in [0, 1] {
            for h in [0, 1] {
                assert!(
                    !desk
                        .hear(&super::wire::black(y, h, 307))
                        .contains(&ok(y, h))
                );
                assert_eq!(desk.events, []);
            }
        }
        assert_eq!(desk.snapshot(), before);
    }
}

#[test]
fn newgame_received_by_black_at_once_is_an_echo_or_a_loopback_plug() {
    let mut desk = Desk::new(sgmp_proto::Config::tournament(Color::Black));
    assert_eq!(texts(&desk.wait(Duration::from_millis(20))), [NEWGAME]);
    desk.read(&[0x01, 0xa1, 0xa0, 0x80]);
    desk.assert_verdict(Verdict::Echo);
    desk.assert_stopped(Stop::Echo);
}

#[test]
fn newgame_received_by_black_later_means_that_both_are_black() {
    let mut desk = Desk::black();
    both_are_black(&mut desk, NEWGAME);
}

#[test]
fn newgame_received_by_black_at_once_with_other_bytes_is_no_echo() {
    let mut desk = Desk::new(sgmp_proto::Config::tournament(Color::Black));
    desk.wait(Duration::from_millis(20));
    both_are_black(&mut desk, &frame(0, 0, 2, 0));
}

#[test]
fn newgame_received_by_black_after_the_handshake_means_that_both_are_black() {
    let mut desk = Desk::playing(Color::Black);
    both_are_black(&mut desk, NEWGAME);
}

/// The first copy may be noise; the other Black, who waits for an answer, sends it again.
#[track_caller]
fn both_are_black(desk: &mut Desk, newgame: &str) {
    assert_eq!(desk.hear(newgame), [""; 0]);
    desk.assert_verdict(Verdict::Doubted);
    assert_eq!(desk.session.doubted(), Some(Stop::BothBlack));
    assert_eq!(desk.hear(newgame), [""; 0]);
    desk.assert_stopped(Stop::BothBlack);
}

#[test]
fn a_newgame_that_was_noise_is_forgotten_with_the_next_frame_of_the_opening() {
    let mut desk = Desk::black();
    desk.hear(NEWGAME);
    assert_eq!(desk.hear(QUERY_COLOR), [ANSWER_BLACK]);
    assert_eq!(desk.session.doubted(), None);
    assert_eq!(desk.hear(QUERY_HANDICAP), [ANSWER_EVEN]);
    desk.hear(NEWGAME);
    desk.hear(READY);
    assert_eq!(desk.session.doubted(), None);
}

#[test]
fn a_newgame_that_comes_once_is_believed_after_25_s() {
    let mut desk = Desk::black();
    desk.hear(NEWGAME);
    desk.wait(Duration::from_secs(25));
    desk.assert_stopped(Stop::BothBlack);
}

#[test]
fn white_starts_late_and_takes_what_waits_but_only_a_newgame_opens_a_game() {
    let mut desk = Desk::white();
    for old in [
        QUERY_COLOR,
        ANSWER_BLACK,
        ANSWER_EVEN,
        BLACK_307,
        READY,
        &frame(1, 0, 1, 0),
        &frame(1, 1, 6, 1),
    ] {
        assert_eq!(desk.hear(old), [""; 0]);
        desk.assert_verdict(Verdict::OutOfPlace);
        assert_eq!(desk.session.stage(), Stage::Waiting);
    }
    // Two NEWGAMEs have waited in the driver, behind half a frame.
    desk.read(&[0xa0, 0x80, 0x01, 0xa1, 0xa0, 0x80, 0x01, 0xa1, 0xa0, 0x80]);
    assert_eq!(desk.moment(), [QUERY_COLOR; 2]);
    assert_eq!(desk.hear(ANSWER_BLACK), [QUERY_HANDICAP]);
    assert_eq!(
        desk.hear(ANSWER_BLACK),
        [QUERY_HANDICAP],
        "to the second copy"
    );
    assert_eq!(desk.hear(ANSWER_EVEN), [READY]);
}

#[test]
fn other_answers_get_no_ok_and_say_what_differs() {
    for (asked, expected, answers) in [(11, 2, [0, 1, 3]), (8, 1, [0, 2, 9])] {
        for got in answers {
            let mut desk = Desk::white();
            desk.hear(NEWGAME);
            let (y, h) = if asked == 8 {
                desk.hear(ANSWER_BLACK);
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
            assert_eq!(desk.hear(&answer), [""; 0]);
            desk.assert_verdict(Verdict::Doubted);
            assert_eq!(desk.session.doubted(), Some(stop));
            // We ask again, and it answers again.
            assert_eq!(desk.wait(RESEND).len(), 1);
            assert_eq!(desk.hear(&answer), [""; 0]);
            desk.assert_stopped(stop);
        }
    }
}

#[test]
fn an_answer_that_was_noise_is_followed_by_the_real_one() {
    let mut desk = Desk::white();
    desk.hear(NEWGAME);
    desk.hear(&frame(0, 1, ANSWER, 3));
    assert_eq!(desk.hear(ANSWER_BLACK), [QUERY_HANDICAP]);
    assert_eq!(desk.session.doubted(), None);
    desk.hear(&frame(1, 0, ANSWER, 5));
    assert_eq!(desk.hear(ANSWER_EVEN), [READY]);
    assert_eq!(desk.session.doubted(), None);
}

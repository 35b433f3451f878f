//! Resuming from what was on disk, in every phase: the pending frame byte for byte, or else the
//! OK of the last move, once.

use core::time::Duration;

use sgmp_proto::{Color, Config, Event, FrameVerdict, Phase, Stop, Vertex};

use super::harness::{C3, Harness, RESEND, texts};
use super::wire::{
    ANSWER_BLACK, ANSWER_EVEN, BLACK_307, NEWGAME, OK_61, OK_307, QUERY_COLOR, QUERY_HANDICAP,
    READY, WHITE_61, black, ok, white,
};

/// Frames that are sent at once, and never again without cause before the 20 s are over.
fn sent_at_once(harness: &mut Harness) -> Vec<String> {
    let sent = harness.wait(RESEND);
    let start = sent.first().map(|sent| sent.at);
    assert!(sent.iter().all(|sent| Some(sent.at) == start));
    texts(&sent)
}

#[test]
fn white_waiting_sends_nothing() {
    let mut harness = Harness::white().resume();
    assert_eq!(sent_at_once(&mut harness), [""; 0]);
    assert_eq!(harness.hear(NEWGAME), [QUERY_COLOR]);
}

#[test]
fn every_stage_of_the_handshake_sends_its_pending_frame_and_goes_on() {
    let black = [
        (NEWGAME, QUERY_COLOR, ANSWER_BLACK),
        (ANSWER_BLACK, QUERY_HANDICAP, ANSWER_EVEN),
    ];
    let mut harness = Harness::black();
    for (pending, heard, answer) in black {
        let mut resumed = harness.resume();
        assert_eq!(sent_at_once(&mut resumed), [pending]);
        assert_eq!(resumed.hear(heard), [answer]);
        harness.hear(heard);
    }
    let mut resumed = harness.resume();
    assert_eq!(sent_at_once(&mut resumed), [ANSWER_EVEN]);
    resumed.hear(READY);
    assert_eq!(resumed.events, [Event::Ready]);

    let white = [
        (NEWGAME, QUERY_COLOR, ANSWER_BLACK, QUERY_HANDICAP),
        (ANSWER_BLACK, QUERY_HANDICAP, ANSWER_EVEN, READY),
    ];
    let mut harness = Harness::white();
    for (heard, pending, next, answer) in white {
        harness.hear(heard);
        let mut resumed = harness.resume();
        assert_eq!(sent_at_once(&mut resumed), [pending]);
        assert_eq!(resumed.hear(next), [answer]);
    }
}

#[test]
fn before_move_1_white_repeats_its_ok_and_black_nothing() {
    let mut white = Harness::playing(Color::White).resume();
    assert_eq!(sent_at_once(&mut white), [READY]);
    assert_eq!(white.hear(ANSWER_EVEN), [READY]);
    assert_eq!(white.take(BLACK_307), [OK_307]);

    let mut black = Harness::playing(Color::Black).resume();
    assert_eq!(sent_at_once(&mut black), [""; 0]);
    assert!(black.session.is_our_turn());
}

#[test]
fn our_move_pending_is_sent_again_byte_for_byte() {
    for color in Color::BOTH {
        let mut harness = Harness::playing(color);
        if color == Color::White {
            harness.take(BLACK_307);
        }
        let ours = harness.play(C3);
        let mut resumed = harness.resume();
        assert_eq!(sent_at_once(&mut resumed), ours);
        assert_eq!(texts(&resumed.wait(RESEND)), ours, "and every 20 s");
        let bit = u8::from(color == Color::White);
        resumed.hear(&ok(0, bit));
        assert_eq!(resumed.events, [Event::MoveAcknowledged]);
    }
}

#[test]
fn our_move_journaled_and_not_yet_sent_is_sent() {
    let mut harness = Harness::playing(Color::Black);
    harness.session.send_move(C3).expect("our turn");
    assert_eq!(sent_at_once(&mut harness.resume()), [black(0, 0, 41)]);
}

#[test]
fn their_move_taken_gets_its_ok_once() {
    let mut harness = Harness::playing(Color::White);
    harness.hear(BLACK_307);
    harness
        .session
        .accept_move(harness.now)
        .expect("a move offered");
    // Killed after the journal was written, before the OK went out.
    let mut resumed = harness.resume();
    assert_eq!(sent_at_once(&mut resumed), [OK_307]);
    assert!(resumed.session.is_our_turn());
    assert_eq!(
        resumed.hear(BLACK_307),
        [OK_307],
        "a repeat is still a repeat"
    );
    assert_eq!(resumed.moves(), 1);
}

#[test]
fn their_move_offered_and_not_accepted_is_taken_when_it_comes_again() {
    let mut harness = Harness::playing(Color::White);
    harness.hear(BLACK_307);
    let mut resumed = harness.resume();
    assert_eq!(sent_at_once(&mut resumed), [READY]);
    assert_eq!(resumed.take(BLACK_307), [OK_307]);
}

#[test]
fn a_game_goes_on_with_the_same_bits() {
    let mut harness = Harness::playing(Color::Black);
    harness.play(C3);
    harness.take(WHITE_61);
    let mut resumed = harness.resume();
    assert_eq!(sent_at_once(&mut resumed), [OK_61]);
    assert_eq!(resumed.play(C3), [black(1, 1, 41)]);
    resumed.hear(&ok(1, 1));
    assert_eq!(resumed.take(&white(0, 1, 62)), [ok(1, 0)]);
    assert_eq!(resumed.moves(), 4);
}

#[test]
fn after_the_end_our_final_pass_is_resent_three_times() {
    let mut harness = Harness::playing(Color::White);
    harness.take(&black(0, 0, 0));
    harness.play(Vertex::Pass);
    let mut resumed = harness.resume();
    assert_eq!(
        texts(&resumed.wait(RESEND * 10)),
        [white(1, 0, 0), white(1, 0, 0), white(1, 0, 0)]
    );
    assert_eq!(resumed.session.phase(), Phase::Finished);
}

#[test]
fn after_the_end_their_final_pass_gets_its_ok_and_45_s_more() {
    let mut harness = Harness::playing(Color::Black);
    harness.play(Vertex::Pass);
    harness.hear(&ok(0, 0));
    harness.take(&white(1, 0, 0));
    let mut resumed = harness.resume();
    assert_eq!(sent_at_once(&mut resumed), [ok(0, 1)]);
    assert_eq!(resumed.hear(&white(1, 0, 0)), [ok(0, 1)]);
    resumed.wait(Duration::from_secs(45));
    assert_eq!(resumed.session.phase(), Phase::Finished);
}

#[test]
fn a_stopped_or_finished_session_stays_so() {
    let mut stopped = Harness::white_in_mid_game();
    stopped.session.halt();
    let mut finished = Harness::playing(Color::White);
    finished.take(&black(0, 0, 0));
    finished.play(Vertex::Pass);
    finished.session.handle_hang_up();
    for (harness, phase) in [
        (stopped, Phase::Stopped(Stop::Ended)),
        (finished, Phase::Finished),
    ] {
        let mut resumed = harness.resume();
        assert_eq!(sent_at_once(&mut resumed), [""; 0]);
        assert_eq!(resumed.session.phase(), phase);
        assert_eq!(resumed.session.poll_timeout(), None);
        resumed.hear(NEWGAME);
        resumed.assert_verdict(FrameVerdict::OutOfPlace);
    }
}

#[test]
fn a_pulled_usb_adapter_keeps_the_bits_and_sends_no_newgame() {
    // The port comes back under another name: the session is the same or resumed, never new.
    for color in Color::BOTH {
        let harness = Harness::playing_with(Config::tournament(color));
        let mut resumed = harness.resume();
        assert_eq!(resumed.snapshot(), harness.snapshot());
        assert!(!sent_at_once(&mut resumed).contains(&NEWGAME.into()));
    }
}

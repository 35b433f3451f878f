//! The twenty seconds of the call and the limit on them.

use core::time::Duration;

use sgmp_proto::{Color, Config, Event, Reason, Stop};

use super::harness::{C3, Harness, RESEND, texts};
use super::wire::{NEWGAME, QUERY_COLOR, READY, black, ok};

fn with_limit(color: Color, most: u32) -> Config {
    Config {
        max_resends: Some(most),
        ..Config::tournament(color)
    }
}

#[test]
fn a_resend_comes_20_s_after_the_end_of_the_last_sending() {
    let mut harness = Harness::playing(Color::Black);
    harness.session.send_move(C3).expect("our turn");
    let sent = harness.wait(RESEND * 4);
    let period = RESEND + harness.config.pace.frame;
    let distances: Vec<_> = sent.windows(2).map(|two| two[1].at - two[0].at).collect();
    assert_eq!(distances, [period; 3]);
    let reasons: Vec<_> = sent.iter().map(|sent| sent.transmit.reason).collect();
    let expected = [
        Reason::First,
        Reason::Resend(1),
        Reason::Resend(2),
        Reason::Resend(3),
    ];
    assert_eq!(reasons, expected);
}

#[test]
fn nothing_is_resent_a_microsecond_early() {
    let mut harness = Harness::playing(Color::Black);
    harness.session.send_move(C3).expect("our turn");
    let frame = harness.config.pace.frame;
    harness.wait(Duration::ZERO);
    assert!(
        harness
            .wait(RESEND + frame - Duration::from_micros(1))
            .is_empty()
    );
    assert_eq!(
        texts(&harness.wait(Duration::from_micros(1))),
        [black(0, 0, 41)]
    );
}

#[test]
fn calling_handle_timeout_early_does_nothing() {
    let mut harness = Harness::playing(Color::Black);
    harness.play(C3);
    let deadline = harness.session.poll_timeout();
    for _ in 0..100 {
        harness.session.handle_timeout(harness.now);
    }
    assert_eq!(harness.session.poll_transmit(harness.now), None);
    assert_eq!(harness.session.poll_timeout(), deadline);
}

#[test]
fn a_late_caller_resends_once_and_not_for_every_20_s_missed() {
    let mut harness = Harness::playing(Color::Black);
    harness.play(C3);
    harness.now = harness.now + RESEND * 10;
    harness.session.handle_timeout(harness.now);
    assert_eq!(harness.moment(), [black(0, 0, 41)]);
}

#[test]
fn black_repeats_newgame_every_20_s_until_white_is_there() {
    let mut harness = Harness::black();
    assert_eq!(texts(&harness.wait(RESEND * 4)), [NEWGAME; 4]);
    assert!(!harness.hear(QUERY_COLOR).is_empty());
}

#[test]
fn white_sends_nothing_of_itself_while_it_waits() {
    let mut harness = Harness::white();
    assert_eq!(harness.session.poll_timeout(), None);
    assert!(harness.wait(RESEND * 100).is_empty());
}

#[test]
fn white_repeats_its_query_every_20_s() {
    let mut harness = Harness::white();
    harness.hear(NEWGAME);
    assert_eq!(texts(&harness.wait(RESEND * 3)), [QUERY_COLOR; 3]);
}

#[test]
fn an_ok_is_never_resent_by_itself() {
    let mut harness = Harness::playing(Color::White);
    assert!(harness.wait(RESEND * 10).is_empty());
    let ready = harness.snapshot().bit.acknowledgement().expect("the OK");
    assert_eq!(super::wire::hex(ready.to_bytes()), READY);
}

#[test]
fn white_mute_in_mid_game_shows_every_resend_and_never_gives_up_by_itself() {
    let mut harness = Harness::playing(Color::Black);
    harness.play(C3);
    let day = Duration::from_secs(24 * 3600);
    let sent = harness.wait(day);
    assert_eq!(sent.len(), 4316, "86,400 s at 20.017 s each");
    for (n, sent) in (1..).zip(&sent) {
        assert_eq!(sent.transmit.reason, Reason::Resend(n));
    }
    assert_eq!(harness.session.pending().map(|(_, n)| n), Some(4316));
    assert_eq!(harness.events, []);
}

#[test]
fn max_resends_of_a_move_end_in_no_answer() {
    let mut harness = Harness::playing_with(with_limit(Color::Black, 2));
    harness.play(C3);
    assert_eq!(harness.wait(RESEND * 2 + RESEND / 2).len(), 2);
    assert_eq!(harness.events, []);
    assert!(harness.wait(RESEND).is_empty());
    harness.assert_stopped(Stop::NoAnswer { resends: 2 });
}

#[test]
fn max_resends_of_newgame_end_in_no_answer() {
    let mut harness = Harness::new(with_limit(Color::Black, 0));
    assert_eq!(texts(&harness.wait(RESEND)), [NEWGAME]);
    harness.wait(RESEND);
    harness.assert_stopped(Stop::NoAnswer { resends: 0 });
}

#[test]
fn max_resends_count_each_frame_alone() {
    let mut harness = Harness::playing_with(with_limit(Color::Black, 2));
    for (y, h, n) in [(0, 0, 1), (1, 1, 2), (0, 0, 3)] {
        harness.play(C3);
        assert_eq!(harness.wait(RESEND * 2).len(), 2);
        harness.hear(&ok(h, y));
        assert_eq!(harness.events, [Event::MoveAcknowledged]);
        harness.take(&super::wire::white(1 - h, y, n));
    }
}

#[test]
fn max_resends_do_not_stop_a_resumed_session_before_it_has_sent_anything() {
    let mut harness = Harness::playing_with(with_limit(Color::Black, 0));
    harness.play(C3);
    let mut harness = harness.resume();
    harness.session.handle_timeout(harness.now);
    assert_eq!(harness.moment(), [black(0, 0, 41)]);
    harness.session.handle_timeout(harness.now);
    harness.hear(&ok(0, 0));
    assert_eq!(harness.events, [Event::MoveAcknowledged]);
}

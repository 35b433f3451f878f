//! Rule 7: silence between two frames.

use core::time::Duration;

use sgmp_proto::{Color, Config, Pace};

use super::harness::{C3, Harness, RESEND, Sent, texts};
use super::wire::{BLACK_307, OK_307, black, ok, white};

/// From the first bit of a frame to the first bit of the next.
fn distances(sent: &[Sent]) -> Vec<Duration> {
    sent.windows(2).map(|two| two[1].at - two[0].at).collect()
}

fn white_with_three_answers(pace: Pace) -> Vec<Sent> {
    let config = Config {
        pace,
        ..Config::tournament(Color::White)
    };
    let mut harness = Harness::playing_with(config);
    harness.take(BLACK_307);
    harness.read(&[0x00, 0x85, 0xd2, 0xb3].repeat(3));
    let sent = harness.wait(Duration::from_secs(5));
    assert_eq!(texts(&sent), [OK_307; 3]);
    sent
}

#[test]
fn rule_7_at_2400_baud_frames_are_83_ms_apart() {
    // 40 bits take 16.667 ms; as much silence again and 50 ms more.
    let frame = Duration::from_micros(16_667);
    let least = frame + frame + Duration::from_millis(50);
    let sent = white_with_three_answers(Pace::from_baud(2400));
    assert_eq!(distances(&sent), [least; 2]);
}

#[test]
fn rule_7_at_300_baud_frames_are_317_ms_apart() {
    let frame = Duration::from_micros(133_334);
    let least = frame + frame + Duration::from_millis(50);
    let sent = white_with_three_answers(Pace::from_baud(300));
    assert_eq!(distances(&sent), [least; 2]);
}

#[test]
fn rule_7_the_silence_is_never_shorter_than_four_characters_and_50_ms() {
    for baud in [
        0,
        1,
        110,
        300,
        1200,
        2400,
        9600,
        19_200,
        115_200,
        921_600,
        u32::MAX,
    ] {
        let pace = Pace::from_baud(baud);
        let four_characters = 40.0 / f64::from(baud.max(1));
        assert!(pace.frame.as_secs_f64() >= four_characters, "{baud} baud");
        assert!(
            pace.gap.as_secs_f64() >= four_characters + 0.05,
            "{baud} baud"
        );
    }
}

#[test]
fn rule_7_holds_between_our_ok_and_our_move() {
    let mut harness = Harness::playing(Color::White);
    harness.hear(BLACK_307);
    harness
        .session
        .accept_move(harness.now)
        .expect("a move offered");
    harness.session.send_move(C3).expect("our turn");
    let sent = harness.wait(Duration::from_secs(5));
    assert_eq!(texts(&sent), [OK_307.into(), white(1, 0, 41)]);
    let pace = harness.config.pace;
    assert_eq!(distances(&sent), [pace.frame + pace.gap]);
}

#[test]
fn rule_7_holds_between_an_answer_and_a_resend() {
    let mut harness = Harness::playing(Color::White);
    harness.take(BLACK_307);
    harness.play(C3);
    // The repeat comes just when the MOVE is due again.
    let due = harness.session.poll_timeout().expect("a resend");
    harness.wait(due - harness.now - Duration::from_micros(1));
    harness.read(&[0x00, 0x85, 0xd2, 0xb3]);
    let sent = harness.wait(Duration::from_secs(5));
    assert_eq!(texts(&sent), [OK_307.into(), white(1, 0, 41)]);
    let pace = harness.config.pace;
    assert_eq!(distances(&sent), [pace.frame + pace.gap]);
}

#[test]
fn rule_7_does_not_delay_the_first_frame_after_a_silence() {
    let mut harness = Harness::playing(Color::Black);
    harness.wait(RESEND);
    harness.session.send_move(C3).expect("our turn");
    let now = harness.now;
    let sent = harness.wait(Duration::from_secs(1));
    assert_eq!(texts(&sent), [black(0, 0, 41)]);
    assert_eq!(sent[0].at, now);
    harness.hear(&ok(0, 0));
}

//! A peer that owes us a move and is silent gets our last OK again, a byte at a time.

use core::time::Duration;

use sgmp_proto::{Color, Config, Event, FrameVerdict, Reason, Strictness};

use super::harness::{C3, C3_NUMBER, D3, Harness, RESEND, Sent};
use super::wire::{
    ANSWER_EVEN, BLACK_307, NEWGAME, OK_307, QUERY_COLOR, READY, black, bytes, ok, white,
};

const AFTER: Duration = Config::LONG_SILENCE;
const BYTES: usize = 27;
/// Long enough for a round.
const ROUND: Duration = Duration::from_secs(30);
const MICRO: Duration = Duration::from_micros(1);

fn nudging(color: Color) -> Config {
    Config {
        nudge: Some(AFTER),
        ..Config::tournament(color)
    }
}

/// Black that waits for White's move 2; nothing heard since `now`.
fn black_waits() -> Harness {
    let mut harness = Harness::playing_with(nudging(Color::Black));
    harness.play(C3);
    harness.read(&bytes(&ok(0, 0)));
    assert_eq!(harness.events, [Event::MoveAcknowledged]);
    harness
}

/// The bytes of a nudge, and nothing else is among them.
#[track_caller]
fn nudge(sent: &[Sent]) -> Vec<u8> {
    let numbers = sent.iter().map(|sent| sent.transmit.reason);
    assert!(
        numbers.eq((1..).take(sent.len()).map(Reason::Nudge)),
        "{sent:?}"
    );
    sent.iter()
        .flat_map(|sent| sent.transmit.bytes().to_vec())
        .collect()
}

/// A frame over and over, cut off.
fn repeated(frame: &str, count: usize) -> Vec<u8> {
    bytes(frame).into_iter().cycle().take(count).collect()
}

#[test]
fn a_silent_peer_that_owes_us_a_move_gets_our_last_ok_in_single_bytes() {
    let mut harness = Harness::playing_with(nudging(Color::White));
    harness.take(BLACK_307);
    harness.play(C3);
    harness.read(&bytes(&ok(0, 1)));
    assert_eq!(
        harness.wait(AFTER - MICRO).len(),
        0,
        "not a microsecond early"
    );
    let sent = harness.wait(ROUND);
    assert_eq!(nudge(&sent), repeated(OK_307, BYTES));
    for (two, number) in sent.windows(2).zip(1..) {
        // 10 bits at 2400 baud, and the pause. GNU Go answers from the 21st on.
        let apart = two[1].at - two[0].at;
        let expected = if number <= 20 { 4 + 150 } else { 3000 };
        assert_eq!(apart.as_millis(), expected);
    }
}

#[test]
fn one_round_for_each_move_owed() {
    let mut harness = black_waits();
    assert_eq!(nudge(&harness.wait(AFTER + ROUND)).len(), BYTES);
    assert!(harness.wait(AFTER * 10).is_empty());
    assert_eq!(harness.session.poll_timeout(), None);
    // The next move has a round of its own.
    harness.take(&white(1, 0, 61));
    harness.play(D3);
    harness.hear(&ok(1, 1));
    assert_eq!(nudge(&harness.wait(AFTER + ROUND)).len(), BYTES);
}

#[test]
fn before_our_first_ok_it_is_one_that_tells_nothing_new() {
    let mut harness = black_waits();
    // Our bit is that of our MOVE, and QUERY(8) is what we have taken last.
    assert_eq!(
        nudge(&harness.wait(AFTER + ROUND)),
        repeated(&ok(0, 0), BYTES)
    );
}

#[test]
fn whites_ok_of_the_handshake_is_nudged_with_too() {
    let mut harness = Harness::playing_with(nudging(Color::White));
    assert_eq!(nudge(&harness.wait(AFTER + ROUND)), repeated(READY, BYTES));
    assert_eq!(harness.take(BLACK_307), [OK_307]);
}

#[test]
fn the_move_that_comes_ends_the_round() {
    let mut harness = black_waits();
    harness.wait(AFTER + Duration::from_secs(1));
    harness.take(&white(1, 0, 61));
    harness.play(D3);
    harness.hear(&ok(1, 1));
    assert!(
        harness.wait(AFTER - ROUND).is_empty(),
        "no byte of it is left"
    );
}

#[test]
fn any_frame_ends_the_round_and_none_is_begun_for_that_move() {
    let mut harness = black_waits();
    harness.wait(AFTER + Duration::from_secs(1));
    harness.hear(&ok(0, 0));
    harness.assert_verdict(FrameVerdict::Idle);
    assert!(harness.wait(AFTER * 3).is_empty());
}

#[test]
fn whatever_is_heard_begins_the_silence_anew() {
    for heard in [&b"hello"[..], &[0x99], &[0x01, 0xff]] {
        let mut harness = black_waits();
        harness.wait(AFTER - MICRO);
        harness.read(heard);
        assert!(harness.wait(AFTER - MICRO).is_empty());
        assert_eq!(harness.wait(ROUND).len(), BYTES);
    }
}

#[test]
fn no_byte_goes_out_while_a_frame_comes_in() {
    let mut harness = black_waits();
    harness.wait(AFTER + Duration::from_secs(1));
    let mut sent = Vec::new();
    // At 300 baud a byte takes 33 ms.
    for byte in bytes(&white(1, 0, 61)) {
        harness.read(&[byte]);
        sent.extend(harness.wait(Duration::from_millis(33)));
    }
    assert!(sent.is_empty(), "{sent:?}");
    assert!(matches!(harness.events[..], [Event::MoveOffered(..)]));
}

#[test]
fn our_ok_keeps_its_distance_from_the_nudge() {
    let mut harness = black_waits();
    harness.wait(AFTER - MICRO);
    let byte = harness.wait(Duration::from_millis(100));
    assert_eq!(nudge(&byte).len(), 1);
    harness.read(&bytes(&white(1, 0, 61)));
    harness
        .session
        .accept_move(harness.now)
        .expect("a move offered");
    let sent = harness.wait(ROUND);
    assert_eq!(sent.len(), 1);
    let pace = harness.config.pace;
    assert!(sent[0].at - byte[0].at >= pace.gap);
}

#[test]
fn the_ok_to_the_move_that_comes_back_does_not_wait_for_the_pause() {
    let mut harness = black_waits();
    let sent = harness.wait(AFTER + Duration::from_millis(3300));
    assert_eq!(nudge(&sent).len(), 21);
    harness.read(&bytes(&white(1, 0, 61)));
    harness
        .session
        .accept_move(harness.now)
        .expect("a move offered");
    assert_eq!(harness.wait(Duration::from_millis(200)).len(), 1);
}

#[test]
fn who_owes_us_nothing_is_not_nudged() {
    // Not in the handshake, not while our own frame waits, not at our turn, not after the end.
    let mut waiting = Harness::new(nudging(Color::White));
    assert!(waiting.wait(AFTER * 3).is_empty());
    let mut asked = Harness::new(nudging(Color::Black));
    asked.hear(QUERY_COLOR);
    let is_resend = |sent: &Sent| matches!(sent.transmit.reason, Reason::Resend(_));
    assert!(asked.wait(AFTER * 3).iter().all(is_resend));
    let mut unheard = Harness::playing_with(nudging(Color::Black));
    unheard.play(C3);
    assert!(unheard.wait(AFTER * 3).iter().all(is_resend));
    let mut thinking = Harness::playing_with(nudging(Color::Black));
    assert!(thinking.wait(AFTER * 3).is_empty());
    let mut over = Harness::playing_with(nudging(Color::White));
    over.take(&black(0, 0, 0));
    over.play(sgmp_proto::Vertex::Pass);
    over.hear(&ok(0, 1));
    assert!(over.wait(AFTER * 3).is_empty());
}

#[test]
fn a_strict_session_never_nudges() {
    let config = Config {
        strictness: Strictness::Strict,
        ..nudging(Color::White)
    };
    let mut harness = Harness::playing_with(config);
    assert!(harness.wait(AFTER * 3).is_empty());
    assert_eq!(harness.session.poll_timeout(), None);
}

#[test]
fn without_a_time_there_is_no_nudge() {
    let mut harness = Harness::playing(Color::White);
    assert!(harness.wait(AFTER * 3).is_empty());
}

#[test]
fn a_line_that_was_away_is_no_silence() {
    let mut harness = black_waits();
    harness.wait(AFTER - Duration::from_secs(1));
    harness.session.handle_reconnect();
    assert!(harness.wait(AFTER - Duration::from_secs(1)).is_empty());
}

#[test]
fn a_resumed_session_counts_from_its_beginning() {
    let mut harness = black_waits();
    harness.wait(AFTER - MICRO);
    let mut harness = harness.resume();
    assert!(harness.wait(AFTER - MICRO).is_empty());
    assert_eq!(nudge(&harness.wait(ROUND)).len(), BYTES);
}

#[test]
fn a_session_of_ours_hears_nothing_in_a_nudge() {
    let mut harness = black_waits();
    let sent = harness.wait(AFTER + ROUND);
    // White, whose MOVE is lost and keeps waiting.
    let mut peer = Harness::playing(Color::White);
    peer.take(&black(0, 0, C3_NUMBER));
    peer.play(sgmp_proto::Vertex::Pass);
    let before = peer.snapshot();
    for sent in sent {
        peer.read(&sent.transmit.bytes());
        assert_eq!(peer.events, []);
    }
    assert_eq!(peer.snapshot(), before);
    assert_eq!(peer.wait(RESEND).len(), 1);
}

#[test]
fn a_new_game_has_its_own_rounds() {
    let mut harness = Harness::playing_with(nudging(Color::White));
    harness.wait(AFTER + ROUND);
    for frame in [NEWGAME, super::wire::ANSWER_BLACK, ANSWER_EVEN] {
        harness.hear(frame);
    }
    assert_eq!(harness.wait(AFTER + ROUND).len(), BYTES);
}

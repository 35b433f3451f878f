//! The corner cases of play.

use sgmp_proto::{Color, Event, FrameVerdict};

use super::harness::{C3, D3, Harness, RESEND, texts};
use super::wire::{BLACK_307, EXTENDED, OK_307, UNDO, WHITE_61, black, frame, ok, white};

#[test]
fn our_ok_lost_our_own_move_lost_too_and_their_move_repeated() {
    let mut harness = Harness::playing(Color::White);
    assert_eq!(harness.take(BLACK_307), [OK_307]);
    let ours = harness.play(C3);
    // The first OK again; our MOVE on its timer; nothing is played twice.
    assert_eq!(harness.hear(BLACK_307), [OK_307]);
    assert_eq!(harness.events, []);
    assert_eq!(harness.moves(), 2);
    assert_eq!(texts(&harness.wait(RESEND)), ours);
    harness.hear(&ok(0, 1));
    assert_eq!(harness.events, [Event::MoveAcknowledged]);
    assert_eq!(harness.moves(), 2);
}

#[test]
fn undo_and_extended_are_never_acknowledged() {
    for command in [UNDO, EXTENDED] {
        for mut harness in [Harness::white_in_mid_game(), Harness::black_in_mid_game()] {
            let before = harness.snapshot();
            let h = u8::from(before.bit.mine());
            let y = 1 - u8::from(before.bit.taken());
            for _ in 0..5 {
                assert_eq!(harness.hear(&frame(y, h, command, 1)), [""; 0]);
                harness.assert_verdict(FrameVerdict::OutOfPlace);
            }
            assert_eq!(harness.snapshot(), before);
        }
    }
}

#[test]
fn a_repeated_move_is_not_played_twice() {
    let mut harness = Harness::playing(Color::White);
    harness.take(BLACK_307);
    for _ in 0..5 {
        harness.hear(BLACK_307);
        assert_eq!(harness.events, []);
    }
    assert_eq!(harness.moves(), 1);
}

#[test]
fn a_move_out_of_turn_is_not_acknowledged() {
    let mut harness = Harness::playing(Color::White);
    harness.take(BLACK_307);
    assert_eq!(harness.hear(&black(1, 0, 308)), [""; 0]);
    harness.assert_verdict(FrameVerdict::OutOfPlace);
    harness.play(C3);
    harness.hear(&ok(0, 1));
    assert_eq!(harness.take(&black(1, 1, 308)), [ok(1, 1)], "in turn");
}

#[test]
fn a_move_is_acknowledged_only_once_it_is_accepted() {
    let mut harness = Harness::playing(Color::White);
    let before = harness.snapshot();
    harness.hear(BLACK_307);
    harness.assert_verdict(FrameVerdict::Offered);
    assert!(harness.wait(RESEND * 3).is_empty());
    assert_eq!(harness.snapshot(), before);
    assert_eq!(harness.accept(), [OK_307]);
}

#[test]
fn copies_of_a_move_that_waits_for_judgment_change_nothing() {
    let mut harness = Harness::playing(Color::White);
    harness.hear(BLACK_307);
    for _ in 0..3 {
        assert_eq!(harness.hear(BLACK_307), [""; 0]);
        harness.assert_verdict(FrameVerdict::Idle);
        assert_eq!(harness.events, [], "offered once");
    }
    assert_eq!(harness.accept(), [OK_307]);
    assert_eq!(harness.moves(), 1);
}

#[test]
fn a_late_ok_for_a_move_already_acknowledged_is_idle() {
    let mut harness = Harness::black_in_mid_game();
    let before = harness.snapshot();
    for bits in [(0, 0), (1, 0), (0, 1), (1, 1)] {
        assert_eq!(harness.hear(&ok(bits.0, bits.1)), [""; 0]);
        harness.assert_verdict(FrameVerdict::Idle);
    }
    assert_eq!(harness.snapshot(), before);
}

#[test]
fn both_bits_take_turns_over_a_long_game() {
    let mut harness = Harness::playing(Color::Black);
    for n in 1..=100 {
        let bit = u8::from(n % 2 == 0);
        let vertex = if n % 2 == 0 { C3 } else { D3 };
        let number = if n % 2 == 0 { 41 } else { 42 };
        assert_eq!(harness.play(vertex), [black(bit, bit, number)]);
        harness.hear(&ok(bit, bit));
        assert_eq!(harness.take(&white(1 - bit, bit, n)), [ok(bit, 1 - bit)]);
    }
    assert_eq!(harness.moves(), 200);
}

#[test]
fn a_peer_that_always_skips_the_ok_is_played_with() {
    let mut harness = Harness::playing(Color::Black);
    harness.play(C3);
    harness.take(WHITE_61);
    harness.play(D3);
    assert_eq!(harness.take(&white(0, 1, 62)), [ok(1, 0)]);
    assert!(harness.wait(RESEND * 3).is_empty());
}

//! Rules 1 to 4: new frames, acknowledgements and repeats.

use sgmp_proto::{Bit, Color, Event, FrameVerdict, Vertex};

use super::harness::{C3, C3_NUMBER, Harness, RESEND, texts};
use super::wire::{
    ANSWER_BLACK, ANSWER_EVEN, BLACK_307, NEWGAME, OK_61, OK_307, QUERY_COLOR, QUERY_HANDICAP,
    READY, UNDO, WHITE_61, black, frame, ok, white,
};

#[test]
fn rule_1_a_new_frame_flips_mine_and_an_ok_flips_nothing() {
    let mut harness = Harness::playing(Color::White);
    assert_eq!(harness.snapshot().bit.mine(), Bit::Zero);
    assert_eq!(harness.take(BLACK_307), [OK_307]);
    assert_eq!(harness.snapshot().bit.mine(), Bit::Zero, "the OK");
    assert_eq!(harness.play(C3), [white(1, 0, C3_NUMBER)]);
    assert_eq!(harness.snapshot().bit.mine(), Bit::One, "the MOVE");
}

#[test]
fn rule_1_a_pending_frame_is_sent_again_byte_for_byte() {
    let mut harness = Harness::playing(Color::Black);
    let first = harness.play(C3);
    for _ in 0..5 {
        assert_eq!(texts(&harness.wait(RESEND)), first);
    }
    let bit = harness.snapshot().bit;
    assert_eq!(
        bit.pending().map(|frame| frame.sequence()),
        Some(bit.mine())
    );
}

#[test]
fn rule_2_an_ok_with_my_bit_ends_the_waiting() {
    let mut harness = Harness::playing(Color::Black);
    harness.play(C3);
    harness.hear(&ok(0, 0));
    harness.assert_verdict(FrameVerdict::Acknowledges);
    assert_eq!(harness.snapshot().bit.pending(), None);
    assert!(harness.wait(RESEND * 10).is_empty());
}

#[test]
fn rule_2_an_ok_with_the_other_bit_ends_nothing() {
    let mut harness = Harness::playing(Color::Black);
    harness.play(C3);
    harness.hear(&ok(0, 1));
    harness.assert_verdict(FrameVerdict::Idle);
    assert!(harness.snapshot().bit.pending().is_some());
    assert_eq!(texts(&harness.wait(RESEND)), [black(0, 0, C3_NUMBER)]);
}

#[test]
fn rule_2_a_move_instead_of_the_ok_acknowledges_mine_and_is_served() {
    let mut harness = Harness::playing(Color::Black);
    harness.play(C3);
    assert_eq!(harness.hear(WHITE_61), [""; 0]);
    harness.assert_verdict(FrameVerdict::Offered);
    assert_eq!(harness.accept(), [OK_61]);
    assert_eq!(harness.events, [Event::MoveAcknowledged]);
    assert!(harness.session.is_our_turn());
    assert!(
        harness.wait(RESEND * 10).is_empty(),
        "nothing waits any more"
    );
}

#[test]
fn rule_2_the_value_of_an_ok_is_ignored() {
    let mut harness = Harness::playing(Color::Black);
    harness.play(C3);
    harness.hear(&frame(0, 0, 0, 0));
    harness.assert_verdict(FrameVerdict::Acknowledges);
}

#[test]
fn rule_3_the_bit_of_an_ok_never_counts() {
    // One program swaps the two bits in its OK.
    let mut harness = Harness::playing(Color::Black);
    harness.play(C3);
    let taken = harness.snapshot().bit.taken();
    harness.hear(&ok(1, 0));
    harness.assert_verdict(FrameVerdict::Acknowledges);
    assert_eq!(harness.snapshot().bit.taken(), taken);
    assert_eq!(harness.take(WHITE_61), [OK_61], "still a new frame");
}

#[test]
fn rule_3_a_command_out_of_place_does_not_change_taken() {
    let mut harness = Harness::black();
    // A MOVE before QUERY(11), with the bits that QUERY(11) would have.
    assert_eq!(harness.hear(&white(1, 1, 61)), [""; 0]);
    harness.assert_verdict(FrameVerdict::OutOfPlace);
    assert_eq!(harness.hear(QUERY_COLOR), [ANSWER_BLACK]);
    assert_eq!(harness.hear(&frame(0, 0, UNDO, 1)), [""; 0]);
    assert_eq!(harness.hear(QUERY_HANDICAP), [ANSWER_EVEN]);
}

#[test]
fn rule_4_a_repeat_gets_the_very_bytes_that_acknowledged_it_once_for_each_copy() {
    let mut harness = Harness::playing(Color::White);
    assert_eq!(harness.take(BLACK_307), [OK_307]);
    let before = harness.snapshot();
    for _ in 0..10 {
        assert_eq!(harness.hear(BLACK_307), [OK_307]);
        harness.assert_verdict(FrameVerdict::Repeat);
    }
    assert_eq!(harness.snapshot(), before, "a repeat changes nothing");
}

#[test]
fn rule_4_copies_in_one_read_are_answered_one_by_one() {
    let mut harness = Harness::playing(Color::White);
    harness.take(BLACK_307);
    let copies = [0x00, 0x85, 0xd2, 0xb3].repeat(3);
    harness.read(&copies);
    assert_eq!(harness.moment(), [OK_307; 3]);
}

#[test]
fn rule_4_copies_before_the_first_answer_has_left_are_answered_too() {
    // Black's own NEWGAME has just gone out: the line is not ours yet when both copies are read.
    let mut harness = Harness::new(sgmp_proto::Config::tournament(Color::Black));
    assert!(harness.session.poll_transmit(harness.now).is_some());
    harness.read(&[0x03, 0xbe, 0xb0, 0x8b, 0x03, 0xbe, 0xb0, 0x8b]);
    assert_eq!(harness.moment(), [ANSWER_BLACK; 2]);
}

#[test]
fn rule_4_a_flood_of_copies_does_not_grow_us_without_bound() {
    let mut harness = Harness::playing(Color::White);
    harness.take(BLACK_307);
    let copies = [0x00, 0x85, 0xd2, 0xb3].repeat(1000);
    harness.read(&copies);
    let answers = texts(&harness.wait(RESEND));
    assert!((1..=8).contains(&answers.len()), "{}", answers.len());
    assert!(answers.iter().all(|answer| answer == OK_307));
}

#[test]
fn rule_4_in_the_handshake_the_acknowledgement_is_the_next_frame() {
    let mut black = Harness::black();
    black.hear(QUERY_COLOR);
    assert_eq!(black.hear(QUERY_COLOR), [ANSWER_BLACK]);
    black.hear(QUERY_HANDICAP);
    assert_eq!(black.hear(QUERY_HANDICAP), [ANSWER_EVEN]);

    let mut white = Harness::white();
    white.hear(NEWGAME);
    white.hear(ANSWER_BLACK);
    assert_eq!(white.hear(ANSWER_BLACK), [QUERY_HANDICAP]);
    white.hear(ANSWER_EVEN);
    assert_eq!(white.hear(ANSWER_EVEN), [READY]);
}

#[test]
fn rule_4_no_ok_carries_a_bit_that_the_peer_has_not_seen() {
    // Our OK (bit 0) and our MOVE (bit 1) are both lost: the repeat gets bit 0 again.
    let mut harness = Harness::playing(Color::White);
    harness.take(BLACK_307);
    harness.play(C3);
    assert_eq!(harness.hear(BLACK_307), [OK_307]);
}

#[test]
fn rule_4_a_repeat_never_triggers_the_pending_frame() {
    let mut harness = Harness::playing(Color::White);
    harness.take(BLACK_307);
    let played = harness.now;
    harness.play(Vertex::Pass);
    // The repeat neither sends the MOVE nor puts it off.
    assert_eq!(harness.hear(BLACK_307), [OK_307]);
    let sent = harness.wait(RESEND);
    assert_eq!(texts(&sent), [white(1, 0, 0)]);
    assert_eq!(sent[0].at - played, harness.config.pace.frame + RESEND);
}

//! Rules 1 to 4: new frames, acknowledgements and repeats.

use sgmp_proto::{Bit, Color, Event, Verdict, Vertex};

use super::desk::{C3, C3_NUMBER, Desk, RESEND, texts};
use super::wire::{
    ANSWER_BLACK, ANSWER_EVEN, BLACK_307, NEWGAME, OK_61, OK_307, QUERY_COLOR, QUERY_HANDICAP,
    READY, UNDO, WHITE_61, black, frame, ok, white,
};

#[test]
fn rule_1_a_new_frame_flips_mine_and_an_ok_flips_nothing() {
    let mut desk = Desk::playing(Color::White);
    assert_eq!(desk.snapshot().bit.mine(), Bit::Zero);
    assert_eq!(desk.take(BLACK_307), [OK_307]);
    assert_eq!(desk.snapshot().bit.mine(), Bit::Zero, "the OK");
    assert_eq!(desk.play(C3), [white(1, 0, C3_NUMBER)]);
    assert_eq!(desk.snapshot().bit.mine(), Bit::One, "the MOVE");
}

#[test]
fn rule_1_a_pending_frame_is_sent_again_byte_for_byte() {
    let mut desk = Desk::playing(Color::Black);
    let first = desk.play(C3);
    for _ in 0..5 {
        assert_eq!(texts(&desk.wait(RESEND)), first);
    }
    let bit = desk.snapshot().bit;
    assert_eq!(
        bit.pending().map(|frame| frame.sequence()),
        Some(bit.mine())
    );
}

#[test]
fn rule_2_an_ok_with_my_bit_ends_the_waiting() {
    let mut desk = Desk::playing(Color::Black);
    desk.play(C3);
    desk.hear(&ok(0, 0));
    desk.assert_verdict(Verdict::Acknowledges);
    assert_eq!(desk.snapshot().bit.pending(), None);
    assert!(desk.wait(RESEND * 10).is_empty());
}

#[test]
fn rule_2_an_ok_with_the_other_bit_ends_nothing() {
    let mut desk = Desk::playing(Color::Black);
    desk.play(C3);
    desk.hear(&ok(0, 1));
    desk.assert_verdict(Verdict::Idle);
    assert!(desk.snapshot().bit.pending().is_some());
    assert_eq!(texts(&desk.wait(RESEND)), [black(0, 0, C3_NUMBER)]);
}

#[test]
fn rule_2_a_move_instead_of_the_ok_acknowledges_mine_and_is_served() {
    let mut desk = Desk::playing(Color::Black);
    desk.play(C3);
    assert_eq!(desk.hear(WHITE_61), [""; 0]);
    desk.assert_verdict(Verdict::Offered);
    assert_eq!(desk.accept(), [OK_61]);
    assert_eq!(desk.events, [Event::MoveAcknowledged]);
    assert!(desk.session.is_our_turn());
    assert!(desk.wait(RESEND * 10).is_empty(), "nothing waits any more");
}

#[test]
fn rule_2_the_value_of_an_ok_is_ignored() {
    let mut desk = Desk::playing(Color::Black);
    desk.play(C3);
    desk.hear(&frame(0, 0, 0, 0));
    desk.assert_verdict(Verdict::Acknowledges);
}

#[test]
fn rule_3_the_bit_of_an_ok_never_counts() {
    // One program swaps the two bits in its OK.
    let mut desk = Desk::playing(Color::Black);
    desk.play(C3);
    let taken = desk.snapshot().bit.taken();
    desk.hear(&ok(1, 0));
    desk.assert_verdict(Verdict::Acknowledges);
    assert_eq!(desk.snapshot().bit.taken(), taken);
    assert_eq!(desk.take(WHITE_61), [OK_61], "still a new frame");
}

#[test]
fn rule_3_a_command_out_of_place_does_not_change_taken() {
    let mut desk = Desk::black();
    // A MOVE before QUERY(11), with the bits that QUERY(11) would have.
    assert_eq!(desk.hear(&white(1, 1, 61)), [""; 0]);
    desk.assert_verdict(Verdict::OutOfPlace);
    assert_eq!(desk.hear(QUERY_COLOR), [ANSWER_BLACK]);
    assert_eq!(desk.hear(&frame(0, 0, UNDO, 1)), [""; 0]);
    assert_eq!(desk.hear(QUERY_HANDICAP), [ANSWER_EVEN]);
}

#[test]
fn rule_4_a_repeat_gets_the_very_bytes_that_acknowledged_it_once_for_each_copy() {
    let mut desk = Desk::playing(Color::White);
    assert_eq!(desk.take(BLACK_307), [OK_307]);
    let before = desk.snapshot();
    for _ in 0..10 {
        assert_eq!(desk.hear(BLACK_307), [OK_307]);
        desk.assert_verdict(Verdict::Repeat);
    }
    assert_eq!(desk.snapshot(), before, "a repeat changes nothing");
}

#[test]
fn rule_4_copies_in_one_read_are_answered_one_by_one() {
    let mut desk = Desk::playing(Color::White);
    desk.take(BLACK_307);
    let copies = [0x00, 0x85, 0xd2, 0xb3].repeat(3);
    desk.read(&copies);
    assert_eq!(desk.moment(), [OK_307; 3]);
}

#[test]
fn rule_4_copies_before_the_first_answer_has_left_are_answered_too() {
    // Black's own NEWGAME has just gone out: the line is not ours yet when both copies are read.
    let mut desk = Desk::new(sgmp_proto::Config::tournament(Color::Black));
    assert!(desk.session.poll_transmit(desk.now).is_some());
    desk.read(&[0x03, 0xbe, 0xb0, 0x8b, 0x03, 0xbe, 0xb0, 0x8b]);
    assert_eq!(desk.moment(), [ANSWER_BLACK; 2]);
}

#[test]
fn rule_4_a_flood_of_copies_does_not_grow_us_without_bound() {
    let mut desk = Desk::playing(Color::White);
    desk.take(BLACK_307);
    let copies = [0x00, 0x85, 0xd2, 0xb3].repeat(1000);
    desk.read(&copies);
    let answers = texts(&desk.wait(RESEND));
    assert!((1..=8).contains(&answers.len()), "{}", answers.len());
    assert!(answers.iter().all(|answer| answer == OK_307));
}

#[test]
fn rule_4_in_the_handshake_the_acknowledgement_is_the_next_frame() {
    let mut black = Desk::black();
    black.hear(QUERY_COLOR);
    assert_eq!(black.hear(QUERY_COLOR), [ANSWER_BLACK]);
    black.hear(QUERY_HANDICAP);
    assert_eq!(black.hear(QUERY_HANDICAP), [ANSWER_EVEN]);

    let mut white = Desk::white();
    white.hear(NEWGAME);
    white.hear(ANSWER_BLACK);
    assert_eq!(white.hear(ANSWER_BLACK), [QUERY_HANDICAP]);
    white.hear(ANSWER_EVEN);
    assert_eq!(white.hear(ANSWER_EVEN), [READY]);
}

#[test]
fn rule_4_no_ok_carries_a_bit_that_the_peer_has_not_seen() {
    // Our OK (bit 0) and our MOVE (bit 1) are both lost: the repeat gets bit 0 again.
    let mut desk = Desk::playing(Color::White);
    desk.take(BLACK_307);
    desk.play(C3);
    assert_eq!(desk.hear(BLACK_307), [OK_307]);
}

#[test]
fn rule_4_a_repeat_never_triggers_the_pending_frame() {
    let mut desk = Desk::playing(Color::White);
    desk.take(BLACK_307);
    let played = desk.now;
    desk.play(Vertex::Pass);
    // The repeat neither sends the MOVE nor puts it off.
    assert_eq!(desk.hear(BLACK_307), [OK_307]);
    let sent = desk.wait(RESEND);
    assert_eq!(texts(&sent), [white(1, 0, 0)]);
    assert_eq!(sent[0].at - played, desk.config.pace.frame + RESEND);
}

//! Rules 5, 6 and 8: frames that do not know each other.

use sgmp_proto::{Color, Config, Event, Sentence, Stop, Tolerance, Verdict};

use super::desk::{C3, D3, Desk, RESEND, texts};
use super::wire::{BLACK_307, DENY, OK_61, QUERY, WHITE_61, black, frame, ok, white};

#[test]
fn rule_5_a_new_frame_that_has_missed_mine_is_dropped() {
    let mut desk = Desk::black_in_mid_game();
    let before = desk.snapshot();
    // Bit 1 is new, but it acknowledges bit 1 where our MOVE had 0.
    for _ in 0..2 {
        assert_eq!(desk.hear(&white(1, 1, 61)), [""; 0]);
        desk.assert_verdict(Verdict::Missed);
    }
    assert_eq!(desk.snapshot(), before);
    assert_eq!(desk.take(WHITE_61), [OK_61], "the real one is still new");
}

#[test]
fn rule_5_tolerant_the_third_identical_copy_of_the_legal_next_move_is_taken() {
    let mut desk = Desk::black_in_mid_game();
    desk.hear(&white(1, 1, 61));
    desk.hear(&white(1, 1, 61));
    assert_eq!(desk.take(&white(1, 1, 61)), [OK_61]);
    assert_eq!(desk.hear(&white(1, 1, 61)), [OK_61], "then it is a repeat");
    assert_eq!(desk.moves(), 2);
}

#[test]
fn rule_5_strict_the_third_copy_is_reported_and_not_taken() {
    let config = Config {
        tolerance: Tolerance::Strict,
        ..Config::tournament(Color::Black)
    };
    let mut desk = Desk::playing_with(config);
    desk.play(C3);
    desk.hear(&ok(0, 0));
    for _ in 0..5 {
        assert_eq!(desk.hear(&white(1, 1, 61)), [""; 0]);
        desk.assert_verdict(Verdict::Refused(Sentence::Alternately));
    }
    assert_eq!(desk.moves(), 1);
}

#[test]
fn rule_5_a_different_frame_between_the_copies_starts_the_count_again() {
    let mut desk = Desk::black_in_mid_game();
    desk.hear(&white(1, 1, 61));
    desk.hear(&white(1, 1, 61));
    desk.hear(&white(1, 1, 62));
    for _ in 0..2 {
        desk.hear(&white(1, 1, 61));
        desk.assert_verdict(Verdict::Missed);
    }
}

#[test]
fn rule_5_only_the_legal_next_move_is_taken_at_the_third_copy() {
    let other_color = black(1, 1, 61);
    let past_the_board = white(1, 1, 362);
    let no_move = frame(1, 1, DENY, 0);
    let query = frame(1, 1, QUERY, 8);
    for odd in [other_color, past_the_board, no_move, query] {
        let mut desk = Desk::black_in_mid_game();
        for _ in 0..6 {
            assert_eq!(desk.hear(&odd), [""; 0]);
            desk.assert_verdict(Verdict::Missed);
        }
        assert_eq!(desk.moves(), 1);
    }
}

#[test]
fn rule_5_a_third_copy_that_the_rules_forbid_is_doubted_like_any_other() {
    let mut desk = Desk::black_in_mid_game();
    for _ in 0..3 {
        desk.hear(&white(1, 1, 41));
    }
    assert_eq!(desk.refuse(), sgmp_proto::Refusal::Doubted);
    desk.hear(&white(1, 1, 41));
    assert_eq!(desk.refuse(), sgmp_proto::Refusal::Confirmed);
    assert!(matches!(
        desk.events[..],
        [Event::Stopped(Stop::IllegalMove(_))]
    ));
}

#[test]
fn rule_6_both_sent_at_once_mine_is_kept_up_and_theirs_taken_when_it_acknowledges_mine() {
    let mut desk = Desk::playing(Color::Black);
    desk.play(C3);
    // White's MOVE acknowledges bit 1 (ANSWER(1)): it has not seen our MOVE with bit 0.
    let crossed = white(1, 1, 61);
    for _ in 0..5 {
        assert_eq!(desk.hear(&crossed), [""; 0]);
        desk.assert_verdict(Verdict::Crossed);
    }
    assert_eq!(texts(&desk.wait(RESEND)), [black(0, 0, 41)]);
    assert_eq!(desk.take(WHITE_61), [OK_61]);
    assert_eq!(desk.events, [Event::MoveAcknowledged]);
}

#[test]
fn rule_8_a_frame_two_frames_older_gets_a_verdict_and_nothing_is_played_twice() {
    // Black's first MOVE overtaken by all that followed: its bits are those of its third.
    let mut desk = Desk::white_in_mid_game();
    assert_eq!(desk.take(&black(1, 1, 308)), [ok(1, 1)]);
    assert_eq!(desk.hear(BLACK_307), [""; 0], "it knows our bits of then");
    desk.assert_verdict(Verdict::Missed);
    assert_eq!(desk.moves(), 3);
    // Once it is Black's turn again the bits cannot tell it from the third: the rules of Go can.
    desk.play(D3);
    assert_eq!(desk.hear(BLACK_307), [""; 0]);
    desk.assert_verdict(Verdict::Offered);
    assert_eq!(desk.refuse(), sgmp_proto::Refusal::Doubted);
    assert_eq!(desk.moves(), 4);
}

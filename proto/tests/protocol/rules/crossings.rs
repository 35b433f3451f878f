//! Rules 5, 6 and 8: frames that do not know each other.

use sgmp_proto::{Clause, Color, Config, Event, FrameVerdict, Stop, Strictness};

use super::harness::{C3, D3, Harness, RESEND, texts};
use super::wire::{BLACK_307, DENY, OK_61, QUERY, WHITE_61, black, frame, ok, white};

#[test]
fn rule_5_a_new_frame_that_has_missed_mine_is_dropped() {
    let mut harness = Harness::black_in_mid_game();
    let before = harness.snapshot();
    // Bit 1 is new, but it acknowledges bit 1 where our MOVE had 0.
    for _ in 0..2 {
        assert_eq!(harness.hear(&white(1, 1, 61)), [""; 0]);
        harness.assert_verdict(FrameVerdict::Missed);
    }
    assert_eq!(harness.snapshot(), before);
    assert_eq!(harness.take(WHITE_61), [OK_61], "the real one is still new");
}

#[test]
fn rule_5_tolerant_the_third_identical_copy_of_the_legal_next_move_is_taken() {
    let mut harness = Harness::black_in_mid_game();
    harness.hear(&white(1, 1, 61));
    harness.hear(&white(1, 1, 61));
    assert_eq!(harness.take(&white(1, 1, 61)), [OK_61]);
    assert_eq!(
        harness.hear(&white(1, 1, 61)),
        [OK_61],
        "then it is a repeat"
    );
    assert_eq!(harness.moves(), 2);
}

#[test]
fn rule_5_strict_the_third_copy_is_reported_and_not_taken() {
    let config = Config {
        strictness: Strictness::Strict,
        ..Config::tournament(Color::Black)
    };
    let mut harness = Harness::playing_with(config);
    harness.play(C3);
    harness.hear(&ok(0, 0));
    for _ in 0..5 {
        assert_eq!(harness.hear(&white(1, 1, 61)), [""; 0]);
        harness.assert_verdict(FrameVerdict::Refused(Clause::Alternately));
    }
    assert_eq!(harness.moves(), 1);
}

#[test]
fn rule_5_a_different_frame_between_the_copies_starts_the_count_again() {
    let mut harness = Harness::black_in_mid_game();
    harness.hear(&white(1, 1, 61));
    harness.hear(&white(1, 1, 61));
    harness.hear(&white(1, 1, 62));
    for _ in 0..2 {
        harness.hear(&white(1, 1, 61));
        harness.assert_verdict(FrameVerdict::Missed);
    }
}

#[test]
fn rule_5_only_the_legal_next_move_is_taken_at_the_third_copy() {
    let other_color = black(1, 1, 61);
    let past_the_board = white(1, 1, 362);
    let no_move = frame(1, 1, DENY, 0);
    let query = frame(1, 1, QUERY, 8);
    for odd in [other_color, past_the_board, no_move, query] {
        let mut harness = Harness::black_in_mid_game();
        for _ in 0..6 {
            assert_eq!(harness.hear(&odd), [""; 0]);
            harness.assert_verdict(FrameVerdict::Missed);
        }
        assert_eq!(harness.moves(), 1);
    }
}

#[test]
fn rule_5_a_third_copy_that_the_rules_forbid_is_doubted_like_any_other() {
    let mut harness = Harness::black_in_mid_game();
    for _ in 0..3 {
        harness.hear(&white(1, 1, 41));
    }
    assert_eq!(harness.refuse(), sgmp_proto::Refusal::Doubted);
    harness.hear(&white(1, 1, 41));
    assert_eq!(harness.refuse(), sgmp_proto::Refusal::Confirmed);
    assert!(matches!(
        harness.events[..],
        [Event::Stopped(Stop::IllegalMove(_))]
    ));
}

#[test]
fn rule_6_both_sent_at_once_mine_is_kept_up_and_theirs_taken_when_it_acknowledges_mine() {
    let mut harness = Harness::playing(Color::Black);
    harness.play(C3);
    // White's MOVE acknowledges bit 1 (ANSWER(1)): it has not seen our MOVE with bit 0.
    let crossed = white(1, 1, 61);
    for _ in 0..5 {
        assert_eq!(harness.hear(&crossed), [""; 0]);
        harness.assert_verdict(FrameVerdict::Crossed);
    }
    assert_eq!(texts(&harness.wait(RESEND)), [black(0, 0, 41)]);
    assert_eq!(harness.take(WHITE_61), [OK_61]);
    assert_eq!(harness.events, [Event::MoveAcknowledged]);
}

#[test]
fn rule_8_a_frame_two_frames_older_gets_a_verdict_and_nothing_is_played_twice() {
    // Black's first MOVE overtaken by all that followed: its bits are those of its third.
    let mut harness = Harness::white_in_mid_game();
    assert_eq!(harness.take(&black(1, 1, 308)), [ok(1, 1)]);
    assert_eq!(
        harness.hear(BLACK_307),
        [""; 0],
        "it knows our bits of then"
    );
    harness.assert_verdict(FrameVerdict::Missed);
    assert_eq!(harness.moves(), 3);
    // Once it is Black's turn again the bits cannot tell it from the third: the rules of Go can.
    harness.play(D3);
    assert_eq!(harness.hear(BLACK_307), [""; 0]);
    harness.assert_verdict(FrameVerdict::Offered);
    assert_eq!(harness.refuse(), sgmp_proto::Refusal::Doubted);
    assert_eq!(harness.moves(), 4);
}

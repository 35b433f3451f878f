//! Questions that the call does not permit: a tolerant session answers them truthfully, and asks
//! none.

use core::time::Duration;

use sgmp_proto::{BoardSize, Color, Config, Event, FrameVerdict, GameFacts, Phase};

use super::harness::{C3, D3, Harness, RESEND, texts};
use super::wire::{
    ANSWER, ANSWER_BLACK, ANSWER_EVEN, BLACK_307, OK_307, QUERY, QUERY_COLOR, QUERY_HANDICAP,
    READY, black, frame, ok, white,
};

/// Every question there is, and the true answer of Black on 19 lines after 44 minutes.
const BLACKS_ANSWERS: [(u16, u16); 13] = [
    (0, 1),
    (1, 15),
    (2, 1),
    (3, 200),
    (4, 44),
    (5, 1),
    (6, 1),
    (7, 1),
    (8, 1),
    (9, 19),
    (10, 50),
    (11, 2),
    (12, 0),
];

const FACTS: GameFacts = GameFacts {
    stones: 200,
    black_used: Duration::from_secs(44 * 60),
    white_used: Duration::from_secs(119),
    limit: Some(Duration::from_secs(50 * 60)),
};

#[test]
fn black_answers_any_question_of_the_opening_and_goes_on() {
    for (query, answer) in BLACKS_ANSWERS {
        let mut harness = Harness::black();
        harness.session.set_facts(FACTS);
        harness.hear(QUERY_COLOR);
        harness.hear(QUERY_HANDICAP);
        // One more, the bit flipped.
        assert_eq!(
            harness.hear(&frame(1, 1, QUERY, query)),
            [frame(0, 1, ANSWER, answer)],
            "QUERY({query})"
        );
        harness.assert_verdict(FrameVerdict::Taken);
        assert!(harness.session.send_move(C3).is_err(), "not before the OK");
        harness.hear(&ok(1, 0));
        assert_eq!(harness.events, [Event::Ready]);
        assert_eq!(harness.play(C3), [black(1, 1, 41)]);
    }
}

#[test]
fn black_answers_before_the_color_was_asked() {
    let mut harness = Harness::black();
    assert_eq!(
        harness.hear(&frame(1, 1, QUERY, 9)),
        [frame(0, 1, ANSWER, 19)]
    );
    assert_eq!(
        harness.hear(&frame(0, 0, QUERY, 11)),
        [frame(1, 0, ANSWER, 2)]
    );
    assert_eq!(
        harness.hear(&frame(1, 1, QUERY, 8)),
        [frame(0, 1, ANSWER, 1)]
    );
    harness.hear(&ok(1, 0));
    assert_eq!(harness.events, [Event::Ready]);
}

#[test]
fn the_order_of_the_two_questions_may_be_swapped_and_neither_left_out() {
    let mut harness = Harness::black();
    harness.hear(&frame(1, 1, QUERY, 8));
    harness.hear(&ok(1, 0));
    assert_eq!(harness.session.phase(), Phase::NewGameSent, "not yet");
    assert_eq!(
        harness.hear(&frame(0, 0, QUERY, 11)),
        [frame(1, 0, ANSWER, 2)]
    );
    harness.hear(&ok(0, 1));
    assert_eq!(harness.events, [Event::Ready]);
}

#[test]
fn an_answer_is_sent_again_like_any_other_frame() {
    let mut harness = Harness::black();
    let answer = harness.hear(&frame(1, 1, QUERY, 9));
    assert_eq!(texts(&harness.wait(RESEND)), answer);
    assert_eq!(harness.hear(&frame(1, 1, QUERY, 9)), answer, "to a copy");
}

#[test]
fn size_and_color_are_our_own() {
    let nine = BoardSize::new(9).expect("a board");
    let config = Config {
        size: nine,
        ..Config::tournament(Color::White)
    };
    let mut harness = Harness::playing_with(config);
    for _ in 0..2 {
        harness.hear(&frame(0, 0, QUERY, 9));
    }
    let size = harness.snapshot().bit.pending().expect("an answer");
    assert_eq!(size.value(), 9);
    for _ in 0..2 {
        harness.hear(&frame(1, 1, QUERY, 11));
    }
    let color = harness.snapshot().bit.pending().expect("an answer");
    assert_eq!(color.value(), 1);
}

/// One copy may be noise, and would cost a game.
#[test]
fn in_play_a_question_is_answered_at_its_second_copy_and_is_no_move() {
    let mut harness = Harness::playing(Color::White);
    let query = frame(0, 0, QUERY, 9);
    let before = harness.snapshot();
    assert_eq!(harness.hear(&query), [""; 0]);
    harness.assert_verdict(FrameVerdict::OutOfPlace);
    assert_eq!(harness.snapshot(), before);
    assert_eq!(harness.hear(&query), [frame(1, 0, ANSWER, 19)]);
    assert_eq!(harness.moves(), 0);
    // The peer's move acknowledges the answer, and no move of ours.
    assert_eq!(harness.take(&black(1, 1, 307)), [ok(1, 1)]);
    assert_eq!(harness.events, []);
    assert_eq!(harness.play(C3), [white(0, 1, 41)]);
}

#[test]
fn stones_and_clocks_are_those_that_we_were_told_last() {
    let mut harness = Harness::playing(Color::White);
    let query = frame(0, 0, QUERY, 3);
    harness.hear(&query);
    assert_eq!(
        harness.hear(&query),
        [frame(1, 0, ANSWER, 0)],
        "nobody said"
    );
    let query = frame(1, 1, QUERY, 3);
    harness.session.set_facts(FACTS);
    harness.hear(&query);
    assert_eq!(harness.hear(&query), [frame(0, 1, ANSWER, 200)]);
}

#[test]
fn an_ok_to_an_answer_in_play_acknowledges_no_move() {
    let mut harness = Harness::playing(Color::White);
    for _ in 0..2 {
        harness.hear(&frame(0, 0, QUERY, 9));
    }
    harness.hear(&ok(0, 1));
    assert_eq!(harness.events, []);
    assert!(harness.wait(RESEND * 3).is_empty());
    assert_eq!(harness.take(&black(1, 1, 307)), [ok(1, 1)]);
}

#[test]
fn a_question_in_place_of_the_ok_acknowledges_our_move() {
    let mut harness = Harness::playing(Color::Black);
    harness.play(C3);
    let query = frame(1, 0, QUERY, 9);
    harness.hear(&query);
    assert_eq!(harness.events, []);
    harness.hear(&query);
    assert_eq!(harness.events, [Event::MoveAcknowledged]);
    assert_eq!(harness.moves(), 1);
}

#[test]
fn a_white_that_opens_again_in_mid_game_is_not_led_on() {
    for query in [11, 8] {
        let mut harness = Harness::black_in_mid_game();
        for _ in 0..4 {
            assert_eq!(harness.hear(&frame(1, 0, QUERY, query)), [""; 0]);
            harness.assert_verdict(FrameVerdict::OutOfPlace);
        }
    }
}

#[test]
fn at_our_turn_our_move_comes_first() {
    let mut harness = Harness::playing(Color::White);
    assert_eq!(harness.take(BLACK_307), [OK_307]);
    for _ in 0..3 {
        assert_eq!(harness.hear(&frame(1, 0, QUERY, 9)), [""; 0]);
        harness.assert_verdict(FrameVerdict::OutOfPlace);
    }
    assert_eq!(harness.play(D3).len(), 1);
}

#[test]
fn white_that_asks_is_asked_nothing() {
    let mut harness = Harness::white();
    harness.hear(super::wire::NEWGAME);
    assert_eq!(harness.hear(&frame(0, 1, QUERY, 9)), [""; 0]);
    harness.assert_verdict(FrameVerdict::OutOfPlace);
    assert_eq!(harness.hear(ANSWER_BLACK), [QUERY_HANDICAP]);
    assert_eq!(harness.hear(ANSWER_EVEN), [READY]);
    assert!(harness.wait(Duration::from_secs(60)).is_empty());
}

//! The call's example instance, byte for byte, seen from both ends.

use sgmp_proto::{Color, Config, Event, FrameVerdict, Vertex};

use super::harness::Harness;
use super::wire::{
    ANSWER_BLACK, ANSWER_EVEN, BLACK_307, NEWGAME, OK_61, OK_307, QUERY_COLOR, QUERY_HANDICAP,
    READY, WHITE_61,
};

const C17: Vertex = Vertex::Point { column: 2, row: 16 };
const D4: Vertex = Vertex::Point { column: 3, row: 3 };

#[test]
fn the_calls_example_as_black() {
    let mut harness = Harness::new(Config::tournament(Color::Black));
    assert_eq!(harness.moment(), [NEWGAME]);
    assert_eq!(harness.hear(QUERY_COLOR), [ANSWER_BLACK]);
    assert_eq!(harness.hear(QUERY_HANDICAP), [ANSWER_EVEN]);
    assert_eq!(harness.hear(READY), [""; 0]);
    assert_eq!(harness.events, [Event::Ready]);
    assert_eq!(harness.play(C17), [BLACK_307]);
    assert_eq!(harness.hear(OK_307), [""; 0]);
    assert_eq!(harness.events, [Event::MoveAcknowledged]);
    assert_eq!(harness.take(WHITE_61), [OK_61]);
    assert!(harness.session.is_our_turn());
}

#[test]
fn the_calls_example_as_white() {
    let mut harness = Harness::white();
    assert_eq!(harness.moment(), [""; 0], "White just waits");
    assert_eq!(harness.hear(NEWGAME), [QUERY_COLOR]);
    assert_eq!(harness.hear(ANSWER_BLACK), [QUERY_HANDICAP]);
    assert_eq!(harness.hear(ANSWER_EVEN), [READY]);
    assert_eq!(harness.events, [Event::Ready]);
    assert_eq!(harness.take(BLACK_307), [OK_307]);
    assert_eq!(harness.play(D4), [WHITE_61]);
    assert_eq!(harness.hear(OK_61), [""; 0]);
    assert_eq!(harness.events, [Event::MoveAcknowledged]);
    assert!(!harness.session.is_our_turn());
}

#[test]
fn the_offered_move_is_the_point_of_the_call() {
    let mut harness = Harness::playing(Color::White);
    harness.hear(BLACK_307);
    harness.assert_verdict(FrameVerdict::Offered);
    let [Event::MoveOffered(color, vertex)] = harness.events[..] else {
        panic!("{:?}", harness.events)
    };
    assert_eq!((color, vertex), (Color::Black, C17));
}

#[test]
fn a_frame_may_come_in_any_pieces_with_talk_between_them() {
    let mut harness = Harness::white();
    harness.read(b"hello");
    for byte in [0x01, 0xa1, b'!', 0xa0] {
        harness.read(&[byte]);
        assert_eq!(harness.moment(), [""; 0]);
    }
    harness.read(&[0x80]);
    assert_eq!(harness.moment(), [QUERY_COLOR]);
    assert_eq!(harness.session.counts().talk, 6);
}

#[test]
fn a_frame_with_a_bad_checksum_is_dropped_in_silence_and_reported() {
    let mut harness = Harness::white();
    assert_eq!(harness.hear("01:a2:a0:80"), [""; 0]);
    assert!(matches!(harness.events[..], [Event::Garbled { .. }]));
    assert_eq!(harness.session.counts().bad_checksums, 1);
    assert_eq!(harness.hear(NEWGAME), [QUERY_COLOR]);
}

#[test]
fn a_frame_with_the_reserved_bit_is_not_understood() {
    let mut harness = Harness::white();
    assert_eq!(harness.hear("01:a9:a8:80"), [""; 0]);
    assert!(matches!(harness.events[..], [Event::Garbled { .. }]));
    assert_eq!(harness.session.counts().reserved, 1);
}

//! The call's example instance, byte for byte, seen from both ends.

use sgmp_proto::{Color, Config, Event, Verdict, Vertex};

use super::desk::Desk;
use super::wire::{
    ANSWER_BLACK, ANSWER_EVEN, BLACK_307, NEWGAME, OK_61, OK_307, QUERY_COLOR, QUERY_HANDICAP,
    READY, WHITE_61,
};

const C17: Vertex = Vertex::Point { column: 2, row: 16 };
const D4: Vertex = Vertex::Point { column: 3, row: 3 };

#[test]
fn the_calls_example_as_black() {
    let mut desk = Desk::new(Config::tournament(Color::Black));
    assert_eq!(desk.moment(), [NEWGAME]);
    assert_eq!(desk.hear(QUERY_COLOR), [ANSWER_BLACK]);
    assert_eq!(desk.hear(QUERY_HANDICAP), [ANSWER_EVEN]);
    assert_eq!(desk.hear(READY), [""; 0]);
    assert_eq!(desk.events, [Event::Ready]);
    assert_eq!(desk.play(C17), [BLACK_307]);
    assert_eq!(desk.hear(OK_307), [""; 0]);
    assert_eq!(desk.events, [Event::MoveAcknowledged]);
    assert_eq!(desk.take(WHITE_61), [OK_61]);
    assert!(desk.session.is_our_turn());
}

#[test]
fn the_calls_example_as_white() {
    let mut desk = Desk::white();
    assert_eq!(desk.moment(), [""; 0], "White just waits");
    assert_eq!(desk.hear(NEWGAME), [QUERY_COLOR]);
    assert_eq!(desk.hear(ANSWER_BLACK), [QUERY_HANDICAP]);
    assert_eq!(desk.hear(ANSWER_EVEN), [READY]);
    assert_eq!(desk.events, [Event::Ready]);
    assert_eq!(desk.take(BLACK_307), [OK_307]);
    assert_eq!(desk.play(D4), [WHITE_61]);
    assert_eq!(desk.hear(OK_61), [""; 0]);
    assert_eq!(desk.events, [Event::MoveAcknowledged]);
    assert!(!desk.session.is_our_turn());
}

#[test]
fn the_offered_move_is_the_point_of_the_call() {
    let mut desk = Desk::playing(Color::White);
    desk.hear(BLACK_307);
    desk.assert_verdict(Verdict::Offered);
    let [Event::MoveOffered(mv)] = desk.events[..] else {
        panic!("{:?}", desk.events)
    };
    assert_eq!(mv.color(), Color::Black);
    assert_eq!(mv.vertex(desk.config.size), Some(C17));
}

#[test]
fn a_frame_may_come_in_any_pieces_with_talk_between_them() {
    let mut desk = Desk::white();
    desk.read(b"hello");
    for byte in [0x01, 0xa1, b'!', 0xa0] {
        desk.read(&[byte]);
        assert_eq!(desk.moment(), [""; 0]);
    }
    desk.read(&[0x80]);
    assert_eq!(desk.moment(), [QUERY_COLOR]);
    assert_eq!(desk.session.counts().talk, 6);
}

#[test]
fn a_frame_with_a_bad_checksum_is_dropped_in_silence_and_reported() {
    let mut desk = Desk::white();
    assert_eq!(desk.hear("01:a2:a0:80"), [""; 0]);
    assert!(matches!(desk.events[..], [Event::Garbled { .. }]));
    assert_eq!(desk.session.counts().bad_checksums, 1);
    assert_eq!(desk.hear(NEWGAME), [QUERY_COLOR]);
}

#[test]
fn a_frame_with_the_reserved_bit_is_not_understood() {
    let mut desk = Desk::white();
    assert_eq!(desk.hear("01:a9:a8:80"), [""; 0]);
    assert!(matches!(desk.events[..], [Event::Garbled { .. }]));
    assert_eq!(desk.session.counts().reserved, 1);
}

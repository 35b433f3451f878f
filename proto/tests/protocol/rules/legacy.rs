//! The point numbers of an old library: rows of 19 on a board of 9 lines.

use sgmp_proto::{BoardSize, Color, Config, Event, FrameVerdict, Misuse, Numbering, Stop, Vertex};

use super::harness::Harness;
use super::wire::{black, ok, white};

const E5: Vertex = Vertex::Point { column: 4, row: 4 };
/// 1 + 4 + 19 * 4, and 1 + 4 + 9 * 4.
const E5_LEGACY: u16 = 81;
const E5_NUMBER: u16 = 41;

fn nine() -> BoardSize {
    BoardSize::new(9).expect("a board")
}

fn playing(color: Color) -> Harness {
    Harness::playing_with(Config {
        size: nine(),
        numbering: Numbering::ByNineteen,
        ..Config::tournament(color)
    })
}

#[test]
fn our_moves_go_out_in_its_numbers() {
    let mut harness = playing(Color::Black);
    assert_eq!(harness.play(E5), [black(0, 0, E5_LEGACY)]);
    harness.hear(&ok(0, 0));
    assert_eq!(harness.events, [Event::MoveAcknowledged]);
}

#[test]
fn its_moves_are_offered_in_ours() {
    let mut harness = playing(Color::White);
    harness.hear(&black(0, 0, E5_LEGACY));
    let [Event::MoveOffered(color, vertex)] = harness.events[..] else {
        panic!("{:?}", harness.events)
    };
    assert_eq!((color, vertex), (Color::Black, E5));
}

#[test]
fn a_pass_is_a_pass() {
    let mut harness = playing(Color::White);
    harness.take(&black(0, 0, 0));
    assert_eq!(harness.play(Vertex::Pass), [white(1, 0, 0)]);
}

#[test]
fn a_number_between_its_rows_is_no_point() {
    let mut harness = playing(Color::White);
    // Fine in the protocol's numbers: A2.
    harness.hear(&black(0, 0, 10));
    harness.assert_verdict(FrameVerdict::Doubted);
    harness.hear(&black(0, 0, 10));
    assert!(
        matches!(harness.events[..], [Event::Stopped(Stop::IllegalMove(mv))] if mv.number() == 10)
    );
}

#[test]
fn a_move_refused_is_reported_in_ours() {
    let mut harness = playing(Color::White);
    for _ in 0..2 {
        harness.hear(&black(0, 0, E5_LEGACY));
        harness.refuse();
    }
    assert!(matches!(
        harness.events[..],
        [Event::Stopped(Stop::IllegalMove(mv))] if mv.number() == E5_NUMBER
    ));
}

#[test]
fn no_point_outside_the_board_is_sent() {
    let mut harness = playing(Color::Black);
    let outside = Vertex::Point { column: 9, row: 0 };
    assert_eq!(harness.session.send_move(outside), Err(Misuse::OffBoard));
}

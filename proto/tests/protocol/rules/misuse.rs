//! Forbidden calls, and what the caller gets for them.

use sgmp_proto::{BoardSize, Color, Config, Instant, Misuse, Session, Vertex};

use super::harness::{C3, Harness};
use super::wire::{BLACK_307, WHITE_61, bytes, ok};

fn assert_not_our_turn(harness: &mut Harness) {
    let before = harness.snapshot();
    assert!(!harness.session.is_our_turn());
    assert_eq!(harness.session.send_move(C3), Err(Misuse::NotOurTurn));
    assert_eq!(harness.snapshot(), before);
    assert_eq!(harness.moment(), [""; 0]);
}

#[test]
fn a_move_out_of_turn_is_refused_and_changes_nothing() {
    assert_not_our_turn(&mut Harness::white());
    assert_not_our_turn(&mut Harness::black());
    assert_not_our_turn(&mut Harness::playing(Color::White));
    assert_not_our_turn(&mut Harness::black_in_mid_game());
}

#[test]
fn a_move_while_the_last_one_waits_for_its_ok_is_refused() {
    let mut harness = Harness::playing(Color::Black);
    harness.play(C3);
    assert_not_our_turn(&mut harness);
    // Even where White's move is on the table and not yet judged.
    harness.hear(WHITE_61);
    assert_not_our_turn(&mut harness);
}

#[test]
fn nothing_can_be_accepted_or_refused_that_was_not_offered() {
    let mut harness = Harness::playing(Color::White);
    let nothing = Err(Misuse::NothingOffered);
    assert_eq!(harness.session.accept_move(harness.now), nothing);
    assert_eq!(
        harness.session.refuse_move(harness.now).map(|_| ()),
        nothing
    );
    harness.take(BLACK_307);
    assert_eq!(harness.session.accept_move(harness.now), nothing, "twice");
    assert_eq!(harness.moves(), 1);
}

#[test]
fn a_point_off_the_board_is_refused_instead_of_becoming_another_one() {
    let size = BoardSize::new(9).expect("a board");
    let config = Config {
        size,
        ..Config::tournament(Color::Black)
    };
    let mut harness = Harness::playing_with(config);
    for (column, row) in [(9, 0), (0, 9), (255, 255)] {
        let vertex = Vertex::Point { column, row };
        assert_eq!(harness.session.send_move(vertex), Err(Misuse::OffBoard));
    }
    assert!(harness.session.is_our_turn());
    harness.play(Vertex::Point { column: 8, row: 8 });
}

#[test]
fn no_byte_is_taken_before_the_events_are_drained() {
    let mut session = Session::new(Config::tournament(Color::White), Instant::ZERO);
    let newgame = bytes(super::wire::NEWGAME);
    assert_eq!(session.handle_bytes(Instant::ZERO, &newgame.repeat(2)), 4);
    assert_eq!(session.handle_bytes(Instant::ZERO, &newgame), 0);
    while session.poll_event().is_some() {}
    assert_eq!(session.handle_bytes(Instant::ZERO, &newgame), 4);
}

#[test]
fn misuse_says_what_was_wrong() {
    for misuse in [Misuse::NotOurTurn, Misuse::OffBoard, Misuse::NothingOffered] {
        assert!(!misuse.to_string().is_empty());
    }
}

#[test]
fn a_move_at_once_after_the_ok_is_in_order() {
    let mut harness = Harness::black_in_mid_game();
    harness.take(WHITE_61);
    harness.play(C3);
    harness.hear(&ok(1, 1));
    assert_eq!(harness.moves(), 3);
}

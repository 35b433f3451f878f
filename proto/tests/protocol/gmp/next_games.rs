//! Another game on the same line.

use std::time::Duration;

use sgmp_proto::{Color, Frame, Handicap, Message, Misuse, Phase, ProposedTerms, Vertex};

use super::harness::{NO_OPINION, Side, Table, at, proposed};

fn black(lines: u8, stones: u16) -> ProposedTerms {
    proposed(Some(Color::Black), lines, stones)
}

#[test]
fn three_games_on_one_line_each_with_its_own_terms() {
    let mut table = Table::agreed(black(9, 1), NO_OPINION);
    for (lines, stones) in [(13, 3), (5, 1), (19, 9)] {
        table.play(at(1, 1));
        table.finish();
        table.b.session.next_game(NO_OPINION).unwrap();
        table.a.session.next_game(black(lines, stones)).unwrap();
        table.run();
        let agreement = table.b.agreement.unwrap();
        assert_eq!(agreement.size.lines(), lines);
        assert_eq!(Some(agreement.handicap), Handicap::new(stones));
        assert!(table.a.record.is_empty() && table.b.record.is_empty());
    }
    table.play(at(2, 2));
    table.finish();
}

#[test]
fn a_newgame_that_comes_while_we_linger_is_taken_up() {
    let mut table = Table::agreed(black(9, 1), NO_OPINION);
    table.play(Vertex::Pass);
    table.play(Vertex::Pass);
    // White passed last and its pass is acknowledged; Black lingers.
    table.pass(Duration::from_secs(3));
    assert_eq!(table.b.session.phase(), Phase::Finished);
    assert!(matches!(table.a.session.phase(), Phase::Over { .. }));
    table.b.session.next_game(black(7, 1)).unwrap();
    table.run();
    assert_eq!(table.a.session.phase(), Phase::Finished);
    table.a.session.next_game(NO_OPINION).unwrap();
    table.run();
    assert_eq!(table.a.agreement.unwrap().color, Color::White);
    assert_eq!(table.b.agreement.unwrap().color, Color::Black);
    table.play(at(3, 3));
    table.finish();
}

/// The other program was started again: its bits begin at 0.
#[test]
fn a_program_that_begins_after_the_end_is_understood() {
    for stones in 0..4 {
        let mut table = Table::agreed(black(9, 1), NO_OPINION);
        for column in 0..stones {
            table.play(at(column, 1));
        }
        table.finish();
        table.b.session.next_game(NO_OPINION).unwrap();
        table.a = Side::new(black(11, 1));
        table.b.agreement = None;
        table.run();
        assert_eq!(table.b.agreement.unwrap().size.lines(), 11);
        table.play(at(3, 3));
        table.finish();
    }
}

/// A line on which a game of `stones` stones has ended, and of the second handshake this many frames
/// were heard.
fn broken_off(stones: u8, frames: usize) -> Table {
    let mut table = Table::agreed(black(9, 1), NO_OPINION);
    for column in 0..stones {
        table.play(at(column, 1));
    }
    table.finish();
    table.b.session.next_game(NO_OPINION).unwrap();
    table.a.session.next_game(black(7, 1)).unwrap();
    (table.a.agreement, table.b.agreement) = (None, None);
    table.goes_dead_after(frames);
    table.run();
    table.is_good = true;
    table
}

/// Both sides have agreed on the game of [`broken_off`], and play it.
fn the_second_game_is_played(mut table: Table, what: &str) {
    for side in [&table.a, &table.b] {
        let agreement = side.agreement.unwrap_or_else(|| panic!("{what}"));
        assert_eq!(agreement.size.lines(), 7, "{what}");
    }
    table.finish();
}

#[test]
fn a_white_that_is_started_again_between_the_games_gets_the_next_one() {
    for (stones, frames) in (0..4).flat_map(|stones| (0..27).map(move |frames| (stones, frames))) {
        let mut table = broken_off(stones, frames);
        table.b = Side::new(NO_OPINION);
        table.pass(Duration::from_secs(165));
        the_second_game_is_played(table, &format!("{stones} {frames}"));
    }
}

/// Its bits begin at 0, and those of the line do not.
#[test]
fn who_has_heard_nothing_yet_takes_up_the_bits_of_the_line() {
    for stones in 0..4 {
        let mut table = broken_off(stones, 0);
        table.b = Side::new(NO_OPINION);
        table.pass(Duration::from_secs(21));
        let newgames = table.a.sent.iter().filter(|m| **m == Message::NewGame);
        // That of the first game, the one that was lost, and its copy.
        assert_eq!(newgames.count(), 3);
        assert_eq!(table.b.agreement.expect("a game").size.lines(), 7);
        table.finish();
    }
}

#[test]
fn a_black_that_is_started_again_in_the_second_handshake_gets_its_game() {
    for (stones, frames) in (0..4).flat_map(|stones| (0..60).map(move |frames| (stones, frames))) {
        let mut table = broken_off(stones, frames);
        table.a = Side::new(black(7, 1));
        table.pass(Duration::from_secs(85));
        the_second_game_is_played(table, &format!("{stones} {frames}"));
    }
}

#[test]
fn repeats_of_the_last_game_are_answered_while_we_wait_for_the_next() {
    let mut table = Table::agreed(black(9, 1), NO_OPINION);
    table.play(at(1, 1));
    table.finish();
    let acknowledgement = table.a.session.snapshot().bit.acknowledgement();
    let taken = table.a.session.snapshot().bit.taken();
    table.a.session.next_game(NO_OPINION).unwrap();
    let repeat = Frame::new(taken, acknowledgement.unwrap().sequence(), Message::Deny);
    table.a.hear_frame(table.now, repeat);
    let sent = table.a.poll(table.now).map(|sent| sent.frame);
    assert_eq!(sent, acknowledgement);
}

#[test]
fn no_other_game_begins_in_mid_game() {
    let mut table = Table::agreed(black(9, 1), NO_OPINION);
    table.play(at(1, 1));
    let next = table.a.session.next_game(NO_OPINION);
    assert_eq!(next, Err(Misuse::GameNotOver));
}

//! Whole games with questions, taking back and a second game, on a line that loses frames.

use std::time::Duration;

use proptest::prelude::*;
use sgmp_proto::{Color, Phase, ProposedTerms, Query, Vertex};

use super::harness::{NO_OPINION, Table, at, proposed};

const LONG: Duration = Duration::from_secs(3600);

/// A small generator: which frames are lost.
fn losing(seed: u64, one_of: u64) -> impl FnMut(usize) -> bool {
    let mut state = seed | 1;
    move |_| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state.is_multiple_of(one_of)
    }
}

fn play_on(table: &mut Table, vertex: Vertex) {
    let black = table.a.session.is_our_turn();
    let side = if black { &mut table.a } else { &mut table.b };
    side.play(vertex).expect("somebody is to move");
    table.pass(LONG);
}

fn game(table: &mut Table, undo_at: u8) {
    table.pass(LONG);
    let size = table.a.agreement.expect("a game").size.lines();
    for row in 0..4 {
        for column in 0..size.min(4) {
            play_on(table, at(column, row));
            if row * 4 + column == undo_at {
                let side = if undo_at.is_multiple_of(2) {
                    &mut table.a
                } else {
                    &mut table.b
                };
                side.session.request_undo(1).expect("quiet");
                table.pass(LONG);
                assert_eq!(table.a.record, table.b.record);
                play_on(table, at(column, row));
            }
        }
    }
    play_on(table, Vertex::Pass);
    // Nobody repeats a last pass for ever: three resends may all be lost.
    table.is_good = true;
    let side = if table.a.session.is_our_turn() {
        &mut table.a
    } else {
        &mut table.b
    };
    side.play(Vertex::Pass).expect("to move");
    table.pass(LONG);
    table.is_good = false;
    assert_eq!(table.a.record, table.b.record);
    for side in [&table.a, &table.b] {
        assert_eq!(side.session.phase(), Phase::Finished);
    }
}

/// The frames that a line loses.
struct Losses {
    seed: u64,
    one_of: u64,
}

/// Two games on one line; the terms are those of White, if `theirs`, or of Black, who opens.
fn two_games(losses: Losses, stones: u16, undo_at: u8, theirs: bool) {
    let (bare, full) = (
        proposed(Some(Color::Black), 0, 0),
        proposed(None, 7, stones),
    );
    let (a, b) = if theirs {
        (bare, full)
    } else {
        let own = ProposedTerms {
            color: Some(Color::Black),
            ..full
        };
        (own, NO_OPINION)
    };
    let mut table = Table::losing(a, b, losing(losses.seed, losses.one_of));
    game(&mut table, undo_at);
    table.b.session.next_game(b).unwrap();
    table.a.session.next_game(a).unwrap();
    game(&mut table, undo_at);
}

/// Something that one of the two callers does if it may, and the time until the next.
#[derive(Clone, Copy, Debug)]
struct Deed {
    by_a: bool,
    kind: DeedKind,
    millis: u64,
}

#[derive(Clone, Copy, Debug)]
enum DeedKind {
    Plays,
    TakesBack(u16),
    Asks,
    /// Grants what it has refused until now, or the other way round.
    Turns,
}

fn any_deed() -> impl Strategy<Value = Deed> {
    let kind = prop_oneof![
        5 => Just(DeedKind::Plays),
        2 => (1..3_u16).prop_map(DeedKind::TakesBack),
        1 => Just(DeedKind::Asks),
        1 => Just(DeedKind::Turns),
    ];
    let millis = proptest::sample::select(vec![0, 0, 0, 1, 5, 30, 100, 1000, 30_000]);
    (any::<bool>(), kind, millis).prop_map(|(by_a, kind, millis)| Deed { by_a, kind, millis })
}

fn do_deed(table: &mut Table, deed: Deed, vertex: Vertex) {
    let side = if deed.by_a {
        &mut table.a
    } else {
        &mut table.b
    };
    match deed.kind {
        DeedKind::Plays if side.session.is_our_turn() => side.play(vertex).expect("our turn"),
        DeedKind::Plays => {}
        DeedKind::TakesBack(moves) => drop(side.session.request_undo(moves)),
        DeedKind::Asks => drop(side.session.ask(Query::WHO)),
        DeedKind::Turns => side.grants = !side.grants,
    }
    table.pass(Duration::from_millis(deed.millis));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..Default::default() })]

    #[test]
    fn both_sides_agree_whatever_is_lost(
        seed: u64,
        one_of in 3..12_u64,
        stones in 1..5_u16,
        undo_at in 0..12_u8,
        theirs: bool,
    ) {
        two_games(Losses { seed, one_of }, stones, undo_at, theirs);
    }

    /// Moves, wishes and questions of both sides at any time cross each other here.
    #[test]
    fn both_sides_agree_whatever_they_do(
        seed: u64,
        one_of in 3..12_u64,
        deeds in prop::collection::vec(any_deed(), 1..30),
    ) {
        let terms = proposed(Some(Color::Black), 7, 1);
        let mut table = Table::losing(terms, NO_OPINION, losing(seed, one_of));
        table.pass(LONG);
        for (number, deed) in (0..49).cycle().zip(deeds) {
            do_deed(&mut table, deed, at(number % 7, number / 7));
        }
        table.is_good = true;
        table.pass(LONG);
        prop_assert_eq!(&table.a.record, &table.b.record);
        prop_assert_ne!(table.a.session.is_our_turn(), table.b.session.is_our_turn());
        table.finish();
    }
}

/// Four answers in a row are lost in the second game: the opener begins anew, with bits that are not those
/// with which the line went on from the first game.
#[test]
fn a_second_game_is_opened_anew_while_its_first_question_waits() {
    let losses = Losses {
        seed: 16_639_111_619_292_634_760,
        one_of: 3,
    };
    two_games(losses, 1, 0, true);
}

/// Resends come together here, and a question meets the NEWGAME of a Black that begins again.
#[test]
fn both_sides_agree_on_a_line_that_loses_a_third() {
    for seed in 1..20_000_u64 {
        let seed = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let mut table = Table::losing(
            proposed(Some(Color::Black), 7, 1),
            NO_OPINION,
            losing(seed, 3),
        );
        table.pass(LONG);
        let agreed = table.a.agreement.is_some() && table.b.agreement.is_some();
        assert!(agreed, "{seed}");
    }
}

//! Positions that come back: no result under Japanese rules, illegal under Chinese ones.

use sgmp_proto::Color::{Black, White};
use sgmp_proto::Message;

use super::harness::{Setup, Table, minutes, moves, mv, secs, wall};
use crate::play::ending::{Dispute, End};
use crate::play::game_match::{Event, PlayError, ResumeError};
use crate::play::journal::Entry;
use crate::play::player::Decision;
use sgmp_board::rules::{Color, Cycle, IllegalMove, Move, Rules, diagram};

/// Each side has no liberties but in the three kos it holds: whoever does not take the next one
/// is taken.
const TRIPLE_KO: &str = "
    X X X X O O O
    X X X . X O O
    X X X X O O O
    X X X O . O O
    X X X X O O O
    X X X O . O O
    X X X X O O O";

/// Once round, Black first.
const ROUND: &str = "E4 D6 E2 D4 E6 D2";

/// The moves that lead to a position without a capture: White passes until it has no stone too
/// many, so that its last move is a stone.
fn leading_to(text: &str) -> Vec<Move> {
    let board = diagram::parse(text).unwrap();
    let [black, white] = Color::BOTH.map(|color| {
        let stones: Vec<_> = board.stones(color).map(Move::Play).collect();
        stones
    });
    let passes = vec![Move::Pass; black.len() - white.len()];
    let white = [passes, white].concat();
    black
        .into_iter()
        .zip(white)
        .flat_map(|(b, w)| [b, w])
        .collect()
}

/// A match in which the triple ko was reached and played round so many times.
fn played_round(color: Color, rules: Rules, times: usize) -> Table {
    let setup = Setup {
        lines: 7,
        rules,
        ..Setup::new(color)
    };
    let mut table = Table::ready(setup);
    table.play_all(&leading_to(TRIPLE_KO));
    let round = moves(ROUND);
    for _ in 0..times {
        table.play_all(&round);
    }
    table
}

#[test]
fn a_triple_ko_played_round_twice_ends_the_match_without_result() {
    // White's stone ends it: the opponent's where we are Black, ours where we are White.
    for color in Color::BOTH {
        let mut table = played_round(color, Rules::Japanese, 1);
        assert!(table.game.is_open());
        table.play_all(&moves("E4 D6 E2 D4 E6"));
        assert!(table.game.is_open());
        table.play_all(&moves("D2"));
        assert_eq!(table.end(), &End::NoResult(Cycle { moves: 6 }));
        assert_eq!(table.result(), "Void");
        let told = "no result: the same position for the third time, 6 moves after the second";
        assert_eq!(table.comment(), told);
        let Some(Entry::Ended { result, reason, .. }) = table.disk.entries().last().cloned() else {
            panic!("{:?}", table.disk.entries().last());
        };
        assert_eq!((result.as_str(), reason.as_str()), ("Void", told));
        assert_eq!(
            table.outcome().assessment,
            None,
            "nothing is settled on the board"
        );
        assert_eq!(table.peer.session.pending(), None, "it has its OK");
        table.pass(secs(60));
        assert!(table.game.is_finished());
        assert_eq!(table.peer.record, table.game.game().moves());
    }
}

#[test]
fn a_move_after_the_cycle_is_none() {
    // We are White: the OK to our last stone is lost, and Black's next move acknowledges it.
    let mut table = played_round(White, Rules::Japanese, 1);
    table.play_all(&moves("E4 D6 E2 D4 E6"));
    table.is_mute = true;
    table.ours(mv("D2"));
    table.pass(secs(5));
    assert!(table.game.is_open(), "not acknowledged yet");
    table.is_mute = false;
    let before = table.game.game().move_count();
    table.theirs(mv("E4"));
    assert_eq!(table.end(), &End::NoResult(Cycle { moves: 6 }));
    assert_eq!(table.game.game().move_count(), before);
    // We are Black: what White plays on is answered and not taken.
    let mut table = played_round(Black, Rules::Japanese, 2);
    let before = table.disk.entries().len();
    let frame = table.peer.forge_move("pass");
    table.hear_frame(frame);
    assert_eq!(table.game.game().move_count(), 64);
    assert_eq!(table.disk.entries().len(), before);
}

#[test]
fn a_cycle_is_known_again_after_a_crash() {
    let table = played_round(Black, Rules::Japanese, 2);
    let mut entries = table.disk.entries();
    let over = table.resumed(&entries, wall()).err();
    let Some(ResumeError::Over { result, .. }) = over else {
        panic!("{over:?}");
    };
    assert_eq!(result, "Void");
    // Killed before the end was written down.
    entries.retain(|entry| !matches!(entry, Entry::Ended { .. }));
    let mut resumed = table.resumed(&entries, wall()).unwrap();
    let mut events = std::iter::from_fn(|| resumed.poll_event());
    assert!(events.any(|event| event == Event::Ended(End::NoResult(Cycle { moves: 6 }))));
}

#[test]
fn superko_forbids_our_own_move() {
    let mut table = played_round(White, Rules::Chinese, 0);
    table.play_all(&moves("E4 D6 E2 D4 E6"));
    let refused = table.game.play(Decision::Move(mv("D2")), table.now);
    let illegal = PlayError::Illegal(mv("D2"), IllegalMove::Superko);
    assert_eq!(refused, Err(illegal));
    assert!(table.game.is_our_turn());
    table.ours(Move::Pass);
    assert!(table.game.is_open());
}

#[test]
fn superko_forbids_the_opponents_move() {
    let mut table = played_round(Black, Rules::Chinese, 0);
    table.play_all(&moves("E4 D6 E2 D4 E6"));
    let frame = table.peer.forge_move("D2");
    for copy in [1, 2] {
        let sent = table.sent.len();
        table.hear_frame(frame);
        assert_eq!(table.game.is_open(), copy == 1);
        let oks = table.sent_since(sent);
        assert!(!oks.contains(&Message::Ok), "never acknowledged");
        table.pass(secs(20));
    }
    let End::Judge(Dispute::IllegalMove(foul)) = table.end() else {
        panic!("{:?}", table.end());
    };
    let told = "move 58, White D2: the position was there before (superko)";
    assert_eq!(foul.to_string(), told);
}

#[test]
fn chinese_matches_are_counted_by_area_and_say_so() {
    let setup = Setup {
        rules: Rules::Chinese,
        ..Setup::new(Black)
    };
    let mut table = Table::playing(setup, "E5 pass C3 pass");
    table.pass(minutes(1));
    table.play_all(&moves("pass"));
    assert_eq!(table.end(), &End::TwoPasses);
    assert_eq!(table.result(), "B+75.5", "all 81 points, stones included");
    let record = table.paper.record().unwrap();
    assert_eq!(record.info.rules.as_deref(), Some("Chinese"));
}

//! The process is killed between any two events, resumes, and finishes the game.

use std::time::Duration;

use proptest::prelude::*;

use super::harness::{Cut, Setup, Table, moves, secs};
use super::memory_sinks::PowerCut;
use crate::play::ending::End;
use crate::play::game_match::ResumeError;
use sgmp_board::rules::Color;

/// A capture, a pass in the middle, and two at the end.
const GAME: &str = "E5 E4 pass D5 C3 F5 G7 E6 pass pass";

fn table(color: Color) -> Table {
    Table::new(Setup {
        script: moves(GAME),
        latency: Duration::from_millis(30),
        pace: sgmp_proto::Pace::from_baud(2400),
        ..Setup::new(color)
    })
}

/// Plays on until nobody has anything to do, or the process is killed.
fn play_on(table: &mut Table) {
    for _ in 0..60 {
        table.pass(secs(10));
        if table.is_dead() || table.game.is_finished() {
            return;
        }
    }
    panic!(
        "the game does not end: {:?}, peer {:?}",
        table.game.phase(),
        table.peer.session.phase()
    );
}

/// Returns whether the match went on; if not, it was over and its end on disk.
fn resume(table: &mut Table, keeps_input: bool) -> bool {
    match table.crash_and_resume(secs(7), keeps_input) {
        Ok(()) => true,
        Err(ResumeError::Over { result, .. }) => {
            assert!(result.starts_with("B+") || result.starts_with("W+"));
            false
        }
        Err(error) => panic!("{error}"),
    }
}

/// Both sides have the whole game, each move once.
fn is_whole(table: &Table) {
    let script = moves(GAME);
    let ours: Vec<_> = table.game.game().moves().iter().map(|m| m.1).collect();
    let theirs: Vec<_> = table.peer.record.iter().map(|m| m.1).collect();
    assert_eq!(ours, script, "ours");
    assert_eq!(theirs, script, "the peer's");
    assert_eq!(table.disk.moves(), script.len());
    let paper = table.paper.record().unwrap();
    let on_paper: Vec<_> = paper.moves().iter().map(|m| m.mv).collect();
    assert_eq!(on_paper, script, "the record");
}

/// A game that is cut once at `cut`; whether it came so far.
fn is_cut(color: Color, cut: Cut, keeps_input: bool) -> bool {
    let mut table = table(color);
    table.cut_at(cut);
    play_on(&mut table);
    if !table.is_dead() {
        return false;
    }
    if resume(&mut table, keeps_input) {
        play_on(&mut table);
        assert_eq!(table.end(), &End::TwoPasses);
        let (ours, theirs) = (table.game.bit(), table.peer.session.snapshot().bit);
        assert_eq!((ours.mine(), ours.taken()), (theirs.taken(), theirs.mine()));
        is_whole(&table);
    } else {
        let theirs: Vec<_> = table.peer.record.iter().map(|m| m.1).collect();
        assert_eq!(theirs, moves(GAME));
    }
    true
}

fn cut_everywhere(cut: fn(usize) -> Cut) {
    for color in Color::BOTH {
        for keeps_input in [true, false] {
            // The first entry is Black's before the table stands.
            let cuts = (2..).take_while(|at| is_cut(color, cut(*at), keeps_input));
            let cuts = cuts.count();
            assert!(cuts > GAME.split(' ').count(), "only {cuts} cuts");
        }
    }
}

#[test]
fn a_game_without_a_crash_is_whole() {
    for color in Color::BOTH {
        let mut table = table(color);
        play_on(&mut table);
        is_whole(&table);
    }
}

#[test]
fn killed_behind_every_append() {
    cut_everywhere(|at| Cut::Power(PowerCut::After(at)));
}

/// The entry is torn: one entry less, and nothing that it stood for was acted on.
#[test]
fn killed_in_the_middle_of_every_append() {
    cut_everywhere(|at| Cut::Power(PowerCut::In(at)));
}

#[test]
fn killed_behind_every_frame_that_arrives() {
    cut_everywhere(Cut::Sent);
}

#[test]
fn killed_behind_every_frame_that_is_lost() {
    cut_everywhere(Cut::Lost);
}

/// The port is away for a while; what is sent meanwhile is lost.
fn outage(table: &mut Table, after: usize) {
    table.pass(Duration::from_millis(after as u64 * 100));
    if !table.game.is_finished() {
        table.unplug();
        table.pass(secs(15));
        table.plug_in();
    }
}

fn any_cut() -> impl Strategy<Value = (usize, u8, bool)> {
    (1..12_usize, 0..5_u8, any::<bool>())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    /// Three times at most: a final pass is sent four times, and then taken for heard.
    #[test]
    fn killed_again_and_again(white: bool, cuts in prop::collection::vec(any_cut(), 1..4)) {
        let color = if white { Color::White } else { Color::Black };
        let mut table = table(color);
        for (ahead, kind, keeps_input) in cuts {
            if kind == 4 {
                outage(&mut table, ahead);
                continue;
            }
            let append = table.disk.entries().len() + ahead;
            table.cut_at(match kind {
                0 => Cut::Power(PowerCut::After(append)),
                1 => Cut::Power(PowerCut::In(append)),
                2 => Cut::Sent(ahead),
                _ => Cut::Lost(ahead),
            });
            play_on(&mut table);
            if !table.is_dead() {
                break;
            }
            if !resume(&mut table, keeps_input) {
                return Ok(());
            }
            if table.game.outcome().is_some() {
                break;
            }
        }
        table.disk.boot();
        table.cut_at(Cut::Sent(0));
        play_on(&mut table);
        is_whole(&table);
    }
}

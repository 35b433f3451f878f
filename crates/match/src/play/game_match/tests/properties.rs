//! Whatever comes, in whatever order: no panic, no rest-less loop, no flood of entries.

use std::time::Duration;

use proptest::prelude::*;
use sgmp_proto::{Frame, Message};

use super::harness::{Setup, Table, mv};
use crate::play::ending::LinkLoss;
use crate::play::fault::{Fault, FaultKind};
use crate::play::game_match::OperatorDecision;
use crate::play::player::Decision;
use sgmp_board::rules::{Color, Point};

#[derive(Clone, Debug)]
enum Input {
    /// Any bytes.
    Bytes(Vec<u8>),
    /// A good frame that the peer would never send.
    Frame([u8; 4]),
    /// The peer's next frame but its message.
    Forged(u16),
    /// The peer plays a point that is empty, if it may.
    Theirs(u8),
    /// We do.
    Ours(u8),
    Pass(u32),
    Disk(bool),
    Unplug(bool),
    Deaf(bool),
    Mute(bool),
    Rare(u8),
}

fn input() -> impl Strategy<Value = Input> {
    prop_oneof![
        2 => prop::collection::vec(any::<u8>(), 0..12).prop_map(Input::Bytes),
        2 => any::<[u8; 3]>().prop_map(|[a, b, c]| Input::Frame(good(a, b, c))),
        2 => any::<u16>().prop_map(Input::Forged),
        6 => any::<u8>().prop_map(Input::Theirs),
        6 => any::<u8>().prop_map(Input::Ours),
        6 => (0..40_000_u32).prop_map(Input::Pass),
        1 => (0..4_000_000_u32).prop_map(Input::Pass),
        2 => any::<bool>().prop_map(Input::Disk),
        1 => any::<bool>().prop_map(Input::Unplug),
        1 => any::<bool>().prop_map(Input::Deaf),
        1 => any::<bool>().prop_map(Input::Mute),
        1 => any::<u8>().prop_map(Input::Rare),
    ]
}

/// Four bytes with a good checksum.
fn good(a: u8, b: u8, c: u8) -> [u8; 4] {
    let (start, high, low) = (a & 3, (b | 0x80) & !0x08, c | 0x80);
    let sum = start.wrapping_add(high).wrapping_add(low);
    [start, sum | 0x80, high, low]
}

fn vertex(table: &Table, seed: u8) -> sgmp_board::rules::Move {
    let board = table.game.game().board();
    let mut points = Point::all(table.setup.size());
    let color = table.game.game().to_move();
    let from = points.clone().skip(usize::from(seed) % 81);
    from.chain(&mut points)
        .find(|point| board.legality(color, *point).is_ok())
        .filter(|_| seed < 250)
        .map_or(mv("pass"), sgmp_board::rules::Move::Play)
}

fn apply(table: &mut Table, input: &Input) {
    let now = table.now;
    match input {
        Input::Bytes(bytes) => table.hear(bytes),
        Input::Frame(bytes) => table.hear(bytes),
        Input::Forged(value) => {
            let frame = match value % 4 {
                0 => table.peer.forge_number(Color::Black, value % 361),
                1 => table.peer.forge_number(Color::White, value % 361),
                2 => table.peer.forge(Message::Deny),
                _ => table.peer.forge(Message::NewGame),
            };
            table.hear_frame(frame);
        }
        Input::Theirs(seed) => {
            if table.peer.session.is_our_turn() {
                let played = vertex(table, *seed);
                table.theirs(played);
            }
        }
        Input::Ours(seed) => {
            let played = vertex(table, *seed);
            let _ = table.game.play(Decision::Move(played), now);
            table.pass(Duration::ZERO);
        }
        Input::Pass(millis) => table.pass(Duration::from_millis(u64::from(*millis))),
        Input::Disk(true) => table.disk.fill(),
        Input::Disk(false) => table.disk.clear(),
        Input::Unplug(true) => table.unplug(),
        Input::Unplug(false) => table.plug_in(),
        Input::Deaf(is_deaf) => table.is_deaf = *is_deaf,
        Input::Mute(is_mute) => table.is_mute = *is_mute,
        Input::Rare(kind) => rare(table, *kind),
    }
}

fn rare(table: &mut Table, kind: u8) {
    let (now, what) = (table.now, "tried".to_owned());
    match kind {
        0..8 => table.game.link_lost(LinkLoss::Line(what), now),
        8..16 => table
            .game
            .player_failed(Fault::new(FaultKind::Crash, what), now),
        16..24 => table.game.decide(OperatorDecision::JudgeStops, now),
        24..32 => {
            let _ = table.game.play(Decision::Resign, now);
        }
        _ => {}
    }
    table.pass(Duration::ZERO);
}

/// The law's deadline lies ahead once everything has been drained.
fn rests(table: &Table) -> Result<(), TestCaseError> {
    if let Some(at) = table.game.poll_timeout() {
        prop_assert!(at > table.now, "{at:?} at {:?}", table.now);
    }
    Ok(())
}

fn play(color: Color, inputs: &[Input]) -> Result<(), TestCaseError> {
    let mut table = Table::ready(Setup::new(color));
    for input in inputs {
        apply(&mut table, input);
        table.pass(Duration::ZERO);
        rests(&table)?;
        prop_assert_eq!(table.game.poll_event(), None);
        // What is on disk is the game, but for what waits for the disk.
        prop_assert!(table.disk.moves() <= table.game.game().move_count());
        let paper = table
            .paper
            .record()
            .map_or(0, |record| record.moves().len());
        prop_assert!(paper <= table.disk.moves());
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn nothing_makes_a_match_panic_or_spin(
        white: bool,
        inputs in prop::collection::vec(input(), 1..60),
    ) {
        play(if white { Color::White } else { Color::Black }, &inputs)?;
    }

    /// A frame, good or bad, is one event: at most one entry for it, and one more for the end.
    #[test]
    fn a_frame_is_at_most_one_entry(
        white: bool,
        frames in prop::collection::vec(any::<[u8; 3]>(), 1..80),
    ) {
        let color = if white { Color::White } else { Color::Black };
        let mut table = Table::playing(Setup::new(color), "E5 D5 C5");
        for [a, b, c] in frames {
            let bytes = good(a, b, c);
            prop_assert!(Frame::from_bytes(bytes).is_ok());
            let (before, was_open) = (table.disk.entries().len(), table.game.is_open());
            table.is_mute = true;
            table.hear(&bytes);
            let written = table.disk.entries().len() - before;
            let ended = was_open && !table.game.is_open();
            prop_assert!(written <= if ended { 2 } else { 1 }, "{written} entries");
        }
    }

    #[test]
    fn any_bytes_at_any_time_do_no_harm(
        white: bool,
        chunks in prop::collection::vec((prop::collection::vec(any::<u8>(), 0..40), 0..30_000_u64), 1..40),
    ) {
        let color = if white { Color::White } else { Color::Black };
        let mut table = Table::playing(Setup::new(color), "E5 D5 C5");
        for (bytes, millis) in chunks {
            table.hear(&bytes);
            table.pass(Duration::from_millis(millis));
            rests(&table)?;
        }
    }
}

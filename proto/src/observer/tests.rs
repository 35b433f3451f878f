extern crate std;

mod absences;

use core::time::Duration;
use std::vec::Vec;

use proptest::prelude::*;

use super::*;
use crate::Color::{Black, White};
use crate::frame::Bit::{One, Zero};
use crate::frame::{Bit, Frame};
use crate::message::{Message, Query, Vertex, WireMove};
use crate::session::{Config, Event, Pace, Session};
use crate::time::Instant;
use crate::{BoardSize, Color};

const SIZE: BoardSize = BoardSize::NINETEEN;

/// The opening of the call's example and its first two moves.
fn example() -> Vec<(Color, Frame)> {
    [
        (Black, One, Zero, Message::NewGame),
        (White, One, One, Message::Query(Query::COLOR)),
        (Black, Zero, One, Message::Answer(2)),
        (White, Zero, Zero, Message::Query(Query::HANDICAP)),
        (Black, One, Zero, Message::Answer(1)),
        (White, Zero, One, Message::Ok),
        (Black, Zero, Zero, stone(Black, 2, 16)),
        (White, Zero, Zero, Message::Ok),
        (White, One, Zero, stone(White, 3, 3)),
        (Black, Zero, One, Message::Ok),
    ]
    .into_iter()
    .map(|(from, y, h, message)| (from, Frame::new(y, h, message)))
    .collect()
}

fn stone(color: Color, column: u8, row: u8) -> Message {
    Message::Move(WireMove::new(color, Vertex::Point { column, row }, SIZE))
}

fn pass(color: Color) -> Message {
    Message::Move(WireMove::new(color, Vertex::Pass, SIZE))
}

fn second(n: u64) -> Instant {
    Instant::ZERO + Duration::from_secs(n)
}

/// An observer that has seen the first `frames` of the example.
fn after(frames: usize) -> Observer {
    let mut observer = Observer::new(SIZE);
    for (from, frame) in example().into_iter().take(frames) {
        let seen = observer.watch(Some(from), frame, None);
        assert!(seen.violations.is_empty(), "{frame:?}: {seen:?}");
    }
    observer
}

/// Shows one more frame after the first `frames` of the example.
fn then(frames: usize, from: Color, y: Bit, h: Bit, message: Message) -> (Ruling, Vec<Violation>) {
    let seen = after(frames).watch(Some(from), Frame::new(y, h, message), None);
    (seen.ruling, seen.violations.iter().collect())
}

fn raw(start: u8, high: u8, low: u8) -> Frame {
    let check = (start.wrapping_add(high).wrapping_add(low)) | 0x80;
    Frame::from_bytes([start, check, high, low]).unwrap()
}

#[test]
fn the_calls_example_keeps_to_the_dialect_with_and_without_directions() {
    use Ruling::{Acknowledgement, New};
    let expected = [
        New,
        New,
        New,
        New,
        New,
        Acknowledgement,
        New,
        Acknowledgement,
        New,
        Acknowledgement,
    ];
    for is_told in [true, false] {
        let mut observer = Observer::new(SIZE);
        for ((from, frame), ruling) in example().into_iter().zip(expected) {
            let seen = observer.watch(is_told.then_some(from), frame, None);
            assert_eq!((seen.from, seen.ruling), (from, ruling), "{frame:?}");
            assert!(seen.violations.is_empty(), "{frame:?}: {seen:?}");
        }
    }
}

/// Shows one frame after the first `frames` of the example: one violation, and what the frame is.
#[track_caller]
fn breaks(
    frames: usize,
    (from, y, h, message): (Color, Bit, Bit, Message),
    violation: Violation,
    ruling: Ruling,
) {
    let (seen, violations) = then(frames, from, y, h, message);
    assert_eq!(violations, [violation], "{violation}");
    assert_eq!(seen, ruling, "{violation}");
}

const fn out_of_order(expected: Expected) -> Violation {
    Violation::OutOfOrder { expected }
}

#[test]
fn a_game_opens_with_blacks_newgame() {
    use Violation::{NewGameByWhite, NewGameInPlay, NotOpened};
    let first = stone(Black, 3, 3);
    breaks(
        0,
        (White, One, Zero, Message::NewGame),
        NewGameByWhite,
        Ruling::OutOfPlace,
    );
    breaks(0, (Black, One, Zero, first), NotOpened, Ruling::New);
    breaks(
        0,
        (White, One, Zero, Message::Ok),
        NotOpened,
        Ruling::Acknowledgement,
    );
    breaks(
        10,
        (Black, One, One, Message::NewGame),
        NewGameInPlay,
        Ruling::OutOfPlace,
    );
}

#[test]
fn the_openings_order_and_answers_are_fixed() {
    use Expected::{OpeningOk, Query as Question};
    let wrong = |query, expected, got| Violation::WrongAnswer {
        query,
        expected,
        got,
    };
    let (color, handicap) = (Query::COLOR, Query::HANDICAP);
    let other = Query(7);
    let first = stone(Black, 3, 3);
    let swapped = (White, One, One, Message::Query(handicap));
    breaks(1, swapped, out_of_order(Question(color)), Ruling::New);
    let forbidden = (White, One, One, Message::Query(other));
    breaks(
        1,
        forbidden,
        Violation::ForbiddenQuery(other),
        Ruling::OutOfPlace,
    );
    breaks(
        1,
        (White, Zero, One, Message::Ok),
        out_of_order(Question(color)),
        Ruling::Idle,
    );
    breaks(
        2,
        (Black, Zero, One, Message::Answer(1)),
        wrong(color, 2, 1),
        Ruling::New,
    );
    breaks(
        3,
        (White, One, Zero, Message::Ok),
        out_of_order(Question(handicap)),
        Ruling::Idle,
    );
    breaks(
        4,
        (Black, One, Zero, Message::Answer(3)),
        wrong(handicap, 1, 3),
        Ruling::New,
    );
    breaks(
        5,
        (Black, Zero, Zero, first),
        out_of_order(OpeningOk),
        Ruling::New,
    );
}

#[test]
fn both_bits_of_every_frame_are_held_to_the_rules() {
    use Violation::{CopyDiffers, OkWithOwnBit, SequenceNotFlipped, WrongAcknowledgement};
    let first = stone(Black, 3, 3);
    let expected = Zero;
    breaks(
        6,
        (Black, One, Zero, first),
        SequenceNotFlipped,
        Ruling::New,
    );
    breaks(
        6,
        (Black, Zero, One, first),
        WrongAcknowledgement { expected },
        Ruling::New,
    );
    let ok = Message::Ok;
    breaks(
        7,
        (White, One, Zero, ok),
        OkWithOwnBit { expected },
        Ruling::Acknowledgement,
    );
    breaks(
        7,
        (White, Zero, One, ok),
        WrongAcknowledgement { expected },
        Ruling::Idle,
    );
    breaks(
        9,
        (White, One, One, stone(White, 3, 3)),
        CopyDiffers,
        Ruling::Resend,
    );
}

#[test]
fn moves_alternate_and_each_has_one_ok() {
    use Violation::{MissingOk, NeedlessOk, OutOfTurn, WrongColor};
    breaks(
        6,
        (Black, Zero, Zero, stone(White, 3, 3)),
        WrongColor,
        Ruling::OutOfPlace,
    );
    breaks(
        6,
        (White, One, One, stone(White, 3, 3)),
        OutOfTurn,
        Ruling::OutOfPlace,
    );
    breaks(
        7,
        (White, One, Zero, stone(White, 3, 3)),
        MissingOk,
        Ruling::New,
    );
    breaks(
        8,
        (White, Zero, Zero, Message::Ok),
        NeedlessOk,
        Ruling::Idle,
    );
}

#[test]
fn what_is_no_part_of_play_changes_nothing() {
    let foreign = [Message::Undo(1), Message::Deny, Message::Extended(0)];
    for message in foreign {
        let violation = Violation::NotInDialect(message);
        breaks(
            6,
            (Black, Zero, Zero, message),
            violation,
            Ruling::OutOfPlace,
        );
        breaks(
            8,
            (White, One, Zero, message),
            violation,
            Ruling::OutOfPlace,
        );
    }
    let violation = out_of_order(Expected::Move(Black));
    breaks(
        10,
        (Black, One, One, Message::Answer(1)),
        violation,
        Ruling::OutOfPlace,
    );
}

#[test]
fn numbers_past_the_board_are_named() {
    let cases = [(19, 362_u16), (19, 511), (9, 82)];
    for (lines, number) in cases {
        let size = BoardSize::new(lines).unwrap();
        let mut observer = Observer::new(size);
        for (from, frame) in example().into_iter().take(6) {
            observer.watch(Some(from), frame, None);
        }
        let frame = raw(0, 0xD0 | (number >> 7) as u8, 0x80 | (number & 0x7F) as u8);
        let seen = observer.watch(None, frame, None);
        let violation = Violation::PastTheBoard { number, size };
        assert_eq!(seen.violations.iter().collect::<Vec<_>>(), [violation]);
        assert_eq!(seen.ruling, Ruling::OutOfPlace);
    }
}

#[test]
fn swapped_queries_are_three_faults_and_the_game_goes_on() {
    let mut observer = after(1);
    let frames = [
        (White, One, One, Message::Query(Query::HANDICAP), 1),
        (Black, Zero, One, Message::Answer(1), 0),
        (White, Zero, Zero, Message::Query(Query::COLOR), 1),
        (Black, One, Zero, Message::Answer(2), 0),
        (White, Zero, One, Message::Ok, 1),
        (Black, Zero, Zero, stone(Black, 3, 3), 1),
        (White, Zero, Zero, Message::Ok, 0),
        (White, One, Zero, stone(White, 4, 4), 0),
    ];
    for (from, y, h, message, faults) in frames {
        let seen = observer.watch(Some(from), Frame::new(y, h, message), None);
        assert_eq!(
            seen.violations.iter().count(),
            faults,
            "{message}: {seen:?}"
        );
    }
}

#[test]
fn after_two_passes_only_their_oks_and_repeats_may_follow() {
    let mut observer = after(10);
    let frames = [
        (Black, One, One, pass(Black), Ruling::New, None),
        (White, One, One, Message::Ok, Ruling::Acknowledgement, None),
        (White, Zero, One, pass(White), Ruling::New, None),
        (White, Zero, One, pass(White), Ruling::Resend, None),
        (Black, One, Zero, Message::Ok, Ruling::Acknowledgement, None),
        (Black, One, Zero, Message::Ok, Ruling::Repeat, None),
        (
            Black,
            Zero,
            Zero,
            pass(Black),
            Ruling::OutOfPlace,
            Some(Violation::AfterEnd),
        ),
        (
            White,
            Zero,
            Zero,
            Message::Ok,
            Ruling::Acknowledgement,
            None,
        ),
    ];
    for (from, y, h, message, ruling, violation) in frames {
        let seen = observer.watch(Some(from), Frame::new(y, h, message), None);
        assert_eq!(
            (seen.ruling, seen.violations.iter().next()),
            (ruling, violation),
            "{message}"
        );
    }
}

#[test]
fn a_resend_is_early_before_twenty_seconds_but_an_answer_to_a_repeat_is_not() {
    let [newgame, query] = [example()[0].1, example()[1].1];
    let mut observer = Observer::new(SIZE);
    let mut watch = |from, frame, at| {
        let seen = observer.watch(Some(from), frame, Some(second(at)));
        (seen.ruling, seen.violations.iter().next())
    };
    let early = |secs| {
        let after = Duration::from_secs(secs);
        Some(Violation::EarlyResend { after })
    };
    assert_eq!(watch(Black, newgame, 0), (Ruling::New, None));
    assert_eq!(watch(Black, newgame, 20), (Ruling::Resend, None));
    assert_eq!(watch(White, query, 21), (Ruling::New, None));
    assert_eq!(
        watch(White, query, 22),
        (Ruling::Repeat, None),
        "for the second NEWGAME"
    );
    assert_eq!(watch(White, query, 41), (Ruling::Resend, None));
    assert_eq!(watch(White, query, 51), (Ruling::Resend, early(10)));
    assert_eq!(watch(Black, newgame, 52), (Ruling::Resend, None));
    assert_eq!(watch(White, query, 52), (Ruling::Repeat, None));
}

#[test]
fn black_may_begin_again_before_the_first_move() {
    for frames in [3, 5, 6] {
        let (ruling, violations) = then(frames, Black, One, Zero, Message::NewGame);
        assert_eq!(
            (ruling, violations),
            (Ruling::New, Vec::new()),
            "after {frames} frames"
        );
    }
}

#[test]
fn an_ok_that_may_have_been_garbled_is_not_missed() {
    let mut observer = after(7);
    observer.watch_garbled(Some(White));
    let seen = observer.watch(Some(White), Frame::new(One, Zero, stone(White, 3, 3)), None);
    assert_eq!(seen.ruling, Ruling::New);
    assert!(seen.violations.is_empty());
}

/// Our OK and our next move were lost, so the other side repeats its move (protocol's corner case).
#[test]
fn the_first_ok_again_after_our_own_move_is_a_repeat() {
    let mut observer = after(10);
    let (from, mv) = example()[8];
    let (_, ok) = example()[9];
    let own = Frame::new(One, One, stone(Black, 5, 5));
    for (from, frame, ruling) in [
        (Black, own, Ruling::New),
        (from, mv, Ruling::Resend),
        (Black, ok, Ruling::Repeat),
        (Black, own, Ruling::Resend),
    ] {
        let seen = observer.watch(Some(from), frame, None);
        assert_eq!(seen.ruling, ruling, "{frame:?}");
        assert!(seen.violations.is_empty(), "{frame:?}: {seen:?}");
    }
}

/// White owes a move and is silent.
#[test]
fn the_last_ok_again_to_a_side_that_owes_a_move_is_a_nudge() {
    let mut observer = after(10);
    let (_, ok) = example()[9];
    for (from, frame, ruling) in [
        (Black, Frame::new(One, One, stone(Black, 5, 5)), Ruling::New),
        (
            White,
            Frame::new(One, One, Message::Ok),
            Ruling::Acknowledgement,
        ),
        (Black, ok, Ruling::Nudge),
        (Black, ok, Ruling::Nudge),
        (
            White,
            Frame::new(Zero, One, stone(White, 7, 7)),
            Ruling::New,
        ),
    ] {
        let seen = observer.watch(Some(from), frame, None);
        assert_eq!(seen.ruling, ruling, "{frame:?}");
        assert!(seen.violations.is_empty(), "{frame:?}: {seen:?}");
    }
    let other = Frame::new(One, One, Message::Ok);
    let mut observer = after(10);
    observer.watch(Some(Black), Frame::new(One, One, stone(Black, 5, 5)), None);
    let seen = observer.watch(Some(Black), other, None);
    assert_eq!(seen.ruling, Ruling::Idle, "other bytes are no nudge");
}

/// Black has sent no OK when White owes its first move.
#[test]
fn a_nudge_for_the_first_move_says_what_is_known() {
    let mut observer = after(7);
    let (_, first) = example()[6];
    let ok = Frame::new(first.sequence(), first.acknowledged(), Message::Ok);
    let (white, acknowledged) = example()[7];
    assert_eq!((white, acknowledged.message()), (White, Message::Ok));
    observer.watch(Some(White), acknowledged, None);
    for _ in 0..2 {
        let seen = observer.watch(Some(Black), ok, None);
        assert_eq!(seen.ruling, Ruling::Nudge, "{seen:?}");
        assert!(seen.violations.is_empty(), "{seen:?}");
    }
}

/// From anywhere in the call's example on: nobody is blamed for what came before, and what is wrong then
/// is told.
#[test]
fn a_game_may_be_joined_at_any_frame() {
    for first in 0..9 {
        let mut observer = Observer::joined(SIZE);
        for (from, frame) in example().into_iter().skip(first) {
            let seen = observer.watch(Some(from), frame, None);
            assert!(
                seen.violations.is_empty(),
                "from {first}, {frame:?}: {seen:?}"
            );
        }
        let (from, again) = (White, Frame::new(Zero, One, stone(White, 9, 9)));
        let seen = observer.watch(Some(from), again, None);
        assert_eq!(
            seen.violations.iter().next(),
            Some(Violation::OutOfTurn),
            "from {first}"
        );
    }
}

#[test]
fn a_newgame_begins_a_game_where_another_was_joined() {
    let mut observer = Observer::joined(SIZE);
    for (from, frame) in example().into_iter().skip(6).chain(example()) {
        let seen = observer.watch(Some(from), frame, None);
        assert!(seen.violations.is_empty(), "{frame:?}: {seen:?}");
    }
    let newgame = Frame::new(One, One, Message::NewGame);
    let seen = observer.watch(Some(Black), newgame, None);
    assert_eq!(
        seen.violations.iter().next(),
        Some(Violation::NewGameInPlay)
    );
}

#[test]
fn a_frame_whose_sender_has_not_seen_the_last_one_is_crossed() {
    let (ruling, violations) = then(9, Black, One, Zero, stone(Black, 3, 3));
    assert_eq!(ruling, Ruling::Crossed);
    assert_eq!(
        violations,
        [Violation::WrongAcknowledgement { expected: One }]
    );
}

/// Two sessions on a line that loses every `lost`-th frame, seen from Black's end.
fn watch_sessions(lost: usize) -> Vec<Violation> {
    let config = |color| Config {
        pace: Pace::UNLIMITED,
        ..Config::tournament(color)
    };
    let mut now = Instant::ZERO;
    let mut sessions = [
        Session::new(config(Black), now),
        Session::new(config(White), now),
    ];
    let mut observer = Observer::new(SIZE);
    let (mut violations, mut sent, mut moves) = (Vec::new(), 0, 0);
    for _ in 0..5000 {
        let mut is_idle = true;
        for me in [0, 1] {
            if sessions[me].is_our_turn() {
                let point = Vertex::Point {
                    column: moves % 19,
                    row: moves / 19,
                };
                let vertex = if moves < 40 { point } else { Vertex::Pass };
                sessions[me].send_move(vertex).unwrap();
                moves += 1;
            }
            while let Some(transmit) = sessions[me].poll_transmit(now) {
                is_idle = false;
                sent += 1;
                let arrives = lost == 0 || sent % lost != 0;
                let from = Color::BOTH[me];
                if from == Black || arrives {
                    let seen = observer.watch(Some(from), transmit.frame, Some(now));
                    violations.extend(seen.violations.iter());
                }
                if arrives {
                    sessions[1 - me].handle_bytes(now, &transmit.bytes());
                }
                while let Some(event) = sessions[1 - me].poll_event() {
                    if matches!(event, Event::MoveOffered(..)) {
                        sessions[1 - me].accept_move(now).unwrap();
                    }
                }
            }
        }
        if is_idle {
            let Some(next) = sessions.iter().filter_map(Session::poll_timeout).min() else {
                break;
            };
            now = now.max(next);
            for session in &mut sessions {
                session.handle_timeout(now);
                while session.poll_event().is_some() {}
            }
        }
    }
    assert_eq!(moves, 42, "the game came to its end");
    violations
}

#[test]
fn two_sessions_of_our_own_keep_to_the_dialect() {
    assert_eq!(watch_sessions(0), []);
}

#[test]
fn on_a_line_that_loses_frames_nothing_but_lost_oks_is_missed() {
    for lost in [3, 5, 7, 11, 13] {
        let violations = watch_sessions(lost);
        let others = violations.iter().find(|v| **v != Violation::MissingOk);
        assert_eq!(others, None, "every {lost}th frame lost");
    }
}

proptest! {
    #[test]
    fn any_frames_in_any_order_are_judged(
        frames in proptest::collection::vec((0..4_u8, 0..8_u8, 0..1024_u16, 0..3_u8), 0..200)
    ) {
        let mut observer = Observer::new(SIZE);
        for (index, (start, command, value, from)) in frames.into_iter().enumerate() {
            let frame = raw(start, 0x80 | (command << 4) | (value >> 7) as u8, 0x80 | (value as u8 & 0x7F));
            let from = [None, Some(Black), Some(White)][usize::from(from)];
            let seen = observer.watch(from, frame, Some(second(index as u64 * 7)));
            prop_assert!(from.is_none_or(|color| color == seen.from));
        }
    }
}

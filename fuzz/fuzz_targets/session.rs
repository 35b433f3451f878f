//! Bytes and time into a session, and calls in and out of place: it takes every byte, sends no
//! flood, and keeps no deadline once it is silent.
#![no_main]

use std::time::Duration;

use libfuzzer_sys::fuzz_target;
use sgmp_proto::{
    BoardSize, Color, Config, Dialect, Event, GameFacts, Instant, Pace, Phase, Progress,
    ProposedTerms, Query, Session, Strictness, Vertex,
};

/// Frames that may wait to be sent at once: eight answers and a frame of our own.
const FRAMES: usize = 9;

/// Microseconds: some twelve days.
const LONGEST_WAIT: u64 = (1 << 40) - 1;

// The first byte chooses the terms. Then each step is a byte that says what it is, with what
// follows it: bytes heard, time, or a call.
fuzz_target!(|input: &[u8]| {
    let Some((&terms, mut steps)) = input.split_first() else {
        return;
    };
    let mut now = Instant::ZERO;
    let mut session = Session::new(config(terms), now);
    while let Some((&step, rest)) = steps.split_first() {
        let len = usize::from(step & 0x1F).min(rest.len());
        let (operand, rest) = rest.split_at(len);
        steps = rest;
        match step >> 5 {
            0..=2 => hear(&mut session, now, operand),
            3 => {
                let value = operand
                    .iter()
                    .fold(0_u64, |all, byte| all << 8 | u64::from(*byte));
                // Not to the end of all time, where no deadline lies ahead.
                now = now + Duration::from_micros(value & LONGEST_WAIT);
                session.handle_timeout(now);
            }
            4 => play(&mut session, operand),
            5 => drop(session.accept_move(now)),
            6 => drop(session.refuse_move(now)),
            _ => rare(&mut session, now, len),
        }
        drain(&mut session, now);
    }
});

fn config(terms: u8) -> Config {
    let color = if terms & 1 == 0 {
        Color::Black
    } else {
        Color::White
    };
    Config {
        size: BoardSize::new(2 + (terms >> 3) % 18).expect("2 to 19"),
        pace: if terms & 2 == 0 {
            Pace::UNLIMITED
        } else {
            Pace::from_baud(2400)
        },
        strictness: if terms & 4 == 0 {
            Strictness::Tolerant
        } else {
            Strictness::Strict
        },
        max_resends: Some(3),
        nudge: Some(Duration::from_secs((terms >> 3).into())),
        dialect: if terms.is_multiple_of(5) {
            Dialect::Gmp(ProposedTerms {
                color: (terms & 2 == 0).then_some(color),
                ..ProposedTerms::default()
            })
        } else {
            Dialect::Fjk
        },
        ..Config::tournament(color)
    }
}

fn hear(session: &mut Session, now: Instant, mut bytes: &[u8]) {
    while !bytes.is_empty() {
        let taken = session.handle_bytes(now, bytes);
        assert!(taken > 0, "no progress");
        bytes = &bytes[taken..];
        while let Some(event) = session.poll_event() {
            // Half of all moves are judged at once.
            if let Event::MoveOffered(
                _,
                Vertex::Pass
                | Vertex::Point {
                    row: 1 | 3 | 5 | 7 | 9 | 11 | 13 | 15 | 17,
                    ..
                },
            ) = event
            {
                session.accept_move(now).expect("offered");
            }
        }
    }
}

fn play(session: &mut Session, operand: &[u8]) {
    let vertex = match operand {
        [column, row, ..] => Vertex::Point {
            column: *column,
            row: *row,
        },
        _ => Vertex::Pass,
    };
    let ours = session.is_our_turn();
    let taken = session.send_move(vertex).is_ok();
    assert!(ours || !taken, "a move out of turn");
}

fn rare(session: &mut Session, now: Instant, which: usize) {
    match which {
        0 => session.halt(),
        1 => session.handle_hang_up(),
        2 => session.conclude(now),
        3 => session.handle_reconnect(),
        4 => drop(session.request_undo(1)),
        5 => drop(session.next_game(ProposedTerms::default())),
        6 => drop(session.refuse_undo(now)),
        7 => drop(session.accept_undo(now, Progress::default())),
        8 => drop(session.ask(Query::STONES)),
        9 => session.set_facts(GameFacts {
            stones: 9,
            ..GameFacts::default()
        }),
        _ => {}
    }
}

fn drain(session: &mut Session, now: Instant) {
    while session.poll_event().is_some() {}
    let sent = std::iter::from_fn(|| session.poll_transmit(now))
        .take(FRAMES + 1)
        .count();
    assert!(sent <= FRAMES, "a flood");
    if matches!(session.phase(), Phase::Stopped(_) | Phase::Finished) {
        assert_eq!(session.poll_timeout(), None);
    }
}

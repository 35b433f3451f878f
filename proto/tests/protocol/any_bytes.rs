//! Anything at any time, into a session in any phase: it does not panic, it keeps no more events
//! than it has room for, it sends no flood, and it never lets its caller spin.

use core::time::Duration;

use proptest::prelude::*;
use sgmp_proto::{
    Bit, Color, Config, Dialect, Event, Frame, Handicap, Instant, Message, Pace, Phase, Progress,
    ProposedTerms, Query, Session, Strictness, Vertex, WireMove,
};

/// Events that one input may yield at most: the length of a session's queue.
const EVENTS: usize = 4;
/// Frames that may wait to be sent at once: eight answers and a frame of our own.
const FRAMES: usize = 9;

/// One input of the law, or a caller that does not keep it.
#[derive(Clone, Debug)]
enum Input {
    Bytes(Vec<u8>),
    Frames(Vec<Frame>),
    /// The frame that the session would like best, if `Frames` does not find it by chance.
    Expected,
    Wait(Duration),
    Play(Vertex),
    Accept,
    Refuse,
    TakeBack(u16),
    NextGame,
    Conclude,
    Halt,
    HangUp,
    Resume,
}

fn any_bit() -> impl Strategy<Value = Bit> {
    any::<bool>().prop_map(|one| if one { Bit::One } else { Bit::Zero })
}

fn any_vertex() -> impl Strategy<Value = Vertex> {
    prop_oneof![
        Just(Vertex::Pass),
        (0..20_u8, 0..20_u8).prop_map(|(column, row)| Vertex::Point { column, row }),
    ]
}

fn any_message() -> impl Strategy<Value = Message> {
    let any_move = (any::<bool>(), any_vertex()).prop_map(|(black, vertex)| {
        let color = if black { Color::Black } else { Color::White };
        Message::Move(WireMove::new(
            color,
            vertex,
            sgmp_proto::BoardSize::NINETEEN,
        ))
    });
    prop_oneof![
        2 => Just(Message::Ok),
        1 => Just(Message::Deny),
        1 => Just(Message::NewGame),
        1 => (0..1024_u16).prop_map(|number| Message::Query(Query(number))),
        1 => (0..4_u16).prop_map(Message::Answer),
        4 => any_move,
        1 => (0..1024_u16).prop_map(Message::Undo),
        1 => (0..1024_u16).prop_map(Message::Extended),
    ]
}

fn any_frame() -> impl Strategy<Value = Frame> {
    (any_bit(), any_bit(), any_message()).prop_map(|(y, h, message)| Frame::new(y, h, message))
}

fn any_input() -> impl Strategy<Value = Input> {
    prop_oneof![
        2 => prop::collection::vec(any::<u8>(), 0..40).prop_map(Input::Bytes),
        4 => prop::collection::vec(any_frame(), 1..12).prop_map(Input::Frames),
        12 => Just(Input::Expected),
        4 => (0..60_000_000_u64).prop_map(|micros| Input::Wait(Duration::from_micros(micros))),
        6 => any_vertex().prop_map(Input::Play),
        4 => Just(Input::Accept),
        2 => Just(Input::Refuse),
        1 => (0..3_u16).prop_map(Input::TakeBack),
        1 => Just(Input::NextGame),
        1 => Just(Input::Resume),
    ]
}

/// The calls that end a session come last, so that most of it is spent in play.
fn any_life() -> impl Strategy<Value = Vec<Input>> {
    let ending = prop_oneof![
        Just(Input::Conclude),
        Just(Input::Halt),
        Just(Input::HangUp),
        Just(Input::Expected),
    ];
    let after = prop::collection::vec(any_input(), 0..8);
    (prop::collection::vec(any_input(), 0..60), ending, after).prop_map(
        |(mut life, ending, after)| {
            life.push(ending);
            life.extend(after);
            life
        },
    )
}

fn any_dialect() -> impl Strategy<Value = Dialect> {
    let proposed = (any::<Option<bool>>(), 0..10_u16).prop_map(|(black, stones)| ProposedTerms {
        color: black.map(|black| if black { Color::Black } else { Color::White }),
        handicap: Handicap::new(stones),
        ..ProposedTerms::default()
    });
    prop_oneof![Just(Dialect::Fjk), proposed.prop_map(Dialect::Gmp)]
}

fn any_config() -> impl Strategy<Value = Config> {
    (
        any_dialect(),
        any::<bool>(),
        any::<bool>(),
        any::<bool>(),
        prop::option::of(0..4_u32),
        prop::option::of(0..100_u64),
    )
        .prop_map(
            |(dialect, black, strict, paced, max_resends, nudge)| Config {
                dialect,
                strictness: if strict {
                    Strictness::Strict
                } else {
                    Strictness::Tolerant
                },
                pace: if paced {
                    Pace::from_baud(2400)
                } else {
                    Pace::UNLIMITED
                },
                max_resends,
                nudge: nudge.map(Duration::from_secs),
                ..Config::tournament(if black { Color::Black } else { Color::White })
            },
        )
}

/// The next frame of a peer that keeps to the protocol.
fn expected(session: &Session, config: Config) -> Frame {
    let bit = session.snapshot().bit;
    let new = |message| Frame::new(bit.taken().flipped(), bit.mine(), message);
    let a_move = |number: u16| {
        let index = number % 361;
        let vertex = Vertex::Point {
            column: (index % 19) as u8,
            row: (index / 19) as u8,
        };
        Message::Move(WireMove::new(config.color.other(), vertex, config.size))
    };
    match session.phase() {
        Phase::Waiting => Frame::new(Bit::One, Bit::Zero, Message::NewGame),
        Phase::NewGameSent => new(Message::Query(Query::COLOR)),
        Phase::ColorAnswered => new(Message::Query(Query::HANDICAP)),
        Phase::ColorAsked => new(Message::Answer(2)),
        Phase::HandicapAsked => new(Message::Answer(1)),
        Phase::GmpHandshake(_) => match bit.pending().map(Frame::message) {
            Some(Message::Query(Query::COLOR)) => new(Message::Answer(0)),
            Some(Message::Query(_)) => new(Message::Answer(1)),
            Some(Message::NewGame) => new(Message::Query(Query::SIZE)),
            _ => Frame::new(bit.taken(), bit.mine(), Message::Ok),
        },
        Phase::Playing(progress) if session.to_move() == Some(config.color.other()) => {
            new(a_move(progress.moves * 7))
        }
        _ => Frame::new(bit.taken(), bit.mine(), Message::Ok),
    }
}

/// Asks for moves back, and answers who asks for them.
fn take_back(session: &mut Session, now: Instant, moves: u16) {
    let progress = match session.phase() {
        Phase::Playing(progress) => Progress {
            moves: progress.moves.saturating_sub(moves),
            passes: 0,
        },
        _ => Progress::default(),
    };
    let _refused = session.request_undo(moves);
    if moves == 0 {
        let _refused = session.refuse_undo(now);
    } else if session.accept_undo(now, progress).is_err() {
        session.rewind(progress);
    }
}

struct Caller {
    session: Session,
    config: Config,
    now: Instant,
}

impl Caller {
    fn input(&mut self, input: &Input) {
        let now = self.now;
        // What is refused as misuse is part of the test.
        match input {
            Input::Bytes(bytes) => self.read(bytes),
            Input::Frames(frames) => {
                let bytes: Vec<u8> = frames.iter().flat_map(|frame| frame.to_bytes()).collect();
                self.read(&bytes);
            }
            Input::Expected => self.read(&expected(&self.session, self.config).to_bytes()),
            Input::Wait(time) => self.wait(*time),
            Input::Play(vertex) => drop(self.session.send_move(*vertex)),
            Input::Accept => drop(self.session.accept_move(now)),
            Input::Refuse => drop(self.session.refuse_move(now)),
            Input::TakeBack(moves) => take_back(&mut self.session, now, *moves),
            Input::NextGame => drop(self.session.next_game(ProposedTerms::default())),
            Input::Conclude => self.session.conclude(now),
            Input::Halt => self.session.halt(),
            Input::HangUp => self.session.handle_hang_up(),
            Input::Resume => {
                self.session = Session::resume(self.config, self.session.snapshot(), now);
            }
        }
        self.drain();
    }

    fn read(&mut self, bytes: &[u8]) {
        let mut rest = bytes;
        while !rest.is_empty() {
            let taken = self.session.handle_bytes(self.now, rest);
            assert!(taken > 0, "all events are drained");
            rest = &rest[taken..];
            self.drain_events();
        }
    }

    /// Keeps every deadline until then.
    fn wait(&mut self, time: Duration) {
        let end = self.now + time;
        loop {
            self.drain();
            let Some(due) = self.session.poll_timeout().filter(|due| *due <= end) else {
                break;
            };
            self.now = due;
        }
        self.now = end;
    }

    fn drain(&mut self) {
        self.session.handle_timeout(self.now);
        let sent = core::iter::from_fn(|| self.session.poll_transmit(self.now)).count();
        assert!(sent <= FRAMES, "{sent} frames at once");
        let due = self.session.poll_timeout();
        assert!(due.is_none_or(|due| due > self.now), "the caller spins");
        self.drain_events();
    }

    fn drain_events(&mut self) {
        let mut events = Vec::new();
        while let Some(event) = self.session.poll_event() {
            events.push(event);
        }
        assert!(events.len() <= EVENTS, "{events:?}");
        let last = events
            .iter()
            .position(|event| matches!(event, Event::Stopped(_) | Event::Finished));
        assert!(
            last.is_none_or(|last| last == events.len() - 1),
            "{events:?}"
        );
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, failure_persistence: None, ..Default::default() })]

    #[test]
    fn anything_at_any_time_neither_panics_nor_floods_nor_spins(
        config in any_config(),
        life in any_life(),
    ) {
        let session = Session::new(config, Instant::ZERO);
        let mut caller = Caller { session, config, now: Instant::ZERO };
        caller.drain();
        for input in &life {
            caller.input(input);
        }
        // Nobody answers any more: whatever has a limit comes to its end.
        caller.wait(Duration::from_secs(600));
        let phase = caller.session.phase();
        let is_over = matches!(phase, Phase::Over { .. });
        prop_assert!(!is_over, "the end does not last for ever: {phase:?}");
    }

    #[test]
    fn a_caller_that_never_drains_its_events_loses_none_and_breaks_nothing(
        config in any_config(),
        life in prop::collection::vec(any_input(), 0..60),
    ) {
        let mut session = Session::new(config, Instant::ZERO);
        let mut now = Instant::ZERO;
        for input in &life {
            match input {
                Input::Bytes(bytes) => drop(session.handle_bytes(now, bytes)),
                Input::Frames(frames) => {
                    for frame in frames {
                        session.handle_bytes(now, &frame.to_bytes());
                    }
                }
                Input::Expected => {
                    session.handle_bytes(now, &expected(&session, config).to_bytes());
                }
                Input::Wait(time) => {
                    now = now + *time;
                    session.handle_timeout(now);
                }
                Input::Play(vertex) => drop(session.send_move(*vertex)),
                Input::Accept => drop(session.accept_move(now)),
                Input::TakeBack(moves) => take_back(&mut session, now, *moves),
                Input::NextGame => drop(session.next_game(ProposedTerms::default())),
                _ => drop(session.refuse_move(now)),
            }
        }
        let events = core::iter::from_fn(|| session.poll_event()).count();
        prop_assert!(events <= EVENTS);
    }
}

/// The lives above do reach every phase, not only the first ones.
#[test]
fn the_expected_frames_lead_through_every_stage() {
    for color in Color::BOTH {
        let config = Config::tournament(color);
        let session = Session::new(config, Instant::ZERO);
        let mut caller = Caller {
            session,
            config,
            now: Instant::ZERO,
        };
        let mut moves = 0;
        for _ in 0..20 {
            for input in [
                Input::Wait(Duration::from_secs(1)),
                Input::Expected,
                Input::Accept,
                Input::Play(Vertex::Point { column: 3, row: 3 }),
            ] {
                caller.input(&input);
            }
            if let Phase::Playing(progress) = caller.session.phase() {
                moves = progress.moves;
            }
        }
        assert!(moves > 10, "{color}: {moves}");
    }
}

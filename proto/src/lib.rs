//! The Standard Go Modem Protocol in the form of the FJK 2000 tournament: two programs play Go
//! over a serial line.
//!
//! Everything here is a state machine in memory: it is handed bytes and the current time and
//! answers with bytes to send, the next deadline, and events. It has no I/O, no clock, no threads
//! and no heap; the caller owns the port, the time, the disk and the rules of Go.
//!
//! | type | what it is | from |
//! |---|---|---|
//! | [`Frame`] | four bytes with a good checksum | call, Appendix A, the example instance |
//! | [`Message`] | what a frame says: NEWGAME, QUERY, ANSWER, MOVE, OK ... | call, Appendix A |
//! | [`Decoder`] | frames out of any stream of bytes | |
//! | [`AlternatingBit`] | who has seen which frame | the Standard Go Modem Protocol |
//! | [`Session`] | one side of a game: handshake, moves, the 20-second resend, passes | call, Appendix A and sections 14 and 15 |
//!
//! "The call" is the *Call For Participation* (version 0.4, 2000-03-24) of the FJK Computer Go
//! Tournament, Shonan, Japan, June 1-2, 2000. Its Appendix A is the protocol: Black opens with
//! NEWGAME, White asks QUERY(11) for the color and QUERY(8) for the handicap, takes ANSWER(2) and
//! ANSWER(1), sends OK; then MOVE and OK alternate.
//!
//! # The one law
//! One input, then drain what there is to send, then the next deadline, then events. This is the
//! loop, whole, and the only one a program needs:
//!
//! ```
//! use sgmp_proto::{Color, Event, Instant, Misuse, Phase, Session, Snapshot, Vertex};
//!
//! /// What the wire needs from the world.
//! trait World {
//!     fn now(&self) -> Instant;
//!     /// Returns once the snapshot is on disk.
//!     fn journal(&mut self, snapshot: Snapshot);
//!     fn write(&mut self, bytes: &[u8]);
//!     /// Waits for bytes; returns none at the deadline.
//!     fn read(&mut self, deadline: Option<Instant>) -> Vec<u8>;
//!     fn is_legal(&self, color: Color, vertex: Vertex) -> bool;
//!     /// The player's move, once it has one.
//!     fn our_move(&mut self) -> Option<Vertex>;
//! }
//!
//! fn run(mut session: Session, world: &mut impl World) -> Result<Phase, Misuse> {
//!     let mut journaled = None;
//!     let mut unread = Vec::new();
//!     loop {
//!         // Nothing is sent or acknowledged that a crash could make us forget.
//!         if journaled != Some(session.snapshot()) {
//!             world.journal(session.snapshot());
//!             journaled = Some(session.snapshot());
//!         }
//!         while let Some(transmit) = session.poll_transmit(world.now()) {
//!             world.write(&transmit.bytes());
//!         }
//!         let deadline = session.poll_timeout();
//!         match session.poll_event() {
//!             Some(Event::MoveOffered(color, vertex)) if world.is_legal(color, vertex) => {
//!                 session.accept_move(world.now())?;
//!                 continue;
//!             }
//!             Some(Event::MoveOffered(..)) => {
//!                 session.refuse_move(world.now())?;
//!                 continue;
//!             }
//!             Some(Event::Stopped(_) | Event::Finished) => return Ok(session.phase()),
//!             Some(_) => continue,
//!             None => {}
//!         }
//!         // One input.
//!         if session.is_our_turn() && let Some(vertex) = world.our_move() {
//!             session.send_move(vertex)?;
//!         } else if deadline.is_some_and(|deadline| world.now() >= deadline) {
//!             session.handle_timeout(world.now());
//!         } else if unread.is_empty() {
//!             unread = world.read(deadline);
//!         } else {
//!             let taken = session.handle_bytes(world.now(), &unread);
//!             unread.drain(..taken);
//!         }
//!     }
//! }
//! #
//! # use sgmp_proto::Config;
//! # /// White hears one NEWGAME and then nothing, until it gives up.
//! # struct Shonan { now: u64, sent: Vec<Vec<u8>>, line: Vec<u8>, journaled: usize }
//! # impl World for Shonan {
//! #     fn now(&self) -> Instant { Instant::from_micros(self.now) }
//! #     fn journal(&mut self, _: Snapshot) { self.journaled += 1; }
//! #     fn write(&mut self, bytes: &[u8]) { self.sent.push(bytes.to_vec()); }
//! #     fn read(&mut self, deadline: Option<Instant>) -> Vec<u8> {
//! #         let bytes = core::mem::take(&mut self.line);
//! #         if bytes.is_empty() { self.now = deadline.expect("a resend").as_micros(); }
//! #         bytes
//! #     }
//! #     fn is_legal(&self, _: Color, _: Vertex) -> bool { true }
//! #     fn our_move(&mut self) -> Option<Vertex> { None }
//! # }
//! # let mut world = Shonan { now: 0, sent: vec![], line: vec![1, 0xa1, 0xa0, 0x80], journaled: 0 };
//! # let config = Config { max_resends: Some(2), ..Config::tournament(Color::White) };
//! # let session = Session::new(config, world.now());
//! # assert!(matches!(run(session, &mut world), Ok(Phase::Stopped(_))));
//! # assert_eq!(world.sent, vec![vec![0x03, 0xbe, 0xb0, 0x8b]; 3]);
//! # assert_eq!(world.journaled, 3);
//! ```
//!
//! # Features
//! `sim` adds the module `sim`: two sessions, or one and the model of another program, joined by a
//! seeded bad line in virtual time. It needs `alloc`.
#![no_std]
#![forbid(unsafe_code)]

#[cfg(feature = "sim")]
extern crate alloc;

mod bit;
mod board_size;
mod color;
mod decoder;
mod frame;
mod grid;
mod message;
mod observer;
mod rules;
mod session;
#[cfg(feature = "sim")]
pub mod sim;
mod time;

pub use bit::AlternatingBit;
pub use board_size::BoardSize;
pub use color::{Color, UnknownColor};
pub use decoder::{Counts, Decoder, Heard};
pub use frame::{Bit, Frame, FrameError, Hex};
pub use grid::{Grid, Numbering};
pub use message::{Message, Query, Vertex, WireMove};
pub use observer::{Expected, Observation, Observer, Ruling, Violation, Violations};
pub use rules::{Rules, UnknownRules};
pub use session::{
    Agreement, Answered, Chunk, Clause, Config, Dialect, Event, FrameVerdict, GameFacts,
    GmpHandshake, Handicap, Misuse, Pace, Phase, Progress, ProposedTerms, RESEND_INTERVAL, Reason,
    Refusal, Session, Snapshot, Stop, Strictness, Transmit,
};
pub use time::Instant;

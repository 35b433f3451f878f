//! sgmp-go plays tournament Go over a serial line, with the Standard Go Modem Protocol in the form
//! of the FJK 2000 Computer Go Tournament.
//!
//! Data flows one way: bytes come in at the port ([`sgmp_match::port`]), become frames ([`sgmp_proto`]), a move,
//! a position ([`sgmp_board::rules`]), a decision ([`sgmp_engine`]), a move, a frame, bytes. [`sgmp_match::play`]
//! is the state machine between them: terms, clocks, adjudication, journal; [`sgmp_board::record`] keeps the
//! game on paper; [`cli`], all that this crate holds, turns words into work.
//!
//! A crate uses only crates of lower floors, and a module only modules of lower floors; the table is in
//! `ARCHITECTURE.md`. Below [`sgmp_match::port`] nothing reads a clock, and nothing draws chance but from
//! [`sgmp_board::rng`]: a match is replayed from its journal, and the same seed with the same budget chooses the
//! same move.

pub mod cli;

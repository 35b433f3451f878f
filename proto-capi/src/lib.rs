//! The wire of `proto` as a C library: one side of a game, over bytes and times that the caller
//! supplies. `include/sgmp.h` is its header, `README.md` its manual, and
//! `proto/examples/against_gnugo.c` a whole program.
//!
//! # Who owns what
//! [`sgmp_open`] makes a session and [`sgmp_close`] takes it back; every other pointer is only
//! looked at during the call. Texts are static: they are never freed. There are no globals.
//!
//! # Threads
//! Sessions are independent of each other. One session may be used from any thread, by one call at
//! a time: a call that meets another on the same session does nothing and answers
//! [`SgmpStatus::Busy`]. [`sgmp_close`] must be the last call, after all others have returned.
//!
//! # Faults
//! A call that does not answer [`SgmpStatus::Ok`] has changed nothing. Null and misaligned pointers
//! are found out; pointers to nowhere, to freed memory or to too little of it cannot be. No panic
//! leaves the library: should one happen, that call and all later ones on the session answer
//! [`SgmpStatus::Panicked`], and the session can only be closed.
#![expect(
    unsafe_code,
    reason = "the C ABI: exported names, and pointers that come from C; see `border`"
)]

mod border;
mod calls;
mod event;
mod session_handle;
mod status;
mod terms;

pub use border::SgmpSession;
pub use calls::{
    sgmp_accept_move, sgmp_close, sgmp_conclude, sgmp_feed, sgmp_halt, sgmp_hang_up,
    sgmp_is_our_turn, sgmp_link_restored, sgmp_next_deadline, sgmp_next_event, sgmp_open,
    sgmp_refuse_move, sgmp_send_move, sgmp_send_pass, sgmp_status_text, sgmp_stop_text, sgmp_take,
    sgmp_terms, sgmp_tick,
};
pub use event::{SgmpEvent, SgmpStop, SgmpVerdict};
pub use status::SgmpStatus;
pub use terms::{SGMP_BLACK, SGMP_FRAME_BYTES, SGMP_NEVER, SGMP_NO_LIMIT, SGMP_WHITE, SgmpTerms};

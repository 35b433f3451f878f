//! The exported functions. Each checks its pointers first, so that a call in vain changes nothing.

use std::ffi::{c_char, c_int};

use sgmp_proto::Vertex;

use crate::border::{AnswerSlot, SgmpSession, at, guard, look, look_at_bytes, tell};
use crate::session_handle::SessionHandle;
use crate::{SGMP_FRAME_BYTES, SgmpEvent, SgmpStatus, SgmpStop, SgmpTerms};

// --- life

/// Fills in the tournament's terms for a color: 19 lines, 2400 baud, a resend after 20 s, no limit
/// of resends, 45 s at the end of the game.
///
/// # Safety
/// `terms` is null or may be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmp_terms(color: u8, terms: *mut SgmpTerms) -> SgmpStatus {
    guard(|| {
        // SAFETY: this function's own contract.
        let place = unsafe { AnswerSlot::new(terms) }?;
        place.put(SgmpTerms::tournament(color)?);
        Ok(())
    })
}

/// Opens one side of a game and writes it to `session`; sgmp_close gives it back. Black has its
/// NEWGAME to send at once, White waits for it. Times are milliseconds since a moment of the
/// caller's choosing, from a clock that never goes back.
///
/// # Safety
/// `terms` is null or points to terms; `session` is null or may be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmp_open(
    terms: *const SgmpTerms,
    now_ms: u64,
    session: *mut *mut SgmpSession,
) -> SgmpStatus {
    guard(|| {
        // SAFETY: this function's own contract.
        let (terms, place) = unsafe { (look(terms)?, AnswerSlot::new(session)?) };
        let handle = SessionHandle::open(terms, now_ms)?;
        place.put(SgmpSession::new(handle).into_raw());
        Ok(())
    })
}

/// Gives a session back: the last call on it. Null is no session, and nothing happens.
///
/// # Safety
/// `session` is null or comes from sgmp_open; no call on it is going on or comes later.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmp_close(session: *mut SgmpSession) -> SgmpStatus {
    guard(|| {
        // SAFETY: this function's own contract.
        unsafe { SgmpSession::close(session) };
        Ok(())
    })
}

// --- inputs

/// Hands over bytes that were received, up to the end of the first frame among them; writes to
/// `taken` how many that were. Then drain what there is to send and the events, and hand over the
/// rest. While events wait it answers SGMP_STATUS_EVENTS_WAITING and takes none.
///
/// # Safety
/// `session` is null or open; `bytes` is null or points to `len` bytes; `taken` is null or may be
/// written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmp_feed(
    session: *mut SgmpSession,
    now_ms: u64,
    bytes: *const u8,
    len: usize,
    taken: *mut usize,
) -> SgmpStatus {
    guard(|| {
        // SAFETY: this function's own contract.
        let (bytes, place) = unsafe { (look_at_bytes(bytes, len)?, AnswerSlot::new(taken)?) };
        // SAFETY: as above.
        place.put(unsafe { at(session, |handle| handle.feed(now_ms, bytes)) }?);
        Ok(())
    })
}

/// Says that time has passed: call it at the deadline. Earlier it does nothing.
///
/// # Safety
/// `session` is null or open.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmp_tick(session: *mut SgmpSession, now_ms: u64) -> SgmpStatus {
    // SAFETY: this function's own contract.
    guard(|| unsafe { at(session, |handle| handle.tick(now_ms)) })
}

/// Our stone, for the opponent: columns from the left, rows from the bottom, both from 0.
///
/// # Safety
/// `session` is null or open.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmp_send_move(
    session: *mut SgmpSession,
    column: u8,
    row: u8,
) -> SgmpStatus {
    let stone = Vertex::Point { column, row };
    // SAFETY: this function's own contract.
    guard(|| unsafe { at(session, |handle| handle.send(stone)) })
}

/// Our pass, for the opponent. The second of two passes ends the game.
///
/// # Safety
/// `session` is null or open.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmp_send_pass(session: *mut SgmpSession) -> SgmpStatus {
    // SAFETY: this function's own contract.
    guard(|| unsafe { at(session, |handle| handle.send(Vertex::Pass)) })
}

/// The move offered is legal and recorded: it will be acknowledged.
///
/// # Safety
/// `session` is null or open.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmp_accept_move(session: *mut SgmpSession, now_ms: u64) -> SgmpStatus {
    // SAFETY: this function's own contract.
    guard(|| unsafe { at(session, |handle| handle.accept(now_ms)) })
}

/// The move offered is against the rules. It may be noise: it is not acknowledged, and believed at
/// its second copy, when the session stops.
///
/// # Safety
/// `session` is null or open.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmp_refuse_move(session: *mut SgmpSession, now_ms: u64) -> SgmpStatus {
    // SAFETY: this function's own contract.
    guard(|| unsafe { at(session, |handle| handle.refuse(now_ms)) })
}

/// The line was away and is back: what waits for an answer is sent once more.
///
/// # Safety
/// `session` is null or open.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmp_link_restored(session: *mut SgmpSession) -> SgmpStatus {
    // SAFETY: this function's own contract.
    guard(|| unsafe { tell(session, SessionHandle::link_restored) })
}

/// The game ends here for a reason outside the wire (the 400th move): nothing new is sent, repeats
/// are answered for a while.
///
/// # Safety
/// `session` is null or open.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmp_conclude(session: *mut SgmpSession, now_ms: u64) -> SgmpStatus {
    // SAFETY: this function's own contract.
    guard(|| unsafe { at(session, |handle| handle.conclude(now_ms)) })
}

/// The caller ends the session (a flag fell, a resignation): nothing more is sent.
///
/// # Safety
/// `session` is null or open.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmp_halt(session: *mut SgmpSession) -> SgmpStatus {
    // SAFETY: this function's own contract.
    guard(|| unsafe { tell(session, SessionHandle::halt) })
}

/// The opponent has hung up for good. After the end of the game that is normal, and the session is
/// finished; before it, this changes nothing.
///
/// # Safety
/// `session` is null or open.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmp_hang_up(session: *mut SgmpSession) -> SgmpStatus {
    // SAFETY: this function's own contract.
    guard(|| unsafe { tell(session, SessionHandle::hang_up) })
}

// --- outputs

/// The next frame for the line: writes SGMP_FRAME_BYTES bytes to `buffer`, which has room for
/// `room`, and their number to `len`; 0 there until the deadline. Call it until it is 0. A frame
/// that was taken is on its way: send all of it at once.
///
/// # Safety
/// `session` is null or open; `buffer` is null or `room` bytes of it may be written to; `len` is
/// null or may be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmp_take(
    session: *mut SgmpSession,
    now_ms: u64,
    buffer: *mut u8,
    room: usize,
    len: *mut usize,
) -> SgmpStatus {
    guard(|| {
        if room < SGMP_FRAME_BYTES {
            return Err(SgmpStatus::BadLength);
        }
        // SAFETY: this function's own contract, and there is room for the four.
        let (buffer, len) = unsafe {
            let frame = AnswerSlot::new(buffer.cast::<[u8; SGMP_FRAME_BYTES]>())?;
            (frame, AnswerSlot::new(len)?)
        };
        // SAFETY: this function's own contract.
        match unsafe { at(session, |handle| handle.take(now_ms)) }? {
            Some(frame) => {
                buffer.put(frame);
                len.put(SGMP_FRAME_BYTES);
            }
            None => len.put(0),
        }
        Ok(())
    })
}

/// Writes the next event to `event`; SGMP_EVENT_NONE when there are no more.
///
/// # Safety
/// `session` is null or open; `event` is null or may be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmp_next_event(
    session: *mut SgmpSession,
    event: *mut SgmpEvent,
) -> SgmpStatus {
    guard(|| {
        // SAFETY: this function's own contract.
        let place = unsafe { AnswerSlot::new(event) }?;
        // SAFETY: as above.
        place.put(unsafe { at(session, |handle| Ok(handle.next_event())) }?);
        Ok(())
    })
}

/// Writes when to call sgmp_tick and sgmp_take if no bytes come before: milliseconds, or
/// SGMP_NEVER. It may lie in the past, which means at once.
///
/// # Safety
/// `session` is null or open; `deadline_ms` is null or may be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmp_next_deadline(
    session: *const SgmpSession,
    deadline_ms: *mut u64,
) -> SgmpStatus {
    guard(|| {
        // SAFETY: this function's own contract.
        let place = unsafe { AnswerSlot::new(deadline_ms) }?;
        // SAFETY: as above.
        place.put(unsafe { at(session, |handle| Ok(handle.next_deadline())) }?);
        Ok(())
    })
}

/// Writes whether a move of ours would be taken now.
///
/// # Safety
/// `session` is null or open; `ours` is null or may be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmp_is_our_turn(
    session: *const SgmpSession,
    ours: *mut bool,
) -> SgmpStatus {
    guard(|| {
        // SAFETY: this function's own contract.
        let place = unsafe { AnswerSlot::new(ours) }?;
        // SAFETY: as above.
        place.put(unsafe { at(session, |handle| Ok(handle.is_our_turn())) }?);
        Ok(())
    })
}

// --- words

/// The meaning of a SgmpStatus in English: a static text, for any number at all.
#[unsafe(no_mangle)]
pub extern "C" fn sgmp_status_text(status: c_int) -> *const c_char {
    SgmpStatus::text(status).as_ptr()
}

/// The meaning of a SgmpStop in English: a static text, for any number at all.
#[unsafe(no_mangle)]
pub extern "C" fn sgmp_stop_text(stop: c_int) -> *const c_char {
    SgmpStop::text(stop).as_ptr()
}

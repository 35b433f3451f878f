//! The border between C and Rust: pointers become references here, and panics and second threads
//! stop.
//!
//! Every `unsafe` of the crate but the exports themselves is here. What the callers in C promise,
//! and the library cannot see: a pointer that is neither null nor misaligned points to a live value
//! of its type that nobody else changes during the call.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr::NonNull;
use std::sync::{Mutex, TryLockError};

use crate::SgmpStatus;
use crate::session_handle::SessionHandle;

/// One side of a game over the wire. Made by sgmp_open, given back by sgmp_close.
#[derive(Debug)]
pub struct SgmpSession {
    /// The lock makes two calls at once an error and remembers a panic.
    handle: Mutex<SessionHandle>,
}

impl SgmpSession {
    pub(crate) const fn new(handle: SessionHandle) -> Self {
        Self {
            handle: Mutex::new(handle),
        }
    }

    /// Moves a session to the heap, for C to hold.
    pub(crate) fn into_raw(self) -> *mut Self {
        Box::into_raw(Box::new(self))
    }

    /// Ends a session; null is none.
    ///
    /// # Safety
    /// `session` is null or comes from [`Self::into_raw`]; it is not used again, by anybody.
    pub(crate) unsafe fn close(session: *mut Self) {
        if !session.is_null() {
            // SAFETY: the pointer comes from `Box::into_raw` and is given up by the caller, so it
            // is freed this once.
            drop(unsafe { Box::from_raw(session) });
        }
    }
}

/// Does a call's work; no panic gets past it.
pub(crate) fn guard(work: impl FnOnce() -> Result<(), SgmpStatus>) -> SgmpStatus {
    // A panic leaves nothing half-done behind: what it had locked is poisoned, and answers so.
    match catch_unwind(AssertUnwindSafe(work)) {
        Ok(Ok(())) => SgmpStatus::Ok,
        Ok(Err(status)) => status,
        Err(_) => SgmpStatus::Panicked,
    }
}

/// Does a call's work at the handle of a session.
///
/// # Safety
/// As [`look`].
pub(crate) unsafe fn at<T>(
    session: *const SgmpSession,
    work: impl FnOnce(&mut SessionHandle) -> Result<T, SgmpStatus>,
) -> Result<T, SgmpStatus> {
    // SAFETY: passed on. A shared reference is enough: the lock keeps calls apart.
    let session = unsafe { look(session) }?;
    let mut handle = session.handle.try_lock().map_err(|error| match error {
        TryLockError::WouldBlock => SgmpStatus::Busy,
        TryLockError::Poisoned(_) => SgmpStatus::Panicked,
    })?;
    work(&mut handle)
}

/// The same for work that cannot fail.
///
/// # Safety
/// As [`look`].
pub(crate) unsafe fn tell(
    session: *const SgmpSession,
    work: impl FnOnce(&mut SessionHandle),
) -> Result<(), SgmpStatus> {
    let work = |handle: &mut SessionHandle| {
        work(handle);
        Ok(())
    };
    // SAFETY: passed on.
    unsafe { at(session, work) }
}

/// Looks at a value of the caller's.
///
/// # Safety
/// `pointer` is null, misaligned, or points to a live `T` for all of `'a`, which changes meanwhile
/// only as `T` allows.
pub(crate) unsafe fn look<'a, T>(pointer: *const T) -> Result<&'a T, SgmpStatus> {
    if !pointer.is_aligned() {
        return Err(SgmpStatus::BadPointer);
    }
    // SAFETY: it is aligned and, where not null, live by the caller's word.
    unsafe { pointer.as_ref() }.ok_or(SgmpStatus::BadPointer)
}

/// Looks at bytes of the caller's; null will do for none.
///
/// # Safety
/// `pointer` is null or points to `len` bytes that stay as they are for all of `'a`.
pub(crate) unsafe fn look_at_bytes<'a>(
    pointer: *const u8,
    len: usize,
) -> Result<&'a [u8], SgmpStatus> {
    if len == 0 {
        return Ok(&[]);
    }
    if pointer.is_null() {
        return Err(SgmpStatus::BadPointer);
    }
    if isize::try_from(len).is_err() {
        return Err(SgmpStatus::BadLength);
    }
    // SAFETY: not null, always aligned for bytes, no longer than `isize::MAX`, and `len` bytes are
    // there by the caller's word.
    Ok(unsafe { std::slice::from_raw_parts(pointer, len) })
}

/// A place of the caller's for an answer.
#[derive(Debug)]
pub(crate) struct AnswerSlot<T>(NonNull<T>);

impl<T> AnswerSlot<T> {
    /// # Safety
    /// `pointer` is null, misaligned, or may be written to, as one `T`, for as long as this lives.
    pub(crate) unsafe fn new(pointer: *mut T) -> Result<Self, SgmpStatus> {
        let place = NonNull::new(pointer).filter(|place| place.is_aligned());
        place.map(Self).ok_or(SgmpStatus::BadPointer)
    }

    /// Writes the answer; what was there before is C's and needs no destructor.
    pub(crate) fn put(&self, value: T) {
        // SAFETY: not null, aligned, and writable by the word given to `new`.
        unsafe { self.0.write(value) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SgmpTerms;

    fn session() -> SgmpSession {
        let terms = SgmpTerms::tournament(crate::SGMP_WHITE).unwrap();
        SgmpSession::new(SessionHandle::open(&terms, 0).unwrap())
    }

    #[test]
    fn a_panic_is_an_answer_and_the_session_remembers_it() {
        let session = session();
        // SAFETY: the session lives here.
        let call = |work: fn(&mut SessionHandle)| guard(|| unsafe { tell(&session, work) });
        assert_eq!(call(|_| ()), SgmpStatus::Ok);
        assert_eq!(call(|_| panic!("on purpose")), SgmpStatus::Panicked);
        assert_eq!(call(|_| ()), SgmpStatus::Panicked);
    }

    #[test]
    fn a_call_within_a_call_is_told_so() {
        let session = session();
        // SAFETY: the session lives here.
        let inner = || guard(|| unsafe { at(&session, |_| Ok(())) });
        // SAFETY: as above.
        let outer = unsafe { at(&session, |_| Ok(inner())) };
        assert_eq!(outer, Ok(SgmpStatus::Busy));
        assert_eq!(inner(), SgmpStatus::Ok);
    }

    #[test]
    fn misaligned_pointers_are_found_out() {
        let words = [0_u64; 2];
        let odd = words.as_ptr().wrapping_byte_add(1);
        // SAFETY: misaligned is allowed, and answered.
        let seen = unsafe { look(odd) };
        assert_eq!(seen, Err(SgmpStatus::BadPointer));
        // SAFETY: as above.
        let place = unsafe { AnswerSlot::new(odd.cast_mut()) };
        assert_eq!(place.err(), Some(SgmpStatus::BadPointer));
    }
}

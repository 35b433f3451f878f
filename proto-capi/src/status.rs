//! The answer of every call.

use std::ffi::CStr;

use sgmp_proto::Misuse;

/// The result of a call. Anything but SGMP_STATUS_OK has changed nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub enum SgmpStatus {
    /// Done.
    Ok = 0,
    /// A pointer is null or not aligned.
    BadPointer = 1,
    /// The color is neither SGMP_BLACK nor SGMP_WHITE.
    BadColor = 2,
    /// The board has fewer than 2 or more than 19 lines.
    BadSize = 3,
    /// The resend time is 0.
    BadResend = 4,
    /// A length is beyond any memory, or a buffer has no room for a frame.
    BadLength = 5,
    /// The time is before that of an earlier call.
    TimeWentBack = 6,
    /// Events of an earlier input wait: take them with sgmp_next_event first.
    EventsWaiting = 7,
    /// It is not our turn to move, or our last move is not acknowledged.
    NotOurTurn = 8,
    /// The point is not on the board.
    OffBoard = 9,
    /// No move waits for judgment.
    NothingOffered = 10,
    /// Another thread is in a call on this session.
    Busy = 11,
    /// A fault of the library: the session can only be closed.
    Panicked = 12,
}

impl SgmpStatus {
    /// Every status and its text.
    pub(crate) const TEXTS: [(Self, &CStr); 13] = [
        (Self::Ok, c"done"),
        (Self::BadPointer, c"a pointer is null or not aligned"),
        (Self::BadColor, c"the color is neither Black nor White"),
        (Self::BadSize, c"the board must have 2 to 19 lines"),
        (Self::BadResend, c"the resend time must be more than 0"),
        (
            Self::BadLength,
            c"a length is beyond any memory, or a buffer has no room for a frame",
        ),
        (
            Self::TimeWentBack,
            c"the time is before that of an earlier call",
        ),
        (
            Self::EventsWaiting,
            c"events of an earlier input wait: take them first",
        ),
        (
            Self::NotOurTurn,
            c"it is not our turn to move, or our last move is not acknowledged",
        ),
        (Self::OffBoard, c"the point is not on the board"),
        (Self::NothingOffered, c"no move waits for judgment"),
        (Self::Busy, c"another thread is in a call on this session"),
        (
            Self::Panicked,
            c"a fault of the library: the session can only be closed",
        ),
    ];

    /// The text of a number that may be none of ours.
    pub(crate) fn text(number: i32) -> &'static CStr {
        let known = Self::TEXTS
            .iter()
            .find(|(status, _)| *status as i32 == number);
        known.map_or(c"no status of this library", |(_, text)| text)
    }
}

impl From<Misuse> for SgmpStatus {
    fn from(misuse: Misuse) -> Self {
        match misuse {
            Misuse::NotOurTurn => Self::NotOurTurn,
            Misuse::OffBoard => Self::OffBoard,
            Misuse::NothingOffered => Self::NothingOffered,
            // Only the full protocol has these, which C is not offered.
            Misuse::CannotTakeBack | Misuse::GameNotOver | Misuse::CannotAsk => Self::NotOurTurn,
        }
    }
}

//! The calls with pointers, times and moves that cannot be, and in a whole small game.

#![expect(
    unsafe_code,
    reason = "the exported functions are called as C calls them"
)]

use std::ffi::{CStr, c_char};
use std::ptr::{null, null_mut};

use sgmp::{
    SGMP_BLACK, SGMP_NEVER, SGMP_WHITE, SgmpEvent, SgmpSession, SgmpStatus, SgmpStop, SgmpTerms,
    sgmp_accept_move, sgmp_close, sgmp_conclude, sgmp_feed, sgmp_halt, sgmp_hang_up,
    sgmp_is_our_turn, sgmp_link_restored, sgmp_next_deadline, sgmp_next_event, sgmp_open,
    sgmp_refuse_move, sgmp_send_move, sgmp_send_pass, sgmp_status_text, sgmp_stop_text, sgmp_take,
    sgmp_terms, sgmp_tick,
};

const TERMS: SgmpTerms = SgmpTerms {
    color: SGMP_WHITE,
    size: 9,
    strict: 0,
    baud: 0,
    resend_ms: 20_000,
    max_resends: 3,
    linger_ms: 1000,
    doubt_ms: 25_000,
};

/// A session as a program in C holds it.
struct Side(*mut SgmpSession);

impl Side {
    fn open(terms: &SgmpTerms) -> Result<Self, SgmpStatus> {
        let mut session = null_mut();
        // SAFETY: both live here.
        match unsafe { sgmp_open(terms, 0, &raw mut session) } {
            SgmpStatus::Ok => Ok(Self(session)),
            other => Err(other),
        }
    }

    fn of(color: u8) -> Self {
        Self::open(&SgmpTerms { color, ..TERMS }).expect("terms as they should be")
    }

    /// Hands over bytes; every event that came of them.
    fn feed(&self, now_ms: u64, mut bytes: &[u8]) -> Vec<SgmpEvent> {
        let mut events = Vec::new();
        while !bytes.is_empty() {
            let mut taken = 0;
            // SAFETY: all of it lives here.
            let fed =
                unsafe { sgmp_feed(self.0, now_ms, bytes.as_ptr(), bytes.len(), &raw mut taken) };
            assert_eq!(fed, SgmpStatus::Ok);
            assert!(taken > 0, "no progress");
            bytes = &bytes[taken..];
            events.extend(self.events());
        }
        events
    }

    fn events(&self) -> Vec<SgmpEvent> {
        let next = || {
            let mut event = SgmpEvent::None;
            // SAFETY: both live here.
            let status = unsafe { sgmp_next_event(self.0, &raw mut event) };
            assert_eq!(status, SgmpStatus::Ok);
            (event != SgmpEvent::None).then_some(event)
        };
        std::iter::from_fn(next).collect()
    }

    fn take(&self, now_ms: u64) -> Vec<u8> {
        let mut sent = Vec::new();
        loop {
            let (mut frame, mut len) = ([0; 4], usize::MAX);
            // SAFETY: all of it lives here.
            let taken = unsafe { sgmp_take(self.0, now_ms, frame.as_mut_ptr(), 4, &raw mut len) };
            assert_eq!(taken, SgmpStatus::Ok);
            if len == 0 {
                return sent;
            }
            sent.extend_from_slice(&frame[..len]);
        }
    }

    fn deadline(&self) -> u64 {
        let mut deadline = 0;
        // SAFETY: both live here.
        let status = unsafe { sgmp_next_deadline(self.0, &raw mut deadline) };
        assert_eq!(status, SgmpStatus::Ok);
        deadline
    }

    fn is_our_turn(&self) -> bool {
        let mut ours = false;
        // SAFETY: both live here.
        let status = unsafe { sgmp_is_our_turn(self.0, &raw mut ours) };
        assert_eq!(status, SgmpStatus::Ok);
        ours
    }
}

impl Drop for Side {
    fn drop(&mut self) {
        // SAFETY: it comes from sgmp_open, and this is the last call.
        let closed = unsafe { sgmp_close(self.0) };
        assert_eq!(closed, SgmpStatus::Ok);
    }
}

/// Carries bytes both ways until nobody has any; what each side heard.
fn carry(black: &Side, white: &Side, now_ms: u64) -> [Vec<SgmpEvent>; 2] {
    let mut heard = [Vec::new(), Vec::new()];
    loop {
        let (from_black, from_white) = (black.take(now_ms), white.take(now_ms));
        if from_black.is_empty() && from_white.is_empty() {
            return heard;
        }
        heard[0].extend(black.feed(now_ms, &from_white));
        heard[1].extend(white.feed(now_ms, &from_black));
    }
}

fn text(words: *const c_char) -> String {
    // SAFETY: every text of the library is static and ends with a zero.
    let words = unsafe { CStr::from_ptr(words) };
    words.to_str().expect("ASCII").to_owned()
}

#[test]
fn a_game_from_the_first_frame_to_the_last() {
    let (black, white) = (Side::of(SGMP_BLACK), Side::of(SGMP_WHITE));
    let [at_black, at_white] = carry(&black, &white, 10);
    assert!(at_black.contains(&SgmpEvent::Ready) && at_white.contains(&SgmpEvent::Ready));
    assert!(black.is_our_turn() && !white.is_our_turn());

    // SAFETY, here and below: the sessions are open.
    assert_eq!(unsafe { sgmp_send_move(black.0, 2, 6) }, SgmpStatus::Ok);
    let [_, at_white] = carry(&black, &white, 20);
    let offered = SgmpEvent::MoveOffered { column: 2, row: 6 };
    assert!(at_white.contains(&offered), "{at_white:?}");
    assert!(!white.is_our_turn(), "not before it is accepted");
    assert_eq!(unsafe { sgmp_accept_move(white.0, 30) }, SgmpStatus::Ok);
    let [at_black, _] = carry(&black, &white, 30);
    assert!(at_black.contains(&SgmpEvent::MoveAcknowledged));

    for (side, other) in [(&white, &black), (&black, &white)] {
        assert_eq!(unsafe { sgmp_send_pass(side.0) }, SgmpStatus::Ok);
        let heard = carry(&black, &white, 40).concat();
        assert!(heard.contains(&SgmpEvent::PassOffered), "{heard:?}");
        assert_eq!(unsafe { sgmp_accept_move(other.0, 40) }, SgmpStatus::Ok);
        carry(&black, &white, 40);
    }
    for side in [black, white] {
        let deadline = side.deadline();
        assert!(deadline > 40 && deadline < SGMP_NEVER);
        assert_eq!(unsafe { sgmp_tick(side.0, deadline) }, SgmpStatus::Ok);
        assert_eq!(side.events(), [SgmpEvent::Finished]);
        assert_eq!(side.deadline(), SGMP_NEVER);
    }
}

#[test]
fn null_is_an_answer_everywhere() {
    let bad = SgmpStatus::BadPointer;
    let side = Side::of(SGMP_WHITE);
    let (mut len, mut frame) = (0, [0; 4]);
    // SAFETY: null is allowed everywhere, and answered.
    unsafe {
        let none: *mut SgmpSession = null_mut();
        assert_eq!(sgmp_close(none), SgmpStatus::Ok);
        assert_eq!(sgmp_terms(SGMP_BLACK, null_mut()), bad);
        let mut opened = none;
        assert_eq!(sgmp_open(null(), 0, &raw mut opened), bad);
        assert_eq!(opened, none);
        assert_eq!(sgmp_open(&TERMS, 0, null_mut()), bad);
        let byte = [1];
        assert_eq!(sgmp_feed(none, 0, byte.as_ptr(), 1, &raw mut len), bad);
        assert_eq!(sgmp_feed(side.0, 0, null(), 1, &raw mut len), bad);
        assert_eq!(sgmp_feed(side.0, 0, byte.as_ptr(), 1, null_mut()), bad);
        assert_eq!(
            sgmp_feed(side.0, 0, null(), 0, &raw mut len),
            SgmpStatus::Ok
        );
        assert_eq!(sgmp_tick(none, 0), bad);
        assert_eq!(sgmp_send_move(none, 0, 0), bad);
        assert_eq!(sgmp_send_pass(none), bad);
        assert_eq!(sgmp_accept_move(none, 0), bad);
        assert_eq!(sgmp_refuse_move(none, 0), bad);
        assert_eq!(sgmp_link_restored(none), bad);
        assert_eq!(sgmp_conclude(none, 0), bad);
        assert_eq!(sgmp_halt(none), bad);
        assert_eq!(sgmp_hang_up(none), bad);
        assert_eq!(sgmp_take(none, 0, frame.as_mut_ptr(), 4, &raw mut len), bad);
        assert_eq!(sgmp_take(side.0, 0, null_mut(), 4, &raw mut len), bad);
        assert_eq!(sgmp_take(side.0, 0, frame.as_mut_ptr(), 4, null_mut()), bad);
        assert_eq!(sgmp_next_event(side.0, null_mut()), bad);
        assert_eq!(sgmp_next_deadline(side.0, null_mut()), bad);
        assert_eq!(sgmp_is_our_turn(side.0, null_mut()), bad);
    }
}

#[test]
fn terms_and_lengths_that_cannot_be_are_refused() {
    let refused = |terms: SgmpTerms| Side::open(&terms).err();
    let bad_color = Some(SgmpStatus::BadColor);
    assert_eq!(refused(SgmpTerms { color: 0, ..TERMS }), bad_color);
    assert_eq!(
        refused(SgmpTerms { size: 1, ..TERMS }),
        Some(SgmpStatus::BadSize)
    );
    assert_eq!(
        refused(SgmpTerms { size: 20, ..TERMS }),
        Some(SgmpStatus::BadSize)
    );
    let bad_resend = Some(SgmpStatus::BadResend);
    assert_eq!(
        refused(SgmpTerms {
            resend_ms: 0,
            ..TERMS
        }),
        bad_resend
    );
    let mut terms = TERMS;
    // SAFETY: it lives here.
    assert_eq!(
        unsafe { sgmp_terms(3, &raw mut terms) },
        SgmpStatus::BadColor
    );
    assert_eq!(terms, TERMS, "unchanged");
    // SAFETY: as above.
    assert_eq!(
        unsafe { sgmp_terms(SGMP_BLACK, &raw mut terms) },
        SgmpStatus::Ok
    );
    assert_eq!(
        (terms.size, terms.baud, terms.resend_ms),
        (19, 2400, 20_000)
    );

    let side = Side::of(SGMP_BLACK);
    let (mut len, mut frame) = (7, [0; 4]);
    // SAFETY: too little room is found out before anything is written, and so is a length that no
    // memory has.
    unsafe {
        let taken = sgmp_take(side.0, 0, frame.as_mut_ptr(), 3, &raw mut len);
        assert_eq!((taken, len), (SgmpStatus::BadLength, 7));
        let fed = sgmp_feed(side.0, 0, frame.as_ptr(), usize::MAX, &raw mut len);
        assert_eq!(fed, SgmpStatus::BadLength);
    }
}

#[test]
fn calls_out_of_place_change_nothing() {
    let (black, white) = (Side::of(SGMP_BLACK), Side::of(SGMP_WHITE));
    // SAFETY, throughout: the sessions are open.
    assert_eq!(unsafe { sgmp_send_pass(black.0) }, SgmpStatus::NotOurTurn);
    carry(&black, &white, 10);
    assert_eq!(
        unsafe { sgmp_send_move(black.0, 9, 0) },
        SgmpStatus::OffBoard
    );
    assert_eq!(unsafe { sgmp_send_pass(white.0) }, SgmpStatus::NotOurTurn);
    let nothing = SgmpStatus::NothingOffered;
    assert_eq!(unsafe { sgmp_accept_move(white.0, 99) }, nothing);
    assert_eq!(unsafe { sgmp_refuse_move(white.0, 99) }, nothing);
    assert_eq!(unsafe { sgmp_tick(white.0, 9) }, SgmpStatus::TimeWentBack);
    assert_eq!(unsafe { sgmp_tick(white.0, 10) }, SgmpStatus::Ok);

    assert_eq!(unsafe { sgmp_send_move(black.0, 0, 0) }, SgmpStatus::Ok);
    let sent = black.take(20);
    let mut taken = 0;
    let mut feed = || unsafe { sgmp_feed(white.0, 20, sent.as_ptr(), 4, &raw mut taken) };
    assert_eq!(feed(), SgmpStatus::Ok);
    assert_eq!(feed(), SgmpStatus::EventsWaiting);
    assert_eq!(white.events().len(), 2, "heard and offered, once");
    assert_eq!(unsafe { sgmp_refuse_move(white.0, 20) }, SgmpStatus::Ok);
    let heard = white.feed(21, &sent);
    assert!(heard.contains(&SgmpEvent::MoveOffered { column: 0, row: 0 }));
    assert_eq!(unsafe { sgmp_refuse_move(white.0, 21) }, SgmpStatus::Ok);
    let stop = SgmpStop::IllegalMove;
    assert_eq!(
        white.events(),
        [SgmpEvent::Stopped { stop }],
        "the second copy"
    );
    assert_eq!(unsafe { sgmp_halt(black.0) }, SgmpStatus::Ok);
    assert_eq!(unsafe { sgmp_link_restored(black.0) }, SgmpStatus::Ok);
    assert_eq!(unsafe { sgmp_conclude(black.0, 30) }, SgmpStatus::Ok);
    assert_eq!(unsafe { sgmp_hang_up(black.0) }, SgmpStatus::Ok);
    assert!(black.take(60_000).is_empty(), "halted");
}

#[test]
fn every_number_has_a_text_of_its_own() {
    let texts: Vec<_> = (0..=12).map(|n| text(sgmp_status_text(n))).collect();
    let stops: Vec<_> = (1..=8).map(|n| text(sgmp_stop_text(n))).collect();
    for words in [&texts, &stops] {
        for (index, one) in words.iter().enumerate() {
            assert!(!one.starts_with("no status") && !one.starts_with("no stop"));
            assert!(!words[..index].contains(one), "{one} twice");
        }
    }
    for number in [i32::MIN, -1, 13, i32::MAX] {
        assert_eq!(text(sgmp_status_text(number)), "no status of this library");
        assert_eq!(text(sgmp_stop_text(number)), "no stop of this library");
    }
}

/// Any bytes at any time, a frame or not: every call answers, and nothing panics.
#[test]
fn junk_is_survived() {
    for color in [SGMP_BLACK, SGMP_WHITE] {
        let side = Side::of(color);
        let mut state = 1_u32;
        for now_ms in 0..20_000 {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let bytes = state.to_be_bytes();
            side.feed(
                now_ms * 7,
                &[bytes[0] & 3, bytes[1] | 0x80, bytes[2], bytes[3] | 0x80],
            );
            side.take(now_ms * 7);
            // SAFETY: the session is open.
            unsafe {
                sgmp_send_move(side.0, bytes[0], bytes[1]);
                sgmp_accept_move(side.0, now_ms * 7);
                sgmp_tick(side.0, now_ms * 7);
            }
        }
    }
}

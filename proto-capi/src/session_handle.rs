//! A session with its waiting events and the latest time: all that happens behind the border.

use std::collections::VecDeque;

use sgmp_proto::{Instant, Session, Vertex};

use crate::terms::{SGMP_FRAME_BYTES, SGMP_NEVER};
use crate::{SgmpEvent, SgmpStatus, SgmpTerms};

const MICROS_PER_MILLI: u64 = 1000;

type Answer<T> = Result<T, SgmpStatus>;

/// One side of a game.
#[derive(Debug)]
pub(crate) struct SessionHandle {
    session: Session,
    /// Those of the last frame, and at most a stop or an end behind them: no frame is taken while
    /// one of them waits.
    events: VecDeque<SgmpEvent>,
    latest_ms: u64,
}

impl SessionHandle {
    pub(crate) fn open(terms: &SgmpTerms, now_ms: u64) -> Answer<Self> {
        Ok(Self {
            session: Session::new(terms.config()?, instant(now_ms)),
            events: VecDeque::new(),
            latest_ms: now_ms,
        })
    }

    // --- inputs

    /// Takes bytes up to the end of the first frame; answers how many.
    pub(crate) fn feed(&mut self, now_ms: u64, bytes: &[u8]) -> Answer<usize> {
        if !self.events.is_empty() {
            return Err(SgmpStatus::EventsWaiting);
        }
        self.at(now_ms, |session, now| Ok(session.handle_bytes(now, bytes)))
    }

    pub(crate) fn tick(&mut self, now_ms: u64) -> Answer<()> {
        self.at(now_ms, |session, now| {
            session.handle_timeout(now);
            Ok(())
        })
    }

    pub(crate) fn send(&mut self, vertex: Vertex) -> Answer<()> {
        Ok(self.session.send_move(vertex)?)
    }

    pub(crate) fn accept(&mut self, now_ms: u64) -> Answer<()> {
        self.at(now_ms, |session, now| Ok(session.accept_move(now)?))
    }

    pub(crate) fn refuse(&mut self, now_ms: u64) -> Answer<()> {
        self.at(now_ms, |session, now| {
            session.refuse_move(now)?;
            Ok(())
        })
    }

    pub(crate) fn link_restored(&mut self) {
        self.session.handle_reconnect();
    }

    pub(crate) fn conclude(&mut self, now_ms: u64) -> Answer<()> {
        self.at(now_ms, |session, now| {
            session.conclude(now);
            Ok(())
        })
    }

    pub(crate) fn halt(&mut self) {
        self.session.halt();
    }

    pub(crate) fn hang_up(&mut self) {
        self.session.handle_hang_up();
        self.collect();
    }

    // --- outputs

    pub(crate) fn take(&mut self, now_ms: u64) -> Answer<Option<[u8; SGMP_FRAME_BYTES]>> {
        self.at(now_ms, |session, now| {
            let transmit = session.poll_transmit(now);
            Ok(transmit.map(|transmit| transmit.frame.to_bytes()))
        })
    }

    pub(crate) fn next_event(&mut self) -> SgmpEvent {
        self.events.pop_front().unwrap_or(SgmpEvent::None)
    }

    /// Rounded up: at that millisecond the time has come.
    pub(crate) fn next_deadline(&self) -> u64 {
        let deadline = self.session.poll_timeout();
        deadline.map_or(SGMP_NEVER, |at| at.as_micros().div_ceil(MICROS_PER_MILLI))
    }

    pub(crate) fn is_our_turn(&self) -> bool {
        self.session.is_our_turn()
    }

    /// Does something at a time; what fails changes nothing.
    fn at<T>(
        &mut self,
        now_ms: u64,
        work: impl FnOnce(&mut Session, Instant) -> Answer<T>,
    ) -> Answer<T> {
        if now_ms < self.latest_ms {
            return Err(SgmpStatus::TimeWentBack);
        }
        let answer = work(&mut self.session, instant(now_ms))?;
        self.latest_ms = now_ms;
        self.collect();
        Ok(answer)
    }

    fn collect(&mut self) {
        while let Some(event) = self.session.poll_event() {
            self.events.extend(SgmpEvent::new(event));
        }
    }
}

const fn instant(ms: u64) -> Instant {
    Instant::from_micros(ms.saturating_mul(MICROS_PER_MILLI))
}

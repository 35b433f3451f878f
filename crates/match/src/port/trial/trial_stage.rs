//! The stages of a trial: what is said on the wire, beside text.

use sgmp_proto::{
    Bit, Color, Config, Frame, Instant, Message, Phase, Query, Reason, Session, Transmit,
};

/// The part that a trial plays at the moment.
pub(super) enum Stage {
    Listening,
    /// Says NEWGAME, and answers no question.
    Probing(Probe),
    Handshake(Box<Session>, Color),
}

impl Stage {
    /// A handshake from its beginning.
    pub(super) fn handshake(config: Config, color: Color, now: Instant) -> Self {
        let session = Session::new(Config { color, ..config }, now);
        Self::Handshake(Box::new(session), color)
    }

    /// How far it came.
    pub(super) fn phase(&self) -> Phase {
        match self {
            Self::Listening => Phase::Waiting,
            Self::Probing(_) => Phase::NewGameSent,
            Self::Handshake(session, _) => session.phase(),
        }
    }

    /// Returns whether a White has said its last OK here: the one that begins the game of whoever waits as
    /// Black, and is never sent.
    fn is_withheld(&self) -> bool {
        matches!(self, Self::Handshake(session, Color::White) if matches!(session.phase(), Phase::Playing(_)))
    }

    /// The next frame for the line.
    pub(super) fn poll_transmit(&mut self, now: Instant) -> Option<Transmit> {
        if self.is_withheld() {
            return None;
        }
        match self {
            Self::Listening => None,
            Self::Probing(probe) => probe.poll_transmit(),
            Self::Handshake(session, _) => session.poll_transmit(now),
        }
    }

    /// The moment of the next thing to do.
    pub(super) fn poll_timeout(&self) -> Option<Instant> {
        if self.is_withheld() {
            return None;
        }
        match self {
            Self::Listening => None,
            Self::Probing(probe) => probe.to_send.map(|_| Instant::ZERO),
            Self::Handshake(session, _) => session.poll_timeout(),
        }
    }
}

/// A NEWGAME that is said once, and once more in answer to QUERY(11): that leaves a White as if it had been
/// asked nothing. Ours begins again at any NEWGAME before the first move; GNU Go 3.8 takes one that acknowledges its
/// question, and is then where it was when it was started. As Black, with its own NEWGAME unanswered, GNU Go answers
/// the second one as a White does, so that none is said on a silent line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Probe {
    to_send: Option<Frame>,
    is_answered: bool,
}

impl Probe {
    pub(super) fn new() -> Self {
        Self {
            to_send: Some(Frame::new(Bit::One, Bit::Zero, Message::NewGame)),
            is_answered: false,
        }
    }

    fn poll_transmit(&mut self) -> Option<Transmit> {
        let (frame, reason) = (self.to_send.take()?, Reason::First);
        Some(Transmit { frame, reason })
    }

    /// Hears a frame; returns whether it is a White's first question, for the first time.
    pub(super) fn hear(&mut self, frame: Frame) -> bool {
        if frame.message() != Message::Query(Query::COLOR) || self.is_answered {
            return false;
        }
        self.is_answered = true;
        let (ours, theirs) = (frame.acknowledged().flipped(), frame.sequence());
        self.to_send = Some(Frame::new(ours, theirs, Message::NewGame));
        true
    }
}

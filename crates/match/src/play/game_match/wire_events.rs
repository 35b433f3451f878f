//! The effects of the wire on a match.

use sgmp_proto::{
    Counts, Event as WireEvent, FrameVerdict, Instant, Message, Phase, Refusal, Stop, Vertex,
    WireMove,
};

use super::super::ending::{Dispute, End, Foul, NoGame};
use super::super::terms::{Dialect, limits};
use super::super::wire_conversion;
use super::builder::fresh_clocks;
use super::outputs::SILENCE_TIMEOUT;
use super::{Event, Link, Match, MatchState, Noise, OpponentFlag, PendingAck};
use sgmp_board::rules::{Color, IllegalMove, LegalMove, Move};

/// Bytes that are no frames from which on they are worth a word: two frames.
const LEAST_NOISE: u64 = 8;

/// Bytes so far that were no frame and no talk.
const fn garbage(counts: Counts) -> u64 {
    counts.stray + counts.unfinished + counts.bad_checksums + counts.reserved
}

/// Returns whether a frame says nothing of the other side of our game: a check at the other end begins games, too.
const fn is_no_word_of_the_game(message: Message, verdict: FrameVerdict) -> bool {
    matches!(
        (message, verdict),
        (_, FrameVerdict::OutOfPlace) | (Message::NewGame, FrameVerdict::Doubted)
    )
}

impl Match {
    /// Bytes from the port, however many.
    pub fn handle_bytes(&mut self, now: Instant, bytes: &[u8]) {
        if let Link::Up {
            is_silence_shown: true,
            ..
        } = self.link
            && !bytes.is_empty()
        {
            // What comes now, be it garbage, begins another silence.
            self.link = Link::heard(now);
        }
        let frames = self.counts().frames;
        let mut rest = bytes;
        while !rest.is_empty() {
            self.update_facts(now);
            let taken = self.session.handle_bytes(now, rest);
            // The session takes at least one byte: its events were drained, and it stops only behind a frame.
            rest = &rest[taken..];
            self.handle_session_events(now);
        }
        if self.counts().frames == frames {
            self.note_noise(now);
        } else {
            self.noise = Noise {
                before: garbage(self.counts()),
                ..Noise::default()
            };
            if std::mem::take(&mut self.has_exchanged) {
                self.note_exchange(now);
            }
        }
        // A line that never rests must not hold up the clocks.
        self.pass_time(now);
        self.ask_at_our_turn(now);
        self.commit(now);
    }

    /// Shows noise that has lasted for a while, once: a cable, a speed, another program on the line.
    fn note_noise(&mut self, now: Instant) {
        // The counters only grow: what was noted before is never more than there is now.
        let bytes = garbage(self.counts()) - self.noise.before;
        if bytes == 0 {
            return;
        }
        let since = *self.noise.since.get_or_insert(now);
        let lasts = now.since(since) >= SILENCE_TIMEOUT && bytes >= LEAST_NOISE;
        if lasts && !std::mem::replace(&mut self.noise.is_shown, true) {
            self.events.push_back(Event::Noise(bytes));
        }
    }

    pub(super) fn handle_session_events(&mut self, now: Instant) {
        while let Some(event) = self.session.poll_event() {
            self.handle_wire_event(event, now);
        }
    }

    fn handle_wire_event(&mut self, event: WireEvent, now: Instant) {
        match event {
            WireEvent::Heard(frame, verdict) => {
                // Only a frame ends a silence that was not shown yet: garbage has its causes.
                if let Link::Up { last_heard, .. } = &mut self.link {
                    *last_heard = now;
                }
                let is_repeat =
                    matches!(frame.message(), Message::Move(_)) && verdict == FrameVerdict::Repeat;
                if !(is_no_word_of_the_game(frame.message(), verdict)
                    || is_repeat && self.hear_repeat(now))
                {
                    // A program that goes on says its last OK again.
                    let returns = (frame.message(), verdict) == (Message::Ok, FrameVerdict::Idle);
                    self.settle_pause(returns, now);
                    self.has_exchanged = true;
                }
                self.events.push_back(Event::Heard(frame, verdict));
                self.explain(frame.message(), verdict);
            }
            WireEvent::Garbled { bytes, error } => {
                self.events.push_back(Event::Garbled(bytes, error));
            }
            WireEvent::Agreed(_) => {}
            WireEvent::UndoOffered(moves) => self.asked_to_take_back(moves, now),
            WireEvent::UndoGranted(moves) => self.taken_back_for_us(moves, now),
            WireEvent::UndoRefused => self.not_taken_back(),
            WireEvent::Answered(answered) => self.answered(answered),
            WireEvent::Ready => self.begin(now),
            WireEvent::MoveOffered(color, vertex) => self.judge(color, vertex, now),
            WireEvent::MoveAcknowledged => self.acknowledged(now),
            WireEvent::Stopped(stop) => self.stopped(stop, now),
            // Our final pass went out often enough, and nobody has acknowledged it.
            WireEvent::Finished => self.end(End::LastPassUnheard, now),
        }
    }

    fn begin(&mut self, now: Instant) {
        if self.state == MatchState::Handshake {
            self.state = MatchState::Playing;
        }
        self.events.push_back(Event::Ready);
        let first = self.game.to_move();
        if first == self.terms.color {
            self.clocks.start(first, now);
            self.events.push_back(Event::OurTurn);
        } else if self.terms.dialect == Dialect::Gmp {
            // Who opened is asked last, or is told by an OK: White moves first after a handicap.
            self.clocks.start(first, now);
        }
    }

    /// Black was started again before its first move: so is the game, clocks and all.
    fn begin_again(&mut self) {
        self.state = MatchState::Handshake;
        self.clocks = fresh_clocks(&self.terms);
        self.opponent_flag = OpponentFlag::Up;
        self.pending_ack = PendingAck::None;
    }

    /// A MOVE in its place: legality, then the journal, and only then its OK.
    fn judge(&mut self, color: Color, vertex: Vertex, now: Instant) {
        let Some(played) = wire_conversion::to_move(vertex) else {
            // On no board at all: the session, which offers no such point, stops at its second copy.
            let _refusal = self.session.refuse_move(now);
            return;
        };
        // After the last move there is, ours, none is taken: one that comes is only its
        // acknowledgement.
        let counts = self.game.move_count() < limits::MOVES && self.game.cycle().is_none();
        let checked = counts.then(|| self.game.check(color, played)).transpose();
        let legal = match checked {
            Ok(legal) => legal,
            Err(why) => return self.refuse(played, why, now),
        };
        if self.session.accept_move(now).is_err() {
            return;
        }
        self.exchanges.note_taken(now);
        // The right to play it has kept the game borrowed: nothing can have changed since the check.
        let captured = legal.map(LegalMove::play);
        self.pending_ack = PendingAck::Ok;
        while self.session.poll_event() == Some(WireEvent::MoveAcknowledged) {
            self.note_answer(now);
            self.events.push_back(Event::Acknowledged);
        }
        if let Some(captured) = captured {
            self.clocks.start(self.terms.color, now);
            self.put_on_record(color, played, captured, now);
        }
        self.after_a_move(now);
        if self.is_open() {
            self.events.push_back(Event::OurTurn);
        }
    }

    fn refuse(&mut self, mv: Move, why: IllegalMove, now: Instant) {
        let number = self.game.move_count() + 1;
        let foul = Foul::Rules {
            number,
            color: !self.terms.color,
            mv,
            why,
        };
        self.suspected_foul = Some(foul.clone());
        if self.session.refuse_move(now) == Ok(Refusal::Doubted) {
            let doubted = Event::Doubted(Dispute::IllegalMove(foul));
            self.events.push_back(doubted);
        }
    }

    /// Follows what the session decides by itself, without offering a move.
    fn explain(&mut self, message: Message, verdict: FrameVerdict) {
        match (message, verdict) {
            (Message::NewGame, FrameVerdict::Taken) if self.state == MatchState::Playing => {
                self.begin_again();
            }
            // A second copy is no doubt any more.
            (_, FrameVerdict::Doubted) if !matches!(self.session.phase(), Phase::Stopped(_)) => {
                self.explain_doubt(message);
            }
            _ => {}
        }
    }

    fn explain_doubt(&mut self, message: Message) {
        if let Some(stop @ (Stop::BothBlack | Stop::TermsDiffer { .. })) =
            self.session.unconfirmed()
        {
            return self.events.push_back(Event::OpeningDoubted(stop));
        }
        let dispute = match message {
            Message::NewGame => Dispute::PeerRestarted,
            Message::Deny => Dispute::Denied,
            Message::Move(mv) => {
                let foul = self.foul_of(mv);
                self.suspected_foul = Some(foul.clone());
                Dispute::IllegalMove(foul)
            }
            _ => return,
        };
        self.events.push_back(Event::Doubted(dispute));
    }

    fn foul_of(&self, mv: WireMove) -> Foul {
        let number = self.game.move_count() + 1;
        if mv.color() == self.terms.color {
            Foul::WrongColor {
                number,
                vertex: mv.vertex(self.terms.size),
            }
        } else {
            Foul::PastTheBoard {
                number,
                point: mv.number(),
            }
        }
    }

    fn acknowledged(&mut self, now: Instant) {
        self.events.push_back(Event::Acknowledged);
        self.record.note_heard();
        if self.is_open() && self.game.to_move() != self.terms.color {
            self.clocks.start(!self.terms.color, now);
            if self.link.is_down() {
                self.clocks.hold(!self.terms.color, now);
            }
        }
        self.after_a_move(now);
    }

    /// Ends that the moves themselves bring: two passes, a cycle, or four hundred moves
    /// acknowledged.
    pub(super) fn after_a_move(&mut self, now: Instant) {
        if !self.is_open() || self.session.pending().is_some() {
            return;
        }
        if self.game.consecutive_passes() >= 2 {
            self.end(End::TwoPasses, now);
        } else if let Some(cycle) = self.game.cycle() {
            self.session.conclude(now);
            self.end(End::NoResult(cycle), now);
        } else if self.game.move_count() >= limits::MOVES {
            self.session.conclude(now);
            self.end(End::Judge(Dispute::MoveLimit), now);
        }
    }

    fn stopped(&mut self, stop: Stop, now: Instant) {
        let dispute = match stop {
            Stop::IllegalMove(mv) => {
                let foul = self
                    .suspected_foul
                    .take()
                    .unwrap_or_else(|| self.foul_of(mv));
                Dispute::IllegalMove(foul)
            }
            Stop::PeerRestarted => Dispute::PeerRestarted,
            Stop::Denied => Dispute::Denied,
            Stop::NoAnswer { resends } if self.state != MatchState::Handshake => {
                Dispute::NoAnswer { resends }
            }
            Stop::Ended => return,
            Stop::NoAnswer { .. }
            | Stop::Echo
            | Stop::BothBlack
            | Stop::NewGameDenied
            | Stop::TermsDiffer { .. } => {
                return self.end(End::NoGame(NoGame::Handshake(stop)), now);
            }
        };
        self.dispute(dispute, now);
    }
}

//! The inputs of a match from everywhere but the wire: time, the player, the operator, the port.

use std::borrow::Cow;
use std::time::Duration;

use sgmp_proto::{Instant, Message, Misuse, Phase};

use super::super::ending::{Assessment, Count, Decider, Dispute, End, LinkLoss, NoGame, Outcome};
use super::super::fault::Fault;
use super::super::pause::PauseWord;
use super::super::player::Decision;
use super::super::terms::limits;
use super::super::wire_conversion;
use super::{Event, Link, Match, MatchState, OpponentFlag, PendingAck};
use crate::play::journal::Entry;
use sgmp_board::rules::{Color, Game, IllegalMove, Move};

/// A decision of the operator (call, sections 9(2) and 14(1)).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OperatorDecision {
    /// We give up; nothing is sent, so the operator has to say it.
    WeResign,
    /// The opponent's operator has said that it gives up.
    OpponentResigned,
    /// The judge stops the game; with our claim, if the opponent is over its time.
    JudgeStops,
    /// The judge says what is charged for the latest pause.
    PauseCharged(PauseWord),
}

/// A decision of our player that cannot be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlayError {
    /// Against the rules: the player's fault.
    #[error("{0} is illegal: {1}")]
    Illegal(Move, IllegalMove),
    /// Not our turn: the caller's fault.
    #[error(transparent)]
    Misuse(#[from] Misuse),
}

impl Match {
    /// Time has passed. Calling it early does nothing.
    pub fn handle_timeout(&mut self, now: Instant) {
        self.pass_time(now);
        self.commit(now);
    }

    pub(super) fn pass_time(&mut self, now: Instant) {
        self.session.handle_timeout(now);
        self.handle_session_events(now);
        if self.is_open() {
            self.check_flags(now);
            self.check_silence(now);
        }
    }

    fn check_flags(&mut self, now: Instant) {
        if self.our_flag_is_down(now) {
            return self.own_flag(now);
        }
        let theirs = !self.terms.color;
        let Some(over) = self.opponent_over(now) else {
            return;
        };
        if !self.clocks.is_running(theirs) {
            return;
        }
        if self.opponent_flag == OpponentFlag::Up {
            self.opponent_flag = OpponentFlag::ShownDown;
            self.note(Entry::OverTime {
                at: self.wall.at(now),
            });
            self.events.push_back(Event::OpponentOverTime(over));
        }
        if self
            .claims
            .opponent_grace
            .is_some_and(|grace| over >= grace)
        {
            let moves = self.game.move_count();
            self.dispute(Dispute::OpponentFlag { moves, over }, now);
        }
    }

    /// The time that the opponent is over its limit by its own doing.
    fn opponent_over(&self, now: Instant) -> Option<Duration> {
        let theirs = !self.terms.color;
        let over = self.clocks.over(theirs, now);
        over.filter(|_| !self.has_no_flag(theirs))
    }

    pub(super) fn our_flag_is_down(&self, now: Instant) -> bool {
        let ours = self.terms.color;
        self.is_open()
            && self.clocks.is_running(ours)
            && !self.has_no_flag(ours)
            && self.clocks.over(ours, now).is_some()
    }

    /// Call, section 11(2): before move 300 a fallen flag loses, later the judge decides.
    pub(super) fn own_flag(&mut self, now: Instant) {
        let moves = self.game.move_count();
        let end = if moves < limits::FLAG_LOSES_BEFORE {
            End::FlagFell {
                loser: self.terms.color,
            }
        } else {
            End::Judge(Dispute::OwnFlagLate { moves })
        };
        self.fall_silent(now);
        self.end(end, now);
    }

    fn check_silence(&mut self, now: Instant) {
        self.check_long_silence(now);
        if self.silence_at().is_none_or(|at| now < at) {
            return;
        }
        if let Link::Up {
            last_heard,
            is_silence_shown,
        } = &mut self.link
        {
            *is_silence_shown = true;
            let since = self.awaiting_since.unwrap_or(now).max(*last_heard);
            self.events.push_back(Event::Silence(now.since(since)));
        }
    }

    fn check_long_silence(&mut self, now: Instant) {
        if let (Link::Up { last_heard, .. }, Some(at)) = (self.link, self.long_silence_at())
            && now >= at
        {
            self.long_silence = Some(last_heard);
            self.events
                .push_back(Event::LongSilence(now.since(last_heard)));
        }
    }

    /// Our player's answer. A resignation is shown and recorded; nothing of it is sent.
    ///
    /// # Errors
    /// [`PlayError`]; the match is unchanged.
    pub fn play(&mut self, decision: Decision, now: Instant) -> Result<(), PlayError> {
        if !self.is_our_turn() {
            return Err(Misuse::NotOurTurn.into());
        }
        let mv = match decision {
            Decision::Move(mv) => mv,
            Decision::Resign => {
                self.resign(self.terms.color, Decider::Player, now);
                return Ok(());
            }
        };
        if self.our_flag_is_down(now) {
            self.own_flag(now);
            self.commit(now);
            return Ok(());
        }
        let color = self.terms.color;
        let legal = self
            .game
            .check(color, mv)
            .map_err(|why| PlayError::Illegal(mv, why))?;
        self.session.send_move(wire_conversion::vertex(mv))?;
        let captured = legal.play();
        self.awaiting_since = None;
        if self.link.is_down() {
            // Waiting for the line is not our thinking.
            self.clocks.stop(now);
        }
        self.put_on_record(color, mv, captured, now);
        self.commit(now);
        Ok(())
    }

    /// Our player cannot answer any more.
    pub fn player_failed(&mut self, fault: Fault, now: Instant) {
        if self.is_open() {
            self.dispute(Dispute::OurPlayer(fault), now);
            self.commit(now);
        }
    }

    /// Takes a decision of the operator; it is ignored once the match has ended.
    pub fn decide(&mut self, decision: OperatorDecision, now: Instant) {
        if !self.is_open() {
            return;
        }
        let ours = self.terms.color;
        match decision {
            OperatorDecision::WeResign => self.resign(ours, Decider::Operator, now),
            OperatorDecision::OpponentResigned => self.resign(!ours, Decider::Operator, now),
            OperatorDecision::JudgeStops => {
                let moves = self.game.move_count();
                let claim = |over| Dispute::OpponentFlag { moves, over };
                let dispute = self.opponent_over(now).map_or(Dispute::Operator, claim);
                self.dispute(dispute, now);
                self.commit(now);
            }
            OperatorDecision::PauseCharged(word) if self.has_begun() => {
                self.charge_pause(word, now);
                self.commit(now);
            }
            OperatorDecision::PauseCharged(_) => {}
        }
    }

    fn resign(&mut self, loser: Color, by: Decider, now: Instant) {
        self.fall_silent(now);
        self.end(End::Resignation { loser, by }, now);
        self.commit(now);
    }

    /// The port has failed; it may come back.
    pub fn link_down(&mut self, what: String, now: Instant) {
        if self.link.is_down() {
            return;
        }
        self.link = Link::Down;
        self.exchanges.note_line_down();
        self.clocks.hold(!self.terms.color, now);
        if self.our_move_waits() {
            self.clocks.stop(now);
        }
        self.note(Entry::LinkDown {
            at: self.wall.at(now),
        });
        self.events.push_back(Event::LinkDown(what));
        self.commit(now);
    }

    /// The port is back: what waits is sent again at once, and no NEWGAME.
    pub fn link_up(&mut self, now: Instant) {
        if !self.link.is_down() {
            return;
        }
        self.link = Link::heard(now);
        self.exchanges.note_line_up(now);
        if !self.is_held_by_word() {
            self.clocks.release(now);
        }
        // What was never handed out waits as it is; what was may be lost.
        if self.pending_ack == PendingAck::None && !self.our_move_waits() {
            self.session.handle_reconnect();
        }
        self.note(Entry::LinkUp {
            at: self.wall.at(now),
        });
        self.events.push_back(Event::LinkUp);
        self.commit(now);
    }

    /// The line will not come back: the peer has hung up, or its program died. After the end of
    /// the game that is normal; and our final pass ends it once it was handed out.
    pub fn link_lost(&mut self, loss: LinkLoss, now: Instant) {
        if !self.our_move_waits() {
            self.session.handle_hang_up();
            if self.session.phase() == Phase::Finished {
                self.end(End::TwoPasses, now);
            }
            self.handle_session_events(now);
        }
        if self.is_open() {
            self.dispute(Dispute::LinkLost(loss), now);
        }
        self.commit(now);
    }

    /// Returns whether a move of ours is decided and has never been handed out. A question is none.
    fn our_move_waits(&self) -> bool {
        self.session.pending().is_some()
            && self.awaiting_since.is_none()
            && !self.session.is_our_turn()
    }

    /// The final board is counted or judged, or cannot be: the result stands.
    pub fn settle(&mut self, assessment: Option<Assessment>, now: Instant) {
        let MatchState::Ended(end) = &self.state else {
            return;
        };
        let end = end.clone();
        let unheard = self.unheard();
        let outcome = Outcome {
            assessment,
            unheard,
            ..Outcome::new(end)
        };
        self.stand(outcome, now);
    }

    /// The number of the first move that is not acknowledged as far as is known: our last, or the other side's, whose OK was
    /// lost, before it.
    pub(super) fn unheard(&self) -> Option<usize> {
        let pending = self.session.pending();
        let is_ours = pending.is_some_and(|(frame, _)| matches!(frame.message(), Message::Move(_)));
        let is_theirs = self.exchanges.has_lost_ok();
        let moves = self.game.move_count() - usize::from(is_ours && is_theirs);
        (is_ours || is_theirs)
            .then_some(moves)
            .filter(|moves| *moves > 0)
    }

    /// The game as far as the other side is known to have it.
    #[must_use]
    pub fn heard_game(&self) -> Cow<'_, Game> {
        // A move that waits for its OK is on record, so its number is 1 at least.
        let without = |number: usize| self.game.after(number - 1);
        match self.unheard().and_then(without) {
            Some(before) => Cow::Owned(before),
            None => Cow::Borrowed(&self.game),
        }
    }

    /// The operators have agreed on other dead stones: their count stands in place of the one that was made.
    pub fn recount(&mut self, count: Count, now: Instant) {
        let MatchState::Settled(outcome) = &self.state else {
            return;
        };
        if outcome.end.is_counted() {
            let own = outcome.recounted.unwrap_or_else(|| outcome.result());
            let outcome = Outcome {
                assessment: Some(Assessment::Count(count)),
                recounted: Some(own),
                ..Outcome::new(outcome.end.clone())
            };
            self.stand(outcome, now);
        }
    }

    fn stand(&mut self, outcome: Outcome, now: Instant) {
        if !outcome.end.is_interruption() {
            self.note_end(&outcome, now);
        }
        self.events
            .push_back(Event::Settled(Box::new(outcome.clone())));
        self.state = MatchState::Settled(outcome);
        self.record.set_old();
        self.commit(now);
    }

    /// The judge is called, or there was no game yet to judge.
    pub(super) fn dispute(&mut self, dispute: Dispute, now: Instant) {
        match dispute {
            Dispute::LinkLost(_) => self.session.halt(),
            _ => self.fall_silent(now),
        }
        let is_handshake = self.state == MatchState::Handshake;
        let end = match dispute {
            Dispute::LinkLost(loss) if is_handshake => End::NoGame(NoGame::LinkLost(loss)),
            Dispute::Operator if is_handshake => End::NoGame(NoGame::Operator),
            dispute => End::Judge(dispute),
        };
        self.end(end, now);
    }

    /// Nothing more is sent or taken, but the OK of the move that we have taken goes out first.
    fn fall_silent(&mut self, now: Instant) {
        if self.pending_ack == PendingAck::None || self.link.is_down() {
            self.session.halt();
        } else {
            self.session.conclude(now);
            self.pending_ack = PendingAck::LastOk;
        }
    }

    pub(super) fn end(&mut self, end: End, now: Instant) {
        if !self.is_open() {
            return;
        }
        self.clocks.stop(now);
        self.events.push_back(Event::Ended(end.clone()));
        let wants_assessment = end.wants_assessment() && self.game.move_count() > 0;
        if wants_assessment && !end.is_counted() && !end.is_interruption() {
            // Two passes are known from the moves; any other end must survive a crash.
            let unheard = self.unheard();
            let outcome = Outcome {
                unheard,
                ..Outcome::new(end.clone())
            };
            self.note_end(&outcome, now);
        }
        self.state = MatchState::Ended(end);
        self.record.set_old();
        if !wants_assessment {
            self.settle(None, now);
        }
    }

    /// Puts a move that the session has taken or sent, and that stands on the board, on the list
    /// for the journal, and reports it.
    pub(super) fn put_on_record(&mut self, color: Color, mv: Move, captured: u16, now: Instant) {
        self.times.push(self.clocks.used(color, now));
        self.note_move(color, mv, now);
        self.record.set_old();
        self.events.push_back(Event::Moved {
            number: self.game.move_count(),
            color,
            mv,
            captured: usize::from(captured),
            used: self.used(now),
        });
    }
}

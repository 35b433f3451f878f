//! Questions that the call does not permit, and that a tolerant session answers truthfully all the
//! same: it asks none itself.

use super::{FrameVerdict, Phase, Session};
use crate::Color;
use crate::frame::Frame;
use crate::message::{Message, Query};

/// In mid-game a question may be noise that passed the checksum: it is answered at this copy.
const MEANT: u8 = 2;

/// Whether the handicap was asked before the color: then nothing is left to ask after the color.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum HandicapAnswer {
    #[default]
    InItsPlace,
    Early,
}

impl Session {
    /// Answers a question that has no place here, where the peer may speak.
    pub(super) fn answer_extra(&mut self, frame: Frame, query: Query) -> FrameVerdict {
        match self.phase {
            Phase::NewGameSent | Phase::ColorAnswered | Phase::HandicapAnswered => {
                if query == Query::HANDICAP && self.phase == Phase::NewGameSent {
                    self.handicap_answer = HandicapAnswer::Early;
                }
                self.reply(frame, Message::Answer(self.truth(query)), self.phase)
            }
            // At our turn our own move comes first.
            Phase::Playing(progress) if progress.to_move() != self.config.color => {
                let is_waiting = self.offered.is_some() || self.copies(frame) < MEANT;
                if is_waiting || self.opens_again(query) {
                    return FrameVerdict::OutOfPlace;
                }
                self.acknowledge_move();
                self.reply(frame, Message::Answer(self.truth(query)), self.phase)
            }
            _ => FrameVerdict::OutOfPlace,
        }
    }

    /// A White that asks Black the questions of the opening in mid-game begins another game: whoever
    /// answered it would be led on, for ever.
    fn opens_again(&self, query: Query) -> bool {
        self.config.color == Color::Black && matches!(query, Query::COLOR | Query::HANDICAP)
    }

    /// The phase after QUERY(11).
    pub(super) const fn after_color(&self) -> Phase {
        match self.handicap_answer {
            HandicapAnswer::Early => Phase::HandicapAnswered,
            HandicapAnswer::InItsPlace => Phase::ColorAnswered,
        }
    }

    /// What we know; stones and clocks as the caller has told them ([`super::GameFacts`]).
    fn truth(&self, query: Query) -> u16 {
        match query {
            Query::GAME | Query::CHARACTERS | Query::HANDICAP => 1,
            Query::RULES => self.config.rules.answer(),
            Query::SIZE => self.config.size.lines().into(),
            Query::COLOR => match self.config.color {
                Color::White => 1,
                Color::Black => 2,
            },
            _ => self.facts.answer(query),
        }
    }

    /// How often this frame came since another one did.
    pub(super) fn copies(&mut self, frame: Frame) -> u8 {
        let copies = match self.missed {
            Some((same, copies)) if same == frame => copies.saturating_add(1),
            _ => 1,
        };
        self.missed = Some((frame, copies));
        copies
    }

    /// Whatever waits is acknowledged; a move is told of.
    pub(super) fn acknowledge_move(&mut self) {
        let pending = self.bit.pending().map(Frame::message);
        self.settle();
        if matches!(pending, Some(Message::Move(_))) {
            self.emit(super::Event::MoveAcknowledged);
        }
    }
}

//! The handshake of the full protocol: who opens is asked, and may ask in turn.
//!
//! Who gets NEWGAME asks all that a game needs and ends with OK, or sends OK at once. Who opened
//! asks then what it still does not know (seen from GNU Go 3.8), and ends with OK itself. A
//! question may come at any time, even in play. 0 leaves a choice to the asker.
//!
//! Beside the terms each side asks all there is to ask. Who opened does so only where the first
//! move is its own: a White that begins moves at once after its OK (seen from GNU Go 3.8), and its
//! MOVE would meet our question.

use super::dialect::{Agreement, Dialect, Handicap, ProposedTerms};
use super::{Answered, Event, FrameVerdict, GameFacts, Phase, Progress, Session, Stop};
use crate::bit::AlternatingBit;
use crate::frame::{Bit, Frame};
use crate::message::{Message, Query};
use crate::rules::Rules;
use crate::{BoardSize, Color};

/// What who is asked to play asks, in this order.
const QUESTIONS: [Query; 13] = [
    Query::GAME,
    Query::RULES,
    Query::SIZE,
    Query::HANDICAP,
    Query::COLOR,
    Query::WHO,
    Query::BUFFER,
    Query::REVISION,
    Query::STONES,
    Query::BLACK_TIME,
    Query::WHITE_TIME,
    Query::CHARACTERS,
    Query::LIMIT,
];
/// What has to be settled before a game.
const TERMS: [Query; 4] = [Query::RULES, Query::SIZE, Query::HANDICAP, Query::COLOR];
/// The first of [`QUESTIONS`] on whose answer no game depends.
const FIRST_EXTRA: usize = 5;
/// ANSWER to QUERY(0): Go.
const GO: u16 = 1;
/// ANSWER to QUERY(6): ASCII.
const ASCII: u16 = 1;
/// An answer that leaves the choice to the asker, or a thing unknown.
const NO_OPINION: u16 = 0;

/// A handshake in progress.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GmpHandshake {
    /// Our proposed, and what the other side has answered.
    terms: ProposedTerms,
    step: Step,
    /// Which of [`TERMS`] one side has told the other, by a bit each.
    settled: u8,
}

/// Whose move it is in a handshake.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    /// We opened: NEWGAME or an ANSWER of ours is out.
    Answering,
    /// Our question is out. Who was asked to play asks [`QUESTIONS`] from here on; who opened asks
    /// what is left of [`TERMS`], and then the [`extras`].
    Asking(Query, Role),
}

/// Who opened the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    Opener,
    Asked,
}

impl GmpHandshake {
    const fn new(terms: ProposedTerms, step: Step) -> Self {
        Self {
            terms,
            step,
            settled: 0,
        }
    }

    fn mark(&mut self, query: Query) {
        self.settled |= bit_of(query);
    }

    const fn is_asked(&self) -> bool {
        matches!(self.step, Step::Asking(_, Role::Asked))
    }

    /// What we ask next, if anything.
    fn next_question(&self) -> Option<(Query, Role)> {
        match self.step {
            Step::Asking(last, Role::Asked) => {
                let next = after(&QUESTIONS, last)?;
                Some((next, Role::Asked))
            }
            Step::Answering | Step::Asking(_, Role::Opener) => {
                let is_open = |query: &Query| self.settled & bit_of(*query) == 0;
                let term = TERMS.into_iter().find(is_open);
                let next = term.or_else(|| self.next_extra())?;
                Some((next, Role::Opener))
            }
        }
    }

    /// What who opened asks beside the terms, if it may.
    fn next_extra(&self) -> Option<Query> {
        let agreed = self.agreement();
        if agreed.handicap.first() != agreed.color {
            return None;
        }
        match self.step {
            Step::Asking(last, _) if is_extra(last) => after(extras(), last),
            _ => extras().first().copied(),
        }
    }

    /// Takes an answer; the value that it contradicts otherwise.
    fn settle(&mut self, query: Query, answer: u16) -> Result<(), u16> {
        let terms = &mut self.terms;
        match query {
            Query::GAME if answer != NO_OPINION && answer != GO => return Err(GO),
            Query::RULES => {
                let rules = choose(terms.rules, answer, Rules::new);
                terms.rules = Some(rules.map_err(Rules::answer)?);
            }
            Query::SIZE => {
                let size = choose(terms.size, answer, size_of);
                terms.size = Some(size.map_err(|size| u16::from(size.lines()))?);
            }
            Query::HANDICAP => {
                let handicap = choose(terms.handicap, answer, Handicap::new);
                terms.handicap = Some(handicap.map_err(Handicap::answer)?);
            }
            Query::COLOR => {
                let ours = match (color_of(answer), terms.color) {
                    (None, wish) if answer == NO_OPINION => wish.unwrap_or(Color::White),
                    (Some(theirs), None) => !theirs,
                    (Some(theirs), Some(ours)) if theirs != ours => ours,
                    (_, wish) => return Err(color_answer(!wish.unwrap_or(Color::White))),
                };
                terms.color = Some(ours);
            }
            _ => {}
        }
        self.mark(query);
        Ok(())
    }

    fn agreement(&self) -> Agreement {
        Agreement {
            color: self.terms.color.unwrap_or(Color::White),
            size: self.terms.size.unwrap_or_default(),
            handicap: self.terms.handicap.unwrap_or_default(),
            rules: self.terms.rules.unwrap_or_default(),
        }
    }
}

/// The questions on whose answer no game depends.
fn extras() -> &'static [Query] {
    &QUESTIONS[FIRST_EXTRA..]
}

fn is_extra(query: Query) -> bool {
    extras().contains(&query)
}

fn after(questions: &[Query], last: Query) -> Option<Query> {
    let at = questions.iter().position(|query| *query == last)?;
    questions.get(at + 1).copied()
}

/// Our wish and their answer made one; our wish, where they contradict each other.
fn choose<T: Copy + Default + PartialEq>(
    wish: Option<T>,
    answer: u16,
    read: impl Fn(u16) -> Option<T>,
) -> Result<T, T> {
    if answer == NO_OPINION {
        return Ok(wish.unwrap_or_default());
    }
    let ours = wish.unwrap_or_default();
    match (read(answer), wish) {
        (Some(theirs), None) => Ok(theirs),
        (Some(theirs), Some(ours)) if theirs == ours => Ok(ours),
        _ => Err(ours),
    }
}

const fn bit_of(query: Query) -> u8 {
    match query {
        Query::RULES => 1,
        Query::SIZE => 2,
        Query::HANDICAP => 4,
        Query::COLOR => 8,
        _ => 0,
    }
}

fn size_of(answer: u16) -> Option<BoardSize> {
    u8::try_from(answer).ok().and_then(BoardSize::new)
}

const fn color_of(answer: u16) -> Option<Color> {
    match answer {
        1 => Some(Color::White),
        2 => Some(Color::Black),
        _ => None,
    }
}

const fn color_answer(color: Color) -> u16 {
    match color {
        Color::White => 1,
        Color::Black => 2,
    }
}

/// What we answer: the terms as far as they stand, and what is true of us.
fn answer(terms: &ProposedTerms, facts: &GameFacts, query: Query) -> u16 {
    let known = match query {
        Query::GAME => Some(GO),
        Query::CHARACTERS => Some(ASCII),
        Query::RULES => terms.rules.map(Rules::answer),
        Query::SIZE => terms.size.map(|size| size.lines().into()),
        Query::HANDICAP => terms.handicap.map(Handicap::answer),
        Query::COLOR => terms.color.map(color_answer),
        _ => Some(facts.answer(query)),
    };
    known.unwrap_or(NO_OPINION)
}

impl Session {
    /// Our proposed where the full protocol is spoken.
    pub(super) const fn proposed(&self) -> Option<ProposedTerms> {
        match self.config.dialect {
            Dialect::Fjk => None,
            Dialect::Gmp(proposed) => Some(proposed),
        }
    }

    /// Asks for a game.
    pub(super) fn open_gmp(&mut self, proposed: ProposedTerms) {
        self.phase = Phase::GmpHandshake(GmpHandshake::new(proposed, Step::Answering));
        self.send(Message::NewGame);
    }

    /// A NEWGAME, new or repeated, before there is a game.
    pub(super) fn handle_newgame_gmp(
        &mut self,
        proposed: ProposedTerms,
        frame: Frame,
    ) -> FrameVerdict {
        if let Some(first) = self.first_question()
            && frame.sequence() == self.bit.taken()
        {
            self.tx.answer(first);
            return FrameVerdict::Repeat;
        }
        let Some(bit) = self.bit_for_newgame(frame) else {
            return FrameVerdict::OutOfPlace;
        };
        self.bit = bit;
        self.tx.clear();
        (self.offered, self.unsent, self.missed) = (None, None, None);
        self.unconfirmed.dispel();
        let first = QUESTIONS[0];
        let step = Step::Asking(first, Role::Asked);
        self.reply(
            frame,
            Message::Query(first),
            Phase::GmpHandshake(GmpHandshake::new(proposed, step)),
        )
    }

    /// The question that acknowledges a NEWGAME, as long as it waits for its answer.
    fn first_question(&self) -> Option<Frame> {
        let is_first = |handshake: GmpHandshake| matches!(handshake.step, Step::Asking(query, Role::Asked) if query == QUESTIONS[0]);
        match self.phase {
            Phase::GmpHandshake(handshake) if is_first(handshake) => {
                let is_query = |frame: &Frame| matches!(frame.message(), Message::Query(_));
                self.bit.pending().filter(is_query)
            }
            _ => None,
        }
    }

    /// Our own first question come back: the line echoes.
    pub(super) fn is_echo(&self, frame: Frame) -> bool {
        self.first_question() == Some(frame)
    }

    /// The bits that a NEWGAME belongs to: it may go on with those of the game before, or be that
    /// of a program that begins; where both could be, both are the same.
    pub(super) fn bit_for_newgame(&self, frame: Frame) -> Option<AlternatingBit> {
        let goes_on = frame.sequence() != self.bit.taken()
            && frame.acknowledged() == self.bit.mine()
            && !matches!(self.phase, Phase::GmpHandshake(_));
        let begins = frame.sequence() == Bit::One && frame.acknowledged() == Bit::Zero;
        match (goes_on, begins) {
            (true, _) => Some(self.bit),
            (false, true) => Some(AlternatingBit::default()),
            (false, false) => None,
        }
    }

    /// An OK for what we sent in the handshake.
    pub(super) fn handle_ok_in_gmp_handshake(
        &mut self,
        mut handshake: GmpHandshake,
    ) -> FrameVerdict {
        match (self.bit.pending().map(Frame::message), handshake.step) {
            (Some(Message::Query(query)), _) if is_extra(query) => {
                self.settle();
                self.go_on_without(handshake);
            }
            // An OK to a QUERY is no answer to it.
            (Some(Message::Query(_)), _) | (None, _) => return FrameVerdict::Idle,
            // Our answer is through: our own question is still open.
            (_, Step::Asking(query, _)) => {
                self.settle();
                self.send(Message::Query(query));
            }
            (_, Step::Answering) => {
                self.settle();
                match handshake.next_question() {
                    Some((query, role)) => {
                        handshake.step = Step::Asking(query, role);
                        self.phase = Phase::GmpHandshake(handshake);
                        self.send(Message::Query(query));
                    }
                    None => self.agree(&handshake),
                }
            }
        }
        FrameVerdict::Acknowledges
    }

    /// A new frame of the other side in the handshake.
    pub(super) fn handle_new_in_gmp_handshake(
        &mut self,
        mut handshake: GmpHandshake,
        frame: Frame,
    ) -> FrameVerdict {
        match (frame.message(), handshake.step) {
            (Message::Query(query), _) => {
                let value = answer(&handshake.terms, &self.facts, query);
                if value != NO_OPINION {
                    handshake.mark(query);
                }
                self.reply(
                    frame,
                    Message::Answer(value),
                    Phase::GmpHandshake(handshake),
                )
            }
            (Message::Answer(theirs), Step::Asking(query, _)) if is_extra(query) => {
                let ours = answer(&handshake.terms, &self.facts, query);
                self.emit(Event::Answered(Answered {
                    query,
                    theirs,
                    ours,
                }));
                self.ask_on(handshake, frame)
            }
            // It does not want to say.
            (Message::Deny, Step::Asking(query, _)) if is_extra(query) => {
                self.ask_on(handshake, frame)
            }
            (Message::Answer(got), Step::Asking(query, _)) => {
                if let Err(expected) = handshake.settle(query, got) {
                    self.stop(Stop::TermsDiffer {
                        query,
                        expected,
                        got,
                    });
                    return FrameVerdict::OutOfPlace;
                }
                self.ask_on(handshake, frame)
            }
            (Message::Deny, _) => {
                self.stop(Stop::NewGameDenied);
                FrameVerdict::OutOfPlace
            }
            _ => FrameVerdict::OutOfPlace,
        }
    }

    /// The next question, or the OK that ends the handshake.
    fn ask_on(&mut self, mut handshake: GmpHandshake, frame: Frame) -> FrameVerdict {
        if let Some((query, role)) = handshake.next_question() {
            handshake.step = Step::Asking(query, role);
            return self.reply(frame, Message::Query(query), Phase::GmpHandshake(handshake));
        }
        self.tx.disarm();
        let ok = self.bit.take_with_ok(frame);
        self.tx.answer(ok);
        if handshake.is_asked() {
            self.tx.listen();
        }
        self.agree(&handshake);
        FrameVerdict::Taken
    }

    /// An OK to a question that may stay open: the next one, or the end of the handshake.
    fn go_on_without(&mut self, mut handshake: GmpHandshake) {
        if let Some((query, role)) = handshake.next_question() {
            handshake.step = Step::Asking(query, role);
            self.phase = Phase::GmpHandshake(handshake);
            return self.send(Message::Query(query));
        }
        if handshake.is_asked() {
            self.tx.answer(self.bit.latest_ok());
            self.tx.listen();
        }
        self.agree(&handshake);
    }

    /// Whether a MOVE may stand for the OK that ends the handshake.
    pub(super) fn ends_handshake(&self, handshake: &GmpHandshake, frame: Frame) -> bool {
        matches!(frame.message(), Message::Move(_))
            && handshake.step == Step::Answering
            && handshake.next_question().is_none()
    }

    pub(super) fn agree(&mut self, handshake: &GmpHandshake) {
        let agreement = handshake.agreement();
        self.config.color = agreement.color;
        self.config.size = agreement.size;
        self.config.dialect = Dialect::Gmp(agreement.into());
        self.phase = Phase::Playing(Progress::default());
        self.emit(Event::Agreed(agreement));
        self.emit(Event::Ready);
    }

    /// A question that comes when the handshake is over, with its answer.
    pub(super) fn late_answer(&self, query: Query) -> Message {
        Message::Answer(self.own_answer(query))
    }

    /// What we would answer in play.
    pub(super) fn own_answer(&self, query: Query) -> u16 {
        let terms = self.proposed().unwrap_or_default();
        answer(&terms, &self.facts, query)
    }
}

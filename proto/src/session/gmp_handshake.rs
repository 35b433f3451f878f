//! The handshake of the full protocol: the invited side asks, and the opener may ask in turn.
//!
//! The side that gets NEWGAME asks all that a game needs and ends with OK, or sends OK at once. The
//! opener then asks for what it still does not know (seen from GNU Go 3.8), and ends with OK itself.
//! A question may come at any time, even in play. 0 leaves a choice to the asker.
//!
//! Beside the terms each side asks all there is to ask. The opener does so only where the first
//! move is its own: a White that begins moves at once after its OK (seen from GNU Go 3.8), and its
//! MOVE would meet our question.

use super::dialect::{Agreement, Handicap, ProposedTerms};
use super::event::{Answered, Stop};
use super::game_facts::GameFacts;
use crate::message::{Message, Query};
use crate::rules::Rules;
use crate::{BoardSize, Color};

/// ANSWER to QUERY(0): Go.
const GO: u16 = 1;
/// ANSWER to QUERY(6): ASCII.
const ASCII: u16 = 1;
/// An answer that leaves the choice to the asker, or a thing unknown.
const NO_OPINION: u16 = 0;

/// A handshake of the full protocol in progress.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GmpHandshake {
    /// Our terms, as far as they stand: proposed by us, or answered by the other side.
    terms: ProposedTerms,
    /// The terms that one side has told the other.
    told: ToldTerms,
    step: HandshakeStep,
    /// The first question of the other side, as far as there was one.
    first_asked: Option<Query>,
    /// We have opened again since, and its question is not the one that it began with.
    doubted: Option<Query>,
}

/// The role of our side, and its question that is out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum HandshakeStep {
    /// We opened: NEWGAME or an ANSWER of ours is out.
    Answering,
    /// We opened: our question is out, for a term that is still open or for an extra.
    OpenerAsks(Query),
    /// We were asked to play: our question is out, in the order of [`next_for_invited`].
    InvitedAsks(Query),
}

/// The reaction of a handshake to a new frame of the peer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum GmpStep {
    /// Takes it, and acknowledges it with this message.
    Reply(Message, GmpHandshake),
    /// Takes it with the OK that ends the handshake.
    Complete(Agreement),
    /// No game can come of it.
    Stop(Stop),
    /// Leaves it alone: it is no frame of this handshake at this step.
    OutOfPlace,
}

/// The reaction of a handshake to an OK for our frame that waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum GmpOkStep {
    /// Sends this message next and goes on at the step beside it.
    Send(Message, GmpHandshake),
    /// The handshake has ended.
    Complete(Agreement),
    /// It is no answer: our frame goes on waiting.
    Idle,
}

impl GmpHandshake {
    /// We ask for a game: NEWGAME is out.
    pub(super) const fn open(terms: ProposedTerms) -> Self {
        Self::new(terms, HandshakeStep::Answering)
    }

    /// Our frame stays without an answer: NEWGAME is out again, for a program that was started again.
    pub(super) const fn open_again(self, terms: ProposedTerms) -> Self {
        Self {
            first_asked: self.first_asked,
            ..Self::open(terms)
        }
    }

    /// We are asked to play: the first question is out.
    pub(super) const fn accept(terms: ProposedTerms) -> (Message, Self) {
        let first = Query::GAME;
        (
            Message::Query(first),
            Self::new(terms, HandshakeStep::InvitedAsks(first)),
        )
    }

    const fn new(terms: ProposedTerms, step: HandshakeStep) -> Self {
        Self {
            terms,
            told: ToldTerms(0),
            step,
            first_asked: None,
            doubted: None,
        }
    }

    /// Returns whether our first question to the opener still waits for its answer.
    pub(super) const fn is_first_question(&self) -> bool {
        matches!(self.step, HandshakeStep::InvitedAsks(Query::GAME))
    }

    pub(super) const fn is_invited(&self) -> bool {
        matches!(self.step, HandshakeStep::InvitedAsks(_))
    }

    /// Returns whether the other side may still be shaking hands with us, who opened: it has ended that
    /// before it is asked for an extra.
    pub(super) const fn may_open_again(&self) -> bool {
        match self.step {
            HandshakeStep::Answering => true,
            HandshakeStep::OpenerAsks(query) => !is_extra(query),
            HandshakeStep::InvitedAsks(_) => false,
        }
    }

    /// Looks at a frame that answers our NEWGAME; returns whether it may belong to the handshake
    /// before it.
    ///
    /// A question may be under way while NEWGAME goes out again, and its bits may fit. Answered, it
    /// would be taken for the answer to another one. A program that was started again begins with the
    /// question that it began with before; any other is believed at its second copy.
    pub(super) fn doubts(&mut self, message: Message) -> bool {
        let Message::Query(query) = message else {
            return false;
        };
        let is_believed = *self.first_asked.get_or_insert(query) == query;
        !is_believed && self.doubted.replace(query) != Some(query)
    }

    /// Returns whether a MOVE may stand for the OK that ends the handshake.
    pub(super) fn may_end_with_move(&self) -> bool {
        self.step == HandshakeStep::Answering && self.next_step().is_none()
    }

    /// Our question that is out.
    const fn question(&self) -> Option<Query> {
        match self.step {
            HandshakeStep::Answering => None,
            HandshakeStep::OpenerAsks(query) | HandshakeStep::InvitedAsks(query) => Some(query),
        }
    }

    /// A new frame of the other side.
    pub(super) fn handle(mut self, message: Message, facts: &GameFacts) -> GmpStep {
        match (message, self.question()) {
            (Message::Query(query), _) => {
                let value = answer(&self.terms, facts, query);
                if value != NO_OPINION {
                    self.told.add(query);
                }
                GmpStep::Reply(Message::Answer(value), self)
            }
            // To an extra, DENY says that it does not want to tell.
            (Message::Answer(_) | Message::Deny, Some(query)) if is_extra(query) => self.go_on(),
            (Message::Answer(got), Some(query)) => match self.settle(query, got) {
                Ok(()) => self.go_on(),
                Err(expected) => GmpStep::Stop(Stop::TermsDiffer {
                    query,
                    expected,
                    got,
                }),
            },
            (Message::Deny, _) => GmpStep::Stop(Stop::NewGameDenied),
            _ => GmpStep::OutOfPlace,
        }
    }

    /// An OK for our `pending` message.
    pub(super) fn handle_ok(self, pending: Message) -> GmpOkStep {
        match (pending, self.question()) {
            // An OK to a QUERY is no answer to it; to an extra none is needed.
            (Message::Query(query), _) if !is_extra(query) => GmpOkStep::Idle,
            // Our answer is through: our own question is still open.
            (Message::Answer(_), Some(query)) => GmpOkStep::Send(Message::Query(query), self),
            _ => match self.next() {
                Some((query, next)) => GmpOkStep::Send(query, next),
                None => GmpOkStep::Complete(self.agreement()),
            },
        }
    }

    /// The other side's answer to an extra question beside our own.
    pub(super) fn compare(&self, message: Message, facts: &GameFacts) -> Option<Answered> {
        let (Message::Answer(theirs), Some(query)) = (message, self.question()) else {
            return None;
        };
        is_extra(query).then(|| Answered {
            query,
            theirs,
            ours: answer(&self.terms, facts, query),
        })
    }

    /// The next question, or the OK that ends the handshake.
    fn go_on(self) -> GmpStep {
        match self.next() {
            Some((query, next)) => GmpStep::Reply(query, next),
            None => GmpStep::Complete(self.agreement()),
        }
    }

    fn next(self) -> Option<(Message, Self)> {
        let step = self.next_step()?;
        let next = Self { step, ..self };
        Some((Message::Query(next.question()?), next))
    }

    fn next_step(&self) -> Option<HandshakeStep> {
        match self.step {
            HandshakeStep::InvitedAsks(last) => {
                next_for_invited(last).map(HandshakeStep::InvitedAsks)
            }
            HandshakeStep::Answering | HandshakeStep::OpenerAsks(_) => {
                let next = self.told.first_open().or_else(|| self.next_extra());
                next.map(HandshakeStep::OpenerAsks)
            }
        }
    }

    /// The opener's next question beside the terms, if it may ask any.
    fn next_extra(&self) -> Option<Query> {
        let agreed = self.agreement();
        if agreed.handicap.first() != agreed.color {
            return None;
        }
        match self.step {
            HandshakeStep::OpenerAsks(last) if is_extra(last) => next_for_invited(last),
            _ => Some(FIRST_EXTRA),
        }
    }

    /// Takes an answer; returns the value that it contradicts otherwise.
    fn settle(&mut self, query: Query, answer: u16) -> Result<(), u16> {
        let terms = &mut self.terms;
        match query {
            Query::GAME if answer != NO_OPINION && answer != GO => return Err(GO),
            Query::RULES => {
                let rules = choose(terms.rules, answer, Rules::new);
                terms.rules = Some(rules.map_err(Rules::answer)?);
            }
            Query::SIZE => {
                let size = choose(terms.size, answer, size_from_answer);
                terms.size = Some(size.map_err(|size| u16::from(size.lines()))?);
            }
            Query::HANDICAP => {
                let handicap = choose(terms.handicap, answer, Handicap::new);
                terms.handicap = Some(handicap.map_err(Handicap::answer)?);
            }
            Query::COLOR => {
                let ours = match (color_from_answer(answer), terms.color) {
                    (None, proposed) if answer == NO_OPINION => proposed.unwrap_or(Color::White),
                    (Some(theirs), None) => !theirs,
                    (Some(theirs), Some(ours)) if theirs != ours => ours,
                    (_, proposed) => return Err(color_answer(!proposed.unwrap_or(Color::White))),
                };
                terms.color = Some(ours);
            }
            _ => {}
        }
        self.told.add(query);
        Ok(())
    }

    /// The terms as they stand; what nobody has an opinion about is as usual.
    pub(super) fn agreement(&self) -> Agreement {
        Agreement {
            color: self.terms.color.unwrap_or(Color::White),
            size: self.terms.size.unwrap_or_default(),
            handicap: self.terms.handicap.unwrap_or_default(),
            rules: self.terms.rules.unwrap_or_default(),
        }
    }
}

/// The first question on whose answer no game depends.
const FIRST_EXTRA: Query = Query::WHO;

/// The invited side's question after `last`: first the terms, then the extras.
const fn next_for_invited(last: Query) -> Option<Query> {
    Some(match last {
        Query::GAME => Query::RULES,
        Query::RULES => Query::SIZE,
        Query::SIZE => Query::HANDICAP,
        Query::HANDICAP => Query::COLOR,
        Query::COLOR => FIRST_EXTRA,
        Query::WHO => Query::BUFFER,
        Query::BUFFER => Query::REVISION,
        Query::REVISION => Query::STONES,
        Query::STONES => Query::BLACK_TIME,
        Query::BLACK_TIME => Query::WHITE_TIME,
        Query::WHITE_TIME => Query::CHARACTERS,
        Query::CHARACTERS => Query::LIMIT,
        _ => return None,
    })
}

/// Returns whether no game depends on the answer.
const fn is_extra(query: Query) -> bool {
    !matches!(
        query,
        Query::GAME | Query::RULES | Query::SIZE | Query::HANDICAP | Query::COLOR
    )
}

/// The terms, of four, that one side has told the other, a bit each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct ToldTerms(u8);

impl ToldTerms {
    const fn bit(query: Query) -> u8 {
        match query {
            Query::RULES => 1,
            Query::SIZE => 2,
            Query::HANDICAP => 4,
            Query::COLOR => 8,
            _ => 0,
        }
    }

    const fn add(&mut self, query: Query) {
        self.0 |= Self::bit(query);
    }

    /// The first term that has to be settled before a game and is still open.
    fn first_open(self) -> Option<Query> {
        let terms = [Query::RULES, Query::SIZE, Query::HANDICAP, Query::COLOR];
        terms
            .into_iter()
            .find(|query| self.0 & Self::bit(*query) == 0)
    }
}

/// Joins our proposal and their answer; our proposal, where they contradict each other.
fn choose<T: Copy + Default + PartialEq>(
    proposed: Option<T>,
    answer: u16,
    read: impl Fn(u16) -> Option<T>,
) -> Result<T, T> {
    let ours = proposed.unwrap_or_default();
    if answer == NO_OPINION {
        return Ok(ours);
    }
    match (read(answer), proposed) {
        (Some(theirs), None) => Ok(theirs),
        (Some(theirs), Some(ours)) if theirs == ours => Ok(ours),
        _ => Err(ours),
    }
}

fn size_from_answer(answer: u16) -> Option<BoardSize> {
    u8::try_from(answer).ok().and_then(BoardSize::new)
}

const fn color_from_answer(answer: u16) -> Option<Color> {
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

/// Our answer to a question: the terms as far as they stand, and what is true of us.
pub(super) fn answer(terms: &ProposedTerms, facts: &GameFacts, query: Query) -> u16 {
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

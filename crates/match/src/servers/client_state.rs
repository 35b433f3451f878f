//! The part of a client that is the same for all servers: the game that is on, the question that our player thinks about,
//! the games to come, and the steps to take.

use std::collections::VecDeque;
use std::num::NonZeroU32;

use sgmp_proto::Instant;

use super::game_journal::KnownGame;
use super::line_parts::visible;
use super::server_client::{Finished, Outgoing, Step};
use super::server_clock::left_on;
use super::server_event::ServerEvent;
use super::server_game::{GameSettings, ServerGame};
use super::server_setup::{GameSetup, ServerResult};
use crate::play::{Decision, Fault, Terms};
use sgmp_board::failure::{Blame, Failure};
use sgmp_board::rules::{Color, Game, IllegalMove, Move};
use sgmp_engine::time_control::{self, Clock, Overtime};

/// Connections in a row that may end in words that fit no game.
const MAX_MISFITS: u32 = 3;

/// Failures of our player in one game before we leave it.
const MAX_PLAYER_FAILURES: u32 = 3;

/// Lines without sense that are told; more are only counted.
const MAX_NONSENSE_TOLD: u32 = 5;

/// The longest excerpt of such a line, in characters.
const MAX_EXCERPT: usize = 60;

/// Whatever a client of any server keeps in mind.
pub struct ClientState {
    settings: GameSettings,
    game: Option<ServerGame>,
    /// The clock at the server's question that is not answered, and when it came.
    question: Option<(Clock, Instant)>,
    /// The question before it was answered.
    latest_question: Option<(Clock, Instant)>,
    /// Games to begin yet; `None` without end.
    games_left: Option<u32>,
    leaves_after_game: bool,
    is_finished: bool,
    misfits: u32,
    player_failures: u32,
    nonsense: u32,
    steps: VecDeque<Step>,
}

impl ClientState {
    /// A client that plays so many games, or without end.
    pub(super) const fn new(settings: GameSettings, games: Option<NonZeroU32>) -> Self {
        let games_left = match games {
            Some(games) => Some(games.get()),
            None => None,
        };
        Self {
            settings,
            game: None,
            question: None,
            latest_question: None,
            games_left,
            leaves_after_game: false,
            is_finished: false,
            misfits: 0,
            player_failures: 0,
            nonsense: 0,
            steps: VecDeque::new(),
        }
    }

    /// The next thing to do.
    pub fn next_step(&mut self) -> Option<Step> {
        self.hear_game();
        self.steps.pop_front()
    }

    // --- the game that is on

    /// The board of the game that is on.
    #[must_use]
    pub fn game(&self) -> Option<&Game> {
        self.game.as_ref().map(ServerGame::game)
    }

    /// The game that is on, with its terms and moves.
    #[must_use]
    pub const fn server_game(&self) -> Option<&ServerGame> {
        self.game.as_ref()
    }

    /// The same, to change it.
    pub(super) const fn server_game_mut(&mut self) -> Option<&mut ServerGame> {
        self.game.as_mut()
    }

    /// The game whose opponent is to move; `None` where we are, or there is none.
    #[must_use]
    pub fn opponents_turn(&self) -> Option<&Game> {
        let game = self.game.as_ref().filter(|game| game.is_opponents_turn())?;
        Some(game.game())
    }

    /// Terms, overtime and clock of the game that is on.
    #[must_use]
    pub fn clock(&self) -> Option<(&Terms, Overtime, time_control::Terms)> {
        let game = self.game.as_ref()?;
        Some((game.terms(), game.overtime(), game.clock_terms()))
    }

    /// Writes the record, where there is something new.
    pub fn keep_record(&mut self) {
        if let Some(game) = &mut self.game {
            game.keep_record();
        }
    }

    /// Sits down to the game that the server tells of, in place of one that it tells of no more.
    pub(super) fn open_game(&mut self, setup: &GameSetup, color: Color) {
        if self.lose_game() {
            self.push(Step::Rise);
        }
        match ServerGame::open(setup, color, &self.settings) {
            Ok(game) => {
                let terms = Box::new(game.terms().clone());
                self.game = Some(game);
                self.player_failures = 0;
                self.games_left = self.games_left.map(|left| left.saturating_sub(1));
                self.push(Step::Seat(terms));
            }
            Err(failure) => self.finish(Finished::Failed(failure)),
        }
    }

    /// The game that is on is over; returns whether there was one.
    pub(super) fn end_game(&mut self, result: ServerResult, reason: String) -> bool {
        let Some(game) = self.game.take() else {
            return false;
        };
        let told = game.end(result, reason);
        self.tell_all(told);
        true
    }

    /// The server tells of the game no more; returns whether there was one.
    pub(super) fn lose_game(&mut self) -> bool {
        let Some(game) = self.game.take() else {
            return false;
        };
        let told = game.lose_sight();
        self.tell_all(told);
        true
    }

    /// Takes the game away as it is: its files stay as those of a game that goes on some day. One in which nothing was
    /// played leaves none, and does not count.
    pub(super) fn put_game_aside(&mut self) {
        self.question = None;
        self.hear_game();
        let Some(mut game) = self.game.take() else {
            return;
        };
        self.push(Step::Rise);
        if game.moves().is_empty() {
            self.games_left = self.games_left.map(|left| left + 1);
            return game.discard();
        }
        game.keep_record();
    }

    /// The game waits on the server until it goes on.
    pub(super) fn adjourned(&mut self) {
        self.question = None;
        if let Some(game) = &mut self.game {
            game.link_lost();
        }
        self.tell(ServerEvent::Adjourned);
    }

    /// Closes the files of a game that an earlier process has left, and that the server does not know.
    pub(super) fn close_unheard(&mut self, known: KnownGame) {
        match ServerGame::reopen(known, &self.settings) {
            Ok(game) => {
                let told = game.lose_sight();
                self.tell_all(told);
            }
            Err(failure) => log::warn!("{failure}"),
        }
    }

    /// The server has refused the move that our player chose.
    pub(super) fn refused(&mut self, what: String) {
        let Some(game) = &mut self.game else {
            return;
        };
        game.take_back();
        if let Some((clock, since)) = self.latest_question {
            self.player_failed(format!("the server refuses its move: {what}"), clock, since);
        }
    }

    // --- the question

    /// Our player is asked, unless a move of ours is to be sent again: that one is returned.
    pub(super) fn ask(&mut self, clock: Clock, now: Instant) -> Option<Decision> {
        let game = self.game.as_mut()?;
        let again = game.asked(left_on(clock));
        self.misfits = 0;
        if let Some(mv) = again {
            return Some(Decision::Move(mv));
        }
        if game.is_opponents_turn() {
            self.misfit("a question although the opponent is to move");
            return None;
        }
        self.question = Some((clock, now));
        self.tell(ServerEvent::OurTurn(clock));
        self.push(Step::Ask(clock));
        None
    }

    /// The reason why a move that a person has typed cannot be played, where it is that side's turn.
    pub(super) fn forbidden(&self, mv: Move) -> Option<IllegalMove> {
        let game = self.game.as_ref().filter(|_| self.question.is_some())?;
        game.game().legality(game.terms().color, mv).err()
    }

    /// Returns whether our player thinks about a move.
    pub(super) const fn is_asked(&self) -> bool {
        self.question.is_some()
    }

    /// The question is nobody's any more.
    pub(super) fn forget_question(&mut self) {
        self.question = None;
    }

    /// Our player has decided, or has failed: the decision that is to be sent; a move is in the journal by then.
    pub(super) fn decided(
        &mut self,
        answer: Result<Decision, Fault>,
        now: Instant,
    ) -> Option<Decision> {
        // Without a question the connection was lost meanwhile, and another question follows.
        let (clock, since) = self.question.take()?;
        self.latest_question = Some((clock, since));
        let game = self.game.as_mut()?;
        let chosen = match &answer {
            Ok(Decision::Move(mv)) => game
                .choose(*mv, left_on(clock), now.since(since))
                .map_err(|forbidden| forbidden.to_string()),
            Ok(Decision::Resign) => Ok(()),
            Err(fault) => Err(fault.words.clone()),
        };
        match (chosen, answer) {
            (Ok(()), Ok(decision)) => {
                if decision == Decision::Resign {
                    self.tell(ServerEvent::WeResign);
                }
                Some(decision)
            }
            (Err(what), _) => {
                self.player_failed(what, clock, since);
                None
            }
            (Ok(()), Err(_)) => None,
        }
    }

    /// Our player has failed: another one takes its place, and is asked, as long as that may help.
    pub(super) fn player_failed(&mut self, what: String, clock: Clock, since: Instant) {
        self.player_failures += 1;
        if self.player_failures >= MAX_PLAYER_FAILURES {
            let what = format!(
                "our player has failed {MAX_PLAYER_FAILURES} times in this game: {what}; mend it and give the same \
                 command again: the game goes on while its clock runs"
            );
            return self.finish(Finished::Failed(Failure::new(Blame::NoGame, what)));
        }
        self.tell(ServerEvent::PlayerFailed(what));
        self.push(Step::Replace);
        self.question = Some((clock, since));
        self.push(Step::Ask(clock));
    }

    // --- the end

    /// The operator wants no game after this one.
    pub(super) fn leave_after_game(&mut self) {
        if std::mem::replace(&mut self.leaves_after_game, true) {
            return;
        }
        match self.game {
            Some(_) => self.tell(ServerEvent::LeavesAfterGame),
            None => self.finish(Finished::Done),
        }
    }

    /// Returns whether no other game is wanted.
    pub(super) fn wants_no_more(&self) -> bool {
        self.games_left == Some(0) || self.leaves_after_game
    }

    /// Returns whether there is nothing left to do.
    pub(super) const fn is_finished(&self) -> bool {
        self.is_finished
    }

    /// There is nothing left to do.
    pub(super) fn finish(&mut self, finished: Finished) {
        self.is_finished = true;
        self.push(Step::Finish(finished));
    }

    /// Somebody else has logged in under our name.
    pub(super) fn another_login(&mut self, name: &str) {
        let what = format!(
            "another program has logged in as {name}: the server takes one login for each name; close the other \
             program, or give another --name. A game that is on goes on with whoever is logged in"
        );
        self.finish(Finished::Failed(Failure::new(Blame::NoGame, what)));
    }

    // --- what is heard

    /// The connection is gone: an answer to the question is nobody's any more.
    pub(super) fn link_lost(&mut self, what: String) {
        if self.is_finished {
            return;
        }
        self.question = None;
        if let Some(game) = &mut self.game {
            game.link_lost();
        }
        self.tell(ServerEvent::LinkDown(what));
    }

    /// A word of the server has fitted.
    pub(super) const fn fits(&mut self) {
        self.misfits = 0;
    }

    /// A word of the server that fits nothing: another connection tells how things are.
    pub(super) fn misfit(&mut self, what: &str) {
        self.misfits += 1;
        if self.misfits > MAX_MISFITS {
            let what = format!(
                "the server's words make no game: {what}; is it a server of this kind, and are the rules right (--rules)?"
            );
            return self.finish(Finished::Failed(Failure::new(Blame::NoGame, what)));
        }
        let what = format!("the server says what does not fit: {what}");
        self.push(Step::Reconnect(what));
    }

    /// A line that says nothing we know: the first few are told.
    pub(super) fn nonsense(&mut self, line: &str, fault: String) {
        self.nonsense += 1;
        if self.nonsense <= MAX_NONSENSE_TOLD {
            let line = visible(line, MAX_EXCERPT);
            self.tell(ServerEvent::Nonsense { line, fault });
        }
    }

    // --- steps

    /// Takes over the events of the game: they have happened before what follows from them.
    fn hear_game(&mut self) {
        let events = self.game.as_mut().map(ServerGame::take_events);
        self.tell_all(events.unwrap_or_default());
    }

    pub(super) fn push(&mut self, step: Step) {
        self.hear_game();
        self.steps.push_back(step);
    }

    pub(super) fn send(&mut self, line: Outgoing) {
        self.push(Step::Send(line));
    }

    pub(super) fn tell(&mut self, event: ServerEvent) {
        self.push(Step::Tell(event));
    }

    fn tell_all(&mut self, events: Vec<ServerEvent>) {
        self.steps.extend(events.into_iter().map(Step::Tell));
    }
}

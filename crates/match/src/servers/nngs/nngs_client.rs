//! A client of an NNGS or IGS server as a state machine: the connection, offers and what is said. The game itself is in
//! `nngs_table.rs`.

use std::collections::VecDeque;
use std::num::NonZeroU32;
use std::time::Duration;

use sgmp_proto::Instant;

use super::game_listing::Listing;
use super::login::{Login, LoginStep};
use super::match_offer::{MatchOffer, MatchWishes, NngsName};
use super::nngs_line::{GameHeader, Prompt, ServerLine};
use super::scoring::Scoring;
use super::waiting_games::Adjourned;
use crate::play::{Decision, Fault, MoveInsight};
use crate::servers::account::Password;
use crate::servers::client_state::ClientState;
use crate::servers::game_journal::KnownGame;
use crate::servers::line_parts::{LineError, visible};
use crate::servers::server_client::{Finished, Outgoing, ServerClient, Step};
use crate::servers::server_event::ServerEvent;
use crate::servers::server_game::GameSettings;
use sgmp_board::failure::{Blame, Failure};
use sgmp_board::rules::Status;

/// A server that has said nothing that leads on for so long after the name or the password has let us in, or never will.
const LOGIN_TIMEOUT: Duration = Duration::from_secs(20);

/// Silence of ours after which an empty line is sent: servers hang up on whoever is idle, and answer it, so that a dead
/// line is found out.
const IDLE: Duration = Duration::from_secs(50);

/// Time from the end of a game to the offer of another.
const PAUSE_AFTER_GAME: Duration = Duration::from_secs(2);

/// Time that an answer about a game may take.
const LISTING_TIMEOUT: Duration = Duration::from_secs(20);

/// The longest words of others that are told, in characters.
const MAX_WORDS: usize = 300;

/// An account on an NNGS or IGS server.
#[derive(Clone, Debug)]
pub struct NngsAccount {
    /// The name.
    pub name: NngsName,
    /// The password; a guest has none.
    pub password: Option<Password>,
}

/// The part of the talk that is on.
#[derive(Debug)]
enum Stage {
    /// No connection.
    Away,
    /// The server asks who we are; it was answered then.
    LoggingIn(Login, Instant),
    /// Logged in.
    In,
}

/// The command whose error may come next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Command {
    Load,
    Match,
    Other,
}

/// A client.
pub struct NngsClient {
    pub(super) account: NngsAccount,
    pub(super) wishes: MatchWishes,
    /// True if a person plays, who names the dead stones too.
    pub(super) is_typed: bool,
    stage: Stage,
    pub(super) prompt: Option<Prompt>,
    /// The latest header, if it is of a game of ours: moves that follow are that game's.
    pub(super) heading: Option<GameHeader>,
    pub(super) listing: Option<Listing>,
    /// True if our last move is on its way, and the server has not said it yet.
    pub(super) is_sent: bool,
    pub(super) scoring: Option<Scoring>,
    pub(super) disputes: u32,
    /// When we last agreed about the dead stones.
    pub(super) done_at: Option<Instant>,
    pub(super) adjourned: Option<Adjourned>,
    /// Unfinished games of an earlier process, which are loaded one after another.
    pub(super) stored: VecDeque<KnownGame>,
    pub(super) latest_command: Command,
    pub(super) next_offer: Option<Instant>,
    /// The terms of the match that we have offered or accepted.
    pub(super) agreed: Option<MatchOffer>,
    pub(super) games: u32,
    /// Until then the komi is being agreed on.
    pub(super) komi_until: Option<Instant>,
    spoke_at: Instant,
    pub(super) state: ClientState,
}

impl NngsClient {
    /// A client that plays so many games, or without end. Games that an earlier process left in the folder go on.
    #[must_use]
    pub fn new(
        account: NngsAccount,
        wishes: MatchWishes,
        settings: GameSettings,
        games: Option<NonZeroU32>,
    ) -> Self {
        let is_ours = |known: &KnownGame| account.name.is(&known.setup.entrant(known.color).name);
        let stored = settings.folder.unfinished();
        Self {
            stored: stored.into_iter().filter(is_ours).collect(),
            account,
            wishes,
            is_typed: false,
            stage: Stage::Away,
            prompt: None,
            heading: None,
            listing: None,
            is_sent: false,
            scoring: None,
            disputes: 0,
            done_at: None,
            adjourned: None,
            latest_command: Command::Other,
            next_offer: None,
            agreed: None,
            games: 0,
            komi_until: None,
            spoke_at: Instant::ZERO,
            state: ClientState::new(settings, games),
        }
    }

    /// Leaves the dead stones, and what others ask for, to a person.
    #[must_use]
    pub const fn typed_by_hand(mut self) -> Self {
        self.is_typed = true;
        self
    }

    pub(super) fn say(&mut self, command: &str, now: Instant) {
        self.spoke_at = now;
        self.latest_command = Command::Other;
        self.state.send(Outgoing::line(command));
    }

    // --- the login

    fn log_in(&mut self, step: LoginStep, now: Instant) {
        if let Stage::LoggingIn(_, since) = &mut self.stage
            && step != LoginStep::Listen
        {
            *since = now;
        }
        match step {
            LoginStep::Listen => {}
            LoginStep::SayName => {
                let name = self.account.name.to_string();
                self.say(&name, now);
            }
            LoginStep::SayPassword => match &self.account.password {
                Some(password) => self.state.send(password.outgoing()),
                None => self.refused("the name is registered, and wants a password"),
            },
            LoginStep::Enter => self.enter(now),
            LoginStep::Refused(reason) => self.refused(&reason),
        }
    }

    fn refused(&mut self, reason: &str) {
        let reason = visible(reason, MAX_WORDS);
        let what = format!("the server refuses us: {reason}");
        let failure = Failure::new(Blame::Usage, what);
        self.state.finish(Finished::Failed(failure));
    }

    fn enter(&mut self, now: Instant) {
        self.stage = Stage::In;
        self.state.tell(ServerEvent::LoginSent);
        for toggle in ["client", "quiet", "open"] {
            self.say(&format!("toggle {toggle} true"), now);
        }
        self.say("toggle verbose false", now);
        match self.state.server_game() {
            Some(game) => {
                let setup = game.setup();
                let (white, black) = (setup.white.name.clone(), setup.black.name.clone());
                self.wait_for(white, black, now);
            }
            None => self.load_stored(now),
        }
        if self.adjourned.is_none() {
            self.state.tell(ServerEvent::Waiting);
        }
    }

    // --- what is heard

    fn follow(&mut self, line: ServerLine, now: Instant) {
        match line {
            ServerLine::Prompt(prompt) => self.prompted(prompt, now),
            ServerLine::Error(words) => self.failed(words, now),
            ServerLine::Header(header) => self.headed(header, now),
            ServerLine::Move { number, color, mv } => self.moved(number, color, mv, now),
            ServerLine::Listed(listed) => self.listed(&listed, now),
            ServerLine::Ended(ended) => self.ended(&ended, now),
            ServerLine::Offer(offer) => self.offered(offer, now),
            ServerLine::KomiOffer(name, komi) => self.komi_offered(&name, komi, now),
            ServerLine::KomiSet => self.komi_set(now),
            ServerLine::AdjournRequest(words) => {
                self.state.tell(ServerEvent::Info(words));
                if !self.is_typed {
                    self.say("adjourn", now);
                }
            }
            ServerLine::Undone => self.undone(),
            ServerLine::Removing(point) => self.removing(point, now),
            ServerLine::Said(words) => self.state.tell(ServerEvent::Said(told(&words))),
            ServerLine::Kibitz(words) => self.state.tell(ServerEvent::Kibitz(told(&words))),
            ServerLine::Info(words) => self.state.tell(ServerEvent::Info(told(&words))),
            ServerLine::Other => {}
        }
    }

    /// The server's answer to a person: `who`, `stats`, `games`, help.
    fn tell_answer(&mut self, line: &str) {
        let words = line.trim_start_matches(|c: char| c.is_ascii_digit());
        let answers = ["7 ", "8 ", "25 ", "27 ", "42 "];
        let is_answer = answers.iter().any(|kind| line.starts_with(kind));
        // The question about a game is our own.
        if is_answer && self.listing.is_none() {
            self.state.tell(ServerEvent::Info(told(words.trim())));
        }
    }

    fn failed(&mut self, words: String, now: Instant) {
        let words = told(&words);
        if std::mem::take(&mut self.is_sent) {
            return self.move_failed(words, now);
        }
        match std::mem::replace(&mut self.latest_command, Command::Other) {
            Command::Load if words.contains("no stored game") => self.is_not_stored(now),
            Command::Load => self.is_not_loaded(words),
            Command::Other => self.state.tell(ServerEvent::Info(words)),
            Command::Match => {
                self.agreed = None;
                self.state.tell(ServerEvent::Info(words));
            }
        }
    }

    /// A game is over, and what follows.
    pub(super) fn after_game(&mut self, now: Instant) {
        self.heading = None;
        self.listing = None;
        self.scoring = None;
        self.is_sent = false;
        self.agreed = None;
        self.state.forget_question();
        self.state.push(Step::Rise);
        if self.state.wants_no_more() {
            self.say("quit", now);
            return self.state.finish(Finished::Done);
        }
        self.next_offer = Some(now + PAUSE_AFTER_GAME);
        self.state.push(Step::Prepare);
        self.state.tell(ServerEvent::Waiting);
    }
}

/// Words of others as they are told.
fn told(words: &str) -> String {
    visible(words, MAX_WORDS)
}

impl ServerClient for NngsClient {
    fn state(&self) -> &ClientState {
        &self.state
    }

    fn state_mut(&mut self) -> &mut ClientState {
        &mut self.state
    }

    fn connected(&mut self, now: Instant) {
        self.stage = Stage::LoggingIn(Login::default(), now);
        self.spoke_at = now;
        self.state.tell(ServerEvent::LinkUp);
    }

    fn disconnected(&mut self, what: String) {
        self.stage = Stage::Away;
        self.prompt = None;
        self.heading = None;
        self.listing = None;
        self.scoring = None;
        self.is_sent = false;
        self.adjourned = None;
        self.state.link_lost(what);
    }

    fn tick(&mut self, now: Instant) {
        if self.state.is_finished() {
            return;
        }
        match &self.stage {
            Stage::Away => {}
            Stage::LoggingIn(_, since) => {
                if now.since(*since) >= LOGIN_TIMEOUT {
                    self.state.misfit("no question about name and password");
                }
            }
            Stage::In => {
                if now.since(self.spoke_at) >= IDLE {
                    self.say("", now);
                }
                let listing = self.listing.as_ref();
                if listing.is_some_and(|listing| now.since(listing.since) >= LISTING_TIMEOUT) {
                    return self.state.misfit("no answer about the game");
                }
                self.try_to_load(now);
                self.offer(now);
                self.ask_if_due(now);
                self.agree_again(now);
            }
        }
    }

    fn hear(&mut self, line: &str, now: Instant) {
        if self.state.is_finished() {
            return;
        }
        if line.contains("can't both be logged in") {
            return self.state.another_login(self.account.name.as_str());
        }
        if let Stage::LoggingIn(login, _) = &mut self.stage {
            let step = login.hear(line);
            return self.log_in(step, now);
        }
        match line.parse() {
            Ok(ServerLine::Other) if self.is_typed => self.tell_answer(line),
            Ok(line) => self.follow(line, now),
            Err(fault) => self.state.nonsense(line, LineError::to_string(&fault)),
        }
    }

    fn see_unfinished(&mut self, line: &str, now: Instant) {
        if let Stage::LoggingIn(login, _) = &mut self.stage {
            let step = login.see(line);
            self.log_in(step, now);
        }
    }

    fn decided(
        &mut self,
        answer: Result<Decision, Fault>,
        _insight: Option<MoveInsight>,
        now: Instant,
    ) {
        if let Some(decision) = self.state.decided(answer, now) {
            self.send_move(decision, now);
        }
    }

    fn counted(&mut self, status: Result<Status, Fault>, now: Instant) {
        self.is_counted(status, now);
    }

    fn names_dead_stones(&self) -> bool {
        self.scoring.is_some()
    }

    fn typed(&mut self, line: &str, now: Instant) {
        if matches!(self.stage, Stage::In) {
            self.say(&visible(line, MAX_WORDS), now);
        }
    }
}

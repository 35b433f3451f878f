//! A client of a CGOS server as a state machine.

use std::num::NonZeroU32;
use std::time::Duration;

use sgmp_proto::Instant;

use super::analysis::analysis;
use super::client_line::{AccountName, ClientLine, SentMove};
use super::server_line::ServerLine;
use crate::play::{Decision, Fault, MoveInsight};
use crate::servers::account::Password;
use crate::servers::client_state::ClientState;
use crate::servers::game_journal::KnownGame;
use crate::servers::line_parts::visible;
use crate::servers::server_client::{Finished, ServerClient, Step};
use crate::servers::server_event::ServerEvent;
use crate::servers::server_game::GameSettings;
use crate::servers::server_setup::GameSetup;
use sgmp_board::failure::{Blame, Failure};
use sgmp_engine::time_control::Clock;

/// Silence after the login, after which a game that was on is given up: the server tells of it at once if it has it.
const SETUP_TIMEOUT: Duration = Duration::from_secs(20);

/// The longest word of refusal that is told, in characters.
const MAX_REFUSAL: usize = 200;

/// The server's words to a client whose name is taken over by another login.
const ANOTHER_LOGIN: &str = "another login is being attempted";

/// An account on a CGOS server.
#[derive(Clone, Debug)]
pub struct CgosAccount {
    /// The name.
    pub name: AccountName,
    /// The password.
    pub password: Password,
    /// True if our analysis goes behind moves, for spectators.
    pub analyze: bool,
}

/// The part of the talk that is on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// No connection, or nothing heard on it.
    Away,
    /// The server asks who we are.
    LoggingIn,
    /// The password was sent then; the server is silent where it takes it.
    Settling(Instant),
    /// Logged in, for certain.
    In,
}

/// A client.
pub struct CgosClient {
    account: CgosAccount,
    stage: Stage,
    /// True if the server takes an analysis behind moves.
    takes_analysis: bool,
    /// Unfinished games of an earlier process, of which the server has said nothing so far.
    stored: Vec<KnownGame>,
    state: ClientState,
}

impl CgosClient {
    /// A client that plays so many games, or without end. Games that an earlier process left in the folder go on, if
    /// the server tells of them.
    #[must_use]
    pub fn new(account: CgosAccount, settings: GameSettings, games: Option<NonZeroU32>) -> Self {
        let mut stored = settings.folder.unfinished();
        stored.retain(|known| known.setup.color_of(account.name.as_str()).is_some());
        Self {
            account,
            stored,
            stage: Stage::Away,
            takes_analysis: false,
            state: ClientState::new(settings, games),
        }
    }

    fn follow(&mut self, line: ServerLine, now: Instant) {
        match line {
            ServerLine::Protocol { analyze } => {
                self.takes_analysis = analyze && self.account.analyze;
                self.send(&ClientLine::Protocol {
                    program: concat!("sgmp-go-", env!("CARGO_PKG_VERSION")).to_owned(),
                    analyze: self.takes_analysis,
                });
            }
            ServerLine::Username => self.send(&ClientLine::Username(self.account.name.clone())),
            ServerLine::Password => {
                self.send(&ClientLine::Password(self.account.password.clone()));
                self.stage = Stage::Settling(now);
                self.state.tell(ServerEvent::LoginSent);
                if self.state.game().is_none() {
                    self.state.tell(ServerEvent::Waiting);
                }
            }
            ServerLine::Info(text) => self.informed(text),
            ServerLine::Setup(setup) => self.set_up(&setup),
            ServerLine::Play { color, mv, left } => match self.state.server_game_mut() {
                Some(game) => match game.heard(color, mv, left) {
                    Ok(()) => self.state.fits(),
                    Err(misfit) => self.state.misfit(&misfit.to_string()),
                },
                None => self.state.misfit("a move of no game"),
            },
            ServerLine::Genmove { color, left } => match self.state.server_game() {
                Some(game) if game.terms().color == color => self.asked(left, now),
                _ => self.state.misfit("a question about no game of ours"),
            },
            ServerLine::GameOver { result, reason, .. } => {
                if self.state.end_game(result, reason) {
                    self.after_game();
                } else {
                    self.send(&ClientLine::Ready);
                }
            }
            ServerLine::Error(text) => self.refused(&text),
        }
    }

    fn informed(&mut self, text: String) {
        if text.contains(ANOTHER_LOGIN) {
            return self.state.another_login(self.account.name.as_str());
        }
        self.state.tell(ServerEvent::Info(text));
    }

    fn refused(&mut self, text: &str) {
        let text = visible(text, MAX_REFUSAL);
        let blame = match self.stage {
            Stage::LoggingIn | Stage::Settling(_) => Blame::Usage,
            Stage::Away | Stage::In => Blame::NoGame,
        };
        let what = format!("the server refuses us: {text}");
        let failure = Failure::new(blame, what);
        self.state.finish(Finished::Failed(failure));
    }

    fn set_up(&mut self, setup: &GameSetup) {
        self.stage = Stage::In;
        let Some(color) = setup.color_of(self.account.name.as_str()) else {
            return self.state.misfit("a game of two others");
        };
        match self.state.server_game_mut() {
            Some(game) if game.number() == setup.number => {
                if let Err(misfit) = game.catch_up(setup) {
                    self.state.misfit(&misfit.to_string());
                }
            }
            _ => {
                let is_told = |known: &KnownGame| known.setup.number == setup.number;
                self.stored.retain(|known| !is_told(known));
                self.close_forgotten();
                self.state.open_game(setup, color);
            }
        }
    }

    /// The server has said which game is on: others that an earlier process has left it does not know.
    fn close_forgotten(&mut self) {
        for known in self.stored.drain(..) {
            self.state.close_unheard(known);
        }
    }

    fn asked(&mut self, left: Duration, now: Instant) {
        if let Some(decision) = self.state.ask(Clock::Main { left }, now) {
            self.send_move(decision, None);
        }
    }

    fn send_move(&mut self, decision: Decision, analysis: Option<String>) {
        self.send(&ClientLine::Move(SentMove { decision, analysis }));
    }

    fn after_game(&mut self) {
        self.state.forget_question();
        self.state.push(Step::Rise);
        if self.state.wants_no_more() {
            if self.stage != Stage::Away {
                self.send(&ClientLine::Quit);
            }
            return self.state.finish(Finished::Done);
        }
        // The server pairs whoever is ready: the player has to be there before that.
        self.state.push(Step::Prepare);
        self.send(&ClientLine::Ready);
        self.state.tell(ServerEvent::Waiting);
    }

    fn send(&mut self, line: &ClientLine) {
        self.state.send(line.outgoing());
    }
}

impl ServerClient for CgosClient {
    fn state(&self) -> &ClientState {
        &self.state
    }

    fn state_mut(&mut self) -> &mut ClientState {
        &mut self.state
    }

    fn connected(&mut self, _: Instant) {
        self.stage = Stage::LoggingIn;
        self.state.tell(ServerEvent::LinkUp);
    }

    fn disconnected(&mut self, what: String) {
        self.stage = Stage::Away;
        self.state.link_lost(what);
    }

    fn tick(&mut self, now: Instant) {
        let Stage::Settling(since) = self.stage else {
            return;
        };
        if now.since(since) < SETUP_TIMEOUT {
            return;
        }
        self.stage = Stage::In;
        self.close_forgotten();
        if self.state.lose_game() {
            self.after_game();
        }
    }

    fn hear(&mut self, line: &str, now: Instant) {
        if self.state.is_finished() {
            return;
        }
        match line.parse() {
            Ok(line) => self.follow(line, now),
            Err(fault) => {
                let fault = crate::servers::LineError::to_string(&fault);
                self.state.nonsense(line, fault);
            }
        }
    }

    fn decided(
        &mut self,
        answer: Result<Decision, Fault>,
        insight: Option<MoveInsight>,
        now: Instant,
    ) {
        if let Some(decision) = self.state.decided(answer, now) {
            let insight = insight.filter(|_| self.takes_analysis);
            self.send_move(decision, insight.map(|insight| analysis(&insight)));
        }
    }
}

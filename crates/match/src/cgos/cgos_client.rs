//! A client of a CGOS server as a state machine: lines and decisions go in, steps come out. It reads no clock and knows
//! no socket.

use std::collections::VecDeque;
use std::num::NonZeroU32;
use std::time::Duration;

use sgmp_proto::Instant;

use super::analysis::analysis;
use super::cgos_event::CgosEvent;
use super::cgos_game::{CgosGame, GameSettings};
use super::client_line::{AccountName, ClientLine, Password, SentMove};
use super::server_line::{ServerLine, SetupLine};
use crate::play::{Decision, Fault, MoveInsight, Terms};
use sgmp_board::failure::{Blame, Failure};
use sgmp_board::rules::Game;
use sgmp_engine::time_control;

/// Silence after the login, after which a game that was on is given up: the server tells of it at once if it has it.
const SETUP_TIMEOUT: Duration = Duration::from_secs(20);

/// Connections in a row that may end in words that fit no game.
const MAX_MISFITS: u32 = 3;

/// Failures of our player in one game before we leave it.
const MAX_PLAYER_FAILURES: u32 = 3;

/// Lines without sense that are told; more are only counted.
const MAX_NONSENSE_TOLD: u32 = 5;

/// The longest excerpt of such a line, in characters.
const MAX_EXCERPT: usize = 60;

/// The server's words to a client whose name is taken over by another login.
const ANOTHER_LOGIN: &str = "another login is being attempted";

/// An account on a server.
#[derive(Clone, Debug)]
pub struct Account {
    /// The name.
    pub name: AccountName,
    /// The password.
    pub password: Password,
    /// True if our analysis goes behind moves, for spectators.
    pub analyze: bool,
}

/// Something to do.
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    /// This line goes out.
    Send(ClientLine),
    /// This has happened.
    Tell(CgosEvent),
    /// A player is to be had for the next game, before it is asked for.
    Prepare,
    /// It sits down to a game by these terms.
    Seat(Box<Terms>),
    /// It is asked for a move, with so much on the server's clock.
    Ask(Duration),
    /// It has failed in this game: another one takes its place.
    Replace,
    /// The game is over: it gets up.
    Rise,
    /// The connection is of no use: another one is wanted.
    Reconnect(String),
    /// All is done.
    Finish(Finished),
}

/// The way in which a client comes to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finished {
    /// All games are played, or the operator wanted no more.
    Done,
    /// It cannot go on.
    Failed(Failure),
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
    /// There is nothing left to do.
    Finished,
}

/// A client.
pub struct CgosClient {
    account: Account,
    settings: GameSettings,
    stage: Stage,
    /// True if the server takes an analysis behind moves.
    takes_analysis: bool,
    game: Option<CgosGame>,
    /// The clock at the server's question that is not answered, and when it came.
    question: Option<(Duration, Instant)>,
    /// Games to begin yet; `None` without end.
    games_left: Option<u32>,
    leaves_after_game: bool,
    misfits: u32,
    player_failures: u32,
    nonsense: u32,
    steps: VecDeque<Step>,
}

impl CgosClient {
    /// A client that plays so many games, or without end.
    #[must_use]
    pub fn new(account: Account, settings: GameSettings, games: Option<NonZeroU32>) -> Self {
        Self {
            account,
            settings,
            stage: Stage::Away,
            takes_analysis: false,
            game: None,
            question: None,
            games_left: games.map(NonZeroU32::get),
            leaves_after_game: false,
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

    /// The game that is on.
    #[must_use]
    pub fn game(&self) -> Option<&Game> {
        self.game.as_ref().map(CgosGame::game)
    }

    /// The game whose opponent is to move; `None` where we are, or there is none.
    #[must_use]
    pub fn opponents_turn(&self) -> Option<&Game> {
        let game = self.game.as_ref().filter(|game| game.is_opponents_turn())?;
        Some(game.game())
    }

    /// Terms and clock of the game that is on.
    #[must_use]
    pub fn clock(&self) -> Option<(&Terms, time_control::Terms)> {
        let game = self.game.as_ref()?;
        Some((game.terms(), game.clock_terms()))
    }

    /// A connection stands.
    pub fn connected(&mut self) {
        self.stage = Stage::LoggingIn;
        self.tell(CgosEvent::LinkUp);
    }

    /// The connection is gone.
    pub fn disconnected(&mut self, what: String) {
        if self.stage == Stage::Finished {
            return;
        }
        self.stage = Stage::Away;
        self.question = None;
        if let Some(game) = &mut self.game {
            game.link_lost();
        }
        self.tell(CgosEvent::LinkDown(what));
    }

    /// The operator wants no game after this one.
    pub fn leave_after_game(&mut self) {
        if std::mem::replace(&mut self.leaves_after_game, true) {
            return;
        }
        match self.game {
            Some(_) => self.tell(CgosEvent::LeavesAfterGame),
            None => self.finish(Finished::Done),
        }
    }

    /// Writes the record, where there is something new.
    pub fn keep_record(&mut self) {
        if let Some(game) = &mut self.game {
            game.keep_record();
        }
    }

    /// Time has passed.
    pub fn tick(&mut self, now: Instant) {
        let Stage::Settling(since) = self.stage else {
            return;
        };
        if now.since(since) < SETUP_TIMEOUT {
            return;
        }
        self.stage = Stage::In;
        if let Some(game) = self.game.take() {
            self.tell_all(game.lose_sight());
            self.after_game();
        }
    }

    /// Hears a line of the server.
    pub fn hear(&mut self, line: &str, now: Instant) {
        if self.stage == Stage::Finished {
            return;
        }
        match line.parse() {
            Ok(line) => self.follow(line, now),
            Err(fault) => {
                self.nonsense += 1;
                if self.nonsense <= MAX_NONSENSE_TOLD {
                    let visible = line.chars().filter(|c| !c.is_control());
                    self.tell(CgosEvent::Nonsense {
                        line: visible.take(MAX_EXCERPT).collect(),
                        fault: super::ServerLineError::to_string(&fault),
                    });
                }
            }
        }
    }

    fn follow(&mut self, line: ServerLine, now: Instant) {
        match line {
            ServerLine::Protocol { analyze } => {
                self.takes_analysis = analyze && self.account.analyze;
                self.send(ClientLine::Protocol {
                    program: concat!("sgmp-go-", env!("CARGO_PKG_VERSION")).to_owned(),
                    analyze: self.takes_analysis,
                });
            }
            ServerLine::Username => self.send(ClientLine::Username(self.account.name.clone())),
            ServerLine::Password => {
                self.send(ClientLine::Password(self.account.password.clone()));
                self.stage = Stage::Settling(now);
                self.tell(CgosEvent::LoginSent);
                if self.game.is_none() {
                    self.tell(CgosEvent::Waiting);
                }
            }
            ServerLine::Info(text) => self.informed(text),
            ServerLine::Setup(setup) => self.set_up(&setup),
            ServerLine::Play { color, mv, left } => match &mut self.game {
                Some(game) => match game.heard(color, mv, left) {
                    Ok(()) => self.misfits = 0,
                    Err(misfit) => self.misfit(&misfit.to_string()),
                },
                None => self.misfit("a move of no game"),
            },
            ServerLine::Genmove { color, left } => match &mut self.game {
                Some(game) if game.terms().color == color => self.asked(left, now),
                _ => self.misfit("a question about no game of ours"),
            },
            ServerLine::GameOver { result, reason, .. } => {
                if let Some(game) = self.game.take() {
                    self.tell_all(game.end(result, reason));
                    self.after_game();
                } else {
                    self.send(ClientLine::Ready);
                }
            }
            ServerLine::Error(text) => self.refused(&text),
        }
    }

    fn informed(&mut self, text: String) {
        if text.contains(ANOTHER_LOGIN) {
            let name = self.account.name.as_str();
            let what = format!(
                "another program has logged in as {name}: the server takes one login for each name; close the other \
                 program, or give another --name. A game that is on goes on with whoever is logged in"
            );
            return self.finish(Finished::Failed(Failure::new(Blame::NoGame, what)));
        }
        self.tell(CgosEvent::Info(text));
    }

    fn refused(&mut self, text: &str) {
        let visible = text.chars().filter(|c| !c.is_control());
        let text: String = visible.take(200).collect();
        let blame = match self.stage {
            Stage::LoggingIn | Stage::Settling(_) => Blame::Usage,
            _ => Blame::NoGame,
        };
        let what = format!("the server refuses us: {text}");
        self.finish(Finished::Failed(Failure::new(blame, what)));
    }

    fn set_up(&mut self, setup: &SetupLine) {
        self.stage = Stage::In;
        let Some(color) = setup.color_of(self.account.name.as_str()) else {
            return self.misfit("a game of two others");
        };
        if let Some(mut game) = self.game.take() {
            if game.number() == setup.number {
                let fits = game.catch_up(setup);
                self.game = Some(game);
                return match fits {
                    Ok(()) => {}
                    Err(misfit) => self.misfit(&misfit.to_string()),
                };
            }
            self.tell_all(game.lose_sight());
            self.push(Step::Rise);
        }
        match CgosGame::open(setup, color, &self.settings) {
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

    fn asked(&mut self, left: Duration, now: Instant) {
        let Some(game) = &mut self.game else {
            return;
        };
        let again = game.asked(left);
        self.misfits = 0;
        if let Some(mv) = again {
            let decision = Decision::Move(mv);
            return self.send(ClientLine::Move(SentMove {
                decision,
                analysis: None,
            }));
        }
        if game.is_opponents_turn() {
            return self.misfit("a question although the opponent is to move");
        }
        self.question = Some((left, now));
        self.tell(CgosEvent::OurTurn(left));
        self.push(Step::Ask(left));
    }

    /// Our player has decided, or has failed.
    pub fn decided(
        &mut self,
        answer: Result<Decision, Fault>,
        insight: Option<MoveInsight>,
        now: Instant,
    ) {
        // Without a question the connection was lost meanwhile: `setup` and another question follow.
        let Some((left, since)) = self.question.take() else {
            return;
        };
        let Some(game) = &mut self.game else {
            return;
        };
        let decision = match answer {
            Ok(decision) => decision,
            Err(fault) => return self.player_failed(fault.words, (left, since)),
        };
        if let Decision::Move(mv) = decision {
            if let Err(forbidden) = game.choose(mv, left, now.since(since)) {
                return self.player_failed(forbidden.to_string(), (left, since));
            }
        } else {
            self.tell(CgosEvent::WeResign);
        }
        let insight = insight.filter(|_| self.takes_analysis);
        self.send(ClientLine::Move(SentMove {
            decision,
            analysis: insight.map(|insight| analysis(&insight)),
        }));
    }

    fn player_failed(&mut self, what: String, question: (Duration, Instant)) {
        self.player_failures += 1;
        if self.player_failures >= MAX_PLAYER_FAILURES {
            let what = format!(
                "our player has failed {MAX_PLAYER_FAILURES} times in this game: {what}; mend it and give the same \
                 command again: the game goes on while its clock runs"
            );
            return self.finish(Finished::Failed(Failure::new(Blame::NoGame, what)));
        }
        self.question = Some(question);
        self.tell(CgosEvent::PlayerFailed(what));
        self.push(Step::Replace);
        self.push(Step::Ask(question.0));
    }

    fn after_game(&mut self) {
        self.question = None;
        self.push(Step::Rise);
        if self.games_left == Some(0) || self.leaves_after_game {
            if self.stage != Stage::Away {
                self.send(ClientLine::Quit);
            }
            return self.finish(Finished::Done);
        }
        // The server pairs whoever is ready: the player has to be there before that.
        self.push(Step::Prepare);
        self.send(ClientLine::Ready);
        self.tell(CgosEvent::Waiting);
    }

    /// A word of the server that fits nothing: `setup` on another connection tells how things are.
    fn misfit(&mut self, what: &str) {
        self.misfits += 1;
        if self.misfits > MAX_MISFITS {
            let what = format!(
                "the server's words make no game: {what}; is it a CGOS server, and are the rules right (--rules)?"
            );
            return self.finish(Finished::Failed(Failure::new(Blame::NoGame, what)));
        }
        let what = format!("the server says what does not fit: {what}");
        self.push(Step::Reconnect(what));
    }

    fn finish(&mut self, finished: Finished) {
        self.stage = Stage::Finished;
        self.push(Step::Finish(finished));
    }

    /// Takes over the events of the game: they have happened before what follows from them.
    fn hear_game(&mut self) {
        let events = self.game.as_mut().map(CgosGame::take_events);
        self.tell_all(events.unwrap_or_default());
    }

    fn push(&mut self, step: Step) {
        self.hear_game();
        self.steps.push_back(step);
    }

    fn send(&mut self, line: ClientLine) {
        self.push(Step::Send(line));
    }

    fn tell(&mut self, event: CgosEvent) {
        self.push(Step::Tell(event));
    }

    fn tell_all(&mut self, events: Vec<CgosEvent>) {
        self.steps.extend(events.into_iter().map(Step::Tell));
    }
}

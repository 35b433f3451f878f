//! Two programs under the referee: their lines, their processor time, their end.

use std::time::Duration;

use super::referee_events::{RefereeEvent, RefereeOutput, RefereeRuling};
use super::referee_game::RefereeGame;
use super::referee_terms::RefereeTerms;
use super::usenix_words::{Said, read_line, variables};
use crate::tournament::command_template::{CommandTemplate, GameFacts};
use sgmp_board::record::{GameRecord, GameResult};
use sgmp_board::rules::{ByColor, Color, Game, Status, score};
use sgmp_board::stop_flag::StopFlag;
use sgmp_engine::engine::{Engine, Settings};
use sgmp_match::gtp::{Input, Peer};
use sgmp_match::port::{EngineProcess, MonotonicClock, ProgramWords, SpecError};

/// Longest wait for a line before the accounts and the other program are looked at.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// Time between two looks at the accounts.
const ACCOUNT_INTERVAL: Duration = Duration::from_millis(100);

/// Lines of the program that is not to move that are passed over at a time: who writes faster than they are read is
/// not waited for.
const MAX_LINES_OUT_OF_TURN: u32 = 10_000;

/// Time that a program has to end after the game.
const EXIT_TIMEOUT: Duration = Duration::from_secs(2);

/// A game that was refereed.
#[derive(Clone, Debug)]
pub struct Refereed {
    /// The game with all moves that were made.
    pub game: Game,
    /// The end; `None` if it was interrupted.
    pub ruling: Option<RefereeRuling>,
    /// The result, after two passes by our engine's count.
    pub result: GameResult,
    /// That count, where the result is one.
    pub status: Option<Status>,
    /// User time of each program and all that it started, at its end.
    pub user: ByColor<Duration>,
    /// The standard error of each program.
    pub words: ByColor<ProgramWords>,
}

/// The reason why there can be no referee.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RefereeError {
    /// A command that is none once it is filled in.
    #[error(transparent)]
    Command(#[from] SpecError),
    /// Processor time that the system keeps to itself.
    #[error("this system does not tell the processor time of programs (it needs Linux's /proc)")]
    NoAccounts,
}

/// Has two programs play under the referee; `tell` hears of everything with the time since the
/// beginning.
///
/// # Errors
/// Commands that cannot be filled in; a system that does not tell programs' processor time.
pub fn referee(
    terms: &RefereeTerms,
    commands: &ByColor<CommandTemplate>,
    halt: &StopFlag,
    mut tell: impl FnMut(Duration, &RefereeGame, &RefereeEvent),
) -> Result<Refereed, RefereeError> {
    let mut table = RefereedTable::new(terms, commands)?;
    let mut ruling = None;
    while ruling.is_none() && !halt.is_requested() {
        table.listen();
        table.account()?;
        ruling = table.hand_out(&mut tell);
    }
    let game = table.rules.game().clone();
    let ruled = match &ruling {
        None => Some(GameResult::Unknown),
        Some(ruling) => ruling.result(),
    };
    // Who is dead after two passes is our engine's judgment.
    let status = match ruled {
        None => Some(Engine::new(Settings::default()).status(&game)),
        Some(_) => None,
    };
    let counted = status.as_ref();
    let counted = counted.map(|status| score::count(&game, status).margin().into());
    let result = ruled.or(counted).unwrap_or(GameResult::Unknown);
    let user = table.end();
    Ok(Refereed {
        game,
        ruling,
        result,
        status,
        user,
        words: table.words(),
    })
}

impl Refereed {
    /// The game on paper, with the territory where it was counted.
    #[must_use]
    pub fn record(&self) -> GameRecord {
        let mut record = GameRecord::played(&self.game, |_, _| {});
        record.info.result = self.result;
        if let Some(status) = &self.status {
            record.set_count(status);
        }
        record
    }
}

/// The programs and the rules between them.
struct RefereedTable {
    rules: RefereeGame,
    programs: ByColor<Program>,
    clock: MonotonicClock,
    next_account: Duration,
}

/// A program, or the reason why there is none.
struct Program {
    process: Option<EngineProcess>,
    gone: Option<String>,
    words: ProgramWords,
}

impl Program {
    fn start(
        command: &CommandTemplate,
        terms: &RefereeTerms,
        color: Color,
    ) -> Result<Self, SpecError> {
        let facts = GameFacts {
            color,
            size: terms.size,
            komi: terms.komi,
            seconds: terms.user_limit.as_secs(),
        };
        let command = command.fill(&facts)?;
        let words = ProgramWords::keep(false);
        let (process, gone) = match EngineProcess::start_with(&command, &variables(&facts), &words)
        {
            Ok(process) => (Some(process), None),
            Err(error) => (None, Some(error.to_string())),
        };
        Ok(Self {
            process,
            gone,
            words,
        })
    }
}

impl RefereedTable {
    fn new(terms: &RefereeTerms, commands: &ByColor<CommandTemplate>) -> Result<Self, SpecError> {
        let start = |color: Color| Program::start(&commands[color], terms, color);
        Ok(Self {
            programs: ByColor::new(start(Color::Black)?, start(Color::White)?),
            rules: RefereeGame::new(terms.clone()),
            clock: MonotonicClock::start(),
            next_account: Duration::ZERO,
        })
    }

    fn now(&self) -> Duration {
        self.clock.now().since(sgmp_proto::Instant::ZERO)
    }

    /// Takes a line of the program to move, if one comes in a little while, and before it all that the other one has
    /// written: that was written before it could know of a move, and is out of turn however fast the programs are.
    fn listen(&mut self) {
        let to_move = self.rules.game().to_move();
        let line = self.receive(to_move, POLL_INTERVAL);
        for _ in 0..MAX_LINES_OUT_OF_TURN {
            let Some(early) = self.receive(!to_move, Duration::ZERO) else {
                break;
            };
            self.take_line(!to_move, &early);
        }
        if let Some(line) = line {
            self.take_line(to_move, &line);
        }
        // Who is gone on the other's turn may have passed for good: it loses when it has to move.
        let to_move = self.rules.game().to_move();
        if let Some(how) = self.programs[to_move].gone.clone() {
            self.rules.handle_gone(to_move, &how);
        }
    }

    /// A program's next line; `None` if none comes in this time, or it is gone.
    fn receive(&mut self, color: Color, wait: Duration) -> Option<String> {
        let program = &mut self.programs[color];
        let heard = match (&mut program.process, &program.gone) {
            (Some(process), None) => process.receive(wait),
            _ => Ok(None),
        };
        match heard {
            Ok(None) => None,
            Ok(Some(Input::Line(line))) => Some(line),
            Ok(Some(Input::TooLong)) => Some("(a line without end)".to_owned()),
            Err(gone) => {
                self.programs[color].gone = Some(gone.to_string());
                None
            }
        }
    }

    fn take_line(&mut self, color: Color, line: &str) {
        let is_its_turn = color == self.rules.game().to_move();
        if is_its_turn && read_line(line) != Said::Other {
            // A move is judged by what its program has used until now.
            let user = self.user_time(color);
            let now = self.now();
            if let Some(user) = user {
                self.rules.handle_account(now, color, user);
            }
        }
        self.rules.handle_line(self.now(), color, line);
    }

    fn user_time(&mut self, color: Color) -> Option<Duration> {
        let process = self.programs[color].process.as_mut()?;
        process.cpu_times().map(|times| times.user)
    }

    /// Looks at both accounts now and then.
    fn account(&mut self) -> Result<(), RefereeError> {
        if self.now() < self.next_account {
            return Ok(());
        }
        for color in [Color::Black, Color::White] {
            if self.programs[color].process.is_none() {
                continue;
            }
            let user = self.user_time(color).ok_or(RefereeError::NoAccounts)?;
            self.rules.handle_account(self.now(), color, user);
        }
        self.next_account = self.now() + ACCOUNT_INTERVAL;
        Ok(())
    }

    /// Hands out what there is to send and to tell; returns the ruling once there is one.
    fn hand_out(
        &mut self,
        tell: &mut impl FnMut(Duration, &RefereeGame, &RefereeEvent),
    ) -> Option<RefereeRuling> {
        let mut ruling = None;
        while let Some(output) = self.rules.poll_output() {
            match output {
                RefereeOutput::Send { color, line } => self.send(color, &line),
                RefereeOutput::Event(event) => {
                    tell(self.now(), &self.rules, &event);
                    if let RefereeEvent::Over(over) = event {
                        ruling = Some(over);
                    }
                }
            }
        }
        ruling
    }

    fn send(&mut self, color: Color, line: &str) {
        let program = &mut self.programs[color];
        if let (Some(process), None) = (&mut program.process, &program.gone)
            && let Err(gone) = process.send(line)
        {
            program.gone = Some(gone.to_string());
        }
    }

    fn words(&self) -> ByColor<ProgramWords> {
        let words = |color: Color| self.programs[color].words.clone();
        ByColor::new(words(Color::Black), words(Color::White))
    }

    /// Ends both programs; returns the user time of their whole lives.
    fn end(&mut self) -> ByColor<Duration> {
        let mut user = ByColor::default();
        for color in [Color::Black, Color::White] {
            let known = self.rules.user_time(color);
            let process = self.programs[color].process.as_mut();
            let times = process.and_then(|process| process.end(EXIT_TIMEOUT));
            user[color] = times.map_or(known, |times| times.user.max(known));
        }
        user
    }
}

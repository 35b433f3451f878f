//! Matches in the full protocol: the wire settles the terms first, and one game may follow another.

use std::io::Write;
use std::path::Path;
use std::time::Duration;

use sgmp_proto::{Agreement, Answered, Config, GameFacts, Instant, Phase, Session, Stop};

use super::advice;
use super::child_exit::end_child;
use super::dialect_args::proposed_terms;
use super::local_player::LocalPlayer;
use super::match_args::MatchArgs;
use super::match_command::{
    Line as Wire, People, Prepared, clocks, config, connect, no_handshake, open, play, port_spec,
    report, screen_of, terms,
};
use super::match_files;
use super::match_hooks::MatchHooks;
use super::match_progress::screen;
use super::observers::{Observers, Screen};
use super::peer_answers;
use super::signals::Interrupts;
use crate::cli::exit::{Exit, Failure};
use crate::play::{Dialect, Terms, WallClock};
use crate::port::{
    DriverResult, Finish, HandshakeHost, MonotonicClock, NoAgreement, PortError, Spectator,
    shake_hands,
};
use crate::rules::{BoardSize, Color};

/// Between two games the other side has what it needs within so many seconds.
const MAX_LINGER: Duration = Duration::from_secs(3);

/// Plays as many games as were asked for, or as the other side wants.
///
/// # Errors
/// [`Failure`], with the exit code.
pub(crate) fn run(
    args: &MatchArgs,
    seats: &dyn Fn(&Interrupts) -> Result<LocalPlayer, Failure>,
    interrupts: &Interrupts,
    hooks: &mut dyn MatchHooks,
) -> Result<Exit, Failure> {
    let config = first_config(args)?;
    // A player that cannot be had is known before the other side is asked.
    let seat = seats(interrupts)?;
    let mut port = open(port_spec(&args.line)?, &args.line)?;
    let (clock, wall) = clocks();
    let mut line = connect(&mut port, &interrupts.flag, args)?;
    if proposed_terms(args).color == Some(Color::Black) {
        line.reader
            .discard_input()
            .map_err(|error| Failure::new(Exit::Port, error))?;
    }
    let on = screen_of(args, hooks);
    let description = port.description();
    let series = Series {
        args,
        interrupts,
        on,
        observers: Observers::new(args, on, &description, wall)?,
        port: description,
        clock,
        wall,
    };
    let wire = Wire {
        port,
        line,
        unread: Vec::new(),
    };
    let session = Session::new(config, clock.now());
    series.play_all(seat, seats, hooks, (wire, session))
}

/// Games on one line.
struct Series<'a> {
    args: &'a MatchArgs,
    interrupts: &'a Interrupts,
    on: Screen,
    observers: Observers,
    /// The port in words.
    port: String,
    clock: MonotonicClock,
    wall: WallClock,
}

/// A game that has ended, and the line for the next one, if there can be any.
struct Ended {
    exit: Exit,
    next: Option<(Wire, Session)>,
}

impl Series<'_> {
    fn play_all(
        mut self,
        first: LocalPlayer,
        seats: &dyn Fn(&Interrupts) -> Result<LocalPlayer, Failure>,
        hooks: &mut dyn MatchHooks,
        (mut wire, mut session): (Wire, Session),
    ) -> Result<Exit, Failure> {
        let (mut seat, mut exit) = (Some(first), None);
        for number in 1..=self.args.wire.games.get() {
            let agreement = match (self.shake_hands(&mut wire, &mut session), exit) {
                (Ok(agreement), _) => agreement,
                (Err(no_greeting), Some(exit)) if is_parting(&no_greeting) => {
                    self.observers.finish(self.clock.now());
                    end_child(Some(wire.port), self.interrupts, self.args.output.quiet);
                    return Ok(exit);
                }
                (Err(no_greeting), _) => return Err(failure(no_greeting)),
            };
            let seat = seat.take().map_or_else(|| seats(self.interrupts), Ok)?;
            let ended = self.play_one((number, agreement), seat, &mut *hooks, (wire, session))?;
            exit = Some(ended.exit);
            let Some(next) = ended.next else { break };
            (wire, session) = next;
        }
        self.observers.finish(self.clock.now());
        Ok(exit.unwrap_or(Exit::NoGame))
    }

    fn shake_hands(
        &mut self,
        wire: &mut Wire,
        session: &mut Session,
    ) -> Result<Agreement, NoAgreement> {
        let Wire { line, unread, .. } = wire;
        let (clock, flag) = (self.clock, &*self.interrupts.flag);
        session.set_facts(facts(self.args));
        let on = match self.args.output.json.as_deref() {
            Some(path) if path == Path::new("-") => Screen::Errors,
            _ => self.on,
        };
        let mut host = Host {
            observers: &mut self.observers,
            on,
            quiet: self.args.output.quiet,
            port: &self.port,
        };
        shake_hands(line, session, unread, clock, flag, &mut host)
    }

    fn play_one(
        &mut self,
        (number, agreement): (u32, Agreement),
        mut seat: LocalPlayer,
        hooks: &mut dyn MatchHooks,
        (wire, session): (Wire, Session),
    ) -> Result<Ended, Failure> {
        let (args, interrupts) = (self.args, self.interrupts);
        let terms = agreed_terms(args, agreement, seat.name());
        let opening = terms
            .opening()
            .map_err(|error| Failure::new(Exit::NoGame, error))?;
        let paths = match_files::new_paths_in_series(args, &terms, number)?;
        seat.set_up(&terms, interrupts)?;
        hooks.terms_known(&terms, opening);
        let prepared = Prepared::agreed(terms, paths.clone(), session);
        let people = People {
            seat,
            interrupts,
            hooks,
        };
        let clocks = (self.clock, self.wall);
        let remains = play(args, prepared, people, wire, clocks, &mut self.observers)?;
        let DriverResult {
            finish,
            mut game,
            port,
            connection: line,
            unread,
        } = remains;
        if number == args.wire.games.get() || finish == Finish::Left {
            end_child(port, interrupts, args.output.quiet);
            let exit = report(args, self.on, (&finish, &mut game), &paths);
            return Ok(Ended { exit, next: None });
        }
        let exit = report(args, self.on, (&finish, &mut game), &paths);
        let mut session = game.into_session();
        let next = match (port, line, session.next_game(proposed_terms(args))) {
            (Some(port), Some(line), Ok(())) => {
                let wire = Wire { port, line, unread };
                Some((wire, session))
            }
            _ => None,
        };
        // From here on Ctrl-C ends the waiting.
        interrupts.take_back();
        self.tell(match next {
            Some(_) => "waiting for the next game",
            None => "no other game can follow on this line",
        });
        Ok(Ended { exit, next })
    }

    fn tell(&self, what: &str) {
        if !self.args.output.quiet {
            let taken = self.on == Screen::Errors;
            let json = self.args.output.json.as_deref() == Some(Path::new("-"));
            // Whoever watched may have gone.
            let _ = writeln!(screen(taken || json), "{what}");
        }
    }
}

/// No other game: the other side has gone, or we are told to go.
const fn is_parting(no_greeting: &NoAgreement) -> bool {
    matches!(
        no_greeting,
        NoAgreement::Broken(PortError::HangUp) | NoAgreement::Interrupted
    )
}

fn first_config(args: &MatchArgs) -> Result<Config, Failure> {
    args.times.need_fjk()?;
    let proposed = proposed_terms(args);
    // Color and size are what the handshake says.
    let color = proposed.color.unwrap_or(Color::White);
    let linger = match args.wire.games.get() {
        1 => args.times.linger,
        _ => args.times.linger.min(MAX_LINGER),
    };
    Ok(Config {
        dialect: sgmp_proto::Dialect::Gmp(proposed),
        linger,
        ..config((color, BoardSize::NINETEEN), &args.times, &args.line)?
    })
}

/// How a game stands before its first move.
fn facts(args: &MatchArgs) -> GameFacts {
    let used = |color| match proposed_terms(args).color {
        Some(ours) if ours == color => args.terms.used,
        _ => Duration::ZERO,
    };
    GameFacts {
        stones: 0,
        black_used: used(Color::Black),
        white_used: used(Color::White),
        limit: Some(args.terms.time),
    }
}

fn agreed_terms(args: &MatchArgs, agreement: Agreement, name: &str) -> Terms {
    Terms {
        size: agreement.size,
        rules: agreement.rules,
        handicap: agreement.handicap,
        dialect: Dialect::Gmp,
        ..terms(&args.terms, agreement.color, name)
    }
}

/// Who sees the handshake.
struct Host<'a> {
    observers: &'a mut Observers,
    on: Screen,
    quiet: bool,
    port: &'a str,
}

impl HandshakeHost for Host<'_> {
    fn silence(&mut self, session: &Session) {
        if self.quiet {
            return;
        }
        let color = match session.phase() {
            Phase::Waiting => Color::White,
            _ => Color::Black,
        };
        let mut out = screen(self.on == Screen::Errors);
        let _ = writeln!(out, "no frame heard for a while; likely causes:");
        for cause in advice::causes(session.phase(), color, session.counts(), self.port) {
            let _ = writeln!(out, "  - {cause}");
        }
    }

    fn answered(&mut self, at: Instant, answered: Answered) {
        self.observers.answered(at, answered);
        if let Some(what) = peer_answers::warning(answered)
            && !self.quiet
        {
            let mut out = screen(self.on == Screen::Errors);
            let _ = writeln!(out, "{what}");
        }
    }

    fn spectators(&mut self) -> Vec<&mut dyn Spectator> {
        self.observers.all()
    }
}

fn failure(no_greeting: NoAgreement) -> Failure {
    match no_greeting {
        NoAgreement::Interrupted => Failure::new(Exit::Interrupted, "stopped before a game began"),
        NoAgreement::Broken(error) => Failure::new(
            Exit::NoGame,
            format!(
                "{error}, before the two sides had agreed on a game: it may want other terms \
                     than ours, or know none (give it --size and --handicap), or not speak the \
                     full protocol; -vv shows every frame"
            ),
        ),
        NoAgreement::Stopped(stop) => {
            let advice = match stop {
                Stop::TermsDiffer { .. } => {
                    "; leave the option out to take what the other side says"
                }
                _ => "",
            };
            Failure::new(Exit::NoGame, format!("{}{advice}", no_handshake(stop)))
        }
    }
}

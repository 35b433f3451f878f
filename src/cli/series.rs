//! Matches in the full protocol: the wire settles the terms first, and one game may follow another.

use std::io::Write;
use std::sync::atomic::Ordering;

use proto::{Agreement, Config, Session, Stage, Stop as WireStop};

use super::advice;
use super::args::MatchArgs;
use super::company::Company;
use super::dialect::wishes;
use super::exit::{Exit, Failure};
use super::farewell::end_child;
use super::files;
use super::match_command::{
    Line as Wire, People, Prepared, clocks, config, connect, no_handshake, open, play, port_spec,
    report, screen_of, terms,
};
use super::progress::screen;
use super::say::complain;
use super::seat::Seat;
use super::stop::Stop;
use super::watchers::{Screen, Watchers};
use crate::play::{Dialect, Terms, rules_of};
use crate::port::{Finish, Greeter, NoGreeting, PortError, Remains, Spectator, greet};
use crate::rules::{BoardSize, Color};

/// Between two games the other side has what it needs within so many seconds.
const LINGER: std::time::Duration = std::time::Duration::from_secs(3);

/// Plays as many games as were asked for, or as the other side wants.
///
/// # Errors
/// [`Failure`], with the exit code.
pub(super) fn run(
    args: &MatchArgs,
    seats: &dyn Fn(&Stop) -> Result<Seat, Failure>,
    stop: &Stop,
    company: &mut dyn Company,
) -> Result<Exit, Failure> {
    // A player that cannot be had is known before the other side is asked.
    let mut seat = Some(seats(stop)?);
    let spec = port_spec(&args.line)?;
    let mut port = open(spec, &args.line)?;
    let (clock, wall) = clocks();
    let mut line = connect(&mut port, &stop.flag, args)?;
    if wishes(args).color == Some(Color::Black) {
        line.reader
            .discard_input()
            .map_err(|error| Failure::new(Exit::Port, error))?;
    }
    let on = screen_of(args, company);
    let mut watchers = Watchers::new(args, on, &port.description(), wall)?;
    let description = port.description();
    let mut session = Session::new(first_config(args), clock.now());
    let mut wire = Wire {
        port,
        line,
        unheard: Vec::new(),
    };
    let mut exit = None;
    for number in 1..=args.wire.games.get() {
        let mut host = Host {
            watchers: &mut watchers,
            on,
            quiet: args.output.quiet,
            port: &description,
        };
        let Wire { line, unheard, .. } = &mut wire;
        let greeted = greet(line, &mut session, unheard, clock, &stop.flag, &mut host);
        let agreement = match (greeted, exit) {
            (Ok(agreement), _) => agreement,
            // No other game: the other side has gone, or we are told to go.
            (Err(NoGreeting::Broken(PortError::HangUp) | NoGreeting::Interrupted), Some(exit)) => {
                end_child(Some(wire.port), stop, args.output.quiet);
                return Ok(exit);
            }
            (Err(no_greeting), _) => return Err(failure(no_greeting)),
        };
        let sitting = match seat.take() {
            Some(seat) => seat,
            None => seats(stop)?,
        };
        let terms = agreed_terms(args, agreement, sitting.name());
        let opening = terms
            .opening()
            .map_err(|error| Failure::new(Exit::NoGame, error))?;
        let paths = files::new_paths_in_series(args, &terms, number)?;
        let mut sitting = sitting;
        sitting.set_up(&terms, stop)?;
        company.meet(&terms, opening);
        let prepared = Prepared::agreed(terms, paths.clone(), session);
        let people = People {
            seat: sitting,
            stop,
            company: &mut *company,
        };
        let remains = play(args, prepared, people, wire, (clock, wall), &mut watchers)?;
        let Remains {
            finish,
            mut game,
            port,
            line,
            unheard,
        } = remains;
        let is_last = number == args.wire.games.get() || matches!(finish, Finish::Left);
        if is_last {
            watchers.finish(clock.now());
            end_child(port, stop, args.output.quiet);
            return Ok(report(args, on, (&finish, &mut game), &paths));
        }
        let code = report(args, on, (&finish, &mut game), &paths);
        exit = Some(code);
        session = game.into_session();
        let (Some(port), Some(line), Ok(())) = (port, line, session.next_game(wishes(args))) else {
            if !args.output.quiet {
                complain("no other game can follow on this line");
            }
            return Ok(code);
        };
        stop.take_back().store(false, Ordering::Relaxed);
        if !args.output.quiet {
            let _ = writeln!(screen(on == Screen::Errors), "waiting for the next game");
        }
        wire = Wire {
            port,
            line,
            unheard,
        };
    }
    Ok(exit.unwrap_or(Exit::NoGame))
}

fn first_config(args: &MatchArgs) -> Config {
    let wishes = wishes(args);
    // Colour and size are what the handshake says.
    let color = wishes.color.unwrap_or(Color::White);
    let linger = match args.wire.games.get() {
        1 => args.times.linger,
        _ => args.times.linger.min(LINGER),
    };
    Config {
        dialect: proto::Dialect::Gmp(wishes),
        linger,
        ..config((color, BoardSize::NINETEEN), &args.times, &args.line)
    }
}

fn agreed_terms(args: &MatchArgs, agreement: Agreement, name: &str) -> Terms {
    Terms {
        size: agreement.size,
        rules: rules_of(agreement.rules),
        handicap: agreement.handicap,
        dialect: Dialect::Gmp,
        ..terms(&args.terms, agreement.color, name)
    }
}

/// Who sees the handshake.
struct Host<'a> {
    watchers: &'a mut Watchers,
    on: Screen,
    quiet: bool,
    port: &'a str,
}

impl Greeter for Host<'_> {
    fn silence(&mut self, session: &Session) {
        if self.quiet {
            return;
        }
        let color = match session.stage() {
            Stage::Waiting => Color::White,
            _ => Color::Black,
        };
        let mut out = screen(self.on == Screen::Errors);
        let _ = writeln!(out, "no frame heard for a while; likely causes:");
        for cause in advice::causes(session.stage(), color, session.counts(), self.port) {
            let _ = writeln!(out, "  - {cause}");
        }
    }

    fn spectators(&mut self) -> Vec<&mut dyn Spectator> {
        self.watchers.all()
    }
}

fn failure(no_greeting: NoGreeting) -> Failure {
    match no_greeting {
        NoGreeting::Interrupted => Failure::new(Exit::Interrupted, "stopped before a game began"),
        NoGreeting::Broken(error) => Failure::new(
            Exit::NoGame,
            format!(
                "{error}, before the two sides had agreed on a game: it may want other terms \
                     than ours, or know none (give it --size and --handicap), or not speak the \
                     full protocol; -vv shows every frame"
            ),
        ),
        NoGreeting::Stopped(stop) => {
            let advice = match stop {
                WireStop::TermsDiffer { .. } => {
                    "; leave the option out to take what the other side says"
                }
                _ => "",
            };
            Failure::new(Exit::NoGame, format!("{}{advice}", no_handshake(stop)))
        }
    }
}

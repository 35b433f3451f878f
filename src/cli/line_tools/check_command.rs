//! `check`: the port and the other side, tried the day before.

use std::time::Duration;

use sgmp_proto::{Config, Pace, Stop};

use crate::cli::exit::{Exit, Failure};
use crate::cli::matches::advice;
use crate::cli::matches::signals::Interrupts;
use crate::cli::output::{start_queues, stdout_line, text_gap};
use crate::cli::values::choices::ColorArg;
use crate::cli::values::duration::{TOURNAMENT_RESEND, parse_duration, parse_wait};
use crate::cli::values::port_args::{PortArgs, open_port};
use crate::port::{Connection, Diagnosis, MonotonicClock, OpenError, check_connection};
use crate::rules::Color;
use clap::Args;

/// The day before.
#[derive(Debug, Args)]
pub struct CheckArgs {
    /// The line
    #[command(flatten)]
    pub line: PortArgs,

    /// Our color in the trial handshake [default: whichever the other side leaves]
    #[arg(long, short, value_enum)]
    pub color: Option<ColorArg>,

    /// How long to listen for the other side
    #[arg(long, default_value = "60s", value_parser = parse_duration)]
    pub wait: Duration,

    /// Silence after which an unanswered frame is sent again
    #[arg(long, default_value = TOURNAMENT_RESEND, value_parser = parse_wait)]
    pub resend: Duration,
}

/// Time to listen as White before asking as Black, where no color is given.
const LISTEN_INTERVAL: Duration = Duration::from_secs(5);

/// Tries the line.
///
/// # Errors
/// A port that cannot be opened.
pub(crate) fn run(args: &CheckArgs) -> Result<Exit, Failure> {
    let interrupts = Interrupts::listen_at_line()?;
    start_queues(text_gap);
    let color = args.color.map(Color::from);
    let mut port = open_port(args.line.spec()?, args.line.baud)?;
    stdout_line(format_args!("PASS port: {} is open", port.description()));
    if let Some(announcement) = port.announcement() {
        stdout_line(format_args!("     {announcement}"));
    }
    let mut line = match port.connect(args.wait, &interrupts.flag) {
        Ok(line) => line,
        Err(OpenError::Stopped) => return Ok(Exit::Interrupted),
        Err(error) => return Ok(fail(&error.to_string(), &[])),
    };
    if color == Some(Color::Black) {
        line.reader
            .discard_input()
            .map_err(|error| Failure::new(Exit::Port, error))?;
    }
    let role = color.map_or_else(|| "either color".to_owned(), |color| color.to_string());
    let seconds = args.wait.as_secs();
    stdout_line(format_args!(
        "     trying a handshake as {role}, for up to {seconds} s"
    ));
    let found = match color {
        Some(color) => {
            let clock = MonotonicClock::start();
            check_connection(
                &mut line,
                config(args, color),
                args.wait,
                &interrupts.flag,
                clock,
            )
        }
        None => as_either(args, &mut line, &interrupts),
    };
    Ok(match (color, found) {
        (Some(color), found) => tell(found, color, &port.description()),
        (None, Diagnosis::Ready) => pass("Black", "white"),
        (None, Diagnosis::BothWhite) => pass("White", "black"),
        (None, found) => tell(found, Color::White, &port.description()),
    })
}

fn config(args: &CheckArgs, color: Color) -> Config {
    Config {
        resend: args.resend,
        pace: Pace::from_baud(args.line.baud),
        linger: Duration::ZERO,
        // A trial ends no game: what it finds is told at once.
        confirm_timeout: Duration::ZERO,
        ..Config::tournament(color)
    }
}

/// Listens as White and asks as Black in turn, until the other side is found or the wait is over.
fn as_either(args: &CheckArgs, line: &mut Connection, interrupts: &Interrupts) -> Diagnosis {
    let clock = MonotonicClock::start();
    loop {
        let left = args
            .wait
            .saturating_sub(clock.now().since(sgmp_proto::Instant::ZERO));
        let config = config(args, Color::White);
        match check_connection(
            line,
            config,
            left.min(LISTEN_INTERVAL),
            &interrupts.flag,
            clock,
        ) {
            Diagnosis::NoHandshake(counts, _) if counts.frames == 0 && left > LISTEN_INTERVAL => {}
            found => return found,
        }
    }
}

fn pass(theirs: &str, ours: &str) -> Exit {
    stdout_line(format_args!(
        "PASS handshake: the other side plays {theirs}, an even game: play --color {ours}"
    ));
    Exit::Done
}

fn tell(found: Diagnosis, color: Color, port: &str) -> Exit {
    match found {
        Diagnosis::Ready => {
            let other = color.other();
            stdout_line(format_args!(
                "PASS handshake: the other side plays {other}, an even game"
            ));
            Exit::Done
        }
        Diagnosis::Interrupted => Exit::Interrupted,
        Diagnosis::BothWhite => fail(
            "both sides are White",
            &["one side has to play --color black".to_owned()],
        ),
        Diagnosis::Stopped(stop) => {
            let advice = match stop {
                Stop::Echo => "take off the loopback plug, or turn off the adapter's echo",
                Stop::BothBlack => "one side has to play --color white",
                _ => "set the other program to Black, even game",
            };
            fail(&stop.to_string(), &[advice.to_owned()])
        }
        Diagnosis::Broken(error) => fail(
            &error.to_string(),
            &["look at the other program and the cable".to_owned()],
        ),
        Diagnosis::NoHandshake(counts, phase) => {
            let heard = counts.frames + counts.stray + counts.talk + counts.bad_checksums;
            let what = match (counts.frames, heard) {
                (0, 0) => "nothing heard",
                (0, _) => "only garbage heard",
                _ => "frames heard, but no handshake",
            };
            fail(what, &advice::causes(phase, color, counts, port))
        }
    }
}

fn fail(what: &str, advice: &[String]) -> Exit {
    stdout_line(format_args!("FAIL handshake: {what}"));
    for line in advice {
        stdout_line(format_args!("     - {line}"));
    }
    Exit::Check
}

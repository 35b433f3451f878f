//! `check`: the port and the other side, tried the day before.

use std::time::Duration;

use proto::{Config, Pace, Stop as WireStop};

use super::advice;
use super::args::CheckArgs;
use super::exit::{Exit, Failure};
use super::match_command::{open, port_spec};
use super::say::say;
use super::stop::Stop;
use crate::port::{Diagnosis, MonotonicClock, OpenError, trial};
use crate::rules::Color;

/// Tries the line.
///
/// # Errors
/// A port that cannot be opened.
pub(super) fn run(args: &CheckArgs) -> Result<Exit, Failure> {
    let stop = Stop::listen()?;
    let color = Color::from(args.color);
    let mut port = open(port_spec(&args.line)?, &args.line)?;
    say(format_args!("PASS port: {} is open", port.description()));
    if let Some(announcement) = port.announcement() {
        say(format_args!("     {announcement}"));
    }
    let mut line = match port.connect(args.wait, &stop.flag) {
        Ok(line) => line,
        Err(OpenError::Stopped) => return Ok(Exit::Interrupted),
        Err(error) => return Ok(fail(&error.to_string(), &[])),
    };
    if color == Color::Black {
        line.reader
            .discard_input()
            .map_err(|error| Failure::new(Exit::Port, error))?;
    }
    say(format_args!(
        "     trying a handshake as {color}, for up to {} s",
        args.wait.as_secs()
    ));
    let config = Config {
        resend: args.resend,
        pace: Pace::of_baud(args.line.baud),
        linger: Duration::ZERO,
        ..Config::tournament(color)
    };
    let found = trial(
        &mut line,
        config,
        args.wait,
        &stop.flag,
        MonotonicClock::start(),
    );
    Ok(tell(found, color, &port.description()))
}

fn tell(found: Diagnosis, color: Color, port: &str) -> Exit {
    match found {
        Diagnosis::Ready => {
            say(format_args!(
                "PASS handshake: the other side plays {}, an even game",
                color.other()
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
                WireStop::Echo => "take off the loopback plug, or turn off the adapter's echo",
                WireStop::BothBlack => "one side has to play --color white",
                _ => "set the other program to Black, even game",
            };
            fail(&stop.to_string(), &[advice.to_owned()])
        }
        Diagnosis::Broken(error) => fail(
            &error.to_string(),
            &["look at the other program and the cable".to_owned()],
        ),
        Diagnosis::NoHandshake(counts, stage) => {
            let heard = counts.frames + counts.stray + counts.talk + counts.bad_checksums;
            let what = match (counts.frames, heard) {
                (0, 0) => "nothing heard",
                (0, _) => "only garbage heard",
                _ => "frames heard, but no handshake",
            };
            fail(what, &advice::causes(stage, color, counts, port))
        }
    }
}

fn fail(what: &str, advice: &[String]) -> Exit {
    say(format_args!("FAIL handshake: {what}"));
    for line in advice {
        say(format_args!("     - {line}"));
    }
    Exit::Check
}

//! `check`: the port and the other side, tried the day before.

use std::time::Duration;

use sgmp_proto::{Config, Pace};

use crate::cli::exit::Exit;
use crate::cli::values::choices::ColorArg;
use crate::cli::values::port_args::{PortArgs, open_port};
use clap::Args;
use sgmp_board::failure::{Blame, Failure};
use sgmp_board::rng::Rng;
use sgmp_board::rules::Color;
use sgmp_match::console::line_queue::text_gap;
use sgmp_match::console::signals::Interrupts;
use sgmp_match::console::{start_queues, stdout_line};
use sgmp_match::line_judge::check_words::{Told, causes, told};
use sgmp_match::play::duration::{TOURNAMENT_RESEND, parse_duration, parse_wait};
use sgmp_match::port::{
    CheckName, Checked, HeardBytes, MonotonicClock, OpenError, Port, TrialSettings,
    check_connection,
};
use sgmp_match::spectators::advice;

/// The day before.
#[derive(Debug, Args)]
pub struct CheckArgs {
    /// The line
    #[command(flatten)]
    pub line: PortArgs,

    /// Our color in the trial handshake [default: only finds out which one the other side leaves]
    #[arg(long, short, value_enum)]
    pub color: Option<ColorArg>,

    /// How long to look for the other side
    #[arg(long, default_value = "60s", value_parser = parse_duration)]
    pub wait: Duration,

    /// Silence after which an unanswered frame is sent again, by the other side too
    #[arg(long, default_value = TOURNAMENT_RESEND, value_parser = parse_wait)]
    pub resend: Duration,
}

impl CheckArgs {
    fn settings(&self) -> TrialSettings {
        let mut settings = trial_settings(self.color.map(Color::from), self.wait);
        settings.config.resend = self.resend;
        settings.config.pace = Pace::from_baud(self.line.baud);
        settings
    }
}

/// The settings of a trial by the tournament's terms.
pub(crate) fn trial_settings(color: Option<Color>, wait: Duration) -> TrialSettings {
    TrialSettings {
        color,
        config: Config {
            linger: Duration::ZERO,
            // A trial ends no game: what it finds is told at once.
            confirm_timeout: Duration::ZERO,
            ..Config::tournament(color.unwrap_or(Color::Black))
        },
        wait,
    }
}

/// Tries the line.
///
/// # Errors
/// A port that cannot be opened.
pub(crate) fn run(args: &CheckArgs) -> Result<Exit, Failure> {
    let interrupts = Interrupts::listen_at_line()?;
    start_queues(text_gap);
    let settings = args.settings();
    let mut port = open_port(args.line.spec()?, args.line.baud)?;
    let holders = tell_port(&port);
    let mut line = match port.connect(args.wait, &interrupts.flag) {
        Ok(line) => line,
        Err(OpenError::Stopped) => return Ok(Exit::Interrupted),
        Err(error) => return Ok(fail(&error.to_string(), &[])),
    };
    tell_plan(&settings);
    let clock = MonotonicClock::start();
    let (checked, heard) =
        check_connection(&mut line, settings, draw_name()?, &interrupts.flag, clock);
    stdout_line(format_args!("     heard: {heard}"));
    let line = tell(checked, &heard, &settings, &port.description());
    Ok(if line == Exit::Done { holders } else { line })
}

/// Tells of the port and of those who have it open beside us.
fn tell_port(port: &Port) -> Exit {
    let warning = port.holder_warning();
    match &warning {
        Some(warning) => stdout_line(format_args!("FAIL port: {warning}")),
        None => stdout_line(format_args!("PASS port: {} is open", port.description())),
    }
    if let Some(announcement) = port.announcement() {
        stdout_line(format_args!("     {announcement}"));
    }
    match port.holders() {
        Some(_) if warning.is_some() => return Exit::Check,
        Some(holders) if holders.is_complete() => {
            stdout_line("     no other program has it open");
        }
        Some(_) => stdout_line(
            "     could not look whether another program has it open: run as root to know",
        ),
        None => {}
    }
    Exit::Done
}

fn tell_plan(settings: &TrialSettings) {
    let seconds = settings.wait.as_secs();
    let listening = settings.listening();
    match settings.color {
        Some(color) => stdout_line(format_args!(
            "     trying a handshake as {color}, for up to {seconds} s"
        )),
        None if settings.wait < listening => {
            stdout_line(format_args!("     listening for up to {seconds} s"));
        }
        None => stdout_line(format_args!(
            "     listening for up to {seconds} s; a White is asked for after {} s, when a Black would have been \
             heard",
            listening.as_secs()
        )),
    }
}

/// A name by chance: two checks that begin in the same instant have different ones.
fn draw_name() -> Result<CheckName, Failure> {
    let mut seed = [0; 8];
    getrandom::fill(&mut seed).map_err(|error| Failure::new(Blame::Port, error))?;
    Ok(CheckName::draw(&mut Rng::from_seed(u64::from_le_bytes(
        seed,
    ))))
}

fn tell(checked: Checked, heard: &HeardBytes, settings: &TrialSettings, port: &str) -> Exit {
    let diagnosis = match checked {
        Checked::Interrupted => {
            for line in advice::foreign(heard).iter().skip(1) {
                stdout_line(format_args!("     - {line}"));
            }
            stdout_line("     stopped before more was found");
            return Exit::Interrupted;
        }
        Checked::Broken(error) => {
            let mut advice = advice::foreign(heard);
            advice.push("look at the other program and the cable".to_owned());
            return fail(&error.to_string(), &advice);
        }
        Checked::Found(diagnosis) => diagnosis,
    };
    match told(diagnosis, heard) {
        Told::Pass { what, notes } => {
            stdout_line(format_args!("PASS {what}"));
            for note in notes {
                stdout_line(format_args!("     {note}"));
            }
            Exit::Done
        }
        Told::Fail(what) => {
            let mut causes = causes(diagnosis, heard, settings, port);
            // That stands above already.
            causes.retain(|cause| *cause != heard.to_string());
            fail(&what, &causes)
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

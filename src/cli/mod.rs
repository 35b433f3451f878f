//! Words to work: one command a file, exit codes, advice.

mod advice;
mod answers;
mod args;
pub mod bench;
mod check;
mod company;
pub mod compare;
mod completions;
mod dialect;
pub mod duration;
pub mod exit;
pub mod explain;
mod explainer;
mod farewell;
mod files;
pub mod gtp;
pub mod hint;
pub mod human;
pub mod joseki;
mod json;
pub mod learn;
mod learned;
mod legacy;
pub mod loopback;
mod man;
mod match_command;
mod memory;
mod operator;
mod paper;
pub mod patterns;
mod ports;
mod progress;
pub mod proxy;
pub mod replay;
mod result;
mod say;
pub mod score;
mod seat;
mod series;
mod stop;
mod table;
mod talk;
mod texts;
mod thinking;
mod tracing;
mod watchers;

pub use args::{Cli, Command};
pub use exit::{Exit, Failure};

use std::process::ExitCode;

use clap::Parser;

/// The program: parse, run, print the error, exit code.
#[must_use]
pub fn main() -> ExitCode {
    let cli = Cli::parse();
    start_log(cli.verbose);
    match run(cli) {
        Ok(exit) => exit.into(),
        Err(failure) => {
            say::complain(format_args!("sgmp-go: {failure}"));
            failure.exit.into()
        }
    }
}

/// Does what the words say.
///
/// # Errors
/// [`Failure`]: one line for the operator and the exit code.
pub fn run(cli: Cli) -> Result<Exit, Failure> {
    match cli.command {
        None => match_command::run(&cli.play),
        Some(Command::Match(play)) => match_command::run(&play),
        Some(Command::Loopback(args)) => loopback::run(&args),
        Some(Command::Check(args)) => check::run(&args),
        Some(Command::Ports) => ports::run(),
        Some(Command::Replay(args)) => run_replay(&args),
        Some(Command::Result(args)) => result::run(&args),
        Some(Command::Compare(args)) => compare::run(&args),
        Some(Command::Score(args)) => score::run(&args),
        Some(Command::Explain(args)) => explain::run(&args),
        Some(Command::Hint(args)) => hint::run(&args),
        Some(Command::Human(args)) => human::run(&args),
        Some(Command::Proxy(args)) => proxy::run(&args),
        Some(Command::Gtp(args)) => gtp::run(&args),
        Some(Command::Bench(args)) => bench::run(&args),
        Some(Command::Learn(args)) => learn::run(&args),
        Some(Command::Joseki(args)) => joseki::run(&args),
        Some(Command::Patterns(args)) => patterns::run(&args),
        Some(Command::Man) => man::run(),
        Some(Command::Completions { shell }) => completions::run(shell),
    }
}

fn run_replay(args: &replay::ReplayArgs) -> Result<Exit, Failure> {
    match replay::run(args, &mut std::io::stdout().lock()) {
        Ok(replay::Finding::Clean) => Ok(Exit::Done),
        Ok(replay::Finding::Violations) => Ok(Exit::Check),
        Err(error) => Err(Failure::new(Exit::Record, error)),
    }
}

/// Messages for the curious go to standard error; `RUST_LOG` overrides `-v`.
fn start_log(verbose: u8) {
    let level = match verbose {
        0 => "warn",
        1 => "info",
        2 => "debug",
        _ => "trace",
    };
    let env = env_logger::Env::default().default_filter_or(level);
    env_logger::Builder::from_env(env).init();
}

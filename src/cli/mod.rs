//! Words to work: one command a file, exit codes, advice.

mod about_command;
mod args;
mod completions;
mod config;
mod engine_tools;
mod evolution;
pub mod exit;
mod face;
mod front_door;
mod gtp;
mod line_tools;
mod man;
mod matches;
mod output_names;
mod records;
mod server;
mod short_helps;
mod strength;
mod tournament;
mod usenix;
mod values;

pub use args::{Cli, Command};
pub use exit::Exit;
pub use line_tools::replay;
use sgmp_board::failure::{Blame, Failure};
use sgmp_match::console;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::CommandFactory;

use args::GlobalArgs;
use config::command_line::{CommandLine, Refusal};
use config::config_command;
use engine_tools::{bench_command, joseki, learn, patterns, questionnaire};
use face::study::{guess_command, problems_command};
use face::{
    igo_command, picture_command, play_command, review_command, serve_command, start_page,
    tutorial_command,
};
use line_tools::{check_command, loopback, ports_command, proxy};
use matches::{human_command, match_command};
use records::{compare_command, explain_command, hint_command, result_command, score_command};
use sgmp_faces::terminal::quiet_page::QuietPage;
use sgmp_faces::terminal::screen_terminal::{has_screen, keep_to_lines};

/// The program: parse, run, print the error, exit code.
#[must_use]
pub fn main() -> ExitCode {
    let words: Vec<_> = std::env::args_os().collect();
    let exit = match GlobalArgs::alone(&words) {
        Some(globals) => start(globals),
        None => follow(&args::command_first(words)),
    };
    finish(exit).into()
}

/// Commands after which the start page comes again.
const COMES_AGAIN: [&str; 10] = [
    "play",
    "review",
    "config",
    "tutorial",
    "problems",
    "igo",
    "guess",
    "joseki",
    "tournament",
    "serve",
];

/// Beginnings of works that tell lines, which are read before a screen hides them.
const TELLS_LINES: [&[&str]; 4] = [
    &["config", "show"],
    &["guess"],
    &["problems", "mistakes"],
    &["tournament"],
];

/// Asks what to do where no work is named, and does it.
fn start(globals: GlobalArgs) -> Exit {
    if globals.plain {
        keep_to_lines();
    }
    let program = || std::iter::once(OsString::from("sgmp-go"));
    let with_globals = |work: &[String]| -> Vec<OsString> {
        let work = work.iter().map(OsString::from);
        program().chain(work).chain(globals.words()).collect()
    };
    let configured = match CommandLine::<Cli>::read(&with_globals(&["match".to_owned()])) {
        Ok(CommandLine { parsed: cli, .. }) => match cli.command {
            Some(Command::Match(play)) => Some(play),
            _ => None,
        },
        // The configuration says too little for a match.
        Err(Refusal::Words(_)) => None,
        Err(Refusal::Config(failure)) => return tell(&failure, None),
    };
    let mut page = None;
    loop {
        let work = match start_page::run(configured.as_deref(), globals.plain, page) {
            Ok(Some(work)) => work,
            Ok(None) => return Exit::Done,
            Err(failure) => return tell(&failure, None),
        };
        let word = work.first().map_or("", String::as_str);
        let quiet = (has_screen() && word == "serve").then(QuietPage::open);
        let exit = follow(&with_globals(&work));
        // What was typed on the page of a match may be mended there.
        let is_refused =
            has_screen() && word == "match" && matches!(exit, Exit::Usage | Exit::Port);
        if exit == Exit::Interrupted || !COMES_AGAIN.contains(&word) && !is_refused {
            return exit;
        }
        page = start_page::page_of(word);
        let words: Vec<&str> = work.iter().map(String::as_str).collect();
        let is_told = TELLS_LINES.iter().any(|told| words.starts_with(told));
        if has_screen() && (is_told || exit != Exit::Done) {
            start_page::wait_for_enter();
        }
        drop(quiet);
    }
}

/// Does what a command line says, the program's name first.
fn follow(words: &[OsString]) -> Exit {
    match CommandLine::<Cli>::read(words) {
        Ok(CommandLine { parsed: cli, note }) => {
            start_log(cli.globals.verbose);
            run(cli).unwrap_or_else(|failure| tell(&failure, note.as_deref()))
        }
        Err(Refusal::Words(answer)) => show(&answer),
        Err(Refusal::Config(failure)) => tell(&failure, None),
    }
}

/// Tells a failure; beside a wrong use the settings that had a part in it, which nobody typed.
fn tell(failure: &Failure, note: Option<&str>) -> Exit {
    console::stderr_line(format_args!("sgmp-go: {failure}"));
    if let (Blame::Usage, Some(note)) = (failure.blame, note) {
        console::stderr_line(format_args!(
            "sgmp-go: {note}; --no-config leaves the file out"
        ));
    }
    failure.blame.into()
}

/// Shows the help or the version, which were asked for, or what is wrong with the words.
fn show(answer: &clap::Error) -> Exit {
    if let (Err(error), false) = (answer.print(), answer.use_stderr()) {
        console::note_failure("standard output", &error);
    }
    match answer.exit_code() {
        0 => Exit::Done,
        _ => Exit::Usage,
    }
}

/// Writes what still waits to be written. Where output is lost to an error of the system, success is
/// none, and a finding has found nobody.
fn finish(exit: Exit) -> Exit {
    let failure = console::finish();
    if let Some(failure) = &failure {
        console::stderr_line(format_args!("sgmp-go: {failure}"));
    }
    console::finish_stderr();
    match (exit, failure) {
        (Exit::Done | Exit::Check, Some(_)) => Exit::Record,
        (exit, _) => exit,
    }
}

/// Reads the text of a configuration file with all its sections as a start of the program does, and
/// returns what is wrong with it, a sentence a mistake.
#[must_use]
pub fn config_mistakes(text: &str) -> Vec<String> {
    config::mistakes_in(&Cli::command(), text)
}

/// Does what the words say.
///
/// # Errors
/// [`Failure`]: one line for the operator and the exit code.
pub fn run(cli: Cli) -> Result<Exit, Failure> {
    if cli.globals.plain {
        keep_to_lines();
    }
    match cli.command {
        None => match_command::run(&cli.play),
        Some(Command::Match(play)) => match_command::run(&play),
        Some(Command::Play(args)) => play_command::run(&args, cli.globals.plain),
        Some(Command::Tutorial(args)) => tutorial_command::run(&args, cli.globals.plain),
        Some(Command::Igo(args)) => igo_command::run(&args, cli.globals.plain),
        Some(Command::Loopback(args)) => loopback::run(&args),
        Some(Command::Check(args)) => check_command::run(&args),
        Some(Command::Ports) => ports_command::run(),
        Some(Command::Replay(args)) => run_replay(&args),
        Some(Command::Result(args)) => result_command::run(&args),
        Some(Command::Compare(args)) => compare_command::run(&args),
        Some(Command::Score(args)) => score_command::run(&args),
        Some(Command::Explain(args)) => explain_command::run(&args),
        Some(Command::Hint(args)) => hint_command::run(&args),
        Some(Command::Picture(args)) => picture_command::run(&args),
        Some(Command::Review(args)) => review_command::run(&args, cli.globals.plain),
        Some(Command::Problems(args)) => problems_command::run(&args, cli.globals.plain),
        Some(Command::Guess(args)) => guess_command::run(&args, cli.globals.plain),
        Some(Command::Human(args)) => human_command::run(&args),
        Some(Command::Cgos(args)) => server::cgos_command::run(&args),
        Some(Command::Nngs(args)) => server::nngs_command::run(&args),
        Some(Command::Bridge(args)) => server::bridge_command::run(&args),
        Some(Command::Serve(args)) => serve_command::run(&args),
        Some(Command::Proxy(args)) => proxy::run(&args),
        Some(Command::Gtp(args)) => gtp::run(&args),
        Some(Command::Analysis(args)) => gtp::analysis_command::run(&args),
        Some(Command::Bench(args)) => bench_command::run(&args),
        Some(Command::Duel(args)) => strength::play(&args.players, &args.games),
        Some(Command::Referee(args)) => usenix::referee_command::run(&args),
        Some(Command::Usenix(args)) => usenix::usenix_command::run(&args),
        Some(Command::Learn(args)) => learn::run(&args),
        Some(Command::Evolve(args)) => evolution::run(&args),
        Some(Command::Joseki(args)) => joseki::run(&args, cli.globals.plain),
        Some(Command::Patterns(args)) => patterns::run(&args),
        Some(Command::Tournament(args)) => tournament::run(&args),
        Some(Command::Config(args)) => {
            config_command::run(&args, &Cli::command(), !cli.globals.no_config)
        }
        Some(Command::Questionnaire(args)) => Ok(questionnaire::run(&args)),
        Some(Command::About(args)) => about_command::run(&args),
        Some(Command::Man(args)) => man::run(&args),
        Some(Command::Completions { shell }) => completions::run(shell),
    }
}

fn run_replay(args: &replay::ReplayArgs) -> Result<Exit, Failure> {
    match replay::run(args, &mut console::TextStream::Stdout.writer()) {
        Ok(replay::Finding::Clean) => Ok(Exit::Done),
        Ok(replay::Finding::Violations) => Ok(Exit::Check),
        Err(error) => Err(Failure::new(Blame::Record, error)),
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
    let log = env_logger::Target::Pipe(Box::new(console::TextStream::Stderr.writer()));
    // A second command of the start page finds it there.
    let _begun = env_logger::Builder::from_env(env)
        .target(log)
        .format(write_log)
        .try_init();
}

/// A line of the log; on a screen warnings alone, and those as sentences for the operator.
fn write_log(
    out: &mut env_logger::fmt::Formatter,
    record: &log::Record<'_>,
) -> std::io::Result<()> {
    use std::io::Write;
    if console::TextStream::Stderr.is_on_screen() {
        return match record.level() {
            log::Level::Error | log::Level::Warn => writeln!(out, "{}", record.args()),
            log::Level::Info | log::Level::Debug | log::Level::Trace => Ok(()),
        };
    }
    let (time, level, target) = (out.timestamp(), record.level(), record.target());
    writeln!(out, "[{time} {level:<5} {target}] {}", record.args())
}

//! `referee`: two programs by the rules of the USENIX tournament.

use std::fs::File;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use clap::{Args, ValueEnum};

use crate::cli::exit::Exit;
use crate::cli::output_names::{ForceArgs, OutputNames};
use crate::cli::values::board_args::parse_size;
use sgmp_board::failure::{Blame, Failure};
use sgmp_board::record::{Format, write_atomically};
use sgmp_board::rules::{BoardSize, ByColor, Komi, Rules};
use sgmp_board::stop_flag::StopFlag;
use sgmp_hall::hall::referee_display::RefereeDisplay;
use sgmp_hall::tournament::referee::{MoveClock, RefereeTerms, referee};
use sgmp_hall::tournament::{CommandTemplate, TemplateError};
use sgmp_match::console::signals::Interrupts;
use sgmp_match::play::duration::parse_wait;

const EXAMPLES: &str = "\
Examples:
  sgmp-go referee --black './mygo' --white 'sgmp-go usenix --level 8'
  sgmp-go referee --black './mygo {color} {size}' --gtp-white 'gnugo --mode gtp' --size 9 --log game.log
  sgmp-go referee --black ./a --white ./b --user-limit 10m --move-limit 5s --sgf game.sgf

A program reads the opponent's moves and writes its own, a line each: G7 (no letter I), pass. It reads
\"time\" once its user time, with all that it starts, has passed the limit. Its color is in {color} of its
command and in the variable USENIX_COLOR; Black moves first, unasked.";

/// Two programs under the referee.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct RefereeArgs {
    /// Black's command; {color}, {size}, {komi} and {time} stand for the game's
    #[arg(
        long,
        value_name = "COMMAND",
        required_unless_present = "gtp_black",
        conflicts_with = "gtp_black"
    )]
    pub black: Option<CommandTemplate>,

    /// White's command
    #[arg(
        long,
        value_name = "COMMAND",
        required_unless_present = "gtp_white",
        conflicts_with = "gtp_white"
    )]
    pub white: Option<CommandTemplate>,

    /// Black is a program that speaks GTP
    #[arg(long, value_name = "COMMAND")]
    pub gtp_black: Option<CommandTemplate>,

    /// White is a program that speaks GTP
    #[arg(long, value_name = "COMMAND")]
    pub gtp_white: Option<CommandTemplate>,

    /// User time of a program, with all that it starts, for the game
    #[arg(long, default_value = "60m", value_name = "TIME", value_parser = parse_wait, help_heading = "Time")]
    pub user_limit: Duration,

    /// Time for each move after that
    #[arg(long, default_value = "15s", value_name = "TIME", value_parser = parse_wait, help_heading = "Time")]
    pub move_limit: Duration,

    /// The clock for it
    #[arg(
        long,
        default_value = "user",
        value_name = "CLOCK",
        help_heading = "Time"
    )]
    pub move_clock: ClockWord,

    /// Longest time on the wall for a move before the limit is passed: a program that waits uses no user time
    #[arg(long, default_value = "30m", value_name = "TIME", value_parser = parse_wait, help_heading = "Time")]
    pub wall_guard: Duration,

    /// The same after it
    #[arg(long, default_value = "60s", value_name = "TIME", value_parser = parse_wait, help_heading = "Time")]
    pub late_wall_guard: Duration,

    /// Lines of the board
    #[arg(long, default_value = "19", value_name = "LINES", value_parser = parse_size)]
    pub size: BoardSize,

    /// Komi, of which the announcement does not speak
    #[arg(long, default_value = "0", allow_hyphen_values = true)]
    pub komi: Komi,

    /// Rules of repetition and counting, which it leaves open: japanese or chinese
    #[arg(long, default_value = "japanese")]
    pub rules: Rules,

    /// Take the line "resign" for what it says; else it is ignored like all the announcement does not know
    #[arg(long)]
    pub allow_resign: bool,

    /// Moves after which the game has no result
    #[arg(long, default_value_t = 1000, value_name = "N")]
    pub max_moves: usize,

    /// Keep all that happens in this file, ignored lines too
    #[arg(long, value_name = "FILE", help_heading = "Files")]
    pub log: Option<PathBuf>,

    /// Write the record
    #[arg(long, value_name = "FILE", help_heading = "Files")]
    pub sgf: Option<PathBuf>,

    /// Files that are there already
    #[command(flatten)]
    pub force: ForceArgs,

    /// Show moves, but no board
    #[arg(long, short)]
    pub quiet: bool,
}

/// A clock by its word.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum ClockWord {
    /// The program's user time
    User,
    /// The time on the wall
    Wall,
}

/// Referees a game.
///
/// # Errors
/// Commands that are none, files that cannot be written, a system without an account of processor
/// time.
pub(crate) fn run(args: &RefereeArgs) -> Result<Exit, Failure> {
    let mut names = OutputNames::default();
    if let Some(path) = &args.log {
        names.add_new("--log", path, args.force)?;
    }
    if let Some(path) = &args.sgf {
        names.add_new("--sgf", path, args.force)?;
    }
    let log = args.log.as_ref().map(|path| {
        File::create(path)
            .map_err(|error| Failure::new(Blame::Record, format!("{}: {error}", path.display())))
    });
    let commands = ByColor::new(
        command(&args.black, &args.gtp_black, args)?,
        command(&args.white, &args.gtp_white, args)?,
    );
    let interrupts = Interrupts::listen()?;
    let halt = StopFlag::from(Arc::clone(&interrupts.flag));
    let mut display = RefereeDisplay::new(args.quiet, log.transpose()?);
    display.begin(&commands);
    let refereed = referee(&terms(args), &commands, &halt, |now, rules, event| {
        display.tell(now, rules, event);
    });
    let refereed = refereed.map_err(|error| Failure::new(Blame::Usage, error))?;
    display.end(&refereed);
    if let Some(path) = &args.sgf {
        let record = display.record(&refereed, &commands);
        write_atomically(path, record.to_sgf(Format::Ff4).as_bytes())
            .map_err(|error| Failure::new(Blame::Record, error))?;
    }
    display.finish_log()?;
    Ok(match refereed.ruling {
        Some(_) => Exit::Done,
        None => Exit::Interrupted,
    })
}

fn terms(args: &RefereeArgs) -> RefereeTerms {
    RefereeTerms {
        size: args.size,
        komi: args.komi,
        rules: args.rules,
        user_limit: args.user_limit,
        move_limit: args.move_limit,
        move_clock: match args.move_clock {
            ClockWord::User => MoveClock::User,
            ClockWord::Wall => MoveClock::Wall,
        },
        wall_guard: args.wall_guard,
        late_wall_guard: args.late_wall_guard,
        // Programs that speak GTP know how to give up.
        allows_resigning: args.allow_resign || args.gtp_black.is_some() || args.gtp_white.is_some(),
        max_moves: args.max_moves,
    }
}

/// The command of a side: a program that speaks GTP plays behind `sgmp-go usenix --gtp`.
fn command(
    plain: &Option<CommandTemplate>,
    gtp: &Option<CommandTemplate>,
    args: &RefereeArgs,
) -> Result<CommandTemplate, Failure> {
    if let Some(command) = plain {
        return Ok(command.clone());
    }
    let gtp = gtp.as_ref().map(ToString::to_string).unwrap_or_default();
    let own = std::env::current_exe()
        .map_err(|error| Failure::new(Blame::Usage, format!("--gtp: {error}")))?;
    let own = own.to_string_lossy().into_owned();
    let rules = args.rules.to_string();
    let words = [
        &own,
        "usenix",
        "--size",
        "{size}",
        "--komi={komi}",
        "--rules",
        &rules,
        "--gtp",
        &gtp,
    ];
    let quoted = shlex::try_join(words).unwrap_or_default();
    // The braces are the referee's, inside quotes too.
    quoted
        .parse()
        .map_err(|error: TemplateError| Failure::new(Blame::Usage, error))
}

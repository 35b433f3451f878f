//! The words of the command line.

use std::num::NonZeroU64;
use std::path::PathBuf;
use std::time::Duration;

use clap::{ArgAction, Args, Parser, Subcommand, ValueEnum};

use super::dialect::DialectArgs;
use super::duration::{parse_duration, parse_wait};
use super::exit::exit_codes_help;
use super::legacy::LegacyArgs;
use super::loopback::spec::NoiseSpec;
use super::thinking::ThinkingArgs;
use crate::port::{CommandLine, DEFAULT_BAUD, PortSpec};
use crate::record::{GameResult, UNNAMED};
use crate::rules::{BoardSize, Color, Komi, Rules};

const EXAMPLES: &str = "\
Examples:
  sgmp-go --port /dev/ttyS0 --color black      play Black on a serial port
  sgmp-go loopback                             self-test: no hardware, no other program
  sgmp-go --port 'exec:/usr/games/gnugo --mode sgmp --color white --boardsize 19 --komi 5.5' \\
          --color black                        play against GNU Go
  sgmp-go --resume GAME.journal --port /dev/ttyS0   go on after a crash

Ports: a device (/dev/ttyS0, COM1), pty, exec:COMMAND LINE, tcp:HOST:PORT,
  tcp-listen:[ADDRESS:]PORT, telnet:HOST:PORT, or - (standard input and output)";

/// Plays tournament Go over a serial line with the Standard Go Modem Protocol (FJK 2000 form).
///
/// Without a command word it plays a match.
#[derive(Debug, Parser)]
#[command(
    version,
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    after_help = format!("{EXAMPLES}\n\n{}", exit_codes_help()),
    max_term_width = 100
)]
pub struct Cli {
    /// What to do; a match if nothing is said
    #[command(subcommand)]
    pub command: Option<Command>,

    /// Say more on standard error; twice for every frame (RUST_LOG overrides)
    #[arg(short, long, action = ArgAction::Count, global = true)]
    pub verbose: u8,

    /// The match to play
    #[command(flatten)]
    pub play: MatchArgs,
}

/// The command words.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Play a match (the default)
    Match(Box<MatchArgs>),
    /// Self-test: two players in this process, joined by a real pty pair, or by a simulated bad line
    /// (--noise, --games); each thinks 100 playouts a move with one thread, seed 1 and 64M unless
    /// told otherwise
    Loopback(LoopbackArgs),
    /// Test the port and the other side the day before: cable, baud, colors
    Check(CheckArgs),
    /// List the serial ports
    Ports,
    /// Read a captured hex trace: every frame, the game, and what breaks the dialect
    Replay(super::replay::ReplayArgs),
    /// Write the judge's or the operators' result into a record that says `?`
    Result(ResultArgs),
    /// Compare the two sides' records of a game: the first move that differs, names, komi, result
    Compare(super::compare::CompareArgs),
    /// Count a game record: dead stones, seki, territory, result
    Score(super::score::ScoreArgs),
    /// Say in plain words why a move of a record was made: the reasons, what else was considered, how
    /// the groups stand
    Explain(super::explain::ExplainArgs),
    /// Up to three moves for the side to move in a record, with the reasons
    Hint(super::hint::HintArgs),
    /// Play by hand: moves are typed (Q16, pass, resign), the board and the clocks are shown
    Human(Box<super::human::HumanArgs>),
    /// Stand between two programs that play each other: pass every byte on, show, check, clock and
    /// record the match
    Proxy(Box<super::proxy::ProxyArgs>),
    /// Serve controllers of the Go Text Protocol (GoGui, Sabaki, ...) on standard input and output:
    /// with our own player, or with --port with the program at the other end of the line
    Gtp(Box<super::gtp::GtpArgs>),
    /// Search fixed positions: a signature of what is found, and playouts a second
    Bench(super::bench::BenchArgs),
    /// Make training games, and learn from them
    Learn(Box<super::learn::LearnArgs>),
    /// The book of joseki and openings: figures, mistakes, pages, growth
    Joseki(Box<super::joseki::JosekiArgs>),
    /// The library of patterns: figures, mistakes, pages, and what matches in a record
    Patterns(Box<super::patterns::PatternsArgs>),
    /// Print the manual page
    Man,
    /// Print completions for a shell
    Completions {
        /// Which shell
        shell: clap_complete::Shell,
    },
}

/// Where the other side is.
#[derive(Debug, Args)]
pub struct PortArgs {
    /// Where the other side is: a device such as /dev/ttyS0 or COM1, pty, exec:COMMAND LINE,
    /// tcp:HOST:PORT, tcp-listen:[ADDRESS:]PORT, telnet:HOST:PORT, or -
    #[arg(long, short, value_name = "PORT", required = true)]
    pub port: Option<PortSpec>,

    /// Speed of a serial port in bits a second; both sides set the same
    #[arg(long, default_value_t = DEFAULT_BAUD, value_parser = clap::value_parser!(u32).range(50..))]
    pub baud: u32,
}

/// A side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ColorArg {
    /// Opens the game and moves first
    Black,
    /// Waits for Black and receives komi
    White,
}

impl From<ColorArg> for Color {
    fn from(arg: ColorArg) -> Self {
        match arg {
            ColorArg::Black => Self::Black,
            ColorArg::White => Self::White,
        }
    }
}

/// A form of record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SgfFormat {
    /// The call's Appendix B: FF[1], minutes, tt for a pass
    Fjk,
    /// For today's readers: FF[4], UTF-8, time left, territory
    Ff4,
}

/// A match.
#[derive(Debug, Args)]
pub struct MatchArgs {
    /// The line
    #[command(flatten)]
    pub line: PortArgs,

    /// Our color; a new match needs it, unless --dialect gmp leaves it to the other side
    #[arg(long, short, value_enum)]
    pub color: Option<ColorArg>,

    /// Go on with the match of this journal after a crash or a pause
    #[arg(long, value_name = "JOURNAL", conflicts_with_all = ["color", "sgf", "time", "used", "size", "komi", "rules", "dialect", "handicap", "games"])]
    pub resume: Option<PathBuf>,

    /// The record to write [default: date, players and round in this directory]; the journal
    /// lies beside it
    #[arg(long, value_name = "FILE")]
    pub sgf: Option<PathBuf>,

    /// Form of the record
    #[arg(long, value_enum, default_value = "fjk")]
    pub sgf_format: SgfFormat,

    /// The terms
    #[command(flatten)]
    pub terms: TermsArgs,

    /// The form of the protocol
    #[command(flatten)]
    pub wire: DialectArgs,

    /// The line's times
    #[command(flatten)]
    pub times: TimesArgs,

    /// Our player
    #[command(flatten)]
    pub player: PlayerArgs,

    /// What is shown and kept
    #[command(flatten)]
    pub output: OutputArgs,
}

/// The terms of a game and what goes into its record.
#[derive(Debug, Args)]
#[command(next_help_heading = "Terms and record")]
pub struct TermsArgs {
    /// Time of each side for the whole game
    #[arg(long, default_value = "50m", value_parser = parse_duration)]
    pub time: Duration,

    /// Time taken off ours before the first move (tardiness)
    #[arg(long, default_value = "0s", value_parser = parse_duration)]
    pub used: Duration,

    /// Komi
    #[arg(long, default_value = "5.5", allow_hyphen_values = true)]
    pub komi: Komi,

    /// Rules of Go: japanese (territory; a cycle has no result), chinese (area, no position twice)
    /// [default: japanese; with --dialect gmp what the other side says]
    #[arg(long)]
    pub rules: Option<Rules>,

    /// Lines of the board, 2 to 19 [default: 19; with --dialect gmp what the other side says]
    #[arg(long, value_parser = parse_size)]
    pub size: Option<BoardSize>,

    /// Our name [default: sgmp-go, or what the engine calls itself]
    #[arg(long, value_name = "NAME")]
    pub name: Option<String>,

    /// The opponent's name
    #[arg(long, default_value = UNNAMED, value_name = "NAME")]
    pub opponent: String,

    /// Name of the tournament
    #[arg(long, default_value = "Computer Go match")]
    pub event: String,

    /// Place of the tournament
    #[arg(long, default_value = "")]
    pub place: String,

    /// The round
    #[arg(long, default_value = "1")]
    pub round: String,

    /// Date of the game, YYYY-MM-DD [default: today]
    #[arg(long)]
    pub date: Option<String>,
}

/// The line's times.
#[derive(Debug, Args)]
#[command(next_help_heading = "Line")]
pub struct TimesArgs {
    /// Silence after which an unanswered frame is sent again
    #[arg(long, default_value = "20s", value_parser = parse_wait)]
    pub resend: Duration,

    /// Give up after so many resends of one frame [default: never]
    #[arg(long, value_name = "N")]
    pub max_resends: Option<u32>,

    /// Silence after which an opponent that owes us a move gets our last OK once more, a byte at a
    /// time: it makes GNU Go send a lost move again. More than it ever thinks about a move, which
    /// this may break off; 0 for never
    #[arg(long, default_value = "5m", value_name = "TIME", value_parser = parse_duration)]
    pub nudge: Duration,

    /// How long to wait for a port that vanished in mid-game
    #[arg(long, default_value = "5m", value_parser = parse_duration)]
    pub reconnect: Duration,

    /// How far the opponent may be over its time before we stop with a claim for the judge
    #[arg(long, default_value = "60s", value_parser = parse_duration)]
    pub opponent_grace: Duration,

    /// After the end, how long to go on answering repeats
    #[arg(long, default_value = "45s", value_parser = parse_duration)]
    pub linger: Duration,

    /// Hold the opponent to the letter of the call: what it does not allow is refused, with the
    /// sentence it breaks. We send nothing beyond it either: no --nudge, nothing sooner than 20s.
    /// Without this a question that the call does not permit is answered, and we ask none
    #[arg(long)]
    pub strict: bool,

    /// The points' numbers
    #[command(flatten)]
    pub legacy: LegacyArgs,
}

/// Our player.
#[derive(Debug, Args)]
#[command(next_help_heading = "Player")]
pub struct PlayerArgs {
    /// Let another program play, which speaks GTP on its standard input and output: KataGo, Pachi,
    /// GNU Go. Its words are split as a shell does it, no shell runs. It has our clock, and counts
    /// nothing: after two passes we do
    #[arg(long, value_name = "COMMAND", conflicts_with_all = ["move_time", "playouts", "level", "shapes", "threads", "memory", "seed", "no_ponder", "never_resign"])]
    pub engine: Option<CommandLine>,

    /// How it thinks
    #[command(flatten)]
    pub thinking: ThinkingArgs,

    /// Do not think while the opponent thinks; a player with --move-time, --playouts or --level
    /// never does
    #[arg(long)]
    pub no_ponder: bool,

    /// Play on however hopeless
    #[arg(long)]
    pub never_resign: bool,
}

/// What is shown and kept besides record and journal.
#[derive(Debug, Args)]
#[command(next_help_heading = "Output")]
pub struct OutputArgs {
    /// Print one JSON event a line to standard output, or to FILE
    #[arg(long, value_name = "FILE", num_args = 0..=1, require_equals = true, default_missing_value = "-")]
    pub json: Option<PathBuf>,

    /// Write every frame to a hex trace that `replay` reads
    #[arg(long, value_name = "FILE")]
    pub trace: Option<PathBuf>,

    /// Say why after each of our moves: the reasons, what else was considered, how the groups stand
    #[arg(long, conflicts_with = "quiet")]
    pub why: bool,

    /// Write that into the record, as a comment on each of our moves
    #[arg(long)]
    pub sgf_comments: bool,

    /// Show no progress
    #[arg(long, short)]
    pub quiet: bool,
}

/// The self-test.
#[derive(Debug, Args)]
#[command(after_help = super::loopback::spec::HELP)]
pub struct LoopbackArgs {
    /// Where the two records go [default: a new folder in the system's temporary folder]
    #[arg(long, value_name = "DIR")]
    pub dir: Option<PathBuf>,

    /// Lines of the board, 2 to 19
    #[arg(long, default_value = "19", value_parser = parse_size)]
    pub size: BoardSize,

    /// Rules of Go: japanese or chinese
    #[arg(long, default_value = "japanese")]
    pub rules: Rules,

    /// Play on a simulated bad line in virtual time, such as drop=2%,flip=0.5%,delay=0..3s (all
    /// kinds are below); the same --seed brings the same noise
    #[arg(long, value_name = "SPEC", conflicts_with = "move_time")]
    pub noise: Option<NoiseSpec>,

    /// Play N short games of the wire alone in virtual time, among ourselves and against models of
    /// other programs, on every kind of line or the one of --noise, and print a table
    #[arg(long, value_name = "N")]
    pub games: Option<NonZeroU64>,

    /// Show no progress, only the checks
    #[arg(long, short)]
    pub quiet: bool,

    /// How both players think
    #[command(flatten)]
    pub thinking: ThinkingArgs,
}

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
    #[arg(long, default_value = "20s", value_parser = parse_wait)]
    pub resend: Duration,
}

/// A result decided by people.
#[derive(Debug, Args)]
pub struct ResultArgs {
    /// The record
    pub file: PathBuf,

    /// The result: W+R, B+T, W+3.5, 0, Void
    #[arg(long, value_name = "RESULT")]
    pub result: GameResult,
}

/// Reads the lines of a board.
pub(super) fn parse_size(text: &str) -> Result<BoardSize, String> {
    let lines = text.parse().ok().and_then(BoardSize::new);
    lines.ok_or_else(|| format!("{text:?} is not a board size: write 2 to 19"))
}

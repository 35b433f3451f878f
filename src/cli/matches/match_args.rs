//! The options of a match.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use sgmp_proto::Config;

use super::dialect_args::DialectArgs;
use crate::cli::values::board_args::{LegacyArgs, parse_size};
use crate::cli::values::choices::{ColorArg, SgfFormat};
use crate::cli::values::date_value::parse_date;
use crate::cli::values::port_args::PortArgs;
use crate::cli::values::said_options::SaidOptions;
use crate::cli::values::thinking_args::ThinkingArgs;
use sgmp_board::record::UNNAMED;
use sgmp_board::rules::{BoardSize, Komi, Removal, RuleSet};
use sgmp_faces::page_server::page_socket::ListenAddress;
use sgmp_match::play::duration::{TOURNAMENT_RESEND, parse_duration, parse_pause_word, parse_wait};
use sgmp_match::play::{Dialect, PauseWord};
use sgmp_match::port::CommandLine;

/// Options of a new match. An option that conflicts with them needs not be required where they are given, for clap: what
/// requires `--resume` conflicts with them, too.
const OF_A_NEW_MATCH: [&str; 10] = [
    "color", "sgf", "time", "used", "size", "komi", "rules", "dialect", "handicap", "games",
];

/// A match.
#[derive(Debug, Args)]
pub struct MatchArgs {
    /// All of them, as they were said
    #[command(flatten)]
    pub said: SaidOptions,

    /// The line
    #[command(flatten)]
    pub line: PortArgs,

    /// Our color; a new match needs it, unless --dialect gmp leaves it to the other side
    #[arg(long, short, value_enum)]
    pub color: Option<ColorArg>,

    /// Go on with the match of this journal after a crash or a pause, with the player that it names
    /// unless another is named here; another program and options of the line are said again
    #[arg(long, value_name = "JOURNAL", conflicts_with_all = OF_A_NEW_MATCH)]
    pub resume: Option<PathBuf>,

    /// With --resume: the judge's word on the time away, charged to the side on move: charged (all of it), free
    /// (nothing) or a time such as 10m; to the side that the judge names: "charged black" [default: asked for at a terminal if it is more than a minute, else charged]
    #[arg(long, value_name = "CHARGE", requires = "resume", conflicts_with_all = OF_A_NEW_MATCH,
          value_parser = parse_pause_word)]
    pub away: Option<PauseWord>,

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

    /// Rules of Go: japanese (territory; a cycle has no result), chinese (area, no position twice), tromp-taylor (area,
    /// dead stones are not taken off), or another name that is nearest to one of them
    /// [default: japanese; with --dialect gmp what the other side says]
    #[arg(long, value_name = "NAME")]
    pub rules: Option<RuleSet>,

    /// Nothing is taken off after two passes: capture all that is dead before passing, whatever the rules
    #[arg(long)]
    pub capture_all_dead: bool,

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
    #[arg(long, value_parser = parse_date)]
    pub date: Option<String>,
}

/// The line's times.
#[derive(Debug, Args)]
#[command(next_help_heading = "Line")]
pub struct TimesArgs {
    /// Silence after which an unanswered frame is sent again
    #[arg(long, default_value = TOURNAMENT_RESEND, value_parser = parse_wait)]
    pub resend: Duration,

    /// Give up after so many resends of one frame [default: never]
    #[arg(long, value_name = "N")]
    pub max_resends: Option<u32>,

    /// Silence after which an opponent that owes us a move gets our last OK once more, a byte at a
    /// time: it makes GNU Go send a lost move again. More than it ever thinks about a move, which
    /// this may break off [default: never; with --dialect gmp 5m; 0 for never]
    #[arg(long, value_name = "TIME", value_parser = parse_duration)]
    pub nudge: Option<Duration>,

    /// How long to wait for a port that vanished in mid-game
    #[arg(long, default_value = "5m", value_parser = parse_duration)]
    pub reconnect: Duration,

    /// Stop with a claim for the judge once the opponent is so far over its time [default: never;
    /// Ctrl-C offers the claim, and the other side may have a pause]
    #[arg(long, value_name = "TIME", value_parser = parse_duration)]
    pub opponent_grace: Option<Duration>,

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
    #[arg(long, value_name = "COMMAND", conflicts_with_all = ["move_time", "playouts", "level", "shapes", "player", "net", "threads", "memory", "seed", "no_ponder", "never_resign"])]
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

impl PlayerArgs {
    /// Returns whether they say who plays, not only with what resources.
    pub(super) const fn names_player(&self) -> bool {
        self.engine.is_some() || self.thinking.names_player()
    }

    /// The words of our own player, as far as anything is said.
    pub(super) fn words(&self) -> Vec<String> {
        let mut words = self.thinking.words();
        for (word, is_said) in [
            ("--no-ponder", self.no_ponder),
            ("--never-resign", self.never_resign),
        ] {
            words.extend(is_said.then(|| word.to_owned()));
        }
        words
    }
}

/// Returns whether an option, by its name in the code, is about a player that thinks: where moves
/// are made by hand there is none, and the final count is the same for all.
pub(crate) fn is_player_option(id: &str) -> bool {
    const OPTIONS: [&str; 12] = [
        "engine",
        "move_time",
        "playouts",
        "level",
        "shapes",
        "player",
        "net",
        "threads",
        "memory",
        "seed",
        "no_ponder",
        "never_resign",
    ];
    OPTIONS.contains(&id)
}

/// The page on which others watch a match.
#[derive(Clone, Debug, Args)]
pub struct SpectatorArgs {
    /// Show the match on a page in a browser too, at 127.0.0.1:8420 or another address; with --serve 0 the
    /// port is a free one. Spectators can only look
    #[arg(long, value_name = "ADDRESS", num_args = 0..=1, default_missing_value = ListenAddress::DEFAULT)]
    pub serve: Option<ListenAddress>,
}

/// Output besides record and journal.
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

    /// Spectators in browsers
    #[command(flatten)]
    pub spectators: SpectatorArgs,

    /// Write the game as one page of HTML too, anew at every move; of several games each has a page, with its
    /// number in the name
    #[arg(long, value_name = "FILE.html")]
    pub page: Option<PathBuf>,

    /// Show no progress
    #[arg(long, short)]
    pub quiet: bool,
}

impl TermsArgs {
    /// The rules, Japanese where none are named.
    pub(crate) fn rules(&self) -> RuleSet {
        let named = self.rules.unwrap_or_default();
        match self.capture_all_dead {
            true => RuleSet {
                removal: Removal::Never,
                ..named
            },
            false => named,
        }
    }
}

impl TimesArgs {
    /// The silence after which an opponent is nudged: in the call's dialect only where it is said, since the call knows
    /// no such bytes.
    pub(super) fn nudge_in(&self, dialect: Dialect) -> Option<Duration> {
        let usual = (dialect == Dialect::Gmp).then_some(Config::LONG_SILENCE);
        self.nudge.or(usual).filter(|silence| !silence.is_zero())
    }
}

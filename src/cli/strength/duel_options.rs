//! The options of `duel`.

use std::num::NonZeroU16;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use crate::cli::values::argument_error::ArgumentError;
use crate::cli::values::board_args::parse_size;
use sgmp_board::failure::{Blame, Failure};
use sgmp_board::rules::{BoardSize, Komi, Rules};
use sgmp_engine::time_control::{Overtime, TimeSystem};
use sgmp_hall::tournament::duel::{DuelConditions, DuelPlan, Opening, Sprt, Worker, read_openings};
use sgmp_hall::tournament::{AnswerWaits, CommandTemplate, PlayerSpec, each_move};
use sgmp_match::play::duration::parse_wait;

/// Moves by lot where there are no openings: players without chance would play one game again and again.
const RANDOM_PLIES: u32 = 4;

const EXAMPLES: &str = "\
Examples:
  sgmp-go duel level:10 'gnugo --mode gtp --level 1' --size 13 --games 100 --out gnu
  sgmp-go duel old='./sgmp-go-1 gtp' new='./sgmp-go-2 gtp' --move-time 1s --openings book.sgf \\
      --sprt 0,20 --referee 'gnugo --mode gtp'
  sgmp-go duel ours:playouts=800 quick=ours:playouts=800,rave=2000 level:8 --size 9
  sgmp-go duel level:10 level:6 --games 400 --out par --worker 2/4 --concurrency 1
  sgmp-go duel level:6 level:3 --size 9 --handicap 4 --games 40
  sgmp-go duel --merge gnu                       what the games of a folder say
  sgmp-go duel --merge gnu old-new quick         one rating list of several duels

A player is level:N (0 to 20), ours:NAME=VALUE,... (level, playouts, net=own|none|FILE, seed,
resign=never, shapes, playout_weights=FILE, pattern_weights=FILE, and the parameters of learn
tune --list), random, static-1 and its like, evolved:FILE, a command that speaks GTP, or
usenix:COMMAND. In commands {color}, {size}, {komi} and {time} stand for the game's. NAME=
before a player names it. Games 2n and 2n + 1 have one opening with the colors changed.
Interrupted or killed, the same words with --out go on.";

/// Games between players, and what they say.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct DuelOptions {
    /// The players: two, or more that all play each other
    #[arg(value_name = "PLAYER", required_unless_present = "merge", conflicts_with = "merge", num_args = 2..)]
    pub players: Vec<PlayerSpec>,

    /// The games
    #[command(flatten)]
    pub games: DuelGamesOptions,
}

/// The games of a duel, whoever plays.
#[derive(Debug, Args)]
pub struct DuelGamesOptions {
    /// Games of every two players: an even number
    #[arg(long, default_value_t = 100, value_name = "N")]
    pub games: u32,

    /// End once it is decided whether the first player is by so many Elo points stronger than the
    /// second: NOT,BUT such as 0,20
    #[arg(long, value_name = "NOT,BUT", value_parser = parse_sprt, allow_hyphen_values = true)]
    pub sprt: Option<Sprt>,

    /// Lines of the board
    #[arg(long, default_value = "19", value_name = "LINES", value_parser = parse_size)]
    pub size: BoardSize,

    /// Komi [default: 6.5, or 0.5 with --handicap]
    #[arg(long, allow_hyphen_values = true)]
    pub komi: Option<Komi>,

    /// Stones of a fixed handicap: the later named of every two players takes them, as Black in all its games
    #[arg(long, value_name = "STONES", conflicts_with = "openings")]
    pub handicap: Option<usize>,

    /// Rules of Go: japanese or chinese
    #[arg(long, default_value = "japanese")]
    pub rules: Rules,

    /// Time for each move, such as 1s; programs hear it as an overtime of one move
    #[arg(long, value_name = "TIME", value_parser = parse_wait, help_heading = "Time")]
    pub move_time: Option<Duration>,

    /// Time of each side for the game, such as 10m; without any time nobody hears of a clock
    #[arg(long, value_name = "TIME", value_parser = parse_wait, conflicts_with = "move_time", help_heading = "Time")]
    pub time: Option<Duration>,

    /// Overtime after it, for --byo-stones moves at a time
    #[arg(long, value_name = "TIME", value_parser = parse_wait, requires = "time", help_heading = "Time")]
    pub byo_time: Option<Duration>,

    /// Moves in each period of overtime
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1000), requires = "byo_time", help_heading = "Time")]
    pub byo_stones: u32,

    /// So much longer a move may take with --move-time before it counts as an overrun
    #[arg(long, default_value = "100ms", value_name = "TIME", value_parser = parse_wait, help_heading = "Time")]
    pub grace: Duration,

    /// An overrun loses the game; else overruns are counted
    #[arg(long, help_heading = "Time")]
    pub strict_time: bool,

    /// Take a program that has not answered for a move in this time for hung: it loses
    #[arg(long, default_value = "5m", value_name = "TIME", value_parser = parse_wait, help_heading = "Time")]
    pub hang_time: Duration,

    /// Openings: a text with one a line (points, Black's first), a record with one game or many, or a
    /// folder of records
    #[arg(long, value_name = "FILE", help_heading = "Openings")]
    pub openings: Option<PathBuf>,

    /// Take so many first moves of records
    #[arg(
        long,
        value_name = "N",
        requires = "openings",
        help_heading = "Openings"
    )]
    pub opening_plies: Option<usize>,

    /// Moves by lot after the opening [default: 4 without openings, 0 with them and with USENIX programs]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(..=100), help_heading = "Openings")]
    pub random_plies: Option<u32>,

    /// Seed of openings and of our players' chance
    #[arg(long, default_value_t = 1, value_name = "N", help_heading = "Openings")]
    pub seed: u64,

    /// A command that speaks GTP and counts the games [default: our engine counts]
    #[arg(long, value_name = "COMMAND")]
    pub referee: Option<CommandTemplate>,

    /// A GTP command that every program hears first; may be given again
    #[arg(long, value_name = "GTP")]
    pub init: Vec<String>,

    /// Moves after which a game is counted as it stands
    #[arg(long, default_value_t = 400, value_name = "N")]
    pub max_moves: usize,

    /// Games at a time [default: 1 with a time, else one for each core]
    #[arg(long, alias = "jobs", value_name = "N")]
    pub concurrency: Option<NonZeroU16>,

    /// A folder for records, a line of JSON a game, the standard error of programs and a summary; begun, or
    /// gone on with where the same words began it
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,

    /// Keep the GTP talk with programs there, too, a file a game and program
    #[arg(long, requires = "out")]
    pub talk: bool,

    /// Play only the K-th of N parts of the games into --out, as one of several machines or processes
    #[arg(long, value_name = "K/N", requires = "out")]
    pub worker: Option<Worker>,

    /// Play nothing: say what the games in these folders say together; those of different duels make one rating list
    #[arg(long, alias = "ratings", value_name = "DIR", num_args = 1.., conflicts_with_all = ["out", "worker"])]
    pub merge: Vec<PathBuf>,

    /// Tell it in JSON
    #[arg(long)]
    pub json: bool,

    /// Show no progress
    #[arg(long, short)]
    pub quiet: bool,
}

/// Reads "0,20": the two bounds in Elo points.
fn parse_sprt(text: &str) -> Result<Sprt, ArgumentError> {
    let bounds = text.split_once(',').and_then(|(lesser, better)| {
        Sprt::new(lesser.trim().parse().ok()?, better.trim().parse().ok()?)
    });
    bounds.ok_or_else(|| ArgumentError::Sprt(text.to_owned()))
}

impl DuelGamesOptions {
    /// The plan that they describe for these players.
    ///
    /// # Errors
    /// Players, openings or numbers that make no sense.
    pub(super) fn plan(&self, players: &[PlayerSpec]) -> Result<DuelPlan, Failure> {
        if self.sprt.is_some() && players.len() != 2 {
            let what = "--sprt tells two players apart: name two";
            return Err(Failure::new(Blame::Usage, what));
        }
        let openings = self.read_openings()?;
        let takes_openings = players.iter().all(PlayerSpec::takes_openings);
        let random_plies = match openings.is_empty() && takes_openings {
            true => RANDOM_PLIES,
            false => 0,
        };
        let conditions = DuelConditions {
            size: self.size,
            komi: self.komi.unwrap_or_else(|| self.usual_komi()),
            rules: self.rules,
            time: self.time_system(),
            grace: self.grace,
            strict_time: self.strict_time,
            handicap: self.handicap.unwrap_or(0),
            openings,
            random_plies: self.random_plies.unwrap_or(random_plies),
            seed: self.seed,
            max_moves: self.max_moves,
            referee: self.referee.clone(),
            init: self.init.clone(),
            waits: AnswerWaits {
                genmove: self.hang_time,
                ..AnswerWaits::default()
            },
        };
        DuelPlan::new(players.to_vec(), self.games, conditions)
            .map_err(|error| Failure::new(Blame::Usage, error))
    }

    /// The komi where nobody says another.
    fn usual_komi(&self) -> Komi {
        let half_points = match self.handicap {
            None | Some(0) => 13,
            Some(_) => 1,
        };
        Komi::from_half_points(half_points)
    }

    fn read_openings(&self) -> Result<Vec<Opening>, Failure> {
        let Some(path) = &self.openings else {
            return Ok(Vec::new());
        };
        read_openings(path, self.size, self.opening_plies)
            .map_err(|error| Failure::new(Blame::Record, format!("--openings: {error}")))
    }

    /// Returns whether the games have a clock.
    pub(crate) fn has_time(&self) -> bool {
        self.time_system().is_some()
    }

    fn time_system(&self) -> Option<TimeSystem> {
        if let Some(time) = self.move_time {
            return Some(each_move(time));
        }
        let overtime = match self.byo_time {
            None => Overtime::SuddenDeath,
            Some(period) => Overtime::Canadian {
                period,
                stones: self.byo_stones,
            },
        };
        let main = self.time?;
        Some(TimeSystem { main, overtime })
    }

    /// Games at a time.
    pub(super) fn jobs(&self) -> usize {
        let cores = || match self.time_system() {
            Some(_) => 1,
            None => std::thread::available_parallelism().map_or(1, Into::into),
        };
        self.concurrency.map_or_else(cores, |n| n.get().into())
    }
}

//! The words of the command line.

use std::ffi::OsString;

use clap::{ArgAction, Args, CommandFactory, Parser, Subcommand};

use super::about_command::{AboutArgs, LONG_VERSION};
use super::config::config_command::ConfigArgs;
use super::engine_tools::bench_command::BenchArgs;
use super::engine_tools::joseki::JosekiArgs;
use super::engine_tools::learn::LearnArgs;
use super::engine_tools::patterns::PatternsArgs;
use super::engine_tools::questionnaire::QuestionnaireArgs;
use super::evolution::EvolveArgs;
use super::exit::exit_codes_help;
use super::face::igo_command::IgoArgs;
use super::face::picture_command::PictureArgs;
use super::face::play_args::PlayArgs;
use super::face::review_command::ReviewArgs;
use super::face::serve_command::ServeArgs;
use super::face::study::guess_command::GuessArgs;
use super::face::study::problems_command::ProblemsArgs;
use super::face::tutorial_command::TutorialArgs;
use super::front_door;
use super::gtp::GtpArgs;
use super::gtp::analysis_command::AnalysisArgs;
use super::line_tools::check_command::CheckArgs;
use super::line_tools::loopback::loopback_args::LoopbackArgs;
use super::line_tools::proxy::ProxyArgs;
use super::line_tools::replay::ReplayArgs;
use super::man::ManArgs;
use super::matches::human_command::HumanArgs;
use super::matches::match_args::MatchArgs;
use super::records::compare_command::CompareArgs;
use super::records::explain_command::ExplainArgs;
use super::records::hint_command::HintArgs;
use super::records::result_command::ResultArgs;
use super::records::score_command::ScoreArgs;
use super::server::bridge_args::BridgeArgs;
use super::server::cgos_args::CgosArgs;
use super::server::nngs_args::NngsArgs;
use super::strength::DuelOptions;
use super::tournament::TournamentArgs;
use super::usenix::RefereeArgs;
use super::usenix::UsenixArgs;
use sgmp_match::port::{PORT_FORMS, PortForm};

const EXAMPLES: &str = "\
Examples:
  sgmp-go --port /dev/ttyS0 --color black      play Black on a serial port
  sgmp-go loopback                             self-test: no hardware, no other program
  sgmp-go --port 'exec:/usr/games/gnugo --mode sgmp --color white --boardsize 19 --komi 5.5' \\
          --color black                        play against GNU Go
  sgmp-go --resume GAME.journal --port /dev/ttyS0   go on after a crash";

/// The forms of a port on two lines, none too long for a terminal.
fn ports_help() -> String {
    let [_device, first @ .., listen, telnet, stdio] = &PORT_FORMS;
    let first: Vec<_> = first.iter().map(PortForm::to_string).collect();
    let (first, stdio) = (first.join(", "), stdio.prefix);
    format!(
        "Ports: a device (/dev/ttyS0, COM1), {first},\n  \
         {listen}, {telnet}, or {stdio} (standard input and output)"
    )
}

/// Plays and teaches Go, and plays matches over a serial line.
///
/// Without a command word it asks what to do, or plays the match that the options name.
#[derive(Debug, Parser)]
#[command(
    version,
    long_version = LONG_VERSION.as_str(),
    about = "sgmp-go plays and teaches Go, and plays matches over a serial line.",
    long_about = None,
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    override_usage = front_door::USAGE,
    help_template = front_door::TEMPLATE,
    after_help = front_door::short_help(),
    after_long_help = format!("{}\n\n{}", front_door::long_help(), exit_codes_help()),
    max_term_width = 100
)]
pub struct Cli {
    /// What to do; a match if nothing is said
    #[command(subcommand)]
    pub command: Option<Command>,

    /// Options of all commands
    #[command(flatten)]
    pub globals: GlobalArgs,

    /// The match to play
    #[command(flatten)]
    pub play: MatchArgs,
}

/// Options of all commands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Args)]
pub struct GlobalArgs {
    /// Say more on standard error; twice for every frame (RUST_LOG overrides)
    #[arg(short, long, action = ArgAction::Count, global = true)]
    pub verbose: u8,

    /// Leave the configuration file out (`config show` tells what it sets)
    #[arg(long, global = true)]
    pub no_config: bool,

    /// Sentences only, no screen, for screen readers and pipes: a board is shown when it is asked for
    #[arg(long, global = true)]
    pub plain: bool,
}

/// A command line that names no work: options of all commands at most.
#[derive(Debug, Parser)]
#[command(disable_help_flag = true, disable_version_flag = true)]
struct NoWork {
    #[command(flatten)]
    globals: GlobalArgs,
}

impl GlobalArgs {
    /// The options of a command line, the program's name first, that says nothing else.
    pub(super) fn alone(words: &[OsString]) -> Option<Self> {
        let nothing = NoWork::try_parse_from(words).ok()?;
        Some(nothing.globals)
    }

    /// The options as words.
    pub(super) fn words(self) -> impl Iterator<Item = OsString> {
        let verbose = std::iter::repeat_n("-v", self.verbose.into());
        let no_config = self.no_config.then_some("--no-config");
        let plain = self.plain.then_some("--plain");
        verbose.chain(no_config).chain(plain).map(OsString::from)
    }
}

/// Moves options of all commands behind the word of the command that they stand before: there clap takes
/// them, whose words of a match exclude a command.
pub(super) fn command_first(mut words: Vec<OsString>) -> Vec<OsString> {
    let is_global = |word: &&OsString| {
        let program = OsString::from("sgmp-go");
        GlobalArgs::alone(&[program, (*word).clone()]).is_some()
    };
    let before = words.iter().skip(1).take_while(is_global).count();
    let command = words.get(1 + before).and_then(|word| word.to_str());
    if command.is_some_and(|word| Cli::command().find_subcommand(word).is_some()) {
        words[1..=1 + before].rotate_right(1);
    }
    words
}

/// The command words.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Play a match (the default)
    #[command(
        before_help = "Mostly: sgmp-go --port /dev/ttyS0 --color black",
        after_help = format!("{EXAMPLES}\n\n{}\n\n{}", ports_help(), exit_codes_help())
    )]
    Match(Box<MatchArgs>),
    /// Play here, at once and without a cable: against the computer, or two players
    #[command(before_help = "Mostly: sgmp-go play --level 3")]
    Play(Box<PlayArgs>),
    /// Learn the game: short screens with an exercise each, and every answer is answered; your place is kept
    #[command(before_help = "Mostly: sgmp-go tutorial")]
    Tutorial(TutorialArgs),
    /// Games for learners: four named levels that give fewer and fewer stones; wins lead up, losses down, and
    /// your rank is told with how sure it is
    #[command(before_help = "Mostly: sgmp-go igo")]
    Igo(IgoArgs),
    /// Self-test: two players in this process, joined by a real pty pair, or by a simulated bad line
    /// (--noise, --games); each thinks 100 playouts a move with one thread, seed 1 and 64M unless
    /// told otherwise
    #[command(before_help = "Mostly: sgmp-go loopback --size 9")]
    Loopback(Box<LoopbackArgs>),
    /// Test the port and the other side the day before: cable, baud, colors
    #[command(before_help = "Mostly: sgmp-go check --port /dev/ttyS0")]
    Check(CheckArgs),
    /// List the serial ports
    Ports,
    /// Read a captured hex trace: every frame, the game, and what breaks the dialect
    #[command(before_help = "Mostly: sgmp-go replay match.trace --check")]
    Replay(ReplayArgs),
    /// Write the judge's or the operators' result into a record: where it says `?`, or as a ruling
    #[command(before_help = "Mostly: sgmp-go result GAME.sgf --result W+R")]
    Result(ResultArgs),
    /// Compare the two sides' records of a game: the first move that differs, names, komi, result
    #[command(before_help = "Mostly: sgmp-go compare OURS.sgf THEIRS.sgf")]
    Compare(CompareArgs),
    /// Count a game record: dead stones, seki, territory, result; of a game that is not over, what is expected
    #[command(before_help = "Mostly: sgmp-go score GAME.sgf")]
    Score(ScoreArgs),
    /// Say in plain words why a move of a record was made: the reasons, what else was considered, how
    /// the groups stand
    #[command(before_help = "Mostly: sgmp-go explain GAME.sgf --move 20")]
    Explain(ExplainArgs),
    /// Up to three moves for the side to move in a record, with the reasons
    #[command(before_help = "Mostly: sgmp-go hint GAME.sgf --move 20")]
    Hint(HintArgs),
    /// Draw a position of a record, or some of its moves with their numbers: as text or as an image
    #[command(before_help = "Mostly: sgmp-go picture GAME.sgf --move 20")]
    Picture(PictureArgs),
    /// Look at a game afterwards: its moves and variations, comments, who was ahead when, the moves on which
    /// it turned, and any move tried; --report makes a page of it
    #[command(before_help = "Mostly: sgmp-go review GAME.sgf")]
    Review(Box<ReviewArgs>),
    /// Solve problems: graded sets, your own mistakes, files of others, any position; played out against the computer,
    /// asked again in time
    #[command(before_help = "Mostly: sgmp-go problems")]
    Problems(Box<ProblemsArgs>),
    /// Guess the moves of a game of a file, with hints and points
    #[command(before_help = "Mostly: sgmp-go guess GAME.sgf")]
    Guess(GuessArgs),
    /// Play by hand: moves are typed (Q16, pass, resign), the board and the clocks are shown
    #[command(before_help = "Mostly: sgmp-go human --port /dev/ttyS0 --color black")]
    Human(Box<HumanArgs>),
    /// Play on a CGOS server, one game after another, with nobody in attendance: lost connections, killed programs and
    /// restarted servers go on where they were
    #[command(
        before_help = "Mostly: sgmp-go cgos yss-aya.com:6819 --name NAME --password-file FILE"
    )]
    Cgos(Box<CgosArgs>),
    /// Play on an NNGS or IGS server: matches are offered to one player or accepted from all; adjourned games go on
    #[command(
        before_help = "Mostly: sgmp-go nngs HOST:9696 --name NAME --password-file FILE --opponent NAME"
    )]
    Nngs(Box<NngsArgs>),
    /// Let the program at the end of a serial line play on a CGOS, NNGS or IGS server
    #[command(
        before_help = "Mostly: sgmp-go bridge --port /dev/ttyS0 --cgos yss-aya.com:6819 --name NAME --password-file FILE"
    )]
    Bridge(Box<BridgeArgs>),
    /// Play, review and watch in a browser: serve pages on 127.0.0.1, and open them
    #[command(before_help = "Mostly: sgmp-go serve")]
    Serve(ServeArgs),
    /// Stand between two programs that play each other: pass every byte on, show, check, clock and
    /// record the match
    #[command(before_help = "Mostly: sgmp-go proxy --port /dev/ttyS0 --port /dev/ttyS1")]
    Proxy(Box<ProxyArgs>),
    /// Serve controllers of the Go Text Protocol (GoGui, Sabaki, ...) on standard input and output:
    /// with our own player, or with --port with the program at the other end of the line
    #[command(before_help = "Mostly: sgmp-go gtp")]
    Gtp(Box<GtpArgs>),
    /// Analyze positions for KaTrain and other programs that speak KataGo's analysis protocol: a JSON
    /// query a line on standard input, answers on standard output
    Analysis(AnalysisArgs),
    /// Search fixed positions: a signature of what is found, and playouts a second
    Bench(BenchArgs),
    /// Tell which player is stronger: games between engines of ours and other programs, from paired openings,
    /// with a sequential test or ratings
    #[command(before_help = "Mostly: sgmp-go duel level:6 level:9 --games 20")]
    Duel(Box<DuelOptions>),
    /// Referee two programs by the rules of the USENIX tournament of 1984: moves on standard input and output,
    /// a limit on the processor time of each with all that it starts; wants Linux, which tells that time
    Referee(Box<RefereeArgs>),
    /// Play as a program of the USENIX tournament: read moves, write moves
    #[command(before_help = "Mostly: sgmp-go usenix")]
    Usenix(Box<UsenixArgs>),
    /// Make training games, and learn from them
    Learn(Box<LearnArgs>),
    /// Evolve nets that play the opening, by mutation and selection alone
    #[command(before_help = "Mostly: sgmp-go evolve CONFIG.toml")]
    Evolve(Box<EvolveArgs>),
    /// Learn corners with the joseki tutor; the book of joseki and openings: figures, mistakes, pages, growth
    #[command(before_help = "Mostly: sgmp-go joseki tutor")]
    Joseki(Box<JosekiArgs>),
    /// The library of patterns: figures, mistakes, pages, and what matches in a record
    Patterns(Box<PatternsArgs>),
    /// Hold whole events: pair, play, rule, publish; recompute published tables
    #[command(before_help = "Mostly: sgmp-go tournament run club.toml")]
    Tournament(Box<TournamentArgs>),
    /// The configuration file: what it sets, a file to begin with, where it lies
    #[command(before_help = "Mostly: sgmp-go config edit")]
    Config(ConfigArgs),
    /// Answer the questionnaire of a tournament (FJK 2000, Appendix C) with figures of this program
    Questionnaire(QuestionnaireArgs),
    /// Tell version, features and net; with --report what a report of a fault needs
    About(AboutArgs),
    /// Print the manual page; with --out write the pages of all commands
    Man(ManArgs),
    /// Print completions for a shell
    Completions {
        /// Which shell
        shell: clap_complete::Shell,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(line: &str) -> Vec<OsString> {
        line.split(' ').map(OsString::from).collect()
    }

    #[test]
    fn options_of_all_commands_alone_name_no_work() {
        let globals = GlobalArgs::alone(&words("sgmp-go --plain -vv --no-config")).unwrap();
        assert!(globals.plain && globals.no_config && globals.verbose == 2);
        let again: Vec<_> = words("sgmp-go")
            .into_iter()
            .chain(globals.words())
            .collect();
        assert_eq!(GlobalArgs::alone(&again), Some(globals));
        for line in [
            "sgmp-go --color black",
            "sgmp-go play",
            "sgmp-go --help",
            "sgmp-go -v -V",
        ] {
            assert_eq!(GlobalArgs::alone(&words(line)), None, "{line}");
        }
    }

    /// The call that a short help begins with is one.
    #[test]
    fn the_commonest_calls_are_understood() {
        let root = Cli::command();
        let calls = root
            .get_subcommands()
            .filter_map(clap::Command::get_before_help);
        let calls: Vec<String> = calls.map(ToString::to_string).collect();
        assert!(calls.len() > 10);
        for call in calls {
            let call = call.strip_prefix("Mostly: ").expect("a call");
            assert!(Cli::try_parse_from(words(call)).is_ok(), "{call}");
        }
    }

    #[test]
    fn options_of_all_commands_may_stand_before_a_command() {
        for (line, moved) in [
            (
                "sgmp-go --plain -v play --level 3",
                "sgmp-go play --plain -v --level 3",
            ),
            (
                "sgmp-go --no-config config show",
                "sgmp-go config --no-config show",
            ),
            (
                "sgmp-go --plain --color black",
                "sgmp-go --plain --color black",
            ),
            ("sgmp-go -v", "sgmp-go -v"),
            ("sgmp-go", "sgmp-go"),
        ] {
            assert_eq!(command_first(words(line)), words(moved));
        }
    }
}

//! The words of `proxy`.

use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;

use crate::cli::matches::match_plan::as_typed;
use crate::cli::values::board_args::LegacyArgs;
use crate::cli::values::board_args::parse_size;
use crate::cli::values::choices::SgfFormat;
use crate::cli::values::said_options::SaidOptions;
use sgmp_board::rules::{BoardSize, Komi, RuleSet};
use sgmp_match::play::PauseWord;
use sgmp_match::play::duration::{parse_duration, parse_pause_word};
use sgmp_match::port::{DEFAULT_BAUD, PortSpec};

/// Options of a new match. An option that conflicts with them needs not be required where they are given, for clap: what
/// requires `--resume` conflicts with them, too.
const OF_A_NEW_MATCH: [&str; 12] = [
    "sgf",
    "sgf_format",
    "time",
    "komi",
    "rules",
    "size",
    "legacy_9x9",
    "black",
    "white",
    "event",
    "place",
    "round",
];

/// Between two programs.
#[derive(Debug, Args)]
pub struct ProxyArgs {
    /// All of them, as they were said
    #[command(flatten)]
    pub said: SaidOptions,

    /// Where the two programs are: twice, in the forms of every --port but -
    #[arg(long, short, value_name = "PORT", required = true)]
    pub port: Vec<PortSpec>,

    /// Speed of serial ports in bits a second
    #[arg(long, default_value_t = DEFAULT_BAUD, value_parser = clap::value_parser!(u32).range(50..))]
    pub baud: u32,

    /// Go on with the match of a journal, or of the record beside it: its terms and names are in it
    #[arg(long, value_name = "FILE", conflicts_with_all = OF_A_NEW_MATCH)]
    pub resume: Option<PathBuf>,

    /// With --resume: the judge's word on the time away, charged to the side on move: charged (all of it), free
    /// (nothing), or a time; to the side that the judge names: "charged black". Both sides' programs are told the same
    #[arg(long, value_name = "CHARGE", requires = "resume", conflicts_with_all = OF_A_NEW_MATCH,
          value_parser = parse_pause_word)]
    pub away: Option<PauseWord>,

    /// The record to write [default: date, players and round in this directory]
    #[arg(long, value_name = "FILE")]
    pub sgf: Option<PathBuf>,

    /// Form of the record
    #[arg(long, value_enum, default_value = "fjk")]
    pub sgf_format: SgfFormat,

    /// Write every frame to a hex trace that `replay` reads
    #[arg(long, value_name = "FILE")]
    pub trace: Option<PathBuf>,

    /// Print one JSON event a line to standard output, or to FILE
    #[arg(long, value_name = "FILE", num_args = 0..=1, require_equals = true, default_missing_value = "-")]
    pub json: Option<PathBuf>,

    /// Show no progress, only what is wrong and the end
    #[arg(long, short)]
    pub quiet: bool,

    /// Time of each side for the whole game
    #[arg(long, default_value = "50m", value_parser = parse_duration)]
    pub time: Duration,

    /// Komi
    #[arg(long, default_value = "5.5", allow_hyphen_values = true)]
    pub komi: Komi,

    /// Rules of Go: japanese, chinese, tromp-taylor (dead stones are not taken off), or another name that is nearest to one
    #[arg(long, default_value = "japanese")]
    pub rules: RuleSet,

    /// Lines of the board, 2 to 19
    #[arg(long, default_value = "19", value_parser = parse_size)]
    pub size: BoardSize,

    /// The points' numbers
    #[command(flatten)]
    pub legacy: LegacyArgs,

    /// Black's name
    #[arg(long, default_value = "Black", value_name = "NAME")]
    pub black: String,

    /// White's name
    #[arg(long, default_value = "White", value_name = "NAME")]
    pub white: String,

    /// Name of the tournament
    #[arg(long, default_value = "Computer Go match")]
    pub event: String,

    /// Place of the tournament
    #[arg(long, default_value = "")]
    pub place: String,

    /// The round
    #[arg(long, default_value = "1")]
    pub round: String,

    /// How long to wait for a side that has gone in mid-game; a program behind exec: does not come
    /// back
    #[arg(long, default_value = "5m", value_parser = parse_duration)]
    pub reconnect: Duration,

    /// After the end, how long to go on passing repeats
    #[arg(long, default_value = "45s", value_parser = parse_duration)]
    pub linger: Duration,
}

impl ProxyArgs {
    /// The command that goes on with the match of a journal: all that was said, as far as the journal has it not and it
    /// still means something.
    pub(super) fn resume_command(&self, journal: &Path) -> String {
        let mut words = ["sgmp-go", "proxy", "--resume"].map(str::to_owned).to_vec();
        words.push(journal.to_string_lossy().into());
        for port in &self.port {
            words.extend(["--port".to_owned(), port.to_string()]);
        }
        words.extend(self.said.words::<Self>(is_said_again));
        as_typed(&words)
    }
}

/// Returns whether an option, by its name in the code, has to be said again: neither is it in the journal, nor does the
/// command have it anyway, nor was it about the pause before.
fn is_said_again(id: &str) -> bool {
    !OF_A_NEW_MATCH.contains(&id) && !["port", "resume", "away"].contains(&id)
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;
    use crate::cli::values::said_options::testing::samples;

    #[derive(Parser)]
    struct Words {
        #[command(flatten)]
        options: ProxyArgs,
    }

    fn read(words: &[String]) -> ProxyArgs {
        let words = ["proxy".to_owned()]
            .into_iter()
            .chain(words.iter().cloned());
        let read = Words::try_parse_from(words);
        read.unwrap_or_else(|error| panic!("{error}")).options
    }

    #[test]
    fn every_option_is_said_again_or_is_known_to_be_elsewhere() {
        let ports = ["--port", "./a", "--port", "./b"].map(str::to_owned);
        for (id, said) in samples::<ProxyArgs>() {
            let company: &[&str] = match id.as_str() {
                "port" => continue,
                "away" => &["--resume", "r2.journal"],
                _ => &[],
            };
            let company = company.iter().map(|word| (*word).to_owned());
            let words: Vec<String> = ports
                .iter()
                .cloned()
                .chain(company)
                .chain(said.clone())
                .collect();
            let told = read(&words).resume_command(Path::new("r2.journal"));
            let told = shlex::split(&told).expect("words of a shell");
            read(&told[2..]);
            let stands = told.windows(said.len()).any(|window| window == said);
            assert_eq!(stands, is_said_again(&id), "{said:?}: {told:?}");
        }
    }
}

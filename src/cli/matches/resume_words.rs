//! The options that stand in the command which goes on with a match: all that were said, but for those of the lists here.

use super::match_args::{MatchArgs, is_player_option};
use crate::cli::values::said_options::SaidOptions;

/// Options whose values are in the journal.
const IN_THE_JOURNAL: [&str; 16] = [
    "color",
    "sgf",
    "sgf_format",
    "time",
    "used",
    "komi",
    "rules",
    "capture_all_dead",
    "size",
    "name",
    "opponent",
    "event",
    "place",
    "round",
    "date",
    "handicap",
];

/// Options for which the command has words of its own, whatever was said.
const IN_OTHER_WORDS: [&str; 4] = ["resume", "port", "engine", "page"];

/// Options that mean nothing to a match that goes on: the form of the protocol stays what it was, the series of games is
/// over with the one that was left, and the judge's word was on the pause before.
const WITHOUT_A_MEANING: [&str; 3] = ["dialect", "games", "away"];

/// The holder of what was said of our own player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PlayerIn {
    /// The journal, which was begun with these options.
    Journal,
    /// The command line alone: the journal was begun with others.
    CommandLine,
}

/// The words that say again what neither the journal has nor the command without them.
pub(super) fn words_beside_the_journal(said: &SaidOptions, player: PlayerIn) -> Vec<String> {
    said.words::<MatchArgs>(|id| is_said_again(id, player))
}

fn is_said_again(id: &str, player: PlayerIn) -> bool {
    let is_elsewhere = IN_THE_JOURNAL.contains(&id)
        || IN_OTHER_WORDS.contains(&id)
        || WITHOUT_A_MEANING.contains(&id)
        || (player == PlayerIn::Journal && is_player_option(id));
    !is_elsewhere
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use clap::Parser;

    use super::*;
    use crate::cli::matches::match_plan::{MatchPlan, MovesFrom};
    use crate::cli::values::said_options::testing::samples;
    use sgmp_match::match_files::Paths;

    #[derive(Parser)]
    struct Words {
        #[command(flatten)]
        options: MatchArgs,
    }

    /// The command that goes on with a match which was begun by these words.
    fn resumed(words: &[&str]) -> Vec<String> {
        let words = ["match", "--port", "pty"].iter().chain(words);
        let args = Words::try_parse_from(words.clone()).map(|words| words.options);
        let args = args.unwrap_or_else(|error| panic!("{:?}: {error}", words.collect::<Vec<_>>()));
        let plan = MatchPlan::new(&args, MovesFrom::Program).expect("a match");
        let paths = Paths::for_sgf(PathBuf::from("r2.sgf")).with_page(args.output.page.clone());
        shlex::split(&plan.resume_command(&paths)).expect("words of a shell")
    }

    /// The words without which an option is not taken.
    fn company(id: &str) -> &'static [&'static str] {
        match id {
            "color" | "resume" => &[],
            "away" => &["--resume", "r2.journal"],
            "handicap" | "games" => &["--color", "black", "--dialect", "gmp"],
            _ => &["--color", "black"],
        }
    }

    #[test]
    fn every_option_is_said_again_or_is_known_to_be_elsewhere() {
        let options = samples::<MatchArgs>().into_iter();
        // `resumed` says a port itself.
        for (id, words) in options.filter(|(id, _)| id != "port") {
            let company = company(&id).iter().copied();
            let said: Vec<&str> = company.chain(words.iter().map(String::as_str)).collect();
            let told = resumed(&said);
            let again: Vec<&str> = told[1..].iter().map(String::as_str).collect();
            Words::try_parse_from(["match"].iter().chain(&again))
                .unwrap_or_else(|error| panic!("{told:?} is not taken: {error}"));
            let stands = told.windows(words.len()).any(|window| window == words);
            let stands_anyway = ["engine", "page"].contains(&id.as_str());
            let expected = stands_anyway || is_said_again(&id, PlayerIn::Journal);
            assert_eq!(stands, expected, "{words:?}: {told:?}");
        }
    }

    #[test]
    fn the_lists_name_options_that_there_are() {
        let options: Vec<String> = samples::<MatchArgs>()
            .into_iter()
            .map(|(id, _)| id)
            .collect();
        let lists = [&IN_THE_JOURNAL[..], &IN_OTHER_WORDS, &WITHOUT_A_MEANING];
        for id in lists.concat() {
            assert!(options.iter().any(|option| option == id), "{id}");
        }
    }

    #[test]
    fn a_lost_move_is_waited_for_as_before() {
        let said = [
            "--color",
            "black",
            "--nudge",
            "5m",
            "--opponent-grace",
            "3s",
            "--talk",
        ];
        let told = resumed(&said).join(" ");
        let expected =
            "sgmp-go --resume r2.journal --port pty --talk --nudge 5m --opponent-grace 3s";
        assert_eq!(told, expected);
    }

    /// A match that went on with another player than its journal names goes on with that one.
    #[test]
    fn who_took_over_plays_on() {
        let told = resumed(&["--color", "black", "--level", "5"]).join(" ");
        assert!(!told.contains("--level"), "{told}");
        let told = resumed(&["--resume", "r2.journal", "--level", "5", "--away", "free"]).join(" ");
        assert_eq!(told, "sgmp-go --resume r2.journal --port pty --level 5");
    }
}

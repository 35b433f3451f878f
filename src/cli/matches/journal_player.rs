//! The player that a journal names, for a match that goes on.

use clap::Parser;

use super::match_args::PlayerArgs;
use super::match_plan::{BY_CONTROLLER, BY_HAND, MatchPlan, MatchStart, as_typed};
use sgmp_board::failure::{Blame, Failure};
use sgmp_match::match_files::resumed_match::resumed_paths;
use sgmp_match::play::journal::{Entry, Journal};

/// The words of a player of our own, alone.
#[derive(Debug, Parser)]
#[command(no_binary_name = true)]
struct PlayerWords {
    #[command(flatten)]
    player: PlayerArgs,
}

/// The player of the journal that is gone on with, unless the command line names another; `None` for a new
/// match, or if the journal names none.
///
/// # Errors
/// A journal that cannot be read. A player that is not ours: no file says which program is run.
pub(crate) fn player_of_journal(
    plan: &MatchPlan<'_>,
    said: &PlayerArgs,
) -> Result<Option<PlayerArgs>, Failure> {
    let MatchStart::Resumed(journal) = plan.start else {
        return Ok(None);
    };
    if said.names_player() {
        return Ok(None);
    }
    let journal = resumed_paths(journal).journal;
    let recorded = Journal::read(&journal).map_err(|error| Failure::new(Blame::Record, error))?;
    let words = recorded.opened.player;
    // Nobody plays on in a match that is over: its record is all that may be wanted.
    let is_over = |entry: &Entry| matches!(entry, Entry::Ended { .. });
    if words.is_empty() || recorded.entries.iter().any(is_over) {
        return Ok(None);
    }
    let kept = read_words(&words, said).map_err(|what| {
        let what = format!(
            "the player of {} was `{}`: {what}, or name who takes over, such as --level 20",
            journal.display(),
            as_typed(&words)
        );
        Failure::new(Blame::Usage, what)
    })?;
    Ok(Some(kept))
}

/// The reason why the player of a journal does not come back, and the remedy.
#[derive(Debug, thiserror::Error)]
enum LostPlayerError {
    /// Somebody else decided by this command.
    #[error("go on by `sgmp-go {0} --resume`")]
    ByCommand(String),
    /// A program, of which no file says how it is run.
    #[error("say it again")]
    Program,
    /// Words that are refused now; the first line of the parser says why.
    #[error("it cannot be had ({})", .0.to_string().lines().next().unwrap_or_default())]
    Words(#[from] clap::Error),
}

/// The player of a journal's words; what is said of threads and the like holds.
fn read_words(words: &[String], said: &PlayerArgs) -> Result<PlayerArgs, LostPlayerError> {
    match words {
        [command] if command == BY_HAND || command == BY_CONTROLLER => {
            return Err(LostPlayerError::ByCommand(command.clone()));
        }
        [option, ..] if option == "--engine" => return Err(LostPlayerError::Program),
        _ => {}
    }
    let mut kept = PlayerWords::try_parse_from(words)?.player;
    if kept.engine.is_some() {
        return Err(LostPlayerError::Program);
    }
    kept.thinking.take_resources(&said.thinking);
    kept.no_ponder |= said.no_ponder;
    kept.never_resign |= said.never_resign;
    Ok(kept)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        shlex::split(text).expect("words")
    }

    fn player(text: &str) -> PlayerArgs {
        PlayerWords::try_parse_from(words(text))
            .expect("a player")
            .player
    }

    #[test]
    fn a_player_of_ours_comes_back_by_its_own_words() {
        for text in [
            "--level 5",
            "--playouts 20 --move-time 1500ms",
            "--shapes --never-resign",
            "--player fighter-1",
            "--net none --threads 2 --memory 1048576 --seed 7 --no-ponder",
            "--net own",
        ] {
            let kept = read_words(&words(text), &player("")).expect("ours");
            assert_eq!(kept.words(), words(text), "{text}");
        }
    }

    #[test]
    fn what_is_said_beside_the_players_name_holds() {
        let said = player("--threads 1 --seed 3 --never-resign");
        assert!(!said.names_player());
        let kept = read_words(&words("--level 15 --threads 4 --no-ponder"), &said).expect("ours");
        let both = "--level 15 --threads 1 --seed 3 --no-ponder --never-resign";
        assert_eq!(kept.words(), words(both));
    }

    #[test]
    fn no_journal_runs_a_program() {
        for text in [
            "--engine 'gnugo --mode gtp'",
            "--seed 1 --engine sh",
            "human",
            "gtp",
        ] {
            assert!(read_words(&words(text), &player("")).is_err(), "{text}");
        }
        let missing = read_words(&words("--net /nowhere.net"), &player(""));
        assert!(missing.unwrap_err().to_string().contains("/nowhere.net"));
    }
}

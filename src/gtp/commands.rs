//! Every command there is, said once: what runs, what is listed, what is known.

use super::analysis::Dialect;
use super::host::Host;
use super::kata::Report;
use super::reply::{Refusal, Reply};
use super::server::Server;
use super::words::Words;
use super::{
    description, experts, gogui, info, moves, parts, record, scoring, setup, tactics, thinking,
    time,
};

/// How a command is done.
#[derive(Clone, Copy)]
pub(super) enum Run {
    /// At once.
    Answer(fn(&mut Server, &Words<'_>) -> Reply),
    /// It takes time, or asks for it.
    Think(fn(&mut Server, &Words<'_>, &mut dyn Host) -> Reply),
    /// It answers bit by bit.
    Report(
        fn(&mut Server, &Words<'_>, &mut Report<'_>, Dialect) -> Result<(), Refusal>,
        Dialect,
    ),
    /// The end.
    Quit,
}

use Dialect::{Kata, Leela};
use Run::{Answer, Quit, Report as Stream, Think};

/// The commands in the order of the draft, then by their families.
const COMMANDS: [(&str, Run); 97] = [
    ("protocol_version", Answer(info::protocol_version)),
    ("name", Answer(info::name)),
    ("version", Answer(info::version)),
    ("known_command", Answer(known_command)),
    ("list_commands", Answer(list_commands)),
    ("help", Answer(list_commands)),
    ("quit", Quit),
    ("boardsize", Answer(setup::boardsize)),
    ("query_boardsize", Answer(info::query_boardsize)),
    (
        "rectangular_boardsize",
        Answer(setup::rectangular_boardsize),
    ),
    ("clear_board", Answer(setup::clear_board)),
    ("komi", Answer(setup::komi)),
    ("get_komi", Answer(info::get_komi)),
    ("fixed_handicap", Answer(setup::fixed_handicap)),
    ("place_free_handicap", Answer(setup::place_free_handicap)),
    ("set_free_handicap", Answer(setup::set_free_handicap)),
    ("get_handicap", Answer(info::get_handicap)),
    ("play", Answer(moves::play)),
    ("genmove", Think(thinking::genmove)),
    ("reg_genmove", Think(thinking::reg_genmove)),
    ("undo", Answer(moves::undo)),
    ("gg-undo", Answer(moves::gg_undo)),
    ("time_settings", Answer(time::time_settings)),
    ("time_left", Answer(time::time_left)),
    ("final_score", Answer(scoring::final_score)),
    ("final_status_list", Answer(scoring::final_status_list)),
    ("loadsgf", Answer(record::loadsgf)),
    ("printsgf", Answer(record::printsgf)),
    ("showboard", Answer(moves::showboard)),
    ("is_legal", Answer(moves::is_legal)),
    ("all_legal", Answer(moves::all_legal)),
    ("list_stones", Answer(moves::list_stones)),
    ("captures", Answer(moves::captures)),
    ("last_move", Answer(moves::last_move)),
    ("move_history", Answer(moves::move_history)),
    ("attack", Answer(tactics::attack)),
    ("defend", Answer(tactics::defend)),
    ("connect", Answer(tactics::connect)),
    ("disconnect", Answer(tactics::disconnect)),
    ("owl_attack", Answer(tactics::owl_attack)),
    ("owl_defend", Answer(tactics::owl_defend)),
    ("dragon_status", Answer(description::dragon_status)),
    ("estimate_score", Answer(description::estimate_score)),
    ("cputime", Think(info::cputime)),
    ("get_random_seed", Answer(info::get_random_seed)),
    ("set_random_seed", Answer(info::set_random_seed)),
    ("clear_cache", Answer(info::clear_cache)),
    ("kgs-genmove_cleanup", Think(thinking::genmove_cleanup)),
    ("kgs-time_settings", Answer(time::kgs_time_settings)),
    ("kgs-rules", Answer(setup::set_rules)),
    ("kgs-game_over", Answer(info::nothing)),
    ("kgs-chat", Answer(info::kgs_chat)),
    ("gomill-cpu_time", Think(info::cputime)),
    ("gomill-describe_engine", Answer(info::describe_engine)),
    ("gomill-explain_last_move", Answer(info::explain_last_move)),
    ("analyze", Stream(Server::analyze, Leela)),
    ("genmove_analyze", Stream(Server::genmove_analyze, Leela)),
    ("lz-analyze", Stream(Server::analyze, Leela)),
    ("lz-genmove_analyze", Stream(Server::genmove_analyze, Leela)),
    ("kata-analyze", Stream(Server::analyze, Kata)),
    (
        "kata-genmove_analyze",
        Stream(Server::genmove_analyze, Kata),
    ),
    ("stop", Answer(info::nothing)),
    ("kata-get-rules", Answer(info::kata_get_rules)),
    ("kata-set-rules", Answer(setup::set_rules)),
    ("kata-time_settings", Answer(time::kgs_time_settings)),
    ("kata-list_time_settings", Answer(time::list_time_settings)),
    ("set_position", Answer(setup::set_position)),
    ("gogui-analyze_commands", Answer(gogui::analyze_commands)),
    ("gogui-interrupt", Answer(info::nothing)),
    ("gogui-play_sequence", Answer(moves::play_sequence)),
    ("gogui-setup", Answer(setup::set_position)),
    ("gogui-setup_player", Answer(setup::set_first)),
    ("sgmp_go-ownership", Think(gogui::ownership)),
    ("sgmp_go-variation", Think(gogui::variation)),
    ("sgmp_go-visits", Think(gogui::visits)),
    ("sgmp_go-priors", Think(gogui::priors)),
    ("sgmp_go-winrates", Think(gogui::winrates)),
    ("sgmp_go-territory", Answer(gogui::territory)),
    ("sgmp_go-strings", Answer(tactics::strings)),
    ("sgmp_go-groups", Answer(description::groups)),
    ("sgmp_go-status", Answer(description::status)),
    ("sgmp_go-life", Answer(description::life)),
    ("sgmp_go-eyes", Answer(description::eyes)),
    ("sgmp_go-influence", Answer(description::influence)),
    ("sgmp_go-outlook", Answer(description::outlook)),
    ("sgmp_go-liberties", Answer(parts::liberties)),
    ("sgmp_go-connections", Answer(parts::connections)),
    ("sgmp_go-potentials", Answer(parts::potentials)),
    ("sgmp_go-running", Answer(parts::running)),
    ("sgmp_go-races", Answer(parts::races)),
    ("sgmp_go-evaluators", Answer(parts::evaluators)),
    ("sgmp_go-patterns", Answer(parts::patterns)),
    ("sgmp_go-joseki", Answer(parts::joseki)),
    ("sgmp_go-reasons", Answer(experts::reasons)),
    ("sgmp_go-experts", Answer(experts::experts)),
    ("sgmp_go-counsel", Answer(experts::counsel)),
    ("sgmp_go-hint", Answer(experts::hint)),
];

/// What a command does, if there is one of that name.
pub(super) fn find(verb: &str) -> Option<Run> {
    let found = COMMANDS.iter().find(|(name, _)| *name == verb);
    found.map(|(_, run)| *run)
}

/// A word for somebody who typed what is no command.
pub(super) fn advice(verb: &str) -> String {
    let near = COMMANDS
        .iter()
        .map(|(name, _)| (distance(name, verb), *name))
        .min()
        .filter(|(distance, name)| *distance <= name.len() / 3);
    match near {
        Some((_, name)) => format!("did you mean {name}? list_commands tells what there is"),
        None => "this is the Go Text Protocol: list_commands tells what there is, quit ends; \
                 for a match over a serial line use sgmp-go --port"
            .to_owned(),
    }
}

/// In how many letters two words differ at least (Levenshtein), long words cut short.
fn distance(a: &str, b: &str) -> usize {
    const LONGEST: usize = 40;
    let b: Vec<char> = b.chars().take(LONGEST).collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, from) in a.chars().take(LONGEST).enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, to) in b.iter().enumerate() {
            let replaced = diagonal + usize::from(from != *to);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(row[j] + 1).min(row[j + 1] + 1);
        }
    }
    row[b.len()]
}

/// `known_command NAME`.
fn known_command(_: &mut Server, words: &Words<'_>) -> Reply {
    let known = words.get(0).is_some_and(|name| find(name).is_some());
    Ok(known.to_string())
}

/// `list_commands`: one a line.
fn list_commands(_: &mut Server, _: &Words<'_>) -> Reply {
    let names: Vec<&str> = COMMANDS.iter().map(|(name, _)| *name).collect();
    Ok(names.join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gtp::server::testing::{ask, server};

    #[test]
    fn no_command_is_listed_twice() {
        let mut names: Vec<&str> = COMMANDS.iter().map(|(name, _)| *name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), COMMANDS.len());
    }

    #[test]
    fn what_is_listed_is_known() {
        let mut server = server();
        let list = ask(&mut server, "list_commands");
        for name in list.trim_start_matches("= ").lines() {
            let known = ask(&mut server, &format!("known_command {name}"));
            assert_eq!(known, "= true", "{name}");
        }
        assert_eq!(ask(&mut server, "known_command foo"), "= false");
        assert_eq!(ask(&mut server, "known_command"), "= false");
    }

    #[test]
    fn slips_of_the_pen_are_understood() {
        assert!(advice("genmov").starts_with("did you mean genmove?"));
        assert!(advice("clearboard").starts_with("did you mean clear_board?"));
        assert!(advice("hello there").contains("list_commands"));
        assert!(advice(&"x".repeat(100_000)).contains("list_commands"));
    }
}

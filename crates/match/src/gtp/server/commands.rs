//! The table of all commands: their names and the functions that run them.

use super::analysis_report::AnalysisFormat;
use super::analyze_commands::Report;
use super::host::Host;
use super::server_state::ServerState;
use super::{
    description_commands, expert_commands, genmove_commands, gogui_commands, info_commands,
    move_commands, net_commands, reading_commands, score_commands, setup_commands, sgf_commands,
    time_commands, verdict_commands, view_commands,
};
use crate::gtp::arguments::Arguments;
use crate::gtp::reply::{Refusal, Reply};

/// The function of a command, by what it needs.
#[derive(Clone, Copy)]
pub(super) enum Run {
    Answer(fn(&mut ServerState, &Arguments<'_>) -> Reply),
    /// Takes time, or asks for it.
    Think(fn(&mut ServerState, &Arguments<'_>, &mut dyn Host) -> Reply),
    /// Answers line by line.
    Report(
        fn(
            &mut ServerState,
            &Arguments<'_>,
            &mut Report<'_>,
            AnalysisFormat,
        ) -> Result<(), Refusal>,
        AnalysisFormat,
    ),
    Quit,
}

use AnalysisFormat::{Kata, Leela};
use Run::{Answer, Quit, Report as Stream, Think};

/// The commands in the order of the draft, then by their families.
const COMMANDS: &[(&str, Run)] = &[
    ("protocol_version", Answer(info_commands::protocol_version)),
    ("name", Answer(info_commands::name)),
    ("version", Answer(info_commands::version)),
    ("known_command", Answer(known_command)),
    ("list_commands", Answer(list_commands)),
    ("help", Answer(list_commands)),
    ("quit", Quit),
    ("boardsize", Answer(setup_commands::boardsize)),
    ("query_boardsize", Answer(info_commands::query_boardsize)),
    (
        "rectangular_boardsize",
        Answer(setup_commands::rectangular_boardsize),
    ),
    ("clear_board", Answer(setup_commands::clear_board)),
    ("komi", Answer(setup_commands::komi)),
    ("get_komi", Answer(info_commands::get_komi)),
    ("fixed_handicap", Answer(setup_commands::fixed_handicap)),
    (
        "place_free_handicap",
        Answer(setup_commands::place_free_handicap),
    ),
    (
        "set_free_handicap",
        Answer(setup_commands::set_free_handicap),
    ),
    ("get_handicap", Answer(info_commands::get_handicap)),
    ("play", Answer(move_commands::play)),
    ("black", Answer(move_commands::black)),
    ("white", Answer(move_commands::white)),
    ("genmove", Think(genmove_commands::genmove)),
    ("genmove_black", Think(genmove_commands::genmove_black)),
    ("genmove_white", Think(genmove_commands::genmove_white)),
    ("reg_genmove", Think(genmove_commands::reg_genmove)),
    ("undo", Answer(move_commands::undo)),
    ("gg-undo", Answer(move_commands::gg_undo)),
    ("time_settings", Answer(time_commands::time_settings)),
    ("time_left", Answer(time_commands::time_left)),
    ("final_score", Answer(score_commands::final_score)),
    (
        "final_status_list",
        Answer(score_commands::final_status_list),
    ),
    ("loadsgf", Answer(sgf_commands::loadsgf)),
    ("printsgf", Answer(sgf_commands::printsgf)),
    ("showboard", Answer(move_commands::showboard)),
    ("is_legal", Answer(move_commands::is_legal)),
    ("all_legal", Answer(move_commands::all_legal)),
    ("list_stones", Answer(move_commands::list_stones)),
    ("captures", Answer(move_commands::captures)),
    ("last_move", Answer(move_commands::last_move)),
    ("move_history", Answer(move_commands::move_history)),
    ("attack", Answer(reading_commands::attack)),
    ("defend", Answer(reading_commands::defend)),
    ("connect", Answer(reading_commands::connect)),
    ("disconnect", Answer(reading_commands::disconnect)),
    ("owl_attack", Answer(reading_commands::owl_attack)),
    ("owl_defend", Answer(reading_commands::owl_defend)),
    ("attack_either", Answer(verdict_commands::attack_either)),
    ("defend_both", Answer(verdict_commands::defend_both)),
    ("does_attack", Answer(verdict_commands::does_attack)),
    ("does_defend", Answer(verdict_commands::does_defend)),
    ("owl_does_attack", Answer(verdict_commands::owl_does_attack)),
    ("owl_does_defend", Answer(verdict_commands::owl_does_defend)),
    (
        "owl_connection_defends",
        Answer(verdict_commands::owl_connection_defends),
    ),
    (
        "combination_attack",
        Answer(verdict_commands::combination_attack),
    ),
    ("analyze_semeai", Answer(verdict_commands::analyze_semeai)),
    (
        "unconditional_status",
        Answer(verdict_commands::unconditional_status),
    ),
    ("dragon_status", Answer(description_commands::dragon_status)),
    (
        "estimate_score",
        Answer(description_commands::estimate_score),
    ),
    ("cputime", Think(info_commands::cputime)),
    ("get_random_seed", Answer(info_commands::get_random_seed)),
    ("set_random_seed", Answer(info_commands::set_random_seed)),
    ("clear_cache", Answer(info_commands::clear_cache)),
    (
        "kgs-genmove_cleanup",
        Think(genmove_commands::genmove_cleanup),
    ),
    (
        "kgs-time_settings",
        Answer(time_commands::kgs_time_settings),
    ),
    ("kgs-rules", Answer(setup_commands::set_rules)),
    ("kgs-game_over", Answer(info_commands::nothing)),
    ("kgs-chat", Answer(info_commands::kgs_chat)),
    ("gomill-cpu_time", Think(info_commands::cputime)),
    (
        "gomill-describe_engine",
        Answer(info_commands::describe_engine),
    ),
    (
        "gomill-explain_last_move",
        Answer(info_commands::explain_last_move),
    ),
    ("analyze", Stream(ServerState::analyze, Leela)),
    (
        "genmove_analyze",
        Stream(ServerState::genmove_analyze, Leela),
    ),
    ("lz-analyze", Stream(ServerState::analyze, Leela)),
    (
        "lz-genmove_analyze",
        Stream(ServerState::genmove_analyze, Leela),
    ),
    ("kata-analyze", Stream(ServerState::analyze, Kata)),
    (
        "kata-genmove_analyze",
        Stream(ServerState::genmove_analyze, Kata),
    ),
    (
        "kata-search_analyze",
        Stream(ServerState::search_analyze, Kata),
    ),
    ("kata-raw-nn", Answer(net_commands::raw_nn)),
    ("stop", Answer(info_commands::nothing)),
    ("kata-get-rules", Answer(info_commands::kata_get_rules)),
    ("kata-set-rules", Answer(setup_commands::set_rules)),
    (
        "kata-time_settings",
        Answer(time_commands::kgs_time_settings),
    ),
    (
        "kata-list_time_settings",
        Answer(time_commands::list_time_settings),
    ),
    ("set_position", Answer(setup_commands::set_position)),
    (
        "gogui-analyze_commands",
        Answer(gogui_commands::analyze_commands),
    ),
    ("gogui-interrupt", Answer(info_commands::nothing)),
    ("gogui-play_sequence", Answer(move_commands::play_sequence)),
    ("gogui-setup", Answer(setup_commands::set_position)),
    ("gogui-setup_player", Answer(setup_commands::set_first)),
    ("sgmp_go-ownership", Think(gogui_commands::ownership)),
    ("sgmp_go-variation", Think(gogui_commands::variation)),
    ("sgmp_go-visits", Think(gogui_commands::visits)),
    ("sgmp_go-priors", Think(gogui_commands::priors)),
    ("sgmp_go-winrates", Think(gogui_commands::winrates)),
    ("sgmp_go-territory", Answer(gogui_commands::territory)),
    ("sgmp_go-effort", Answer(reading_commands::effort)),
    ("sgmp_go-attackers", Answer(verdict_commands::attackers)),
    ("sgmp_go-defenders", Answer(verdict_commands::defenders)),
    ("sgmp_go-strings", Answer(reading_commands::strings)),
    ("sgmp_go-groups", Answer(description_commands::groups)),
    ("sgmp_go-status", Answer(description_commands::status)),
    ("sgmp_go-life", Answer(description_commands::life)),
    ("sgmp_go-eyes", Answer(description_commands::eyes)),
    ("sgmp_go-influence", Answer(description_commands::influence)),
    ("sgmp_go-outlook", Answer(description_commands::outlook)),
    ("sgmp_go-liberties", Answer(view_commands::liberties)),
    ("sgmp_go-connections", Answer(view_commands::connections)),
    ("sgmp_go-potentials", Answer(view_commands::potentials)),
    ("sgmp_go-running", Answer(view_commands::running)),
    ("sgmp_go-races", Answer(view_commands::races)),
    ("sgmp_go-evaluators", Answer(view_commands::evaluators)),
    ("sgmp_go-patterns", Answer(view_commands::patterns)),
    ("sgmp_go-joseki", Answer(view_commands::joseki)),
    ("sgmp_go-reasons", Answer(expert_commands::reasons)),
    ("sgmp_go-experts", Answer(expert_commands::experts)),
    ("sgmp_go-counsel", Answer(expert_commands::knowledge_move)),
    ("sgmp_go-hint", Answer(expert_commands::hint)),
];

/// The function of the command with that name.
pub(super) fn find(verb: &str) -> Option<Run> {
    let found = COMMANDS.iter().find(|(name, _)| *name == verb);
    found.map(|(_, run)| *run)
}

/// Characters of an unknown command that are compared with the known ones.
const MAX_COMPARED: usize = 40;

/// Advice for somebody who typed an unknown command.
pub(super) fn advice(verb: &str) -> String {
    // A long word is no slip of the pen, and its distance takes time: its beginning is enough.
    let typed: String = verb.chars().take(MAX_COMPARED).collect();
    let near = COMMANDS
        .iter()
        .map(|(name, _)| (strsim::levenshtein(name, &typed), *name))
        .min()
        .filter(|(distance, name)| *distance <= name.len() / 3);
    match near {
        Some((_, name)) => format!("did you mean {name}? list_commands tells what there is"),
        None => "this is the Go Text Protocol: list_commands tells what there is, quit ends; \
                 for a match over a serial line use sgmp-go --port"
            .to_owned(),
    }
}

/// `known_command NAME`.
fn known_command(_: &mut ServerState, args: &Arguments<'_>) -> Reply {
    let known = args.get(0).is_some_and(|name| find(name).is_some());
    Ok(known.to_string())
}

/// `list_commands`: one a line.
fn list_commands(_: &mut ServerState, _: &Arguments<'_>) -> Reply {
    let names: Vec<&str> = COMMANDS.iter().map(|(name, _)| *name).collect();
    Ok(names.join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gtp::server::fake_host::{ask, server};

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

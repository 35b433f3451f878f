//! GoGui's analyze dialog, and the commands in it that search.

use super::analysis_report::balance;
use super::drawing::board;
use super::host::Host;
use super::server_state::ServerState;
use crate::gtp::arguments::Arguments;
use crate::gtp::reply::Reply;
use sgmp_board::rules::{Color, Move};
use sgmp_engine::search::Candidate;

/// The lines of the dialog: type, label, command.
const ANALYZE: &str = "\
dboard/Ownership/sgmp_go-ownership
cboard/Territory/sgmp_go-territory
cboard/Dead and Threatened Strings/sgmp_go-strings
sboard/Liberties and Second-Order Liberties/sgmp_go-liberties
gfx/Connections/sgmp_go-connections
sboard/Groups/sgmp_go-groups
sboard/Life Status 2 to 25/sgmp_go-status
cboard/Life of Groups/sgmp_go-life
sboard/Eyes if First and Second/sgmp_go-eyes
gfx/Eye Potentials/sgmp_go-potentials
gfx/Running Points/sgmp_go-running
gfx/Races for Liberties/sgmp_go-races
dboard/Influence/sgmp_go-influence
dboard/Expected Territory/sgmp_go-outlook
cboard/Territory Evaluators/sgmp_go-evaluators
gfx/Patterns that Match/sgmp_go-patterns %c
gfx/Joseki and Fuseki/sgmp_go-joseki %c
hstring/Reasons of the Experts/sgmp_go-reasons %c
pspairs/Guesses of the Experts/sgmp_go-experts %c
hstring/Move by Knowledge Alone/sgmp_go-counsel %c
hstring/Hint/sgmp_go-hint %c
string/Dragon Status/dragon_status %p
string/Estimated Score/estimate_score
varc/Principal Variation/sgmp_go-variation %c
pspairs/Visits/sgmp_go-visits %c
pspairs/Winning Rates/sgmp_go-winrates %c
pspairs/Priors/sgmp_go-priors %c
string/Attack String/attack %p
string/Defend String/defend %p
string/Connect Strings/connect %P
string/Disconnect Strings/disconnect %P
string/Kill Group/owl_attack %p
string/Save Group/owl_defend %p
string/Final Score/final_score
plist/Dead Stones/final_status_list dead
plist/Seki/final_status_list seki
plist/Legal Moves/all_legal %c
hstring/Latest Choice/gomill-explain_last_move
string/CPU Time/cputime";

/// `gogui-analyze_commands`.
pub(super) fn analyze_commands(_: &mut ServerState, _: &Arguments<'_>) -> Reply {
    Ok(ANALYZE.to_owned())
}

/// Most moves that are shown: more would hide the board.
const MAX_MOVES: usize = 20;

/// `sgmp_go-ownership`: each point from 1 (Black's) to -1 (White's).
pub(super) fn ownership(state: &mut ServerState, _: &Arguments<'_>, host: &mut dyn Host) -> Reply {
    let turn = state.position.game().to_move();
    let thought = state.glance(turn, host);
    Ok(board(state, |point| {
        format!("{:.2}", balance(&thought.ownership, point, Color::Black))
    }))
}

/// `sgmp_go-territory`: the territory as it is counted, in GoGui's colors.
pub(super) fn territory(state: &mut ServerState, _: &Arguments<'_>) -> Reply {
    let count = state.count();
    Ok(board(state, |point| {
        let color = match count.status.territory().owner(point) {
            Some(Color::Black) => "black",
            Some(Color::White) => "white",
            None => "\"\"",
        };
        color.to_owned()
    }))
}

/// `sgmp_go-variation COLOR`: the most likely continuation.
pub(super) fn variation(
    state: &mut ServerState,
    args: &Arguments<'_>,
    host: &mut dyn Host,
) -> Reply {
    let color = args.color(0)?;
    let thought = state.glance(color, host);
    let line = thought.moves.into_iter().next().map(|best| best.variation);
    let names = line
        .unwrap_or_default()
        .into_iter()
        .map(|mv| mv.to_string());
    Ok(names.collect::<Vec<_>>().join(" "))
}

/// `sgmp_go-visits COLOR`: points, each with the number of simulations through it.
pub(super) fn visits(state: &mut ServerState, args: &Arguments<'_>, host: &mut dyn Host) -> Reply {
    pairs(state, args, host, |known| known.visits.to_string())
}

/// `sgmp_go-winrates COLOR`: points, each with the share of its simulations that was won, in
/// hundredths.
pub(super) fn winrates(
    state: &mut ServerState,
    args: &Arguments<'_>,
    host: &mut dyn Host,
) -> Reply {
    pairs(state, args, host, |known| {
        format!("{:.0}", known.won * 100.0)
    })
}

/// `sgmp_go-priors COLOR`: points, each with its prior probability, in thousandths.
pub(super) fn priors(state: &mut ServerState, args: &Arguments<'_>, host: &mut dyn Host) -> Reply {
    pairs(state, args, host, |known| {
        format!("{:.0}", known.prior * 1000.0)
    })
}

fn pairs(
    state: &mut ServerState,
    args: &Arguments<'_>,
    host: &mut dyn Host,
    value: impl Fn(&Candidate) -> String,
) -> Reply {
    let color = args.color(0)?;
    let thought = state.glance(color, host);
    let on_board = thought.moves.iter().filter(|known| known.mv != Move::Pass);
    let pairs = on_board
        .take(MAX_MOVES)
        .map(|known| format!("{} {}", known.mv, value(known)));
    Ok(pairs.collect::<Vec<_>>().join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gtp::server::fake_host::{ask, play_diagram, server};

    #[test]
    fn every_line_of_the_dialog_is_a_command() {
        let mut server = server();
        for line in ANALYZE.lines() {
            let parts: Vec<&str> = line.split('/').collect();
            let verb = parts[2].split(' ').next().unwrap();
            let known = ask(&mut server, &format!("known_command {verb}"));
            assert_eq!((parts.len(), known.as_str()), (3, "= true"), "{line}");
        }
    }

    #[test]
    fn boards_have_a_row_for_each_line() {
        let mut server = server();
        play_diagram(
            &mut server,
            ". X . X O . O
             X X X X O O O
             X X X X O O O
             X X X X O O O
             X X X X O O O
             X X X X O O O
             . X . X O . O",
        );
        let rows = |text: &str| -> Vec<Vec<String>> {
            let lines = text.strip_prefix("=\n").unwrap().lines();
            lines
                .map(|line| line.split(' ').map(str::to_owned).collect())
                .collect()
        };
        let owners = rows(&ask(&mut server, "sgmp_go-ownership"));
        assert!(owners.len() == 7 && owners.iter().all(|row| row.len() == 7));
        assert_eq!(
            (owners[1][0].as_str(), owners[1][6].as_str()),
            ("1.00", "-1.00")
        );
        let colors = rows(&ask(&mut server, "sgmp_go-territory"));
        assert_eq!(colors[6][0..2], ["black", "\"\""]);
        assert_eq!(colors[6][5], "white");
    }

    #[test]
    fn moves_are_told_in_pairs_and_lines() {
        let mut server = server();
        ask(&mut server, "boardsize 5");
        for verb in ["sgmp_go-visits", "sgmp_go-winrates", "sgmp_go-priors"] {
            let answer = ask(&mut server, &format!("{verb} b"));
            let words: Vec<&str> = answer.split(' ').skip(1).collect();
            assert!(
                !words.is_empty() && words.len().is_multiple_of(2),
                "{answer}"
            );
            assert!(words[1].parse::<u32>().is_ok(), "{answer}");
        }
        assert!(ask(&mut server, "sgmp_go-variation b").len() > 3);
        assert_eq!(
            ask(&mut server, "sgmp_go-visits"),
            "? invalid color or coordinate"
        );
    }
}

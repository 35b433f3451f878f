//! The short help of each command, `COMMAND -h`: its commonest call first, the options that most people want, one screen.
//! All options stand in `COMMAND --help`.

use clap::{Arg, Command};

/// The short help of a command.
struct ShortHelp {
    /// The words of the command.
    path: &'static [&'static str],
    /// Calls to begin with.
    calls: &'static [&'static str],
    /// The options that are shown, by their long names; all of them where none is named.
    options: &'static [&'static str],
}

const fn help(
    path: &'static [&'static str],
    calls: &'static [&'static str],
    options: &'static [&'static str],
) -> ShortHelp {
    ShortHelp {
        path,
        calls,
        options,
    }
}

/// Commands that one screen does not hold, and those that newcomers call.
const HELPS: &[ShortHelp] = &[
    help(
        &["match"],
        &[
            "sgmp-go --port /dev/ttyS0 --color black",
            "sgmp-go --resume FILE.journal --port /dev/ttyS0",
        ],
        &[
            "port", "color", "resume", "size", "komi", "time", "level", "sgf",
        ],
    ),
    help(
        &["human"],
        &["sgmp-go human --port /dev/ttyS0 --color black"],
        &["port", "color", "resume", "size", "komi", "time", "sgf"],
    ),
    help(
        &["proxy"],
        &["sgmp-go proxy --a /dev/ttyS0 --b /dev/ttyS1"],
        &["a", "b", "size", "komi", "time", "sgf", "resume"],
    ),
    help(
        &["loopback"],
        &["sgmp-go loopback --size 9"],
        &["size", "games", "noise", "level"],
    ),
    help(
        &["replay"],
        &["sgmp-go replay match.trace --check"],
        &["check", "size", "sgf", "color"],
    ),
    help(
        &["play"],
        &[
            "sgmp-go play",
            "sgmp-go play --level 6 --size 13",
            "sgmp-go play --resume",
        ],
        &[
            "size", "level", "computer", "handicap", "komi", "time", "name", "resume",
        ],
    ),
    help(&["igo"], &["sgmp-go igo"], &[]),
    help(&["tutorial"], &["sgmp-go tutorial"], &[]),
    help(
        &["problems"],
        &["sgmp-go problems", "sgmp-go problems mistakes GAME.sgf"],
        &["all"],
    ),
    help(
        &["serve"],
        &["sgmp-go serve"],
        &["listen", "no-browser", "games"],
    ),
    help(
        &["review"],
        &["sgmp-go review GAME.sgf"],
        &["game", "move", "report", "effort"],
    ),
    help(
        &["explain"],
        &["sgmp-go explain GAME.sgf --move 12"],
        &["move", "game", "color", "json"],
    ),
    help(
        &["hint"],
        &["sgmp-go hint GAME.sgf"],
        &["move", "game", "color", "json"],
    ),
    help(
        &["picture"],
        &["sgmp-go picture GAME.sgf --out game.html"],
        &["out", "move", "moves", "show", "theme"],
    ),
    help(
        &["result"],
        &["sgmp-go result GAME.sgf --result B+3.5"],
        &["result", "dead", "force", "why"],
    ),
    help(
        &["gtp"],
        &["sgmp-go gtp"],
        &["level", "move-time", "threads", "sgf", "port", "color"],
    ),
    help(
        &["duel"],
        &["sgmp-go duel ours:level=6 ours:level=9 --games 20"],
        &["games", "size", "time", "out"],
    ),
    help(
        &["referee"],
        &["sgmp-go referee --gtp-black \"gnugo --mode gtp\" --gtp-white \"sgmp-go gtp\""],
        &["gtp-black", "gtp-white", "black", "white", "sgf"],
    ),
    help(
        &["usenix"],
        &["sgmp-go usenix"],
        &["size", "level", "random"],
    ),
    help(
        &["tournament"],
        &[
            "sgmp-go tournament new club.toml",
            "sgmp-go tournament run club.toml",
        ],
        &[],
    ),
    help(&["config"], &["sgmp-go config edit"], &[]),
    help(
        &["evolve"],
        &["sgmp-go evolve CONFIG.toml"],
        &["out", "generations", "threads"],
    ),
    help(&["learn"], &["sgmp-go learn games --help"], &[]),
];

/// The program's commands with their short helps.
pub(crate) fn with_short_helps(root: Command) -> Command {
    let hides_what_all_have = |command: Command| {
        command.mut_args(|arg| {
            let is_for_all = arg.is_global_set();
            if is_for_all {
                arg.hide_short_help(true)
            } else {
                arg
            }
        })
    };
    HELPS.iter().fold(hides_what_all_have(root), |root, short| {
        apply(root, short.path, short)
    })
}

fn apply(command: Command, path: &[&str], short: &ShortHelp) -> Command {
    let Some((name, rest)) = path.split_first() else {
        let calls: Vec<String> = short.calls.iter().map(|call| format!("  {call}")).collect();
        return command
            .before_help(calls.join("\n"))
            .mut_args(|arg| shown(arg, short));
    };
    if command.find_subcommand(name).is_none() {
        return command;
    }
    command.mut_subcommand(name, |inner| apply(inner, rest, short))
}

fn shown(arg: Arg, short: &ShortHelp) -> Arg {
    let Some(name) = arg.get_long().filter(|_| !short.options.is_empty()) else {
        return arg;
    };
    let is_shown = short.options.contains(&name) || name == "help";
    if is_shown {
        arg
    } else {
        arg.hide_short_help(true)
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;
    use crate::cli::args::Cli;

    /// Lines of a terminal's screen, but for the prompt.
    const SCREEN: usize = 23;

    fn short_help(name: &str) -> String {
        let mut root = with_short_helps(Cli::command()).term_width(80);
        root.build();
        let command = root.find_subcommand_mut(name).unwrap();
        command.render_help().to_string()
    }

    #[test]
    fn each_short_help_is_one_screen() {
        let root = Cli::command();
        let mut too_long = String::new();
        for name in root.get_subcommands().map(Command::get_name) {
            let help = short_help(name);
            if help.lines().count() > SCREEN {
                too_long += &format!("{name}: {} lines\n{help}\n", help.lines().count());
            }
        }
        assert!(too_long.is_empty(), "{too_long}");
    }

    #[test]
    fn what_is_shown_is_there() {
        let root = Cli::command();
        for short in HELPS {
            let command = short
                .path
                .iter()
                .try_fold(&root, |command, name| command.find_subcommand(name));
            let command = command.unwrap_or_else(|| panic!("{:?}", short.path));
            for option in short.options {
                let mut args = command.get_arguments();
                assert!(
                    args.any(|arg| arg.get_long() == Some(option)),
                    "{:?} --{option}",
                    short.path
                );
            }
        }
    }

    #[test]
    fn short_helps_begin_with_the_commonest_call() {
        for name in ["play", "match", "problems"] {
            insta::assert_snapshot!(format!("short_help_{name}"), short_help(name));
        }
        let root = Cli::command().term_width(80).render_help().to_string();
        insta::assert_snapshot!("short_help", root);
    }
}

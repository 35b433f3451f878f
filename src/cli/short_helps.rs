//! The short help of each command, `COMMAND -h`: one screen with the options that most people want. All of them stand in
//! `COMMAND --help`.

use clap::Command;

/// Commands that one screen would not hold, and the options of each that are shown, by their long names. Examples and
/// whatever else stands below the options is left to `--help`.
const SHOWN: &[(&str, &[&str])] = &[
    ("match", &["port", "color", "size", "komi", "time"]),
    ("human", &["port", "color", "size", "komi", "time"]),
    ("cgos", &["name", "password-file", "games"]),
    (
        "nngs",
        &["name", "password-file", "opponent", "size", "time"],
    ),
    (
        "bridge",
        &["port", "cgos", "nngs", "name", "password-file", "games"],
    ),
    ("proxy", &["port", "size", "komi", "time"]),
    ("loopback", &["size", "games", "noise"]),
    ("replay", &["check", "size", "sgf", "color"]),
    (
        "play",
        &[
            "size", "level", "handicap", "komi", "time", "name", "resume",
        ],
    ),
    ("igo", &["size", "level", "rank"]),
    ("problems", &["help"]),
    ("score", &["game", "move", "dead", "json"]),
    ("explain", &["move", "game", "json"]),
    ("hint", &["move", "game", "color", "json"]),
    ("review", &["game", "report"]),
    ("picture", &["out", "move", "show"]),
    ("result", &["result", "dead", "force", "why"]),
    ("serve", &["listen", "no-browser", "games"]),
    ("gtp", &["level", "move-time", "threads"]),
    ("duel", &["games", "size", "time", "out"]),
    ("referee", &["gtp-black", "gtp-white"]),
    ("usenix", &["size", "level"]),
    ("config", &["help"]),
    ("learn", &["help"]),
    ("evolve", &["help"]),
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
    let root = hides_what_all_have(root);
    SHOWN.iter().fold(root, |root, (name, options)| {
        if root.find_subcommand(name).is_none() {
            return root;
        }
        root.mut_subcommand(name, |command| shorten(command, options))
    })
}

/// Leaves these options in the short help, and the text below them to the long one.
fn shorten(command: Command, options: &[&str]) -> Command {
    let below = command.get_after_help().map(ToString::to_string);
    let long = command.get_after_long_help().map(ToString::to_string);
    let command = match long.or(below) {
        Some(text) => command.after_help("").after_long_help(text),
        None => command,
    };
    command.mut_args(|arg| {
        let is_shown = match arg.get_long() {
            Some(name) => options.contains(&name) || name == "help",
            None => true,
        };
        if is_shown {
            arg
        } else {
            arg.hide_short_help(true)
        }
    })
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
        // A list of commands is as long as it is.
        let with_options = root
            .get_subcommands()
            .filter(|command| command.get_subcommands().count() < 10);
        for name in with_options.map(Command::get_name) {
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
        for (name, options) in SHOWN {
            let command = root.find_subcommand(name).unwrap();
            for option in options.iter().filter(|option| **option != "help") {
                let mut args = command.get_arguments();
                let is_there = args.any(|arg| arg.get_long() == Some(option));
                assert!(is_there, "{name} --{option}");
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

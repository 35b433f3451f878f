//! The help of the program: all commands in five groups, on one screen, and with a sentence each.

use std::fmt::Write as _;

/// Commands that belong together.
pub(crate) struct CommandGroup {
    title: &'static str,
    /// Names of commands, and a phrase on each.
    commands: &'static [(&'static str, &'static str)],
}

/// Every command, those that a newcomer wants first.
pub(crate) const GROUPS: [CommandGroup; 5] = [
    CommandGroup {
        title: "Learn and play",
        commands: &[
            ("tutorial", "learn the game, on short screens"),
            ("igo", "9x9 games that suit a learner, and a rank"),
            ("play", "play here, against the computer or two players"),
            ("problems", "solve problems, and your own mistakes again"),
            ("guess", "guess the moves of a game"),
            ("joseki", "the book of corners, and its tutor"),
            ("serve", "all of this on pages in a browser"),
        ],
    },
    CommandGroup {
        title: "Look at games",
        commands: &[
            ("review", "walk through a game, and hear where it turned"),
            ("score", "count a game, or tell what is expected"),
            ("explain", "why a move was made, in plain words"),
            ("hint", "moves for the side to move, with reasons"),
            ("picture", "draw a position as text or as an image"),
            ("compare", "compare two records of one game"),
            ("result", "write the judge's result into a record"),
        ],
    },
    CommandGroup {
        title: "Matches over a line",
        commands: &[
            ("match", "play a match; --port says the same"),
            ("human", "play a match by hand"),
            ("cgos", "play on a CGOS server"),
            ("nngs", "play on an NNGS or IGS server"),
            ("bridge", "let a program on a line play on a server"),
            ("ports", "list the serial ports"),
            ("check", "try the line the day before"),
            ("loopback", "self-test, without a cable"),
            ("proxy", "stand between two programs, watch and record"),
            ("replay", "read a captured trace, and judge it"),
        ],
    },
    CommandGroup {
        title: "Events and engines",
        commands: &[
            ("tournament", "hold whole events, and publish them"),
            ("duel", "tell which of several players is stronger"),
            ("gtp", "an engine for GoGui, Sabaki and others"),
            ("analysis", "an engine for KaTrain and others"),
            ("referee", "two programs by the rules of USENIX 1984"),
            ("usenix", "play as one of these programs"),
        ],
    },
    CommandGroup {
        title: "Research and tools",
        commands: &[
            ("learn", "make training games, and learn from them"),
            ("evolve", "evolve nets that play the opening"),
            ("patterns", "the library of patterns"),
            ("bench", "speed and signature of the search"),
            ("questionnaire", "answer a tournament's questionnaire"),
            ("config", "settings in a file, on a screen"),
            ("about", "version, and what a report needs"),
            ("man", "the manual pages"),
            ("completions", "completions for a shell"),
        ],
    },
];

/// The frame of both helps.
pub(crate) const TEMPLATE: &str = "{about-with-newline}\n{usage-heading} {usage}{after-help}";

/// The first line of the usage asks what to do; the second one is the program's trade.
pub(crate) const USAGE: &str =
    "sgmp-go [COMMAND]                           alone it asks what to do
       sgmp-go --port <PORT> --color <COLOR> [...]   a match over a line";

const FIRST: &str = "\
First:
  sgmp-go tutorial                          learn the game
  sgmp-go play                              play against the computer
  sgmp-go serve                             all of it in a browser
  sgmp-go --port /dev/ttyS0 --color black   a match over a cable";

const FURTHER: &str = "\
sgmp-go COMMAND -h    a command's options; sgmp-go match -h: those of a match
sgmp-go man COMMAND   its manual page
All take --plain (sentences, no screen: for screen readers), --no-config and -v.";

/// All commands by their names, on one screen of 80 by 24.
pub(crate) fn short_help() -> String {
    const WIDTH: usize = 80;
    const TITLE_WIDTH: usize = 21;
    let mut text = String::new();
    for group in &GROUPS {
        let mut line = format!("{:TITLE_WIDTH$}", group.title);
        for (index, (name, _)) in group.commands.iter().enumerate() {
            let last = index + 1 == group.commands.len();
            let word = if last {
                (*name).to_owned()
            } else {
                format!("{name}, ")
            };
            if line.len() + word.trim_end().len() > WIDTH {
                let _ = writeln!(text, "{}", line.trim_end());
                line = " ".repeat(TITLE_WIDTH);
            }
            line += &word;
        }
        let _ = writeln!(text, "{}", line.trim_end());
    }
    format!("{text}\n{FIRST}\n\n{FURTHER}\nsgmp-go --help        a phrase on each command")
}

/// All commands with a phrase each.
pub(crate) fn long_help() -> String {
    let mut text = String::new();
    for group in &GROUPS {
        let _ = writeln!(text, "{}:", group.title);
        for (name, phrase) in group.commands {
            let _ = writeln!(text, "  {name:15}{phrase}");
        }
        text.push('\n');
    }
    format!("{text}{FIRST}\n\n{FURTHER}")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use clap::CommandFactory;

    use super::*;
    use crate::cli::args::Cli;

    #[test]
    fn every_command_stands_in_one_group() {
        let told = GROUPS.iter().flat_map(|group| group.commands);
        let told: Vec<&str> = told.map(|(name, _)| *name).collect();
        let there = Cli::command();
        let there: BTreeSet<&str> = there
            .get_subcommands()
            .map(|command| command.get_name())
            .collect();
        assert_eq!(told.len(), there.len());
        assert_eq!(told.into_iter().collect::<BTreeSet<_>>(), there);
    }

    #[test]
    fn the_short_help_is_one_screen() {
        let text = Cli::command().render_help().to_string();
        assert!(text.lines().count() <= 24, "{text}");
        assert!(
            text.lines().all(|line| line.chars().count() <= 80),
            "{text}"
        );
    }
}

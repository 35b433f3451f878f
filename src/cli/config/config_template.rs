//! The configuration file that `config init` begins: every option as a comment.

use std::fmt::Write;

use clap::{Arg, Command};

use super::checked_config::example;
use super::command_options::{all_sections, find_command, options_of};

/// Columns of a line.
const COLUMNS: usize = 96;

/// Options that are about one run: written down they hold for every run.
pub(super) const OF_ONE_RUN: [&str; 11] = [
    "resume", "sgf", "trace", "json", "force", "out", "dir", "plot", "date", "round", "used",
];

const HEAD: &str = "\
# Settings of sgmp-go. What is said on the command line goes before what stands here.
# Take the # away before a line that shall hold. `sgmp-go config show` tells what holds.

";

/// The text of the file.
pub(super) fn template(root: &Command) -> String {
    let mut text = HEAD.to_owned();
    add_options(&mut text, root, &[]);
    for section in all_sections(root) {
        if options_of(root, &section).next().is_none() {
            continue;
        }
        let command = find_command(root, &section).unwrap_or(root);
        let about = command.get_about().map(ToString::to_string);
        let _infallible = writeln!(text, "[{}]", section.join("."));
        add_comment(&mut text, "# ", &about.unwrap_or_default());
        text.push('\n');
        add_options(&mut text, root, &section);
    }
    text
}

fn add_options(text: &mut String, root: &Command, section: &[String]) {
    for option in options_of(root, section) {
        add_comment(text, "# ", &help(option));
        if OF_ONE_RUN.contains(&option.get_long().unwrap_or_default()) {
            text.push_str("# (About one run: better said on the command line.)\n");
        }
        let _infallible = writeln!(text, "#{}\n", example(option));
    }
}

fn help(option: &Arg) -> String {
    let help = option.get_help().map(ToString::to_string);
    let values: Vec<String> = option
        .get_possible_values()
        .iter()
        .filter(|value| !value.is_hide_set())
        .map(|value| value.get_name().to_owned())
        .collect();
    let help = help.unwrap_or_default();
    let takes_words = option.get_action().takes_values();
    if values.is_empty() || !takes_words {
        help
    } else {
        format!("{help}: {}", values.join(", "))
    }
}

/// Adds a text as comment lines, broken between words.
fn add_comment(text: &mut String, mark: &str, comment: &str) {
    let mut line = mark.trim_end().to_owned();
    for word in comment.split_whitespace() {
        if line.chars().count() + 1 + word.chars().count() > COLUMNS {
            text.push_str(&line);
            text.push('\n');
            mark.trim_end().clone_into(&mut line);
        }
        line.push(' ');
        line.push_str(word);
    }
    text.push_str(&line);
    text.push('\n');
}

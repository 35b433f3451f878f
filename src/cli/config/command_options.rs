//! The options of commands that may stand in a configuration file, read off clap's table of them.

use clap::{Arg, ArgAction, Command};

/// Options that are of no use in a file: they are answers, or leave the file out.
const NOT_IN_A_FILE: [&str; 3] = ["help", "version", "no-config"];

/// The command of the words that start a match where no word is said.
const DEFAULT_COMMAND: &str = "match";

/// The command at the end of a path of words; the first of the words that no command has
/// otherwise.
///
/// # Errors
/// The number of words that are commands, where not all are.
pub(super) fn find_command<'a>(root: &'a Command, path: &[String]) -> Result<&'a Command, usize> {
    let mut command = root;
    for (known, word) in path.iter().enumerate() {
        command = command.find_subcommand(word).ok_or(known)?;
    }
    Ok(command)
}

/// The section that a command's settings stand in; a match has one, with its word and without.
pub(super) fn section_of(path: &[String]) -> Vec<String> {
    if path.is_empty() {
        vec![DEFAULT_COMMAND.to_owned()]
    } else {
        path.to_vec()
    }
}

/// Options of a section, in the order of the help; those of all commands above the first section.
pub(super) fn options_of<'a>(
    root: &'a Command,
    section: &[String],
) -> impl Iterator<Item = &'a Arg> + use<'a> {
    let is_global = section.is_empty();
    let command = find_command(root, section).unwrap_or(root);
    command
        .get_arguments()
        .filter(move |arg| arg.is_global_set() == is_global)
        .filter(|arg| may_stand_in_a_file(arg))
}

/// The option of a section that a key names.
pub(super) fn option_named<'a>(
    root: &'a Command,
    section: &[String],
    key: &str,
) -> Option<&'a Arg> {
    options_of(root, section).find(|arg| arg.get_long() == Some(key))
}

/// The sections of all commands, in the order of the help.
pub(super) fn all_sections(root: &Command) -> Vec<Vec<String>> {
    let mut sections = Vec::new();
    add_sections(root, &[], &mut sections);
    sections
}

fn add_sections(command: &Command, path: &[String], sections: &mut Vec<Vec<String>>) {
    for inner in command.get_subcommands() {
        if inner.get_name() == "help" {
            continue;
        }
        let path = [path, &[inner.get_name().to_owned()]].concat();
        sections.push(path.clone());
        add_sections(inner, &path, sections);
    }
}

fn may_stand_in_a_file(arg: &Arg) -> bool {
    let is_offered = !arg.is_hide_set();
    let long = arg.get_long();
    is_offered && long.is_some_and(|long| !NOT_IN_A_FILE.contains(&long))
}

/// Returns whether an option is said or not said, and takes no value.
pub(super) fn is_switch(arg: &Arg) -> bool {
    matches!(arg.get_action(), ArgAction::SetTrue | ArgAction::SetFalse)
}

/// Returns whether an option counts how often it is said.
pub(super) fn is_count(arg: &Arg) -> bool {
    matches!(arg.get_action(), ArgAction::Count)
}

/// Returns whether an option takes several values.
pub(super) fn takes_several(arg: &Arg) -> bool {
    let values = arg.get_num_args().map_or(1, |range| range.max_values());
    matches!(arg.get_action(), ArgAction::Append)
        || values > 1
        || arg.get_value_delimiter().is_some()
}

/// Returns whether two options of a command exclude each other, whichever of them says so.
pub(super) fn exclude_each_other(command: &Command, one: &Arg, other: &Arg) -> bool {
    let says = |one: &Arg, other: &Arg| {
        let excluded = command.get_arg_conflicts_with(one);
        excluded.iter().any(|arg| arg.get_id() == other.get_id())
    };
    says(one, other) || says(other, one)
}

/// The known word that is nearest to an unknown one, if any is near enough to be meant.
pub(super) fn nearest<'a>(word: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let word = word.to_lowercase().replace('_', "-");
    let distances = known.map(|known| (strsim::damerau_levenshtein(&word, known), known));
    let (distance, known) = distances.min_by_key(|(distance, _)| *distance)?;
    let longer = word.chars().count().max(known.chars().count());
    (2 * distance <= longer).then_some(known)
}

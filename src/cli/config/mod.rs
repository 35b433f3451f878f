//! The configuration file: options of every command, which hold where the command line says nothing.
//!
//! `config_file` takes its text apart, `checked_config` holds it against the commands, `command_line`
//! reads the words with it. A file that is wrong is refused before anything starts.

mod checked_config;
pub(crate) mod command_line;
mod command_options;
pub(crate) mod config_command;
mod config_edit;
mod config_error;
mod config_file;
pub(super) mod config_location;
mod config_show;
mod config_template;
pub(crate) mod own_settings;
mod settings_options;
mod settings_page;
#[cfg(test)]
mod tests;

use clap::Command;

/// Reads the text of a configuration file as a start of the program does, all sections with their
/// values, and returns what is wrong with it, a sentence a mistake.
pub(super) fn mistakes_in(root: &Command, text: &str) -> Vec<String> {
    let mistakes = find_mistakes(root, text).into_iter();
    mistakes.map(|mistake| mistake.to_string()).collect()
}

/// The mistakes of a text.
fn find_mistakes(root: &Command, text: &str) -> Vec<config_error::Mistake> {
    let mistakes = config_location::read_config(root, text).and_then(|config| {
        let sections = command_options::all_sections(root);
        let wrong = sections
            .iter()
            .filter_map(|section| config.check_values(root, section).err());
        let wrong: Vec<_> = wrong.flatten().collect();
        if wrong.is_empty() { Ok(()) } else { Err(wrong) }
    });
    mistakes.err().unwrap_or_default()
}

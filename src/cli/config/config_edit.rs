//! Changes of a configuration file's text that keep everything else of it as it is.
//!
//! `toml_edit` changes settings and adds them. Comments that become settings, and settings that become comments, are
//! changed as lines of text, since a comment is nothing to TOML; the parser says whether the right line was taken.

use clap::{Arg, Command};
use toml_edit::{DocumentMut, Item, TableLike, Value};

use super::checked_config::{toml_value, unknown_key};
use super::command_options::{is_switch, option_named, takes_several};
use super::config_error::{Mistake, SettingError};
use super::config_file::{ConfigText, Setting, SyntaxError};
use super::find_mistakes;

/// The reason why a setting is not changed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum EditError {
    /// An option that there is not.
    #[error(transparent)]
    Setting(#[from] SettingError),
    /// A mistake that the change would bring into the file.
    #[error(transparent)]
    Worse(#[from] Mistake),
    /// A file that is no TOML.
    #[error(transparent)]
    Syntax(#[from] SyntaxError),
    /// A file that is written in a way that is not changed here.
    #[error("this file has to be changed by an editor")]
    ByAnEditor,
}

/// A text that is being changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct EditedConfig {
    text: String,
}

impl EditedConfig {
    pub(super) const fn new(text: String) -> Self {
        Self { text }
    }

    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// The value that stands in the file, as it is written there.
    pub(super) fn written(&self, section: &[String], key: &str) -> Option<&str> {
        let setting = setting(&self.text, section, key)?;
        self.text.get(setting.place)
    }

    /// Number of settings in a section.
    pub(super) fn count(&self, section: &[String]) -> usize {
        let read = ConfigText::read(&self.text).unwrap_or_default();
        let settings = read.settings.iter();
        settings
            .filter(|setting| setting.section == section)
            .count()
    }

    /// Sets an option to these words, as a command line would have them.
    ///
    /// # Errors
    /// A sentence: there is no such option, it does not take the words, or the file is written in a way that only
    /// an editor can change.
    pub(super) fn set(
        &mut self,
        root: &Command,
        section: &[String],
        key: &str,
        words: &[String],
    ) -> Result<(), EditError> {
        let option = option_named(root, section, key);
        let option = option.ok_or_else(|| unknown_key(root, section, key))?;
        let value = value_of(option, words);
        let text = match self.written(section, key) {
            Some(_) => None,
            None => self.in_place_of_comment(section, key, &value),
        };
        let text = text.map_or_else(|| self.with(section, key, &value), Ok)?;
        self.take(root, text)
    }

    /// Makes a comment of an option's line, so that its default holds.
    ///
    /// # Errors
    /// A sentence: there is no such option, nor a line that says it, or the file is written in a way that only an
    /// editor can change.
    pub(super) fn unset(
        &mut self,
        root: &Command,
        section: &[String],
        key: &str,
    ) -> Result<(), EditError> {
        let Some(setting) = setting(&self.text, section, key) else {
            let known = option_named(root, section, key).map(|_| ());
            return known.ok_or_else(|| unknown_key(root, section, key).into());
        };
        let first = setting.line - 1;
        let last = self.text[..setting.place.end].matches('\n').count();
        let lines = self.text.lines().enumerate();
        let lines = lines.map(|(number, line)| match (first..=last).contains(&number) {
            true => format!("#{line}\n"),
            false => format!("{line}\n"),
        });
        let text: String = lines.collect();
        let count = |text| ConfigText::read(text).unwrap_or_default().settings.len();
        if count(&text) + 1 != count(&self.text) {
            return Err(EditError::ByAnEditor);
        }
        self.take(root, text)
    }

    /// Takes a changed text, if it is not worse than the one before.
    fn take(&mut self, root: &Command, text: String) -> Result<(), EditError> {
        let before = find_mistakes(root, &self.text).len();
        let mut after = find_mistakes(root, &text);
        if after.len() > before
            && let Some(last) = after.pop()
        {
            return Err(last.into());
        }
        self.text = text;
        Ok(())
    }

    /// The text with a setting in place of the comment that has it. Several sections may have such a comment: it is
    /// the one below which the parser finds the setting in its section.
    fn in_place_of_comment(&self, section: &[String], key: &str, value: &str) -> Option<String> {
        let lines: Vec<&str> = self.text.lines().collect();
        let is_comment = |line: &str| {
            let rest = line.trim_start().strip_prefix('#');
            let rest = rest.and_then(|rest| rest.trim_start().strip_prefix(key));
            rest.is_some_and(|rest| rest.trim_start().starts_with('='))
        };
        let comments = (0..lines.len()).filter(|at| is_comment(lines[*at]));
        let line = format!("{key} = {value}");
        comments
            .map(|at| [&lines[..at], &[&line], &lines[at + 1..], &[""]].concat())
            .map(|lines| lines.join("\n"))
            .find(|text| setting(text, section, key).is_some())
    }

    /// The text with a setting at its place, else at the end of its section, which is begun if need be.
    fn with(&self, section: &[String], key: &str, value: &str) -> Result<String, EditError> {
        let read = ConfigText::read(&self.text)?;
        let mut text = self.text.clone();
        if !section.is_empty() && !read.sections.iter().any(|known| known.path == section) {
            let kept = text.trim_end();
            let gap = if kept.is_empty() { "" } else { "\n\n" };
            text = format!("{kept}{gap}[{}]\n", section.join("."));
        }
        // The comment at the head of the file stays above the options of all commands.
        let lines = text.split_inclusive('\n');
        let head = lines.take_while(|line| section.is_empty() && line.starts_with('#'));
        let head = head.map(str::len).sum();
        let rest = text.split_off(head);
        let mut document: DocumentMut = rest.parse().map_err(|_| EditError::ByAnEditor)?;
        let mut table: &mut dyn TableLike = document.as_table_mut();
        for word in section {
            let inner = table.get_mut(word).and_then(Item::as_table_like_mut);
            table = inner.ok_or(EditError::ByAnEditor)?;
        }
        let mut value: Value = value.parse().map_err(|_| EditError::ByAnEditor)?;
        let place = table.entry(key).or_insert_with(|| value.clone().into());
        let before = place.as_value_mut().ok_or(EditError::ByAnEditor)?;
        // Spaces and comments around a value are its own.
        before.decor().clone_into(value.decor_mut());
        *before = value;
        Ok(text + &document.to_string())
    }
}

fn setting(text: &str, section: &[String], key: &str) -> Option<Setting> {
    let mut settings = ConfigText::read(text).ok()?.settings.into_iter();
    settings.find(|setting| setting.section == section && setting.key == key)
}

/// The value of an option as it stands in a file.
fn value_of(option: &Arg, words: &[String]) -> String {
    let all = words.join(" ");
    if is_switch(option) {
        let is_off = matches!(all.as_str(), "false" | "off" | "no");
        return (!is_off).to_string();
    }
    if takes_several(option) {
        let values: Vec<String> = words.iter().map(|word| toml_value(word)).collect();
        return format!("[{}]", values.join(", "));
    }
    toml_value(&all)
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;
    use crate::cli::args::Cli;
    use crate::cli::config::config_template::template;

    fn set(text: &str, section: &str, key: &str, word: &str) -> Result<String, EditError> {
        let root = Cli::command();
        let section: Vec<String> = section.split_whitespace().map(str::to_owned).collect();
        let mut edited = EditedConfig::new(text.to_owned());
        edited.set(&root, &section, key, &[word.to_owned()])?;
        Ok(edited.text)
    }

    #[test]
    fn a_setting_is_changed_and_everything_else_stays() {
        let text =
            "# mine\nverbose = 1\n\n[match] # the club\nkomi = 5.5 # as agreed\n#port = \"x\"\n";
        let changed = set(text, "match", "komi", "6.5").unwrap();
        assert_eq!(changed, text.replace("5.5", "6.5"));
        let changed = set(text, "match", "port", "/dev/ttyS0").unwrap();
        assert_eq!(
            changed,
            text.replace("#port = \"x\"", "port = \"/dev/ttyS0\"")
        );
        let changed = set(text, "match", "strict", "true").unwrap();
        assert!(
            changed.contains("# as agreed\nstrict = true\n#port"),
            "{changed}"
        );
        let changed = set(text, "learn tune", "jobs", "2").unwrap();
        assert!(
            changed.ends_with("\n\n[learn.tune]\njobs = 2\n"),
            "{changed}"
        );
        let changed = set("", "", "plain", "true").unwrap();
        assert_eq!(changed, "plain = true\n");
        let changed = set("match.komi = 5.5\n", "match", "komi", "7.5").unwrap();
        assert_eq!(changed, "match.komi = 7.5\n");
    }

    #[test]
    fn what_no_option_takes_is_refused_and_changes_nothing() {
        assert!(set("", "play", "level", "99").is_err());
        assert!(set("", "play", "colour", "x").is_err());
        let why = set("[match]\nlevel = 3\n", "match", "playouts", "9").unwrap_err();
        assert!(why.to_string().contains("exclude each other"), "{why}");
        assert!(set("match = 5.5\n", "match", "strict", "true").is_err());
    }

    #[test]
    fn a_setting_finds_its_place_in_any_form_of_a_file() {
        for (text, section, key, word, changed) in [
            (
                "match = { komi = 5.5 }\n",
                "match",
                "strict",
                "true",
                "match = { komi = 5.5 , strict = true }\n",
            ),
            (
                "# mine\n\n[match]\nkomi = 5.5",
                "",
                "plain",
                "true",
                "# mine\nplain = true\n\n[match]\nkomi = 5.5\n",
            ),
            (
                "[play]\nsize = 9\n# end\n",
                "match",
                "komi",
                "6.5",
                "[play]\nsize = 9\n# end\n\n[match]\nkomi = 6.5\n",
            ),
        ] {
            assert_eq!(set(text, section, key, word).as_deref(), Ok(changed));
        }
    }

    #[test]
    fn a_setting_is_made_a_comment() {
        let root = Cli::command();
        let section = ["play".to_owned()];
        let mut edited = EditedConfig::new("[play]\nlevel = 7\nsize = 13\n".to_owned());
        edited.unset(&root, &section, "level").unwrap();
        assert_eq!(edited.text(), "[play]\n#level = 7\nsize = 13\n");
        assert_eq!(edited.count(&section), 1);
        edited
            .set(&root, &section, "level", &["8".to_owned()])
            .unwrap();
        assert_eq!(edited.written(&section, "level"), Some("8"));
        edited.unset(&root, &section, "archive").unwrap();
        for key in ["nope", "levels"] {
            let why = edited.unset(&root, &section, key).unwrap_err();
            let why = why.to_string();
            assert!(why.contains("is no option of `sgmp-go play`: "), "{why}");
        }
        assert_eq!(edited.text(), "[play]\nlevel = 8\nsize = 13\n");
        let mut edited = EditedConfig::new("play = { level = 8, size = 13 }\n".to_owned());
        let why = edited.unset(&root, &section, "level").unwrap_err();
        assert_eq!(why, EditError::ByAnEditor, "size would go with it");
    }

    /// A line that no option takes may go.
    #[test]
    fn a_line_of_no_option_is_made_a_comment() {
        let mut edited = EditedConfig::new("[play]\nlevl = 7\n".to_owned());
        let section = ["play".to_owned()];
        edited.unset(&Cli::command(), &section, "levl").unwrap();
        assert_eq!(edited.text(), "[play]\n#levl = 7\n");
    }

    #[test]
    fn the_file_that_init_begins_can_be_changed() {
        let root = Cli::command();
        let text = template(&root);
        let changed = set(&text, "play", "level", "7").unwrap();
        let differs = text.lines().zip(changed.lines()).filter(|(a, b)| a != b);
        assert_eq!(differs.collect::<Vec<_>>(), [("#level = 1", "level = 7")]);
    }
}

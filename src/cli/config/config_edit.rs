//! Changes of a configuration file's text that keep everything else of it as it is.

use clap::{Arg, Command};

use super::checked_config::{toml_value, unknown_key};
use super::command_options::{is_count, is_switch, option_named, takes_several};
use super::config_file::{ConfigText, Setting};
use super::mistakes_in;

/// A text that is being changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct EditedConfig {
    text: String,
}

impl EditedConfig {
    pub(super) const fn new(text: String) -> Self {
        Self { text }
    }

    /// The text.
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// The value that stands in the file, as it is written there.
    pub(super) fn written(&self, section: &[String], key: &str) -> Option<&str> {
        let setting = self.setting(section, key)?;
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

    fn setting(&self, section: &[String], key: &str) -> Option<Setting> {
        let read = ConfigText::read(&self.text).ok()?;
        let mut settings = read.settings.into_iter();
        settings.find(|setting| setting.section == section && setting.key == key)
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
    ) -> Result<(), String> {
        let option = option_named(root, section, key);
        let option = option.ok_or_else(|| unknown_key(root, section, key))?;
        let value = value_of(option, words);
        let text = match self.setting(section, key) {
            Some(setting) => {
                let mut text = self.text.clone();
                text.replace_range(setting.place, &value);
                text
            }
            None => self.with_line(section, key, &format!("{key} = {value}"))?,
        };
        self.take(root, text)?;
        match self.written(section, key) {
            Some(_) => Ok(()),
            None => Err("this file has to be changed by an editor".to_owned()),
        }
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
    ) -> Result<(), String> {
        let Some(setting) = self.setting(section, key) else {
            let known = option_named(root, section, key).map(|_| ());
            return known.ok_or_else(|| unknown_key(root, section, key));
        };
        let first = setting.line - 1;
        let last = self.text[..setting.place.end].matches('\n').count();
        let is_alone = |line: &str| line.trim_start().trim_start_matches('"').starts_with(key);
        if !self.text.lines().nth(first).is_some_and(is_alone) {
            return Err("this file has to be changed by an editor".to_owned());
        }
        let lines = self.text.lines().enumerate();
        let lines = lines.map(|(number, line)| match (first..=last).contains(&number) {
            true => format!("#{line}\n"),
            false => format!("{line}\n"),
        });
        let text = lines.collect();
        self.take(root, text)
    }

    /// Takes a changed text, if it is not worse than the one before.
    fn take(&mut self, root: &Command, text: String) -> Result<(), String> {
        let before = mistakes_in(root, &self.text).len();
        let after = mistakes_in(root, &text);
        if after.len() > before {
            let why = after.into_iter().next_back().unwrap_or_default();
            return Err(why);
        }
        self.text = text;
        Ok(())
    }

    /// The text with one more line: in place of the comment that has the option, else below the header of its
    /// section, else in a new section.
    fn with_line(&self, section: &[String], key: &str, line: &str) -> Result<String, String> {
        let read = ConfigText::read(&self.text).map_err(|error| error.to_string())?;
        let mut lines: Vec<String> = self.text.lines().map(str::to_owned).collect();
        let is_header = |line: &String| line.trim_start().starts_with('[');
        let header = read
            .sections
            .iter()
            .find(|known| known.path == section)
            .map(|known| known.line - 1)
            .filter(|at| lines.get(*at).is_some_and(is_header));
        let begin = match (section, header) {
            ([], _) => 0,
            (_, Some(header)) => header + 1,
            (section, None) => {
                if lines.last().is_some_and(|last| !last.is_empty()) {
                    lines.push(String::new());
                }
                lines.push(format!("[{}]", section.join(".")));
                lines.len()
            }
        };
        let end = lines.iter().skip(begin).position(is_header);
        let end = end.map_or(lines.len(), |end| begin + end);
        let is_comment_of = |line: &String| {
            let rest = line.trim_start().strip_prefix('#');
            let rest = rest.and_then(|rest| rest.trim_start().strip_prefix(key));
            rest.is_some_and(|rest| rest.trim_start().starts_with('='))
        };
        match lines[begin..end].iter().position(is_comment_of) {
            Some(at) => line.clone_into(&mut lines[begin + at]),
            // The comment at the head of the file stays there.
            None if section.is_empty() => {
                let head = lines[..end].iter().take_while(|line| line.starts_with('#'));
                lines.insert(head.count(), line.to_owned());
            }
            None => lines.insert(begin, line.to_owned()),
        }
        lines.push(String::new());
        Ok(lines.join("\n"))
    }
}

/// The value of an option as it stands in a file.
fn value_of(option: &Arg, words: &[String]) -> String {
    let all = words.join(" ");
    if is_switch(option) {
        let is_off = matches!(all.as_str(), "false" | "off" | "no");
        return (!is_off).to_string();
    }
    if is_count(option) {
        return toml_value(&all);
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

    fn set(text: &str, section: &str, key: &str, word: &str) -> Result<String, String> {
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
            changed.contains("the club\nstrict = true\nkomi"),
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
        assert!(why.contains("exclude each other"), "{why}");
        let inline = "match = { komi = 5.5 }\n";
        assert!(set(inline, "match", "strict", "true").is_err());
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
            assert!(why.contains("is no option of `sgmp-go play`: "), "{why}");
        }
        assert_eq!(edited.text(), "[play]\nlevel = 8\nsize = 13\n");
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
        assert_eq!(differs.collect::<Vec<_>>(), [("#level = 3", "level = 7")]);
    }
}

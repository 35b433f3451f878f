//! The options of a command as they were said, for a command that is printed and has to say them again.

use std::collections::BTreeMap;
use std::ffi::OsStr;

use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Args, Command, FromArgMatches};

/// The values of all options of a command, by their names in the code, as they were written.
///
/// Flattened into the options of a command it adds none. It has to stand before all others: an option that was read is
/// taken out of what clap has matched.
#[derive(Clone, Debug, Default)]
pub struct SaidOptions(BTreeMap<String, SaidValues>);

/// The values of an option.
#[derive(Clone, Debug)]
struct SaidValues {
    values: Vec<String>,
    /// True if they stood on the command line; else they are defaults, perhaps of the configuration file.
    is_said: bool,
}

impl SaidOptions {
    /// The words that say again the options of `T` that were said, or that the configuration file sets to something
    /// else than what holds without it; only those whose names in the code are wanted.
    pub(crate) fn words<T: Args>(&self, is_wanted: impl Fn(&str) -> bool) -> Vec<String> {
        let options = T::augment_args(Command::new("options"));
        let wanted = options
            .get_arguments()
            .filter(|option| is_wanted(option.get_id().as_str()));
        wanted.flat_map(|option| self.words_of(option)).collect()
    }

    fn words_of(&self, option: &Arg) -> Vec<String> {
        let said = self.0.get(option.get_id().as_str());
        let (Some(name), Some(said)) = (option.get_long(), said) else {
            return Vec::new();
        };
        let name = format!("--{name}");
        if !option.get_action().takes_values() {
            let is_on = said.values.iter().any(|value| value == "true");
            return is_on.then_some(name).into_iter().collect();
        }
        let defaults = option.get_default_values().iter();
        let is_default = defaults
            .map(|value| value.as_os_str())
            .eq(said.values.iter().map(OsStr::new));
        if is_default && !said.is_said {
            return Vec::new();
        }
        let needs_equals =
            |value: &String| option.is_require_equals_set() || value.starts_with('-');
        let words = said.values.iter().flat_map(|value| {
            if needs_equals(value) {
                vec![format!("{name}={value}")]
            } else {
                vec![name.clone(), value.clone()]
            }
        });
        words.collect()
    }
}

impl FromArgMatches for SaidOptions {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let values = |id: &str| {
            let raw = matches.try_get_raw(id).ok().flatten()?;
            let values = raw.map(|value| value.to_string_lossy().into_owned());
            Some(SaidValues {
                values: values.collect(),
                is_said: matches.value_source(id) == Some(ValueSource::CommandLine),
            })
        };
        let options = matches.ids().map(clap::Id::as_str);
        let said = options.filter_map(|id| Some((id.to_owned(), values(id)?)));
        Ok(Self(said.collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl Args for SaidOptions {
    fn augment_args(command: Command) -> Command {
        command
    }

    fn augment_args_for_update(command: Command) -> Command {
        command
    }
}

/// Options with values, for tests that go over all of a command.
#[cfg(test)]
pub(crate) mod testing {
    use super::*;

    /// Values of options that take none of those that [`sample`] tries.
    const VALUES: [(&str, &str); 9] = [
        ("port", "pty"),
        ("engine", "gnugo --mode gtp"),
        ("away", "free"),
        ("date", "2000-03-05"),
        ("net", "none"),
        ("player", "static-1"),
        ("memory", "300M"),
        ("serve", "127.0.0.1:8421"),
        ("rules", "chinese"),
    ];

    /// All options of a command with their names in the code, each in the words that say it and nothing else.
    pub(crate) fn samples<T: Args>() -> Vec<(String, Vec<String>)> {
        let options = T::augment_args(Command::new("options"));
        let named = options
            .get_arguments()
            .filter(|option| option.get_long().is_some());
        let said = named.map(|option| (option.get_id().to_string(), sample(option)));
        said.collect()
    }

    /// Words that the option takes; a new option that takes none of them gets its own value above.
    fn sample(option: &Arg) -> Vec<String> {
        let id = option.get_id().as_str();
        let name = format!("--{}", option.get_long().expect("a name"));
        if !option.get_action().takes_values() {
            return vec![name];
        }
        let own = VALUES.iter().find(|(of, _)| *of == id);
        let of_a_list = option.get_possible_values();
        let value = match (own, of_a_list.last()) {
            (Some((_, value)), _) => (*value).to_owned(),
            (None, Some(last)) => last.get_name().to_owned(),
            (None, None) => takes(option),
        };
        match option.is_require_equals_set() {
            true => vec![format!("{name}={value}")],
            false => vec![name, value],
        }
    }

    /// The first of some values that the option takes.
    fn takes(option: &Arg) -> String {
        let alone = option.clone().required(false);
        let name = format!("--{}", option.get_long().expect("a name"));
        let is_taken = |value: &&&str| {
            let command = Command::new("options").arg(strip(&alone));
            let words = ["options".to_owned(), format!("{name}={value}")];
            command.try_get_matches_from(words).is_ok()
        };
        let value = ["7s", "7", "4800", "some-file"].iter().find(is_taken);
        (*value.unwrap_or_else(|| panic!("give {name} a value in VALUES"))).to_owned()
    }

    /// The option without its relations to others, which are not there.
    fn strip(option: &Arg) -> Arg {
        let alone = Arg::new("alone").long(option.get_long().expect("a name").to_owned());
        alone.value_parser(option.get_value_parser().clone())
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Debug, Parser)]
    struct Words {
        #[command(flatten)]
        options: Options,
    }

    #[derive(Debug, Args)]
    struct Options {
        #[command(flatten)]
        said: SaidOptions,
        #[arg(long)]
        name: Option<String>,
        #[arg(long, default_value = "5m")]
        reconnect_in: String,
        #[arg(long)]
        strict: bool,
        #[arg(long, num_args = 0..=1, require_equals = true, default_missing_value = "-")]
        json: Option<String>,
    }

    fn again(words: &[&str]) -> Vec<String> {
        let words = ["words"].iter().chain(words);
        let parsed = Words::try_parse_from(words).expect("options").options;
        parsed.said.words::<Options>(|_| true)
    }

    #[test]
    fn what_was_said_is_said_again_and_nothing_else() {
        assert_eq!(again(&[]), Vec::<String>::new());
        assert_eq!(again(&["--strict", "--json"]), ["--strict", "--json=-"]);
        let said = ["--name", "two words", "--reconnect-in", "5m"];
        assert_eq!(again(&said), said);
        assert_eq!(again(&["--name=-x"]), ["--name=-x"]);
    }

    #[test]
    fn what_is_not_wanted_is_left_out() {
        let words = ["words", "--strict", "--name", "x"];
        let parsed = Words::try_parse_from(words).expect("options").options;
        let told = parsed.said.words::<Options>(|id| id != "strict");
        assert_eq!(told, ["--name", "x"]);
    }

    /// A configuration file sets defaults: they hold here, and not where the printed command is typed without it.
    #[test]
    fn settings_of_a_file_are_said_too() {
        use clap::CommandFactory;

        let command = Words::command()
            .mut_arg("reconnect_in", |option| option.default_value("9m"))
            .mut_arg("strict", |option| option.default_value("true"));
        let mut matches = command.get_matches_from(["words"]);
        let parsed = Words::from_arg_matches_mut(&mut matches).expect("options");
        let told = parsed.options.said.words::<Options>(|_| true);
        assert_eq!(told, ["--reconnect-in", "9m", "--strict"]);
    }
}

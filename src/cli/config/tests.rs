use std::ffi::OsString;

use clap::error::ErrorKind;
use clap::{CommandFactory, Parser};
use proptest::prelude::*;

use super::command_line::{SaidWords, lenient, with_defaults};
use super::command_options::{all_sections, nearest, options_of, section_of};
use super::config_location::read_config;
use super::config_template::{OF_ONE_RUN, template};
use super::mistakes_in;
use crate::cli::args::{Cli, Command as Word};

fn mistakes(text: &str) -> Vec<String> {
    mistakes_in(&Cli::command(), text)
}

/// Result of these words beside a file that holds this.
fn parsed(file: &str, words: &str) -> Result<Cli, ErrorKind> {
    let root = Cli::command();
    let words: Vec<OsString> = words.split(' ').map(OsString::from).collect();
    let config = read_config(&root, file).expect("a file without mistakes");
    let said = SaidWords::read_with(lenient(root.clone()), &words).expect("words");
    config
        .check_values(&root, &section_of(&said.path))
        .expect("good values");
    let settings = said.settings_that_hold(&root, &config);
    let mut command = with_defaults(root, &said.path, &settings);
    let matches = command
        .try_get_matches_from_mut(words)
        .map_err(|error| error.kind())?;
    <Cli as clap::FromArgMatches>::from_arg_matches(&matches).map_err(|error| error.kind())
}

#[test]
fn a_file_says_what_the_command_line_leaves_open() {
    let file =
        "verbose = 2\n[match]\nport = \"pty\"\nkomi = 6.5\ncolor = \"black\"\nstrict = true\n";
    for words in ["sgmp-go --time 5m", "sgmp-go match"] {
        let cli = parsed(file, words).expect("a match");
        let play = match cli.command {
            Some(Word::Match(play)) => *play,
            _ => cli.play,
        };
        assert_eq!(play.terms.komi.to_string(), "6.5", "{words}");
        assert!(
            play.times.strict && play.color.is_some() && play.line.port.is_some(),
            "{words}"
        );
        assert_eq!(cli.globals.verbose, 2);
    }
    let cli = parsed(file, "sgmp-go --komi 7.5 -v").expect("a match");
    assert_eq!(cli.play.terms.komi.to_string(), "7.5");
    assert_eq!(cli.globals.verbose, 1, "what is said goes before");
}

#[test]
fn each_command_has_its_own_section() {
    let file = "[match]\nkomi = 0.5\n[human]\nkomi = 7.5\n";
    let cli = parsed(file, "sgmp-go human --port pty").expect("a match");
    let Some(Word::Human(human)) = cli.command else {
        panic!("not human");
    };
    assert_eq!(human.play.terms.komi.to_string(), "7.5");
    assert_eq!(
        parsed(file, "sgmp-go check --color black").err(),
        Some(ErrorKind::MissingRequiredArgument)
    );
}

#[test]
fn an_option_that_is_said_puts_aside_what_it_excludes() {
    let file = "[match]\nplayouts = 500\ncolor = \"white\"\n";
    let cli = parsed(file, "sgmp-go --port pty --level 3").expect("a match");
    assert_eq!(cli.play.player.thinking.playouts, None);
    assert!(cli.play.color.is_some());
    let cli = parsed(file, "sgmp-go --port pty --resume old.journal").expect("a match");
    assert!(cli.play.color.is_none(), "the journal has it");
    let cli = parsed("[match]\nshapes = false\n", "sgmp-go --port pty --level 3").expect("a match");
    assert!(cli.play.player.thinking.level.is_some());
    let gtp = "[gtp]\nlevel = 3\n";
    assert!(
        parsed(gtp, "sgmp-go gtp --port pty").is_ok(),
        "nobody thinks there"
    );
}

#[test]
fn several_values_stand_in_a_list() {
    let cli =
        parsed("[proxy]\nport = [\"pty\", \"exec:cat\"]\n", "sgmp-go proxy").expect("a proxy");
    let Some(Word::Proxy(proxy)) = cli.command else {
        panic!("not proxy");
    };
    assert_eq!(proxy.port.len(), 2);
}

#[test]
fn mistakes_tell_the_line_the_key_and_what_to_write() {
    for (text, told) in [
        (
            "\n[match]\nkomy = 6.5\n",
            "line 3: [match] komy is no option of `sgmp-go match`: did you mean komi?",
        ),
        ("[match]\nmove_time = \"5s\"\n", "did you mean move-time?"),
        (
            "[mach]\nkomi = 6.5\n",
            "line 1: there is no command mach, and so no section [mach]: did you mean [match]?",
        ),
        ("[learn.tun]\n", "did you mean [learn.tune]?"),
        (
            "komi = 6.5\n",
            "line 1: komi is no option of all commands: it may stand below [match], for one",
        ),
        (
            "[match]\nxyzzyplugh = 1\n",
            "`sgmp-go config init` prints all there are",
        ),
        (
            "[match]\nno-config = true\n",
            "[match] no-config is no option",
        ),
        (
            "[match]\nkomi = true\n",
            "[match] komi takes a value: write komi = 5.5",
        ),
        ("[match]\nkomi = [5.5, 6.5]\n", "takes one value"),
        (
            "[match]\nstrict = 1\n",
            "[match] strict is said or not said: write strict = true",
        ),
        (
            "[match]\ncolor = \"blak\"\n",
            "line 2: [match] color = \"blak\": it is one of black, white",
        ),
        (
            "[match]\ntime = \"5 parsecs\"\n",
            "write it as in time = \"50m\"",
        ),
        (
            "[match]\nlevel = 3\nplayouts = 9\n",
            "line 3: [match] playouts and level (line 2) exclude each other",
        ),
        (
            "[match.komi]\nvalue = 1\n",
            "[match] komi is an option, and no section",
        ),
        ("[match]\nkomi = \n", "line 2: "),
        ("[match]\nkomi = 6.5\nkomi = 7.5\n", "line 3: "),
        (
            "verbose = \"much\"\n",
            "line 1: verbose counts: write verbose = 1",
        ),
        ("verbose = true\n", "verbose counts: write verbose = 1"),
        (
            "[[match]]\nkomi = 6.5\n",
            "line 1: match is a command: write [match]",
        ),
    ] {
        let mistakes = mistakes(text);
        assert_eq!(mistakes.len(), 1, "{text}: {mistakes:?}");
        assert!(mistakes[0].contains(told), "{text}: {mistakes:?}");
    }
}

#[test]
fn all_mistakes_are_told_in_the_order_of_the_file() {
    let lines = mistakes("[match]\nkomy = 1\n[mach]\nx = 1\n[play-it]\n");
    assert_eq!(lines.len(), 3, "{lines:?}");
    assert!(
        lines[0].starts_with("line 2:") && lines[2].starts_with("line 5:"),
        "{lines:?}"
    );
}

#[test]
fn values_may_be_numbers_texts_and_dates() {
    let text =
        "[match]\nround = 3\ndate = 2000-10-01\nmax-resends = 0x10\nkomi = -5.5\nplace = ''\n";
    assert_eq!(mistakes(text), Vec::<String>::new());
    let cli = parsed(text, "sgmp-go --port pty").expect("a match");
    assert_eq!(cli.play.times.max_resends, Some(16));
    assert_eq!(
        (&*cli.play.terms.round, cli.play.terms.date.as_deref()),
        ("3", Some("2000-10-01"))
    );
}

#[test]
fn the_file_to_begin_with_sets_nothing_and_has_every_option() {
    let root = Cli::command();
    let text = template(&root);
    assert_eq!(mistakes(&text), Vec::<String>::new());
    let config = read_config(&root, &text).expect("a file without mistakes");
    for section in all_sections(&root) {
        assert_eq!(config.of_section(&section).count(), 0);
        for option in options_of(&root, &section) {
            let key = option.get_long().expect("a long name");
            assert!(text.contains(&format!("\n#{key} = ")), "{key}");
        }
    }
    let widest = text.lines().map(|line| line.chars().count()).max();
    assert!(widest <= Some(100), "{widest:?}");
}

#[test]
fn a_default_that_is_uncommented_changes_nothing() {
    let root = Cli::command();
    for section in all_sections(&root) {
        for option in options_of(&root, &section) {
            let Some(default) = option.get_default_values().first() else {
                continue;
            };
            let is_value = option.get_action().takes_values() && !default.is_empty();
            let line = super::checked_config::example(option);
            if is_value {
                let text = format!("[{}]\n{line}\n", section.join("."));
                assert_eq!(mistakes(&text), Vec::<String>::new());
            }
        }
    }
}

#[test]
fn options_of_one_run_are_options() {
    let root = Cli::command();
    let sections = all_sections(&root);
    for name in OF_ONE_RUN {
        let mut options = sections
            .iter()
            .flat_map(|section| options_of(&root, section));
        assert!(
            options.any(|option| option.get_long() == Some(name)),
            "{name}"
        );
    }
}

#[test]
fn a_word_far_from_all_is_near_none() {
    let known = ["komi", "level", "move-time"];
    assert_eq!(nearest("KOMI", known.into_iter()), Some("komi"));
    assert_eq!(nearest("levle", known.into_iter()), Some("level"));
    assert_eq!(nearest("opponent", known.into_iter()), None);
    assert_eq!(nearest("x", std::iter::empty()), None);
}

#[test]
fn the_words_are_sound() {
    Cli::command().debug_assert();
    lenient(Cli::command()).debug_assert();
    assert!(Cli::try_parse_from(["sgmp-go", "config", "show", "match", "--level", "3"]).is_ok());
}

/// Lines that are nearly those of a file.
fn nearly_toml() -> impl Strategy<Value = String> {
    let line = prop_oneof![
        "\\[(match|learn|learn\\.tune|gtp|mach|a\\.b\\.c|\\[x\\])\\]",
        "(komi|level|strict|port|verbose|used|json|[a-z]{1,4}) = (true|[0-9]{1,25}|0x[0-9A-F]{1,40}|-?[0-9.eE+]{1,6}|'[^'\n]{0,9}'|\\[.{0,9}\\]|\\{.{0,9}\\})",
        ".{0,20}",
        Just("[".repeat(200)),
        Just("x = ".to_owned() + &"[".repeat(200)),
        Just("a.".repeat(200)),
    ];
    proptest::collection::vec(line, 0..6).prop_map(|lines| lines.join("\n"))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn any_text_is_read_or_refused(text in prop_oneof![any::<String>(), nearly_toml()]) {
        let _mistakes = mistakes(&text);
    }
}

//! The configuration file, as an operator meets it.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use crate::common::{Folder, Program, sgmp_go};

/// A folder in the place of `~/.config`, with this file.
fn configured(text: &str) -> Folder {
    let folder = Folder::new();
    let file = config_file(&folder);
    fs::create_dir_all(file.parent().expect("a folder")).expect("a folder");
    fs::write(&file, text).expect("a file");
    folder
}

fn config_file(folder: &Folder) -> PathBuf {
    folder.path("sgmp-go/config.toml")
}

fn run(folder: &Folder, words: &[&str]) -> (i32, String, String) {
    let mut command: Command = sgmp_go(words);
    command
        .env("XDG_CONFIG_HOME", folder.path(""))
        .env_remove("RUST_LOG");
    Program::run(folder, "ours", &mut command)
}

fn fixture(name: &str) -> String {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("fixtures/config");
    fs::read_to_string(path.join(name)).expect("a fixture")
}

#[test]
fn every_value_is_shown_with_its_origin() {
    let folder = configured(&fixture("match.toml"));
    let words = [
        "config", "show", "match", "--color", "white", "--level", "3",
    ];
    let (code, shown, stderr) = run(&folder, &words);
    assert_eq!((code, &*stderr), (0, ""));
    for (value, origin) in [
        ("verbose = 1", "config.toml, line 2"),
        ("port = \"/dev/ttyS0\"", "config.toml, line 5"),
        ("color = \"white\"", "command line"),
        ("komi = 6.5", "config.toml, line 7"),
        ("max-resends = 16", "config.toml, line 8"),
        ("time = \"50m\"", "default"),
        ("#resume", "not set"),
    ] {
        let line = shown.lines().find(|line| line.starts_with(value));
        let line = line.unwrap_or_else(|| panic!("{value}: {shown}"));
        assert!(line.ends_with(&format!("# {origin}")), "{line}");
    }
    let (code, changed, _) = run(&folder, &["config", "show", "--changed"]);
    assert_eq!(code, 0);
    assert!(changed.contains("[learn.tune]\njobs = 2"), "{changed}");
    assert!(!changed.contains("# default"), "{changed}");
    let (_, without, _) = run(&folder, &["config", "--no-config", "show", "match"]);
    assert!(
        without.contains("komi = 5.5") && !without.contains("line 7"),
        "{without}"
    );
}

#[test]
fn the_environment_is_told() {
    let folder = configured("verbose = 1\n");
    let mut command = sgmp_go(&["config", "show", "ports"]);
    command
        .env("XDG_CONFIG_HOME", folder.path(""))
        .env("RUST_LOG", "info");
    let (_, shown, _) = Program::run(&folder, "ours", &mut command);
    assert!(shown.contains("# environment: RUST_LOG=info"), "{shown}");
}

#[test]
fn a_file_with_mistakes_stops_everything_before_it_starts() {
    let folder = configured(&fixture("mistakes.toml"));
    let (code, stdout, stderr) = run(&folder, &["ports"]);
    assert_eq!((code, &*stdout), (2, ""));
    for told in [
        "config.toml:1: komi is no option of all commands",
        "config.toml:4: [match] komy is no option of `sgmp-go match`: did you mean komi?",
        "config.toml:5: [match] move_time is no option of `sgmp-go match`: did you mean move-time?",
        "config.toml:6: [match] strict is said or not said: write strict = true",
        "config.toml:10: there is no command mach",
        "--no-config",
    ] {
        assert!(stderr.contains(told), "{told}: {stderr}");
    }
    assert_eq!(run(&folder, &["ports", "--no-config"]).0, 0);
    assert_eq!(run(&folder, &["completions", "bash"]).0, 0);
    assert_eq!(run(&folder, &["match", "--help"]).0, 0);
}

#[test]
fn a_wrong_value_stops_the_command_that_it_is_for() {
    let folder = configured("[match]\ncolor = \"blak\"\nport = \"exec:cat\"\n");
    let (code, _, stderr) = run(&folder, &["match"]);
    assert_eq!(code, 2);
    let told = "config.toml:2: [match] color = \"blak\": it is one of black, white";
    assert!(stderr.contains(told), "{stderr}");
    assert_eq!(run(&folder, &["ports"]).0, 0);
}

#[test]
fn settings_are_named_beside_words_that_go_wrong() {
    let folder = configured("[match]\nport = \"exec:cat\"\nhandicap = 4\ncolor = \"black\"\n");
    let (code, _, stderr) = run(&folder, &["match"]);
    assert_eq!(code, 2, "{stderr}");
    assert!(
        stderr.contains("config.toml sets port, handicap, color; --no-config"),
        "{stderr}"
    );
}

#[test]
fn no_words_are_no_match() {
    let folder = configured("[match]\nport = \"exec:cat\"\ncolor = \"black\"\n");
    let told = "sgmp-go match                                the match of your settings: Black at exec:cat";
    for (words, is_told) in [(&[][..], true), (&["-v"], true), (&["--no-config"], false)] {
        let (code, _, stderr) = run(&folder, words);
        assert_eq!(
            (code, stderr.contains(told)),
            (2, is_told),
            "{words:?}: {stderr}"
        );
    }
    // The list in lines offers it, and begins nothing where nobody types.
    let offered = "y  The match of your settings: Black at exec:cat";
    for (words, is_told) in [
        (&["--plain"][..], true),
        (&["--plain", "--no-config"], false),
    ] {
        let (code, printed, stderr) = run(&folder, words);
        assert_eq!(
            (code, printed.contains(offered)),
            (0, is_told),
            "{words:?}: {printed}{stderr}"
        );
    }
    let (code, _, stderr) = run(&folder, &["--no-config", "--color", "black"]);
    assert_eq!(code, 2);
    assert!(stderr.contains("--port"), "{stderr}");
}

#[test]
fn a_file_is_begun_once_and_only_when_asked() {
    let folder = Folder::new();
    let (code, printed, _) = run(&folder, &["config", "init"]);
    assert_eq!(code, 0);
    assert!(
        printed.contains("\n[match]\n") && printed.contains("\n#komi = 5.5\n"),
        "{printed}"
    );
    assert!(!config_file(&folder).exists());
    let (code, _, _) = run(&folder, &["config", "init", "--write"]);
    assert_eq!(code, 0);
    assert_eq!(
        fs::read_to_string(config_file(&folder)).expect("a file"),
        printed
    );
    let (code, _, stderr) = run(&folder, &["config", "init", "--write"]);
    assert_eq!(code, 5, "{stderr}");
    let (_, path, _) = run(&folder, &["config", "path"]);
    assert_eq!(
        path.trim_end(),
        config_file(&folder).to_str().expect("a name")
    );
    assert_eq!(
        run(&folder, &["config", "show", "--changed"])
            .1
            .lines()
            .count(),
        1
    );
}

/// From public reports: "written", exit code 0.
#[test]
fn a_setting_that_there_is_not_is_refused_and_nothing_is_written() {
    let folder = Folder::new();
    for words in [
        &["config", "unset", "play", "nope"][..],
        &["config", "set", "play", "nope", "3"],
    ] {
        let (code, told, stderr) = run(&folder, words);
        assert_eq!((code, told.as_str()), (2, ""), "{stderr}");
        assert!(stderr.contains("[play] nope is no option"), "{stderr}");
    }
    let (code, told, _) = run(&folder, &["config", "unset", "play", "size"]);
    assert!(code == 0 && told.starts_with("it is so already"), "{told}");
    assert!(!config_file(&folder).exists());
}

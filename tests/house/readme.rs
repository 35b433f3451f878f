//! What `README.md` says against what the program does.

use std::fs;
use std::path::Path;

use clap::Parser;
use clap::error::ErrorKind;

use sgmp_go::cli::Cli;
use sgmp_go::cli::exit::Exit;

fn read(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The lines of every `sh` block, those that end in a backslash joined with the next.
fn commands(document: &str) -> Vec<String> {
    let blocks = document.split("\n```").skip(1).step_by(2);
    let shell = blocks.filter_map(|block| block.strip_prefix("sh\n"));
    let joined = shell.map(|block| block.replace("\\\n", " "));
    let lines: Vec<String> = joined
        .flat_map(|block| block.lines().map(str::to_owned).collect::<Vec<_>>())
        .collect();
    lines
}

/// What stands between backticks in running text and begins with the program's name.
fn inline(document: &str) -> Vec<String> {
    let text = document.split("\n```").step_by(2);
    let quoted = text.flat_map(|part| part.split('`').skip(1).step_by(2));
    quoted.map(|words| words.replace('\n', " ")).collect()
}

#[test]
fn the_program_understands_every_command_of_the_readme() {
    let readme = read("README.md");
    let mut seen = 0;
    for line in commands(&readme).into_iter().chain(inline(&readme)) {
        if !line.starts_with("sgmp-go ") {
            continue;
        }
        seen += 1;
        let words = shlex::split(&line).unwrap_or_else(|| panic!("no words: {line}"));
        if let Err(error) = Cli::try_parse_from(words) {
            let is_answer = matches!(
                error.kind(),
                ErrorKind::DisplayHelp | ErrorKind::DisplayVersion
            );
            // Running text names `sgmp-go check` without its options.
            let is_name_alone =
                error.kind() == ErrorKind::MissingRequiredArgument && line.split(' ').count() == 2;
            assert!(is_answer || is_name_alone, "README: {line}\n{error}");
        }
    }
    assert!(seen > 15, "only {seen} commands seen");
}

#[test]
fn the_readme_has_every_exit_code() {
    let readme = read("README.md");
    let section = readme.split("\n## ").find(|s| s.starts_with("Exit codes"));
    let rows: Vec<(u8, &str)> = section
        .expect("a section on exit codes")
        .lines()
        .filter_map(|line| {
            let mut cells = line.strip_prefix('|')?.split('|').map(str::trim);
            Some((cells.next()?.parse().ok()?, cells.next()?))
        })
        .collect();
    let expected: Vec<(u8, &str)> = Exit::ALL
        .iter()
        .map(|(exit, meaning)| (exit.code(), *meaning))
        .collect();
    assert_eq!(rows, expected);
}

#[test]
fn the_readme_shows_the_operators_menu() {
    let readme = read("README.md");
    let source = read("src/cli/matches/operator.rs");
    let (_, menu) = source.split_once("const MENU: &str = ").expect("the menu");
    let menu = menu.split("\n> ").next().unwrap_or_default();
    let menu: Vec<&str> = menu.split("\\n\\").map(str::trim).collect();
    let lines: Vec<&str> = readme.lines().map(str::trim).collect();
    let shown = menu.iter().filter(|line| lines.contains(line)).count();
    assert!(
        shown >= 6,
        "README shows {shown} lines of the menu: {menu:?}"
    );
}

#[test]
fn the_two_commands_are_run_before_a_change_goes_in() {
    let readme = read("README.md");
    let first: Vec<String> = commands(&readme).into_iter().take(2).collect();
    assert_eq!(first, ["cargo run -- loopback", "sh tests/run.sh"]);
    let script = read(".ci/run");
    for command in first {
        let step = format!("\nstep {command}\n");
        assert!(script.contains(&step), "{command} is no step of .ci/run");
    }
}

#[test]
fn every_file_that_the_documents_point_to_is_here() {
    for document in [
        "README.md",
        "ARCHITECTURE.md",
        "CONTRIBUTING.md",
        "CHANGELOG.md",
        "fixtures/README.md",
        "docs/protocol.md",
        "proto-capi/README.md",
        "fuzz/README.md",
        "docs/joseki.md",
        "docs/learning.md",
        "docs/line.md",
        "docs/patterns.md",
        "docs/strength.md",
    ] {
        let text = read(document);
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(document);
        let folder = folder.parent().expect("a document lies in a folder");
        for target in text.split("](").skip(1) {
            let target = target.split(')').next().unwrap_or_default();
            assert!(
                target.contains("://") || folder.join(target).exists(),
                "{document} points to {target}, which is not here"
            );
        }
    }
}

#[test]
fn the_readme_names_the_least_rust() {
    let manifest = read("Cargo.toml");
    let version = manifest.lines().find_map(|line| {
        let version = line.strip_prefix("rust-version = ")?;
        Some(version.trim_matches('"').to_owned())
    });
    let version = version.expect("a rust-version in Cargo.toml");
    assert!(read("README.md").contains(&format!("Rust {version} or later")));
}

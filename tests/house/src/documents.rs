//! The documents against the files and commands that they name.

use std::path::{Path, PathBuf};

use crate::source::{self, SourceFile};
use crate::{entries, read, root};

const FOLDERS: [&str; 12] = [
    "",
    "crates/faces/data/tutorial",
    "data",
    "data/evolution",
    "docs",
    "docs/measurements",
    "docs/pictures",
    "fixtures",
    "fuzz",
    "proto",
    "proto-capi",
    "training",
];

/// Every document and its text.
fn documents() -> Vec<(PathBuf, String)> {
    let paths = FOLDERS.iter().flat_map(entries);
    let paths = paths.filter(|path| path.extension().is_some_and(|extension| extension == "md"));
    paths.map(|path| (path.clone(), read(&path))).collect()
}

/// Returns whether a document has a heading whose link has this name: its letters and digits, small, a dash for a space.
fn has_heading(document: &str, name: &str) -> bool {
    let headings = document.lines().filter(|line| line.starts_with('#'));
    let named = |line: &str| {
        let words = line.trim_start_matches('#').trim().to_lowercase();
        let kept = words
            .chars()
            .filter(|c| c.is_alphanumeric() || " -_".contains(*c));
        kept.collect::<String>().replace(' ', "-")
    };
    headings.map(named).any(|heading| heading == name)
}

#[test]
fn every_file_that_the_documents_point_to_is_here() {
    for (document, text) in documents() {
        let folder = root().join(&document);
        let folder = folder.parent().expect("a document lies in a folder");
        for target in text.split("](").skip(1) {
            let target = target.split(')').next().unwrap_or_default();
            let (file, heading) = target.split_once('#').unwrap_or((target, ""));
            let is_here = match file {
                "" => has_heading(&text, heading),
                _ => folder.join(file).exists(),
            };
            assert!(
                target.contains("://") || is_here,
                "{} points to {target}, which is not here",
                document.display()
            );
        }
    }
}

/// The folder of a package, by the name that follows `-p`.
fn package_folder(name: &str) -> PathBuf {
    match name {
        "sgmp-proto" => "proto".into(),
        "proto-capi" => "proto-capi".into(),
        "sgmp-house" => "tests/house".into(),
        _ => Path::new("crates").join(name.trim_start_matches("sgmp-")),
    }
}

/// Returns whether a test binary, `tests/NAME/main.rs` of a package, has a file or folder for a filter.
fn binary_has(package: &Path, binary: &str, filter: &str) -> bool {
    let folder = root().join(package).join("tests").join(binary);
    let file = folder.join(filter);
    file.is_dir() || file.with_extension("rs").exists()
}

/// Returns whether a filter is the path of a module of a package, or the end of one.
fn library_has(package: &Path, filter: &str) -> bool {
    let name = format!("::{}::", filter.trim_end_matches("::"));
    let mut homes = source::files().iter().filter_map(SourceFile::home);
    homes.any(|(folder, module)| {
        folder == package && format!("::{}::", module.join("::")).contains(&name)
    })
}

/// Returns whether `cargo test [-p PACKAGE] (--test NAME | --lib) FILTER` chooses something; None for tests of everything.
fn finds_tests(command: &str) -> Option<bool> {
    let words: Vec<&str> = command.split_whitespace().collect();
    let after = |option: &str| {
        let at = words.iter().position(|word| *word == option)?;
        words.get(at + 1).copied()
    };
    let (name, binary) = (after("-p"), after("--test"));
    if name.is_none() && binary.is_none() && !words.contains(&"--lib") {
        return None;
    }
    let package = name.map_or_else(PathBuf::new, package_folder);
    let mut filters = words
        .iter()
        .filter(|&&word| !word.starts_with('-') && ![name, binary].contains(&Some(word)));
    let has_filters = match binary {
        Some(binary) => filters.all(|filter| binary_has(&package, binary, filter)),
        None => filters.all(|filter| library_has(&package, filter)),
    };
    Some(has_filters && root().join(package).join("Cargo.toml").exists())
}

#[test]
fn every_test_that_the_documents_run_is_here() {
    let mut missing = Vec::new();
    let mut seen = 0;
    for (document, text) in documents() {
        for command in text.split("cargo test").skip(1) {
            let end = command.find(['`', '\n', '#']).unwrap_or(command.len());
            let command = &command[..end];
            if let Some(is_here) = finds_tests(command) {
                seen += 1;
                if !is_here {
                    missing.push(format!("{}: cargo test{command}", document.display()));
                }
            }
        }
    }
    assert!(missing.is_empty(), "no such tests: {missing:#?}");
    assert!(seen > 30, "only {seen} commands seen");
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

#[test]
fn the_two_commands_of_the_readme_are_run_before_a_change_goes_in() {
    let (readme, script) = (read("README.md"), read(".ci/run"));
    // Each as a reader types it, and as the script runs it: the program is built by then.
    let built = "\"${CARGO_TARGET_DIR:-target}/debug/sgmp-go\" loopback";
    for (command, step) in [
        ("cargo run -- loopback", built),
        ("sh tests/run.sh", "sh tests/run.sh"),
    ] {
        let is_shown = readme.lines().any(|line| line == command);
        assert!(is_shown, "README: {command}");
        let is_step = script.contains(&format!("\nstep {step}\n"));
        assert!(is_step, "{command} is no step of .ci/run");
    }
}

#[test]
fn the_guide_shows_the_operators_menu() {
    let guide = read("docs/guide.md");
    let source = read("crates/match/src/console/operator_menu.rs");
    let (_, menu) = source.split_once("fn side_text(self)").expect("the menu");
    let (menu, _) = menu.split_once("fn question(self)").expect("its end");
    let choices: Vec<&str> = menu.split('"').skip(1).step_by(2).collect();
    assert_eq!(choices.len(), 6, "{choices:?}");
    for (number, choice) in (1..).zip(choices) {
        let line = format!("\n  {number}  {choice}\n");
        assert!(guide.contains(&line), "{line:?} is not in the guide");
    }
}

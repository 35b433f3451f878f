//! The README and the pages of `docs/` against the program.

use std::fs;
use std::path::Path;

use clap::Parser;
use clap::error::ErrorKind;

use sgmp_engine::engine::Level;
use sgmp_go::cli::Cli;
use sgmp_go::cli::exit::Exit;

fn read(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Pages for users; every command in them has to be one that the program understands.
const PAGES: [&str; 11] = [
    "README.md",
    "docs/guide.md",
    "docs/teaching.md",
    "docs/programs.md",
    "docs/emulators.md",
    "docs/line.md",
    "docs/joseki.md",
    "docs/patterns.md",
    "docs/tournament.md",
    "docs/duel.md",
    "docs/referee.md",
];

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

/// Commands between backticks in running text.
fn inline(document: &str) -> Vec<String> {
    let text = document.split("\n```").step_by(2);
    let quoted = text.flat_map(|part| part.split('`').skip(1).step_by(2));
    quoted.map(|words| words.replace('\n', " ")).collect()
}

#[test]
fn the_program_understands_every_command_of_the_pages() {
    for (page, least) in PAGES
        .into_iter()
        .zip([10, 25, 25, 20, 3, 4, 1, 1, 12, 5, 3])
    {
        let text = read(page);
        let mut seen = 0;
        for line in commands(&text).into_iter().chain(inline(&text)) {
            if line.starts_with("sgmp-go ") {
                seen += 1;
                assert_understood(page, &line);
            }
        }
        assert!(seen >= least, "{page}: only {seen} commands seen");
    }
}

fn assert_understood(page: &str, line: &str) {
    // What follows is the shell's.
    let line = line.split(" >").next().unwrap_or(line);
    let words = shlex::split(line).unwrap_or_else(|| panic!("{page}: no words: {line}"));
    if let Err(error) = Cli::try_parse_from(words) {
        let is_answer = matches!(
            error.kind(),
            ErrorKind::DisplayHelp | ErrorKind::DisplayVersion
        );
        // Running text names `sgmp-go check` without its options.
        let is_name_alone = matches!(
            error.kind(),
            ErrorKind::MissingRequiredArgument
                | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand
        ) && line.split(' ').count() == 2;
        assert!(is_answer || is_name_alone, "{page}: {line}\n{error}");
    }
}

#[test]
fn the_pages_have_every_exit_code() {
    let page = read("docs/programs.md");
    let section = page.split("\n## ").find(|s| s.starts_with("Exit codes"));
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

/// The levels and the rank of each row of the table under a heading "Levels".
fn rows_of_levels(document: &str) -> Vec<(Level, Level, String)> {
    let mut sections = document.split("\n#").filter(|section| {
        let title = section.lines().next().unwrap_or_default();
        title.trim_start_matches('#').trim() == "Levels"
    });
    let section = sections.next().expect("a section on levels");
    let rows = section.lines().filter_map(|line| {
        let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        let (from, to) = cells[0].split_once(" to ").unwrap_or((cells[0], cells[0]));
        let rank = cells.last()?;
        Some((from.parse().ok()?, to.parse().ok()?, (*rank).to_owned()))
    });
    rows.collect()
}

#[test]
fn the_pages_have_the_ranks_of_the_levels() {
    for page in ["README.md", "docs/guide.md"] {
        let rows = rows_of_levels(&read(page));
        let told: usize = rows
            .iter()
            .map(|(from, to, _)| usize::from(to.number() - from.number()) + 1)
            .sum();
        assert_eq!(told, Level::all().count(), "{page}: {rows:?}");
        for (from, to, rank) in rows {
            if from == to {
                assert_eq!(rank, from.rank(), "{page}, level {from}");
                continue;
            }
            let first = from.rank().split(' ').next().expect("a rank");
            let last: Vec<&str> = to.rank().rsplitn(3, ' ').take(2).collect();
            let last = format!("{} {}", last[1], last[0]);
            let is_spanned = rank.starts_with(first) && rank.ends_with(&last);
            assert!(is_spanned, "{page}, levels {from} to {to}: {rank}");
        }
    }
}

#[test]
fn the_guide_shows_the_operators_menu() {
    let guide = read("docs/guide.md");
    let source = read("src/cli/matches/operator_menu.rs");
    let (_, menu) = source.split_once("fn side_text(self)").expect("the menu");
    let (menu, _) = menu.split_once("fn question(self)").expect("its end");
    let choices: Vec<&str> = menu.split('"').skip(1).step_by(2).collect();
    assert_eq!(choices.len(), 6, "{choices:?}");
    for (number, choice) in (1..).zip(choices) {
        let line = format!("\n  {number}  {choice}\n");
        assert!(guide.contains(&line), "{line:?} is not in the guide");
    }
}

#[test]
fn the_two_commands_are_run_before_a_change_goes_in() {
    let readme = read("README.md");
    // Each as a reader types it, and as the script runs it: the program is built by then.
    let first = [
        (
            "cargo run -- loopback",
            "\"${CARGO_TARGET_DIR:-target}/debug/sgmp-go\" loopback",
        ),
        ("sh tests/run.sh", "sh tests/run.sh"),
    ];
    let shown = commands(&readme);
    let script = read(".ci/run");
    for (command, step) in first {
        assert!(
            shown.iter().any(|line| line == command),
            "README: {command}"
        );
        let step = format!("\nstep {step}\n");
        assert!(script.contains(&step), "{command} is no step of .ci/run");
    }
}

/// The documents beside the measurements.
const DOCUMENTS: [&str; 24] = [
    "README.md",
    "ARCHITECTURE.md",
    "CONTRIBUTING.md",
    "TESTING.md",
    "CHANGELOG.md",
    "fixtures/README.md",
    "docs/protocol.md",
    "proto-capi/README.md",
    "fuzz/README.md",
    "docs/emulators.md",
    "docs/experts.md",
    "docs/explanations.md",
    "docs/guide.md",
    "docs/joseki.md",
    "docs/learning.md",
    "docs/line.md",
    "docs/patterns.md",
    "docs/pictures/README.md",
    "docs/programs.md",
    "docs/reading.md",
    "docs/reports.md",
    "docs/strength.md",
    "docs/teaching.md",
    "docs/vocabulary.md",
];

/// Every document's name and text.
fn documents() -> Vec<(String, String)> {
    let names = DOCUMENTS
        .map(str::to_owned)
        .into_iter()
        .chain(measurements());
    names.map(|name| (name.clone(), read(&name))).collect()
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
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(&document);
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
                "{document} points to {target}, which is not here"
            );
        }
    }
}

/// `cargo test --test NAME -- FILTER`: the binary is here, and in it a file or folder of that name.
#[test]
fn every_test_that_the_documents_run_is_here() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut seen = 0;
    for (document, text) in documents() {
        for command in text.split("cargo test").skip(1) {
            let end = command.find(['`', '\n', '#']).unwrap_or(command.len());
            let words: Vec<&str> = command[..end].split_whitespace().collect();
            let Some(at) = words.iter().position(|word| *word == "--test") else {
                continue;
            };
            let folders = ["tests", "proto/tests", "proto-capi/tests"];
            let folders = folders.map(|folder| root.join(folder).join(words[at + 1]));
            let folder = folders
                .iter()
                .find(|folder| folder.join("main.rs").exists());
            let folder = folder.unwrap_or_else(|| panic!("{document}: no test binary {words:?}"));
            let filters = words[at + 2..]
                .iter()
                .filter(|word| !word.starts_with("--"));
            for filter in filters {
                let is_here = folder.join(filter).is_dir()
                    || folder.join(filter).with_extension("rs").exists();
                assert!(is_here, "{document}: no {filter} in {}", folder.display());
            }
            seen += 1;
        }
    }
    assert!(seen > 8, "only {seen} commands seen");
}

fn measurements() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/measurements");
    let entries = fs::read_dir(folder).expect("the measurements can be read");
    let names = entries.map(|entry| entry.expect("an entry").file_name());
    names
        .map(|name| format!("docs/measurements/{}", name.display()))
        .collect()
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

//! The README and the pages of `docs/` against the program: its commands, exit codes and levels.

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

//! The README and the pages of `docs/` against the program: its commands, exit codes, levels, tie-breaks and screens.

use std::fs;
use std::path::Path;

use clap::Parser;
use clap::error::ErrorKind;

use sgmp_engine::engine::{Level, NetSkill};
use sgmp_faces::tutorial::english_chapters;
use sgmp_go::cli::Cli;
use sgmp_go::cli::exit::Exit;
use sgmp_hall::tournament::standings::TieBreaks;

fn read(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Pages for users; every command in them has to be one that the program understands.
const PAGES: [&str; 12] = [
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
    "docs/servers.md",
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
        .zip([10, 25, 25, 20, 3, 4, 1, 1, 12, 5, 3, 6])
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

/// The number of screens that the tutorial has.
pub(crate) fn screens_of_the_course() -> usize {
    let chapters = english_chapters().expect("chapters");
    chapters.iter().map(|chapter| chapter.screens.len()).sum()
}

/// The rows of a table below a heading: the cells of each.
fn rows_below<'a>(document: &'a str, heading: &str) -> Vec<Vec<&'a str>> {
    let (_, below) = document.split_once(heading).expect("the heading");
    let is_row = |line: &&str| line.starts_with('|');
    let rows = below
        .lines()
        .skip_while(|line| !is_row(line))
        .take_while(is_row);
    let cells = |line: &'a str| line.trim_matches('|').split('|').map(str::trim).collect();
    rows.skip(2).map(cells).collect()
}

/// The row of a level on the guide's page: how it plays, evaluations, lapses.
fn row_of(skill: NetSkill, is_first: bool) -> [String; 3] {
    let NetSkill {
        evaluations,
        temperature,
        lapses,
    } = skill;
    let how = match (evaluations, is_first) {
        (1, true) => format!("the net's policy alone, at temperature {temperature}"),
        (1, false) => format!("at {temperature}"),
        _ => "a search".to_owned(),
    };
    let lapses = match (lapses * 1000.0).round() {
        0.0 => "none".to_owned(),
        thousandths => format!("{} %", thousandths / 10.0),
    };
    [how, evaluations.to_string(), lapses]
}

#[test]
fn the_pages_have_the_figures_of_the_levels() {
    let guide = read("docs/guide.md");
    let rows = rows_below(&guide, "### Levels");
    let skilled = Level::all().filter_map(|level| Some((level, level.net_skill()?)));
    for (index, (level, skill)) in skilled.enumerate() {
        let row = rows.iter().find(|row| row[0] == level.to_string());
        let row = row.unwrap_or_else(|| panic!("level {level} has a row"));
        assert_eq!(row[1..4], row_of(skill, index == 0), "level {level}");
    }
    let readme = read("README.md");
    for row in rows_below(&readme, "## Levels") {
        let (from, to) = row[0].split_once(" to ").unwrap_or((row[0], row[0]));
        let spanned = |level: &Level| (from.parse().unwrap()..=to.parse().unwrap()).contains(level);
        let mut evaluations: Vec<String> = Level::all()
            .filter(spanned)
            .filter_map(|level| Some(level.net_skill()?.evaluations.to_string()))
            .collect();
        evaluations.dedup();
        if !evaluations.is_empty() {
            assert_eq!(row[2], evaluations.join(", "), "levels {}", row[0]);
        }
    }
}

#[test]
fn the_page_of_tournaments_has_the_lists_of_tie_breaks() {
    let page = read("docs/tournament.md");
    let told = rows_below(&page, "## Places");
    let lists = told.iter().map(|row| {
        let criteria = row[1].split(": ").next().unwrap_or_default();
        (row[0].trim_matches('`'), criteria.split(", ").count())
    });
    let known = TieBreaks::NAMED.map(|(name, criteria)| (name, criteria.len()));
    assert_eq!(lists.collect::<Vec<_>>(), known);
}

#[test]
fn the_pages_know_how_many_screens_the_tutorial_has() {
    let chapters = english_chapters().expect("chapters");
    let screens = screens_of_the_course();
    for (page, told) in [
        ("README.md", format!("on {screens} short screens")),
        (
            "docs/teaching.md",
            format!("{screens} screens in {} chapters", chapters.len()),
        ),
        ("docs/teaching.md", format!("all {screens} screens")),
    ] {
        assert!(read(page).contains(&told), "{page} says {told:?}");
    }
}

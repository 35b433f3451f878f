//! A module uses only lower floors, and files do not import each other in large circles: the tables of
//! `ARCHITECTURE.md` against the imports.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use crate::source::{self, Climb, circles, climbs, imports, rust_files};

/// A row of a table: its number and its place.
struct Floor {
    number: u32,
    place: String,
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: impl AsRef<Path>) -> String {
    let path = root().join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The rows under a heading of `ARCHITECTURE.md`.
fn table(heading: &str) -> Vec<Floor> {
    table_in(&read("ARCHITECTURE.md"), heading)
}

fn table_in(text: &str, heading: &str) -> Vec<Floor> {
    let section = text.split("\n## ").find(|part| {
        let title = part.lines().next().unwrap_or_default();
        title.trim() == heading
    });
    let section = section.unwrap_or_else(|| panic!("ARCHITECTURE.md has no section {heading:?}"));
    let rows: Vec<_> = section.lines().filter_map(row).collect();
    assert!(!rows.is_empty(), "the section {heading:?} has no table");
    rows
}

fn row(line: &str) -> Option<Floor> {
    let mut cells = line.strip_prefix('|')?.split('|').map(str::trim);
    let number = cells.next()?.parse().ok()?;
    let place = cells.next()?.trim_matches('`').to_owned();
    Some(Floor { number, place })
}

/// The module of a place in `src/`: `crates/board/src/rules/` and `crates/board/src/rules.rs` are both `rules`.
fn module(place: &str) -> Option<&str> {
    let name = place.strip_prefix("src/")?;
    Some(name.trim_end_matches('/').trim_end_matches(".rs"))
}

fn floors() -> BTreeMap<String, u32> {
    floors_of(root())
}

/// The modules of `src/` and their floors, by the plan of the house in a folder.
pub(crate) fn floors_of(root: &Path) -> BTreeMap<String, u32> {
    let plan = fs::read_to_string(root.join("ARCHITECTURE.md")).expect("ARCHITECTURE.md");
    let rows = table_in(&plan, "Floors").into_iter();
    rows.filter_map(|floor| Some((module(&floor.place)?.to_owned(), floor.number)))
        .collect()
}

#[test]
fn no_import_climbs() {
    let floors = floors();
    let mut found = Vec::new();
    for path in rust_files(&root().join("src")) {
        if path == root().join("src/lib.rs") {
            continue;
        }
        let text = fs::read_to_string(&path).expect("a source file can be read");
        let inside = path.strip_prefix(root().join("src")).expect("below src");
        found.extend(climbs(inside, &text, &floors).iter().map(Climb::to_string));
    }
    assert!(
        found.is_empty(),
        "a module uses only lower floors (ARCHITECTURE.md):\n{}",
        found.join("\n")
    );
}

/// Files that may import each other in a circle.
const MAX_CIRCLE: usize = 3;

#[test]
fn no_circle_of_imports_is_large() {
    let parts = ["src", "proto/src", "proto-capi/src"].map(|part| root().join(part));
    let all = parts.iter().flat_map(|part| circles(&imports(part)));
    let large: Vec<_> = all.filter(|circle| circle.len() > MAX_CIRCLE).collect();
    assert!(
        large.is_empty(),
        "more than {MAX_CIRCLE} files import each other: {large:#?}"
    );
}

#[test]
fn the_table_and_the_folders_agree() {
    for floor in table("Floors") {
        let exists = root().join(&floor.place).exists();
        assert!(exists, "{} is in the table and not here", floor.place);
    }
    let floors = floors();
    let entries = fs::read_dir(root().join("src")).expect("src can be read");
    for entry in entries {
        let name: PathBuf = entry.expect("an entry of src").file_name().into();
        let module = name.file_stem().unwrap_or_default().to_string_lossy();
        assert!(
            module == "lib" || floors.contains_key(&*module),
            "src/{} stands on no floor: give it a row in ARCHITECTURE.md",
            name.display()
        );
    }
}

#[test]
fn each_floor_has_one_number() {
    let numbers: Vec<u32> = table("Floors").iter().map(|floor| floor.number).collect();
    let expected: Vec<u32> = (0..=29).collect();
    assert_eq!(numbers, expected);
}

#[test]
fn the_wire_has_no_std_and_depends_on_bitflags_alone() {
    let manifest = read("proto/Cargo.toml");
    let dependencies = manifest
        .split("\n[")
        .find_map(|section| section.strip_prefix("dependencies]"))
        .expect("proto/Cargo.toml has dependencies");
    let names: Vec<&str> = dependencies
        .lines()
        .filter_map(|line| Some(line.split_once('=')?.0.trim()))
        .collect();
    assert_eq!(names, ["bitflags"]);

    let lobby = read("proto/src/lib.rs");
    assert!(lobby.contains("\n#![no_std]\n"));
    assert!(lobby.contains("\n#![forbid(unsafe_code)]\n"));
    for path in rust_files(&root().join("proto/src")) {
        let text = fs::read_to_string(&path).expect("a source file can be read");
        let is_test = path.file_name().is_some_and(|name| name == "tests.rs");
        let lines = source::std_outside_tests(&text);
        assert!(
            is_test || lines.is_empty(),
            "{}: the wire knows no std (lines {lines:?})",
            path.display()
        );
    }
}

/// No line.
const NOWHERE: [usize; 0] = [];

#[test]
fn the_check_sees_what_climbs() {
    let floors = BTreeMap::from([
        ("rules".to_owned(), 2),
        ("play".to_owned(), 12),
        ("port".to_owned(), 13),
    ]);
    let lines = |path: &str, text: &str| -> Vec<usize> {
        let found = climbs(Path::new(path), text, &floors);
        found.iter().map(|climb| climb.line).collect()
    };
    let file = "play/game_match/mod.rs";
    assert_eq!(lines(file, "use sgmp_board::rules::Board;"), NOWHERE);
    assert_eq!(
        lines(file, "// sgmp_match::port\nuse super::terms;"),
        NOWHERE
    );
    assert_eq!(lines(file, "let text = \"sgmp_match::port\";"), NOWHERE);
    assert_eq!(lines(file, "use sgmp_match::play::Terms;"), NOWHERE);
    assert_eq!(lines(file, "\nuse sgmp_match::port::Connection;"), [2]);
    assert_eq!(
        lines(file, "fn f(x: &sgmp_match::port::Connection) {}"),
        [1]
    );
    assert_eq!(
        lines(file, "use crate::{\n  rules,\n  port::Connection,\n};"),
        [3]
    );
    assert_eq!(lines(file, "use crate::{rules::{Board, port}};"), NOWHERE);
    assert_eq!(lines(file, "use super::super::port::Connection;"), [1]);
    assert_eq!(lines(file, "use super::super::{rules, port};"), [1]);
    assert_eq!(lines(file, "use super::port::Connection;"), NOWHERE);
    assert_eq!(
        lines("play/game_match/inputs.rs", "use super::super::port;"),
        NOWHERE
    );
    assert_eq!(
        lines(
            "play/a.rs",
            "mod tests {\n use super::super::super::port;\n}"
        ),
        [2]
    );
    assert_eq!(lines("rules/mod.rs", "use super::play::Match;"), [1]);
    assert_eq!(lines("rules/mod.rs", "use crate::nobody::Knows;"), [1]);
    assert_eq!(
        lines("rules/mod.rs", "use sgmp_match::port::Connection;"),
        [1]
    );
}

#[test]
fn the_check_sees_std() {
    assert_eq!(source::std_outside_tests("extern crate std;"), [1]);
    assert_eq!(source::std_outside_tests("// extern crate std;"), NOWHERE);
    let tests = "fn f() {}\n#[cfg(test)]\nmod tests {\n    extern crate std;\n}\n";
    assert_eq!(source::std_outside_tests(tests), NOWHERE);
}

/// A crate of these files in a folder of its own.
fn crate_of(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, text).expect("a file");
    }
    folder
}

#[test]
fn imports_lead_to_the_file_that_defines_a_name() {
    let folder = crate_of(&[
        (
            "lib.rs",
            "pub mod a;\nmod b;\npub use b::Passed;\nmod macros;",
        ),
        (
            "a/mod.rs",
            "mod inner;\npub use inner::*;\nuse crate::b::{self, Two as Other};\nfn f() { b::one() }",
        ),
        ("a/inner.rs", "use super::super::Passed;\npub struct Inner;"),
        (
            "b.rs",
            "use crate::a::Inner;\npub struct Passed;\npub struct Two;\npub fn one() {}",
        ),
        (
            "macros.rs",
            "#[cfg(test)]\nmod tests {\n use crate::a::Inner;\n}\nuse std::fmt;\nfn g(_: fmt::Error) {}",
        ),
    ]);
    let imports = imports(folder.path());
    let found = |file: &str| -> Vec<String> {
        let files = imports[Path::new(file)].iter();
        files.map(|path| path.display().to_string()).collect()
    };
    assert_eq!(found("lib.rs"), Vec::<String>::new());
    assert_eq!(found("a/mod.rs"), ["b.rs"]);
    assert_eq!(found("a/inner.rs"), ["b.rs"]);
    assert_eq!(found("b.rs"), ["a/inner.rs"]);
    assert_eq!(found("macros.rs"), Vec::<String>::new());
    let expected: Vec<PathBuf> = vec!["a/inner.rs".into(), "b.rs".into()];
    assert_eq!(circles(&imports), [expected]);
}

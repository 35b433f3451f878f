//! A module uses only lower floors, and files do not import each other in large circles: the table of
//! `ARCHITECTURE.md` against the imports.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::plan::{self, Floors, Row, crate_name};
use crate::source::{self, SourceFile, circles, imports};
use crate::{entries, root};

/// Files that may import each other in a circle.
const MAX_CIRCLE: usize = 3;

/// The uses of a higher module, or of one that stands on no floor, with the line of each; test code counts like any other.
fn climbs(file: &SourceFile, floors: &Floors) -> Vec<(usize, String)> {
    let Some((package, home)) = file.home() else {
        return Vec::new();
    };
    let Some(from) = home.first() else {
        return Vec::new();
    };
    let own_crate = crate_name(&package);
    let own = floors.floor(&own_crate, from);
    let uses = file.facts.uses.iter().map(|one| &one.path);
    // A `crate` alone, as in `pub(crate)`, names no module.
    let paths = file.facts.paths.iter().filter(|path| path.words.len() > 1);
    let named = uses.chain(paths).filter_map(|path| {
        if let Some((base, rest)) = path.in_crate(&home) {
            return base.is_empty().then_some((path, own_crate.as_str(), rest));
        }
        let (first, rest) = path.words.split_first()?;
        let is_ours = first.text.starts_with("sgmp_") && !rest.is_empty();
        is_ours.then_some((path, first.text.as_str(), rest))
    });
    let mut found = Vec::new();
    for (path, name, rest) in named {
        let module = rest.first().map_or("*", |word| &word.text);
        let line = rest
            .first()
            .or(path.words.last())
            .map_or(0, |word| word.line);
        let floor = floors.floor(name, module);
        if own.is_none() || floor.is_none() || floor > own {
            found.push((line, format!("{own_crate}::{from} uses {name}::{module}")));
        }
    }
    found.sort();
    found.dedup();
    found
}

#[test]
fn no_import_climbs() {
    let floors = Floors::new(&plan::rows());
    let files = source::files().iter();
    let found: Vec<String> = files
        .filter(|file| file.is_below(&["src", "crates"]))
        .flat_map(|file| {
            let climbs = climbs(file, &floors).into_iter();
            climbs.map(|(line, uses)| format!("{}:{line}: {uses}", file.path.display()))
        })
        .collect();
    assert!(
        found.is_empty(),
        "a module uses only lower floors (ARCHITECTURE.md):\n{}",
        found.join("\n")
    );
}

#[test]
fn no_circle_of_imports_is_large() {
    let mut crates: BTreeMap<PathBuf, Vec<&SourceFile>> = BTreeMap::new();
    for file in source::files() {
        if let Some((package, _)) = file.home() {
            crates.entry(package).or_default().push(file);
        }
    }
    let all = crates.values().flat_map(|files| circles(&imports(files)));
    let large: Vec<_> = all.filter(|circle| circle.len() > MAX_CIRCLE).collect();
    assert!(
        large.is_empty(),
        "more than {MAX_CIRCLE} files import each other: {large:#?}"
    );
}

#[test]
fn the_table_and_the_folders_agree() {
    let rows = plan::rows();
    for (number, row) in (0..).zip(&rows) {
        assert_eq!(row.number, number, "the floor of {}", row.place);
        let exists = root().join(&row.place).exists();
        assert!(exists, "{} is in the table and not here", row.place);
    }
    let sources = entries("crates")
        .into_iter()
        .map(|crate_| crate_.join("src"));
    let modules = sources.chain([PathBuf::from("src")]).flat_map(entries);
    for path in modules {
        let has_row = |row: &Row| Path::new(&row.place) == path;
        assert!(
            path.ends_with("lib.rs") || rows.iter().any(has_row),
            "{} stands on no floor: give it a row in ARCHITECTURE.md",
            path.display()
        );
    }
}

#[test]
fn the_wire_has_no_std() {
    for file in source::files() {
        let is_test = file.path.ends_with("tests.rs");
        let lines = &file.facts.std_outside_tests;
        assert!(
            !file.is_below(&["proto/src"]) || is_test || lines.is_empty(),
            "{}: the wire knows no std (lines {lines:?})",
            file.path.display()
        );
        if file.path.ends_with("proto/src/lib.rs") {
            assert!(file.text.contains("\n#![no_std]\n"));
            assert!(file.text.contains("\n#![forbid(unsafe_code)]\n"));
        }
    }
}

#[test]
fn the_check_sees_what_climbs() {
    let places = [
        (0, "proto/"),
        (2, "crates/board/src/rules/"),
        (12, "crates/match/src/play/"),
        (13, "crates/match/src/port/"),
    ];
    let floors = Floors::new(&places.map(|(number, place)| Row {
        number,
        place: place.to_owned(),
    }));
    let inside = "crates/match/src/play/game_match/mod.rs";
    let beside = "crates/match/src/play/inputs.rs";
    let below = "crates/board/src/rules/mod.rs";
    let cases: &[(&str, &str, &[usize])] = &[
        (inside, "use sgmp_board::rules::Board;", &[]),
        (inside, "use sgmp_proto::Session;", &[]),
        (inside, "// sgmp_match::port\nuse super::terms;", &[]),
        (inside, "const A: &str = \"crate::port\";", &[]),
        (inside, "use crate::play::Terms;", &[]),
        (inside, "\nuse crate::port::Connection;", &[2]),
        (inside, "use crate::*;", &[1]),
        (inside, "fn f(x: &crate::port::Connection) {}", &[1]),
        (inside, "fn f() { assert!(crate::port::open()) }", &[1]),
        (inside, "any! {\n use crate::{play, port::open};\n}", &[2]),
        (inside, "any! { use super::super::{play, port}; }", &[1]),
        (inside, "any! { use crate::{play as other}; }", &[]),
        (inside, "any! { pub(crate) fn f() {} }", &[]),
        (inside, "use crate::{\n play,\n port::Connection,\n};", &[3]),
        (inside, "use crate::{play::{Board, port}};", &[]),
        (inside, "use super::super::port::Connection;", &[1]),
        (inside, "use super::super::{play, port};", &[1]),
        (inside, "use super::port::Connection;", &[]),
        (inside, "#[cfg(test)]\nuse crate::port;", &[2]),
        (beside, "use super::super::port;", &[1]),
        (beside, "use super::port;", &[]),
        (beside, "mod a {\n use super::super::super::port;\n}", &[2]),
        (beside, "mod a {\n use super::super::port;\n}", &[]),
        (below, "use sgmp_match::play::Match;", &[1]),
        (below, "use crate::nobody::Knows;", &[1]),
        (below, "use super::nobody::Knows;", &[1]),
        ("crates/match/src/a.rs", "use crate::play;", &[1]),
        ("crates/match/src/lib.rs", "use crate::play;", &[]),
    ];
    for (path, text, expected) in cases {
        let found = climbs(&SourceFile::new(path, *text), &floors);
        let lines: Vec<usize> = found.iter().map(|(line, _)| *line).collect();
        assert_eq!(lines, *expected, "{path}: {text}");
    }
}

#[test]
fn the_check_sees_std() {
    let lines = |text: &str| SourceFile::new("a.rs", text).facts.std_outside_tests;
    assert_eq!(lines("extern crate std;"), [1]);
    assert!(lines("// extern crate std;").is_empty());
    assert!(lines("#[cfg(test)]\nmod tests {\n extern crate std;\n}").is_empty());
    assert!(lines("#[cfg(all(test, unix))]\nextern crate std;").is_empty());
    let mixed = "#[cfg(test)]\nmod tests {}\n#[cfg(any(test, unix))]\nextern crate std;";
    assert_eq!(lines(mixed), [4]);
}

//! The tables, figures and numbers of docs/evolution.md, computed again from data/evolution/.
//!
//! `sgmp-go evolve tables data/evolution` prints the tables.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use sgmp_laboratory::evolution::PublishedRuns;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn data() -> PathBuf {
    root().join("data/evolution")
}

fn page() -> String {
    fs::read_to_string(root().join("docs/evolution.md")).expect("the page")
}

#[test]
fn the_tables_are_those_of_the_page() {
    let (page, data) = (page(), PublishedRuns::read(&data()).expect("data"));
    let tables = data.tables();
    assert_eq!(tables.len(), 5);
    for table in tables {
        let lines = table.lines().join("\n");
        assert!(page.contains(&lines), "not on the page:\n{lines}");
    }
}

#[test]
fn the_numbers_of_the_sentences_are_those_of_the_data() {
    let page: Vec<String> = page().split_whitespace().map(str::to_owned).collect();
    let (page, data) = (page.join(" "), PublishedRuns::read(&data()).expect("data"));
    let sentences = data.sentences();
    assert!(sentences.len() > 15);
    let missing: Vec<_> = sentences
        .iter()
        .filter(|part| !page.contains(*part))
        .collect();
    assert!(missing.is_empty(), "not on the page: {missing:#?}");
}

#[test]
fn the_figures_of_the_page_are_drawn_from_the_data() {
    let data = PublishedRuns::read(&data()).expect("data");
    let drawn = data.figures().expect("figures");
    let folder = root().join("docs/evolution");
    let mut found = 0;
    for file in fs::read_dir(&folder).expect("figures") {
        let name = file
            .expect("a file")
            .file_name()
            .into_string()
            .expect("a name");
        let svg = drawn.iter().find(|(drawn, _)| *drawn == name);
        let (_, svg) = svg.unwrap_or_else(|| panic!("nothing draws {name}"));
        let kept = fs::read_to_string(folder.join(&name)).expect("a figure");
        assert!(
            kept == *svg,
            "{name}: sgmp-go evolve tables --figures draws it anew"
        );
        found += 1;
    }
    assert!(found > 10);
}

#[test]
fn a_program_prints_them_without_cargo() {
    let output = Command::new(env!("CARGO_BIN_EXE_sgmp-go"))
        .args(["evolve", "tables"])
        .arg(data())
        .output()
        .expect("the program runs");
    assert!(output.status.success());
    let told = String::from_utf8_lossy(&output.stdout);
    let page = page();
    let rows: Vec<_> = told.lines().filter(|line| line.starts_with("| ")).collect();
    assert!(rows.len() > 60, "{told}");
    assert!(rows.iter().all(|row| page.contains(row)));
}

#[cfg(not(feature = "mpi"))]
#[test]
fn a_plain_build_says_which_feature_mpi_needs() {
    let output = Command::new(env!("CARGO_BIN_EXE_sgmp-go"))
        .args(["evolve", "configs/toy-5x5.toml", "--mpi"])
        .current_dir(root())
        .output()
        .expect("the program runs");
    assert_eq!(output.status.code(), Some(2));
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(
        told.contains("cargo build --release --features mpi"),
        "{told}"
    );
}

//! Manifests: which crate may depend on which.

use std::path::{Path, PathBuf};

use crate::plan::{self, crate_name};
use crate::{entries, read};

/// The names in the sections of a manifest that are chosen by their heading.
fn dependencies(manifest: &str, is_chosen: impl Fn(&str) -> bool) -> Vec<&str> {
    let sections = manifest.split("\n[").filter_map(|part| {
        let (heading, lines) = part.split_once("]\n")?;
        is_chosen(heading).then_some(lines)
    });
    let lines = sections.flat_map(str::lines);
    let lines = lines.filter(|line| !line.starts_with('#') && line.contains('='));
    lines
        .filter_map(|line| line.split(['.', '=', ' ']).next())
        .collect()
}

fn package_name(folder: &Path) -> String {
    crate_name(folder).replace('_', "-")
}

#[test]
fn a_crate_depends_on_crates_before_it() {
    let mut folders: Vec<PathBuf> = plan::rows().iter().map(plan::Row::package).collect();
    folders.dedup();
    let order: Vec<String> = folders.iter().map(|folder| package_name(folder)).collect();
    for folder in entries("crates").into_iter().chain([PathBuf::new()]) {
        let manifest = read(folder.join("Cargo.toml"));
        let name = package_name(&folder);
        assert!(manifest.contains(&format!("\nname = \"{name}\"\n")));
        let places = (0..order.len()).filter(|&at| order[at] == name);
        let places: Vec<usize> = places.collect();
        let &[own] = places.as_slice() else {
            panic!("the floors of {name} do not stand together in ARCHITECTURE.md: {order:?}");
        };
        let is_chosen =
            |heading: &str| heading.ends_with("dependencies") && !heading.starts_with("workspace.");
        for used in dependencies(&manifest, is_chosen) {
            assert!(
                !used.starts_with("sgmp-") || order[..own].iter().any(|before| before == used),
                "{name} depends on {used}, which does not stand before it in ARCHITECTURE.md"
            );
        }
    }
}

#[test]
fn the_wire_depends_on_bitflags_alone() {
    let manifest = read("proto/Cargo.toml");
    let names = dependencies(&manifest, |heading| heading == "dependencies");
    assert_eq!(names, ["bitflags"]);
}

//! The table of floors in `ARCHITECTURE.md`.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::read;

/// A row of the table.
pub(crate) struct Row {
    pub(crate) number: u32,
    /// From the root of the project.
    pub(crate) place: String,
}

impl Row {
    /// The folder of the package that the place lies in.
    pub(crate) fn package(&self) -> PathBuf {
        let (folder, _) = self.halves();
        folder.trim_end_matches('/').into()
    }

    /// The folder of the package, and the name of the module; none if the whole package is one place.
    fn halves(&self) -> (&str, Option<&str>) {
        match self.place.split_once("src/") {
            Some((folder, module)) => {
                let name = module.trim_end_matches('/');
                (folder, Some(name.trim_end_matches(".rs")))
            }
            None => (&self.place, None),
        }
    }

    fn line(line: &str) -> Option<Self> {
        let mut cells = line.strip_prefix('|')?.split('|').map(str::trim);
        let number = cells.next()?.parse().ok()?;
        let place = cells.next()?.trim_matches('`').to_owned();
        Some(Self { number, place })
    }
}

/// The rows of the table, in order.
pub(crate) fn rows() -> Vec<Row> {
    let plan = read("ARCHITECTURE.md");
    let section = plan.split("\n## ").find(|part| part.starts_with("Floors"));
    let section = section.expect("ARCHITECTURE.md has a section on floors");
    section.lines().filter_map(Row::line).collect()
}

/// The name by which code names the crate of a package, by its folder.
pub(crate) fn crate_name(package: &Path) -> String {
    match package.file_name() {
        Some(name) => format!("sgmp_{}", name.display()),
        None => "sgmp_go".to_owned(),
    }
}

/// The floors of modules and of crates that are one place.
pub(crate) struct Floors(BTreeMap<String, u32>);

impl Floors {
    pub(crate) fn new(rows: &[Row]) -> Self {
        let floors = rows.iter().map(|row| {
            let name = crate_name(&row.package());
            let place = match row.halves().1 {
                Some(module) => format!("{name}::{module}"),
                None => name,
            };
            (place, row.number)
        });
        Self(floors.collect())
    }

    /// The floor of a module of a crate; None if it has no row.
    pub(crate) fn floor(&self, name: &str, module: &str) -> Option<u32> {
        let of_module = self.0.get(&format!("{name}::{module}"));
        of_module.or_else(|| self.0.get(name)).copied()
    }
}

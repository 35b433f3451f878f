//! Circles of files that import each other.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

/// For each file the files that it imports from.
pub(crate) type Imports = BTreeMap<PathBuf, BTreeSet<PathBuf>>;

/// The sets of two and more files each of which reaches all others by imports, the largest first.
pub(crate) fn circles(imports: &Imports) -> Vec<Vec<PathBuf>> {
    let reached: BTreeMap<&PathBuf, BTreeSet<&PathBuf>> = imports
        .keys()
        .map(|file| (file, reached_from(file, imports)))
        .collect();
    let mut seen = BTreeSet::new();
    let mut circles = Vec::new();
    for file in imports.keys() {
        if seen.contains(file) {
            continue;
        }
        let back = |other: &PathBuf| reached.get(other).is_some_and(|from| from.contains(file));
        let circle: Vec<PathBuf> = reached[file]
            .iter()
            .filter(|other| back(other))
            .map(|other| (*other).clone())
            .collect();
        seen.extend(circle.iter().cloned());
        if circle.len() > 1 {
            circles.push(circle);
        }
    }
    circles.sort_by_key(|circle| std::cmp::Reverse(circle.len()));
    circles
}

fn reached_from<'a>(file: &'a PathBuf, imports: &'a Imports) -> BTreeSet<&'a PathBuf> {
    let mut reached = BTreeSet::new();
    let mut open = vec![file];
    while let Some(next) = open.pop() {
        for other in imports.get(next).into_iter().flatten() {
            if reached.insert(other) {
                open.push(other);
            }
        }
    }
    reached
}

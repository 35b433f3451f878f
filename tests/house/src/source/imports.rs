//! Imports between the files of a crate, as far as their text alone tells.
//!
//! A name is followed to the file that defines it: through folders, through `use` and `pub use`, and
//! through `use ...::*`. An import is a path in a `use`, and every path with `::` whose beginning is
//! `crate`, `self`, `super`, a module declared in the file, or a name that it imports. No import is a
//! `mod` line, a `pub use` whose name the file itself does not mention (it only passes it on), a
//! module named without anything in it, and everything under `#[cfg(test)]`. Methods are not seen (a
//! file may use a type whose name it does not say), nor are names that a macro makes; such a name
//! counts as defined in the file of its module.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use super::circles::Imports;
use super::reader::NamedPath;
use super::{Facts, SourceFile, Word};

/// One `use` outside tests: its name (None for `*`), its path, and whether others may take it from here.
struct Use {
    name: Option<String>,
    path: Vec<String>,
    passes_on: bool,
}

/// A file of the crate, tests left out.
struct Module<'a> {
    file: &'a Path,
    facts: &'a Facts,
    uses: Vec<Use>,
    paths: Vec<Vec<String>>,
}

/// Every module that is a file, by its path from the root of the crate.
type Modules<'a> = BTreeMap<Vec<String>, Module<'a>>;

/// The imports between the files of one crate.
pub(crate) fn imports(files: &[&SourceFile]) -> Imports {
    let modules = modules(files);
    let mut imports = Imports::new();
    for (home, module) in &modules {
        let found = imports.entry(module.file.to_owned()).or_default();
        for path in named_paths(home, module) {
            if let Some(file) = definition(&modules, &path, 0) {
                found.insert(file.to_owned());
            }
        }
        found.remove(module.file);
    }
    imports
}

fn modules<'a>(files: &[&'a SourceFile]) -> Modules<'a> {
    let mut modules = Modules::new();
    let mut only_tests: BTreeSet<Vec<String>> = BTreeSet::new();
    for file in files {
        let Some((_, home)) = file.home() else {
            continue;
        };
        let child = |name: &String| [home.as_slice(), std::slice::from_ref(name)].concat();
        only_tests.extend(file.facts.test_modules.iter().map(child));
        let uses = file.facts.uses.iter().filter(|one| !one.path.is_test);
        let uses = uses.map(|one| Use {
            name: one.name.clone(),
            path: absolute(&home, &one.path),
            passes_on: one.passes_on,
        });
        let paths = file.facts.paths.iter().filter(|path| !path.is_test);
        let module = Module {
            file: &file.path,
            facts: &file.facts,
            uses: uses.collect(),
            paths: paths.map(|path| absolute(&home, path)).collect(),
        };
        modules.insert(home, module);
    }
    let is_test = |path: &[String]| (1..=path.len()).any(|n| only_tests.contains(&path[..n]));
    modules.retain(|path, _| !is_test(path));
    modules
}

/// The path from the root of the crate, behind the word `crate`; one that begins elsewhere stays as it is.
fn absolute(home: &[String], path: &NamedPath) -> Vec<String> {
    let texts = |words: &[Word]| words.iter().map(|word| word.text.clone()).collect();
    match path.in_crate(home) {
        Some((base, rest)) => [vec!["crate".to_owned()], base, texts(rest)].concat(),
        None => texts(&path.words),
    }
}

/// Every path that a module names, from the root of the crate.
fn named_paths(home: &[String], module: &Module) -> Vec<Vec<String>> {
    let mut found = Vec::new();
    let mentioned: BTreeSet<&String> = module.paths.iter().map(|path| &path[0]).collect();
    for one in &module.uses {
        let name = one.name.as_ref();
        let is_used = name.is_some_and(|name| mentioned.contains(name));
        if !one.passes_on || is_used {
            found.extend(in_scope(home, module, &one.path));
        }
    }
    let long = module.paths.iter().filter(|path| path.len() > 1);
    found.extend(long.filter_map(|path| in_scope(home, module, path)));
    found
}

/// A path as it is meant in this module, from the root of the crate; None if it leads elsewhere.
fn in_scope(home: &[String], module: &Module, path: &[String]) -> Option<Vec<String>> {
    let first = path.first()?;
    if first == "crate" {
        return Some(path.to_vec());
    }
    if module.facts.modules.contains(first) {
        return Some([&["crate".to_owned()], home, path].concat());
    }
    let named = |one: &&Use| one.name.as_ref() == Some(first) && one.path.first() != Some(first);
    let one = module.uses.iter().find(named)?;
    let full = [one.path.as_slice(), &path[1..]].concat();
    if full[0] == "crate" {
        return Some(full);
    }
    let is_child = module.facts.modules.contains(&full[0]);
    is_child.then(|| [&["crate".to_owned()], home, &full].concat())
}

/// The file that defines what a path from the root names; None for a module alone.
fn definition<'a>(modules: &Modules<'a>, path: &[String], depth: usize) -> Option<&'a Path> {
    let mut home: Vec<String> = Vec::new();
    for (at, name) in path.iter().enumerate().skip(1) {
        let child = [home.as_slice(), std::slice::from_ref(name)].concat();
        if modules.contains_key(&child) {
            home = child;
            continue;
        }
        let module = modules.get(&home)?;
        if module.facts.items.contains(name) || depth > 8 {
            return Some(module.file);
        }
        for one in &module.uses {
            let target = match &one.name {
                Some(own) if own == name => [one.path.as_slice(), &path[at + 1..]].concat(),
                None => [one.path.as_slice(), &path[at..]].concat(),
                _ => continue,
            };
            let Some(target) = in_scope(&home, module, &target) else {
                // A name of another crate that is passed on.
                if one.name.is_some() {
                    return None;
                }
                continue;
            };
            let found = definition(modules, &target, depth + 1);
            let is_module = modules.contains_key(&target[1..]);
            if one.name.is_some() && (found.is_some() || is_module) {
                return found;
            }
            if found.is_some_and(|file| defines(modules, file, name)) {
                return found;
            }
        }
        return Some(module.file);
    }
    None
}

fn defines(modules: &Modules, file: &Path, name: &String) -> bool {
    let module = modules.values().find(|module| module.file == file);
    module.is_some_and(|module| module.facts.items.contains(name))
}

#[test]
fn imports_lead_to_the_file_that_defines_a_name() {
    let files = [
        ("lib.rs", "pub mod a; mod b; pub use b::Passed; mod macros;"),
        (
            "a/mod.rs",
            "mod inner; pub use inner::*; use crate::b::{self, Two as Other}; fn f() { b::one() }",
        ),
        ("a/inner.rs", "use super::super::Passed; pub struct Inner;"),
        (
            "b.rs",
            "use crate::a::Inner; pub struct Passed; pub struct Two; pub fn one() {}",
        ),
        (
            "macros.rs",
            "#[cfg(test)] mod tests { use crate::a::Inner; } use std::fmt; fn g(_: fmt::Error) {}",
        ),
        ("called.rs", "fn f() { assert!(crate::b::one()) }"),
    ];
    let files = files.map(|(path, text)| SourceFile::new(Path::new("src").join(path), text));
    let imports = imports(&files.each_ref());
    let found = |file: &str| -> Vec<String> {
        let files = imports[&Path::new("src").join(file)].iter();
        files.map(|path| path.display().to_string()).collect()
    };
    let nothing: [&str; 0] = [];
    assert_eq!(found("lib.rs"), nothing);
    assert_eq!(found("a/mod.rs"), ["src/b.rs"]);
    assert_eq!(found("a/inner.rs"), ["src/b.rs"]);
    assert_eq!(found("b.rs"), ["src/a/inner.rs"]);
    assert_eq!(found("macros.rs"), nothing);
    assert_eq!(found("called.rs"), ["src/b.rs"]);
    let circle = ["src/a/inner.rs", "src/b.rs"].map(PathBuf::from);
    assert_eq!(super::circles(&imports), [Vec::from(circle)]);
}

//! Imports between files, as far as the text alone tells.
//!
//! A name is followed to the file that defines it: through folders, through `use` and `pub use`, and
//! through `use ...::*`. What is seen: the paths in `use`, and every path with `::` whose beginning is
//! `crate`, `self`, `super`, a module declared in the file, or a name that it imports. What is not an
//! import: a `mod` line, a `pub use` whose name the file itself does not mention (it only passes it
//! on), a module named without anything in it, and everything under `#[cfg(test)]`. What is not seen:
//! methods (a file may use a type whose name it does not say) and names that a macro makes; such a
//! name counts as defined in the file of its module.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use super::circles::Imports;
use super::tokens::{Token, closing, tokens, without_tests};
use super::{module_path, rust_files};

/// One `use`: the name that it brings in, and where from.
struct Use {
    /// None for `*`.
    name: Option<String>,
    path: Vec<String>,
    /// True if others may take it from here.
    passes_on: bool,
}

/// A file of the crate, tests left out.
struct Module {
    file: PathBuf,
    /// Modules declared in it.
    children: BTreeSet<String>,
    /// Items defined in it.
    items: BTreeSet<String>,
    uses: Vec<Use>,
    /// Paths with `::` in its code, and single words.
    paths: Vec<Vec<String>>,
}

/// Every module that is a file, by its path from the root of the crate.
type Modules = BTreeMap<Vec<String>, Module>;

/// The imports between the files under `root`, whose `lib.rs` is the crate's root.
pub(crate) fn imports(root: &Path) -> Imports {
    let modules = modules(root);
    let mut imports = Imports::new();
    for (home, module) in &modules {
        let found = imports.entry(module.file.clone()).or_default();
        for path in named_paths(home, module) {
            if let Some(file) = definition(&modules, &path, 0) {
                found.insert(file.to_owned());
            }
        }
        found.remove(&module.file);
    }
    imports
}

fn modules(root: &Path) -> Modules {
    let mut modules = Modules::new();
    let mut only_tests: BTreeSet<Vec<String>> = BTreeSet::new();
    for path in rust_files(root) {
        let file = path.strip_prefix(root).expect("below the root").to_owned();
        let mut home = module_path(&file);
        if home == ["lib"] {
            home.clear();
        }
        let text = fs::read_to_string(&path).expect("a source file can be read");
        let all = tokens(&text);
        let kept = without_tests(&all);
        let child = |name| [home.clone(), vec![name]].concat();
        let declared = declared_modules(&kept);
        let tests = declared_modules(&all);
        only_tests.extend(tests.difference(&declared).cloned().map(child));
        modules.insert(home.clone(), read_module(&home, file, declared, &kept));
    }
    let is_test = |path: &[String]| (1..=path.len()).any(|n| only_tests.contains(&path[..n]));
    modules.retain(|path, _| !is_test(path));
    modules
}

fn declared_modules(tokens: &[Token]) -> BTreeSet<String> {
    let declared = tokens
        .windows(3)
        .filter(|three| three[0].text == "mod" && matches!(three[2].text.as_str(), ";" | "{"));
    declared.map(|three| three[1].text.clone()).collect()
}

fn read_module(
    home: &[String],
    file: PathBuf,
    children: BTreeSet<String>,
    tokens: &[Token],
) -> Module {
    let mut module = Module {
        file,
        children,
        items: items(tokens),
        uses: Vec::new(),
        paths: Vec::new(),
    };
    let text = |at: usize| tokens.get(at).map_or("", |token| token.text.as_str());
    let mut at = 0;
    let mut passes_on = false;
    while at < tokens.len() {
        match text(at) {
            "pub" => {
                passes_on = true;
                at = if text(at + 1) == "(" {
                    closing(tokens, at + 1)
                } else {
                    at + 1
                };
                continue;
            }
            // `impl Trait + use<'_>` is another thing.
            "use" if text(at + 1) != "<" => {
                let end = (at..tokens.len()).find(|&at| text(at) == ";");
                let end = end.unwrap_or(tokens.len());
                let mut leaves = Vec::new();
                use_tree(&tokens[at + 1..end], Vec::new(), &mut leaves);
                module
                    .uses
                    .extend(leaves.into_iter().map(|(name, path)| Use {
                        name,
                        path: absolute(home, path),
                        passes_on,
                    }));
                at = end;
            }
            word if is_name(word) && !matches!(text(at.wrapping_sub(1)), "::" | ".") => {
                let mut path = vec![word.to_owned()];
                while text(at + 1) == "::" && is_name(text(at + 2)) {
                    path.push(text(at + 2).to_owned());
                    at += 2;
                }
                module.paths.push(path);
            }
            _ => {}
        }
        passes_on = false;
        at += 1;
    }
    module
}

fn is_name(text: &str) -> bool {
    text.starts_with(|c: char| c.is_alphabetic() || c == '_')
}

/// The names of the items that stand in no braces.
fn items(tokens: &[Token]) -> BTreeSet<String> {
    let mut items = BTreeSet::new();
    let mut at = 0;
    while at + 1 < tokens.len() {
        let (word, next) = (tokens[at].text.as_str(), tokens[at + 1].text.as_str());
        match word {
            "{" => {
                at = closing(tokens, at);
                continue;
            }
            "struct" | "enum" | "trait" | "union" | "fn" | "const" | "static" | "type"
                if is_name(next) =>
            {
                items.insert(next.to_owned());
            }
            "macro_rules" => {
                items.insert(
                    tokens
                        .get(at + 2)
                        .map_or("", |token| &token.text)
                        .to_owned(),
                );
            }
            _ => {}
        }
        at += 1;
    }
    items
}

/// The leaves of what stands between `use` and `;`.
fn use_tree(
    tokens: &[Token],
    mut path: Vec<String>,
    leaves: &mut Vec<(Option<String>, Vec<String>)>,
) {
    let mut at = 0;
    while let Some(token) = tokens.get(at) {
        match token.text.as_str() {
            "::" => {}
            "*" => return leaves.push((None, path)),
            "{" => {
                let end = closing(tokens, at) - 1;
                let mut start = at + 1;
                let mut inner = start;
                while inner <= end {
                    match tokens[inner].text.as_str() {
                        "{" => inner = closing(tokens, inner) - 1,
                        "," | "}" => {
                            if start < inner {
                                use_tree(&tokens[start..inner], path.clone(), leaves);
                            }
                            start = inner + 1;
                        }
                        _ => {}
                    }
                    inner += 1;
                }
                return;
            }
            "as" => {
                let name = tokens.get(at + 1).map(|token| token.text.clone());
                return leaves.push((name, path));
            }
            // `use module::{self}` is the module.
            "self" if !path.is_empty() => {}
            word => path.push(word.to_owned()),
        }
        at += 1;
    }
    leaves.push((path.last().cloned(), path));
}

/// The path from the root of the crate; `?` stands before one that is not of this crate, or that is
/// to be looked up where it is written.
fn absolute(home: &[String], path: Vec<String>) -> Vec<String> {
    let mut base = home.to_vec();
    let mut rest = path.as_slice();
    match path.first().map(String::as_str) {
        Some("crate" | "sgmp_go") => {
            base.clear();
            rest = &rest[1..];
        }
        Some("self") => rest = &rest[1..],
        Some("super") => {
            while rest.first().is_some_and(|first| first == "super") {
                base.pop();
                rest = &rest[1..];
            }
        }
        _ => return path,
    }
    [&["crate".to_owned()], base.as_slice(), rest].concat()
}

/// Every path that a module names, from the root of the crate.
fn named_paths(home: &[String], module: &Module) -> Vec<Vec<String>> {
    let mut found = Vec::new();
    let mentioned: BTreeSet<&String> = module.paths.iter().map(|path| &path[0]).collect();
    for one in &module.uses {
        let is_used = one
            .name
            .as_ref()
            .is_none_or(|name| mentioned.contains(name));
        if !one.passes_on || is_used && one.name.is_some() {
            found.extend(in_scope(home, module, &one.path));
        }
    }
    let long = module.paths.iter().filter(|path| path.len() > 1);
    found.extend(long.filter_map(|path| in_scope(home, module, path)));
    found
}

/// A path as it is meant in this module, from the root of the crate; None if it leads elsewhere.
fn in_scope(home: &[String], module: &Module, path: &[String]) -> Option<Vec<String>> {
    let path = absolute(home, path.to_vec());
    let first = path.first()?;
    if first == "crate" {
        return Some(path);
    }
    if module.children.contains(first) {
        return Some([&["crate".to_owned()], home, &path].concat());
    }
    let named = |one: &&Use| one.name.as_ref() == Some(first) && one.path.first() != Some(first);
    let one = module.uses.iter().find(named)?;
    let full = [one.path.as_slice(), &path[1..]].concat();
    if full[0] == "crate" {
        return Some(full);
    }
    let child = module.children.contains(&full[0]);
    child.then(|| [&["crate".to_owned()], home, &full].concat())
}

/// The file that defines what a path from the root names; None for a module alone.
fn definition<'a>(modules: &'a Modules, path: &[String], depth: usize) -> Option<&'a Path> {
    let mut home: Vec<String> = Vec::new();
    for (at, name) in path.iter().enumerate().skip(1) {
        let child = [home.as_slice(), std::slice::from_ref(name)].concat();
        if modules.contains_key(&child) {
            home = child;
            continue;
        }
        let module = modules.get(&home)?;
        if module.items.contains(name) || depth > 8 {
            return Some(&module.file);
        }
        let rest = &path[at + 1..];
        for one in &module.uses {
            let target = match &one.name {
                Some(own) if own == name => [one.path.as_slice(), rest].concat(),
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
            let defines = |file: &&Path| {
                let of_file = modules.values().find(|module| module.file == **file);
                of_file.is_some_and(|module| module.items.contains(name))
            };
            if found.as_ref().is_some_and(defines) {
                return found;
            }
        }
        return Some(&module.file);
    }
    None
}

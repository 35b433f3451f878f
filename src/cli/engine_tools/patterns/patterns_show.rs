//! `patterns show`: pages of the library, as texts have them.

use std::path::PathBuf;

use clap::Args;
use serde_json::{Value, json};

use super::library_files;
use crate::cli::exit::Exit;
use sgmp_board::failure::{Blame, Failure};
use sgmp_knowledge::patterns::{Kind, Pattern};
use sgmp_match::console::stdout_line;

/// Pages to show.
#[derive(Debug, Args)]
pub struct ShowArgs {
    /// A pattern's name, or a kind for all of it: cut, connect, surround, escape, capture, kill, live,
    /// shape, contact, block, base, invade, reduce, endgame
    pub name: String,

    /// Text files, or folders of them [default: the library that the program carries]
    pub files: Vec<PathBuf>,

    /// Print a JSON object a line
    #[arg(long)]
    pub json: bool,
}

/// Prints them.
///
/// # Errors
/// Files that cannot be read, texts with errors, and a name that no pattern has.
pub(super) fn run(args: &ShowArgs) -> Result<Exit, Failure> {
    let library = library_files::library(&args.files)?;
    let kind = Kind::from_word(&args.name);
    let is_meant = |p: &&Pattern| p.name == args.name || Some(p.kind) == kind;
    let meant: Vec<&Pattern> = library.patterns().iter().filter(is_meant).collect();
    if meant.is_empty() {
        let none = format!(
            "no pattern and no kind is called {:?}: see patterns stats",
            args.name
        );
        return Err(Failure::new(Blame::Usage, none));
    }
    for pattern in meant {
        if args.json {
            stdout_line(object(pattern));
        } else {
            stdout_line(pattern);
        }
    }
    Ok(Exit::Done)
}

fn object(pattern: &Pattern) -> Value {
    let letter = |cell| pattern.diagram.label(cell);
    let facts = pattern.conditions.iter();
    let facts = facts.map(
        |fact| json!({ "letter": letter(fact.cell).map(String::from), "fact": fact.words(letter) }),
    );
    json!({
        "name": pattern.name,
        "kind": pattern.kind.word(),
        "urgency": pattern.urgency.word(),
        "picture": pattern.diagram.to_string().lines().collect::<Vec<_>>(),
        "facts": facts.collect::<Vec<_>>(),
        "tree": pattern.tree.words(letter),
        "sentence": pattern.sentence,
    })
}

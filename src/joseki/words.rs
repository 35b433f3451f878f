//! The parts of a line of text.

use super::book::Book;
use super::graph::Step;
use super::mark::{GROWN, Mark, Source};
use super::text_error::Fault;
use crate::rules::{Move, Point};

/// What the lines are about.
#[derive(Clone, Copy)]
pub(super) enum Ground {
    Corner,
    /// The board of this place among [`Book::BOARDS`].
    Board(usize),
}

/// Longest line of a text, in bytes.
const LONGEST_ROW: usize = 4000;

/// A column and what is wrong there.
pub(super) type At = (usize, Fault);

/// A part of a line.
pub(super) enum Word {
    Move(Step),
    Name(String),
    Comment(String),
    Label(String),
    From(String),
    Branch(Point),
    Directive(String),
}

/// What a line that is no line of moves says.
pub(super) fn directive(word: &Word) -> Option<Result<Ground, Fault>> {
    let Word::Directive(text) = word else {
        return None;
    };
    let number = text.strip_prefix("board").map(str::trim);
    let lines = number.and_then(|number| number.parse::<u8>().ok());
    let board = Book::BOARDS.iter().position(|known| Some(*known) == lines);
    Some(match board {
        _ if text == "corner" => Ok(Ground::Corner),
        Some(board) => Ok(Ground::Board(board)),
        None => Err(Fault::Board(text.clone())),
    })
}

/// The parts of a line with their columns.
pub(super) fn words(line: &str) -> Result<Vec<(usize, Word)>, At> {
    let mut words = Vec::new();
    if line.len() > LONGEST_ROW {
        return Err((1, Fault::LongRow(LONGEST_ROW)));
    }
    let trimmed = line.trim();
    if trimmed.starts_with('#') {
        return Ok(words);
    }
    let column = |rest: &str| line.chars().count() - rest.chars().count() + 1;
    if trimmed.starts_with("board") || trimmed.starts_with("corner") {
        let at = column(line.trim_start());
        words.push((at, Word::Directive(trimmed.to_owned())));
        return Ok(words);
    }
    let mut rest = line.trim_start();
    while !rest.is_empty() {
        let at = column(rest);
        if let Some(comment) = rest.strip_prefix(';') {
            words.push((at, Word::Comment(comment.trim().to_owned())));
            break;
        }
        if let Some(name) = rest.strip_prefix('[') {
            let (name, after) = name.split_once(']').ok_or((at, Fault::OpenName))?;
            words.push((at, Word::Name(name.trim().to_owned())));
            rest = after.trim_start();
            continue;
        }
        let end = rest.find(|c: char| c.is_whitespace() || c == '[' || c == ';');
        let (text, after) = rest.split_at(end.unwrap_or(rest.len()));
        words.push((at, word(text).map_err(|fault| (at, fault))?));
        rest = after.trim_start();
    }
    Ok(words)
}

fn word(text: &str) -> Result<Word, Fault> {
    let wrong = || Fault::Word(text.to_owned());
    if let Some(label) = text.strip_prefix('=').filter(|label| !label.is_empty()) {
        return Ok(Word::Label(label.to_owned()));
    }
    if let Some(label) = text.strip_prefix('@').filter(|label| !label.is_empty()) {
        return Ok(Word::From(label.to_owned()));
    }
    if let Some(point) = text.strip_prefix("..") {
        return Point::parse(point).map(Word::Branch).ok_or_else(wrong);
    }
    let end = text.find(|c: char| !c.is_ascii_alphanumeric() && c != '-');
    let (name, signs) = text.split_at(end.unwrap_or(text.len()));
    let mv = match name {
        "-" => Move::Pass,
        _ => Move::Play(Point::parse(name).ok_or_else(wrong)?),
    };
    let mut step = Step {
        mv,
        mark: None,
        source: Source::Written,
    };
    for sign in signs.chars() {
        match (Mark::of_sign(sign), step.mark) {
            (Some(mark), Some(other)) => return Err(Fault::TwoMarks(other, mark)),
            (Some(mark), None) => step.mark = Some(mark),
            (None, _) if sign == GROWN => step.source = Source::Grown,
            (None, _) => return Err(Fault::Sign(sign)),
        }
    }
    Ok(Word::Move(step))
}

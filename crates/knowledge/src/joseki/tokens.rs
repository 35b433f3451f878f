//! The tokens of a line of text.

use super::book_text_error::Fault;
use super::graph::GraphStep;
use super::mark::{GROWN, Mark, Source};
use sgmp_board::rules::{Move, Point};

/// Lines of the boards whose openings a book may hold.
pub(super) const BOARD_LINES: [u8; 3] = [9, 13, 19];

/// The part of the book that the lines after a directive belong to.
#[derive(Clone, Copy)]
pub(super) enum Section {
    Corner,
    /// The board of this place among [`BOARD_LINES`].
    Board(usize),
}

/// Maximum length of a line of text, in bytes.
const MAX_ROW_BYTES: usize = 4000;

/// A column and the fault there.
pub(super) type ColumnFault = (usize, Fault);

/// A token of a line.
pub(super) enum Token {
    Move(GraphStep),
    Name(String),
    Comment(String),
    Label(String),
    From(String),
    Branch(Point),
    Directive(String),
}

/// The section that a directive begins; `None` for any other token.
pub(super) fn section_of(word: &Token) -> Option<Result<Section, Fault>> {
    let Token::Directive(text) = word else {
        return None;
    };
    let number = text.strip_prefix("board").map(str::trim);
    let lines = number.and_then(|number| number.parse::<u8>().ok());
    let board = BOARD_LINES.iter().position(|known| Some(*known) == lines);
    Some(match board {
        _ if text == "corner" => Ok(Section::Corner),
        Some(board) => Ok(Section::Board(board)),
        None => Err(Fault::Board(text.clone())),
    })
}

/// Splits a line into tokens, each with its column.
pub(super) fn tokens(line: &str) -> Result<Vec<(usize, Token)>, ColumnFault> {
    let mut tokens = Vec::new();
    if line.len() > MAX_ROW_BYTES {
        return Err((1, Fault::LongRow(MAX_ROW_BYTES)));
    }
    let trimmed = line.trim();
    if trimmed.starts_with('#') {
        return Ok(tokens);
    }
    let column = |rest: &str| line.chars().count() - rest.chars().count() + 1;
    if trimmed.starts_with("board") || trimmed.starts_with("corner") {
        let at = column(line.trim_start());
        tokens.push((at, Token::Directive(trimmed.to_owned())));
        return Ok(tokens);
    }
    let mut rest = line.trim_start();
    while !rest.is_empty() {
        let at = column(rest);
        if let Some(comment) = rest.strip_prefix(';') {
            tokens.push((at, Token::Comment(comment.trim().to_owned())));
            break;
        }
        if let Some(name) = rest.strip_prefix('[') {
            let (name, after) = name.split_once(']').ok_or((at, Fault::OpenName))?;
            tokens.push((at, Token::Name(name.trim().to_owned())));
            rest = after.trim_start();
            continue;
        }
        let end = rest.find(|c: char| c.is_whitespace() || c == '[' || c == ';');
        let (text, after) = rest.split_at(end.unwrap_or(rest.len()));
        tokens.push((at, token(text).map_err(|fault| (at, fault))?));
        rest = after.trim_start();
    }
    Ok(tokens)
}

fn token(text: &str) -> Result<Token, Fault> {
    let wrong = || Fault::Word(text.to_owned());
    if let Some(label) = text.strip_prefix('=').filter(|label| !label.is_empty()) {
        return Ok(Token::Label(label.to_owned()));
    }
    if let Some(label) = text.strip_prefix('@').filter(|label| !label.is_empty()) {
        return Ok(Token::From(label.to_owned()));
    }
    if let Some(point) = text.strip_prefix("..") {
        return Point::parse(point).map(Token::Branch).ok_or_else(wrong);
    }
    let end = text.find(|c: char| !c.is_ascii_alphanumeric() && c != '-');
    let (name, signs) = text.split_at(end.unwrap_or(text.len()));
    let mv = match name {
        "-" => Move::Pass,
        _ => Move::Play(Point::parse(name).ok_or_else(wrong)?),
    };
    let mut step = GraphStep {
        mv,
        mark: None,
        source: Source::Written,
    };
    for sign in signs.chars() {
        match (Mark::from_sign(sign), step.mark) {
            (Some(mark), Some(other)) => return Err(Fault::TwoMarks(other, mark)),
            (Some(mark), None) => step.mark = Some(mark),
            (None, _) if sign == GROWN => step.source = Source::Grown,
            (None, _) => return Err(Fault::Sign(sign)),
        }
    }
    Ok(Token::Move(step))
}

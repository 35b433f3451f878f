//! Parser of the text form of a book, which `docs/joseki.md` describes.
//!
//! Each line is a line of moves. An indented one continues the line it is below; one that begins
//! with `..R14` continues the line above it from that move on.

use std::collections::BTreeMap;

use super::book::Book;
use super::book_text_error::{Fault, TextError, TextLocation};
use super::canonical_position::BookPosition;
use super::graph::{AddError, Added, Graph, GraphStep, Node, NodeId};
use super::move_codec::MAX_LINE_MOVES;
use super::tokens::{ColumnFault, Section, Token, section_of, tokens};
use sgmp_board::rules::Move;

/// Maximum length of a text, in bytes.
const MAX_TEXT_BYTES: usize = 16 << 20;

/// Number of errors after which reading stops.
const MAX_ERRORS: usize = 100;

/// Maximum length of a name or comment, in bytes.
const MAX_NOTE_BYTES: usize = 400;

/// The first column and row of the corner, from 0.
const CORNER: u8 = 7;

/// The outcome of reading a text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// Number of lines with moves.
    pub lines: usize,
    /// Number of written moves, without those that a line takes over from another.
    pub written: usize,
    /// Errors; the lines concerned are left out.
    pub errors: Vec<TextError>,
    /// Lines that add nothing, and labels that no line continues.
    pub idle: Vec<(TextLocation, Idle)>,
}

/// A part of a text that could be left out.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Idle {
    /// A line that adds nothing.
    #[error("all of this line is in the book already: leave it out")]
    Line,
    /// A label that no line continues.
    #[error("nothing goes on from ={0}: leave it out")]
    Label(String),
}

impl Report {
    /// Adds the outcome of another text.
    pub fn extend(&mut self, other: Self) {
        self.lines += other.lines;
        self.written += other.written;
        self.errors.extend(other.errors);
        self.idle.extend(other.idle);
    }
}

impl Book {
    /// Adds the lines of a text; those with errors are reported and left out.
    pub fn read_text(&mut self, name: &str, text: &str) -> Report {
        read(self, name, text)
    }
}

/// Reads a text into a book.
fn read(book: &mut Book, name: &str, text: &str) -> Report {
    let mut reader = BookReader {
        book,
        section: Section::Corner,
        levels: Vec::new(),
        labels: BTreeMap::new(),
        report: Report::default(),
    };
    let place = |line: usize, column: usize| TextLocation {
        file: name.to_owned(),
        line,
        column,
    };
    if text.len() > MAX_TEXT_BYTES {
        reader.report.errors.push(TextError {
            place: place(1, 1),
            fault: Fault::LongText(MAX_TEXT_BYTES),
        });
        return reader.report;
    }
    for (number, line) in text.lines().enumerate() {
        if let Err((column, fault)) = reader.line(line, |column| place(number + 1, column)) {
            let place = place(number + 1, column);
            reader.report.errors.push(TextError { place, fault });
            if reader.report.errors.len() >= MAX_ERRORS {
                break;
            }
        }
    }
    reader.finish()
}

/// A line that later ones may continue.
struct Level {
    indent: usize,
    /// `None` if the line has an error: its continuations are skipped.
    path: Option<Vec<Move>>,
    /// The location of the line, if it added nothing and no line has continued it yet.
    idle: Option<TextLocation>,
}

impl Level {
    const fn wrong(indent: usize) -> Self {
        Self {
            indent,
            path: None,
            idle: None,
        }
    }
}

/// The contribution of a line to the book.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Contribution {
    Something,
    Nothing,
}

struct Label {
    path: Vec<Move>,
    place: TextLocation,
    used: bool,
}

struct BookReader<'a> {
    book: &'a mut Book,
    section: Section,
    levels: Vec<Level>,
    labels: BTreeMap<String, Label>,
    report: Report,
}

impl BookReader<'_> {
    fn line(
        &mut self,
        line: &str,
        place: impl Fn(usize) -> TextLocation,
    ) -> Result<(), ColumnFault> {
        let indent = line.chars().take_while(|c| c.is_whitespace()).count();
        let tokens = tokens(line)?;
        let Some((_, first)) = tokens.first() else {
            return Ok(());
        };
        if let Some(section) = section_of(first) {
            self.section = section.map_err(|fault| (indent + 1, fault))?;
            if let Some(last) = self.leave(0) {
                self.report_idle(last);
            }
            return Ok(());
        }
        let beside = self.leave(indent);
        let base = match self.base(first, beside) {
            Ok(Some(base)) => base,
            Ok(None) => {
                self.levels.push(Level::wrong(indent));
                return Ok(());
            }
            Err(fault) => {
                self.levels.push(Level::wrong(indent));
                return Err((indent + 1, fault));
            }
        };
        if let Some(parent) = self.levels.last_mut() {
            parent.idle = None;
        }
        let skip = usize::from(matches!(first, Token::Branch(_) | Token::From(_)));
        match self.walk(base, &tokens[skip..], &place) {
            Ok((path, contribution)) => {
                self.levels.push(Level {
                    indent,
                    path: Some(path),
                    idle: (contribution == Contribution::Nothing).then(|| place(indent + 1)),
                });
                Ok(())
            }
            Err(at) => {
                self.levels.push(Level::wrong(indent));
                Err(at)
            }
        }
    }

    /// Drops the lines that a line of this indent cannot continue; returns the one of equal indent.
    fn leave(&mut self, indent: usize) -> Option<Level> {
        while let Some(level) = self.levels.pop_if(|level| level.indent >= indent) {
            if level.indent == indent && self.levels.last().is_none_or(|l| l.indent < indent) {
                return Some(level);
            }
            self.report_idle(level);
        }
        None
    }

    fn report_idle(&mut self, level: Level) {
        let idle = level.idle.map(|place| (place, Idle::Line));
        self.report.idle.extend(idle);
    }

    /// The moves that the line continues; `None` if they have an error themselves.
    fn base(&mut self, first: &Token, beside: Option<Level>) -> Result<Option<Vec<Move>>, Fault> {
        let beside = match (first, beside) {
            (Token::Branch(_), beside) => beside,
            (_, None) => None,
            (_, Some(level)) => {
                self.report_idle(level);
                None
            }
        };
        match first {
            Token::From(label) => match self.labels.get_mut(label) {
                Some(known) => {
                    known.used = true;
                    Ok(Some(known.path.clone()))
                }
                None => Err(Fault::NoLabel(label.clone())),
            },
            Token::Branch(point) => {
                let above = match (beside, self.levels.last()) {
                    (Some(level), _) => level.path,
                    (None, Some(parent)) => parent.path.clone(),
                    (None, None) => return Err(Fault::NoParent),
                };
                let Some(mut path) = above else {
                    return Ok(None);
                };
                let branch = path.iter().rposition(|mv| *mv == Move::Play(*point));
                let branch = branch.ok_or_else(|| Fault::NoBranch(point.to_string()))?;
                path.truncate(branch + 1);
                Ok(Some(path))
            }
            _ => Ok(self
                .levels
                .last()
                .map_or_else(|| Some(Vec::new()), |parent| parent.path.clone())),
        }
    }

    /// Follows the tokens of a line from the end of `base` on.
    fn walk(
        &mut self,
        base: Vec<Move>,
        tokens: &[(usize, Token)],
        place: impl Fn(usize) -> TextLocation,
    ) -> Result<(Vec<Move>, Contribution), ColumnFault> {
        let start = tokens.first().map_or(1, |(column, _)| *column);
        let graph = self.book.graph_mut(self.section);
        let mut walk = Walk::new(graph, base).ok_or((start, Fault::Cycle))?;
        for (column, token) in tokens {
            let at = |fault| (*column, fault);
            match token {
                Token::Label(label) => {
                    let known = Label {
                        path: walk.path.clone(),
                        place: place(*column),
                        used: false,
                    };
                    if self.labels.insert(label.clone(), known).is_some() {
                        return Err(at(Fault::LabelTaken(label.clone())));
                    }
                }
                token => walk.apply(token, self.section).map_err(at)?,
            }
        }
        self.report.lines += usize::from(walk.moves > 0);
        self.report.written += walk.moves;
        let nothing = walk.moves > 0 && walk.contribution == Contribution::Nothing;
        let contribution = if nothing {
            Contribution::Nothing
        } else {
            Contribution::Something
        };
        Ok((walk.path, contribution))
    }

    fn finish(mut self) -> Report {
        if let Some(last) = self.leave(0) {
            self.report_idle(last);
        }
        for (name, label) in self.labels {
            if !label.used {
                self.report.idle.push((label.place, Idle::Label(name)));
            }
        }
        self.report
    }
}

/// The path of a line through the book.
struct Walk<'a> {
    graph: &'a mut Graph,
    position: BookPosition,
    node: NodeId,
    path: Vec<Move>,
    /// Number of moves written by the line.
    moves: usize,
    contribution: Contribution,
}

impl<'a> Walk<'a> {
    /// ColumnFault the end of moves that the book knows; `None` if it does not.
    fn new(graph: &'a mut Graph, path: Vec<Move>) -> Option<Self> {
        let position = BookPosition::after_moves(graph.size(), &path).ok()?;
        let node = graph.find(&position.canonical(graph.symmetries()))?;
        Some(Self {
            graph,
            position,
            node,
            path,
            moves: 0,
            contribution: Contribution::Nothing,
        })
    }

    fn apply(&mut self, token: &Token, section: Section) -> Result<(), Fault> {
        match token {
            Token::Move(step) => {
                if matches!(section, Section::Corner) {
                    in_corner(step.mv)?;
                }
                if self.path.len() >= MAX_LINE_MOVES {
                    return Err(Fault::LongLine(MAX_LINE_MOVES));
                }
                self.play(*step)
            }
            Token::Name(text) => self.annotate(text, |node| &mut node.name),
            Token::Comment(text) => self.annotate(text, |node| &mut node.comment),
            Token::Label(text) | Token::Directive(text) => Err(Fault::Word(text.clone())),
            Token::Branch(point) => Err(Fault::Word(format!("..{point}"))),
            Token::From(label) => Err(Fault::Word(format!("@{label}"))),
        }
    }

    fn play(&mut self, step: GraphStep) -> Result<(), Fault> {
        if step.mv == Move::Pass && self.path.last() == Some(&Move::Pass) {
            return Err(Fault::BothPass);
        }
        let symmetries = self.graph.symmetries();
        let before = self.position.canonical(symmetries);
        let illegal = |error| Fault::Illegal(step.mv.to_string(), error);
        self.position.play(step.mv).map_err(illegal)?;
        let after = self.position.canonical(symmetries);
        let added = self.graph.add(self.node, &before, step, &after);
        let (node, added) = added.map_err(|refused| match refused {
            AddError::Mark(mark) => Fault::Conflict(mark),
            AddError::Cycle => Fault::Cycle,
            AddError::Full => Fault::Full,
        })?;
        self.node = node;
        self.path.push(step.mv);
        self.moves += 1;
        if added == Added::New {
            self.contribution = Contribution::Something;
        }
        Ok(())
    }

    fn annotate(
        &mut self,
        text: &str,
        slot: impl Fn(&mut Node) -> &mut Option<String>,
    ) -> Result<(), Fault> {
        if self.path.is_empty() {
            return Err(Fault::NothingBefore);
        }
        if text.len() > MAX_NOTE_BYTES {
            return Err(Fault::LongNote(MAX_NOTE_BYTES));
        }
        let slot = slot(self.graph.node_mut(self.node));
        match slot {
            Some(said) if said != text => return Err(Fault::Said(said.clone())),
            Some(_) => {}
            None => {
                *slot = Some(text.to_owned());
                self.contribution = Contribution::Something;
            }
        }
        Ok(())
    }
}

fn in_corner(mv: Move) -> Result<(), Fault> {
    match mv {
        Move::Play(p) if p.column() < CORNER || p.row() < CORNER => {
            Err(Fault::OutsideCorner(p.to_string()))
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests;

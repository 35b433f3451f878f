//! Reading the text that people write: `docs/joseki.md` has its form.
//!
//! One line of moves after the other; a line that is indented goes on from the end of the line it is
//! below, one that begins with `..R14` from that move of the line above it.

use std::collections::BTreeMap;

use super::book::Book;
use super::book_text_error::{Fault, TextError, TextLocation};
use super::canonical_position::BookPosition;
use super::graph::{AddError, Added, Graph, Node, NodeId, Step};
use super::move_codec::MAX_LINE_MOVES;
use super::tokens::{ColumnFault, Section, Token, section_of, tokens};
use crate::rules::Move;

/// Longest text, in bytes.
const MAX_TEXT_BYTES: usize = 16 << 20;

/// Errors of a text after which the rest is not told.
const MAX_ERRORS: usize = 100;

/// Longest name or comment, in bytes.
const MAX_NOTE_BYTES: usize = 400;

/// The first column and row of the corner, from 0.
const CORNER: u8 = 7;

/// What a text brought.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// Lines with moves.
    pub lines: usize,
    /// Moves as they are written, without those that a line takes over from another.
    pub written: usize,
    /// What is wrong; the lines meant are left out.
    pub errors: Vec<TextError>,
    /// Lines that bring nothing new, and labels that nothing goes on from.
    pub idle: Vec<(TextLocation, Idle)>,
}

/// What could be left out of a text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Idle {
    /// A line.
    #[error("all of this line is in the book already: leave it out")]
    Line,
    /// A label.
    #[error("nothing goes on from ={0}: leave it out")]
    Label(String),
}

impl Report {
    /// Adds what another text brought.
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
    let mut reader = Reader {
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

/// A line that others may go on from.
struct Level {
    indent: usize,
    /// `None` where the line was wrong: what goes on from it is passed over.
    path: Option<Vec<Move>>,
    /// Where the line stands, if it brought nothing and nobody went on from it yet.
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

/// Whether a line said anything that the book did not know.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Brought {
    Something,
    Nothing,
}

struct Label {
    path: Vec<Move>,
    place: TextLocation,
    used: bool,
}

struct Reader<'a> {
    book: &'a mut Book,
    section: Section,
    levels: Vec<Level>,
    labels: BTreeMap<String, Label>,
    report: Report,
}

impl Reader<'_> {
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
            Ok((path, brought)) => {
                self.levels.push(Level {
                    indent,
                    path: Some(path),
                    idle: (brought == Brought::Nothing).then(|| place(indent + 1)),
                });
                Ok(())
            }
            Err(at) => {
                self.levels.push(Level::wrong(indent));
                Err(at)
            }
        }
    }

    /// Forgets the lines that this one does not go on from, and gives the one beside it.
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

    /// The moves that the line goes on from; `None` where they were wrong themselves.
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
    ) -> Result<(Vec<Move>, Brought), ColumnFault> {
        let start = tokens.first().map_or(1, |(column, _)| *column);
        let graph = self.book.graph_mut(self.section);
        let mut walk = Walk::new(graph, base).ok_or((start, Fault::Cycle))?;
        for (column, word) in tokens {
            let at = |fault| (*column, fault);
            match word {
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
                word => walk.obey(word, self.section).map_err(at)?,
            }
        }
        self.report.lines += usize::from(walk.moves > 0);
        self.report.written += walk.moves;
        let nothing = walk.moves > 0 && walk.brought == Brought::Nothing;
        let brought = if nothing {
            Brought::Nothing
        } else {
            Brought::Something
        };
        Ok((walk.path, brought))
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

/// The way of a line through the book.
struct Walk<'a> {
    graph: &'a mut Graph,
    position: BookPosition,
    node: NodeId,
    path: Vec<Move>,
    /// Moves that the line writes.
    moves: usize,
    brought: Brought,
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
            brought: Brought::Nothing,
        })
    }

    fn obey(&mut self, word: &Token, section: Section) -> Result<(), Fault> {
        match word {
            Token::Move(step) => {
                if matches!(section, Section::Corner) {
                    in_corner(step.mv)?;
                }
                if self.path.len() >= MAX_LINE_MOVES {
                    return Err(Fault::LongLine(MAX_LINE_MOVES));
                }
                self.play(*step)
            }
            Token::Name(text) => self.say(text, |node| &mut node.name),
            Token::Comment(text) => self.say(text, |node| &mut node.comment),
            Token::Label(text) | Token::Directive(text) => Err(Fault::Word(text.clone())),
            Token::Branch(point) => Err(Fault::Word(format!("..{point}"))),
            Token::From(label) => Err(Fault::Word(format!("@{label}"))),
        }
    }

    fn play(&mut self, step: Step) -> Result<(), Fault> {
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
            self.brought = Brought::Something;
        }
        Ok(())
    }

    fn say(
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
                self.brought = Brought::Something;
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

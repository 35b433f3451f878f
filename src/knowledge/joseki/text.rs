//! Reading the text that people write: `docs/joseki.md` has its form.
//!
//! One line of moves after the other; a line that is indented goes on from the end of the line it is
//! below, one that begins with `..R14` from that move of the line above it.

use std::collections::BTreeMap;

use super::book::Book;
use super::code::LONGEST_LINE;
use super::graph::{Added, Graph, NodeId, Refused, Step};
use super::mark::{GROWN, Mark, Source};
use super::stance::Position;
use super::text_error::{Fault, Place, TextError};
use crate::rules::{BoardSize, Move, Point};

/// Longest text, in bytes.
const LONGEST_TEXT: usize = 16 << 20;

/// Errors of a text after which the rest is not told.
const MOST_ERRORS: usize = 100;

/// Longest name or comment, in bytes.
const LONGEST_SAYING: usize = 400;

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
    pub idle: Vec<(Place, Idle)>,
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

/// Reads a text into a book.
pub(super) fn read(book: &mut Book, name: &str, text: &str) -> Report {
    let mut reader = Reader {
        book,
        ground: Ground::Corner,
        levels: Vec::new(),
        labels: BTreeMap::new(),
        report: Report::default(),
    };
    let place = |line: usize, column: usize| Place {
        file: name.to_owned(),
        line,
        column,
    };
    if text.len() > LONGEST_TEXT {
        reader.report.errors.push(TextError {
            place: place(1, 1),
            fault: Fault::LongText(LONGEST_TEXT),
        });
        return reader.report;
    }
    for (number, line) in text.lines().enumerate() {
        if let Err((column, fault)) = reader.line(line, |column| place(number + 1, column)) {
            let place = place(number + 1, column);
            reader.report.errors.push(TextError { place, fault });
            if reader.report.errors.len() >= MOST_ERRORS {
                break;
            }
        }
    }
    reader.finish()
}

/// What the lines are about.
#[derive(Clone, Copy)]
enum Ground {
    Corner,
    Board(BoardSize),
}

/// A line that others may go on from.
struct Level {
    indent: usize,
    /// `None` where the line was wrong: what goes on from it is passed over.
    path: Option<Vec<Move>>,
}

struct Label {
    path: Vec<Move>,
    place: Place,
    used: bool,
}

struct Reader<'a> {
    book: &'a mut Book,
    ground: Ground,
    levels: Vec<Level>,
    labels: BTreeMap<String, Label>,
    report: Report,
}

/// A column and what is wrong there.
type At = (usize, Fault);

impl Reader<'_> {
    fn line(&mut self, line: &str, place: impl Fn(usize) -> Place) -> Result<(), At> {
        let indent = line.chars().take_while(|c| c.is_whitespace()).count();
        let words = words(line)?;
        let Some((_, first)) = words.first() else {
            return Ok(());
        };
        if let Some(ground) = directive(first) {
            self.ground = ground.map_err(|fault| (indent + 1, fault))?;
            self.levels.clear();
            return Ok(());
        }
        let above = self.leave(indent);
        let base = match self.base(first, above) {
            Ok(Some(base)) => base,
            Ok(None) => {
                self.levels.push(Level { indent, path: None });
                return Ok(());
            }
            Err(fault) => {
                self.levels.push(Level { indent, path: None });
                return Err((indent + 1, fault));
            }
        };
        let skip = usize::from(matches!(first, Word::Branch(_) | Word::From(_)));
        let walked = self.walk(base, &words[skip..], place);
        let (path, result) = match walked {
            Ok(path) => (Some(path), Ok(())),
            Err(at) => (None, Err(at)),
        };
        self.levels.push(Level { indent, path });
        result
    }

    /// Forgets the lines that this one does not go on from, and gives the one beside it.
    fn leave(&mut self, indent: usize) -> Option<Level> {
        let mut beside = None;
        while self.levels.last().is_some_and(|l| l.indent >= indent) {
            beside = self.levels.pop();
        }
        beside.filter(|level| level.indent == indent)
    }

    /// The moves that the line goes on from; `None` where they were wrong themselves.
    fn base(&mut self, first: &Word, beside: Option<Level>) -> Result<Option<Vec<Move>>, Fault> {
        match first {
            Word::From(label) => match self.labels.get_mut(label) {
                Some(known) => {
                    known.used = true;
                    Ok(Some(known.path.clone()))
                }
                None => Err(Fault::NoLabel(label.clone())),
            },
            Word::Branch(point) => {
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

    fn walk(
        &mut self,
        mut path: Vec<Move>,
        words: &[(usize, Word)],
        place: impl Fn(usize) -> Place,
    ) -> Result<Vec<Move>, At> {
        let size = match self.ground {
            Ground::Corner => BoardSize::NINETEEN,
            Ground::Board(size) => size,
        };
        let corner = matches!(self.ground, Ground::Corner);
        let graph = match self.ground {
            Ground::Corner => &mut self.book.corner,
            Ground::Board(size) => self.book.board_mut(size).ok_or((1, Fault::Size(size)))?,
        };
        let start = words.first().map_or(1, |(column, _)| *column);
        let illegal = |_| (start, Fault::Cycle);
        let position = Position::after(size, &path).map_err(illegal)?;
        let node = graph.find(&position.stance(graph.fold()));
        let mut walk = Walk {
            node: node.ok_or((start, Fault::Cycle))?,
            graph,
            position,
            new: 0,
            said: false,
        };
        let mut moves = 0;
        for (column, word) in words {
            let at = |fault| (*column, fault);
            match word {
                Word::Move(step) => {
                    if corner {
                        in_corner(step.mv).map_err(at)?;
                    }
                    walk.play(*step, path.last().copied()).map_err(at)?;
                    path.push(step.mv);
                    moves += 1;
                    if path.len() > LONGEST_LINE {
                        return Err(at(Fault::LongLine(LONGEST_LINE)));
                    }
                }
                Word::Name(text) => walk.say(text, &path, |node| &mut node.name).map_err(at)?,
                Word::Comment(text) => {
                    walk.say(text, &path, |node| &mut node.comment)
                        .map_err(at)?;
                }
                Word::Label(label) => {
                    let known = Label {
                        path: path.clone(),
                        place: place(*column),
                        used: false,
                    };
                    if self.labels.insert(label.clone(), known).is_some() {
                        return Err(at(Fault::LabelTaken(label.clone())));
                    }
                }
                Word::Branch(point) => return Err(at(Fault::Word(format!("..{point}")))),
                Word::From(label) => return Err(at(Fault::Word(format!("@{label}")))),
                Word::Directive(text) => return Err(at(Fault::Word(text.clone()))),
            }
        }
        self.report.lines += usize::from(moves > 0);
        self.report.written += moves;
        if walk.new == 0 && moves > 0 && !walk.said {
            self.report.idle.push((place(start), Idle::Line));
        }
        Ok(path)
    }

    fn finish(mut self) -> Report {
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
    position: Position,
    node: NodeId,
    /// Moves that were not there.
    new: usize,
    /// Whether the line named or remarked something.
    said: bool,
}

impl Walk<'_> {
    fn play(&mut self, step: Step, last: Option<Move>) -> Result<(), Fault> {
        if step.mv == Move::Pass && last == Some(Move::Pass) {
            return Err(Fault::BothPass);
        }
        let fold = self.graph.fold();
        let before = self.position.stance(fold);
        let illegal = |error| Fault::Illegal(step.mv.to_string(), error);
        self.position.play(step.mv).map_err(illegal)?;
        let after = self.position.stance(fold);
        let added = self.graph.add(self.node, &before, step, &after);
        let (node, added) = added.map_err(|refused| match refused {
            Refused::Mark(mark) => Fault::Conflict(mark),
            Refused::Cycle => Fault::Cycle,
            Refused::Full => Fault::Full,
        })?;
        self.node = node;
        self.new += usize::from(added == Added::New);
        Ok(())
    }

    fn say(
        &mut self,
        text: &str,
        path: &[Move],
        slot: impl Fn(&mut super::graph::Node) -> &mut Option<String>,
    ) -> Result<(), Fault> {
        if path.is_empty() {
            return Err(Fault::NothingBefore);
        }
        if text.len() > LONGEST_SAYING {
            return Err(Fault::LongSaying(LONGEST_SAYING));
        }
        let slot = slot(self.graph.node_mut(self.node));
        match slot {
            Some(said) if said != text => return Err(Fault::Said(said.clone())),
            _ => *slot = Some(text.to_owned()),
        }
        self.said = true;
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

/// A part of a line.
enum Word {
    Move(Step),
    Name(String),
    Comment(String),
    Label(String),
    From(String),
    Branch(Point),
    Directive(String),
}

/// What a line that is no line of moves says.
fn directive(word: &Word) -> Option<Result<Ground, Fault>> {
    let Word::Directive(text) = word else {
        return None;
    };
    let number = text.strip_prefix("board").map(str::trim);
    let board = number.and_then(|n| n.parse().ok()).and_then(BoardSize::new);
    Some(match board {
        _ if text == "corner" => Ok(Ground::Corner),
        Some(size) if Book::BOARDS.contains(&size.lines()) => Ok(Ground::Board(size)),
        _ => Err(Fault::Board(text.clone())),
    })
}

/// The parts of a line with their columns.
fn words(line: &str) -> Result<Vec<(usize, Word)>, At> {
    let mut words = Vec::new();
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

#[cfg(test)]
mod tests {}

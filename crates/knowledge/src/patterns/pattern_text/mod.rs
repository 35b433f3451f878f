//! Parser of the text form of patterns, which `docs/patterns.md` describes.
//!
//! A pattern begins with `pattern NAME URGENCY` and goes on to the next one; its diagram, the lines
//! about letters, `play` and `say` may stand in any order, but the diagram before what names its
//! letters.

use super::condition::{Condition, Fact};
use super::library::{Library, MAX_PATTERNS};
use super::move_tree::MoveTree;
use super::pattern::{Kind, Pattern, Urgency};
use super::pattern_diagram::{Cell, Class, Diagram, Edge, MAX_LINES};
use super::pattern_text_error::{Fault, TextError};
use crate::joseki::TextLocation;

/// Maximum length of a text, in bytes.
const MAX_TEXT_BYTES: usize = 4 << 20;

/// Maximum length of a line, in bytes.
const MAX_ROW_BYTES: usize = 1000;

/// Maximum length of a name, in bytes.
const MAX_NAME_BYTES: usize = 40;

/// Maximum length of a sentence, in bytes.
pub(super) const MAX_SENTENCE_BYTES: usize = 240;

/// Number of errors after which reading stops.
const MAX_ERRORS: usize = 100;

/// Returns whether a pattern may have this name.
pub(super) fn is_name(name: &str) -> bool {
    let mut letters = name.chars();
    (1..=MAX_NAME_BYTES).contains(&name.len())
        && letters.all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')
}

/// The outcome of reading a text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// Errors; the patterns concerned are left out.
    pub errors: Vec<TextError>,
}

impl Library {
    /// Adds the patterns of a text; those with errors are reported and left out.
    pub fn read_text(&mut self, name: &str, text: &str) -> Report {
        read(self, name, text)
    }
}

fn read(library: &mut Library, name: &str, text: &str) -> Report {
    let mut reader = PatternReader {
        library,
        kind: None,
        draft: Draft::None,
        report: Report::default(),
        file: name,
    };
    if text.len() > MAX_TEXT_BYTES {
        reader.report_error(1, 1, Fault::LongText(MAX_TEXT_BYTES));
        return reader.report;
    }
    for (number, line) in text.lines().enumerate() {
        let trimmed = line.trim();
        if trimmed.is_empty() || trimmed.starts_with('#') {
            continue;
        }
        if let Err(fault) = reader.line(number + 1, trimmed) {
            let column = line.chars().take_while(|c| c.is_whitespace()).count() + 1;
            reader.report_error(number + 1, column, fault);
            reader.draft = Draft::Broken;
        }
        if reader.report.errors.len() >= MAX_ERRORS {
            return reader.report;
        }
    }
    reader.close();
    reader.report
}

/// The pattern that is being read.
enum Draft {
    None,
    /// It has an error, and the rest of it is skipped.
    Broken,
    Some(Box<Parts>),
}

/// The parts of a pattern read so far.
struct Parts {
    line: usize,
    name: String,
    kind: Kind,
    urgency: Urgency,
    rows: Rows,
    /// Classes of letters other than empty.
    classes: Vec<(char, Class)>,
    conditions: Vec<Condition>,
    tree: Option<MoveTree>,
    sentence: Option<String>,
}

struct PatternReader<'a> {
    library: &'a mut Library,
    kind: Option<Kind>,
    draft: Draft,
    report: Report,
    file: &'a str,
}

impl PatternReader<'_> {
    fn report_error(&mut self, line: usize, column: usize, fault: Fault) {
        let file = self.file.to_owned();
        let place = TextLocation { file, line, column };
        self.report.errors.push(TextError { place, fault });
    }

    fn line(&mut self, number: usize, line: &str) -> Result<(), Fault> {
        if line.len() > MAX_ROW_BYTES {
            return Err(Fault::LongRow(MAX_ROW_BYTES));
        }
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match word {
            "kind" => {
                self.close();
                let kind = Kind::from_word(rest.trim());
                self.kind = Some(kind.ok_or_else(|| Fault::Kind(rest.trim().to_owned()))?);
                Ok(())
            }
            "pattern" => {
                self.close();
                self.draft = Draft::Broken;
                let parts = self.begin(number, rest.trim())?;
                self.draft = Draft::Some(Box::new(parts));
                Ok(())
            }
            _ => match &mut self.draft {
                Draft::None => Err(Fault::Outside),
                Draft::Broken => Ok(()),
                Draft::Some(parts) => parts.line(word, rest.trim(), line),
            },
        }
    }

    fn begin(&self, line: usize, words: &str) -> Result<Parts, Fault> {
        let (name, urgency) = words.split_once(char::is_whitespace).unwrap_or((words, ""));
        if !is_name(name) {
            return Err(Fault::Name(name.to_owned()));
        }
        if self.library.find(name).is_some() {
            return Err(Fault::NameTaken(name.to_owned()));
        }
        let known = Urgency::from_word(urgency.trim());
        Ok(Parts {
            line,
            name: name.to_owned(),
            kind: self.kind.ok_or(Fault::NoKind)?,
            urgency: known.ok_or_else(|| Fault::Urgency(urgency.to_owned()))?,
            rows: Rows::default(),
            classes: Vec::new(),
            conditions: Vec::new(),
            tree: None,
            sentence: None,
        })
    }

    /// Ends the pattern that is being read.
    fn close(&mut self) {
        if let Draft::Some(parts) = std::mem::replace(&mut self.draft, Draft::None) {
            let line = parts.line;
            let added = parts.finish().and_then(|pattern| {
                let added = self.library.add(pattern);
                added.map_err(|_| Fault::Full(MAX_PATTERNS))
            });
            if let Err(fault) = added {
                self.report_error(line, 1, fault);
            }
        }
    }
}

impl Parts {
    fn line(&mut self, word: &str, rest: &str, line: &str) -> Result<(), Fault> {
        match word {
            "play" if self.tree.is_some() => Err(Fault::TwoTrees),
            "play" => {
                self.rows.is_closed = true;
                self.tree = Some(MoveTree::parse(rest, |letter| self.rows.find(letter))?);
                Ok(())
            }
            "say" if rest.len() > MAX_SENTENCE_BYTES => {
                Err(Fault::LongSentence(MAX_SENTENCE_BYTES))
            }
            "say" => {
                self.sentence = Some(rest.to_owned());
                Ok(())
            }
            _ => match line.split_once(':') {
                Some((letter, facts)) => self.facts(letter.trim(), facts),
                None => self.rows.add(line),
            },
        }
    }

    /// A line such as `b: O, liberties >= 2`.
    fn facts(&mut self, letter: &str, facts: &str) -> Result<(), Fault> {
        self.rows.is_closed = true;
        let letter = letter.chars().next().unwrap_or(' ');
        let cell = self.rows.find(letter).ok_or(Fault::Letter(letter))?;
        for text in facts.split(',').map(str::trim) {
            let mut signs = text.chars();
            let class = signs.next().and_then(Class::from_sign);
            if let Some(class) = class.filter(|_| signs.next().is_none()) {
                if let Some((_, other)) = self.classes.iter().find(|(l, _)| *l == letter) {
                    return Err(Fault::TwoClasses(letter, other.sign()));
                }
                self.classes.push((letter, class));
                continue;
            }
            let fact = Fact::parse(text, |letter| self.rows.find(letter));
            let fact = fact.ok_or_else(|| Fault::Fact(text.to_owned()))?;
            self.conditions.push(Condition { cell, fact });
        }
        Ok(())
    }

    fn finish(self) -> Result<Pattern, Fault> {
        let mut diagram = self
            .rows
            .diagram()
            .ok_or_else(|| Fault::NoPicture(self.name.clone()))?;
        for (letter, cell) in &diagram.labels {
            let class = self.classes.iter().find(|(name, _)| name == letter);
            let class = class.map_or(Class::Empty, |(_, class)| *class);
            if class == Class::Any {
                return Err(Fault::Anything(*letter));
            }
            diagram.classes[cell.index()] = class;
        }
        let sentence = self.sentence.filter(|sentence| !sentence.is_empty());
        Ok(Pattern {
            kind: self.kind,
            urgency: self.urgency,
            tree: self.tree.ok_or_else(|| Fault::NoTree(self.name.clone()))?,
            sentence: sentence.ok_or_else(|| Fault::NoSentence(self.name.clone()))?,
            conditions: self.conditions,
            name: self.name,
            diagram,
        })
    }
}

/// The rows of a diagram from the top.
#[derive(Default)]
struct Rows {
    edges: u8,
    rows: Vec<Vec<char>>,
    /// True once the diagram is complete.
    is_closed: bool,
}

impl Rows {
    fn add(&mut self, line: &str) -> Result<(), Fault> {
        let signs: Vec<char> = line.chars().filter(|c| !c.is_whitespace()).collect();
        if self.is_closed {
            return Err(Fault::PictureOver);
        }
        if signs.contains(&'-') {
            if let Some(other) = signs.iter().find(|sign| !"-+".contains(**sign)) {
                return Err(Fault::Sign(*other));
            }
            if self.rows.is_empty() {
                self.edges |= Edge::North.bit();
            } else {
                self.edges |= Edge::South.bit();
                self.is_closed = true;
            }
            return Ok(());
        }
        let west = signs.first() == Some(&'|');
        let east = signs.len() > 1 && signs.last() == Some(&'|');
        let row: Vec<char> = signs.into_iter().filter(|sign| *sign != '|').collect();
        let bit = |edge: Edge, shown: bool| if shown { edge.bit() } else { 0 };
        let sides = bit(Edge::West, west) | bit(Edge::East, east);
        let mask = Edge::West.bit() | Edge::East.bit();
        match self.rows.first() {
            None => self.edges |= sides,
            Some(first) if first.len() != row.len() || self.edges & mask != sides => {
                return Err(Fault::Shape);
            }
            Some(_) => {}
        }
        if row.len() > MAX_LINES.into() || self.rows.len() >= MAX_LINES.into() {
            return Err(Fault::Large);
        }
        for sign in &row {
            if Class::from_sign(*sign).is_none() {
                if !sign.is_ascii_lowercase() {
                    return Err(Fault::Sign(*sign));
                }
                let twice = row.iter().filter(|other| *other == sign).count() > 1;
                if twice || self.rows.iter().flatten().any(|other| other == sign) {
                    return Err(Fault::LetterTaken(*sign));
                }
            }
        }
        self.rows.push(row);
        Ok(())
    }

    /// The points from the bottom with what is written there.
    fn points(&self) -> impl Iterator<Item = (Cell, char)> {
        let rows = self.rows.iter().rev().zip(0..);
        rows.flat_map(|(row, y)| {
            let signs = row.iter().zip(0..);
            signs.filter_map(move |(sign, x)| Some((Cell::new(x, y)?, *sign)))
        })
    }

    /// The point of a letter, once the diagram is whole.
    fn find(&self, letter: char) -> Option<Cell> {
        let is_letter = Class::from_sign(letter).is_none();
        let mut points = self.points().filter(|_| is_letter);
        points
            .find(|(_, sign)| *sign == letter)
            .map(|(cell, _)| cell)
    }

    fn diagram(&self) -> Option<Diagram> {
        let width = self.rows.first()?.len();
        let mut diagram = Diagram {
            width: u8::try_from(width).ok().filter(|width| *width > 0)?,
            height: u8::try_from(self.rows.len()).ok()?,
            classes: [Class::Any; 64],
            edges: self.edges,
            labels: Vec::new(),
        };
        for (cell, sign) in self.points() {
            match Class::from_sign(sign) {
                Some(class) => diagram.classes[cell.index()] = class,
                None => diagram.labels.push((sign, cell)),
            }
        }
        diagram.labels.sort_unstable();
        Some(diagram)
    }
}

#[cfg(test)]
mod tests;

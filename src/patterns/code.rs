//! The compiled library: bytes for patterns.

use super::asker::Standing;
use super::attribute::{Attribute, Count, Fact, Relation, Side};
use super::kind::{Kind, Urgency};
use super::library::Library;
use super::pattern::Pattern;
use super::picture::{Cell, Class, LINES, Picture};
use super::text::{LONGEST_SENTENCE, is_name};
use super::tree::{Step, Tree};
use crate::container::{self, Broken, Rest};

/// The first line of every compiled library; its number changes with the layout.
const MAGIC: &[u8] = b"SGMP-GO PATTERNS 1\n";

/// Longest compiled library, in bytes.
const LONGEST: usize = 16 << 20;

/// The number of a cell that there is not.
const ELSEWHERE: u8 = 64;

/// Why bytes are no library.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CodeError {
    /// They begin otherwise.
    #[error("these are no patterns that this version reads: compile them again")]
    Other,
    /// They hold what no library holds, or are cut short.
    #[error("the compiled patterns are damaged: compile them again")]
    Damaged,
}

impl From<Broken> for CodeError {
    fn from(broken: Broken) -> Self {
        match broken {
            Broken::Other => Self::Other,
            Broken::Damaged => Self::Damaged,
        }
    }
}

/// The layout: the magic line; the number of patterns (four bytes, the lowest first); for each its kind,
/// urgency, width, height, edges, the classes row by row from the bottom, and with its number
/// before it each list: letters with their cells, attributes, steps of the tree, the name, the
/// sentence; a CRC-32 of all that.
pub(super) fn encode(library: &Library) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    bytes.extend((library.patterns().len() as u32).to_le_bytes());
    for pattern in library.patterns() {
        put(pattern, &mut bytes);
    }
    container::seal(bytes)
}

fn put(pattern: &Pattern, bytes: &mut Vec<u8>) {
    let picture = &pattern.picture;
    bytes.extend([pattern.kind as u8, pattern.urgency as u8]);
    bytes.extend([picture.width, picture.height, picture.edges]);
    bytes.extend(picture.cells().map(|cell| picture.class(cell) as u8));
    bytes.push(picture.labels.len() as u8);
    for (letter, cell) in &picture.labels {
        bytes.extend([*letter as u8, cell.index() as u8]);
    }
    bytes.push(pattern.attributes.len() as u8);
    for attribute in &pattern.attributes {
        bytes.push(attribute.cell.index() as u8);
        bytes.extend(fact_code(attribute.fact));
    }
    bytes.push(pattern.tree.steps().len() as u8);
    for step in pattern.tree.steps() {
        let cell = step.cell.map_or(ELSEWHERE, |cell| cell.index() as u8);
        bytes.extend([step.depth, cell]);
    }
    for text in [&pattern.name, &pattern.sentence] {
        bytes.push(text.len() as u8);
        bytes.extend(text.as_bytes());
    }
}

fn fact_code(fact: Fact) -> [u8; 4] {
    match fact {
        Fact::Counts(count, relation, number) => [0, count as u8, relation as u8, number],
        Fact::Is(standing) => [1, standing as u8, 0, 0],
        Fact::IsNot(standing) => [2, standing as u8, 0, 0],
        Fact::Threatened => [3, 0, 0, 0],
        Fact::Safe => [4, 0, 0, 0],
        Fact::Connected(cell) => [5, cell.index() as u8, 0, 0],
        Fact::Apart(cell) => [6, cell.index() as u8, 0, 0],
        Fact::SafeFor(side) => [7, side as u8, 0, 0],
        Fact::UnsafeFor(side) => [8, side as u8, 0, 0],
    }
}

fn fact_of(code: [u8; 4]) -> Option<Fact> {
    let standing = |number: u8| Standing::ALL.get(usize::from(number)).copied();
    let side = |number: u8| Side::ALL.get(usize::from(number)).copied();
    Some(match code {
        [0, count, relation, number] => Fact::Counts(
            *Count::ALL.get(usize::from(count))?,
            *Relation::ALL.get(usize::from(relation))?,
            number,
        ),
        [1, number, 0, 0] => Fact::Is(standing(number)?),
        [2, number, 0, 0] => Fact::IsNot(standing(number)?),
        [3, 0, 0, 0] => Fact::Threatened,
        [4, 0, 0, 0] => Fact::Safe,
        [5, cell, 0, 0] => Fact::Connected(Cell::of_index(cell)?),
        [6, cell, 0, 0] => Fact::Apart(Cell::of_index(cell)?),
        [7, number, 0, 0] => Fact::SafeFor(side(number)?),
        [8, number, 0, 0] => Fact::UnsafeFor(side(number)?),
        _ => return None,
    })
}

pub(super) fn decode(bytes: &[u8]) -> Result<Library, CodeError> {
    let mut rest = container::open(bytes, MAGIC, LONGEST)?;
    let mut library = Library::default();
    for _ in 0..rest.number().ok_or(CodeError::Damaged)? {
        let pattern = take(&mut rest).ok_or(CodeError::Damaged)?;
        library.add(pattern).map_err(|_| CodeError::Damaged)?;
    }
    if rest.is_empty() {
        Ok(library)
    } else {
        Err(CodeError::Damaged)
    }
}

fn take(rest: &mut Rest<'_>) -> Option<Pattern> {
    let [kind, urgency] = rest.take()?;
    let picture = take_picture(rest)?;
    let inside = |cell: &Cell| cell.column() < picture.width && cell.row() < picture.height;
    let [attributes] = rest.take()?;
    let attributes = (0..attributes).map(|_| {
        let [cell, code @ ..] = rest.take::<5>()?;
        let cell = Cell::of_index(cell)?;
        let attribute = Attribute {
            cell,
            fact: fact_of(code)?,
        };
        let other = attribute.other().is_none_or(|other| inside(&other));
        Some(attribute).filter(|_| other && inside(&cell))
    });
    let attributes = attributes.collect::<Option<Vec<_>>>()?;
    let [steps] = rest.take()?;
    let steps = (0..steps).map(|_| {
        let [depth, cell] = rest.take()?;
        let cell = match cell {
            ELSEWHERE => None,
            cell => Some(Cell::of_index(cell).filter(inside)?),
        };
        Some(Step { depth, cell })
    });
    let tree = Tree::new(steps.collect::<Option<Vec<_>>>()?).ok()?;
    let mut text = || {
        let [length] = rest.take()?;
        rest.text(length.into())
    };
    let name = text().filter(|name| is_name(name))?;
    let sentence = text().filter(|s| !s.is_empty() && s.len() <= LONGEST_SENTENCE)?;
    Some(Pattern {
        name,
        kind: Kind::of_number(kind)?,
        urgency: Urgency::of_number(urgency)?,
        picture,
        attributes,
        tree,
        sentence,
    })
}

fn take_picture(rest: &mut Rest<'_>) -> Option<Picture> {
    let [width, height, edges] = rest.take()?;
    if !(1..=LINES).contains(&width) || !(1..=LINES).contains(&height) || edges >= 16 {
        return None;
    }
    let mut picture = Picture {
        width,
        height,
        classes: [Class::Any; 64],
        edges,
        labels: Vec::new(),
    };
    for cell in picture.cells() {
        let [class] = rest.take()?;
        picture.classes[cell.index()] = *Class::ALL.get(usize::from(class))?;
    }
    let [labels] = rest.take()?;
    for _ in 0..labels {
        let [letter, cell] = rest.take()?;
        let cell = Cell::of_index(cell)?;
        let letter = char::from(letter);
        let inside = cell.column() < width && cell.row() < height;
        if !inside || !letter.is_ascii_lowercase() || Class::of_sign(letter).is_some() {
            return None;
        }
        picture.labels.push((letter, cell));
    }
    Some(picture)
}

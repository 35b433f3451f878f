//! The compiled library: patterns to bytes and back.

use std::sync::LazyLock;

use super::condition::{Condition, Count, Fact, PatternSide, Relation};
use super::condition_oracle::GroupState;
use super::library::Library;
use super::move_tree::{MoveTree, TreeStep};
use super::pattern::{Kind, Pattern, Urgency};
use super::pattern_diagram::{Cell, Class, Diagram, MAX_LINES};
use super::pattern_text::{MAX_SENTENCE_BYTES, is_name};
use sgmp_board::container::{self, ContainerError, Rest};

/// The compiled library that the program carries, made of `data/patterns/` by
/// `sgmp-go patterns compile`.
static EMBEDDED: &[u8] = include_bytes!("../../data/pattern_library.bin");

/// The first line of every compiled library; its number changes with the layout.
const MAGIC: &[u8] = b"SGMP-GO PATTERNS 1\n";

/// Maximum length of a compiled library, in bytes.
const MAX_BYTES: usize = 16 << 20;

/// The number that stands for no cell: a move elsewhere.
const ELSEWHERE: u8 = 64;

/// The reason why bytes are refused as a library.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DecodeError {
    /// They begin with another line.
    #[error("these are no patterns that this version reads: compile them again")]
    WrongFormat,
    /// They are no valid library, or cut short.
    #[error("the compiled patterns are damaged: compile them again")]
    Damaged,
}

impl From<ContainerError> for DecodeError {
    fn from(error: ContainerError) -> Self {
        match error {
            ContainerError::WrongFormat => Self::WrongFormat,
            ContainerError::Damaged => Self::Damaged,
        }
    }
}

impl Library {
    /// The library that the program carries; unpacked at the first use.
    ///
    /// # Panics
    /// Never with the bytes that the tests have seen.
    #[must_use]
    pub fn embedded() -> &'static Self {
        static LIBRARY: LazyLock<Library> =
            LazyLock::new(|| Library::from_bytes(EMBEDDED).expect("the tests read the same bytes"));
        &LIBRARY
    }

    /// The bytes of the library that the program carries.
    #[cfg(test)]
    pub(super) const fn embedded_bytes() -> &'static [u8] {
        EMBEDDED
    }

    /// The bytes of the compiled library, as they are carried in the program.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        encode(self)
    }

    /// Reads a compiled library.
    ///
    /// # Errors
    /// [`DecodeError`].
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, DecodeError> {
        decode(bytes)
    }
}

/// Encodes a library. The layout: the magic line; the number of patterns (four bytes, little-endian); for each its kind,
/// urgency, width, height, edges, the classes row by row from the bottom, and with its number
/// before it each list: letters with their cells, conditions, steps of the tree, the name, the
/// sentence; a CRC-32 of all that.
fn encode(library: &Library) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    bytes.extend((library.patterns().len() as u32).to_le_bytes());
    for pattern in library.patterns() {
        put(pattern, &mut bytes);
    }
    container::seal(bytes)
}

fn put(pattern: &Pattern, bytes: &mut Vec<u8>) {
    let diagram = &pattern.diagram;
    bytes.extend([pattern.kind as u8, pattern.urgency as u8]);
    bytes.extend([diagram.width, diagram.height, diagram.edges]);
    bytes.extend(diagram.cells().map(|cell| diagram.class(cell) as u8));
    bytes.push(diagram.labels.len() as u8);
    for (letter, cell) in &diagram.labels {
        bytes.extend([*letter as u8, cell.index() as u8]);
    }
    bytes.push(pattern.conditions.len() as u8);
    for condition in &pattern.conditions {
        bytes.push(condition.cell.index() as u8);
        bytes.extend(encode_fact(condition.fact));
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

fn encode_fact(fact: Fact) -> [u8; 4] {
    match fact {
        Fact::Counts(count, relation, number) => [0, count as u8, relation as u8, number],
        Fact::Is(group_state) => [1, group_state as u8, 0, 0],
        Fact::IsNot(group_state) => [2, group_state as u8, 0, 0],
        Fact::Threatened => [3, 0, 0, 0],
        Fact::Safe => [4, 0, 0, 0],
        Fact::Connected(cell) => [5, cell.index() as u8, 0, 0],
        Fact::Apart(cell) => [6, cell.index() as u8, 0, 0],
        Fact::SafeFor(side) => [7, side as u8, 0, 0],
        Fact::UnsafeFor(side) => [8, side as u8, 0, 0],
    }
}

fn decode_fact(code: [u8; 4]) -> Option<Fact> {
    let group_state = |number: u8| GroupState::ALL.get(usize::from(number)).copied();
    let side = |number: u8| PatternSide::ALL.get(usize::from(number)).copied();
    Some(match code {
        [0, count, relation, number] => Fact::Counts(
            *Count::ALL.get(usize::from(count))?,
            *Relation::ALL.get(usize::from(relation))?,
            number,
        ),
        [1, number, 0, 0] => Fact::Is(group_state(number)?),
        [2, number, 0, 0] => Fact::IsNot(group_state(number)?),
        [3, 0, 0, 0] => Fact::Threatened,
        [4, 0, 0, 0] => Fact::Safe,
        [5, cell, 0, 0] => Fact::Connected(Cell::from_index(cell)?),
        [6, cell, 0, 0] => Fact::Apart(Cell::from_index(cell)?),
        [7, number, 0, 0] => Fact::SafeFor(side(number)?),
        [8, number, 0, 0] => Fact::UnsafeFor(side(number)?),
        _ => return None,
    })
}

fn decode(bytes: &[u8]) -> Result<Library, DecodeError> {
    let mut rest = container::open(bytes, MAGIC, MAX_BYTES)?;
    let mut library = Library::default();
    for _ in 0..rest.number().ok_or(DecodeError::Damaged)? {
        let pattern = take(&mut rest).ok_or(DecodeError::Damaged)?;
        library.add(pattern).map_err(|_| DecodeError::Damaged)?;
    }
    if rest.is_empty() {
        Ok(library)
    } else {
        Err(DecodeError::Damaged)
    }
}

fn take(rest: &mut Rest<'_>) -> Option<Pattern> {
    let [kind, urgency] = rest.take()?;
    let diagram = take_picture(rest)?;
    let inside = |cell: &Cell| cell.column() < diagram.width && cell.row() < diagram.height;
    let [conditions] = rest.take()?;
    let conditions = (0..conditions).map(|_| {
        let [cell, code @ ..] = rest.take::<5>()?;
        let cell = Cell::from_index(cell)?;
        let condition = Condition {
            cell,
            fact: decode_fact(code)?,
        };
        let other = condition.other().is_none_or(|other| inside(&other));
        Some(condition).filter(|_| other && inside(&cell))
    });
    let conditions = conditions.collect::<Option<Vec<_>>>()?;
    let [steps] = rest.take()?;
    let steps = (0..steps).map(|_| {
        let [depth, cell] = rest.take()?;
        let cell = match cell {
            ELSEWHERE => None,
            cell => Some(Cell::from_index(cell).filter(inside)?),
        };
        Some(TreeStep { depth, cell })
    });
    let tree = MoveTree::new(steps.collect::<Option<Vec<_>>>()?).ok()?;
    let mut text = || {
        let [length] = rest.take()?;
        rest.text(length.into())
    };
    let name = text().filter(|name| is_name(name))?;
    let sentence = text().filter(|s| !s.is_empty() && s.len() <= MAX_SENTENCE_BYTES)?;
    Some(Pattern {
        name,
        kind: Kind::from_number(kind)?,
        urgency: Urgency::from_number(urgency)?,
        diagram,
        conditions,
        tree,
        sentence,
    })
}

fn take_picture(rest: &mut Rest<'_>) -> Option<Diagram> {
    let [width, height, edges] = rest.take()?;
    if !(1..=MAX_LINES).contains(&width) || !(1..=MAX_LINES).contains(&height) || edges >= 16 {
        return None;
    }
    let mut diagram = Diagram {
        width,
        height,
        classes: [Class::Any; 64],
        edges,
        labels: Vec::new(),
    };
    for cell in diagram.cells() {
        let [class] = rest.take()?;
        diagram.classes[cell.index()] = *Class::ALL.get(usize::from(class))?;
    }
    let [labels] = rest.take()?;
    for _ in 0..labels {
        let [letter, cell] = rest.take()?;
        let cell = Cell::from_index(cell)?;
        let letter = char::from(letter);
        let inside = cell.column() < width && cell.row() < height;
        if !inside || !letter.is_ascii_lowercase() || Class::from_sign(letter).is_some() {
            return None;
        }
        diagram.labels.push((letter, cell));
    }
    Some(diagram)
}

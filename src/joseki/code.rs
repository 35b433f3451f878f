//! The compiled book: bytes for a [`Graph`].
//!
//! The positions are walked from the first one on, depth first. For each move there is written what
//! it is, how it is marked and whether another one follows; where it leads to is not written, nor
//! that two orders of moves lead to the same position: the reader plays the moves and sees it.
//! Names and comments stand behind, as plain text.

use super::frame::Fold;
use super::graph::{Graph, NodeId, Step};
use super::mark::{Mark, Source};
use super::range_coder::{Decoder, Encoder, Odds, Tree};
use super::stance::{Position, Stance};
use crate::container::Broken;
use crate::rules::{BoardSize, Move, Point};

/// Longest line, in moves.
pub(super) const LONGEST_LINE: usize = 200;

/// Longest way through a book: lines that meet may make longer ones.
const LONGEST_WAY: usize = 4 * LONGEST_LINE;

/// Most moves of a compiled book.
const MOST_MOVES: usize = 1 << 21;

/// Why bytes are no book.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CodeError {
    /// They begin otherwise.
    #[error("these are no joseki that this version reads: compile them again")]
    Other,
    /// They hold what no book holds, or are cut short.
    #[error("the compiled joseki are damaged: compile them again")]
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

/// The odds of everything that is written, the same on both sides.
struct Model {
    /// Whether a position has a move, and another one, by how many there were.
    more: [Odds; 4 * DEPTHS],
    marks: [Tree; 5],
    grown: [Odds; 2],
    pass: [Odds; 2],
    /// Where there was no stone before, the point itself.
    absolute: [Tree; 2],
    /// Columns from the stone before.
    across: [Tree; 2],
    /// Rows from the stone before, by the columns.
    along: Vec<Tree>,
}

/// Kinds of depth that the odds of more moves know.
const DEPTHS: usize = 4;

/// Distances on a board plus this are above 0.
const SHIFT: i32 = 18;

/// What came before a move on the way to it.
#[derive(Clone, Copy)]
struct Past {
    last: Option<Point>,
    before: Option<Point>,
    mark: Mark,
    source: Source,
    depth: usize,
}

impl Past {
    const NONE: Self = Self {
        last: None,
        before: None,
        mark: Mark::Normal,
        source: Source::Written,
        depth: 0,
    };

    const fn then(self, word: Word) -> Self {
        let (last, before) = match word.mv {
            Move::Pass => (self.last, self.before),
            Move::Play(point) => (Some(point), self.last),
        };
        Self {
            last,
            before,
            mark: word.mark,
            source: word.source,
            depth: self.depth + 1,
        }
    }

    const fn kind(&self) -> usize {
        match self.depth {
            0..=3 => 0,
            4..=8 => 1,
            9..=16 => 2,
            _ => 3,
        }
    }
}

/// A move as it is written.
#[derive(Clone, Copy)]
struct Word {
    mv: Move,
    mark: Mark,
    source: Source,
}

/// Whether the stone before lies far from the one before it: who answers near then answers so.
fn is_far(past: &Past) -> usize {
    let (Some(a), Some(b)) = (past.last, past.before) else {
        return 1;
    };
    let across = a.column().abs_diff(b.column());
    usize::from(across.max(a.row().abs_diff(b.row())) > 2)
}

impl Model {
    fn new() -> Self {
        Self {
            more: [Odds::EVEN; 4 * DEPTHS],
            marks: std::array::from_fn(|_| Tree::new(3)),
            grown: [Odds::EVEN; 2],
            pass: [Odds::EVEN; 2],
            absolute: [Tree::new(5), Tree::new(5)],
            across: [Tree::new(6), Tree::new(6)],
            along: vec![Tree::new(6); 37],
        }
    }

    fn more(&mut self, past: &Past, siblings: usize) -> &mut Odds {
        &mut self.more[past.kind() * 4 + siblings.min(3)]
    }

    fn write(&mut self, out: &mut Encoder, past: &Past, word: Word) {
        let mark = past.mark.number() as usize;
        self.marks[mark].write(out, word.mark.number());
        let grown = &mut self.grown[usize::from(past.source == Source::Grown)];
        out.write(grown, word.source == Source::Grown);
        let pass = &mut self.pass[usize::from(past.depth > 1)];
        out.write(pass, word.mv == Move::Pass);
        let Move::Play(point) = word.mv else { return };
        let Some(last) = past.last else {
            self.absolute[0].write(out, point.column().into());
            self.absolute[1].write(out, point.row().into());
            return;
        };
        let across = i32::from(point.column()) - i32::from(last.column()) + SHIFT;
        let along = i32::from(point.row()) - i32::from(last.row()) + SHIFT;
        self.across[is_far(past)].write(out, across as u32);
        self.along[across as usize].write(out, along as u32);
    }

    fn read(&mut self, from: &mut Decoder<'_>, past: &Past) -> Option<Word> {
        let mark = past.mark.number() as usize;
        let mark = Mark::of_number(self.marks[mark].read(from))?;
        let grown = &mut self.grown[usize::from(past.source == Source::Grown)];
        let source = if from.read(grown) {
            Source::Grown
        } else {
            Source::Written
        };
        let pass = &mut self.pass[usize::from(past.depth > 1)];
        let mv = if from.read(pass) {
            Move::Pass
        } else {
            Move::Play(self.read_point(from, past)?)
        };
        Some(Word { mv, mark, source })
    }

    fn read_point(&mut self, from: &mut Decoder<'_>, past: &Past) -> Option<Point> {
        let Some(last) = past.last else {
            let column = self.absolute[0].read(from);
            let row = self.absolute[1].read(from);
            return Point::new(column as u8, row as u8);
        };
        let across = self.across[is_far(past)].read(from);
        let along = self.along.get_mut(across as usize)?.read(from);
        let place = |at: u8, step: u32| u8::try_from(i32::from(at) + step as i32 - SHIFT).ok();
        Point::new(place(last.column(), across)?, place(last.row(), along)?)
    }
}

/// A position on the way, of which moves are still to be written or read.
struct Stop {
    position: Position,
    stance: Stance,
    node: NodeId,
    past: Past,
    /// Moves that are done.
    done: usize,
}

impl Stop {
    fn root(graph: &Graph) -> Self {
        let position = Position::new(graph.size());
        Self {
            stance: position.stance(graph.fold()),
            position,
            node: NodeId::ROOT,
            past: Past::NONE,
            done: 0,
        }
    }
}

/// The moves of a book as bytes, without names and comments.
pub(super) fn encode_moves(graph: &Graph) -> Vec<u8> {
    let mut model = Model::new();
    let mut out = Encoder::new();
    let mut seen = vec![false; graph.nodes().len()];
    seen[NodeId::ROOT.index()] = true;
    let mut stops = Vec::new();
    let has_moves = |id: NodeId| !graph.node(id).edges.is_empty();
    out.write(model.more(&Past::NONE, 0), has_moves(NodeId::ROOT));
    if has_moves(NodeId::ROOT) {
        stops.push(Stop::root(graph));
    }
    while let Some(mut stop) = stops.pop() {
        let edges = &graph.node(stop.node).edges;
        let edge = edges[stop.done];
        let word = Word {
            mv: stop.stance.right_of(edge.mv),
            mark: edge.mark,
            source: edge.source,
        };
        model.write(&mut out, &stop.past, word);
        let mut position = stop.position.clone();
        let past = stop.past.then(word);
        stop.done += 1;
        let more = stop.done < edges.len();
        out.write(model.more(&stop.past, stop.done), more);
        if more {
            stops.push(stop);
        }
        let is_new = !std::mem::replace(&mut seen[edge.to.index()], true);
        if is_new && position.play(word.mv).is_ok() {
            out.write(model.more(&past, 0), has_moves(edge.to));
            if has_moves(edge.to) {
                stops.push(Stop {
                    stance: position.stance(graph.fold()),
                    position,
                    node: edge.to,
                    past,
                    done: 0,
                });
            }
        }
    }
    out.finish()
}

/// Reads what [`encode_moves`] writes.
pub(super) fn decode_moves(bytes: &[u8], fold: Fold, size: BoardSize) -> Result<Graph, CodeError> {
    let mut graph = Graph::new(fold, size);
    let mut model = Model::new();
    let mut from = Decoder::new(bytes);
    let mut stops = Vec::new();
    if from.read(model.more(&Past::NONE, 0)) {
        stops.push(Stop::root(&graph));
    }
    let mut moves = 0;
    while let Some(mut stop) = stops.pop() {
        let word = model.read(&mut from, &stop.past);
        let word = word.ok_or(CodeError::Damaged)?;
        let past = stop.past.then(word);
        moves += 1;
        stop.done += 1;
        let more = from.read(model.more(&stop.past, stop.done));
        let after = stop.position.stance_after(fold, word.mv);
        let after = after.map_err(|_| CodeError::Damaged)?;
        let known = graph.nodes().len();
        let step = Step {
            mv: word.mv,
            mark: Some(word.mark),
            source: word.source,
        };
        let added = graph.add(stop.node, &stop.stance, step, &after);
        let (node, _) = added.map_err(|_| CodeError::Damaged)?;
        let is_new = graph.nodes().len() > known;
        let goes_on = is_new && from.read(model.more(&past, 0));
        let next = |mut position: Position| {
            let played = position.play(word.mv);
            played.map_err(|_| CodeError::Damaged).map(|_| Stop {
                position,
                stance: after,
                node,
                past,
                done: 0,
            })
        };
        match (more, goes_on) {
            (true, true) => {
                let position = stop.position.clone();
                stops.push(stop);
                stops.push(next(position)?);
            }
            (true, false) => stops.push(stop),
            (false, true) => stops.push(next(stop.position)?),
            (false, false) => {}
        }
        if past.depth > LONGEST_WAY || moves > MOST_MOVES {
            return Err(CodeError::Damaged);
        }
    }
    Ok(graph)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn any_bytes_are_a_book_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..60)) {
            for fold in [Fold::Corner, Fold::Board] {
                let _ = decode_moves(&bytes, fold, BoardSize::new(9).unwrap());
            }
        }
    }
}

//! The compiled book: bytes for a [`Graph`].
//!
//! The positions are walked from the first one on, depth first. For each move there is written what
//! it is, how it is marked and whether another one follows; where it leads to is not written, nor
//! that two orders of moves lead to the same position: the reader plays the moves and sees it.
//! Names and comments stand behind, as plain text.

use super::canonical_position::{BookPosition, CanonicalPosition};
use super::graph::{Graph, NodeId, Step};
use super::mark::{Mark, Source};
use super::range_coder::{BitModel, BitTree, Decoder, Encoder};
use super::symmetry::Symmetries;
use crate::container::Broken;
use crate::rules::{BoardSize, Move, Point};

/// Longest line, in moves.
pub(super) const MAX_LINE_MOVES: usize = 200;

/// Longest way through a book: lines that meet may make longer ones.
const MAX_DEPTH: usize = 4 * MAX_LINE_MOVES;

/// Most moves of a compiled book.
const MAX_MOVES: usize = 1 << 21;

/// Why bytes are no book.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DecodeError {
    /// They begin otherwise.
    #[error("these are no joseki that this version reads: compile them again")]
    Other,
    /// They hold what no book holds, or are cut short.
    #[error("the compiled joseki are damaged: compile them again")]
    Damaged,
}

impl From<Broken> for DecodeError {
    fn from(broken: Broken) -> Self {
        match broken {
            Broken::Other => Self::Other,
            Broken::Damaged => Self::Damaged,
        }
    }
}

/// The models of everything that is written, the same on both sides.
struct Model {
    /// Whether a position has a move, and another one, by how many there were.
    more: [BitModel; 4 * DEPTHS],
    marks: [BitTree; 5],
    grown: [BitModel; 2],
    pass: [BitModel; 2],
    /// Where there was no stone before, the point itself.
    absolute: [BitTree; 2],
    /// Columns from the stone before.
    across: [BitTree; 2],
    /// Rows from the stone before, by the columns.
    along: Vec<BitTree>,
}

/// Kinds of depth that the models of more moves know.
const DEPTHS: usize = 4;

/// Distances on a board plus this are above 0.
const SHIFT: i32 = 18;

/// What came before a move on the way to it.
#[derive(Clone, Copy)]
struct Context {
    last: Option<Point>,
    before: Option<Point>,
    mark: Mark,
    source: Source,
    depth: usize,
}

impl Context {
    const NONE: Self = Self {
        last: None,
        before: None,
        mark: Mark::Normal,
        source: Source::Written,
        depth: 0,
    };

    const fn then(self, coded: CodedMove) -> Self {
        let (last, before) = match coded.mv {
            Move::Pass => (self.last, self.before),
            Move::Play(point) => (Some(point), self.last),
        };
        Self {
            last,
            before,
            mark: coded.mark,
            source: coded.source,
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
struct CodedMove {
    mv: Move,
    mark: Mark,
    source: Source,
}

/// Whether the stone before lies far from the one before it: who answers near then answers so.
fn is_far(context: &Context) -> usize {
    let (Some(a), Some(b)) = (context.last, context.before) else {
        return 1;
    };
    let across = a.column().abs_diff(b.column());
    usize::from(across.max(a.row().abs_diff(b.row())) > 2)
}

impl Model {
    fn new() -> Self {
        Self {
            more: [BitModel::EVEN; 4 * DEPTHS],
            marks: std::array::from_fn(|_| BitTree::new(3)),
            grown: [BitModel::EVEN; 2],
            pass: [BitModel::EVEN; 2],
            absolute: [BitTree::new(5), BitTree::new(5)],
            across: [BitTree::new(6), BitTree::new(6)],
            along: vec![BitTree::new(6); 37],
        }
    }

    fn more(&mut self, context: &Context, siblings: usize) -> &mut BitModel {
        &mut self.more[context.kind() * 4 + siblings.min(3)]
    }

    fn write(&mut self, out: &mut Encoder, context: &Context, coded: CodedMove) {
        let mark = context.mark.number() as usize;
        self.marks[mark].write(out, coded.mark.number());
        let grown = &mut self.grown[usize::from(context.source == Source::Grown)];
        out.write(grown, coded.source == Source::Grown);
        let pass = &mut self.pass[usize::from(context.depth > 1)];
        out.write(pass, coded.mv == Move::Pass);
        let Move::Play(point) = coded.mv else { return };
        let Some(last) = context.last else {
            self.absolute[0].write(out, point.column().into());
            self.absolute[1].write(out, point.row().into());
            return;
        };
        let across = i32::from(point.column()) - i32::from(last.column()) + SHIFT;
        let along = i32::from(point.row()) - i32::from(last.row()) + SHIFT;
        self.across[is_far(context)].write(out, across as u32);
        self.along[across as usize].write(out, along as u32);
    }

    fn read(&mut self, from: &mut Decoder<'_>, context: &Context) -> Option<CodedMove> {
        let mark = context.mark.number() as usize;
        let mark = Mark::from_number(self.marks[mark].read(from))?;
        let grown = &mut self.grown[usize::from(context.source == Source::Grown)];
        let source = if from.read(grown) {
            Source::Grown
        } else {
            Source::Written
        };
        let pass = &mut self.pass[usize::from(context.depth > 1)];
        let mv = if from.read(pass) {
            Move::Pass
        } else {
            Move::Play(self.read_point(from, context)?)
        };
        Some(CodedMove { mv, mark, source })
    }

    fn read_point(&mut self, from: &mut Decoder<'_>, context: &Context) -> Option<Point> {
        let Some(last) = context.last else {
            let column = self.absolute[0].read(from);
            let row = self.absolute[1].read(from);
            return Point::new(column as u8, row as u8);
        };
        let across = self.across[is_far(context)].read(from);
        let along = self.along.get_mut(across as usize)?.read(from);
        let place = |at: u8, step: u32| u8::try_from(i32::from(at) + step as i32 - SHIFT).ok();
        Point::new(place(last.column(), across)?, place(last.row(), along)?)
    }
}

/// A position on the way, of which moves are still to be written or read.
struct Visit {
    position: BookPosition,
    canonical: CanonicalPosition,
    node: NodeId,
    context: Context,
    /// Moves that are done.
    done: usize,
}

impl Visit {
    fn root(graph: &Graph) -> Self {
        let position = BookPosition::new(graph.size());
        Self {
            canonical: position.canonical(graph.symmetries()),
            position,
            node: NodeId::ROOT,
            context: Context::NONE,
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
    let mut visits = Vec::new();
    let has_moves = |id: NodeId| !graph.node(id).edges.is_empty();
    out.write(model.more(&Context::NONE, 0), has_moves(NodeId::ROOT));
    if has_moves(NodeId::ROOT) {
        visits.push(Visit::root(graph));
    }
    while let Some(mut visit) = visits.pop() {
        let edges = &graph.node(visit.node).edges;
        let edge = edges[visit.done];
        let coded = CodedMove {
            mv: visit.canonical.rightmost_from_book(edge.mv),
            mark: edge.mark,
            source: edge.source,
        };
        model.write(&mut out, &visit.context, coded);
        let mut position = visit.position.clone();
        let context = visit.context.then(coded);
        visit.done += 1;
        let more = visit.done < edges.len();
        out.write(model.more(&visit.context, visit.done), more);
        if more {
            visits.push(visit);
        }
        let is_new = !std::mem::replace(&mut seen[edge.to.index()], true);
        if is_new && position.play(coded.mv).is_ok() {
            out.write(model.more(&context, 0), has_moves(edge.to));
            if has_moves(edge.to) {
                visits.push(Visit {
                    canonical: position.canonical(graph.symmetries()),
                    position,
                    node: edge.to,
                    context,
                    done: 0,
                });
            }
        }
    }
    out.finish()
}

/// Reads what [`encode_moves`] writes.
pub(super) fn decode_moves(
    bytes: &[u8],
    symmetries: Symmetries,
    size: BoardSize,
) -> Result<Graph, DecodeError> {
    let mut graph = Graph::new(symmetries, size);
    let mut model = Model::new();
    let mut from = Decoder::new(bytes);
    let mut visits = Vec::new();
    if from.read(model.more(&Context::NONE, 0)) {
        visits.push(Visit::root(&graph));
    }
    let mut moves = 0;
    while let Some(mut visit) = visits.pop() {
        let coded = model.read(&mut from, &visit.context);
        let coded = coded.ok_or(DecodeError::Damaged)?;
        let context = visit.context.then(coded);
        moves += 1;
        visit.done += 1;
        let more = from.read(model.more(&visit.context, visit.done));
        let after = visit.position.canonical_after(symmetries, coded.mv);
        let after = after.map_err(|_| DecodeError::Damaged)?;
        let known = graph.nodes().len();
        let step = Step {
            mv: coded.mv,
            mark: Some(coded.mark),
            source: coded.source,
        };
        let added = graph.add(visit.node, &visit.canonical, step, &after);
        let (node, _) = added.map_err(|_| DecodeError::Damaged)?;
        let is_new = graph.nodes().len() > known;
        let goes_on = is_new && from.read(model.more(&context, 0));
        let next = |mut position: BookPosition| {
            let played = position.play(coded.mv);
            played.map_err(|_| DecodeError::Damaged).map(|_| Visit {
                position,
                canonical: after,
                node,
                context,
                done: 0,
            })
        };
        match (more, goes_on) {
            (true, true) => {
                let position = visit.position.clone();
                visits.push(visit);
                visits.push(next(position)?);
            }
            (true, false) => visits.push(visit),
            (false, true) => visits.push(next(visit.position)?),
            (false, false) => {}
        }
        if context.depth > MAX_DEPTH || moves > MAX_MOVES {
            return Err(DecodeError::Damaged);
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
            for symmetries in [Symmetries::Corner, Symmetries::Board] {
                let _ = decode_moves(&bytes, symmetries, BoardSize::new(9).unwrap());
            }
        }
    }
}

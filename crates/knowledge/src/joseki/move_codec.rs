//! The code of a book's moves: a [`Graph`] to bytes and back.
//!
//! The positions are visited from the first one on, depth first. Each move is written with its mark
//! and a bit that says if another one follows in the same position. Neither the position that it
//! leads to nor a transposition is written: the reader plays the moves and recognizes them.
//! Names and comments are stored behind the moves, as plain text.
//
// Why about a byte a move: most moves lie near the stone before, most are unmarked, and most lines
// go on. Each of these is a choice whose frequency the adaptive models learn while they code, and
// the range coder charges each choice by how unlikely it was.

use super::canonical_position::{BookPosition, CanonicalPosition};
use super::graph::{Graph, GraphStep, NodeId};
use super::mark::{Mark, Source};
use super::range_coder::{BitModel, BitTree, Decoder, Encoder};
use super::symmetry::Symmetries;
use sgmp_board::container::ContainerError;
use sgmp_board::rules::{BoardSize, Move, Point};

/// Maximum length of a line, in moves.
pub(super) const MAX_LINE_MOVES: usize = 200;

/// Maximum depth of a book, in moves: lines that meet may make longer ones.
const MAX_DEPTH: usize = 4 * MAX_LINE_MOVES;

/// Maximum number of moves in a compiled book.
const MAX_MOVES: usize = 1 << 21;

/// The reason why bytes are refused as a book.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DecodeError {
    /// They begin with another line.
    #[error("these are no joseki that this version reads: compile them again")]
    WrongFormat,
    /// They are no valid book, or cut short.
    #[error("the compiled joseki are damaged: compile them again")]
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

/// The models of everything that is written, the same on both sides.
struct Model {
    /// "Another move follows", by depth and by the number of moves so far.
    more: [BitModel; 4 * DEPTHS],
    marks: [BitTree; Mark::ALL.len()],
    grown: [BitModel; 2],
    pass: [BitModel; 2],
    /// Column and row of a point with no stone before it.
    absolute: [BitTree; 2],
    /// Columns from the previous stone.
    across: [BitTree; 2],
    /// Rows from the previous stone, by the columns.
    along: Vec<BitTree>,
}

/// Kinds of depth that the models of more moves know.
const DEPTHS: usize = 4;

/// Offset that makes all differences of columns or rows non-negative.
const SHIFT: i32 = 18;

/// The context of a move: the moves before it.
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

/// A move with all that is coded of it.
#[derive(Clone, Copy)]
struct CodedMove {
    mv: Move,
    mark: Mark,
    source: Source,
}

/// 1 if the previous stone lies far from the one before it, or either is missing; else 0.
//
// An answer to a contact move is mostly adjacent, one to a distant approach is not: two models of
// the distance cost fewer bits than one.
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
        // Differences on 19 lines are -18 to 18: with `SHIFT` they fit into six bits, and there is a tree of
        // rows for each of the 37.
        self.across[is_far(context)].write(out, across as u32);
        self.along[across as usize].write(out, along as u32);
    }

    fn read(&mut self, from: &mut Decoder<'_>, context: &Context) -> Option<CodedMove> {
        let mark = context.mark.number() as usize;
        // Three bits can say more than there are marks, but only in damaged bytes.
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
        // Six bits can say more than 36, but only in damaged bytes.
        let along = self.along.get_mut(across as usize)?.read(from);
        let place = |at: u8, step: u32| u8::try_from(i32::from(at) + step as i32 - SHIFT).ok();
        Point::new(place(last.column(), across)?, place(last.row(), along)?)
    }
}

/// A position whose moves are not all written or read yet.
struct Visit {
    position: BookPosition,
    canonical: CanonicalPosition,
    node: NodeId,
    context: Context,
    /// Number of moves done.
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

/// Encodes the moves of a book, without names and comments.
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

/// Decodes the bytes of [`encode_moves`].
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
        let step = GraphStep {
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

//! Planes of a board.

use super::{GLOBALS, Inputs, LadderReader, Ladders, PLANES, Plane, Situation};
use sgmp_board::rules::{Board, Move, Point};

/// The planes of liberties end with strings of so many.
const MAX_LIBERTIES: usize = 3;

/// Makes inputs, and keeps the room that reading ladders needs.
#[derive(Debug, Default)]
pub struct InputReader {
    ladders: LadderReader,
}

impl InputReader {
    /// A reader with room for one position.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Describes a position to the net.
    pub fn read(&mut self, board: &Board, situation: &Situation) -> Inputs {
        let ladders = self.ladders(board, situation);
        inputs(board, situation, &ladders)
    }

    /// Strings caught in ladders.
    pub(crate) fn ladders(&mut self, board: &Board, situation: &Situation) -> Ladders {
        self.ladders.read(board, situation.to_move())
    }
}

/// Describes a position of which the ladders are known.
pub(crate) fn inputs(board: &Board, situation: &Situation, ladders: &Ladders) -> Inputs {
    let size = board.size();
    let own = situation.to_move();
    let mut planes = [Plane::EMPTY; PLANES];
    for point in Point::all(size) {
        planes[0].insert(point, size);
        let Some(color) = board.color_at(point) else {
            continue;
        };
        let side = usize::from(color != own);
        planes[1 + side].insert(point, size);
        let liberties = board.liberties(point);
        if liberties <= MAX_LIBERTIES {
            planes[2 + MAX_LIBERTIES * side + liberties].insert(point, size);
        }
        if ladders.caught.contains(point) {
            planes[15 + side].insert(point, size);
        }
    }
    if let Some(ko) = board.ko_point() {
        planes[9].insert(ko, size);
    }
    for (plane, mv) in planes[10..].iter_mut().zip(situation.recent()) {
        if let Some(Move::Play(point)) = mv {
            plane.insert(*point, size);
        }
    }
    planes[17] = Plane::from_set(&ladders.starts, size);
    Inputs {
        size: size.lines(),
        planes,
        globals: globals(situation),
    }
}

fn globals(situation: &Situation) -> [f32; GLOBALS] {
    let passes = situation.passes();
    [
        situation.komi() / 20.0,
        f32::from(u8::from(situation.is_territory())),
        f32::from(u8::from(passes >= 1)),
        f32::from(u8::from(passes >= 2)),
    ]
}

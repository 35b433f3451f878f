//! The other side of the table.

use sgmp_proto::{
    Color, Config, Event as WireEvent, Frame, Instant, Message, Session, Vertex, WireMove,
};

use super::harness::mv;
use crate::play::wire_conversion;
use sgmp_board::rules::{BoardSize, Move};

/// The other side: the wire's session, and the moves that it has on record.
pub(super) struct Peer {
    pub(super) session: Session,
    pub(super) record: Vec<(Color, Move)>,
    color: Color,
    size: BoardSize,
    /// The time of its next move of a script.
    pub(super) due: Option<Instant>,
}

impl Peer {
    pub(super) fn new(config: Config, now: Instant) -> Self {
        Self {
            session: Session::new(config, now),
            record: Vec::new(),
            color: config.color,
            size: config.size,
            due: None,
        }
    }

    pub(super) fn play(&mut self, mv: Move) {
        self.session.send_move(wire_conversion::vertex(mv)).unwrap();
        self.record.push((self.color, mv));
    }

    pub(super) fn react(&mut self, now: Instant) {
        while let Some(event) = self.session.poll_event() {
            if let WireEvent::MoveOffered(_, vertex) = event {
                let played = wire_conversion::to_move(vertex).unwrap();
                self.session.accept_move(now).unwrap();
                self.record.push((!self.color, played));
            }
        }
    }

    /// The frame that it would send next, saying what it never would.
    pub(super) fn forge(&self, message: Message) -> Frame {
        let bit = self.session.snapshot().bit;
        Frame::new(bit.mine().flipped(), bit.taken(), message)
    }

    /// A forged MOVE of this color, wherever it lies: `number` is the wire's.
    pub(super) fn forge_number(&self, color: Color, number: u16) -> Frame {
        let lines = u16::from(BoardSize::NINETEEN.lines());
        let vertex = match number.checked_sub(1) {
            None => Vertex::Pass,
            Some(index) => Vertex::Point {
                column: (index % lines) as u8,
                row: (index / lines) as u8,
            },
        };
        let mv = WireMove::new(color, vertex, BoardSize::NINETEEN);
        assert_eq!(mv.number(), number);
        self.forge(Message::Move(mv))
    }

    /// A forged MOVE.
    pub(super) fn forge_move(&self, name: &str) -> Frame {
        let mv = WireMove::new(self.color, wire_conversion::vertex(mv(name)), self.size);
        self.forge(Message::Move(mv))
    }
}

//! The judge's view: every frame by the dialect, every move by the rules and the clock.

use std::time::Duration;

use sgmp_proto::{Frame, Grid, Instant, Message, Observer, Ruling};

use super::judged_piece::{JudgedPiece, Moved, Observation};
use crate::cli::line_tools::replay::{command, move_of, sender_of};
use crate::picture::Picture;
use crate::play::MatchClocks;
use crate::port::CableEnd;
use crate::port::trace::{Piece, Splitter};
use crate::rules::{ByColor, Color, Cycle, Game};

/// Largest number of pieces kept before it is known who is Black.
const MAX_PENDING: usize = 1000;

/// Watches both directions.
pub(super) struct Referee {
    observer: Observer,
    grid: Grid,
    game: Game,
    clocks: MatchClocks,
    main_time: Duration,
    /// Time used by the mover when each move was made.
    times: Vec<Duration>,
    ways: [Splitter; 2],
    black: Option<CableEnd>,
    /// Pieces that passed before the colors were known.
    pending: Vec<(CableEnd, Instant, Piece)>,
    faults: usize,
    shown_late: ByColor<bool>,
    boards: bool,
}

impl Referee {
    /// Before a game; with `boards` the board is shown after each move.
    pub(super) fn new(game: Game, grid: Grid, main_time: Duration, boards: bool) -> Self {
        Self {
            observer: Observer::new(grid),
            grid,
            game,
            clocks: MatchClocks::new(main_time, ByColor::default()),
            main_time,
            times: Vec::new(),
            ways: [Splitter::new(), Splitter::new()],
            black: None,
            pending: Vec::new(),
            faults: 0,
            shown_late: ByColor::default(),
            boards,
        }
    }

    pub(super) const fn game(&self) -> &Game {
        &self.game
    }

    pub(super) fn times(&self) -> &[Duration] {
        &self.times
    }

    /// Violations so far, illegal moves among them.
    pub(super) const fn faults(&self) -> usize {
        self.faults
    }

    /// True if two passes have ended the game.
    pub(super) fn is_over(&self) -> bool {
        self.game.consecutive_passes() >= 2
    }

    /// The color of the program at one end, once it is known.
    pub(super) fn color_at(&self, end: CableEnd) -> Option<Color> {
        let is_black = self.black? == end;
        Some(if is_black { Color::Black } else { Color::White })
    }

    /// The circle that the game goes round in.
    pub(super) fn cycle(&self) -> Option<Cycle> {
        self.game.cycle()
    }

    /// Bytes have passed.
    pub(super) fn watch(&mut self, from: CableEnd, at: Instant, bytes: &[u8]) -> Vec<JudgedPiece> {
        let pieces = self.ways[from as usize].split(bytes);
        self.pending
            .extend(pieces.into_iter().map(|piece| (from, at, piece)));
        self.tell(false)
    }

    /// Nothing more will pass: what is unfinished is told too.
    pub(super) fn finish(&mut self, at: Instant) -> Vec<JudgedPiece> {
        for end in [CableEnd::A, CableEnd::B] {
            let unfinished = self.ways[end as usize].take_unfinished();
            self.pending
                .extend(unfinished.map(|piece| (end, at, piece)));
        }
        self.tell(true)
    }

    /// Tells everything once it is known who is who.
    fn tell(&mut self, at_last: bool) -> Vec<JudgedPiece> {
        if self.black.is_none() {
            let shows = |(end, _, piece): &(CableEnd, Instant, Piece)| {
                let color = sender_of(piece.frame()?.message())?;
                Some(if color == Color::Black {
                    *end
                } else {
                    end.other()
                })
            };
            self.black = self.pending.iter().find_map(shows);
            if self.black.is_none() && (at_last || self.pending.len() > MAX_PENDING) {
                self.black = Some(CableEnd::A);
            }
        }
        let Some(black) = self.black else {
            return Vec::new();
        };
        let pending = std::mem::take(&mut self.pending);
        let told = pending.into_iter().map(|(end, at, piece)| {
            let from = if end == black {
                Color::Black
            } else {
                Color::White
            };
            self.judge(from, at, piece)
        });
        told.collect()
    }

    fn judge(&mut self, from: Color, at: Instant, piece: Piece) -> JudgedPiece {
        let mut told = JudgedPiece {
            from,
            at,
            piece,
            ruling: None,
            observations: Vec::new(),
        };
        match told.piece.frame() {
            Some(frame) => self.judge_frame(frame, &mut told),
            None => {
                self.observer.watch_garbled(Some(from));
                let (hex, why) = (told.piece.hex(), told.piece.remark());
                told.observations
                    .push(Observation::Garbled { from, hex, why });
            }
        }
        told
    }

    fn judge_frame(&mut self, frame: Frame, told: &mut JudgedPiece) {
        let (from, at) = (told.from, told.at);
        let seen = self.observer.watch(Some(from), frame, Some(at));
        let grid = self.grid;
        let words = || command(frame, grid);
        told.ruling = Some(seen.ruling);
        if seen.ruling == Ruling::Resend {
            let words = words();
            told.observations
                .push(Observation::SentAgain { from, words });
        }
        for what in seen.violations.iter() {
            self.faults += 1;
            let words = words();
            told.observations
                .push(Observation::Violation { from, words, what });
        }
        match (seen.ruling, frame.message()) {
            (Ruling::New, Message::Move(mv)) => self.play(mv, told),
            (Ruling::Acknowledgement, Message::Ok) if self.has_yet_to_begin() => {
                self.clocks.start(Color::Black, at);
                told.observations.push(Observation::Begins);
            }
            _ => {}
        }
    }

    fn has_yet_to_begin(&self) -> bool {
        self.game.move_count() == 0 && self.clocks.are_at_rest()
    }

    fn play(&mut self, mv: sgmp_proto::WireMove, told: &mut JudgedPiece) {
        let Some(on_board) = move_of(mv, self.grid) else {
            return;
        };
        let (color, at) = (mv.color(), told.at);
        let captured = match self.game.play(color, on_board) {
            Ok(captured) => captured.into(),
            Err(why) => {
                self.faults += 1;
                let mv = on_board;
                told.observations
                    .push(Observation::Illegal { color, mv, why });
                return;
            }
        };
        self.clocks.start(!color, at);
        if self.is_over() {
            self.clocks.stop(at);
        }
        self.times.push(self.clocks.used(color, at));
        let used = |color| self.clocks.used(color, at);
        let board = || Picture::from_game(&self.game).to_string();
        told.observations.push(Observation::Moved(Box::new(Moved {
            number: self.game.move_count(),
            color,
            mv: on_board,
            captured,
            used: ByColor::new(used(Color::Black), used(Color::White)),
            main_time: self.main_time,
            board: self.boards.then(board),
        })));
    }

    /// Time used by both sides until now, and the side whose clock runs.
    pub(super) fn clocks(&self, now: Instant) -> (ByColor<Duration>, Option<Color>) {
        let used = |color| self.clocks.used(color, now);
        let runs = |color: &Color| self.clocks.runs_over(*color, Duration::ZERO).is_some();
        let running = Color::BOTH.into_iter().find(runs);
        (
            ByColor::new(used(Color::Black), used(Color::White)),
            running,
        )
    }

    /// A flag that has fallen since the last look.
    pub(super) fn late(&mut self, now: Instant) -> Option<Color> {
        let late = Color::BOTH
            .into_iter()
            .find(|color| !self.shown_late[*color] && self.clocks.over(*color, now).is_some())?;
        self.shown_late[late] = true;
        Some(late)
    }
}

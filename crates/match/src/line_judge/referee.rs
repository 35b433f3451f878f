//! The judge's view: every frame by the dialect, every move by the rules and the clock.
//!
//! A game whose beginning was not seen has no board and no clocks: its moves are shown, and nobody is accused.

use std::time::Duration;

use sgmp_proto::{Frame, Grid, Instant, Message, Observer, Ruling, Violation, WireMove};

use crate::line_judge::frame_text::{command, move_of, sender_of};
use crate::line_judge::judged_piece::{JudgedPiece, Moved, Observation};
use crate::play::{
    Account, Accounts, Exchanges, MatchClocks, NothingCharged, Outcome, Pause, PauseWord, Terms,
    record, remark, remark_on_pauses,
};
use crate::port::CableEnd;
use crate::port::trace::{Piece, Splitter};
use sgmp_board::picture::Picture;
use sgmp_board::record::GameRecord;
use sgmp_board::rules::{ByColor, Color, Cycle, Game, Move};

/// Largest number of pieces kept before it is known who is Black.
const MAX_PENDING: usize = 1000;

/// The part of the game that was seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sight {
    Nothing,
    /// All of it, from its NEWGAME on.
    Whole,
    /// The rest of it: it had begun. True once a NEWGAME has begun another one.
    Rest {
        is_opened: bool,
    },
    /// Its beginning, but frames of it passed unseen since.
    Beginning,
}

/// The judge of a line: frames against the dialect, and moves against the rules of Go.
pub struct Referee {
    observer: Observer,
    grid: Grid,
    sight: Sight,
    /// True from a resumption to the next move: frames may have passed meanwhile.
    is_resumed: bool,
    /// The number of moves before the first time that it was away from a game. Moves that passed then in a multiple of
    /// four leave the bits as they were: what was played since may be another game.
    away_after: Option<usize>,
    /// Consecutive passes of a game without a board.
    passes: usize,
    game: Game,
    clocks: MatchClocks,
    exchanges: Exchanges,
    /// The side whose last move waits for its OK, and the time of that move: no clock runs.
    unheard: Option<(Color, Instant)>,
    /// The sides whose clocks were emptied by what was charged for a pause.
    is_over_by_pause: ByColor<bool>,
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
    pub fn new(game: Game, grid: Grid, main_time: Duration, boards: bool) -> Self {
        Self {
            observer: Observer::new(grid),
            grid,
            sight: Sight::Nothing,
            is_resumed: false,
            away_after: None,
            passes: 0,
            game,
            clocks: MatchClocks::new(main_time, ByColor::default()),
            exchanges: Exchanges::new(Instant::ZERO, ByColor::default(), Color::Black, None),
            unheard: None,
            is_over_by_pause: ByColor::default(),
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

    /// The game as it passed so far.
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// The record of the game as it passed so far, with the outcome once there is one.
    pub fn record(&self, terms: &Terms, outcome: Option<&Outcome>) -> GameRecord {
        let mut record = record(terms, &self.game, &self.times, outcome);
        remark_on_pauses(&mut record, self.is_over_by_pause);
        for doubt in self.doubts() {
            remark(&mut record, &doubt);
        }
        record
    }

    /// Why the game as it passed so far may not be the whole one, in sentences.
    pub fn doubts(&self) -> Vec<String> {
        let moves = self.game.move_count();
        let ends = (self.sight == Sight::Beginning).then(|| {
            format!("Not the whole game: frames passed unseen after move {moves}, and the players' records count")
        });
        let may_lack = self.away_after.filter(|after| *after < moves).map(|after| {
            format!(
                "Not known to be the game from move {} on: the proxy was away before it, and moves that pass unseen in \
                 multiples of four cannot be noticed. Compare it with the players' records",
                after + 1
            )
        });
        may_lack.into_iter().chain(ends).collect()
    }

    /// The state of the game that goes on after the watch was away; nothing before a game.
    pub fn standing(&self) -> Option<Observation> {
        let moves = self.game.move_count();
        match self.sight {
            Sight::Nothing => None,
            Sight::Whole => self.has_begun().then_some(Observation::Resumed { moves }),
            Sight::Rest { .. } => Some(Observation::Joined),
            Sight::Beginning => Some(Observation::Missed { moves, by: None }),
        }
    }

    /// Violations so far, illegal moves among them.
    pub const fn faults(&self) -> usize {
        self.faults
    }

    /// True if two passes have ended the game.
    pub fn is_over(&self) -> bool {
        self.game.consecutive_passes().max(self.passes) >= 2
    }

    /// True once moves can be made on a board that is known.
    pub fn has_begun(&self) -> bool {
        !self.has_yet_to_begin()
    }

    /// True if the board and the clocks are those of the game.
    pub const fn knows_board(&self) -> bool {
        matches!(self.sight, Sight::Nothing | Sight::Whole)
    }

    /// The watch goes on after it was away since the last bytes, which this pause is the time since: the two may have
    /// been told apart otherwise, and frames may be missing.
    pub fn resume(&mut self, at: Instant, pause: Option<(Accounts, PauseWord)>) {
        self.observer.watch_return();
        self.is_resumed = self.has_begun() && self.knows_board();
        if self.is_resumed && !self.is_over() {
            self.away_after.get_or_insert(self.game.move_count());
        }
        self.black = None;
        self.pending.clear();
        self.ways = [Splitter::new(), Splitter::new()];
        if let Some((accounts, word)) = pause
            && let Ok((pause, used)) = accounts.charged(word)
        {
            self.set_charged(&pause, used, at);
            self.exchanges = Exchanges::new(at, used, self.on_move(), Some((accounts, word)));
        }
    }

    /// A line was away and is back: what was on its way may be lost, and each side may say its last frame again.
    pub fn line_is_back(&mut self) {
        self.observer.watch_return();
        self.exchanges.note_line_down();
    }

    /// A pause of this length, if it is known, since the last bytes; `None` where the game is not in play.
    pub fn pause_of(&self, length: Option<Duration>, since: Instant) -> Option<Accounts> {
        let known = self.is_in_play().then(|| Account {
            to: self.on_move(),
            length: length.unwrap_or_default(),
            used: self.used(since),
        })?;
        Some(Accounts {
            known,
            others: Vec::new(),
            was_over: false,
            is_length_known: length.is_some(),
        })
    }

    /// Charges the judge's word for the latest pause.
    ///
    /// # Errors
    /// [`NothingCharged`]: where the game is not in play, too.
    pub fn charge(&mut self, word: PauseWord, now: Instant) -> Result<Pause, NothingCharged> {
        if !self.is_in_play() {
            return Err(NothingCharged::NoPause);
        }
        let (pause, used) = self.exchanges.charge(word, now, self.used(now))?;
        self.set_charged(&pause, used, now);
        Ok(pause)
    }

    /// Sets the clocks after a charge for a pause.
    fn set_charged(&mut self, pause: &Pause, used: ByColor<Duration>, now: Instant) {
        for color in Color::BOTH {
            self.clocks.set_used(color, used[color], now);
        }
        self.note_charge(pause, now);
    }

    /// The two sides have exchanged something: a pause that the judge has spoken on while it went on ends here.
    fn note_exchange(&mut self, at: Instant) {
        let used = self.used(at);
        if let Some((pause, used)) = self.exchanges.settle(at, used) {
            self.set_charged(&pause, used, at);
        }
        let (used, to, in_play) = (self.used(at), self.on_move(), self.has_begun());
        self.exchanges.renew(at, used, to, in_play);
    }

    fn is_in_play(&self) -> bool {
        self.has_begun() && self.knows_board() && !self.is_over()
    }

    /// The side on move as both sides know it: a move is the other side's only once it is acknowledged.
    fn on_move(&self) -> Color {
        let unheard = self.unheard.map(|(mover, _)| mover);
        unheard.unwrap_or_else(|| self.game.to_move())
    }

    /// Notes whether the side that is charged is over its time by that.
    fn note_charge(&mut self, pause: &Pause, now: Instant) {
        let is_over = self.clocks.over(pause.to, now).is_some();
        let before = self.is_over_by_pause[pause.to];
        self.is_over_by_pause[pause.to] = pause.is_over_by_pause(before, is_over, self.main_time);
        // The other side may have been given back what was charged to it.
        self.is_over_by_pause[!pause.to] &= self.clocks.over(!pause.to, now).is_some();
    }

    fn used(&self, now: Instant) -> ByColor<Duration> {
        let used = |color| self.clocks.used(color, now);
        ByColor::new(used(Color::Black), used(Color::White))
    }

    /// The color of the program at one end, once it is known.
    pub fn color_at(&self, end: CableEnd) -> Option<Color> {
        let is_black = self.black? == end;
        Some(if is_black { Color::Black } else { Color::White })
    }

    /// The circle that the game goes round in.
    pub fn cycle(&self) -> Option<Cycle> {
        self.game.cycle()
    }

    /// Takes bytes that one end sent; returns the pieces that can be told by now, in order.
    pub fn watch(&mut self, from: CableEnd, at: Instant, bytes: &[u8]) -> Vec<JudgedPiece> {
        let pieces = self.ways[from as usize].split(bytes);
        self.pending
            .extend(pieces.into_iter().map(|piece| (from, at, piece)));
        self.tell(false)
    }

    /// Nothing more will pass: what is unfinished is told too.
    pub fn finish(&mut self, at: Instant) -> Vec<JudgedPiece> {
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
        if self.sight == Sight::Nothing {
            self.open(frame.message(), told);
        }
        let seen = self.observer.watch(Some(from), frame, Some(at));
        let on_move = match frame.message() {
            Message::Move(mv) if seen.ruling == Ruling::New => Some(mv),
            _ => None,
        };
        let misfits = seen.violations.iter().any(|what| shows_gap(&what));
        if self.is_resumed && misfits {
            let moves = self.game.move_count();
            return self.lose_sight((moves, None), frame, told);
        }
        if let (Some(moves), Some(by), true) = (
            self.away_after,
            on_move.and_then(|mv| self.illegal(mv)),
            self.knows_board(),
        ) {
            return self.lose_sight((moves, Some(by)), frame, told);
        }
        self.is_resumed &= on_move.is_none();
        told.ruling = Some(seen.ruling);
        let grid = self.grid;
        let words = || command(frame, grid);
        if seen.ruling == Ruling::Resend {
            let words = words();
            told.observations
                .push(Observation::SentAgain { from, words });
        }
        if !self.knows_board() {
            return self.judge_unknown(seen.ruling, frame.message(), told);
        }
        for what in seen.violations.iter() {
            self.faults += 1;
            let words = words();
            told.observations
                .push(Observation::Violation { from, words, what });
        }
        let was_unheard = self.unheard.is_some();
        match (on_move, seen.ruling, frame.message()) {
            (Some(mv), ..) => self.play(mv, told),
            (None, Ruling::Acknowledgement, Message::Ok) if self.has_yet_to_begin() => {
                self.begin(told);
            }
            (None, Ruling::Acknowledgement, Message::Ok) => self.hear_of_move(at),
            _ => {}
        }
        let is_exchange = match seen.ruling {
            Ruling::New => on_move.is_none() || was_unheard,
            Ruling::Acknowledgement | Ruling::Repeat | Ruling::Return => true,
            // Whoever speaks so has not heard of the other side.
            Ruling::Resend
            | Ruling::Crossed
            | Ruling::OutOfPlace
            | Ruling::Idle
            | Ruling::Nudge => false,
        };
        if seen.ruling == Ruling::Return {
            self.exchanges.note_return();
        }
        if is_exchange {
            self.note_exchange(at);
        }
        if on_move.is_some() {
            self.exchanges.note_move(at, self.used(at));
        }
    }

    /// The other side has the latest move: its clock runs, as it does there.
    fn hear_of_move(&mut self, at: Instant) {
        if let Some((mover, _)) = self.unheard.take()
            && !self.is_over()
        {
            self.clocks.start(!mover, at);
        }
    }

    /// The first frame of all tells whether the game is to begin, or had begun.
    fn open(&mut self, first: Message, told: &mut JudgedPiece) {
        match first {
            Message::NewGame => self.sight = Sight::Whole,
            // The handshake had begun, and nobody can have moved.
            Message::Query(_) | Message::Answer(_) => {
                self.observer = Observer::joined(self.grid);
                self.sight = Sight::Whole;
            }
            _ => {
                self.observer = Observer::joined(self.grid);
                self.sight = Sight::Rest { is_opened: false };
                told.observations.push(Observation::Joined);
            }
        }
    }

    /// Frames have passed unseen after so many moves, as this move shows or the bits: the board is not known from there.
    fn lose_sight(
        &mut self,
        (moves, by): (usize, Option<(Color, Move)>),
        frame: Frame,
        told: &mut JudgedPiece,
    ) {
        self.is_resumed = false;
        if let Some(seen) = self.game.after(moves) {
            self.game = seen;
            self.times.truncate(moves);
        }
        self.sight = Sight::Beginning;
        self.unheard = None;
        self.clocks.stop(told.at);
        self.observer = Observer::joined(self.grid);
        let seen = self.observer.watch(Some(told.from), frame, Some(told.at));
        told.ruling = Some(seen.ruling);
        told.observations.push(Observation::Missed { moves, by });
        self.judge_unknown(seen.ruling, frame.message(), told);
    }

    /// A frame of a game whose board is not known.
    fn judge_unknown(&mut self, ruling: Ruling, message: Message, told: &mut JudgedPiece) {
        match (ruling, message, self.sight) {
            (Ruling::New, Message::NewGame, Sight::Rest { .. }) => {
                self.passes = 0;
                self.sight = Sight::Rest { is_opened: true };
            }
            (Ruling::Acknowledgement, Message::Ok, Sight::Rest { is_opened: true }) => {
                self.sight = Sight::Whole;
                self.begin(told);
            }
            (Ruling::New, Message::Move(mv), _) => {
                let (color, Some(mv)) = (mv.color(), move_of(mv, self.grid)) else {
                    return;
                };
                self.passes = match mv {
                    Move::Pass => self.passes + 1,
                    Move::Play(_) => 0,
                };
                told.observations.push(Observation::Seen { color, mv });
            }
            _ => {}
        }
    }

    fn begin(&mut self, told: &mut JudgedPiece) {
        self.clocks.start(Color::Black, told.at);
        told.observations.push(Observation::Begins);
    }

    /// The move, if the rules do not allow it on this board.
    fn illegal(&self, mv: WireMove) -> Option<(Color, Move)> {
        let (color, mv) = (mv.color(), move_of(mv, self.grid)?);
        self.game
            .legality(color, mv)
            .is_err()
            .then_some((color, mv))
    }

    fn has_yet_to_begin(&self) -> bool {
        self.game.move_count() == 0 && self.clocks.are_at_rest()
    }

    fn play(&mut self, mv: WireMove, told: &mut JudgedPiece) {
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
        self.clocks.stop(at);
        // Of a side that leaves out its OKs nobody knows when it had the move before.
        if let Some((_, since)) = self.unheard.replace((color, at)) {
            self.clocks.charge(color, at.since(since));
        }
        self.times.push(self.clocks.used(color, at));
        let board = || Picture::from_game(&self.game).to_string();
        told.observations.push(Observation::Moved(Box::new(Moved {
            number: self.game.move_count(),
            color,
            mv: on_board,
            captured,
            used: self.used(at),
            main_time: self.main_time,
            board: self.boards.then(board),
        })));
    }

    /// Time used by both sides until now, and the side whose clock runs.
    pub fn clocks(&self, now: Instant) -> (ByColor<Duration>, Option<Color>) {
        let runs = |color: &Color| self.clocks.is_running(*color);
        (self.used(now), Color::BOTH.into_iter().find(runs))
    }

    /// A flag that has fallen since the last look.
    pub fn late(&mut self, now: Instant) -> Option<Color> {
        let late = Color::BOTH
            .into_iter()
            .find(|color| !self.shown_late[*color] && self.clocks.over(*color, now).is_some())?;
        self.shown_late[late] = true;
        Some(late)
    }
}

/// Returns whether a violation may be that of frames that passed unseen.
pub(crate) const fn shows_gap(violation: &Violation) -> bool {
    matches!(
        violation,
        Violation::OutOfTurn
            | Violation::OutOfOrder { .. }
            | Violation::SequenceNotFlipped
            | Violation::WrongAcknowledgement { .. }
    )
}

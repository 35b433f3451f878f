//! The state of a match on a screen.

use std::collections::VecDeque;
use std::time::Duration;

use sgmp_proto::Instant;

use crate::local_game::Counting;
use crate::match_view::open_menu::OpenMenu;
use crate::match_view::server_seat::ServerSeat;
use crate::tui::{BoardKeys, Key, Note, Pane, Stage, Wish};
use sgmp_board::rules::{ByColor, Color, Game, IllegalMove, Move, Point, Status};
use sgmp_match::console::operator_menu::OperatorMenu;
use sgmp_match::play::{Decision, Dialect, Event, Match, Outcome, Terms};
use sgmp_match::port::{MoveSlot, Operator};
use sgmp_match::servers::{TypedLine, TypedLines};
use sgmp_match::spectators::line_trouble::line_trouble;

/// Lines that are kept.
const MAX_LINES: usize = 60;

/// The place for the moves of a person at the screen.
pub enum Hand {
    /// The chair of a match over a line.
    Match(MoveSlot),
    /// The lines that are typed on a server.
    Server(TypedLines),
}

impl Hand {
    fn put(&self, decision: Decision) {
        match self {
            Self::Match(slot) => slot.put(decision),
            Self::Server(lines) => lines.put(TypedLine::Decision(decision)),
        }
    }
}

/// The reason why a person's decision is not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DecisionError {
    /// The other side is to move.
    #[error("It is not your turn.")]
    NotYourTurn,
    /// A move against the rules.
    #[error("{mv} is illegal: {source}")]
    Illegal {
        /// The move that was typed.
        mv: Move,
        /// The rule of Go that it breaks.
        source: IllegalMove,
    },
}

/// The state of a match on a screen.
pub struct ScreenState {
    /// The keys, with the cursor and the line that is typed.
    pub keys: BoardKeys,
    pub(super) terms: Terms,
    /// Our color; `None` where two others play.
    pub(super) ours: Option<Color>,
    pub(super) game: Game,
    pub(super) hand: Option<Hand>,
    /// The server, where the games are on one.
    pub(super) server: Option<ServerSeat>,
    /// True if the operators may talk.
    pub(super) has_talk: bool,
    /// Time left of both sides, and when that was read.
    pub(super) left: (ByColor<Duration>, Instant),
    /// The side whose clock runs.
    pub(super) running: Option<Color>,
    /// Good frames that came; lines, of a server.
    pub(super) frames: u64,
    /// Bytes that were garbled.
    pub(super) garbled: u64,
    /// Frames that went out again.
    pub(super) resent: u32,
    pub(super) last_heard: Option<Instant>,
    /// The trouble with the line, if there is any.
    pub(super) trouble: Option<String>,
    pub(super) is_our_turn: bool,
    /// True if board and clocks are not those of the game, which was joined later.
    pub(super) is_unknown: bool,
    pub(super) outcome: Option<Outcome>,
    /// The dead stones as they are being named anew.
    pub(super) recount: Option<Counting>,
    pub(super) is_over: bool,
    pub(super) lines: VecDeque<Note>,
    pub(super) menu: OpenMenu,
    /// Moves that might be made, in words; shown while it is there.
    pub(super) hint: Option<String>,
    pub(super) pane: Pane,
    pub(super) scroll: usize,
}

impl ScreenState {
    /// A match between two others, by these terms.
    pub fn watched(terms: &Terms, game: &Game, now: Instant) -> Self {
        Self {
            keys: BoardKeys::new(game.size()),
            terms: terms.clone(),
            ours: None,
            game: game.clone(),
            hand: None,
            server: None,
            has_talk: false,
            left: (ByColor::new(terms.main_time, terms.main_time), now),
            running: None,
            frames: 0,
            garbled: 0,
            resent: 0,
            last_heard: None,
            trouble: None,
            is_our_turn: false,
            is_unknown: false,
            outcome: None,
            recount: None,
            is_over: false,
            lines: VecDeque::new(),
            menu: OpenMenu::default(),
            hint: None,
            pane: Pane::Moves,
            scroll: 0,
        }
    }

    /// A match of ours that is about to begin, or to go on.
    pub fn new(game: &Match, hand: Option<Hand>, has_talk: bool, now: Instant) -> Self {
        let mut state = Self {
            ours: Some(game.terms().color),
            hand,
            has_talk,
            ..Self::watched(game.terms(), game.game(), now)
        };
        state.refresh(now, game);
        state
    }

    /// Shows a match between two others: its clocks, and its board if that has changed.
    pub fn watch(
        &mut self,
        now: Instant,
        game: &Game,
        (used, running): (ByColor<Duration>, Option<Color>),
    ) {
        if game.move_count() != self.game.move_count() {
            self.game = game.clone();
            self.new_position();
        }
        self.left = (self.left_of(used), now);
        self.running = running;
        self.is_unknown = false;
    }

    /// Shows that board and clocks are not known.
    pub const fn watch_unknown(&mut self) {
        self.is_unknown = true;
    }

    /// Counts a frame or something garbled that passed between two others.
    pub const fn count_piece(&mut self, at: Instant, is_frame: bool, is_repeat: bool) {
        self.last_heard = Some(at);
        self.frames += is_frame as u64;
        self.resent += is_repeat as u32;
        // What is no frame is four bytes at most.
        self.garbled += if is_frame { 0 } else { 4 };
    }

    /// Says what is wrong with the line, or that nothing is.
    pub fn set_trouble(&mut self, trouble: Option<String>) {
        self.trouble = trouble;
    }

    /// Adds lines of text.
    pub fn say(&mut self, text: &str) {
        for line in text.lines().filter(|line| !line.trim().is_empty()) {
            self.lines.push_back(Note::plain(line.trim_end()));
        }
        while self.lines.len() > MAX_LINES {
            self.lines.pop_front();
        }
    }

    /// Notes that bytes came.
    pub const fn note_heard(&mut self, at: Instant) {
        self.last_heard = Some(at);
    }

    /// Takes in an event of the match.
    pub fn update(&mut self, now: Instant, game: &Match, event: &Event) {
        self.trouble = line_trouble(self.trouble.take(), game, event);
        match event {
            Event::LinkUp => self.menu.line_is_back(),
            Event::LinkDown(_) if !self.is_over => self.menu.line_is_down(),
            Event::Resent { .. } => self.resent += 1,
            Event::OurTurn => self.is_our_turn = true,
            Event::Ready => {
                self.terms = game.terms().clone();
                self.game = game.game().clone();
            }
            Event::Moved { color, .. } => {
                self.game = game.game().clone();
                self.is_our_turn &= self.ours != Some(*color);
                self.new_position();
            }
            Event::TakenBack { .. } => {
                self.game = game.game().clone();
                self.is_our_turn = false;
                self.new_position();
            }
            Event::Ended(_) => {
                self.is_over = true;
                self.menu.line_is_back();
            }
            Event::Settled(outcome) => {
                self.outcome = Some((**outcome).clone());
                if outcome.count().is_some() {
                    self.say("If the operators agree on other dead stones: d names them.");
                }
            }
            _ => {}
        }
        self.refresh(now, game);
    }

    fn refresh(&mut self, now: Instant, game: &Match) {
        let counts = game.counts();
        self.frames = counts.frames;
        self.garbled = counts.stray + counts.unfinished + counts.bad_checksums + counts.reserved;
        self.left = (self.left_of(game.used(now)), now);
        self.running = game.running_clock();
    }

    /// The time that is left to both sides, who have used so much.
    fn left_of(&self, used: ByColor<Duration>) -> ByColor<Duration> {
        let left = |color: Color| self.terms.main_time.saturating_sub(used[color]);
        ByColor::new(left(Color::Black), left(Color::White))
    }

    pub(super) fn new_position(&mut self) {
        self.hint = None;
        self.scroll = 0;
        self.pane = Pane::Moves;
    }

    /// Makes the operator's menu known, which opens by itself when the line of ours goes down.
    pub fn know_menu(&mut self, menu: OperatorMenu) {
        if self.ours.is_some() {
            self.menu.know(menu);
        }
    }

    /// Shows the operator's menu; `false` where it is shown already.
    pub fn open_menu(&mut self, menu: &OperatorMenu) -> bool {
        self.menu.open(menu)
    }

    /// Hands a key to the open menu: `OpenMenu::press`.
    pub fn press_menu(&mut self, key: Key) -> Option<Option<Operator>> {
        self.menu.press(key)
    }

    /// The keys that mean something now.
    pub fn stage(&self) -> Stage {
        if let Some(stage) = self.server_stage() {
            return stage;
        }
        if self.recount.is_some() {
            return Stage::Recounting;
        }
        if self.ours.is_some() && self.outcome.as_ref().and_then(Outcome::count).is_some() {
            return Stage::Counted;
        }
        match (&self.hand, self.has_talk) {
            (Some(_), _) if !self.is_over => match self.terms.dialect {
                Dialect::Fjk => Stage::Hand,
                Dialect::Gmp => Stage::HandWithUndo,
            },
            (_, true) => Stage::Talking,
            (_, false) => Stage::Watching,
        }
    }

    /// Begins to name dead stones anew, from the count that was made.
    pub fn begin_recount(&mut self) {
        let count = self.outcome.as_ref().and_then(Outcome::count);
        self.recount = count.map(|count| Counting::made(*count.status));
    }

    /// Returns whether dead stones are being named.
    pub const fn is_recounting(&self) -> bool {
        self.recount.is_some()
    }

    /// Turns the string at a point from dead to alive, or back.
    pub fn toggle_dead(&mut self, point: Point) {
        if let Some(recount) = &mut self.recount
            && recount.toggle(self.game.board(), point).is_none()
        {
            self.say(&format!("There is no stone at {point}."));
        }
    }

    /// Ends the naming; the board as it is counted then, if there was one.
    pub fn end_recount(&mut self) -> Option<Status> {
        self.recount.take()?.status().copied()
    }

    /// Switches hints; the position for the teacher, if it is to be asked.
    pub fn toggle_hint(&mut self) -> Option<(Game, Color)> {
        let ours = self.ours.filter(|_| self.is_our_turn);
        let (None, Some(color)) = (self.hint.take(), ours) else {
            self.pane = Pane::Moves;
            return None;
        };
        self.hint = Some("The teacher is thinking ...".to_owned());
        self.pane = Pane::Text;
        Some((self.game.clone(), color))
    }

    /// Takes the teacher's answer about the position after so many moves.
    pub fn learn_hint(&mut self, moves: usize, text: String) {
        if self.hint.is_some() && moves == self.game.move_count() {
            self.hint = Some(text);
        }
    }

    /// Makes a person's decision.
    ///
    /// # Errors
    /// [`DecisionError`].
    pub fn decide(&mut self, decision: Decision) -> Result<(), DecisionError> {
        let Some(hand) = self.hand.as_ref().filter(|_| !self.is_over) else {
            return Ok(());
        };
        if self.is_naming_dead() {
            hand.put(decision);
            return Ok(());
        }
        if !self.is_our_turn {
            return Err(DecisionError::NotYourTurn);
        }
        if let Decision::Move(mv) = decision
            && let Err(source) = self.game.legality(self.terms.color, mv)
        {
            return Err(DecisionError::Illegal { mv, source });
        }
        self.is_our_turn = false;
        hand.put(decision);
        Ok(())
    }

    /// Switches something that is shown.
    pub fn switch(&mut self, wish: Wish) {
        match wish {
            Wish::NextPane => {
                self.scroll = 0;
                self.pane = match self.pane {
                    Pane::Moves if self.hint.is_some() => Pane::Text,
                    _ => Pane::Moves,
                };
            }
            Wish::Scroll(pages) => {
                let forward = if self.pane == Pane::Moves { -1 } else { 1 };
                let step = isize::from(pages * forward);
                self.scroll = self.scroll.saturating_add_signed(step).min(99);
            }
            _ => {}
        }
    }
}

//! The state of a match on a screen, and its view.

use std::collections::VecDeque;
use std::time::Duration;

use sgmp_proto::Instant;

use crate::cli::values::duration::clock;
use crate::picture::Picture;
use crate::play::{Decision, Event, Match, Outcome, Terms};
use crate::port::MoveSlot;
use crate::rules::{ByColor, Color, Game};
use crate::tui::{BoardKeys, Bottom, GameView, Note, Pane, PlayerView, Stage, TextPane, Wish};

/// Lines that are kept.
const MAX_LINES: usize = 60;

const MENU: &str = "The game goes on while you decide.\n\
     1  we resign\n\
     2  the opponent has resigned\n\
     3  the judge stops the game\n\
     4  go on\n\
     5  leave now, resume later (or Ctrl-C again)";

/// The place for the moves of a person at the screen.
pub(super) struct Hand(pub(super) MoveSlot);

/// The state of a match on a screen.
pub(super) struct ScreenState {
    /// The keys.
    pub(super) keys: BoardKeys,
    terms: Terms,
    /// Our color; `None` where two others play.
    ours: Option<Color>,
    game: Game,
    hand: Option<Hand>,
    /// True if the operators may talk.
    has_talk: bool,
    /// Time used by both sides, and when that was read.
    used: (ByColor<Duration>, Instant),
    /// The side whose clock runs.
    running: Option<Color>,
    /// Good frames.
    frames: u64,
    /// Bytes that were garbled.
    garbled: u64,
    /// Frames that went out again.
    resent: u32,
    last_heard: Option<Instant>,
    /// The trouble with the line, if there is any.
    trouble: Option<String>,
    is_our_turn: bool,
    outcome: Option<Outcome>,
    is_over: bool,
    lines: VecDeque<Note>,
    has_menu: bool,
    /// Moves that might be made, in words; shown while it is there.
    hint: Option<String>,
    pane: Pane,
    scroll: usize,
}

impl ScreenState {
    /// A match between two others, by these terms.
    pub(super) fn watched(terms: &Terms, game: &Game, now: Instant) -> Self {
        Self {
            keys: BoardKeys::new(game.size()),
            terms: terms.clone(),
            ours: None,
            game: game.clone(),
            hand: None,
            has_talk: false,
            used: (ByColor::default(), now),
            running: None,
            frames: 0,
            garbled: 0,
            resent: 0,
            last_heard: None,
            trouble: None,
            is_our_turn: false,
            outcome: None,
            is_over: false,
            lines: VecDeque::new(),
            has_menu: false,
            hint: None,
            pane: Pane::Moves,
            scroll: 0,
        }
    }

    /// A match of ours that is about to begin, or to go on.
    pub(super) fn new(game: &Match, hand: Option<Hand>, has_talk: bool, now: Instant) -> Self {
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
    pub(super) fn watch(
        &mut self,
        now: Instant,
        game: &Game,
        (used, running): (ByColor<Duration>, Option<Color>),
    ) {
        if game.move_count() != self.game.move_count() {
            self.game = game.clone();
            self.new_position();
        }
        self.used = (used, now);
        self.running = running;
    }

    /// Counts a frame or something garbled that passed between two others.
    pub(super) const fn count_piece(&mut self, at: Instant, is_frame: bool, is_repeat: bool) {
        self.last_heard = Some(at);
        self.frames += is_frame as u64;
        self.resent += is_repeat as u32;
        // What is no frame is four bytes at most.
        self.garbled += if is_frame { 0 } else { 4 };
    }

    /// Says what is wrong with the line, or that nothing is.
    pub(super) fn set_trouble(&mut self, trouble: Option<String>) {
        self.trouble = trouble;
    }

    /// Adds lines of text.
    pub(super) fn say(&mut self, text: &str) {
        for line in text.lines().filter(|line| !line.trim().is_empty()) {
            self.lines.push_back(Note::plain(line.trim_end()));
        }
        while self.lines.len() > MAX_LINES {
            self.lines.pop_front();
        }
    }

    /// Notes that bytes came.
    pub(super) const fn note_heard(&mut self, at: Instant) {
        self.last_heard = Some(at);
    }

    /// Takes in an event of the match.
    pub(super) fn update(&mut self, now: Instant, game: &Match, event: &Event) {
        match event {
            Event::Heard(..) | Event::LinkUp => self.trouble = None,
            Event::Silence(time) => {
                self.trouble = Some(format!("nothing heard for {} s", time.as_secs()));
            }
            Event::LinkDown(_) => self.trouble = Some("the line is down".to_owned()),
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
            Event::Ended(_) => self.is_over = true,
            Event::Settled(outcome) => self.outcome = Some((**outcome).clone()),
            _ => {}
        }
        self.refresh(now, game);
    }

    fn refresh(&mut self, now: Instant, game: &Match) {
        let counts = game.counts();
        self.frames = counts.frames;
        self.garbled = counts.stray + counts.unfinished + counts.bad_checksums + counts.reserved;
        self.used = (game.used(now), now);
        self.running = if game.is_our_turn() {
            Some(self.terms.color)
        } else {
            Some(!self.terms.color).filter(|_| game.is_opponents_turn())
        };
    }

    fn new_position(&mut self) {
        self.hint = None;
        self.scroll = 0;
        self.pane = Pane::Moves;
    }

    /// Shows the operator's menu; `false` where it is shown already.
    pub(super) const fn open_menu(&mut self) -> bool {
        !std::mem::replace(&mut self.has_menu, true)
    }

    pub(super) const fn is_menu_open(&self) -> bool {
        self.has_menu
    }

    pub(super) const fn close_menu(&mut self) {
        self.has_menu = false;
    }

    /// The keys that mean something now.
    pub(super) const fn stage(&self) -> Stage {
        match (&self.hand, self.has_talk) {
            (Some(_), _) if !self.is_over => Stage::Hand,
            (_, true) => Stage::Talking,
            (_, false) => Stage::Watching,
        }
    }

    /// Switches hints; the position for the teacher, if it is to be asked.
    pub(super) fn toggle_hint(&mut self) -> Option<(Game, Color)> {
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
    pub(super) fn learn_hint(&mut self, moves: usize, text: String) {
        if self.hint.is_some() && moves == self.game.move_count() {
            self.hint = Some(text);
        }
    }

    /// Makes a person's decision.
    ///
    /// # Errors
    /// A sentence that says why not.
    pub(super) fn decide(&mut self, decision: Decision) -> Result<(), String> {
        let Some(Hand(slot)) = self.hand.as_ref().filter(|_| !self.is_over) else {
            return Ok(());
        };
        if !self.is_our_turn {
            return Err("It is not your turn.".to_owned());
        }
        if let Decision::Move(mv) = decision
            && let Err(why) = self.game.legality(self.terms.color, mv)
        {
            return Err(format!("{mv} is illegal: {why}"));
        }
        self.is_our_turn = false;
        slot.put(decision);
        Ok(())
    }

    /// Switches something that is shown.
    pub(super) fn switch(&mut self, wish: Wish) {
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

    /// The screen at a time.
    pub(super) fn view(&self, now: Instant) -> GameView {
        let stage = self.stage();
        let is_hand = stage == Stage::Hand;
        let text = match (self.has_menu, &self.hint) {
            (true, _) => Some(("Stop?", MENU.to_owned())),
            (false, Some(hint)) => Some(("Hint", hint.clone())),
            (false, None) => None,
        };
        let prompt = match self.has_menu {
            true => Some("Stop? 1 to 5".to_owned()),
            false => self.keys.prompt(),
        };
        let players = |color| self.player(color, now);
        let mut notes: Vec<Note> = self.lines.iter().cloned().collect();
        if is_hand && self.is_our_turn {
            notes.push(Note::warning("Your turn."));
        }
        GameView {
            picture: self.picture(is_hand),
            title: self.title(),
            players: ByColor::new(players(Color::Black), players(Color::White)),
            health: Some(self.health(now)),
            notes,
            text: text.map(|(title, text)| TextPane {
                title: title.to_owned(),
                text,
            }),
            moves: self.game.moves().to_vec(),
            curve: None,
            pane: if self.has_menu { Pane::Text } else { self.pane },
            scroll: if self.has_menu { 0 } else { self.scroll },
            bottom: prompt.map_or(Bottom::Keys(stage.keys()), Bottom::Prompt),
            all_keys: (self.keys.shows_help() && !self.has_menu).then(|| stage.keys()),
            focus: match is_hand {
                true => self.keys.cursor(),
                false => self.picture(false).last(),
            },
        }
    }

    fn title(&self) -> String {
        let terms = &self.terms;
        format!(
            "{}, komi {}, {} rules{}",
            self.game.size(),
            terms.komi,
            terms.rules.name(),
            match self.ours {
                Some(color) => format!("; we are {color}"),
                None => String::new(),
            }
        )
    }

    fn picture(&self, has_cursor: bool) -> Picture {
        let picture = Picture::from_game(&self.game);
        let count = self
            .outcome
            .as_ref()
            .and_then(|outcome| outcome.count.as_ref());
        match count {
            Some(count) => picture
                .dead(count.status.dead())
                .territory(count.status.territory()),
            None => picture
                .ataris(self.game.board())
                .cursor(self.keys.cursor().filter(|_| has_cursor)),
        }
    }

    fn player(&self, color: Color, now: Instant) -> PlayerView {
        let is_running = self.running == Some(color);
        let (used, since) = (&self.used.0, self.used.1);
        let more = match is_running {
            true => now.since(since),
            false => Duration::ZERO,
        };
        let left = self.terms.main_time.saturating_sub(used[color] + more);
        PlayerView {
            name: self.terms.names[color].clone(),
            captures: self.game.prisoners()[color],
            clock: Some(clock(left)),
            has_turn: is_running,
        }
    }

    /// The state of the line: frames, resends, noise, and the time since anything was heard.
    fn health(&self, now: Instant) -> Note {
        let mut parts = vec![format!("{} frames", self.frames)];
        if self.resent > 0 {
            parts.push(format!("{} sent again", self.resent));
        }
        if self.garbled > 0 {
            parts.push(format!("{} bytes garbled", self.garbled));
        }
        if let Some(at) = self.last_heard {
            parts.push(format!("heard {} s ago", now.since(at).as_secs()));
        }
        let parts = parts.join(", ");
        match &self.trouble {
            Some(trouble) => Note::warning(format!("Line: {trouble}! {parts}")),
            None => Note::plain(format!("Line: {parts}")),
        }
    }
}

//! The state of a screen at a board: what is switched on, what was said, what the teacher has told.

use std::fmt;

use crate::local_game::{GameEvent, LocalGame, Phase, Seat, Ticket};
use crate::tables::game_room::GameRoom;
use crate::tables::plain_answers::count;
use crate::tables::shown_line::ShownLine;
use crate::tables::table_habits::{HINTS_ARE_OFF, TableHabits};
use crate::tables::teacher_thread::{Survey, TeacherAnswer};
use crate::tui::{
    BoardKeys, Bottom, CurveView, GameView, MoveEntry, Note, Pane, PlayerView, Stage, TextPane,
    Wish,
};
use sgmp_board::picture::{Candidate, Picture};
use sgmp_board::record::FileError;
use sgmp_board::rules::{ByColor, Color, Move};
use sgmp_match::play::duration::clock;

/// Sentences that are kept.
const MAX_NOTES: usize = 8;

/// The state of a screen at a board.
pub(super) struct TableState {
    pub(super) keys: BoardKeys,
    /// The line that shows what is wrong with a move.
    pub(super) line: ShownLine,
    notes: Vec<Note>,
    /// The reason why the latest wish was not carried out, until the next that is.
    refusal: Option<Note>,
    text: Option<TextPane>,
    /// The state of the game in which the reasons were asked for that the text tells, or will.
    reasons: Option<Ticket>,
    /// Moves that the teacher would make here.
    hint: Option<Vec<(Move, Candidate)>>,
    shows_hint: bool,
    shows_territory: bool,
    shows_groups: bool,
    shows_curve: bool,
    habits: TableHabits,
    survey: Option<Box<Survey>>,
    /// The state of the game that the survey was asked for.
    surveyed: Option<Ticket>,
    /// Black's chance after so many moves.
    chances: Vec<Option<f32>>,
    /// Positions that the teacher was asked for, from the beginning.
    asked_chances: usize,
    pane: Pane,
    scroll: usize,
    /// Moves before the earlier position that is looked at.
    earlier: Option<usize>,
}

impl TableState {
    pub(super) fn new(game: &LocalGame, habits: TableHabits) -> Self {
        let mut state = Self {
            keys: BoardKeys::new(game.terms().size).confirming(habits.confirms),
            line: ShownLine::default(),
            notes: Vec::new(),
            refusal: None,
            text: None,
            reasons: None,
            hint: None,
            shows_hint: false,
            shows_territory: false,
            shows_groups: false,
            shows_curve: false,
            habits,
            survey: None,
            surveyed: None,
            chances: Vec::new(),
            asked_chances: 0,
            pane: Pane::Moves,
            scroll: 0,
            earlier: None,
        };
        state.greet(game);
        state
    }

    /// The state for another game, with the same things switched on.
    pub(super) fn again(&self, game: &LocalGame) -> Self {
        Self {
            shows_territory: self.shows_territory,
            shows_groups: self.shows_groups,
            shows_curve: self.shows_curve,
            pane: if self.shows_curve {
                self.pane
            } else {
                Pane::Moves
            },
            ..Self::new(game, self.habits)
        }
    }

    fn greet(&mut self, game: &LocalGame) {
        let moves = game.game().move_count();
        self.say(Note::plain(match game.terms().only_person() {
            Some(you) => format!("You are {you}."),
            None => "Welcome.".to_owned(),
        }));
        self.say(Note::plain(match moves {
            0 => "Arrows move, Enter plays; or type a point; or click.".to_owned(),
            1 => "1 move was made.".to_owned(),
            moves => format!("{moves} moves were made."),
        }));
    }

    fn say(&mut self, note: Note) {
        self.notes.push(note);
        let old = self.notes.len().saturating_sub(MAX_NOTES);
        self.notes.drain(..old);
    }

    /// The stage of a game.
    pub(super) const fn stage(game: &LocalGame) -> Stage {
        match game.phase() {
            Phase::Playing => Stage::Playing,
            Phase::Counting(_) => Stage::Counting,
            Phase::Over(_) => Stage::Over,
        }
    }

    /// Tells what has happened, and returns whether the bell has to ring.
    pub(super) fn tell(&mut self, told: &[GameEvent], room: &GameRoom) -> bool {
        if told.is_empty() {
            return false;
        }
        self.refusal = None;
        self.earlier = None;
        self.hint = None;
        self.shows_hint = false;
        // What was asked while the computer thought is read after its move.
        if self.reasons.is_none() || !told.iter().all(|event| is_computers(event, room)) {
            self.close_text();
        }
        let mut rings = false;
        for event in told {
            rings |= self.tell_event(event, room);
        }
        let game = room.game().game();
        // The computer may begin where the cursor waits for a person's first move.
        if game.move_count() <= 1 && told.iter().all(|event| is_computers(event, room)) {
            self.keys.leave_stones(|point| game.board().is_empty(point));
        }
        self.tell_count(room);
        rings && self.habits.has_bell
    }

    fn close_text(&mut self) {
        self.reasons = None;
        self.text = None;
        self.line.close();
        self.scroll = 0;
        self.pane = if self.shows_curve && self.pane == Pane::Curve {
            Pane::Curve
        } else {
            Pane::Moves
        };
    }

    fn tell_event(&mut self, event: &GameEvent, room: &GameRoom) -> bool {
        let you = room.person();
        match event {
            GameEvent::Played {
                color,
                mv,
                captured,
                ataris,
            } => {
                let bare = GameEvent::Played {
                    color: *color,
                    mv: *mv,
                    captured: *captured,
                    ataris: Vec::new(),
                };
                self.say(Note::plain(bare.sentence(you)));
                for atari in ataris {
                    self.say(Note::warning(atari.sentence(you)));
                }
                return !ataris.is_empty();
            }
            GameEvent::TakenBack { .. } => {
                let kept = room.game().game().move_count() + 1;
                self.chances.truncate(kept);
                self.asked_chances = self.asked_chances.min(kept);
                self.say(Note::plain(event.sentence(you)));
            }
            GameEvent::Over(_) => {
                if let Some(file) = room.file() {
                    self.say(Note::plain(format!("The record: {}", file.display())));
                }
                if let Some(words) = room.series_words() {
                    self.say(Note::plain(words));
                }
                // The last sentence is always seen.
                self.say(Note::warning(event.sentence(you)));
            }
            GameEvent::CountBegins
            | GameEvent::DeadProposed { .. }
            | GameEvent::Toggled { .. }
            | GameEvent::PlayedOn { .. } => self.say(Note::plain(event.sentence(you))),
        }
        false
    }

    /// Tells the result of a game that is over when somebody sits down at it: after a look at it, or where it was loaded.
    pub(super) fn tell_end(&mut self, room: &GameRoom) {
        if let Phase::Over(end) = room.game().phase() {
            self.tell_event(&GameEvent::Over(end.clone()), room);
            self.tell_count(room);
        }
    }

    /// Shows the count, while there is one.
    fn tell_count(&mut self, room: &GameRoom) {
        let game = room.game();
        let score = game.score();
        if let Some(score) = score {
            let mut text = count(&score);
            if let Phase::Counting(_) = game.phase() {
                // The question first: the figures may go on below.
                text = format!(
                    "Is this right? y ends the game. Enter or a click turns a string from dead to alive and back.\n{text}"
                );
            }
            self.show_text("The count", text);
        }
    }

    fn show_text(&mut self, title: &str, text: String) {
        self.text = Some(TextPane {
            title: title.to_owned(),
            text,
        });
        self.reasons = None;
        self.pane = Pane::Text;
        self.scroll = 0;
    }

    /// Says where a copy was saved, or why none was.
    pub(super) fn tell_saved(&mut self, saved: Result<String, FileError>) {
        self.say(match saved {
            Ok(told) => Note::plain(told),
            Err(error) => Note::warning(format!("Not done: {error}.")),
        });
    }

    /// Says something that is to be looked at before the wish is repeated.
    pub(super) fn warn(&mut self, warning: &str) {
        self.refusal = Some(Note::warning(warning));
    }

    /// Returns whether hints are given; says so where they are not.
    pub(super) fn gives_hints(&mut self) -> bool {
        if !self.habits.has_hints {
            self.warn(HINTS_ARE_OFF);
        }
        self.habits.has_hints
    }

    /// Says why something was not done.
    pub(super) fn refuse(&mut self, refusal: impl fmt::Display) {
        self.refusal = Some(Note::warning(format!("Not done: {refusal}.")));
    }

    /// Takes the teacher's answer; `is_present` if the game is still where it was asked. Reasons for a move that are
    /// waited for are told though the computer has moved meanwhile.
    pub(super) fn learn(&mut self, answer: TeacherAnswer, asked: Ticket, is_present: bool) {
        let is_awaited = self.reasons == Some(asked);
        match answer {
            TeacherAnswer::Hint(moves, words) if is_present && self.shows_hint => {
                self.hint = Some(moves);
                self.show_text("Hint", words);
            }
            TeacherAnswer::Why(_, words) if is_awaited => {
                self.show_text("Why", words);
                self.reasons = Some(asked);
            }
            TeacherAnswer::WhyNot(case) if is_awaited => {
                let words = self.line.show(case);
                self.show_text("Why not", words);
                self.reasons = Some(asked);
            }
            TeacherAnswer::Survey(survey) if is_present => self.survey = Some(survey),
            TeacherAnswer::Chance(moves, chance) => {
                // Taken back meanwhile, it is asked for again.
                if moves < self.asked_chances {
                    if self.chances.len() <= moves {
                        self.chances.resize(moves + 1, None);
                    }
                    self.chances[moves] = Some(chance);
                }
            }
            TeacherAnswer::Hint(..)
            | TeacherAnswer::Why(..)
            | TeacherAnswer::Tried(..)
            | TeacherAnswer::WhyNot(_)
            | TeacherAnswer::Told(_)
            | TeacherAnswer::Survey(_) => {}
        }
    }

    /// Switches hints, and returns whether the teacher has to be asked.
    pub(super) fn toggle_hint(&mut self) -> bool {
        self.shows_hint = !self.shows_hint;
        self.hint = None;
        if self.shows_hint {
            self.show_text("Hint", "The teacher is thinking ...".to_owned());
        } else {
            self.reasons = None;
            self.text = None;
        }
        self.shows_hint
    }

    /// Takes away hints, reasons, territory, groups and curve; returns whether something of them was shown.
    pub(super) fn close_told(&mut self) -> bool {
        let switches = [
            &mut self.shows_hint,
            &mut self.shows_territory,
            &mut self.shows_groups,
            &mut self.shows_curve,
        ];
        let mut was_shown = self.text.is_some();
        for switch in switches {
            was_shown |= std::mem::take(switch);
        }
        self.hint = None;
        self.reasons = None;
        self.close_text();
        was_shown
    }

    /// Looks at the position a move before the one that is shown, or after it; the last is the game as it stands.
    pub(super) fn look_back(&mut self, by: isize, game: &LocalGame) {
        let last = game.game().move_count();
        let shown = self.earlier.unwrap_or(last).saturating_add_signed(by);
        self.earlier = (shown < last).then_some(shown);
    }

    /// Goes back to the game from an earlier position; returns whether one was shown.
    pub(super) const fn look_ahead(&mut self) -> bool {
        self.earlier.take().is_some()
    }

    /// Says that the reasons are being found that were asked for in this state of the game.
    pub(super) fn wait_for_reasons(&mut self, asked: Ticket) {
        self.show_text("Why", "The teacher is thinking ...".to_owned());
        self.reasons = Some(asked);
    }

    /// Switches something that is shown.
    pub(super) fn switch(&mut self, wish: Wish) {
        match wish {
            Wish::Territory => self.shows_territory = !self.shows_territory,
            Wish::Groups => self.shows_groups = !self.shows_groups,
            Wish::Curve => {
                self.shows_curve = !self.shows_curve;
                self.pane = if self.shows_curve {
                    Pane::Curve
                } else {
                    Pane::Moves
                };
            }
            Wish::Bell => {
                self.habits.has_bell = !self.habits.has_bell;
                let state = if self.habits.has_bell { "on" } else { "off" };
                self.say(Note::plain(format!("The bell at an atari is {state}.")));
            }
            Wish::NextPane => {
                self.scroll = 0;
                let all = [Pane::Text, Pane::Moves, Pane::Curve];
                let has = |pane: &Pane| match pane {
                    Pane::Text => self.text.is_some(),
                    Pane::Moves => true,
                    Pane::Curve => self.shows_curve,
                };
                let at = all.iter().position(|pane| *pane == self.pane).unwrap_or(0);
                let next = all
                    .iter()
                    .cycle()
                    .skip(at + 1)
                    .take(3)
                    .find(|pane| has(pane));
                self.pane = *next.unwrap_or(&Pane::Moves);
            }
            Wish::Scroll(pages) => {
                let forward = if self.pane == Pane::Moves { -1 } else { 1 };
                let step = isize::from(pages * forward);
                self.scroll = self.scroll.saturating_add_signed(step).min(99);
            }
            _ => {}
        }
    }

    /// Returns whether the teacher has to look at the game as it stands; it is asked once.
    pub(super) fn wants_survey(&mut self, ticket: Ticket) -> bool {
        if self.surveyed == Some(ticket) {
            return false;
        }
        self.survey = None;
        self.surveyed = None;
        let wants = self.shows_territory || self.shows_groups;
        if wants {
            self.surveyed = Some(ticket);
        }
        wants
    }

    /// The first position that the curve lacks, if the teacher was not asked for it yet.
    pub(super) fn wants_chances(&mut self, moves: usize) -> Option<usize> {
        let first = self.asked_chances;
        if !self.shows_curve || first > moves {
            return None;
        }
        self.asked_chances = moves + 1;
        Some(first)
    }

    pub(super) fn view(&self, room: &GameRoom) -> GameView {
        let game = room.game();
        let stage = Self::stage(game);
        let keys = stage.keys_with(self.habits.has_hints);
        let terms = game.terms();
        let plain_title = format!(
            "{}, komi {}, {} rules{}",
            terms.size,
            terms.komi,
            terms.rules.name(),
            match terms.handicap.stones() {
                0 => String::new(),
                _ => format!(", handicap {}", terms.handicap),
            }
        );
        let title = room.series_title().unwrap_or(plain_title);
        let mut notes = self.notes.clone();
        notes.extend(self.refusal.clone());
        notes.extend(room.trouble().map(Note::warning));
        notes.extend(self.groups_note(stage));
        let turn = match self.earlier {
            Some(moves) => Some(format!(
                "After move {moves} of {}. < and > look at others, Esc goes back to the game.",
                game.game().move_count()
            )),
            None => turn_note(room),
        };
        notes.extend(turn.map(Note::plain));
        GameView {
            picture: self.picture(game),
            title,
            players: ByColor::new(player(room, Color::Black), player(room, Color::White)),
            health: None,
            notes,
            text: self.line.beside(self.text.clone()),
            moves: MoveEntry::all(game.game().moves()),
            curve: self.curve(game),
            pane: self.pane,
            scroll: self.scroll,
            bottom: self
                .keys
                .prompt()
                .map_or(Bottom::Keys(keys), Bottom::Prompt),
            help: self.keys.help(keys),
            focus: self.keys.cursor(),
        }
    }

    /// Black's chances by the teacher's search, as far as it has looked; of a game that is over by passes there is none to tell.
    fn curve(&self, game: &LocalGame) -> Option<CurveView> {
        if !self.shows_curve {
            return None;
        }
        let last = game.game().move_count();
        let last = last - usize::from(game.game().consecutive_passes() >= 2);
        let chance = |moves: usize| self.chances.get(moves).copied().flatten();
        Some(CurveView::chances((0..=last).map(chance).collect()))
    }

    /// A sentence about the groups, while they are shown.
    fn groups_note(&self, stage: Stage) -> Option<Note> {
        let shows = self.shows_groups && stage == Stage::Playing;
        let survey = self.survey.as_ref();
        let words = survey.map_or("The teacher looks at the groups ...", |survey| {
            survey.groups_in_words()
        });
        shows.then(|| Note::plain(words))
    }

    fn picture(&self, game: &LocalGame) -> Picture {
        if let Some(line) = self.line.picture() {
            return line;
        }
        if let Some(earlier) = self.earlier.and_then(|moves| game.game().after(moves)) {
            let picture = Picture::from_game(&earlier);
            return picture.with_coordinates(self.habits.has_coordinates);
        }
        let board = game.game().board();
        let picture = Picture::from_game(game.game());
        let mut picture = picture.with_coordinates(self.habits.has_coordinates);
        let status = game.status();
        if let Some(status) = status {
            picture = picture.dead(status.dead()).territory(status.territory());
        }
        if let Phase::Playing = game.phase() {
            picture = picture.ataris(board);
            if let Some(survey) = &self.survey {
                picture = self.surveyed_picture(picture, survey);
            }
            picture = picture.candidates(self.hint.iter().flatten().copied());
        }
        match game.phase() {
            Phase::Over(_) => picture,
            Phase::Playing | Phase::Counting(_) => picture.cursor(self.keys.cursor()),
        }
    }

    fn surveyed_picture(&self, mut picture: Picture, survey: &Survey) -> Picture {
        if self.shows_groups {
            for (stones, life) in &survey.lives {
                picture = picture.life(stones, *life);
            }
        }
        match self.shows_territory {
            true => picture.influence(|point| survey.owner(point)),
            false => picture,
        }
    }
}

/// Returns whether it is the computer's answer to a person, with nothing to look at but the board.
fn is_computers(event: &GameEvent, room: &GameRoom) -> bool {
    match event {
        GameEvent::Played { color, .. } => room.person().is_some_and(|you| you != *color),
        GameEvent::Over(end) => end.count.is_none(),
        GameEvent::TakenBack { .. }
        | GameEvent::CountBegins
        | GameEvent::DeadProposed { .. }
        | GameEvent::Toggled { .. }
        | GameEvent::PlayedOn { .. } => false,
    }
}

fn player(room: &GameRoom, color: Color) -> PlayerView {
    let game = room.game();
    PlayerView {
        name: game.terms().shown_name(color),
        captures: game.captures()[color],
        clock: game.time_left(color, room.now()).map(clock),
        has_turn: matches!(game.phase(), Phase::Playing) && game.turn() == color,
    }
}

/// A sentence about the side that has to act now, and how.
fn turn_note(room: &GameRoom) -> Option<String> {
    let game = room.game();
    let turn = game.turn();
    match game.phase() {
        Phase::Playing => Some(match (game.terms().seats[turn], game.plays_left()) {
            (Seat::Engine(_), _) => format!("{turn} is thinking ..."),
            (Seat::Person, 0) if room.person().is_some() => "Your turn.".to_owned(),
            (Seat::Person, 0) => format!("{turn} to move."),
            (Seat::Person, plays) => format!("{turn} has {plays} plays in a row left."),
        }),
        Phase::Counting(counting) if counting.is_waiting() => {
            Some("The computer looks for dead stones ...".to_owned())
        }
        Phase::Counting(_) | Phase::Over(_) => None,
    }
}

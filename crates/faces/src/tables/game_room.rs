//! A game with its record on disk and the threads that think for it.

use std::path::Path;
use std::sync::mpsc::Sender;

use crate::local_game::{
    ChairError, ChairSettings, EngineAnswer, GameArchive, GameEvent, GameWish, KeptGame, LocalGame,
    LocalTerms, Phase, Refusal, StartTime, Ticket,
};
use crate::tables::engine_thread::EngineThread;
use crate::tables::table_input::TableInput;
use crate::tables::teacher_thread::{Question, TeacherThread};
use crate::tables::typed_line_error::NotMovedError;
use sgmp_advice::review::AdviceDesk;
use sgmp_board::failure::Failure;
use sgmp_board::record::{FileError, Format, create_new};
use sgmp_board::rules::{Color, Game, Move, Point};
use sgmp_engine::engine::{JudgeEffort, NamedNet};
use sgmp_match::play::NoSuchHandicap;
use sgmp_match::port::{MonotonicClock, wall_clock};

/// Words before the first help in a game of a series, which takes it out of the rank.
pub const WARNING_OF_HELP: &str = "With hints or moves taken back this game does not count for your rank. Ask again, and you are helped.";

/// Games that belong together: what one of them means for the next.
pub trait GameSeries {
    /// The series and the game in a sentence.
    fn title(&self) -> String;

    /// Takes in a game whose record has changed; `is_helped` if the person took moves back or asked for hints.
    /// Returns what is said of the series once the game is over.
    ///
    /// # Errors
    /// Results that cannot be written.
    fn note(
        &mut self,
        game: &LocalGame,
        record: &Path,
        is_helped: bool,
    ) -> Result<Option<String>, Failure>;

    /// The terms of the next game.
    fn next_terms(&mut self) -> LocalTerms;
}

/// A game, its file, and who thinks for it. Every change is on disk before anybody is told of it.
pub struct GameRoom {
    game: LocalGame,
    archive: GameArchive,
    /// The record; none before the first move.
    file: Option<KeptGame>,
    clock: MonotonicClock,
    engine: EngineThread,
    teacher: TeacherThread<Ticket>,
    /// The task that the engine works on.
    asked: Option<Ticket>,
    series: Option<Box<dyn GameSeries>>,
    /// Words of the series on the game that is over.
    series_words: Option<String>,
    /// True if the person took moves back or asked for hints.
    is_helped: bool,
    /// True once it was said what help means for the series.
    is_warned: bool,
    /// Words on a file that the game was in before; they stand as long as the game.
    left: Option<String>,
    trouble: Trouble,
    /// True if the last change is on no disk.
    is_lost: bool,
}

impl GameRoom {
    /// A room in which a game begins or goes on; `file` is its record, if it has one already.
    pub fn new(
        game: LocalGame,
        file: Option<KeptGame>,
        archive: GameArchive,
        clock: MonotonicClock,
        settings: ChairSettings,
        net: Option<NamedNet>,
        inputs: &Sender<TableInput>,
    ) -> Self {
        let mut trouble = Trouble::default();
        let (file, left) = match file.map(KeptGame::if_writable) {
            Some(Ok(file)) => (Some(file), None),
            Some(Err(left)) => (None, Some(left.to_string())),
            None => (None, None),
        };
        trouble.set(left.clone());
        if let (Err(error), None) = (archive.check(), &file) {
            trouble.set(Some(unkept(&error)));
        }
        Self {
            left,
            trouble,
            is_lost: false,
            game,
            archive,
            file,
            clock,
            engine: EngineThread::start(settings, net, inputs.clone()),
            teacher: start_teacher(net, inputs.clone()),
            asked: None,
            series: None,
            series_words: None,
            is_helped: false,
            is_warned: false,
        }
    }

    /// The room for the games of a series.
    pub fn with_series(mut self, series: Option<Box<dyn GameSeries>>) -> Self {
        self.series = series;
        self
    }

    /// The series in a sentence, where the game belongs to one.
    pub(super) fn series_title(&self) -> Option<String> {
        self.series.as_ref().map(|series| series.title())
    }

    /// Words of the series on the game that is over.
    pub(super) fn series_words(&self) -> Option<&str> {
        self.series_words.as_deref()
    }

    pub(super) const fn game(&self) -> &LocalGame {
        &self.game
    }

    /// The time of the running clock.
    pub(super) fn now(&self) -> sgmp_proto::Instant {
        self.clock.now()
    }

    /// The record on disk; none before the first move.
    pub fn file(&self) -> Option<&Path> {
        self.file.as_ref().map(KeptGame::path)
    }

    /// Returns whether the game as it stands is on no disk.
    pub const fn is_lost(&self) -> bool {
        self.is_lost
    }

    /// Trouble with the record, which stands until it is over.
    pub(super) fn trouble(&self) -> Option<&str> {
        self.trouble.now.as_deref()
    }

    /// The trouble, the first time that it is asked for.
    pub(super) fn untold_trouble(&mut self) -> Option<&str> {
        let is_told = std::mem::replace(&mut self.trouble.is_told, true);
        self.trouble.now.as_deref().filter(|_| !is_told)
    }

    /// Asks the engine for what the game wants of it, unless it is at work on that.
    pub(super) fn ask_engine(&mut self) {
        let wanted = self.game.wanted(self.now());
        let ticket = wanted.as_ref().map(|wanted| wanted.ticket);
        if ticket == self.asked {
            return;
        }
        match wanted {
            Some(wanted) => self.engine.ask(wanted),
            None => self.engine.stop(),
        }
        self.asked = ticket;
    }

    /// True while the engine thinks about a move or a count.
    pub(super) const fn is_engine_at_work(&self) -> bool {
        self.asked.is_some()
    }

    /// Words before the first help in a game of a series, which it takes out of the rank: they are said once a game.
    pub(super) fn warning_of_help(&mut self) -> Option<&'static str> {
        let is_rated = self.series.is_some() && !self.is_helped && !self.is_over();
        if !is_rated || std::mem::replace(&mut self.is_warned, true) {
            return None;
        }
        Some(WARNING_OF_HELP)
    }

    /// Asks the teacher for moves that the side to move might make.
    pub(super) fn ask_hint(&mut self) {
        self.is_helped = true;
        self.ask(Question::Hint(self.position(), self.game.turn()));
    }

    /// Asks the teacher for the reasons of the latest move.
    pub(super) fn ask_why(&self) {
        self.ask(Question::Why(self.position(), None));
    }

    /// Asks what speaks against a move of the side to move; without one, against the latest move of a person.
    ///
    /// # Errors
    /// No such move yet.
    pub(super) fn ask_why_not(&mut self, mv: Option<Move>) -> Result<(), NotMovedError> {
        // It tells the better move before a move is made.
        self.is_helped |= mv.is_some();
        let position = self.position();
        if let Some(mv) = mv {
            self.ask(Question::WhyNot(position, (self.game.turn(), mv), None));
            return Ok(());
        }
        let asked = self.game.up_to_persons_move().and_then(|after| {
            let before = after.after(after.move_count().checked_sub(1)?)?;
            Some((before, after.last_move()?))
        });
        let (before, (color, mv)) = asked.ok_or(NotMovedError)?;
        self.ask(Question::WhyNot(before, (color, mv), None));
        Ok(())
    }

    /// Asks the teacher for territory and the life of groups.
    pub(super) fn ask_survey(&self) {
        self.ask(Question::Survey(self.position(), self.game.turn()));
    }

    /// Asks the teacher for territory in sentences.
    pub(super) fn ask_territory(&self) {
        self.ask(Question::Territory(self.position()));
    }

    /// Asks the teacher in sentences who was ahead when.
    pub(super) fn ask_curve(&self) {
        self.ask(Question::Curve(self.position()));
    }

    /// Asks the teacher how the groups stand, in sentences.
    pub(super) fn ask_groups(&self) {
        self.ask(Question::Groups(self.position(), self.game.turn()));
    }

    /// Asks the teacher about the string on a point.
    pub(super) fn ask_group(&self, point: Point) {
        self.ask(Question::Group(self.position(), self.game.turn(), point));
    }

    /// Asks the teacher for Black's chances after so many moves and all later ones.
    pub(super) fn ask_chances(&self, first: usize) {
        self.teacher
            .ask_chances(self.game.ticket(), self.position(), first);
    }

    fn position(&self) -> Game {
        self.game.game().clone()
    }

    fn ask(&self, question: Question) {
        self.teacher.ask(self.game.ticket(), question);
    }

    /// Takes the engine's answer; one to an earlier position tells nothing.
    pub(super) fn engine_answers(
        &mut self,
        ticket: Ticket,
        answer: Result<EngineAnswer, ChairError>,
    ) -> Vec<GameEvent> {
        let now = self.now();
        if self.asked == Some(ticket) {
            self.asked = None;
        }
        let Ok(answer) = answer else {
            return Vec::new();
        };
        let told = self.game.engine_answers(ticket, answer, now);
        self.kept(told.unwrap_or_default())
    }

    /// Carries a wish out, and keeps the record.
    ///
    /// # Errors
    /// A reason why not.
    pub(super) fn grant(&mut self, wish: GameWish) -> Result<Vec<GameEvent>, Refusal> {
        let now = self.now();
        let told = self.game.grant(wish, now)?;
        self.is_helped |= wish == GameWish::TakeBack;
        Ok(self.kept(told))
    }

    /// Looks at the clocks.
    pub(super) fn tick(&mut self) -> Vec<GameEvent> {
        let now = self.now();
        let told = self.game.tick(now);
        self.kept(told)
    }

    /// Begins another game on the same terms.
    ///
    /// # Errors
    /// [`NoSuchHandicap`], which the first game would have met.
    pub(super) fn play_again(&mut self) -> Result<(), NoSuchHandicap> {
        let now = self.now();
        let seed = self.game.terms().seed.wrapping_add(1);
        self.game = match &mut self.series {
            Some(series) => LocalGame::new(series.next_terms(), now)?,
            None => self.game.play_again(seed, &today(), now)?,
        };
        self.is_helped = false;
        self.is_warned = false;
        self.series_words = None;
        self.file = None;
        self.left = None;
        self.trouble.set(None);
        self.is_lost = false;
        self.asked = None;
        Ok(())
    }

    /// A name for a copy of the record in the folder where the program was started.
    pub(super) fn copy_name(&self) -> String {
        let name = self.file().and_then(Path::file_name);
        name.map_or_else(
            || "game.sgf".to_owned(),
            |name| name.to_string_lossy().into_owned(),
        )
    }

    /// Writes a copy of the record as it stands to a new file.
    ///
    /// # Errors
    /// A file that is there already or cannot be written.
    pub(super) fn save_copy(&self, name: &str) -> Result<String, FileError> {
        let text = self.game.record().to_sgf(Format::Ff4);
        create_new(Path::new(name), text.as_bytes())?;
        Ok(format!("Saved: {name}"))
    }

    /// True while the dead stones are marked.
    pub(super) const fn is_counting(&self) -> bool {
        matches!(self.game.phase(), Phase::Counting(_))
    }

    /// True once there is a result.
    pub const fn is_over(&self) -> bool {
        matches!(self.game.phase(), Phase::Over(_))
    }

    /// The color that a lone person plays; `None` where two persons sit, or none.
    pub(super) fn person(&self) -> Option<Color> {
        self.game.terms().only_person()
    }

    /// Breaks all thinking off.
    pub(super) fn leave(&self) {
        self.engine.stop();
    }

    /// Writes the record, if anything has happened. A record that cannot be written ends no game.
    fn kept(&mut self, told: Vec<GameEvent>) -> Vec<GameEvent> {
        let has_moves = self.game.game().move_count() > 0 || self.file.is_some();
        if told.is_empty() || !has_moves {
            return told;
        }
        let record = self.game.record();
        let start = wall_clock().strftime("%Y-%m-%d-%H%M%S").to_string();
        let kept = self
            .archive
            .keep(&mut self.file, &record, StartTime(&start));
        self.is_lost = kept.is_err();
        match kept {
            Ok(left) => {
                self.left = left.map(|left| left.to_string()).or(self.left.take());
                self.trouble.set(self.left.clone());
            }
            Err(error) => self.trouble.set(Some(unkept(&error))),
        }
        if let (Some(series), Some(file)) = (&mut self.series, &self.file) {
            match series.note(&self.game, file.path(), self.is_helped) {
                Ok(words) => self.series_words = words,
                Err(error) => self.trouble.set(Some(unkept(&error))),
            }
        }
        told
    }
}

fn start_teacher(net: Option<NamedNet>, inputs: Sender<TableInput>) -> TeacherThread<Ticket> {
    TeacherThread::start(
        move || AdviceDesk::new(NamedNet::or_own(net), JudgeEffort::ONE_POSITION),
        move |ticket, answer| inputs.send(TableInput::Teacher(ticket, answer)).is_ok(),
    )
}

fn unkept(error: &dyn std::fmt::Display) -> String {
    format!("The game is not kept: {error}. It goes on; --archive names another folder")
}

/// Trouble with the record.
#[derive(Debug, Default)]
struct Trouble {
    now: Option<String>,
    /// True once it was told.
    is_told: bool,
}

impl Trouble {
    fn set(&mut self, trouble: Option<String>) {
        if trouble != self.now {
            self.is_told = trouble.is_none();
            self.now = trouble;
        }
    }
}

/// The day of today, as records write it.
pub fn today() -> String {
    wall_clock().strftime("%Y-%m-%d").to_string()
}

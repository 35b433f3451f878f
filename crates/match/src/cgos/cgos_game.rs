//! A game on a server: its moves here, in the journal and in the record.

use std::time::Duration;

use super::cgos_event::{CgosEvent, GameBegun, GameOver};
use super::cgos_journal::{CgosEntry, CgosJournal, TimedMove, Written};
use super::game_folder::GameFolder;
use super::server_clock::{self, LagMeter};
use super::server_line::{ServerResult, SetupLine};
use crate::match_files::record_thread::RecordThread;
use crate::match_files::{Paths, SgfFile};
use crate::play::{Dialect, RecordSink, Terms, record};
use crate::spectators::move_remarks::Remarks;
use sgmp_board::failure::{Blame, Failure};
use sgmp_board::record::{Format, GameRecord, GameResult};
use sgmp_board::rules::{
    ByColor, Color, Game, IllegalMove, Move, Removal, RuleSet, Rules, Status, score,
};
use sgmp_engine::time_control;
use sgmp_proto::Handicap;

/// The settings of all games of one client.
#[derive(Clone, Debug)]
pub struct GameSettings {
    /// Records and journals.
    pub folder: GameFolder,
    /// The rules that our player goes by; the server tells none.
    pub rules: RuleSet,
    /// Form of the records.
    pub format: Format,
    /// The lag that is reckoned with in any case.
    pub lag: Duration,
    /// Today, YYYY-MM-DD: for records of games that begin.
    pub date: fn() -> String,
}

/// A word of the server that does not fit the game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Misfit {
    /// A move of the side that is not to move.
    #[error("a move of {0}, who is not to move")]
    OutOfTurn(Color),
    /// A move that no rules allow.
    #[error("{mv} of {color}: {why}")]
    Illegal {
        /// The move.
        mv: Move,
        /// Its side.
        color: Color,
        /// The fault.
        why: IllegalMove,
    },
}

/// A move of our player that the rules of the game forbid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{mv} is against the rules: {why}")]
pub struct Forbidden {
    mv: Move,
    why: IllegalMove,
}

/// A game that is on.
pub struct CgosGame {
    setup: SetupLine,
    terms: Terms,
    game: Game,
    moves: Vec<TimedMove>,
    /// True if our last move may not have reached the server.
    is_unheard: bool,
    journal: CgosJournal,
    paths: Paths,
    record: RecordThread,
    is_recorded: bool,
    record_failed: bool,
    lag: LagMeter,
    events: Vec<CgosEvent>,
}

impl CgosGame {
    /// Begins the game that the server tells of, or goes on with it.
    ///
    /// # Errors
    /// Files that cannot be used, or moves that no rules allow.
    pub fn open(setup: &SetupLine, color: Color, settings: &GameSettings) -> Result<Self, Failure> {
        let opened = settings.folder.open(setup, color)?;
        let terms = terms(setup, color, settings);
        let sink = SgfFile::new(
            opened.paths.sgf.clone(),
            settings.format,
            Remarks::default(),
        );
        let mut game = Self {
            game: Game::new(setup.size, setup.komi).with_rules(terms.rules),
            setup: setup.clone(),
            terms,
            moves: Vec::new(),
            is_unheard: false,
            journal: opened.journal,
            paths: opened.paths,
            record: RecordThread::start(sink),
            is_recorded: false,
            record_failed: false,
            lag: LagMeter::new(settings.lag),
            events: Vec::new(),
        };
        for moved in opened.known.into_iter().flat_map(|known| known.moves) {
            // A journal that does not fit is mended by the server's moves.
            if game.put(moved).is_err() {
                break;
            }
        }
        game.events.push(game.begun(setup));
        game.catch_up(setup)
            .map_err(|misfit| Failure::new(Blame::NoGame, misfit))?;
        Ok(game)
    }

    fn begun(&self, setup: &SetupLine) -> CgosEvent {
        CgosEvent::Game(Box::new(GameBegun {
            number: setup.number,
            terms: self.terms.clone(),
            black: setup.black.clone(),
            white: setup.white.clone(),
            moves: setup.moves.len(),
            record: self.record_name(),
        }))
    }

    fn record_name(&self) -> String {
        self.paths.sgf.display().to_string()
    }

    /// Goes by the server's moves, which count; one of ours that it has not heard stays, to be sent again.
    ///
    /// # Errors
    /// A move that no rules allow.
    pub fn catch_up(&mut self, setup: &SetupLine) -> Result<(), Misfit> {
        self.lag.forget_latest();
        let theirs = &setup.moves;
        let ours = self.moves.iter().map(|known| known.mv);
        let common = ours.zip(theirs).take_while(|(ours, (mv, _))| ours == mv);
        let common = common.count();
        for (known, (_, left)) in self.moves.iter_mut().zip(&theirs[..common]) {
            known.left = *left;
        }
        let is_ours = |moved: &TimedMove| moved.color == self.terms.color;
        let is_one_ahead = common == theirs.len() && self.moves.len() == common + 1;
        self.is_unheard = is_one_ahead && self.moves.last().is_some_and(is_ours);
        if self.is_unheard {
            return Ok(());
        }
        if common < self.moves.len() {
            self.go_back(common);
        }
        for (mv, left) in &theirs[common..] {
            self.heard(self.game.to_move(), *mv, *left)?;
        }
        self.is_recorded = false;
        Ok(())
    }

    fn go_back(&mut self, moves: usize) {
        self.moves.truncate(moves);
        if let Some(before) = self.game.after(moves) {
            self.game = before;
        }
        let written = self.journal.append(CgosEntry::GoesBack { moves });
        self.tell_written(written);
        self.events.push(CgosEvent::OtherMoves(moves));
    }

    /// Takes a move of the server's.
    ///
    /// # Errors
    /// [`Misfit`]; the game is as it was.
    pub fn heard(&mut self, color: Color, mv: Move, left: Duration) -> Result<(), Misfit> {
        if color != self.game.to_move() {
            return Err(Misfit::OutOfTurn(color));
        }
        let moved = TimedMove { color, mv, left };
        self.put(moved)
            .map_err(|why| Misfit::Illegal { mv, color, why })?;
        self.keep(moved);
        Ok(())
    }

    /// Plays a move; where only our rules on repetition forbid it, the server's are taken over.
    fn put(&mut self, moved: TimedMove) -> Result<(), IllegalMove> {
        let TimedMove { color, mv, .. } = moved;
        match self.game.play(color, mv) {
            Err(IllegalMove::Superko) => {
                log::warn!(
                    "the server allows {mv}, which repeats a position: we do, too, from now on"
                );
                self.allow_repetition();
                self.game.play(color, mv)?;
            }
            played => drop(played?),
        }
        self.moves.push(moved);
        Ok(())
    }

    /// The game anew by rules that forbid a simple ko alone.
    fn allow_repetition(&mut self) {
        let rules = RuleSet {
            rules: Rules::Japanese,
            ..self.terms.rules
        };
        let mut game = Game::new(self.setup.size, self.setup.komi).with_rules(rules);
        for moved in &self.moves {
            let again = game.play(moved.color, moved.mv);
            debug_assert!(again.is_ok(), "what was legal by more rules");
        }
        self.game = game;
    }

    /// Writes a move into the journal; the record follows when there is time.
    fn keep(&mut self, moved: TimedMove) {
        let number = self.moves.len();
        let written = self.journal.moved(number, moved);
        self.tell_written(written);
        self.is_recorded = false;
        self.events.push(CgosEvent::Moved { number, moved });
    }

    fn tell_written(&mut self, written: Written) {
        match written {
            Written::All | Written::StillRefused => {}
            Written::Mended => self.events.push(CgosEvent::JournalMended),
            Written::Refused(why) => self.events.push(CgosEvent::JournalFailed(why)),
        }
    }

    /// The server asks for our move: the one that it has not heard, or `None` where one has to be chosen.
    pub fn asked(&mut self, left: Duration) -> Option<Move> {
        self.lag.asked(left);
        let unheard = self.moves.last().filter(|_| self.is_unheard)?.mv;
        self.is_unheard = false;
        self.events.push(CgosEvent::SentAgain(self.moves.len()));
        Some(unheard)
    }

    /// Our player has chosen: from here on the move is in the journal, and may be sent. `left` is our clock when we were
    /// asked, `thought` the time since.
    ///
    /// # Errors
    /// [`Forbidden`]; the game is as it was.
    pub fn choose(&mut self, mv: Move, left: Duration, thought: Duration) -> Result<(), Forbidden> {
        let color = self.terms.color;
        if let Err(why) = self.game.play(color, mv) {
            return Err(Forbidden { mv, why });
        }
        self.lag.answered(left, thought);
        let moved = TimedMove {
            color,
            mv,
            left: left.saturating_sub(thought),
        };
        self.moves.push(moved);
        self.keep(moved);
        Ok(())
    }

    /// The connection is gone: our last move may not have arrived.
    pub fn link_lost(&mut self) {
        self.lag.forget_latest();
    }

    /// The game is over by the server's word.
    pub fn end(mut self, result: ServerResult, reason: String) -> Vec<CgosEvent> {
        let counted = self.own_count();
        let over = CgosEntry::Ended {
            result: result.word.clone(),
            reason: reason.clone(),
        };
        let written = self.journal.append(over);
        self.tell_written(written);
        let mut record = self.record_so_far();
        record.info.result = result.result;
        record.info.comment = Some(match reason.as_str() {
            "" => format!("The server's result: {}", result.word),
            reason => format!("The server's result: {}. {reason}", result.word),
        });
        self.keep_last(&record);
        self.events.push(CgosEvent::Over(Box::new(GameOver {
            number: self.setup.number,
            result,
            reason,
            ours: self.terms.color,
            counted,
            record: self.record_name(),
        })));
        self.events
    }

    /// The server tells of this game no more, and its end was not heard.
    pub fn lose_sight(mut self) -> Vec<CgosEvent> {
        let reason = "the server told of it no more".to_owned();
        let written = self.journal.append(CgosEntry::Ended {
            result: "?".to_owned(),
            reason,
        });
        self.tell_written(written);
        let mut record = self.record_so_far();
        record.info.comment =
            Some("The connection was lost, and the server told of this game no more".to_owned());
        self.keep_last(&record);
        self.events.push(CgosEvent::Lost(self.setup.number));
        self.events
    }

    fn keep_last(&mut self, record: &GameRecord) {
        if let Err(error) = self.record.keep_last(record) {
            self.events.push(CgosEvent::RecordFailed(error.to_string()));
        }
    }

    /// The result of a board that both have left as it stands, where nothing is taken off.
    fn own_count(&self) -> Option<GameResult> {
        let is_counted = self.game.consecutive_passes() >= 2
            && self.terms.rules.removal == Removal::Never
            && self.terms.rules.rules == Rules::Chinese;
        let area = |game: &Game| {
            let status = Status::as_it_stands(game.board());
            score::area(game.board(), status.dead(), game.komi()).margin()
        };
        is_counted.then(|| area(&self.game).into())
    }

    fn record_so_far(&self) -> GameRecord {
        let total = self.terms.main_time;
        let used = self.moves.iter();
        let used: Vec<_> = used.map(|moved| total.saturating_sub(moved.left)).collect();
        let mut record = record(&self.terms, &self.game, &used, None);
        record.info.rules = Some(self.terms.rules.name().to_owned());
        for color in Color::BOTH {
            let rating = self.setup.entrant(color).rating.clone();
            record.info.players[color].rank = rating;
        }
        record
    }

    /// Writes the record, where moves have come since.
    pub fn keep_record(&mut self) {
        if std::mem::replace(&mut self.is_recorded, true) {
            return;
        }
        let record = self.record_so_far();
        let kept = self.record.keep(&record);
        // One that is late is written with the next move; it is told once.
        if let Err(error) = &kept
            && !self.record_failed
        {
            self.events.push(CgosEvent::RecordFailed(error.to_string()));
        }
        self.record_failed = kept.is_err();
    }

    /// The events since it was last asked.
    pub fn take_events(&mut self) -> Vec<CgosEvent> {
        std::mem::take(&mut self.events)
    }

    /// The server's number.
    #[must_use]
    pub const fn number(&self) -> u64 {
        self.setup.number
    }

    /// The terms, with our color.
    #[must_use]
    pub const fn terms(&self) -> &Terms {
        &self.terms
    }

    /// The game so far.
    #[must_use]
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// Returns whether the opponent is to move, and both have not passed.
    #[must_use]
    pub fn is_opponents_turn(&self) -> bool {
        self.game.to_move() != self.terms.color && self.game.consecutive_passes() < 2
    }

    /// The terms of its clock, with the lag of the line.
    #[must_use]
    pub fn clock_terms(&self) -> time_control::Terms {
        server_clock::terms(self.terms.main_time, self.terms.size, self.lag.lag())
    }
}

/// The terms of a game as the server says them.
fn terms(setup: &SetupLine, color: Color, settings: &GameSettings) -> Terms {
    Terms {
        color,
        size: setup.size,
        komi: setup.komi,
        rules: settings.rules,
        main_time: setup.time,
        used: Duration::ZERO,
        names: ByColor::new(setup.black.name.clone(), setup.white.name.clone()),
        event: "CGOS".to_owned(),
        place: settings.folder.server.clone(),
        round: setup.number.to_string(),
        date: (settings.date)(),
        handicap: Handicap::EVEN,
        dialect: Dialect::Fjk,
    }
}

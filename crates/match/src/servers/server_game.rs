//! A game on a server: its moves here, in the journal and in the record.

use std::time::Duration;

use super::game_folder::GameFolder;
use super::game_journal::{GameEntry, GameJournal, KnownGame, TimedMove, Written};
use super::misfit::{Forbidden, Misfit};
use super::record_keeper::RecordKeeper;
use super::server_clock::{self, LagMeter};
use super::server_event::{GameBegun, ServerEvent};
use super::server_setup::GameSetup;
use crate::play::{Dialect, Terms};
use sgmp_board::failure::{Blame, Failure};
use sgmp_board::record::Format;
use sgmp_board::rules::{ByColor, Color, Game, IllegalMove, Move, RuleSet, Rules, Status};
use sgmp_engine::time_control::{self, Overtime};

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

/// A game that is on.
pub struct ServerGame {
    pub(super) setup: GameSetup,
    pub(super) terms: Terms,
    pub(super) game: Game,
    pub(super) moves: Vec<TimedMove>,
    /// True if our last move may not have reached the server.
    is_unheard: bool,
    pub(super) journal: GameJournal,
    pub(super) record: RecordKeeper,
    lag: LagMeter,
    /// The dead by our own count, where it was asked for.
    pub(super) status: Option<Status>,
    pub(super) events: Vec<ServerEvent>,
}

impl ServerGame {
    /// Begins the game that the server tells of, or goes on with it.
    ///
    /// # Errors
    /// Files that cannot be used, or moves that no rules allow.
    pub fn open(setup: &GameSetup, color: Color, settings: &GameSettings) -> Result<Self, Failure> {
        let opened = settings.folder.open(setup, color)?;
        let terms = terms(setup, color, settings);
        let mut game = Self {
            game: terms
                .opening()
                .map_err(|error| Failure::new(Blame::NoGame, error))?,
            setup: setup.clone(),
            terms,
            moves: Vec::new(),
            is_unheard: false,
            journal: opened.journal,
            record: RecordKeeper::start(&opened.paths, settings.format),
            lag: LagMeter::new(settings.lag),
            status: None,
            events: Vec::new(),
        };
        if let Some(known) = &opened.known {
            // A server that tells only what is left knows less of it than the journal.
            game.setup.time = known.setup.time;
            game.terms.main_time = known.setup.time;
        }
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

    /// Opens a game as its journal alone knows it.
    ///
    /// # Errors
    /// As for [`Self::open`].
    pub(super) fn reopen(known: KnownGame, settings: &GameSettings) -> Result<Self, Failure> {
        let moves = known.moves.iter().map(|known| (known.mv, known.left));
        let setup = GameSetup {
            moves: moves.collect(),
            ..known.setup
        };
        Self::open(&setup, known.color, settings)
    }

    fn begun(&self, setup: &GameSetup) -> ServerEvent {
        ServerEvent::Game(Box::new(GameBegun {
            number: setup.number,
            terms: self.terms.clone(),
            black: setup.black.clone(),
            white: setup.white.clone(),
            moves: setup.moves.len(),
            record: self.record.name(),
        }))
    }

    /// Goes by the server's moves, which count; one of ours that it has not heard stays, to be sent again.
    ///
    /// # Errors
    /// A move that no rules allow.
    pub fn catch_up(&mut self, setup: &GameSetup) -> Result<(), Misfit> {
        self.lag.forget_latest();
        self.setup.number = setup.number;
        let theirs = &setup.moves;
        let ours = self.moves.iter().map(|known| known.mv);
        let common = ours.zip(theirs).take_while(|(ours, (mv, _))| ours == mv);
        let common = common.count();
        if setup.tells_times {
            for (known, (_, left)) in self.moves.iter_mut().zip(&theirs[..common]) {
                known.left = *left;
            }
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
        self.record.is_late();
        Ok(())
    }

    fn go_back(&mut self, moves: usize) {
        self.cut(moves);
        self.events.push(ServerEvent::OtherMoves(moves));
    }

    /// Leaves only the first moves standing.
    fn cut(&mut self, moves: usize) {
        self.moves.truncate(moves);
        if let Some(before) = self.game.after(moves) {
            self.game = before;
        }
        self.is_unheard = false;
        self.status = None;
        let written = self.journal.append(GameEntry::GoesBack { moves });
        self.tell_written(written);
        self.record.is_late();
    }

    /// The last move is taken back: undone, or refused by the server.
    pub(super) fn take_back(&mut self) {
        self.cut(self.moves.len().saturating_sub(1));
    }

    /// Returns whether this is the game that the server tells of.
    pub(super) fn is_same(&self, setup: &GameSetup) -> bool {
        let names = |setup: &GameSetup| (setup.white.name.clone(), setup.black.name.clone());
        let terms = |setup: &GameSetup| (setup.size, setup.komi, setup.handicap, names(setup));
        let moves: Vec<_> = self.moves.iter().map(|known| known.mv).collect();
        terms(&self.setup) == terms(setup) && setup.goes_on_from(&moves)
    }

    /// Keeps our own count of the board, for the record and the result.
    pub(super) fn keep_status(&mut self, status: Status) {
        self.status = Some(status);
    }

    /// Takes the server's word for the move with this index from 0: one that we know already, which it confirms, or the
    /// next one.
    ///
    /// # Errors
    /// [`Misfit`]; the game is as it was.
    pub(super) fn told(&mut self, index: usize, moved: TimedMove) -> Result<(), Misfit> {
        let count = self.moves.len();
        match self.moves.get_mut(index) {
            Some(known) if known.mv == moved.mv => {
                known.left = moved.left;
                self.record.is_late();
                Ok(())
            }
            Some(_) => {
                self.go_back(index);
                self.heard(moved.color, moved.mv, moved.left)
            }
            None if index > count => Err(Misfit::Gap(index + 1)),
            None => self.heard(moved.color, moved.mv, moved.left),
        }
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
        let mut game = Game::from_position(
            self.game.start().clone(),
            self.terms.handicap.first(),
            self.setup.komi,
        )
        .with_rules(rules);
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
        self.record.is_late();
        self.events.push(ServerEvent::Moved { number, moved });
    }

    pub(super) fn tell_written(&mut self, written: Written) {
        match written {
            Written::All | Written::StillRefused => {}
            Written::Mended => self.events.push(ServerEvent::JournalMended),
            Written::Refused(why) => self.events.push(ServerEvent::JournalFailed(why)),
        }
    }

    /// The server asks for our move: the one that it has not heard, or `None` where one has to be chosen.
    pub fn asked(&mut self, left: Duration) -> Option<Move> {
        self.lag.asked(left);
        let unheard = self.moves.last().filter(|_| self.is_unheard)?.mv;
        self.is_unheard = false;
        self.events.push(ServerEvent::SentAgain(self.moves.len()));
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

    /// The events since it was last asked.
    pub fn take_events(&mut self) -> Vec<ServerEvent> {
        std::mem::take(&mut self.events)
    }

    /// The game as the server told it at its beginning.
    #[must_use]
    pub const fn setup(&self) -> &GameSetup {
        &self.setup
    }

    /// The moves, with the time left after each.
    #[must_use]
    pub fn moves(&self) -> &[TimedMove] {
        &self.moves
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

    /// Returns whether our last move may not have reached the server.
    #[must_use]
    pub const fn is_unheard(&self) -> bool {
        self.is_unheard
    }

    /// Returns whether the opponent is to move, and both have not passed.
    #[must_use]
    pub fn is_opponents_turn(&self) -> bool {
        self.game.to_move() != self.terms.color && self.game.consecutive_passes() < 2
    }

    /// The overtime that follows its main time.
    #[must_use]
    pub const fn overtime(&self) -> Overtime {
        self.setup.overtime
    }

    /// The terms of its clock, with the lag of the line.
    #[must_use]
    pub fn clock_terms(&self) -> time_control::Terms {
        server_clock::terms(self.terms.main_time, self.terms.size, self.lag.lag())
    }
}

/// The terms of a game as the server says them.
fn terms(setup: &GameSetup, color: Color, settings: &GameSettings) -> Terms {
    Terms {
        color,
        size: setup.size,
        komi: setup.komi,
        rules: settings.rules,
        main_time: setup.time,
        used: Duration::ZERO,
        names: ByColor::new(setup.black.name.clone(), setup.white.name.clone()),
        event: settings.folder.kind.name().to_owned(),
        place: settings.folder.server.clone(),
        round: setup.number.to_string(),
        date: (settings.date)(),
        handicap: setup.handicap,
        dialect: Dialect::Fjk,
    }
}

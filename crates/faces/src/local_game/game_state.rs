//! The state of a game at this computer: inputs with the time in, events out.

use std::time::Duration;

use sgmp_proto::Instant;

use super::counting::Counting;
use super::game_event::{Atari, GameEvent, LocalEnd};
use super::local_terms::{LocalHandicap, LocalTerms, Seat};
use sgmp_board::record::GameResult;
use sgmp_board::rules::{ByColor, Color, FinalScore, Game, IllegalMove, Move, Point, Status};
use sgmp_match::play::Count;
use sgmp_match::play::match_clocks::MatchClocks;
use sgmp_match::play::terms::NoSuchHandicap;

/// The stage that a game has reached.
#[derive(Clone, Debug, PartialEq)]
pub enum Phase {
    /// Moves are made, in turn.
    Playing,
    /// Both have passed, and the stones are counted.
    Counting(Counting),
    /// The game has ended in this way; nothing can be played.
    Over(LocalEnd),
}

/// Something said of a move besides the move itself.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MoveNote {
    /// Time that the mover had left afterwards; `None` without clocks.
    pub time_left: Option<Duration>,
    /// The reasons for the move, once somebody has told them.
    pub reasons: Option<String>,
    /// Black's chance to win, from 0 to 1, as the engine saw it when it moved.
    pub black_wins: Option<f32>,
}

/// A reason why an input is not taken. The game is unchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The rules forbid the move.
    #[error("{mv} is illegal: {reason}")]
    Illegal {
        /// The move that was wished for.
        mv: Move,
        /// The rule of Go that it breaks.
        reason: IllegalMove,
    },
    /// The engine is to move.
    #[error("it is {0}'s turn, and the computer plays {0}: wait for its move")]
    EnginesTurn(Color),
    /// The game is not in play.
    #[error("the game is being counted: mark the dead stones, accept the count, or play on")]
    Counting,
    /// No count is going on.
    #[error("nothing is counted yet: both sides have to pass first")]
    NotCounting,
    /// The engine's judgment has not come yet.
    #[error("the computer is still looking for dead stones: wait a moment")]
    NotJudged,
    /// There is no stone on this point.
    #[error("there is no stone at {0}: choose a stone of the string that is dead or alive")]
    NoStone(Point),
    /// The game has ended.
    #[error("the game is over")]
    Over,
    /// No person has moved yet.
    #[error("there is no move of yours to take back")]
    NothingToTakeBack,
    /// No person sits at the board.
    #[error("the computer plays both sides: nobody is there to resign or take back")]
    NoPerson,
    /// The answer is to an earlier state of the game.
    #[error("the position has changed since the computer was asked")]
    Stale,
}

/// A game at this computer.
#[derive(Clone, Debug)]
pub struct LocalGame {
    pub(super) terms: LocalTerms,
    pub(super) game: Game,
    /// One for each move.
    pub(super) notes: Vec<MoveNote>,
    pub(super) phase: Phase,
    clocks: Option<MatchClocks>,
    /// True while no clock runs, whoever is to move: somebody has not come yet.
    are_clocks_held: bool,
    /// Number of moves up to which passes do not count: the players have agreed to play on.
    played_on_at: usize,
    /// Number of the changes so far.
    pub(super) changes: u64,
}

impl LocalGame {
    /// A new game; the first side's clock runs from now.
    ///
    /// # Errors
    /// A handicap that has no fixed points on this board.
    pub fn new(terms: LocalTerms, now: Instant) -> Result<Self, NoSuchHandicap> {
        let game = terms.opening()?;
        Ok(Self::resumed(terms, game, Vec::new(), now))
    }

    /// A game that goes on where it stands, with a note for each of its moves.
    pub(super) fn resumed(
        terms: LocalTerms,
        game: Game,
        notes: Vec<MoveNote>,
        now: Instant,
    ) -> Self {
        let used = |color: Color| {
            let moves = game.moves().iter().zip(&notes).rev();
            let mut left = moves.filter(|((mover, _), _)| *mover == color);
            let left = left.find_map(|(_, note)| note.time_left);
            let limit = terms.main_time.unwrap_or_default();
            limit.saturating_sub(left.unwrap_or(limit))
        };
        let used = ByColor::new(used(Color::Black), used(Color::White));
        let clocks = terms.main_time.map(|limit| MatchClocks::new(limit, used));
        let mut resumed = Self {
            terms,
            game,
            notes,
            phase: Phase::Playing,
            clocks,
            are_clocks_held: false,
            played_on_at: 0,
            changes: 0,
        };
        if resumed.passes() >= 2 {
            resumed.phase = Phase::Counting(Counting::OPEN);
        } else {
            resumed.start_clock(now);
        }
        resumed
    }

    /// A game that is over already.
    pub(super) fn closed(mut self, end: LocalEnd, now: Instant) -> Self {
        self.stop_clock(now);
        self.phase = Phase::Over(end);
        self
    }

    /// Another game on the same terms, with another seed and day.
    ///
    /// # Errors
    /// A handicap that has no fixed points on this board.
    pub fn play_again(&self, seed: u64, date: &str, now: Instant) -> Result<Self, NoSuchHandicap> {
        let terms = LocalTerms {
            seed,
            date: date.to_owned(),
            handicap: match self.terms.handicap {
                // There are no fixed points for so many.
                placed @ LocalHandicap::Placed(_) => placed.as_plays(),
                handicap => handicap,
            },
            ..self.terms.clone()
        };
        Self::new(terms, now)
    }

    /// The terms that the game was begun with.
    #[must_use]
    pub const fn terms(&self) -> &LocalTerms {
        &self.terms
    }

    /// The board with its history.
    #[must_use]
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// The stage that it has reached.
    #[must_use]
    pub const fn phase(&self) -> &Phase {
        &self.phase
    }

    /// The stones taken for dead or in seki, and the owners of the points, while or after they are counted.
    #[must_use]
    pub fn status(&self) -> Option<&Status> {
        match &self.phase {
            Phase::Playing => None,
            Phase::Counting(counting) => counting.status(),
            Phase::Over(end) => end.count.as_ref().map(|count| &*count.status),
        }
    }

    /// Both sides' points by that.
    #[must_use]
    pub fn score(&self) -> Option<FinalScore> {
        match &self.phase {
            Phase::Playing => None,
            Phase::Counting(counting) => counting.score(&self.game),
            Phase::Over(end) => end.count.as_ref().map(|count| count.score),
        }
    }

    /// The notes on the moves, one for each.
    #[must_use]
    pub fn notes(&self) -> &[MoveNote] {
        &self.notes
    }

    /// The side to move: Black again while it makes the plays of its handicap.
    #[must_use]
    pub fn turn(&self) -> Color {
        if self.is_placing() {
            return Color::Black;
        }
        self.game.to_move()
    }

    /// Plays of Black's handicap that are left, its first move included; 0 once White has its turns.
    #[must_use]
    pub fn plays_left(&self) -> usize {
        let row = self.terms.handicap.plays_in_a_row();
        match self.is_placing() {
            true if row > 1 => row - self.game.move_count(),
            _ => 0,
        }
    }

    fn is_placing(&self) -> bool {
        let moves = self.game.moves();
        let is_play = |(color, mv): &(Color, Move)| *color == Color::Black && *mv != Move::Pass;
        let row = self.terms.handicap.plays_in_a_row();
        row > 1 && moves.len() < row && moves.iter().all(is_play)
    }

    /// Returns whether a person may move now.
    #[must_use]
    pub fn is_persons_turn(&self) -> bool {
        self.phase == Phase::Playing && self.terms.seats[self.turn()] == Seat::Person
    }

    /// Returns whether the computer plays both sides.
    #[must_use]
    pub fn plays_itself(&self) -> bool {
        let is_person = |color| self.terms.seats[color] == Seat::Person;
        !Color::BOTH.into_iter().any(is_person)
    }

    /// Stones that each color has captured.
    #[must_use]
    pub const fn captures(&self) -> ByColor<u16> {
        self.game.prisoners()
    }

    /// The strings in atari now.
    #[must_use]
    pub fn ataris(&self) -> Vec<Atari> {
        Atari::all_on(self.game.board())
    }

    /// Time that a side has left; `None` without clocks.
    #[must_use]
    pub fn time_left(&self, color: Color, now: Instant) -> Option<Duration> {
        self.clocks.as_ref().map(|clocks| clocks.left(color, now))
    }

    /// The time at which the flag of the side to move falls; `None` without clocks, and while none runs.
    #[must_use]
    pub fn deadline(&self) -> Option<Instant> {
        let clocks = self.clocks.as_ref()?;
        let falls = |color| clocks.runs_over(color, Duration::ZERO);
        Color::BOTH.into_iter().find_map(falls)
    }

    /// Makes a person's move.
    ///
    /// # Errors
    /// Where it is not a person's turn, and where the rules forbid the move.
    pub fn play(&mut self, mv: Move, now: Instant) -> Result<Vec<GameEvent>, Refusal> {
        self.check_playing()?;
        let color = self.turn();
        if self.terms.seats[color] != Seat::Person {
            return Err(Refusal::EnginesTurn(color));
        }
        self.make(color, mv, now)
    }

    /// Gives the game up for the person whose turn it is, or for the only person.
    ///
    /// # Errors
    /// Where nothing is played, and where no person is.
    pub fn resign(&mut self, now: Instant) -> Result<Vec<GameEvent>, Refusal> {
        if let Phase::Over(_) = self.phase {
            return Err(Refusal::Over);
        }
        let turn = self.turn();
        let is_person = |color: &Color| self.terms.seats[*color] == Seat::Person;
        let loser = [turn, !turn].into_iter().find(is_person);
        let loser = loser.ok_or(Refusal::NoPerson)?;
        Ok(self.end_resigned(loser, now))
    }

    /// Takes the latest move of a person back, and what the engine answered; in a count the passes, and after
    /// the end the end.
    ///
    /// # Errors
    /// Where there is no person's move.
    pub fn take_back(&mut self, now: Instant) -> Result<Vec<GameEvent>, Refusal> {
        if self.plays_itself() {
            return Err(Refusal::NoPerson);
        }
        let moves = match &self.phase {
            Phase::Over(end) => match end.result {
                GameResult::Resignation { .. } => 0,
                GameResult::Time { .. } => return Err(Refusal::Over),
                _ => self.moves_to_take_back()?,
            },
            Phase::Playing | Phase::Counting(_) => self.moves_to_take_back()?,
        };
        let kept = self.game.move_count() - moves;
        let earlier = self.game.after(kept).ok_or(Refusal::NothingToTakeBack)?;
        self.game = earlier;
        self.notes.truncate(kept);
        self.played_on_at = self.played_on_at.min(kept);
        self.phase = Phase::Playing;
        self.changes += 1;
        self.start_clock(now);
        let turn = self.turn();
        Ok(vec![GameEvent::TakenBack { moves, turn }])
    }

    /// The game up to the latest move of a person, or of anybody where no person plays; `None` before there is one.
    #[must_use]
    pub fn up_to_persons_move(&self) -> Option<Game> {
        let is_person = |color: Color| self.terms.seats[color] == Seat::Person;
        let mut moves = self.game.moves().iter();
        let last = moves.rposition(|(color, _)| self.plays_itself() || is_person(*color))?;
        self.game.after(last + 1)
    }

    fn moves_to_take_back(&self) -> Result<usize, Refusal> {
        let mut latest = self.game.moves().iter().rev();
        let is_persons = |(color, _): &(Color, Move)| self.terms.seats[*color] == Seat::Person;
        let answers = latest.position(is_persons);
        answers.map(|n| n + 1).ok_or(Refusal::NothingToTakeBack)
    }

    /// Turns a string from dead to alive or from alive to dead.
    ///
    /// # Errors
    /// Outside a count, before the engine's judgment, and where there is no stone.
    pub fn toggle_dead(&mut self, point: Point) -> Result<Vec<GameEvent>, Refusal> {
        let counting = Self::counting(&mut self.phase)?;
        let board = self.game.board();
        let is_dead = counting.toggle(board, point);
        let is_dead = is_dead.ok_or(Refusal::NoStone(point))?;
        self.changes += 1;
        let color = board.color_at(point).ok_or(Refusal::NoStone(point))?;
        let string = Atari {
            color,
            stone: board.string(point).min().unwrap_or(point),
            stones: board.string_size(point),
        };
        Ok(vec![GameEvent::Toggled { string, is_dead }])
    }

    /// Ends the game by the count as it stands.
    ///
    /// # Errors
    /// Outside a count, and before the engine's judgment.
    pub fn accept_count(&mut self, now: Instant) -> Result<Vec<GameEvent>, Refusal> {
        let counting = Self::counting(&mut self.phase)?;
        let score = counting.score(&self.game);
        let (Some(score), Some(status)) = (score, counting.status()) else {
            return Err(Refusal::NotJudged);
        };
        let end = LocalEnd {
            result: GameResult::from(score.margin()),
            count: Some(Count {
                status: Box::new(*status),
                score,
            }),
        };
        Ok(self.end(end, now))
    }

    /// Breaks the count off: the game goes on, and ends by two passes more.
    ///
    /// # Errors
    /// Outside a count.
    pub fn play_on(&mut self, now: Instant) -> Result<Vec<GameEvent>, Refusal> {
        match self.phase {
            Phase::Counting(_) => {}
            Phase::Playing => return Err(Refusal::NotCounting),
            Phase::Over(_) => return Err(Refusal::Over),
        }
        self.phase = Phase::Playing;
        self.played_on_at = self.game.move_count();
        self.changes += 1;
        self.start_clock(now);
        let turn = self.turn();
        Ok(vec![GameEvent::PlayedOn { turn }])
    }

    /// Looks at the clocks: a side whose time is up has lost.
    pub fn tick(&mut self, now: Instant) -> Vec<GameEvent> {
        let over = |color: &Color| {
            let clocks = self.clocks.as_ref();
            clocks.is_some_and(|clocks| clocks.over(*color, now).is_some())
        };
        let loser = Color::BOTH.into_iter().find(over);
        match (loser, &self.phase) {
            (Some(loser), Phase::Playing) => {
                let result = GameResult::Time { winner: !loser };
                self.end(LocalEnd::uncounted(result), now)
            }
            _ => Vec::new(),
        }
    }

    fn counting(phase: &mut Phase) -> Result<&mut Counting, Refusal> {
        match phase {
            Phase::Counting(counting) if counting.is_waiting() => Err(Refusal::NotJudged),
            Phase::Counting(counting) => Ok(counting),
            Phase::Playing => Err(Refusal::NotCounting),
            Phase::Over(_) => Err(Refusal::Over),
        }
    }

    const fn check_playing(&self) -> Result<(), Refusal> {
        match self.phase {
            Phase::Playing => Ok(()),
            Phase::Counting(_) => Err(Refusal::Counting),
            Phase::Over(_) => Err(Refusal::Over),
        }
    }

    pub(super) fn make(
        &mut self,
        color: Color,
        mv: Move,
        now: Instant,
    ) -> Result<Vec<GameEvent>, Refusal> {
        let late = self.tick(now);
        if !late.is_empty() {
            return Ok(late);
        }
        let before = self.game.board().clone();
        let captured = self.game.play(color, mv);
        let captured = captured.map_err(|reason| Refusal::Illegal { mv, reason })?;
        self.changes += 1;
        self.notes.push(MoveNote {
            time_left: self.time_left(color, now),
            ..MoveNote::default()
        });
        let mut told = vec![GameEvent::Played {
            color,
            mv,
            captured,
            ataris: Atari::new_on(self.game.board(), &before),
        }];
        if self.game.cycle().is_some() {
            told.extend(self.end(LocalEnd::uncounted(GameResult::Void), now));
        } else if self.passes() >= 2 {
            self.stop_clock(now);
            self.phase = Phase::Counting(Counting::OPEN);
            told.push(GameEvent::CountBegins);
        } else {
            self.start_clock(now);
        }
        Ok(told)
    }

    /// Passes in a row that count towards the end.
    fn passes(&self) -> usize {
        let since = self.game.move_count() - self.played_on_at;
        self.game.consecutive_passes().min(since)
    }

    pub(super) fn end_resigned(&mut self, loser: Color, now: Instant) -> Vec<GameEvent> {
        let result = GameResult::Resignation { winner: !loser };
        self.end(LocalEnd::uncounted(result), now)
    }

    fn end(&mut self, end: LocalEnd, now: Instant) -> Vec<GameEvent> {
        self.stop_clock(now);
        self.phase = Phase::Over(end.clone());
        self.changes += 1;
        vec![GameEvent::Over(end)]
    }

    /// Lets no clock run until [`Self::release_clocks`].
    pub fn hold_clocks(&mut self, now: Instant) {
        self.stop_clock(now);
        self.are_clocks_held = true;
    }

    /// The clock of the side to move runs from now on, if it was held.
    pub fn release_clocks(&mut self, now: Instant) {
        if std::mem::take(&mut self.are_clocks_held) && self.phase == Phase::Playing {
            self.start_clock(now);
        }
    }

    /// Gives a side another name; an empty one takes it back.
    pub fn rename(&mut self, color: Color, name: &str) {
        self.terms.names[color] = name.to_owned();
    }

    fn start_clock(&mut self, now: Instant) {
        let turn = self.turn();
        if let Some(clocks) = self.clocks.as_mut().filter(|_| !self.are_clocks_held) {
            clocks.start(turn, now);
        }
    }

    fn stop_clock(&mut self, now: Instant) {
        if let Some(clocks) = &mut self.clocks {
            clocks.stop(now);
        }
    }
}

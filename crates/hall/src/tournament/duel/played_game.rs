//! A game of a duel: two seats, two clocks, a board between them, and the count at the end.

use std::time::Duration;

use super::duel_conditions::DuelConditions;
use super::duel_plan::{DuelPlan, PlannedGame};
use super::game_sheet::{Counts, GameSheet, SideSheet};
use super::table_terms::TableTerms;
use crate::tournament::seats::{Seat, SeatError, SeatTerms, SeatTurn, by_move, time_left};
use sgmp_board::record::{GameRecord, GameResult};
use sgmp_board::rules::{ByColor, Color, Game, Move, Status};
use sgmp_board::stop_flag::StopFlag;
use sgmp_engine::engine::Decision;
use sgmp_engine::time_control::{Clock, Overtime, TimeSystem};
use sgmp_match::play::{EndKind, Fault, FaultKind};
use sgmp_match::port::{MonotonicClock, ProgramWords};

/// A game that was played, and what is kept of it.
#[derive(Clone, Debug)]
pub struct PlayedGame {
    /// The sheet of the game, as the folder keeps it.
    pub sheet: GameSheet,
    /// The game on paper.
    pub record: GameRecord,
    /// The words of the programs at both sides.
    pub words: ByColor<ProgramWords>,
}

impl DuelPlan {
    /// Plays a game; `None` if it was halted.
    #[must_use]
    pub fn play(&self, game: u32, halt: &StopFlag) -> Option<PlayedGame> {
        self.play_at(game, halt, TableTerms::default())
    }

    /// Plays a game on terms of its own; `None` if it was halted.
    #[must_use]
    pub fn play_at(&self, game: u32, halt: &StopFlag, terms: TableTerms<'_>) -> Option<PlayedGame> {
        let planned = self.game(game);
        let clock = MonotonicClock::start();
        let mut table = DuelTable::new(self, &planned, terms);
        let verdict = table.play(halt)?;
        let seconds = clock.now().since(sgmp_proto::Instant::ZERO).as_secs_f64();
        let sheet = table.sheet(&verdict, seconds);
        let record = table.record(&sheet, &verdict);
        Some(PlayedGame {
            sheet,
            record,
            words: table.words,
        })
    }
}

/// One side's clock and account.
pub(super) struct DuelSide {
    /// `None` without a limit.
    clock: Option<Clock>,
    /// True once its main time is over in sudden death: that is counted once.
    has_flagged: bool,
    pub(super) sheet: SideSheet,
}

/// The end of a game, and its result.
pub(super) struct GameVerdict {
    pub(super) end: EndKind,
    pub(super) result: GameResult,
    pub(super) detail: Option<String>,
    pub(super) counts: Option<Counts>,
    /// The count that the result is, where it is ours.
    pub(super) status: Option<Box<Status>>,
}

impl GameVerdict {
    fn lost(loser: Color, fault: Fault) -> Self {
        Self {
            end: EndKind::Fault(fault.kind),
            result: fault.kind.lost_by(loser),
            detail: Some(fault.words),
            counts: None,
            status: None,
        }
    }

    const fn plain(end: EndKind, result: GameResult) -> Self {
        Self {
            end,
            result,
            detail: None,
            counts: None,
            status: None,
        }
    }
}

/// A board with two sides.
pub(super) struct DuelTable<'a> {
    plan: &'a DuelPlan,
    pub(super) planned: &'a PlannedGame,
    terms: TableTerms<'a>,
    /// The time of both sides.
    times: ByColor<Option<TimeSystem>>,
    pub(super) game: Game,
    pub(super) sides: ByColor<DuelSide>,
    words: ByColor<ProgramWords>,
}

impl<'a> DuelTable<'a> {
    fn new(plan: &'a DuelPlan, planned: &'a PlannedGame, terms: TableTerms<'a>) -> Self {
        let conditions = &plan.conditions;
        let mut game = Game::new(conditions.size, conditions.komi).with_rules(conditions.rules);
        for (color, mv) in &planned.opening {
            // Checked when it was read, by simple ko; superko may forbid a move of a record, which is
            // left out then, and so are those that rest on it.
            if game.play(*color, *mv).is_err() {
                log::warn!(
                    "game {}: the opening breaks the rules at {mv}",
                    planned.game
                );
                break;
            }
        }
        let times = terms.times(conditions.time);
        let words = || ProgramWords::keep(terms.keeps_talk);
        let side = |time: Option<TimeSystem>| DuelSide {
            clock: time.map(|time| time.start()),
            has_flagged: false,
            sheet: SideSheet::default(),
        };
        Self {
            plan,
            planned,
            terms,
            times,
            game,
            sides: ByColor::new(side(times.black), side(times.white)),
            words: ByColor::new(words(), words()),
        }
    }

    pub(super) const fn conditions(&self) -> &'a DuelConditions {
        &self.plan.conditions
    }

    pub(super) fn name(&self, color: Color) -> &'a str {
        self.plan.players[self.planned.players[side_number(color)]].name()
    }

    /// Plays it to its end; `None` if it was halted.
    fn play(&mut self, halt: &StopFlag) -> Option<GameVerdict> {
        let mut seats = ByColor::new(None, None);
        let verdict = self.play_seated(&mut seats, halt);
        for color in [Color::Black, Color::White] {
            let cpu = seats[color].take().and_then(Seat::leave);
            self.sides[color].sheet.cpu = cpu.map(|cpu| round(cpu.as_secs_f64()));
        }
        verdict
    }

    fn play_seated(
        &mut self,
        seats: &mut ByColor<Option<Seat>>,
        halt: &StopFlag,
    ) -> Option<GameVerdict> {
        let conditions = self.conditions();
        let opening = self.game.moves().to_vec();
        for color in [Color::Black, Color::White] {
            let terms = SeatTerms {
                size: conditions.size,
                komi: conditions.komi,
                rules: conditions.rules,
                time: self.times[color],
                opening: &opening,
                handicap: conditions.handicap,
                init: &conditions.init,
                waits: conditions.waits,
                words: self.words[color].clone(),
            };
            let number = side_number(color);
            let player = &self.plan.players[self.planned.players[number]];
            let seated = player.sit_down(color, self.planned.seeds[number], &terms, halt);
            match seated {
                Ok(seat) => seats[color] = Some(seat),
                Err(SeatError::Halted) => return None,
                Err(SeatError::Fault(fault)) => return Some(self.forfeit(color, fault)),
            }
        }
        loop {
            self.show();
            let color = self.game.to_move();
            match self.step(color, seats, halt) {
                Ok(None) => {}
                Ok(Some(verdict)) => {
                    let verdict = self.counted(verdict, seats, halt);
                    // A count that was broken off is none: the game is played again.
                    return verdict.filter(|_| !halt.is_requested());
                }
                Err(StepError::Halted) => return None,
                Err(StepError::Fault(at_fault, fault)) => {
                    return Some(self.forfeit(at_fault, fault));
                }
            }
        }
    }

    fn forfeit(&self, loser: Color, fault: Fault) -> GameVerdict {
        let words = format!("{}: {}", self.name(loser), fault.words);
        GameVerdict::lost(loser, Fault { words, ..fault })
    }

    /// Shows the position to whoever looks on.
    fn show(&self) {
        if let Some(watch) = self.terms.watch {
            let left = |color: Color| self.sides[color].clock.map(time_left);
            watch(
                &self.game,
                ByColor::new(left(Color::Black), left(Color::White)),
            );
        }
    }

    /// One move; a verdict where it ends the game.
    fn step(
        &mut self,
        color: Color,
        seats: &mut ByColor<Option<Seat>>,
        halt: &StopFlag,
    ) -> Result<Option<GameVerdict>, StepError> {
        if self.game.move_count() >= self.conditions().max_moves {
            return Ok(Some(GameVerdict::plain(
                EndKind::MoveLimit,
                GameResult::Unknown,
            )));
        }
        let turn = SeatTurn {
            game: &self.game,
            color,
            clock: self.sides[color].clock,
            halt,
        };
        let seat = seats[color].as_mut().ok_or(StepError::Halted)?;
        let answer = seat.choose(&turn).map_err(|error| (color, error))?;
        self.charge(color, answer.spent)?;
        let mv = match answer.decision {
            Decision::Move(mv) => mv,
            Decision::Resign => {
                let result = GameResult::Resignation { winner: !color };
                return Ok(Some(GameVerdict::plain(EndKind::Resigned, result)));
            }
        };
        self.make(color, mv)?;
        if self.game.cycle().is_some() {
            return Ok(Some(GameVerdict::plain(EndKind::Cycle, GameResult::Void)));
        }
        let seat = seats[!color].as_mut().ok_or(StepError::Halted)?;
        let heard = seat.hear(color, mv, halt);
        if self.game.consecutive_passes() >= 2 {
            // Whatever it makes of that pass, the game is over.
            return Ok(Some(GameVerdict::plain(
                EndKind::Counted,
                GameResult::Unknown,
            )));
        }
        heard.map_err(|error| (!color, error))?;
        Ok(None)
    }

    fn make(&mut self, color: Color, mv: Move) -> Result<(), StepError> {
        let illegal = |why: String| {
            let fault = Fault::new(FaultKind::Illegal, format!("it played {mv}: {why}"));
            StepError::Fault(color, fault)
        };
        if let Move::Play(point) = mv
            && !point.is_on(self.game.size())
        {
            return Err(illegal(format!("not on a board of {}", self.game.size())));
        }
        let played = self.game.play(color, mv);
        played.map(drop).map_err(|why| illegal(why.to_string()))
    }

    /// Takes a move's time off the clock.
    fn charge(&mut self, color: Color, spent: Duration) -> Result<(), StepError> {
        let conditions = self.conditions();
        let side = &mut self.sides[color];
        side.sheet.moves += 1;
        side.sheet.think += spent.as_secs_f64();
        side.sheet.longest = side.sheet.longest.max(spent.as_secs_f64());
        let (Some(time), Some(clock)) = (&self.times[color], side.clock) else {
            return Ok(());
        };
        let counted = match by_move(time) {
            Some(_) => spent.saturating_sub(conditions.grace),
            None => spent,
        };
        if let Some(clock) = time.after_move(clock, counted) {
            side.clock = Some(clock);
            return Ok(());
        }
        side.clock = Some(after_flag(time));
        if !std::mem::replace(
            &mut side.has_flagged,
            time.overtime == Overtime::SuddenDeath,
        ) {
            side.sheet.overruns += 1;
        }
        if conditions.strict_time {
            let words = format!(
                "its move took {:.1} s, and its time is over",
                spent.as_secs_f64()
            );
            return Err(StepError::Fault(color, Fault::new(FaultKind::Time, words)));
        }
        Ok(())
    }
}

/// The reason why a move did not come about.
enum StepError {
    Halted,
    Fault(Color, Fault),
}

impl From<(Color, SeatError)> for StepError {
    fn from((color, error): (Color, SeatError)) -> Self {
        match error {
            SeatError::Halted => Self::Halted,
            SeatError::Fault(fault) => Self::Fault(color, fault),
        }
    }
}

/// The clock of a game that goes on after a flag fell: the next period, or nothing.
const fn after_flag(time: &TimeSystem) -> Clock {
    match time.overtime {
        Overtime::SuddenDeath => Clock::Main {
            left: Duration::ZERO,
        },
        Overtime::ByoYomi { period, .. } => Clock::Overtime {
            left: period,
            count: 1,
        },
        Overtime::Canadian { period, stones } => Clock::Overtime {
            left: period,
            count: stones,
        },
    }
}

const fn side_number(color: Color) -> usize {
    match color {
        Color::Black => 0,
        Color::White => 1,
    }
}

/// Milliseconds are enough for a sheet.
pub(super) fn round(seconds: f64) -> f64 {
    (seconds * 1000.0).round() / 1000.0
}

#[cfg(test)]
mod tests {
    use super::super::duel_plan::testing::{small_conditions, small_plan};
    use super::*;
    use crate::tournament::seats::each_move;
    use sgmp_board::rules::BoardSize;

    #[test]
    fn a_game_depends_on_its_number_alone_and_can_be_halted() {
        let plan = small_plan(&["random", "level:2"], 4);
        let halt = StopFlag::new();
        for game in 0..2 {
            let one = plan.play(game, &halt).unwrap();
            let again = plan.play(game, &halt).unwrap();
            assert_eq!(one.record.moves(), again.record.moves());
            assert_eq!(one.sheet.result, again.sheet.result);
            assert!(matches!(one.sheet.end, EndKind::Counted | EndKind::Cycle));
            let own = one
                .sheet
                .players
                .iter()
                .position(|player| *player == 1)
                .unwrap();
            if let Some(counts) = &one.sheet.counts {
                assert_eq!(counts.players[own].as_ref(), Some(&counts.ours));
                assert_eq!(counts.players[1 - own], None);
            }
            assert!(one.sheet.sides[own].moves > 0);
        }
        halt.request();
        assert!(plan.play(0, &halt).is_none());
    }

    #[test]
    fn the_longest_game_is_counted_as_it_stands() {
        let conditions = DuelConditions {
            max_moves: 6,
            ..small_conditions()
        };
        let specs = ["random", "two=random"].map(|words| words.parse().unwrap());
        let plan = DuelPlan::new(specs.into(), 2, conditions).unwrap();
        let played = plan.play(0, &StopFlag::new()).unwrap();
        assert_eq!(played.sheet.end, EndKind::MoveLimit);
        assert_eq!((played.sheet.moves, played.record.moves().len()), (6, 6));
        assert!(played.sheet.counts.is_some());
    }

    fn charged(time: TimeSystem, strict: bool, moves: &[u64]) -> (u32, bool) {
        let conditions = DuelConditions {
            time: Some(time),
            grace: Duration::from_secs(1),
            strict_time: strict,
            size: BoardSize::new(9).unwrap(),
            ..small_conditions()
        };
        let specs = ["random", "two=random"].map(|words| words.parse().unwrap());
        let plan = DuelPlan::new(specs.into(), 2, conditions).unwrap();
        let planned = plan.game(0);
        let mut table = DuelTable::new(&plan, &planned, TableTerms::default());
        let lost = moves.iter().any(|seconds| {
            let charged = table.charge(Color::Black, Duration::from_secs(*seconds));
            charged.is_err()
        });
        (table.sides[Color::Black].sheet.overruns, lost)
    }

    #[test]
    fn overruns_are_counted_and_lose_only_where_time_is_strict() {
        let sudden = TimeSystem {
            main: Duration::from_secs(10),
            overtime: Overtime::SuddenDeath,
        };
        assert_eq!(charged(sudden, false, &[4, 5]), (0, false));
        assert_eq!(charged(sudden, false, &[4, 7, 3]), (1, false), "once");
        assert_eq!(charged(sudden, true, &[4, 7, 3]), (1, true));
        let by_move = each_move(Duration::from_secs(2));
        assert_eq!(charged(by_move, false, &[2, 3, 4, 1, 5]), (2, false));
        let canadian = TimeSystem {
            main: Duration::from_secs(1),
            overtime: Overtime::Canadian {
                period: Duration::from_secs(10),
                stones: 2,
            },
        };
        assert_eq!(charged(canadian, false, &[5, 5, 9, 9]), (1, false));
    }
}

//! A game of an event between its two players, whatever they are.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use crate::hall::event_folder::EventFolder;
use crate::hall::hall_error::HallGameError;
use crate::hall::line_game::{LineGame, unplayed};
use crate::hall::line_table::LineTable;
use crate::hall::record_course::record_course;
use crate::hall::refereed_game::RefereedGame;
use crate::hall::watched_game::WatchedGame;
use crate::tournament::duel::{
    DuelConditions, DuelError, DuelPlan, GameSheet, GameWatch, PlayedGame, TableTerms,
};
use crate::tournament::event::{
    CrashRule, EventCount, EventPlan, EventState, GameEnd, GameState, RefereeRule, UsedTimes,
};
use crate::tournament::pairing::PairedGame;
use crate::tournament::{
    AnswerWaits, MoveAsker, PlayerKind, PlayerSpec, PlayerSpecError, ReadyPlayer,
};
use sgmp_board::record::{Format, GameRecord, read_bytes, read_sgf};
use sgmp_board::rules::{ByColor, Color, Move};
use sgmp_board::stop_flag::StopFlag;
use sgmp_engine::time_control::{Overtime, TimeSystem};
use sgmp_match::play::{EndKind, FaultKind};

/// Time that a move may take beyond the time that is left, before a program counts as hung.
const HANG_GRACE: Duration = Duration::from_secs(5);

/// Time to start a program, beside the time of a game.
const START_TIMEOUT: Duration = Duration::from_secs(10);

/// A game to be played.
pub struct HallGame {
    /// The round, from 1.
    pub round: u32,
    /// The board of the round, from 1.
    pub board: u32,
    /// Their names, Black's and White's.
    pub names: [String; 2],
    /// Time off the clocks of those who are late.
    penalties: ByColor<Duration>,
    /// True for people who enter their moves.
    enter: ByColor<bool>,
    pair: PairedGame,
    plan: EventPlan,
    way: Way,
}

/// The way in which a game is played.
enum Way {
    /// Both sides answer questions: our engine, chance, programs by GTP or by the rules of USENIX.
    Seats(Box<DuelPlan>, u32),
    /// One side speaks the Standard Go Modem Protocol on a line.
    Line(Box<LineGame>),
    /// Both sides are on lines.
    Watched(Box<WatchedGame>),
    /// Programs under the referee of USENIX 1984.
    Refereed(Box<RefereedGame>),
    /// People play elsewhere and report the result.
    Reported,
}

/// The end of a game, and its record.
pub struct HallOutcome {
    /// The result, and how it came about.
    pub end: GameEnd,
    /// The record as SGF; none where no game came about.
    pub record: Option<Vec<u8>>,
}

impl HallGame {
    /// A game by its place in the event; people who play in it report the result.
    ///
    /// # Errors
    /// Players whose words make no sense.
    pub fn new(
        state: &EventState,
        round: u32,
        board: u32,
        folder: &EventFolder,
    ) -> Result<Self, HallGameError> {
        Self::with_asker(state, round, board, folder, None)
    }

    /// A game by its place in the event, with somebody who asks people for their moves.
    ///
    /// # Errors
    /// Players whose words make no sense.
    pub fn with_asker(
        state: &EventState,
        round: u32,
        board: u32,
        folder: &EventFolder,
        asker: Option<&Arc<dyn MoveAsker>>,
    ) -> Result<Self, HallGameError> {
        let game = state.game(round, board).ok_or(HallGameError::NoGame)?;
        let players = [game.pair.black, game.pair.white].map(|player| &state.plan.players[player]);
        let names = players.map(|player| player.name.clone());
        let specs = players.map(|player| hall_spec(&player.plays, &player.name));
        let [black, white] = specs;
        let (black, white) = (black?, white?);
        let is = |wanted: fn(&PlayerKind) -> bool| wanted(black.kind()) || wanted(white.kind());
        let is_human = |spec: &PlayerSpec| matches!(spec.kind(), PlayerKind::Human);
        let enter = ByColor::new(is_human(&black), is_human(&white));
        let late = |player: usize| {
            let minutes = state.presence[player].minutes_off(round);
            Duration::from_secs(60 * u64::from(minutes))
        };
        let penalties = ByColor::new(late(game.pair.black), late(game.pair.white));
        let has_people = enter.black || enter.white;
        let way = if state.plan.referee == RefereeRule::Usenix && !has_people {
            let seed = state.game_seed(round, board);
            let [raw_black, raw_white] = players.map(|player| player.plays.parse::<PlayerSpec>());
            let (raw_black, raw_white) = (raw_black?, raw_white?);
            let raw = [&raw_black, &raw_white];
            Way::Refereed(Box::new(RefereedGame::new(state, seed, raw)?))
        } else if has_people && is(|kind| matches!(kind, PlayerKind::Sgmp(_))) {
            Way::Reported
        } else if has_people {
            match asker {
                None => Way::Reported,
                Some(asker) => {
                    let specs = [seat_spec(black)?, seat_spec(white)?];
                    let (mut plan, number) = seats(state, (round, board), game.pair, specs)?;
                    for (index, color) in [Color::Black, Color::White].into_iter().enumerate() {
                        if enter[color] {
                            plan = plan.with_people(index, asker);
                        }
                    }
                    Way::Seats(Box::new(plan), number)
                }
            }
        } else if is(|kind| matches!(kind, PlayerKind::Sgmp(_))) {
            let begun = match game.state {
                GameState::Begun(times) => times,
                _ => 0,
            };
            let record = folder.playing(round, board, begun);
            let players = ByColor::new(black, white);
            on_lines(state, (round, board), &players, penalties, record)?
        } else {
            let (plan, number) = seats(state, (round, board), game.pair, [black, white])?;
            Way::Seats(Box::new(plan), number)
        };
        Ok(Self {
            round,
            board,
            names,
            penalties,
            enter,
            pair: game.pair,
            plan: state.plan.clone(),
            way,
        })
    }

    /// Returns whether the hall plays it; else people report its result.
    pub const fn is_played_here(&self) -> bool {
        !matches!(self.way, Way::Reported)
    }

    /// Returns whether people enter moves in it, and a seat waits for them.
    pub const fn is_entered(&self) -> bool {
        matches!(self.way, Way::Seats(..)) && (self.enter.black || self.enter.white)
    }

    /// The reason why nobody can enter moves in it, and what to do instead.
    pub fn why_not_entered(&self, file: &str) -> String {
        let Self { round, board, .. } = self;
        if self.enter.black || self.enter.white {
            format!(
                "the opponent is on a line: play with sgmp-go human --port PORT --color COLOR --sgf GAME.sgf, then sgmp-go tournament \
                 result {file} {round} {board} RESULT"
            )
        } else {
            format!(
                "{} are no people: sgmp-go tournament run {file} plays it",
                self.names()
            )
        }
    }

    /// Its players with their colors, Black first.
    pub fn names(&self) -> String {
        format!("{} (B) - {} (W)", self.names[0], self.names[1])
    }

    /// Plays it as [`Self::play`] does. A panic ends this game and nothing else: the judge decides over it.
    pub fn play_caught(
        &self,
        halt: &StopFlag,
        watch: Option<GameWatch<'_>>,
    ) -> Option<HallOutcome> {
        caught(|| self.play(halt, watch))
    }

    /// Plays it, and shows it to whoever looks on; `None` if it was halted.
    pub fn play(&self, halt: &StopFlag, watch: Option<GameWatch<'_>>) -> Option<HallOutcome> {
        match &self.way {
            Way::Seats(plan, number) => {
                let terms = TableTerms {
                    penalties: self.penalties,
                    watch,
                    ..TableTerms::default()
                };
                let played = plan.play_at(*number, halt, terms)?;
                Some(self.outcome(played, halt))
            }
            Way::Line(game) => Some(self.line_outcome(game.play(halt, watch)?, &game.table, halt)),
            Way::Watched(game) => {
                Some(self.line_outcome(game.play(halt, watch)?, &game.table, halt))
            }
            Way::Refereed(game) => {
                let (end, mut record) = game.play(&self.names, halt, watch)?;
                let mut end = self.by_crash_rule(end);
                end.course = record_course(&record, halt);
                record.info.result = end.game_result();
                Some(HallOutcome {
                    record: Some(self.finished(record, &end)),
                    end,
                })
            }
            Way::Reported => None,
        }
    }

    /// The outcome of a game on a line, with the record that it has left.
    fn line_outcome(&self, end: GameEnd, table: &LineTable, halt: &StopFlag) -> HallOutcome {
        let mut end = self.by_crash_rule(end);
        let bytes = read_bytes(&table.record).ok();
        let record = bytes.as_ref().and_then(|bytes| read_sgf(bytes).ok());
        end.course = record.and_then(|record| record_course(&record, halt));
        if !end.kind.is_failure() {
            table.clear();
        }
        HallOutcome { end, record: bytes }
    }

    fn outcome(&self, played: PlayedGame, halt: &StopFlag) -> HallOutcome {
        let PlayedGame {
            sheet, mut record, ..
        } = played;
        record.lay_handicap(self.plan.stones_of(self.pair).len());
        let mut end = self.by_crash_rule(self.end(&sheet));
        end.course = record_course(&record, halt);
        HallOutcome {
            record: Some(self.finished(record, &end)),
            end,
        }
    }

    /// A record with the event's facts, as a file.
    fn finished(&self, mut record: GameRecord, end: &GameEnd) -> Vec<u8> {
        let words = end.kind.words();
        let why = match end.why.as_str() {
            "" => words.to_owned(),
            why => format!("{words}: {why}"),
        };
        let info = &mut record.info;
        for (color, player) in [
            (Color::Black, self.pair.black),
            (Color::White, self.pair.white),
        ] {
            let rank = self.plan.players[player].rank;
            info.players[color].rank = rank.map(|rank| rank.to_string());
        }
        info.event = text(&self.plan.name);
        info.place = text(&self.plan.place);
        info.round = Some(self.round.to_string());
        info.comment = text(&why);
        info.name = Some(format!("round {}, board {}", self.round, self.board));
        if !self.plan.date.is_empty() {
            info.date = text(&self.plan.date);
        }
        record.to_sgf(Format::Ff4).into()
    }

    fn end(&self, sheet: &GameSheet) -> GameEnd {
        let milliseconds = |side: usize| (sheet.sides[side].think * 1000.0) as u64;
        let mut end = GameEnd {
            result: sheet.result.clone(),
            kind: sheet.end,
            why: sheet.detail.clone().unwrap_or_default(),
            moves: u32::try_from(sheet.moves)
                .unwrap_or(u32::MAX)
                .saturating_sub(u32::from(self.pair.stones_on_board())),
            used: UsedTimes {
                black: milliseconds(0),
                white: milliseconds(1),
            },
            counts: counts(sheet),
            programs: Vec::new(),
            course: None,
        };
        let loser = end.game_result().winner().map(|winner| !winner);
        if end.kind == EndKind::Fault(FaultKind::Illegal)
            && loser.is_some_and(|loser| self.enter[loser])
        {
            end.kind = EndKind::InputError;
        }
        if self.plan.counts_must_agree && sheet.is_disputed() {
            end.kind = EndKind::CountsDiffer;
            "?".clone_into(&mut end.result);
        }
        end
    }

    /// A crash, or another failure, goes to the judge where the event says so.
    fn by_crash_rule(&self, mut end: GameEnd) -> GameEnd {
        if end.kind.is_failure() && self.plan.on_crash == CrashRule::Judge {
            "?".clone_into(&mut end.result);
        }
        end
    }
}

/// The outcome of a game, or the case for the judge that a panic in it is.
fn caught(play: impl FnOnce() -> Option<HallOutcome>) -> Option<HallOutcome> {
    catch_unwind(AssertUnwindSafe(play)).unwrap_or_else(|_| {
        let why = "the hall failed in this game (a bug: please report it)";
        Some(HallOutcome {
            end: unplayed(EndKind::LineLost, why),
            record: None,
        })
    })
}

fn text(text: &str) -> Option<String> {
    Some(text.to_owned()).filter(|text| !text.is_empty())
}

/// A game with at least one side on a line.
///
/// # Errors
/// Words that name no port, a player that cannot sit down here.
fn on_lines(
    state: &EventState,
    (round, board): (u32, u32),
    players: &ByColor<PlayerSpec>,
    penalties: ByColor<Duration>,
    record: PathBuf,
) -> Result<Way, HallGameError> {
    let table = LineTable::new(&state.plan, round, players, record)?;
    let Some(line_color) = table.line_side() else {
        return Ok(Way::Watched(Box::new(WatchedGame { table })));
    };
    let seed = state.game_seed(round, board);
    Ok(Way::Line(Box::new(LineGame {
        own: ReadyPlayer::new(&players[!line_color])?,
        table,
        line_color,
        seed,
        penalty: penalties[!line_color],
        waits: game_conditions(&state.plan, seed).waits,
    })))
}

/// All counts of a game, ours first.
fn counts(sheet: &GameSheet) -> Vec<EventCount> {
    let Some(counts) = &sheet.counts else {
        return Vec::new();
    };
    let count = |by: &str, result: &str| EventCount {
        by: by.to_owned(),
        result: result.chars().take(40).collect(),
    };
    let players = ["black", "white"].into_iter().zip(&counts.players);
    let players = players.filter_map(|(by, result)| Some(count(by, result.as_ref()?)));
    let referee = counts
        .referee
        .as_ref()
        .map(|result| count("referee", result));
    [count("ours", &counts.ours)]
        .into_iter()
        .chain(players)
        .chain(referee)
        .collect()
}

/// A player of an event.
///
/// # Errors
/// Words that name no player.
pub fn hall_spec(plays: &str, name: &str) -> Result<PlayerSpec, PlayerSpecError> {
    let spec: PlayerSpec = plays.parse()?;
    Ok(spec.named(name))
}

/// A player as it takes its seat: somebody sits there for people until they are asked.
fn seat_spec(spec: PlayerSpec) -> Result<PlayerSpec, PlayerSpecError> {
    if !matches!(spec.kind(), PlayerKind::Human) {
        return Ok(spec);
    }
    hall_spec("random", spec.name())
}

/// A plan with the one game, and its number. Handicap stones are the moves that stand on the board at the beginning.
fn seats(
    state: &EventState,
    (round, board): (u32, u32),
    pair: PairedGame,
    specs: [PlayerSpec; 2],
) -> Result<(DuelPlan, u32), DuelError> {
    let plan = &state.plan;
    let stones = plan.stones_of(pair).into_iter();
    let opening: Vec<_> = stones
        .map(|point| (Color::Black, Move::Play(point)))
        .collect();
    let conditions = DuelConditions {
        komi: plan.komi_of(pair),
        openings: match opening.is_empty() {
            true => Vec::new(),
            false => vec![opening],
        },
        ..game_conditions(plan, state.game_seed(round, board))
    };
    let duel = DuelPlan::new(specs.into(), 2, conditions)?;
    let number = u32::from(duel.game(0).players != [0, 1]);
    Ok((duel, number))
}

/// The conditions of an event's games.
pub fn game_conditions(plan: &EventPlan, seed: u64) -> DuelConditions {
    DuelConditions {
        size: plan.size,
        komi: plan.komi,
        rules: plan.rules,
        time: Some(TimeSystem {
            main: plan.time,
            overtime: Overtime::SuddenDeath,
        }),
        grace: Duration::ZERO,
        strict_time: true,
        handicap: 0,
        openings: Vec::new(),
        random_plies: 0,
        seed,
        max_moves: plan.max_moves as usize,
        referee: None,
        init: Vec::new(),
        waits: AnswerWaits {
            // Where moves are quick, so is everything else.
            answer: AnswerWaits::default().answer.min(plan.time + START_TIMEOUT),
            genmove: plan.time + HANG_GRACE,
            ..AnswerWaits::default()
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_in_a_game_is_a_case_for_the_judge() {
        let outcome = caught(|| panic!("tried")).expect("an end");
        assert_eq!(outcome.end.kind, EndKind::LineLost);
        assert_eq!(outcome.end.result, "?");
        assert!(caught(|| None).is_none());
    }
}

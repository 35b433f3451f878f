//! A game of an event between its two players, whatever they are.

use std::path::PathBuf;
use std::time::Duration;

use super::event_folder::EventFolder;
use super::line_game::LineGame;
use crate::record::Format;
use crate::search::StopFlag;
use crate::time_control::{Overtime, TimeSystem};
use crate::tournament::duel::{DuelConditions, DuelPlan, GameSheet, PlayedGame};
use crate::tournament::event::{
    CrashRule, EndKind, EventCount, EventPlan, EventState, GameEnd, UsedTimes,
};
use crate::tournament::{AnswerWaits, FaultKind, PlayerKind, PlayerSpec, duel};

/// What a move may take beyond the time that is left, before a program counts as hung.
const HANG_GRACE: Duration = Duration::from_secs(5);

/// Time to start a program, beside the time of a game.
const START_TIMEOUT: Duration = Duration::from_secs(10);

/// A game to be played.
pub(super) struct HallGame {
    /// The round.
    pub(super) round: u32,
    /// The board.
    pub(super) board: u32,
    names: [String; 2],
    plan: EventPlan,
    way: Way,
}

/// How a game is played.
enum Way {
    /// Both sides answer questions: our engine, chance, programs by GTP or by the rules of USENIX.
    Seats(Box<DuelPlan>, u32),
    /// At least one side speaks the Standard Go Modem Protocol: a process of ours plays or listens.
    Line(Box<LineGame>),
    /// People report.
    Reported,
}

/// The end of a game, and its record.
pub(super) struct HallOutcome {
    pub(super) end: GameEnd,
    pub(super) record: Option<Vec<u8>>,
}

impl HallGame {
    /// A game by its place in the event.
    ///
    /// # Errors
    /// Players whose words make no sense.
    pub(super) fn new(
        state: &EventState,
        round: u32,
        board: u32,
        folder: &EventFolder,
    ) -> Result<Self, String> {
        let game = state.game(round, board).ok_or("no such game")?;
        let players = [game.pair.black, game.pair.white].map(|player| &state.plan.players[player]);
        let names = players.map(|player| player.name.clone());
        let specs = players.map(|player| hall_spec(&player.plays, &player.name));
        let [black, white] = specs;
        let (black, white) = (black?, white?);
        let is = |wanted: fn(&PlayerKind) -> bool| wanted(black.kind()) || wanted(white.kind());
        let way = if is(|kind| matches!(kind, PlayerKind::Human)) {
            Way::Reported
        } else if is(|kind| matches!(kind, PlayerKind::Sgmp(_))) {
            let record = folder.record(round, board);
            Way::Line(Box::new(LineGame::new(
                state,
                round,
                board,
                [&black, &white],
                record,
            )))
        } else {
            let (plan, number) = seats(state, round, board, [black, white])?;
            Way::Seats(Box::new(plan), number)
        };
        Ok(Self {
            round,
            board,
            names,
            plan: state.plan.clone(),
            way,
        })
    }

    /// Returns whether the hall plays it; else people report its result.
    pub(super) const fn is_played_here(&self) -> bool {
        !matches!(self.way, Way::Reported)
    }

    /// Its players.
    pub(super) fn names(&self) -> String {
        format!("{} (B) - {} (W)", self.names[0], self.names[1])
    }

    /// Plays it; `None` if it was halted.
    pub(super) fn play(&self, halt: &StopFlag) -> Option<HallOutcome> {
        match &self.way {
            Way::Seats(plan, number) => {
                let played = plan.play(*number, halt)?;
                Some(self.outcome(played))
            }
            Way::Line(line) => line.play(halt).map(|end| HallOutcome {
                end: self.by_crash_rule(end),
                record: None,
            }),
            Way::Reported => None,
        }
    }

    fn outcome(&self, played: PlayedGame) -> HallOutcome {
        let PlayedGame { sheet, mut record } = played;
        let end = self.by_crash_rule(self.end(&sheet));
        let info = &mut record.info;
        info.event = text(&self.plan.name);
        info.place = text(&self.plan.place);
        info.round = Some(self.round.to_string());
        info.name = Some(format!("round {}, board {}", self.round, self.board));
        if !self.plan.date.is_empty() {
            info.date = text(&self.plan.date);
        }
        HallOutcome {
            end,
            record: Some(record.to_sgf(Format::Ff4).into()),
        }
    }

    fn end(&self, sheet: &GameSheet) -> GameEnd {
        use duel::GameEnd as Ended;
        let kind = match sheet.end {
            Ended::Passes => EndKind::Counted,
            Ended::Resignation => EndKind::Resigned,
            Ended::Longest => EndKind::MoveLimit,
            Ended::Cycle => EndKind::Cycle,
            Ended::NoCount => EndKind::CountsDiffer,
            Ended::Fault(FaultKind::Illegal) => EndKind::RuleBroken,
            Ended::Fault(FaultKind::Time) => EndKind::Time,
            Ended::Fault(_) => EndKind::Crash,
        };
        let milliseconds = |side: usize| (sheet.sides[side].think * 1000.0) as u64;
        let mut end = GameEnd {
            result: sheet.result.clone(),
            kind,
            why: sheet.detail.clone().unwrap_or_default(),
            moves: u32::try_from(sheet.moves).unwrap_or(u32::MAX),
            used: UsedTimes {
                black: milliseconds(0),
                white: milliseconds(1),
            },
            counts: counts(sheet),
            programs: Vec::new(),
        };
        if self.plan.counts_must_agree && sheet.is_disputed() {
            end.kind = EndKind::CountsDiffer;
            "?".clone_into(&mut end.result);
        }
        end
    }

    /// A crash goes to the judge where the event says so.
    fn by_crash_rule(&self, mut end: GameEnd) -> GameEnd {
        let is_crash = matches!(end.kind, EndKind::Crash | EndKind::LineLost);
        if is_crash && self.plan.on_crash == CrashRule::Judge {
            "?".clone_into(&mut end.result);
        }
        end
    }
}

fn text(text: &str) -> Option<String> {
    Some(text.to_owned()).filter(|text| !text.is_empty())
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

/// A player of an event. Programs by the rules of USENIX answer by GTP through a process of ours.
///
/// # Errors
/// Words that name no player.
pub(super) fn hall_spec(plays: &str, name: &str) -> Result<PlayerSpec, String> {
    let words = match plays.strip_prefix("usenix:") {
        Some(command) => {
            let ours = own_program();
            format!(
                "gtp:{ours} tournament gtp-player {}",
                quoted(&format!("usenix:{command}"))
            )
        }
        None => plays.to_owned(),
    };
    let spec: Result<PlayerSpec, _> = words.parse();
    Ok(spec.map_err(|error| error.to_string())?.named(name))
}

/// This program, as a word for a shell.
pub(super) fn own_program() -> String {
    let path = std::env::current_exe().unwrap_or_else(|_| PathBuf::from("sgmp-go"));
    quoted(&path.to_string_lossy())
}

/// A word for a shell.
pub(super) fn quoted(word: &str) -> String {
    shlex::try_quote(word).map_or_else(|_| String::new(), |quoted| quoted.into_owned())
}

/// A plan with the one game, and its number.
fn seats(
    state: &EventState,
    round: u32,
    board: u32,
    specs: [PlayerSpec; 2],
) -> Result<(DuelPlan, u32), String> {
    let conditions = game_conditions(&state.plan, state.game_seed(round, board));
    let duel = DuelPlan::new(specs.into(), 2, conditions).map_err(|error| error.to_string())?;
    let number = u32::from(duel.game(0).players != [0, 1]);
    Ok((duel, number))
}

/// The conditions of an event's games.
pub(super) fn game_conditions(plan: &EventPlan, seed: u64) -> DuelConditions {
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

//! A game of an event between its two players, whatever they are.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use crate::hall::event_folder::EventFolder;
use crate::hall::game_seats::{game_conditions, hall_spec, seat_spec, seats};
use crate::hall::hall_error::HallGameError;
use crate::hall::hall_outcome::{HallOutcome, caught};
use crate::hall::line_game::LineGame;
use crate::hall::line_table::LineTable;
use crate::hall::record_course::record_course;
use crate::hall::refereed_game::RefereedGame;
use crate::hall::watched_game::WatchedGame;
use crate::tournament::duel::{DuelPlan, GameWatch, TableTerms};
use crate::tournament::event::{EventPlan, EventState, GameState, RefereeRule};
use crate::tournament::pairing::PairedGame;
use crate::tournament::{MoveAsker, PlayerKind, PlayerSpec, ReadyPlayer};
use sgmp_board::rules::{ByColor, Color};
use sgmp_board::stop_flag::StopFlag;

/// A game to be played.
pub struct HallGame {
    /// The round, from 1.
    pub round: u32,
    /// The board of the round, from 1.
    pub board: u32,
    /// Their names, Black's and White's.
    pub names: [String; 2],
    /// Time off the clocks of those who are late.
    pub(super) penalties: ByColor<Duration>,
    /// True for people who enter their moves.
    pub(super) enter: ByColor<bool>,
    pub(super) pair: PairedGame,
    pub(super) plan: EventPlan,
    way: Way,
    /// True if the talk with programs by GTP is kept.
    keeps_talk: bool,
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
            keeps_talk: false,
        })
    }

    /// The game, in which the talk with programs by GTP is kept beside their standard error, or is not.
    #[must_use]
    pub fn with_talk(self, keeps_talk: bool) -> Self {
        Self { keeps_talk, ..self }
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
                    keeps_talk: self.keeps_talk,
                };
                let played = plan.play_at(*number, halt, terms)?;
                Some(self.outcome(played, halt))
            }
            Way::Line(game) => Some(self.line_outcome(game.play(halt, watch)?, &game.table, halt)),
            Way::Watched(game) => {
                Some(self.line_outcome(game.play(halt, watch)?, &game.table, halt))
            }
            Way::Refereed(game) => {
                let (end, mut record, words) = game.play(&self.names, halt, watch)?;
                let mut end = self.by_crash_rule(end);
                end.course = record_course(&record, halt);
                record.info.result = end.game_result();
                Some(HallOutcome {
                    record: Some(self.finished(record, &end)),
                    end,
                    words,
                })
            }
            Way::Reported => None,
        }
    }
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

//! The results of an event as rating lists take them: a line a player, a cell a round.

use super::super::event::{EventGame, EventState, PlayerFacts, Rank};
use super::super::standings::{Points, Results, Standings};
use sgmp_board::record::GameResult;
use sgmp_board::rules::Color;
use sgmp_match::play::EndKind;

/// The line of a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RatedRow {
    /// The number of the line, from 1, by which others name it.
    pub line: usize,
    /// The name.
    pub name: String,
    /// The rank.
    pub rank: Rank,
    /// Facts by which lists know the player.
    pub facts: PlayerFacts,
    /// Sums of the standings, the first criterion first.
    pub sums: Vec<Points>,
    /// A cell a round.
    pub cells: Vec<RatedCell>,
}

/// The result of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RatedCell {
    /// No game was played: a bye, an absence, a game without a board.
    Free(Points),
    /// A game.
    Game {
        /// The line of the opponent, from 1.
        opponent: usize,
        /// Points of the player of the line.
        points: Points,
        /// The color of the player of the line; `None` where the file does not say.
        color: Option<Color>,
        /// The handicap.
        handicap: u8,
    },
}

/// The reason why an event has no such file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ResultsError {
    /// Games without a result.
    #[error("{0} games have no result yet: report them first (sgmp-go tournament status)")]
    Open(usize),
    /// A player without a rank.
    #[error(
        "{0} has no rank: a rating list needs one; write rank = \"5k\" or a rating into the event's file"
    )]
    NoRank(String),
    /// Several games of a player in a round.
    #[error("{0} had several games in a round, and such a file has one")]
    Several(String),
    /// Nothing was played.
    #[error("no round has been played")]
    Nothing,
}

/// The lines of an event, in the order of its standings. Forfeits without a game are free rounds: nothing was played.
///
/// # Errors
/// [`ResultsError`].
pub fn rated_rows(state: &EventState) -> Result<Vec<RatedRow>, ResultsError> {
    let open = state.games().filter(|(_, _, game)| game.end().is_none());
    match open.count() {
        0 if state.rounds.is_empty() => return Err(ResultsError::Nothing),
        0 => {}
        open => return Err(ResultsError::Open(open)),
    }
    let (standings, results) = (state.standings(), state.results());
    let rows = standings.rows.iter().enumerate();
    rows.map(|(at, row)| {
        let player = &state.plan.players[row.player];
        let rounds = 1..=state.rounds.len() as u32;
        let cells = rounds.map(|round| cell(state, &standings, &results, row.player, round));
        Ok(RatedRow {
            line: at + 1,
            name: player.name.clone(),
            rank: player
                .rank
                .ok_or_else(|| ResultsError::NoRank(player.name.clone()))?,
            facts: player.facts.clone(),
            sums: row.values.iter().copied().flatten().collect(),
            cells: cells.collect::<Result<_, _>>()?,
        })
    })
    .collect()
}

fn cell(
    state: &EventState,
    standings: &Standings,
    results: &Results,
    player: usize,
    round: u32,
) -> Result<RatedCell, ResultsError> {
    let games = state.rounds[round as usize - 1].games.iter();
    let mut games = games.filter(|game| game.pair.black == player || game.pair.white == player);
    let Some(game) = games.next() else {
        let mut free = results
            .unplayed_by(player)
            .filter(|free| free.round == round);
        return Ok(RatedCell::Free(
            free.next().map_or(Points::ZERO, |free| free.points),
        ));
    };
    if games.next().is_some() {
        let name = state.plan.players[player].name.clone();
        return Err(ResultsError::Several(name));
    }
    let is_black = game.pair.black == player;
    let points = game.end().and_then(|end| end.points()).unwrap_or_default();
    let points = points[usize::from(!is_black)];
    if !is_played(game) {
        return Ok(RatedCell::Free(points));
    }
    let other = if is_black {
        game.pair.white
    } else {
        game.pair.black
    };
    let opponent = standings.rows.iter().position(|row| row.player == other);
    Ok(RatedCell::Game {
        opponent: opponent.map_or(0, |at| at + 1),
        points,
        color: Some(if is_black { Color::Black } else { Color::White }),
        handicap: game.pair.handicap,
    })
}

/// Returns whether a game was played on a board, and has a result.
fn is_played(game: &EventGame) -> bool {
    let Some(end) = game.end() else {
        return false;
    };
    let is_forfeit = matches!(end.kind, EndKind::Forfeit | EndKind::Disqualified)
        || matches!(end.game_result(), GameResult::Forfeit { .. });
    !(is_forfeit && end.moves == 0 || end.game_result() == GameResult::Void)
}

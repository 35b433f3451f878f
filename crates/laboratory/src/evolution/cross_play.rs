//! Games among the nets that a run kept, and of each against players that never learn.

use super::statistics::{CrossTable, PairResult};
use super::trial_game::{self, Opponent, Streams, TrialTerms};
use sgmp_board::rng::Rng;
use sgmp_board::rules::{BoardSize, Color};
use sgmp_board::shared_work::map_each;
use sgmp_engine::engine::evolved::{EvolvedHeader, EvolvedPlayer, StaticPlayer};

/// Moves by chance at the beginning of a game, where more than one of a pairing is played.
const RANDOM_PLIES: u32 = 4;

/// The terms that a player's games have, without komi.
fn terms(header: &EvolvedHeader, max_moves_per_point: u32) -> TrialTerms {
    let size = BoardSize::new(header.lines).unwrap_or(BoardSize::NINETEEN);
    TrialTerms {
        size,
        rule: header.rule(),
        start_ply: header.start_ply,
        turns: header.turns,
        finisher: StaticPlayer::named(&header.finisher).unwrap_or(StaticPlayer::ALL[0]),
        komi: 0,
        max_moves: max_moves_per_point * u32::from(size.points()),
        handicap: 0,
        random_plies: 0,
    }
}

/// The paper's cross-play: each net of a run meets each other, with both colors, on an empty board.
pub(super) fn cross_play(players: &[EvolvedPlayer], max_moves: u32, threads: usize) -> CrossTable {
    let mut table = CrossTable::new(players.len());
    let mut pairs: Vec<(usize, usize)> = Vec::new();
    for black in 0..players.len() {
        pairs.extend(
            (0..players.len())
                .filter(|white| *white != black)
                .map(|white| (black, white)),
        );
    }
    let leads = map_each(threads, &pairs, |(black, white)| {
        let terms = terms(players[*black].header(), max_moves);
        let mut ties = Rng::from_seed(0).split(&format!("cross {black} {white}"));
        let streams = Streams {
            opening: &mut Rng::from_seed(0),
            ties: &mut ties,
        };
        let opponent = Opponent::Net(players[*white].net());
        // Nets are never at fault.
        trial_game::play(
            &terms,
            players[*black].net(),
            Color::Black,
            opponent,
            streams,
        )
        .map_or(0, |game| game.lead)
    });
    for ((black, white), lead) in pairs.into_iter().zip(leads) {
        table.add(black, white, lead);
    }
    table
}

/// Games of each net but the first against the one before it, from so many openings by chance, with both
/// colors.
pub(super) fn against_predecessors(
    players: &[EvolvedPlayer],
    openings: u32,
    max_moves: u32,
    threads: usize,
) -> Vec<PairResult> {
    map_each(threads, 1..players.len(), |place| {
        let mut result = PairResult::default();
        let opponent = Opponent::Net(players[place - 1].net());
        for lead in leads(&players[place], opponent, openings, max_moves) {
            result.add(lead);
        }
        result
    })
}

/// The mean lead of each net against a static player, from so many openings by chance, with both colors.
pub(super) fn against_static(
    players: &[EvolvedPlayer],
    opponent: StaticPlayer,
    openings: u32,
    max_moves: u32,
    threads: usize,
) -> Vec<f64> {
    map_each(threads, players, |player| {
        let opponent = Opponent::Static(opponent);
        let leads = leads(player, opponent, openings, max_moves);
        f64::from(leads.iter().sum::<i32>()) / 2.0 / leads.len().max(1) as f64
    })
}

/// A net's leads, in half points; all nets have the same openings.
fn leads(
    player: &EvolvedPlayer,
    opponent: Opponent<'_>,
    openings: u32,
    max_moves: u32,
) -> Vec<i32> {
    let mut terms = terms(player.header(), max_moves);
    terms.random_plies = RANDOM_PLIES;
    // The net has its turns after the moves by chance.
    terms.start_ply = terms.start_ply.max(RANDOM_PLIES);
    let mut all = Vec::new();
    for opening in 0..openings {
        for color in Color::BOTH {
            let rng = Rng::from_seed(opening.into());
            let streams = Streams {
                opening: &mut rng.split("opening"),
                ties: &mut rng.split("ties"),
            };
            let game = trial_game::play(&terms, player.net(), color, opponent, streams);
            all.extend(game.map(|game| game.lead));
        }
    }
    all
}

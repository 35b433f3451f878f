//! The sums behind the standings, term by term.

use super::criterion::{Criterion, TieBreaks};
use super::results::{Points, Results};

/// One term of a sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Term {
    /// The round that brought it; 0 for what the player began with.
    pub round: u32,
    /// The opponent; `None` for a bye and for what concerns no single game.
    pub opponent: Option<usize>,
    /// The points that it adds.
    pub points: Points,
    /// True if it is left out of the sum: the largest and the smallest.
    pub is_left_out: bool,
}

/// One criterion of a player with its terms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// The criterion that the terms add up to.
    pub criterion: Criterion,
    /// The sum of the terms.
    pub value: Points,
    /// The terms in the order of rounds.
    pub terms: Vec<Term>,
}

/// All sums of a player.
#[must_use]
pub fn explain(results: &Results, tie_breaks: &TieBreaks, player: usize) -> Vec<Explanation> {
    let criteria = tie_breaks.criteria().iter().copied();
    criteria
        .filter(|criterion| criterion.is_sum())
        .map(|criterion| Explanation {
            criterion,
            value: term_sum(results, tie_breaks, criterion, player),
            terms: terms(results, tie_breaks, criterion, player),
        })
        .collect()
}

/// The value of a criterion that is a sum.
pub(super) fn term_sum(
    results: &Results,
    tie_breaks: &TieBreaks,
    criterion: Criterion,
    player: usize,
) -> Points {
    let terms = terms(results, tie_breaks, criterion, player);
    let counted = terms.iter().filter(|term| !term.is_left_out);
    counted.map(|term| term.points).sum()
}

fn terms(
    results: &Results,
    tie_breaks: &TieBreaks,
    criterion: Criterion,
    player: usize,
) -> Vec<Term> {
    // The score of an opponent is what the list counts first.
    let score = |player: usize| {
        let start = if tie_breaks.is_macmahon() {
            results.start(player)
        } else {
            Points::ZERO
        };
        results.wins(player) + start
    };
    let term = |round, opponent, points| Term {
        round,
        opponent,
        points,
        is_left_out: false,
    };
    let games = results.games_of(player);
    let mut terms: Vec<Term> = match criterion {
        Criterion::Wins | Criterion::MacMahon => {
            let start = results.start(player);
            let start = (criterion == Criterion::MacMahon && start > Points::ZERO)
                .then(|| term(0, None, start));
            let games = games.map(|game| term(game.round, Some(game.opponent), game.points));
            let byes = results.byes.iter().filter(|(_, who)| *who == player);
            let byes = byes.map(|(round, _)| term(*round, None, Points::ONE));
            start.into_iter().chain(games).chain(byes).collect()
        }
        Criterion::Sos => games
            .map(|game| term(game.round, Some(game.opponent), score(game.opponent)))
            .collect(),
        Criterion::Sodos => games
            .filter(|game| game.points > Points::ZERO)
            .map(|game| {
                let points = score(game.opponent).share(game.points);
                term(game.round, Some(game.opponent), points)
            })
            .collect(),
        Criterion::SodosTrimmed => games
            .filter(|game| game.points == Points::ONE)
            .map(|game| term(game.round, Some(game.opponent), score(game.opponent)))
            .collect(),
        Criterion::Cumulative => (1..=results.last_round())
            .map(|round| term(round, None, results.wins_until(player, round)))
            .collect(),
        Criterion::RoundsPassed => {
            let own = results
                .passed
                .iter()
                .filter(|passed| passed.player == player);
            own.map(|passed| term(passed.round, passed.opponent, Points::ONE))
                .collect()
        }
        Criterion::HeadToHead | Criterion::PairingTable => Vec::new(),
    };
    terms.sort_by_key(|term| term.round);
    if criterion == Criterion::SodosTrimmed {
        leave_out_extremes(&mut terms);
    }
    terms
}

/// Leaves the largest and the smallest term out; all of them if there are fewer than three.
fn leave_out_extremes(terms: &mut [Term]) {
    if terms.len() < 3 {
        terms.iter_mut().for_each(|term| term.is_left_out = true);
        return;
    }
    let largest = (0..terms.len()).max_by_key(|at| terms[*at].points);
    if let Some(at) = largest {
        terms[at].is_left_out = true;
    }
    let others = (0..terms.len()).filter(|at| !terms[*at].is_left_out);
    if let Some(at) = others.min_by_key(|at| terms[*at].points) {
        terms[at].is_left_out = true;
    }
}

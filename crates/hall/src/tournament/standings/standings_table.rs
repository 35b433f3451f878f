//! The table of an event: places by a list of criteria.

use super::criterion::{Criterion, TieBreaks, TieOrder};
use super::explained::term_sum;
use super::results::{Points, Results};

/// The line of a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StandingRow {
    /// The player by its number, from 0.
    pub player: usize,
    /// Its place, from 1; equal players have the same. `None` of a player who is listed apart.
    pub place: Option<usize>,
    /// Its values, one for each criterion that is a sum; `None` for those that compare.
    pub values: Vec<Option<Points>>,
}

/// The players in order, those without a place last.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standings {
    /// The list of criteria that made the order.
    pub tie_breaks: TieBreaks,
    /// The lines, the first place first.
    pub rows: Vec<StandingRow>,
}

impl Standings {
    /// The line of a player.
    #[must_use]
    pub fn row(&self, player: usize) -> Option<&StandingRow> {
        self.rows.iter().find(|row| row.player == player)
    }

    /// Returns whether several players have a place.
    #[must_use]
    pub fn is_shared(&self, place: usize) -> bool {
        let same = self.rows.iter().filter(|row| row.place == Some(place));
        same.count() > 1
    }

    /// The place of a line as tables print it: with `=` where it is shared, `-` where there is none.
    #[must_use]
    pub fn place_text(&self, row: &StandingRow) -> String {
        match row.place {
            Some(place) if self.is_shared(place) => format!("{place}="),
            Some(place) => place.to_string(),
            None => "-".to_owned(),
        }
    }
}

/// The standings after these results. Players who are equal by every criterion share a place, and are listed
/// in the order of the pairing table. Those who are listed apart come last.
#[must_use]
pub fn standings(results: &Results, tie_breaks: &TieBreaks) -> Standings {
    let (apart, ranked): (Vec<_>, Vec<_>) =
        (0..results.players).partition(|player| results.apart.contains(player));
    let mut groups = vec![ranked];
    for criterion in tie_breaks.criteria() {
        let split = groups.iter().flat_map(|group| match criterion.ordering() {
            TieOrder::Table => vec![group.clone()],
            TieOrder::Games => split_by_games(results, group),
            TieOrder::Sum => split_by_sum(results, tie_breaks, *criterion, group),
        });
        // Groups are only split: no criterion moves a player past one whom an earlier criterion put ahead.
        groups = split.collect();
    }
    let row = |player: usize, place| StandingRow {
        player,
        place,
        values: values(results, tie_breaks, player),
    };
    let mut rows = Vec::new();
    for group in &groups {
        // Shared places are counted: behind two at the first comes the third.
        let place = Some(rows.len() + 1);
        rows.extend(group.iter().map(|player| row(*player, place)));
    }
    rows.extend(apart.into_iter().map(|player| row(player, None)));
    Standings {
        tie_breaks: tie_breaks.clone(),
        rows,
    }
}

fn values(results: &Results, tie_breaks: &TieBreaks, player: usize) -> Vec<Option<Points>> {
    let criteria = tie_breaks.criteria().iter();
    criteria
        .map(|criterion| {
            let sum = criterion.is_sum();
            sum.then(|| term_sum(results, tie_breaks, *criterion, player))
        })
        .collect()
}

/// Parts of a group with equal sums, the largest sum first.
fn split_by_sum(
    results: &Results,
    tie_breaks: &TieBreaks,
    criterion: Criterion,
    group: &[usize],
) -> Vec<Vec<usize>> {
    let mut valued: Vec<_> = group
        .iter()
        .map(|player| (term_sum(results, tie_breaks, criterion, *player), *player))
        .collect();
    // Equal sums stay in the order of the pairing table, for the criteria that follow.
    valued.sort_by_key(|(sum, player)| (std::cmp::Reverse(*sum), *player));
    let parts = valued.chunk_by(|a, b| a.0 == b.0);
    parts
        .map(|part| part.iter().map(|(_, player)| *player).collect())
        .collect()
}

/// Takes away, one after another, who has beaten all the others.
fn split_by_games(results: &Results, group: &[usize]) -> Vec<Vec<usize>> {
    let mut left = group.to_vec();
    let mut parts = Vec::new();
    while left.len() > 1 {
        let first = left.iter().position(|player| {
            let others = left.iter().filter(|other| *other != player);
            others
                .clone()
                .all(|other| has_beaten(results, *player, *other))
        });
        // There is at most one: two who have beaten all others would have beaten each other. Without one they
        // have beaten each other in a circle, or not all have met, and stay equal.
        let Some(at) = first else { break };
        parts.push(vec![left.remove(at)]);
    }
    if !left.is_empty() {
        parts.push(left);
    }
    parts
}

/// Returns whether a player has more than half of the points of the games with another.
fn has_beaten(results: &Results, player: usize, other: usize) -> bool {
    let games = || {
        results
            .games_of(player)
            .filter(|game| game.opponent == other)
    };
    let own: Points = games().map(|game| game.points).sum();
    let all = games().count() as i64;
    all > 0 && own + own > Points::whole(all)
}

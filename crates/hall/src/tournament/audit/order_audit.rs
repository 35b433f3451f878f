//! The rule that explains the printed order.

use super::super::standings::{Criterion, Results, Standings, TieBreaks, standings};
use super::finding::AuditFinding;
use super::published_table::{PublishedTable, TableForm};

/// The name of a list that a table's own columns make.
const OWN: &str = "its columns";

/// How a list of tie-breaks fits the printed order.
struct Fit {
    name: String,
    standings: Standings,
    /// Neighbours that stand the other way round, or are printed equal and are not.
    against: Vec<(usize, usize)>,
    /// Neighbours printed apart that the list does not tell apart.
    unbroken: Vec<(usize, usize)>,
}

/// Findings about the order, and remarks that are no mistakes.
pub(super) fn check_order(
    table: &PublishedTable,
    results: &Results,
) -> (Vec<AuditFinding>, Vec<String>) {
    let has_rounds = matches!(table.form, TableForm::Rounds(_));
    let lists = TieBreaks::NAMED.into_iter().filter(|(name, criteria)| {
        *name != "macmahon" && (has_rounds || !criteria.contains(&Criterion::Cumulative))
    });
    let lists = lists.map(|(name, list)| (name.to_owned(), TieBreaks::new(list)));
    let wins_only = ("wins".to_owned(), TieBreaks::new(&[Criterion::Wins]));
    let order = printed_order(table);
    let mut fits: Vec<_> = lists
        .chain([wins_only])
        .chain(own_lists(table))
        .map(|known| fit(table, results, &order, known))
        .collect();
    // What explains most comes first; of equals, what contradicts least; of equals, the call's rule.
    fits.sort_by_key(|fit| (fit.against.len() + fit.unbroken.len(), fit.against.len()));
    let Some(best) = fits.first() else {
        return (Vec::new(), Vec::new());
    };
    let name = |at: usize| table.rows[at].name.clone();
    let mut findings = Vec::new();
    if let Some((equal, apart)) = mixed_ties(table, results, &order, best) {
        findings.push(AuditFinding::MixedTies {
            apart: [name(apart.0), name(apart.1)],
            equal: [name(equal.0), name(equal.1)],
        });
    } else {
        findings.extend(best.against.iter().map(|(a, b)| AuditFinding::WrongOrder {
            names: [name(*a), name(*b)],
            places: [*a, *b].map(|at| table.rows[at].place.unwrap_or(table.rows[at].line)),
            rule: best.standings.tie_breaks.to_string(),
        }));
    }
    (findings, remarks(table, &fits))
}

fn remarks(table: &PublishedTable, fits: &[Fit]) -> Vec<String> {
    let best = &fits[0];
    let rank = |fit: &Fit| (fit.against.len(), fit.unbroken.len());
    let fitting = || fits.iter().filter(|fit| rank(fit) == rank(best));
    // The list of the columns is told where no list with a name does as well.
    let is_named = fitting().any(|fit| fit.name != OWN);
    let same: Vec<_> = fitting()
        .filter(|fit| !is_named || fit.name != OWN)
        .map(|fit| format!("{} ({})", fit.name, fit.standings.tie_breaks))
        .collect();
    let mut remarks = vec![format!("the order follows {}", same.join("; and as well "))];
    remarks.extend(best.unbroken.iter().map(|(a, b)| {
        let (a, b) = (&table.rows[*a], &table.rows[*b]);
        format!(
            "lines {} and {}: nothing in that rule tells {} from {}",
            a.line, b.line, a.name, b.name
        )
    }));
    // In a knockout the place is the round that was reached.
    let is_knockout = table.criteria().contains(&Criterion::RoundsPassed);
    let fjk = fits.iter().find(|fit| fit.name == "fjk" && !is_knockout);
    let moved: Vec<_> = fjk
        .into_iter()
        .flat_map(|fit| &fit.standings.rows)
        .filter(|row| row.place != table.rows[row.player].place)
        .filter_map(|row| {
            let printed = &table.rows[row.player];
            let (place, was) = (row.place?, printed.place?);
            Some(format!("{} {place} (printed {was})", printed.name))
        })
        .collect();
    if !moved.is_empty() {
        remarks.push(format!(
            "by section 12 of the call of FJK 2000 other places follow: {}",
            moved.join(", ")
        ));
    }
    remarks
}

/// The lists that the table's own columns make, in their order; a comparison of games has no column, and may stand
/// between them.
fn own_lists(table: &PublishedTable) -> Vec<(String, TieBreaks)> {
    let columns = table.criteria();
    let mut lists = vec![columns.clone()];
    for at in 1..=columns.len() {
        let mut list = columns.clone();
        list.insert(at, Criterion::HeadToHead);
        lists.push(list);
    }
    lists.retain(|list| !list.is_empty());
    let lists = lists.iter().map(|list| TieBreaks::new(list));
    lists.map(|list| (OWN.to_owned(), list)).collect()
}

/// Rows with a place, by their places.
fn printed_order(table: &PublishedTable) -> Vec<usize> {
    let all = 0..table.rows.len();
    let mut order: Vec<_> = all.filter(|at| table.rows[*at].place.is_some()).collect();
    order.sort_by_key(|at| (table.rows[*at].place, table.rows[*at].line));
    order
}

fn fit(
    table: &PublishedTable,
    results: &Results,
    order: &[usize],
    (name, list): (String, TieBreaks),
) -> Fit {
    let standings = standings(results, &list);
    let mut places = vec![None; table.rows.len()];
    for row in &standings.rows {
        places[row.player] = row.place;
    }
    let neighbours = || order.windows(2).map(|pair| (pair[0], pair[1]));
    let is_equal = |a: usize, b: usize| table.rows[a].place == table.rows[b].place;
    let against = neighbours()
        .filter(|(a, b)| places[*a] > places[*b] || is_equal(*a, *b) && places[*a] != places[*b]);
    let unbroken = neighbours().filter(|(a, b)| !is_equal(*a, *b) && places[*a] == places[*b]);
    Fit {
        name,
        against: against.collect(),
        unbroken: unbroken.collect(),
        standings,
    }
}

/// Two equal scores with one place, and two with two places, where no list explains both.
fn mixed_ties(
    table: &PublishedTable,
    results: &Results,
    order: &[usize],
    best: &Fit,
) -> Option<((usize, usize), (usize, usize))> {
    if best.against.is_empty() && best.unbroken.is_empty() {
        return None;
    }
    let mut ties = order
        .windows(2)
        .map(|pair| (pair[0], pair[1]))
        .filter(|(a, b)| results.wins(*a) == results.wins(*b));
    let is_equal = |(a, b): &(usize, usize)| table.rows[*a].place == table.rows[*b].place;
    let equal = ties.clone().find(is_equal)?;
    let apart = ties.find(|pair| !is_equal(pair))?;
    Some((equal, apart))
}

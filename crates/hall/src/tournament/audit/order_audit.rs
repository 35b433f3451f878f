//! The rule that explains the printed order.

use super::super::standings::{Criterion, Results, Standings, TieBreaks, standings};
use super::finding::AuditFinding;
use super::published_table::{PublishedTable, TableForm};

/// How a list of tie-breaks fits the printed order.
struct Fit {
    name: &'static str,
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
    let wins_only = [("wins", &[Criterion::Wins][..])];
    let lists = TieBreaks::NAMED.into_iter().filter(|(name, criteria)| {
        *name != "macmahon" && (has_rounds || !criteria.contains(&Criterion::Cumulative))
    });
    let order = printed_order(table);
    let mut fits: Vec<_> = lists
        .chain(wins_only)
        .map(|(name, list)| fit(table, results, &order, (name, TieBreaks::new(list))))
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
            places: [table.rows[*a].place, table.rows[*b].place],
            rule: best.standings.tie_breaks.to_string(),
        }));
    }
    (findings, remarks(table, &fits))
}

fn remarks(table: &PublishedTable, fits: &[Fit]) -> Vec<String> {
    let best = &fits[0];
    let rank = |fit: &Fit| (fit.against.len(), fit.unbroken.len());
    let same: Vec<_> = fits
        .iter()
        .filter(|fit| rank(fit) == rank(best))
        .map(|fit| format!("{} ({})", fit.name, fit.standings.tie_breaks))
        .collect();
    let mut remarks = vec![format!("the order follows {}", same.join("; and as well "))];
    remarks.extend(best.unbroken.iter().map(|(a, b)| {
        let (a, b) = (&table.rows[*a], &table.rows[*b]);
        format!(
            "places {} and {}: nothing in that rule tells {} from {}",
            a.place, b.place, a.name, b.name
        )
    }));
    let fjk = fits.iter().find(|fit| fit.name == "fjk");
    let moved: Vec<_> = fjk
        .into_iter()
        .flat_map(|fit| &fit.standings.rows)
        .filter(|row| row.place != table.rows[row.player].place)
        .map(|row| {
            let printed = &table.rows[row.player];
            format!("{} {} (printed {})", printed.name, row.place, printed.place)
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

/// Rows by their printed places.
fn printed_order(table: &PublishedTable) -> Vec<usize> {
    let mut order: Vec<_> = (0..table.rows.len()).collect();
    order.sort_by_key(|at| table.rows[*at].place);
    order
}

fn fit(
    table: &PublishedTable,
    results: &Results,
    order: &[usize],
    (name, list): (&'static str, TieBreaks),
) -> Fit {
    let standings = standings(results, &list);
    let mut places = vec![0; table.rows.len()];
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

//! A published table recomputed: mirrored results, repeats, sums, order.

use std::collections::BTreeMap;

use super::super::pairing::{CostLevels, cheapest_pairs};
use super::super::standings::{Criterion, Points, Results, TieBreaks, explain};
use super::finding::{AuditFinding, CellRef};
use super::order_audit::check_order;
use super::published_table::{PublishedTable, RoundCell, TableForm, TableRound};
use super::win_totals::check_totals;

/// The outcome of an audit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Audit {
    /// Inconsistencies, in the order in which they were found.
    pub findings: Vec<AuditFinding>,
    /// Remarks that are no mistakes: which rule the order follows, ties that no rule breaks.
    pub remarks: Vec<String>,
    /// The table with what follows from it mended.
    pub mended: PublishedTable,
}

/// Recomputes a table and compares it with what is printed.
#[must_use]
pub fn audit(table: &PublishedTable) -> Audit {
    let mut mended = table.clone();
    let mut findings = match &mut mended.form {
        TableForm::Rounds(rounds) => mend_rounds(table, rounds),
        TableForm::Cross(cells) => check_cross(table, cells),
        TableForm::Wins(wins) => check_totals(table, wins),
    };
    let mut remarks = Vec::new();
    if let Some(results) = mended.results() {
        findings.extend(repeats(table, &results));
        findings.extend(wrong_sums(table, &results));
        let (order, words) = check_order(table, &results);
        findings.extend(order);
        remarks = words;
    } else {
        findings.extend(wins_out_of_order(table));
    }
    Audit {
        findings,
        remarks,
        mended,
    }
}

/// Corrects the cells that all others contradict.
fn mend_rounds(table: &PublishedTable, rounds: &mut [TableRound]) -> Vec<AuditFinding> {
    let mut findings = Vec::new();
    for TableRound { number, cells, .. } in rounds {
        let before = cells.clone();
        let mirrors = |a: usize| {
            let cell = before[a]?;
            let Some(b) = cell.opponent else {
                return Some(a);
            };
            let other = before[b]?;
            let is_same = other.opponent == Some(a) && cell.stones == -other.stones;
            (is_same && is_mirror(cell.points, other.points)).then_some(b)
        };
        for at in 0..before.len() {
            if before[at].is_none() || mirrors(at).is_some() {
                continue;
            }
            let named = |who: usize| cell_ref(table, who, before[who]);
            // Who claims this player, while whoever this player claims has another opponent for sure?
            let claimed = before[at].and_then(|cell| cell.opponent);
            let is_taken = claimed.is_some_and(|other| mirrors(other).is_some());
            let claims = |who: &usize| {
                before[*who].is_some_and(|cell| cell.opponent == Some(at))
                    && mirrors(*who).is_none()
            };
            let claimants: Vec<_> = (0..before.len()).filter(claims).collect();
            let mut others: Vec<_> = claimed.into_iter().map(named).collect();
            match (is_taken, claimants.as_slice()) {
                (true, [one]) => {
                    let theirs = before[*one];
                    let right = RoundCell {
                        opponent: Some(*one),
                        points: theirs.map(|cell| mirrored(cell.points)).unwrap_or_default(),
                        goes_on: false,
                        stones: theirs.map_or(0, |cell| -cell.stones),
                    };
                    others.push(named(*one));
                    cells[at] = Some(right);
                    findings.push(AuditFinding::NotMirrored {
                        round: *number,
                        cell: named(at),
                        others,
                        right: Some(cell_ref(table, at, Some(right)).cell),
                    });
                }
                // The other's cell is the wrong one, and told where it stands.
                _ if claimed.is_some_and(|other| {
                    let theirs = before[other].and_then(|cell| cell.opponent);
                    theirs.is_some_and(|third| mirrors(third).is_some())
                }) => {}
                // Two who claim each other are told once.
                (false, [one]) if Some(*one) == claimed && *one < at => {}
                _ => findings.push(AuditFinding::NotMirrored {
                    round: *number,
                    cell: named(at),
                    others,
                    right: None,
                }),
            }
        }
    }
    findings
}

fn mirrored(points: Points) -> Points {
    if points == Points::ONE {
        Points::ZERO
    } else if points == Points::ZERO {
        Points::ONE
    } else {
        points
    }
}

fn is_mirror(a: Points, b: Points) -> bool {
    // Both may have lost: a double forfeit.
    a + b == Points::ONE || a + b == Points::ZERO
}

fn cell_ref(table: &PublishedTable, at: usize, cell: Option<RoundCell>) -> CellRef {
    let text = cell.map_or_else(
        || "nothing".to_owned(),
        |cell| {
            let sign = if cell.points == Points::ONE {
                '+'
            } else if cell.points == Points::ZERO {
                '-'
            } else {
                '='
            };
            let place = cell
                .opponent
                .map_or(0, |opponent| table.rows[opponent].line);
            let stones = match cell.stones {
                0 => String::new(),
                stones if stones > 0 => format!("/b{stones}"),
                stones => format!("/w{}", -stones),
            };
            format!("{sign}{place}{stones}")
        },
    );
    let row = &table.rows[at];
    CellRef {
        name: row.name.clone(),
        line: row.line,
        cell: text,
    }
}

fn check_cross(table: &PublishedTable, cells: &[Vec<Option<Points>>]) -> Vec<AuditFinding> {
    let mut findings = Vec::new();
    for (a, row) in cells.iter().enumerate() {
        for (b, cell) in row.iter().enumerate().take(a) {
            let (other, own) = (cells[b][a], *cell);
            let (first, second) = (other.unwrap_or_default(), own.unwrap_or_default());
            if other.is_some() != own.is_some() || other.is_some() && !is_mirror(first, second) {
                findings.push(AuditFinding::CrossNotMirrored {
                    names: [table.rows[b].name.clone(), table.rows[a].name.clone()],
                    cells: [first, second],
                });
            }
        }
    }
    findings
}

/// Pairs that met again where those who played in the round could have been paired otherwise.
fn repeats(table: &PublishedTable, results: &Results) -> Vec<AuditFinding> {
    let mut met: BTreeMap<[usize; 2], u32> = BTreeMap::new();
    let mut findings = Vec::new();
    for round in 1..=results.last_round() {
        let games = results.games.iter().filter(|game| game.round == round);
        let pairs: Vec<[usize; 2]> = games
            .map(|game| {
                let [a, b] = game.players();
                [a.min(b), a.max(b)]
            })
            .collect();
        let repeated: Vec<_> = pairs
            .iter()
            .filter_map(|pair| Some((*pair, *met.get(pair)?)))
            .collect();
        if repeated.len() > fewest_repeats(&pairs, &met) {
            findings.extend(
                repeated
                    .iter()
                    .map(|([a, b], before)| AuditFinding::MetTwice {
                        names: [table.rows[*a].name.clone(), table.rows[*b].name.clone()],
                        rounds: [*before, round],
                    }),
            );
        }
        for pair in pairs {
            met.entry(pair).or_insert(round);
        }
    }
    findings
}

/// Fewest pairs that have met before, had those who played in a round been paired in the best way.
fn fewest_repeats(pairs: &[[usize; 2]], met: &BTreeMap<[usize; 2], u32>) -> usize {
    let mut players: Vec<usize> = pairs.iter().flatten().copied().collect();
    players.sort_unstable();
    players.dedup();
    // Where somebody has several games in a round, nobody is paired otherwise.
    if players.len() != 2 * pairs.len() {
        return pairs.len();
    }
    let mut costs = CostLevels::new(players.len());
    costs.push(|i, j| {
        let (a, b) = (players[i], players[j]);
        u32::from(met.contains_key(&[a.min(b), a.max(b)]))
    });
    let best = costs.sums(&cheapest_pairs(&costs));
    best.first().map_or(0, |repeats| *repeats as usize)
}

fn wrong_sums(table: &PublishedTable, results: &Results) -> Vec<AuditFinding> {
    let mut findings = Vec::new();
    let rule = TieBreaks::new(&table.criteria());
    for (at, row) in table.rows.iter().enumerate() {
        let explained = explain(results, &rule, at);
        for (criterion, printed) in &row.sums {
            let mut told = explained.iter().filter(|told| told.criterion == *criterion);
            if let Some(told) = told.find(|told| told.value != *printed) {
                let terms: Vec<_> = told
                    .terms
                    .iter()
                    .map(|term| term.points.to_string())
                    .collect();
                findings.push(AuditFinding::WrongSum {
                    name: row.name.clone(),
                    criterion: *criterion,
                    printed: *printed,
                    right: told.value,
                    terms: terms.join("+"),
                });
            }
        }
    }
    findings
}

/// Neighbours in a list of wins of which the second has more.
fn wins_out_of_order(table: &PublishedTable) -> Vec<AuditFinding> {
    let TableForm::Wins(wins) = &table.form else {
        return Vec::new();
    };
    let mut order: Vec<_> = (0..wins.len()).collect();
    order.sort_by_key(|at| table.rows[*at].line);
    let pairs = order
        .windows(2)
        .filter(|pair| wins[pair[0]].0 < wins[pair[1]].0);
    pairs
        .map(|pair| AuditFinding::WrongOrder {
            names: [
                table.rows[pair[0]].name.clone(),
                table.rows[pair[1]].name.clone(),
            ],
            places: [table.rows[pair[0]].line, table.rows[pair[1]].line],
            rule: Criterion::Wins.name().to_owned(),
        })
        .collect()
}

//! The cross table in the style of the reports of around 1990.

use std::fmt::Write as _;

use super::super::audit::{AWAY, BYE, FREE, GOES_ON};
use super::super::event::{EventGame, EventState, Format};
use super::super::standings::{Criterion, PassedRound, Points, Results, Standings, UnplayedKind};
use super::super::words::points_text;
use super::pages::name_heading;
use sgmp_match::play::{EndKind, FaultKind};

/// Widest column of names, in characters.
const MAX_NAME_WIDTH: usize = 28;

/// The meaning of the marks behind results.
pub(super) const MARKS: &str =
    "C: a crash, or a program that did not answer; F: a forfeit; *: goes on without a winner";

/// Players up to whom everybody has a column.
const MAX_COLUMNS: usize = 16;

/// The cross table of an event: a column a player where everybody meets everybody, a column a round where not.
#[must_use]
pub fn cross_table_text(state: &EventState) -> String {
    let standings = state.standings();
    let cells = match (columns(state), state.plan.players.len()) {
        (Columns::Players, players) if players <= MAX_COLUMNS => player_cells(state, &standings),
        _ => round_cells(state, &standings),
    };
    let names = state.plan.names();
    let longest = names
        .iter()
        .map(|name| name.chars().count())
        .max()
        .unwrap_or(0);
    let name_width = longest.clamp(name_heading(state).len(), MAX_NAME_WIDTH);
    let widths: Vec<usize> = (0..cells.headings.len())
        .map(|at| {
            let column = cells.rows.iter().map(|row| row[at].chars().count());
            column
                .chain([cells.headings[at].text().chars().count()])
                .max()
                .unwrap_or(0)
        })
        .collect();
    let mut text = format!("{}\n", state.plan.name);
    let place_date = [state.plan.place.as_str(), state.plan.date.as_str()];
    let place_date: Vec<_> = place_date
        .into_iter()
        .filter(|part| !part.is_empty())
        .collect();
    if !place_date.is_empty() {
        let _ = writeln!(text, "{}", place_date.join(", "));
    }
    text.push('\n');
    let _ = write!(text, "Place  {:<name_width$}", name_heading(state));
    for (heading, width) in cells.headings.iter().zip(&widths) {
        let _ = write!(text, "  {:>width$}", heading.text());
    }
    text.push('\n');
    for (row, cells) in standings.rows.iter().zip(&cells.rows) {
        let place = standings.place_text(row);
        let name: String = names[row.player].chars().take(name_width).collect();
        let _ = write!(text, "{place:>5}  {name:<name_width$}");
        for (cell, width) in cells.iter().zip(&widths) {
            let _ = write!(text, "  {cell:>width$}");
        }
        text.push('\n');
    }
    if cells.has_marks {
        let _ = writeln!(text, "\n{MARKS}");
    }
    text
}

/// The kind of columns.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Columns {
    /// A column a player.
    Players,
    /// A column a round.
    Rounds,
}

pub(super) const fn columns(state: &EventState) -> Columns {
    match state.schedule.format {
        Format::RoundRobin | Format::DoubleRoundRobin => Columns::Players,
        _ => Columns::Rounds,
    }
}

/// Cells of a cross table, a row a player in the order of the standings.
pub(super) struct Cells {
    pub(super) headings: Vec<Heading>,
    pub(super) rows: Vec<Vec<String>>,
    pub(super) has_marks: bool,
}

/// The contents of a column.
#[derive(Clone, Copy, Debug)]
pub(super) enum Heading {
    /// The games against the player in this line, from 1.
    Player(usize),
    /// The games of a round, from 1.
    Round(usize),
    /// A criterion of the standings.
    Sum(Criterion),
}

impl Heading {
    /// Its name for people.
    pub(super) fn text(self) -> String {
        match self {
            Self::Player(line) => line.to_string(),
            Self::Round(round) => format!("R{round}"),
            Self::Sum(criterion) => criterion.heading().to_owned(),
        }
    }

    /// Its name for programs.
    pub(super) fn column(self) -> String {
        match self {
            Self::Player(line) => format!("c{line}"),
            Self::Round(round) => format!("r{round}"),
            Self::Sum(criterion) => criterion.column().to_owned(),
        }
    }
}

pub(super) fn cells(state: &EventState, standings: &Standings) -> Cells {
    match columns(state) {
        Columns::Players => player_cells(state, standings),
        Columns::Rounds => round_cells(state, standings),
    }
}

/// `1`, `0`, `½`, with C after a crash and F for a forfeit, a cell for each opponent.
fn player_cells(state: &EventState, standings: &Standings) -> Cells {
    let mut has_marks = false;
    let mut rows = Vec::new();
    for own in &standings.rows {
        let mut row: Vec<String> = standings
            .rows
            .iter()
            .map(|other| {
                if own.player == other.player {
                    return "x".to_owned();
                }
                let games = state
                    .games()
                    .filter(|(_, _, game)| is_of(game, own.player, other.player));
                let cells: Vec<_> = games
                    .map(|(_, _, game)| {
                        let cell = game_cell(game, own.player);
                        has_marks |= cell.ends_with(['C', 'F']);
                        cell
                    })
                    .collect();
                cells.join(" ")
            })
            .collect();
        row.extend(sums(standings, own.player));
        rows.push(row);
    }
    let places = (1..=standings.rows.len()).map(Heading::Player);
    Cells {
        headings: places.chain(sum_headings(standings)).collect(),
        rows,
        has_marks,
    }
}

/// `+14` for a win over place 14, `-3` for a loss, a cell for each round.
pub(super) fn round_cells(state: &EventState, standings: &Standings) -> Cells {
    let mut has_marks = false;
    let results = state.results();
    let is_through = |round, player, opponent| {
        let known = PassedRound {
            round,
            player,
            opponent,
        };
        results.passed.contains(&known)
    };
    let place_of = |player: usize| {
        let at = standings.rows.iter().position(|row| row.player == player);
        at.map_or(0, |at| at + 1)
    };
    let rows = standings.rows.iter().map(|own| {
        let rounds = (1..).zip(&state.rounds).map(|(number, round)| {
            let games = round.games.iter().filter(|game| has(game, own.player));
            let cells: Vec<_> = games
                .map(|game| {
                    let opponent = opponent(game, own.player);
                    let cell = signed_cell(game, own.player, place_of(opponent));
                    let goes_on =
                        cell.starts_with('=') && is_through(number, own.player, Some(opponent));
                    has_marks |= goes_on || cell.ends_with(['C', 'F']);
                    match goes_on {
                        true => format!("{cell}{GOES_ON}"),
                        false => cell,
                    }
                })
                .collect();
            if !cells.is_empty() {
                return cells.join(" ");
            }
            match is_through(number, own.player, None) {
                true => FREE.to_owned(),
                false => idle_cell(&results, number, own.player),
            }
        });
        let mut row: Vec<String> = rounds.collect();
        row.extend(sums(standings, own.player));
        row
    });
    let rows = rows.collect();
    let rounds = (1..=state.rounds.len()).map(Heading::Round);
    Cells {
        headings: rounds.chain(sum_headings(standings)).collect(),
        rows,
        has_marks,
    }
}

/// `bye`, with its points where they are not one; `-` for a round in which a player was not there, with points `abs½`.
fn idle_cell(results: &Results, round: u32, player: usize) -> String {
    let mut free = results
        .unplayed_by(player)
        .filter(|free| free.round == round);
    match free.next() {
        Some(free) if free.kind == UnplayedKind::Bye => match free.points {
            Points::ONE => BYE.to_owned(),
            points => format!("{BYE}{}", points_text(points)),
        },
        Some(free) if free.points > Points::ZERO => format!("{AWAY}{}", points_text(free.points)),
        _ => "-".to_owned(),
    }
}

fn sum_headings(standings: &Standings) -> impl Iterator<Item = Heading> {
    let shown = standings.rows.first().into_iter().flat_map(|row| {
        let criteria = standings.tie_breaks.criteria().iter().zip(&row.values);
        criteria.filter(|(_, value)| value.is_some())
    });
    shown.map(|(criterion, _)| Heading::Sum(*criterion))
}

fn sums(standings: &Standings, player: usize) -> Vec<String> {
    let row = standings.row(player);
    let values = row.into_iter().flat_map(|row| row.values.iter().flatten());
    values.map(|value| points_text(*value)).collect()
}

fn has(game: &EventGame, player: usize) -> bool {
    game.pair.black == player || game.pair.white == player
}

fn is_of(game: &EventGame, a: usize, b: usize) -> bool {
    has(game, a) && has(game, b)
}

/// The opponent of a player in a game; `None` if it does not play there.
pub(super) fn opponent_of(game: &EventGame, player: usize) -> Option<usize> {
    has(game, player).then(|| opponent(game, player))
}

fn opponent(game: &EventGame, player: usize) -> usize {
    if game.pair.black == player {
        game.pair.white
    } else {
        game.pair.black
    }
}

/// Points of a player in a game that is over, and the mark of its end.
pub(super) fn own_points(game: &EventGame, player: usize) -> Option<(Points, &'static str)> {
    let end = game.end()?;
    let [black, white] = end.points()?;
    let points = if game.pair.black == player {
        black
    } else {
        white
    };
    Some((points, mark(end.kind)))
}

fn game_cell(game: &EventGame, player: usize) -> String {
    match own_points(game, player) {
        Some((points, mark)) => format!("{}{mark}", points_text(points)),
        None => "?".to_owned(),
    }
}

fn signed_cell(game: &EventGame, player: usize, place: usize) -> String {
    match own_points(game, player) {
        Some((points, mark)) => {
            let sign = if points == Points::ONE {
                '+'
            } else if points == Points::ZERO {
                '-'
            } else {
                '='
            };
            let stones = stones_mark(game, player);
            format!("{sign}{place}{stones}{mark}")
        }
        None => format!("?{place}"),
    }
}

/// "/b3" of the player who has three stones, "/w3" of the one who gives them; nothing of an even game.
fn stones_mark(game: &EventGame, player: usize) -> String {
    match (game.pair.handicap, game.pair.black == player) {
        (0, _) => String::new(),
        (stones, true) => format!("/b{stones}"),
        (stones, false) => format!("/w{stones}"),
    }
}

/// The mark of an end in a cross table: C after a crash or another failure of a program, F for a forfeit.
const fn mark(kind: EndKind) -> &'static str {
    match kind {
        _ if kind.is_failure() => "C",
        EndKind::Forfeit
        | EndKind::Disqualified
        | EndKind::InputError
        | EndKind::Fault(FaultKind::Illegal) => "F",
        _ => "",
    }
}

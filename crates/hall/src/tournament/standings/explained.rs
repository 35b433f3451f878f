//! The sums behind the standings, term by term.

use super::criterion::{Criterion, TieBreaks};
use super::results::{OwnGame, Points, Results, UnplayedKind};

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

/// The terms of a criterion of a player.
struct TermMaker<'a> {
    results: &'a Results,
    tie_breaks: &'a TieBreaks,
    player: usize,
}

fn terms(
    results: &Results,
    tie_breaks: &TieBreaks,
    criterion: Criterion,
    player: usize,
) -> Vec<Term> {
    let maker = TermMaker {
        results,
        tie_breaks,
        player,
    };
    let mut terms = maker.make(criterion);
    terms.sort_by_key(|term| term.round);
    match criterion {
        Criterion::SodosTrimmed => leave_out_extremes(&mut terms),
        Criterion::SosLessOne => leave_out_lowest(&mut terms, 1),
        Criterion::SosLessTwo => leave_out_lowest(&mut terms, 2),
        _ => {}
    }
    terms
}

const fn term(round: u32, opponent: Option<usize>, points: Points) -> Term {
    Term {
        round,
        opponent,
        points,
        is_left_out: false,
    }
}

impl TermMaker<'_> {
    fn make(&self, criterion: Criterion) -> Vec<Term> {
        let (results, player) = (self.results, self.player);
        let games = results.games_of(player);
        match criterion {
            Criterion::Wins | Criterion::MacMahon => {
                let start = results.start(player);
                let start = (criterion == Criterion::MacMahon && start > Points::ZERO)
                    .then(|| term(0, None, start));
                let games = games.map(|game| term(game.round, Some(game.opponent), game.points));
                let free = results.unplayed_by(player);
                let free = free
                    .filter(|free| free.kind == UnplayedKind::Bye || free.points > Points::ZERO);
                let free = free.map(|free| term(free.round, None, free.points));
                start.into_iter().chain(games).chain(free).collect()
            }
            Criterion::Sos => self.opponents().chain(self.away(Points::ONE)).collect(),
            // Without a start the score is 0, which is the lowest there is.
            Criterion::SosLessOne | Criterion::SosLessTwo => {
                let free = results.unplayed_by(player);
                let start = self.own_start();
                let free = free.map(|free| term(free.round, None, start));
                self.opponents().chain(free).collect()
            }
            Criterion::Sosos => {
                let rounds = Points::whole(i64::from(results.known_rounds()));
                let free = self.away(rounds);
                let sos = |who: usize| term_sum(results, self.tie_breaks, Criterion::Sos, who);
                let games =
                    games.map(|game| term(game.round, Some(game.opponent), sos(game.opponent)));
                games.chain(free).collect()
            }
            Criterion::Sodos => games
                .filter(|game| game.points > Points::ZERO)
                .map(|game| {
                    let points = self.score(game.opponent).share(game.points);
                    term(game.round, Some(game.opponent), points)
                })
                .collect(),
            Criterion::SodosTrimmed => games
                .filter(|game| game.points == Points::ONE)
                .map(|game| term(game.round, Some(game.opponent), self.score(game.opponent)))
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
        }
    }

    /// The score of a player: what the list counts first.
    fn score(&self, player: usize) -> Points {
        let start = match self.tie_breaks.is_macmahon() {
            true => self.results.start(player),
            false => Points::ZERO,
        };
        self.results.wins(player) + start
    }

    /// The correction of an opponent's score by the handicap of the game, in a MacMahon tournament: who gave stones met
    /// somebody as much stronger. OpenGotha's help, "Placement settings": the opponent's MMS is corrected so.
    fn handicap(&self, game: &OwnGame) -> Points {
        match self.tie_breaks.is_macmahon() {
            true => Points::ZERO - game.received,
            false => Points::ZERO,
        }
    }

    /// The opponents' scores, a game each.
    fn opponents(&self) -> impl Iterator<Item = Term> {
        let games = self.results.games_of(self.player);
        games.map(|game| {
            let points = self.score(game.opponent) + self.handicap(&game);
            term(game.round, Some(game.opponent), points)
        })
    }

    /// The score that counts for the opponent of a round without a game. EGF Tournament System Rules, "The Effect of
    /// Unplayed Games", and OpenGotha's help: in a MacMahon tournament the player's own at the start, else 0.
    fn own_start(&self) -> Points {
        match self.tie_breaks.is_macmahon() {
            true => self.results.start(self.player),
            false => Points::ZERO,
        }
    }

    /// Rounds without a game, where they add something; `times` is how often the score is taken.
    fn away(&self, times: Points) -> impl Iterator<Item = Term> {
        let start = self.own_start().share(times);
        let free = self.results.unplayed_by(self.player);
        let free = free.filter(|_| self.tie_breaks.is_macmahon());
        free.map(move |free| term(free.round, None, start))
    }
}

/// Leaves so many of the lowest terms out; all of them if there are no more.
fn leave_out_lowest(terms: &mut [Term], count: usize) {
    let mut order: Vec<usize> = (0..terms.len()).collect();
    order.sort_by_key(|at| terms[*at].points);
    for at in order.into_iter().take(count) {
        terms[at].is_left_out = true;
    }
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

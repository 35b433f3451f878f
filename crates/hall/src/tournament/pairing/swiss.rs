//! The Swiss system by cheapest matchings.
//!
//! Costs are compared level by level: first repeats, last chance. The first half of the rounds never repeats
//! a pair: after r rounds everybody has n - 1 - r possible opponents, and by Dirac's theorem the graph of
//! possible pairs has a perfect matching as long as that is at least n/2. Where more rounds are announced a
//! pairing is taken only if the announced rounds can still follow it; where the search for them finds none, a
//! round of a round robin that was found before is taken, which never sticks.

use super::super::standings::Points;
use super::field::{ColorRule, Field, PairedRound};
use super::matching::{CostLevels, cheapest_pairs};
use super::remaining_rounds::{Matchings, disjoint_matchings};
use sgmp_board::rng::Rng;

/// The ideal pairs among players with the same score.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Seeding {
    /// The upper half of them, by the pairing table, meets the lower half in its order.
    #[default]
    Slide,
    /// The first meets the last.
    Fold,
    /// Chance decides, by the seed of the event.
    Random,
}

/// The rules of a pairing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SwissRules {
    /// The rule by which colors are given.
    pub colors: ColorRule,
    /// Pairs of equal score.
    pub seeding: Seeding,
    /// Rounds that are announced after this one.
    pub rounds_left: u32,
}

/// A level of cost, in the order of their weight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CostLevel {
    /// A pair that must be, or must not be, because somebody asks what it would cost.
    Asked,
    /// Pairs that have met, and second byes.
    Repeats,
    /// Points that the player with the bye has more than the lowest who is present, in halves.
    ByeHeight,
    /// Pairs of one club or one country, in the rounds in which these are kept apart.
    Kin,
    /// Pairs of which both need the same color.
    Colors,
    /// Squares of the differences of score, in half points.
    ScoreDifference,
    /// Pairs of which both wish the same color.
    ColorWishes,
    /// Players of the same score below the one with the bye on the pairing table.
    ByeSeed,
    /// Squares of the distance from the seeding's ideal pairs.
    Seeding,
    /// Numbers drawn by the seed, which decide between pairings of equal cost.
    Chance,
}

impl CostLevel {
    /// Its meaning in words.
    #[must_use]
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::Asked => "what was asked",
            Self::Repeats => "pairs that have met, and second byes",
            Self::ByeHeight => "half points of the bye above the lowest score",
            Self::Kin => "pairs of one club or country that are kept apart",
            Self::Colors => "pairs of which both need the same color",
            Self::ScoreDifference => "score differences, in half points, squared",
            Self::ColorWishes => "pairs of which both wish the same color",
            Self::ByeSeed => "places of the bye above the last of its score",
            Self::Seeding => "distance from the ideal pairs of the seeding, squared",
            Self::Chance => "lots",
        }
    }
}

/// The cost of a pairing at a level.
pub type LevelCost = (CostLevel, u64);

/// A question about a pairing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColorNeed {
    /// These two shall meet.
    Forced([usize; 2]),
    /// These two shall not meet.
    Forbidden([usize; 2]),
}

/// Pairs the players who are present.
#[must_use]
pub fn pair_swiss(field: &Field, present: &[usize], rules: SwissRules, rng: &Rng) -> PairedRound {
    let table = PairingTable::new(field, present, rules, None, rng);
    let (pairs, note) = table.choose(rules.rounds_left, &mut rng.split("look ahead"));
    let mut paired = PairedRound {
        note,
        ..PairedRound::default()
    };
    let mut lots = rng.split("nigiri");
    for (i, j) in table.by_board(pairs) {
        match (table.seats[i], table.seats[j]) {
            (Some(a), Some(b)) => {
                let game = field.with_colors([a, b], rules.colors, &mut lots);
                paired.games.push(game);
            }
            (one, other) => paired.bye = one.or(other),
        }
    }
    paired
}

/// Costs, level by level, of the cheapest pairing that grants a wish, with its pairs; a bye is a pair of one.
/// The look ahead is left out of it.
#[must_use]
pub fn swiss_cost(
    field: &Field,
    present: &[usize],
    rules: SwissRules,
    wish: Option<ColorNeed>,
    rng: &Rng,
) -> (Vec<LevelCost>, Vec<Vec<usize>>) {
    let table = PairingTable::new(field, present, rules, wish, rng);
    let pairs = table.by_board(cheapest_pairs(&table.costs));
    let levels = LEVELS.into_iter().zip(table.costs.sums(&pairs));
    let named = |(i, j): &(usize, usize)| {
        let both = [table.seats[*i], table.seats[*j]];
        both.into_iter().flatten().collect()
    };
    (levels.collect(), pairs.iter().map(named).collect())
}

/// The levels in the order of their weight.
const LEVELS: [CostLevel; 10] = [
    CostLevel::Asked,
    CostLevel::Repeats,
    CostLevel::ByeHeight,
    CostLevel::Kin,
    CostLevel::Colors,
    CostLevel::ScoreDifference,
    CostLevel::ColorWishes,
    CostLevel::ByeSeed,
    CostLevel::Seeding,
    CostLevel::Chance,
];

/// Players at their seats, by score and pairing table, and the costs of all pairs.
struct PairingTable {
    /// `None` for the seat that is no player's: whoever sits opposite has a bye.
    seats: Vec<Option<usize>>,
    /// Meetings of every two seats, and byes of every seat with that of nobody.
    met: Vec<u32>,
    costs: CostLevels,
}

impl PairingTable {
    fn new(
        field: &Field,
        present: &[usize],
        rules: SwissRules,
        wish: Option<ColorNeed>,
        rng: &Rng,
    ) -> Self {
        let mut seats: Vec<_> = present.iter().copied().map(Some).collect();
        let score = |seat: &Option<usize>| seat.map(|player| field.score(player));
        seats.sort_by_key(|seat| (std::cmp::Reverse(score(seat)), *seat));
        if seats.len() % 2 == 1 {
            seats.push(None);
        }
        let scores: Vec<Option<Points>> = seats.iter().map(score).collect();
        let lowest = scores.iter().flatten().copied().min().unwrap_or_default();
        let mut costs = CostLevels::new(seats.len());
        let pair = |i: usize, j: usize| (seats[i], seats[j]);
        let met = meetings(field, &seats);
        costs.push(|i, j| u32::from(wish.is_some_and(|wish| !wish.grants(pair(i, j)))));
        costs.push(|i, j| met[i * seats.len() + j]);
        costs.push(|i, j| match (scores[i], scores[j]) {
            (Some(score), None) | (None, Some(score)) => score.halves() - lowest.halves(),
            _ => 0,
        });
        costs.push(|i, j| match pair(i, j) {
            (Some(a), Some(b)) => u32::from(field.is_kin(a, b)),
            _ => 0,
        });
        let is_balanced = rules.colors == ColorRule::Balanced;
        // The handicap gives the colors where there is one.
        let has_choice = |a: usize, b: usize| is_balanced && field.stones(a, b) == 0;
        costs.push(|i, j| match pair(i, j) {
            (Some(a), Some(b)) if has_choice(a, b) => {
                u32::from(field.due(a).is_some() && field.due(a) == field.due(b))
            }
            _ => 0,
        });
        costs.push(|i, j| match (scores[i], scores[j]) {
            (Some(a), Some(b)) => a.halves().abs_diff(b.halves()).pow(2),
            _ => 0,
        });
        costs.push(|i, j| match pair(i, j) {
            (Some(a), Some(b)) if has_choice(a, b) => {
                u32::from(field.wished(a).is_some() && field.wished(a) == field.wished(b))
            }
            _ => 0,
        });
        let groups = groups(&scores);
        costs.push(|i, j| match pair(i, j) {
            (Some(_), None) if rules.seeding != Seeding::Random => {
                let (first, size) = groups[i];
                (first + size - 1 - i) as u32
            }
            _ => 0,
        });
        costs.push(|i, j| seeding_cost(rules.seeding, &groups, i, j));
        let mut lots = rng.split("pairing");
        costs.push(|_, _| lots.below(1 << 10));
        Self { met, seats, costs }
    }

    /// The cheapest pairs after which the announced rounds are still possible, and what is to be said of it.
    fn choose(&self, rounds_left: u32, rng: &mut Rng) -> (Vec<(usize, usize)>, String) {
        let cheapest = cheapest_pairs(&self.costs);
        if self.repeats(&cheapest) > 0 {
            let note = "everybody who could meet has met: a pair, or a bye, is repeated";
            return (cheapest, note.to_owned());
        }
        let n = self.seats.len();
        let possible = self.open_opponents();
        let rounds_left = (rounds_left as usize).min(possible.saturating_sub(1));
        // Dirac: with n/2 opponents for everybody a next round exists, whatever is taken now.
        if possible.saturating_sub(rounds_left) >= n / 2 {
            return (cheapest, String::new());
        }
        let after = |i, j| self.is_open(i, j) && !cheapest.contains(&(i.min(j), i.max(j)));
        if disjoint_matchings(n, rounds_left, after, rng).is_some() {
            return (cheapest, String::new());
        }
        let rest = disjoint_matchings(n, rounds_left + 1, |i, j| self.is_open(i, j), rng);
        let Some(rest) = rest else {
            return (cheapest, String::new());
        };
        let note = "more rounds than a Swiss system has room for: a round of a round robin";
        (self.cheapest_of(&rest), note.to_owned())
    }

    /// The cheapest of some matchings.
    fn cheapest_of(&self, matchings: &Matchings) -> Vec<(usize, usize)> {
        let pairs = matchings.iter().map(|mates| {
            let mates = mates.iter().copied().enumerate();
            mates.filter(|(i, j)| i < j).collect::<Vec<_>>()
        });
        pairs
            .min_by_key(|pairs| self.costs.sums(pairs))
            .unwrap_or_default()
    }

    fn is_open(&self, i: usize, j: usize) -> bool {
        i != j && self.met[i * self.seats.len() + j] == 0
    }

    fn repeats(&self, pairs: &[(usize, usize)]) -> usize {
        pairs.iter().filter(|(i, j)| !self.is_open(*i, *j)).count()
    }

    /// Number of possible opponents of whoever has fewest.
    fn open_opponents(&self) -> usize {
        let n = self.seats.len();
        let open = |i: usize| (0..n).filter(|j| i != *j && self.is_open(i, *j)).count();
        (0..n).map(open).min().unwrap_or(0)
    }

    /// Pairs in the order of their boards: the best score first, the bye last.
    fn by_board(&self, mut pairs: Vec<(usize, usize)>) -> Vec<(usize, usize)> {
        // The seat without a player is the last one, so in its pair it is the second.
        pairs.sort_by_key(|(i, j)| (self.seats[*j].is_none(), *i));
        pairs
    }
}

impl ColorNeed {
    fn grants(self, pair: (Option<usize>, Option<usize>)) -> bool {
        let is_pair = |[a, b]: [usize; 2]| pair == (Some(a), Some(b)) || pair == (Some(b), Some(a));
        match self {
            Self::Forbidden(two) => !is_pair(two),
            Self::Forced([a, b]) => {
                let has = |player| pair.0 == Some(player) || pair.1 == Some(player);
                is_pair([a, b]) || !(has(a) || has(b))
            }
        }
    }
}

/// Meetings of every two seats, and byes of every seat with that of nobody.
fn meetings(field: &Field, seats: &[Option<usize>]) -> Vec<u32> {
    let n = seats.len();
    let mut met = vec![0; n * n];
    let seat_of = |wanted: Option<usize>| seats.iter().position(|seat| *seat == wanted);
    let players = seats.iter().flatten().max().map_or(0, |last| last + 1);
    let places: Vec<Option<usize>> = (0..players).map(|player| seat_of(Some(player))).collect();
    let place = |player: usize| places.get(player).copied().flatten();
    let byes = field.results.byes();
    let byes = byes.map(|bye| (place(bye.player), seat_of(None)));
    let meetings = field.meetings.iter();
    let meetings = meetings.map(|[a, b]| (place(*a), place(*b)));
    for (a, b) in byes.chain(meetings) {
        if let (Some(a), Some(b)) = (a, b) {
            met[a * n + b] += 1;
            met[b * n + a] += 1;
        }
    }
    met
}

/// First seat and number of seats of the score group of each seat.
fn groups(scores: &[Option<Points>]) -> Vec<(usize, usize)> {
    let mut groups = Vec::new();
    for group in scores.chunk_by(|a, b| a == b) {
        let first = groups.len();
        groups.extend(group.iter().map(|_| (first, group.len())));
    }
    groups
}

fn seeding_cost(seeding: Seeding, groups: &[(usize, usize)], i: usize, j: usize) -> u32 {
    let (first, size) = groups[i];
    if groups[j].0 != first {
        return 0;
    }
    let distance = match seeding {
        // Costs are asked for pairs with `i` below `j` alone.
        Seeding::Slide => (j - i).abs_diff(size / 2),
        Seeding::Fold => (i + j).abs_diff(2 * first + size - 1),
        Seeding::Random => 0,
    };
    (distance * distance) as u32
}

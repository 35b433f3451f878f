//! The standing of a duel while its games come in, as one line.

use std::collections::BTreeMap;
use std::fmt;

use super::duel_plan::DuelPlan;
use super::game_sheet::GameSheet;
use super::ratings::{PairScore, rate};
use super::sprt::{PairResults, Sprt};

/// Players that are named of a duel of many, the strongest so far.
const MAX_NAMED: usize = 3;

/// The games of a duel so far: of two players the share with its interval, the difference in Elo points and the evidence
/// of the test, by pairs that are whole; of more the ratings of the first three; and how many games ended by a fault.
#[derive(Clone, Debug)]
pub struct RunningStanding {
    names: Vec<String>,
    sprt: Option<Sprt>,
    /// Half points of the lesser-numbered player in the first game that came of a pair.
    open: BTreeMap<u32, u32>,
    pairs: PairResults,
    /// Points of every two players, the lesser-numbered first.
    points: BTreeMap<[usize; 2], [f64; 2]>,
    faults: u32,
}

impl RunningStanding {
    /// A standing without games.
    #[must_use]
    pub fn new(names: Vec<String>, sprt: Option<Sprt>) -> Self {
        Self {
            names,
            sprt,
            open: BTreeMap::new(),
            pairs: PairResults::default(),
            points: BTreeMap::new(),
            faults: 0,
        }
    }

    /// Takes a game, in whatever order they come.
    pub fn take(&mut self, sheet: &GameSheet) {
        let [black, white] = sheet.players;
        let players = [black.min(white), black.max(white)];
        self.faults += u32::from(sheet.fault().is_some());
        let points = self.points.entry(players).or_default();
        for (place, player) in players.into_iter().enumerate() {
            points[place] += f64::from(sheet.half_points(player)) / 2.0;
        }
        let pair = DuelPlan::pair_of(sheet.game);
        let half_points = sheet.half_points(players[0]);
        match self.open.remove(&pair) {
            Some(other) => self.pairs.add([other, half_points]),
            None => drop(self.open.insert(pair, half_points)),
        }
    }

    /// The strongest players so far, with their Elo points around the mean.
    fn leaders(&self) -> String {
        let scores = self.points.iter().map(|(players, points)| PairScore {
            players: *players,
            points: *points,
        });
        let ratings = rate(self.names.len(), &scores.collect::<Vec<_>>());
        let mut order: Vec<usize> = (0..self.names.len()).collect();
        order.sort_by(|a, b| ratings[*b].elo.total_cmp(&ratings[*a].elo));
        let named = order.iter().take(MAX_NAMED).map(|player| {
            let rating = ratings[*player];
            let name = &self.names[*player];
            format!("{name} {:+.0} ±{:.0}", rating.elo, rating.margin)
        });
        format!("{} Elo", named.collect::<Vec<_>>().join(", "))
    }
}

impl fmt::Display for RunningStanding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.names.len() {
            2 if self.pairs.games() == 0 => f.write_str("no pair is whole yet")?,
            2 => write!(f, "A {}", self.pairs.share_words())?,
            _ => f.write_str(&self.leaders())?,
        }
        if let Some(sprt) = self.sprt {
            let evidence = self.pairs.evidence(sprt);
            write!(f, ", evidence {evidence:.2} of {:.2}", Sprt::BOUND)?;
        }
        match self.faults {
            0 => Ok(()),
            faults => write!(f, ", {faults} lost by a fault"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::game_sheet::Winner;
    use super::super::game_sheet::testing::sheet;
    use super::*;
    use sgmp_match::play::{EndKind, FaultKind};

    #[test]
    fn two_players_have_a_share_and_the_evidence_of_their_test() {
        let names = vec!["a".to_owned(), "b".to_owned()];
        let mut standing = RunningStanding::new(names, Sprt::new(0.0, 50.0));
        standing.take(&sheet(1, [1, 0], Winner::White));
        assert_eq!(
            standing.to_string(),
            "no pair is whole yet, evidence 0.00 of 2.94"
        );
        standing.take(&sheet(0, [0, 1], Winner::Black));
        standing.take(&sheet(2, [0, 1], Winner::White));
        let mut crashed = sheet(3, [1, 0], Winner::White);
        crashed.end = EndKind::Fault(FaultKind::Crash);
        standing.take(&crashed);
        let told = standing.to_string();
        let share = "A 75.0 % (95 %: 30.1 to 95.4), +191 Elo (-147 to +528), evidence ";
        assert!(told.starts_with(share), "{told}");
        assert!(told.ends_with(" of 2.94, 1 lost by a fault"), "{told}");
    }

    #[test]
    fn of_many_the_strongest_are_named() {
        let names = (0..4).map(|player| format!("p{player}")).collect();
        let mut standing = RunningStanding::new(names, None);
        for (game, players) in [[0, 1], [1, 0], [0, 2], [2, 0], [0, 3]]
            .into_iter()
            .enumerate()
        {
            let winner = if players[0] == 0 {
                Winner::White
            } else {
                Winner::Black
            };
            standing.take(&sheet(game as u32, players, winner));
        }
        let told = standing.to_string();
        assert!(told.starts_with("p1 +"), "{told}");
        assert!(!told.contains("p0") && told.ends_with(" Elo"), "{told}");
    }
}

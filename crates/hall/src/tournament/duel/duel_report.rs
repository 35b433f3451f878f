//! Report on the games of a duel: shares, strengths, the sequential test, counts that differ, faults and
//! time by player.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::game_sheet::{GameSheet, black_lead};
use super::player_account::PlayerAccount;
use super::ratings::{PairScore, Rating, rate};
use super::sprt::{PairResults, Sprt, SprtVerdict};
use sgmp_match::play::EndKind;

/// The games of a duel, in the order of their numbers.
#[derive(Clone, Debug)]
pub struct DuelReport {
    pub(super) names: Vec<String>,
    pub(super) games: Vec<GameSheet>,
    pub(super) sprt: Option<Sprt>,
}

impl DuelReport {
    /// A report on these games.
    #[must_use]
    pub fn new(names: Vec<String>, games: BTreeMap<u32, GameSheet>, sprt: Option<Sprt>) -> Self {
        let known = |sheet: &GameSheet| sheet.players.iter().all(|player| *player < names.len());
        Self {
            games: games.into_values().filter(known).collect(),
            names,
            sprt,
        }
    }

    /// Every two players with games, and the results of their whole pairs, in order.
    pub(super) fn pair_results(&self) -> BTreeMap<[usize; 2], Vec<[u32; 2]>> {
        let mut pairs: BTreeMap<([usize; 2], u32), Vec<&GameSheet>> = BTreeMap::new();
        for sheet in &self.games {
            let [black, white] = sheet.players;
            let players = [black.min(white), black.max(white)];
            let pair = pairs.entry((players, sheet.game / 2)).or_default();
            pair.push(sheet);
        }
        let mut results: BTreeMap<[usize; 2], Vec<[u32; 2]>> = BTreeMap::new();
        for ((players, _), sheets) in pairs {
            let of_players = results.entry(players).or_default();
            if let [one, other] = sheets[..] {
                of_players.push([one, other].map(|sheet| sheet.half_points(players[0])));
            }
        }
        results
    }

    /// The verdict of the test of the first two players, and the games it took: pairs that were played
    /// after the decision do not count.
    pub(super) fn tested(&self, sprt: Sprt) -> (PairResults, SprtVerdict) {
        let results = self.pair_results();
        let mut standing = PairResults::default();
        for pair in results.get(&[0, 1]).into_iter().flatten() {
            standing.add(*pair);
            let verdict = standing.verdict(sprt);
            if verdict != SprtVerdict::Open {
                return (standing, verdict);
            }
        }
        (standing, SprtVerdict::Open)
    }

    /// Strengths of all players, by single games.
    #[must_use]
    pub fn ratings(&self) -> Vec<Rating> {
        let mut points: BTreeMap<[usize; 2], [f64; 2]> = BTreeMap::new();
        for sheet in &self.games {
            let [black, white] = sheet.players;
            let players = [black.min(white), black.max(white)];
            let of_pair = points.entry(players).or_default();
            for (place, player) in players.into_iter().enumerate() {
                of_pair[place] += f64::from(sheet.half_points(player)) / 2.0;
            }
        }
        let scores = points.into_iter();
        let scores: Vec<_> = scores
            .map(|(players, points)| PairScore { players, points })
            .collect();
        rate(self.names.len(), &scores)
    }

    pub(super) fn account(&self, player: usize) -> PlayerAccount {
        let mut account = PlayerAccount {
            knows_cpu: true,
            ..PlayerAccount::default()
        };
        for sheet in &self.games {
            for (side, known) in sheet.players.iter().enumerate() {
                if *known == player {
                    account.take(sheet, side);
                }
            }
        }
        account
    }

    /// How often the games ended how.
    pub(super) fn ends(&self) -> BTreeMap<&'static str, u32> {
        let mut ends = BTreeMap::new();
        for sheet in &self.games {
            *ends.entry(sheet.end.duel_word()).or_default() += 1;
        }
        ends
    }

    /// The games whose counts differ.
    pub(super) fn disputed(&self) -> impl Iterator<Item = &GameSheet> {
        self.games.iter().filter(|sheet| sheet.is_disputed())
    }

    /// The mean margin of counted games for a player, in points.
    pub(super) fn mean_margin(&self, player: usize) -> Option<f64> {
        let margins = self.games.iter().filter_map(|sheet| {
            sheet.counts.as_ref()?;
            let lead = f64::from(black_lead(&sheet.result)?) / 2.0;
            match sheet.players.iter().position(|known| *known == player)? {
                0 => Some(lead),
                _ => Some(-lead),
            }
        });
        let margins: Vec<f64> = margins.collect();
        (!margins.is_empty()).then(|| margins.iter().sum::<f64>() / margins.len() as f64)
    }

    /// All of it for other programs.
    #[must_use]
    pub fn to_json(&self) -> Value {
        let ratings = self.ratings();
        let players = self.names.iter().enumerate().map(|(player, name)| {
            let account = self.account(player);
            json!({
                "name": name,
                "games": account.games,
                "points": account.points(),
                "elo": ratings[player].elo,
                "elo_margin95": ratings[player].margin,
                "cpu_seconds": account.knows_cpu.then_some(account.used.cpu).flatten(),
                "think_seconds": account.used.think,
                "moves": account.used.moves,
                "longest_move_seconds": account.used.longest,
                "overruns": account.used.overruns,
                "faults": account.faults.iter().map(|(kind, count)| {
                    (EndKind::Fault(*kind).duel_word().to_owned(), json!(count))
                }).collect::<Value>(),
            })
        });
        let pairings = self.pair_results().into_iter().map(|(players, pairs)| {
            let mut results = PairResults::default();
            pairs.iter().for_each(|pair| results.add(*pair));
            let (least, most) = results.interval();
            json!({
                "players": players.map(|player| &self.names[player]),
                "games": results.games(),
                "share": results.share(),
                "share95": [least, most],
                "pairs": results.pairs(),
            })
        });
        let sprt = self.sprt.map(|sprt| {
            let (standing, verdict) = self.tested(sprt);
            json!({
                "elo": [sprt.lesser, sprt.better],
                "evidence": standing.evidence(sprt),
                "bound": Sprt::BOUND,
                "games": standing.games(),
                "verdict": verdict.to_string(),
            })
        });
        json!({
            "games": self.games.len(),
            "players": players.collect::<Vec<_>>(),
            "pairings": pairings.collect::<Vec<_>>(),
            "sprt": sprt,
            "ends": self.ends(),
            "disputed": self.disputed().map(|sheet| sheet.game).collect::<Vec<_>>(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::game_sheet::Counts;
    use super::super::game_sheet::testing::sheet;
    use super::*;
    use crate::tournament::duel::Winner;
    use sgmp_match::play::FaultKind;

    fn report(sheets: Vec<GameSheet>, players: usize, sprt: Option<Sprt>) -> DuelReport {
        let names = (0..players).map(|player| format!("p{player}")).collect();
        let games = sheets
            .into_iter()
            .map(|sheet| (sheet.game, sheet))
            .collect();
        DuelReport::new(names, games, sprt)
    }

    #[test]
    fn a_duel_of_two_reads_well() {
        let mut counted = sheet(1, [1, 0], Winner::White);
        counted.counts = Some(Counts {
            ours: "W+0.5".to_owned(),
            players: [Some("B+1.5".to_owned()), None],
            referee: None,
        });
        let mut hung = sheet(2, [0, 1], Winner::White);
        hung.end = EndKind::Fault(FaultKind::Hang);
        hung.sides[1].cpu = None;
        let games = vec![sheet(0, [0, 1], Winner::Black), counted, hung];
        let told = report(games, 2, None).to_string();
        for line in [
            "A is p0, B is p1\n",
            "A won 2 of 2 games, 0 even: 100.0 % ",
            "1 games without the other one of their pair are not counted\n",
            "A as Black 1 of 2, as White 1 of 1\n",
            "ends: hang 1, passes 2; 50.0 moves a game, mean margin +0.5 for A\n",
            "p0: CPU 1.5 s (0.0200 s a move), thought 3.0 s over 75 moves, longest move 0.50 s, overruns 3, faults: hang 1\n",
            "p1: CPU not known, ",
            "counts differ in 1 games:\n  game 1: W+0.5; our count W+0.5; p1 B+1.5\n",
        ] {
            assert!(told.contains(line), "{line:?} in\n{told}");
        }
    }

    #[test]
    fn the_test_ends_with_the_pair_that_decides_it_in_whatever_order_they_were_played() {
        let sprt = Sprt::new(-500.0, 500.0);
        let games = (0..60).map(|game| {
            // The first player wins the first 40 games and loses the rest.
            let winner = if (game % 2 == 0) == (game < 40) {
                Winner::Black
            } else {
                Winner::White
            };
            let players = if game % 2 == 0 { [0, 1] } else { [1, 0] };
            sheet(game, players, winner)
        });
        let report = report(games.rev().collect(), 2, sprt);
        let (standing, verdict) = report.tested(sprt.unwrap());
        assert_eq!(verdict, SprtVerdict::Better);
        assert!(standing.games() < 40);
        assert!(report.to_string().contains("A is better"));
        assert_eq!(report.to_json()["sprt"]["verdict"], "A is better");
    }

    #[test]
    fn many_players_have_a_table_from_the_strongest_on() {
        let mut games = Vec::new();
        for (pair, [a, b]) in [[0, 1], [0, 2], [1, 2]].into_iter().enumerate() {
            let game = 2 * pair as u32;
            games.push(sheet(game, [a, b], Winner::White));
            games.push(sheet(game + 1, [b, a], Winner::Black));
        }
        let report = report(games, 3, None);
        let told = report.to_string();
        let lines: Vec<_> = told.lines().collect();
        assert!(lines[1].contains("p2") && lines[3].contains("p0"), "{told}");
        let cells: Vec<_> = lines[2].split_whitespace().collect();
        assert_eq!(cells[cells.len() - 3..], ["0", "-", "2"], "{told}");
        let json = report.to_json();
        assert_eq!(json["players"][0]["points"], 0.0);
        assert_eq!(json["pairings"].as_array().unwrap().len(), 3);
    }
}

//! Report on the games of a duel: shares, strengths, the sequential test, counts that differ, faults and
//! time by player.

use std::collections::BTreeMap;
use std::fmt;

use serde_json::{Value, json};

use super::game_sheet::{GameSheet, SideSheet, Winner, black_lead};
use super::ratings::{PairScore, Rating, rate};
use super::sprt::{PairResults, Sprt, SprtVerdict};
use sgmp_board::rules::Color;
use sgmp_match::play::{EndKind, FaultKind};

/// Counts that differ, at most so many of which are told one by one.
const MAX_DISPUTES_TOLD: usize = 20;

/// Games lost by a fault, at most so many of which are told one by one.
const MAX_FAULTS_TOLD: usize = 5;

/// The games of a duel, in the order of their numbers.
#[derive(Clone, Debug)]
pub struct DuelReport {
    names: Vec<String>,
    games: Vec<GameSheet>,
    sprt: Option<Sprt>,
}

/// The account of a player over all its games.
#[derive(Clone, Debug, Default)]
struct PlayerAccount {
    games: u32,
    used: SideSheet,
    /// False once a game has no account of processor time.
    knows_cpu: bool,
    faults: BTreeMap<FaultKind, u32>,
    /// Half points by color, Black's first, and games.
    half_points: [u32; 2],
    games_by_color: [u32; 2],
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
    fn pair_results(&self) -> BTreeMap<[usize; 2], Vec<[u32; 2]>> {
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
    fn tested(&self, sprt: Sprt) -> (PairResults, SprtVerdict) {
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

    fn account(&self, player: usize) -> PlayerAccount {
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
    fn ends(&self) -> BTreeMap<&'static str, u32> {
        let mut ends = BTreeMap::new();
        for sheet in &self.games {
            *ends.entry(sheet.end.duel_word()).or_default() += 1;
        }
        ends
    }

    /// The games whose counts differ.
    fn disputed(&self) -> impl Iterator<Item = &GameSheet> {
        self.games.iter().filter(|sheet| sheet.is_disputed())
    }

    /// The mean margin of counted games for a player, in points.
    fn mean_margin(&self, player: usize) -> Option<f64> {
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

impl PlayerAccount {
    fn take(&mut self, sheet: &GameSheet, side: usize) {
        let used = &sheet.sides[side];
        self.games += 1;
        self.games_by_color[side] += 1;
        self.half_points[side] += match side {
            0 => sheet.black_half_points(),
            _ => 2 - sheet.black_half_points(),
        };
        self.used.moves += used.moves;
        self.used.think += used.think;
        self.used.longest = self.used.longest.max(used.longest);
        self.used.overruns += used.overruns;
        match used.cpu {
            Some(cpu) => self.used.cpu = Some(self.used.cpu.unwrap_or(0.0) + cpu),
            None => self.knows_cpu = false,
        }
        let color = if side == 0 {
            Color::Black
        } else {
            Color::White
        };
        if let Some((at_fault, kind)) = sheet.fault()
            && at_fault == color
        {
            *self.faults.entry(kind).or_default() += 1;
        }
    }

    fn points(&self) -> f64 {
        f64::from(self.half_points[0] + self.half_points[1]) / 2.0
    }

    fn words(&self) -> String {
        let cpu = match (self.knows_cpu, self.used.cpu) {
            (true, Some(cpu)) => {
                let a_move = cpu / f64::from(self.used.moves.max(1));
                format!("CPU {cpu:.1} s ({a_move:.4} s a move)")
            }
            _ => "CPU not known".to_owned(),
        };
        let faults: Vec<String> = self
            .faults
            .iter()
            .map(|(kind, count)| format!("{} {count}", EndKind::Fault(*kind).duel_word()))
            .collect();
        let faults = if faults.is_empty() {
            "none".to_owned()
        } else {
            faults.join(", ")
        };
        format!(
            "{cpu}, thought {:.1} s over {} moves, longest move {:.2} s, overruns {}, faults: {faults}",
            self.used.think, self.used.moves, self.used.longest, self.used.overruns
        )
    }
}

impl fmt::Display for DuelReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let [a, b] = &self.names[..] {
            writeln!(f, "A is {a}, B is {b}")?;
            self.write_two(f)?;
        } else {
            self.write_table(f)?;
        }
        self.write_ends(f)?;
        for (player, name) in self.names.iter().enumerate() {
            writeln!(f, "{name}: {}", self.account(player).words())?;
        }
        self.write_faults(f)?;
        self.write_disputes(f)?;
        if let Some(sprt) = self.sprt {
            let (standing, verdict) = self.tested(sprt);
            let (evidence, bound) = (standing.evidence(sprt), Sprt::BOUND);
            let games = standing.games();
            writeln!(
                f,
                "{} Elo against {}: evidence {evidence:.2} of {bound:.2} either way after {games} games: {verdict}",
                sprt.better, sprt.lesser
            )?;
        }
        Ok(())
    }
}

impl DuelReport {
    fn write_two(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut results = PairResults::default();
        for pair in self.pair_results().into_values().flatten() {
            results.add(pair);
        }
        writeln!(f, "{results}")?;
        let single = self.games.len() - results.games() as usize;
        if single > 0 {
            writeln!(
                f,
                "{single} games without the other one of their pair are not counted"
            )?;
        }
        let account = self.account(0);
        let share = |side: usize| {
            let points = f64::from(account.half_points[side]) / 2.0;
            format!("{points} of {}", account.games_by_color[side])
        };
        writeln!(f, "A as Black {}, as White {}", share(0), share(1))
    }

    /// Players from the strongest on, with a cross table of points.
    fn write_table(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ratings = self.ratings();
        let mut order: Vec<usize> = (0..self.names.len()).collect();
        order.sort_by(|a, b| ratings[*b].elo.total_cmp(&ratings[*a].elo));
        let width = self.names.iter().map(|name| name.chars().count()).max();
        let width = width.unwrap_or(0).max(6);
        write!(f, "     {:width$}    Elo  +-    points  games ", "player")?;
        for place in 1..=order.len() {
            write!(f, "{place:>7}")?;
        }
        writeln!(f)?;
        for (place, player) in order.iter().enumerate() {
            let account = self.account(*player);
            let Rating { elo, margin } = ratings[*player];
            write!(
                f,
                "{:>3}  {:width$}  {elo:>+5.0}  {margin:>4.0}  {:>7}  {:>5} ",
                place + 1,
                self.names[*player],
                account.points(),
                account.games
            )?;
            for other in &order {
                let against = self.points_against(*player, *other);
                let cell = against.map_or_else(|| "-".to_owned(), |points| points.to_string());
                write!(f, "{cell:>7}")?;
            }
            writeln!(f)?;
        }
        writeln!(
            f,
            "Elo around the mean, with 95 % intervals, by Bradley and Terry and a drawn game each as prior"
        )
    }

    /// A player's points against another; `None` where they have not met.
    fn points_against(&self, player: usize, other: usize) -> Option<f64> {
        let met = |sheet: &&GameSheet| {
            player != other && sheet.players.contains(&player) && sheet.players.contains(&other)
        };
        let half_points = self
            .games
            .iter()
            .filter(met)
            .map(|sheet| sheet.half_points(player));
        let half_points: Vec<u32> = half_points.collect();
        (!half_points.is_empty()).then(|| f64::from(half_points.iter().sum::<u32>()) / 2.0)
    }

    fn write_ends(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ends: Vec<_> = self
            .ends()
            .iter()
            .map(|(end, count)| format!("{end} {count}"))
            .collect();
        let games = self.games.len().max(1) as f64;
        let moves = self
            .games
            .iter()
            .map(|sheet| sheet.moves as f64)
            .sum::<f64>()
            / games;
        let void = self
            .games
            .iter()
            .filter(|sheet| sheet.winner == Winner::None)
            .count();
        write!(f, "ends: {}; {moves:.1} moves a game", ends.join(", "))?;
        if let (Some(margin), 2) = (self.mean_margin(0), self.names.len()) {
            write!(f, ", mean margin {margin:+.1} for A")?;
        }
        if void > 0 {
            write!(f, "; {void} without result count as even")?;
        }
        writeln!(f)
    }

    /// The games that were lost by a fault, with the last words of who is at fault.
    fn write_faults(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lost: Vec<&GameSheet> = self
            .games
            .iter()
            .filter(|sheet| sheet.fault().is_some())
            .collect();
        for sheet in lost.iter().take(MAX_FAULTS_TOLD) {
            let detail = sheet.detail.as_deref().unwrap_or_default();
            writeln!(
                f,
                "game {} lost by {}: {detail}",
                sheet.game,
                sheet.end.duel_word()
            )?;
        }
        match lost.len().saturating_sub(MAX_FAULTS_TOLD) {
            0 => Ok(()),
            more => writeln!(f, "and {more} more lost by a fault"),
        }
    }

    fn write_disputes(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let disputed: Vec<_> = self.disputed().collect();
        if disputed.is_empty() {
            return Ok(());
        }
        writeln!(f, "counts differ in {} games:", disputed.len())?;
        for sheet in disputed.iter().take(MAX_DISPUTES_TOLD) {
            let Some(counts) = &sheet.counts else {
                continue;
            };
            write!(f, "  game {}: {}", sheet.game, sheet.result)?;
            write!(f, "; our count {}", counts.ours)?;
            for (name, count) in sheet.names.iter().zip(&counts.players) {
                if let Some(count) = count {
                    write!(f, "; {name} {count}")?;
                }
            }
            if let Some(count) = &counts.referee {
                write!(f, "; referee {count}")?;
            }
            writeln!(f)?;
        }
        match disputed.len().saturating_sub(MAX_DISPUTES_TOLD) {
            0 => Ok(()),
            more => writeln!(f, "  and {more} more"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::game_sheet::Counts;
    use super::super::game_sheet::testing::sheet;
    use super::*;
    use sgmp_match::play::EndKind;

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

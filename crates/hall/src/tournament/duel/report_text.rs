//! A duel told in lines.

use std::fmt;

use super::duel_report::DuelReport;
use super::game_sheet::{GameSheet, Winner};
use super::ratings::Rating;
use super::sprt::{PairResults, Sprt};

/// Counts that differ, at most so many of which are told one by one.
const MAX_DISPUTES_TOLD: usize = 20;

/// Games lost by a fault, at most so many of which are told one by one.
const MAX_FAULTS_TOLD: usize = 5;

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

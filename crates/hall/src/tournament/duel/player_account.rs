//! The account of a player over the games of a duel: points, time, faults.

use std::collections::BTreeMap;

use super::game_sheet::{GameSheet, SideSheet};
use sgmp_board::rules::Color;
use sgmp_match::play::{EndKind, FaultKind};

/// The account of a player over all its games.
#[derive(Clone, Debug, Default)]
pub(super) struct PlayerAccount {
    pub(super) games: u32,
    pub(super) used: SideSheet,
    /// False once a game has no account of processor time.
    pub(super) knows_cpu: bool,
    pub(super) faults: BTreeMap<FaultKind, u32>,
    /// Half points by color, Black's first, and games.
    pub(super) half_points: [u32; 2],
    pub(super) games_by_color: [u32; 2],
}

impl PlayerAccount {
    pub(super) fn take(&mut self, sheet: &GameSheet, side: usize) {
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

    pub(super) fn points(&self) -> f64 {
        f64::from(self.half_points[0] + self.half_points[1]) / 2.0
    }

    pub(super) fn words(&self) -> String {
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

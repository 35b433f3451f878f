//! Checks of a plan beyond the form of its file.

use std::collections::BTreeSet;

use super::super::pairing::HandicapBasis;
use super::super::standings::Criterion;
use super::event_plan::{EventPlan, MAX_PLAYERS};
use super::event_player::EventPlayer;
use super::plan_error::PlanError;
use super::plan_file::value;
use super::schedule::schedule;
use sgmp_board::record::is_date;
use sgmp_board::rules::max_fixed_stones;

/// Longest name of a player, in characters.
const MAX_NAME_LENGTH: usize = 60;

impl EventPlan {
    /// Returns the plan, if it makes sense.
    ///
    /// # Errors
    /// [`PlanError`].
    pub(super) fn checked(self) -> Result<Self, PlanError> {
        self.check_facts()?;
        self.check_handicap()?;
        self.check_players()?;
        Ok(self)
    }

    fn check_facts(&self) -> Result<(), PlanError> {
        if self.name.trim().is_empty() {
            return Err(value("name", &self.name, "an event has a name"));
        }
        if !self.date.is_empty() && !is_date(&self.date) {
            let why = "that is no day: write YYYY-MM-DD, such as 2000-06-01";
            return Err(value("date", &self.date, why));
        }
        let most = self.size.points();
        if self.komi.half_points().unsigned_abs() > 2 * most {
            let why = format!("a komi on this board lies between -{most} and {most}");
            return Err(value("komi", self.komi, &why));
        }
        if self.time.is_zero() {
            return Err(value(
                "time",
                "0",
                "nobody can move without time: write 50m, 90s",
            ));
        }
        let criteria = self.tie_breaks.criteria();
        let twice = |(at, criterion): &(usize, &Criterion)| criteria[..*at].contains(criterion);
        if let Some((_, criterion)) = criteria.iter().enumerate().find(twice) {
            let why = format!("{} stands there twice", criterion.name());
            return Err(value("tie_breaks", &self.tie_breaks, &why));
        }
        Ok(())
    }

    fn check_handicap(&self) -> Result<(), PlanError> {
        let Some(terms) = self.handicap else {
            return Ok(());
        };
        let most = max_fixed_stones(self.size);
        if usize::from(terms.rule.maximum) > most.max(1) {
            let why = match most {
                0 => format!(
                    "there is no handicap of stones on {}: write 0 or 1",
                    self.size
                ),
                _ => format!("on {} there are at most {most} stones", self.size),
            };
            return Err(value("handicap_maximum", terms.rule.maximum, &why));
        }
        let unknown = self.players.iter().find(|player| player.rank.is_none());
        if let Some(player) = unknown.filter(|_| terms.rule.basis == HandicapBasis::Rank) {
            let why = format!(
                "{:?} has neither rank nor rating, and the handicap goes by ranks",
                player.name
            );
            return Err(value("handicap", "rank", &why));
        }
        Ok(())
    }

    fn check_players(&self) -> Result<(), PlanError> {
        if !(2..=MAX_PLAYERS).contains(&self.players.len()) {
            return Err(PlanError::Players(self.players.len()));
        }
        let mut names = BTreeSet::new();
        for player in &self.players {
            let name = player.name.trim();
            let length = name.chars().count();
            if !(1..=MAX_NAME_LENGTH).contains(&length) || name.chars().any(char::is_control) {
                let why = format!("a name has 1 to {MAX_NAME_LENGTH} characters");
                return Err(value("name", name, &why));
            }
            if !names.insert(name.to_lowercase()) {
                return Err(PlanError::SameName(name.to_owned()));
            }
        }
        if self.players.iter().any(|player| player.from_round == 0) {
            let why = "rounds are counted from 1, in which who has no from_round begins";
            return Err(value("from_round", 0, why));
        }
        let rounds = schedule(self).rounds;
        if let Some(late) = self
            .players
            .iter()
            .find(|player| player.from_round > rounds)
        {
            let (name, from) = (&late.name, late.from_round);
            let why = format!("{name:?} would never play: there are {rounds} rounds");
            return Err(value("from_round", from, &why));
        }
        // People enter twice, and levels differ by their words; a command is a program.
        let is_program =
            |player: &EventPlayer| !matches!(player.plays.as_str(), "human" | "random");
        for (at, player) in self
            .players
            .iter()
            .enumerate()
            .filter(|(_, player)| is_program(player))
        {
            let mut earlier = self.players[..at].iter();
            let same = earlier.find(|other| other.plays == player.plays);
            if let Some(other) = same.filter(|_| !self.allow_copies) {
                return Err(PlanError::Copies(other.name.clone(), player.name.clone()));
            }
        }
        Ok(())
    }
}

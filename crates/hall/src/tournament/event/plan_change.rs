//! A change of the event's file after the event has begun.

use super::event_choices::Format;
use super::event_fault::EventFault;
use super::event_game::Presence;
use super::event_plan::EventPlan;
use super::event_state::EventState;
use super::rank::Rank;
use super::schedule::{Schedule, schedule};

impl EventState {
    /// Takes the text of a changed file.
    ///
    /// # Errors
    /// A text that is no event, and changes of what stays.
    pub(super) fn change_plan(&mut self, text: &str) -> Result<(), EventFault> {
        let plan = EventPlan::parse(text)?;
        let changed = |why: &str| Err(EventFault::Changed(why.to_owned()));
        let old = &self.plan;
        if plan.size != old.size || plan.komi != old.komi || plan.rules != old.rules {
            return changed("board, komi and rules stay what they were when the event began");
        }
        let komi = |plan: &EventPlan| plan.handicap.map(|terms| terms.komi);
        if komi(&plan) != komi(old) && !self.rounds.is_empty() {
            return changed(
                "handicap and its komi stay what they were when the event began: with handicap_maximum = 0 all \
                 later games are even",
            );
        }
        if plan.format != old.format && !self.rounds.is_empty() {
            return changed("the form of the event stays what it was when the event began");
        }
        let names = plan.names();
        let renamed = renamed(old, &plan)
            .ok_or("players stay in their order: late entries go to the end of the file");
        let renamed = renamed.map_err(|why| EventFault::Changed(why.to_owned()))?;
        if names.len() > old.players.len()
            && schedule(old).format != Format::Swiss
            && !self.rounds.is_empty()
        {
            return changed("late entries need a Swiss system");
        }
        let renamed = renamed.into_iter();
        let corrected = renamed.map(|(was, is)| format!("The name {was} was corrected to {is}"));
        self.notes.extend(corrected);
        for (before, after) in old.players.iter().zip(&plan.players) {
            if before.rank != after.rank && !self.rounds.is_empty() {
                let rank =
                    |rank: Option<Rank>| rank.map_or("no rank".to_owned(), |rank| rank.to_string());
                let (was, is) = (rank(before.rank), rank(after.rank));
                let name = &after.name;
                self.notes.push(format!(
                    "The rank of {name} was corrected from {was} to {is}"
                ));
            }
            if before.plays != after.plays {
                let round = self.rounds.len();
                let name = &after.name;
                self.notes.push(format!(
                    "The program of {name} was changed after round {round}"
                ));
            }
        }
        let late = plan.players[old.players.len()..].iter();
        let late: Vec<_> = late
            .map(|player| format!("{} enters the event", player.name))
            .collect();
        self.notes.extend(late);
        self.presence
            .resize(plan.players.len(), Presence::default());
        let rounds = schedule(&plan);
        self.schedule = Schedule {
            format: self.schedule.format,
            ..rounds
        };
        self.plan = plan;
        text.clone_into(&mut self.plan_text);
        Ok(())
    }
}

/// Names that a changed file corrects, as they were and as they are; `None` where players were left out or moved: a
/// corrected name is new, and its player is the one that it was.
fn renamed(old: &EventPlan, new: &EventPlan) -> Option<Vec<(String, String)>> {
    let mut renamed = Vec::new();
    for (at, before) in old.players.iter().enumerate() {
        let after = new.players.get(at)?;
        if before.name == after.name {
            continue;
        }
        let is_known = old.player(&after.name).is_some_and(|known| known != at);
        if is_known || before.plays != after.plays {
            return None;
        }
        renamed.push((before.name.clone(), after.name.clone()));
    }
    Some(renamed)
}

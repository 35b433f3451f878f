//! An explanation as a person reads it.

use std::fmt::{self, Display, Formatter};

use super::effects::Effect;
use super::explanation::{Explanation, Score};
use super::group_changes::{Fates, GroupChange};
use super::judged_play::JudgedPlay;
use super::owners::Fate;
use super::swings::Swing;
use crate::analysis::{LifeClass, LifeStatus};
use crate::experts::group_words::{ahead, points, short, state};
use crate::experts::select::Assessment;
use crate::experts::select::{ConsideredMove, RejectedMove};
use crate::experts::suggestion::Suggestion;
use sgmp_board::rules::{Color, Move};

/// Most reasons in the text.
const MAX_REASONS: usize = 3;

impl Display for Explanation {
    /// Lines of plain sentences, none of them empty; the last has no end of line.
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}, from {0}'s side:", self.color, self.mv)?;
        self.write_reasons(f)?;
        let is_said = |effect: &&Effect| {
            let judged = self.judged.as_ref();
            match effect {
                Effect::Atari(_) => judged.is_some_and(JudgedPlay::tells_atari),
                Effect::Saves(group) | Effect::Catches(group) => {
                    judged.is_some_and(|judged| judged.decides(group))
                }
                _ => false,
            }
        };
        let effects = self.effects.iter().filter(|effect| !is_said(effect));
        for (place, effect) in effects.enumerate() {
            let head = if place == 0 { "\nOn the board:" } else { "" };
            write!(f, "{head} {effect}")?;
        }
        match &self.judged {
            Some(judged) => {
                let score = judged.score_text(self.color);
                write!(f, "\nScore, by the search: {score}")?;
                judged.write_others(f)?;
            }
            None => {
                write!(f, "\nScore, roughly: {}", self.score.text(self.color))?;
                self.write_others(f)?;
            }
        }
        let groups: Vec<GroupChange> = self.told_groups().collect();
        if !groups.is_empty() {
            f.write_str("\nGroups to watch:")?;
            let takes_ko = self.effects.contains(&Effect::TakesKo);
            for group in groups {
                if takes_ko && group.is_changed() {
                    let hang = if group.group.stones == 1 {
                        "hangs"
                    } else {
                        "hang"
                    };
                    write!(f, "\n  {} {hang} on the ko.", group.group)?;
                } else {
                    write!(f, "\n  {group}")?;
                }
            }
        }
        Ok(())
    }
}

impl Explanation {
    /// The groups that are told: after a move that is not good not what it has changed for the better, and none as open that
    /// the move is said to save.
    fn told_groups(&self) -> impl Iterator<Item = GroupChange> {
        let judged = self.judged.as_ref();
        let is_bad = judged.is_some_and(|judged| !judged.is_good);
        let groups = self.groups.iter().map(move |group| match group.fates {
            Some(fates) if is_bad && fates.now < fates.without => GroupChange {
                fates: Some(Fates {
                    now: fates.now,
                    without: fates.now,
                }),
                ..*group
            },
            _ => *group,
        });
        // One group is told of once, under one name and count.
        let swings = judged.map_or(&[][..], |judged| judged.swings.as_slice());
        let is_said = move |group: &GroupChange| {
            let is_of = |swing: &Swing| !(swing.stones() & group.stones).is_empty();
            swings.iter().any(is_of)
        };
        groups.filter(move |group| {
            let fate = group.fates.map(|fates| fates.now);
            let is_idle = fate == Some(Fate::Lives) && !group.is_changed();
            let is_disputed = fate.is_some_and(|fate| fate.is_disputed(group.now));
            !(is_idle || is_disputed || is_said(group))
        })
    }

    fn write_others(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if !self.others.is_empty() || !self.rejected.is_empty() {
            f.write_str("\nWhat else was considered:")?;
            for other in &self.others {
                write!(f, "\n  {}", self.other_text(other))?;
            }
            for RejectedMove { mv, rejection, .. } in &self.rejected {
                write!(f, "\n  {mv} came to mind, but {rejection}.")?;
            }
        }
        Ok(())
    }

    fn write_reasons(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if let Some(judged) = &self.judged {
            return judged.write_reasons(f);
        }
        match &self.assessment {
            Assessment::Held(held) => {
                for (number, reason) in held.reasons.iter().take(MAX_REASONS).enumerate() {
                    let head = if number == 0 { "Why" } else { "Also" };
                    write!(f, "\n{head}: {}", reason.sentence())?;
                }
                Ok(())
            }
            Assessment::Rejected(RejectedMove {
                reasons, rejection, ..
            }) => {
                let idea = reasons.first().map(Suggestion::sentence);
                write!(f, "\nThe idea seems to be: {}", idea.unwrap_or_default())?;
                write!(f, "\nTried on the board it does not hold: {rejection}.")
            }
            Assessment::Unsuggested if self.mv == Move::Pass => {
                f.write_str("\nNobody suggests a pass here: there are moves that gain something.")
            }
            Assessment::Unsuggested => {
                write!(
                    f,
                    "\nNo expert suggests {}, so no reason is known.",
                    self.mv
                )?;
                if self.effects.is_empty() {
                    f.write_str(" It takes nothing, threatens nothing and joins nothing.")?;
                }
                Ok(())
            }
        }
    }

    /// Another move: how it compares, and why one would play it.
    fn other_text(&self, other: &ConsideredMove) -> String {
        let how = match &self.assessment {
            Assessment::Held(held) if held.mv != Move::Pass => compared(other.value - held.value),
            _ if other.gain < 1.0 => "gains little".to_owned(),
            _ => format!("gains about {}", points(other.gain)),
        };
        let reason = other.reasons.first().map(Suggestion::sentence);
        format!("{} ({how}): {}", other.mv, reason.unwrap_or_default())
    }
}

/// A comparison with the move that was made.
fn compared(difference: f32) -> String {
    match difference.round() {
        0.0 => "as good".to_owned(),
        more if more > 0.0 => format!("about {} better", points(more)),
        less => format!("about {} less", points(less)),
    }
}

impl Score {
    fn text(&self, color: Color) -> String {
        let (before, after) = (ahead(self.before, color), ahead(self.after, color));
        let gain = match self.gain.round() {
            0.0 => String::new(),
            more if more > 0.0 => format!(" Against a pass it gains about {}.", points(more)),
            less => format!(" A pass would have been about {} better.", points(less)),
        };
        if before == after {
            format!("{before}, before the move and after it.{gain}")
        } else {
            format!("{before} before the move, {after} after it.{gain}")
        }
    }
}

impl Display for GroupChange {
    /// The group, how it is, what decides, and how it was if that has changed.
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if let Some(fates) = self.fates {
            return self.write_fates(f, fates);
        }
        let now = state(self.now, self.group.stones);
        write!(f, "{} {now}", self.group)?;
        match self.decides {
            Some((kills, saves)) if kills == saves => write!(f, " ({kills})")?,
            Some((kills, saves)) => write!(f, " ({kills} kills, {saves} saves)")?,
            None => {}
        }
        match self.before {
            Some(before) if self.is_changed() => {
                write!(f, "; before the move: {}.", short(before))
            }
            _ => f.write_str("."),
        }
    }
}

impl GroupChange {
    /// The group and its fate as the judge expects it, in the words of the scale where they agree.
    fn write_fates(&self, f: &mut Formatter<'_>, fates: Fates) -> fmt::Result {
        let are = match self.group.stones {
            1 => "is",
            _ => "are",
        };
        write!(f, "{} ", self.group)?;
        match (fates.now, self.now.class()) {
            (Fate::Lives, LifeClass::VeryAlive | LifeClass::Alive) if !self.is_changed() => {
                f.write_str(&state(self.now, self.group.stones))?;
            }
            (Fate::Lives, _) => write!(f, "{are} safe")?,
            // By reading; what the analysis estimates may yet be saved.
            (Fate::Lost, _) if self.now == LifeStatus::Captured => {
                f.write_str(&state(self.now, self.group.stones))?;
            }
            (Fate::Lost, _) => write!(f, "{are} lost, if both sides play well")?,
            (Fate::Open, _) if self.is_in_atari => write!(f, "{are} in atari")?,
            // Who decides it by which point may hang on a ko.
            (Fate::Open, _) => write!(f, "{are} not settled yet")?,
        }
        match self.is_changed() {
            true => write!(f, "; without the move: {}.", fates.without.words()),
            false => f.write_str("."),
        }
    }
}

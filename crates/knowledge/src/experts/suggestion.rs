//! A move, the reason for it, and what it is about.

use super::group_ref::GroupRef;
use super::group_words;
use super::reason::Reason;
use sgmp_board::rules::Move;

/// A suggestion of an expert.
#[derive(Clone, Debug, PartialEq)]
pub struct Suggestion {
    /// The move that is suggested.
    pub mv: Move,
    /// The reason, from the tables of the experts.
    pub reason: &'static Reason,
    /// The group that it is about, attacks or defends.
    pub group: Option<GroupRef>,
    /// The size of the matter, in stones or points.
    pub size: f32,
    /// The book's or the pattern's own words.
    pub words: Option<&'static str>,
    /// Moves expected to follow, as a tree: each with the number of moves before it.
    pub tree: Vec<(u8, Move)>,
}

impl Suggestion {
    /// A move for a reason.
    #[must_use]
    pub const fn new(mv: Move, reason: &'static Reason) -> Self {
        Self {
            mv,
            reason,
            group: None,
            size: 0.0,
            words: None,
            tree: Vec::new(),
        }
    }

    /// The value of the move before it is tried, in points.
    #[must_use]
    pub fn guess(&self) -> f32 {
        self.reason.guess.for_size(self.size)
    }

    /// The reason in a sentence.
    #[must_use]
    pub fn sentence(&self) -> String {
        let template = self.reason.sentence;
        let (group, template) = match self.group {
            None => ("the stones there".to_owned(), template.to_owned()),
            Some(group) if group.stones == 1 && is_plural(template) => (
                format!("{}'s group at {}", group.color, group.stone),
                in_singular(template),
            ),
            Some(group) => (group.to_string(), template.to_owned()),
        };
        let told = template
            .replace("{move}", &self.mv.to_string())
            .replace("{group}", &group)
            .replace("{size}", &format!("{:.0}", self.size));
        let told = group_words::capital(&told);
        match self.words {
            Some(words) if words.ends_with('.') => format!("{told} {words}"),
            Some(words) => format!("{told} {words}."),
            None => told,
        }
    }
}

/// The sentence with verbs that fit one group.
fn in_singular(template: &str) -> String {
    const VERBS: &[(&str, &str)] = &[
        ("are", "is"),
        ("have", "has"),
        ("need", "needs"),
        ("live", "lives"),
        ("stay", "stays"),
        ("die", "dies"),
        ("depend", "depends"),
    ];
    const ENDS: &[(&str, &str)] = &[
        ("which are ", "which is "),
        ("which have ", "which has "),
        ("which keep ", "which keeps "),
        (", and live if", ", and lives if"),
        (", and die if", ", and dies if"),
        ("{group} need.", "{group} needs."),
    ];
    let told = VERBS.iter().fold(template.to_owned(), |told, (many, one)| {
        told.replace(&format!("{{group}} {many} "), &format!("{{group}} {one} "))
    });
    let all = ENDS.iter();
    all.fold(told, |told, (many, one)| told.replace(many, one))
}

/// Returns whether a sentence speaks of its group as of several stones.
fn is_plural(template: &str) -> bool {
    const SIGNS: &[&str] = &[
        "are", "live", "die", "need", "have", "stay", "divide", "depend", "keep", "seem", "they",
        "them", "their",
    ];
    let mut words = template.split(|c: char| !c.is_alphabetic());
    words.any(|word| SIGNS.contains(&word))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experts::weights::all_reasons;
    use sgmp_board::rules::{Color, Point};

    #[test]
    fn verbs_fit_one_group() {
        assert_eq!(
            in_singular("{group} need {move} now."),
            "{group} needs {move} now."
        );
        assert_eq!(
            in_singular("{group} live with {move}."),
            "{group} lives with {move}."
        );
        assert_eq!(
            in_singular("{move} joins {group}, which are weak."),
            "{move} joins {group}, which is weak."
        );
        assert_eq!(
            in_singular("{group} die if you play {move}, and live if they do."),
            "{group} dies if you play {move}, and lives if they do."
        );
        assert_eq!(
            in_singular("{group} live if you play {move}, and die if they do."),
            "{group} lives if you play {move}, and dies if they do."
        );
        assert_eq!(
            in_singular("{move} makes the eye that {group} need."),
            "{move} makes the eye that {group} needs."
        );
        assert_eq!(
            in_singular("{move} takes {group}."),
            "{move} takes {group}."
        );
    }

    #[test]
    fn a_sentence_begins_with_a_capital_and_speaks_of_one_or_many() {
        let reasons = all_reasons();
        let named = |id: &str| *reasons.iter().find(|reason| reason.id() == id).unwrap();
        let about = |id, stones| {
            let stone = Point::parse("Q16").unwrap();
            Suggestion {
                group: Some(GroupRef {
                    stone,
                    color: Color::White,
                    stones,
                }),
                ..Suggestion::new(Move::Play(Point::parse("R17").unwrap()), named(id))
            }
            .sentence()
        };
        assert_eq!(
            about("take-one-stone", 1),
            "R17 takes White's stone at Q16, which is in atari."
        );
        assert_eq!(
            about("help-by-eye-point", 5),
            "White's 5 stones at Q16 are in trouble; R17 makes an eye for them."
        );
        assert_eq!(
            about("help-by-eye-point", 1),
            "White's group at Q16 is in trouble; R17 makes an eye for them."
        );
    }
}

//! Which reasons are told, and in which order: those that name a purpose first, none twice in other words.

use crate::experts::reason::{Expert, Reason};
use crate::experts::suggestion::Suggestion;

/// Parts of the names of reasons that say the same of one group.
const SAME_OF_A_GROUP: &[&[&str]] = &[
    &["JOIN"],
    &["SEPARATION", "CUT_OFF_WEAK", "CUT_TWO_WEAK"],
    &["RUN_OUT", "ANSWER_ATARI", "MAKE_LIBERTIES"],
];
/// Kinds of written patterns that say of which group they speak, and what becomes of it; all others are as good as nothing
/// without the pattern's own words.
const TELLING_PATTERNS: &[&str] = &[
    "PATTERN_KILL_VITAL",
    "PATTERN_LIVE",
    "PATTERN_SURROUND_BIG",
    "PATTERN_ESCAPE_BIG",
];
/// Other reasons that would be true of many a move.
const VAGUE: &[&str] = &[
    "BOTH_SIDES_BORDER",
    "CLOSE_BORDER",
    "PUSH_BORDER",
    "MEND_BEFORE_COUNTING",
    "SAFE_CLOSE",
    "GROW_SPHERE",
    "STOP_INVASION_SIDE",
    "COMPLICATE",
    "ANY_SOUND_MOVE",
    "JUNCTION",
];
/// The same, whatever the group.
const SAME: &[&[&str]] = &[
    &["CUT_"],
    &["PATTERN_CONNECT"],
    &["HANE"],
    &["STRETCH"],
    &["SAFE_", "STRETCH", "FIGHT", "SOLID_CONNECTION"],
    &["ENCLOSE", "TO_CENTER"],
    &["BORDER", "SAFE_CLOSE"],
    &[
        "ANSWER_PUSH",
        "PUSH_ALONG",
        "SECOND_LINE_PUSH",
        "BLOCK_PUSH",
    ],
    &["JOIN_TWO_WEAK", "JOIN_WEAK_TO_LIVING"],
    &["JOIN_TWO_WEAK", "LIVE_BY_JOINING"],
    &["REMOVE_AJI", "TAKE_BEFORE_COUNTING", "SAFE_TAKE"],
];

/// Reasons in the order in which they are told; of a move on which little hangs, or more.
pub(super) fn told(mut reasons: Vec<Suggestion>, is_quiet: bool) -> Vec<Suggestion> {
    if !is_quiet {
        reasons.retain(|known| !is_neutral(known));
    }
    reasons.sort_by_key(|known| match known.reason.expert {
        _ if is_bare(known) => 2,
        Expert::Contact | Expert::Answers | Expert::Joseki => 1,
        _ => 0,
    });
    // Where a point is nobody's, nothing is won or threatened there.
    if let Some(neutral) = reasons.iter().find(|known| is_neutral(known)) {
        return vec![neutral.clone()];
    }
    // What others play is told where nothing else is.
    if !reasons.iter().all(is_bare) {
        reasons.retain(|known| known.reason.expert != Expert::Habit);
    }
    let mut told: Vec<Suggestion> = Vec::new();
    for known in reasons {
        if told.iter().all(|other| !is_repeated(other, &known)) {
            told.push(known);
        }
    }
    told
}

fn is_neutral(known: &Suggestion) -> bool {
    known.reason.name.starts_with("FILL_NEUTRAL")
}

/// Returns whether two reasons say the same in other words.
fn is_repeated(a: &Suggestion, b: &Suggestion) -> bool {
    let both = |parts: &&&[&str]| {
        let is_named =
            |known: &Suggestion| parts.iter().any(|part| known.reason.name.contains(part));
        is_named(a) && is_named(b)
    };
    let stone = |known: &Suggestion| known.group.map(|group| group.stone);
    SAME.iter().any(|parts| both(&parts))
        || stone(a) == stone(b) && SAME_OF_A_GROUP.iter().any(|parts| both(&parts))
}

/// Returns whether a reason says no more than that others play so too, or that the shape is known.
pub(super) fn is_bare(known: &Suggestion) -> bool {
    let Reason { expert, name, .. } = known.reason;
    let is_one = |kinds: &[&str]| kinds.iter().any(|kind| name.starts_with(kind));
    match expert {
        Expert::Habit => true,
        Expert::Patterns => known.words.is_none() && !is_one(TELLING_PATTERNS),
        _ => is_one(VAGUE),
    }
}

/// Leaves out the own words of a written pattern: they tell of stones above and below as the pattern was drawn, and of fates that
/// nobody has read where it is found.
pub(super) fn leave_out_the_picture(known: &mut Suggestion) {
    if known.reason.expert == Expert::Patterns {
        known.words = None;
    }
}

/// Returns whether the board or a reader has proved what a reason says, or it says no more than what is usual.
pub(super) fn is_proved(known: &Suggestion) -> bool {
    let Reason {
        expert,
        claim,
        stands,
        makes,
        ..
    } = known.reason;
    let is_read = matches!(
        expert,
        Expert::Capture | Expert::Rescue | Expert::Ko | Expert::Joseki | Expert::Fuseki
    );
    is_read || claim.is_some() || !stands.is_empty() || makes.is_some()
}

/// Returns whether a reason names a shape, a direction or a usual move, and not what is reached by it.
pub(super) fn names_a_shape(known: &Suggestion) -> bool {
    matches!(
        known.reason.expert,
        Expert::Contact
            | Expert::Answers
            | Expert::Center
            | Expert::Joseki
            | Expert::Endgame
            | Expert::Running
            | Expert::Surrounding
    ) || is_bare(known)
        || known.reason.name.starts_with("PATTERN_SHAPE")
        || known.reason.name.starts_with("PATTERN_CONTACT")
        || known.reason.name == "PEEP"
}

/// Returns whether a reason says that a ko decides.
pub(super) fn is_of_ko(known: &Suggestion) -> bool {
    let name = known.reason.name;
    ["BY_KO", "HARD_KO", "KO_FOR_GROUP"]
        .into_iter()
        .any(|part| name.contains(part))
}

/// Returns whether a reason says no more than that stones are in atari.
pub(super) fn is_of_atari(known: &Suggestion) -> bool {
    known.reason.name.starts_with("ATARI") || known.reason.name == "ENDGAME_ATARI"
}

/// Returns whether a reason speaks of stones that are taken or saved.
pub(super) const fn is_of_captures(known: &Suggestion) -> bool {
    matches!(known.reason.expert, Expert::Capture | Expert::Rescue)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experts::group_ref::GroupRef;
    use crate::experts::weights::all_reasons;
    use sgmp_board::rules::{Color, Move, Point};

    fn known(id: &str, stone: &str) -> Suggestion {
        let reasons = all_reasons();
        let reason = *reasons.iter().find(|reason| reason.id() == id).unwrap();
        let group = GroupRef {
            stone: Point::parse(stone).unwrap(),
            color: Color::White,
            stones: 5,
        };
        Suggestion {
            group: Some(group),
            ..Suggestion::new(Move::Play(Point::parse("K10").unwrap()), reason)
        }
    }

    fn order(reasons: &[(&str, &str)]) -> Vec<String> {
        let all = reasons.iter().map(|(id, stone)| known(id, stone));
        let told = told(all.collect(), true);
        told.iter().map(|known| known.reason.id()).collect()
    }

    #[test]
    fn a_purpose_is_told_before_a_shape_and_a_habit_only_alone() {
        let told = order(&[
            ("habit-likely", "C3"),
            ("block-push", "C3"),
            ("cut-jump", "C3"),
        ]);
        assert_eq!(told, ["cut-jump", "block-push"]);
        assert_eq!(order(&[("habit-likely", "C3")]), ["habit-likely"]);
    }

    #[test]
    fn the_words_of_a_pattern_are_left_out_and_those_of_the_book_are_not() {
        let with_words = |id| {
            let mut told = Suggestion {
                words: Some("Bend up beside the stone below."),
                ..known(id, "C3")
            };
            leave_out_the_picture(&mut told);
            told.words
        };
        assert_eq!(with_words("pattern-cut-vital"), None);
        assert!(with_words("book-move").is_some());
        assert!(is_bare(&known("pattern-base-big", "C3")));
    }

    #[test]
    fn a_reason_is_proved_by_its_claim_or_its_shape() {
        for (id, proved) in [
            ("mend-jump", true),
            ("hane", true),
            ("kill-by-room", true),
            ("stretch", false),
            ("run-into-open", false),
        ] {
            assert_eq!(is_proved(&known(id, "C3")), proved, "{id}");
        }
    }

    #[test]
    fn a_point_that_is_nobodys_is_not_praised() {
        let told = order(&[("edge-descend", "C3"), ("fill-neutral", "C3")]);
        assert_eq!(told, ["fill-neutral"]);
    }

    #[test]
    fn a_point_that_much_hangs_on_is_not_called_nobodys() {
        let both = || vec![known("edge-descend", "C3"), known("fill-neutral", "C3")];
        let ids = |reasons: Vec<Suggestion>| -> Vec<String> {
            reasons.iter().map(|known| known.reason.id()).collect()
        };
        assert_eq!(ids(told(both(), false)), ["edge-descend"]);
        assert_eq!(ids(told(both(), true)), ["fill-neutral"]);
    }

    #[test]
    fn nothing_is_told_twice_in_other_words() {
        let told = order(&[
            ("live-by-joining", "N8"),
            ("join-weak-to-living", "N8"),
            ("answer-attachment-with-hane", "C3"),
            ("counter-hane", "D4"),
        ]);
        assert_eq!(told, ["live-by-joining", "answer-attachment-with-hane"]);
        let others = order(&[("live-by-joining", "N8"), ("join-weak-to-living", "A1")]);
        assert_eq!(others.len(), 2);
    }
}

//! Every reason with its numbers and its sentence: the only place where reasons are weighed.
//!
//! A line says: the name, a first guess in points and what is added to it for each stone or point
//! that the suggestion is about, the bonus, the aim, and the sentence. In a sentence `{move}`,
//! `{group}` and `{size}` are filled in.

mod aims;
mod book_weights;
mod connect_cut_weights;
mod contact_weights;
mod endgame_weights;
mod life_weights;
mod opening_weights;
mod string_weights;
pub(super) mod worth;

use super::reason::Reason;

pub(in crate::experts) use book_weights::*;
pub(in crate::experts) use connect_cut_weights::*;
pub(in crate::experts) use contact_weights::*;
pub(in crate::experts) use endgame_weights::*;
pub(in crate::experts) use life_weights::*;
pub(in crate::experts) use opening_weights::*;
pub(in crate::experts) use string_weights::*;

/// Every reason there is.
///
/// # Examples
///
/// ```
/// use sgmp_knowledge::experts::all_reasons;
///
/// let reasons = all_reasons();
/// let ladder = reasons.iter().find(|reason| reason.id() == "ladder-one-stone");
/// assert_eq!(
///     ladder.expect("a reason").template(),
///     "{move} catches {group} in a ladder."
/// );
/// ```
#[must_use]
pub fn all_reasons() -> Vec<&'static Reason> {
    let lists = [
        FUSEKI,
        SIDES,
        CENTER,
        INVASION,
        JOSEKI,
        PATTERNS,
        HABIT,
        SAVING,
        RUNNING,
        KILLING,
        SURROUNDING,
        RACES,
        CAPTURE,
        RESCUE,
        CONNECTING,
        CUTTING,
        CONTACT,
        ANSWERS,
        KO,
        ENDGAME,
        SAFETY,
        DESPERATION,
        FINISH,
    ];
    lists.into_iter().flatten().copied().collect()
}

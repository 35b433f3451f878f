//! The judge's word on a move, as a person reads it.

use std::fmt::{self, Formatter};

use super::judged_play::{Flaw, GoodMove, JudgedPlay, RefutedMove};
use super::play_facts::PlayFact;
use super::rooms::RoomChange;
use super::swings::Swing;
use super::told_reasons::{
    is_bare, is_of_atari, is_of_captures, is_of_ko, is_proved, names_a_shape,
};
use crate::experts::group_ref::GroupRef;
use crate::experts::group_words::{ahead, points};
use crate::experts::select::RejectedMove;
use crate::experts::suggestion::Suggestion;
use sgmp_board::rules::{Color, Move};

/// Most reasons in the text.
const MAX_REASONS: usize = 3;
/// Most reasons for the better move.
const MAX_BETTER: usize = 2;

/// The chance to win from which on a game is as good as won.
const DECIDED: f32 = 0.9;

/// The sentence for a move that the judge likes and nobody explains.
pub(super) const UNEXPLAINED: &str = "The search likes this move; no rule of ours explains it.";

/// The same for a pass.
pub(super) const UNEXPLAINED_PASS: &str = "The search finds no move that gains anything.";

impl JudgedPlay {
    /// Lines, each with its beginning: why the move is good, or what would be better and why.
    pub(super) fn write_reasons(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if self.is_good {
            let told = sentences(&self.swings, self.fact.as_ref(), &self.reasons);
            return match told.as_slice() {
                [] if self.left.is_some() => self.write_left(f),
                [] if self.gain < 1.0 && self.played.mv != Move::Pass => {
                    write!(f, "\n{} gains nothing to speak of.", self.played.mv)
                }
                [] => write!(f, "\n{}", unexplained(self.played.mv)),
                told => write_all(f, "Why", told.iter().take(MAX_REASONS)),
            };
        }
        if let Some(idea) = &self.idea {
            write!(f, "\nPlayed because: {}", idea.sentence())?;
            write!(f, "\nThe search disagrees. {}", self.verdict())?;
        } else {
            write!(f, "\n{}", self.verdict())?;
        }
        match (&self.fault, &self.flaw) {
            (Some(fault), _) => write!(f, "\n{fault}")?,
            (None, Some(flaw)) => write_flaw(f, flaw, self.idea.is_some())?,
            (None, None) => self.write_settled(f)?,
        }
        let best = self.best.mv;
        let known = self.others.iter().find(|known| known.judged.mv == best);
        let told = known.map_or_else(Vec::new, |known| known.sentences());
        match told.as_slice() {
            [] if best == Move::Pass => Ok(()),
            [] => write!(
                f,
                "\nWhy {best}: the search likes it; no rule of ours explains it."
            ),
            told => write_all(f, &format!("Why {best}"), told.iter().take(MAX_BETTER)),
        }
    }

    /// That the point is owned already.
    fn write_settled(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.settled {
            Some(owner) if self.loss >= 1.0 => write!(
                f,
                "\n{} is {owner}'s already: a stone there changes little.",
                self.played.mv
            ),
            _ => Ok(()),
        }
    }

    /// The moves that are left on the board beside a pass.
    fn write_left(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Some(left) = self.left else {
            return Ok(());
        };
        let gain = points(left.lead - self.played.lead);
        write!(f, "\nLittle is left: {} would gain about {gain}", left.mv)?;
        match self.played.win {
            win if win >= DECIDED => f.write_str(", and the game is won without it."),
            win if win <= 1.0 - DECIDED => f.write_str(", and the game is lost with it, too."),
            _ => f.write_str("."),
        }
    }

    /// The cost of the move, and the better one.
    fn verdict(&self) -> String {
        let better = match self.best.mv {
            Move::Pass => "a pass was better".to_owned(),
            best => format!("{best} was better"),
        };
        if self.is_wasted() {
            let (gained, worth) = (self.best.mv, points(self.loss));
            return format!("This move gains nothing: {gained} was worth about {worth}.");
        }
        match self.loss.round() {
            0.0 => format!("This move risks the game for less than a point: {better}."),
            1.0 => format!("This move loses about 1 point, and the game may turn on it: {better}."),
            loss => format!("This move loses about {}: {better}.", points(loss)),
        }
    }

    /// The score in a sentence or two.
    pub(super) fn score_text(&self, color: Color) -> String {
        let (best, played) = (&self.best, &self.played);
        let after = ahead(played.lead, color);
        if self.is_good {
            let gain = match self.gain.round() {
                _ if played.mv == Move::Pass => String::new(),
                gain if gain >= 1.0 => format!(" Against a pass it gains about {}.", points(gain)),
                0.0 => " A pass would be about as good.".to_owned(),
                loss => format!(" A pass would be about {} better.", points(-loss)),
            };
            return format!(
                "{after} after the move; Black's chance to win is {}.{gain}",
                percent(blacks(played.win, color))
            );
        }
        let before = ahead(best.lead, color);
        let [was, is] = [best, played].map(|judged| blacks(judged.win, color));
        let (from, to) = (percent(was), percent(is));
        let chance = if from == to {
            format!("Black's chance to win stays at {to}")
        } else if was < is {
            format!("Black's chance to win rises from {from} to {to}")
        } else {
            format!("Black's chance to win falls from {from} to {to}")
        };
        format!(
            "{before} with {}, {after} with {}; {chance}.",
            best.mv, played.mv
        )
    }

    /// The other good moves but the one that is explained already, a line each.
    pub(super) fn write_others(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let told = (!self.is_good).then_some(self.best.mv);
        // Beside a pass that is right nothing gains a point.
        let is_over = self.is_good && self.played.mv == Move::Pass && self.left.is_none();
        let others = self
            .others
            .iter()
            .filter(|_| !is_over)
            .filter(|known| Some(known.judged.mv) != told)
            .filter(|known| known.is_explained() || self.is_better(known));
        for (place, known) in others.enumerate() {
            if place == 0 {
                f.write_str("\nOther good moves:")?;
            }
            match known.strong_reason() {
                Some(reason) => write!(f, "\n  {}: {reason}", self.compared(known))?,
                None => write!(f, "\n  {}.", self.compared(known))?,
            }
        }
        for (place, known) in self.refuted.iter().enumerate() {
            if place == 0 {
                f.write_str("\nWhat came to mind and is not good:")?;
            }
            write!(f, "\n  {known}")?;
        }
        Ok(())
    }

    /// Returns whether the search sees no difference: among good moves it is not sure of a point.
    fn is_as_good(&self, other: &GoodMove) -> bool {
        let sure_from = if self.played.mv == Move::Pass {
            3.0
        } else {
            2.5
        };
        (other.judged.lead - self.played.lead).abs() < sure_from
    }

    /// Returns whether the search sees another move to be better for sure.
    fn is_better(&self, other: &GoodMove) -> bool {
        other.judged.lead > self.played.lead && !self.is_as_good(other)
    }

    /// Another move, compared with the one that was made.
    fn compared(&self, other: &GoodMove) -> String {
        let how = match other.judged.lead - self.played.lead {
            _ if self.is_as_good(other) => "about as good".to_owned(),
            more if more > 0.0 => format!("about {} better", points(more)),
            less => format!("about {} less", points(less)),
        };
        format!("{} ({how})", other.judged.mv)
    }
}

impl GoodMove {
    /// Returns whether anything is known that speaks for it.
    fn is_explained(&self) -> bool {
        let is_known = self.reasons.iter().any(|known| !is_bare(known));
        let is_fact = self.fact.is_some_and(|fact| !fact.counts_liberties());
        is_fact || is_known || !self.swings.is_empty()
    }

    /// All that speaks for it.
    fn sentences(&self) -> Vec<String> {
        sentences(&self.swings, self.fact.as_ref(), &self.reasons)
    }

    /// The first reason, where it tells what the move does for stones or which open room it wins: no more is said of a move
    /// beside others, which is looked at for a shorter time.
    fn strong_reason(&self) -> Option<String> {
        let is_strong = |swing: &Swing| match swing {
            Swing::Room(room) => room.change == RoomChange::Won,
            swing => !swing.is_of_safe_stones() && !swing.is_bare(),
        };
        let is_telling = |known: &Suggestion| !names_a_shape(known) && is_proved(known);
        let is_known = self.swings.iter().any(is_strong)
            || self.fact.is_some_and(|fact| fact.weighs())
            || self.reasons.first().is_some_and(is_telling);
        self.weightiest().filter(|_| is_known)
    }

    /// The weightiest of it; `None` where nothing is known.
    #[must_use]
    pub fn weightiest(&self) -> Option<String> {
        self.sentences().into_iter().next()
    }

    /// The weightiest reason, or that there is none.
    #[must_use]
    pub fn sentence(&self) -> String {
        self.weightiest()
            .unwrap_or_else(|| unexplained(self.judged.mv).to_owned())
    }
}

impl fmt::Display for RefutedMove {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let RejectedMove { mv, rejection, .. } = &self.rejected;
        match points(self.loss) {
            loss if self.is_agreed && self.rejected.is_seen_on_the_board() => {
                write!(f, "{mv}, but {rejection}; it loses about {loss}.")
            }
            loss => write!(f, "{mv} loses about {loss}."),
        }
    }
}

/// The sentence for a good move without a reason.
pub(super) const fn unexplained(mv: Move) -> &'static str {
    match mv {
        Move::Pass => UNEXPLAINED_PASS,
        Move::Play(_) => UNEXPLAINED,
    }
}

/// The sentences for a move: stones that it saves or kills, a string in atari, other stones that it changes, stones that it takes or saves, what it
/// cuts, joins or threatens, the room that it brings, a lighter fact of the board, and then the experts' other reasons.
pub(super) fn sentences(
    swings: &[Swing],
    fact: Option<&PlayFact>,
    reasons: &[Suggestion],
) -> Vec<String> {
    let mut told: Vec<String> = Vec::new();
    let is_stones = |swing: &&Swing| swing.is_of_stones();
    let (atari, fact) = match fact {
        Some(PlayFact::Atari(_, group)) => (fact.filter(|_| !is_told(swings, group)), None),
        other => (None, other),
    };
    // Stones on which a ko decides are not told as saved or killed.
    let of_ko = || reasons.iter().filter(|known| is_of_ko(known));
    let hangs_on_ko = |swing: &&Swing| match swing {
        Swing::Stones(turned) => of_ko().any(|known| {
            let group = known.group.map(|group| group.stone);
            group.is_some_and(|stone| turned.stones.contains(stone))
        }),
        _ => false,
    };
    let (decided, others): (Vec<&Swing>, Vec<&Swing>) = swings
        .iter()
        .filter(is_stones)
        .filter(|swing| !hangs_on_ko(swing))
        .partition(|swing| swing.is_decided());
    told.extend(decided.iter().map(ToString::to_string));
    told.extend(atari.map(ToString::to_string));
    told.extend(others.iter().map(ToString::to_string));
    let (captures, other) = match fact {
        Some(fact) if fact.is_of_captures() => (Some(fact), None),
        other => (None, other),
    };
    let is_taken = swings
        .iter()
        .any(|swing| matches!(swing, Swing::Stones(turned) if turned.is_taken));
    let is_saved = |fact: &&PlayFact| match fact {
        PlayFact::LeavesAtari(_, own) => is_told(swings, own),
        _ => false,
    };
    let captures = captures.filter(|fact| !is_taken && !is_saved(fact));
    told.extend(captures.map(ToString::to_string));
    let (first, rest): (Vec<&Suggestion>, Vec<&Suggestion>) =
        reasons.iter().partition(|known| is_of_captures(known));
    told.extend(first.iter().map(|known| known.sentence()));
    // What is cut, joined or threatened is why the room changes hands.
    let (weighty, light) = match other {
        Some(fact) if fact.weighs() => (Some(fact), None),
        other => (None, other.filter(|_| swings.iter().all(Swing::is_bare))),
    };
    told.extend(weighty.map(ToString::to_string));
    let room = swings.iter().filter(|swing| !is_stones(swing));
    told.extend(room.map(ToString::to_string));
    told.extend(light.map(ToString::to_string));
    let rest = rest
        .iter()
        .filter(|known| atari.is_none() || !is_of_atari(known));
    told.extend(rest.map(|known| known.sentence()));
    told
}

/// Returns whether it is said that stones are caught.
fn is_told(swings: &[Swing], group: &GroupRef) -> bool {
    let is_of = |swing: &Swing| match swing {
        Swing::Stones(turned) => turned.is_decided() && turned.stones.contains(group.stone),
        _ => false,
    };
    swings.iter().any(is_of)
}

/// Black's chance to win, of that of a color: sentences tell no other, so that numbers beside each other are of one side.
pub(super) fn blacks(chance: f32, color: Color) -> f32 {
    match color {
        Color::Black => chance,
        Color::White => 1.0 - chance,
    }
}

/// A chance in whole percent; nothing is quite certain.
pub(super) fn percent(chance: f32) -> String {
    format!("{:.0} %", (100.0 * chance).round().clamp(1.0, 99.0))
}

/// The first reason behind a head, the others behind "Also".
fn write_all<'a>(
    f: &mut Formatter<'_>,
    head: &str,
    told: impl Iterator<Item = &'a String>,
) -> fmt::Result {
    for (number, sentence) in told.enumerate() {
        let head = if number == 0 { head } else { "Also" };
        write!(f, "\n{head}: {sentence}")?;
    }
    Ok(())
}

/// The idea of a move that the board refutes, and how.
fn write_flaw(f: &mut Formatter<'_>, flaw: &Flaw, is_told: bool) -> fmt::Result {
    if let Some(idea) = flaw.idea.as_ref().filter(|_| !is_told) {
        write!(f, "\nThe idea seems to be: {}", idea.sentence())?;
    }
    write!(
        f,
        "\nTried on the board it does not hold: {}.",
        flaw.rejection
    )
}

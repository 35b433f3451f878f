//! Up to three moves with their reasons.

use std::fmt;

use super::judged_play::{GoodMove, good_moves};
use super::judged_text::{blacks, percent, sentences, unexplained};
use super::judgment::{JudgedMove, Judgment, MoveJudge};
use super::named_move::{always_asked, named, sees_nothing};
use super::play_facts::PlayFact;
use super::swings::Swing;
use crate::experts::group_words::{ahead, points};
use crate::experts::select::{MoveSelector, Selection, Skill};
use crate::experts::suggestion::Suggestion;
use sgmp_board::rng::Rng;
use sgmp_board::rules::{Color, Game, Move};

const MAX_MOVES: usize = 3;
/// Most reasons in the text of each.
const MAX_REASONS: usize = 2;

/// A move to think of.
#[derive(Clone, Debug, PartialEq)]
pub struct Hint {
    /// The move, for the side to move.
    pub mv: Move,
    /// Points that it gains against a pass.
    pub gain: f32,
    /// The reasons, the weightiest first; none where a judge likes the move and no expert explains it.
    pub reasons: Vec<Suggestion>,
    /// A fact of the board that speaks for it, where a judge likes the move and the experts know no reason that tells
    /// more.
    pub fact: Option<PlayFact>,
    /// The gain of it against a pass, as a judge expects it.
    pub swings: Vec<Swing>,
    /// The judge's view of it; `None` without a judge.
    pub judged: Option<JudgedMove>,
}

/// Hints for the next move.
///
/// # Examples
///
/// ```
/// use sgmp_knowledge::experts::{Hints, MoveSelector, Skill};
/// use sgmp_board::rules::{BoardSize, Color, Game, Komi};
///
/// let game = Game::new(BoardSize::NINETEEN, Komi::default());
/// let mut selector = MoveSelector::new();
/// let hints = Hints::for_position(&mut selector, &game, Color::Black, Skill::for_level(1));
/// assert!(hints.to_string().starts_with("1. "));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Hints {
    /// The side to move.
    pub color: Color,
    /// The moves, the best first; at least one, if only a pass.
    pub moves: Vec<Hint>,
}

impl Hints {
    /// Finds hints for `color`. `skill` bounds the work; there is no chance in it.
    #[must_use]
    pub fn for_position(
        selector: &mut MoveSelector,
        game: &Game,
        color: Color,
        skill: Skill,
    ) -> Self {
        let skill = Skill {
            noise: 0.0,
            ..skill
        };
        let selection = selector.choose(game, color, skill, &mut Rng::from_seed(0));
        Self::by_experts(selection)
    }

    /// The same with a judge, if there is one and it knows such positions: the moves are its own.
    #[must_use]
    pub(super) fn judged(
        selector: &mut MoveSelector,
        judge: Option<&mut (dyn MoveJudge + 'static)>,
        game: &Game,
        color: Color,
        skill: Skill,
    ) -> Self {
        let skill = Skill {
            noise: 0.0,
            ..skill
        };
        let selection = selector.choose(game, color, skill, &mut Rng::from_seed(0));
        let sees_nothing = sees_nothing(&selection);
        let asked: Vec<Move> = always_asked(&selection.considered, sees_nothing).collect();
        let Some(judgment) = judge.and_then(|judge| judge.judge(game, color, &asked)) else {
            return Self::by_experts(selection);
        };
        let analysis = selector.analysis(game, color, skill);
        let good = good_moves(&judgment, &analysis, selector, game, (color, None), skill);
        let mut moves: Vec<Hint> = good
            .into_iter()
            .map(|good| Hint::liked(&judgment, good))
            .collect();
        let named = named(&judgment, sees_nothing);
        if sees_nothing && named.mv == Move::Pass {
            put_pass_first(&mut moves, named, selection.reasons);
        }
        Self { color, moves }
    }

    /// The experts' own choice.
    fn by_experts(selection: Selection) -> Self {
        let color = selection.color;
        let considered = selection.considered.into_iter();
        let mut moves: Vec<Hint> = considered
            .take(MAX_MOVES)
            .map(|known| Hint {
                mv: known.mv,
                gain: known.gain,
                reasons: known.reasons,
                fact: None,
                swings: Vec::new(),
                judged: None,
            })
            .collect();
        if moves.is_empty() {
            moves.push(Hint {
                mv: selection.mv,
                gain: 0.0,
                reasons: selection.reasons,
                fact: None,
                swings: Vec::new(),
                judged: None,
            });
        }
        Self { color, moves }
    }
}

impl Hint {
    /// A move that the judge likes.
    fn liked(judgment: &Judgment, good: GoodMove) -> Self {
        Self {
            mv: good.judged.mv,
            gain: judgment.gain(&good.judged),
            reasons: good.reasons,
            fact: good.fact,
            swings: good.swings,
            judged: Some(good.judged),
        }
    }

    /// The move with these words on what it is worth, and the reasons for it.
    fn with_worth(&self, worth: &str) -> String {
        let told = sentences(&self.swings, self.fact.as_ref(), &self.reasons);
        let first = told.iter().take(MAX_REASONS).map(String::as_str);
        let words = match told.as_slice() {
            [] => unexplained(self.mv).to_owned(),
            _ => first.collect::<Vec<_>>().join(" "),
        };
        format!("{}{worth}: {words}", self.mv)
    }
}

/// Puts a pass before all other moves.
fn put_pass_first(moves: &mut Vec<Hint>, judged: JudgedMove, reasons: Vec<Suggestion>) {
    moves.retain(|hint| hint.mv != Move::Pass);
    moves.truncate(MAX_MOVES - 1);
    let hint = Hint {
        mv: Move::Pass,
        gain: 0.0,
        reasons,
        fact: None,
        swings: Vec::new(),
        judged: Some(judged),
    };
    moves.insert(0, hint);
}

impl fmt::Display for Hint {
    /// The move, what it gains and why, on one line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let worth = match self.gain {
            gain if gain >= 1.0 => format!(" (about {} more than a pass)", points(gain)),
            _ => String::new(),
        };
        f.write_str(&self.with_worth(&worth))
    }
}

impl Hints {
    /// A sentence or two for each move, the best first.
    #[must_use]
    pub fn lines(&self) -> Vec<String> {
        let best = self.moves.first().and_then(|hint| hint.judged);
        let line = |(place, hint): (usize, &Hint)| match (best, hint.judged) {
            (Some(best), Some(judged)) if place > 0 => {
                hint.with_worth(&compared(best.lead - judged.lead))
            }
            _ => hint.to_string(),
        };
        self.moves.iter().enumerate().map(line).collect()
    }

    /// The moves for a learner, the best first: a point and one sentence each, and below them what the best comes to.
    #[must_use]
    pub fn in_short(&self) -> String {
        let told = |hint: &Hint| {
            let told = sentences(&hint.swings, hint.fact.as_ref(), &hint.reasons);
            let first = told.into_iter().next();
            first.unwrap_or_else(|| unexplained(hint.mv).to_owned())
        };
        let numbered = (1..).zip(&self.moves);
        let lines = numbered.map(|(number, hint): (usize, &Hint)| {
            let (mv, told) = (hint.mv, told(hint));
            match told.starts_with(&format!("{mv} ")) {
                true => format!("{number}. {told}"),
                false => format!("{number}. {mv}: {told}"),
            }
        });
        let lines: Vec<String> = lines.chain(self.outlook()).collect();
        lines.join("\n")
    }

    /// The score and the chance with the best move; `None` without a judge.
    #[must_use]
    pub fn outlook(&self) -> Option<String> {
        let best = self.moves.first()?.judged?;
        let color = self.color;
        Some(format!(
            "With {}: {}; Black's chance to win is {}.",
            best.mv,
            ahead(best.lead, color),
            percent(blacks(best.win, color))
        ))
    }
}

impl fmt::Display for Hints {
    /// A line for each, numbered; with a judge one more for the score.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let numbered = (1..).zip(self.lines());
        let lines = numbered.map(|(number, line): (usize, String)| format!("{number}. {line}"));
        let lines: Vec<String> = lines.chain(self.outlook()).collect();
        f.write_str(&lines.join("\n"))
    }
}

/// Points that a move loses against the first, in brackets.
fn compared(loss: f32) -> String {
    match loss.round() {
        loss if loss >= 1.0 => format!(" (about {} less)", points(loss)),
        _ => " (as good)".to_owned(),
    }
}

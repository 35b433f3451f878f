//! "Why not?" of a move that was tried in a problem.

use super::problem_course::ProblemCourse;
use super::study_wish::StudyAnswer;
use super::told_answers::Told;
use sgmp_advice::review::{AdviceDesk, Critic};
use sgmp_board::rules::{Board, Color, Game, Move};

/// Refutations that are told of a move.
const MAX_TOLD: usize = 2;

/// A move of a problem with the board before it.
#[derive(Clone, Debug)]
pub struct TriedMove {
    /// The board before it.
    pub board: Board,
    /// The move.
    pub mv: Move,
}

impl ProblemCourse {
    /// The case against a move that was tried, and the line that shows it: the desk's where a better move on the whole board
    /// is asked for, the reader's elsewhere. `before` is what was said of the move.
    pub fn why_not(
        &mut self,
        desk: &mut AdviceDesk,
        tried: Option<&TriedMove>,
        before: &[Told],
    ) -> StudyAnswer {
        let Some(tried) = tried else {
            return StudyAnswer::telling(vec![Told::warning("Try a move first.")]);
        };
        match self.session().problem().as_game() {
            Some(game) => self.case_of_desk(desk, &game, tried.mv),
            None => case_of_reader(tried, self.session().problem().to_move(), before),
        }
    }

    /// The desk's case names the better move, so it counts as a hint.
    fn case_of_desk(&mut self, desk: &mut AdviceDesk, game: &Game, mv: Move) -> StudyAnswer {
        let Ok(Some(case)) = desk.why_not(game, game.to_move(), mv) else {
            let words = format!("Nothing is known of {mv}.");
            return StudyAnswer::telling(vec![Told::plain(words)]);
        };
        let case = case.with_right_move(self.tell_right_move());
        let words = case.answer().to_string();
        let line = case.line().iter().copied();
        StudyAnswer {
            refuted: std::iter::once(mv).chain(line).collect(),
            ..StudyAnswer::telling(words.lines().map(Told::plain).collect())
        }
    }
}

/// The reader's case never names the answer.
fn case_of_reader(tried: &TriedMove, color: Color, before: &[Told]) -> StudyAnswer {
    let TriedMove { board, mv } = tried;
    let mut after = board.clone();
    if after.play(color, *mv).is_err() {
        return StudyAnswer::telling(Vec::new());
    }
    let refutations = Critic::new(None).refutations(board, &after, color, *mv);
    let mut told: Vec<Told> = Vec::new();
    if refutations.is_empty() {
        let words = format!("The reader finds nothing that speaks against {mv}.");
        told.push(Told::plain(words));
    }
    let mut said: Vec<String> = Vec::new();
    for refutation in refutations.iter().take(MAX_TOLD) {
        let sentence = refutation.sentence();
        let is_known = before.iter().any(|known| known.text.ends_with(&sentence));
        if is_known || said.contains(&sentence) {
            continue;
        }
        told.push(Told::warning(sentence.clone()));
        said.push(sentence);
        if refutation.line.len() > 1 {
            let line = format!("Played out: {}.", refutation.line_in_words());
            told.push(Told::plain(line));
        }
    }
    if told.is_empty() {
        told.push(Told::plain("Nothing more speaks against it than was said."));
    }
    let line = refutations.first().map(|first| first.line.iter().copied());
    StudyAnswer {
        refuted: line.map_or_else(Vec::new, |line| std::iter::once(*mv).chain(line).collect()),
        ..StudyAnswer::telling(told)
    }
}

//! Wishes at a board that is studied. A typed line, a key and a request of a page make the same ones, and they are
//! carried out here.

use super::{
    GuessGame, JosekiTutor, ProblemCourse, Told, Verdict, told_of_guess, told_of_problem,
    told_region, told_solution,
};
use sgmp_board::rules::{Move, Point};

/// Something that a learner wishes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StudyWish {
    /// A move; where the corner of the joseki is left alone, a pass.
    Move(Move),
    /// The part of the board, or what is good here.
    Hint,
    /// The answer to the question, shown.
    Show,
    /// The next problem or position.
    Next,
    /// This one from its beginning.
    Restart,
    /// The latest move back.
    Back,
    /// Questions on, or off.
    Quiz,
    /// The case against the latest move, which a desk of advice makes.
    WhyNot,
}

/// The answer to a wish that was carried out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StudyAnswer {
    /// Sentences to be told, in order.
    pub told: Vec<Told>,
    /// The line that refutes a move, the move first.
    pub refuted: Vec<Move>,
    /// True if an answer was given that counts: the learner's files have to hear of it.
    pub is_noted: bool,
    /// False once nothing more is asked.
    pub goes_on: bool,
}

impl StudyAnswer {
    pub(super) fn telling(told: Vec<Told>) -> Self {
        Self {
            told,
            refuted: Vec::new(),
            is_noted: false,
            goes_on: true,
        }
    }
}

/// The reason why a wish is not carried out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StudyRefusal {
    /// The study knows no such wish.
    #[error("there is nothing of this name")]
    Unknown,
    /// A pass where a point is asked for.
    #[error("a point is asked for here, not a pass")]
    NoPoint,
}

/// The point of a move.
const fn point_of(mv: Move) -> Result<Point, StudyRefusal> {
    match mv {
        Move::Play(point) => Ok(point),
        Move::Pass => Err(StudyRefusal::NoPoint),
    }
}

impl ProblemCourse {
    /// Carries a learner's wish out.
    ///
    /// # Errors
    /// The reason why not; nothing has changed then.
    pub fn grant(&mut self, wish: StudyWish) -> Result<StudyAnswer, StudyRefusal> {
        let was_noted = self.days_until_again().is_some();
        let mut answer = StudyAnswer::telling(Vec::new());
        match wish {
            StudyWish::Move(mv) => {
                let verdict = self.play(point_of(mv)?);
                if let Verdict::Wrong { line, .. } = &verdict {
                    answer.refuted = std::iter::once(mv).chain(line.iter().copied()).collect();
                }
                answer.told = told_of_problem(self, verdict);
            }
            StudyWish::Hint => answer.told.push(Told::plain(told_region(self.hint()))),
            StudyWish::Show => {
                let shown = self.show();
                answer.refuted = shown.into_iter().collect();
                answer.told.push(Told::plain(told_solution(shown)));
            }
            StudyWish::Restart => self.restart(),
            StudyWish::Next => {
                answer.goes_on = self.go_on();
                if !answer.goes_on {
                    let words = "That was the last problem for today.";
                    answer.told.push(Told::plain(words));
                }
                return Ok(answer);
            }
            StudyWish::Back | StudyWish::Quiz | StudyWish::WhyNot => {
                return Err(StudyRefusal::Unknown);
            }
        }
        answer.is_noted = !was_noted && self.days_until_again().is_some();
        Ok(answer)
    }
}

impl GuessGame {
    /// Carries a learner's wish out.
    ///
    /// # Errors
    /// The reason why not; nothing has changed then.
    pub fn grant(&mut self, wish: StudyWish) -> Result<StudyAnswer, StudyRefusal> {
        let told = match wish {
            StudyWish::Move(mv) => {
                let point = point_of(mv)?;
                told_of_guess(point, &self.guess(point))
            }
            StudyWish::Hint => vec![Told::plain(self.hint().map_or_else(
                || "No move is asked for.".to_owned(),
                |region| format!("Look {region}."),
            ))],
            StudyWish::Show => vec![Told::plain(self.show().map_or_else(
                || "The game has ended.".to_owned(),
                |mv| format!("The game went on with {mv}."),
            ))],
            StudyWish::Next
            | StudyWish::Restart
            | StudyWish::Back
            | StudyWish::Quiz
            | StudyWish::WhyNot => {
                return Err(StudyRefusal::Unknown);
            }
        };
        Ok(StudyAnswer {
            goes_on: self.asked().is_some(),
            ..StudyAnswer::telling(told)
        })
    }
}

impl JosekiTutor {
    /// Carries a learner's wish out.
    ///
    /// # Errors
    /// The reason why not; nothing has changed then.
    pub fn grant(&mut self, wish: StudyWish) -> Result<StudyAnswer, StudyRefusal> {
        let mut answer = StudyAnswer::telling(Vec::new());
        match wish {
            StudyWish::Move(mv) => (answer.told, answer.refuted) = self.answer_to(mv),
            StudyWish::Back if self.back() => {}
            StudyWish::Back => answer.told.push(Told::warning("This is the empty corner.")),
            StudyWish::Restart => self.restart(),
            StudyWish::Quiz => self.toggle_quiz(),
            StudyWish::Next if self.is_quiz() => self.begin_line(),
            StudyWish::Next | StudyWish::WhyNot => return Err(StudyRefusal::Unknown),
            StudyWish::Hint => answer.told.push(Told::plain(self.hint_in_words())),
            StudyWish::Show => answer.told.push(Told::plain(self.good_in_words())),
        }
        Ok(answer)
    }
}

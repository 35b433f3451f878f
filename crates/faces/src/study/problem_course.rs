//! A learner's way through problems: what comes next, what was answered.

use super::problem::Problem;
use super::problem_session::{ProblemSession, Verdict};
use super::study_log::{StudyLog, StudyResult};
use sgmp_board::rules::{Move, Point};

/// A learner's way through problems.
#[derive(Debug)]
pub struct ProblemCourse {
    problems: Vec<Problem>,
    /// Problems that are asked, in their order.
    order: Vec<usize>,
    at: usize,
    session: ProblemSession,
    log: StudyLog,
    today: i64,
    was_hinted: bool,
    was_shown: bool,
    /// Days until the problem comes again, once it was answered.
    noted: Option<u32>,
}

impl ProblemCourse {
    /// Begins with the problems that are due on a day, counted from 1 January 1970; all of them if `all`. `None`
    /// where nothing is to be done.
    #[must_use]
    pub fn new(problems: Vec<Problem>, log: StudyLog, today: i64, all: bool) -> Option<Self> {
        let order = match all {
            true => (0..problems.len()).collect(),
            false => log.order(problems.iter().map(|problem| problem.id.as_str()), today),
        };
        let first = problems.get(*order.first()?)?.clone();
        Some(Self {
            session: ProblemSession::new(first, today.unsigned_abs()),
            problems,
            order,
            at: 0,
            log,
            today,
            was_hinted: false,
            was_shown: false,
            noted: None,
        })
    }

    /// True if the answer to this problem was shown.
    #[must_use]
    pub const fn was_shown(&self) -> bool {
        self.was_shown
    }

    /// The problem that is asked now.
    #[must_use]
    pub const fn session(&self) -> &ProblemSession {
        &self.session
    }

    /// The number of the problem among those that are asked, from 1, and how many those are.
    #[must_use]
    pub const fn place(&self) -> (usize, usize) {
        (self.at + 1, self.order.len())
    }

    /// All answers so far, those of earlier days among them.
    #[must_use]
    pub const fn log(&self) -> &StudyLog {
        &self.log
    }

    /// Tries a move; a problem that is solved is noted.
    pub fn play(&mut self, point: Point) -> Verdict {
        let verdict = self.session.play(point);
        if self.session.is_solved() {
            self.note(!self.was_shown);
        }
        verdict
    }

    /// The part of the board where the next right move lies.
    pub fn hint(&mut self) -> Option<String> {
        self.was_hinted = true;
        self.session.hint()
    }

    /// The next right move, told among reasons: it counts as a hint.
    pub fn tell_right_move(&mut self) -> Option<Move> {
        self.was_hinted = true;
        self.session.right_move()
    }

    /// The next right move, shown; the problem counts as not known.
    pub fn show(&mut self) -> Option<Move> {
        self.was_shown = true;
        let mv = self.session.right_move();
        self.note(false);
        mv
    }

    /// The same problem from its beginning.
    pub fn restart(&mut self) {
        self.session.restart();
    }

    /// The days until the problem comes again, once it was answered.
    #[must_use]
    pub const fn days_until_again(&self) -> Option<u32> {
        self.noted
    }

    /// Turns to the next problem; false behind the last.
    pub fn go_on(&mut self) -> bool {
        let next = self.order.get(self.at + 1);
        let Some(problem) = next.and_then(|index| self.problems.get(*index)) else {
            return false;
        };
        self.session = ProblemSession::new(problem.clone(), self.today.unsigned_abs());
        self.at += 1;
        self.was_hinted = false;
        self.was_shown = false;
        self.noted = None;
        true
    }

    /// Notes the answer, once.
    fn note(&mut self, is_solved: bool) {
        if self.noted.is_some() || !self.session.has_answer() {
            return;
        }
        let result = StudyResult {
            wrong_tries: self.session.wrong_tries(),
            was_hinted: self.was_hinted,
            is_solved,
        };
        let id = &self.session.problem().id;
        self.noted = Some(self.log.note(id, result, self.today));
    }
}

#[cfg(test)]
mod tests {
    use super::super::problem_set::read_problems;
    use super::*;

    #[test]
    fn answers_are_noted_once_and_come_again() {
        let text =
            b"(;SZ[9]GN[one]AB[de][ed][ef]AW[ee]PL[B])(;SZ[9]GN[two]AB[de][ed][ef]AW[ee]PL[B])";
        let problems = read_problems(text, "file").unwrap();
        let at = |name| Point::parse(name).unwrap();
        let begin = |log, day| ProblemCourse::new(problems.clone(), log, day, false);
        let mut course = begin(StudyLog::default(), 100).unwrap();
        assert_eq!(course.place(), (1, 2));
        assert!(matches!(course.play(at("A1")), Verdict::Wrong { .. }));
        assert_eq!(course.hint().as_deref(), Some("in the center"));
        assert!(matches!(course.play(at("F5")), Verdict::Solved(_)));
        assert_eq!(
            course.days_until_again(),
            Some(1),
            "a wrong move and a hint"
        );
        assert!(course.go_on());
        assert!(matches!(course.play(at("F5")), Verdict::Solved(_)));
        assert!(!course.go_on());
        let log = course.log().clone();
        assert!(begin(log.clone(), 100).is_none(), "nothing is due today");
        assert_eq!(begin(log, 101).unwrap().place(), (1, 2));
    }
}

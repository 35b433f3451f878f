//! Answers to a learner in sentences, which every face shows.

use super::guess_game::{GuessGame, GuessResult};
use super::joseki_tutor::{BookMove, BookVerdict, JosekiTutor};
use super::problem_course::ProblemCourse;
use super::problem_session::Verdict;
use super::region::region;
use crate::tutorial::meaning;
use sgmp_board::rules::{Color, Move, Point};
use sgmp_knowledge::joseki::{Mark, Source};

/// A sentence that is told to the learner.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Told {
    /// The words, as whole sentences.
    pub text: String,
    /// True if it says that something is wrong.
    pub is_warning: bool,
}

impl Told {
    /// A sentence that says nothing bad.
    #[must_use]
    pub fn plain(text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            is_warning: false,
        }
    }

    /// A sentence that says what is wrong.
    #[must_use]
    pub fn warning(text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            is_warning: true,
        }
    }
}

/// "1 point", "2 points".
#[must_use]
pub fn counted(count: impl Into<i64>, word: &str) -> String {
    match count.into() {
        1 => format!("1 {word}"),
        count => format!("{count} {word}s"),
    }
}

/// The verdict on a move of a problem.
#[must_use]
pub fn told_of_problem(course: &ProblemCourse, verdict: Verdict) -> Vec<Told> {
    let other = !course.session().problem().to_move();
    match verdict {
        Verdict::Solved(words) => {
            let tries = match course.session().wrong_tries() {
                _ if course.was_shown() => {
                    "The answer was shown: it counts as not known yet.".to_owned()
                }
                0 => "Solved at the first try.".to_owned(),
                1 => "Solved after 1 wrong move.".to_owned(),
                tries => format!("Solved after {tries} wrong moves."),
            };
            let again = course.days_until_again().map_or_else(String::new, days);
            let mut told = vec![Told::plain(words), Told::plain(format!("{tries}{again}"))];
            let (number, count) = course.place();
            if number == count && count > 1 {
                told.push(Told::plain("That was the last problem."));
            }
            told
        }
        Verdict::GoOn { answer, words } => {
            let told = Told::plain(format!("Right so far. {other} answers {answer}."));
            std::iter::once(told)
                .chain(words.map(Told::plain))
                .collect()
        }
        Verdict::Wrong { reason, line } => {
            let mut told = vec![Told::warning(format!("No. {reason}"))];
            if line.len() > 1 {
                let line = line_in_words(other, &line);
                told.push(Told::plain(format!("Played out: {line}.")));
            }
            told.push(Told::plain("Try again, or ask for a hint."));
            told
        }
        Verdict::NotConsidered(words) => vec![Told::plain(words)],
    }
}

/// " It comes again in 3 days."
fn days(days: u32) -> String {
    match days {
        1 => " It comes again tomorrow.".to_owned(),
        days => format!(" It comes again in {days} days."),
    }
}

/// "White D4, Black E4".
fn line_in_words(first: Color, line: &[Move]) -> String {
    let mut color = !first;
    let words: Vec<String> = line
        .iter()
        .map(|mv| {
            color = !color;
            format!("{color} {mv}")
        })
        .collect();
    words.join(", ")
}

/// The hint to a problem, or to a move that is guessed.
#[must_use]
pub fn told_region(region: Option<String>) -> String {
    let told = region.map(|region| format!("Look {region}."));
    told.unwrap_or_else(|| "No hint is known here.".to_owned())
}

/// The right move of a problem, shown.
#[must_use]
pub fn told_solution(mv: Option<Move>) -> String {
    let told = mv.map(|mv| format!("{mv} is the move. Play it, and see what follows."));
    told.unwrap_or_else(|| "No answer is known here.".to_owned())
}

/// The result of a guess.
#[must_use]
pub fn told_of_guess(point: Point, result: &GuessResult) -> Vec<Told> {
    match result {
        GuessResult::Right { score } => {
            vec![Told::plain(format!(
                "Right: {point}. {}.",
                counted(*score, "point")
            ))]
        }
        GuessResult::Illegal(why) => vec![Told::warning(why.clone())],
        GuessResult::Other {
            score,
            likely,
            shown,
        } => {
            let mut told = vec![Told::warning(format!("Not {point}."))];
            if let Some((guess, game)) = likely {
                told.push(Told::plain(format!(
                    "The computer would play it with {guess:.0} %, the move of the game with {game:.0} %: worth {}.",
                    counted(*score, "point")
                )));
            }
            told.push(Told::plain(match shown {
                Some(mv) => format!("The game went on with {mv}."),
                None => "Guess again, or ask for a hint.".to_owned(),
            }));
            told
        }
    }
}

impl GuessGame {
    /// The question that is open.
    #[must_use]
    pub fn question(&self) -> String {
        match self.asked() {
            Some((number, color)) => format!("Move {number}: what does {color} play?"),
            None => "The game has ended.".to_owned(),
        }
    }

    /// The score so far.
    #[must_use]
    pub fn score_in_words(&self) -> String {
        let ((points, most), (right, asked)) = (self.score(), self.counts());
        format!("{points} of {most} points; {right} of {asked} moves guessed at once.")
    }
}

/// Words of the book's names that a beginner does not know.
const HARD_WORDS: [&str; 4] = ["hane", "heavy", "peep", "ladder"];

/// The book's verdict on a move; nothing of a normal one.
#[must_use]
pub fn told_of_book(mv: Move, verdict: &BookVerdict) -> Option<Told> {
    Some(match verdict {
        BookVerdict::Known {
            mark, refutation, ..
        } if mark.is_mistake() => {
            let line: Vec<String> = refutation.iter().map(Move::to_string).collect();
            Told::warning(format!(
                "{mv} is {}. The book punishes it: {}.",
                mark_in_words(*mark),
                line.join(" ")
            ))
        }
        BookVerdict::Known {
            mark: Mark::Normal, ..
        } => return None,
        BookVerdict::Known { mark, .. } => {
            Told::plain(format!("{mv} is {}.", mark_in_words(*mark)))
        }
        BookVerdict::Transposed(_) => {
            Told::plain("The book knows this position by another order of moves.")
        }
        BookVerdict::Unknown => Told::warning(format!(
            "{mv} is not among the book's moves here: it may be playable, but is not usual."
        )),
        BookVerdict::Illegal(why) => Told::warning(why.clone()),
    })
}

const fn mark_in_words(mark: Mark) -> &'static str {
    match mark {
        Mark::Urgent => "urgent: it has to be played now",
        Mark::Normal => "a good move",
        Mark::Conditional => "good if a ladder or the rest of the board allows it",
        Mark::FollowUp => "a move for later: the sequence is finished",
        Mark::Bad => "bad",
        Mark::Trick => "a trick: bad, though a usual answer falls for it",
    }
}

impl BookMove {
    /// The move's name on the board; a pass is one elsewhere.
    #[must_use]
    pub fn place(&self) -> String {
        match self.mv {
            Move::Pass => "elsewhere".to_owned(),
            Move::Play(point) => point.to_string(),
        }
    }

    /// The sign on the board: a question mark on a bad one, an exclamation mark on an urgent one, else a letter.
    #[must_use]
    pub fn sign(&self, letter: char) -> String {
        match self.mark {
            Mark::Bad => "?".to_owned(),
            Mark::Trick => "~".to_owned(),
            Mark::Urgent => "!".to_owned(),
            _ => letter.to_string(),
        }
    }

    /// "R14, urgent: Small knight's approach".
    #[must_use]
    pub fn in_words(&self) -> String {
        let mut text = self.place();
        if self.mark != Mark::Normal {
            text += &format!(", {}", self.mark);
        }
        if self.source == Source::Grown {
            text += ", found by a search";
        }
        if let Some(name) = &self.name {
            text += &format!(": {name}");
        }
        text
    }
}

impl JosekiTutor {
    /// The question that is open, or whose turn it is.
    #[must_use]
    pub fn question(&self) -> String {
        let color = self.to_move();
        if !self.is_quiz() {
            return format!("{color} to move.");
        }
        let question = match self.moves() {
            _ if self.good().is_empty() => "The line ends here; next begins another.".to_owned(),
            [] => format!("The corner is empty: what does {color} play?"),
            _ => format!("{}: what does {color} play?", self.walk_in_words()),
        };
        let told = self.words_explained().into_iter().chain([question]);
        told.collect::<Vec<_>>().join(" ")
    }

    /// The words that a question uses: at the first one, that of the whole; then those of the position's name.
    fn words_explained(&self) -> Vec<String> {
        let name = self.words().to_lowercase();
        let words = name.split(|letter: char| !letter.is_alphabetic());
        let first = (self.score().1 == 0).then_some("joseki");
        let told = first
            .into_iter()
            .chain(words.filter(|word| HARD_WORDS.contains(word)));
        told.filter_map(meaning).collect()
    }

    /// "Black Q16, White R14": the moves so far, for those who do not see the board.
    fn walk_in_words(&self) -> String {
        let colors = Color::BOTH.iter().cycle();
        let told = colors.zip(self.moves()).map(|(color, mv)| match mv {
            Move::Pass => format!("{color} elsewhere"),
            Move::Play(point) => format!("{color} {point}"),
        });
        told.collect::<Vec<_>>().join(", ")
    }

    /// The score of the questions.
    #[must_use]
    pub fn score_in_words(&self) -> String {
        let (right, asked) = self.score();
        format!("{right} of {asked} answers were right.")
    }

    /// The part of the board where a good move lies.
    #[must_use]
    pub fn hint_in_words(&self) -> String {
        let good = self.good();
        let Some(Move::Play(point)) = good.first() else {
            return "No move is asked for.".to_owned();
        };
        let mut beside = self.board().neighbors(*point);
        let how = match beside.any(|n| !self.board().is_empty(n)) {
            true => "in contact with a stone",
            false => "away from the stones",
        };
        format!("Look {}, {how}.", region(*point, self.board().size()))
    }

    /// The good moves, shown.
    #[must_use]
    pub fn good_in_words(&self) -> String {
        let good: Vec<String> = self.good().iter().map(Move::to_string).collect();
        match good.is_empty() {
            true => "The line ends here.".to_owned(),
            false => format!("The book plays {}.", good.join(" or ")),
        }
    }

    /// Returns whether a point lies in the quarter of the board that the book is about.
    fn is_in_corner(&self, point: Point) -> bool {
        let middle = self.board().size().lines() / 2;
        point.column() >= middle && point.row() >= middle
    }

    /// Plays a move of the walk, or answers the question; the tutor goes on after a right answer. Returns what is said,
    /// and the line that punishes a bad answer, the answer first.
    pub fn answer_to(&mut self, mv: Move) -> (Vec<Told>, Vec<Move>) {
        if let Move::Play(point) = mv
            && !self.is_in_corner(point)
            && !self.known().iter().any(|known| known.mv == mv)
        {
            let words = format!(
                "{point} is not in the upper right corner; a move elsewhere has a key of its own."
            );
            return (vec![Told::warning(words)], Vec::new());
        }
        if !self.is_quiz() {
            let verdict = self.play(mv);
            return (told_of_book(mv, &verdict).into_iter().collect(), Vec::new());
        }
        let (is_right, verdict) = self.try_answer(mv);
        if !is_right {
            let refuted = match &verdict {
                BookVerdict::Known { refutation, .. } => std::iter::once(mv)
                    .chain(refutation.iter().copied())
                    .collect(),
                _ => Vec::new(),
            };
            return (told_of_book(mv, &verdict).into_iter().collect(), refuted);
        }
        let mut told = vec![Told::plain(format!("Right: {mv}."))];
        match self.answer() {
            Some(answer) => told.push(Told::plain(format!("The tutor answers {answer}."))),
            None => {
                told.push(Told::plain("The line ends there. Here is another."));
                self.begin_line();
            }
        }
        (told, Vec::new())
    }
}

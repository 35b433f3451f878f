//! The teacher's answer to what the learner tries: stored, or found by the rules and by reading.

use super::chapter_text::{Screen, StoredAnswer, answer_key};
use super::exercise_goal::{Goal, Named, Quantity, Reached, reached};
use sgmp_board::rules::{Game, IllegalMove, Move, Point};
use sgmp_knowledge::reading::{Life, Tactician};

/// Verdict on an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It does what the exercise asks for.
    Right,
    /// It is an answer, and does not do it.
    Wrong,
    /// It was no answer to this exercise.
    NotAnAnswer,
}

/// The verdict on an answer, with the words for the learner.
#[derive(Clone, Debug)]
pub struct AnswerVerdict {
    /// The verdict in short.
    pub outcome: Outcome,
    /// Words said to it.
    pub text: String,
    /// The game after the move, if one was played; after a wrong one with the answer to it, where there is one.
    pub game: Option<Game>,
    /// True if the move leads farther than is read.
    pub(super) is_unread: bool,
}

/// Judges answers of exercises by the rules and by reading.
#[derive(Debug, Default)]
pub struct Teacher {
    tactician: Tactician,
}

/// An answer of the learner, understood.
enum Tried {
    Move(Move),
    Number(i32),
    Word,
}

impl Teacher {
    /// A teacher that has read nothing yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Judges an answer: a point, `pass`, a number or one of the words to choose from.
    #[must_use]
    pub fn judge(&mut self, screen: &Screen, text: &str) -> AnswerVerdict {
        let key = chosen_key(screen, text.trim());
        let stored = screen.answers.iter().find(|answer| answer.key == key);
        let tried = tried(&key);
        if let Tried::Move(Move::Play(point)) = tried
            && !point.is_on(screen.game.board().size())
        {
            return no_answer("That point lies outside this board.");
        }
        match (&screen.goal, tried) {
            (Goal::Choose, _) => choice(screen, stored),
            (Goal::Count(quantity), Tried::Number(number)) => {
                count(screen, *quantity, number, stored)
            }
            (Goal::Count(_), _) => no_answer("Answer with a number."),
            (Goal::Name(named), Tried::Move(Move::Play(point))) => {
                self.name(screen, *named, point, stored)
            }
            (goal, Tried::Move(mv)) if goal.is_played() => self.play(screen, mv, stored),
            _ => no_answer("Answer with a point: a letter and a number, such as C3."),
        }
    }

    /// Returns whether the answer is right by the rules and the reader alone, and `None` where they have
    /// no say.
    pub(super) fn confirms(&mut self, screen: &Screen, key: &str) -> Option<bool> {
        if screen.goal == Goal::Choose {
            return None;
        }
        let mut bare = screen.clone();
        bare.answers.clear();
        Some(self.judge(&bare, key).outcome == Outcome::Right)
    }

    fn name(
        &mut self,
        screen: &Screen,
        named: Named,
        point: Point,
        stored: Option<&StoredAnswer>,
    ) -> AnswerVerdict {
        let board = screen.game.board();
        let is_right = named.is(&screen.game, screen.color, point, &mut self.tactician);
        // An empty point is no reason where one is looked for.
        let what = match board.color_at(point) {
            Some(color) => format!(": a {color} stone stands there"),
            None if named.is_stone() => ": the point is empty".to_owned(),
            None => String::new(),
        };
        let otherwise = if is_right {
            format!("Yes, {point} is right too.")
        } else {
            format!("No, not {point}{what}. {}", named.told())
        };
        said(is_right, stored, otherwise, None)
    }

    fn play(&mut self, screen: &Screen, mv: Move, stored: Option<&StoredAnswer>) -> AnswerVerdict {
        let color = screen.color;
        let mut game = screen.game.clone();
        let captured = match game.play(color, mv) {
            Ok(captured) => captured,
            Err(error) => return said(false, stored, illegal(mv, error), None),
        };
        let state = reached(&screen.goal, &game, color, &mut self.tactician);
        let otherwise = match &state {
            Reached::Yes => "Yes, that works too.".to_owned(),
            Reached::No(answers) => {
                let what = happened(&game, mv, captured, screen);
                format!("{what}{}", consequence(screen, answers.first().copied()))
            }
            Reached::Unread => {
                "That leads too far to be sure; look for something simpler.".to_owned()
            }
        };
        let mut verdict = said(state == Reached::Yes, stored, otherwise, None);
        verdict.is_unread = state == Reached::Unread;
        if let Reached::No(answers) = state
            && let Some(after) = self.answered(screen, &game, &verdict.text, &answers)
        {
            game = after;
        }
        verdict.game = Some(game);
        verdict
    }

    /// The game after the answer that a text tells of, where it is one that was read, or makes life or death
    /// sure. A text may tell of one answer among several, or of none.
    fn answered(
        &mut self,
        screen: &Screen,
        game: &Game,
        text: &str,
        answers: &[Point],
    ) -> Option<Game> {
        let words = text.split(|c: char| !c.is_ascii_alphanumeric());
        for point in words.filter_map(Point::parse) {
            let mut after = game.clone();
            if after.play(!screen.color, Move::Play(point)).is_err() {
                continue;
            }
            let decides = match screen.goal {
                Goal::Live(stone) | Goal::Kill(stone) => {
                    let life = self.tactician.life(after.board(), stone);
                    let is_lost = matches!(life, Some(Life::Dead));
                    let lives = matches!(life, Some(Life::Alive));
                    if matches!(screen.goal, Goal::Live(_)) {
                        is_lost
                    } else {
                        lives
                    }
                }
                _ => false,
            };
            if decides || answers.contains(&point) {
                return Some(after);
            }
        }
        None
    }
}

/// The verdict with the stored text where it agrees with what was found, else with the other.
fn said(
    is_right: bool,
    stored: Option<&StoredAnswer>,
    otherwise: String,
    game: Option<Game>,
) -> AnswerVerdict {
    let stored = stored.filter(|stored| stored.is_right == is_right);
    AnswerVerdict {
        outcome: if is_right {
            Outcome::Right
        } else {
            Outcome::Wrong
        },
        text: stored.map_or(otherwise, |stored| stored.text.clone()),
        game,
        is_unread: false,
    }
}

fn no_answer(text: &str) -> AnswerVerdict {
    AnswerVerdict {
        outcome: Outcome::NotAnAnswer,
        text: text.to_owned(),
        game: None,
        is_unread: false,
    }
}

/// The answer as a key; a labelled point of a choice is its label.
fn chosen_key(screen: &Screen, text: &str) -> String {
    let key = answer_key(text);
    let point = Point::parse(text);
    let label = screen.labels.iter().find(|(at, _)| Some(*at) == point);
    match label {
        Some((_, word)) if screen.goal == Goal::Choose => word.clone(),
        _ => key,
    }
}

fn tried(key: &str) -> Tried {
    if let Some(point) = Point::parse(key) {
        return Tried::Move(Move::Play(point));
    }
    match key.parse() {
        Ok(number) => Tried::Number(number),
        Err(_) if key == "pass" => Tried::Move(Move::Pass),
        Err(_) => Tried::Word,
    }
}

fn choice(screen: &Screen, stored: Option<&StoredAnswer>) -> AnswerVerdict {
    let Some(stored) = stored else {
        let mut keys: Vec<&str> = Vec::new();
        for answer in &screen.answers {
            keys.push(&answer.key);
        }
        keys.sort_unstable();
        return no_answer(&format!("Answer with one of: {}.", keys.join(", ")));
    };
    said(stored.is_right, Some(stored), String::new(), None)
}

fn count(
    screen: &Screen,
    quantity: Quantity,
    number: i32,
    stored: Option<&StoredAnswer>,
) -> AnswerVerdict {
    let value = quantity.value(screen.game.board());
    let otherwise = match number.cmp(&value) {
        std::cmp::Ordering::Equal => format!("Yes, {value}."),
        std::cmp::Ordering::Less => format!("No, there are more than {number}. Count again."),
        std::cmp::Ordering::Greater => format!("No, there are fewer than {number}. Count again."),
    };
    said(number == value, stored, otherwise, None)
}

fn illegal(mv: Move, error: IllegalMove) -> String {
    match mv {
        Move::Play(point) => format!("{point} is against the rules: {error}."),
        Move::Pass => format!("That is against the rules: {error}."),
    }
}

/// Describes the effect of a wrong move on the board, as the beginning of an answer.
fn happened(game: &Game, mv: Move, captured: u16, screen: &Screen) -> String {
    let Move::Play(point) = mv else {
        return "To pass changes nothing here. ".to_owned();
    };
    let board = game.board();
    let mut text = match captured {
        0 => String::new(),
        1 => "That takes a stone, but not the one that matters. ".to_owned(),
        stones => format!("That takes {stones} stones, but it is not what was asked for. "),
    };
    if board.liberties(point) == 1 {
        let stones = board.string_size(point);
        let what = if stones == 1 {
            "stone is"
        } else {
            "stones are"
        };
        text += &format!("Your {what} left with one liberty and can be taken. ");
    }
    if text.is_empty() && screen.goal == Goal::Pass {
        text = format!("A stone at {point} gains nothing. ");
    }
    text
}

/// Describes the consequence of a wrong move, by the goal that it misses.
fn consequence(screen: &Screen, answer: Option<Point>) -> String {
    let (us, foe) = (screen.color, !screen.color);
    let after = |result: &str, alone: &str| match answer {
        Some(point) => format!("No: {foe} answers at {point}, and {result}."),
        None => format!("No: {alone}."),
    };
    match &screen.goal {
        Goal::Take(stone) => format!("No: the stones at {stone} are still on the board."),
        Goal::Capture(stone) => after(
            &format!("the stones at {stone} get away"),
            &format!("the stones at {stone} can get away"),
        ),
        Goal::Save(stone) => after(
            &format!("the stones at {stone} are caught"),
            &format!("the stones at {stone} are still in danger"),
        ),
        Goal::Connect(a, b) => after(
            &format!("{a} and {b} are cut apart"),
            &format!("{a} and {b} are not joined"),
        ),
        Goal::Cut(a, b) => after(
            &format!("{a} and {b} are joined"),
            &format!("{a} and {b} can still be joined"),
        ),
        Goal::Live(stone) => after(
            &format!("the group at {stone} has no second eye"),
            &format!("the group at {stone} cannot make two eyes any more"),
        ),
        Goal::Kill(stone) => after(
            &format!("the group at {stone} lives"),
            &format!("the group at {stone} lives now"),
        ),
        Goal::Atari(strings) => {
            let names: Vec<String> = strings.iter().map(ToString::to_string).collect();
            format!("No: {} must be left with one liberty.", names.join(" and "))
        }
        Goal::Surround(_) => {
            format!("No: {us} can surround more points than that with one move.")
        }
        Goal::Pass => "Nothing is left to play: pass.".to_owned(),
        Goal::Play | Goal::Count(_) | Goal::Name(_) | Goal::Choose => "No.".to_owned(),
    }
}

impl Named {
    /// Aim of the search, as a sentence.
    fn told(self) -> String {
        match self {
            Self::Forbidden => "Look for an empty point where the rules allow no stone.".to_owned(),
            Self::Liberty(stone) => {
                format!("Look for an empty point beside the stones at {stone}.")
            }
            Self::InAtari => "Look for a stone with one liberty.".to_owned(),
            Self::Stone(color) => format!("Look for a {color} stone."),
            Self::Eye(color) => format!("Look for a real eye of {color}."),
            Self::FalseEye(color) => format!("Look for an eye of {color} that is none."),
            Self::Neutral => "Look for an empty point between both colors.".to_owned(),
            Self::Dead => "Look for a stone that cannot be saved.".to_owned(),
            Self::Territory(color) => format!("Look for an empty point that {color} surrounds."),
            Self::OnLine(line) => format!("Look for an empty point on line {line} from the edge."),
        }
    }
}

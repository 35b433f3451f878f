//! A check of a course: its form, and every answer that it claims, by the rules and by reading.

use std::collections::BTreeSet;

use super::chapter_text::{Chapter, Screen};
use super::exercise_goal::Goal;
use super::judged_answer::{Outcome, Teacher};
use sgmp_board::rules::{Move, Point, PointSet, territory};
use sgmp_knowledge::reading::{Budget, Tactician};

/// Lines of the boards of exercises.
const BOARD_LINES: std::ops::RangeInclusive<u8> = 5..=9;
/// Bytes of a rule, a question and a hint: they stand beside a board on a small screen.
const TEXT_BYTES: std::ops::RangeInclusive<usize> = 8..=200;
/// Most bytes of what is said to an answer.
const MAX_ANSWER_BYTES: usize = 260;
/// Most moves that may be right where one is looked for.
const MAX_RIGHT_MOVES: usize = 4;

/// Returns what is wrong with a course, a sentence each; nothing for a sound one.
#[must_use]
pub fn check_course(chapters: &[Chapter]) -> Vec<String> {
    let (mut teacher, mut tactician) = (Teacher::new(), Tactician::new());
    let mut names = BTreeSet::new();
    let mut found = Vec::new();
    for screen in chapters.iter().flat_map(|chapter| &chapter.screens) {
        let mut problems = form_problems(screen);
        if !names.insert(&screen.name) {
            problems.push("another screen has this name".to_owned());
        }
        problems.extend(false_facts(screen, &mut tactician));
        problems.extend(false_answers(screen, &mut teacher));
        problems.extend(exercise_problems(screen, &mut teacher));
        let name = &screen.name;
        found.extend(problems.into_iter().map(|it| format!("{name}: {it}")));
    }
    found
}

fn form_problems(screen: &Screen) -> Vec<String> {
    let mut found = Vec::new();
    if !BOARD_LINES.contains(&screen.game.board().size().lines()) {
        found.push("the board has 5 to 9 lines".to_owned());
    }
    if screen.name.split_whitespace().count() != 1 {
        found.push("the name is one word".to_owned());
    }
    for text in [&screen.rule, &screen.question, &screen.hint] {
        if !TEXT_BYTES.contains(&text.len()) {
            found.push(format!(
                "{} bytes are too short or too long: {text}",
                text.len()
            ));
        }
    }
    for answer in &screen.answers {
        if answer.text.len() > MAX_ANSWER_BYTES {
            found.push(format!("the answer to {} is too long", answer.key));
        }
    }
    if screen.goal == Goal::Choose && screen.answers.iter().all(|answer| answer.is_right) {
        found.push("there is nothing to choose from".to_owned());
    }
    for (point, word) in &screen.labels {
        let is_answer = screen.answers.iter().any(|answer| answer.key == *word);
        if !is_answer || !screen.game.board().is_empty(*point) {
            found.push(format!(
                "the label {word} is no answer, or stands on a stone"
            ));
        }
    }
    found
}

fn false_facts(screen: &Screen, tactician: &mut Tactician) -> Vec<String> {
    let facts = screen.facts.iter();
    let is_false = facts.filter(|fact| !fact.holds(screen, tactician));
    is_false
        .map(|fact| format!("{fact:?} does not hold"))
        .collect()
}

/// The stored answers that the rules and the reader judge otherwise.
fn false_answers(screen: &Screen, teacher: &mut Teacher) -> Vec<String> {
    let mut found = Vec::new();
    for answer in &screen.answers {
        let confirmed = teacher.confirms(screen, &answer.key);
        if confirmed.is_some_and(|is_right| is_right != answer.is_right) {
            let claim = if answer.is_right { "right" } else { "wrong" };
            found.push(format!("{} is not {claim}", answer.key));
        }
        if teacher.judge(screen, &answer.key).text != answer.text {
            found.push(format!("{} is answered otherwise", answer.key));
        }
    }
    found
}

/// Looks at all that a learner can try: it needs an answer, and some of it has to be wrong.
fn exercise_problems(screen: &Screen, teacher: &mut Teacher) -> Vec<String> {
    let mut found = Vec::new();
    let (mut right, mut wrong) = (Vec::new(), Vec::new());
    for point in Point::all(screen.game.board().size()) {
        let verdict = teacher.judge(screen, &point.to_string());
        if verdict.text.is_empty() {
            found.push(format!("{point} has no answer"));
        }
        if verdict.is_unread {
            found.push(format!("{point} is not read to its end"));
        }
        match verdict.outcome {
            Outcome::Right => right.push(point),
            Outcome::Wrong => wrong.push(point),
            Outcome::NotAnAnswer => {}
        }
    }
    if !screen.goal.is_played() && !matches!(screen.goal, Goal::Name(_)) {
        return found;
    }
    if wrong.is_empty() && screen.goal != Goal::Play
        || right.is_empty() && screen.goal != Goal::Pass
    {
        found.push("every point is right, or none".to_owned());
    }
    let is_stored = |point: &Point| {
        let key = point.to_string();
        screen.answers.iter().any(|answer| answer.key == key)
    };
    let is_easy = matches!(screen.goal, Goal::Play | Goal::Name(_) | Goal::Surround(_));
    let has_too_many = right.len() > MAX_RIGHT_MOVES && !is_easy;
    if has_too_many || !right.is_empty() && !right.iter().any(is_stored) {
        found.push(format!("right are {right:?}"));
    }
    if screen.goal == Goal::Pass && gains(screen, &mut Tactician::new()) {
        found.push("a move gains something, so that a pass is not right".to_owned());
    }
    found
}

/// Returns whether a move with a stone that stays makes the mover's territory and prisoners more, against those
/// of the other side.
fn gains(screen: &Screen, tactician: &mut Tactician) -> bool {
    let margin = |game: &sgmp_board::rules::Game| {
        let found = territory(game.board(), &PointSet::EMPTY);
        let points = |color| found.points_of(color).len() + usize::from(game.prisoners()[color]);
        points(screen.color) as i32 - points(!screen.color) as i32
    };
    let before = margin(&screen.game);
    Point::all(screen.game.board().size()).any(|point| {
        let mut game = screen.game.clone();
        let is_legal = game.play(screen.color, Move::Play(point)).is_ok();
        let budget = Budget::for_level(10);
        is_legal
            && margin(&game) > before
            && !tactician.attack(game.board(), point, budget).result.works()
    })
}

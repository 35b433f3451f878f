//! The course: its form, and every answer that it claims.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::chapter_text::{Screen, parse_chapter};
use super::course::{Course, Place};
use super::english_chapters;
use super::exercise_goal::Goal;
use super::judged_answer::{Outcome, Teacher};
use crate::reading::Tactician;
use crate::rules::{Move, Point};

fn screens() -> Vec<Screen> {
    let chapters = english_chapters().unwrap();
    chapters.into_iter().flat_map(|it| it.screens).collect()
}

#[test]
fn the_course_has_its_form() {
    let screens = screens();
    assert!(screens.len() >= 90, "{} screens", screens.len());
    let names: BTreeSet<_> = screens.iter().map(|screen| &screen.name).collect();
    assert_eq!(names.len(), screens.len(), "a name is used twice");
    for screen in &screens {
        let name = &screen.name;
        let lines = screen.game.board().size().lines();
        assert!((5..=9).contains(&lines), "{name}: {lines} lines");
        assert!(name.split_whitespace().count() == 1, "{name}");
        for text in [&screen.rule, &screen.question, &screen.hint] {
            assert!((8..=240).contains(&text.len()), "{name}: {text:?}");
        }
        assert!(
            screen.answers.iter().all(|answer| answer.text.len() <= 300),
            "{name}"
        );
        let is_choice = screen.goal == Goal::Choose;
        let has_wrong = screen.answers.iter().any(|answer| !answer.is_right);
        assert!(has_wrong || !is_choice, "{name}: nothing to choose from");
        for (point, word) in &screen.labels {
            let is_answer = screen.answers.iter().any(|answer| answer.key == *word);
            assert!(
                is_answer && screen.game.board().is_empty(*point),
                "{name}: label {word}"
            );
        }
    }
}

/// What is wrong with the claims of a screen.
fn false_claims(screen: &Screen, teacher: &mut Teacher, tactician: &mut Tactician) -> Vec<String> {
    let mut found = Vec::new();
    for fact in &screen.facts {
        if !fact.holds(screen, tactician) {
            found.push(format!("{fact:?} does not hold"));
        }
    }
    for answer in &screen.answers {
        let confirmed = teacher.confirms(screen, &answer.key);
        if confirmed.is_some_and(|is_right| is_right != answer.is_right) {
            found.push(format!(
                "{} is said to be right: {}",
                answer.key, answer.is_right
            ));
        }
        if teacher.judge(screen, &answer.key).text != answer.text {
            found.push(format!("{} is answered otherwise", answer.key));
        }
    }
    found
}

/// The points that are right and those that are wrong, where points are answers.
fn by_outcome(screen: &Screen, teacher: &mut Teacher) -> (Vec<Point>, Vec<Point>) {
    let size = screen.game.board().size();
    let all = Point::all(size).filter(|point| {
        let verdict = teacher.judge(screen, &point.to_string());
        assert!(!verdict.text.is_empty(), "{}: {point}", screen.name);
        verdict.outcome != Outcome::NotAnAnswer
    });
    let all: Vec<Point> = all.collect();
    all.into_iter()
        .partition(|point| teacher.judge(screen, &point.to_string()).outcome == Outcome::Right)
}

#[test]
fn every_claim_is_confirmed_by_the_rules_and_the_reader() {
    let (mut teacher, mut tactician) = (Teacher::new(), Tactician::new());
    let mut told = String::new();
    for screen in screens() {
        let mut found = false_claims(&screen, &mut teacher, &mut tactician);
        let (right, wrong) = by_outcome(&screen, &mut teacher);
        if screen.goal.is_played() || matches!(screen.goal, Goal::Name(_)) {
            if wrong.is_empty() || (right.is_empty() && screen.goal != Goal::Pass) {
                found.push("the exercise is none".to_owned());
            }
            let stored = |point: &Point| {
                let key = point.to_string();
                screen.answers.iter().any(|answer| answer.key == key)
            };
            let easy = matches!(screen.goal, Goal::Play | Goal::Name(_) | Goal::Surround(_));
            if right.len() > 3 && !easy || !right.is_empty() && !right.iter().any(stored) {
                found.push("look at what is right".to_owned());
            }
        }
        for point in &wrong {
            let text = teacher.judge(&screen, &point.to_string()).text;
            if text.contains("too far to be sure") {
                found.push(format!("{point} is not read to its end"));
            }
        }
        if !found.is_empty() {
            let _ = writeln!(told, "{}: {found:?}; right {right:?}", screen.name);
        }
    }
    assert!(told.is_empty(), "{told}");
}

#[test]
fn to_pass_is_right_where_no_move_gains() {
    use crate::rules::{PointSet, territory};
    for screen in screens() {
        if screen.goal != Goal::Pass {
            continue;
        }
        let margin = |game: &crate::rules::Game| {
            let found = territory(game.board(), &PointSet::EMPTY);
            let points =
                |color| found.points_of(color).len() + usize::from(game.prisoners()[color]);
            points(screen.color) as i32 - points(!screen.color) as i32
        };
        for point in Point::all(screen.game.board().size()) {
            let mut game = screen.game.clone();
            if game.play(screen.color, Move::Play(point)).is_ok() {
                assert!(
                    margin(&game) <= margin(&screen.game),
                    "{}: {point}",
                    screen.name
                );
            }
        }
    }
}

#[test]
fn a_learner_goes_forth_and_back_and_keeps_what_was_done() {
    let mut course = Course::new(english_chapters().unwrap());
    course.go_back();
    assert_eq!(course.place(), Some(Place::default()));
    let verdict = course.answer("C3").unwrap();
    assert_eq!(verdict.outcome, Outcome::Right);
    course.go_on();
    let kept = course.progress();
    let mut again = Course::new(english_chapters().unwrap());
    again.take_up(&kept);
    assert_eq!(again.place(), course.place());
    assert_eq!(again.done_in(0), 1);
    again.take_up("anything\nat nowhere\n");
    assert!(again.open_chapter("ko") && again.open_chapter("20") && !again.open_chapter("21"));
    assert!(!again.open_chapter("0"));
    while again.place().is_some() {
        again.go_on();
    }
    assert!(again.screen().is_none() && again.answer("C3").is_none());
    again.go_back();
    assert_eq!(again.place().unwrap().chapter, 19);
}

#[test]
fn mistakes_in_a_chapter_name_their_line() {
    let error = |text: &str| parse_chapter("x", text).unwrap_err().to_string();
    assert_eq!(
        error(""),
        "chapter x, line 1: the first line is `chapter TITLE`"
    );
    assert_eq!(
        error("chapter X\nhello"),
        "chapter x, line 2: \"hello\" is no `key: text`"
    );
    assert!(error("chapter X\nscreen a\nrule: R.").contains("line 2: screen a: no board"));
    assert!(error("chapter X\nscreen a\nboard:\n  . ?\n  . .\n").contains("line 3"));
}

proptest::proptest! {
    #[test]
    fn any_text_is_read_or_refused(text in "(chapter|screen|rule|board|goal|right|:| |\n|[A-E1-5.XO])*") {
        let _read = parse_chapter("x", &text);
    }
}

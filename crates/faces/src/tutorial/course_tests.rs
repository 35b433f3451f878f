//! The course of the program, and a learner's way through it.

use super::chapter_text::parse_chapter;
use super::commented_game::english_games;
use super::course::{Course, Place};
use super::course_check::check_course;
use super::judged_answer::Outcome;
use super::lesson::{Lesson, Page};
use super::{Chapter, ENGLISH, chapters_from_files, english_chapters};

/// The chapters as their files stand now.
fn chapters() -> Vec<Chapter> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/data/tutorial");
    let files = (1..).zip(ENGLISH).map(|(number, (name, _))| {
        let file = format!("{number:02}-{name}.txt");
        let text = std::fs::read_to_string(format!("{folder}/{file}"));
        (file, text.unwrap())
    });
    chapters_from_files(files).unwrap()
}

#[test]
fn every_claim_of_the_course_is_confirmed_by_the_rules_and_the_reader() {
    let chapters = chapters();
    let screens: usize = chapters.iter().map(|it| it.screens.len()).sum();
    assert!(screens >= 90, "{screens} screens");
    let found = check_course(&chapters);
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn the_program_carries_the_course_that_is_tested() {
    let names = |chapters: Vec<Chapter>| -> Vec<String> {
        let screens = chapters.into_iter().flat_map(|it| it.screens);
        screens.map(|screen| screen.name).collect()
    };
    assert_eq!(names(english_chapters().unwrap()), names(chapters()));
}

#[test]
fn commented_games_are_played_over() {
    let games = english_games().unwrap();
    assert!(games.len() >= 2);
    for game in &games {
        assert_eq!(game.record().size().lines(), 9, "{}", game.title());
        let said = (0..=game.moves()).filter(|number| game.comment(*number).is_some());
        assert!(said.count() >= 20, "{}", game.title());
        assert!(game.position(game.moves()).is_some());
        assert!(game.position(game.moves() + 1).is_none());
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
fn a_lesson_leads_through_exercises_and_games() {
    let new = || {
        Lesson::new(
            Course::new(english_chapters().unwrap()),
            english_games().unwrap(),
        )
    };
    let mut lesson = new();
    assert_eq!(lesson.heading(), "The board, 1 of 6");
    lesson.ask_hint();
    assert!(lesson.hint().is_some() && !lesson.is_solved());
    lesson.answer("B2");
    assert!(!lesson.is_solved());
    let shown = lesson.show_answer().unwrap();
    assert!(shown.starts_with("An answer is "), "{shown}");
    assert!(lesson.is_solved());
    // It is time for the next page, but nobody has solved this one.
    let screens = lesson
        .course()
        .chapters()
        .iter()
        .map(|known| known.screens.len());
    let all: usize = screens.sum();
    assert_eq!(
        lesson.summary(),
        format!("0 of {all} exercises are solved.")
    );
    lesson.answer("C3");
    let before = lesson.exercise().unwrap().game.board().clone();
    let point = sgmp_board::rules::Point::parse("C3").unwrap();
    assert!(before.is_empty(point));
    assert!(lesson.picture().unwrap().stone(point).is_some());
    lesson.go_on();
    assert!(lesson.hint().is_none() && lesson.verdict().is_none());
    assert_eq!(
        lesson.summary(),
        format!("1 of {all} exercises are solved.")
    );
    assert!(lesson.open_game(1) && !lesson.open_game(2));
    assert!(lesson.comment().is_some());
    lesson.go_on();
    let mut again = new();
    again.take_up(&lesson.progress());
    assert_eq!(again.page(), Page::Game { game: 1, moves: 1 });
    lesson.go_back();
    lesson.go_back();
    assert_eq!(lesson.page(), Page::Course);
    while !lesson.is_at_end() {
        lesson.go_on();
    }
    assert!(lesson.picture().is_none() && lesson.is_solved());
}

#[test]
fn an_answer_that_is_wrong_is_shown_on_the_board() {
    let mut course = Course::new(english_chapters().unwrap());
    assert!(course.open_chapter("eyes"));
    while course.screen().unwrap().name != "eye-make" {
        course.go_on();
    }
    let verdict = course.answer("b6").unwrap();
    assert_eq!(verdict.outcome, Outcome::Wrong);
    assert!(verdict.text.contains("C6"), "{}", verdict.text);
    let reply = sgmp_board::rules::Point::parse("C6").unwrap();
    let game = verdict.game.unwrap();
    assert_eq!(
        game.board().color_at(reply),
        Some(sgmp_board::rules::Color::White)
    );
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
    let far = "chapter X\nscreen a\nrule: R.\nask: A?\nhint: H.\nboard:\n  . .\n  . .\ngoal: take C3\nright A1: R.\n";
    assert_eq!(error(far), "chapter x, line 9: C3 is not on this board");
    let silent = "chapter X\nscreen a\nrule: R.\nask: A?\nhint: H.\nboard:\n  . .\n  . .\ngoal: choose\nright yes:\n";
    assert!(error(silent).contains("line 10: `right yes:` has no words"));
    assert!(error("chapter X\nscreen a\nboard:\n  . ?\n  . .\n").contains("line 3"));
}

proptest::proptest! {
    #[test]
    fn any_text_is_read_or_refused(text in "(chapter|screen|rule|board|goal|right|:| |\n|[A-E1-5.XO])*") {
        let _read = parse_chapter("x", &text);
    }
}

//! Any text as a chapter of the tutorial: it is read or refused, and what is read has an answer to anything.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sgmp_faces::tutorial::{Course, chapters_from_files};

fuzz_target!(|text: &str| {
    let Ok(chapters) = chapters_from_files([("01-fuzz.txt", text)]) else {
        return;
    };
    // Reading on larger boards takes its time.
    let is_small = |lines: u8| lines <= 5;
    let mut screens = chapters.iter().flat_map(|chapter| &chapter.screens);
    if !screens.all(|screen| is_small(screen.game.board().size().lines())) {
        return;
    }
    let mut course = Course::new(chapters);
    course.take_up(text);
    for answer in ["C3", "3", "pass", "yes", "T19", text] {
        let verdict = course.answer(answer);
        assert!(verdict.is_none_or(|verdict| !verdict.text.is_empty()));
    }
});

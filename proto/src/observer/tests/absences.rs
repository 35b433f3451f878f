//! Absences: of the line, of a program that goes on, and of whoever wrote the times.

use super::*;

fn tenths(n: u64) -> Instant {
    Instant::from_micros(n * 100_000)
}

#[test]
fn copies_that_are_read_at_once_after_a_sleep_are_not_early() {
    let [newgame, query] = [example()[0].1, example()[1].1];
    let mut observer = Observer::new(SIZE);
    let mut early = |from, frame, at| {
        let seen = observer.watch(Some(from), frame, Some(second(at)));
        seen.violations.iter().next().is_some()
    };
    assert!(!early(Black, newgame, 0) && !early(White, query, 1));
    // Sent after 20, 40 and 60 s; a fourth cannot be.
    assert_eq!(
        [65; 4].map(|at| early(White, query, at)),
        [false, false, false, true]
    );
}

/// The last OK of each and a MOVE that waits, at once, and no more than once.
#[test]
fn after_the_line_was_away_each_side_may_say_its_last_frame_again() {
    let (_, ok) = example()[9];
    let mut observer = after(10);
    observer.watch_return();
    let seen = observer.watch(Some(Black), ok, None);
    assert_eq!(
        (seen.ruling, seen.violations.is_empty()),
        (Ruling::Repeat, true)
    );
    let seen = observer.watch(Some(Black), ok, None);
    assert_eq!(seen.violations.iter().next(), Some(Violation::NeedlessOk));

    let own = Frame::new(One, One, stone(Black, 5, 5));
    let mut observer = after(10);
    observer.watch(Some(Black), own, Some(second(1)));
    observer.watch_return();
    let seen = observer.watch(Some(Black), own, Some(second(3)));
    assert_eq!(
        (seen.ruling, seen.violations.is_empty()),
        (Ruling::Resend, true)
    );
    let seen = observer.watch(Some(Black), own, Some(second(4)));
    assert!(seen.violations.is_empty(), "it may have waited in a buffer");
    observer.watch(Some(White), Frame::new(One, One, Message::Ok), None);
    let seen = observer.watch(Some(White), ok_of_white(), None);
    assert_eq!(seen.violations.iter().next(), Some(Violation::CopyDiffers));
}

fn ok_of_white() -> Frame {
    example()[7].1
}

/// White has missed Black's second MOVE and says what it said last; then it hears it.
#[test]
fn after_the_line_was_away_an_ok_of_before_is_no_answer_to_what_came_since() {
    let own = Frame::new(One, One, stone(Black, 5, 5));
    let mut observer = after(10);
    observer.watch(Some(Black), own, None);
    observer.watch_return();
    for (from, frame, ruling) in [
        (White, ok_of_white(), Ruling::Repeat),
        (Black, own, Ruling::Resend),
        (
            White,
            Frame::new(One, One, Message::Ok),
            Ruling::Acknowledgement,
        ),
        (
            White,
            Frame::new(Zero, One, stone(White, 7, 7)),
            Ruling::New,
        ),
    ] {
        let seen = observer.watch(Some(from), frame, None);
        assert_eq!(seen.ruling, ruling, "{frame:?}");
        assert!(seen.violations.is_empty(), "{frame:?}: {seen:?}");
    }
}

#[test]
fn an_ok_that_the_line_swallowed_while_it_was_away_is_not_missed() {
    let mut observer = after(9);
    observer.watch_return();
    let seen = observer.watch(Some(Black), Frame::new(One, One, stone(Black, 5, 5)), None);
    assert_eq!(
        (seen.ruling, seen.violations.is_empty()),
        (Ruling::New, true)
    );
}

#[test]
fn a_program_that_goes_on_says_its_last_ok_again_after_an_absence_and_no_sooner() {
    // Black has acknowledged White's move, and is to move: nothing else may say this OK again.
    let ok = example()[9].1;
    for (times, is_return) in [
        (&[Some(second(1)), Some(second(5))][..], true),
        (&[Some(second(1)), Some(tenths(15))], false),
        (&[Some(second(1)), Some(second(5)), Some(tenths(55))], false),
        (&[None, None], false),
    ] {
        let mut observer = after(9);
        let seen = times
            .iter()
            .map(|at| observer.watch(Some(Black), ok, *at))
            .last();
        let seen = seen.expect("a frame");
        let violation = seen.violations.iter().next();
        assert_eq!(seen.ruling == Ruling::Return, is_return, "{times:?}");
        assert_eq!(violation == Some(Violation::NeedlessOk), !is_return);
    }
}

#[test]
fn a_program_that_goes_on_has_yet_to_read_the_move_that_came_meanwhile() {
    for (at, is_return) in [(tenths(15), false), (second(60), true)] {
        let mut observer = after(0);
        let own = Frame::new(One, One, stone(Black, 5, 5));
        for (from, frame) in example().into_iter().chain([(Black, own)]) {
            observer.watch(Some(from), frame, Some(second(1)));
        }
        // White is away, and says what it said last: the OK to the move before.
        let seen = observer.watch(Some(White), ok_of_white(), Some(at));
        assert_eq!(seen.ruling == Ruling::Return, is_return, "{seen:?}");
        assert_eq!(seen.violations.is_empty(), is_return);
        if is_return {
            let ok = Frame::new(One, One, Message::Ok);
            let seen = observer.watch(Some(White), ok, Some(at));
            assert_eq!(seen.ruling, Ruling::Acknowledgement);
            assert!(seen.violations.is_empty());
        }
    }
}

/// White slept through ten minutes of Black's resends, and reads them all at once, the first of them too; a program that
/// repeats itself so after a short silence is early.
#[test]
fn copies_that_waited_with_their_first_are_not_early_for_the_time_that_they_waited() {
    for (silence, copies, early) in [(600, 29, 0), (60, 3, 0), (60, 5, 2), (10, 1, 1)] {
        let mut observer = after(0);
        for (from, frame) in example() {
            observer.watch(Some(from), frame, Some(second(1)));
        }
        let own = Frame::new(One, One, stone(Black, 5, 5));
        let at = Some(second(1 + silence));
        observer.watch(Some(Black), own, at);
        let seen = (0..copies).map(|_| observer.watch(Some(Black), own, at));
        let found = seen.filter(|seen| !seen.violations.is_empty()).count();
        assert_eq!(found, early, "{copies} copies after {silence} s");
    }
}

/// Black says its move again as its line comes back, and has gone on by the time that White's OK to the copy arrives on a
/// slow line.
#[test]
fn an_ok_to_a_copy_may_come_after_the_game_has_gone_on() {
    for copies in [0, 1] {
        let mut observer = after(0);
        let example = example();
        for (from, frame) in example.iter().take(8) {
            observer.watch(Some(*from), *frame, None);
        }
        let ok = ok_of_white();
        let (_, first) = example[6];
        for _ in 0..copies {
            observer.watch(Some(Black), first, None);
        }
        let answered = [example[8], example[9]];
        let next = (Black, Frame::new(One, One, stone(Black, 5, 5)));
        for (from, frame) in answered.into_iter().chain([next]) {
            let seen = observer.watch(Some(from), frame, None);
            assert!(seen.violations.is_empty(), "{frame:?}: {seen:?}");
        }
        let seen = observer.watch(Some(White), ok, None);
        assert_eq!(seen.ruling == Ruling::Repeat, copies == 1, "{seen:?}");
        assert_eq!(seen.violations.is_empty(), copies == 1, "{seen:?}");
        let seen = observer.watch(Some(White), ok, None);
        assert!(!seen.violations.is_empty(), "there was no other copy");
    }
}

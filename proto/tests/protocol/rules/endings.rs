//! The corner cases of the end: two passes, the last OK, frames after it.

use core::time::Duration;

use sgmp_proto::{Color, Event, FrameVerdict, Phase, Stop, Vertex};

use super::harness::{C3, Harness, RESEND, texts};
use super::wire::{BLACK_307, DENY, EXTENDED, NEWGAME, UNDO, black, frame, ok, white};

const LINGER: Duration = Duration::from_secs(45);
const MOMENT: Duration = Duration::from_secs(1);

/// Black passes, White (us) passes: the last word is ours and not yet acknowledged.
fn our_pass_was_last() -> Harness {
    let mut harness = Harness::playing(Color::White);
    harness.take(&black(0, 0, 0));
    assert_eq!(harness.play(Vertex::Pass), [white(1, 0, 0)]);
    assert_eq!(harness.session.phase(), Phase::Over { until: None });
    harness
}

/// We pass as Black, White passes: the last word is theirs and our OK may be lost.
fn their_pass_was_last() -> Harness {
    let mut harness = Harness::playing(Color::Black);
    harness.play(Vertex::Pass);
    harness.hear(&ok(0, 0));
    assert_eq!(harness.take(&white(1, 0, 0)), [ok(0, 1)]);
    assert!(matches!(
        harness.session.phase(),
        Phase::Over { until: Some(_) }
    ));
    harness
}

#[test]
fn two_consecutive_passes_end_the_game_and_a_stone_between_them_does_not() {
    let mut harness = Harness::playing(Color::Black);
    harness.play(Vertex::Pass);
    harness.hear(&ok(0, 0));
    harness.take(&white(1, 0, 61));
    harness.play(Vertex::Pass);
    harness.hear(&ok(1, 1));
    assert_eq!(harness.moves(), 3);
    harness.take(&white(0, 1, 0));
    assert!(matches!(harness.session.phase(), Phase::Over { .. }));
    assert!(harness.session.send_move(C3).is_err());
}

#[test]
fn after_two_passes_nothing_more_is_sent() {
    let mut harness = their_pass_was_last();
    assert!(harness.wait(LINGER * 10).is_empty());
    assert_eq!(harness.session.phase(), Phase::Finished);
}

#[test]
fn ok_to_the_final_pass_lost_repeats_are_answered_for_45_s() {
    let mut harness = their_pass_was_last();
    harness.wait(RESEND);
    assert_eq!(harness.hear(&white(1, 0, 0)), [ok(0, 1)]);
    harness.wait(RESEND - MOMENT);
    assert_eq!(harness.hear(&white(1, 0, 0)), [ok(0, 1)]);
    harness.assert_verdict(FrameVerdict::Repeat);
    harness.wait(LINGER - RESEND - RESEND - MOMENT - MOMENT);
    assert_eq!(harness.session.phase(), Phase::Finished);
    assert_eq!(harness.events, [Event::Finished]);
    assert_eq!(harness.hear(&white(1, 0, 0)), [""; 0], "the line is closed");
}

#[test]
fn ok_to_the_final_pass_lost_and_end_of_file_is_normal() {
    for mut harness in [their_pass_was_last(), our_pass_was_last()] {
        harness.session.handle_hang_up();
        assert_eq!(harness.session.phase(), Phase::Finished);
        assert_eq!(harness.session.poll_event(), Some(Event::Finished));
        assert_eq!(harness.session.poll_timeout(), None);
    }
}

#[test]
fn end_of_file_in_mid_game_is_not_the_end() {
    let mut harness = Harness::white_in_mid_game();
    let before = harness.snapshot();
    harness.session.handle_hang_up();
    assert_eq!(harness.snapshot(), before);
    assert_eq!(harness.session.poll_event(), None);
}

#[test]
fn our_pass_was_last_three_resends_then_a_normal_end() {
    let mut harness = our_pass_was_last();
    let sent = harness.wait(RESEND * 10);
    assert_eq!(
        texts(&sent),
        [white(1, 0, 0), white(1, 0, 0), white(1, 0, 0)]
    );
    assert_eq!(harness.session.phase(), Phase::Finished);
    assert_eq!(harness.events, [Event::Finished]);
}

#[test]
fn our_pass_was_last_and_acknowledged_it_soon_ends() {
    let mut harness = our_pass_was_last();
    harness.hear(&ok(0, 1));
    assert_eq!(harness.events, [Event::MoveAcknowledged]);
    assert!(harness.wait(Duration::from_secs(2)).is_empty());
    assert_eq!(harness.session.phase(), Phase::Finished);
}

#[test]
fn a_third_pass_is_acknowledged_once_and_not_recorded() {
    // In place of the OK to our final pass, as seen.
    let mut harness = our_pass_was_last();
    assert_eq!(harness.hear(&black(1, 1, 0)), [ok(1, 1)]);
    harness.assert_verdict(FrameVerdict::AfterEnd);
    assert_eq!(harness.events, [Event::MoveAcknowledged], "never offered");
    assert!(harness.wait(LINGER).is_empty());
    assert_eq!(harness.session.phase(), Phase::Finished);

    // After the OK.
    let mut harness = our_pass_was_last();
    harness.hear(&ok(0, 1));
    assert_eq!(harness.hear(&black(1, 1, 0)), [ok(1, 1)]);
    harness.assert_verdict(FrameVerdict::AfterEnd);
    harness.wait(LINGER);
    assert_eq!(harness.session.phase(), Phase::Finished);

    // After their final pass.
    let mut harness = their_pass_was_last();
    assert_eq!(harness.hear(&white(0, 0, 0)), [ok(0, 0)]);
    assert_eq!(harness.hear(&white(0, 0, 0)), [ok(0, 0)], "a copy of it");
    harness.assert_verdict(FrameVerdict::Repeat);
}

#[test]
fn newgame_after_the_end_is_not_answered() {
    for mut harness in [their_pass_was_last(), our_pass_was_last()] {
        for _ in 0..3 {
            assert_eq!(harness.hear(NEWGAME), [""; 0]);
            harness.assert_verdict(FrameVerdict::OutOfPlace);
        }
        harness.wait(RESEND * 10);
        assert_eq!(harness.session.phase(), Phase::Finished);
    }
}

#[test]
fn other_frames_after_the_end_are_not_answered() {
    for command in [3, UNDO, EXTENDED, DENY] {
        let mut harness = their_pass_was_last();
        assert_eq!(harness.hear(&frame(0, 0, command, 1)), [""; 0]);
        harness.assert_verdict(FrameVerdict::OutOfPlace);
    }
}

#[test]
fn a_denied_final_pass_stops_for_the_judge() {
    let mut harness = our_pass_was_last();
    harness.hear(&frame(1, 1, DENY, 0));
    harness.assert_verdict(FrameVerdict::Doubted);
    harness.hear(&frame(1, 1, DENY, 0));
    harness.assert_stopped(Stop::Denied);
}

#[test]
fn resignation_sends_nothing() {
    let mut harness = Harness::playing(Color::White);
    harness.take(BLACK_307);
    harness.session.halt();
    assert_eq!(harness.session.phase(), Phase::Stopped(Stop::Ended));
    assert!(harness.wait(RESEND * 10).is_empty());
    assert_eq!(harness.hear(BLACK_307), [""; 0]);
    harness.assert_verdict(FrameVerdict::OutOfPlace);
}

#[test]
fn halting_drops_what_was_not_sent_yet() {
    let mut harness = Harness::playing(Color::Black);
    harness.session.send_move(C3).expect("our turn");
    harness.session.halt();
    assert_eq!(harness.moment(), [""; 0]);
}

#[test]
fn concluded_from_outside_repeats_are_answered_and_nothing_new_is_sent() {
    // Their 400th move: accepted, and the game is at its end.
    let mut harness = Harness::playing(Color::White);
    harness.hear(BLACK_307);
    harness
        .session
        .accept_move(harness.now)
        .expect("a move offered");
    harness.session.conclude(harness.now);
    assert_eq!(harness.moment(), [super::wire::OK_307]);
    assert!(harness.session.send_move(C3).is_err());
    assert_eq!(harness.hear(BLACK_307), [super::wire::OK_307]);
    assert!(harness.wait(LINGER).is_empty());
    assert_eq!(harness.session.phase(), Phase::Finished);
}

#[test]
fn concluded_from_outside_with_our_move_pending_three_resends_then_a_normal_end() {
    let mut harness = Harness::playing(Color::Black);
    harness.play(C3);
    harness.session.conclude(harness.now);
    assert_eq!(harness.wait(RESEND * 10).len(), 3);
    assert_eq!(harness.session.phase(), Phase::Finished);
}

#[test]
fn concluding_before_play_does_nothing() {
    let mut harness = Harness::white();
    harness.session.conclude(harness.now);
    assert_eq!(harness.session.phase(), Phase::Waiting);
}

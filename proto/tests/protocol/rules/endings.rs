//! The corner cases of the end: two passes, the last OK, frames after it.

use core::time::Duration;

use sgmp_proto::{Color, Event, Stage, Stop, Verdict, Vertex};

use super::desk::{C3, Desk, RESEND, texts};
use super::wire::{BLACK_307, DENY, EXTENDED, NEWGAME, UNDO, black, frame, ok, white};

const LINGER: Duration = Duration::from_secs(45);
const MOMENT: Duration = Duration::from_secs(1);

/// Black passes, White (us) passes: the last word is ours and not yet acknowledged.
fn our_pass_was_last() -> Desk {
    let mut desk = Desk::playing(Color::White);
    desk.take(&black(0, 0, 0));
    assert_eq!(desk.play(Vertex::Pass), [white(1, 0, 0)]);
    assert_eq!(desk.session.stage(), Stage::Over { until: None });
    desk
}

/// We pass as Black, White passes: the last word is theirs and our OK may be lost.
fn their_pass_was_last() -> Desk {
    let mut desk = Desk::playing(Color::Black);
    desk.play(Vertex::Pass);
    desk.hear(&ok(0, 0));
    assert_eq!(desk.take(&white(1, 0, 0)), [ok(0, 1)]);
    assert!(matches!(
        desk.session.stage(),
        Stage::Over { until: Some(_) }
    ));
    desk
}

#[test]
fn two_consecutive_passes_end_the_game_and_a_stone_between_them_does_not() {
    let mut desk = Desk::playing(Color::Black);
    desk.play(Vertex::Pass);
    desk.hear(&ok(0, 0));
    desk.take(&white(1, 0, 61));
    desk.play(Vertex::Pass);
    desk.hear(&ok(1, 1));
    assert_eq!(desk.moves(), 3);
    desk.take(&white(0, 1, 0));
    assert!(matches!(desk.session.stage(), Stage::Over { .. }));
    assert!(desk.session.send_move(C3).is_err());
}

#[test]
fn after_two_passes_nothing_more_is_sent() {
    let mut desk = their_pass_was_last();
    assert!(desk.wait(LINGER * 10).is_empty());
    assert_eq!(desk.session.stage(), Stage::Finished);
}

#[test]
fn ok_to_the_final_pass_lost_repeats_are_answered_for_45_s() {
    let mut desk = their_pass_was_last();
    desk.wait(RESEND);
    assert_eq!(desk.hear(&white(1, 0, 0)), [ok(0, 1)]);
    desk.wait(RESEND - MOMENT);
    assert_eq!(desk.hear(&white(1, 0, 0)), [ok(0, 1)]);
    desk.assert_verdict(Verdict::Repeat);
    desk.wait(LINGER - RESEND - RESEND - MOMENT - MOMENT);
    assert_eq!(desk.session.stage(), Stage::Finished);
    assert_eq!(desk.events, [Event::Finished]);
    assert_eq!(desk.hear(&white(1, 0, 0)), [""; 0], "the line is closed");
}

#[test]
fn ok_to_the_final_pass_lost_and_end_of_file_is_normal() {
    for mut desk in [their_pass_was_last(), our_pass_was_last()] {
        desk.session.hang_up();
        assert_eq!(desk.session.stage(), Stage::Finished);
        assert_eq!(desk.session.poll_event(), Some(Event::Finished));
        assert_eq!(desk.session.poll_timeout(), None);
    }
}

#[test]
fn end_of_file_in_mid_game_is_not_the_end() {
    let mut desk = Desk::white_in_mid_game();
    let before = desk.snapshot();
    desk.session.hang_up();
    assert_eq!(desk.snapshot(), before);
    assert_eq!(desk.session.poll_event(), None);
}

#[test]
fn our_pass_was_last_three_resends_then_a_normal_end() {
    let mut desk = our_pass_was_last();
    let sent = desk.wait(RESEND * 10);
    assert_eq!(
        texts(&sent),
        [white(1, 0, 0), white(1, 0, 0), white(1, 0, 0)]
    );
    assert_eq!(desk.session.stage(), Stage::Finished);
    assert_eq!(desk.events, [Event::Finished]);
}

#[test]
fn our_pass_was_last_and_acknowledged_it_soon_ends() {
    let mut desk = our_pass_was_last();
    desk.hear(&ok(0, 1));
    assert_eq!(desk.events, [Event::MoveAcknowledged]);
    assert!(desk.wait(Duration::from_secs(2)).is_empty());
    assert_eq!(desk.session.stage(), Stage::Finished);
}

#[test]
fn a_third_pass_is_acknowledged_once_and_not_recorded() {
    // In place of the OK to our final pass, as seen.
    let mut desk = our_pass_was_last();
    assert_eq!(desk.hear(&black(1, 1, 0)), [ok(1, 1)]);
    desk.assert_verdict(Verdict::AfterEnd);
    assert_eq!(desk.events, [Event::MoveAcknowledged], "never offered");
    assert!(desk.wait(LINGER).is_empty());
    assert_eq!(desk.session.stage(), Stage::Finished);

    // After the OK.
    let mut desk = our_pass_was_last();
    desk.hear(&ok(0, 1));
    assert_eq!(desk.hear(&black(1, 1, 0)), [ok(1, 1)]);
    desk.assert_verdict(Verdict::AfterEnd);
    desk.wait(LINGER);
    assert_eq!(desk.session.stage(), Stage::Finished);

    // After their final pass.
    let mut desk = their_pass_was_last();
    assert_eq!(desk.hear(&white(0, 0, 0)), [ok(0, 0)]);
    assert_eq!(desk.hear(&white(0, 0, 0)), [ok(0, 0)], "a copy of it");
    desk.assert_verdict(Verdict::Repeat);
}

#[test]
fn newgame_after_the_end_is_not_answered() {
    for mut desk in [their_pass_was_last(), our_pass_was_last()] {
        for _ in 0..3 {
            assert_eq!(desk.hear(NEWGAME), [""; 0]);
            desk.assert_verdict(Verdict::OutOfPlace);
        }
        desk.wait(RESEND * 10);
        assert_eq!(desk.session.stage(), Stage::Finished);
    }
}

#[test]
fn other_frames_after_the_end_are_not_answered() {
    for command in [3, UNDO, EXTENDED, DENY] {
        let mut desk = their_pass_was_last();
        assert_eq!(desk.hear(&frame(0, 0, command, 1)), [""; 0]);
        desk.assert_verdict(Verdict::OutOfPlace);
    }
}

#[test]
fn a_denied_final_pass_stops_for_the_judge() {
    let mut desk = our_pass_was_last();
    desk.hear(&frame(1, 1, DENY, 0));
    desk.assert_verdict(Verdict::Doubted);
    desk.hear(&frame(1, 1, DENY, 0));
    desk.assert_stopped(Stop::Denied);
}

#[test]
fn resignation_sends_nothing() {
    let mut desk = Desk::playing(Color::White);
    desk.take(BLACK_307);
    desk.session.halt();
    assert_eq!(desk.session.stage(), Stage::Stopped(Stop::Ended));
    assert!(desk.wait(RESEND * 10).is_empty());
    assert_eq!(desk.hear(BLACK_307), [""; 0]);
    desk.assert_verdict(Verdict::OutOfPlace);
}

#[test]
fn halting_drops_what_was_not_sent_yet() {
    let mut desk = Desk::playing(Color::Black);
    desk.session.send_move(C3).expect("our turn");
    desk.session.halt();
    assert_eq!(desk.moment(), [""; 0]);
}

#[test]
fn concluded_from_outside_repeats_are_answered_and_nothing_new_is_sent() {
    // Their 400th move: accepted, and the game is at its end.
    let mut desk = Desk::playing(Color::White);
    desk.hear(BLACK_307);
    desk.session.accept_move(desk.now).expect("a move offered");
    desk.session.conclude(desk.now);
    assert_eq!(desk.moment(), [super::wire::OK_307]);
    assert!(desk.session.send_move(C3).is_err());
    assert_eq!(desk.hear(BLACK_307), [super::wire::OK_307]);
    assert!(desk.wait(LINGER).is_empty());
    assert_eq!(desk.session.stage(), Stage::Finished);
}

#[test]
fn concluded_from_outside_with_our_move_pending_three_resends_then_a_normal_end() {
    let mut desk = Desk::playing(Color::Black);
    desk.play(C3);
    desk.session.conclude(desk.now);
    assert_eq!(desk.wait(RESEND * 10).len(), 3);
    assert_eq!(desk.session.stage(), Stage::Finished);
}

#[test]
fn concluding_before_play_does_nothing() {
    let mut desk = Desk::white();
    desk.session.conclude(desk.now);
    assert_eq!(desk.session.stage(), Stage::Waiting);
}

//! Frames that pass the checksum and make no sense: nothing at the first copy, the verdict at the
//! second identical one or after 25 s, and none of it where something sensible comes between.

use core::time::Duration;

use sgmp_proto::{Color, Event, Refusal, Stage, Stop, Verdict};

use super::desk::{C3, Desk, RESEND};
use super::wire::{BLACK_307, DENY, NEWGAME, OK_307, WHITE_61, black, frame, ok, white};

const DOUBT: Duration = Duration::from_secs(25);
const MOMENT: Duration = Duration::from_secs(1);

/// White in mid-game, a doubtful frame for it and what that would mean. Black's next frame there
/// has both bits 1.
fn doubtful_to_white() -> [(String, &'static str); 5] {
    [
        (NEWGAME.into(), "PeerRestarted"),
        (frame(1, 1, DENY, 0), "Denied"),
        (black(1, 1, 362), "IllegalMove"),
        (black(1, 1, 511), "IllegalMove"),
        (white(1, 1, 100), "IllegalMove"),
    ]
}

#[track_caller]
fn assert_stopped_as(desk: &Desk, name: &str) {
    let Stage::Stopped(stop) = desk.session.stage() else {
        panic!("{:?} instead of {name}", desk.session.stage())
    };
    assert!(
        format!("{stop:?}").starts_with(name),
        "{stop:?}, not {name}"
    );
    assert_eq!(desk.session.poll_timeout(), None);
}

#[test]
fn nothing_happens_at_the_first_copy() {
    for (odd, _) in doubtful_to_white() {
        let mut desk = Desk::white_in_mid_game();
        let before = desk.snapshot();
        assert_eq!(desk.hear(&odd), [""; 0]);
        desk.assert_verdict(Verdict::Doubted);
        assert_eq!(desk.events, []);
        assert_eq!(desk.snapshot(), before);
    }
}

#[test]
fn the_second_identical_copy_is_believed() {
    for (odd, name) in doubtful_to_white() {
        let mut desk = Desk::white_in_mid_game();
        desk.hear(&odd);
        assert_eq!(desk.hear(&odd), [""; 0]);
        assert_stopped_as(&desk, name);
    }
}

#[test]
fn after_25_s_of_nothing_else_the_first_copy_is_believed() {
    for (odd, name) in doubtful_to_white() {
        let mut desk = Desk::white_in_mid_game();
        desk.hear(&odd);
        desk.wait(DOUBT - MOMENT - Duration::from_micros(1));
        assert!(matches!(desk.session.stage(), Stage::Playing(_)));
        assert!(desk.wait(Duration::from_micros(1)).is_empty());
        assert_stopped_as(&desk, name);
    }
}

#[test]
fn a_sensible_frame_dispels_it() {
    for (odd, _) in doubtful_to_white() {
        // A repeat of what was taken before, or the move that the noise had changed.
        for (sensible, is_move) in [(BLACK_307, false), (&black(1, 1, 308), true)] {
            let mut desk = Desk::white_in_mid_game();
            desk.hear(&odd);
            if is_move {
                desk.take(sensible);
            } else {
                desk.hear(sensible);
            }
            assert!(desk.wait(DOUBT * 4).is_empty());
            assert!(matches!(desk.session.stage(), Stage::Playing(_)));
        }
    }
}

#[test]
fn the_acknowledgement_of_our_move_dispels_it() {
    for odd in [NEWGAME.into(), frame(1, 0, DENY, 0)] {
        let mut desk = Desk::playing(Color::Black);
        desk.play(C3);
        desk.hear(&ok(0, 0));
        desk.take(WHITE_61);
        desk.play(C3);
        let odd: String = odd;
        desk.hear(&odd);
        desk.hear(&ok(1, 1));
        assert_eq!(desk.events, [Event::MoveAcknowledged]);
        desk.wait(DOUBT * 4);
        assert!(matches!(desk.session.stage(), Stage::Playing(_)));
    }
}

#[test]
fn a_different_doubtful_frame_is_not_the_second_copy() {
    let mut desk = Desk::white_in_mid_game();
    desk.hear(NEWGAME);
    desk.hear(&frame(1, 1, DENY, 0));
    desk.hear(NEWGAME);
    assert!(matches!(desk.session.stage(), Stage::Playing(_)));
    desk.hear(NEWGAME);
    desk.assert_stopped(Stop::PeerRestarted);
}

#[test]
fn a_frame_that_means_the_same_in_other_bytes_is_not_the_second_copy() {
    let mut desk = Desk::white_in_mid_game();
    desk.hear(NEWGAME);
    desk.hear(&frame(0, 0, 2, 0));
    assert!(matches!(desk.session.stage(), Stage::Playing(_)));
    desk.hear(&frame(0, 0, 2, 0));
    desk.assert_stopped(Stop::PeerRestarted);
}

#[test]
fn newgame_in_mid_game_is_never_acknowledged_and_resets_nothing() {
    for mut desk in [Desk::white_in_mid_game(), Desk::black_in_mid_game()] {
        let bit = desk.snapshot().bit;
        assert_eq!(desk.hear(NEWGAME), [""; 0]);
        assert_eq!(desk.hear(NEWGAME), [""; 0]);
        desk.assert_stopped(Stop::PeerRestarted);
        assert_eq!(desk.snapshot().bit, bit);
    }
}

#[test]
fn newgame_in_mid_game_does_not_stop_our_resends_until_it_is_believed() {
    let mut desk = Desk::playing(Color::White);
    desk.take(BLACK_307);
    desk.play(C3);
    desk.hear(NEWGAME);
    assert_eq!(desk.wait(RESEND).len(), 1);
    assert!(desk.wait(RESEND).is_empty());
    desk.assert_stopped(Stop::PeerRestarted);
}

#[test]
fn a_denied_move_stops_for_the_judge() {
    let mut desk = Desk::playing(Color::Black);
    desk.play(C3);
    let deny = frame(1, 0, DENY, 0);
    assert_eq!(desk.hear(&deny), [""; 0]);
    desk.assert_verdict(Verdict::Doubted);
    assert_eq!(desk.hear(&deny), [""; 0]);
    desk.assert_stopped(Stop::Denied);
}

#[test]
fn an_illegal_move_is_not_acknowledged_until_a_second_copy_and_then_the_verdict() {
    let mut desk = Desk::white_in_mid_game();
    desk.hear(&black(1, 1, 307));
    assert_eq!(desk.refuse(), Refusal::Doubted);
    assert_eq!(desk.moment(), [""; 0]);
    desk.hear(&black(1, 1, 307));
    assert_eq!(desk.refuse(), Refusal::Confirmed);
    assert!(
        matches!(desk.events[..], [Event::Stopped(Stop::IllegalMove(mv))] if mv.number() == 307)
    );
    assert_eq!(desk.moment(), [""; 0], "never acknowledged");
}

#[test]
fn an_illegal_move_with_no_second_copy_is_believed_after_25_s() {
    let mut desk = Desk::white_in_mid_game();
    desk.hear(&black(1, 1, 307));
    desk.refuse();
    desk.wait(DOUBT);
    assert_stopped_as(&desk, "IllegalMove");
}

#[test]
fn an_illegal_move_that_was_noise_is_followed_by_the_real_one() {
    let mut desk = Desk::white_in_mid_game();
    desk.hear(&black(1, 1, 307));
    desk.refuse();
    assert_eq!(desk.take(&black(1, 1, 308)), [ok(1, 1)]);
    desk.wait(DOUBT * 2);
    assert_eq!(desk.moves(), 3);
}

#[test]
fn an_illegal_move_in_place_of_an_ok_does_not_acknowledge_ours() {
    let mut desk = Desk::playing(Color::White);
    desk.take(BLACK_307);
    let ours = desk.play(C3);
    desk.hear(&black(1, 1, 41));
    desk.refuse();
    assert!(desk.snapshot().bit.pending().is_some());
    assert_eq!(super::desk::texts(&desk.wait(RESEND)), ours);
}

#[test]
fn the_first_move_of_the_game_can_be_illegal_too() {
    let mut desk = Desk::playing(Color::White);
    desk.hear(&black(0, 0, 400));
    desk.assert_verdict(Verdict::Doubted);
    assert_eq!(desk.take(BLACK_307), [OK_307]);
}

#[test]
fn a_session_that_has_ended_waits_for_no_doubt() {
    let mut halted = Desk::white_in_mid_game();
    halted.hear(NEWGAME);
    halted.session.halt();
    assert_eq!(halted.session.poll_timeout(), None);

    let mut concluded = Desk::white_in_mid_game();
    concluded.hear(NEWGAME);
    concluded.session.conclude(concluded.now);
    concluded.wait(Duration::from_secs(60));
    assert_eq!(concluded.session.stage(), Stage::Finished);
}

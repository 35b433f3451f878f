//! Frames that pass the checksum and make no sense: nothing at the first copy, the verdict at the
//! second identical one or after 25 s, and none of it where something sensible comes between. NEWGAME in mid-game has to
//! come three times.

use core::time::Duration;

use sgmp_proto::{Color, Event, FrameVerdict, Phase, Refusal, Stop};

use super::harness::{C3, Harness, RESEND};
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
fn assert_stopped_as(harness: &Harness, name: &str) {
    let Phase::Stopped(stop) = harness.session.phase() else {
        panic!("{:?} instead of {name}", harness.session.phase())
    };
    assert!(
        format!("{stop:?}").starts_with(name),
        "{stop:?}, not {name}"
    );
    assert_eq!(harness.session.poll_timeout(), None);
}

#[test]
fn nothing_happens_at_the_first_copy() {
    for (odd, _) in doubtful_to_white() {
        let mut harness = Harness::white_in_mid_game();
        let before = harness.snapshot();
        assert_eq!(harness.hear(&odd), [""; 0]);
        harness.assert_verdict(FrameVerdict::Doubted);
        assert_eq!(harness.events, []);
        assert_eq!(harness.snapshot(), before);
    }
}

#[test]
fn the_second_identical_copy_is_believed() {
    let [_, fouls @ ..] = doubtful_to_white();
    for (odd, name) in fouls {
        let mut harness = Harness::white_in_mid_game();
        harness.hear(&odd);
        assert_eq!(harness.hear(&odd), [""; 0]);
        assert_stopped_as(&harness, name);
    }
}

#[test]
fn after_25_s_of_nothing_else_the_first_copy_is_believed() {
    let [_, fouls @ ..] = doubtful_to_white();
    for (odd, name) in fouls {
        let mut harness = Harness::white_in_mid_game();
        harness.hear(&odd);
        harness.wait(DOUBT - MOMENT - Duration::from_micros(1));
        assert!(matches!(harness.session.phase(), Phase::Playing(_)));
        assert!(harness.wait(Duration::from_micros(1)).is_empty());
        assert_stopped_as(&harness, name);
    }
}

#[test]
fn a_sensible_frame_dispels_it() {
    for (odd, _) in doubtful_to_white() {
        // A repeat of what was taken before, or the move that the noise had changed.
        for (sensible, is_move) in [(BLACK_307, false), (&black(1, 1, 308), true)] {
            let mut harness = Harness::white_in_mid_game();
            harness.hear(&odd);
            if is_move {
                harness.take(sensible);
            } else {
                harness.hear(sensible);
            }
            assert!(harness.wait(DOUBT * 4).is_empty());
            assert!(matches!(harness.session.phase(), Phase::Playing(_)));
        }
    }
}

#[test]
fn the_acknowledgement_of_our_move_dispels_it() {
    for odd in [NEWGAME.into(), frame(1, 0, DENY, 0)] {
        let mut harness = Harness::playing(Color::Black);
        harness.play(C3);
        harness.hear(&ok(0, 0));
        harness.take(WHITE_61);
        harness.play(C3);
        let odd: String = odd;
        harness.hear(&odd);
        harness.hear(&ok(1, 1));
        assert_eq!(harness.events, [Event::MoveAcknowledged]);
        harness.wait(DOUBT * 4);
        assert!(matches!(harness.session.phase(), Phase::Playing(_)));
    }
}

#[test]
fn a_different_doubtful_frame_is_not_the_second_copy() {
    let mut harness = Harness::white_in_mid_game();
    let deny = frame(1, 1, DENY, 0);
    harness.hear(&deny);
    harness.hear(NEWGAME);
    harness.hear(&deny);
    assert!(matches!(harness.session.phase(), Phase::Playing(_)));
    harness.hear(&deny);
    harness.assert_stopped(Stop::Denied);
}

#[test]
fn a_frame_that_means_the_same_in_other_bytes_is_not_the_second_copy() {
    let mut harness = Harness::white_in_mid_game();
    harness.hear(&frame(1, 1, DENY, 0));
    harness.hear(&frame(1, 1, DENY, 1));
    assert!(matches!(harness.session.phase(), Phase::Playing(_)));
    harness.hear(&frame(1, 1, DENY, 1));
    harness.assert_stopped(Stop::Denied);
}

#[test]
fn newgame_in_mid_game_is_believed_only_as_often_as_a_program_that_begins_says_it() {
    for mut harness in [Harness::white_in_mid_game(), Harness::black_in_mid_game()] {
        // Somebody who tries the line says it once; so does the next one who does.
        for _ in 0..3 {
            assert_eq!(harness.hear(NEWGAME), [""; 0]);
            harness.assert_verdict(FrameVerdict::Doubted);
            assert!(harness.wait(DOUBT).is_empty());
            assert!(matches!(harness.session.phase(), Phase::Playing(_)));
        }
        for _ in 0..2 {
            harness.hear(NEWGAME);
            harness.wait(RESEND);
            assert!(matches!(harness.session.phase(), Phase::Playing(_)));
        }
        assert_eq!(harness.hear(NEWGAME), [""; 0]);
        harness.assert_stopped(Stop::PeerRestarted);
    }
}

#[test]
fn newgame_in_mid_game_is_never_acknowledged_and_resets_nothing() {
    for mut harness in [Harness::white_in_mid_game(), Harness::black_in_mid_game()] {
        let bit = harness.snapshot().bit;
        for _ in 0..3 {
            assert_eq!(harness.hear(NEWGAME), [""; 0]);
        }
        harness.assert_stopped(Stop::PeerRestarted);
        assert_eq!(harness.snapshot().bit, bit);
    }
}

#[test]
fn newgame_in_mid_game_does_not_stop_our_resends_until_it_is_believed() {
    let mut harness = Harness::playing(Color::White);
    harness.take(BLACK_307);
    harness.play(C3);
    for _ in 0..2 {
        harness.hear(NEWGAME);
        assert_eq!(harness.wait(RESEND).len(), 1);
    }
    assert_eq!(harness.hear(NEWGAME), [""; 0]);
    harness.assert_stopped(Stop::PeerRestarted);
    assert!(harness.wait(RESEND).is_empty());
}

#[test]
fn a_denied_move_stops_for_the_judge() {
    let mut harness = Harness::playing(Color::Black);
    harness.play(C3);
    let deny = frame(1, 0, DENY, 0);
    assert_eq!(harness.hear(&deny), [""; 0]);
    harness.assert_verdict(FrameVerdict::Doubted);
    assert_eq!(harness.hear(&deny), [""; 0]);
    harness.assert_stopped(Stop::Denied);
}

#[test]
fn an_illegal_move_is_not_acknowledged_until_a_second_copy_and_then_the_verdict() {
    let mut harness = Harness::white_in_mid_game();
    harness.hear(&black(1, 1, 307));
    assert_eq!(harness.refuse(), Refusal::Doubted);
    assert_eq!(harness.moment(), [""; 0]);
    harness.hear(&black(1, 1, 307));
    assert_eq!(harness.refuse(), Refusal::Confirmed);
    assert!(
        matches!(harness.events[..], [Event::Stopped(Stop::IllegalMove(mv))] if mv.number() == 307)
    );
    assert_eq!(harness.moment(), [""; 0], "never acknowledged");
}

#[test]
fn an_illegal_move_with_no_second_copy_is_believed_after_25_s() {
    let mut harness = Harness::white_in_mid_game();
    harness.hear(&black(1, 1, 307));
    harness.refuse();
    harness.wait(DOUBT);
    assert_stopped_as(&harness, "IllegalMove");
}

#[test]
fn an_illegal_move_that_was_noise_is_followed_by_the_real_one() {
    let mut harness = Harness::white_in_mid_game();
    harness.hear(&black(1, 1, 307));
    harness.refuse();
    assert_eq!(harness.take(&black(1, 1, 308)), [ok(1, 1)]);
    harness.wait(DOUBT * 2);
    assert_eq!(harness.moves(), 3);
}

#[test]
fn an_illegal_move_in_place_of_an_ok_does_not_acknowledge_ours() {
    let mut harness = Harness::playing(Color::White);
    harness.take(BLACK_307);
    let ours = harness.play(C3);
    harness.hear(&black(1, 1, 41));
    harness.refuse();
    assert!(harness.snapshot().bit.pending().is_some());
    assert_eq!(super::harness::texts(&harness.wait(RESEND)), ours);
}

#[test]
fn the_first_move_of_the_game_can_be_illegal_too() {
    let mut harness = Harness::playing(Color::White);
    harness.hear(&black(0, 0, 400));
    harness.assert_verdict(FrameVerdict::Doubted);
    assert_eq!(harness.take(BLACK_307), [OK_307]);
}

#[test]
fn a_session_that_has_ended_waits_for_no_doubt() {
    let mut halted = Harness::white_in_mid_game();
    halted.hear(NEWGAME);
    halted.session.halt();
    assert_eq!(halted.session.poll_timeout(), None);

    let mut concluded = Harness::white_in_mid_game();
    concluded.hear(NEWGAME);
    concluded.session.conclude(concluded.now);
    concluded.wait(Duration::from_secs(60));
    assert_eq!(concluded.session.phase(), Phase::Finished);
}

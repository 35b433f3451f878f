//! Advice for the operator when nothing is heard, or only noise.

use sgmp_proto::{Counts, Phase};

use crate::play::{Dispute, End};
use crate::port::PortKind;
use crate::rules::Color;

/// The likely causes of a silence, most likely first.
#[must_use]
pub(crate) fn causes(phase: Phase, color: Color, counts: Counts, port: &str) -> Vec<String> {
    let garbage = counts.stray + counts.unfinished + counts.bad_checksums + counts.reserved;
    let mut causes = Vec::new();
    if counts.frames == 0 && garbage + counts.talk > 0 {
        causes.push(format!(
            "{} bytes came, none of them a frame: do both sides have the same baud?",
            garbage + counts.talk
        ));
        return causes;
    }
    if garbage > 0 {
        causes.push(format!(
            "{garbage} bytes were garbled: a loose or very long cable?"
        ));
    }
    match phase {
        Phase::Waiting if counts.frames > 0 => {
            causes.push(
                "frames come, but none that begins a game: the other program does not know that ours was \
                 started again; if it does not begin again after a few resends, start it again too"
                    .to_owned(),
            );
        }
        Phase::Waiting => {
            causes.push("Black has not begun: is its program started?".to_owned());
            causes.push("are both sides White?".to_owned());
        }
        Phase::NewGameSent if color == Color::Black && counts.frames > 0 => {
            causes.push(
                "frames come, but none that takes our game: does the other side refuse it, play a game already, or \
                 speak the full protocol (--dialect gmp)?"
                    .to_owned(),
            );
        }
        Phase::ColorAsked
        | Phase::HandicapAsked
        | Phase::ColorAnswered
        | Phase::HandicapAnswered => {
            causes.push(
                "does the other side hear us? One wire of the cable may be broken".to_owned(),
            );
            causes.push("the other program may have stopped: look at its screen".to_owned());
        }
        Phase::GmpHandshake(_) => {
            causes.push("the other program may have stopped: look at its screen".to_owned());
            causes.push(
                "if it was started again, the handshake begins again after three resends"
                    .to_owned(),
            );
        }
        Phase::NewGameSent => {
            causes.push("is the other program started, as White?".to_owned());
        }
        _ => {
            causes.push("the other program may have stopped: look at its screen".to_owned());
            causes.push(
                "is the cable still in at both ends? No program is told that one was pulled"
                    .to_owned(),
            );
            causes.push("has the other machine, or an adapter, lost its power?".to_owned());
            causes.push("has one of the two speeds (--baud) changed?".to_owned());
        }
    }
    if counts.frames == 0 {
        causes.push("is the cable in, and a null-modem cable (TxD and RxD crossed)?".to_owned());
        causes.push("do both sides have the same baud?".to_owned());
        causes.push(format!(
            "is {port} the right port? `sgmp-go ports` lists them"
        ));
    }
    causes
}

/// Advice on what the other side's operator has to do, where nothing on the wire has told the other program that the
/// game is over; `None` for a program that we started: we end it.
#[must_use]
pub(crate) fn untold_end(end: &End, ours: Color, port: PortKind) -> Option<&'static str> {
    if port == PortKind::Exec {
        return None;
    }
    match end {
        End::TwoPasses | End::NoGame(_) | End::Judge(Dispute::LinkLost(_)) => None,
        End::LastPassUnheard => Some(
            "our last pass was never acknowledged: the other side may still wait for it, with our clock running \
             there. --resume offers it again; or its operator enters our pass there",
        ),
        End::Resignation { loser, .. } if *loser == ours => Some(
            "the other program does not know that we have resigned, and waits for our move or sees the line go: the \
             wire has no word for it. Tell the other side. Its operator has to enter our resignation there (this \
             program: Ctrl-C, then 2), or to end it",
        ),
        End::Resignation { .. } => None,
        End::NoResult(_) | End::FlagFell { .. } | End::Judge(_) => Some(
            "the other program may not know that the game is over, and waits: the wire has no word for it. Tell the \
             other side. Its operator has to end it there (this program: Ctrl-C, then 3)",
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::{Decider, NoGame};

    #[test]
    fn the_operator_of_a_cable_is_told_what_the_wire_cannot_tell() {
        let resigns = |loser| End::Resignation {
            loser,
            by: Decider::Player,
        };
        let told = |end: &End, port| untold_end(end, Color::Black, port);
        for port in [
            PortKind::Device,
            PortKind::Pty,
            PortKind::Telnet,
            PortKind::Tcp,
            PortKind::TcpListen,
            PortKind::Stdio,
        ] {
            let ours = told(&resigns(Color::Black), port).unwrap();
            assert!(ours.contains("we have resigned") && ours.contains("operator"));
            assert_eq!(told(&resigns(Color::White), port), None);
            let limit = End::Judge(Dispute::MoveLimit);
            assert!(told(&limit, port).unwrap().contains("operator"));
            let unheard = told(&End::LastPassUnheard, port).unwrap();
            assert!(unheard.contains("--resume"));
            assert_eq!(told(&End::TwoPasses, port), None);
            assert_eq!(told(&End::NoGame(NoGame::Operator), port), None);
        }
        assert_eq!(told(&resigns(Color::Black), PortKind::Exec), None);
    }

    #[test]
    fn bytes_without_a_frame_point_to_the_baud() {
        let counts = Counts {
            stray: 40,
            talk: 3,
            ..Counts::default()
        };
        let causes = causes(Phase::Waiting, Color::White, counts, "/dev/ttyS0");
        assert_eq!(causes.len(), 1);
        assert!(causes[0].contains("43 bytes") && causes[0].contains("baud"));
    }

    #[test]
    fn silence_in_mid_handshake_points_to_our_own_wire() {
        let counts = Counts {
            frames: 1,
            ..Counts::default()
        };
        let causes = causes(Phase::ColorAsked, Color::White, counts, "/dev/ttyS0");
        assert!(causes[0].contains("hear us"), "{causes:?}");
        assert!(!causes.iter().any(|cause| cause.contains("baud")));
    }

    #[test]
    fn silence_in_mid_game_names_cable_power_and_speed() {
        let counts = Counts {
            frames: 40,
            ..Counts::default()
        };
        let progress = sgmp_proto::Progress::default();
        let causes = causes(Phase::Playing(progress), Color::White, counts, "/dev/ttyS0");
        for word in ["may have stopped", "cable", "power", "speed"] {
            let names = |cause: &String| cause.contains(word);
            assert!(causes.iter().any(names), "{word}: {causes:?}");
        }
    }

    #[test]
    fn who_was_started_again_in_the_handshake_is_told_to_begin_anew() {
        let counts = Counts {
            frames: 3,
            ..Counts::default()
        };
        let causes = causes(Phase::Waiting, Color::White, counts, "/dev/ttyS0");
        assert_eq!(causes.len(), 1);
        assert!(causes[0].contains("start it again too"), "{causes:?}");
    }

    #[test]
    fn white_hearing_nothing_is_told_of_two_whites() {
        let causes = causes(
            Phase::Waiting,
            Color::White,
            Counts::default(),
            "/dev/ttyS0",
        );
        assert!(
            causes
                .iter()
                .any(|cause| cause.contains("both sides White"))
        );
        assert!(causes.iter().any(|cause| cause.contains("null-modem")));
    }
}

//! Advice for the operator when nothing is heard, or only noise.

use sgmp_proto::Phase;

use crate::play::{Dispute, End};
use crate::port::{HeardBytes, PortKind};
use crate::rules::Color;

/// The likely causes of a silence, most likely first.
#[must_use]
pub(crate) fn causes(phase: Phase, color: Color, heard: &HeardBytes, port: &str) -> Vec<String> {
    let counts = heard.counts();
    let garbage = counts.stray + counts.unfinished + counts.bad_checksums + counts.reserved;
    let mut causes = foreign(heard);
    if counts.frames == 0 && !causes.is_empty() {
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
        Phase::NewGameSent if color == Color::Black => {
            causes.push("is the other program started, as White?".to_owned());
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
        _ => causes.push("the other program may have stopped: look at its screen".to_owned()),
    }
    if counts.frames == 0 {
        causes.extend(line_causes(port));
    }
    causes
}

/// The likely causes in the line itself where nothing comes.
pub(crate) fn line_causes(port: &str) -> [String; 3] {
    [
        "is the cable in, and a null-modem cable (TxD and RxD crossed)?".to_owned(),
        "do both sides have the same baud?".to_owned(),
        format!("is {port} the right port? `sgmp-go ports` lists them"),
    ]
}

/// What speaks there, as far as it is no program of the protocol; nothing where only frames came.
pub(crate) fn foreign(heard: &HeardBytes) -> Vec<String> {
    let speaker = heard.speaker();
    let has_frames = heard.counts().frames > 0;
    match (speaker, heard.text()) {
        (Some(speaker), _) => vec![heard.to_string(), speaker.to_string()],
        _ if has_frames || heard.total() == 0 => Vec::new(),
        (None, None) => vec![format!("{heard}: do both sides have the same baud?")],
        (None, Some(_)) => vec![
            heard.to_string(),
            "that can be read, so that the speed is right: what program is at the other end?"
                .to_owned(),
        ],
    }
}

/// Advice on what remains to be done at the other end of a cable, where nothing on the wire has told the other
/// program that the game is over. A program that we started, or at the other end of a socket, sees that
/// the line is gone.
#[must_use]
pub(crate) fn untold_end(end: &End, ours: Color, port: PortKind) -> Option<&'static str> {
    if !port.is_cable() {
        return None;
    }
    match end {
        End::TwoPasses | End::NoGame(_) | End::Judge(Dispute::LinkLost(_)) => None,
        End::Resignation { loser, .. } if *loser == ours => Some(
            "the other program does not know that we have resigned, and waits for our move: the wire \
             has no word for it. Its operator has to enter our resignation there, or to end it",
        ),
        End::Resignation { .. } => None,
        End::NoResult(_) | End::FlagFell { .. } | End::Judge(_) => Some(
            "the other program may not know that the game is over, and waits: the wire has no word for \
             it. Its operator has to end it there",
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
        for port in [PortKind::Device, PortKind::Pty, PortKind::Telnet] {
            let ours = told(&resigns(Color::Black), port).unwrap();
            assert!(ours.contains("we have resigned") && ours.contains("operator"));
            assert_eq!(told(&resigns(Color::White), port), None);
            let limit = End::Judge(Dispute::MoveLimit);
            assert!(told(&limit, port).unwrap().contains("operator"));
            assert_eq!(told(&End::TwoPasses, port), None);
            assert_eq!(told(&End::NoGame(NoGame::Operator), port), None);
        }
        for port in [
            PortKind::Exec,
            PortKind::Tcp,
            PortKind::TcpListen,
            PortKind::Stdio,
        ] {
            assert_eq!(told(&resigns(Color::Black), port), None);
        }
    }

    fn heard(bytes: &[u8]) -> HeardBytes {
        let mut heard = HeardBytes::default();
        for &byte in bytes {
            heard.take(byte);
        }
        heard
    }

    /// NEWGAME, so many times.
    fn frames(count: usize) -> HeardBytes {
        heard(&[0x01, 0xa1, 0xa0, 0x80].repeat(count))
    }

    #[test]
    fn bytes_without_a_frame_point_to_the_baud() {
        let noise = heard(&[0x99; 43]);
        let causes = causes(Phase::Waiting, Color::White, &noise, "/dev/ttyS0");
        assert_eq!(causes.len(), 1);
        assert!(causes[0].contains("43 bytes") && causes[0].contains("baud"));
    }

    #[test]
    fn text_is_shown_and_a_login_is_named() {
        let told = |text: &[u8]| {
            causes(Phase::Waiting, Color::White, &heard(text), "/dev/ttyS0").join("\n")
        };
        let login = told(b"\r\nhost login: ");
        assert!(login.contains("14 bytes came") && login.contains("\"host login: \""));
        assert!(
            login.contains("serial-getty@ttyS0") && !login.contains("baud"),
            "{login}"
        );
        let plain = told(b"hello there\r\n");
        assert!(
            plain.contains("\"hello there \"") && plain.contains("can be read"),
            "{plain}"
        );
        assert!(!plain.contains("baud"), "{plain}");
    }

    #[test]
    fn a_login_that_comes_behind_frames_is_named_too() {
        let mut heard = frames(2);
        for byte in b"host login: " {
            heard.take(*byte);
        }
        let causes = causes(Phase::ColorAsked, Color::White, &heard, "/dev/ttyS0");
        assert!(causes[1].contains("a login"), "{causes:?}");
        assert!(causes.iter().any(|cause| cause.contains("hear us")));
    }

    #[test]
    fn silence_in_mid_handshake_points_to_our_own_wire() {
        let causes = causes(Phase::ColorAsked, Color::White, &frames(1), "/dev/ttyS0");
        assert!(causes[0].contains("hear us"), "{causes:?}");
        assert!(!causes.iter().any(|cause| cause.contains("baud")));
    }

    #[test]
    fn who_was_started_again_in_the_handshake_is_told_to_begin_anew() {
        let causes = causes(Phase::Waiting, Color::White, &frames(3), "/dev/ttyS0");
        assert_eq!(causes.len(), 1);
        assert!(causes[0].contains("start it again too"), "{causes:?}");
    }

    #[test]
    fn white_hearing_nothing_is_told_of_two_whites() {
        let causes = causes(Phase::Waiting, Color::White, &heard(b""), "/dev/ttyS0");
        let tells = |word: &str| causes.iter().any(|cause| cause.contains(word));
        assert!(tells("both sides White") && tells("null-modem"));
    }
}

//! Advice for the operator when nothing is heard, or only noise.

use sgmp_proto::{Clause, Phase};

use crate::play::{Dispute, End};
use crate::port::{HeardBytes, PortKind};
use sgmp_board::rules::Color;

/// The likely causes of a silence, most likely first.
#[must_use]
pub fn causes(phase: Phase, color: Color, heard: &HeardBytes, port: &str) -> Vec<String> {
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
        Phase::Waiting if heard.shows_game() => causes.push(GAME_UNDER_WAY.to_owned()),
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
        Phase::NewGameSent | Phase::ColorAnswered
            if color == Color::Black && heard.ends_with_ok() =>
        {
            let sentence = Clause::NoOtherQueries;
            causes.push(format!(
                "it says OK and does not ask on: does it speak the full protocol? Try --dialect gmp. In the call's \
                 dialect it has to ask twice: {sentence}"
            ));
        }
        Phase::NewGameSent if heard.shows_game() => causes.push(GAME_UNDER_WAY.to_owned()),
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
            causes.push(LEFT_GAME.to_owned());
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
        causes.extend(line_causes(port));
    }
    causes
}

/// Advice where the other program plays a game that ours does not know.
pub(crate) const GAME_UNDER_WAY: &str = "a game is under way there. If ours was left or killed in it, leave this (Ctrl-C) and go on by the \
    command that was printed then: `sgmp-go --resume FILE.journal --port PORT`; nothing is lost. Only a game that is not to go \
    on is begun anew, on both sides";

/// The same where nothing is heard.
pub(crate) const LEFT_GAME: &str = "was a match left here? It goes on by `sgmp-go --resume FILE.journal --port PORT`: the other program is silent \
    while it waits for our move";

/// Advice where no program plays at the other end.
pub(super) const CHECKED: &str = "somebody tries the line with `sgmp-go check` at the other end: the line is good, and no game begins by that";

/// The likely causes in the line itself where nothing comes.
pub fn line_causes(port: &str) -> [String; 3] {
    [
        "is the cable in, and a null-modem cable (TxD and RxD crossed)?".to_owned(),
        "do both sides have the same baud?".to_owned(),
        format!("is {port} the right port? `sgmp-go ports` lists them"),
    ]
}

/// The speaker there, as far as it is no program of the protocol; nothing where only frames came.
pub fn foreign(heard: &HeardBytes) -> Vec<String> {
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

/// Advice on what the other side's operator has to do, where nothing on the wire has told the other program that the
/// game is over; `None` for a program that we started: we end it.
#[must_use]
pub fn untold_end(end: &End, ours: Color, port: PortKind) -> Option<&'static str> {
    if port == PortKind::Exec {
        return None;
    }
    match end {
        End::TwoPasses | End::NoGame(_) | End::Judge(Dispute::LinkLost(_)) => None,
        End::Judge(Dispute::PeerRestarted) => Some(
            "a program that begins, or somebody who tries the line, is at the other end: the game that was played can go \
             on. Tell the other side. Its operator leaves that program (Ctrl-C) and goes on by the command that was \
             printed there: `sgmp-go --resume FILE.journal --port PORT`",
        ),
        End::LastPassUnheard => Some(
            "our last pass was never acknowledged: the other side may still wait for it, with our clock running \
             there. --resume offers it again; or its operator enters our pass there",
        ),
        End::Resignation { loser, .. } if *loser == ours => Some(
            "the other program does not know that we have resigned, and waits for our move or sees the line go: the \
             wire has no word for it. Tell the other side. Its operator has to enter our resignation there (this \
             program: Ctrl-C, then 2 twice), or to end it",
        ),
        End::Resignation { .. } => None,
        End::NoResult(_) | End::FlagFell { .. } | End::Judge(_) => Some(
            "the other program may not know that the game is over, and waits: the wire has no word for it. Tell the \
             other side. Its operator has to end it there (this program: Ctrl-C, then 3 twice)",
        ),
    }
}

/// The same for a match of two others, at these ports; `None` where we have started both, and where they may go on.
#[must_use]
pub fn untold_end_of_others(end: &End, ports: [PortKind; 2]) -> Option<&'static str> {
    let is_untold = matches!(end, End::NoResult(_) | End::Judge(_)) && !end.is_interruption();
    if !is_untold || ports == [PortKind::Exec; 2] {
        return None;
    }
    Some(
        "the two programs do not know that the game is over, and wait: the wire has no word for it. Tell both operators. \
         Each has to end it there (this program: Ctrl-C, then 3 twice)",
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::{Decider, LinkLoss, NoGame};

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
    fn the_operators_of_two_others_are_told_of_a_stop() {
        let stop = End::Judge(Dispute::Operator);
        let cable = PortKind::Device;
        for ports in [[cable, cable], [cable, PortKind::Exec]] {
            let told = untold_end_of_others(&stop, ports).unwrap();
            assert!(told.contains("both operators") && told.contains("3 twice"));
            let lost = End::Judge(Dispute::LinkLost(LinkLoss::Line("gone".to_owned())));
            for goes_on in [lost, End::TwoPasses] {
                assert_eq!(untold_end_of_others(&goes_on, ports), None);
            }
        }
        assert_eq!(untold_end_of_others(&stop, [PortKind::Exec; 2]), None);
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
    fn silence_in_mid_game_names_cable_power_and_speed() {
        let progress = sgmp_proto::Progress::default();
        let phase = Phase::Playing(progress);
        let causes = causes(phase, Color::White, &frames(40), "/dev/ttyS0");
        for word in ["may have stopped", "cable", "power", "speed"] {
            let names = |cause: &String| cause.contains(word);
            assert!(causes.iter().any(names), "{word}: {causes:?}");
        }
    }

    #[test]
    fn who_was_started_again_in_the_handshake_is_told_to_begin_anew() {
        let causes = causes(Phase::Waiting, Color::White, &frames(3), "/dev/ttyS0");
        assert_eq!(causes.len(), 1);
        assert!(causes[0].contains("start it again too"), "{causes:?}");
    }

    #[test]
    fn who_was_started_beside_a_game_is_told_to_resume() {
        let game = heard(&[0x00, 0x85, 0xd2, 0xb3]);
        for (phase, color) in [
            (Phase::Waiting, Color::White),
            (Phase::NewGameSent, Color::Black),
        ] {
            let causes = causes(phase, color, &game, "/dev/ttyS0");
            assert_eq!(causes, [GAME_UNDER_WAY]);
        }
    }

    #[test]
    fn white_hearing_nothing_is_told_of_two_whites() {
        let causes = causes(Phase::Waiting, Color::White, &heard(b""), "/dev/ttyS0");
        let tells = |word: &str| causes.iter().any(|cause| cause.contains(word));
        assert!(tells("both sides White") && tells("null-modem"));
    }
}

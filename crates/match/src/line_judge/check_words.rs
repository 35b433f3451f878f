//! The findings of a check in words: what was found, what it has done to the other side, what was not tried.

use std::time::Duration;

use sgmp_proto::{Phase, Stop};

use crate::port::{Diagnosis, HeardBytes, OtherEnd, Speaker, TrialSettings};
use crate::spectators::advice;
use sgmp_board::rules::Color;

/// A finding in words.
pub enum Told {
    /// Things that are well, and notes beside them.
    Pass {
        /// The thing that is well.
        what: &'static str,
        /// Notes, a line each.
        notes: Vec<&'static str>,
    },
    /// A fault that fails the check, in words.
    Fail(String),
}

const MOVES_NOT_TRIED: &str =
    "not tried: moves, and a line in use for long; size, komi and time are not on the wire";
const A_CHECK: &str = "it is a check, too, and hears us";
const DISTURBED_BLACK: &str =
    "a match that waits there as Black has been disturbed by our questions: start it again";
const NEWGAME_IN_GAME: &str =
    "a NEWGAME of ours was heard there: a match of this program shows it and goes on, GNU Go ends";
const BEGINS_ANEW: &str =
    "a match that waits there as White has been asked, and begins anew with the next NEWGAME";

/// The finding in words.
pub fn told(diagnosis: Diagnosis, heard: &HeardBytes) -> Told {
    let pass = |what, notes: &[&'static str]| Told::Pass {
        what,
        notes: notes.to_vec(),
    };
    match diagnosis {
        Diagnosis::BlackAnswered(other) => {
            let note = match other {
                OtherEnd::Check => A_CHECK,
                OtherEnd::Program => DISTURBED_BLACK,
            };
            pass(
                "handshake: the other side plays Black, an even game: play --color white",
                &[note, MOVES_NOT_TRIED],
            )
        }
        Diagnosis::WhiteAsked => pass(
            "handshake: the other side plays White, an even game: play --color black",
            &[A_CHECK, MOVES_NOT_TRIED],
        ),
        Diagnosis::BlackWaits => pass(
            "line: a Black waits there, its NEWGAME came: play --color white",
            &[
                "it was asked nothing, and waits on; a program that says NEWGAME only once (GNU Go) is started again \
                 when our match waits",
                "not tried: whether it hears us, its answers, moves; size, komi and time are not on the wire",
            ],
        ),
        Diagnosis::WhiteWaits => pass(
            "line: a White waits there and answers our NEWGAME: play --color black",
            &[
                BEGINS_ANEW,
                "not tried: its second question, our answers, moves; size, komi and time are not on the wire",
            ],
        ),
        Diagnosis::ChecksHear => pass(
            "line: another check is at the other end, and each hears the other",
            &[
                "not tried: the handshake (one side `check --color black`, the other `--color white`), moves; size, \
                 komi and time are not on the wire",
            ],
        ),
        Diagnosis::SameColor(color, _) => Told::Fail(format!("both sides are {color}")),
        Diagnosis::GameUnderWay { .. } => {
            Told::Fail("a game seems to be under way at the other end".to_owned())
        }
        Diagnosis::Echo => Told::Fail(Stop::Echo.to_string()),
        Diagnosis::Unheard => {
            Told::Fail("a line of another check came, and no answer to ours".to_owned())
        }
        Diagnosis::Stopped(stop) => Told::Fail(stop.to_string()),
        Diagnosis::NoHandshake { .. } => Told::Fail(without_handshake(heard).to_owned()),
    }
}

/// The fault where no handshake came about, by what was heard instead.
fn without_handshake(heard: &HeardBytes) -> &'static str {
    if heard.speaker() == Some(Speaker::Echo) {
        return "our own bytes come back, in part";
    }
    match (heard.counts().frames, heard.total(), heard.text()) {
        (0, 0, _) => "nothing heard",
        (0, _, Some(_)) => "only text heard, no frame",
        (0, _, None) => "only garbage heard",
        _ => "frames heard, but no handshake",
    }
}

/// The likely causes of a failure, and what to do.
pub fn causes(
    diagnosis: Diagnosis,
    heard: &HeardBytes,
    settings: &TrialSettings,
    port: &str,
) -> Vec<String> {
    let mut found: Vec<&str> = Vec::new();
    match diagnosis {
        Diagnosis::NoHandshake {
            phase,
            asked_for_white,
        } => return silence(phase, asked_for_white, heard, settings, port),
        Diagnosis::SameColor(color, other) => {
            found.push(match color {
                Color::Black => "one side has to play --color white",
                Color::White => "one side has to play --color black",
            });
            if other == OtherEnd::Program {
                found.push(match color {
                    Color::Black => {
                        "a match that waits there as Black says so, too, and waits on"
                    }
                    Color::White => BEGINS_ANEW,
                });
            }
        }
        Diagnosis::GameUnderWay { said_newgame } => {
            found.push(advice::GAME_UNDER_WAY);
            found.push(if said_newgame {
                NEWGAME_IN_GAME
            } else {
                "it was asked nothing, and is not disturbed"
            });
        }
        Diagnosis::Echo if heard.speaker().is_some() => return advice::foreign(heard),
        Diagnosis::Echo if heard.counts().frames > 0 => {
            found.push("take off the loopback plug, or turn off the adapter's echo");
        }
        Diagnosis::Echo => found.push(
            "a loopback plug, an adapter that echoes, or a terminal or login at the other end",
        ),
        Diagnosis::Unheard => found.push(
            "that check has ended, or does not hear us: one wire of the cable may be broken (our TxD to its RxD)",
        ),
        Diagnosis::Stopped(_) => found.push("set the other program to Black, even game"),
        Diagnosis::BlackAnswered(_)
        | Diagnosis::WhiteAsked
        | Diagnosis::BlackWaits
        | Diagnosis::WhiteWaits
        | Diagnosis::ChecksHear => {}
    }
    found.into_iter().map(str::to_owned).collect()
}

fn silence(
    phase: Phase,
    asked_for_white: bool,
    heard: &HeardBytes,
    settings: &TrialSettings,
    port: &str,
) -> Vec<String> {
    let is_silent = heard.total() == 0;
    let mut causes = match (settings.color, phase) {
        (None, _) if is_silent => {
            let started = if asked_for_white {
                "is the other program started, and was it before a White was asked for?"
            } else {
                "is the other program started?"
            };
            let mut causes = vec![started.to_owned()];
            causes.extend(advice::line_causes(port));
            causes
        }
        // A NEWGAME that only looks for a White is no handshake.
        (None | Some(Color::White), Phase::NewGameSent) => {
            advice::causes(Phase::Waiting, Color::White, heard, port)
        }
        (color, phase) => advice::causes(phase, color.unwrap_or(Color::White), heard, port),
    };
    if is_silent && asked_for_white {
        causes.push(advice::LEFT_GAME.to_owned());
    }
    if is_silent && !asked_for_white && settings.color != Some(Color::Black) {
        causes.push(format!(
            "a White is silent until it is asked, and was not: a Black that waits, and speaks every {} s, would take \
             our NEWGAME for a second Black's. With --wait {}s, or --color black, it is asked",
            settings.config.resend.as_secs(),
            (settings.listening() + Duration::from_secs(3)).as_secs()
        ));
    }
    causes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whatever_passes_says_what_was_not_tried_and_what_was_done_to_the_other_side() {
        let heard = HeardBytes::default();
        let notes = |diagnosis| match told(diagnosis, &heard) {
            Told::Pass { notes, .. } => notes.join("\n"),
            Told::Fail(what) => panic!("{diagnosis:?}: {what}"),
        };
        for diagnosis in [
            Diagnosis::BlackAnswered(OtherEnd::Check),
            Diagnosis::WhiteAsked,
            Diagnosis::BlackWaits,
            Diagnosis::WhiteWaits,
            Diagnosis::ChecksHear,
        ] {
            let told = notes(diagnosis);
            assert!(told.contains("not tried: "), "{told}");
            assert!(
                !told.contains("start it again") && !told.contains("  "),
                "{told}"
            );
        }
        let told = notes(Diagnosis::BlackAnswered(OtherEnd::Program));
        assert!(
            told.contains("not tried: ") && told.contains("start it again"),
            "{told}"
        );
    }
}

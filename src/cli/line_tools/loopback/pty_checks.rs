//! Checks that only a match over a real pty pair allows: the handshake's bytes, and each thing that
//! its line does on purpose.

use super::match_checks::{self, CheckVerdict, verdict};
use super::pty_match::Played;
use sgmp_match::noise::fault_injector::FaultMoments;

/// The frames that open a game, from the call's Appendix A.
const BLACK_OPENS: [&str; 3] = ["01:a1:a0:80", "02:c4:c0:82", "01:c2:c0:81"];
const WHITE_OPENS: [&str; 3] = ["03:be:b0:8b", "00:b8:b0:88", "02:88:87:ff"];

/// Every check, by name.
pub(super) fn all(black: &Played, white: &Played) -> [(&'static str, CheckVerdict); 8] {
    let (b, w) = (black.finished(), white.finished());
    [
        ("handshake bytes", handshake(black, white)),
        ("game over by two passes", match_checks::two_passes(b, w)),
        ("every move acknowledged", acknowledged(black, white)),
        ("resend after a dropped frame", dropped(black)),
        ("bad checksum ignored", garbled(white)),
        ("repeated MOVE not played twice", repeated(black, white)),
        ("both records identical", match_checks::records(b, w)),
        ("both sides count the same", match_checks::scores(b, w)),
    ]
}

fn handshake(black: &Played, white: &Played) -> CheckVerdict {
    let seen = (&black.observer.opening, &white.observer.opening);
    let holds = seen.0 == &BLACK_OPENS && seen.1 == &WHITE_OPENS;
    verdict(
        holds,
        format!("Black {}, White {}", seen.0.join(" "), seen.1.join(" ")),
    )
}

fn acknowledged(black: &Played, white: &Played) -> CheckVerdict {
    let counts = [black, white].map(|side| (side.observer.acknowledged, side.observer.sent_moves));
    let holds = counts
        .iter()
        .all(|(acknowledged, sent)| acknowledged == sent && *sent > 0);
    let [(a, b), (c, d)] = counts;
    verdict(holds, format!("Black's {a} of {b}, White's {c} of {d}"))
}

fn dropped(black: &Played) -> CheckVerdict {
    let resent = black.observer.resent_moves;
    verdict(
        resent >= 1,
        format!(
            "Black's move {} lost, {resent} resends",
            FaultMoments::for_size(black.game.game().size()).lost
        ),
    )
}

fn garbled(white: &Played) -> CheckVerdict {
    let heard = white.observer.bad_checksums;
    verdict(
        heard == 1,
        format!("{heard} garbled frames heard and dropped"),
    )
}

fn repeated(black: &Played, white: &Played) -> CheckVerdict {
    let repeats = white.observer.repeats;
    let moves = [black, white].map(|side| side.game.game().move_count());
    let holds = repeats >= 1 && moves[0] == moves[1];
    let [black, white] = moves;
    verdict(
        holds,
        format!("{repeats} repeats heard; {black} and {white} moves on record"),
    )
}

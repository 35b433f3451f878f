//! The verdicts of the self-test.

use super::Played;
use super::tamper;
use crate::play::End;
use crate::record::{GameRecord, compare, read_bytes, read_sgf};

/// What was found, good or bad.
type Verdict = Result<String, String>;

/// The frames that open a game, from the call's Appendix A.
const BLACK_OPENS: [&str; 3] = ["01:a1:a0:80", "02:c4:c0:82", "01:c2:c0:81"];
const WHITE_OPENS: [&str; 3] = ["03:be:b0:8b", "00:b8:b0:88", "02:88:87:ff"];

/// Every check, by name.
pub(super) fn all(black: &Played, white: &Played) -> [(&'static str, Verdict); 8] {
    [
        ("handshake bytes", handshake(black, white)),
        ("game over by two passes", two_passes(black, white)),
        ("every move acknowledged", acknowledged(black, white)),
        ("resend after a dropped frame", dropped(black)),
        ("bad checksum ignored", garbled(white)),
        ("repeated MOVE not played twice", repeated(black, white)),
        ("both records identical", records(black, white)),
        ("both sides count the same", scores(black, white)),
    ]
}

fn verdict(holds: bool, detail: String) -> Verdict {
    if holds { Ok(detail) } else { Err(detail) }
}

fn handshake(black: &Played, white: &Played) -> Verdict {
    let seen = (&black.witness.opening, &white.witness.opening);
    let holds = seen.0 == &BLACK_OPENS && seen.1 == &WHITE_OPENS;
    verdict(
        holds,
        format!("Black {}, White {}", seen.0.join(" "), seen.1.join(" ")),
    )
}

fn two_passes(black: &Played, white: &Played) -> Verdict {
    let ends = [black, white].map(|side| side.outcome().map(|outcome| &outcome.end));
    let holds = ends.iter().all(|end| *end == Some(&End::TwoPasses));
    let told = |end: Option<&End>| end.map_or("nothing".to_owned(), ToString::to_string);
    let moves = black.game.game().move_count();
    verdict(
        holds,
        format!(
            "{moves} moves; Black: {}, White: {}",
            told(ends[0]),
            told(ends[1])
        ),
    )
}

fn acknowledged(black: &Played, white: &Played) -> Verdict {
    let counts = [black, white].map(|side| (side.witness.acknowledged, side.witness.sent_moves));
    let holds = counts
        .iter()
        .all(|(acknowledged, sent)| acknowledged == sent && *sent > 0);
    let [(a, b), (c, d)] = counts;
    verdict(holds, format!("Black's {a} of {b}, White's {c} of {d}"))
}

fn dropped(black: &Played) -> Verdict {
    let resent = black.witness.resent_moves;
    verdict(
        resent >= 1,
        format!("Black's move {} lost, {resent} resends", tamper::DROPPED),
    )
}

fn garbled(white: &Played) -> Verdict {
    let heard = white.witness.bad_checksums;
    verdict(
        heard == 1,
        format!("{heard} garbled frames heard and dropped"),
    )
}

fn repeated(black: &Played, white: &Played) -> Verdict {
    let repeats = white.witness.repeats;
    let moves = [black, white].map(|side| side.game.game().move_count());
    let holds = repeats >= 1 && moves[0] == moves[1];
    let [black, white] = moves;
    verdict(
        holds,
        format!("{repeats} repeats heard; {black} and {white} moves on record"),
    )
}

fn records(black: &Played, white: &Played) -> Verdict {
    let (a, b) = (read(black)?, read(white)?);
    match compare(&a, &b) {
        None if !a.moves().is_empty() => Ok(format!("{} moves each", a.moves().len())),
        None => Err("both are empty".to_owned()),
        Some(difference) => Err(difference.to_string()),
    }
}

fn read(side: &Played) -> Result<GameRecord, String> {
    let bytes = read_bytes(&side.paths.sgf).map_err(|error| error.to_string())?;
    read_sgf(&bytes).map_err(|error| format!("{}: {error}", side.paths.sgf.display()))
}

fn scores(black: &Played, white: &Played) -> Verdict {
    let results = [black, white].map(|side| side.outcome().map(|outcome| outcome.result()));
    let told = results.map(|result| result.map_or("nothing".to_owned(), |r| r.to_string()));
    verdict(
        results[0] == results[1],
        format!("Black {}, White {}", told[0], told[1]),
    )
}

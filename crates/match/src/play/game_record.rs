//! A match as a game record.

use std::time::Duration;

use super::ending::Outcome;
use super::terms::Terms;
use sgmp_board::record::{GameInfo, GameRecord, Player, UnheardMove};
use sgmp_board::rules::{ByColor, Color, Game};

/// The record of a match as it stands: every move with what the mover had left, and the outcome
/// once there is one. `times` holds what the mover had used at each move.
#[must_use]
pub(crate) fn record(
    terms: &Terms,
    game: &Game,
    times: &[Duration],
    outcome: Option<&Outcome>,
) -> GameRecord {
    let mut record = GameRecord::played(game, |index, played| {
        let used = times.get(index);
        played.time_left = used.map(|used| terms.main_time.saturating_sub(*used));
    });
    record.info = info(terms, outcome);
    if let Some(count) = outcome.and_then(Outcome::count) {
        record.set_count(&count.status);
    }
    record
}

/// Says in a record whose clocks were emptied by what was charged for a pause.
pub(crate) fn remark_on_pauses(record: &mut GameRecord, is_over_by_pause: ByColor<bool>) {
    for color in Color::BOTH {
        if is_over_by_pause[color] {
            let sentence = format!("{color} is over time by the pause: the judge decides");
            remark(record, &sentence);
        }
    }
}

/// Says in the record of a game that goes on which move is not acknowledged so far: should the record stay as it is, the judge
/// is given the same number by both sides.
pub(crate) fn remark_on_unheard(record: &mut GameRecord, number: usize) {
    let what = UnheardMove(number);
    remark(
        record,
        &format!("as far as this record goes, {what}: the two sides may not both have it"),
    );
}

/// Adds a sentence to the comment of a record.
pub(crate) fn remark(record: &mut GameRecord, sentence: &str) {
    let comment = record.info.comment.get_or_insert_default();
    if !comment.is_empty() {
        comment.push_str(". ");
    }
    comment.push_str(sentence);
}

fn info(terms: &Terms, outcome: Option<&Outcome>) -> GameInfo {
    let text = |text: &str| (!text.is_empty()).then(|| text.to_owned());
    let player = |name: &str| Player {
        name: text(name),
        rank: None,
    };
    GameInfo {
        komi: Some(terms.komi),
        handicap: terms.handicap.stones(),
        players: ByColor {
            black: player(&terms.names.black),
            white: player(&terms.names.white),
        },
        date: text(&terms.date),
        place: text(&terms.place),
        event: text(&terms.event),
        round: text(without_word(&terms.round)),
        rules: Some(terms.rules.name().to_owned()),
        time_limit: Some(terms.main_time),
        result: outcome.map(Outcome::result).unwrap_or_default(),
        comment: outcome.map(Outcome::comment),
        ..GameInfo::default()
    }
}

/// The record's form adds the word "round" by itself.
fn without_word(round: &str) -> &str {
    let round = round.trim();
    match round.get(.."round".len()) {
        Some(word) if word.eq_ignore_ascii_case("round") => round[word.len()..].trim_start(),
        _ => round,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::ending::{Assessment, Count, Decider, End};
    use sgmp_board::record::Format;
    use sgmp_board::rules::{
        BoardSize, Color, Komi, Move, Point, PointSet, Removal, RuleSet, Rules, Status, score,
    };

    /// The call's own example, in its order.
    const HEAD: &str = "\
(;
GM[1]FF[1]
SZ[19]
PB[Black Program]
PW[White Program]
DT[2000-06-01]
PC[Shonan, JAPAN]
KM[5.5]
TM[50]
RU[Japanese]
RE[?]
EV[FJK CGC]
GN[round 1]
";

    fn terms() -> Terms {
        Terms {
            color: Color::Black,
            size: BoardSize::NINETEEN,
            komi: Komi::FIVE_AND_A_HALF,
            rules: Rules::Japanese.into(),
            main_time: Duration::from_secs(50 * 60),
            used: Duration::ZERO,
            names: ByColor::new("Black Program".to_owned(), "White Program".to_owned()),
            event: "FJK CGC".to_owned(),
            place: "Shonan, JAPAN".to_owned(),
            round: "1".to_owned(),
            date: "2000-06-01".to_owned(),
            handicap: sgmp_proto::Handicap::EVEN,
            dialect: crate::play::Dialect::Fjk,
        }
    }

    fn game(moves: &str) -> Game {
        let mut game = Game::new(BoardSize::NINETEEN, Komi::FIVE_AND_A_HALF);
        for name in moves.split_whitespace() {
            let mv = Point::parse(name).map_or(Move::Pass, Move::Play);
            game.play(game.to_move(), mv).unwrap();
        }
        game
    }

    fn fjk(terms: &Terms, moves: &str, outcome: Option<&Outcome>) -> String {
        record(terms, &game(moves), &[], outcome).to_sgf(Format::Fjk)
    }

    #[test]
    fn a_game_in_play_is_what_appendix_b_asks_for() {
        let text = fjk(&terms(), "D16 Q16 pass", None);
        assert_eq!(text, format!("{HEAD};B[dd];W[pd];B[tt])\n"));
    }

    #[test]
    fn rules_without_removal_have_a_name_of_their_own() {
        for (rules, removal, name) in [
            (Rules::Chinese, Removal::Never, "Tromp-Taylor"),
            (Rules::Chinese, Removal::Agreed, "Chinese"),
            (Rules::Japanese, Removal::Never, "Japanese"),
        ] {
            let rules = RuleSet { rules, removal };
            let terms = Terms { rules, ..terms() };
            let text = fjk(&terms, "D16", None);
            assert!(text.contains(&format!("RU[{name}]")), "{text}");
        }
    }

    #[test]
    fn the_word_round_is_written_once() {
        for round in ["1", "round 1", " Round 1", "ROUND1"] {
            let terms = Terms {
                round: round.to_owned(),
                ..terms()
            };
            let text = fjk(&terms, "", None);
            assert!(text.contains("GN[round 1]"), "{round}: {text}");
        }
        let final_round = Terms {
            round: "final".to_owned(),
            ..terms()
        };
        assert!(fjk(&final_round, "", None).contains("GN[round final]"));
        let none = Terms {
            round: String::new(),
            ..terms()
        };
        assert!(!fjk(&none, "", None).contains("GN["));
    }

    #[test]
    fn results_are_in_the_calls_words() {
        let resigned = Outcome::new(End::Resignation {
            loser: Color::White,
            by: Decider::Player,
        });
        let text = fjk(&terms(), "D16 Q16", Some(&resigned));
        assert!(text.contains("\nRE[B+R]\n"), "{text}");
        assert!(text.contains("C[White resigns]"), "{text}");

        let game = game("D16 Q16 pass pass");
        let status = Box::new(Status::with_dead(game.board(), &PointSet::EMPTY));
        let score = score::count(&game, &status);
        let counted = Outcome {
            assessment: Some(Assessment::Count(Count { status, score })),
            ..Outcome::new(End::TwoPasses)
        };
        let text = fjk(&terms(), "D16 Q16 pass pass", Some(&counted));
        assert!(text.contains("\nRE[W+5.5]\n"), "{text}");
        assert!(text.ends_with(";B[dd];W[pd];B[tt];W[tt])\n"), "{text}");
    }

    #[test]
    fn the_form_of_today_has_what_each_side_had_left() {
        let used = [1, 2, 3].map(Duration::from_secs);
        let record = record(&terms(), &game("D16 Q16"), &used, None);
        let text = record.to_sgf(Format::Ff4);
        assert!(text.contains(";B[dd]BL[2999];W[pd]WL[2998]"), "{text}");
        assert!(text.contains("TM[3000]"), "{text}");
        assert!(text.contains("RO[1]"), "{text}");
    }
}

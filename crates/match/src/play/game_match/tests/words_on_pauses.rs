//! The judge's words on pauses: the pause that a word speaks of, how long it holds, and what takes its place.

use std::time::Duration;

use sgmp_proto::Color::{Black, White};
use sgmp_proto::{Bit, Frame, Message};

use super::harness::{Setup, Table, minutes, mv, secs};
use super::pauses::{AWAY, WORDS, resumed, say};
use crate::play::game_match::{Event, OperatorDecision};
use crate::play::pause::{PauseCharge, PauseWord};
use sgmp_board::rules::Color;

#[test]
fn a_second_word_takes_the_place_of_the_first() {
    let mut table = Table::playing(Setup::new(Black), "E5");
    table.pass(AWAY);
    for charge in WORDS.into_iter().chain(WORDS) {
        say(&mut table, charge);
        assert_eq!(
            u128::from(table.used(White)),
            charge.charged(AWAY).unwrap().as_millis()
        );
        table
            .game
            .decide(OperatorDecision::PauseCharged(charge.into()), table.now);
    }
    say(&mut table, PauseCharge::Nothing);
    table.pass(secs(30));
    assert_eq!(table.used(White), 0, "its clock stands");
    // After the other side has come back, too.
    table.theirs(mv("C3"));
    for charge in WORDS {
        say(&mut table, charge);
        let charged = charge.charged(AWAY + secs(30)).unwrap();
        assert_eq!(u128::from(table.used(White)), charged.as_millis());
    }
    assert_eq!(table.used(Black), 0);
}

#[test]
fn a_word_on_the_clocks_is_in_the_journal() {
    for charge in WORDS {
        let mut table = Table::playing(Setup::new(Black), "E5");
        table.pass(AWAY);
        say(&mut table, charge);
        let before = table.used(White);
        resumed(&mut table, Duration::ZERO, PauseCharge::Nothing);
        assert_eq!(table.used(White), before, "{charge:?}");
        assert_eq!(table.game.is_over_by_pause(White), before > 50 * 60_000);
    }
}

/// The word is given when the other side has been away for a minute, and changed after two; the pause goes on.
#[test]
fn a_word_for_a_pause_that_goes_on_holds_for_all_of_it() {
    let words = [
        PauseCharge::All,
        PauseCharge::Nothing,
        PauseCharge::Time(secs(90)),
    ];
    let all = words
        .iter()
        .flat_map(|first| words.map(|last| (*first, last)));
    for ((first, last), goes_down) in all.flat_map(|pair| [(pair, false), (pair, true)]) {
        let told = format!("{first:?}, {last:?}, line down: {goes_down}");
        let mut there = Table::playing(Setup::new(White), "E5");
        resumed(&mut there, minutes(10), last);
        let mut here = Table::playing(Setup::new(Black), "E5");
        for word in [first, last] {
            here.pass(minutes(1));
            say(&mut here, word);
            let ruled = |event: &Event| matches!(event, Event::PauseRuled(_));
            assert!(here.count_events(ruled) > 0, "{told}");
        }
        if goes_down {
            here.game.link_down("unplugged".to_owned(), here.now);
        }
        here.pass(minutes(7));
        if goes_down {
            here.game.link_up(here.now);
        }
        here.pass(minutes(1));
        for table in [&mut there, &mut here] {
            table.theirs_or_ours("C3");
        }
        for color in Color::BOTH {
            assert_eq!(there.used(color), here.used(color), "{color}: {told}");
        }
        assert!(!here.game.is_over_by_pause(White));
        // The clocks run on as ever, and what was charged is in the journal.
        here.pass(secs(3));
        here.ours(mv("D3"));
        here.pass(secs(4));
        assert_eq!(here.used(Black), 3_000, "{told}");
        let charged = last.charged(minutes(10)).unwrap().as_millis();
        assert_eq!(u128::from(here.used(White)), charged + 4_000, "{told}");
        resumed(&mut here, Duration::ZERO, PauseCharge::All);
        assert_eq!(here.used(Black), 3_000, "{told}");
    }
}

/// White is away while we think, for longer than our clock: no flag falls by a pause that the judge has spoken on.
#[test]
fn our_own_clock_stands_by_the_judges_word_too() {
    for charge in [PauseCharge::Nothing, PauseCharge::Time(minutes(7))] {
        let mut here = Table::playing(Setup::new(Black), "E5 D5");
        here.is_deaf = true;
        here.pass(AWAY);
        say(&mut here, charge);
        here.pass(AWAY);
        let charged = charge.charged(AWAY).unwrap().as_millis();
        assert_eq!(u128::from(here.used(Black)), charged);
        here.ours(mv("C3"));
        here.pass(minutes(5));
        here.is_deaf = false;
        here.pass(secs(20));
        here.pass(secs(6));
        assert!(here.game.is_open());
        assert_eq!(u128::from(here.used(Black)), charged);
        assert_eq!(here.used(White), 6_000);
    }
}

/// White says its last OK again when it goes on, which no thinking program does: so the second of two short pauses is known
/// from the first, which had its word, and from thoughts that were longer.
#[test]
fn a_second_word_is_for_the_latest_pause() {
    let mut here = Table::playing(Setup::new(Black), "E5");
    for pause in [38, 14] {
        here.pass(secs(40));
        here.theirs(mv(if pause == 38 { "C3" } else { "C4" }));
        here.ours(mv(if pause == 38 { "D3" } else { "D4" }));
        let before = here.used(White);
        here.pass(secs(pause));
        here.says_ok_again();
        say(&mut here, PauseCharge::Nothing);
        assert_eq!(here.used(White), before, "{pause}");
        here.pass(secs(5));
        assert_eq!(here.used(White), before + 5_000, "{pause}");
    }
    // A thought is no pause while the word may be a slip that is put right; later the silence that goes on is meant.
    here.theirs(mv("C6"));
    here.ours(mv("D6"));
    let before = here.used(White);
    here.pass(secs(30));
    say(&mut here, PauseCharge::All);
    assert_eq!(here.used(White), before + 14_000 + 30_000);
    here.theirs(mv("C7"));
    here.ours(mv("D7"));
    here.pass(secs(50));
    here.theirs(mv("C8"));
    here.ours(mv("D8"));
    let before = here.used(White);
    here.pass(secs(12));
    say(&mut here, PauseCharge::Nothing);
    assert_eq!(here.used(White), before);
}

/// Time that the judge gives back after its charge was written is in the journal, too.
#[test]
fn time_given_back_is_in_the_journal() {
    let mut table = Table::playing(Setup::new(Black), "E5");
    resumed(&mut table, minutes(51), PauseCharge::All);
    assert!(table.game.is_over_by_pause(White));
    say(&mut table, PauseCharge::Time(minutes(3)));
    assert_eq!(table.used(White), 180_000);
    resumed(&mut table, Duration::ZERO, PauseCharge::All);
    assert_eq!(table.used(White), 180_000);
    assert!(!table.game.is_over_by_pause(White));
}

/// A pause of many resends, and words on it.
const SHORT: Duration = minutes(10);
const SHORT_WORDS: [PauseCharge; 3] = [
    PauseCharge::All,
    PauseCharge::Nothing,
    PauseCharge::Time(minutes(7)),
];

/// Black's move arrives, and the cable breaks before its OK is back: each side has a move of its own without an OK.
fn lost_ok() -> [Table; 2] {
    let mut black = Table::playing(Setup::new(Black), "E5 D5");
    black.is_mute = true;
    black.ours(mv("C3"));
    let mut white = Table::playing(Setup::new(White), "E5 D5");
    white.is_deaf = true;
    white.theirs(mv("C3"));
    for table in [&mut black, &mut white] {
        table.pass(secs(4));
        if table.setup.color == White {
            table.ours(mv("D3"));
        } else {
            table.theirs(mv("D3"));
        }
    }
    [black, white]
}

/// But for the time between two resends, which end the pause at either side.
fn show_the_same_clocks(black: &Table, white: &Table, told: &str) {
    for color in Color::BOTH {
        let between = black.used(color).abs_diff(white.used(color));
        assert!(between <= 5_000, "{color} {between} by {told}");
        let is_over = |table: &Table| table.game.is_over_by_pause(color);
        assert_eq!(is_over(black), is_over(white), "{color} by {told}");
    }
}

/// White hears Black's move again, so its OK was lost: the pause is Black's on both sides, whoever was away, and
/// whenever the judge speaks.
#[test]
fn a_lost_ok_is_found_out_by_the_move_that_comes_again() {
    for charge in SHORT_WORDS {
        // Both are killed, and go on with the wire still broken.
        let [mut black, mut white] = lost_ok();
        for table in [&mut black, &mut white] {
            table.setup.away = charge.into();
            table.crash_and_resume(SHORT, false).unwrap();
            table.pass(secs(21));
            (table.is_mute, table.is_deaf) = (false, false);
            table.pass(secs(20));
        }
        show_the_same_clocks(&black, &white, &format!("{charge:?}, killed"));
        // Nobody is: the wire is broken for so long, and White hears every one of Black's resends.
        let [mut black, mut white] = lost_ok();
        for table in [&mut black, &mut white] {
            table.pass(SHORT);
            say(table, charge);
            (table.is_mute, table.is_deaf) = (false, false);
            table.pass(secs(21));
        }
        let total = SHORT + secs(4);
        let charged = charge.charged(total).unwrap().as_millis();
        let by_black = u128::from(white.used(Black));
        assert!(
            by_black.abs_diff(charged) <= 21_000,
            "{by_black} by {charge:?}"
        );
        // What it thought is part of the pause; from the latest copy on the time is its own, until its move is heard.
        assert_eq!(white.used(White), 4_000);
    }
}

/// White's own move comes before Black's is said again: nothing shows that the OK was lost, and the judge names the side.
#[test]
fn the_judge_may_name_the_side_on_move() {
    for charge in SHORT_WORDS {
        for to in Color::BOTH {
            let word = PauseWord {
                charge,
                to: Some(to),
            };
            let [mut black, mut white] = lost_ok();
            for table in [&mut black, &mut white] {
                table.crash_and_resume(SHORT, false).unwrap();
                (table.is_mute, table.is_deaf) = (false, false);
                table.pass(secs(1));
                say(table, word);
            }
            // By Black's the pause began with the move, by White's with its own answer, 4 s later.
            for color in Color::BOTH {
                let between = black.used(color).abs_diff(white.used(color));
                assert!(between <= 4_000, "{color} {between} by {word:?}");
            }
            let charged = charge.charged(SHORT).unwrap().as_millis();
            let used = u128::from(black.used(to));
            assert!(used.abs_diff(charged) <= 8_000, "{used} by {word:?}");
            assert!(black.used(!to) <= 4_000, "by {word:?}");
        }
    }
}

/// A nudge says a move again that has had its OK: the side on move thinks.
#[test]
fn a_nudge_is_no_sign_of_a_lost_ok() {
    let setup = Setup {
        nudge: Some(minutes(5)),
        ..Setup::new(White)
    };
    let mut white = Table::playing(setup, "E5 D5 C3");
    white.pass(minutes(5) + secs(30));
    white.ours(mv("D3"));
    say(&mut white, PauseCharge::Nothing);
    assert_eq!(white.used(Black), 0);
    assert!(white.used(White) < 40_000, "{}", white.used(White));
}

#[test]
fn a_word_with_a_side_is_in_the_journal() {
    for (charge, to) in SHORT_WORDS.into_iter().zip([Black, White, Black]) {
        let word = PauseWord {
            charge,
            to: Some(to),
        };
        let [mut black, mut white] = lost_ok();
        for table in [&mut black, &mut white] {
            table.pass(SHORT);
            say(table, word);
            (table.is_mute, table.is_deaf) = (false, false);
            table.pass(secs(21));
            let before = Color::BOTH.map(|color| table.used(color));
            resumed(table, Duration::ZERO, PauseCharge::Nothing);
            let after = Color::BOTH.map(|color| table.used(color));
            // What passed since the latest frame is a pause of its own.
            let given_back = std::iter::zip(before, after).map(|(before, after)| before - after);
            assert!(
                given_back.max() <= Some(1_000),
                "{before:?}, {after:?} by {word:?}"
            );
        }
    }
}

/// One side comes back a good while before the other: the pause lasts until both are there, whatever the word, and whether
/// a move waits for its OK or not.
#[test]
fn a_pause_lasts_until_both_sides_are_back() {
    for charge in SHORT_WORDS {
        for waits in [false, true] {
            for gap in [secs(7), secs(90)] {
                let mut early = Table::playing(Setup::new(White), "E5 D5 C3");
                if waits {
                    early.is_deaf = true;
                    early.ours(mv("D3"));
                }
                early.setup.away = charge.into();
                early.is_deaf = true;
                early.is_mute = true;
                early.crash_and_resume(SHORT, false).unwrap();
                early.pass(gap);
                early.is_deaf = false;
                early.is_mute = false;
                // Black's program goes on, and says so.
                early.says_ok_again();
                let total = SHORT + gap;
                let charged = charge.charged(total).unwrap();
                let told = format!("{charge:?}, {gap:?}, a move waits: {waits}");
                let used = u128::from(early.used(White));
                assert_eq!(used, charged.as_millis(), "{told}");
                assert_eq!(early.used(Black), 0, "{told}");
                // A word afterwards is one on all of it.
                say(
                    &mut early,
                    PauseWord {
                        charge: PauseCharge::All,
                        to: Some(Black),
                    },
                );
                let used = Color::BOTH.map(|color| u128::from(early.used(color)));
                assert_eq!(used, [total.as_millis(), 0], "{told}");
            }
        }
    }
}

/// A check at the other end is not the other side of the game: the pause goes on.
#[test]
fn a_check_at_the_other_end_ends_no_pause() {
    let mut table = Table::playing(Setup::new(White), "E5 D5");
    table.pass(secs(50));
    let newgame = Frame::new(Bit::One, Bit::Zero, Message::NewGame);
    table.hear_frame(newgame);
    table.pass(secs(20));
    say(&mut table, PauseCharge::Nothing);
    assert_eq!(table.used(Black), 0);
}

/// White, back before Black, has said its answer often enough: Black reads it at once when it is back, and never says its own
/// move again. White had that move, and was on move.
#[test]
fn an_answer_that_waits_for_us_shows_that_our_move_was_heard() {
    for charge in SHORT_WORDS {
        let [mut black, _] = lost_ok();
        black.setup.away = charge.into();
        black.is_mute = false;
        black.crash_and_resume(SHORT, true).unwrap();
        black.read_what_waits();
        let charged = charge.charged(SHORT + secs(4)).unwrap();
        let used = u128::from(black.used(White));
        assert_eq!(used, charged.as_millis(), "by {charge:?}");
        assert!(black.used(Black) <= 1, "by {charge:?}");
    }
}

/// White is back a minute before Black, and has said its answer in vain; then Black says its own move again, late.
#[test]
fn a_move_that_comes_again_late_is_no_nudge_where_ours_is_unanswered() {
    for charge in SHORT_WORDS {
        let [_, mut white] = lost_ok();
        white.setup.away = charge.into();
        white.is_mute = true;
        white.crash_and_resume(SHORT - secs(60), false).unwrap();
        white.pass(secs(60));
        white.is_mute = false;
        white.pass(secs(21));
        white.is_deaf = false;
        white.pass(secs(21));
        let charged = charge.charged(SHORT + secs(4)).unwrap().as_millis();
        let by_black = u128::from(white.used(Black));
        assert!(
            by_black.abs_diff(charged) <= 42_000,
            "{by_black} by {charge:?}"
        );
        assert!(white.used(White) <= 21_000, "by {charge:?}");
    }
}

/// We are back after a minute, the other side is not: the judge's word may be for more than our minute, and is told once.
#[test]
fn a_word_may_be_for_the_time_that_the_other_side_is_still_away() {
    let mut table = Table::playing(Setup::new(White), "E5 D5 C3");
    table.is_deaf = true;
    table.ours(mv("D3"));
    table.crash_and_resume(minutes(1), false).unwrap();
    table.pass(minutes(5));
    table.events.clear();
    say(&mut table, PauseCharge::Time(minutes(4)));
    let is_told = |event: &Event| matches!(event, Event::PauseCharged(_));
    assert_eq!(table.count_events(is_told), 1);
    table.is_deaf = false;
    table.pass(secs(20));
    assert_eq!(table.used(White), 4 * 60_000);
    // The other side's clock runs since then.
    assert!(table.used(Black) <= 20_000);
}

//! The ladder, the log and the rank.

use super::igo_ladder::{IgoLevel, Rung};
use super::igo_log::{IgoGame, IgoLog, IgoResult};
use super::igo_rank::IgoRank;
use super::igo_series::IgoSeries;
use crate::local_game::LocalGame;
use sgmp_board::rules::BoardSize;

fn nine() -> BoardSize {
    BoardSize::new(9).unwrap()
}

/// A log of games on 9x9, each on the rung that the ones before lead to.
fn played(results: &str) -> IgoLog {
    let mut log = IgoLog::default();
    for (number, letter) in results.chars().enumerate() {
        let result = match letter {
            'w' => IgoResult::Won,
            'l' => IgoResult::Lost,
            'd' => IgoResult::Drawn,
            _ => IgoResult::Begun,
        };
        log.note(IgoGame {
            result,
            size: nine(),
            rung: log.next_rung(nine()),
            is_helped: false,
            file: format!("game {number}.sgf"),
        });
    }
    log
}

fn rung(results: &str) -> String {
    played(results).next_rung(nine()).to_string()
}

#[test]
fn wins_lead_up_and_losses_down() {
    assert_eq!(
        rung(""),
        "beginner (level 0, about 22 kyu), you have 4 stones ahead"
    );
    assert_eq!(
        rung("l"),
        "beginner (level 0, about 22 kyu), you have 4 stones ahead"
    );
    assert_eq!(
        rung("w"),
        "beginner (level 0, about 22 kyu), you have 3 stones ahead"
    );
    assert_eq!(
        rung("wl"),
        "beginner (level 0, about 22 kyu), you have 4 stones ahead"
    );
    assert_eq!(
        rung("wd."),
        "beginner (level 0, about 22 kyu), you have 3 stones ahead"
    );
    assert_eq!(
        rung("ww"),
        "beginner (level 0, about 22 kyu), you have 2 stones ahead"
    );
    // The third win in a row goes up two rungs: past the even game, to the next level.
    assert_eq!(
        rung("www"),
        "novice (level 3, about 19 kyu), you have 4 stones ahead"
    );
    assert_eq!(rung("wwwl"), "beginner (level 0, about 22 kyu), even");
    assert_eq!(rung(&"w".repeat(30)), "expert (level 12, 4 to 5 kyu), even");
    let large = BoardSize::NINETEEN;
    let first = played("www").next_rung(large);
    assert_eq!(first, Rung::first_of(IgoLevel::Beginner, large));
    assert_eq!(first.handicap, 9);
}

#[test]
fn the_log_is_written_and_read_again() {
    let mut log = played("wl.");
    assert_eq!(IgoLog::from_text(&log.to_text()), log);
    let open = log.unfinished_on(nine()).unwrap().clone();
    assert_eq!(open.file, "game 2.sgf");
    log.note(IgoGame {
        result: IgoResult::Won,
        is_helped: true,
        ..open
    });
    assert!(log.unfinished_on(nine()).is_none());
    assert_eq!(log.games_on(nine()).count(), 3);
    assert!(
        log.to_text()
            .ends_with("won 9 beginner 4 helped game 2.sgf\n")
    );
    assert_eq!(
        IgoLog::from_text("another file\nwon 9 novice 4 alone x"),
        IgoLog::default()
    );
    let damaged = "sgmp-go igo 1\nwon 99 novice 4 alone x\nwon 9 novice\nlost 9 novice 4 alone y\n";
    assert_eq!(IgoLog::from_text(damaged).games_on(nine()).count(), 1);
}

#[test]
fn a_rank_has_an_interval_that_grows_narrow() {
    let rank = |results: &str| IgoRank::from_log(&played(results), nine());
    assert!(rank("").is_none() && rank(".").is_none());
    let width = |rank: IgoRank| rank.interval().1 - rank.interval().0;
    let (one, many) = (rank("w").unwrap(), rank(&"wl".repeat(20)).unwrap());
    assert!(width(one) > 8.0, "{one}");
    assert!(width(many) < width(one) / 1.5, "{many}");
    for rank in [one, many] {
        let (low, high) = rank.interval();
        assert!(low < rank.level() && rank.level() < high, "{rank}");
    }
    let (won, lost) = (rank("wwwwww").unwrap(), rank("llllll").unwrap());
    assert!(won.level() > lost.level() + 3.0, "{won} {lost}");
    assert!(lost.level() < 0.0);
}

#[test]
fn help_moves_the_ladder_and_not_the_rank() {
    let mut log = played("w");
    log.note(IgoGame {
        result: IgoResult::Won,
        size: nine(),
        rung: log.next_rung(nine()),
        is_helped: true,
        file: "helped.sgf".to_owned(),
    });
    assert_eq!(log.next_rung(nine()), played("ww").next_rung(nine()));
    assert_eq!(
        IgoRank::from_log(&log, nine()),
        IgoRank::from_log(&played("w"), nine())
    );
}

/// Two programs on one game: the one that goes on in another file has had the help, too.
#[test]
fn help_counts_in_every_file_of_the_game() {
    let mut log = played("w");
    log.note(IgoGame {
        result: IgoResult::Begun,
        size: nine(),
        rung: log.next_rung(nine()),
        is_helped: true,
        file: "a.sgf".to_owned(),
    });
    let mut series = IgoSeries::of_game(log, "a.sgf").unwrap();
    let terms = series.terms(1, "2026-11-30".to_owned());
    let game = LocalGame::new(terms, sgmp_proto::Instant::ZERO).unwrap();
    assert!(series.note(&game, "b.sgf".to_owned(), false));
    assert!(series.log().begun_in("b.sgf").unwrap().is_helped);
    series.climb();
    assert!(series.note(&game, "c.sgf".to_owned(), false));
    assert!(!series.log().begun_in("c.sgf").unwrap().is_helped);
}

#[test]
fn a_rank_is_told_with_its_games_and_its_interval() {
    let told = IgoRank::from_log(&played("wwlwl"), nine())
        .unwrap()
        .to_string();
    assert!(
        told.starts_with(
            "By 5 games without help you are about 3 levels below level 0 of the computer; "
        ),
        "{told}"
    );
    assert!(
        told.contains("nine chances in ten that it is between "),
        "{told}"
    );
}

#[test]
fn a_rank_below_all_levels_is_told_in_numbers_of_levels() {
    let told = |results: &str| {
        IgoRank::from_log(&played(results), nine())
            .unwrap()
            .to_string()
    };
    let lost = told(&"l".repeat(12));
    let words = lost.split(' ').filter(|word| word.parse::<u32>().is_err());
    assert_eq!(
        words.collect::<Vec<_>>().join(" "),
        "By games without help you are about levels below level of the computer; nine chances in ten that it is \
         between and levels below it.",
        "{lost}"
    );
    let won = told(&"w".repeat(12));
    assert!(won.contains(" you are about as strong as level "), "{won}");
    let both = told("wwlwl");
    assert!(both.contains(" levels below level 0 and level "), "{both}");
}

proptest::proptest! {
    #[test]
    fn any_text_is_a_log(text in "(sgmp-go igo 1\n)?(won|lost|begun| |9|beginner|4|alone|x|\n)*") {
        let log = IgoLog::from_text(&text);
        let _rank = IgoRank::from_log(&log, nine());
        proptest::prop_assert_eq!(IgoLog::from_text(&log.to_text()), log);
    }
}

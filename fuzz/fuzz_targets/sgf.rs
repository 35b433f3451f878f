//! Any bytes as a record: what is read is written in both forms and read again, moves and all.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sgmp_board::record::{Format, GameRecord, count_games, read_game, read_sgf, replay};
use sgmp_board::rules::{Color, Move};

fuzz_target!(|bytes: &[u8]| {
    match read_sgf(bytes) {
        Ok(record) => {
            for format in [Format::Fjk, Format::Ff4] {
                let text = record.to_sgf(format);
                let again = read_sgf(text.as_bytes()).expect("what we write we read");
                assert_eq!(played(&again), played(&record));
            }
        }
        Err(error) => assert!(error.offset <= bytes.len()),
    }
    for number in 1..=count_games(bytes).min(4) {
        match read_game(bytes, number) {
            Ok(reading) => drop(replay(&reading.record, usize::MAX)),
            Err(error) => assert!(error.offset <= bytes.len()),
        }
    }
});

/// Without the remarks: the old form is ASCII.
fn played(record: &GameRecord) -> Vec<(Color, Move)> {
    let moves = record.moves().iter();
    moves.map(|played| (played.color, played.mv)).collect()
}

//! Any bytes as a trace: every line is read or left, and belongs to one game.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sgmp_match::port::trace::read_trace;

fuzz_target!(|bytes: &[u8]| {
    if let Ok(trace) = read_trace(bytes) {
        assert!(!trace.lines.is_empty());
        for line in &trace.lines {
            assert!(!line.bytes.is_empty());
            let _ = line.pieces();
        }
        let lines = trace.lines.len();
        let games = trace.into_games();
        assert_eq!(
            games.iter().map(|game| game.lines.len()).sum::<usize>(),
            lines
        );
    }
});

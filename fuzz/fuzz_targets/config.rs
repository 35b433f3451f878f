//! Any bytes as a configuration file: read, or refused with sentences that name a line.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sgmp_go::cli::config_mistakes;

fuzz_target!(|bytes: &[u8]| {
    for mistake in config_mistakes(&String::from_utf8_lossy(bytes)) {
        assert!(mistake.starts_with("line "), "{mistake}");
    }
});

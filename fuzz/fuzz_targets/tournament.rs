//! Published tables: any text is read or refused, and what is read is audited.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sgmp_go::tournament::audit::{audit, read_table};

fuzz_target!(|text: &str| {
    if let Ok(table) = read_table(text) {
        let _ = audit(&table);
    }
});

//! Published tables and events: any text is read or refused, what is read is audited, and any entries are taken or
//! refused.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sgmp_go::tournament::audit::{audit, read_table};
use sgmp_go::tournament::event::{EventPlan, EventState};

fuzz_target!(|text: &str| {
    let _ = EventPlan::parse(text);
    let _ = EventState::replay(text.lines().map(str::as_bytes));
    if let Ok(table) = read_table(text) {
        let _ = audit(&table);
    }
});

//! Time and chance, which the server takes from the machine.

use sgmp_proto::Instant;

/// The machine's clocks, and chance that nobody can guess.
pub trait Machine: Send + Sync {
    /// The time of the running clock.
    fn now(&self) -> Instant;
    /// The calendar's time, as the names of files have it: "2026-11-26-224103".
    fn start_time(&self) -> String;
    /// 128 bits of chance that cannot be guessed, for secret links.
    fn random(&self) -> u128;
}

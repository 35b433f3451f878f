//! Memory as people write it, and how much of it a player takes by itself.

use super::argument_error::ArgumentError;

/// Memory taken where the machine's own is not known.
const DEFAULT_IF_UNKNOWN: usize = 256 << 20;
/// More is taken only where it is asked for.
const MAX_DEFAULT: usize = 4 << 30;

/// A quarter of the machine's memory, 4 GiB at most; it costs nothing until it is used.
pub(crate) fn default_memory() -> usize {
    let all = machines_memory().and_then(|bytes| usize::try_from(bytes).ok());
    all.map_or(DEFAULT_IF_UNKNOWN, |bytes| (bytes / 4).min(MAX_DEFAULT))
}

/// Bytes that this process may use: the machine's, or its control group's where that has a limit.
#[cfg(target_os = "linux")]
#[allow(
    clippy::useless_conversion,
    reason = "the kernel's long has 32 bits on some machines"
)]
fn machines_memory() -> Option<u64> {
    let info = rustix::system::sysinfo();
    let machine = u64::from(info.totalram).checked_mul(u64::from(info.mem_unit))?;
    let group = std::fs::read_to_string("/sys/fs/cgroup/memory.max").ok();
    let limit = group.and_then(|text| text.trim().parse().ok());
    Some(limit.map_or(machine, |limit: u64| limit.min(machine)))
}

#[cfg(not(target_os = "linux"))]
const fn machines_memory() -> Option<u64> {
    None
}

/// Reads a number of bytes: 300M, 2G, 1500k.
pub(crate) fn parse_memory(text: &str) -> Result<usize, ArgumentError> {
    const MIN_SIZE: usize = 1 << 20;
    const MAX_SIZE: usize = 64 << 30;
    let refusal = || ArgumentError::Memory(text.to_owned());
    let (digits, unit) = match text.char_indices().next_back() {
        Some((at, 'k' | 'K')) => (&text[..at], 10),
        Some((at, 'm' | 'M')) => (&text[..at], 20),
        Some((at, 'g' | 'G')) => (&text[..at], 30),
        _ => (text, 0),
    };
    let number: usize = digits.parse().map_err(|_| refusal())?;
    number
        .checked_mul(1 << unit)
        .filter(|bytes| (MIN_SIZE..=MAX_SIZE).contains(bytes))
        .ok_or_else(refusal)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_of_memory() {
        assert_eq!(parse_memory("300M"), Ok(300 << 20));
        assert_eq!(parse_memory("2g"), Ok(2 << 30));
        assert_eq!(parse_memory("1048576"), Ok(1 << 20));
        for text in ["", "M", "1k", "65G", "-1M", "99999999999999999999G", "1é"] {
            assert!(parse_memory(text).is_err(), "{text:?}");
        }
    }

    #[test]
    fn a_player_takes_a_sensible_part_of_the_machine() {
        assert!((1 << 20..=4 << 30).contains(&default_memory()));
    }
}

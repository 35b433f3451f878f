//! Signals of a serial device, DTR and RTS, that its driver does not raise.
//!
//! A cable of three wires needs neither, so a refusal is told and ends nothing.

use std::fmt::Display;
use std::path::Path;

/// Tells that a device refused a signal, and that the match goes on.
pub(super) fn warn_of_refused_lines(path: &Path, lines: &str, reason: &dyn Display) {
    log::warn!("{}", sentence(path, lines, reason));
}

fn sentence(path: &Path, lines: &str, reason: &dyn Display) -> String {
    let path = path.display();
    format!(
        "{path} does not raise {lines} ({reason}): the match goes on; only a peer that waits for the signal stays silent"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_device_the_signal_and_the_reason_are_named() {
        let told = sentence(Path::new("COM3"), "DTR", &"Invalid argument");
        assert!(
            told.starts_with("COM3 does not raise DTR (Invalid argument)"),
            "{told}"
        );
        assert!(told.contains("the match goes on"), "{told}");
    }
}

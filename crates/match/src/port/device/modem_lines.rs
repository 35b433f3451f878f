//! Signals of a serial device: DTR and RTS, raised so that a peer which watches its DSR, CD or CTS sees us present.
//!
//! A cable of three wires needs neither, so a refusal is told and ends nothing.

use std::path::Path;

use serialport::SerialPort;

/// Raises DTR and RTS, and tells which of them the device refused.
pub(super) fn raise_modem_lines(port: &mut dyn SerialPort, path: &Path) {
    let raised = [
        ("DTR", port.write_data_terminal_ready(true)),
        ("RTS", port.write_request_to_send(true)),
    ];
    for (line, raised) in raised {
        if let Err(reason) = raised {
            log::warn!("{}", refusal(path, line, &reason.description));
        }
    }
}

fn refusal(path: &Path, line: &str, reason: &str) -> String {
    let path = path.display();
    format!(
        "{path} does not raise {line} ({reason}): the match goes on; only a peer that waits for the signal stays silent"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_device_the_signal_and_the_reason_are_named() {
        let told = refusal(Path::new("COM3"), "DTR", "Invalid argument");
        assert!(
            told.starts_with("COM3 does not raise DTR (Invalid argument)"),
            "{told}"
        );
        assert!(told.contains("the match goes on"), "{told}");
    }
}

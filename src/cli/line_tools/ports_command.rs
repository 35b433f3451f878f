//! `ports`: the serial ports of this machine.

use crate::cli::exit::Exit;
use sgmp_board::failure::Failure;
use sgmp_match::console::TextStream;
use sgmp_match::port::{PORT_FORMS, PortInfo, list_ports};

/// Lists them.
///
/// # Errors
/// None: output that cannot be written is told at the end.
pub(crate) fn run() -> Result<Exit, Failure> {
    let ports = list_ports();
    let text = if ports.is_empty() {
        let [_device, others @ .., last, _stdio] = PORT_FORMS.map(|form| form.prefix);
        let others = others.join(", ");
        format!("no serial ports here (is the adapter in?); {others} and {last} need none\n")
    } else {
        table(&ports)
    };
    TextStream::Stdout.text(&text);
    Ok(Exit::Done)
}

fn table(ports: &[PortInfo]) -> String {
    ports
        .iter()
        .map(|port| {
            let by_id = port
                .by_id
                .as_ref()
                .map_or("-".into(), |path| path.to_string_lossy());
            format!("{:<16} {:<40} {}\n", port.name, by_id, port.description)
        })
        .collect()
}

//! The forms of `--port`: one table from which they are parsed, written and explained.

use std::fmt;

/// The kinds of ports, in the order of help texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PortKind {
    /// A serial device, by its path.
    Device,
    /// A pseudo terminal that we make.
    Pty,
    /// A program on a pseudo terminal.
    Exec,
    /// A TCP connection that we make.
    Tcp,
    /// A TCP connection that a peer makes.
    TcpListen,
    /// A serial server that speaks telnet.
    Telnet,
    /// Standard input and output. It stays the last kind: [`PORT_FORMS`] takes its length from it.
    Stdio,
}

impl PortKind {
    /// Returns whether there is a cable, at whose other end nobody sees that we hang up.
    #[must_use]
    pub const fn is_cable(self) -> bool {
        match self {
            Self::Device | Self::Pty | Self::Telnet => true,
            Self::Exec | Self::Tcp | Self::TcpListen | Self::Stdio => false,
        }
    }
}

/// One form of a port's name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PortForm {
    /// The kind of port.
    pub kind: PortKind,
    /// The start of such a name, or all of it where there is no operand; empty for a device.
    pub prefix: &'static str,
    /// The rest of the name, as help texts write it.
    operand: &'static str,
    /// A word of explanation, where the name does not speak for itself.
    note: &'static str,
}

/// All forms of a port, each in the place of its kind.
pub static PORT_FORMS: [PortForm; PortKind::Stdio as usize + 1] = [
    form(PortKind::Device, "", "a device such as /dev/ttyS0 or COM1"),
    form(PortKind::Pty, "pty", ""),
    form(PortKind::Exec, "exec:", "COMMAND LINE"),
    form(PortKind::Tcp, "tcp:", "HOST:PORT"),
    form(PortKind::TcpListen, "tcp-listen:", "[ADDRESS:]PORT"),
    form(PortKind::Telnet, "telnet:", "HOST:PORT"),
    PortForm {
        kind: PortKind::Stdio,
        prefix: "-",
        operand: "",
        note: " for stdin/stdout",
    },
];

const fn form(kind: PortKind, prefix: &'static str, operand: &'static str) -> PortForm {
    PortForm {
        kind,
        prefix,
        operand,
        note: "",
    }
}

impl PortKind {
    /// The form of such a port.
    #[must_use]
    pub fn form(self) -> &'static PortForm {
        &PORT_FORMS[self as usize]
    }

    /// The kind that `text` names, and its operand; everything that has no prefix is a device's
    /// name.
    pub(super) fn split(text: &str) -> (Self, &str) {
        PORT_FORMS
            .iter()
            .filter(|form| form.kind != Self::Device)
            .find_map(|form| Some((form.kind, form.operand_of(text)?)))
            .unwrap_or((Self::Device, text))
    }
}

impl PortForm {
    /// Returns whether this system has such ports.
    fn is_here(&self) -> bool {
        cfg!(unix) || self.kind != PortKind::Pty
    }

    fn operand_of(self, text: &str) -> Option<&str> {
        let operand = text.strip_prefix(self.prefix)?;
        (operand.is_empty() || !self.operand.is_empty()).then_some(operand)
    }
}

impl fmt::Display for PortForm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}{}", self.prefix, self.operand, self.note)
    }
}

/// Every form of a port in one line, for errors and help.
///
/// ```
/// let forms = sgmp_match::port::port_forms();
/// assert!(forms.starts_with("a device such as /dev/ttyS0 or COM1, pty, exec:COMMAND LINE, "));
/// assert!(forms.ends_with(", or - for stdin/stdout"));
/// ```
#[must_use]
pub fn port_forms() -> String {
    let forms: Vec<_> = PORT_FORMS.iter().filter(|form| form.is_here()).collect();
    list(forms.iter(), ", or ")
}

/// The forms that hold a TCP address, for errors.
pub(super) fn address_forms() -> String {
    let kinds = [PortKind::Tcp, PortKind::Telnet, PortKind::TcpListen];
    list(kinds.iter().map(|kind| kind.form()), " or ")
}

/// Lists things with commas between them, and `last` before the last one.
fn list(items: impl ExactSizeIterator<Item: fmt::Display>, last: &str) -> String {
    let count = items.len();
    let mut text = String::new();
    for (index, item) in items.enumerate() {
        if index > 0 {
            text += if index + 1 == count { last } else { ", " };
        }
        text += &item.to_string();
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_stands_in_the_place_of_its_kind() {
        for form in &PORT_FORMS {
            assert_eq!(form.kind.form(), form);
        }
    }

    #[test]
    fn the_lists_read_as_sentences() {
        assert_eq!(
            port_forms(),
            "a device such as /dev/ttyS0 or COM1, pty, exec:COMMAND LINE, tcp:HOST:PORT, \
             tcp-listen:[ADDRESS:]PORT, telnet:HOST:PORT, or - for stdin/stdout"
        );
        assert_eq!(
            address_forms(),
            "tcp:HOST:PORT, telnet:HOST:PORT or tcp-listen:[ADDRESS:]PORT"
        );
    }

    #[test]
    fn a_form_without_an_operand_is_the_whole_name() {
        assert_eq!(PortKind::split("pty"), (PortKind::Pty, ""));
        assert_eq!(PortKind::split("ptyp0"), (PortKind::Device, "ptyp0"));
        assert_eq!(PortKind::split("exec:"), (PortKind::Exec, ""));
        assert_eq!(PortKind::split("tcp-listen:1"), (PortKind::TcpListen, "1"));
    }
}

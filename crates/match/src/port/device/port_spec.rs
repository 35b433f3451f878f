//! The grammar of `--port`, the same for every command.

use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use thiserror::Error;

use super::port_form::{PortKind, address_forms, port_forms};

/// The address `tcp-listen:PORT` binds: nobody outside this machine reaches it unasked.
const LOOPBACK: &str = "127.0.0.1";

/// The port at which the other player is reached.
///
/// ```
/// use sgmp_match::port::{PortKind, PortSpec};
///
/// let spec: PortSpec = "tcp-listen:4000".parse()?;
/// assert_eq!(spec.to_string(), "tcp-listen:127.0.0.1:4000");
/// assert_eq!(spec.kind(), PortKind::TcpListen);
/// # Ok::<(), sgmp_match::port::SpecError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PortSpec {
    /// A serial device: a path that starts with `/` or `.`, or `COMn`.
    Device(PathBuf),
    /// A pseudo terminal of our making; a peer opens its other side by path.
    Pty,
    /// A program on the other side of a pseudo terminal.
    Exec(CommandLine),
    /// A peer that listens on TCP.
    Tcp(HostPort),
    /// A peer that will connect to us over TCP.
    TcpListen(HostPort),
    /// A serial server that speaks telnet on TCP.
    Telnet(HostPort),
    /// Our own standard input and output (`-`).
    Stdio,
}

/// A program and its arguments, split as a shell splits words; no shell runs.
///
/// ```
/// use sgmp_match::port::{CommandLine, SpecError};
///
/// let command: CommandLine = "gnugo --mode sgmp 'two words'".parse()?;
/// assert_eq!(command.program(), "gnugo");
/// assert_eq!(command.arguments(), ["--mode", "sgmp", "two words"]);
/// assert_eq!("".parse::<CommandLine>(), Err(SpecError::NoCommand));
/// # Ok::<(), SpecError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommandLine {
    text: String,
    program: String,
    arguments: Vec<String>,
}

impl CommandLine {
    /// The program: a path, or a name looked up in `PATH`.
    #[must_use]
    pub fn program(&self) -> &str {
        &self.program
    }

    /// Returns whether the program is a file, or lies in a folder of `PATH`. Where a name may do without its ending,
    /// that is not known before it is started.
    #[must_use]
    pub fn is_there(&self) -> bool {
        if cfg!(not(unix)) {
            return true;
        }
        let program = Path::new(&self.program);
        match std::env::var_os("PATH") {
            Some(path) if !self.program.contains('/') => {
                std::env::split_paths(&path).any(|folder| folder.join(program).is_file())
            }
            Some(_) => program.is_file(),
            // The system has a path of its own.
            None => !self.program.contains('/') || program.is_file(),
        }
    }

    /// The words after the program's name.
    #[must_use]
    pub fn arguments(&self) -> &[String] {
        &self.arguments
    }
}

impl FromStr for CommandLine {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        let mut words = shlex::split(text)
            .ok_or_else(|| SpecError::Quotes(text.to_owned()))?
            .into_iter();
        let program = words
            .next()
            .filter(|p| !p.is_empty())
            .ok_or(SpecError::NoCommand)?;
        Ok(Self {
            text: text.to_owned(),
            program,
            arguments: words.collect(),
        })
    }
}

impl fmt::Display for CommandLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// A TCP address as the operator wrote it; names are looked up when it is used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HostPort {
    host: String,
    port: u16,
}

impl HostPort {
    /// The host's name or address, an IPv6 address without its brackets.
    #[must_use]
    pub fn host(&self) -> &str {
        &self.host
    }

    /// The TCP port; 0 only where we listen, and then it means any free one.
    #[must_use]
    pub const fn port(&self) -> u16 {
        self.port
    }

    fn parse(text: &str, whole: &str) -> Result<Self, SpecError> {
        let bad = |why| SpecError::Address {
            spec: whole.to_owned(),
            why,
        };
        let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        let (host, port) = text.rsplit_once(':').ok_or_else(|| match is_number {
            true => bad("a port number is 65535 at most"),
            false => bad("no port number"),
        })?;
        let is_large = !port.is_empty() && port.bytes().all(|byte| byte.is_ascii_digit());
        let port = parse_port(port).ok_or_else(|| match is_large {
            true => bad("a port number is 65535 at most"),
            false => bad("the port is not a number to 65535"),
        })?;
        let bracketed = host.strip_prefix('[').and_then(|h| h.strip_suffix(']'));
        let name = bracketed.unwrap_or(host);
        if name.is_empty() {
            return Err(bad("no host"));
        }
        if bracketed.is_none() && name.contains(':') {
            return Err(bad("an IPv6 address stands in brackets: [::1]"));
        }
        if name.contains(|c: char| c.is_whitespace() || matches!(c, '[' | ']' | '/')) {
            return Err(bad("no such host can be"));
        }
        Ok(Self {
            host: name.to_owned(),
            port,
        })
    }
}

impl fmt::Display for HostPort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.host.contains(':') {
            write!(f, "[{}]:{}", self.host, self.port)
        } else {
            write!(f, "{}:{}", self.host, self.port)
        }
    }
}

/// A reason why a `--port` was not understood.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SpecError {
    /// No form of the grammar fits.
    #[error(
        "no port is called {0:?}: give {forms}; a device in this folder as ./{0}",
        forms = port_forms()
    )]
    Unknown(String),
    /// A device's name without its folder.
    #[error("a device is given by its path: did you mean /dev/{0}?")]
    BareDevice(String),
    /// `exec:` with nothing behind it.
    #[error("exec: needs a command line, as in exec:gnugo --mode sgmp")]
    NoCommand,
    /// A quote that is opened and not closed, or a trailing backslash.
    #[error("a quote is not closed in the command line: {0}")]
    Quotes(String),
    /// A TCP address that cannot be one.
    #[error("{spec}: {why} ({forms})", forms = address_forms())]
    Address {
        /// The text as given.
        spec: String,
        /// The part of the form that is broken, in words.
        why: &'static str,
    },
    /// A zero byte, which no path and no argument can hold.
    #[error("a port cannot contain a zero byte")]
    Nul,
}

impl PortSpec {
    /// Returns whether two ports cannot be open at once because they are the same, be it under two
    /// names.
    #[must_use]
    pub fn excludes(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Device(a), Self::Device(b)) => match (a.canonicalize(), b.canonicalize()) {
                (Ok(a), Ok(b)) => a == b,
                _ => a == b,
            },
            (Self::TcpListen(a), Self::TcpListen(b)) => a.port == b.port && a.port != 0,
            _ => false,
        }
    }
}

impl FromStr for PortSpec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        if text.contains('\0') {
            return Err(SpecError::Nul);
        }
        let (kind, operand) = PortKind::split(text);
        match kind {
            PortKind::Device => parse_device(text),
            PortKind::Pty => Ok(Self::Pty),
            PortKind::Exec => operand.parse().map(Self::Exec),
            PortKind::Tcp => parse_far(operand, text).map(Self::Tcp),
            PortKind::TcpListen => parse_listen(operand, text).map(Self::TcpListen),
            PortKind::Telnet => parse_far(operand, text).map(Self::Telnet),
            PortKind::Stdio => Ok(Self::Stdio),
        }
    }
}

impl PortSpec {
    /// The kind of port.
    #[must_use]
    pub const fn kind(&self) -> PortKind {
        match self {
            Self::Device(_) => PortKind::Device,
            Self::Pty => PortKind::Pty,
            Self::Exec(_) => PortKind::Exec,
            Self::Tcp(_) => PortKind::Tcp,
            Self::TcpListen(_) => PortKind::TcpListen,
            Self::Telnet(_) => PortKind::Telnet,
            Self::Stdio => PortKind::Stdio,
        }
    }
}

impl fmt::Display for PortSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.kind().form().prefix)?;
        match self {
            Self::Device(path) => write!(f, "{}", path.display()),
            Self::Exec(command) => write!(f, "{command}"),
            Self::Tcp(address) | Self::TcpListen(address) | Self::Telnet(address) => {
                write!(f, "{address}")
            }
            Self::Pty | Self::Stdio => Ok(()),
        }
    }
}

/// An address to connect to.
fn parse_far(address: &str, whole: &str) -> Result<HostPort, SpecError> {
    let address = HostPort::parse(address, whole)?;
    if address.port == 0 {
        let why = "port 0 cannot be connected to";
        return Err(SpecError::Address {
            spec: whole.to_owned(),
            why,
        });
    }
    Ok(address)
}

fn parse_listen(address: &str, whole: &str) -> Result<HostPort, SpecError> {
    match parse_port(address) {
        Some(port) => Ok(HostPort {
            host: LOOPBACK.to_owned(),
            port,
        }),
        None => HostPort::parse(address, whole),
    }
}

/// Digits alone: `u16::from_str` would take a plus sign too.
fn parse_port(text: &str) -> Option<u16> {
    if text.bytes().all(|b| b.is_ascii_digit()) {
        text.parse().ok()
    } else {
        None
    }
}

fn parse_device(text: &str) -> Result<PortSpec, SpecError> {
    if is_com(text) {
        return Ok(PortSpec::Device(text.to_ascii_uppercase().into()));
    }
    if text.starts_with(['/', '.', '\\']) {
        return Ok(PortSpec::Device(text.into()));
    }
    if is_device(Path::new(text)) {
        return Ok(PortSpec::Device(Path::new(".").join(text)));
    }
    let bare = ["tty", "cu.", "rfcomm", "serial/", "pts/"]
        .iter()
        .any(|p| text.starts_with(p));
    Err(if bare {
        SpecError::BareDevice(text.to_owned())
    } else {
        SpecError::Unknown(text.to_owned())
    })
}

/// Returns whether a device lies in this folder, or a link to one.
#[cfg(unix)]
fn is_device(name: &Path) -> bool {
    use std::os::unix::fs::FileTypeExt;
    std::fs::metadata(name).is_ok_and(|there| there.file_type().is_char_device())
}

#[cfg(not(unix))]
const fn is_device(_: &Path) -> bool {
    false
}

fn is_com(text: &str) -> bool {
    let Some((com, number)) = text.split_at_checked(3) else {
        return false;
    };
    com.eq_ignore_ascii_case("COM")
        && (1..=3).contains(&number.len())
        && number.bytes().all(|b| b.is_ascii_digit())
        && !number.starts_with('0')
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn parse(text: &str) -> PortSpec {
        text.parse().unwrap_or_else(|e| panic!("{text:?}: {e}"))
    }

    fn error(text: &str) -> String {
        text.parse::<PortSpec>().expect_err(text).to_string()
    }

    #[test]
    fn every_form_of_the_grammar_is_read_and_written() {
        for text in [
            "/dev/ttyS0",
            "./link-to-a-port",
            "COM3",
            "pty",
            "-",
            "exec:/usr/games/gnugo --mode sgmp --color white",
            "tcp:example.org:23",
            "tcp:[::1]:4000",
            "tcp-listen:0.0.0.0:4000",
            "tcp-listen:[::]:0",
            "telnet:terminal-server:2001",
        ] {
            assert_eq!(parse(text).to_string(), text);
        }
        assert_eq!(parse("com12"), PortSpec::Device("COM12".into()));
        assert_eq!(
            parse("tcp-listen:4000").to_string(),
            "tcp-listen:127.0.0.1:4000"
        );
    }

    #[test]
    fn a_command_line_is_split_as_a_shell_splits_words() {
        let PortSpec::Exec(command) = parse(r#"exec:prog 'two words' "a \"b\"" c\ d "" $HOME *"#)
        else {
            panic!("not exec")
        };
        assert_eq!(command.program(), "prog");
        assert_eq!(
            command.arguments(),
            ["two words", "a \"b\"", "c d", "", "$HOME", "*"]
        );
    }

    #[test]
    fn an_ipv6_host_loses_its_brackets() {
        let PortSpec::Tcp(address) = parse("tcp:[fe80::1]:99") else {
            panic!("not tcp")
        };
        assert_eq!((address.host(), address.port()), ("fe80::1", 99));
    }

    #[test]
    fn errors_say_what_to_write_instead() {
        assert!(error("ttyS0").contains("/dev/ttyS0"));
        assert!(error("rfc2217:host:23").contains("telnet:HOST:PORT"));
        assert!(error("telnet:host").contains("no port number"));
        assert!(error("").contains("exec:COMMAND LINE"));
        assert!(error("COM0").contains("COM1"));
        assert!(error("exec:").contains("command line"));
        assert!(error("exec:  ").contains("command line"));
        assert!(error("exec:''").contains("command line"));
        assert!(error("exec:say 'hello").contains("not closed"));
        assert!(error("tcp:host").contains("no port number"));
        assert!(error("tcp:host:70000").contains("65535"));
        assert!(error("tcp:host:+5").contains("65535"));
        assert!(error("tcp:host:0").contains("port 0"));
        assert!(error("tcp::4000").contains("no host"));
        assert!(error("tcp:::1:4000").contains("brackets"));
        assert!(error("tcp-listen:").contains("no port number"));
        assert!(error("/dev/tty\0S0").contains("zero byte"));
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused_and_never_panics(text in any::<String>()) {
            let _ = text.parse::<PortSpec>();
        }

        #[test]
        fn what_is_read_is_written_back_to_the_same_port(
            form in "(exec:|tcp:|tcp-listen:|telnet:|/|COM|)",
            rest in r#"[a-z0-9:\[\].'" \\/-]{0,24}"#,
        ) {
            if let Ok(spec) = format!("{form}{rest}").parse::<PortSpec>() {
                prop_assert_eq!(spec.to_string().parse::<PortSpec>(), Ok(spec));
            }
        }
    }
}

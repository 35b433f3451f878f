//! `--port` and `--baud`.

use clap::Args;

use crate::port::{DEFAULT_BAUD, PortSpec};

/// Where the other side is.
#[derive(Debug, Args)]
pub struct PortArgs {
    /// Where the other side is: a device such as /dev/ttyS0 or COM1, pty, exec:COMMAND LINE,
    /// tcp:HOST:PORT, tcp-listen:[ADDRESS:]PORT, telnet:HOST:PORT, or -
    #[arg(long, short, value_name = "PORT", required = true)]
    pub port: Option<PortSpec>,

    /// Speed of a serial port in bits a second; both sides set the same
    #[arg(long, default_value_t = DEFAULT_BAUD, value_parser = clap::value_parser!(u32).range(50..))]
    pub baud: u32,
}

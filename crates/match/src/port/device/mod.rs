//! The devices that a connection can run over, and what opens them.
//!
//! [`PortSpec`] is the grammar of `--port`, [`Port`] opens what it names, [`Connection`] is what
//! comes of it: a reading and a writing half for two threads.

#[cfg(unix)]
mod child;
#[cfg(unix)]
mod engine_process;
#[cfg(unix)]
mod exec;
#[cfg(unix)]
mod fd_io;
#[cfg(unix)]
mod open_files;
#[cfg(unix)]
mod peer_log;
#[cfg(unix)]
mod piped_process;
#[cfg(unix)]
mod process_tree;
#[cfg(unix)]
mod pty;
#[cfg(unix)]
mod serial;
#[cfg(unix)]
mod stdio;
#[cfg(unix)]
mod termios;

#[cfg(not(unix))]
mod com;

mod connection;
mod modem_lines;
mod open_by;
mod permissions;
mod port;
mod port_error;
mod port_form;
mod port_list;
mod port_spec;
mod tcp;
pub mod telnet;

#[cfg(unix)]
pub use child::{ChildGuard, Ended, Termination};
pub(in crate::port) use connection::MAX_DISCARDED;
pub use connection::{Connection, Input, ReadHalf, WRITE_TIMEOUT, WriteHalf};
#[cfg(unix)]
pub use engine_process::EngineProcess;
pub use open_by::{Holder, Holders};
pub use permissions::Denied;
#[cfg(unix)]
pub use piped_process::PipedProcess;
pub use port::{DEFAULT_BAUD, Port, SerialSettings};
pub use port_error::{Announcement, OpenError, PortError};
pub use port_form::{PORT_FORMS, PortForm, PortKind, port_forms};
pub use port_list::{PortInfo, list_ports};
pub use port_spec::{CommandLine, HostPort, PortSpec, SpecError};
#[cfg(unix)]
pub use process_tree::CpuTimes;
#[cfg(unix)]
pub use pty::pair;

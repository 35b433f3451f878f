//! The devices that a connection can run over, and what opens them.
//!
//! [`PortSpec`] is the grammar of `--port`, [`Port`] opens what it names, [`Connection`] is what
//! comes of it: a reading and a writing half for two threads.

#[cfg(unix)]
mod fd_io;
#[cfg(unix)]
mod group_unix;
#[cfg(unix)]
mod open_files;
#[cfg(unix)]
mod pipe_unix;
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
#[cfg(not(unix))]
mod group_windows;
// Tested on Unix, too.
#[cfg(any(test, not(unix)))]
mod pipe_threads;

mod child;
mod connection;
mod engine_process;
mod exec;
mod modem_lines;
mod open_by;
mod peer_log;
mod permissions;
mod pipe_io;
mod piped_process;
mod port;
mod port_error;
mod port_form;
mod port_list;
mod port_spec;
mod process_tree;
mod program_words;
mod tcp;
pub mod telnet;

pub use child::{ChildGuard, Ended, Termination};
pub(in crate::port) use connection::MAX_DISCARDED;
pub use connection::{Connection, Input, ReadHalf, WRITE_TIMEOUT, WriteHalf};
pub use engine_process::EngineProcess;
pub use open_by::{Holder, Holders};
pub use permissions::Denied;
pub use piped_process::PipedProcess;
pub use port::{DEFAULT_BAUD, Port, SerialSettings};
pub use port_error::{Announcement, OpenError, PortError};
pub use port_form::{PORT_FORMS, PortForm, PortKind, port_forms};
pub use port_list::{PortInfo, list_ports};
pub use port_spec::{CommandLine, HostPort, PortSpec, SpecError};
pub use process_tree::CpuTimes;
pub use program_words::ProgramWords;
#[cfg(unix)]
pub use pty::pair;
#[cfg(not(unix))]
pub use tcp::pair;

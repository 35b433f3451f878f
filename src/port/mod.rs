//! The only floor that touches devices: serial ports, pseudo terminals, programs, TCP, and the
//! clocks.
//!
//! [`PortSpec`] says where the other player is, [`Port`] opens that, [`Line`] is what it hands
//! out: two ends for two threads. Reads wait with `poll` and deliver every byte that was sent
//! before they report a hang-up; writes are bounded in time.
//!
//! On Unix all of it is rustix on descriptors of our own (the reason stands in `serial`); on
//! Windows COM ports come through the serialport crate, TCP works, and the rest is refused.

#[cfg(unix)]
mod child;
#[cfg(unix)]
mod ends;
#[cfg(unix)]
mod engine;
#[cfg(unix)]
mod exec;
#[cfg(unix)]
mod fd;
#[cfg(unix)]
mod peer_log;
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

mod access;
mod brain;
mod clock;
mod driver;
mod ear;
mod error;
mod greeting;
mod hand;
mod holders;
mod line;
mod list;
mod open;
mod relay;
mod spec;
mod tcp;
pub mod telnet;
pub mod trace;
mod trial;

pub use access::Denied;
pub use brain::Thought;
#[cfg(unix)]
pub use child::{ChildGuard, Ended, Persuasion};
pub use clock::{MonotonicClock, now_rfc3339, pause, wall_clock};
pub use driver::{
    Driver, DriverSettings, Finish, Input as DriverInput, Operator, OpponentsTime, Remains,
    Spectator,
};
#[cfg(unix)]
pub use engine::EngineProcess;
pub use error::{Announcement, OpenError, PortError};
pub use greeting::{Greeter, NoGreeting, greet};
pub use hand::{Hand, Slot};
pub use holders::{Holder, Holders};
pub use line::{Input, Line, ReadHalf, WRITE_LIMIT, WriteHalf};
pub use list::{PortInfo, list_ports};
pub use open::{DEFAULT_BAUD, LineSettings, Port};
#[cfg(unix)]
pub use pty::pair;
pub use relay::{End, Parted, Passed, Relay};
pub use spec::{CommandLine, HostPort, PORT_FORMS, PortSpec, SpecError};
pub use trial::{Diagnosis, trial};

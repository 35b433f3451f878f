//! The only floor that touches devices: serial ports, pseudo terminals, programs, TCP, and the
//! clocks.
//!
//! `device/` opens a [`Port`] and hands out a [`Line`], two halves for two threads; `driver/` plays
//! a match on it; `trace/` reads and writes what crossed it. Reads wait with `poll` and deliver
//! every byte that was sent before they report a hang-up; writes are bounded in time.
//!
//! On Unix all of it is rustix on descriptors of our own (the reason stands in `device/serial.rs`);
//! on Windows COM ports come through the serialport crate, TCP works, and the rest is refused.

mod clock;
mod device;
mod driver;
pub mod trace;

pub use clock::{MonotonicClock, now_rfc3339, pause, wall_clock};
pub use device::{
    Announcement, CommandLine, DEFAULT_BAUD, Denied, Holder, Holders, HostPort, Input, Line,
    LineSettings, OpenError, PORT_FORMS, Port, PortError, PortInfo, PortSpec, ReadHalf, SpecError,
    WRITE_LIMIT, WriteHalf, list_ports, telnet,
};
#[cfg(unix)]
pub use device::{ChildGuard, Ended, EngineProcess, Persuasion, pair};
pub use driver::{
    Diagnosis, Driver, DriverSettings, End, Finish, Greeter, Hand, Input as DriverInput,
    NoGreeting, Operator, OpponentsTime, Parted, Passed, Relay, Remains, Slot, Spectator, Thought,
    greet, trial,
};

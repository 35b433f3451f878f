//! The only floor that touches devices: serial ports, pseudo terminals, programs, TCP, and the
//! clocks.
//!
//! `device/` opens a [`Port`] and hands out a [`Connection`], two halves for two threads; `driver/`
//! plays a match on it; `trace/` reads and writes what crossed it; `trial/` tries a line the day before. Reads wait with `poll` and
//! deliver every byte that was sent before they report a hang-up; writes are bounded in time.
//!
//! Serial ports are opened by the serialport crate. On Unix bytes pass by descriptors of our own, with rustix (the reason
//! stands in `device/serial.rs`); on Windows threads wait at the pipes of programs, and there are no pseudo terminals.

mod clock;
mod device;
mod driver;
pub mod trace;
mod trial;

pub use clock::{
    Deadline, MatchClocks, MonotonicClock, now_rfc3339, pause, process_cpu_time, thread_cpu_time,
    time_since, wall_clock,
};
pub use device::{
    Announcement, ChildGuard, CommandLine, Connection, CpuTimes, DEFAULT_BAUD, Denied, Ended,
    EngineProcess, Holder, Holders, HostPort, Input, OpenError, PORT_FORMS, PipedProcess, Port,
    PortError, PortForm, PortInfo, PortKind, PortSpec, ProgramWords, ReadHalf, SerialSettings,
    SpecError, Termination, WRITE_TIMEOUT, WriteHalf, list_ports, pair, port_forms, telnet,
};
pub use driver::{
    CableEnd, Checked, Driver, DriverResult, DriverSettings, Finish, HandshakeHost,
    Input as DriverInput, ManualPlayer, MoveSlot, NoAgreement, Operator, OpponentsTime,
    PlayerReply, Relay, RelayEvent, RelayLog, RelayParts, Spectator, UnseenEnd, as_sent,
    check_connection, shake_hands,
};
pub(crate) use driver::{PlayerThread, ReaderThread};
pub use trial::{CheckName, Diagnosis, HeardBytes, LineTrial, OtherEnd, Speaker, TrialSettings};

//! Terminal settings: every byte passes unchanged, eight data bits, no parity, one stop bit.

use std::os::fd::AsFd;

use rustix::io;
use rustix::termios::{
    ControlModes, InputModes, LocalModes, OptionalActions, OutputModes, SpecialCodeIndex, Termios,
    tcgetattr, tcsetattr,
};

/// Modes that must read back as they were set; the rest of the control modes is the driver's
/// business.
const FRAMING: ControlModes = ControlModes::CSIZE
    .union(ControlModes::PARENB)
    .union(ControlModes::CSTOPB)
    .union(ControlModes::CRTSCTS)
    .union(ControlModes::CREAD)
    .union(ControlModes::CLOCAL);

/// Drivers round to what their clock divides to; a UART tolerates twice as much.
const BAUD_TOLERANCE_PERCENT: u32 = 2;

/// The settings of `old` made raw in full.
///
/// All input, output and local modes are off, not only those `cfmakeraw` knows (it leaves IXOFF
/// and IXANY on). CLOCAL, because a three-wire cable has no carrier. HUPCL is off: a match that
/// is killed and resumed finds DTR as it left it, and the peer sees no hang-up in between.
pub(in crate::port) fn raw(old: &Termios) -> Termios {
    let mut new = old.clone();
    new.input_modes = InputModes::empty();
    new.output_modes = OutputModes::empty();
    new.local_modes = LocalModes::empty();
    new.control_modes -= FRAMING | ControlModes::PARODD | ControlModes::HUPCL;
    new.control_modes |= ControlModes::CS8 | ControlModes::CREAD | ControlModes::CLOCAL;
    new.special_codes[SpecialCodeIndex::VMIN] = 1;
    new.special_codes[SpecialCodeIndex::VTIME] = 0;
    new
}

/// Makes a terminal raw at once, without touching what waits in its queues; returns the settings
/// it had.
pub(in crate::port) fn make_raw(fd: impl AsFd) -> io::Result<Termios> {
    let old = tcgetattr(&fd)?;
    tcsetattr(&fd, OptionalActions::Now, &raw(&old))?;
    Ok(old)
}

/// The first setting the driver did not take, in words.
pub(in crate::port) fn difference(wanted: &Termios, got: &Termios) -> Option<&'static str> {
    if got.input_modes != wanted.input_modes {
        Some("its input cannot be made raw")
    } else if got.output_modes != wanted.output_modes {
        Some("its output cannot be made raw")
    } else if got.local_modes != wanted.local_modes {
        Some("its echo or line editing cannot be turned off")
    } else if got.control_modes & FRAMING != wanted.control_modes & FRAMING {
        Some("it does not do 8 data bits, no parity, 1 stop bit, no flow control")
    } else {
        None
    }
}

/// Returns whether the speed read back is near enough to the one asked for.
pub(in crate::port) fn same_baud(wanted: u32, got: u32) -> bool {
    u64::from(wanted.abs_diff(got)) * 100 <= u64::from(wanted) * u64::from(BAUD_TOLERANCE_PERCENT)
}

/// A human sits at a terminal that edits lines and echoes keys.
pub(in crate::port) fn is_cooked(fd: impl AsFd) -> bool {
    let human = LocalModes::ICANON | LocalModes::ECHO;
    tcgetattr(fd).is_ok_and(|t| t.local_modes.contains(human))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::port::device::pty::Master;

    #[test]
    fn a_pty_takes_the_raw_settings_in_full() {
        let master = Master::open().expect("pty");
        let slave = master.open_slave().expect("slave");
        let cooked = tcgetattr(&slave).expect("attributes");
        let wanted = raw(&cooked);
        tcsetattr(&slave, OptionalActions::Now, &wanted).expect("set");
        let got = tcgetattr(&slave).expect("attributes");
        assert_eq!(difference(&wanted, &got), None);
        assert!(!is_cooked(&slave));
    }

    #[test]
    fn each_setting_a_driver_refuses_is_named() {
        let master = Master::open().expect("pty");
        let wanted = raw(&tcgetattr(master.open_slave().expect("slave")).expect("attributes"));
        let spoilt = |spoil: fn(&mut Termios)| {
            let mut got = wanted.clone();
            spoil(&mut got);
            difference(&wanted, &got).expect("a difference")
        };
        assert!(spoilt(|t| t.input_modes |= InputModes::IXON).contains("input"));
        assert!(spoilt(|t| t.output_modes |= OutputModes::OPOST).contains("output"));
        assert!(spoilt(|t| t.local_modes |= LocalModes::ECHO).contains("echo"));
        assert!(spoilt(|t| t.control_modes |= ControlModes::PARENB).contains("parity"));
    }

    #[test]
    fn a_rounded_baud_rate_is_the_same_and_another_is_not() {
        assert!(same_baud(2400, 2400));
        assert!(same_baud(115_200, 115_107));
        assert!(!same_baud(2400, 9600));
        assert!(!same_baud(2400, 0));
    }
}

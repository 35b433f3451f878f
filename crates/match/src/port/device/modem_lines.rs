//! Raising DTR and RTS: the one request to a device that no safe call makes for us.
#![allow(
    unsafe_code,
    reason = "rustix has no safe call for TIOCMBIS; see the proof below"
)]

use std::os::fd::AsFd;

/// Raises DTR and RTS, so that a peer which watches its DSR, CD or CTS sees us present.
///
/// # Errors
/// `ENOTTY`, `EINVAL` or `EIO` from what has no modem lines (ptys, some adapters): no harm to a
/// three-wire cable.
#[cfg(all(
    target_os = "linux",
    any(
        target_arch = "x86",
        target_arch = "x86_64",
        target_arch = "arm",
        target_arch = "aarch64",
        target_arch = "riscv64",
        target_arch = "s390x"
    )
))]
pub(in crate::port) fn raise_modem_lines(fd: impl AsFd) -> rustix::io::Result<()> {
    use std::ffi::c_int;

    use rustix::ioctl::{Opcode, Setter, ioctl};

    // Linux's asm-generic/ioctls.h and asm-generic/termios.h, which the architectures above use.
    const TIOCMBIS: Opcode = 0x5416;
    const TIOCM_DTR: c_int = 0x002;
    const TIOCM_RTS: c_int = 0x004;

    // SAFETY: TIOCMBIS reads exactly one `int` through its pointer and writes nothing to us.
    // `Setter` hands it the address of a `c_int` it owns for the length of the call, and `fd` is
    // open for that long because it is borrowed. A device without the request answers ENOTTY.
    unsafe { ioctl(fd, Setter::<TIOCMBIS, c_int>::new(TIOCM_DTR | TIOCM_RTS)) }
}

/// Elsewhere the driver's own `open` raises both lines, as POSIX systems do for terminals.
#[cfg(not(all(
    target_os = "linux",
    any(
        target_arch = "x86",
        target_arch = "x86_64",
        target_arch = "arm",
        target_arch = "aarch64",
        target_arch = "riscv64",
        target_arch = "s390x"
    )
)))]
pub(in crate::port) fn raise_modem_lines(_fd: impl AsFd) -> rustix::io::Result<()> {
    Ok(())
}

//! COM ports on Windows, by the serialport crate; and what they share with its TCP sockets.

use std::io::{ErrorKind, Read, Write};
use std::path::Path;
use std::time::Duration;

use serialport::SerialPort;

use super::connection::{Connection, Input, ReadHalf, WriteHalf};
use super::modem_lines::raise_modem_lines;
use super::open_by::Holders;
use super::port_error::{OpenError, PortError};
use crate::port::clock::Deadline;

/// A read in progress holds up writes to the same COM port: it is cut into slices this long.
const READ_SLICE: Duration = Duration::from_millis(20);

/// Opens a COM port, exclusive by nature; 8N1 and no flow control are the crate's defaults.
pub(in crate::port) fn open(path: &Path, baud: u32) -> Result<Connection, OpenError> {
    let failed = |e| refused(path, e);
    let mut port = serialport::new(path.to_string_lossy(), baud)
        .timeout(READ_SLICE)
        .open()
        .map_err(failed)?;
    let got = port.baud_rate().map_err(failed)?;
    if got != baud {
        return Err(OpenError::Baud {
            path: path.to_owned(),
            baud,
            got: Some(got),
        });
    }
    raise_modem_lines(port.as_mut(), path);
    let reader = ComReader {
        port: port.try_clone().map_err(failed)?,
    };
    Ok(Connection {
        reader: Box::new(reader),
        writer: Box::new(Writer::new(port)),
    })
}

fn refused(path: &Path, error: serialport::Error) -> OpenError {
    let path = path.to_owned();
    match error.kind() {
        serialport::ErrorKind::NoDevice | serialport::ErrorKind::Io(ErrorKind::NotFound) => {
            OpenError::Missing(path)
        }
        // Windows denies access to a port that another program has.
        serialport::ErrorKind::Io(ErrorKind::PermissionDenied) => OpenError::Busy {
            path,
            holders: Holders::default(),
        },
        serialport::ErrorKind::InvalidInput => OpenError::NotSerial(path),
        _ => OpenError::system(path.display(), error),
    }
}

struct ComReader {
    port: Box<dyn SerialPort>,
}

impl ReadHalf for ComReader {
    fn read(&mut self, buf: &mut [u8], timeout: Duration) -> Result<Input, PortError> {
        let deadline = Deadline::after(timeout);
        loop {
            let input = read_once(&mut self.port, buf)?;
            if input != Input::Idle || deadline.has_passed() {
                return Ok(input);
            }
        }
    }
}

/// One read that ends by its own time limit.
pub(in crate::port) fn read_once(from: &mut impl Read, buf: &mut [u8]) -> Result<Input, PortError> {
    match from.read(buf) {
        Ok(0) => Err(PortError::HangUp),
        Ok(n) => Ok(Input::Bytes(n)),
        Err(e) if is_passing(e.kind()) => Ok(Input::Idle),
        Err(e) => Err(e.into()),
    }
}

fn is_passing(kind: ErrorKind) -> bool {
    matches!(
        kind,
        ErrorKind::TimedOut | ErrorKind::WouldBlock | ErrorKind::Interrupted
    )
}

/// Writes to what has a write time limit of its own.
pub(in crate::port) struct Writer<W> {
    to: W,
}

impl<W: Write + Send> Writer<W> {
    pub(in crate::port) fn new(to: W) -> Self {
        Self { to }
    }
}

impl<W: Write + Send> WriteHalf for Writer<W> {
    fn write_frame(&mut self, bytes: &[u8]) -> Result<(), PortError> {
        let deadline = Deadline::after(crate::port::device::connection::WRITE_TIMEOUT);
        let mut sent = 0;
        while sent < bytes.len() {
            if deadline.has_passed() {
                return Err(PortError::Stuck {
                    sent,
                    wanted: bytes.len(),
                });
            }
            match self.to.write(&bytes[sent..]) {
                Ok(n) => sent += n,
                Err(e) if is_passing(e.kind()) => {}
                Err(e) => return Err(e.into()),
            }
        }
        Ok(())
    }
}

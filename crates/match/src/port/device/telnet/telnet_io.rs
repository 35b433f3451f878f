//! A TCP connection with telnet on it.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::telnet_codec::Telnet;
use crate::port::clock::Deadline;
use crate::port::device::connection::{Connection, Input, ReadHalf, WriteHalf};
use crate::port::device::port_error::{OpenError, PortError};
use crate::port::device::port_spec::HostPort;
use crate::port::device::tcp;

/// Connects to a telnet server and asks it for a transparent connection.
pub(in crate::port) fn connect(address: &HostPort) -> Result<Connection, OpenError> {
    let connection = tcp::connect(address)?;
    wrap(connection).map_err(|error| OpenError::tcp(address, std::io::Error::other(error)))
}

fn wrap(connection: Connection) -> Result<Connection, PortError> {
    let mut telnet_writer = TelnetWriter {
        telnet: Telnet::new(),
        writer: connection.writer,
    };
    telnet_writer
        .writer
        .write_frame(&telnet_writer.telnet.open())?;
    let telnet_writer = Arc::new(Mutex::new(telnet_writer));
    Ok(Connection {
        reader: Box::new(TelnetReader {
            inner: connection.reader,
            telnet_writer: Arc::clone(&telnet_writer),
        }),
        writer: Box::new(Writer { telnet_writer }),
    })
}

/// The writing side, shared by the two threads: an answer must not fall into a frame.
struct TelnetWriter {
    telnet: Telnet,
    writer: Box<dyn WriteHalf>,
}

impl TelnetWriter {
    /// Takes what came, answers it, and leaves what was meant.
    fn hear(&mut self, bytes: &mut [u8]) -> usize {
        let mut answers = Vec::new();
        let was_refused = self.telnet.is_refused_binary();
        let kept = self.telnet.hear(bytes, &mut answers);
        if self.telnet.is_refused_binary() && !was_refused {
            log::warn!("the telnet server does not agree to BINARY: frames may arrive damaged");
        }
        // Who is gone hears no answer; what it said before is still to be handed out.
        if !answers.is_empty()
            && let Err(error) = self.writer.write_frame(&answers)
        {
            log::debug!("a telnet request was not answered: {error}");
        }
        kept
    }
}

fn locked(telnet_writer: &Mutex<TelnetWriter>) -> MutexGuard<'_, TelnetWriter> {
    telnet_writer.lock().unwrap_or_else(PoisonError::into_inner)
}

struct TelnetReader {
    inner: Box<dyn ReadHalf>,
    telnet_writer: Arc<Mutex<TelnetWriter>>,
}

impl ReadHalf for TelnetReader {
    fn read(&mut self, buf: &mut [u8], timeout: Duration) -> Result<Input, PortError> {
        let deadline = Deadline::after(timeout);
        loop {
            let Input::Bytes(count) = self.inner.read(buf, deadline.left())? else {
                return Ok(Input::Idle);
            };
            match locked(&self.telnet_writer).hear(&mut buf[..count]) {
                0 if deadline.has_passed() => return Ok(Input::Idle),
                0 => {}
                kept => return Ok(Input::Bytes(kept)),
            }
        }
    }
}

struct Writer {
    telnet_writer: Arc<Mutex<TelnetWriter>>,
}

impl WriteHalf for Writer {
    fn write_frame(&mut self, bytes: &[u8]) -> Result<(), PortError> {
        let mut telnet_writer = locked(&self.telnet_writer);
        let escaped = telnet_writer.telnet.say(bytes);
        telnet_writer.writer.write_frame(&escaped)
    }
}

#[cfg(test)]
mod tests {
    use std::io::{Read, Write};
    use std::net::{TcpListener, TcpStream};

    use super::*;
    use crate::port::PortSpec;

    const TEST_TIMEOUT: Duration = Duration::from_secs(60);

    /// Our connection, and the server's end of it as it is.
    fn joined() -> (Connection, TcpStream) {
        let listener = TcpListener::bind("127.0.0.1:0").expect("binds");
        let local = listener.local_addr().expect("an address");
        let Ok(PortSpec::Telnet(address)) = format!("telnet:{local}").parse() else {
            panic!("no telnet port");
        };
        let ours = connect(&address).expect("connects");
        let (server, _) = listener.accept().expect("accepts");
        server
            .set_read_timeout(Some(TEST_TIMEOUT))
            .expect("a timeout");
        (ours, server)
    }

    fn hears(server: &mut TcpStream, expected: &[u8]) {
        let mut heard = vec![0; expected.len()];
        server.read_exact(&mut heard).expect("reads");
        assert_eq!(heard, expected);
    }

    #[test]
    fn requests_are_answered_and_only_data_is_handed_out() {
        let (mut ours, mut server) = joined();
        hears(&mut server, &[255, 251, 0, 255, 253, 0]);
        // BINARY both ways, and an echo that nobody wants.
        server
            .write_all(&[255, 253, 0, 255, 251, 0, 255, 251, 1])
            .expect("writes");
        server
            .write_all(&[0x00, 0x86, 0x87, 255, 255])
            .expect("writes");
        let mut meant = Vec::new();
        let mut buf = [0; 64];
        while meant.len() < 4 {
            let Input::Bytes(count) = ours.reader.read(&mut buf, TEST_TIMEOUT).expect("reads")
            else {
                panic!("nothing came");
            };
            meant.extend_from_slice(&buf[..count]);
        }
        assert_eq!(meant, [0x00, 0x86, 0x87, 0xff]);
        hears(&mut server, &[255, 254, 1]);
        ours.writer
            .write_frame(&[0x02, 0x88, 0x87, 0xff])
            .expect("writes");
        hears(&mut server, &[0x02, 0x88, 0x87, 0xff, 0xff]);
    }

    #[test]
    fn commands_alone_are_idle_and_the_hang_up_comes_behind_the_last_byte() {
        let (mut ours, mut server) = joined();
        // Who closes with bytes unread resets the connection.
        hears(&mut server, &[255, 251, 0, 255, 253, 0]);
        server.write_all(&[255, 241, 255, 241]).expect("writes");
        let mut buf = [0; 64];
        let short = Duration::from_millis(50);
        assert_eq!(
            ours.reader.read(&mut buf, short).expect("reads"),
            Input::Idle
        );
        server.write_all(&[1, 255, 251, 1]).expect("writes");
        drop(server);
        let read = ours.reader.read(&mut buf, TEST_TIMEOUT).expect("reads");
        assert_eq!((read, buf[0]), (Input::Bytes(1), 1));
        let end = loop {
            match ours.reader.read(&mut buf, TEST_TIMEOUT) {
                Ok(Input::Idle) => {}
                Ok(Input::Bytes(count)) => panic!("{count} bytes of nobody's"),
                Err(error) => break error,
            }
        };
        assert!(matches!(end, PortError::HangUp), "{end}");
    }
}

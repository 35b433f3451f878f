//! Plain TCP, without telnet's escapes (`telnet` has them): for emulators' null-modem cables and serial servers.

use std::io;
use std::net::{SocketAddr, TcpListener, TcpStream, ToSocketAddrs};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use super::connection::Connection;
use super::port_error::OpenError;
use super::port_spec::HostPort;
use crate::port::clock::{Deadline, pause};

/// Time that each address of a host has to answer.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);

/// Time between two looks of a waiting listener for a peer and at the stop flag.
const ACCEPT_POLL_INTERVAL: Duration = Duration::from_millis(20);

/// Connects to a peer that listens; tries every address its name has.
pub(in crate::port) fn connect(address: &HostPort) -> Result<Connection, OpenError> {
    let failed = |e| OpenError::tcp(address, e);
    let mut last = io::Error::new(io::ErrorKind::NotFound, "the name has no address");
    for address in resolve(address).map_err(failed)? {
        match TcpStream::connect_timeout(&address, CONNECT_TIMEOUT) {
            Ok(stream) => return connection_on(stream).map_err(failed),
            Err(error) => last = error,
        }
    }
    Err(failed(last))
}

fn resolve(address: &HostPort) -> io::Result<impl Iterator<Item = SocketAddr>> {
    (address.host(), address.port()).to_socket_addrs()
}

/// Two ends of one connection in this process, where there are no pseudo terminals.
///
/// # Errors
/// [`OpenError::System`] where the system lends no port of its own.
#[cfg(not(unix))]
pub fn pair() -> Result<(Connection, Connection), OpenError> {
    let build = || -> io::Result<(Connection, Connection)> {
        let listener = TcpListener::bind((std::net::Ipv4Addr::LOCALHOST, 0))?;
        let ours = TcpStream::connect(listener.local_addr()?)?;
        let (theirs, _) = listener.accept()?;
        Ok((connection_on(ours)?, connection_on(theirs)?))
    };
    build().map_err(|e| OpenError::system("a connection to ourselves", e))
}

/// Listens for one peer at a time.
pub(in crate::port) struct Listener {
    listener: TcpListener,
    local: SocketAddr,
}

impl Listener {
    pub(in crate::port) fn bind(address: &HostPort) -> Result<Self, OpenError> {
        let build = || -> io::Result<Self> {
            let addresses: Vec<_> = resolve(address)?.collect();
            let listener = TcpListener::bind(addresses.as_slice())?;
            listener.set_nonblocking(true)?;
            let local = listener.local_addr()?;
            log::info!("listening on {local}");
            Ok(Self { listener, local })
        };
        build().map_err(|source| OpenError::Listen {
            address: address.to_string(),
            source,
        })
    }

    /// The address peers connect to, with the port the system chose where 0 was asked for.
    pub(in crate::port) fn local(&self) -> SocketAddr {
        self.local
    }

    /// Waits for a peer.
    pub(in crate::port) fn accept(
        &self,
        patience: Duration,
        stop: &AtomicBool,
    ) -> Result<Connection, OpenError> {
        let deadline = Deadline::after(patience);
        let failed = |e: io::Error| OpenError::system(self.local, e);
        loop {
            match self.listener.accept() {
                Ok((stream, peer)) => {
                    log::info!("{peer} has connected");
                    return connection_on(stream).map_err(failed);
                }
                Err(e) if is_passing(&e) => {}
                Err(e) => return Err(failed(e)),
            }
            if stop.load(Ordering::Relaxed) {
                return Err(OpenError::Stopped);
            }
            if deadline.has_passed() {
                return Err(OpenError::NoPeer(self.local.to_string()));
            }
            pause(ACCEPT_POLL_INTERVAL.min(deadline.left()));
        }
    }
}

/// Nobody there yet, or a peer that was gone again before we looked.
fn is_passing(error: &io::Error) -> bool {
    use io::ErrorKind as Kind;
    matches!(
        error.kind(),
        Kind::WouldBlock | Kind::Interrupted | Kind::ConnectionAborted
    )
}

#[cfg(unix)]
fn connection_on(stream: TcpStream) -> io::Result<Connection> {
    // A frame is a whole message: nothing is gained by waiting for more.
    stream.set_nodelay(true)?;
    stream.set_nonblocking(true)?;
    let fd: crate::port::device::fd_io::Shared = std::sync::Arc::new(stream);
    Ok(crate::port::device::fd_io::connection_on(&fd))
}

#[cfg(not(unix))]
fn connection_on(stream: TcpStream) -> io::Result<Connection> {
    stream.set_nodelay(true)?;
    // An accepted socket inherits its listener's mode on Windows.
    stream.set_nonblocking(false)?;
    stream.set_write_timeout(Some(crate::port::device::connection::WRITE_TIMEOUT))?;
    let reader = TcpReader {
        stream: stream.try_clone()?,
    };
    Ok(Connection {
        reader: Box::new(reader),
        writer: Box::new(crate::port::device::com::Writer::new(stream)),
    })
}

#[cfg(not(unix))]
struct TcpReader {
    stream: TcpStream,
}

#[cfg(not(unix))]
impl super::connection::ReadHalf for TcpReader {
    fn read(
        &mut self,
        buf: &mut [u8],
        timeout: Duration,
    ) -> Result<crate::port::device::connection::Input, crate::port::device::port_error::PortError>
    {
        // Zero would mean for ever.
        self.stream
            .set_read_timeout(Some(timeout.max(Duration::from_millis(1))))?;
        crate::port::device::com::read_once(&mut self.stream, buf)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::port::device::connection::Input;
    use crate::port::device::port_error::PortError;

    const TEST_TIMEOUT: Duration = Duration::from_secs(60);

    fn address(text: &str) -> HostPort {
        use crate::port::PortSpec;
        match text.parse() {
            Ok(PortSpec::Tcp(address) | PortSpec::TcpListen(address)) => address,
            other => panic!("{text}: {other:?}"),
        }
    }

    fn joined() -> (Connection, Connection) {
        let listener = Listener::bind(&address("tcp-listen:0")).expect("binds");
        let peer = connect(&address(&format!("tcp:{}", listener.local()))).expect("connects");
        let ours = listener
            .accept(TEST_TIMEOUT, &AtomicBool::new(false))
            .expect("accepts");
        (ours, peer)
    }

    fn read_some(connection: &mut Connection) -> Vec<u8> {
        let mut buf = [0; 512];
        match connection
            .reader
            .read(&mut buf, TEST_TIMEOUT)
            .expect("reads")
        {
            Input::Bytes(n) => buf[..n].to_vec(),
            Input::Idle => panic!("nothing came"),
        }
    }

    #[test]
    fn all_byte_values_pass_unchanged_both_ways() {
        let all: Vec<u8> = (0..=255).collect();
        let (mut ours, mut peer) = joined();
        ours.writer.write_frame(&all).expect("writes");
        assert_eq!(read_some(&mut peer), all);
        peer.writer.write_frame(&all).expect("writes");
        assert_eq!(read_some(&mut ours), all);
    }

    #[test]
    fn the_last_frame_is_read_before_the_hang_up() {
        let (mut ours, mut peer) = joined();
        peer.writer.write_frame(&[1, 2, 3, 4]).expect("writes");
        drop(peer);
        assert_eq!(read_some(&mut ours), [1, 2, 3, 4]);
        assert!(matches!(
            ours.reader.read(&mut [0; 4], TEST_TIMEOUT),
            Err(PortError::HangUp)
        ));
    }

    #[test]
    fn a_listener_waits_no_longer_than_told_and_heeds_the_stop() {
        let listener = Listener::bind(&address("tcp-listen:0")).expect("binds");
        let go = AtomicBool::new(false);
        let error = listener
            .accept(Duration::from_millis(30), &go)
            .err()
            .expect("nobody comes");
        assert!(matches!(error, OpenError::NoPeer(_)), "{error}");
        let error = listener
            .accept(Duration::MAX, &AtomicBool::new(true))
            .err()
            .expect("stops");
        assert!(matches!(error, OpenError::Stopped), "{error}");
    }

    #[test]
    fn nobody_listening_and_an_address_in_use_are_told() {
        let listener = Listener::bind(&address("tcp-listen:0")).expect("binds");
        let local = listener.local().to_string();
        let again = Listener::bind(&address(&format!("tcp-listen:{local}")));
        assert!(matches!(again, Err(OpenError::Listen { .. })));
        drop(listener);
        let refused = connect(&address(&format!("tcp:{local}")));
        assert!(matches!(refused, Err(OpenError::Refused(_))));
    }
}

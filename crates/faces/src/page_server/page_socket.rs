//! The server of pages: an address, and a runtime in a thread of its own.

use std::fmt;
use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener};
use std::str::FromStr;
use std::thread::{self, JoinHandle};

use axum::Router;
use sgmp_proto::Instant;
use tokio::sync::oneshot;

use crate::page_server::bounded_listener::BoundedListener;
use crate::web::{Access, Machine};
use sgmp_board::failure::{Blame, Failure};
use sgmp_match::port::{MonotonicClock, wall_clock};

/// Port of the pages unless another is named.
const DEFAULT_PORT: u16 = 8420;

/// An address to listen at: `127.0.0.1:8420`, or an address or a port alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ListenAddress(SocketAddr);

impl ListenAddress {
    /// This machine alone, at the usual port.
    pub const DEFAULT: &'static str = "127.0.0.1:8420";
}

/// The text that names no address.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is no address: write one such as 127.0.0.1:8420, port 0 for a free one")]
pub struct ListenAddressError(pub String);

impl FromStr for ListenAddress {
    type Err = ListenAddressError;

    fn from_str(text: &str) -> Result<Self, ListenAddressError> {
        let here = IpAddr::V4(Ipv4Addr::LOCALHOST);
        let port = |port: u16| SocketAddr::new(here, port);
        let address = |ip: IpAddr| SocketAddr::new(ip, DEFAULT_PORT);
        let read = text
            .parse()
            .or_else(|_| text.parse().map(address))
            .or_else(|_| text.parse().map(port));
        read.map(Self)
            .map_err(|_| ListenAddressError(text.to_owned()))
    }
}

impl fmt::Display for ListenAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A socket for pages that nobody is served at yet.
pub struct PageSocket {
    listener: TcpListener,
    access: Access,
    address: SocketAddr,
}

impl PageSocket {
    /// Opens it.
    ///
    /// # Errors
    /// An address that is taken, or not this machine's.
    pub fn open(wanted: ListenAddress) -> Result<Self, Failure> {
        let failed = |error: io::Error| {
            let advice = match error.kind() {
                io::ErrorKind::AddrInUse => {
                    "; another program listens there: name another port, or 0"
                }
                io::ErrorKind::AddrNotAvailable => "; it is no address of this machine",
                _ => "",
            };
            Failure::new(Blame::Port, format!("{wanted}: {error}{advice}"))
        };
        let listener = TcpListener::bind(wanted.0).map_err(failed)?;
        listener.set_nonblocking(true).map_err(failed)?;
        let address = listener.local_addr().map_err(failed)?;
        let secret = format!("{:032x}", secret_number()?);
        Ok(Self {
            listener,
            access: Access::new(address, secret),
            address,
        })
    }

    /// The rules of who is let in.
    pub const fn access(&self) -> &Access {
        &self.access
    }

    /// The link to a page, with the secret if one is needed.
    pub fn link(&self, path: &str) -> String {
        let mut address = self.address;
        // No browser goes to the address that means all of a machine's.
        match address.ip() {
            IpAddr::V4(ip) if ip.is_unspecified() => address.set_ip(ip_or_localhost()),
            IpAddr::V6(ip) if ip.is_unspecified() => address.set_ip(ip_or_localhost()),
            _ => {}
        }
        format!("http://{address}{path}{}", self.access.link_suffix())
    }

    /// Serves pages on a thread of its own, until the server is dropped.
    ///
    /// # Errors
    /// A system without room for a thread or a runtime.
    pub fn serve(self, pages: Router) -> Result<PageServer, Failure> {
        let failed = |error: io::Error| Failure::new(Blame::Port, error);
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_io()
            .enable_time()
            .build()
            .map_err(failed)?;
        let (stop, stopped) = oneshot::channel::<()>();
        let listener = self.listener;
        let serve = move || {
            runtime.block_on(async {
                let listener = match tokio::net::TcpListener::from_std(listener) {
                    Ok(listener) => BoundedListener::new(listener),
                    Err(error) => return log::error!("no pages: {error}"),
                };
                // Live updates never end by themselves: the runtime is dropped with them.
                let served = tokio::spawn(async move { axum::serve(listener, pages).await });
                let _ = stopped.await;
                served.abort();
            });
        };
        let thread = thread::Builder::new().name("pages".to_owned()).spawn(serve);
        Ok(PageServer {
            stop: Some(stop),
            thread: Some(thread.map_err(failed)?),
        })
    }
}

/// The address of this machine in its network is not looked for: the reader knows it.
const fn ip_or_localhost() -> IpAddr {
    IpAddr::V4(Ipv4Addr::LOCALHOST)
}

/// A running server; dropping it stops the thread.
pub struct PageServer {
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Drop for PageServer {
    fn drop(&mut self) {
        drop(self.stop.take());
        if let Some(Err(_)) = self.thread.take().map(JoinHandle::join) {
            log::error!("the server of pages broke down (a bug: please report it)");
        }
    }
}

/// A number that nobody can guess.
fn secret_number() -> Result<u128, Failure> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(|error| Failure::new(Blame::Port, error))?;
    Ok(u128::from_le_bytes(bytes))
}

/// The clocks and the chance of this machine.
pub struct ThisMachine {
    clock: MonotonicClock,
}

impl ThisMachine {
    /// Starts the clock at zero.
    pub fn start() -> Self {
        Self {
            clock: MonotonicClock::start(),
        }
    }
}

impl Machine for ThisMachine {
    fn now(&self) -> Instant {
        self.clock.now()
    }

    fn start_time(&self) -> String {
        wall_clock().strftime("%Y-%m-%d-%H%M%S").to_string()
    }

    fn random(&self) -> u128 {
        match secret_number() {
            Ok(number) => number,
            // The link is no secret on loopback; elsewhere the page's secret stands before it.
            Err(failure) => {
                log::warn!("no secret chance: {failure}");
                wall_clock().timestamp().as_nanosecond() as u128
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_read_with_port_alone_or_both() {
        for (text, read) in [
            ("127.0.0.1:8421", "127.0.0.1:8421"),
            ("0", "127.0.0.1:0"),
            ("0.0.0.0", "0.0.0.0:8420"),
            ("[::1]:9", "[::1]:9"),
        ] {
            let address: ListenAddress = text.parse().unwrap();
            assert_eq!(address.to_string(), read);
        }
        for text in ["", "example.org:80", "70000", "1.2.3"] {
            assert!(text.parse::<ListenAddress>().is_err(), "{text}");
        }
        assert_eq!(
            ListenAddress::DEFAULT
                .parse::<ListenAddress>()
                .map(|a| a.0.port()),
            Ok(DEFAULT_PORT)
        );
    }

    #[test]
    fn only_other_addresses_than_loopback_have_a_secret_in_their_links() {
        let link = |text: &str| {
            let socket = PageSocket::open(text.parse().unwrap()).unwrap();
            socket.link("/watch")
        };
        assert!(link("0").ends_with("/watch"));
        let (address, key) = {
            let link = link("0.0.0.0:0");
            let (address, key) = link.split_once("?key=").unwrap();
            (address.to_owned(), key.len())
        };
        assert!(address.starts_with("http://127.0.0.1:"), "{address}");
        assert_eq!(key, 32);
    }
}

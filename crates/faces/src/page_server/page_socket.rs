//! The server of pages: an address, and a runtime in a thread of its own.

use std::fmt;
use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener};
use std::str::FromStr;
use std::thread::{self, JoinHandle};
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use sgmp_proto::Instant;
use tokio::sync::oneshot;

use crate::page_server::bounded_listener::BoundedListener;
use crate::web::{Access, Machine};
use sgmp_board::failure::{Blame, Failure};
use sgmp_match::port::{MonotonicClock, pause, wall_clock};

/// Port of the pages unless another is named.
const DEFAULT_PORT: u16 = 8420;
/// Time in which every page that is seen has asked once.
const LAST_WORDS: Duration = Duration::from_millis(1500);
/// Longest time for the head of a request, that between two requests of one connection included.
const HEAD_TIMEOUT: Duration = Duration::from_secs(10);

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
        let access = Access::new(address, secret).reached_by(network_addresses());
        Ok(Self {
            listener,
            access,
            address,
        })
    }

    /// The rules of who is let in.
    pub const fn access(&self) -> &Access {
        &self.access
    }

    /// The link to a page on this machine, with the secret if one is needed.
    pub fn link(&self, path: &str) -> String {
        let mut address = self.address;
        // No browser goes to the address that means all of a machine's.
        if address.ip().is_unspecified() {
            address.set_ip(IpAddr::V4(Ipv4Addr::LOCALHOST));
        }
        self.link_at(address, path)
    }

    /// The links to a page from other machines; none where this machine alone is listened to.
    pub fn network_links(&self, path: &str) -> Vec<String> {
        let hosts = self.access.network_hosts();
        let hosts = hosts.iter().filter(|_| self.access.is_open());
        hosts.map(|host| self.link_at(*host, path)).collect()
    }

    fn link_at(&self, address: SocketAddr, path: &str) -> String {
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
                tokio::select! {
                    () = serve_all(&listener, &pages, HEAD_TIMEOUT) => {}
                    _ = stopped => {}
                }
            });
        };
        let thread = thread::Builder::new().name("pages".to_owned()).spawn(serve);
        Ok(PageServer {
            stop: Some(stop),
            thread: Some(thread.map_err(failed)?),
        })
    }
}

/// Answers every connection, for ever.
async fn serve_all(listener: &BoundedListener, pages: &Router, head_timeout: Duration) {
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new())
        .header_read_timeout(head_timeout);
    loop {
        let connection = TokioIo::new(listener.accept().await);
        let served = http.serve_connection(connection, TowerToHyperService::new(pages.clone()));
        tokio::spawn(async move {
            if let Err(error) = served.await {
                log::debug!("a connection has ended: {error}");
            }
        });
    }
}

/// The addresses by which others in the network reach this machine, IPv4 first.
fn network_addresses() -> Vec<IpAddr> {
    let interfaces = if_addrs::get_if_addrs().unwrap_or_default();
    let addresses = interfaces.into_iter().map(|interface| interface.ip());
    let is_reached = |ip: &IpAddr| match ip {
        IpAddr::V4(ip) => !ip.is_loopback() && !ip.is_link_local(),
        IpAddr::V6(ip) => !ip.is_loopback() && !ip.is_unicast_link_local(),
    };
    let mut reached: Vec<_> = addresses.filter(is_reached).collect();
    reached.sort();
    reached
}

/// A running server; dropping it stops the thread.
pub struct PageServer {
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl PageServer {
    /// Lets open pages ask once more, for the end of what they show, and stops.
    pub fn finish(self) {
        pause(LAST_WORDS);
    }
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
    use std::io::{Read, Write};
    use std::net::TcpStream;

    use axum::routing::get;

    use super::*;

    /// A socket with a page that says "here", and heads that have to be whole within 200 ms.
    fn impatient() -> SocketAddr {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        listener.set_nonblocking(true).unwrap();
        let address = listener.local_addr().unwrap();
        thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread()
                .enable_all()
                .build();
            runtime.unwrap().block_on(async {
                let listener = tokio::net::TcpListener::from_std(listener).unwrap();
                let pages = Router::new().route("/", get(|| async { "here" }));
                serve_all(
                    &BoundedListener::new(listener),
                    &pages,
                    Duration::from_millis(200),
                )
                .await;
            });
        });
        address
    }

    fn is_answered(mut stream: &TcpStream) -> bool {
        let mut answer = String::new();
        let asked = stream.write_all(b"GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
        asked.is_ok() && stream.read_to_string(&mut answer).is_ok() && answer.ends_with("here")
    }

    #[test]
    fn heads_that_drip_are_cut_off() {
        let address = impatient();
        let mut slow = TcpStream::connect(address).unwrap();
        let drip = slow.try_clone().unwrap();
        thread::spawn(move || {
            for byte in b"GET / HTTP/1.1\r\nHost: x\r\nX: "
                .iter()
                .chain(std::iter::repeat(&b'x'))
            {
                if (&drip).write_all(&[*byte]).is_err() {
                    break;
                }
                pause(Duration::from_millis(20));
            }
        });
        let mut rest = Vec::new();
        // It ends, by a close or by a reset.
        let _ = slow.read_to_end(&mut rest);
        assert!(is_answered(&TcpStream::connect(address).unwrap()));
        let silent = TcpStream::connect(address).unwrap();
        let _ = (&silent).read_to_end(&mut rest);
    }

    #[test]
    fn one_address_does_not_take_all_connections() {
        let address = impatient();
        // Enough for all that one address may have; the first ones may be cut off before the last have come.
        let many: Vec<_> = (0..200)
            .map(|_| TcpStream::connect(address).unwrap())
            .collect();
        let other = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .unwrap();
        let other = other.block_on(async {
            let socket = tokio::net::TcpSocket::new_v4().unwrap();
            socket.bind("127.0.0.2:0".parse().unwrap()).unwrap();
            socket.connect(address).await.unwrap().into_std().unwrap()
        });
        other.set_nonblocking(false).unwrap();
        assert!(is_answered(&other), "another address is served");
        drop(many);
    }

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

//! A listening socket that holds so many connections at most, so many of one address, and none that is silent for long.

use std::collections::HashMap;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{Instant, Sleep};

/// Connections at once.
const MAX_CONNECTIONS: usize = 128;
/// Connections of one address at once: a browser opens six at most, and several may stand behind one address.
const MAX_OF_ADDRESS: usize = 48;
/// Silence in both directions after which a connection is closed; live updates are never silent for so long.
const IDLE_TIMEOUT: Duration = Duration::from_secs(60);
/// Rest after a failure to accept, as where the process has no descriptor left.
const FAILURE_REST: Duration = Duration::from_millis(200);

pub(super) struct BoundedListener {
    listener: TcpListener,
    free: Arc<Semaphore>,
    guests: Arc<Mutex<HashMap<IpAddr, usize>>>,
}

impl BoundedListener {
    #[must_use]
    pub(super) fn new(listener: TcpListener) -> Self {
        Self {
            listener,
            free: Arc::new(Semaphore::new(MAX_CONNECTIONS)),
            guests: Arc::default(),
        }
    }

    /// The next connection. One that is too much of its address is closed unanswered.
    pub(super) async fn accept(&self) -> BoundedConnection {
        loop {
            // The semaphore is never closed.
            let permit = Arc::clone(&self.free).acquire_owned().await.ok();
            let (stream, address) = match self.listener.accept().await {
                Ok(accepted) => accepted,
                Err(error) => {
                    log::debug!("no connection: {error}");
                    tokio::time::sleep(FAILURE_REST).await;
                    continue;
                }
            };
            if let Some(place) = GuestSlot::for_guest(&self.guests, address) {
                return BoundedConnection {
                    stream,
                    idle: Box::pin(tokio::time::sleep(IDLE_TIMEOUT)),
                    _permit: permit,
                    _place: place,
                };
            }
            log::debug!("{address} has {MAX_OF_ADDRESS} connections already");
        }
    }
}

/// One of the connections that an address may have; free again when dropped.
struct GuestSlot {
    guests: Arc<Mutex<HashMap<IpAddr, usize>>>,
    address: IpAddr,
}

fn lock(guests: &Mutex<HashMap<IpAddr, usize>>) -> MutexGuard<'_, HashMap<IpAddr, usize>> {
    guests.lock().unwrap_or_else(PoisonError::into_inner)
}

impl GuestSlot {
    fn for_guest(guests: &Arc<Mutex<HashMap<IpAddr, usize>>>, address: SocketAddr) -> Option<Self> {
        let address = address.ip().to_canonical();
        let mut known = lock(guests);
        let connections = known.entry(address).or_default();
        if *connections >= MAX_OF_ADDRESS {
            return None;
        }
        *connections += 1;
        Some(Self {
            guests: Arc::clone(guests),
            address,
        })
    }
}

impl Drop for GuestSlot {
    fn drop(&mut self) {
        let mut known = lock(&self.guests);
        if let Some(connections) = known.get_mut(&self.address) {
            *connections -= 1;
            if *connections == 0 {
                known.remove(&self.address);
            }
        }
    }
}

/// A connection that makes room for another when it is closed.
pub(super) struct BoundedConnection {
    stream: TcpStream,
    idle: Pin<Box<Sleep>>,
    _permit: Option<OwnedSemaphorePermit>,
    _place: GuestSlot,
}

impl BoundedConnection {
    /// Passes on what became of an attempt: success starts the time anew, and waiting ends with it.
    fn watched<T>(
        &mut self,
        context: &mut Context<'_>,
        outcome: Poll<io::Result<T>>,
    ) -> Poll<io::Result<T>> {
        if outcome.is_ready() {
            self.idle.as_mut().reset(Instant::now() + IDLE_TIMEOUT);
            return outcome;
        }
        let idle = self.idle.as_mut();
        Future::poll(idle, context).map(|()| Err(io::ErrorKind::TimedOut.into()))
    }
}

impl AsyncRead for BoundedConnection {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let outcome = Pin::new(&mut self.stream).poll_read(context, buffer);
        self.watched(context, outcome)
    }
}

impl AsyncWrite for BoundedConnection {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let outcome = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.watched(context, outcome)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

//! A listening socket that holds so many connections at most, and none that is silent for long.

use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::serve::Listener;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{Instant, Sleep};

/// Connections at once; a page needs one for its live updates, and now and then one more.
const MAX_CONNECTIONS: usize = 64;
/// Silence in both directions after which a connection is closed; live updates are never silent for so long.
const IDLE_TIMEOUT: Duration = Duration::from_secs(60);

pub(super) struct BoundedListener {
    listener: TcpListener,
    free: Arc<Semaphore>,
}

impl BoundedListener {
    #[must_use]
    pub(super) fn new(listener: TcpListener) -> Self {
        Self {
            listener,
            free: Arc::new(Semaphore::new(MAX_CONNECTIONS)),
        }
    }
}

impl Listener for BoundedListener {
    type Io = BoundedConnection;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (Self::Io, Self::Addr) {
        // The semaphore is never closed.
        let permit = Arc::clone(&self.free).acquire_owned().await.ok();
        let (stream, address) = Listener::accept(&mut self.listener).await;
        let connection = BoundedConnection {
            stream,
            idle: Box::pin(tokio::time::sleep(IDLE_TIMEOUT)),
            _permit: permit,
        };
        (connection, address)
    }

    fn local_addr(&self) -> io::Result<Self::Addr> {
        self.listener.local_addr()
    }
}

/// A connection that makes room for another when it is closed.
pub(super) struct BoundedConnection {
    stream: TcpStream,
    idle: Pin<Box<Sleep>>,
    _permit: Option<OwnedSemaphorePermit>,
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

//! The connection to a server, which is tried for anew whenever it is lost.

use std::borrow::Cow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;
use std::thread;
use std::time::Duration;

use sgmp_proto::Instant;

use crate::gtp::{Input as LineInput, Splitter};
use crate::port::{
    Connection, Deadline, DriverInput, MonotonicClock, OpenError, Port, ReaderThread, WriteHalf,
    pause,
};

/// Time before the first new try for a lost connection, which doubles with each try.
const FIRST_RETRY: Duration = Duration::from_millis(500);
/// The longest time between two tries while a game is on.
const MAX_RETRY_IN_GAME: Duration = Duration::from_secs(4);
/// The longest one else: a public server has others to serve.
const MAX_RETRY: Duration = Duration::from_secs(30);
/// A connection that has stood so long was none that breaks at once.
const LASTING: Duration = Duration::from_secs(10);
/// Longest time until a stop is heeded.
const STOP_POLL_INTERVAL: Duration = Duration::from_millis(50);

/// Settings of the connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LinkSettings {
    /// Time for which a lost connection is tried for.
    pub reconnect: Duration,
    /// Silence after which the connection is taken for lost: servers say something every minute.
    pub silence: Duration,
}

/// The connection, or the way to one. Its news come to the queue of the loop.
pub(super) struct ServerLink {
    settings: LinkSettings,
    clock: MonotonicClock,
    sender: Sender<DriverInput>,
    stop: Arc<AtomicBool>,
    /// `None` while a thread waits for another connection.
    port: Option<Port>,
    writer: Option<Box<dyn WriteHalf>>,
    reader: Option<ReaderThread>,
    /// The number of this connection, from 0.
    number: u32,
    splitter: Splitter,
    connected_at: Instant,
    heard_at: Instant,
    /// When the connection was lost; `None` while it stands.
    lost_at: Option<Instant>,
    /// Tries since a connection has lasted.
    tries: u32,
}

impl ServerLink {
    /// A link by this port, which is not asked yet.
    pub(super) fn new(
        port: Port,
        settings: LinkSettings,
        clock: MonotonicClock,
        sender: Sender<DriverInput>,
    ) -> Self {
        Self {
            settings,
            clock,
            sender,
            stop: Arc::new(AtomicBool::new(false)),
            port: Some(port),
            writer: None,
            reader: None,
            number: 0,
            splitter: Splitter::new(),
            connected_at: Instant::ZERO,
            heard_at: Instant::ZERO,
            lost_at: None,
            tries: 0,
        }
    }

    /// Has a thread try for a connection after a while.
    pub(super) fn try_after(&mut self, wait: Duration) {
        let Some(mut port) = self.port.take() else {
            return;
        };
        let (sender, stop) = (self.sender.clone(), Arc::clone(&self.stop));
        thread::spawn(move || {
            let deadline = Deadline::after(wait);
            while !deadline.has_passed() && !stop.load(Ordering::Relaxed) {
                pause(STOP_POLL_INTERVAL.min(deadline.left()));
            }
            let connection = port.connect(Duration::ZERO, &stop);
            // The loop may have ended meanwhile: then nobody needs the connection.
            let _ = sender.send(DriverInput::Reconnected(Box::new((port, connection))));
        });
    }

    /// Takes the port back from the thread; returns whether the connection stands. Else another try has begun.
    ///
    /// # Errors
    /// The reason why there is no connection, once the time for tries is over.
    pub(super) fn tried(
        &mut self,
        (port, connection): (Port, Result<Connection, OpenError>),
        is_in_game: bool,
    ) -> Result<bool, OpenError> {
        self.port = Some(port);
        let now = self.clock.now();
        match connection {
            Ok(connection) => {
                self.writer = Some(connection.writer);
                let (clock, sender) = (self.clock, self.sender.clone());
                let reader = ReaderThread::start(connection.reader, self.number, clock, sender);
                self.reader = Some(reader);
                (self.connected_at, self.heard_at, self.lost_at) = (now, now, None);
                Ok(true)
            }
            Err(error) => {
                let lost_at = *self.lost_at.get_or_insert(now);
                if now.since(lost_at) >= self.settings.reconnect {
                    return Err(error);
                }
                log::info!("{error}");
                let wait = self.pause_before_retry(is_in_game);
                self.try_after(wait);
                Ok(false)
            }
        }
    }

    /// The lines that these bytes complete; none of an earlier connection's.
    pub(super) fn lines(&mut self, connection: u32, bytes: &[u8]) -> Vec<LineInput> {
        if connection != self.number {
            return Vec::new();
        }
        if let Some(reader) = &self.reader {
            reader.release_chunk();
        }
        self.heard_at = self.clock.now();
        self.splitter.feed(bytes)
    }

    /// The line that is not at its end so far.
    pub(super) fn unfinished(&self) -> Cow<'_, str> {
        self.splitter.unfinished()
    }

    /// Sends a line; returns whether there was a connection to send it on.
    ///
    /// # Errors
    /// The failure in words.
    pub(super) fn send(&mut self, bytes: &[u8]) -> Result<bool, String> {
        match &mut self.writer {
            Some(writer) => match writer.write_frame(bytes) {
                Ok(()) => Ok(true),
                Err(error) => Err(error.to_string()),
            },
            None => Ok(false),
        }
    }

    /// Returns whether the connection with this number is the one that stands.
    pub(super) const fn is_current(&self, connection: u32) -> bool {
        connection == self.number
    }

    /// Returns whether nothing was heard for too long.
    pub(super) fn is_silent(&self) -> bool {
        let silence = self.clock.now().since(self.heard_at);
        self.writer.is_some() && silence >= self.settings.silence
    }

    /// Drops the connection, and tries for another one; returns whether there was one.
    pub(super) fn lose(&mut self, is_in_game: bool) -> bool {
        // A read and a write may both tell of one failure: the second is no news.
        if self.writer.take().is_none() {
            return false;
        }
        self.reader = None;
        self.splitter = Splitter::new();
        // What is left in the queue of the old connection bears another number.
        self.number += 1;
        let now = self.clock.now();
        if now.since(self.connected_at) >= LASTING {
            self.tries = 0;
        }
        self.lost_at = Some(now);
        let wait = self.pause_before_retry(is_in_game);
        self.try_after(wait);
        true
    }

    fn pause_before_retry(&mut self, is_in_game: bool) -> Duration {
        let most = match is_in_game {
            true => MAX_RETRY_IN_GAME,
            false => MAX_RETRY,
        };
        let pause = FIRST_RETRY * 2_u32.pow(self.tries.min(10));
        self.tries += 1;
        pause.min(most)
    }
}

impl Drop for ServerLink {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

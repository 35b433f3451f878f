//! The relay between the two programs, and what mends it: a side that goes away is waited for.

use std::collections::VecDeque;
use std::mem;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::Duration;

use sgmp_proto::{Instant, Pace};

use crate::port::{
    CableEnd, Connection, MonotonicClock, OpenError, Port, Relay, RelayEvent, RelayLog, RelayParts,
    pause,
};

/// An event of the link.
#[derive(Debug, PartialEq, Eq)]
pub enum LinkEvent {
    /// Bytes came from one side; the other has them, or will have them when it is back.
    Bytes {
        /// The side that they came from.
        from: CableEnd,
        /// The time at which they were read.
        at: Instant,
        /// The bytes of one read, in order.
        bytes: Vec<u8>,
    },
    /// A side has gone and is waited for.
    Down {
        /// The side that has gone.
        end: CableEnd,
        /// The fault in words.
        what: String,
    },
    /// A side that had gone is there again.
    Up {
        /// The side that is there again.
        end: CableEnd,
    },
    /// A side has gone for good.
    Lost {
        /// The side that will not come back.
        end: CableEnd,
        /// The fault in words.
        what: String,
    },
}

/// Waiting for a side that has gone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReconnectPolicy {
    /// We do, so long.
    For(Duration),
    /// Nobody does: the game is over.
    Never,
}

/// Two ports, joined where both are there.
pub struct ReconnectingRelay {
    state: RelayState,
    /// None while a thread waits for its line.
    ports: [Option<Port>; 2],
    policy: ReconnectPolicy,
    pace: Pace,
    log: RelayLog,
    clock: MonotonicClock,
    over: Arc<AtomicBool>,
    pending: VecDeque<LinkEvent>,
}

enum RelayState {
    Joined(Relay),
    Apart(Apart),
    /// Nothing is left of it.
    Gone,
}

/// At least one side is waited for.
struct Apart {
    lines: [Option<Connection>; 2],
    /// Bytes still to be sent to each.
    held: [Vec<u8>; 2],
    back: Receiver<Reconnected>,
    door: Sender<Reconnected>,
}

/// A port, with another line or without.
struct Reconnected {
    end: CableEnd,
    port: Port,
    line: Result<Connection, OpenError>,
}

impl ReconnectingRelay {
    /// Joins two lines; `log` has all bytes before they go on, and `pace` is that of what piled up while one of them was away.
    pub fn new(
        ports: [Port; 2],
        lines: [Connection; 2],
        (policy, pace): (ReconnectPolicy, Pace),
        log: RelayLog,
        clock: MonotonicClock,
    ) -> Self {
        Self {
            state: RelayState::Joined(Relay::start(lines, Arc::clone(&log), clock)),
            ports: ports.map(Some),
            policy,
            pace,
            log,
            clock,
            over: Arc::default(),
            pending: VecDeque::new(),
        }
    }

    /// From now on nobody is waited for.
    pub const fn game_over(&mut self) {
        self.policy = ReconnectPolicy::Never;
    }

    /// Waits for the next thing seen; `None` where there was nothing in that time.
    pub fn watch(&mut self, patience: Duration) -> Option<LinkEvent> {
        if let Some(event) = self.pending.pop_front() {
            return Some(event);
        }
        match &self.state {
            RelayState::Joined(relay) => {
                let passed = relay.watch(patience)?;
                self.passed(passed)
            }
            RelayState::Apart(apart) => {
                let back = apart.back.recv_timeout(patience).ok()?;
                Some(self.came_back(back))
            }
            RelayState::Gone => {
                pause(patience);
                None
            }
        }
    }

    /// Takes the relay off, and gives the ports back as far as nobody waits for them.
    pub fn close(mut self) -> [Option<Port>; 2] {
        self.over.store(true, Ordering::Relaxed);
        self.state = RelayState::Gone;
        mem::take(&mut self.ports)
    }

    fn passed(&mut self, passed: RelayEvent) -> Option<LinkEvent> {
        match passed {
            RelayEvent::Bytes { from, at, bytes } => Some(LinkEvent::Bytes { from, at, bytes }),
            RelayEvent::Broken { end, what } if !self.is_waited_for(end) => {
                Some(LinkEvent::Lost { end, what })
            }
            RelayEvent::Broken { end, what } => {
                self.part(end, what);
                self.pending.pop_front()
            }
        }
    }

    fn is_waited_for(&self, end: CableEnd) -> bool {
        let port = self.ports[end as usize].as_ref();
        self.policy != ReconnectPolicy::Never && port.is_some_and(Port::can_reconnect)
    }

    /// One side has gone; perhaps the other has, too.
    fn part(&mut self, end: CableEnd, what: String) {
        let RelayState::Joined(relay) = mem::replace(&mut self.state, RelayState::Gone) else {
            return;
        };
        let RelayParts {
            connections: lines,
            undelivered: held,
            seen,
        } = relay.part();
        let (door, back) = mpsc::channel();
        let mut apart = Apart {
            lines: lines.map(Some),
            held,
            back,
            door,
        };
        self.wait_for(&mut apart, end, what);
        for passed in seen {
            match passed {
                RelayEvent::Bytes { from, at, bytes } => {
                    self.pending.push_back(LinkEvent::Bytes { from, at, bytes });
                }
                RelayEvent::Broken { end, what } if self.is_waited_for(end) => {
                    self.wait_for(&mut apart, end, what);
                }
                // Of an end whose port somebody waits for already it is no event.
                RelayEvent::Broken { end, what } if self.ports[end as usize].is_some() => {
                    self.pending.push_back(LinkEvent::Lost { end, what });
                }
                RelayEvent::Broken { .. } => {}
            }
        }
        self.state = RelayState::Apart(apart);
    }

    fn wait_for(&mut self, apart: &mut Apart, end: CableEnd, what: String) {
        let (Some(mut port), ReconnectPolicy::For(patience)) =
            (self.ports[end as usize].take(), self.policy)
        else {
            return;
        };
        // Both ends of the old line are dropped before the next is asked for.
        apart.lines[end as usize] = None;
        self.pending.push_back(LinkEvent::Down { end, what });
        let (over, door) = (Arc::clone(&self.over), apart.door.clone());
        thread::spawn(move || {
            let line = port.connect(patience, &over);
            // The match may have ended meanwhile.
            let _ = door.send(Reconnected { end, port, line });
        });
    }

    fn came_back(&mut self, Reconnected { end, port, line }: Reconnected) -> LinkEvent {
        self.ports[end as usize] = Some(port);
        let line = match line {
            Ok(line) => line,
            Err(error) => {
                let what = error.to_string();
                return LinkEvent::Lost { end, what };
            }
        };
        if let RelayState::Apart(mut apart) = mem::replace(&mut self.state, RelayState::Gone) {
            apart.lines[end as usize] = Some(line);
            self.state = self.join(apart);
        }
        LinkEvent::Up { end }
    }

    fn join(&self, apart: Apart) -> RelayState {
        match apart.lines {
            [Some(a), Some(b)] => {
                let backlog = (apart.held, self.pace);
                let log = Arc::clone(&self.log);
                RelayState::Joined(Relay::resume([a, b], backlog, log, self.clock))
            }
            lines => RelayState::Apart(Apart { lines, ..apart }),
        }
    }
}

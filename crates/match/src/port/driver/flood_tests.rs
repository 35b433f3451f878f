//! A peer that floods us over TCP while our disk stalls is held back, and we do not grow.

use std::io::Write;
use std::net::{TcpListener, TcpStream};
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::Duration;

use jiff::Timestamp;
use sgmp_proto::{Config, Handicap, Instant};

use super::bounded_share::{CHUNK_SIZE, MAX_CHUNKS};
use super::{Driver, DriverSettings, Finish, Input, Operator, OpponentsTime, Spectator, UnseenEnd};
use crate::play::journal::Entry;
use crate::play::{
    ClaimPolicy, Decision, Dialect, Fault, FaultKind, JournalSink, Match, Player, RecordSink,
    StoreError, Stores, Terms, Turn, WallClock,
};
use crate::port::clock::MonotonicClock;
use crate::port::device::{Connection, Port, SerialSettings};
use sgmp_board::record::GameRecord;
use sgmp_board::rules::{BoardSize, ByColor, Color, Game, Komi, Rules, Status};
use sgmp_engine::time_control::Thinking;

/// No machine is so slow, and none waits so long.
const TEST_TIMEOUT: Duration = Duration::from_secs(60);
/// A peer that cannot write for so long is held back. On a slow machine this may be too short: then
/// the flood is a smaller one, and the test finds less, but nothing wrong.
const HELD_BACK: Duration = Duration::from_secs(1);
/// Far more than the buffers of the system take.
const FLOOD: usize = 64 << 20;
const NEWGAME: [u8; 4] = [0x01, 0xA1, 0xA0, 0x80];

/// A journal whose disk stalls at the first entry behind the handshake's start, until it is told to
/// go on.
struct StallingDisk {
    stalls: Sender<()>,
    goes_on: Receiver<()>,
}

impl JournalSink for StallingDisk {
    fn append(&mut self, _: &Entry) -> Result<(), StoreError> {
        let _ = self.stalls.send(());
        // From the moment on when the test has dropped its end, nothing stalls.
        let _ = self.goes_on.recv();
        Ok(())
    }
}

struct NoRecord;

impl RecordSink for NoRecord {
    fn keep(&mut self, _: &GameRecord) -> Result<(), StoreError> {
        Ok(())
    }
}

struct Absent;

impl Player for Absent {
    fn name(&self) -> String {
        "absent".to_owned()
    }

    fn choose(&mut self, _: &Turn<'_>) -> Result<Decision, Fault> {
        Err(Fault::new(FaultKind::Crash, "nobody is there"))
    }

    fn status(&mut self, _: &Game) -> Result<Status, Fault> {
        Err(Fault::new(FaultKind::Crash, "nobody is there"))
    }
}

/// Counts what the driver takes from its queue.
#[derive(Default)]
struct Counter {
    chunks: usize,
    largest: usize,
}

impl Spectator for Counter {
    fn heard(&mut self, _: Instant, bytes: &[u8]) {
        self.chunks += 1;
        self.largest = self.largest.max(bytes.len());
    }
}

fn white(disk: StallingDisk) -> Match {
    let terms = Terms {
        color: Color::White,
        size: BoardSize::NINETEEN,
        komi: Komi::FIVE_AND_A_HALF,
        rules: Rules::Japanese.into(),
        main_time: Duration::from_secs(3000),
        used: Duration::ZERO,
        names: ByColor::new(String::new(), String::new()),
        event: String::new(),
        place: String::new(),
        round: String::new(),
        date: String::new(),
        handicap: Handicap::EVEN,
        dialect: Dialect::Fjk,
    };
    let claims = ClaimPolicy {
        opponent_grace: Some(Duration::from_secs(60)),
    };
    let config = Config::tournament(Color::White);
    let wall = WallClock(Timestamp::UNIX_EPOCH);
    let stores = Stores {
        journal: Box::new(disk),
        record: Box::new(NoRecord),
    };
    Match::builder(terms, claims, stores, wall).start(config, Instant::ZERO)
}

/// A connection of ours over TCP, and the peer's end of it.
fn connect() -> (Port, Connection, TcpStream) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("listens");
    let address = listener.local_addr().expect("address");
    let spec = format!("tcp:{address}").parse().expect("a port");
    let mut port = Port::open(&spec, &SerialSettings::default()).expect("opens");
    let connection = port
        .connect(Duration::ZERO, &AtomicBool::new(false))
        .expect("connects");
    let (peer, _) = listener.accept().expect("accepts");
    (port, connection, peer)
}

/// Writes until it is held back, or has written far too much.
fn flood(peer: &mut TcpStream) -> usize {
    peer.set_write_timeout(Some(HELD_BACK)).expect("timeout");
    let chunk = [b'x'; 4096];
    let mut written = 0;
    while written < FLOOD {
        match peer.write(&chunk) {
            Ok(count) => written += count,
            Err(_) => break,
        }
    }
    written
}

#[test]
fn a_flood_while_the_disk_stalls_is_held_back() {
    let (stalls, has_stalled) = mpsc::channel();
    let (go_on, goes_on) = mpsc::channel();
    let (port, connection, mut peer) = connect();
    let clock = MonotonicClock::start();
    let settings = DriverSettings {
        reconnect: Duration::ZERO,
        thinking: Thinking::ByItself,
        opponents_time: OpponentsTime::Rest,
        unseen_end: UnseenEnd::Linger,
        count_offer: Duration::ZERO,
    };
    let game = white(StallingDisk { stalls, goes_on });
    let driver = Driver::new(game, Box::new(Absent), (port, connection), settings, clock);
    let operator = driver.sender();
    let driving = thread::spawn(move || {
        let mut counter = Counter::default();
        let result = driver.run_on(&mut [&mut counter]);
        (result, counter)
    });

    peer.write_all(&NEWGAME).expect("writes");
    has_stalled
        .recv_timeout(TEST_TIMEOUT)
        .expect("the handshake is journaled");
    let written = flood(&mut peer);
    // The operator is not held up by what the peer does, and stands behind no more than its share.
    assert!(operator.send(Input::Operator(Operator::Leaves)).is_ok());
    drop(go_on);
    let (result, counter) = driving
        .join()
        .expect("no thread waits for another for ever");

    assert_eq!(result.finish, Finish::Left);
    assert!(result.connection.is_some(), "the connection is handed back");
    // What was queued before the operator's word, and the chunk that brought the NEWGAME.
    let queued = counter.chunks;
    assert!(
        queued <= MAX_CHUNKS + 2,
        "{queued} chunks of {written} bytes"
    );
    assert!(counter.largest <= CHUNK_SIZE);
    // What came behind it until the reader stopped.
    let unread = result.unread.len();
    assert!(unread <= (MAX_CHUNKS + 2) * CHUNK_SIZE, "{unread} bytes");
}

//! Delay of the OK to a MOVE while our player thinks.
//!
//! A real pty pair; on one end a match of ours whose player keeps a core busy, on the other a bare
//! session that plays Black and takes the time from its MOVE's last byte being handed to the line
//! until the OK is read. Prints the distribution; `--test` (as `cargo test --benches` gives it)
//! plays a few moves only.

use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::thread;
use std::time::Duration;

use sgmp_board::record::GameRecord;
use sgmp_board::rules::{BoardSize, ByColor, Color, Game, Komi, Move, Point, Rules, Status};
use sgmp_engine::time_control::Thinking;
use sgmp_match::play::journal::{FORMAT, Journal, Opened};
use sgmp_match::play::{
    ClaimPolicy, Decision, Fault, Match, Player, RecordSink, StoreError, Stores, Terms, Turn,
    WallClock,
};
use sgmp_match::port::{
    Connection, Driver, DriverSettings, Input, MonotonicClock, OpponentsTime, Port, UnseenEnd,
    pair, wall_clock,
};
use sgmp_proto::{Config, Event, Pace, Session, Vertex};

/// Computes until told to stop, then plays the first empty point of its own half.
struct Busy;

impl Player for Busy {
    fn name(&self) -> String {
        "busy".to_owned()
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Result<Decision, Fault> {
        let mut spun = 0_u64;
        while !turn.halt.is_requested() {
            spun = std::hint::black_box(spun.wrapping_add(1));
        }
        let mine = |point: &Point| point.row() >= 10 && turn.game.board().is_empty(*point);
        let point = Point::all(turn.game.size()).find(mine);
        Ok(Decision::Move(point.map_or(Move::Pass, Move::Play)))
    }

    fn status(&mut self, _game: &Game) -> Result<Status, Fault> {
        Ok(Status::default())
    }
}

/// A record that goes nowhere: only the journal comes before the OK.
struct Nowhere;

impl RecordSink for Nowhere {
    fn keep(&mut self, _record: &GameRecord) -> Result<(), StoreError> {
        Ok(())
    }
}

fn main() {
    let moves = if std::env::args().any(|arg| arg == "--test") {
        5
    } else {
        150
    };
    let dir = std::env::temp_dir().join(format!("sgmp-go-answer-delay-{}", std::process::id()));
    std::fs::create_dir_all(&dir).expect("a folder for the journal");
    let (ours, theirs) = pair().expect("a pty pair");
    let driver = driver(&dir, ours);
    let white = thread::spawn(move || driver.run(&mut []));
    let mut delays = measure(theirs, moves);
    let _ = white.join();
    std::fs::remove_dir_all(&dir).expect("the folder can go");
    delays.sort();
    let at = |share: usize| delays[(delays.len() - 1) * share / 100];
    println!(
        "OK to a MOVE, player busy, journal on disk: median {:?}, 90% {:?}, 99% {:?}, most {:?} \
         ({} moves)",
        at(50),
        at(90),
        at(99),
        at(100),
        delays.len()
    );
}

fn driver(dir: &Path, line: Connection) -> Driver {
    let (clock, wall) = (MonotonicClock::start(), WallClock(wall_clock().timestamp()));
    let now = clock.now();
    let terms = terms();
    let journal = Journal::create(&dir.join("delay.journal"), &opened(&terms, wall));
    let stores = Stores {
        journal: Box::new(journal.expect("a journal")),
        record: Box::new(Nowhere),
    };
    let patience = ClaimPolicy {
        opponent_grace: Some(Duration::from_secs(60)),
    };
    let config = Config {
        pace: Pace::UNLIMITED,
        ..Config::tournament(Color::White)
    };
    let game = Match::builder(terms, patience, stores, wall).start(config, now);
    let thinking = Thinking::Fixed(Duration::from_millis(20));
    let settings = DriverSettings {
        reconnect: Duration::ZERO,
        thinking,
        opponents_time: OpponentsTime::Rest,
        unseen_end: UnseenEnd::Linger,
        count_offer: Duration::ZERO,
    };
    let mut port = Port::from_connection("bench", line);
    let line = port
        .connect(Duration::ZERO, &AtomicBool::new(false))
        .expect("its line");
    Driver::new(game, Box::new(Busy), (port, line), settings, clock)
}

fn terms() -> Terms {
    Terms {
        color: Color::White,
        size: BoardSize::NINETEEN,
        komi: Komi::from_half_points(11),
        rules: Rules::Japanese.into(),
        main_time: Duration::from_secs(600),
        used: Duration::ZERO,
        names: ByColor::new("peer".into(), "busy".into()),
        event: String::new(),
        place: String::new(),
        round: "1".to_owned(),
        date: "2000-06-01".to_owned(),
        handicap: sgmp_proto::Handicap::EVEN,
        dialect: sgmp_match::play::Dialect::Fjk,
    }
}

fn opened(terms: &Terms, wall: WallClock) -> Opened {
    Opened {
        format: FORMAT,
        program: "bench".to_owned(),
        our_color: terms.color,
        size: terms.size,
        komi_half_points: terms.komi.half_points(),
        rules: Rules::Japanese,
        dead_stones_stay: false,
        dialect: sgmp_match::play::journal::WireForm::Fjk,
        handicap: 0,
        main_time_ms: 600_000,
        used_ms: 0,
        black: terms.names.black.clone(),
        white: terms.names.white.clone(),
        event: String::new(),
        place: String::new(),
        round: terms.round.clone(),
        date: terms.date.clone(),
        sgf: String::new(),
        sgf_format: "fjk".to_owned(),
        player: Vec::new(),
        at: wall.0,
    }
}

/// Plays Black on the other end; the line hangs up at the end.
fn measure(mut line: Connection, moves: u8) -> Vec<Duration> {
    let clock = MonotonicClock::start();
    let config = Config {
        pace: Pace::UNLIMITED,
        ..Config::tournament(Color::Black)
    };
    let mut session = Session::new(config, clock.now());
    let mut delays = Vec::new();
    let mut sent_at = clock.now();
    let mut buffer = [0; 64];
    while delays.len() < usize::from(moves) {
        if session.is_our_turn() {
            let played = u8::try_from(delays.len()).unwrap_or(u8::MAX);
            let vertex = Vertex::Point {
                column: played % 19,
                row: played / 19,
            };
            session.send_move(vertex).expect("our turn");
        }
        while let Some(transmit) = session.poll_transmit(clock.now()) {
            line.writer
                .write_frame(&transmit.bytes())
                .expect("the line takes a frame");
            sent_at = clock.now();
        }
        let Ok(Input::Bytes(count)) = line.reader.read(&mut buffer, Duration::from_secs(1)) else {
            continue;
        };
        let now = clock.now();
        let mut rest = &buffer[..count];
        while !rest.is_empty() {
            rest = &rest[session.handle_bytes(now, rest)..];
            while let Some(event) = session.poll_event() {
                match event {
                    Event::MoveAcknowledged => delays.push(now.since(sent_at)),
                    Event::MoveOffered(..) => session.accept_move(now).expect("an offer"),
                    _ => {}
                }
            }
        }
    }
    delays
}

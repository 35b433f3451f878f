//! A small CGOS server, written from the protocol: one client at a time, an opponent of its own that plays anything but
//! into its own eyes, and faults on demand.

use std::io::BufReader;
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use sgmp_board::rng::Rng;
use sgmp_board::rules::{BoardSize, Color, Game, Handicap, Komi, Move, RuleSet, Status, score};
use sgmp_engine::time_control::Overtime;
use sgmp_match::play::Decision;
use sgmp_match::servers::cgos::{SentMove, ServerLine};
use sgmp_match::servers::{Entrant, GameSetup, ServerResult};

use super::any_opponent::{any_move, letter};
use super::cgos_talk::{Gone, Talk};

/// The password of every account there.
pub(crate) const PASSWORD: &str = "s3cret-word";

/// Faults, and when they come: at the client's moves with these numbers of its own, from 0, over all games.
#[derive(Clone, Debug, Default)]
pub(crate) struct Faults {
    /// The connection breaks after the move was taken.
    pub(crate) drop_after: Vec<usize>,
    /// The move is lost with the connection.
    pub(crate) lose: Vec<usize>,
    /// The server begins anew, and knows nothing of the game.
    pub(crate) restart: Vec<usize>,
    /// The server is gone after the move was taken, until it is to come back; it keeps the game.
    pub(crate) away: Vec<usize>,
    /// Lines of no sense come before the question.
    pub(crate) nonsense: Vec<usize>,
    /// Nothing more is said before the question, though the connection stands.
    pub(crate) silent: Vec<usize>,
    /// The move is lost, and nothing more is said although the connection stands.
    pub(crate) swallow: Vec<usize>,
    /// Somebody else logs in under the name before the question.
    pub(crate) other_login: Vec<usize>,
    /// Time that every line takes, both ways.
    pub(crate) delay: Duration,
    /// The server has another password.
    pub(crate) wrong_password: bool,
}

/// Terms of the games there.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ServerTerms {
    pub(crate) lines: u8,
    pub(crate) seconds: u64,
    pub(crate) games: usize,
}

/// A game as the server saw it to its end.
#[derive(Clone, Debug)]
pub(crate) struct ServedGame {
    pub(crate) number: u64,
    pub(crate) moves: Vec<Move>,
    pub(crate) result: String,
}

/// Something that the server has seen.
#[derive(Clone, Debug)]
pub(crate) enum Seen {
    /// A move of the client, by its number over all games, whether it was taken or lost.
    Moved(usize, Decision),
    /// Its analysis.
    Analysis(String),
    /// It says nothing more until the client hangs up.
    Stuck,
    /// The server is gone.
    Away,
    /// A game is over.
    Over(ServedGame),
    /// The client has gone for good after its last game.
    Quit,
}

/// A server on a thread.
pub(crate) struct CgosServer {
    address: SocketAddr,
    seen: Receiver<Seen>,
    back: Sender<()>,
}

impl CgosServer {
    pub(crate) fn start(terms: ServerTerms, faults: Faults) -> Self {
        let mut listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = listener.local_addr().expect("an address");
        let (sender, seen) = channel();
        let (back, called_back) = channel();
        thread::spawn(move || {
            let mut served = Served::new(terms, faults, sender);
            while !served.is_done() {
                let (client, _) = listener.accept().expect("a client");
                // A connection that breaks is what the tests are about.
                let _ = served.serve(client);
                if std::mem::take(&mut served.is_away) {
                    drop(listener);
                    let _ = served.seen.send(Seen::Away);
                    let _ = called_back.recv();
                    listener = TcpListener::bind(address).expect("the same port");
                }
            }
        });
        Self {
            address,
            seen,
            back,
        }
    }

    /// A server that is gone comes back.
    pub(crate) fn come_back(&self) {
        self.back.send(()).expect("a server");
    }

    pub(crate) fn address(&self) -> String {
        self.address.to_string()
    }

    /// Waits for what comes next.
    #[track_caller]
    pub(crate) fn next(&self) -> Seen {
        let next = self.seen.recv_timeout(super::program::HANG_TIMEOUT);
        next.expect("the server sees something")
    }

    /// Waits for the end of a game.
    #[track_caller]
    pub(crate) fn game(&self) -> ServedGame {
        loop {
            if let Seen::Over(game) = self.next() {
                return game;
            }
        }
    }

    /// All that was seen by now and not taken.
    pub(crate) fn rest(&self) -> Vec<Seen> {
        self.seen.try_iter().collect()
    }
}

struct Served {
    terms: ServerTerms,
    faults: Faults,
    seen: Sender<Seen>,
    chance: Rng,
    /// The game that is on, with the clocks of both sides.
    on: Option<Table>,
    number: u64,
    over: usize,
    /// The client's moves that were heard.
    heard: usize,
    is_left: bool,
    is_away: bool,
}

struct Table {
    game: Game,
    setup: GameSetup,
    client: Color,
    left: Duration,
    asked: Option<Instant>,
}

impl Served {
    fn new(terms: ServerTerms, faults: Faults, seen: Sender<Seen>) -> Self {
        Self {
            terms,
            faults,
            seen,
            chance: Rng::from_seed(7),
            on: None,
            number: 0,
            over: 0,
            heard: 0,
            is_left: false,
            is_away: false,
        }
    }

    fn is_done(&self) -> bool {
        self.is_left
    }

    fn serve(&mut self, client: TcpStream) -> Result<(), Gone> {
        client.set_nodelay(true).map_err(|_| Gone)?;
        let mut talk = Talk {
            reader: BufReader::new(client.try_clone().map_err(|_| Gone)?),
            client,
            delay: self.faults.delay,
        };
        talk.say(&ServerLine::Protocol { analyze: true })?;
        let protocol = talk.hear()?;
        assert!(protocol.starts_with("e1 "), "{protocol}");
        talk.say(&ServerLine::Username)?;
        let name = talk.hear()?;
        talk.say(&ServerLine::Password)?;
        if talk.hear()? != PASSWORD || self.faults.wrong_password {
            let what = "Sorry, password doesn't match".to_owned();
            self.is_left = true;
            return talk.say(&ServerLine::Error(what));
        }
        if self.on.is_some() {
            self.tell_setup(&mut talk)?;
        }
        loop {
            if self.on.is_none() {
                if self.over >= self.terms.games {
                    self.is_left = true;
                    return Err(Gone);
                }
                self.begin(&name);
                self.tell_setup(&mut talk)?;
            }
            self.play(&mut talk)?;
        }
    }

    fn begin(&mut self, name: &str) {
        self.number += 1;
        let size = BoardSize::new(self.terms.lines).expect("a size");
        let komi: Komi = "7".parse().expect("a komi");
        let entrant = |name: &str| Entrant {
            name: name.to_owned(),
            rating: Some("1500?".to_owned()),
        };
        let client = if self.number % 2 == 1 {
            Color::Black
        } else {
            Color::White
        };
        let (black, white) = match client {
            Color::Black => (entrant(name), entrant("opponent")),
            Color::White => (entrant("opponent"), entrant(name)),
        };
        let time = Duration::from_secs(self.terms.seconds);
        self.on = Some(Table {
            game: Game::new(size, komi).with_rules(RuleSet::TROMP_TAYLOR),
            setup: GameSetup {
                number: self.number,
                size,
                komi,
                handicap: Handicap::EVEN,
                time,
                overtime: Overtime::SuddenDeath,
                white,
                black,
                moves: Vec::new(),
                tells_times: true,
            },
            client,
            left: time,
            asked: None,
        });
    }

    fn tell_setup(&mut self, talk: &mut Talk) -> Result<(), Gone> {
        let table = self.on.as_ref().expect("a game");
        talk.say(&ServerLine::Setup(Box::new(table.setup.clone())))
    }

    /// One move of either side, or the end.
    fn play(&mut self, talk: &mut Talk) -> Result<(), Gone> {
        let table = self.on.as_mut().expect("a game");
        if table.game.consecutive_passes() >= 2 {
            let status = Status::as_it_stands(table.game.board());
            let counted = score::area(table.game.board(), status.dead(), table.game.komi());
            let result = counted.margin().to_string();
            return self.end(&result, talk);
        }
        if table.game.to_move() != table.client {
            let mv = any_move(&table.game, &mut self.chance);
            let color = table.game.to_move();
            let left = table.setup.time;
            table.make(mv, left);
            return talk.say(&ServerLine::Play { color, mv, left });
        }
        self.ask(talk)
    }

    fn ask(&mut self, talk: &mut Talk) -> Result<(), Gone> {
        let number = self.heard;
        if self.faults.nonsense.contains(&number) {
            talk.raw(b"\xff\xfe\x00 bl\xe4 bla\nsetup x y z\ngenmove\nplay\n\n")?;
        }
        if self.faults.other_login.contains(&number) {
            let what = "another login is being attempted using this user name".to_owned();
            talk.say(&ServerLine::Info(what))?;
            self.is_left = true;
            return Err(Gone);
        }
        if let Some(place) = self
            .faults
            .silent
            .iter()
            .position(|silent| *silent == number)
        {
            self.faults.silent.remove(place);
            return self.be_stuck(talk);
        }
        let table = self.on.as_mut().expect("a game");
        let asked = *table.asked.get_or_insert_with(Instant::now);
        let left = table.left.saturating_sub(asked.elapsed());
        let color = table.client;
        talk.say(&ServerLine::Genmove { color, left })?;
        let line = talk.hear()?;
        let sent: SentMove = line.parse().unwrap_or_else(|_| panic!("no move: {line:?}"));
        self.heard += 1;
        let _ = self.seen.send(Seen::Moved(number, sent.decision));
        if let Some(analysis) = sent.analysis {
            let _ = self.seen.send(Seen::Analysis(analysis));
        }
        if self.faults.restart.contains(&number) {
            self.on = None;
            return Err(Gone);
        }
        if self.faults.lose.contains(&number) {
            return Err(Gone);
        }
        if self.faults.swallow.contains(&number) {
            return self.be_stuck(talk);
        }
        let Some(left) = table.left.checked_sub(asked.elapsed()) else {
            let result = format!("{}+Time", letter(color.other()));
            return self.end(&result, talk);
        };
        (table.left, table.asked) = (left, None);
        match sent.decision {
            Decision::Resign => {
                let result = format!("{}+Resign", letter(color.other()));
                return self.end(&result, talk);
            }
            Decision::Move(mv) => table.make(mv, left),
        }
        self.is_away = self.faults.away.contains(&number);
        match self.is_away || self.faults.drop_after.contains(&number) {
            true => Err(Gone),
            false => Ok(()),
        }
    }

    fn be_stuck(&self, talk: &mut Talk) -> Result<(), Gone> {
        let _ = self.seen.send(Seen::Stuck);
        let _until_it_hangs_up = talk.hear();
        Err(Gone)
    }

    fn end(&mut self, result: &str, talk: &mut Talk) -> Result<(), Gone> {
        let table = self.on.take().expect("a game");
        self.over += 1;
        let _ = self.seen.send(Seen::Over(ServedGame {
            number: table.setup.number,
            moves: table.game.moves().iter().map(|(_, mv)| *mv).collect(),
            result: result.to_owned(),
        }));
        talk.say(&ServerLine::GameOver {
            date: "2026-11-30".to_owned(),
            result: ServerResult::read(result),
            reason: String::new(),
        })?;
        match talk.hear()?.as_str() {
            "ready" => Ok(()),
            "quit" => {
                self.is_left = true;
                let _ = self.seen.send(Seen::Quit);
                Err(Gone)
            }
            odd => panic!("after a game: {odd:?}"),
        }
    }
}

impl Table {
    fn make(&mut self, mv: Move, left: Duration) {
        let color = self.game.to_move();
        self.game.play(color, mv).expect("a legal move");
        self.setup.moves.push((mv, left));
    }
}

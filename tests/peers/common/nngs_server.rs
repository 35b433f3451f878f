//! A small NNGS server, written from what such servers say: one client at a time, an opponent of its own that plays
//! anything but into its own eyes, and faults on demand.

use std::io::BufReader;
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use sgmp_board::rng::Rng;
use sgmp_board::rules::{BoardSize, Color, Game, Komi, Move, Point, Status, score};

use super::any_opponent::{any_move, letter};
use super::cgos_server::PASSWORD;
use super::nngs_talk::{Gone, OPPONENT, TableFaults, TableSeen, TableTerms, Talk};

/// A server on a thread.
pub(crate) struct NngsServer {
    address: SocketAddr,
    seen: Receiver<TableSeen>,
}

impl NngsServer {
    pub(crate) fn start(terms: TableTerms, faults: TableFaults) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = listener.local_addr().expect("an address");
        let (sender, seen) = channel();
        thread::spawn(move || {
            let mut hall = Hall {
                terms,
                faults,
                seen: sender,
                chance: Rng::from_seed(7),
                name: String::new(),
                on: None,
                waits: None,
                removed: Vec::new(),
                number: 0,
                heard: 0,
                is_left: false,
            };
            while !hall.is_left {
                let (client, _) = listener.accept().expect("a client");
                // A connection that breaks is what the tests are about.
                let _ = hall.serve(client);
                hall.waits = hall.on.take().or(hall.waits.take());
                if hall.faults.forgets {
                    hall.waits = None;
                }
            }
        });
        Self { address, seen }
    }

    pub(crate) fn address(&self) -> String {
        self.address.to_string()
    }

    /// Waits for what comes next.
    #[track_caller]
    pub(crate) fn next(&self) -> TableSeen {
        let next = self.seen.recv_timeout(super::program::HANG_TIMEOUT);
        next.expect("the server sees something")
    }

    /// Waits for the end of a game, and returns its moves and its result.
    #[track_caller]
    pub(crate) fn game(&self) -> (Vec<Move>, String) {
        loop {
            if let TableSeen::Over(moves, result) = self.next() {
                return (moves, result);
            }
        }
    }

    /// All that was seen by now and not taken.
    pub(crate) fn rest(&self) -> Vec<TableSeen> {
        self.seen.try_iter().collect()
    }
}

pub(super) struct Hall {
    pub(super) terms: TableTerms,
    faults: TableFaults,
    seen: Sender<TableSeen>,
    chance: Rng,
    pub(super) name: String,
    /// The game that is on.
    pub(super) on: Option<Game>,
    /// A game that waits to be loaded.
    waits: Option<Game>,
    /// Stones that are called dead.
    removed: Vec<Point>,
    pub(super) number: u64,
    /// The client's moves that were heard.
    heard: usize,
    is_left: bool,
}

impl Hall {
    fn serve(&mut self, client: TcpStream) -> Result<(), Gone> {
        client.set_nodelay(true).map_err(|_| Gone)?;
        let mut talk = Talk {
            reader: BufReader::new(client.try_clone().map_err(|_| Gone)?),
            client,
            delay: self.faults.delay,
        };
        talk.raw(b"----- Welcome -----\r\n\r\nLogin: ")?;
        self.name = talk.hear()?;
        talk.raw(b"\r\nPassword: \xff\xfb\x01")?;
        if talk.hear()? != PASSWORD || self.faults.wrong_password {
            self.is_left = true;
            return talk.raw(b"\xff\xfc\x01\r\n\r\nInvalid password!\r\n\r\nLogin: ");
        }
        talk.raw(b"\xff\xfc\x01\r\n>>messages/motd\r\n\r\n#> ")?;
        loop {
            let command = talk.hear()?;
            self.obey(&command, &mut talk)?;
        }
    }

    fn obey(&mut self, command: &str, talk: &mut Talk) -> Result<(), Gone> {
        let words: Vec<&str> = command.split(' ').collect();
        match words.as_slice() {
            ["toggle", what, _] => {
                talk.say(&format!("9 Set {what} to be True."))?;
                self.prompt(talk)?;
                if *what == "verbose" {
                    self.offer(talk)?;
                }
                return Ok(());
            }
            ["match", OPPONENT, color, ..] => {
                let _ = self.seen.send(TableSeen::Said(command.to_owned()));
                let is_ours = *color == letter(self.terms.client);
                if !is_ours || self.waits.is_some() {
                    talk.say("9 them declines your request for a match.")?;
                    return self.prompt(talk);
                }
                return self.begin(talk);
            }
            ["moves", _] if self.on.is_some() => {
                self.tell_header(talk)?;
                for number in 0..self.move_count() {
                    self.tell_move(number, talk)?;
                }
            }
            ["games", _] => self.tell_games(talk)?,
            ["load", _] => return self.load(words[1], talk),
            ["resign"] => {
                let winner = letter(self.terms.client.other());
                return self.end(&format!("{winner}+R"), "resigns.", talk);
            }
            ["done"] => return self.done(talk),
            ["quit"] => {
                self.is_left = true;
                return Err(Gone);
            }
            [""] => {}
            [point] if self.on.is_some() => match point.parse_move() {
                Some(mv) => return self.moved(mv, talk),
                None => talk.say("5 Unknown command.")?,
            },
            _ => {
                let _ = self.seen.send(TableSeen::Said(command.to_owned()));
            }
        }
        self.prompt(talk)
    }

    fn offer(&mut self, talk: &mut Talk) -> Result<(), Gone> {
        if !self.terms.offers || self.on.is_some() || self.waits.is_some() {
            return Ok(());
        }
        let (lines, color) = (self.terms.lines, letter(self.terms.client));
        talk.say(&format!(
            "9 Match [{lines}x{lines}] in 90 minutes requested with them."
        ))?;
        talk.say("9 Use <match them B 19 90 10> or <decline them> to respond.")?;
        talk.say("1 5")?;
        talk.say(&format!(
            "9 Use <match them {color} {lines} 10 5> or <decline them> to respond."
        ))?;
        self.prompt(talk)
    }

    fn begin(&mut self, talk: &mut Talk) -> Result<(), Gone> {
        self.number += 1;
        let size = BoardSize::new(self.terms.lines).expect("a size");
        let handicap = sgmp_board::rules::Handicap::new(self.terms.handicap.max(1).into());
        let handicap = handicap.expect("a handicap");
        let komi: Komi = "5.5".parse().expect("a komi");
        let rules = sgmp_board::rules::RuleSet::from(sgmp_board::rules::Rules::Japanese);
        let game = sgmp_match::play::opening(size, handicap, komi, rules);
        self.on = Some(game.expect("a handicap"));
        talk.say("9 Match [1] with them in 10 accepted.")?;
        talk.say("1 5")?;
        self.tell_header(talk)?;
        self.prompt(talk)?;
        if self.terms.handicap > 0 {
            self.tell_header(talk)?;
            self.tell_move(0, talk)?;
            talk.say("9 Komi is now set to 5.5")?;
            self.prompt(talk)?;
        }
        self.answer(talk)
    }

    fn load(&mut self, name: &str, talk: &mut Talk) -> Result<(), Gone> {
        let Some(game) = self.waits.take() else {
            let name = name.replace('-', " vs. ");
            talk.say(&format!("5 There is no stored game {name}"))?;
            self.prompt(talk)?;
            return self.offer(talk);
        };
        self.number += 1;
        self.on = Some(game);
        self.tell_header(talk)?;
        if self.move_count() > 0 {
            self.tell_move(self.move_count() - 1, talk)?;
        }
        self.prompt(talk)?;
        self.answer(talk)
    }

    fn moved(&mut self, mv: Move, talk: &mut Talk) -> Result<(), Gone> {
        let game = self.on.as_mut().expect("a game");
        if game.consecutive_passes() >= 2 {
            if let Move::Play(point) = mv {
                self.removed.push(point);
                talk.say(&format!("9 Removing @ {point}"))?;
            }
            return self.prompt(talk);
        }
        let number = self.heard;
        self.heard += 1;
        let _ = self.seen.send(TableSeen::Moved(number, mv.to_string()));
        if self.faults.lose.contains(&number) {
            return Err(Gone);
        }
        if self.faults.swallow.contains(&number) {
            let _ = self.seen.send(TableSeen::Stuck);
            while talk.hear().is_ok() {}
            return Err(Gone);
        }
        let is_refused = self.faults.refuse.contains(&number);
        if is_refused || game.play(self.terms.client, mv).is_err() {
            talk.say("5 Your move is not valid.")?;
            talk.say("5 Illegal Move!")?;
            return self.prompt(talk);
        }
        if self.faults.restart.contains(&number) {
            for _ in 0..3 {
                game.undo();
            }
            return Err(Gone);
        }
        if self.faults.drop_after.contains(&number) {
            return Err(Gone);
        }
        self.tell_latest(talk)?;
        if self.faults.nonsense.contains(&number) {
            talk.raw(b"\xff\xfe\x00 bl\xe4 bla\r\n15 Game x\r\n15 (\r\n7 [\r\n1\r\n")?;
            talk.raw(
                b"11 Kibitz joe: what a move\r\n19 them hello\r\n24 *joe*: are you there?\r\n",
            )?;
            talk.raw(b"15 Game 99 I: joe (0 60 -1) vs jim (0 60 -1)\r\n15   7(W): A1\r\n")?;
            self.tell_header(talk)?;
            self.prompt(talk)?;
        }
        if self.faults.undo.contains(&number) {
            self.on.as_mut().expect("a game").undo();
            talk.say(&format!("28 them undid the last move ({mv})."))?;
            self.tell_latest(talk)?;
        }
        if self.faults.adjourn.contains(&number) {
            self.waits = self.on.take();
            talk.say(&format!("9 {{{} : has adjourned.}}", self.title()))?;
            return self.prompt(talk);
        }
        self.answer(talk)
    }

    /// The opponent's moves, as long as it is to move.
    fn answer(&mut self, talk: &mut Talk) -> Result<(), Gone> {
        let game = self.on.as_mut().expect("a game");
        if game.consecutive_passes() < 2 && game.to_move() != self.terms.client {
            let mv = any_move(game, &mut self.chance);
            game.play(self.terms.client.other(), mv)
                .expect("a legal move");
            self.tell_latest(talk)?;
        }
        self.score(talk)
    }

    fn score(&mut self, talk: &mut Talk) -> Result<(), Gone> {
        let game = self.on.as_ref().expect("a game");
        if game.consecutive_passes() < 2 || self.faults.wrong_removals == 0 {
            return Ok(());
        }
        let ours = Point::all(game.size())
            .find(|point| game.board().color_at(*point) == Some(self.terms.client));
        if let Some(point) = ours {
            self.faults.wrong_removals -= 1;
            talk.say(&format!("9 Removing @ {point}"))?;
            self.prompt(talk)?;
        }
        Ok(())
    }

    /// The client agrees, and so does the opponent.
    fn done(&mut self, talk: &mut Talk) -> Result<(), Gone> {
        let game = self.on.as_ref().expect("a game");
        let dead = self
            .removed
            .iter()
            .flat_map(|point| game.board().string(*point));
        let status = Status::with_dead(game.board(), &dead.collect());
        let counted = score::japanese(game, &status);
        let (black, white) = (counted.tally.black.points(), counted.tally.white.points());
        // The komi is 5.5 in all games.
        let words = format!("White resigns. W {}.5 B {black}.0", white + 5);
        self.end(&counted.to_string(), &words, talk)
    }

    fn end(&mut self, result: &str, words: &str, talk: &mut Talk) -> Result<(), Gone> {
        let title = self.title();
        let loser = match self.terms.client {
            Color::Black => "Black",
            Color::White => "White",
        };
        let words = match words {
            "resigns." => format!("{loser} resigns."),
            words => words.to_owned(),
        };
        let game = self.on.take().expect("a game");
        self.removed.clear();
        let moves = game.moves().iter().map(|(_, mv)| *mv).collect();
        let _ = self.seen.send(TableSeen::Over(moves, result.to_owned()));
        talk.say(&format!("9 {{{title} : {words}}}"))?;
        talk.say(&format!("21 {{{title} : {words}}}"))?;
        self.prompt(talk)
    }
}

trait ParseMove {
    fn parse_move(&self) -> Option<Move>;
}

impl ParseMove for &str {
    fn parse_move(&self) -> Option<Move> {
        match self.eq_ignore_ascii_case("pass") {
            true => Some(Move::Pass),
            false => Point::parse(self).map(Move::Play),
        }
    }
}

//! The games of the small NNGS server, its faults, what it sees, and its connections.

use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;
use std::thread;
use std::time::Duration;

use sgmp_board::rules::{Color, Move};

/// The name of the opponent there.
pub(crate) const OPPONENT: &str = "them";

/// Faults, and when they come: at the client's moves with these numbers, from 0.
#[derive(Clone, Debug, Default)]
pub(crate) struct TableFaults {
    /// The connection breaks after the move was taken.
    pub(crate) drop_after: Vec<usize>,
    /// The move is lost with the connection.
    pub(crate) lose: Vec<usize>,
    /// The server goes down, and has saved all but the last moves.
    pub(crate) restart: Vec<usize>,
    /// The move is refused although it is legal.
    pub(crate) refuse: Vec<usize>,
    /// The opponent undoes the move.
    pub(crate) undo: Vec<usize>,
    /// The game is adjourned after the move.
    pub(crate) adjourn: Vec<usize>,
    /// Lines of no sense, and words of others, come after the move.
    pub(crate) nonsense: Vec<usize>,
    /// Nothing more is said, though the connection stands; the move is lost.
    pub(crate) swallow: Vec<usize>,
    /// The server has no game any more when the client comes back.
    pub(crate) forgets: bool,
    /// The opponent calls a living stone of ours dead, so many times.
    pub(crate) wrong_removals: usize,
    /// The server has another password.
    pub(crate) wrong_password: bool,
    /// Time that every line takes.
    pub(crate) delay: Duration,
}

/// The games there.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TableTerms {
    pub(crate) lines: u8,
    /// Black's stones.
    pub(crate) handicap: u8,
    /// True if the opponent offers; else the client does.
    pub(crate) offers: bool,
    /// The client's color.
    pub(crate) client: Color,
}

/// Something that the server has seen.
#[derive(Clone, Debug)]
pub(crate) enum TableSeen {
    /// A move of the client, by its number.
    Moved(usize, String),
    /// Another command.
    Said(String),
    /// It says nothing more until the client hangs up.
    Stuck,
    /// A game is over: its moves and its result.
    Over(Vec<Move>, String),
}

/// A broken connection, or the end of a talk.
pub(super) struct Gone;

/// A connection in lines.
pub(super) struct Talk {
    pub(super) reader: BufReader<TcpStream>,
    pub(super) client: TcpStream,
    pub(super) delay: Duration,
}

impl Talk {
    pub(super) fn say(&mut self, line: &str) -> Result<(), Gone> {
        self.raw(format!("{line}\r\n").as_bytes())
    }

    pub(super) fn raw(&mut self, bytes: &[u8]) -> Result<(), Gone> {
        thread::sleep(self.delay);
        self.client.write_all(bytes).map_err(|_| Gone)
    }

    pub(super) fn hear(&mut self) -> Result<String, Gone> {
        let mut line = String::new();
        match self.reader.read_line(&mut line) {
            Ok(1..) => Ok(line.trim_end().to_owned()),
            _ => Err(Gone),
        }
    }
}

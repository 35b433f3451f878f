//! The connections of the small CGOS server.

use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;
use std::thread;
use std::time::Duration;

use sgmp_match::servers::cgos::ServerLine;

/// A broken connection, or the end of a talk.
pub(super) struct Gone;

/// A connection in lines.
pub(super) struct Talk {
    pub(super) reader: BufReader<TcpStream>,
    pub(super) client: TcpStream,
    pub(super) delay: Duration,
}

impl Talk {
    pub(super) fn say(&mut self, line: &ServerLine) -> Result<(), Gone> {
        self.raw(format!("{line}\n").as_bytes())
    }

    pub(super) fn raw(&mut self, bytes: &[u8]) -> Result<(), Gone> {
        thread::sleep(self.delay);
        self.client.write_all(bytes).map_err(|_| Gone)
    }

    pub(super) fn hear(&mut self) -> Result<String, Gone> {
        let mut line = String::new();
        match self.reader.read_line(&mut line) {
            Ok(1..) => {
                thread::sleep(self.delay);
                Ok(line.trim_end().to_owned())
            }
            _ => Err(Gone),
        }
    }
}

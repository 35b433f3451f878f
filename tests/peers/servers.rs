//! `telnet:`: a match through a serial server that speaks telnet.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::thread;

use crate::common::{Folder, Program, ours, same_moves};

const IAC: u8 = 255;
const DONT: u8 = 254;
const DO: u8 = 253;
const WILL: u8 = 251;
const BINARY: u8 = 0;
const ECHO: u8 = 1;

/// A client's bytes at the server: data goes on, requests are kept.
fn unescape(mut client: TcpStream, mut raw: TcpStream) -> Vec<[u8; 2]> {
    let mut requests = Vec::new();
    let mut byte = [0];
    let mut next = || client.read_exact(&mut byte).map(|()| byte[0]);
    while let Ok(byte) = next() {
        if byte != IAC {
            raw.write_all(&[byte]).expect("written");
            continue;
        }
        match next() {
            Ok(IAC) => raw.write_all(&[IAC]).expect("written"),
            Ok(verb) => requests.extend(next().map(|option| [verb, option])),
            Err(_) => break,
        }
    }
    let _ = raw.shutdown(Shutdown::Both);
    requests
}

/// The serial port's bytes at the server.
fn escape(mut raw: TcpStream, mut client: TcpStream) {
    let mut buffer = [0; 64];
    while let Ok(count @ 1..) = raw.read(&mut buffer) {
        for byte in &buffer[..count] {
            let sent = if *byte == IAC {
                &[IAC, IAC][..]
            } else {
                &[*byte]
            };
            if client.write_all(sent).is_err() {
                return;
            }
        }
    }
    let _ = client.shutdown(Shutdown::Both);
}

#[test]
fn a_match_through_a_telnet_server() {
    let folder = Folder::new();
    let mut white = ours(&folder, "white", "white", "tcp-listen:0");
    let mut white = Program::start(&folder, "white", white.args(["--size", "9"]));
    let raw = TcpStream::connect(white.word_after("the other side connects to ")).expect("White");
    let server = TcpListener::bind("127.0.0.1:0").expect("a socket");
    let port = format!("telnet:{}", server.local_addr().expect("an address"));
    let mut black = ours(&folder, "black", "black", &port);
    let mut black = Program::start(&folder, "black", black.args(["--size", "9"]));
    let (mut client, _) = server.accept().expect("Black");
    // What servers begin with: they would echo, and want to know what terminal it is.
    client
        .write_all(&[
            IAC, WILL, ECHO, IAC, DO, 24, IAC, DO, BINARY, IAC, WILL, BINARY,
        ])
        .expect("written");
    let ways = [&client, &raw].map(|stream| stream.try_clone().expect("a copy"));
    let [from_client, from_raw] = ways;
    let back = thread::spawn(move || escape(from_raw, client));
    let requests = thread::spawn(move || unescape(from_client, raw));
    black.ends_with(0);
    white.ends_with(0);
    let requests = requests.join().expect("a server");
    back.join().expect("a server");
    let moves = same_moves(&folder.path("black.sgf"), &folder.path("white.sgf"));
    assert!(moves > 20, "a whole game, not {moves} moves");
    for request in [[WILL, BINARY], [DO, BINARY], [DONT, ECHO]] {
        assert!(requests.contains(&request), "{request:?}: {requests:?}");
    }
}

//! The ports whose other side is a program: pty, exec and TCP, with real programs there.

use std::fs::{File, OpenOptions};
use std::io::{Read, Write};
use std::process::{Command, Stdio};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use sgmp_match::port::{
    Announcement, Connection, Ended, Input, OpenError, Port, PortError, SerialSettings,
    Termination, pause,
};

use crate::tools::{gnugo_program, needs};

/// No machine is so slow: what takes longer hangs.
const HANG_TIMEOUT: Duration = Duration::from_secs(60);
const SHORT: Duration = Duration::from_millis(100);
static GO: AtomicBool = AtomicBool::new(false);

fn open(spec: &str) -> Result<Port, OpenError> {
    Port::open(&spec.parse().expect(spec), &SerialSettings::default())
}

fn start(spec: &str) -> (Port, Connection) {
    let mut port = open(spec).expect(spec);
    let line = port.connect(HANG_TIMEOUT, &GO).expect(spec);
    (port, line)
}

fn read(line: &mut Connection, wanted: usize) -> Vec<u8> {
    let (mut got, mut buf) = (Vec::new(), [0; 64]);
    while got.len() < wanted {
        match line.reader.read(&mut buf, HANG_TIMEOUT).expect("reads") {
            Input::Bytes(n) => got.extend_from_slice(&buf[..n]),
            Input::Idle => panic!("only {} of {wanted} bytes came", got.len()),
        }
    }
    got
}

/// Everything up to the hang-up.
fn read_to_end(line: &mut Connection) -> Vec<u8> {
    let (mut got, mut buf) = (Vec::new(), [0; 64]);
    loop {
        match line.reader.read(&mut buf, HANG_TIMEOUT) {
            Ok(Input::Bytes(n)) => got.extend_from_slice(&buf[..n]),
            Ok(Input::Idle) => panic!("no end comes"),
            Err(PortError::HangUp) => return got,
            Err(error) => panic!("{error}"),
        }
    }
}

fn peer_of(port: &Port) -> File {
    let Some(Announcement::Pty(path)) = port.announcement() else {
        panic!("no path")
    };
    OpenOptions::new()
        .read(true)
        .write(true)
        .open(path)
        .expect("the slave's path")
}

#[test]
fn a_pty_waits_for_its_peer_and_for_the_next_one() {
    let mut port = open("pty").expect("opens");
    assert!(port.can_reconnect());
    assert!(matches!(
        port.connect(SHORT, &GO),
        Err(OpenError::NoPeer(_))
    ));
    assert!(matches!(
        port.connect(HANG_TIMEOUT, &AtomicBool::new(true)),
        Err(OpenError::Stopped)
    ));
    for round in 0..3 {
        let mut peer = peer_of(&port);
        let mut line = port.connect(HANG_TIMEOUT, &GO).expect("a peer");
        line.writer
            .write_frame(&[round, 0xa1, 0xa0, 0x80])
            .expect("writes");
        let mut frame = [0; 4];
        peer.read_exact(&mut frame).expect("reads");
        assert_eq!(frame, [round, 0xa1, 0xa0, 0x80]);
        peer.write_all(&[9, 8, 7, round]).expect("writes");
        drop(peer);
        assert_eq!(read_to_end(&mut line), [9, 8, 7, round]);
    }
}

#[test]
fn a_peer_that_spoke_and_left_before_we_looked_is_heard() {
    let mut port = open("pty").expect("opens");
    peer_of(&port).write_all(&[1, 2, 3, 4]).expect("writes");
    let mut line = port.connect(HANG_TIMEOUT, &GO).expect("its bytes");
    assert_eq!(read_to_end(&mut line), [1, 2, 3, 4]);
}

#[test]
fn a_program_gets_every_byte_and_answers_with_every_byte() {
    let (mut port, mut line) = start("exec:cat");
    let all: Vec<u8> = (0..=255).collect();
    line.writer.write_frame(&all).expect("writes");
    assert_eq!(read(&mut line, 256), all);
    assert!(!port.can_reconnect());
    drop(line);
    let (ended, persuasion) = port.child().expect("a program").finish(HANG_TIMEOUT);
    assert_eq!(persuasion, Termination::None, "cat ends with its input");
    assert!(matches!(ended, Ended::Exited(_)), "{ended}");
}

#[test]
fn a_program_gets_its_words_as_a_shell_would_split_them() {
    let (_port, mut line) = start(r#"exec:printf '%s|' "two words" it\'s '$HOME'"#);
    assert_eq!(read_to_end(&mut line), b"two words|it's|$HOME|");
}

#[test]
fn a_programs_last_bytes_come_before_its_end_is_reported() {
    for _ in 0..20 {
        let (mut port, mut line) = start("exec:sh -c 'printf abcd; exit 3'");
        assert_eq!(read_to_end(&mut line), b"abcd");
        assert!(matches!(
            line.writer.write_frame(&[0; 4]),
            Err(PortError::HangUp)
        ));
        let child = port.child().expect("a program");
        assert_eq!(
            child.finish(HANG_TIMEOUT),
            (Ended::Exited(3), Termination::None)
        );
        assert_eq!(
            child.ended().map(|e| e.to_string()).as_deref(),
            Some("ended with exit code 3")
        );
        assert!(matches!(
            port.connect(HANG_TIMEOUT, &GO),
            Err(OpenError::Spent(_))
        ));
    }
}

#[test]
fn a_child_that_holds_the_terminal_does_not_hide_a_programs_end() {
    let (mut port, mut line) = start("exec:sh -c 'sleep 600 & printf abcd; exit 3'");
    assert_eq!(read_to_end(&mut line), b"abcd");
    let (ended, _) = port.child().expect("a program").finish(HANG_TIMEOUT);
    assert_eq!(ended, Ended::Exited(3));
}

#[test]
fn a_program_killed_in_mid_game_tells_its_signal() {
    let (mut port, mut line) = start("exec:sh -c 'printf abcd; kill -SEGV $$'");
    assert_eq!(read_to_end(&mut line), b"abcd");
    let (ended, _) = port.child().expect("a program").finish(HANG_TIMEOUT);
    assert_eq!(ended.to_string(), "was killed by SIGSEGV");
}

#[test]
fn a_program_that_will_not_go_is_made_to() {
    let (mut port, mut line) =
        start("exec:sh -c \"trap '' HUP TERM; echo; while :; do sleep 0.01; done\"");
    assert_eq!(read(&mut line, 1), b"\n");
    let child = port.child().expect("a program");
    assert_eq!(
        child.finish(SHORT),
        (Ended::Signalled(9), Termination::Kill)
    );
}

#[test]
fn a_program_has_a_process_group_of_its_own() {
    let (_port, mut line) = start(r#"exec:sh -c 'read -r stat < /proc/$$/stat; echo "$$ $stat"'"#);
    let said = String::from_utf8(read_to_end(&mut line)).expect("text");
    let words: Vec<_> = said.split_whitespace().collect();
    // The shell's pid, then stat's fields: pid, (comm), state, parent, group.
    assert_eq!(words[0], words[5], "{said}");
}

#[test]
fn a_missing_program_is_named() {
    let error = open("exec:/nowhere/gnugo --mode sgmp")
        .err()
        .expect("refused")
        .to_string();
    assert!(
        error.starts_with("/nowhere/gnugo: no such program"),
        "{error}"
    );
    let error = open("exec:/etc/passwd").err().expect("refused").to_string();
    assert!(
        error.starts_with("/etc/passwd cannot be started"),
        "{error}"
    );
}

/// The first two frames of the example trace in the call's Appendix A.
#[test]
fn gnu_go_answers_newgame_over_a_pty() {
    needs!(GnuGo);
    let (mut port, mut line) = start(&format!(
        "exec:{} --mode sgmp --color white --boardsize 19 --komi 5.5 --level 1",
        gnugo_program()
    ));
    line.writer
        .write_frame(&[0x01, 0xa1, 0xa0, 0x80])
        .expect("writes");
    assert_eq!(read(&mut line, 4), [0x03, 0xbe, 0xb0, 0x8b]);
    let (ended, _) = port.child().expect("a program").finish(Duration::ZERO);
    // SIGHUP, or SIGTERM where the tests were started deaf to the first (nohup).
    assert!(matches!(ended, Ended::Signalled(1 | 15)), "{ended}");
}

#[test]
fn a_program_connects_to_a_listening_port_and_back() {
    needs!(Socat);
    let all: Vec<u8> = (0..=255).collect();
    let mut port = open("tcp-listen:0").expect("listens");
    let Some(Announcement::Listening(address)) = port.announcement() else {
        panic!("no address")
    };
    for _ in 0..2 {
        let mut socat = Command::new("socat")
            .args([format!("TCP:{address}"), "EXEC:cat".to_owned()])
            .stderr(Stdio::null())
            .spawn()
            .expect("socat starts");
        let mut line = port.connect(HANG_TIMEOUT, &GO).expect("socat connects");
        line.writer.write_frame(&all).expect("writes");
        assert_eq!(read(&mut line, 256), all);
        socat.kill().expect("kill");
        socat.wait().expect("wait");
        assert!(read_to_end(&mut line).is_empty());
    }
}

#[test]
fn we_connect_to_a_listener_again_after_the_line_was_lost() {
    let mut server = open("tcp-listen:0").expect("listens");
    let Some(Announcement::Listening(address)) = server.announcement() else {
        panic!("address")
    };
    let mut client = open(&format!("tcp:{address}")).expect("connects");
    for round in 0..2 {
        let mut ours = client.connect(HANG_TIMEOUT, &GO).expect("a line");
        let mut theirs = server.connect(HANG_TIMEOUT, &GO).expect("a peer");
        ours.writer.write_frame(&[round; 4]).expect("writes");
        assert_eq!(read(&mut theirs, 4), [round; 4]);
        drop(theirs);
        assert!(read_to_end(&mut ours).is_empty());
    }
    drop(server);
    // A program that another test is starting has a copy of the listener until its `exec`.
    let mut is_refused = |_| match client.connect(SHORT, &GO) {
        Err(OpenError::Refused(_)) => true,
        Err(error) => panic!("{error}"),
        Ok(_) => {
            pause(SHORT);
            false
        }
    };
    assert!((0..100).any(&mut is_refused), "somebody listens");
}

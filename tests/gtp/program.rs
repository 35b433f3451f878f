//! The program itself, at the end of a pipe.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

use crate::dialogue::{Exchange, read};

/// Longest time that any answer may take, on a machine however busy.
const HANG_TIMEOUT: Duration = Duration::from_secs(60);

/// A running server; its lines come by a channel, so that no test waits for ever.
struct Program {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Program {
    /// A small one.
    fn start(options: &[&str]) -> Self {
        Self::start_with(&[&["--memory", "8M", "--threads", "1"], options].concat())
    }

    fn start_with(options: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_sgmp-go"))
            .env("XDG_CONFIG_HOME", "/dev/null")
            .args(["gtp", "--seed", "1"])
            .args(options)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let output = BufReader::new(child.stdout.take().expect("a pipe"));
        let (sender, lines) = channel();
        thread::spawn(move || {
            for line in output.lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        let input = child.stdin.take();
        Self {
            child,
            input,
            lines,
        }
    }

    fn send(&mut self, text: &str) {
        let input = self.input.as_mut().expect("the input is open");
        input.write_all(text.as_bytes()).expect("the program reads");
    }

    fn line(&self) -> String {
        self.lines
            .recv_timeout(HANG_TIMEOUT)
            .expect("a line in time")
    }

    /// An answer with the empty line that ends it.
    fn answer(&self) -> String {
        let mut answer = String::new();
        loop {
            let line = self.line();
            answer += &line;
            answer.push('\n');
            if line.is_empty() {
                return answer;
            }
        }
    }

    fn ask(&mut self, line: &str) -> String {
        self.send(&format!("{line}\n"));
        self.answer()
    }

    /// Ends the input; gives the exit code and what was said to the operator.
    fn end(mut self) -> (Option<i32>, String) {
        drop(self.input.take());
        let mut said = String::new();
        let mut errors = self.child.stderr.take().expect("a pipe");
        std::io::Read::read_to_string(&mut errors, &mut said).expect("text");
        let status = self.child.wait().expect("it ended");
        (status.code(), said)
    }
}

#[test]
fn the_program_speaks_the_dialogues() {
    for name in ["twogtp.txt", "gogui.txt", "sabaki.txt"] {
        let mut program = Program::start(&["--playouts", "100"]);
        for exchange in read(name) {
            program.send(&format!("{}\n", exchange.sent));
            if exchange.answer.is_empty() {
                continue;
            }
            if is_analysis(&exchange) {
                let head = program.line();
                let info = program.line();
                // The line that ends the analysis is the next one of the dialogue.
                assert!(info.starts_with("info move "), "{name}: {head} {info}");
                program.send("\n");
                while !program.line().is_empty() {}
                continue;
            }
            let answer = program.answer();
            assert!(
                exchange.accepts(&answer),
                "{name}: > {}\n{answer}",
                exchange.sent
            );
        }
        assert_eq!(program.end(), (Some(0), String::new()), "{name}");
    }
}

fn is_analysis(exchange: &Exchange) -> bool {
    let verb = exchange.sent.split(' ').nth(1).unwrap_or_default();
    verb.ends_with("analyze") && !verb.contains("genmove")
}

#[test]
fn a_script_through_a_pipe_is_answered_to_its_end() {
    let mut program = Program::start(&["--playouts", "50"]);
    program.send("boardsize 5\n1 lz-analyze b 10\n2 genmove b\n3 name\n# over\n4 cputime");
    drop(program.input.take());
    assert_eq!(program.answer(), "= \n\n".replace(' ', ""));
    assert!(program.answer().starts_with("=1\ninfo move "));
    assert!(program.answer().starts_with("=2 "));
    assert_eq!(program.answer(), "=3 sgmp-go\n\n");
    assert!(program.answer().starts_with("=4 0."));
    assert_eq!(program.child.wait().unwrap().code(), Some(0));
}

#[test]
fn an_analysis_reports_until_the_next_line() {
    let mut program = Program::start(&[]);
    program.ask("boardsize 9");
    program.send("1 kata-analyze b 5\n");
    assert_eq!(program.line(), "=1");
    for _ in 0..3 {
        assert!(program.line().starts_with("info move "));
    }
    program.send("2 protocol_version\n");
    while !program.line().is_empty() {}
    assert_eq!(program.answer(), "=2 2\n\n");
    assert_eq!(program.ask("3 move_history"), "=3\n\n");
    assert_eq!(program.end().0, Some(0));
}

#[test]
fn an_interrupt_ends_a_long_move_and_other_lines_do_not() {
    let mut program = Program::start(&["--move-time", "1h"]);
    program.ask("boardsize 9");
    for stop in ["# interrupt\n", "gogui-interrupt\n"] {
        program.send("genmove b\n");
        // Half a second is no proof, but a move that ended early would be seen now and then.
        program.send("name\n");
        let early = program.lines.recv_timeout(Duration::from_millis(500));
        assert!(early.is_err(), "{early:?}");
        program.send(stop);
        assert!(program.answer().starts_with("= "));
        assert_eq!(program.answer(), "= sgmp-go\n\n");
        if stop.starts_with('g') {
            assert_eq!(program.answer(), "=\n\n");
        }
    }
    assert_eq!(program.ask("quit"), "=\n\n");
    assert_eq!(program.end().0, Some(0));
}

#[test]
fn a_move_takes_the_time_it_was_given() {
    let mut program = Program::start(&["--move-time", "200ms"]);
    program.ask("boardsize 9");
    let answer = program.ask("genmove b");
    assert!(answer.starts_with("= "), "{answer}");
    let told = program.ask("gomill-explain_last_move");
    assert!(told.contains(" playouts"), "{told}");
    program.ask("time_settings 0 1 1");
    assert!(program.ask("genmove w").starts_with("= "));
    assert_eq!(program.end().0, Some(0));
}

#[test]
fn frames_of_the_serial_protocol_get_a_hint() {
    let mut program = Program::start(&[]);
    let input = program.input.as_mut().unwrap();
    input.write_all(&[0x01, 0xa1, 0xa0, 0x80]).unwrap();
    let (code, said) = program.end();
    assert_eq!(code, Some(0));
    assert!(said.contains("--port -"), "{said}");
}

#[cfg(target_os = "linux")]
#[test]
fn memory_costs_nothing_until_it_is_used() {
    let mut program = Program::start_with(&["--memory", "4G", "--playouts", "200"]);
    assert!(program.ask("genmove b").starts_with("= "));
    let status = format!("/proc/{}/status", program.child.id());
    let status = std::fs::read_to_string(status).expect("its memory");
    let resident = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kibibytes = resident.and_then(|rest| rest.split_whitespace().next()?.parse().ok());
    let kibibytes: u32 = kibibytes.expect("a number");
    assert!(kibibytes < 200 << 10, "{kibibytes} KiB resident");
    assert_eq!(program.end().0, Some(0));
}

#[test]
fn who_ponders_answers_at_once() {
    let mut program = Program::start(&["--ponder"]);
    program.ask("boardsize 9");
    program.ask("time_settings 60 0 0");
    for color in ["b", "w", "b"] {
        assert!(program.ask(&format!("genmove {color}")).starts_with("= "));
        let pause = program.lines.recv_timeout(Duration::from_millis(100));
        assert!(pause.is_err(), "nobody asked: {pause:?}");
        assert_eq!(program.ask("name"), "= sgmp-go\n\n");
    }
    assert_eq!(program.end().0, Some(0));
}

#[test]
fn the_lowest_level_plays_at_once() {
    let mut program = Program::start(&["--level", "0"]);
    assert!(program.ask("genmove b").starts_with("= "));
    let told = program.ask("gomill-explain_last_move");
    assert!(told.contains(" 0 playouts"), "by knowledge alone: {told}");
    assert_eq!(program.end().0, Some(0));
}

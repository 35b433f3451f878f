//! GNU Go as a program of its own, asked the opposite question after a move.

use std::io::{self, BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use crate::cases::Case;
use sgmp_board::rules::Color;
use sgmp_knowledge::reading::Answer;

/// The process; it goes with this.
pub(crate) struct GnuGo {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl GnuGo {
    pub(crate) fn start(program: &str) -> io::Result<Self> {
        let mut child = Command::new(program)
            .args(["--mode", "gtp", "--quiet"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let pipes = child.stdin.take().zip(child.stdout.take());
        let (input, output) = pipes.ok_or(io::ErrorKind::BrokenPipe)?;
        Ok(Self {
            child,
            input,
            output: BufReader::new(output),
        })
    }

    fn ask(&mut self, line: &str) -> io::Result<String> {
        writeln!(self.input, "{line}")?;
        let mut answer = String::new();
        loop {
            let mut line = String::new();
            if self.output.read_line(&mut line)? == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            if line.trim().is_empty() && !answer.is_empty() {
                return Ok(answer);
            }
            answer += line.trim();
        }
    }

    /// Returns whether the other side finds no answer to a move with the right code.
    pub(crate) fn confirms(&mut self, case: &Case, answer: &Answer) -> io::Result<bool> {
        let Some(mv) = answer.mv.filter(|_| case.has_code_of(answer)) else {
            return Ok(false);
        };
        self.ask(&format!("boardsize {}", case.board.size().lines()))?;
        self.ask("clear_board")?;
        for color in Color::BOTH {
            for stone in case.board.stones(color) {
                self.ask(&format!("play {color} {stone}"))?;
            }
        }
        let owner = case.board.color_at(case.stones[0]).unwrap_or(Color::Black);
        let (mover, opposite) = match case.verb.as_str() {
            "attack" => (!owner, "defend"),
            "defend" => (owner, "attack"),
            "connect" => (owner, "disconnect"),
            "disconnect" => (!owner, "connect"),
            "owl_attack" => (!owner, "owl_defend"),
            _ => (owner, "owl_attack"),
        };
        if !self.ask(&format!("play {mover} {mv}"))?.starts_with('=') {
            return Ok(false);
        }
        let stones: Vec<String> = case.stones.iter().map(ToString::to_string).collect();
        let told = self.ask(&format!("{opposite} {}", stones.join(" ")))?;
        let code = told.trim_start_matches('=').split_whitespace().next();
        let refuted = match answer.result.code() {
            1 => "0",
            2 => "3",
            _ => "2",
        };
        Ok(code == Some(refuted) || told.contains("vertex must not be empty"))
    }
}

impl Drop for GnuGo {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

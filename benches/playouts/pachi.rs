//! Pachi as a program of its own, spoken to in GTP.

use std::io::{self, BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use super::speed::Speed;

/// The kernel tells a process's CPU time in hundredths of a second.
const TICK: Duration = Duration::from_millis(10);

/// Its time for a number of playouts for the first move on 19x19, with one thread, without its
/// net and its opening knowledge.
pub(crate) fn speed(program: &str, playouts: u32) -> io::Result<Speed> {
    let mut pachi = Pachi::start(program, playouts)?;
    for line in ["boardsize 19", "clear_board", "komi 5.5"] {
        pachi.ask(line)?;
    }
    let before = pachi.cpu_time()?;
    #[allow(
        clippy::disallowed_methods,
        reason = "a measurement reads the real clock"
    )]
    let start = Instant::now();
    pachi.ask("genmove b")?;
    let wall = start.elapsed();
    let cpu = pachi.cpu_time()?.saturating_sub(before);
    Ok(Speed {
        playouts,
        wall,
        cpu: cpu.max(TICK),
    })
}

/// The process; it goes with this.
struct Pachi {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Pachi {
    fn start(program: &str, playouts: u32) -> io::Result<Self> {
        let mut child = Command::new(program)
            .args(["--nodcnn", "--nojoseki", "-d", "0", "-t"])
            .arg(format!("={playouts}"))
            .arg("threads=1")
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

    /// Says a line and waits for the empty one that ends the answer.
    fn ask(&mut self, line: &str) -> io::Result<()> {
        writeln!(self.input, "{line}")?;
        let mut answer = String::new();
        loop {
            let before = answer.len();
            if self.output.read_line(&mut answer)? == 0 {
                return Err(io::Error::other(format!("it ended at {line:?}: {answer}")));
            }
            if &answer[before..] == "\n" {
                break;
            }
        }
        if answer.starts_with('=') {
            return Ok(());
        }
        Err(io::Error::other(format!("{line:?}: {answer}")))
    }

    /// User and system time by the kernel, the 14th and 15th word.
    fn cpu_time(&self) -> io::Result<Duration> {
        let text = std::fs::read_to_string(format!("/proc/{}/stat", self.child.id()))?;
        let ticks = text.rsplit_once(')').and_then(|(_, rest)| {
            let mut words = rest.split_whitespace().skip(11);
            let user: u32 = words.next()?.parse().ok()?;
            let system: u32 = words.next()?.parse().ok()?;
            Some(user + system)
        });
        ticks
            .map(|ticks| TICK * ticks)
            .ok_or_else(|| io::Error::other(text))
    }
}

impl Drop for Pachi {
    fn drop(&mut self) {
        // An error is a program that has ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

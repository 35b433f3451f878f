//! A match over a line, with its journal, record and trace: nothing stops on the wire, and both sides have one game.

use std::fs::{self, File};
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use sgmp_board::record::read_sgf;
use sgmp_board::rng::Rng;

use crate::common::cable::Cable;
use crate::disk_log::read_log;
use crate::faulty_disk::{Fault, Kind, Stage};
use crate::power_cut::Folder;
use crate::scenes::{Ended, end_of, found, judge_words, program};
use crate::trials::{Subject, try_faults};

/// The words of either side.
const BOTH: &str = "--baud 115200 --playouts 20 --seed 1 --linger 100ms --resend 1s --plain";

/// How long a side may be silent while its disk is full: what it waits for is then mended.
const PATIENCE: Duration = Duration::from_secs(20);

struct Match;

/// A program and the names of its words.
struct Side {
    child: Child,
    name: &'static str,
}

impl Side {
    fn start(stage: &Stage, name: &'static str, command: &mut Command) -> Self {
        let file =
            |kind: &str| File::create(stage.beside(&format!("{name}.{kind}"))).expect("a file");
        let child = command
            .stdin(Stdio::null())
            .stdout(file("stdout"))
            .stderr(file("stderr"))
            .spawn()
            .expect("it starts");
        Self { child, name }
    }

    fn told(&self, stage: &Stage) -> String {
        let read = |kind: &str| {
            let bytes = fs::read(stage.beside(&format!("{}.{kind}", self.name)));
            String::from_utf8_lossy(&bytes.unwrap_or_default()).into_owned()
        };
        read("stdout") + &read("stderr")
    }

    fn end(&mut self, stage: &Stage) -> Result<Ended, String> {
        let status = end_of(&mut self.child);
        let told = self.told(stage);
        match status {
            Some(status) => Ok(Ended { status, told }),
            None => Err(format!("{} hangs\n{told}", self.name)),
        }
    }
}

impl Drop for Side {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A cable with a sound opponent at its other end.
struct Table {
    stage: Stage,
    cable: Cable,
    opponent: Side,
}

impl Table {
    fn new() -> Self {
        let (stage, cable) = (Stage::new(), Cable::new());
        let record = stage.beside("white.sgf");
        let words = format!(
            "--port {} --color white --size 5 --sgf {} {BOTH}",
            cable.b.display(),
            record.display()
        );
        let opponent = Side::start(&stage, "white", &mut program(&stage, &words));
        Self {
            stage,
            cable,
            opponent,
        }
    }

    fn first(&self) -> Command {
        let port = self.cable.a.display();
        let words = format!(
            "--port {port} --color black --size 5 --sgf black.sgf --trace black.trace {BOTH}"
        );
        program(&self.stage, &words)
    }

    /// Goes on until both have ended: the match is taken up from its journal, or begun again where none began.
    fn go_on(&mut self) -> Result<(), String> {
        let port = self.cable.a.display();
        let words = format!("--resume black.journal --port {port} --trace black.trace {BOTH}");
        let mut resumed = Side::start(&self.stage, "resumed", &mut program(&self.stage, &words));
        let ended = resumed.end(&self.stage)?;
        let is_over = ended.told.contains("nothing to resume");
        if !ended.status.success() && !is_over {
            let mut anew = Side::start(&self.stage, "anew", &mut self.first());
            let again = anew.end(&self.stage)?;
            if !again.status.success() {
                return Err(format!("the next start: {}\n{}", ended.told, again.told));
            }
        }
        self.same_game()
    }

    fn same_game(&mut self) -> Result<(), String> {
        let white = self.opponent.end(&self.stage)?;
        if !white.status.success() {
            return Err(format!(
                "the opponent ends by {}\n{}",
                white.status, white.told
            ));
        }
        let read = |path: &Path| {
            let text = fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
            let record = read_sgf(&text).map_err(|error| format!("{}: {error}", path.display()))?;
            let moves: Vec<_> = record.moves().iter().map(|at| (at.color, at.mv)).collect();
            Ok::<_, String>((record.info.result, moves))
        };
        let (ours, theirs) = (
            read(&self.stage.disk().join("black.sgf"))?,
            read(&self.stage.beside("white.sgf"))?,
        );
        if ours == theirs && ours.1.len() > 5 {
            return Ok(());
        }
        Err(format!(
            "two games: {ours:?}\n{theirs:?}\n{}",
            found(&self.stage)
        ))
    }
}

impl Subject for Match {
    fn operations(&self) -> Vec<usize> {
        let mut table = Table::new();
        let mut command = table.first();
        table.stage.put(&mut command, None);
        let ended = Side::start(&table.stage, "black", &mut command).end(&table.stage);
        let ended = ended.expect("an end");
        assert!(ended.status.success(), "{}", ended.told);
        table.same_game().expect("one game");
        let operations = read_log(&table.stage.log());
        vec![
            operations
                .iter()
                .filter(|operation| operation.is_counted())
                .count(),
        ]
    }

    fn meet(&self, _: usize, fault: Fault, chance: &mut Rng) -> Result<bool, String> {
        let mut table = Table::new();
        let mut folder = Folder::read(&table.stage.disk());
        let mut command = table.first();
        table.stage.put(&mut command, Some(fault));
        let mut black = Side::start(&table.stage, "black", &mut command);
        if fault.kind.stays() {
            wait_for_the_word(&table.stage, &mut black, fault.kind);
            table.stage.mend();
        }
        let ended = black.end(&table.stage)?;
        let operations = read_log(&table.stage.log());
        if fault.kind == Kind::Cut {
            if ended.status.signal().is_none() {
                return Ok(false);
            }
            folder.follow(&operations);
            let left = chance.below(4) as usize;
            folder.leave(left, chance);
            let found = found(&table.stage);
            return table
                .go_on()
                .map_err(|why| format!("cut {left}: {why}\n{found}\n{}", ended.told))
                .map(|()| true);
        }
        let Some(met) = operations.iter().find(|operation| operation.is_fault) else {
            return Ok(false);
        };
        let failed = |what: String| format!("{}: {what}\n{}", met.words, ended.told);
        judge_words(fault.kind, met, &ended).map_err(failed)?;
        if ended.status.success() {
            table.same_game().map_err(failed)?;
        } else {
            table.go_on().map_err(failed)?;
        }
        Ok(true)
    }
}

/// Waits until the program has said that its disk fails, or has ended; one that has nothing to say goes on as it is.
fn wait_for_the_word(stage: &Stage, side: &mut Side, kind: Kind) {
    let word = kind.told_as().unwrap_or_default();
    let deadline = Instant::now() + PATIENCE;
    while Instant::now() < deadline
        && !side.told(stage).contains(word)
        && matches!(side.child.try_wait(), Ok(None))
    {
        sleep(Duration::from_millis(5));
    }
}

#[test]
fn a_match_goes_on_whatever_its_disk_does() {
    try_faults(&Match, 1);
}

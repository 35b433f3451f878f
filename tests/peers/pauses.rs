//! Pauses: a side that was away for a night, by the clock of its journal, and what its operator is asked and told.

use std::process::Command;

use jiff::SignedDuration;
use sgmp_match::play::journal::{Entry, Journal};

use crate::common::{
    Cable, Folder, Program, Signal, Terminal, detached, ours, same_moves, sgmp_go, until,
};

/// Two programs of ours on a cable; the one named "ours" goes away.
struct TwoSides {
    folder: Folder,
    cable: Cable,
    theirs: Program,
}

impl TwoSides {
    /// They play until Black, which is ours, has been left by SIGKILL in mid-game.
    fn apart(size: &str) -> Self {
        let (folder, cable) = (Folder::new(), Cable::new());
        let side = |name: &str, color: &str, port: &str| {
            let mut command = ours(&folder, name, color, port);
            command.args(["--size", size, "--resend", "1s", "--time", "20m"]);
            command
        };
        let theirs = Program::start(
            &folder,
            "theirs",
            &mut detached(&side("theirs", "white", cable.b())),
        );
        let mut ours = Program::start(&folder, "ours", &mut side("ours", "black", cable.a()));
        ours.says("  6  White");
        ours.signal(Signal::KILL);
        assert_eq!(ours.end(), -9);
        Self {
            folder,
            cable,
            theirs,
        }
    }

    fn resume(&self, words: &[&str]) -> Command {
        let journal = self.folder.text("ours.journal");
        let mut command = sgmp_go(&["--resume", &journal, "--port", self.cable.a()]);
        command.args(["--baud", "115200", "--linger", "500ms", "--resend", "1s"]);
        command.args(words);
        command
    }

    /// Both play the game to its end.
    fn ends_alike(mut self, mut ours: Program) {
        ours.ends_with(0);
        self.theirs.ends_with(0);
        same_moves(
            &self.folder.path("ours.sgf"),
            &self.folder.path("theirs.sgf"),
        );
    }
}

/// Makes a journal as old as if its match had been left so long ago.
fn age(folder: &Folder, hours: i64) {
    let path = folder.path("ours.journal");
    let mut recorded = Journal::read(&path).expect("a journal");
    let back = SignedDuration::from_hours(hours);
    std::fs::remove_file(&path).expect("removed");
    recorded.opened.at -= back;
    let mut journal = Journal::create(&path, &recorded.opened).expect("a journal");
    for mut entry in recorded.entries {
        match &mut entry {
            Entry::Link { at, .. }
            | Entry::Move { at, .. }
            | Entry::TakenBack { at, .. }
            | Entry::Resumed { at, .. }
            | Entry::LinkDown { at }
            | Entry::LinkUp { at }
            | Entry::OverTime { at }
            | Entry::Ended { at, .. } => *at -= back,
            Entry::Opened(_) => {}
        }
        journal.append(&entry).expect("room");
    }
}

#[test]
fn a_night_away_is_charged_and_ends_no_game() {
    let sides = TwoSides::apart("7");
    age(&sides.folder, 18);
    let mut ours = Program::start(&sides.folder, "resumed", &mut detached(&sides.resume(&[])));
    ours.says("result: ");
    let told = ours.stderr();
    assert!(
        told.contains("this side of the match was away for 18 h 0 min"),
        "{told}"
    );
    assert!(told.contains("that ends no game"), "{told}");
    assert!(
        !told.contains("What has the judge said?"),
        "nobody is there"
    );
    assert!(
        ours.stdout()
            .contains("It is over time by the pause: the judge decides, and the game goes on"),
        "{}",
        ours.stdout()
    );
    let record = sides.folder.read("ours.sgf");
    assert!(
        record.contains("is over time by the pause: the judge decides"),
        "{record}"
    );
    assert!(!record.contains("+T]"), "{record}");
    sides.ends_alike(ours);
}

#[test]
fn the_judges_word_is_said_beforehand() {
    let sides = TwoSides::apart("7");
    age(&sides.folder, 18);
    let mut ours = Program::start(
        &sides.folder,
        "resumed",
        &mut sides.resume(&["--away", "10m"]),
    );
    ours.says("10:00 of it are charged to ");
    sides.ends_alike(ours);
}

#[test]
fn at_a_terminal_the_judges_word_is_asked_for() {
    let sides = TwoSides::apart("7");
    age(&sides.folder, 1);
    let mut terminal = Terminal::start(&sides.folder, "resumed", &sides.resume(&[]));
    terminal.shows("this side of the match was away for 1 h 0 min");
    terminal.shows("What has the judge said?");
    terminal.press("perhaps\n");
    terminal.shows("is no word on a pause");
    terminal.press("free\n");
    terminal.shows("nothing is charged to ");
    terminal.program.ends_with(0);
    let TwoSides {
        folder, mut theirs, ..
    } = sides;
    theirs.ends_with(0);
    same_moves(&folder.path("ours.sgf"), &folder.path("theirs.sgf"));
}

#[test]
fn an_interrupt_at_the_question_changes_nothing() {
    let sides = TwoSides::apart("7");
    age(&sides.folder, 1);
    let before = std::fs::read(sides.folder.path("ours.journal")).expect("a journal");
    let mut terminal = Terminal::start(&sides.folder, "resumed", &sides.resume(&[]));
    terminal.shows("What has the judge said?");
    terminal.interrupt();
    terminal.program.ends_with(130);
    terminal.shows("nothing was charged");
    let after = std::fs::read(sides.folder.path("ours.journal")).expect("a journal");
    assert!(before == after, "the journal has changed");
}

/// The side that was not away takes the judge's word in its menu.
#[test]
fn the_running_side_takes_the_same_word() {
    let (folder, cable) = (Folder::new(), Cable::new());
    let side = |name: &str, color: &str, port: &str| {
        let mut command = ours(&folder, name, color, port);
        command.args(["--size", "5", "--resend", "1s", "--time", "45s"]);
        command
    };
    // White thinks for long, so that it is on move for both when Black is killed.
    let mut slow = sgmp_go(&["--port", cable.b(), "--color", "white", "--move-time", "2s"]);
    slow.args([
        "--sgf",
        &folder.text("theirs.sgf"),
        "--seed",
        "1",
        "--never-resign",
    ]);
    slow.args([
        "--baud", "115200", "--size", "5", "--resend", "1s", "--time", "45s",
    ]);
    slow.args(["--linger", "500ms"]);
    let mut theirs = Terminal::start(&folder, "theirs", &slow);
    let mut command = side("ours", "black", cable.a());
    let mut ours = Program::start(&folder, "ours", &mut command);
    ours.says("  3  Black");
    until("the OK of move 3", || {
        let recorded = Journal::read(&folder.path("ours.journal")).ok()?;
        let Some(Entry::Link { state, .. }) = recorded.entries.last() else {
            return None;
        };
        state.pending.is_none().then_some(())
    });
    ours.signal(Signal::KILL);
    assert_eq!(ours.end(), -9);
    // A silence of less than ten seconds may be a thought, and a word for a minute more than the pause is refused.
    std::thread::sleep(std::time::Duration::from_secs(11));
    theirs.interrupt();
    theirs.shows("6  the judge's word on the clocks");
    theirs.press("6\n");
    theirs.shows("What is charged for the latest pause");
    theirs.press("1m\n");
    theirs.shows("It is over time by the pause: the judge decides, and the game goes on");
    let words = [
        "--resume",
        &folder.text("ours.journal"),
        "--port",
        cable.a(),
        "--away",
        "1m",
    ];
    let mut command = sgmp_go(&words);
    command.args(["--baud", "115200", "--linger", "500ms", "--resend", "1s"]);
    let mut ours = Program::start(&folder, "resumed", &mut command);
    ours.ends_with(0);
    theirs.program.ends_with(0);
    same_moves(&folder.path("ours.sgf"), &folder.path("theirs.sgf"));
    let told = |name: &str| {
        let record = folder.read(name);
        ["Black", "White"]
            .map(|color| record.contains(&format!("{color} is over time by the pause")))
    };
    assert_eq!(told("ours.sgf"), told("theirs.sgf"));
    assert_ne!(told("ours.sgf"), [false, false]);
}

/// A match that was left or killed before its game began is replaced by the same command; one that has begun is not.
#[test]
fn a_false_start_is_replaced_by_the_same_command() {
    let (folder, cable) = (Folder::new(), Cable::new());
    let command = || detached(&ours(&folder, "ours", "black", cable.a()));
    for signal in [Signal::INT, Signal::KILL] {
        let mut ours = Program::start(&folder, "ours", &mut command());
        until("a journal", || {
            folder.path("ours.journal").exists().then_some(())
        });
        // Two of our programs on one journal: the second is refused, and takes nothing away.
        let mut second = Program::start(&folder, "second", &mut command());
        second.ends_with(5);
        assert!(second.stderr().contains("is locked"), "{}", second.stderr());
        ours.signal(signal);
        ours.end();
        assert_eq!(folder.path("ours.journal").exists(), signal == Signal::KILL);
    }
    let sides = TwoSides::apart("7");
    let mut again = ours(&sides.folder, "ours", "black", sides.cable.a());
    let mut again = Program::start(&sides.folder, "again", again.args(["--size", "7"]));
    again.ends_with(5);
    assert!(again.stderr().contains("--resume"), "{}", again.stderr());
}

/// A terminal that is gone is no answer: nothing is charged, and not a byte of the journal changes.
#[test]
fn a_terminal_that_goes_away_at_the_question_changes_nothing() {
    let sides = TwoSides::apart("7");
    age(&sides.folder, 1);
    let before = std::fs::read(sides.folder.path("ours.journal")).expect("a journal");
    let mut terminal = Terminal::start(&sides.folder, "resumed", &sides.resume(&[]));
    terminal.shows("What has the judge said?");
    terminal.hang_up();
    terminal.program.end();
    let after = std::fs::read(sides.folder.path("ours.journal")).expect("a journal");
    assert_eq!(before, after);
}

//! A proxy that goes away and comes back, or comes in mid-game, and its operator.

use std::process::Command;
use std::thread;
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use serde_json::Value;
use sgmp_match::play::journal::JournalFile;

use crate::common::{
    Cable, Folder, Program, Signal, Terminal, detached, ours, same_moves, sgmp_go, until,
};

/// Two programs of ours on two cables, and room for a proxy between them.
struct Between {
    folder: Folder,
    cables: [Cable; 2],
    sides: Vec<Program>,
}

impl Between {
    fn new() -> Self {
        Self {
            folder: Folder::new(),
            cables: [Cable::new(), Cable::new()],
            sides: Vec::new(),
        }
    }

    fn begin(&mut self) {
        for (color, cable) in ["black", "white"].iter().zip(&self.cables) {
            let mut command = ours(&self.folder, color, color, cable.b());
            command.args(["--size", "7", "--resend", "1s"]);
            self.sides
                .push(Program::start(&self.folder, color, &mut command));
        }
    }

    fn on_the_ports(&self, words: &[&str]) -> Command {
        let mut command = sgmp_go(&["proxy", "--port", self.cables[0].a()]);
        command.args(["--port", self.cables[1].a(), "--baud", "115200"]);
        command.args(["--linger", "500ms"]).args(words);
        command
    }

    /// The proxy of a new match, under this name.
    fn proxy(&self, name: &str) -> Command {
        let (sgf, trace) = (format!("{name}.sgf"), format!("{name}.trace"));
        self.on_the_ports(&[
            "--size",
            "7",
            "--sgf",
            &self.folder.text(&sgf),
            "--trace",
            &self.folder.text(&trace),
        ])
    }

    /// Both play and are watched until the proxy is killed.
    fn killed(&mut self, after: &str) {
        let mut proxy = Program::start(&self.folder, "proxy", &mut detached(&self.proxy("seen")));
        self.begin();
        proxy.says(after);
        proxy.signal(Signal::KILL);
        assert_eq!(proxy.end(), -9);
    }

    fn resume(&self, words: &[&str]) -> Command {
        let journal = self.folder.text("seen.journal");
        let mut command = self.on_the_ports(&["--resume", &journal]);
        command.args(["--trace", &self.folder.text("seen.trace")]);
        command.args(words);
        command
    }

    /// Both sides come to their end, and the proxy, if it has seen all.
    fn end(&mut self, proxy: &mut Program) -> i32 {
        self.sides.iter_mut().for_each(|side| side.ends_with(0));
        proxy.end()
    }

    #[track_caller]
    fn all_alike(&self) {
        for side in ["black.sgf", "white.sgf"] {
            same_moves(&self.folder.path("seen.sgf"), &self.folder.path(side));
        }
    }
}

fn is_there(folder: &Folder, name: &str) -> Option<()> {
    folder.path(name).exists().then_some(())
}

/// Frames are sent again after a second here, which the letter of the call does not allow.
fn is_whole(code: i32, told: &str) -> bool {
    let others = told
        .lines()
        .filter(|line| line.starts_with("violation: ") && !line.contains("sent again after"));
    [0, 6].contains(&code) && others.count() == 0
}

/// Longer than a judge of the line takes for thinking alone.
const ABSENCE: Duration = Duration::from_secs(4);

#[test]
fn a_player_that_was_killed_and_goes_on_is_not_accused() {
    let mut game = Between::new();
    let mut proxy = Program::start(&game.folder, "proxy", &mut detached(&game.proxy("seen")));
    game.begin();
    for (moves, name) in [(" 4  White", "first"), (" 10  White", "second")] {
        proxy.says(moves);
        let mut white = game.sides.pop().expect("White");
        white.signal(Signal::KILL);
        assert_eq!(white.end(), -9);
        thread::sleep(ABSENCE);
        let journal = game.folder.text("white.journal");
        let mut command = sgmp_go(&["--resume", &journal, "--port", game.cables[1].b()]);
        command.args(["--baud", "115200", "--linger", "500ms", "--resend", "1s"]);
        let white = Program::start(&game.folder, name, &mut detached(&command));
        game.sides.push(white);
    }
    let code = game.end(&mut proxy);
    let told = proxy.stdout();
    assert!(is_whole(code, &told), "{told}");
    game.all_alike();
    let trace = game.folder.text("seen.trace");
    let mut replay = sgmp_go(&["replay", &trace, "--check"]);
    let (_, told, errors) = Program::run(&game.folder, "replay", &mut replay);
    assert!(!told.contains(" OK: "), "{told}{errors}");
    assert!(!errors.contains("our session would send"), "{told}{errors}");
}

#[test]
fn a_killed_proxy_goes_on_twice_and_its_record_is_whole() {
    let mut game = Between::new();
    game.killed("  6  White");

    // The same command says how to go on, and touches nothing.
    let before = game.folder.read("seen.sgf");
    let (code, _, errors) = Program::run(&game.folder, "again", &mut game.proxy("seen"));
    assert_eq!(code, 5, "{errors}");
    let journal = game.folder.text("seen.journal");
    let command = format!("go on with its match: sgmp-go proxy --resume {journal} --port ");
    assert!(errors.contains(&command), "{errors}");
    assert_eq!(game.folder.read("seen.sgf"), before);

    // The ports may be given in the other order.
    let mut proxy = Program::start(&game.folder, "second", &mut detached(&game.resume(&[])));
    proxy.says("the match goes on after move ");
    proxy.says(" 12  White");
    proxy.signal(Signal::KILL);
    proxy.end();
    let mut swapped = sgmp_go(&["proxy", "--port", game.cables[1].a()]);
    swapped.args(["--port", game.cables[0].a(), "--baud", "115200"]);
    swapped.args(["--linger", "500ms", "--resume", &journal]);
    let mut proxy = Program::start(&game.folder, "third", &mut detached(&swapped));
    let code = game.end(&mut proxy);
    assert!(
        is_whole(code, &proxy.stdout()),
        "{code}: {}",
        proxy.stdout()
    );
    game.all_alike();
    let doubt = "Not known to be the game from move ";
    assert!(proxy.stdout().contains(doubt), "{}", proxy.stdout());
    assert!(game.folder.read("seen.sgf").contains(doubt));
    let (code, _, errors) = Program::run(&game.folder, "over", &mut game.resume(&[]));
    assert_eq!(code, 5);
    assert!(errors.contains("nothing to resume"), "{errors}");
}

#[test]
fn a_proxy_that_comes_in_mid_game_accuses_nobody_and_writes_no_record() {
    let mut game = Between::new();
    game.killed("  6  White");
    let mut proxy = Program::start(&game.folder, "late", &mut detached(&game.proxy("late")));
    proxy.says("joined in mid-game: board and clocks unknown");
    let code = game.end(&mut proxy);
    let told = proxy.stdout();
    assert_eq!(code, 10, "{told}");
    assert!(told.contains("violations: 0"), "{told}");
    assert!(told.contains("  ?  "), "{told}");
    assert!(!told.contains("left: "), "no clock: {told}");
    assert!(!game.folder.path("late.sgf").exists());
    assert!(!game.folder.path("late.journal").exists());
    let trace = game.folder.read("late.trace");
    assert!(trace.contains("# begins: "), "{trace}");
}

#[test]
fn an_interrupt_asks_what_is_to_become_of_the_match_of_two_others() {
    let mut game = Between::new();
    let mut terminal = Terminal::start(&game.folder, "proxy", &game.proxy("seen"));
    terminal.shows("; Ctrl-C asks");
    terminal.interrupt();
    terminal.shows("4  go on");
    terminal.press("4\n");
    game.begin();
    terminal.shows("  2  White");
    terminal.interrupt();
    terminal.shows("3  the judge stops the game");
    terminal.shows("5  leave now, resume later (or Ctrl-C again): the two programs are cut off");
    assert!(
        !terminal.screen().contains("resign"),
        "{}",
        terminal.screen()
    );
    terminal.press("4\n");
    terminal.shows("  6  White");
    terminal.interrupt();
    terminal.press("5\n");
    terminal.program.ends_with(130);
    terminal.shows("to go on: sgmp-go proxy --resume ");

    let mut terminal = Terminal::start(&game.folder, "second", &game.resume(&[]));
    terminal.shows("the match goes on after move ");
    terminal.shows(" 10  White");
    terminal.interrupt();
    terminal.press("3\n");
    terminal.shows("3 again: the judge stops it");
    terminal.press("3\n");
    terminal.shows(
        "Tell both operators. Each has to end it there (this program: Ctrl-C, then 3 twice)",
    );
    terminal.program.ends_with(10);
    let record = game.folder.read("seen.sgf");
    assert!(record.contains("RE[?]"), "{record}");
    let (code, _, errors) = Program::run(&game.folder, "over", &mut game.resume(&[]));
    assert_eq!(code, 5);
    assert!(errors.contains("nothing to resume"), "{errors}");
}

/// Killed before a game: the same command begins anew; ended by hand, nothing is left.
#[test]
fn a_false_start_of_a_proxy_is_replaced() {
    let game = Between::new();
    let mut proxy = Program::start(&game.folder, "first", &mut detached(&game.proxy("seen")));
    until("the journal", || is_there(&game.folder, "seen.journal"));
    proxy.signal(Signal::KILL);
    proxy.end();
    assert!(game.folder.path("seen.journal").exists());
    let mut command = game.on_the_ports(&["--size", "9", "--sgf", &game.folder.text("seen.sgf")]);
    let mut proxy = Program::start(&game.folder, "second", &mut detached(&command));
    until("another journal", || {
        let bytes = std::fs::read(game.folder.path("seen.journal")).unwrap_or_default();
        let is_new = String::from_utf8_lossy(&bytes).contains("\"size\":9");
        is_new.then_some(())
    });
    // Two proxies on one journal.
    let (code, _, errors) = Program::run(&game.folder, "third", &mut command);
    assert_ne!(code, 0, "{errors}");
    proxy.signal(Signal::INT);
    proxy.ends_with(130);
    assert!(!game.folder.path("seen.journal").exists());
    assert!(!game.folder.path("seen.sgf").exists());
}

/// Writes a proxy's journal anew, with its entries changed.
fn rewrite(folder: &Folder, change: impl FnOnce(&mut Vec<Value>)) {
    let path = folder.path("seen.journal");
    let contents = JournalFile::read(&path).expect("a journal");
    std::fs::remove_file(&path).expect("removed");
    let mut file = JournalFile::create(&path).expect("a journal");
    let entry = |payload: &[u8]| serde_json::from_slice(payload).expect("JSON");
    let records = contents.records.iter();
    let mut entries = records.map(|record| entry(&record.payload)).collect();
    change(&mut entries);
    for entry in entries {
        let payload = serde_json::to_vec(&entry).expect("JSON");
        file.append(&payload).expect("room");
    }
}

/// Makes a proxy's journal as old as if its match had been left so long ago.
fn age(folder: &Folder, hours: i64) {
    let earlier = |value: &mut Value| {
        let at: Timestamp = value.as_str().expect("a time").parse().expect("a time");
        *value = (at - SignedDuration::from_hours(hours)).to_string().into();
    };
    rewrite(folder, |entries| {
        for entry in entries {
            match entry["kind"].as_str() {
                Some("watched") => earlier(&mut entry["terms"]["at"]),
                Some("resumed") => earlier(&mut entry["at"]),
                _ => {}
            }
        }
    });
}

/// Takes the last moves, and what passed behind them, out of a proxy's journal, as if they had passed without it.
fn forget(folder: &Folder, moves: usize) {
    rewrite(folder, |entries| {
        // The third byte of a MOVE.
        let is_move = |entry: &Value| {
            let bytes = entry["bytes"].as_str().unwrap_or_default();
            matches!(bytes.get(4..6), Some("d0" | "d4"))
        };
        let from = entries.iter().enumerate().rev();
        let from = from.filter(|(_, entry)| is_move(entry)).nth(moves - 1);
        entries.truncate(from.expect("so many moves").0);
    });
    std::fs::remove_file(folder.path("seen.sgf")).expect("removed");
}

#[test]
fn a_night_away_is_charged_as_the_judge_says_and_ends_nothing() {
    let mut game = Between::new();
    game.killed("  6  White");
    age(&game.folder, 18);
    let mut proxy = Program::start(&game.folder, "second", &mut detached(&game.resume(&[])));
    proxy.says("It is over time by the pause: the judge decides, and the game goes on");
    let told = proxy.stderr();
    assert!(told.contains("the proxy was away for 18 h 0 min"), "{told}");
    assert!(!told.contains("What has the judge said?"), "{told}");
    proxy.says("  8  White");
    let for_the_judge = "is over time by the pause: the judge decides";
    let record = game.folder.read("seen.sgf");
    assert!(record.contains(for_the_judge), "{record}");
    proxy.signal(Signal::KILL);
    proxy.end();

    // The second time it was away for seconds: the judge gives them back, and what was charged for the night stands.
    let mut terminal = Terminal::start(&game.folder, "third", &game.resume(&[]));
    terminal.shows("the match goes on after move ");
    terminal.shows(" 10  White");
    terminal.interrupt();
    terminal.press("6\n");
    terminal.shows("The operators of both sides enter the same");
    terminal.press("free\n");
    terminal.shows("nothing is charged to ");
    for side in &mut game.sides {
        side.ends_with(0);
    }
    let code = terminal.program.end();
    assert!(is_whole(code, &terminal.screen()), "{}", terminal.screen());
    let record = game.folder.read("seen.sgf");
    assert!(record.contains(for_the_judge), "{record}");
    game.all_alike();
}

#[test]
fn moves_that_passed_in_a_four_are_no_game_that_the_record_claims() {
    let mut game = Between::new();
    game.killed("  8  White");
    forget(&game.folder, 4);
    let mut proxy = Program::start(&game.folder, "second", &mut detached(&game.resume(&[])));
    proxy.says(
        "Moves that passed meanwhile in multiples of four cannot be noticed: compare the board",
    );
    for side in &mut game.sides {
        side.ends_with(0);
    }
    // It may have been shown by a move that cannot be, or not; a player of the wrong board may want to go on.
    proxy.says("record: ");
    let told = proxy.stdout();
    assert!(is_whole(0, &told) && !told.contains("illegal: "), "{told}");
    let record = game.folder.read("seen.sgf");
    let says = |text: &str| told.contains(text) && record.contains(text);
    assert!(
        says("Not known to be the game from move")
            || says("Not the whole game: frames passed unseen"),
        "{told}{record}"
    );
}

#[test]
fn a_proxy_that_has_lost_the_board_says_so_each_time() {
    let mut game = Between::new();
    game.killed("  6  White");
    forget(&game.folder, 2);
    let mut proxy = Program::start(&game.folder, "second", &mut detached(&game.resume(&[])));
    proxy.says("frames passed while the proxy was away: board and clocks unknown from here");
    proxy.says("  ?  ");
    proxy.signal(Signal::KILL);
    proxy.end();
    let mut proxy = Program::start(&game.folder, "third", &mut detached(&game.resume(&[])));
    proxy.says("board and clocks unknown");
    for side in &mut game.sides {
        side.ends_with(0);
    }
    proxy.ends_with(10);
    let told = proxy.stdout();
    assert_eq!(told.matches("unknown from here").count(), 1, "{told}");
    assert!(!told.contains("the match goes on"), "{told}");
    assert!(told.contains("violations: 0"), "{told}");
    let record = game.folder.read("seen.sgf");
    assert!(
        record.contains("Not the whole game: frames passed unseen after move "),
        "{record}"
    );
}

#[test]
fn at_a_terminal_a_proxy_asks_for_the_judges_word() {
    let mut game = Between::new();
    game.killed("  6  White");
    age(&game.folder, 1);
    let mut terminal = Terminal::start(&game.folder, "asked", &game.resume(&[]));
    terminal.shows("the proxy was away for 1 h 0 min");
    terminal.shows("What has the judge said?");
    terminal.press("free\n");
    terminal.shows("nothing is charged to ");
    for side in &mut game.sides {
        side.ends_with(0);
    }
    terminal.program.end();
    game.all_alike();
}

/// Each kind of journal names the command that goes on with it.
#[test]
fn a_journal_of_the_other_kind_is_refused_with_its_command() {
    let mut game = Between::new();
    game.killed("  4  White");
    let journal = game.folder.text("seen.journal");
    let mut wrong = sgmp_go(&["--resume", &journal, "--port", game.cables[0].a()]);
    let (code, _, errors) = Program::run(&game.folder, "wrong", &mut wrong);
    assert_eq!(code, 5);
    assert!(errors.contains("a match of two others"), "{errors}");
    assert!(errors.contains("sgmp-go proxy "), "{errors}");
    game.sides.clear();
    let theirs = game.folder.text("black.journal");
    let (code, _, errors) = Program::run(
        &game.folder,
        "other",
        &mut game.on_the_ports(&["--resume", &theirs]),
    );
    assert_eq!(code, 5);
    assert!(errors.contains("one side of a match"), "{errors}");
}

//! The director's desk: counts of people, mistakes and their way back, tables that are recomputed.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

use crate::desk::{Desk, plan};

const CLUB: [(&str, &str); 7] = [
    ("Ito", "human"),
    ("Abe", "human"),
    ("Kato", "human"),
    ("Mori", "human"),
    ("Ono", "human"),
    ("Sato", "human"),
    ("Ueda", "human"),
];

#[test]
fn what_both_people_say_is_the_result_and_silence_is_no_agreement() {
    let words = "format = \"swiss\"\nrounds = 1\ncounts_must_agree = true";
    let desk = Desk::new(&plan(words, &CLUB[..2]));
    desk.done("pair cup.toml --black Ito");
    let (code, told) = desk.typed("enter cup.toml 1 1", "C3\npass\npass\n");
    assert_eq!(code, 130, "{told}");
    assert!(told.contains("not finished"), "{told}");
    let told = desk.done("status cup.toml");
    assert!(
        told.contains("(White), broken off: it begins anew\n"),
        "{told}"
    );
    let (code, told) = desk.typed("enter cup.toml 1 1", "C3\npass\npass\nB+9.5\n");
    assert_eq!(code, 130, "one of two: {told}");
    let (code, told) = desk.typed("enter cup.toml 1 1", "C3\npass\npass\nW+9.5\nW+9.5\n");
    assert_eq!(code, 0, "{told}");
    assert!(told.contains("The game is over: W+9.5"), "{told}");
    let game = &desk.standings()["rounds"][0]["games"][0];
    assert_eq!(
        (&game["result"], &game["status"]),
        (&"W+9.5".into(), &"over".into())
    );
    assert!(
        !desk.read("cup/report.txt").contains("counted"),
        "nothing is disputed"
    );
}

#[test]
fn mistakes_at_the_desk_have_a_way_back() {
    let desk = Desk::new(&plan("format = \"swiss\"\nrounds = 3", &CLUB));
    let told = desk.done("pair cup.toml --absent Mori");
    assert!(!told.contains("Mori") && !told.contains("bye"), "{told}");
    let (code, told) = desk.heard("pair cup.toml");
    let back = "; sgmp-go tournament unpair cup.toml --why REASON takes the round back";
    assert!(code == 2 && told.contains(back), "{told}");
    let (code, told) = desk.heard("unpair cup.toml");
    assert!(code == 2 && told.contains("--why REASON"), "{told}");
    desk.done("unpair cup.toml --why 'Mori has come'");
    let told = desk.done("pair cup.toml --game Ito=Ueda --bye Abe --why 'they asked for it'");
    assert!(
        told.contains("Ito (Black) - Ueda (White)") && told.contains("bye: Abe"),
        "{told}"
    );
    let told = desk.done("swap cup.toml Ueda Ito --why 'nigiri at the board'");
    assert!(told.contains("Ueda (Black) - Ito (White)"), "{told}");
    let told = desk.done("swap cup.toml Abe Kato --why 'Kato is ill'");
    assert!(told.contains("bye: Kato"), "{told}");
    desk.done("result cup.toml 1 1 B+R");
    let (code, told) = desk.heard("unpair cup.toml --why 'once more'");
    assert!(code == 2 && told.contains("played in part"), "{told}");
    let (code, told) = desk.heard("result cup.toml 1 1 ?");
    assert!(code == 2 && told.contains("--why REASON"), "{told}");
    desk.done("result cup.toml 1 1 ? --why 'it was board 2'");
    assert_eq!(
        desk.standings()["rounds"][0]["games"][0]["status"],
        "waiting"
    );
    let told = desk.done("status cup.toml");
    assert!(
        told.contains("3 games are to be played: sgmp-go tournament enter"),
        "{told}"
    );
    desk.done("withdraw cup.toml Ono");
    let (code, told) = desk.heard("withdraw cup.toml Ono --back --why 'a mistake'");
    assert!(code == 0 && told.contains("Ono is back"), "{told}");
    let text = desk.read("cup.toml").replace("\"Sato\"", "\"Satoh\"");
    std::fs::write(desk.path("cup.toml"), text).expect("a file");
    let (_, told) = desk.heard("result cup.toml 1 1 W+0.5");
    assert!(!told.contains("error"), "{told}");
    let told = desk.done("status cup.toml");
    assert!(
        told.contains("cup.toml was changed: sgmp-go tournament pair cup.toml takes it"),
        "{told}"
    );
    let told = desk.done("pair cup.toml");
    assert!(told.contains("cup.toml is taken as it is now"), "{told}");
    assert!(desk.read("cup/index.html").contains("Satoh"));
    let report = desk.done("status cup.toml");
    assert!(!report.contains("was changed"), "{report}");
    for words in [
        "Round 1 was taken back by the director (Mori has come)",
        "Round 1 was paired by the director: they asked for it",
        "Round 1 was paired by hand by the director (Kato is ill)",
        "the result was taken back by the director (it was board 2)",
        "The name Sato was corrected to Satoh",
    ] {
        assert!(report.contains(words), "{words}: {report}");
    }
}

#[test]
fn a_run_goes_on_with_a_round_that_the_director_pairs_in_its_rest() {
    let players = [("Lots", "random"), ("More", "random"), ("Ito", "human")];
    let desk = Desk::new(&plan(
        "format = \"swiss\"\nrounds = 2\nrest = \"10m\"",
        &players,
    ));
    desk.done("pair cup.toml --bye Ito --why 'Ito comes later'");
    let mut run = desk
        .command("run cup.toml")
        .stdout(Stdio::null())
        .spawn()
        .expect("it runs");
    let is_rested = || desk.standings()["rounds"][0]["games"][0]["status"] == "over";
    let is_published = || desk.path("cup/standings.json").exists();
    while !(is_published() && is_rested()) {
        sgmp_match::port::pause(std::time::Duration::from_millis(100));
    }
    let (code, told) = desk.heard("unpair cup.toml --why 'too early'");
    assert!(code == 2 && told.contains("stop it with Ctrl-C"), "{told}");
    desk.done("pair cup.toml --game Lots=Ito --why 'by hand'");
    desk.done("result cup.toml 2 1 B+R");
    assert!(run.wait().expect("it ends").success());
    let all = desk.standings();
    assert_eq!(all["is_over"], true);
    desk.done("audit cup/standings.csv");
}

/// A run of the event that has said something, and the words that follow.
fn run_until(desk: &Desk, said: &str) -> (Child, String) {
    let mut run = desk
        .command("run cup.toml")
        .stdout(Stdio::piped())
        .spawn()
        .expect("it runs");
    let told = BufReader::new(run.stdout.take().expect("its words"));
    let mut lines = told.lines().map_while(Result::ok);
    let rest = lines.find_map(|line| Some(line.split_once(said)?.1.to_owned()));
    (run, rest.expect("these words"))
}

/// A run of the event that has told of its rest, and the rest in its words.
fn resting(desk: &Desk) -> (Child, String) {
    let (run, rest) = run_until(desk, "a rest of ");
    let time = rest.split(' ').next().expect("a time").to_owned();
    (run, time)
}

#[test]
fn a_run_that_waits_for_people_says_what_waits_for_the_judge() {
    let words = "format = \"swiss\"\nrounds = 1\ncounts_must_agree = true";
    let desk = Desk::new(&plan(words, &CLUB[..4]));
    desk.done("pair cup.toml");
    let counts = "C3\npass\npass\nW+9.5\nW+8.5\n";
    let (code, told) = desk.typed("enter cup.toml 1 2", counts);
    assert_eq!(code, 10, "{told}");
    let (mut run, command) = run_until(&desk, "decide with: ");
    assert!(command.contains("result cup.toml 1 2 RESULT"), "{command}");
    let told = desk.done("status cup.toml");
    assert!(!told.contains("broken off"), "{told}");
    run.kill().expect("it is there");
    run.wait().expect("it ends");
}

#[test]
fn a_run_that_is_killed_twice_in_a_rest_rests_on_and_pairs_as_if_nothing_had_been() {
    let players = [("Lots", "random"), ("More", "random"), ("Ito", "human")];
    let begun = |rest: &str| {
        let head = format!("format = \"swiss\"\nrounds = 2\nrest = \"{rest}\"");
        let desk = Desk::new(&plan(&head, &players));
        desk.done("pair cup.toml --bye Ito --why 'Ito comes later'");
        desk
    };
    let desk = begun("10m");
    for _ in 0..2 {
        let (mut run, rest) = resting(&desk);
        // What has passed of it is not rested again.
        assert!(rest.starts_with('9') || rest == "10m", "{rest}");
        run.kill().expect("a signal");
        run.wait().expect("it ends");
        assert_eq!(desk.entries("round-paired").len(), 1);
        assert_eq!(desk.entries("game-ended").len(), 1);
    }
    let (mut run, _) = resting(&desk);
    desk.done("pair cup.toml");
    desk.done("result cup.toml 2 1 B+R");
    assert!(run.wait().expect("it ends").success());
    let twin = begun("0s");
    twin.done("run cup.toml --one-round --quiet");
    twin.done("pair cup.toml");
    twin.done("result cup.toml 2 1 B+R");
    for file in ["standings.csv", "crosstable.txt", "report.txt"] {
        assert_eq!(
            desk.read(&format!("cup/{file}")),
            twin.read(&format!("cup/{file}"))
        );
    }
    desk.done("audit cup/standings.csv");
}

/// Blocks of 512 bytes that a file may have: less than a page of an event.
const BLOCKS: u32 = 4;

#[test]
fn an_event_that_a_full_disk_has_stopped_goes_on_when_there_is_room() {
    let names: Vec<String> = (1..=7).map(|number| format!("Lots {number}")).collect();
    let players: Vec<_> = names.iter().map(|name| (name.as_str(), "random")).collect();
    let head = "format = \"swiss\"\nrounds = 3\nallow_copies = true";
    let desk = Desk::new(&plan(head, &players));
    let limited = format!("trap '' XFSZ; ulimit -S -f {BLOCKS}; exec \"$@\"");
    let run = desk.command("run cup.toml --quiet");
    let mut shell = Command::new("sh");
    shell.args(["-c", &limited, "sh"]).arg(run.get_program());
    shell.args(run.get_args()).current_dir(desk.path("."));
    shell
        .env("XDG_CONFIG_HOME", "/dev/null")
        .stdin(Stdio::null());
    let output = shell.output().expect("it runs");
    let told = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(5), "{told}");
    assert!(told.contains("cannot write"), "{told}");
    desk.done("run cup.toml --quiet");
    let twin = Desk::new(&plan(head, &players));
    twin.done("run cup.toml --quiet");
    let games = |desk: &Desk| {
        let games = desk.entries("game-ended");
        assert_eq!(games.len(), 9, "none is played twice");
        desk.read("cup/standings.csv")
    };
    assert_eq!(games(&desk), games(&twin));
    desk.done("audit cup/standings.csv");
}

//! Events on small boards: played, interrupted, shared among workers, ruled over.

use std::fs;
use std::process::Stdio;
use std::time::Duration;

use sgmp_match::play::journal::JournalFile;
use sgmp_match::port::pause;

use crate::desk::{Desk, plan};
use crate::tools::{gnugo_program, needs};

const LOTS: [(&str, &str); 4] = [
    ("A", "random"),
    ("B", "random"),
    ("C", "random"),
    ("D", "random"),
];

#[test]
fn an_event_killed_again_and_again_is_played_to_its_end_and_no_game_twice() {
    let desk = Desk::new(&plan("format = \"double-round-robin\"", &LOTS));
    let journaled = || fs::metadata(desk.path("cup/event.journal")).map_or(0, |file| file.len());
    for kill in 0..6_u64 {
        // Somewhere in its games: when its journal has grown by so many bytes.
        let until = journaled() + 1 + 150 * kill;
        let mut running = desk
            .command("run cup.toml --quiet --jobs 2")
            .stdout(Stdio::null())
            .spawn()
            .expect("it runs");
        while journaled() < until && matches!(running.try_wait(), Ok(None)) {
            pause(Duration::from_millis(5));
        }
        let _ = running.kill();
        let _ = running.wait();
    }
    let told = desk.done("run cup.toml");
    assert!(told.contains("The event is over"), "{told}");
    let ended: Vec<_> = desk
        .entries("game-ended")
        .iter()
        .map(|entry| (entry["round"].as_u64(), entry["board"].as_u64()))
        .collect();
    let mut once = ended.clone();
    once.sort_unstable();
    once.dedup();
    assert_eq!((ended.len(), once.len()), (12, 12));
    for (round, board) in ended {
        let record = format!(
            "cup/records/round{}-board{}.sgf",
            round.unwrap(),
            board.unwrap()
        );
        assert!(desk.read(&record).contains("EV[Cup]"));
        let page = desk.read(&record.replace(".sgf", ".html"));
        assert!(page.contains("id=\"board\"") && page.contains("../index.html"));
    }
    for page in ["cup/pairings.html", "cup/crosstable.html"] {
        assert!(
            desk.read(page)
                .contains("href=\"records/round1-board1.html\"")
        );
    }
    assert_eq!(desk.standings()["is_over"], true);
    // What it publishes is consistent.
    desk.done("audit cup/standings.csv");
    desk.done("submit cup/records");
    for page in [
        "index.html",
        "pairings.html",
        "crosstable.html",
        "report.html",
        "report.txt",
        "crosstable.txt",
    ] {
        assert!(desk.read(&format!("cup/{page}")).contains("Cup"), "{page}");
    }
}

#[test]
fn who_crashes_hangs_floods_or_forks_loses_its_game_and_nothing_else() {
    let desk = Desk::new(
        &plan(
            "format = \"gauntlet\"\nrounds = 1\nconcurrency = 5",
            &[
                ("Lots", "random"),
                ("Crash", "gtp:sh -c \"exit 3\""),
                ("Flood", "gtp:yes"),
                (
                    "Hang",
                    "gtp:sh -c \"trap : TERM; while :; do sleep 1; done\"",
                ),
                // Its children hold its input, too: whenever it is asked, somebody could read that.
                (
                    "Fork",
                    "gtp:sh -c \"exec 3<&0; sleep 1000 <&3 & sleep 1000 <&3 & exit 0\"",
                ),
            ],
        )
        .replace("1m", "1s"),
    );
    let told = desk.done("run cup.toml");
    assert!(told.contains("The event is over"), "{told}");
    let all = desk.standings();
    // Whom each of the others meets has no place, and stands behind them.
    assert_eq!(all["standings"][4]["name"], "Lots");
    assert_eq!(all["standings"][4]["wins"], 4);
    assert_eq!(all["standings"][4]["place"], serde_json::Value::Null);
    let report = desk
        .read("cup/report.txt")
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ");
    for (name, how) in [
        ("Crash", "a crash: it "),
        ("Flood", "hanging: it has not answered `list_commands`"),
        ("Hang", "hanging: it has not answered `list_commands`"),
        // Its children hold its output open, and say nothing.
        ("Fork", "hanging: it has not answered `list_commands`"),
    ] {
        assert!(
            report.contains(&format!("{name} (White) lost to Lots in round 1 by {how}")),
            "{name}: {report}"
        );
    }
    let kinds = |entries: Vec<serde_json::Value>| {
        let kinds = entries
            .into_iter()
            .map(|entry| entry["end"]["kind"].to_string());
        let mut kinds: Vec<_> = kinds.collect();
        kinds.sort_unstable();
        kinds
    };
    let ended = kinds(desk.entries("game-ended"));
    assert_eq!(ended, ["\"crash\"", "\"hang\"", "\"hang\"", "\"hang\""]);
    assert!(
        desk.read("cup/pairings.html")
            .contains("(a program did not answer)")
    );
    assert!(
        desk.read("cup/crosstable.txt")
            .contains("a program that did not answer")
    );
}

/// A program that fails and leaves a child behind, which holds its output and its standard error.
const HELD: &str =
    "sh -c \"sleep 1000 & read line; echo out of memory >&2; echo giving up >&2; exit 7\"";

#[test]
fn what_a_program_says_on_its_standard_error_is_kept_by_game_and_told_with_its_crash() {
    for (kind, words) in [
        ("gtp", "ended with exit code 7"),
        ("usenix", "ended with exit code 7"),
    ] {
        let head = "format = \"gauntlet\"\nrounds = 1";
        let players = [("Lots", "random"), ("Held open", &format!("{kind}:{HELD}"))];
        let desk = Desk::new(&plan(head, &players));
        let told = desk.done("run cup.toml --talk");
        let last = "its last words: out of memory / giving up";
        assert!(
            told.contains(words) && told.contains(last),
            "{kind}: {told}"
        );
        let kept = "cup/records/round1-board1-white-Held-open.stderr";
        assert_eq!(desk.read(kept), "out of memory\ngiving up\n", "{kind}");
        let report = desk.read("cup/report.txt");
        let report: Vec<_> = report.split_whitespace().collect();
        assert!(report.join(" ").contains(last), "{kind}: {report:?}");
        let talk = desk.path("cup/records/round1-board1-white-Held-open.gtp");
        if kind == "gtp" {
            let talk = fs::read_to_string(talk).expect("the talk");
            assert!(talk.contains(" > 1 list_commands\n"), "{talk}");
        }
        // They are no records, and stay out of what is handed in.
        desk.done("submit cup/records");
    }
}

#[test]
fn workers_keep_what_programs_say_and_a_merge_takes_it_along() {
    let head = "format = \"gauntlet\"\nrounds = 1";
    let players = [("Lots", "random"), ("Held", &format!("gtp:{HELD}"))];
    let desk = Desk::new(&plan(head, &players));
    desk.done("pair cup.toml --all");
    let away = Desk::new(&desk.read("cup.toml"));
    fs::create_dir(away.path("cup")).expect("a folder");
    fs::copy(
        desk.path("cup/event.journal"),
        away.path("cup/event.journal"),
    )
    .expect("a copy");
    away.done("run cup.toml --quiet --worker 1/1");
    let name = "cup/records/round1-board1-white-Held.stderr";
    assert_eq!(away.read(name), "out of memory\ngiving up\n");
    let from = away.path("cup");
    desk.done(&format!("run cup.toml --merge {}", from.display()));
    assert_eq!(desk.read(name), away.read(name));
}

#[test]
fn players_that_cannot_play_are_refused_when_the_event_is_opened() {
    let usenix = "referee = \"usenix\"";
    for (head, plays, words) in [
        ("", "ours:level=21", "\"21\" is not a level: write 0 to 20"),
        (
            "",
            "ours:speed=3",
            "no parameter is called \"speed\"; there are rave",
        ),
        (
            "",
            "levl:3",
            "no kind of player is called \"levl\"; there are level:0",
        ),
        ("", "ours:net=/no/such/net", "/no/such/net"),
        (
            "",
            "ours:net=none",
            "on the line to Line only level:20 thinks as long as it may",
        ),
        (
            usenix,
            "ours:playouts=9",
            "under the referee of USENIX play usenix:COMMAND",
        ),
    ] {
        let other = if head.is_empty() {
            ("Line", "sgmp:exec:cat")
        } else {
            ("Lots", "random")
        };
        let desk = Desk::new(&plan(head, &[("Odd", plays), other]));
        for task in ["check", "plan", "pair", "run"] {
            let (code, told) = desk.heard(&format!("{task} cup.toml"));
            assert_eq!(code, 2, "{task} {plays}: {told}");
            assert!(
                told.contains("player Odd, plays = ") && told.contains(words),
                "{told}"
            );
        }
        assert!(!desk.path("cup").exists(), "{plays}");
    }
    let desk = Desk::new(&plan(
        "",
        &[("Odd", "gnugoo --mode gtp"), ("Lots", "random")],
    ));
    let (code, told) = desk.heard("run cup.toml");
    assert_eq!(code, 2, "{told}");
    assert!(
        told.contains("player Odd") && told.contains("there is no program gnugoo"),
        "{told}"
    );
    assert_eq!(desk.heard("check cup.toml").0, 6);
    desk.done("pair cup.toml");
    let (code, told) = desk.heard("run cup.toml --worker 1/1");
    assert_eq!(code, 2, "{told}");
}

#[test]
fn a_rest_that_is_too_long_goes_off_the_clock() {
    let desk = Desk::new(&plan("format = \"swiss\"\nrounds = 2", &PEOPLE).replace("1m", "6m"));
    desk.done("pair cup.toml --black Ito");
    assert!(
        desk.done("rest cup.toml Ito 10")
            .contains("nothing goes off its clock")
    );
    assert_eq!(desk.entries("presence").len(), 0);
    let told = desk.done("rest cup.toml Ito 12 --why 'a call'");
    assert!(
        told.contains("Ito is late in round 1: 2 minutes off its clock, says the director (a rest of 12 minutes where 10m are allowed: a call)"),
        "{told}"
    );
    assert!(
        desk.done("rest cup.toml Ito 13")
            .contains("5 minutes off its clock")
    );
    assert!(desk.done("status cup.toml").contains("Ito, 5 minutes late"));
    let (code, told) = desk.typed("enter cup.toml 1 1", "C3\n");
    assert_eq!(code, 130, "{told}");
    assert!(!told.contains("Ito (Black), 5m"), "{told}");
    // What was played so far stands on its page, and the rounds lead there.
    assert!(
        desk.read("cup/records/round1-board1-now.html")
            .contains("Being played, moves so far: ")
    );
    assert!(
        desk.read("cup/pairings.html")
            .contains("Round 1, board 1: the game so far")
    );
    let (code, told) = desk.heard("rest cup.toml Ito 20");
    assert_eq!(code, 2, "{told}");
    assert!(told.contains("its game has begun"), "{told}");
    desk.done("result cup.toml 1 1 B+R");
    assert!(!desk.path("cup/records/round1-board1-now.html").exists());
    assert!(
        desk.done("rest cup.toml Abe 11")
            .contains("Abe is late in round 2: 1 minutes off")
    );
}

/// From public reports: silent programs were waited for one after the other. Each of these answers once all were started.
#[test]
fn programs_are_asked_for_their_names_at_once() {
    let ours = env!("CARGO_BIN_EXE_sgmp-go");
    let patient = |name: &str| {
        format!(
            "gtp:sh -c \"mkdir -p here/{name}; until test $(ls here | wc -l) = 3; do sleep 0.1; done; \
             exec {ours} gtp --level 0\""
        )
    };
    let [a, b, c] = ["a", "b", "c"].map(patient);
    let players = [("A", a.as_str()), ("B", b.as_str()), ("C", c.as_str())];
    let desk = Desk::new(&plan("format = \"round-robin\"", &players));
    let told = desk.done("check cup.toml");
    assert_eq!(told.matches("PASS ").count(), 3, "{told}");
}

/// From public reports: 99989 minutes went off a clock of one minute, and who had left left again.
#[test]
fn changes_that_change_nothing_or_take_all_time_are_refused() {
    let desk = Desk::new(&plan("format = \"swiss\"\nrounds = 2", &PEOPLE));
    let none_left = "minutes off a clock of 1m leave nothing of it";
    for words in [
        "pair cup.toml --late Ito=99999",
        "pair cup.toml --late Ito=1",
    ] {
        let (code, told) = desk.heard(words);
        assert_eq!(code, 2, "{told}");
        assert!(told.contains(none_left), "{told}");
    }
    desk.done("pair cup.toml");
    let (code, told) = desk.heard("rest cup.toml Ito 99999");
    assert_eq!(code, 2, "{told}");
    assert!(told.contains(none_left), "{told}");
    assert_eq!(desk.entries("presence").len(), 0);
    for (words, refused) in [
        ("withdraw cup.toml Ito", "Ito has withdrawn already"),
        ("withdraw cup.toml Ito --back", "Ito has not withdrawn"),
        (
            "disqualify cup.toml Ito --why copied",
            "Ito is disqualified already",
        ),
    ] {
        desk.done(words);
        let (code, told) = desk.heard(words);
        assert_eq!(code, 2, "{told}");
        assert!(told.contains(refused), "{told}");
    }
    assert_eq!(desk.entries("presence").len(), 3);
    let (_, told) = desk.heard("withdraw cup.toml Ito --back");
    assert!(told.contains("Ito is disqualified, and stays so"), "{told}");
}

#[test]
fn rules_of_another_name_are_told_with_it() {
    let rules = "format = \"swiss\"\nrounds = 1\nrules = \"aga\"";
    let desk = Desk::new(&plan(rules, &PEOPLE));
    let nearest = "Chinese rules (the nearest to \"aga\")";
    assert!(desk.done("plan cup.toml").contains(nearest));
    desk.done("pair cup.toml");
    for page in ["cup/index.html", "cup/report.txt"] {
        let told = desk.read(page).replace("&quot;", "\"").replace('\n', " ");
        assert!(
            told.contains("Chinese rules (the nearest to \"aga\")"),
            "{page}: {told}"
        );
    }
}

#[test]
fn a_program_by_the_rules_of_usenix_plays_in_the_hall() {
    let passes = "usenix:sh -c \"if [ {color} = black ]; then echo pass; fi; while read move; do echo thinking; echo pass; done\"";
    let desk = Desk::new(&plan(
        "format = \"swiss\"\nrounds = 1",
        &[("Lots", "random"), ("Pass", passes)],
    ));
    desk.done("run cup.toml");
    let all = desk.standings();
    assert_eq!(all["rounds"][0]["games"][0]["end"], "counted", "{all:#}");
    let (code, told) = desk.heard("check cup.toml");
    assert_eq!(code, 0, "{told}");
    assert!(told.contains("PASS Pass: first move pass"), "{told}");
}

#[test]
fn the_director_pairs_reports_rules_and_lets_go() {
    let people = [
        ("Ito", "human"),
        ("Abe", "human"),
        ("Oda", "human"),
        ("Ueda", "human"),
        ("Kato", "human"),
    ];
    let desk = Desk::new(&plan("format = \"swiss\"\nrounds = 3", &people).replace("1m", "6m"));
    assert!(
        desk.done("plan cup.toml")
            .contains("swiss, 3 rounds, 6 games on 5x5")
    );
    let paired = desk.done("pair cup.toml --late Ito=5 --absent Kato --black Abe");
    assert!(
        paired.contains("Round 1 of 3") && paired.contains("Ito, 5 minutes late"),
        "{paired}"
    );
    assert!(paired.contains("Abe (Black)"), "{paired}");
    assert_eq!(desk.heard("pair cup.toml").0, 2);
    desk.done("result cup.toml 1 1 B+3.5");
    desk.done("result cup.toml 1 2 W+F --why late");
    let (code, told) = desk.heard("result cup.toml 1 1 W+1.5");
    assert_eq!(code, 2, "{told}");
    desk.done("result cup.toml 1 1 W+1.5 --who 'the judge' --why 'dead stones'");
    desk.done("withdraw cup.toml Oda --why ill");
    desk.done("pair cup.toml");
    assert!(desk.done("why cup.toml 2").contains("Round 2 cost"));
    assert!(
        desk.done("why cup.toml 2 Ito Abe")
            .contains("Had Ito and Abe met")
    );
    assert!(
        desk.done("standings cup.toml --explain Ito")
            .contains("Ito: place")
    );
    let (code, _) = desk.heard("disqualify cup.toml Ueda");
    assert_eq!(code, 2);
    desk.done("disqualify cup.toml Ueda --why 'another program'");
    let status = desk.done("status cup.toml");
    for told in [
        "the judge (dead stones)",
        "Oda withdraws",
        "Ueda is disqualified",
    ] {
        assert!(status.contains(told), "{status}");
    }
    assert_eq!(desk.heard("result cup.toml 9 1 B+R").0, 2);
    assert_eq!(desk.heard("withdraw cup.toml Nobody").0, 2);
}

#[test]
fn a_journal_shorter_than_what_was_published_is_damaged_and_nothing_is_overwritten() {
    let people = [("Ito", "human"), ("Abe", "human"), ("Oda", "human")];
    let desk = Desk::new(&plan("rounds = 3", &people));
    desk.done("pair cup.toml");
    desk.done("result cup.toml 1 1 B+4");
    desk.done("pair cup.toml");
    desk.done("result cup.toml 2 1 W+3");
    let journal = desk.path("cup/event.journal");
    let whole = fs::read(&journal).expect("a journal");
    let published = || {
        let mut files: Vec<_> = fs::read_dir(desk.path("cup"))
            .expect("a folder")
            .map(|entry| entry.expect("an entry").path())
            .filter(|path| path.is_file() && path.extension().is_some_and(|kind| kind != "lock"))
            .map(|path| (path.clone(), fs::read(path).expect("a file")))
            .collect();
        files.sort();
        files
    };
    let commands = [
        "pair cup.toml",
        "status cup.toml",
        "result cup.toml 1 1 W+2 --why slip",
        "run cup.toml",
        "withdraw cup.toml Oda",
        "rest cup.toml Oda 20",
        "enter cup.toml 2 1",
        "standings cup.toml",
    ];
    let ends = JournalFile::read(&journal).expect("a journal").records;
    let cuts = ends.iter().flat_map(|entry| {
        let start = entry.offset as usize;
        [start, start + 5, start + 30]
    });
    let cuts: Vec<_> = [0, 10].into_iter().chain(cuts).collect();
    for (cut, command) in cuts.iter().zip(commands.iter().cycle()) {
        fs::write(&journal, &whole[..*cut]).expect("a cut journal");
        let before = published();
        let (code, told) = desk.heard(command);
        assert_eq!(code, 5, "{command} at {cut}: {told}");
        assert!(
            told.contains("put back a copy"),
            "{command} at {cut}: {told}"
        );
        assert!(!told.contains("remove it"), "{command} at {cut}: {told}");
        assert_eq!(published(), before, "{command} at {cut}");
    }
    for command in commands {
        for cut in [0, 10] {
            fs::write(&journal, &whole[..cut]).expect("a cut journal");
            let (code, told) = desk.heard(command);
            assert_eq!(code, 5, "{command}: {told}");
            assert!(
                told.contains("event.journal is empty: put back"),
                "{command}: {told}"
            );
        }
        fs::remove_file(&journal).expect("a journal");
        let (code, told) = desk.heard(command);
        assert_eq!(code, 5, "{command}: {told}");
        assert!(
            told.contains("is missing, and the event has been published"),
            "{told}"
        );
        assert!(!journal.exists());
    }
    // A journal that has more than what was published is that of a command killed between the two.
    let early = desk.read("cup/standings.json");
    fs::write(&journal, &whole).expect("a journal");
    desk.done("pair cup.toml");
    fs::write(desk.path("cup/standings.json"), early).expect("a file");
    desk.done("result cup.toml 3 1 B+2");
    // With the folder away the event begins anew; killed before the first entry it begins all the same.
    fs::rename(desk.path("cup"), desk.path("before")).expect("a folder");
    fs::create_dir(desk.path("cup")).expect("a folder");
    fs::write(&journal, &whole[..40]).expect("a journal");
    assert!(desk.done("pair cup.toml").contains("Round 1 of 3"));
}

#[test]
fn a_journal_of_another_event_is_damaged() {
    let people = [("Ito", "human"), ("Abe", "human"), ("Oda", "human")];
    let desk = Desk::new(&plan("rounds = 3", &people));
    desk.done("pair cup.toml");
    let standings = desk.read("cup/standings.json");
    let mut value: serde_json::Value = serde_json::from_str(&standings).expect("standings");
    value["journal_begun"] = "1999-01-01T12:00:00Z".into();
    fs::write(desk.path("cup/standings.json"), value.to_string()).expect("a file");
    let (code, told) = desk.heard("status cup.toml");
    assert_eq!(code, 5, "{told}");
    assert!(told.contains("is of an event that began at"), "{told}");
}

#[test]
fn workers_share_the_games_and_a_lost_one_is_made_good() {
    let desk = Desk::new(&plan("format = \"round-robin\"", &LOTS));
    assert!(
        desk.done("pair cup.toml --all")
            .contains("6 games to be played")
    );
    desk.done("run cup.toml --worker 1/2");
    desk.done("run cup.toml --worker 2/2");
    let lost = desk.path("cup/results/round2-board1.json");
    fs::write(&lost, "{").expect("a file");
    assert!(
        desk.done("run cup.toml --merge")
            .contains("5 results taken, 1 games")
    );
    desk.done("run cup.toml --worker 1/1");
    assert!(
        desk.done("run cup.toml --merge")
            .contains("1 results taken, 0 games")
    );
    assert!(desk.done("run cup.toml").contains("The event is over"));
    assert_eq!(desk.entries("game-ended").len(), 6);
}

const PEOPLE: [(&str, &str); 2] = [("Ito", "human"), ("Abe", "human")];

#[test]
fn people_enter_their_moves_and_illegal_ones_again() {
    let desk = Desk::new(&plan("format = \"swiss\"\nrounds = 1", &PEOPLE).replace("1m", "6m"));
    desk.done("pair cup.toml --black Ito --late Ito=5");
    let (code, told) = desk.typed("enter cup.toml 1 1", "C3\nC3\nz9\nF6\nB2\nresign\n");
    assert_eq!(code, 0, "{told}");
    for words in [
        "Abe (White), 5m",
        "C3 is illegal",
        "\"z9\" is no move",
        "F6 is illegal: not on a board of 5x5",
        "W+R",
    ] {
        assert!(told.contains(words), "{words}: {told}");
    }
    assert!(!told.contains("Ito (Black), 5m"), "{told}");
    assert!(
        desk.read("cup/records/round1-board1.sgf")
            .contains(";B[cc];W[bd]")
    );
    let (code, told) = desk.typed("enter cup.toml 1 1", "");
    assert_eq!(code, 2);
    assert!(told.contains("tournament result"), "{told}");
}

#[test]
fn a_move_entered_wrongly_loses_where_the_event_says_so() {
    let words = "format = \"swiss\"\nrounds = 1\non_wrong_input = \"loses\"";
    let desk = Desk::new(&plan(words, &[("Ito", "human"), ("Lots", "random")]));
    desk.done("pair cup.toml --black Ito");
    let (code, told) = desk.typed("enter cup.toml 1 1", "F6\n");
    assert_eq!(code, 0, "{told}");
    let end = &desk.standings()["rounds"][0]["games"][0];
    assert_eq!(
        (&end["result"], &end["end"]),
        (&"W+F".into(), &"input-error".into())
    );
}

#[test]
fn where_counts_differ_the_judge_sees_the_position_and_all_counts() {
    let words = "format = \"swiss\"\nrounds = 1\ncounts_must_agree = true";
    let desk = Desk::new(&plan(words, &PEOPLE));
    desk.done("pair cup.toml --black Ito");
    let (code, told) = desk.typed("enter cup.toml 1 1", "C3\npass\npass\nB+3.5\n\n");
    assert_eq!(code, 10, "{told}");
    assert!(told.contains("The judge has to decide"), "{told}");
    assert!(!told.contains("The game is over"), "{told}");
    let (code, told) = desk.heard("run cup.toml");
    assert_eq!(code, 10, "{told}");
    for words in [
        "Ito counts B+3.5",
        "our engine counts B+18.5",
        "Abe counts B+18.5",
        "Marks: ",
        "counted as it stands after move 3: B+18.5",
        "tournament result cup.toml 1 1 RESULT --who NAME --why REASON",
    ] {
        assert!(told.contains(words), "{words}: {told}");
    }
    desk.done("result cup.toml 1 1 B+18.5 --who 'Sato' --why 'all is Black'");
    let page = desk.read("cup/records/round1-board1.html");
    assert!(page.contains("Decided by Sato: all is Black"));
    assert!(desk.done("run cup.toml").contains("The event is over"));
    let other = desk.done("standings cup.toml --what-if Abe Ito");
    assert!(other.contains("    1  Abe"), "{other}");
    assert!(desk.done("standings cup.toml").contains("    1  Ito"));
    let (_, told) = desk.heard("run nothing.toml");
    assert!(told.contains("tournament new > nothing.toml"), "{told}");
}

#[test]
fn programs_meet_under_the_referee_of_usenix() {
    let passes = "usenix:sh -c \"if [ $USENIX_COLOR = black ]; then echo pass; fi; while read move; do echo pass; done\"";
    let wrong = "usenix:sh -c \"if [ {color} = black ]; then echo Z1; echo A1; fi; while read move; do echo A1; done\"";
    let words = "format = \"round-robin\"\nreferee = \"usenix\"";
    let desk = Desk::new(&plan(
        words,
        &[("Pass", passes), ("Wrong", wrong), ("Level", "level:0")],
    ));
    desk.done("run cup.toml");
    let all = desk.standings();
    let ends: Vec<_> = all["rounds"]
        .as_array()
        .expect("rounds")
        .iter()
        .flat_map(|round| round["games"].as_array().expect("games"))
        .map(|game| {
            (
                game["black"].to_string() + &game["white"].to_string(),
                game["end"].clone(),
            )
        })
        .collect();
    assert_eq!(ends.len(), 3);
    // A1 a second time is no legal move.
    for (players, end) in &ends {
        if players.contains("Wrong") && players.contains("Level") {
            assert_eq!(end, "rule-broken", "{ends:?}");
        }
    }
}

#[test]
fn two_programs_on_two_lines_meet_through_the_proxy() {
    needs!(GnuGo);
    let gnugo = |name: &str, seed: u8| {
        let program = gnugo_program();
        let words = format!(
            "sgmp:exec:{program} --mode sgmp --quiet --color {{color}} --boardsize {{size}} --komi {{komi}} --level 0 --seed {seed}"
        );
        (name.to_owned(), words)
    };
    let players = [gnugo("GNU One", 1), gnugo("GNU Two", 2)];
    let players = players
        .each_ref()
        .map(|(name, words)| (name.as_str(), words.as_str()));
    let desk = Desk::new(
        &plan("format = \"swiss\"\nrounds = 1", &players).replace("size = 5", "size = 9"),
    );
    let told = desk.done("check cup.toml");
    assert!(
        told.contains("PASS GNU One: handshake, first move"),
        "{told}"
    );
    desk.done("run cup.toml");
    let all = desk.standings();
    let game = &all["rounds"][0]["games"][0];
    assert!(game["moves"].as_u64() > Some(10), "{all:#}");
    assert_eq!(game["status"], "over", "{all:#}");
}

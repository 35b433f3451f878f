//! Whole dialogues with the client.

use std::num::NonZeroU32;
use std::time::Duration;

use sgmp_proto::Instant;
use tempfile::TempDir;

use crate::play::journal::{Journal, JournalError};
use crate::play::{Decision, Fault, FaultKind, MoveInsight};
use crate::servers::cgos::{CgosAccount, CgosClient};
use crate::servers::server_clock::left_on;
use crate::servers::*;
use sgmp_board::failure::Blame;
use sgmp_board::record::{Format, GameRecord, GameResult, read_sgf};
use sgmp_board::rules::{Color, Move, Point, RuleSet, Rules};

/// A client, its folder, and a clock that goes a second with each input.
struct Table {
    folder: TempDir,
    client: CgosClient,
    now: Instant,
}

fn client(folder: &TempDir, games: Option<u32>) -> CgosClient {
    client_by(folder, games, RuleSet::TROMP_TAYLOR)
}

fn client_by(folder: &TempDir, games: Option<u32>, rules: RuleSet) -> CgosClient {
    let account = CgosAccount {
        name: "us1".parse().unwrap(),
        password: Password::read("secret").unwrap(),
        analyze: true,
    };
    let settings = GameSettings {
        folder: GameFolder {
            folder: folder.path().to_owned(),
            kind: ServerKind::Cgos,
            server: "here:1".to_owned(),
        },
        rules,
        format: Format::Ff4,
        lag: Duration::from_millis(500),
        date: || "2026-11-30".to_owned(),
    };
    CgosClient::new(account, settings, games.and_then(NonZeroU32::new))
}

impl Table {
    fn new(games: Option<u32>) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let client = client(&folder, games);
        let now = Instant::ZERO;
        Self {
            folder,
            client,
            now,
        }
    }

    /// The process is killed, and another one begins in its folder.
    fn killed(mut self) -> Self {
        let folder = std::mem::replace(&mut self.folder, tempfile::tempdir().unwrap());
        drop(self);
        let client = client(&folder, None);
        Self {
            folder,
            client,
            now: Instant::ZERO,
        }
    }

    fn steps(&mut self) -> Vec<Step> {
        std::iter::from_fn(|| self.client.state_mut().next_step()).collect()
    }

    /// Hears a line, and says what it says; what is to be done besides is in words.
    fn hear(&mut self, line: &str) -> Vec<String> {
        self.now = self.now + Duration::from_secs(1);
        self.client.hear(line, self.now);
        self.said()
    }

    fn said(&mut self) -> Vec<String> {
        let steps = self.steps();
        let said = steps.iter().filter_map(|step| match step {
            Step::Send(line) => Some(line.shown.clone()),
            Step::Ask(left) => Some(format!("(ask {})", left_on(*left).as_secs())),
            Step::Seat(terms) => Some(format!("(seat {})", terms.color)),
            Step::Count => Some("(count)".to_owned()),
            Step::Replace => Some("(replace)".to_owned()),
            Step::Rise => Some("(rise)".to_owned()),
            Step::Prepare => Some("(prepare)".to_owned()),
            Step::Reconnect(_) => Some("(reconnect)".to_owned()),
            Step::Finish(Finished::Done) => Some("(done)".to_owned()),
            Step::Finish(Finished::Failed(failure)) => Some(format!("({failure})")),
            Step::Tell(_) => None,
        });
        said.collect()
    }

    /// The events that a line makes.
    fn events(&mut self, line: &str) -> Vec<ServerEvent> {
        self.now = self.now + Duration::from_secs(1);
        self.client.hear(line, self.now);
        let told = self.steps().into_iter().filter_map(|step| match step {
            Step::Tell(event) => Some(event),
            _ => None,
        });
        told.collect()
    }

    fn decide(&mut self, name: &str) -> Vec<String> {
        self.now = self.now + Duration::from_secs(1);
        self.client.decided(Ok(decision(name)), None, self.now);
        self.said()
    }

    fn log_in(&mut self) {
        self.client.connected(Instant::ZERO);
        assert_eq!(
            self.hear("protocol genmove_analyze"),
            [concat!(
                "e1 sgmp-go-",
                env!("CARGO_PKG_VERSION"),
                " genmove_analyze"
            )]
        );
        assert_eq!(self.hear("username"), ["us1"]);
        assert_eq!(self.hear("password"), ["(the password)"]);
    }

    fn journal(&self) -> KnownGame {
        let name = "cgos-here_1-7-us1-vs-them.journal";
        KnownGame::read(&self.folder.path().join(name)).unwrap()
    }

    fn record(&mut self) -> GameRecord {
        self.client.state_mut().keep_record();
        let name = "cgos-here_1-7-us1-vs-them.sgf";
        let bytes = std::fs::read(self.folder.path().join(name)).unwrap();
        read_sgf(&bytes).unwrap()
    }
}

fn decision(name: &str) -> Decision {
    match name {
        "resign" => Decision::Resign,
        "pass" => Decision::Move(Move::Pass),
        point => Decision::Move(Move::Play(Point::parse(point).unwrap())),
    }
}

const SETUP: &str = "setup 7 9 7.0 300000 them(1800?) us1(1700)";

fn with_moves(moves: &str) -> String {
    format!("{SETUP} {moves}")
}

#[test]
fn a_game_from_the_login_to_the_next_one() {
    let mut table = Table::new(Some(2));
    table.log_in();
    assert_eq!(table.hear(SETUP), ["(seat Black)"]);
    assert_eq!(table.hear("genmove b 300000"), ["(ask 300)"]);
    assert_eq!(table.decide("E5"), ["E5"]);
    assert!(table.hear("play w C3 298000").is_empty());
    assert_eq!(table.hear("genmove b 299000"), ["(ask 299)"]);
    assert_eq!(table.decide("pass"), ["pass"]);
    table.hear("play w pass 297000");
    let record = table.record();
    assert_eq!(record.moves().len(), 4);
    assert_eq!(record.info.result, GameResult::Unknown);
    let over = "gameover 2026-11-30 W+7.0 ";
    assert_eq!(table.hear(over), ["(rise)", "(prepare)", "ready"]);
    let record = table.record();
    assert_eq!(record.info.result.to_string(), "W+7");
    assert_eq!(record.info.players.white.rank.as_deref(), Some("1800?"));
    assert_eq!(record.info.rules.as_deref(), Some("Tromp-Taylor"));
    assert_eq!(table.journal().result.as_deref(), Some("W+7.0"));

    assert_eq!(
        table.hear("setup 8 9 7.0 300000 us1(1700) them(1800)"),
        ["(seat White)"]
    );
    assert_eq!(
        table.hear("gameover 2026-11-30 W+Time "),
        ["(rise)", "quit", "(done)"]
    );
}

#[test]
fn our_count_is_held_against_the_servers() {
    for (word, differs) in [("W+7.0", false), ("B+74.0", true)] {
        let mut table = Table::new(None);
        table.log_in();
        table.hear(&with_moves("E5 300000 C3 300000 pass 300000 pass 300000"));
        let events = table.events(&format!("gameover 2026-11-30 {word} "));
        let over = events.iter().find_map(|event| match event {
            ServerEvent::Over(over) => Some(over),
            _ => None,
        });
        let over = over.expect("an end");
        assert_eq!(over.counted.unwrap().to_string(), "W+7");
        assert_eq!(over.differs(), differs, "{word}");
    }
}

#[test]
fn a_move_is_in_the_journal_before_it_is_sent() {
    let mut table = Table::new(None);
    table.log_in();
    table.hear(SETUP);
    table.hear("genmove b 300000");
    table.client.decided(Ok(decision("E5")), None, table.now);
    // Nobody has taken a step yet.
    let known = table.journal();
    assert_eq!(known.moves.len(), 1);
    assert_eq!(known.moves[0].mv.to_string(), "E5");
    let path = table
        .folder
        .path()
        .join("cgos-here_1-7-us1-vs-them.journal");
    let resumed = Journal::read(&path);
    assert!(
        matches!(resumed, Err(JournalError::OnServer { .. })),
        "{resumed:?}"
    );
}

#[test]
fn two_processes_do_not_play_one_game() {
    let mut table = Table::new(None);
    table.log_in();
    table.hear(SETUP);
    let mut other = client(&table.folder, None);
    other.connected(Instant::ZERO);
    other.hear(SETUP, table.now);
    let steps: Vec<Step> = std::iter::from_fn(|| other.state_mut().next_step()).collect();
    let Some(Step::Finish(Finished::Failed(failure))) = steps.last() else {
        panic!("{steps:?}");
    };
    assert_eq!(failure.blame, Blame::Record);
    assert!(failure.message.contains("another process"), "{failure}");
}

#[test]
fn a_killed_client_sends_the_move_again_that_did_not_arrive() {
    let mut table = Table::new(None);
    table.log_in();
    table.hear(SETUP);
    table.hear("genmove b 300000");
    table.decide("E5");
    let mut table = table.killed();
    table.log_in();
    assert_eq!(table.hear(SETUP), ["(seat Black)"]);
    assert_eq!(table.hear("genmove b 250000"), ["E5"]);
    table.hear("play w C3 298000");
    assert_eq!(table.hear("genmove b 249000"), ["(ask 249)"]);

    // The other way round: it has arrived, and more has come since.
    let mut table = table.killed();
    table.log_in();
    table.hear(&with_moves("E5 250000 C3 298000 F6 248000 D3 297000"));
    assert_eq!(table.hear("genmove b 240000"), ["(ask 240)"]);
    let known = table.journal();
    assert_eq!(known.moves.len(), 4);
    assert_eq!(known.moves[3].left, Duration::from_secs(297));
    assert_eq!(table.record().moves().len(), 4);
}

#[test]
fn a_lost_connection_keeps_the_player_and_the_game() {
    let mut table = Table::new(None);
    table.log_in();
    table.hear(SETUP);
    table.hear("genmove b 300000");
    table.client.disconnected("gone".to_owned());
    // What it had thought by then is nobody's: it is asked again.
    assert!(table.decide("E5").is_empty());
    table.log_in();
    assert!(table.hear(SETUP).is_empty(), "it sits there");
    assert_eq!(table.hear("genmove b 280000"), ["(ask 280)"]);
    assert_eq!(table.decide("E5"), ["E5"]);
    table.client.disconnected("gone".to_owned());
    table.log_in();
    table.hear(SETUP);
    assert_eq!(table.hear("genmove b 270000"), ["E5"], "sent again");
}

#[test]
fn the_servers_moves_stand() {
    let mut table = Table::new(None);
    table.log_in();
    table.hear(&with_moves("E5 300000 C3 300000 F6 300000"));
    table.client.disconnected("gone".to_owned());
    table.log_in();
    let events = table.events(&with_moves("E5 300000 D3 300000"));
    assert!(events.contains(&ServerEvent::OtherMoves(1)), "{events:?}");
    let moves: Vec<_> = table.journal().moves;
    assert_eq!(moves.len(), 2);
    assert_eq!(moves[1].mv.to_string(), "D3");
    assert_eq!(table.record().moves().len(), 2);
}

#[test]
fn a_restarted_server_has_forgotten_the_game() {
    let mut table = Table::new(None);
    table.log_in();
    table.hear(SETUP);
    table.hear("genmove b 300000");
    table.decide("E5");
    table.client.disconnected("gone".to_owned());
    table.log_in();
    table.client.tick(table.now + Duration::from_secs(19));
    assert!(
        table.client.state().game().is_some(),
        "it may yet be told of"
    );
    table.client.tick(table.now + Duration::from_secs(21));
    assert_eq!(table.said(), ["(rise)", "(prepare)", "ready"]);
    assert_eq!(table.journal().result.as_deref(), Some("?"));
    let record = table.record();
    assert_eq!(record.info.result, GameResult::Unknown);
    assert!(record.info.comment.unwrap().contains("no more"));

    // A server that counts from 1 again has a file of its own.
    table.hear(SETUP);
    let second = table
        .folder
        .path()
        .join("cgos-here_1-7-us1-vs-them-2.journal");
    assert!(second.exists());
}

/// Client and server were killed: the game is closed when the server has told of none, or of another one.
#[test]
fn a_game_that_was_forgotten_while_we_were_away_is_closed() {
    let left = || {
        let mut table = Table::new(None);
        table.log_in();
        table.hear(SETUP);
        table.hear("genmove b 300000");
        table.decide("E5");
        table.killed()
    };
    let mut table = left();
    table.log_in();
    assert_eq!(table.journal().result, None, "it may yet be told of");
    table.client.tick(table.now + Duration::from_secs(21));
    table.said();
    assert_eq!(table.journal().result.as_deref(), Some("?"));
    assert!(table.record().info.comment.unwrap().contains("no more"));

    let mut table = left();
    table.log_in();
    table.hear("setup 9 9 7.0 300000 them(1800?) us1(1700)");
    assert_eq!(table.journal().result.as_deref(), Some("?"));
}

/// A board with a dead stone by rules that take it off.
#[test]
fn dead_stones_are_counted_where_they_are_taken_off() {
    let mut table = Table::new(None);
    table.client = client_by(&table.folder, None, Rules::Japanese.into());
    table.log_in();
    let wall =
        "D1 1 F1 1 D2 1 F2 1 D3 1 F3 1 D4 1 F4 1 D5 1 F5 1 D6 1 F6 1 D7 1 F7 1 D8 1 F8 1 D9 1 F9 1";
    table.hear(&with_moves(&format!("{wall} J5 1 B5 1 pass 1 pass 1")));
    let events = table.events("gameover 2026-11-30 W+7.0 ");
    let over = events.iter().find_map(|event| match event {
        ServerEvent::Over(over) => Some(over),
        _ => None,
    });
    // 27 points and a prisoner for each side, and komi.
    assert_eq!(over.expect("an end").counted.unwrap().to_string(), "W+7");
}

#[test]
fn another_game_ends_the_one_that_was_on() {
    let mut table = Table::new(None);
    table.log_in();
    table.hear(SETUP);
    table.client.disconnected("gone".to_owned());
    table.log_in();
    assert_eq!(
        table.hear("setup 9 9 7.0 300000 them(1800?) us1(1700)"),
        ["(rise)", "(seat Black)"]
    );
    assert_eq!(table.journal().result.as_deref(), Some("?"));
}

#[test]
fn words_that_fit_nothing_ask_for_another_connection_and_then_end() {
    let mut table = Table::new(None);
    table.log_in();
    assert_eq!(table.hear("genmove b 1000"), ["(reconnect)"]);
    table.hear(SETUP);
    assert_eq!(table.hear("play b E5 1000"), Vec::<String>::new());
    // The same point again, a move out of turn.
    assert_eq!(table.hear("play w E5 1000"), ["(reconnect)"]);
    assert_eq!(table.hear("play b C3 1000"), ["(reconnect)"]);
    assert_eq!(table.hear("genmove w 1000"), ["(reconnect)"]);
    let end = table.hear("setup 1 9 7.0 300000 a b");
    assert!(end[0].contains("make no game"), "{end:?}");
    assert!(table.hear(SETUP).is_empty(), "it is over");
}

#[test]
fn nonsense_is_told_a_few_times_and_passed_over() {
    let mut table = Table::new(None);
    table.log_in();
    let told: usize = (0..50).map(|_| table.events("bla \u{7} bla").len()).sum();
    assert_eq!(told, 5);
    assert_eq!(table.hear(SETUP), ["(seat Black)"]);
}

#[test]
fn two_logins_and_a_wrong_password_end_it() {
    let mut table = Table::new(None);
    table.log_in();
    let end = table.hear("info another login is being attempted using this user name");
    assert!(
        end[0].contains("another program has logged in as us1"),
        "{end:?}"
    );

    let mut table = Table::new(None);
    table.log_in();
    table
        .client
        .hear("Error: Sorry, password doesn't match", table.now);
    let steps = table.steps();
    let Some(Step::Finish(Finished::Failed(failure))) = steps.last() else {
        panic!("{steps:?}");
    };
    assert_eq!(failure.blame, Blame::Usage);
    assert!(failure.message.contains("password doesn't match"));
}

#[test]
fn a_player_that_fails_is_replaced_and_asked_again() {
    let mut table = Table::new(None);
    table.log_in();
    table.hear(&with_moves("E5 300000 C3 300000"));
    table.hear("genmove b 300000");
    assert_eq!(table.decide("C3"), ["(replace)", "(ask 300)"]);
    let fault = || Err(Fault::new(FaultKind::Crash, "it ended"));
    table.client.decided(fault(), None, table.now);
    assert_eq!(table.said(), ["(replace)", "(ask 300)"]);
    table.client.decided(fault(), None, table.now);
    let end = table.said();
    assert!(end[0].contains("failed 3 times"), "{end:?}");
}

#[test]
fn thoughts_go_where_they_are_taken() {
    let insight = MoveInsight {
        chance: 0.5,
        lead: None,
        visits: 0,
        moves: Vec::new(),
    };
    for (greeting, sent) in [
        (
            "protocol genmove_analyze",
            r#"E5 {"moves":[],"visits":0,"winrate":0.5}"#,
        ),
        ("protocol", "E5"),
    ] {
        let mut table = Table::new(None);
        table.client.connected(Instant::ZERO);
        table.hear(greeting);
        table.hear(SETUP);
        table.hear("genmove b 300000");
        let (now, thought) = (table.now, Some(insight.clone()));
        table.client.decided(Ok(decision("E5")), thought, now);
        assert_eq!(table.said(), [sent]);
    }
}

#[test]
fn the_operator_leaves_after_the_game_or_between_two() {
    let mut table = Table::new(None);
    table.log_in();
    table.hear(SETUP);
    table.client.leave_after_game();
    assert!(table.said().is_empty());
    assert_eq!(
        table.hear("gameover 2026-11-30 B+Resign "),
        ["(rise)", "quit", "(done)"]
    );

    let mut table = Table::new(None);
    table.log_in();
    table.client.leave_after_game();
    assert_eq!(table.said(), ["(done)"]);
}

#[test]
fn a_repetition_that_the_server_allows_is_played() {
    // A ko taken back after two passes: no position twice, by our rules.
    let ko = "C5 D5 B4 E4 C3 D3 D4 C4 pass pass D4 pass";
    let moves: Vec<String> = ko.split(' ').map(|mv| format!("{mv} 300000")).collect();
    let mut table = Table::new(None);
    table.log_in();
    assert_eq!(table.hear(&with_moves(&moves.join(" "))), ["(seat Black)"]);
    assert_eq!(table.client.state().game().unwrap().move_count(), 12);
    assert_eq!(table.client.state().game().unwrap().to_move(), Color::Black);
}

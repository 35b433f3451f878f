//! Whole dialogues with the client.

use std::num::NonZeroU32;
use std::time::Duration;

use proptest::prelude::*;
use sgmp_proto::Instant;
use tempfile::TempDir;

use crate::play::Decision;
use crate::servers::nngs::{MatchWishes, NngsAccount, NngsClient};
use crate::servers::server_clock::left_on;
use crate::servers::*;
use sgmp_board::record::{Format, GameRecord, read_sgf};
use sgmp_board::rules::{BoardSize, Move, Point, PointSet, RuleSet, Rules, Status};

const HEADER: &str = "15 Game 3 I: them (0 600 -1) vs us1 (0 600 -1)";
const ROW: &str = "7 [ 3] them [ 5k*] vs. us1 [ NR ]";

/// A client, its folder, and a clock that goes a second with each input.
struct Table {
    folder: TempDir,
    client: NngsClient,
    now: Instant,
}

fn client(folder: &TempDir, opponent: Option<&str>) -> NngsClient {
    let account = NngsAccount {
        name: "us1".parse().unwrap(),
        password: Some(Password::read("secret").unwrap()),
    };
    let settings = GameSettings {
        folder: GameFolder {
            kind: ServerKind::Nngs,
            folder: folder.path().to_owned(),
            server: "here:1".to_owned(),
        },
        rules: RuleSet::from(Rules::Japanese),
        format: Format::Ff4,
        lag: Duration::from_millis(500),
        date: || "2026-11-30".to_owned(),
    };
    let wishes = MatchWishes {
        opponent: opponent.map(|name| name.parse().unwrap()),
        color: None,
        size: BoardSize::new(9).unwrap(),
        minutes: 10,
        byoyomi: 5,
        komi: Some("5.5".parse().unwrap()),
    };
    NngsClient::new(account, wishes, settings, NonZeroU32::new(1))
}

impl Table {
    fn new(opponent: Option<&str>) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let client = client(&folder, opponent);
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

    fn said(&mut self) -> Vec<String> {
        let steps = std::iter::from_fn(|| self.client.state_mut().next_step());
        let said = steps.filter_map(|step| match step {
            Step::Send(line) => Some(line.shown),
            Step::Ask(clock) => Some(format!("(ask {})", left_on(clock).as_secs())),
            Step::Seat(terms) => Some(format!("(seat {})", terms.color)),
            Step::Count => Some("(count)".to_owned()),
            Step::Reconnect(what) => Some(format!("(reconnect: {what})")),
            Step::Finish(Finished::Done) => Some("(done)".to_owned()),
            Step::Finish(Finished::Failed(failure)) => Some(format!("({failure})")),
            Step::Tell(_) | Step::Prepare | Step::Replace | Step::Rise => None,
        });
        said.collect()
    }

    /// Hears lines, and says what it says.
    fn hear(&mut self, lines: &[&str]) -> Vec<String> {
        for line in lines {
            self.now = self.now + Duration::from_secs(1);
            self.client.hear(line, self.now);
        }
        self.said()
    }

    fn pass_time(&mut self, seconds: u64) -> Vec<String> {
        self.now = self.now + Duration::from_secs(seconds);
        self.client.tick(self.now);
        self.said()
    }

    fn decide(&mut self, name: &str) -> Vec<String> {
        let decision = match name {
            "pass" => Decision::Move(Move::Pass),
            point => Decision::Move(Move::Play(Point::parse(point).unwrap())),
        };
        self.client.decided(Ok(decision), None, self.now);
        self.said()
    }

    fn count(&mut self, dead: &[&str]) -> Vec<String> {
        let mut set = PointSet::default();
        for name in dead {
            set.insert(Point::parse(name).unwrap());
        }
        let board = self.client.state().game().unwrap().board().clone();
        self.client
            .counted(Ok(Status::with_dead(&board, &set)), self.now);
        self.said()
    }

    fn log_in(&mut self) -> Vec<String> {
        self.client.connected(self.now);
        self.client.see_unfinished("Login: ", self.now);
        assert_eq!(self.said(), ["us1"]);
        self.client
            .see_unfinished("Password: \u{fffd}\u{fffd}\u{1}", self.now);
        assert_eq!(self.said(), ["(the password)"]);
        let mut said = self.hear(&["\u{fffd}\u{fffd}\u{1}1 5", "1 5"]);
        assert_eq!(said[3], "toggle verbose false");
        said.drain(..4);
        said
    }

    /// A game whose moves are told by these lines, up to our turn or theirs.
    fn sit_down(&mut self, moves: &[&str]) -> Vec<String> {
        assert_eq!(self.hear(&[HEADER]), ["moves 3", "games 3"]);
        self.hear(&[HEADER]);
        self.hear(moves);
        let row = format!("{ROW} ({}    9  0  5.5  5 FI) (  0)", moves.len());
        self.hear(&[&row, "1 6"])
    }

    fn record(&mut self) -> GameRecord {
        self.client.state_mut().keep_record();
        let path = self.folder.path().join("nngs-here_1-us1-vs-them.sgf");
        read_sgf(&std::fs::read(path).unwrap()).unwrap()
    }
}

#[test]
fn a_game_from_the_login_to_the_result() {
    let mut table = Table::new(None);
    assert!(table.log_in().is_empty());
    let said = table.hear(&["9 Use <match them B 9 10 5> or <decline them> to respond."]);
    assert_eq!(said, ["match them B 9 10 5"]);
    assert_eq!(table.sit_down(&[]), ["(seat Black)", "(ask 600)"]);
    assert_eq!(table.decide("E5"), ["E5"]);
    assert!(table.hear(&[HEADER, "15   0(B): E5", "1 6"]).is_empty());
    let their_move = [
        "15 Game 3 I: them (0 590 -1) vs us1 (0 30 7)",
        "15   1(W): C3",
        "1 6",
    ];
    assert_eq!(table.hear(&their_move), ["(ask 30)"]);
    assert_eq!(table.decide("pass"), ["pass"]);
    table.hear(&[HEADER, "15   2(B): Pass", "1 6"]);
    // Their pass is told by the prompt alone.
    assert_eq!(
        table.hear(&["9 You can check your score", "1 7"]),
        ["(count)"]
    );
    assert_eq!(table.count(&["C3"]), ["C3", "done"]);
    assert!(table.hear(&["9 Removing @ C3", "1 7", "9 1 7"]).is_empty());
    let end = "9 {Game 3: them vs us1 : White resigns. W 5.5 B 82.0}";
    assert_eq!(table.hear(&[end]), ["quit", "(done)"]);
    let record = table.record();
    assert_eq!(record.info.result.to_string(), "B+76.5");
    assert_eq!(record.moves().len(), 4);
    assert_eq!(record.info.players.white.rank.as_deref(), Some("5k*"));
}

#[test]
fn a_move_that_did_not_arrive_is_sent_again_by_the_next_process() {
    let mut table = Table::new(None);
    table.log_in();
    let known = ["15   0(B): E5", "15   1(W): C3"];
    assert_eq!(table.sit_down(&known), ["(seat Black)", "(ask 600)"]);
    assert_eq!(table.decide("F6"), ["F6"]);
    let mut table = table.killed();
    assert!(table.log_in().is_empty());
    assert_eq!(table.pass_time(1), ["load them-us1"]);
    assert!(table.hear(&["5 them is not logged in.", "1 5"]).is_empty());
    assert_eq!(table.pass_time(11), ["load them-us1"]);
    assert_eq!(table.sit_down(&known), ["(seat Black)", "F6"]);
}

#[test]
fn a_server_that_has_saved_less_plays_on_from_there() {
    let mut table = Table::new(None);
    table.log_in();
    let known = [
        "15   0(B): E5",
        "15   1(W): C3",
        "15   2(B): F6",
        "15   3(W): G7",
    ];
    table.sit_down(&known);
    table.client.disconnected("gone".to_owned());
    table.said();
    assert!(table.log_in().is_empty());
    table.pass_time(1);
    let said = table.sit_down(&known[..2]);
    assert_eq!(said, ["(ask 600)"], "our player sits there");
    assert_eq!(table.record().moves().len(), 2);
}

#[test]
fn a_game_that_the_server_does_not_know_is_closed() {
    let mut table = Table::new(None);
    table.log_in();
    table.sit_down(&["15   0(B): E5", "15   1(W): C3"]);
    let mut table = table.killed();
    table.log_in();
    table.pass_time(1);
    table.hear(&["5 There is no stored game them vs. us1"]);
    assert!(table.record().info.comment.unwrap().contains("no more"));
    let mut table = table.killed();
    table.log_in();
    assert!(table.pass_time(1).is_empty());
}

#[test]
fn a_komi_that_is_wanted_is_asked_for_and_waited_for() {
    let mut table = Table::new(None);
    table.log_in();
    let row = format!("{ROW} (0    9  0  6.5  5 FI) (  0)");
    table.hear(&[HEADER]);
    assert_eq!(table.hear(&[&row, "1 6"]), ["(seat Black)", "komi 5.5"]);
    assert_eq!(
        table.hear(&["9 Komi is now set to 5.5"]),
        ["moves 3", "games 3"]
    );
    let row = format!("{ROW} (0    9  0  5.5  5 FI) (  0)");
    assert_eq!(table.hear(&[&row, "1 6"]), ["(seat Black)", "(ask 600)"]);
    assert_eq!(
        table.hear(&["9 them offers a new komi of 9.5."]),
        ["decline them"]
    );
}

#[test]
fn the_opponent_is_offered_a_match_and_others_are_declined() {
    let mut table = Table::new(Some("them"));
    table.log_in();
    assert_eq!(table.pass_time(1), ["match them B 9 10 5"]);
    assert!(table.pass_time(20).is_empty());
    let said = table.hear(&["9 Use <match joe B 9 10 5> or <decline joe> to respond."]);
    assert_eq!(said, ["decline joe"]);
    let said = table.hear(&["9 Use <match them W 9 10 5> or <decline them> to respond."]);
    assert_eq!(said, ["match them W 9 10 5"]);
    let said = table.hear(&["9 Use <match them W 19 10 5> or <decline them> to respond."]);
    assert_eq!(said[0], "decline them");
    assert!(said[1].starts_with("tell them I play 9x9"), "{said:?}");
}

#[test]
fn two_logins_and_no_password_end_it() {
    let mut table = Table::new(None);
    table.log_in();
    let end = table.hear(&["**** us1 has arrived - you can't both be logged in. ****"]);
    assert!(
        end[0].contains("another program has logged in as us1"),
        "{end:?}"
    );

    let mut table = Table::new(None);
    table.client.account.password = None;
    table.client.connected(table.now);
    table.client.see_unfinished("Login: ", table.now);
    table.client.see_unfinished("Password: ", table.now);
    let end = table.said();
    assert!(end[1].contains("wants a password"), "{end:?}");
}

/// Hears lines that are changed by chance, as the fuzz target does.
fn survives(lines: &[String]) {
    let mut table = Table::new(Some("them"));
    table.log_in();
    for line in lines {
        table.now = table.now + Duration::from_secs(1);
        table.client.hear(line, table.now);
        table.client.tick(table.now);
        let mut steps = 0;
        while let Some(step) = table.client.state_mut().next_step() {
            steps += 1;
            assert!(steps < 100, "{line}");
            match step {
                Step::Ask(_) => {
                    let pass = Ok(Decision::Move(Move::Pass));
                    table.client.decided(pass, None, table.now);
                }
                Step::Count => {
                    let board = table.client.state().game().unwrap().board().clone();
                    let status = Status::as_it_stands(&board);
                    table.client.counted(Ok(status), table.now);
                }
                Step::Reconnect(what) => {
                    table.client.disconnected(what);
                    table.client.connected(table.now);
                    table.client.see_unfinished("Login: ", table.now);
                    table.client.see_unfinished("#> ", table.now);
                }
                _ => {}
            }
        }
        table.client.state_mut().keep_record();
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn odd_words_in_any_order_neither_panic_nor_grow(
        order in prop::collection::vec((0_usize..24, any::<prop::sample::Index>(), any::<Option<char>>()), 1..60)
    ) {
        let row = format!("{ROW} (2    9  0  5.5  5 FI) (  0)");
        let lines = [
            HEADER, "15   0(B): E5", "15   1(W): C3", &row, "1 6", "1 7", "1 5",
            "15   2(B): Pass", "15   3(W): Pass", "28 them undid the last move (Pass).",
            "9 Removing @ E5", "9 Removing @ C3", "5 It is not your move.", "5 Illegal Move!",
            "9 {Game 3: them vs us1 : has adjourned.}",
            "9 {Game 3: them vs us1 : W 5.5 B 82.0}",
            "9 Use <match them W 9 10 5> or <decline them> to respond.",
            "9 Komi is now set to 5.5", "9 them offers a new komi of 5.5.",
            "15   0(B): Handicap 3", "5 There is no stored game them vs. us1",
            "9 them would like to adjourn the game.", "19 them hello",
            "15 Game 4 I: us1 (0 60 3) vs them (0 0 -1)",
        ];
        let changed: Vec<String> = order
            .iter()
            .map(|(number, place, other)| {
                let mut signs: Vec<char> = lines[*number].chars().collect();
                if let Some(other) = other {
                    let place = place.index(signs.len());
                    signs[place] = *other;
                }
                signs.into_iter().collect()
            })
            .collect();
        survives(&changed);
    }
}

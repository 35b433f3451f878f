//! Any bytes from an NNGS server: a client that hears them neither panics nor grows.
#![no_main]

use std::time::Duration;

use libfuzzer_sys::fuzz_target;
use sgmp_board::record::Format;
use sgmp_board::rules::{BoardSize, Move, RuleSet, Rules, Status};
use sgmp_match::gtp::{Input, Splitter};
use sgmp_match::play::Decision;
use sgmp_match::servers::nngs::{MatchWishes, NngsAccount, NngsClient};
use sgmp_match::servers::{GameFolder, GameSettings, ServerClient, ServerKind, Step};
use sgmp_proto::Instant;

/// More steps than one line can lead to.
const MAX_STEPS: usize = 100;

fn client(folder: &std::path::Path) -> NngsClient {
    let account = NngsAccount {
        name: "us1".parse().expect("a name"),
        password: None,
    };
    let wishes = MatchWishes {
        opponent: None,
        color: None,
        size: BoardSize::new(9).expect("a size"),
        minutes: 10,
        byoyomi: 5,
        komi: None,
    };
    let settings = GameSettings {
        folder: GameFolder {
            kind: ServerKind::Nngs,
            folder: folder.to_owned(),
            server: "here:1".to_owned(),
        },
        rules: RuleSet::from(Rules::Japanese),
        format: Format::Ff4,
        lag: Duration::from_millis(500),
        date: || "2026-11-30".to_owned(),
    };
    NngsClient::new(account, wishes, settings, None)
}

/// Logs in as a guest.
fn enter(client: &mut NngsClient, now: Instant) {
    client.connected(now);
    client.see_unfinished("Login: ", now);
    client.hear("", now);
    client.see_unfinished("#> ", now);
}

fn obey(client: &mut NngsClient, step: Step, now: Instant) {
    match step {
        Step::Ask(_) => client.decided(Ok(Decision::Move(Move::Pass)), None, now),
        Step::Count => {
            if let Some(game) = client.state().game() {
                let status = Status::as_it_stands(game.board());
                client.counted(Ok(status), now);
            }
        }
        Step::Reconnect(what) => {
            client.disconnected(what);
            enter(client, now);
        }
        _ => {}
    }
}

fuzz_target!(|bytes: &[u8]| {
    let folder = tempfile::tempdir().expect("a folder");
    let mut client = client(folder.path());
    let mut now = Instant::ZERO;
    enter(&mut client, now);
    for line in Splitter::new().feed(bytes) {
        let Input::Line(line) = line else {
            continue;
        };
        now = now + Duration::from_secs(1);
        client.hear(&line, now);
        client.tick(now);
        let mut steps = 0;
        while let Some(step) = client.state_mut().next_step() {
            steps += 1;
            assert!(steps < MAX_STEPS, "{line:?} has no end");
            obey(&mut client, step, now);
        }
        client.state_mut().keep_record();
    }
});

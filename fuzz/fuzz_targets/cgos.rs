//! Any bytes from a CGOS server: lines that are understood say the same when they are written again, and a client that
//! hears them neither panics nor grows.
#![no_main]

use std::time::Duration;

use libfuzzer_sys::fuzz_target;
use sgmp_board::record::Format;
use sgmp_board::rules::RuleSet;
use sgmp_match::gtp::{Input, Splitter};
use sgmp_match::play::Decision;
use sgmp_match::servers::cgos::{CgosAccount, CgosClient, SentMove, ServerLine};
use sgmp_match::servers::{GameFolder, GameSettings, Password, ServerClient, ServerKind, Step};
use sgmp_proto::Instant;

fuzz_target!(|bytes: &[u8]| {
    let folder = tempfile::tempdir().expect("a folder");
    let account = CgosAccount {
        name: "us1".parse().expect("a name"),
        password: Password::read("secret").expect("a password"),
        analyze: true,
    };
    let settings = GameSettings {
        folder: GameFolder {
            folder: folder.path().to_owned(),
            kind: ServerKind::Cgos,
            server: "here:1".to_owned(),
        },
        rules: RuleSet::TROMP_TAYLOR,
        format: Format::Ff4,
        lag: Duration::from_millis(500),
        date: || "2026-11-30".to_owned(),
    };
    let mut client = CgosClient::new(account, settings, None);
    let mut now = Instant::ZERO;
    client.connected(now);
    for line in Splitter::new().feed(bytes) {
        let Input::Line(line) = line else {
            continue;
        };
        if let Ok(read) = line.parse::<ServerLine>() {
            assert_eq!(read.to_string().parse::<ServerLine>().as_ref(), Ok(&read));
        }
        if let Ok(sent) = line.parse::<SentMove>() {
            assert_eq!(sent.to_string().parse::<SentMove>().as_ref(), Ok(&sent));
        }
        now = now + Duration::from_secs(1);
        client.hear(&line, now);
        client.tick(now);
        while let Some(step) = client.state_mut().next_step() {
            match step {
                Step::Ask(_) => client.decided(Ok(Decision::Resign), None, now),
                Step::Reconnect(what) => {
                    client.disconnected(what);
                    client.connected(now);
                }
                _ => {}
            }
        }
        client.state_mut().keep_record();
    }
});

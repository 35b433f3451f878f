//! Lines of real games that are changed by chance, as the fuzz target does: the client neither panics nor grows.

use std::time::Duration;

use proptest::prelude::*;
use sgmp_proto::Instant;

use crate::play::Decision;
use crate::servers::cgos::{CgosAccount, CgosClient};
use crate::servers::*;
use sgmp_board::record::Format;
use sgmp_board::rules::{Move, RuleSet};

/// More steps than one line can lead to.
const MAX_STEPS: usize = 100;

const LINES: &str = include_str!("../../../../../../fixtures/cgos/game.txt");

fn client(folder: &std::path::Path) -> CgosClient {
    let account = CgosAccount {
        name: "us1".parse().unwrap(),
        password: Password::read("secret").unwrap(),
        analyze: true,
    };
    let settings = GameSettings {
        folder: GameFolder {
            kind: ServerKind::Cgos,
            folder: folder.to_owned(),
            server: "here:1".to_owned(),
        },
        rules: RuleSet::TROMP_TAYLOR,
        format: Format::Ff4,
        lag: Duration::from_millis(500),
        date: || "2026-11-30".to_owned(),
    };
    CgosClient::new(account, settings, None)
}

fn survives(lines: &[String]) {
    let folder = tempfile::tempdir().unwrap();
    let mut client = client(folder.path());
    let mut now = Instant::ZERO;
    client.connected(now);
    client.hear("setup 7 9 7.0 300000 them(1800?) us1(1700)", now);
    for line in lines {
        now = now + Duration::from_secs(1);
        client.hear(line, now);
        client.tick(now);
        let mut steps = 0;
        while let Some(step) = client.state_mut().next_step() {
            steps += 1;
            assert!(steps < MAX_STEPS, "{line:?} has no end");
            match step {
                Step::Ask(_) => client.decided(Ok(Decision::Move(Move::Pass)), None, now),
                Step::Reconnect(what) => {
                    client.disconnected(what);
                    client.connected(now);
                }
                _ => {}
            }
        }
        client.state_mut().keep_record();
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn changed_lines_in_any_order_neither_panic_nor_grow(
        order in prop::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>(), any::<Option<char>>()), 1..60)
    ) {
        let lines: Vec<&str> = LINES.lines().filter(|line| !line.is_empty()).collect();
        let changed: Vec<String> = order
            .iter()
            .map(|(number, place, other)| {
                let mut signs: Vec<char> = number.get(&lines).chars().collect();
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

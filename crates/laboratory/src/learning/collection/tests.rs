//! Damage that a collection survives.

use std::fs;

use super::contents::{MAGIC, scan};
use super::*;
use crate::learning::games_config::RulesName;
use crate::learning::{GamesConfig, Pairing, TrainingGame, generate};
use sgmp_board::stop_flag::StopFlag;

fn session() -> Session {
    let config = GamesConfig {
        seed: 3,
        sizes: vec![5],
        komi: vec![11],
        rules: RulesName::Japanese,
        pairing: Pairing::Ours { playouts: 2 },
        played_out_one_of: 0,
        drawn: None,
    };
    Session {
        version: "1".to_owned(),
        command: "sgmp-go learn games".to_owned(),
        began: "2026".to_owned(),
        note: String::new(),
        players: config.pairing.names(&StopFlag::new()).unwrap(),
        config,
    }
}

fn games(count: u32) -> Vec<TrainingGame> {
    let (numbers, mut games) = ((0..count).collect::<Vec<_>>(), Vec::new());
    generate(&session().config, &numbers, 1, &StopFlag::new(), |made| {
        games.push(*made.unwrap());
        std::ops::ControlFlow::Continue(())
    });
    games
}

fn written(games: &[TrainingGame], path: &std::path::Path) -> Vec<u8> {
    let (mut collection, _) = Collection::open(path, &session()).unwrap();
    for game in games {
        collection.add(game).unwrap();
    }
    collection.finish().unwrap();
    fs::read(path).unwrap()
}

#[test]
fn a_file_cut_at_any_byte_keeps_its_whole_games_and_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games");
    let games = games(3);
    let bytes = written(&games, &path);
    assert_eq!(read_games(&path).unwrap().games, games);
    let mut before = 0;
    for cut in 0..=bytes.len() {
        let Some(contents) = scan(&bytes[..cut]) else {
            assert!(cut < MAGIC.len());
            continue;
        };
        let whole = contents.games.len();
        assert!(contents.games == games[..whole] && whole >= before);
        assert_eq!(contents.damaged, 0);
        before = whole;
    }
    for cut in [0, 5, MAGIC.len(), MAGIC.len() + 9, bytes.len() - 1] {
        fs::write(&path, &bytes[..cut]).unwrap();
        let (collection, found) = Collection::open(&path, &session()).unwrap();
        drop(collection);
        let missing = &games[found.games.len()..];
        written(missing, &path);
        let after = read_games(&path).unwrap();
        assert_eq!(after.games, games, "cut at {cut}");
        assert_eq!((after.torn, after.damaged), (0, 0));
    }
}

#[test]
fn a_damaged_game_is_lost_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games");
    let games = games(3);
    let bytes = written(&games, &path);
    let start = scan(&bytes).unwrap();
    assert_eq!(start.sessions, [session()]);
    for at in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[at] ^= 0x10;
        let Some(contents) = scan(&damaged) else {
            assert!(at < MAGIC.len());
            continue;
        };
        let lost = games.len() - contents.games.len();
        // Without the session nothing is known of the players.
        let in_session = contents.sessions.is_empty();
        assert!(lost == 1 || in_session, "byte {at}: {lost} lost");
        assert!(contents.damaged + contents.torn > 0);
    }
}

#[test]
fn other_words_and_other_files_are_refused_and_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games");
    let bytes = written(&games(1), &path);
    let mut other = session();
    other.config.seed += 1;
    let refused = Collection::open(&path, &other).unwrap_err();
    assert!(matches!(refused, CollectionError::OtherConfig { .. }));
    assert_eq!(fs::read(&path).unwrap(), bytes);
    let strange = folder.path().join("strange");
    fs::write(&strange, "not games, but long enough").unwrap();
    let refused = Collection::open(&strange, &session()).unwrap_err();
    assert!(matches!(refused, CollectionError::NoGames { .. }));
    let (_held, _) = Collection::open(&path, &session()).unwrap();
    let second = Collection::open(&path, &session()).unwrap_err();
    assert!(matches!(second, CollectionError::InUse { .. }));
}

#[test]
fn random_bytes_are_no_games() {
    let mut rng = sgmp_board::rng::Rng::from_seed(5);
    for _ in 0..50 {
        let noise = (0..400).flat_map(|_| rng.next_u64().to_le_bytes());
        let bytes: Vec<u8> = MAGIC.iter().copied().chain(noise).collect();
        let contents = scan(&bytes).unwrap();
        assert_eq!(contents.games.len() + contents.sessions.len(), 0);
        assert_eq!(contents.torn, 3200);
    }
}

/// Every fourth byte of this begins what looks like a record of 32 KiB.
#[test]
fn bytes_made_to_be_slow_are_given_up() {
    let mut bytes = MAGIC.to_vec();
    bytes.extend([0x47, 0x7f, 0, 0].repeat(1 << 20));
    let contents = scan(&bytes).unwrap();
    assert!(contents.games.is_empty() && contents.sessions.is_empty());
    let lost = contents.damaged + contents.torn;
    assert_eq!(lost, (bytes.len() - MAGIC.len()) as u64);
}

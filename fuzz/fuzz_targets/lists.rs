//! Any bytes as a list of players, and as an archive of an event: read or refused; players go into an event's file.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sgmp_hall::tournament::lists::{add_players, read_players, read_results};
use sgmp_hall::tournament::submission::unzip;

fuzz_target!(|bytes: &[u8]| {
    let text = "name = \"Cup\"\n[[player]]\nname = \"A\"\nplays = \"human\"\n";
    if let Ok(players) = read_players(bytes) {
        let added = add_players(text, &players).expect("the file is in order");
        assert_eq!(added.added.len() + added.known.len(), players.len());
    }
    let _ = read_results(&String::from_utf8_lossy(bytes));
    let _ = unzip(bytes);
});

//! Killed between any two events, the match resumes and both sides hold the same game.

use std::thread;
use std::time::Duration;

use sgmp_board::rng::Rng;

use crate::common::{Cable, Folder, Program, Signal, gnugo, ours, resumed, same_moves, until};
use crate::tools::needs;

/// Kills of one match.
const KILLS: u32 = 5;
/// Moves between two of them are fewer; with none, the handshake is hit too.
const MAX_MOVES: u32 = 8;
/// The longest wait within a move, so that any moment of it is met.
const MAX_MILLIS: u32 = 120;

fn random_kills(seed: u64, our_color: &str, its_color: &str) {
    println!("seed {seed}");
    let mut chance = Rng::from_seed(seed);
    let folder = Folder::new();
    let cable = Cable::repeating(Duration::from_secs(2));
    let mut opponent = gnugo(&folder, "gnugo", its_color, 9);
    let mut opponent = Program::start_on(&folder, "gnugo", &mut opponent, cable.open_b());
    let mut command = ours(&folder, "ours", our_color, cable.a());
    command.args(["--size", "9", "--resend", "1s"]);
    for kill in 0..KILLS {
        let mut ours = Program::start(&folder, &format!("ours-{kill}"), &mut command);
        let moves = usize::try_from(chance.below(MAX_MOVES)).expect("a few");
        ours.has_said("moves", |told| told.matches("left: Black").count() >= moves);
        // The record comes after the journal's first entry.
        until("a record", || {
            folder.path("ours.sgf").exists().then_some(())
        });
        thread::sleep(Duration::from_millis(chance.below(MAX_MILLIS).into()));
        ours.signal(Signal::KILL);
        assert_eq!(ours.end(), -9, "the match was still on at kill {kill}");
        command = resumed(&folder, cable.a());
    }
    let mut ours = Program::start(&folder, "ours", &mut command);
    ours.ends_with(0);
    opponent.end();
    assert!(
        ours.stderr().contains("15(1)"),
        "the judge's paragraph: {}",
        ours.stderr()
    );
    let moves = same_moves(&folder.path("ours.sgf"), &folder.path("gnugo.sgf"));
    assert!(moves > 20, "a whole game, not {moves} moves");
}

#[test]
fn black_is_killed_at_five_random_moments() {
    needs!(GnuGo);
    random_kills(1, "black", "white");
}

#[test]
fn white_is_killed_at_five_random_moments() {
    needs!(GnuGo);
    random_kills(2, "white", "black");
}

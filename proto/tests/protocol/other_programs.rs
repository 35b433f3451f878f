//! Sessions of ours against each other and against models of other programs, on lines of every
//! kind: the promises that hold for each.

use std::collections::BTreeMap;
use std::num::NonZeroU32;
use std::time::Duration;

use sgmp_proto::sim::{Fault, Model, Noise, OtherProgram, Outcome, Probability, Quit, SeededGame};
use sgmp_proto::{Color, Stop};

/// Outcome of the games of one kind: each by its name.
type Tally = BTreeMap<String, u32>;

fn other_programs() -> impl Iterator<Item = OtherProgram> {
    let both = |model| Color::BOTH.map(|color| OtherProgram { color, model });
    Model::ALL.into_iter().flat_map(both)
}

/// Plays games; whatever happens has to be allowed to. Forged games are named as such.
fn tally(noise: Noise, other: Option<OtherProgram>, games: u64) -> Tally {
    let mut tally = Tally::new();
    for seed in 0..games {
        let game = SeededGame::play(noise, other, seed);
        let is_excused = game.is_forged() || !noise.is_in_order();
        let told = format!(
            "{other:?}, seed {seed}: {}\n{:#?}",
            game.outcome, game.report
        );
        assert_ne!(game.outcome, Outcome::Fault(Fault::Spins), "{told}");
        assert!(
            is_excused || !matches!(game.outcome, Outcome::Fault(_)),
            "{told}"
        );
        let name = if game.is_forged() {
            "forged".to_owned()
        } else {
            game.outcome.to_string()
        };
        *tally.entry(name).or_default() += 1;
    }
    tally
}

fn count(tally: &Tally, outcome: Outcome) -> u32 {
    tally.get(&outcome.to_string()).copied().unwrap_or_default()
}

fn of(model: Model) -> [Option<OtherProgram>; 2] {
    Color::BOTH.map(|color| Some(OtherProgram { color, model }))
}

const fn thousandths(per_thousand: u32) -> Probability {
    Probability::per_thousand(per_thousand)
}

const LOSSY: Noise = Noise {
    frame_lost: thousandths(50),
    byte_lost: thousandths(5),
    bit_flipped: thousandths(5),
    ..Noise::NONE
};

#[test]
fn on_a_good_line_every_game_is_whole() {
    for other in other_programs().map(Some).chain([None]) {
        let tally = tally(Noise::NONE, other, 40);
        assert_eq!(count(&tally, Outcome::Whole), 40, "{other:?}: {tally:?}");
    }
}

#[test]
fn sessions_of_ours_and_gogui_finish_whatever_is_lost() {
    for other in of(Model::GoGui).into_iter().chain([None]) {
        let tally = tally(LOSSY, other, 500);
        let ended = count(&tally, Outcome::Whole) + count(&tally, Outcome::FinalPassLost);
        let forged = tally.get("forged").copied().unwrap_or_default();
        assert_eq!(ended + forged, 500, "{other:?}: {tally:?}");
    }
}

/// As slow a line as there was: a frame takes 133 ms, and as long again and 50 ms of silence follow.
#[test]
fn at_300_baud_the_same_is_true() {
    let slow = |noise: Noise| Noise {
        baud: NonZeroU32::new(300),
        ..noise
    };
    for other in other_programs().map(Some).chain([None]) {
        let tally = tally(slow(Noise::NONE), other, 100);
        assert_eq!(count(&tally, Outcome::Whole), 100, "{other:?}: {tally:?}");
    }
    let noise = slow(Noise {
        frame_doubled: thousandths(20),
        junk: thousandths(5),
        talk: thousandths(20),
        ..LOSSY
    });
    for other in of(Model::GoGui).into_iter().chain([None]) {
        let tally = tally(noise, other, 300);
        let ended = count(&tally, Outcome::Whole) + count(&tally, Outcome::FinalPassLost);
        let forged = tally.get("forged").copied().unwrap_or_default();
        assert_eq!(ended + forged, 300, "{other:?}: {tally:?}");
    }
    for other in of(Model::GnuGo) {
        let tally = tally(noise, other, 300);
        assert!(count(&tally, Outcome::Whole) > 150, "{other:?}: {tally:?}");
    }
}

#[test]
fn gnu_go_that_lost_a_frame_of_its_own_is_nudged_and_plays_on() {
    for other in of(Model::GnuGo) {
        let tally = tally(LOSSY, other, 200);
        // Unless the nudge is lost as well, or its only NEWGAME.
        assert!(count(&tally, Outcome::Whole) > 150, "{other:?}: {tally:?}");
        assert!(
            count(&tally, Outcome::OtherIsMute) < 10,
            "{other:?}: {tally:?}"
        );
    }
}

#[test]
fn gnu_go_never_gets_two_frames_in_one_read_on_a_line_that_merges_none() {
    let noise = Noise {
        frame_doubled: thousandths(100),
        jitter: Duration::from_secs(30),
        ..LOSSY
    };
    for other in of(Model::GnuGo) {
        let tally = tally(noise, other, 200);
        assert_eq!(
            count(&tally, Outcome::Quit(Quit::MergedRead)),
            0,
            "{tally:?}"
        );
    }
}

#[test]
fn gnu_go_on_a_line_that_merges_reads_leaves_with_a_name() {
    let noise = Noise {
        read_lag: Duration::from_secs(5),
        ..Noise::NONE
    };
    for other in of(Model::GnuGo) {
        let tally = tally(noise, other, 50);
        assert!(
            count(&tally, Outcome::Quit(Quit::MergedRead)) > 40,
            "{tally:?}"
        );
    }
}

#[test]
fn a_pulled_cable_is_put_back_and_the_game_goes_on() {
    let noise = Noise {
        hang_up: thousandths(20),
        away: Duration::from_secs(30),
        ..Noise::NONE
    };
    for other in of(Model::GoGui).into_iter().chain([None]) {
        let tally = tally(noise, other, 300);
        let ended = count(&tally, Outcome::Whole) + count(&tally, Outcome::FinalPassLost);
        assert_eq!(ended, 300, "{other:?}: {tally:?}");
    }
}

#[test]
fn duplicates_splits_and_delays_change_nothing_for_whoever_minds_bits() {
    let noise = Noise {
        frame_doubled: thousandths(200),
        gap: Duration::from_millis(200),
        jitter: Duration::from_secs(3),
        talk: thousandths(20),
        ..Noise::NONE
    };
    let mind_bits = [of(Model::GnuGo), of(Model::GoGui)].concat();
    for other in mind_bits.into_iter().chain([None]) {
        let tally = tally(noise, other, 100);
        assert!(count(&tally, Outcome::Whole) >= 95, "{other:?}: {tally:?}");
    }
}

#[test]
fn who_ignores_bits_may_be_deceived_and_our_record_never_is() {
    let noise = Noise {
        frame_doubled: thousandths(100),
        jitter: Duration::from_secs(30),
        ..LOSSY
    };
    for other in of(Model::Windows) {
        let tally = tally(noise, other, 200);
        assert!(count(&tally, Outcome::OtherDeceived) > 50, "{tally:?}");
    }
}

#[test]
fn on_a_dead_line_there_is_a_verdict() {
    let noise = Noise {
        frame_lost: thousandths(1000),
        ..Noise::NONE
    };
    for other in other_programs().map(Some).chain([None]) {
        let tally = tally(noise, other, 3);
        let outcome = match other.map(|other| other.color) {
            Some(Color::Black) => Outcome::NeverOpened,
            Some(Color::White) | None => Outcome::Stopped(Stop::NoAnswer { resends: 50 }),
        };
        assert_eq!(count(&tally, outcome), 3, "{other:?}: {tally:?}");
    }
}

#[test]
fn a_line_that_reorders_brings_nobody_to_spin_and_has_a_name_for_every_end() {
    let noise = Noise {
        frame_held: thousandths(100),
        ..LOSSY
    };
    for other in other_programs().map(Some).chain([None]) {
        let games: u32 = tally(noise, other, 200).values().sum();
        assert_eq!(games, 200);
    }
}

#[test]
fn noise_that_passes_the_checksum_is_told_apart() {
    let noise = Noise {
        frame_struck: thousandths(200),
        ..Noise::NONE
    };
    let tally = tally(noise, None, 300);
    let forged = tally.get("forged").copied().unwrap_or_default();
    assert!((10..150).contains(&forged), "{tally:?}");
}

#[test]
fn the_same_seed_gives_the_same_game() {
    for other in other_programs() {
        assert_eq!(
            SeededGame::play(LOSSY, Some(other), 7),
            SeededGame::play(LOSSY, Some(other), 7)
        );
    }
}

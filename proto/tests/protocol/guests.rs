//! Sessions of ours against each other and against models of other programs, on lines of every
//! kind: the promises that hold for each.

use std::collections::BTreeMap;
use std::num::NonZeroU32;
use std::time::Duration;

use sgmp_proto::sim::{Chance, Fate, Fault, Guest, Model, Noise, Quit, Trial};
use sgmp_proto::{Color, Stop};

/// How the games of one kind went: each fate by its name.
type Tally = BTreeMap<String, u32>;

fn guests() -> impl Iterator<Item = Guest> {
    let both = |model| Color::BOTH.map(|color| Guest { color, model });
    Model::ALL.into_iter().flat_map(both)
}

/// Plays games; whatever happens has to be allowed to. Forged games are named as such.
fn tally(noise: Noise, guest: Option<Guest>, games: u64) -> Tally {
    let mut tally = Tally::new();
    for seed in 0..games {
        let trial = Trial::play(noise, guest, seed);
        let is_excused = trial.is_forged() || !noise.is_in_order();
        let told = format!(
            "{guest:?}, seed {seed}: {}\n{:#?}",
            trial.fate, trial.report
        );
        assert_ne!(trial.fate, Fate::Fault(Fault::Spins), "{told}");
        assert!(
            is_excused || !matches!(trial.fate, Fate::Fault(_)),
            "{told}"
        );
        let name = if trial.is_forged() {
            "forged".to_owned()
        } else {
            trial.fate.to_string()
        };
        *tally.entry(name).or_default() += 1;
    }
    tally
}

fn count(tally: &Tally, fate: Fate) -> u32 {
    tally.get(&fate.to_string()).copied().unwrap_or_default()
}

fn of(model: Model) -> [Option<Guest>; 2] {
    Color::BOTH.map(|color| Some(Guest { color, model }))
}

const fn thousandths(per_thousand: u32) -> Chance {
    Chance::per_thousand(per_thousand)
}

const LOSSY: Noise = Noise {
    frame_lost: thousandths(50),
    byte_lost: thousandths(5),
    bit_flipped: thousandths(5),
    ..Noise::NONE
};

#[test]
fn on_a_good_line_every_game_is_whole() {
    for guest in guests().map(Some).chain([None]) {
        let tally = tally(Noise::NONE, guest, 40);
        assert_eq!(count(&tally, Fate::Whole), 40, "{guest:?}: {tally:?}");
    }
}

#[test]
fn sessions_of_ours_and_gogui_finish_whatever_is_lost() {
    for guest in of(Model::GoGui).into_iter().chain([None]) {
        let tally = tally(LOSSY, guest, 500);
        let ended = count(&tally, Fate::Whole) + count(&tally, Fate::LastWordLost);
        let forged = tally.get("forged").copied().unwrap_or_default();
        assert_eq!(ended + forged, 500, "{guest:?}: {tally:?}");
    }
}

/// As slow a line as there was: a frame takes 133 ms, and as long again and 50 ms of silence follow.
#[test]
fn at_300_baud_the_same_is_true() {
    let slow = |noise: Noise| Noise {
        baud: NonZeroU32::new(300),
        ..noise
    };
    for guest in guests().map(Some).chain([None]) {
        let tally = tally(slow(Noise::NONE), guest, 100);
        assert_eq!(count(&tally, Fate::Whole), 100, "{guest:?}: {tally:?}");
    }
    let noise = slow(Noise {
        frame_doubled: thousandths(20),
        junk: thousandths(5),
        talk: thousandths(20),
        ..LOSSY
    });
    for guest in of(Model::GoGui).into_iter().chain([None]) {
        let tally = tally(noise, guest, 300);
        let ended = count(&tally, Fate::Whole) + count(&tally, Fate::LastWordLost);
        let forged = tally.get("forged").copied().unwrap_or_default();
        assert_eq!(ended + forged, 300, "{guest:?}: {tally:?}");
    }
    for guest in of(Model::GnuGo) {
        let tally = tally(noise, guest, 300);
        assert!(count(&tally, Fate::Whole) > 150, "{guest:?}: {tally:?}");
    }
}

#[test]
fn gnu_go_that_lost_a_frame_of_its_own_is_nudged_and_plays_on() {
    for guest in of(Model::GnuGo) {
        let tally = tally(LOSSY, guest, 200);
        // Unless the nudge is lost as well, or its only NEWGAME.
        assert!(count(&tally, Fate::Whole) > 150, "{guest:?}: {tally:?}");
        assert!(
            count(&tally, Fate::GuestIsMute) < 10,
            "{guest:?}: {tally:?}"
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
    for guest in of(Model::GnuGo) {
        let tally = tally(noise, guest, 200);
        assert_eq!(count(&tally, Fate::Quit(Quit::MergedRead)), 0, "{tally:?}");
    }
}

#[test]
fn gnu_go_on_a_line_that_merges_reads_leaves_with_a_name() {
    let noise = Noise {
        read_lag: Duration::from_secs(5),
        ..Noise::NONE
    };
    for guest in of(Model::GnuGo) {
        let tally = tally(noise, guest, 50);
        assert!(
            count(&tally, Fate::Quit(Quit::MergedRead)) > 40,
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
    for guest in of(Model::GoGui).into_iter().chain([None]) {
        let tally = tally(noise, guest, 300);
        let ended = count(&tally, Fate::Whole) + count(&tally, Fate::LastWordLost);
        assert_eq!(ended, 300, "{guest:?}: {tally:?}");
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
    for guest in mind_bits.into_iter().chain([None]) {
        let tally = tally(noise, guest, 100);
        assert!(count(&tally, Fate::Whole) >= 95, "{guest:?}: {tally:?}");
    }
}

#[test]
fn who_ignores_bits_may_be_deceived_and_our_record_never_is() {
    let noise = Noise {
        frame_doubled: thousandths(100),
        jitter: Duration::from_secs(30),
        ..LOSSY
    };
    for guest in of(Model::Windows) {
        let tally = tally(noise, guest, 200);
        assert!(count(&tally, Fate::GuestDeceived) > 50, "{tally:?}");
    }
}

#[test]
fn on_a_dead_line_there_is_a_verdict() {
    let noise = Noise {
        frame_lost: thousandths(1000),
        ..Noise::NONE
    };
    for guest in guests().map(Some).chain([None]) {
        let tally = tally(noise, guest, 3);
        let fate = match guest.map(|guest| guest.color) {
            Some(Color::Black) => Fate::NeverOpened,
            Some(Color::White) | None => Fate::Stopped(Stop::NoAnswer { resends: 50 }),
        };
        assert_eq!(count(&tally, fate), 3, "{guest:?}: {tally:?}");
    }
}

#[test]
fn a_line_that_reorders_brings_nobody_to_spin_and_has_a_name_for_every_end() {
    let noise = Noise {
        frame_held: thousandths(100),
        ..LOSSY
    };
    for guest in guests().map(Some).chain([None]) {
        let games: u32 = tally(noise, guest, 200).values().sum();
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
    for guest in guests() {
        assert_eq!(
            Trial::play(LOSSY, Some(guest), 7),
            Trial::play(LOSSY, Some(guest), 7)
        );
    }
}

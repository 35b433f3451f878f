//! Which faults are tried: some drawn by the seed, or all of them by hand.

use std::collections::BTreeMap;
use std::env;
use std::hash::{BuildHasher, RandomState};

use sgmp_board::rng::Rng;

use crate::faulty_disk::{Fault, Kind};

/// Programs that a fault can be tried on.
pub(crate) trait Subject {
    /// Carries everything out on a sound disk; the number of operations of each program.
    fn operations(&self) -> Vec<usize>;

    /// Lets a program meet a fault and judges what became of it; `false` where the operation cannot have this fault.
    ///
    /// # Errors
    /// The rule that was broken, with what was told.
    fn meet(&self, program: usize, fault: Fault, chance: &mut Rng) -> Result<bool, String>;
}

/// A fault that a program meets.
type Trial = (usize, Fault);

/// Tries so many faults of each kind, or as many as `SGMP_FAULTS` says, or all where `SGMP_WHOLE` is set; or the one that `SGMP_FAULT` names: the kind, the
/// program and the operation, such as `Full 0 12`.
pub(crate) fn try_faults(subject: &dyn Subject, of_each: usize) {
    let seed = seed();
    let mut chance = Rng::from_seed(seed);
    let operations = subject.operations();
    let mut trials = Vec::new();
    for kind in Kind::ALL {
        let counts = operations.iter().enumerate();
        let all = counts
            .flat_map(|(program, count)| (1..=*count).map(move |at| (program, Fault { kind, at })));
        trials.extend(drawn(all.collect(), of_each, &mut chance));
    }
    let mut met = BTreeMap::<Kind, [usize; 2]>::new();
    let mut broken = Vec::new();
    for (program, fault) in trials {
        let name = format!("{:?} {program} {}", fault.kind, fault.at);
        let outcome = subject.meet(program, fault, &mut chance.split(&name));
        let tried = met.entry(fault.kind).or_default();
        tried[0] += 1;
        match outcome {
            Ok(is_met) => tried[1] += usize::from(is_met),
            Err(why) => {
                eprintln!("SGMP_FAULT={name:?}: {why}\n");
                broken.push(name);
            }
        }
    }
    println!("operations of each program: {operations:?}; faults tried, and met: {met:?}");
    assert!(broken.is_empty(), "PROPTEST_RNG_SEED={seed}: {broken:?}");
}

fn drawn(mut all: Vec<Trial>, number: usize, chance: &mut Rng) -> Vec<Trial> {
    if let Some(meant) = env::var_os("SGMP_FAULT") {
        let name = |(program, fault): &Trial| format!("{:?} {program} {}", fault.kind, fault.at);
        all.retain(|trial| *meant == *name(trial));
        return all;
    }
    if env::var_os("SGMP_WHOLE").is_some() {
        return all;
    }
    let wanted = env::var("SGMP_FAULTS").ok();
    let number = wanted
        .and_then(|wanted| wanted.parse().ok())
        .unwrap_or(number);
    let mut some = Vec::new();
    while some.len() < number && !all.is_empty() {
        let at = chance.below(u32::try_from(all.len()).expect("fewer"));
        some.push(all.swap_remove(at as usize));
    }
    some
}

/// The seed of all that is drawn: that of the properties where it is set, so that a commit tries the same again.
fn seed() -> u64 {
    let given = env::var("PROPTEST_RNG_SEED").ok();
    given
        .and_then(|seed| seed.parse().ok())
        .unwrap_or_else(|| RandomState::new().hash_one("faults"))
}

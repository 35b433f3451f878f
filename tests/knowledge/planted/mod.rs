//! The commonest mistakes, planted in positions of real games by a definition of their own, and what is said of them.

mod drawn;
mod kinds;
mod place_mistakes;
mod read_mistakes;
mod slow_reader;

use std::collections::BTreeMap;
use std::fmt;

use sgmp_advice::review::Critic;
use sgmp_board::rng::Rng;
use sgmp_board::rules::{Move, Point};
use sgmp_board::shared_work::map_each;
use sgmp_engine::engine::{JudgeEffort, NetChoice, SearchJudge};
use sgmp_knowledge::experts::{JudgedPlay, MoveFault, MoveJudge, Teacher};

use drawn::{Drawn, Games, Part};
use kinds::{KINDS, Kind};

/// Points that a planted move loses, at least.
const MISTAKE: f32 = 2.0;
/// Positions that are looked at for a kind, at most, for each that is wanted.
const MAX_DRAWN: usize = 800;
/// Moves that are judged for a kind, at most, for each that is wanted.
const MAX_JUDGED: usize = 12;
/// Good moves that nothing may be said against, for each planted mistake of a kind.
const GOOD_MOVES: usize = 8;
/// The part in percent, over all kinds, that has its reason at least.
const LEAST_PERCENT: usize = 80;

/// A quick look: the mistakes are those of a long one.
const EFFORT: JudgeEffort = JudgeEffort {
    position: 16,
    candidate: 6,
    pass: 6,
    again: 16,
};

/// Those who are asked why not.
struct Asked {
    judge: SearchJudge,
    teacher: Teacher,
    critic: Critic,
}

impl Asked {
    fn new() -> Self {
        let judge = SearchJudge::new(NetChoice::embedded(), EFFORT);
        Self {
            judge,
            teacher: Teacher::new(Some(Box::new(judge))),
            critic: Critic::new(None),
        }
    }

    /// The best move, and what another loses against it.
    fn glance(&mut self, at: &Drawn<'_>, point: Point) -> Option<(Move, f32)> {
        let mv = Move::Play(point);
        let judgment = self.judge.judge(&at.game, at.me, &[mv])?;
        let known = judgment.find(mv)?;
        Some((judgment.best().mv, judgment.loss(known)))
    }

    /// The judge's best move of a position.
    fn best(&mut self, at: &Drawn<'_>) -> Option<Point> {
        match self.judge.judge(&at.game, at.me, &[])?.best().mv {
            Move::Play(point) => Some(point),
            Move::Pass => None,
        }
    }

    /// The teacher's view of a move that somebody asks about.
    fn why_not(&mut self, at: &Drawn<'_>, point: Point) -> Option<JudgedPlay> {
        let (critic, teacher) = (&mut self.critic, &mut self.teacher);
        let told = critic.why_not(teacher, &at.game, at.me, Move::Play(point));
        told.expect("a legal move")?.explanation().judged.clone()
    }
}

/// The words about planted moves of a kind.
#[derive(Default)]
struct Told {
    /// Moves of the kind that the judge does not call a mistake.
    harmless: usize,
    planted: usize,
    said: usize,
    /// Other reasons, and the moves that have them.
    other: BTreeMap<String, Vec<String>>,
}

impl fmt::Display for Told {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { said, planted, .. } = self;
        write!(f, "{said:3} of {planted:3} ({} harmless)", self.harmless)?;
        for (name, places) in &self.other {
            write!(f, "\n    {name}: {}", places.join("; "))?;
        }
        Ok(())
    }
}

/// A mistake of a kind in a drawn position, by lot among all there.
fn planted(kind: &Kind, at: &Drawn<'_>, rng: &mut Rng) -> Option<Point> {
    if (kind.waits)(at) {
        return None;
    }
    let empty = at.board().empty_points().iter().copied();
    let is_legal = |point: &Point| at.game.legality(at.me, Move::Play(*point)).is_ok();
    let found: Vec<Point> = empty
        .filter(|point| (kind.is_made)(at, *point) && is_legal(point))
        .collect();
    let count = u32::try_from(found.len()).ok().filter(|count| *count > 0)?;
    Some(found[rng.below(count) as usize])
}

/// Plants so many mistakes of a kind, and asks about each.
fn ask_about(kind: &Kind, games: &Games, part: Part, seed: u64, wanted: usize) -> Told {
    let mut asked = Asked::new();
    let mut rng = Rng::from_seed(seed).split(kind.name);
    let mut told = Told::default();
    for _ in 0..MAX_DRAWN * wanted {
        if told.planted >= wanted || told.harmless >= MAX_JUDGED * wanted {
            break;
        }
        let at = games.draw(part, &mut rng);
        let Some(point) = planted(kind, &at, &mut rng) else {
            continue;
        };
        let is_mistake = |best: Move, loss: f32| {
            matches!(best, Move::Play(best) if (kind.is_beside)(&at, point, best))
                && loss >= MISTAKE
        };
        let seen = asked.glance(&at, point);
        if !seen.is_some_and(|(best, loss)| is_mistake(best, loss)) {
            told.harmless += 1;
            continue;
        }
        let Some(judged) = asked.why_not(&at, point) else {
            continue;
        };
        if judged.is_good || !is_mistake(judged.best.mv, judged.loss) {
            told.harmless += 1;
            continue;
        }
        told.planted += 1;
        match judged.fault {
            Some(fault) if (kind.is_said)(&fault) => told.said += 1,
            other => {
                let (best, loss, gain) = (judged.best.mv, judged.loss, judged.gain);
                let place = format!(
                    "{} {point} loses {loss:.1}, gains {gain:.1}, best {best}",
                    at.name
                );
                told.other.entry(fault_name(other)).or_default().push(place);
            }
        }
    }
    told
}

/// The name of a fault without what it is of.
fn fault_name(fault: Option<MoveFault>) -> String {
    let told = fault.map_or_else(|| "nothing".to_owned(), |fault| format!("{fault:?}"));
    told.split('(').next().unwrap_or_default().to_owned()
}

/// Good moves against which something is said.
fn accused(games: &Games, part: Part, seed: u64, wanted: usize) -> Vec<String> {
    let mut asked = Asked::new();
    let mut rng = Rng::from_seed(seed).split("good moves");
    let mut found = Vec::new();
    let mut asked_of = 0;
    while asked_of < wanted {
        let at = games.draw(part, &mut rng);
        let Some(point) = asked.best(&at) else {
            continue;
        };
        let Some(judged) = asked.why_not(&at, point) else {
            continue;
        };
        // With more moves to choose from the judge may like another.
        if judged.best.mv != Move::Play(point) {
            continue;
        }
        asked_of += 1;
        if let Some(fault) = judged.fault {
            let gain = judged.gain;
            found.push(format!("{} {point}, gains {gain:.1}: {fault}", at.name));
        }
    }
    found
}

/// A setting of a run by hand.
fn setting<T: std::str::FromStr>(name: &str) -> Option<T> {
    std::env::var(name).ok()?.parse().ok()
}

#[test]
fn planted_mistakes_are_told_by_their_kind() {
    let wanted: Option<usize> = setting("SGMP_MISTAKES");
    let seed = setting("SGMP_SEED").unwrap_or(2026);
    let only: Option<String> = setting("SGMP_KIND");
    let part = match setting::<bool>("SGMP_HELD_APART") {
        Some(true) => Part::HeldApart,
        _ => Part::Known,
    };
    let games = Games::read();
    let is_asked = |kind: &&Kind| {
        let names = only.as_ref();
        names.is_none_or(|names| names.split(',').any(|name| name == kind.name))
    };
    let kinds: Vec<&Kind> = KINDS.iter().filter(is_asked).collect();
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let told = map_each(threads, &kinds, |kind| {
        let told = ask_about(kind, &games, part, seed, wanted.unwrap_or(1));
        println!("{:20} {told}", kind.name);
        told
    });
    let planted: usize = told.iter().map(|told| told.planted).sum();
    let said: usize = told.iter().map(|told| told.said).sum();
    println!("{:20} {said} of {planted}", "all");
    assert!(
        said * 100 >= LEAST_PERCENT * planted,
        "{said} of {planted} planted mistakes have their reason"
    );
}

#[test]
fn nothing_is_said_against_good_moves() {
    let wanted = setting("SGMP_MISTAKES").unwrap_or(1);
    let seed = setting("SGMP_SEED").unwrap_or(2026);
    let found = accused(&Games::read(), Part::Known, seed, GOOD_MOVES * wanted);
    assert!(
        found.is_empty(),
        "{} of good moves:\n{}",
        found.len(),
        found.join("\n")
    );
}

//! The council: asks the experts, tries what they suggest, and chooses.

use super::counsel::{Considered, Counsel, Flaw, GroupState, Rejected};
use super::reason::{Expert, Reason};
use super::review::{Merit, Review};
use super::scene::{Ideas, Scene, Stage, concern, lead};
use super::skill::Skill;
use super::suggestion::Suggestion;
use super::table::*;
use super::trial::{Bench, Trial};
use super::values::{Scales, Worth};
use super::{
    answers, book, center, contact, corners, desperation, endgame, finish, habit, invasion, joints,
    killing, ko, races, running, safety, saving, shapes, sides, strings, values,
};
use crate::analysis::{Analysis, Estimate};
use crate::patterns::Matcher;
use crate::reading::Tactician;
use crate::rng::Rng;
use crate::rules::{Color, Game, Move, Point, Rules};

/// Moves of a game, in parts of the board's points, after which only what gains is played.
const LATE: f32 = 1.1;

/// Positions for which what was read is kept that is of no use to them: both sides of a game may ask in turn.
const PATIENCE: u32 = 2;

/// Asks the experts and chooses a move. Keeps what it has read while it holds, and memory for the
/// patterns, so that asking again and asking a move later are cheap; one answer does not depend on
/// those before it.
#[derive(Debug)]
pub struct Council {
    tactician: Tactician,
    matcher: Option<Matcher<'static>>,
}

/// Suggestions for one move.
struct Candidate {
    mv: Move,
    reasons: Vec<Suggestion>,
    guess: f32,
    /// What a quick look finds.
    promise: f32,
    /// How usual it is among players, 0 to 1.
    chance: f32,
}

impl Default for Council {
    fn default() -> Self {
        Self::new()
    }
}

impl Council {
    /// A council that has seen no position yet.
    #[must_use]
    pub fn new() -> Self {
        Self {
            tactician: Tactician::with_memory(PATIENCE),
            matcher: None,
        }
    }

    /// Everything that the experts suggest, the most promising first. `reading` (0 to 20) is the
    /// level of the analysis that they look at.
    #[must_use]
    pub fn suggest(&mut self, game: &Game, color: Color, reading: u8) -> Vec<Suggestion> {
        self.tactician.tell_lines(false);
        self.tactician.turn_to(game.size());
        let analysis = Analysis::read_by(&mut self.tactician, game.board(), color, reading);
        let scene = Scene::new(game, color, &analysis);
        self.ask(&scene, &habit::chances(&scene))
    }

    /// Chooses a move of `color`. The same game, skill and state of chance always give the same.
    #[must_use]
    pub fn choose(&mut self, game: &Game, color: Color, skill: Skill, rng: &mut Rng) -> Counsel {
        self.tactician.tell_lines(skill.again > 0);
        self.tactician.turn_to(game.size());
        let (analysis, passed) =
            Analysis::read_with_pass(&mut self.tactician, game.board(), color, skill.careful);
        let scene = Scene::new(game, color, &analysis);
        let candidates = self.candidates(&scene, skill);
        self.deliberate((&scene, passed), candidates, skill, rng)
    }

    /// Looks at one move of `color` beside those that would be chosen from, chance aside. `None` where
    /// the board forbids it.
    pub(super) fn review(
        &mut self,
        game: &Game,
        color: Color,
        mv: Move,
        skill: Skill,
    ) -> Option<Review> {
        self.tactician.tell_lines(skill.again > 0);
        self.tactician.turn_to(game.size());
        let (analysis, passed) =
            Analysis::read_with_pass(&mut self.tactician, game.board(), color, skill.careful);
        let scene = Scene::new(game, color, &analysis);
        let mut others = self.candidates(&scene, skill);
        let place = others.iter().position(|known| known.mv == mv);
        let asked = place.map(|place| others.remove(place));
        let skill = Skill { whim: 0.0, ..skill };
        let counsel = self.deliberate((&scene, passed), others, skill, &mut Rng::from_seed(0));
        let mut looks = Bench::knowing(&mut self.tactician, game, color, skill.careful, passed);
        let trial = looks.make(game, mv)?;
        let mut gain = trial.points - looks.passed;
        let merit = match asked {
            _ if mv == Move::Pass => passing_merit(&counsel),
            None => Merit::Unsuggested,
            Some(asked) => match judge(&mut looks, &scene, &trial, asked, skill) {
                Ok(held) => {
                    gain = held.gain;
                    Merit::Held(held)
                }
                Err(fell) => Merit::Fell(fell),
            },
        };
        let kept = match game.rules() {
            Rules::Japanese => trial.captured,
            Rules::Chinese => 0.0,
        };
        Some(Review {
            lead: lead(game, color, &trial.analysis) + kept,
            merit,
            gain,
            counsel,
            before: analysis,
            after: trial.analysis,
        })
    }

    /// What the experts suggest, move by move, the most promising first.
    fn candidates(&mut self, scene: &Scene<'_>, skill: Skill) -> Vec<Candidate> {
        let likely = habit::chances(scene);
        let mut candidates = gather(self.ask(scene, &likely));
        for candidate in &mut candidates {
            let known = likely
                .iter()
                .find(|(point, _)| Move::Play(*point) == candidate.mv);
            candidate.chance = known.map_or(0.0, |(_, chance)| *chance);
        }
        let urgency = |known: &Candidate| values::urgency(known.guess, known.chance, skill.habit);
        candidates.sort_by(|a, b| urgency(b).total_cmp(&urgency(a)));
        candidates
    }

    /// Tries the most promising on the board and chooses. The score after a pass may be known.
    fn deliberate(
        &mut self,
        (scene, passed): (&Scene<'_>, Option<Estimate>),
        mut candidates: Vec<Candidate>,
        skill: Skill,
        rng: &mut Rng,
    ) -> Counsel {
        let (game, color) = (scene.game, scene.me);
        let mut counsel = Counsel {
            color,
            mv: Move::Pass,
            reasons: Vec::new(),
            considered: Vec::new(),
            rejected: Vec::new(),
            untried: Vec::new(),
            lead: scene.lead,
            groups: groups(scene.analysis),
        };
        let mut untried = candidates.split_off(skill.tries.min(candidates.len()));
        if skill.again > 0 {
            let mut quick = Bench::new(&mut self.tactician, game, color, skill.reading);
            preselect(&mut quick, scene, &mut candidates);
            let rest = candidates.split_off(skill.again.min(candidates.len()));
            untried.splice(..0, rest);
        }
        let chosen = candidates.len();
        let mut rest = candidates.into_iter().chain(untried);
        let mut looks = Bench::knowing(&mut self.tactician, game, color, skill.careful, passed);
        for place in 0.. {
            let is_spent = looks.work() > skill.work;
            // Where nothing held, the next ones are tried; where time is short, with a quick look.
            let is_settled = !counsel.considered.is_empty() && (place >= chosen || is_spent);
            let is_hopeless = counsel.rejected.len() >= chosen + skill.tries;
            if is_settled || is_hopeless {
                break;
            }
            let Some(candidate) = rest.next() else { break };
            if is_spent {
                looks.hurry(game, skill.reading);
            }
            try_out(&mut looks, scene, candidate, skill, &mut counsel);
        }
        counsel.untried = rest.flat_map(|candidate| candidate.reasons).collect();
        decide(scene, &mut counsel, skill, rng);
        counsel
    }

    fn ask(&mut self, scene: &Scene<'_>, likely: &[(Point, f32)]) -> Vec<Suggestion> {
        let matcher = match &mut self.matcher {
            Some(matcher) => {
                matcher.follow(scene.board);
                matcher
            }
            none => none.insert(Matcher::embedded(scene.board)),
        };
        let mut ideas = Ideas::new(*scene);
        for expert in Expert::ALL {
            match expert {
                Expert::Fuseki => corners::suggest(scene, &mut ideas),
                Expert::Joseki => book::suggest(scene, &mut ideas),
                Expert::Sides => sides::suggest(scene, &mut ideas),
                Expert::Center => center::suggest(scene, &mut ideas),
                Expert::Invasion => invasion::suggest(scene, &mut ideas),
                Expert::Patterns => shapes::suggest(scene, matcher, &mut ideas),
                Expert::Saving => saving::suggest(scene, &mut ideas),
                Expert::Running => running::run(scene, &mut ideas),
                Expert::Killing => killing::suggest(scene, &mut ideas),
                Expert::Surrounding => running::surround(scene, &mut ideas),
                Expert::Races => races::suggest(scene, &mut ideas),
                Expert::Capture => strings::capture(scene, &mut ideas),
                Expert::Rescue => strings::rescue(scene, &mut ideas),
                Expert::Connecting => joints::connect(scene, &mut ideas),
                Expert::Cutting => joints::cut(scene, &mut ideas),
                Expert::Contact => contact::suggest(scene, &mut ideas),
                Expert::Answers => answers::suggest(scene, &mut ideas),
                Expert::Ko => ko::suggest(scene, &mut ideas),
                Expert::Endgame => endgame::suggest(scene, &mut ideas),
                Expert::Safety => safety::suggest(scene, &mut ideas),
                Expert::Desperation => desperation::suggest(scene, &mut ideas),
                Expert::Habit => habit::suggest(likely, &mut ideas),
                Expert::Finish => finish::suggest(scene, &mut ideas),
            }
        }
        ideas.sorted()
    }
}

/// One candidate a move.
fn gather(suggestions: Vec<Suggestion>) -> Vec<Candidate> {
    let mut found: Vec<Candidate> = Vec::new();
    for suggestion in suggestions {
        match found.iter_mut().find(|known| known.mv == suggestion.mv) {
            Some(known) => known.reasons.push(suggestion),
            None => found.push(Candidate {
                mv: suggestion.mv,
                reasons: vec![suggestion],
                guess: 0.0,
                promise: 0.0,
                chance: 0.0,
            }),
        }
    }
    found.retain(|candidate| candidate.mv != Move::Pass);
    for candidate in &mut found {
        candidate.guess = values::guess(&candidate.reasons);
    }
    found
}

/// Puts those first that a quick look finds best.
fn preselect(bench: &mut Bench<'_>, scene: &Scene<'_>, candidates: &mut [Candidate]) {
    let scales = Scales::at(scene.stage());
    for candidate in &mut *candidates {
        let gain = bench
            .make(scene.game, candidate.mv)
            .map_or(f32::MIN, |trial| trial.points - bench.passed);
        let worth = Worth {
            gain,
            bonus: values::bonus(&candidate.reasons),
            sente: 0.0,
            guess: candidate.guess,
            chance: candidate.chance,
        };
        candidate.promise = worth.value(scales);
    }
    candidates.sort_by(|a, b| b.promise.total_cmp(&a.promise));
}

/// Makes a move on the board and notes what came of it.
fn try_out(
    bench: &mut Bench<'_>,
    scene: &Scene<'_>,
    candidate: Candidate,
    skill: Skill,
    counsel: &mut Counsel,
) {
    let Some(trial) = bench.make(scene.game, candidate.mv) else {
        return;
    };
    match judge(bench, scene, &trial, candidate, skill) {
        Ok(held) => counsel.considered.push(held),
        Err(fell) => counsel.rejected.push(fell),
    }
}

/// What a move is worth by the reasons that came true on the board, or what speaks against it.
fn judge(
    bench: &mut Bench<'_>,
    scene: &Scene<'_>,
    trial: &Trial,
    candidate: Candidate,
    skill: Skill,
) -> Result<Considered, Rejected> {
    let mut flaw = None;
    let mut held = Vec::new();
    for reason in candidate.reasons.clone() {
        match trial.holds(scene.analysis, &reason) {
            Ok(()) => held.push(reason),
            Err(found) => flaw = flaw.or(Some(found)),
        }
    }
    let mut gain = trial.points - bench.passed;
    if let Some(tree) = held.iter().find(|known| known.tree.len() > 1)
        && skill.leaves > 0
        && let Some(points) = bench.minimax(scene.game, &tree.tree, skill.leaves)
    {
        gain += values::TREE * (points - trial.points);
    }
    let caught = held
        .iter()
        .filter_map(|known| trial.caught(scene.analysis, known));
    gain = caught.fold(gain, f32::max);
    if gain < -values::MOST_LOSS {
        flaw = flaw.or(Some(Flaw::Loses(-gain)));
        held.clear();
    }
    if is_closing(scene) && !held.is_empty() && !values::is_worthwhile(gain, candidate.chance) {
        flaw = Some(Flaw::GainsNothing(gain));
        held.clear();
    }
    if held.is_empty() {
        return Err(Rejected {
            mv: candidate.mv,
            reasons: candidate.reasons,
            flaw: flaw.unwrap_or(Flaw::Loses(-gain)),
        });
    }
    let known = (candidate.mv, candidate.chance);
    Ok(weigh(scene, trial, known, held, gain))
}

/// A pass is right where nothing else held.
fn passing_merit(counsel: &Counsel) -> Merit {
    if counsel.mv != Move::Pass {
        return Merit::Unsuggested;
    }
    Merit::Held(Considered {
        mv: Move::Pass,
        reasons: counsel.reasons.clone(),
        gain: 0.0,
        bonus: 0.0,
        sente: 0.0,
        value: 0.0,
    })
}

/// Whether only what gains is played: the borders are drawn, somebody has passed, or it has gone on
/// for long.
fn is_closing(scene: &Scene<'_>) -> bool {
    let late = scene.game.move_count() as f32 >= LATE * f32::from(scene.game.size().points());
    late || scene.stage() == Stage::Endgame || scene.game.consecutive_passes() > 0
}

fn weigh(
    scene: &Scene<'_>,
    trial: &Trial,
    (mv, chance): (Move, f32),
    reasons: Vec<Suggestion>,
    gain: f32,
) -> Considered {
    let worth = Worth {
        gain,
        bonus: values::bonus(&reasons),
        sente: values::sente(trial.threatened(scene.analysis, scene.me)),
        guess: values::guess(&reasons),
        chance,
    };
    Considered {
        mv,
        gain,
        bonus: worth.bonus,
        sente: worth.sente,
        value: worth.value(Scales::at(scene.stage())),
        reasons,
    }
}

/// Chooses among what held, or passes.
fn decide(scene: &Scene<'_>, counsel: &mut Counsel, skill: Skill, rng: &mut Rng) {
    let whim = |rng: &mut Rng| skill.whim * rng.below(1000) as f32 / 1000.0;
    for known in &mut counsel.considered {
        known.value += whim(rng);
    }
    counsel
        .considered
        .sort_by(|a, b| b.value.total_cmp(&a.value));
    match counsel.considered.first() {
        Some(best) => {
            counsel.mv = best.mv;
            counsel.reasons.clone_from(&best.reasons);
        }
        None => counsel.reasons = vec![Suggestion::new(Move::Pass, passing(scene, counsel))],
    }
}

fn passing(scene: &Scene<'_>, counsel: &Counsel) -> &'static Reason {
    if scene.game.consecutive_passes() > 0 {
        &PASS_AFTER_PASS
    } else if counsel.rejected.is_empty() {
        &PASS_NOTHING_TO_SUGGEST
    } else {
        &PASS_NOTHING_LEFT
    }
}

/// The groups of a position, the largest first.
fn groups(analysis: &Analysis) -> Vec<GroupState> {
    let mut groups: Vec<GroupState> = analysis
        .armies()
        .iter()
        .filter_map(|army| {
            Some(GroupState {
                group: concern(army)?,
                status: army.status,
            })
        })
        .collect();
    groups.sort_by_key(|state| std::cmp::Reverse(state.group.stones));
    groups
}

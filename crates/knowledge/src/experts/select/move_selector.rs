//! The selector: asks the experts, tries their suggestions on the board, and chooses a move.

use super::eval_context::{EvalContext, Trial};
use super::selection::{
    Assessment, ConsideredMove, GroupState, MoveReview, RejectedMove, Rejection, Selection,
};
use super::skill::Skill;
use crate::analysis::{Analysis, Effort, ScoreEstimate};
use crate::experts::expert_context::{ExpertContext, Stage, lead};
use crate::experts::group_ref::GroupRef;
use crate::experts::reason::Reason;
use crate::experts::suggest::{policy_prior, suggest_all};
use crate::experts::suggestion::Suggestion;
use crate::experts::weights::worth::{self, StageWeights, Worth};
use crate::experts::weights::{OPENING_FIRST, OPENING_OTHER};
use crate::experts::weights::{PASS_AFTER_PASS, PASS_NOTHING_LEFT, PASS_NOTHING_TO_SUGGEST};
use crate::patterns::Matcher;
use crate::reading::Tactician;
use sgmp_board::rng::Rng;
use sgmp_board::rules::{Color, Game, Move, Point, Rules};

/// Moves of a game, in parts of the board's points, after which only moves that gain are played.
const LATE_GAME: f32 = 1.1;

/// Cache lifetime, in positions: both sides of a game may ask in turn.
const CACHE_MAX_AGE: u32 = 2;

/// Asks the experts and chooses a move.
///
/// It keeps readings while they hold, and the memory of the patterns, so that asking again, or a
/// move later, is cheap. No answer depends on those before it.
///
/// # Examples
///
/// Two white stones are in atari, and Black to move takes them:
///
/// ```
/// use sgmp_knowledge::experts::{Expert, MoveSelector, Skill};
/// use sgmp_board::rng::Rng;
/// use sgmp_board::rules::{Color, Game, Komi, diagram};
///
/// let board = diagram::parse(
///     ". . . . . . .
///      . . . X . . .
///      . . X O . . .
///      . . X O X . .
///      . . . X . . .
///      . . . . . . .
///      . . . . . . .",
/// )
/// .expect("a position");
/// let game = Game::from_position(board, Color::Black, Komi::default());
/// let mut rng = Rng::from_seed(1);
/// let skill = Skill::for_level(Skill::MAX_LEVEL);
/// let selection = MoveSelector::new().choose(&game, Color::Black, skill, &mut rng);
/// assert_eq!(selection.mv.to_string(), "E5");
/// let mut experts = selection.reasons.iter().map(|known| known.reason.expert);
/// assert!(experts.any(|expert| expert == Expert::Capture));
/// ```
#[derive(Debug)]
pub struct MoveSelector {
    tactician: Tactician,
    matcher: Option<Matcher<'static>>,
}

/// Suggestions for one move.
struct Candidate {
    mv: Move,
    reasons: Vec<Suggestion>,
    guess: f32,
    /// Its value by a quick look.
    quick_value: f32,
    /// Its policy probability, 0 to 1.
    chance: f32,
    /// Its place in the order of trying, in points.
    urgency: f32,
}

impl Default for MoveSelector {
    fn default() -> Self {
        Self::new()
    }
}

impl MoveSelector {
    /// Creates a selector that has seen no position yet.
    #[must_use]
    pub fn new() -> Self {
        Self {
            tactician: Tactician::with_cache(CACHE_MAX_AGE),
            matcher: None,
        }
    }

    /// All suggestions of the experts, the most promising first. `reading` (0 to 20) is the level of
    /// the analysis that they look at.
    #[must_use]
    pub fn suggest(&mut self, game: &Game, color: Color, reading: u8) -> Vec<Suggestion> {
        self.tactician.set_keeps_lines(false);
        self.tactician.turn_to(game.size());
        let effort = Effort::for_level(reading);
        let analysis = Analysis::with_tactician(&mut self.tactician, game.board(), color, effort);
        self.suggest_from(game, color, &analysis)
    }

    /// The same with an analysis of the position, `color` to move, at hand.
    #[must_use]
    pub fn suggest_from(
        &mut self,
        game: &Game,
        color: Color,
        analysis: &Analysis,
    ) -> Vec<Suggestion> {
        let ctx = ExpertContext::new(game, color, analysis);
        self.ask(&ctx, &policy_prior::chances(&ctx))
    }

    /// Chooses a move of `color`. The same game, skill and state of chance always give the same.
    #[must_use]
    pub fn choose(&mut self, game: &Game, color: Color, skill: Skill, rng: &mut Rng) -> Selection {
        let (analysis, passed) = self.analyze(game, color, skill);
        let ctx = ExpertContext::new(game, color, &analysis);
        let candidates = self.candidates(&ctx, skill, rng);
        self.try_and_choose(&ctx, passed, candidates, skill, rng)
    }

    /// The reasons of the experts for a move that come true on the board, whatever their count says of it.
    #[must_use]
    pub fn reasons(
        &mut self,
        game: &Game,
        color: Color,
        mv: Move,
        skill: Skill,
    ) -> Vec<Suggestion> {
        let mut of_each = self.reasons_for(game, color, &[mv], skill);
        of_each.pop().unwrap_or_default()
    }

    /// The analysis of a position, and the score after a pass where it is known.
    fn analyze(
        &mut self,
        game: &Game,
        color: Color,
        skill: Skill,
    ) -> (Analysis, Option<ScoreEstimate>) {
        self.tactician.set_keeps_lines(false);
        self.tactician.turn_to(game.size());
        let effort = skill.effort(skill.careful);
        Analysis::with_pass(&mut self.tactician, game.board(), color, effort)
    }

    /// Reviews one move of `color` beside those that would be chosen from, without noise. `None` if
    /// the board forbids it.
    pub(in crate::experts) fn review(
        &mut self,
        game: &Game,
        color: Color,
        mv: Move,
        skill: Skill,
    ) -> Option<MoveReview> {
        let (analysis, passed) = self.analyze(game, color, skill);
        let ctx = ExpertContext::new(game, color, &analysis);
        let skill = Skill {
            noise: 0.0,
            ..skill
        };
        let mut rng = Rng::from_seed(0);
        let mut others = self.candidates(&ctx, skill, &mut rng);
        let place = others.iter().position(|known| known.mv == mv);
        let asked = place.map(|place| others.remove(place));
        let selection = self.try_and_choose(&ctx, passed, others, skill, &mut rng);
        let careful = skill.effort(skill.careful);
        let mut eval = EvalContext::with_passed(&mut self.tactician, game, color, careful, passed);
        let trial = eval.make(game, mv)?;
        let mut gain = trial.points - eval.passed;
        let held = match &asked {
            _ if mv == Move::Pass && selection.mv == mv => selection.reasons.clone(),
            Some(asked) => check_reasons(&ctx, &trial, &asked.reasons).0,
            None => Vec::new(),
        };
        let assessment = match asked {
            _ if mv == Move::Pass => passing_assessment(&selection),
            None => Assessment::Unsuggested,
            Some(asked) => match judge(&mut eval, &ctx, &trial, asked, skill) {
                Ok(held) => {
                    gain = held.gain;
                    Assessment::Held(held)
                }
                Err(fell) => Assessment::Rejected(fell),
            },
        };
        let kept = match game.rules() {
            Rules::Japanese => trial.captured,
            Rules::Chinese => 0.0,
        };
        Some(MoveReview {
            lead: lead(game, color, &trial.analysis) + kept,
            assessment,
            held,
            gain,
            selection,
            before: analysis,
            after: trial.analysis,
        })
    }

    /// The analysis of a position.
    pub(in crate::experts) fn analysis(
        &mut self,
        game: &Game,
        color: Color,
        skill: Skill,
    ) -> Analysis {
        self.analyze(game, color, skill).0
    }

    /// The reasons for each of these moves of `color` that come true on the board, whatever the experts'
    /// count says of the move.
    pub(in crate::experts) fn reasons_for(
        &mut self,
        game: &Game,
        color: Color,
        moves: &[Move],
        skill: Skill,
    ) -> Vec<Vec<Suggestion>> {
        let (analysis, passed) = self.analyze(game, color, skill);
        let ctx = ExpertContext::new(game, color, &analysis);
        let candidates = self.candidates(&ctx, skill, &mut Rng::from_seed(0));
        let careful = skill.effort(skill.careful);
        let mut eval = EvalContext::with_passed(&mut self.tactician, game, color, careful, passed);
        let mut reasons = |mv: &Move| {
            let known = candidates.iter().find(|known| known.mv == *mv)?;
            let trial = eval.make(game, *mv)?;
            Some(check_reasons(&ctx, &trial, &known.reasons).0)
        };
        moves
            .iter()
            .map(|mv| reasons(mv).unwrap_or_default())
            .collect()
    }

    /// The suggestions of the experts, gathered by move, the most promising first. Chance has a say in the order: a
    /// level that tries one move alone would play the same game again and again.
    fn candidates(
        &mut self,
        ctx: &ExpertContext<'_>,
        skill: Skill,
        rng: &mut Rng,
    ) -> Vec<Candidate> {
        let likely = policy_prior::chances(ctx);
        let mut candidates = gather(self.ask(ctx, &likely));
        for candidate in &mut candidates {
            let known = likely
                .iter()
                .find(|(point, _)| Move::Play(*point) == candidate.mv);
            candidate.chance = known.map_or(0.0, |(_, chance)| *chance);
            candidate.urgency =
                worth::urgency(candidate.guess, candidate.chance, skill.policy_weight)
                    + noise(skill, &candidate.reasons, rng);
        }
        candidates.sort_by(|a, b| b.urgency.total_cmp(&a.urgency));
        candidates
    }

    /// Tries the most promising on the board and chooses. The score after a pass may be known.
    fn try_and_choose(
        &mut self,
        ctx: &ExpertContext<'_>,
        passed: Option<ScoreEstimate>,
        mut candidates: Vec<Candidate>,
        skill: Skill,
        rng: &mut Rng,
    ) -> Selection {
        let (game, color) = (ctx.game, ctx.me);
        let mut selection = Selection {
            color,
            mv: Move::Pass,
            reasons: Vec::new(),
            considered: Vec::new(),
            rejected: Vec::new(),
            untried: Vec::new(),
            lead: ctx.lead,
            groups: groups(ctx.analysis),
        };
        let mut untried = candidates.split_off(skill.tries.min(candidates.len()));
        if skill.second_looks > 0 {
            let mut quick = EvalContext::new(
                &mut self.tactician,
                game,
                color,
                skill.effort(skill.reading),
            );
            preselect(&mut quick, ctx, &mut candidates);
            let rest = candidates.split_off(skill.second_looks.min(candidates.len()));
            untried.splice(..0, rest);
        }
        let chosen = candidates.len();
        let mut rest = candidates.into_iter().chain(untried);
        let careful = skill.effort(skill.careful);
        let mut eval = EvalContext::with_passed(&mut self.tactician, game, color, careful, passed);
        for place in 0.. {
            let is_spent = eval.work() > skill.max_work;
            // If nothing has held, the next ones are tried; beyond the limit of work, with a quick
            // look.
            let is_settled = !selection.considered.is_empty() && (place >= chosen || is_spent);
            let is_hopeless = selection.rejected.len() >= chosen + skill.tries;
            if is_settled || is_hopeless {
                break;
            }
            let Some(candidate) = rest.next() else { break };
            if is_spent {
                eval.lower_effort(game, skill.effort(skill.reading));
            }
            try_out(&mut eval, ctx, candidate, skill, &mut selection);
        }
        selection.untried = rest.flat_map(|candidate| candidate.reasons).collect();
        decide(ctx, &mut selection, skill, rng);
        selection
    }

    fn ask(&mut self, ctx: &ExpertContext<'_>, likely: &[(Point, f32)]) -> Vec<Suggestion> {
        let matcher = match &mut self.matcher {
            Some(matcher) => {
                matcher.follow(ctx.board);
                matcher
            }
            none => none.insert(Matcher::embedded(ctx.board)),
        };
        suggest_all(ctx, matcher, likely)
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
                quick_value: 0.0,
                chance: 0.0,
                urgency: 0.0,
            }),
        }
    }
    found.retain(|candidate| candidate.mv != Move::Pass);
    for candidate in &mut found {
        candidate.guess = worth::guess(&candidate.reasons);
    }
    found
}

/// Puts those first that a quick look finds best.
fn preselect(eval: &mut EvalContext<'_>, ctx: &ExpertContext<'_>, candidates: &mut [Candidate]) {
    let stage_weights = StageWeights::for_stage(ctx.stage());
    for candidate in &mut *candidates {
        let gain = eval
            .make(ctx.game, candidate.mv)
            .map_or(f32::MIN, |trial| trial.points - eval.passed);
        let worth = Worth {
            gain,
            bonus: worth::bonus(&candidate.reasons),
            sente: 0.0,
            guess: candidate.guess,
            chance: candidate.chance,
        };
        candidate.quick_value = worth.value(stage_weights);
    }
    candidates.sort_by(|a, b| b.quick_value.total_cmp(&a.quick_value));
}

/// Makes a move on the board and notes the result.
fn try_out(
    eval: &mut EvalContext<'_>,
    ctx: &ExpertContext<'_>,
    candidate: Candidate,
    skill: Skill,
    selection: &mut Selection,
) {
    let Some(trial) = eval.make(ctx.game, candidate.mv) else {
        return;
    };
    match judge(eval, ctx, &trial, candidate, skill) {
        Ok(held) => selection.considered.push(held),
        Err(fell) => selection.rejected.push(fell),
    }
}

/// Weighs a move by the reasons that came true on the board, or says what speaks against it.
fn judge(
    eval: &mut EvalContext<'_>,
    ctx: &ExpertContext<'_>,
    trial: &Trial,
    candidate: Candidate,
    skill: Skill,
) -> Result<ConsideredMove, RejectedMove> {
    let (mut held, mut rejection) = check_reasons(ctx, trial, &candidate.reasons);
    let gain = gain(eval, ctx, trial, &held, skill);
    if gain < -worth::MAX_LOSS {
        rejection = rejection.or(Some(Rejection::Loses(-gain)));
        held.clear();
    }
    if is_closing(ctx) && !held.is_empty() && !worth::is_worthwhile(gain, candidate.chance) {
        rejection = Some(Rejection::GainsNothing(gain));
        held.clear();
    }
    if held.is_empty() {
        return Err(RejectedMove {
            mv: candidate.mv,
            reasons: candidate.reasons,
            rejection: rejection.unwrap_or(Rejection::Loses(-gain)),
        });
    }
    Ok(weigh(ctx, trial, &candidate, held, gain))
}

/// The reasons that came true on the board, and the first objection to the others.
fn check_reasons(
    ctx: &ExpertContext<'_>,
    trial: &Trial,
    reasons: &[Suggestion],
) -> (Vec<Suggestion>, Option<Rejection>) {
    let mut rejection = None;
    let mut held = Vec::new();
    for reason in reasons {
        match trial.holds(ctx.analysis, reason) {
            Ok(()) => held.push(reason.clone()),
            Err(found) => rejection = rejection.or(Some(found)),
        }
    }
    (held, rejection)
}

/// Points that a move gains against a pass: by the count after it, by its tree, and at least by the
/// stones that reading has found caught or saved.
fn gain(
    eval: &mut EvalContext<'_>,
    ctx: &ExpertContext<'_>,
    trial: &Trial,
    held: &[Suggestion],
    skill: Skill,
) -> f32 {
    let mut gain = trial.points - eval.passed;
    if let Some(tree) = held.iter().find(|known| known.tree.len() > 1)
        && skill.leaves > 0
        && let Some(points) = eval.minimax(ctx.game, &tree.tree, skill.leaves)
    {
        gain += worth::TREE * (points - trial.points);
    }
    let caught = held
        .iter()
        .filter_map(|known| trial.caught(ctx.analysis, known));
    caught.fold(gain, f32::max)
}

/// A pass is right where nothing else held.
fn passing_assessment(selection: &Selection) -> Assessment {
    if selection.mv != Move::Pass {
        return Assessment::Unsuggested;
    }
    Assessment::Held(ConsideredMove {
        mv: Move::Pass,
        reasons: selection.reasons.clone(),
        gain: 0.0,
        bonus: 0.0,
        sente: 0.0,
        value: 0.0,
    })
}

/// Returns whether only moves that gain are played: the borders are drawn, somebody has passed, or
/// the game has gone on for long.
fn is_closing(ctx: &ExpertContext<'_>) -> bool {
    let late = ctx.game.move_count() as f32 >= LATE_GAME * f32::from(ctx.game.size().points());
    late || ctx.stage() == Stage::Endgame || ctx.game.consecutive_passes() > 0
}

fn weigh(
    ctx: &ExpertContext<'_>,
    trial: &Trial,
    candidate: &Candidate,
    reasons: Vec<Suggestion>,
    gain: f32,
) -> ConsideredMove {
    let worth = Worth {
        gain,
        bonus: worth::bonus(&reasons),
        sente: worth::sente(trial.threatened(ctx.analysis, ctx.me)),
        guess: worth::guess(&reasons),
        chance: candidate.chance,
    };
    ConsideredMove {
        mv: candidate.mv,
        gain,
        bonus: worth.bonus,
        sente: worth.sente,
        value: worth.value(StageWeights::for_stage(ctx.stage())),
        reasons,
    }
}

/// Chooses among the moves that held, or passes.
fn decide(ctx: &ExpertContext<'_>, selection: &mut Selection, skill: Skill, rng: &mut Rng) {
    for known in &mut selection.considered {
        known.value += noise(skill, &known.reasons, rng);
    }
    selection
        .considered
        .sort_by(|a, b| b.value.total_cmp(&a.value));
    match selection.considered.first() {
        Some(best) => {
            selection.mv = best.mv;
            selection.reasons.clone_from(&best.reasons);
        }
        None => selection.reasons = vec![Suggestion::new(Move::Pass, passing(ctx, selection))],
    }
}

/// Points by which chance lifts a move. The book of openings has several that are about as good, of which a level would
/// play the same in every game.
fn noise(skill: Skill, reasons: &[Suggestion], rng: &mut Rng) -> f32 {
    /// Points by which chance chooses among the moves of the book, where it has a say.
    const AMONG_OPENINGS: f32 = 8.0;
    let is_opening = |known: &Suggestion| {
        let id = known.reason.id();
        [OPENING_FIRST.id(), OPENING_OTHER.id()].contains(&id)
    };
    let most = match reasons.iter().any(is_opening) && skill.noise > 0.0 {
        true => skill.noise.max(AMONG_OPENINGS),
        false => skill.noise,
    };
    most * rng.below(1000) as f32 / 1000.0
}

fn passing(ctx: &ExpertContext<'_>, selection: &Selection) -> &'static Reason {
    if ctx.game.consecutive_passes() > 0 {
        &PASS_AFTER_PASS
    } else if selection.rejected.is_empty() {
        &PASS_NOTHING_TO_SUGGEST
    } else {
        &PASS_NOTHING_LEFT
    }
}

/// The groups of a position, the largest first.
fn groups(analysis: &Analysis) -> Vec<GroupState> {
    let mut groups: Vec<GroupState> = analysis
        .group_infos()
        .iter()
        .filter_map(|info| {
            Some(GroupState {
                group: GroupRef::from_group(info)?,
                status: info.status,
            })
        })
        .collect();
    groups.sort_by_key(|state| std::cmp::Reverse(state.group.stones));
    groups
}

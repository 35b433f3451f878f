//! The player: a game in, a decision out.
//!
//! No clock is read here: the caller raises the [`StopFlag`], or passes a [`Timing`] that reads the
//! time for the search.

mod equal_moves;
pub mod evolved;
mod judged_pass;
mod knobs;
mod level;
mod move_decision;
mod named_net;
mod net_judgment;
mod net_skill;
mod resignation;
mod search_judge;
mod settings;
mod timing;
mod tree_search;

pub use crate::net::NetChoice;
pub use knobs::{KNOBS, Knob, KnobError, Numbers, parse_settings};
pub use level::{Level, LevelError};
pub use named_net::NamedNet;
pub use net_judgment::NetJudgment;
pub use net_skill::NetSkill;
pub use resignation::Resignation;
pub use search_judge::{JudgeEffort, SearchJudge};
pub use settings::{PlayMode, Settings};
pub use timing::Timing;

use std::time::Duration;

use crate::net::inputs::Symmetry;
use crate::search::{self, AvoidedMoves, SearchResult};
use evolved::{EvolvedChoice, StaticPlayer};
use resignation::HopelessStreak;
use sgmp_board::rng::Rng;
use sgmp_board::rules::{Color, Game, Move, Removal, Status};
use sgmp_board::stop_flag::StopFlag;
use sgmp_knowledge::experts::{MoveSelector, Selection, Skill};
use sgmp_knowledge::move_weights::likeliest_move;
use tree_search::TreeSearch;

/// Playouts for finding dead stones: a few tenths of a second on 19x19.
const JUDGING_PLAYOUTS: u32 = 1000;

/// A decision of the engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// Make this move, which is legal.
    Move(Move),
    /// Give the game up in place of a move.
    Resign,
}

/// A decision with its basis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Choice {
    /// The move, or a resignation.
    pub decision: Decision,
    /// Share of playouts won, 0 to 1; one half without playouts. From the experts, an estimate by the
    /// score.
    pub value: f32,
    /// Number of playouts made.
    pub playouts: u32,
}

/// The value of a move that was chosen without one.
const EVEN: f32 = 0.5;

/// A player of one game after another.
///
/// # Examples
///
/// A move by a search of a number of playouts; with one thread it depends on the seed alone:
///
/// ```
/// use sgmp_engine::engine::{Decision, Engine, Settings};
/// use sgmp_board::rules::{BoardSize, Color, Game, Komi};
/// use sgmp_board::stop_flag::StopFlag;
///
/// let settings = Settings {
///     playouts: Some(100),
///     ..Settings::default()
/// };
/// let mut engine = Engine::new(settings);
/// let mut game = Game::new(BoardSize::new(9).unwrap(), Komi::default());
/// let choice = engine.choose(&game, Color::Black, &StopFlag::new());
/// let Decision::Move(mv) = choice.decision else {
///     panic!("nobody resigns an empty board");
/// };
/// game.play(Color::Black, mv).unwrap();
/// assert_eq!(choice.playouts, 100);
/// ```
///
/// A level from 0 to 6 chooses by the experts, who give their reasons:
///
/// ```
/// use sgmp_engine::engine::{Engine, Level, PlayMode, Settings};
/// use sgmp_board::rules::{BoardSize, Color, Game, Komi};
/// use sgmp_board::stop_flag::StopFlag;
///
/// let skill = Level::new(3).and_then(Level::skill).unwrap();
/// let mut engine = Engine::new(Settings {
///     mode: PlayMode::Experts(skill),
///     ..Settings::default()
/// });
/// let game = Game::new(BoardSize::new(13).unwrap(), Komi::default());
/// let _ = engine.choose(&game, Color::Black, &StopFlag::new());
/// assert!(!engine.selection().unwrap().sentence().is_empty());
/// ```
pub struct Engine {
    settings: Settings,
    chooser: Chooser,
    /// The search of the last game that was searched.
    tree: Option<TreeSearch>,
    hopeless: HopelessStreak,
    avoided: AvoidedMoves,
    /// Time that the last timed decision took after its search; the next search leaves as much.
    post_search_time: Duration,
}

/// The way moves are chosen, with all that is kept for it.
enum Chooser {
    /// By the tree search, which analyses too, whatever chooses the moves.
    Search,
    Experts(Box<Experts>),
    /// By the learned move weights alone.
    Shapes,
    /// By a look at each point.
    Static(StaticPlayer),
    /// By an evolved net.
    Evolved(EvolvedChoice),
}

/// The experts, and their last choice.
struct Experts {
    skill: Skill,
    selector: MoveSelector,
    selection: Option<Selection>,
}

impl Engine {
    /// An engine that has seen no game yet.
    #[must_use]
    pub fn new(settings: Settings) -> Self {
        let chooser = match settings.mode {
            PlayMode::Search => Chooser::Search,
            PlayMode::Experts(skill) => Chooser::Experts(Box::new(Experts {
                skill,
                selector: MoveSelector::new(),
                selection: None,
            })),
            PlayMode::Shapes => Chooser::Shapes,
            PlayMode::Static(player) => Chooser::Static(player),
            PlayMode::Evolved(choice) => Chooser::Evolved(choice),
        };
        Self {
            settings,
            chooser,
            tree: None,
            hopeless: HopelessStreak::default(),
            avoided: AvoidedMoves::default(),
            post_search_time: Duration::ZERO,
        }
    }

    /// Chooses what `color` does next; searches until the cap of playouts or until `halt`.
    ///
    /// The search ends within about a millisecond of the request. Late in a game an assessment of the
    /// board follows, some tenths of a second on 19x19; a timed search (`Self::choose_timed`) leaves
    /// it the time that the last one took. With a cap, one thread and no halt the move depends only on
    /// the settings and the games before.
    #[must_use]
    pub fn choose(&mut self, game: &Game, color: Color, halt: &StopFlag) -> Choice {
        self.choose_timed(game, color, halt, &Timing::UNTIMED)
    }

    /// Chooses as [`Self::choose`] does, and stops by itself when the timing's effort is spent:
    /// sooner where the choice is clear, later where it is not.
    #[must_use]
    pub fn choose_timed(
        &mut self,
        game: &Game,
        color: Color,
        halt: &StopFlag,
        timing: &Timing<'_>,
    ) -> Choice {
        if let Some(choice) = self.choose_at_once(game, color) {
            return choice;
        }
        let result = self.search(game, color, halt, timing);
        let searched = (timing.elapsed)();
        let mut choice = self.decide(game, color, &result);
        if let Decision::Move(mv) = &mut choice.decision {
            let mut rng = self.rng(&format!("equal {}", game.move_count()));
            *mv = equal_moves::any_of(game, color, *mv, &mut rng);
        }
        self.post_search_time = (timing.elapsed)().saturating_sub(searched);
        choice
    }

    /// Chooses without a search and never to resign; `None` where a search chooses.
    fn choose_at_once(&mut self, game: &Game, color: Color) -> Option<Choice> {
        let seed = Rng::from_seed(self.settings.seed);
        let number = game.move_count();
        let (mv, value) = match &mut self.chooser {
            Chooser::Search => return None,
            Chooser::Experts(experts) => {
                let mut rng = seed.split(&format!("counsel {number}"));
                let mut selection = experts
                    .selector
                    .choose(game, color, experts.skill, &mut rng);
                judged_pass::hold(game, &mut selection);
                let chosen = (selection.mv, winning_share(selection.lead));
                experts.selection = Some(selection);
                chosen
            }
            Chooser::Shapes => (likeliest_move(game, color), EVEN),
            Chooser::Static(player) => (evolved::static_move(*player, game, color), EVEN),
            Chooser::Evolved(choice) => {
                let mut rng = seed.split(&format!("evolved {number}"));
                (choice.player().choose(game, color, &mut rng), EVEN)
            }
        };
        Some(Choice {
            decision: Decision::Move(self.finish(game, color, mv, &[])),
            value,
            playouts: 0,
        })
    }

    /// The selection behind the last choice by the experts.
    #[must_use]
    pub fn selection(&self) -> Option<&Selection> {
        match &self.chooser {
            Chooser::Experts(experts) => experts.selection.as_ref(),
            _ => None,
        }
    }

    /// Searches, and reads the clock now and then if time matters.
    fn search(
        &mut self,
        game: &Game,
        color: Color,
        halt: &StopFlag,
        timing: &Timing<'_>,
    ) -> SearchResult {
        let most = self.most_playouts(game);
        let rng = self.rng(&format!("move {}", game.move_count()));
        let rest = self.post_search_time;
        let tree = self.tree_for(game);
        tree.avoid(&AvoidedMoves::default());
        tree.search_timed(game, color, &rng, halt, most, (timing, rest))
    }

    /// The search for a game: the last one, unless this board is played without a net and that one was not, or the
    /// other way round.
    fn tree_for(&mut self, game: &Game) -> &mut TreeSearch {
        let net = self.net_for(game);
        let kept = self.tree.take().filter(|tree| tree.is_with(net));
        let tree = kept.unwrap_or_else(|| TreeSearch::new(net, &self.settings));
        self.tree.insert(tree)
    }

    /// The net's own judgment of a position, before any search, in one of the eight symmetries; `None`
    /// where no net plays.
    #[must_use]
    pub fn judge(&self, game: &Game, color: Color, symmetry: Symmetry) -> Option<NetJudgment> {
        let net = self.net_for(game)?;
        Some(net.judge(game, color, symmetry))
    }

    /// The net's own judgment of the position that was searched last, the mean of all symmetries; `None`
    /// where no net plays.
    pub fn judgment(&self, game: &Game, color: Color) -> Option<NetJudgment> {
        let _ = self.net_for(game)?;
        let evaluation = self.tree.as_ref()?.root_evaluation()?;
        let as_it_lies = Symmetry::ALL[0];
        Some(net_judgment::judgment(game, color, as_it_lies, evaluation))
    }

    /// The net for a game: none on boards that it was not trained on.
    fn net_for(&self, game: &Game) -> Option<NetChoice> {
        let is_known = game.size().lines() >= NetChoice::MIN_LINES;
        self.settings.net.filter(|_| is_known)
    }

    /// Searches the moves of `color`, the opponent, until `halt`; the tree is kept for our answer. A weaker
    /// player with the net rests: it would grow stronger.
    pub fn ponder(&mut self, game: &Game, color: Color, halt: &StopFlag) {
        if self.net_skill(game).is_some() {
            return;
        }
        let rng = self.rng(&format!("ponder {}", game.move_count()));
        let tree = self.tree_for(game);
        tree.avoid(&AvoidedMoves::default());
        let _ = tree.search(game, color, &rng, halt, u32::MAX);
    }

    /// The weaker player's way with the net, in games that are played with one.
    fn net_skill(&self, game: &Game) -> Option<NetSkill> {
        self.net_for(game).and(self.settings.net_skill)
    }

    /// Greatest number of playouts, or of the net's evaluations, for a move of this game.
    #[must_use]
    pub fn most_playouts(&self, game: &Game) -> u32 {
        let of_skill = self.net_skill(game).map(|skill| skill.evaluations);
        of_skill.or(self.settings.playouts).unwrap_or(u32::MAX)
    }

    /// Searches for this number of playouts more and returns the result, for analysis: repeated
    /// calls with the same game go on with the same tree.
    #[must_use]
    pub fn analyze(
        &mut self,
        game: &Game,
        color: Color,
        halt: &StopFlag,
        playouts: u32,
    ) -> SearchResult {
        let rng = self.rng(&format!("move {}", game.move_count()));
        let avoided = self.avoided.clone();
        let tree = self.tree_for(game);
        tree.avoid(&avoided);
        let mut result = tree.search(game, color, &rng, halt, playouts);
        result
            .moves
            .retain(|known| !avoided.contains(color, known.mv, 0));
        result
    }

    /// Leaves these moves out of every analysis from now on: the search with a net does not look into
    /// them, and the one by playouts does not tell them. No choice of a move is affected.
    pub fn avoid(&mut self, moves: AvoidedMoves) {
        self.avoided = moves;
    }

    /// Dead stones, seki and territory if the game ends now; where nothing is taken off by agreement, nothing is dead.
    ///
    /// Depends on the game alone: engines of all seeds agree, as both sides of a game must.
    ///
    /// # Examples
    ///
    /// ```
    /// use sgmp_engine::engine::{Engine, Settings};
    /// use sgmp_board::rules::{Color, Game, Komi, Point, diagram};
    ///
    /// let board = diagram::parse(". X O .\n. X O .\n. X O .\nO X O .").unwrap();
    /// let game = Game::from_position(board, Color::Black, Komi::default());
    /// let status = Engine::new(Settings::default()).status(&game);
    /// assert!(status.dead().contains(Point::parse("A1").unwrap()));
    /// ```
    #[must_use]
    pub fn status(&self, game: &Game) -> Status {
        ended_status(game)
    }

    /// Random numbers for one purpose.
    fn rng(&self, name: &str) -> Rng {
        Rng::from_seed(self.settings.seed).split(name)
    }
}

/// Dead stones, seki and territory if the game ends now.
fn ended_status(game: &Game) -> Status {
    match game.removal() {
        Removal::Agreed => life(game),
        Removal::Never => Status::as_it_stands(game.board()),
    }
}

/// The life of the stones if the game ends now, whether they are taken off or not.
fn life(game: &Game) -> Status {
    let mut rng = Rng::from_seed(0).split("dead stones");
    search::final_status(game, &mut rng, JUDGING_PLAYOUTS)
}

/// Rough share of games won with this lead in points.
fn winning_share(lead: f32) -> f32 {
    /// Points that make three wins of four.
    const LEAD_OF_THREE_IN_FOUR: f32 = 16.0;
    1.0 / (1.0 + (-lead / LEAD_OF_THREE_IN_FOUR).exp())
}

#[cfg(test)]
mod last_move_tests;
#[cfg(test)]
mod tests;

//! The player: a game in, a decision out.
//!
//! No clock is read here: the caller raises the [`StopFlag`], or passes a [`Timing`] that reads the
//! time for the search.

pub mod evolved;
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
use crate::search::{self, AvoidedMoves, NetSearcher, SearchResult, Searcher};
use crate::time_control::{Effort, Spending, Step};
use resignation::HopelessStreak;
use sgmp_board::rng::Rng;
use sgmp_board::rules::{Color, Game, Move, Removal, Status};
use sgmp_board::stop_flag::StopFlag;
use sgmp_knowledge::experts::{MoveSelector, Selection, Skill};
use sgmp_knowledge::move_weights::likeliest_move;
use timing::ClockPoll;

/// Playouts for finding dead stones: a few tenths of a second on 19x19.
const JUDGING_PLAYOUTS: u32 = 1000;

/// A decision of the engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// Make this move.
    Move(Move),
    /// Resign.
    Resign,
}

/// A decision with its basis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Choice {
    /// The decision.
    pub decision: Decision,
    /// Share of playouts won, 0 to 1; one half without playouts. From the experts, an estimate by the
    /// score.
    pub value: f32,
    /// Number of playouts made.
    pub playouts: u32,
}

impl Choice {
    /// A move without a search, with an even value.
    const fn at_once(mv: Move) -> Self {
        Self {
            decision: Decision::Move(mv),
            value: 0.5,
            playouts: 0,
        }
    }
}

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
    hopeless: HopelessStreak,
    searcher: Option<Searcher>,
    net_searcher: Option<NetSearcher>,
    selector: Option<MoveSelector>,
    selection: Option<Selection>,
    avoided: AvoidedMoves,
    /// Time that the last timed decision took after its search; the next search leaves as much.
    post_search_time: Duration,
}

impl Engine {
    /// An engine that has seen no game yet.
    #[must_use]
    pub fn new(settings: Settings) -> Self {
        Self {
            searcher: None,
            net_searcher: None,
            selector: None,
            selection: None,
            avoided: AvoidedMoves::default(),
            settings,
            hopeless: HopelessStreak::default(),
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
        let at_once = match self.settings.mode {
            PlayMode::Search => None,
            PlayMode::Experts(skill) => Some(self.take_counsel(game, color, skill)),
            PlayMode::Shapes => Some(Choice::at_once(likeliest_move(game, color))),
            PlayMode::Static(player) => {
                Some(Choice::at_once(evolved::static_move(player, game, color)))
            }
            PlayMode::Evolved(choice) => {
                let mut rng = self.rng(&format!("evolved {}", game.move_count()));
                Some(Choice::at_once(
                    choice.player().choose(game, color, &mut rng),
                ))
            }
        };
        if let Some(mut choice) = at_once {
            if let Decision::Move(mv) = choice.decision {
                choice.decision = Decision::Move(self.finish(game, color, mv, &[]));
            }
            return choice;
        }
        let result = self.search(game, color, halt, timing);
        let searched = (timing.elapsed)();
        let choice = self.decide(game, color, &result);
        self.post_search_time = (timing.elapsed)().saturating_sub(searched);
        choice
    }

    /// Chooses by the experts: at once, and never to resign.
    fn take_counsel(&mut self, game: &Game, color: Color, skill: Skill) -> Choice {
        let mut rng = self.rng(&format!("counsel {}", game.move_count()));
        let selector = self.selector.get_or_insert_with(MoveSelector::new);
        let selection = selector.choose(game, color, skill, &mut rng);
        let choice = Choice {
            decision: Decision::Move(selection.mv),
            value: winning_share(selection.lead),
            playouts: 0,
        };
        self.selection = Some(selection);
        choice
    }

    /// The selection behind the last choice by the experts.
    #[must_use]
    pub const fn selection(&self) -> Option<&Selection> {
        self.selection.as_ref()
    }

    /// Searches, and reads the clock now and then if time matters.
    fn search(
        &mut self,
        game: &Game,
        color: Color,
        halt: &StopFlag,
        timing: &Timing<'_>,
    ) -> SearchResult {
        let cap = self.most_playouts(game);
        let rng = self.rng(&format!("move {}", game.move_count()));
        if let Some(net) = self.net_for(game) {
            return self.search_with_net(net, game, color, halt, timing);
        }
        if let Effort::Counted { .. } = timing.effort {
            return self.searcher().search(game, color, &rng, halt, cap);
        }
        let mut spending = Spending::new(timing.effort, cap);
        let mut poll = ClockPoll::new(timing, self.post_search_time);
        let first = poll.next_after().min(cap);
        let searcher = self.searcher();
        let stats = searcher.search_watched(game, color, &rng, halt, first, |progress| {
            let step = spending.step(poll.read(), progress);
            let rest = cap.saturating_sub(progress.playouts);
            (step == Step::GoOn).then(|| poll.next_after().min(rest))
        });
        searcher.result(stats)
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
        let evaluation = self.net_searcher.as_ref()?.root_evaluation()?;
        let as_it_lies = Symmetry::ALL[0];
        Some(net_judgment::judgment(game, color, as_it_lies, evaluation))
    }

    /// The net for a game: none on boards that it was not trained on.
    fn net_for(&self, game: &Game) -> Option<NetChoice> {
        let is_known = game.size().lines() >= NetChoice::MIN_LINES;
        self.settings.net.filter(|_| is_known)
    }

    /// Searches with a net, and reads the clock now and then if time matters.
    fn search_with_net(
        &mut self,
        net: NetChoice,
        game: &Game,
        color: Color,
        halt: &StopFlag,
        timing: &Timing<'_>,
    ) -> SearchResult {
        let cap = self.most_playouts(game);
        self.net_searcher(net).avoid(&AvoidedMoves::default());
        if let Effort::Counted { .. } = timing.effort {
            return self.net_searcher(net).search(game, color, halt, cap);
        }
        let mut spending = Spending::new(timing.effort, cap);
        let mut poll =
            ClockPoll::new(timing, self.post_search_time).slower(net.evaluations_per_clock_read());
        let first = poll.next_after().min(cap);
        let searcher = self.net_searcher(net);
        searcher.search_watched(game, color, halt, first, |progress| {
            let step = spending.step(poll.read(), progress);
            let rest = cap.saturating_sub(progress.playouts);
            (step == Step::GoOn).then(|| poll.next_after().min(rest))
        })
    }

    /// The searcher with the net, made at its first use.
    fn net_searcher(&mut self, net: NetChoice) -> &mut NetSearcher {
        let Settings {
            memory,
            threads,
            puct,
            ..
        } = self.settings;
        self.net_searcher
            .get_or_insert_with(|| NetSearcher::new(net, memory, threads, puct))
    }

    /// Searches the moves of `color`, the opponent, until `halt`; the tree is kept for our answer. A weaker
    /// player with the net rests: it would grow stronger.
    pub fn ponder(&mut self, game: &Game, color: Color, halt: &StopFlag) {
        if self.net_skill(game).is_some() {
            return;
        }
        if let Some(net) = self.net_for(game) {
            let searcher = self.net_searcher(net);
            searcher.avoid(&AvoidedMoves::default());
            let _ = searcher.search(game, color, halt, u32::MAX);
            return;
        }
        let rng = self.rng(&format!("ponder {}", game.move_count()));
        let _ = self.searcher().grow_tree(game, color, &rng, halt, u32::MAX);
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

    /// The searcher, made at its first use.
    fn searcher(&mut self) -> &mut Searcher {
        let Settings {
            memory,
            threads,
            uct,
            ..
        } = self.settings;
        self.searcher
            .get_or_insert_with(|| Searcher::new(memory, threads, uct))
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
        let mut result = match self.net_for(game) {
            Some(net) => {
                let avoided = self.avoided.clone();
                let searcher = self.net_searcher(net);
                searcher.avoid(&avoided);
                searcher.search(game, color, halt, playouts)
            }
            None => {
                let rng = self.rng(&format!("move {}", game.move_count()));
                self.searcher().search(game, color, &rng, halt, playouts)
            }
        };
        let avoided = &self.avoided;
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
        match game.removal() {
            Removal::Agreed => self.life(game),
            Removal::Never => Status::as_it_stands(game.board()),
        }
    }

    /// The life of the stones if the game ends now, whether they are taken off or not.
    fn life(&self, game: &Game) -> Status {
        let mut rng = Rng::from_seed(0).split("dead stones");
        search::final_status(game, &mut rng, JUDGING_PLAYOUTS)
    }

    /// Random numbers for one purpose.
    fn rng(&self, name: &str) -> Rng {
        Rng::from_seed(self.settings.seed).split(name)
    }
}

/// Rough share of games won with this lead in points.
fn winning_share(lead: f32) -> f32 {
    /// Points that make three wins of four.
    const LARGE: f32 = 16.0;
    1.0 / (1.0 + (-lead / LARGE).exp())
}

#[cfg(test)]
mod tests;

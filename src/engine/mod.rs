//! The player: a game in, a decision out.
//!
//! Time is not read here: whoever holds the clock requests the [`StopFlag`], or hands a [`Timing`] that
//! tells how late it is.

mod level;
mod timing;

pub use level::Level;
pub use timing::Timing;

use std::time::Duration;

use crate::experts::{MoveSelector, Selection, Skill};
use crate::move_weights::{MovePriors, likeliest};
use crate::rng::Rng;
use crate::rules::{BoardSize, Color, Game, Komi, Move, Status};
use crate::search::{self, SearchResult, Searcher, StopFlag, UctParams};
use crate::time_control::{Effort, Spending, Step};
use timing::ClockPoll;

/// Playouts that judge which stones are dead: a few tenths of a second on 19x19.
const JUDGING_PLAYOUTS: u32 = 1000;

/// Playouts below which a value is too uncertain to resign on.
const RESIGNING_PLAYOUTS: u32 = 100;

/// What decides on a move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PlayMode {
    /// A search.
    Search,
    /// The experts without a search, so well.
    Experts(Skill),
    /// What players usually do, by the learned shapes alone.
    Shapes,
}

impl PlayMode {
    /// Has what the program carries for play by knowledge unpacked, which takes some 20 ms once, so that
    /// the first move does not wait for it. A search unpacks what it needs in the time of its first move.
    pub fn get_ready(self) {
        match self {
            Self::Search => {}
            Self::Shapes => _ = MovePriors::embedded(),
            Self::Experts(_) => {
                let game = Game::new(BoardSize::NINETEEN, Komi::default());
                let _ = MoveSelector::new().suggest(&game, Color::Black, 0);
            }
        }
    }
}

/// How an engine plays.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// The seed all chance comes from.
    pub seed: u64,
    /// What decides on a move.
    pub manner: PlayMode,
    /// Playouts for a move at most; without a cap only the [`StopFlag`] ends a search.
    pub playouts: Option<u32>,
    /// When to resign; `None` plays on to the end.
    pub resign: Option<Resignation>,
    /// What steers the tree.
    pub uct: UctParams,
    /// Threads that search one tree.
    pub threads: usize,
    /// Bytes for the tree.
    pub memory: usize,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            seed: 0,
            manner: PlayMode::Search,
            playouts: None,
            resign: Some(Resignation::default()),
            uct: UctParams::default(),
            threads: 1,
            memory: 32 << 20,
        }
    }
}

/// When a game is hopeless.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Resignation {
    /// The value that counts as hopeless: below this part of playouts won, 0 to 1.
    pub below: f32,
    /// How many own moves in a row must be hopeless; the last of them is not made.
    pub in_a_row: u32,
    /// Moves of the game, in parts of the board's points, before which nobody resigns.
    pub not_before: f32,
}

impl Default for Resignation {
    fn default() -> Self {
        Self {
            below: 0.03,
            in_a_row: 5,
            not_before: 0.4,
        }
    }
}

/// What the engine decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// To make this move.
    Move(Move),
    /// To give the game up.
    Resign,
}

/// A decision and what it rests on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Choice {
    /// What to do.
    pub decision: Decision,
    /// The part of playouts won, 0 to 1; one half without playouts. By knowledge alone, a guess
    /// from the score.
    pub value: f32,
    /// Playouts done.
    pub playouts: u32,
}

impl Choice {
    /// What is usual, without a guess who wins.
    fn by_shape(game: &Game, color: Color) -> Self {
        Self {
            decision: Decision::Move(likeliest(game, color)),
            value: 0.5,
            playouts: 0,
        }
    }
}

/// A player of one game after another.
pub struct Engine {
    settings: Settings,
    hopeless: Hopeless,
    searcher: Option<Searcher>,
    selector: Option<MoveSelector>,
    selection: Option<Selection>,
    /// What the last timed decision took after its search; the next search leaves it so much.
    post_search_time: Duration,
}

/// How long it has looked hopeless, and after how many moves of which color last.
#[derive(Clone, Copy, Debug, Default)]
struct Hopeless {
    in_a_row: u32,
    seen: Option<(Color, usize)>,
}

impl Engine {
    /// An engine that has seen no game yet.
    #[must_use]
    pub fn new(settings: Settings) -> Self {
        Self {
            searcher: None,
            selector: None,
            selection: None,
            settings,
            hopeless: Hopeless::default(),
            post_search_time: Duration::ZERO,
        }
    }

    /// Decides what `color` does next; thinks until the cap of playouts or until `halt`.
    ///
    /// The search ends within about a millisecond of the request, with whatever is known by then; late
    /// in a game a judgment of the board follows, some tenths of a second on 19x19; a timed search
    /// ([`Self::choose_timed`]) leaves it the time that the last one took. With
    /// a cap, one thread and no halt the move depends on the settings and the games before alone.
    #[must_use]
    pub fn choose(&mut self, game: &Game, color: Color, halt: &StopFlag) -> Choice {
        self.choose_timed(game, color, halt, &Timing::UNTIMED)
    }

    /// Decides as [`Self::choose`] does, and stops by itself when the timing's effort is spent:
    /// sooner where the choice is clear, later where it is not.
    #[must_use]
    pub fn choose_timed(
        &mut self,
        game: &Game,
        color: Color,
        halt: &StopFlag,
        timing: &Timing<'_>,
    ) -> Choice {
        match self.settings.manner {
            PlayMode::Search => {}
            PlayMode::Experts(skill) => return self.take_counsel(game, color, skill),
            PlayMode::Shapes => return Choice::by_shape(game, color),
        }
        let result = self.deliberate(game, color, halt, timing);
        let searched = (timing.elapsed)();
        let choice = self.conclude(game, color, &result);
        self.post_search_time = (timing.elapsed)().saturating_sub(searched);
        choice
    }

    /// Decides by knowledge alone: at once, and never to resign.
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

    /// What the last decision by knowledge rested on.
    #[must_use]
    pub const fn selection(&self) -> Option<&Selection> {
        self.selection.as_ref()
    }

    /// Searches, and looks at the clock now and then if time matters.
    fn deliberate(
        &mut self,
        game: &Game,
        color: Color,
        halt: &StopFlag,
        timing: &Timing<'_>,
    ) -> SearchResult {
        let cap = self.most_playouts();
        let rng = self.rng(&format!("move {}", game.move_count()));
        if let Effort::Counted { .. } = timing.effort {
            return self.searcher().think(game, color, &rng, halt, cap);
        }
        let mut spending = Spending::new(timing.effort, cap);
        let mut poll = ClockPoll::new(timing, self.post_search_time);
        let first = poll.next_after().min(cap);
        let searcher = self.searcher();
        let stats = searcher.search_watched(game, color, &rng, halt, first, |progress| {
            let step = spending.step(poll.look(), progress);
            let rest = cap.saturating_sub(progress.playouts);
            (step == Step::GoOn).then(|| poll.next_after().min(rest))
        });
        searcher.tell(stats)
    }

    /// Thinks about what `color`, the opponent, might play, until `halt`; the tree is kept for our
    /// answer.
    pub fn ponder(&mut self, game: &Game, color: Color, halt: &StopFlag) {
        let rng = self.rng(&format!("ponder {}", game.move_count()));
        let _ = self.searcher().search(game, color, &rng, halt, u32::MAX);
    }

    fn most_playouts(&self) -> u32 {
        self.settings.playouts.unwrap_or(u32::MAX)
    }

    /// Decides by what was thought about this game.
    #[must_use]
    pub fn conclude(&mut self, game: &Game, color: Color, result: &SearchResult) -> Choice {
        let mut rng = self.rng(&format!("verdict {}", game.move_count()));
        let uct = &self.settings.uct;
        let mv = search::decide(game, color, result, uct, &mut rng);
        let decision = if self.gives_up(game, color, result) {
            Decision::Resign
        } else {
            Decision::Move(mv)
        };
        Choice {
            decision,
            value: result.value,
            playouts: result.playouts,
        }
    }

    /// The tree, laid out at its first use.
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

    /// Searches on for so many more playouts and tells what is known, for analysis: repeated
    /// calls with the same game go on with the same tree.
    #[must_use]
    pub fn think(
        &mut self,
        game: &Game,
        color: Color,
        halt: &StopFlag,
        playouts: u32,
    ) -> SearchResult {
        let rng = self.rng(&format!("move {}", game.move_count()));
        self.searcher().think(game, color, &rng, halt, playouts)
    }

    /// Who is dead, who lives in seki and whose the points are if the game ends now.
    ///
    /// Depends on the game alone: engines of all seeds agree, as both sides of a game must.
    #[must_use]
    pub fn status(&self, game: &Game) -> Status {
        let mut rng = Rng::from_seed(0).split("dead stones");
        search::judge(game, &mut rng, JUDGING_PLAYOUTS)
    }

    /// The stream of chance for one purpose.
    fn rng(&self, name: &str) -> Rng {
        Rng::from_seed(self.settings.seed).split(name)
    }

    fn gives_up(&mut self, game: &Game, color: Color, result: &SearchResult) -> bool {
        let Some(rule) = self.settings.resign else {
            return false;
        };
        let moves = game.move_count();
        let follows = self
            .hopeless
            .seen
            .is_some_and(|(c, m)| c == color && m < moves);
        let hopeless = result.playouts >= RESIGNING_PLAYOUTS && result.value < rule.below;
        self.hopeless = Hopeless {
            in_a_row: match (hopeless, follows) {
                (true, true) => self.hopeless.in_a_row + 1,
                (true, false) => 1,
                (false, _) => 0,
            },
            seen: Some((color, moves)),
        };
        let early = (moves as f32) < rule.not_before * f32::from(game.size().points());
        !early && self.hopeless.in_a_row >= rule.in_a_row
    }
}

/// Roughly what part of games is won by who is ahead by so many points.
fn winning_share(lead: f32) -> f32 {
    /// Points that make three wins of four.
    const LARGE: f32 = 16.0;
    1.0 / (1.0 + (-lead / LARGE).exp())
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::rules::diagram;

    fn engine(playouts: u32) -> Engine {
        Engine::new(Settings {
            playouts: Some(playouts),
            ..Settings::default()
        })
    }

    /// Black has no stone left that lives.
    fn hopeless() -> Game {
        let board = diagram::parse(
            ". O . O . . .
             O O O O O O .
             . O . O . O O
             O O O O O O .
             X . . . O O O
             . . . . . . .
             . . . . . O .",
        )
        .unwrap();
        Game::from_position(board, Color::Black, Komi::default())
    }

    #[test]
    fn a_seed_and_a_cap_decide_the_move() {
        let game = Game::new(BoardSize::new(9).unwrap(), Komi::FIVE_AND_A_HALF);
        let first = engine(300).choose(&game, Color::Black, &StopFlag::new());
        let mut other = engine(300);
        let _ = other.choose(&game, Color::White, &StopFlag::new());
        assert_eq!(other.choose(&game, Color::Black, &StopFlag::new()), first);
        assert_eq!(first.playouts, 300);
        assert!((0.2..0.8).contains(&first.value));
    }

    #[test]
    fn a_halted_engine_still_makes_a_legal_move() {
        let game = Game::new(BoardSize::NINETEEN, Komi::FIVE_AND_A_HALF);
        let halt = StopFlag::new();
        halt.request();
        let choice = Engine::new(Settings::default()).choose(&game, Color::Black, &halt);
        assert_eq!(choice.playouts, 1, "enough to know the legal moves");
        assert!(
            matches!(choice.decision, Decision::Move(Move::Play(_))),
            "{choice:?}"
        );
    }

    #[test]
    fn low_levels_play_by_knowledge_and_can_say_why() {
        let game = Game::new(BoardSize::NINETEEN, Komi::FIVE_AND_A_HALF);
        let mut player = Engine::new(Settings {
            manner: PlayMode::Experts(Skill::for_level(2)),
            ..Settings::default()
        });
        let choice = player.choose(&game, Color::Black, &StopFlag::new());
        assert!(matches!(choice.decision, Decision::Move(Move::Play(_))));
        assert_eq!(choice.playouts, 0);
        let selection = player.selection().unwrap();
        assert_eq!(Decision::Move(selection.mv), choice.decision);
        assert!(!selection.sentence().is_empty());
        assert!(Level::new(7).and_then(Level::skill).is_none());
    }

    /// A clock that goes on by so much at each look.
    fn ticking(tick: Duration) -> impl Fn() -> Duration {
        let now = std::cell::Cell::new(Duration::ZERO);
        move || {
            now.set(now.get() + tick);
            now.get()
        }
    }

    #[test]
    fn a_search_ends_when_its_time_is_spent() {
        let game = Game::new(BoardSize::new(9).unwrap(), Komi::FIVE_AND_A_HALF);
        let elapsed = ticking(Duration::from_millis(20));
        let timing = Timing {
            effort: Effort::Fixed(Duration::from_secs(1)),
            elapsed: &elapsed,
        };
        let mut player = Engine::new(Settings::default());
        let choice = player.choose_timed(&game, Color::Black, &StopFlag::new(), &timing);
        assert!((100..5000).contains(&choice.playouts), "{choice:?}");
        assert!(elapsed() <= Duration::from_millis(1100));
    }

    #[test]
    fn pondering_leaves_its_tree_to_the_answer() {
        let mut game = Game::new(BoardSize::new(5).unwrap(), Komi::FIVE_AND_A_HALF);
        let mut player = engine(50);
        let halt = StopFlag::new();
        std::thread::scope(|scope| {
            scope.spawn(|| player.ponder(&game, Color::Black, &halt));
            let _ = engine(3000).choose(&game, Color::Black, &StopFlag::new());
            halt.request();
        });
        let center = crate::rules::Point::parse("C3").unwrap();
        game.play(Color::Black, Move::Play(center)).unwrap();
        let result = player.think(&game, Color::White, &StopFlag::new(), 50);
        assert_eq!(result.playouts, 50);
        let visits: u32 = result.moves.iter().map(|known| known.visits).sum();
        assert!(visits > 100, "{visits} visits");
    }

    #[test]
    fn a_request_from_another_thread_ends_an_endless_search() {
        let game = Game::new(BoardSize::NINETEEN, Komi::FIVE_AND_A_HALF);
        let halt = StopFlag::new();
        let choice = std::thread::scope(|scope| {
            let thinking =
                scope.spawn(|| Engine::new(Settings::default()).choose(&game, Color::Black, &halt));
            let _ = engine(200).choose(&game, Color::White, &StopFlag::new());
            halt.request();
            thinking.join().expect("the engine does not panic")
        });
        assert!(choice.playouts > 0);
    }

    #[test]
    fn only_a_game_that_stays_hopeless_is_given_up() {
        let mut game = hopeless();
        let mut player = engine(200);
        let mut other = Engine::new(Settings {
            resign: None,
            playouts: Some(200),
            ..Settings::default()
        });
        for _ in 0..40 {
            game.play(Color::Black, Move::Pass).unwrap();
            game.play(Color::White, Move::Pass).unwrap();
        }
        for _ in 0..4 {
            let choice = player.choose(&game, Color::Black, &StopFlag::new());
            assert!(
                choice.value < 0.03 && choice.decision != Decision::Resign,
                "{choice:?}"
            );
            game.play(Color::Black, Move::Pass).unwrap();
            let choice = other.choose(&game, Color::White, &StopFlag::new());
            assert!(choice.value > 0.97, "{choice:?}");
            game.play(Color::White, Move::Pass).unwrap();
        }
        assert_eq!(
            player
                .choose(&game, Color::Black, &StopFlag::new())
                .decision,
            Decision::Resign
        );
        // Asked about the other side in between, it counts from the start.
        let _ = player.choose(&game, Color::White, &StopFlag::new());
        assert_ne!(
            player
                .choose(&game, Color::Black, &StopFlag::new())
                .decision,
            Decision::Resign
        );
    }

    #[test]
    fn nobody_resigns_early() {
        let mut game = hopeless();
        let mut player = engine(200);
        for _ in 0..8 {
            let choice = player.choose(&game, Color::Black, &StopFlag::new());
            assert!(matches!(choice.decision, Decision::Move(_)), "{choice:?}");
            game.play(Color::Black, Move::Pass).unwrap();
        }
    }

    #[test]
    fn settled_points_are_left_alone() {
        let board = diagram::parse(
            ". X . X O . O
             X X X X O O O
             . X X X O O .
             X X X X O O O
             . X X X O O .
             X X X X O O O
             . X . X O . O",
        )
        .unwrap();
        let game = Game::from_position(board, Color::Black, Komi::default());
        for color in Color::BOTH {
            let choice = engine(200).choose(&game, color, &StopFlag::new());
            assert_eq!(choice.decision, Decision::Move(Move::Pass));
        }
        assert!(engine(1).status(&game).dead().is_empty());
    }
}

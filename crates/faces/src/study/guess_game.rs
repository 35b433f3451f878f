//! Guess the move: a game of a file, one move after the other.

use super::region::region;
use sgmp_board::rules::{Color, Game, Move, Point};
use sgmp_engine::engine::NetChoice;
use sgmp_engine::net::inputs::Symmetry;

/// Points for the move of the game.
const FULL_SCORE: u32 = 10;
/// Points for a move that the net likes as much as the game's, at most.
const MAX_OTHER_SCORE: u32 = 8;
/// Guesses at a move before it is shown.
const MAX_GUESSES: u32 = 3;

/// The result of a guess.
#[derive(Clone, Debug, PartialEq)]
pub enum GuessResult {
    /// It is the move of the game.
    Right {
        /// Points that the guess brings.
        score: u32,
    },
    /// It is another move than the one of the game.
    Other {
        /// Points that it may bring, if it is the best guess.
        score: u32,
        /// The chance that the net gives to the guess and to the move of the game, in percent; `None` without a net.
        likely: Option<(f32, f32)>,
        /// The move of the game, once all guesses are spent.
        shown: Option<Move>,
    },
    /// The rules forbid it.
    Illegal(String),
}

/// A game whose moves are guessed.
#[derive(Debug)]
pub struct GuessGame {
    game: Game,
    position: Game,
    at: usize,
    color: Option<Color>,
    net: Option<NetChoice>,
    guesses: u32,
    was_hinted: bool,
    best: u32,
    /// Points, and the points that there could have been.
    score: (u32, u32),
    right: u32,
    asked: u32,
}

impl GuessGame {
    /// The moves of a color, or of both, from this move on, from 1; `None` where there are none.
    #[must_use]
    pub fn new(
        game: Game,
        color: Option<Color>,
        first: usize,
        net: Option<NetChoice>,
    ) -> Option<Self> {
        let net = net.filter(|_| game.size().lines() >= NetChoice::MIN_LINES);
        let position = game.after(0)?;
        let mut guess = Self {
            position,
            game,
            at: first.saturating_sub(1),
            color,
            net,
            guesses: 0,
            was_hinted: false,
            best: 0,
            score: (0, 0),
            right: 0,
            asked: 0,
        };
        guess.find_next().then_some(guess)
    }

    /// Goes on to the next move that is guessed; false at the end.
    fn find_next(&mut self) -> bool {
        let next = self
            .game
            .moves()
            .iter()
            .enumerate()
            .skip(self.at)
            .find(|(_, (color, mv))| {
                self.color.is_none_or(|wanted| wanted == *color) && *mv != Move::Pass
            });
        let position = next.and_then(|(index, _)| Some((index, self.game.after(index)?)));
        match position {
            Some((index, position)) => {
                self.at = index;
                self.position = position;
                self.guesses = 0;
                self.was_hinted = false;
                self.best = 0;
                true
            }
            None => {
                self.at = self.game.move_count();
                self.position = self.game.clone();
                false
            }
        }
    }

    /// The position in which a move is guessed.
    #[must_use]
    pub const fn position(&self) -> &Game {
        &self.position
    }

    /// The number of the move, from 1, and its color; `None` at the end.
    #[must_use]
    pub fn asked(&self) -> Option<(usize, Color)> {
        let (color, _) = self.game.moves().get(self.at)?;
        Some((self.at + 1, *color))
    }

    /// Points so far, and the points that there could have been.
    #[must_use]
    pub const fn score(&self) -> (u32, u32) {
        self.score
    }

    /// Moves that were guessed right, and those that were asked.
    #[must_use]
    pub const fn counts(&self) -> (u32, u32) {
        (self.right, self.asked)
    }

    /// The part of the board where the move lies; it halves the points.
    pub fn hint(&mut self) -> Option<String> {
        self.was_hinted = true;
        match self.game.moves().get(self.at)?.1 {
            Move::Play(point) => Some(region(point, self.game.size())),
            Move::Pass => None,
        }
    }

    /// The move of the game, shown for no points beyond those of the guesses so far.
    pub fn show(&mut self) -> Option<Move> {
        let mv = self.game.moves().get(self.at)?.1;
        self.close(0);
        Some(mv)
    }

    /// Judges a guess at the move of the game; an illegal one does not count.
    pub fn guess(&mut self, point: Point) -> GuessResult {
        let Some((color, played)) = self.game.moves().get(self.at).copied() else {
            return GuessResult::Illegal("The game has ended.".to_owned());
        };
        let mv = Move::Play(point);
        if let Err(error) = self.position.legality(color, mv) {
            return GuessResult::Illegal(format!("{mv} is against the rules: {error}."));
        }
        self.guesses += 1;
        let halved = |score: u32, hinted: bool| if hinted { score / 2 } else { score };
        if mv == played {
            let score = FULL_SCORE.saturating_sub(3 * (self.guesses - 1));
            let score = halved(score, self.was_hinted);
            self.right += u32::from(self.guesses == 1);
            self.close(score);
            return GuessResult::Right { score };
        }
        let likely = self.likely(color, mv, played);
        let score = likely.map_or(0, |(guess, game)| {
            let share = guess / game.max(guess).max(f32::MIN_POSITIVE);
            (share * MAX_OTHER_SCORE as f32).round() as u32
        });
        let score = halved(score, self.was_hinted);
        self.best = self.best.max(score);
        let shown = (self.guesses >= MAX_GUESSES).then(|| {
            self.close(0);
            played
        });
        GuessResult::Other {
            score,
            likely,
            shown,
        }
    }

    fn close(&mut self, score: u32) {
        self.asked += 1;
        self.score.0 += score.max(self.best);
        self.score.1 += FULL_SCORE;
        self.at += 1;
        self.find_next();
    }

    /// The chances that the net gives to two moves, in percent.
    fn likely(&self, color: Color, guess: Move, played: Move) -> Option<(f32, f32)> {
        let judgment = self.net?.judge(&self.position, color, Symmetry::ALL[0]);
        let lines = usize::from(self.game.size().lines());
        let chance = |mv: Move| match mv {
            Move::Play(point) => {
                let row = lines - 1 - usize::from(point.row());
                let place = row * lines + usize::from(point.column());
                judgment.policy.get(place).copied().flatten().unwrap_or(0.0)
            }
            Move::Pass => judgment.pass,
        };
        Some((100.0 * chance(guess), 100.0 * chance(played)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sgmp_board::rules::{BoardSize, Komi};

    fn game() -> Game {
        let mut game = Game::new(BoardSize::new(9).unwrap(), Komi::default());
        for name in ["E5", "C3", "G3", "C6"] {
            let mv = Move::Play(Point::parse(name).unwrap());
            game.play(game.to_move(), mv).unwrap();
        }
        game
    }

    #[test]
    fn the_moves_of_a_color_are_guessed() {
        let at = |name| Point::parse(name).unwrap();
        let mut guess = GuessGame::new(game(), Some(Color::White), 1, None).unwrap();
        assert_eq!(guess.asked(), Some((2, Color::White)));
        assert!(matches!(guess.guess(at("E5")), GuessResult::Illegal(_)));
        assert_eq!(guess.hint().as_deref(), Some("in the lower left corner"));
        assert_eq!(guess.guess(at("C3")), GuessResult::Right { score: 5 });
        assert_eq!(guess.asked(), Some((4, Color::White)));
        for shown in [None, None, Some(Move::Play(at("C6")))] {
            let told = guess.guess(at("A1"));
            assert_eq!(
                told,
                GuessResult::Other {
                    score: 0,
                    likely: None,
                    shown
                }
            );
        }
        assert_eq!(
            (guess.asked(), guess.score(), guess.counts()),
            (None, (5, 20), (1, 2))
        );
        assert!(GuessGame::new(game(), None, 9, None).is_none());
    }

    #[test]
    fn the_net_gives_points_to_good_moves() {
        let mut guess = GuessGame::new(game(), None, 1, Some(NetChoice::embedded())).unwrap();
        let GuessResult::Other {
            likely: Some((corner, middle)),
            score,
            ..
        } = guess.guess(Point::parse("A1").unwrap())
        else {
            panic!("another move");
        };
        assert!(corner < middle && score < 4, "{corner} {middle}");
    }
}

//! A weaker player with the net: the temperature of its choice, and its lapses.

use crate::search::{Candidate, SearchResult};
use sgmp_board::rng::Rng;
use sgmp_board::rules::{Board, Color, Game, Move, Point};
use sgmp_knowledge::tactics::is_self_atari;

/// The way a level from 7 to 19 plays with a net.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NetSkill {
    /// Positions judged for a move, beside the one on the board. With one the policy alone decides.
    pub evaluations: u32,
    /// Temperature of the choice: near 0 the best move, at 1 each move as often as the policy or the
    /// search's visits say.
    pub temperature: f32,
    /// Share of moves that are lapses, 0 to 1: an answer beside the opponent's last move where a larger
    /// one waits elsewhere, or a best move that is overlooked.
    pub lapses: f32,
}

/// Temperature of a lapse.
const LAPSE_TEMPERATURE: f32 = 1.5;

/// Points from the opponent's last move within which a lapse answers it.
const LAPSE_DISTANCE: u8 = 2;

/// Moves at least this likely, as a share of the likeliest one, are those that a lapse overlooks.
const OBVIOUS: f32 = 0.5;

/// Moves less likely than this share of the likeliest one are never made.
const MIN_SHARE: f32 = 0.005;

/// Own stones that nobody puts into atari by a move that the net does not like best.
const LARGE_STRING: usize = 3;

impl NetSkill {
    /// Chooses as this player does: moves the move of its choice to the front of the result. Where the net
    /// would pass, nothing but the pass is left, which [`crate::search::decide`] checks.
    pub(super) fn choose(
        self,
        game: &Game,
        color: Color,
        result: &mut SearchResult,
        rng: &mut Rng,
    ) {
        let weight = |known: &Candidate| match self.evaluations {
            0 | 1 => known.prior,
            _ => known.visits as f32,
        };
        let best = result.moves.iter().map(weight).enumerate();
        let best = best.max_by(|(a, x), (b, y)| x.total_cmp(y).then(b.cmp(a)));
        let Some((best, most)) = best.filter(|(_, most)| *most > 0.0) else {
            return;
        };
        if result.moves[best].mv == Move::Pass {
            result.moves.retain(|known| known.mv == Move::Pass);
            return;
        }
        let shares: Vec<Share> = result
            .moves
            .iter()
            .enumerate()
            .filter_map(|(place, known)| {
                let Move::Play(point) = known.mv else {
                    return None;
                };
                let share = weight(known) / most;
                let is_sound = place == best || is_sound(game.board(), color, point);
                let is_kept = share >= MIN_SHARE && is_sound && !game.repeats(color, known.mv);
                is_kept.then_some(Share {
                    place,
                    point,
                    share,
                })
            })
            .collect();
        let lapse = (unit(rng) < self.lapses)
            .then(|| lapse(game, &shares, rng))
            .flatten();
        let chosen = lapse.or_else(|| draw(&shares, self.temperature, rng));
        if let Some(place) = chosen {
            result.moves[..=place].rotate_right(1);
        }
    }
}

/// A move with its likelihood.
#[derive(Clone, Copy)]
struct Share {
    /// Its place in the search's result.
    place: usize,
    point: Point,
    /// As a share of the likeliest one's.
    share: f32,
}

/// The place of a move that misses something, in one of two ways.
fn lapse(game: &Game, shares: &[Share], rng: &mut Rng) -> Option<usize> {
    let last = game.last_move().map(|(_, mv)| mv);
    let left: Vec<Share> = match last {
        Some(Move::Play(last)) if rng.below(2) == 0 => {
            let near = shares
                .iter()
                .filter(|known| distance(known.point, last) <= LAPSE_DISTANCE);
            near.copied().collect()
        }
        _ => {
            let unseen = shares.iter().filter(|known| known.share < OBVIOUS);
            unseen.copied().collect()
        }
    };
    draw(&left, LAPSE_TEMPERATURE, rng)
}

/// The place of a move drawn by its share at a temperature.
fn draw(shares: &[Share], temperature: f32, rng: &mut Rng) -> Option<usize> {
    let weight = |known: &Share| known.share.powf(1.0 / temperature);
    let all: f32 = shares.iter().map(weight).sum();
    let mut left = unit(rng) * all;
    let drawn = shares.iter().find(|known| {
        left -= weight(known);
        left < 0.0
    });
    drawn.or(shares.first()).map(|known| known.place)
}

/// Returns whether a move is one that no player of some experience is ashamed of: it fills no own eye and puts
/// no large string into atari.
fn is_sound(board: &Board, color: Color, point: Point) -> bool {
    let large = || {
        let own = board.neighbors(point);
        let own = own.filter(|n| board.color_at(*n) == Some(color));
        own.map(|n| board.string_size(n)).sum::<usize>() >= LARGE_STRING
    };
    !(board.is_small_eye(color, point) || is_self_atari(board, color, point) && large())
}

/// Steps between two points, the larger one of both directions.
fn distance(a: Point, b: Point) -> u8 {
    let columns = a.column().abs_diff(b.column());
    columns.max(a.row().abs_diff(b.row()))
}

/// A number from 0 up to but not including 1.
fn unit(rng: &mut Rng) -> f32 {
    const STEPS: u32 = 1 << 24;
    rng.below(STEPS) as f32 / STEPS as f32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Ownership;
    use sgmp_board::rules::{BoardSize, Komi, diagram};

    const SOUND: NetSkill = NetSkill {
        evaluations: 1,
        temperature: 1.0,
        lapses: 0.0,
    };

    fn play(name: &str) -> Move {
        Point::parse(name).map_or(Move::Pass, Move::Play)
    }

    /// A result with these moves and priors, nothing visited but the first.
    fn result(moves: &[(&str, f32)]) -> SearchResult {
        let candidate = |(place, (name, prior)): (usize, &(&str, f32))| Candidate {
            mv: play(name),
            visits: u32::from(place == 0),
            value: 0.5,
            won: 0.5,
            prior: *prior,
            score: None,
            utility: None,
            variation: Vec::new(),
            variation_visits: Vec::new(),
        };
        SearchResult {
            moves: moves.iter().enumerate().map(candidate).collect(),
            value: 0.5,
            playouts: 1,
            expanded: 1,
            ownership: Ownership::default(),
            score: None,
            utility: None,
        }
    }

    /// Number of times that each of these moves is chosen in 1000.
    fn counts(skill: NetSkill, game: &Game, moves: &[(&str, f32)]) -> Vec<u32> {
        let mut rng = Rng::from_seed(3);
        let mut counts = vec![0; moves.len()];
        for _ in 0..1000 {
            let mut result = result(moves);
            skill.choose(game, game.to_move(), &mut result, &mut rng);
            let first = result.moves[0].mv;
            let place = moves.iter().position(|(name, _)| play(name) == first);
            counts[place.unwrap()] += 1;
        }
        counts
    }

    fn empty() -> Game {
        Game::new(BoardSize::new(9).unwrap(), Komi::default())
    }

    const MOVES: [(&str, f32); 4] = [("E5", 0.6), ("C3", 0.3), ("G7", 0.099), ("A1", 0.001)];

    #[test]
    fn the_temperature_says_how_often_the_best_is_chosen() {
        let at = |temperature| {
            let skill = NetSkill {
                temperature,
                ..SOUND
            };
            counts(skill, &empty(), &MOVES)
        };
        let even = at(1.0);
        assert!((550..650).contains(&even[0]) && (60..140).contains(&even[2]));
        assert_eq!(even[3], 0, "nobody plays there");
        assert!(at(0.1)[0] > 990);
        assert!(at(2.0)[0] < 500);
    }

    #[test]
    fn with_several_evaluations_visits_decide() {
        let skill = NetSkill {
            evaluations: 8,
            ..SOUND
        };
        assert_eq!(counts(skill, &empty(), &MOVES)[0], 1000);
    }

    #[test]
    fn a_lapse_overlooks_the_best_or_answers_nearby() {
        let skill = NetSkill {
            lapses: 1.0,
            ..SOUND
        };
        let mut game = empty();
        assert_eq!(counts(skill, &game, &MOVES)[0], 0, "no move to answer");
        game.play(Color::Black, play("D4")).unwrap();
        let chosen = counts(skill, &game, &MOVES);
        let far = chosen[2];
        assert!(far > 100, "{far}: overlooked");
        assert!(chosen[0] + chosen[1] > 500, "{chosen:?}: nearby");
    }

    #[test]
    fn own_eyes_and_large_strings_are_left_alone() {
        let board = diagram::parse(
            ". X . . . . .
             X X . . . . .
             . . . . O O O
             . . . . . . .
             . . . O O O O
             X X X O . O .
             . X . . O O .",
        )
        .unwrap();
        let game = Game::from_position(board, Color::Black, Komi::default());
        let moves = [("D4", 0.3), ("A7", 0.3), ("D1", 0.2)];
        // D1 leaves four stones with two liberties; A7 is an eye.
        let hot = NetSkill {
            temperature: 5.0,
            ..SOUND
        };
        assert_eq!(counts(hot, &game, &moves)[1], 0);
        assert!(counts(hot, &game, &moves)[2] > 0);
        let mut rng = Rng::from_seed(1);
        let mut best = result(&[("A7", 0.9), ("D4", 0.001)]);
        SOUND.choose(&game, Color::Black, &mut best, &mut rng);
        assert_eq!(best.moves[0].mv, play("A7"), "the net knows better");
    }

    #[test]
    fn a_net_that_would_pass_leaves_the_pass_alone() {
        let mut passes = result(&[("pass", 0.6), ("E5", 0.4)]);
        let mut rng = Rng::from_seed(1);
        SOUND.choose(&empty(), Color::Black, &mut passes, &mut rng);
        assert_eq!(passes.moves.len(), 1);
        assert_eq!(passes.moves[0].mv, Move::Pass);
    }
}

//! Light random playouts.

use sgmp_board::rng::Rng;
use sgmp_board::rules::{Board, Color, Game, Move, Point};
use sgmp_knowledge::move_weights::MoveContext;
use sgmp_knowledge::tactics::is_self_atari;

/// The last two moves of a game or playout, the latest first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct LastMoves {
    /// The move before this one; `None` for a pass or the game's start.
    pub last: Option<Point>,
    /// The one before that.
    pub before: Option<Point>,
}

impl LastMoves {
    /// The last two moves of a game.
    pub(in crate::search) fn from_game(game: &Game) -> Self {
        let MoveContext { last, before, .. } = MoveContext::from_game(game, game.to_move());
        Self { last, before }
    }

    /// After one more move.
    #[must_use]
    pub(crate) const fn then(self, mv: Option<Point>) -> Self {
        Self {
            last: mv,
            before: self.last,
        }
    }
}

/// Plays moves nearly at random until both sides have none left, or for three times as many moves
/// as the board has points, and calls `seen` with each one played. `last` is the stone just put
/// down by the opponent of `first`, if any.
///
/// A side mostly captures a string that just moved into atari and mostly saves one that was just
/// put into atari; else it plays anywhere, mostly not into atari. It passes only if every legal
/// move would fill an eye of its own of one point. Positions may repeat (but for simple ko), which
/// the bound on moves ends.
pub fn play_out(
    board: &mut Board,
    first: Color,
    last: Option<Point>,
    rng: &mut Rng,
    seen: impl FnMut(Color, Point),
) {
    let last_moves = LastMoves { last, before: None };
    play_to_end(
        board,
        first,
        last_moves,
        seen,
        |board, color, last_moves| play_some(board, color, last_moves.last, rng),
    );
}

/// Plays a game to its end by a rule that makes one move, or passes and gives `None`.
///
/// Ends at two passes, or at three times as many moves as the board has points.
pub(super) fn play_to_end(
    board: &mut Board,
    first: Color,
    mut last_moves: LastMoves,
    mut seen: impl FnMut(Color, Point),
    mut play_one: impl FnMut(&mut Board, Color, LastMoves) -> Option<Point>,
) {
    let most = 3 * u32::from(board.size().points());
    let mut color = first;
    let mut passes = 0;
    for _ in 0..most {
        let mv = play_one(board, color, last_moves);
        match mv {
            Some(point) => {
                passes = 0;
                seen(color, point);
            }
            None => passes += 1,
        }
        if passes == 2 {
            break;
        }
        last_moves = last_moves.then(mv);
        color = !color;
    }
}

/// Plays one move, given the opponent's; passes and gives `None` if there is none.
fn play_some(board: &mut Board, color: Color, last: Option<Point>, rng: &mut Rng) -> Option<Point> {
    let draw = rng.next_u64() as u32;
    if let Some(point) = last
        .filter(|_| draw & 7 != 0)
        .and_then(|last| answer(board, color, last))
        && board.play(color, Move::Play(point)).is_ok()
    {
        return Some(point);
    }
    play_anywhere(
        board,
        color,
        rng,
        |board, color, point| !is_self_atari(board, color, point),
        |board, color, point| board.legality(color, point).is_ok(),
    )
}

/// The move that captures the string just played, or saves an own string it put into atari.
fn answer(board: &Board, color: Color, last: Point) -> Option<Point> {
    if board.liberties(last) == 1 {
        return board.liberty_set(last).first();
    }
    let in_atari = |n: &Point| board.color_at(*n) == Some(color) && board.liberties(*n) == 1;
    let mut hurt = board.neighbors(last).filter(in_atari);
    hurt.find_map(|stone| {
        board
            .liberty_set(stone)
            .first()
            .filter(|exit| !is_self_atari(board, color, *exit))
    })
}

/// Steps to walk through the empty points with: primes larger than their number, so that a walk
/// meets each point once, in an order that has nothing to do with where points lie.
const STEPS: [u32; 8] = [367, 373, 379, 383, 389, 397, 401, 409];

/// Plays a random legal move that fills no own eye and is `sound`; one that may be played as a
/// `last_resort` if there is none; passes and gives `None` if there is not even that.
pub(super) fn play_anywhere(
    board: &mut Board,
    color: Color,
    rng: &mut Rng,
    sound: impl Fn(&Board, Color, Point) -> bool,
    last_resort: impl Fn(&Board, Color, Point) -> bool,
) -> Option<Point> {
    let count = board.empty_points().len() as u32;
    let draw = rng.below(count << 3);
    // A step of more than once around is the rest of it; then no division is needed on the way.
    let step = STEPS[(draw & 7) as usize] % count.max(1);
    let mut at = draw >> 3;
    let mut poor = None;
    for _ in 0..count {
        let point = board.empty_points()[at as usize];
        if may_fill(board, color, point) {
            if sound(board, color, point) {
                if board.play(color, Move::Play(point)).is_ok() {
                    return Some(point);
                }
            } else if poor.is_none() && last_resort(board, color, point) {
                poor = Some(point);
            }
        }
        at += step;
        if at >= count {
            at -= count;
        }
    }
    let mv = poor.map_or(Move::Pass, Move::Play);
    board.play(color, mv).ok().and(poor)
}

/// Returns whether a point is no eye of one's own; a false one is filled only to join a string that is
/// short of liberties.
///
/// Filled early, false eyes cost groups their life that would live by taking what makes them false;
/// filled in atari alone, they come too late where two of them hold a group together.
pub(super) fn may_fill(board: &Board, color: Color, point: Point) -> bool {
    const SHORT: usize = 2;
    !board.is_enclosed(color, point)
        || !board.is_small_eye(color, point)
            && board.neighbors(point).any(|n| board.liberties(n) <= SHORT)
}

#[cfg(test)]
mod tests {
    use super::*;
    use sgmp_board::rules::{BoardSize, diagram};

    fn at(name: &str) -> Point {
        Point::parse(name).unwrap()
    }

    #[test]
    fn a_playout_ends_with_nothing_but_eyes_to_fill() {
        for lines in [2, 3, 5, 9, 19] {
            let size = BoardSize::new(lines).unwrap();
            let mut rng = Rng::from_seed(u64::from(lines));
            for _ in 0..50 {
                let (mut board, mut moves) = (Board::new(size), 0);
                play_out(&mut board, Color::Black, None, &mut rng, |_, _| moves += 1);
                let most = 3 * u32::from(size.points());
                assert!(moves <= most);
                let stuck = |point: &Point, color| {
                    board.is_enclosed(color, *point) || board.legality(color, *point).is_err()
                };
                let ended = board
                    .empty_points()
                    .iter()
                    .all(|p| Color::BOTH.iter().all(|c| stuck(p, *c)));
                // Tiny boards are captured over and over, with passes between, up to the bound.
                assert!(ended || (lines < 4 && moves >= most / 2), "{board:?}");
            }
        }
    }

    #[test]
    fn what_was_seen_plays_again_to_the_same_end() {
        let mut moves = Vec::new();
        let mut board = Board::new(BoardSize::NINETEEN);
        let mut again = board.clone();
        let mut rng = Rng::from_seed(3);
        play_out(&mut board, Color::White, None, &mut rng, |color, point| {
            moves.push((color, point));
        });
        assert!((300..800).contains(&moves.len()), "{}", moves.len());
        for (color, point) in moves {
            again.play(color, Move::Play(point)).unwrap();
        }
        assert_eq!(again.hash(), board.hash());
    }

    #[test]
    fn atari_is_answered() {
        let board = diagram::parse(
            ". . . . .
             . X O . .
             . O X . .
             . O . . .
             . . . . .",
        )
        .unwrap();
        assert_eq!(
            answer(&board, Color::White, at("C3")),
            None,
            "nothing is in atari"
        );
        let mut hurt = board.clone();
        hurt.play(Color::Black, Move::Play(at("D4"))).unwrap();
        hurt.play(Color::White, Move::Pass).unwrap();
        assert_eq!(
            answer(&hurt, Color::White, at("D4")),
            Some(at("C5")),
            "the string runs"
        );
        let mut lost = hurt.clone();
        lost.play(Color::White, Move::Play(at("A5"))).unwrap();
        lost.play(Color::White, Move::Play(at("B5"))).unwrap();
        lost.play(Color::White, Move::Play(at("A4"))).unwrap();
        assert_eq!(
            answer(&lost, Color::Black, at("A4")),
            None,
            "no room to run"
        );
        assert!(is_self_atari(&lost, Color::Black, at("A3")));
    }
}

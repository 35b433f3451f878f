//! Moves that gain points in a game that is decided.
//!
//! A search counts games won, and where every move wins, or none, it does not tell a move that
//! gains a point from a pass. Here the komi is moved until the count as it stands is lost by half a
//! point: then a move is won if it gains a point against passing, and a short search finds it.

use crate::search::tree::{Searcher, UctParams};
use sgmp_board::rng::Rng;
use sgmp_board::rules::{Color, Game, Komi, Margin, Move};
use sgmp_board::stop_flag::StopFlag;

/// Simulations of the search: a tenth of a second on 9×9, a quarter on 19×19.
const PLAYOUTS: u32 = 1000;
/// Bytes of its tree.
const MEMORY: usize = 8 << 20;
/// The share of simulations in which a move has to gain. With nothing left to do it is one half,
/// since the tree leaves half a point open for whose turn it is; in 60 games of self-play nothing
/// that gained lay below 0.7.
const GAINS_FROM: f32 = 0.65;

/// A move by which `color`, which is to move, gets a point more than by `margin`, the count if the
/// game ends now; `None` if a short search finds none.
pub(super) fn gaining_move(
    game: &Game,
    color: Color,
    margin: Margin,
    uct: &UctParams,
    rng: &Rng,
) -> Option<Move> {
    let short = match color {
        Color::Black => 1,
        Color::White => -1,
    };
    let komi = i32::from(game.komi().half_points()) + margin.half_points() + short;
    let komi = Komi::from_half_points(i16::try_from(komi).ok()?);
    let again = game.clone().with_komi(komi);
    let mut searcher = Searcher::new(MEMORY, 1, *uct);
    let result = searcher.search(&again, color, rng, &StopFlag::new(), PLAYOUTS);
    let best = result.moves.first()?;
    let gains = best.mv != Move::Pass && best.value >= GAINS_FROM;
    (gains && !game.repeats(color, best.mv)).then_some(best.mv)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::end::final_status;
    use sgmp_board::rules::diagram;

    /// The move found in a position that `margin` counts, with White 60 points ahead by komi.
    fn found(text: &str, color: Color) -> Option<Move> {
        let komi = Komi::from_half_points(121);
        let game = Game::from_position(diagram::parse(text).unwrap(), color, komi);
        let mut rng = Rng::from_seed(3);
        let status = final_status(&game, &mut rng, 300);
        let margin = sgmp_board::rules::score::japanese(&game, &status).margin();
        gaining_move(&game, color, margin, &UctParams::default(), &rng)
    }

    /// White can push at F1 and Black can close there; the rest is settled.
    const OPEN: &str = "
        . X . X O . O
        X X X X O O O
        . X . X O . O
        X X X X O O O
        . X . X O . O
        X X X X O . .
        . X . . . . O";

    #[test]
    fn an_open_border_is_closed_by_whoever_moves_first() {
        for color in Color::BOTH {
            assert!(found(OPEN, color).is_some(), "{color}");
        }
    }

    #[test]
    fn nothing_gains_where_all_is_closed() {
        let closed = OPEN.replace(
            "X X X X O . .\n        . X . . . . O",
            "X X X X O O O\n        . X . X O . O",
        );
        for color in Color::BOTH {
            assert_eq!(found(&closed, color), None, "{color}");
        }
    }
}

//! Layers of a picture: what is known of a position besides its stones.

use std::fmt;
use std::str::FromStr;

use super::advice_desk::{AdviceDesk, analysis};
use sgmp_board::picture::{Candidate, Picture};
use sgmp_board::rules::{Game, Move};
use sgmp_engine::engine::{Engine, Settings};
use sgmp_knowledge::experts::{Hint, Hints};

/// Something that is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PositionLayer {
    /// Owners of points, and the dead.
    Territory,
    /// How the groups live.
    Life,
    /// The influence of both sides.
    Influence,
    /// Moves for the side to move.
    Hints,
}

impl PositionLayer {
    /// All layers, in the order of their declaration.
    pub const ALL: [Self; 4] = [Self::Territory, Self::Life, Self::Influence, Self::Hints];

    const fn name(self) -> &'static str {
        match self {
            Self::Territory => "territory",
            Self::Life => "life",
            Self::Influence => "influence",
            Self::Hints => "hints",
        }
    }
}

impl fmt::Display for PositionLayer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A word that names no layer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("write territory, life, influence or hints")]
pub struct UnknownLayer;

impl FromStr for PositionLayer {
    type Err = UnknownLayer;

    fn from_str(text: &str) -> Result<Self, UnknownLayer> {
        let named = Self::ALL.into_iter().find(|layer| layer.name() == text);
        named.ok_or(UnknownLayer)
    }
}

impl AdviceDesk {
    /// Puts a layer on the picture of a game's position, with a line below it that says what is shown.
    #[must_use]
    pub fn add_layer(&mut self, picture: Picture, game: &Game, layer: PositionLayer) -> Picture {
        match layer {
            PositionLayer::Territory if game.consecutive_passes() >= 2 => counted(picture, game),
            PositionLayer::Territory => {
                let expected = self.territory(game, game.to_move());
                picture.ownership(|point| expected.share(point)).note(
                    "Territory as it is expected in the end: where it is as good as certain the sign is large.",
                )
            }
            PositionLayer::Life => self.lives(picture, game),
            PositionLayer::Influence => {
                let analysis = analysis(game.board(), game.to_move());
                picture
                    .influence(|point| analysis.influence().balance(point))
                    .note("Influence: where it is strong the sign is large.")
            }
            PositionLayer::Hints => self.hinted(picture, game),
        }
    }

    /// The life of all groups.
    fn lives(&self, mut picture: Picture, game: &Game) -> Picture {
        for group in self.groups(game, game.to_move()) {
            picture = picture.life(&group.stones, group.life());
        }
        picture.note("Groups: those without a sign are safe.")
    }

    fn hinted(&mut self, picture: Picture, game: &Game) -> Picture {
        let color = game.to_move();
        let hints = self.hints(game, color);
        let mut picture = picture;
        for (mv, candidate) in candidates(&hints) {
            let rank = candidate.rank;
            picture = match mv {
                Move::Play(point) => picture.candidate(point, candidate),
                Move::Pass => picture.note(format!("{rank} pass: {candidate}")),
            };
        }
        picture.note(format!("Moves for {color}, the best first."))
    }
}

/// The moves of hints as candidates on a board: each has the number that it has in the list, whether a pass stands before
/// it or not.
#[must_use]
pub fn candidates(hints: &Hints) -> Vec<(Move, Candidate)> {
    let candidate = |rank, hint: &Hint| Candidate {
        rank,
        winrate: hint.judged.map(|judged| judged.win),
        score: hint.judged.map(|judged| judged.lead),
        visits: None,
    };
    let numbered = (1..).zip(&hints.moves);
    numbered
        .map(|(rank, hint)| (hint.mv, candidate(rank, hint)))
        .collect()
}

/// The count of a finished game.
fn counted(picture: Picture, game: &Game) -> Picture {
    let status = Engine::new(Settings::default()).status(game);
    picture
        .dead(status.dead())
        .territory(status.territory())
        .note("Territory as it is counted.")
}

#[cfg(test)]
mod tests {
    use super::*;
    use sgmp_board::picture::TextBoard;
    use sgmp_board::rules::{Color, Komi, diagram};
    use sgmp_engine::engine::{JudgeEffort, NetChoice};

    fn game() -> Game {
        let board = diagram::parse(
            ". . X . O . .
             . . X . O . X
             . X X . O O .
             X X X . O O O
             . X X . O O .
             O . X . O . .
             . . X . O . .",
        )
        .unwrap();
        Game::from_position(board, Color::Black, Komi::from_half_points(1))
    }

    #[test]
    fn every_layer_is_seen_with_a_net_and_without() {
        for net in [None, Some(NetChoice::embedded())] {
            let mut source = AdviceDesk::new(net, JudgeEffort::ONE_POSITION);
            for layer in PositionLayer::ALL {
                assert_eq!(layer.to_string().parse(), Ok(layer));
                let game = game();
                let picture = source.add_layer(Picture::from_game(&game), &game, layer);
                let text = TextBoard::new(&picture).to_string();
                let line = match layer {
                    PositionLayer::Territory => "Territory as it is expected",
                    PositionLayer::Life => "Groups: ",
                    PositionLayer::Influence => "Influence: ",
                    PositionLayer::Hints => "Moves for Black",
                };
                assert!(text.contains(line), "{text}");
            }
        }
    }

    #[test]
    fn a_finished_game_is_counted() {
        let mut game = game();
        for _ in 0..2 {
            game.play(game.to_move(), Move::Pass).unwrap();
        }
        let picture = Picture::from_game(&game);
        let picture = AdviceDesk::new(None, JudgeEffort::ONE_POSITION).add_layer(
            picture,
            &game,
            PositionLayer::Territory,
        );
        let text = TextBoard::new(&picture).to_string();
        assert!(text.contains(" 2 o + X . O - - 2"), "{text}");
    }
}

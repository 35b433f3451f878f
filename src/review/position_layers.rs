//! Layers of a picture: what is known of a position besides its stones.

use std::fmt;
use std::str::FromStr;

use crate::analysis::{Analysis, LifeClass, LifeStatus};
use crate::engine::{Engine, JudgeEffort, NetChoice, SearchJudge, Settings};
use crate::experts::{Hint, Teacher};
use crate::net::inputs::Symmetry;
use crate::picture::{Candidate, Life, Picture};
use crate::rules::{Color, Game, Move, Point};

/// Level of the analysis that answers.
const ANALYSIS_LEVEL: u8 = 6;

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
    /// All layers.
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

/// The source of layers: a net or none, and the analysis.
#[derive(Debug)]
pub struct LayerSource {
    net: Option<NetChoice>,
    teacher: Teacher,
}

impl LayerSource {
    /// A source that asks this net where it knows the board.
    #[must_use]
    pub fn new(net: Option<NetChoice>) -> Self {
        let judge = |net| Box::new(SearchJudge::new(net, JudgeEffort::ONE_POSITION)) as _;
        Self {
            net,
            teacher: Teacher::new(net.map(judge)),
        }
    }

    /// Puts a layer on the picture of a game's position, with a line below it that says what is shown.
    #[must_use]
    pub fn add(&mut self, picture: Picture, game: &Game, layer: PositionLayer) -> Picture {
        match layer {
            PositionLayer::Territory if game.consecutive_passes() >= 2 => counted(picture, game),
            PositionLayer::Territory => self.expected(picture, game),
            PositionLayer::Life => lives(picture, game),
            PositionLayer::Influence => {
                let analysis = Analysis::new(game.board(), game.to_move(), ANALYSIS_LEVEL);
                picture
                    .influence(|point| analysis.influence().balance(point))
                    .note("Influence: where it is strong the sign is large.")
            }
            PositionLayer::Hints => self.hinted(picture, game),
        }
    }

    /// The owners that the net expects, else those that the analysis estimates.
    fn expected(&self, picture: Picture, game: &Game) -> Picture {
        let large = game.size().lines() >= NetChoice::MIN_LINES;
        match self.net.filter(|_| large) {
            Some(net) => {
                let owners = Owners::ask(net, game);
                picture.ownership(|point| owners.at(point))
            }
            None => {
                let analysis = Analysis::new(game.board(), game.to_move(), ANALYSIS_LEVEL);
                picture.ownership(|point| analysis.territory().at(point))
            }
        }
        .note("Territory as it is expected in the end: where it is as good as certain the sign is large.")
    }

    fn hinted(&mut self, picture: Picture, game: &Game) -> Picture {
        let color = game.to_move();
        let hints = self.teacher.hints(game, color);
        let mut picture = picture;
        for (rank, hint) in (1..).zip(&hints.moves) {
            let candidate = candidate(rank, hint);
            picture = match hint.mv {
                Move::Play(point) => picture.candidate(point, candidate),
                Move::Pass => picture.note(format!("{rank} pass: {candidate}")),
            };
        }
        picture.note(format!("Moves for {color}, the best first."))
    }
}

fn candidate(rank: u8, hint: &Hint) -> Candidate {
    Candidate {
        rank,
        winrate: hint.judged.map(|judged| judged.win),
        score: hint.judged.map(|judged| judged.lead),
        visits: None,
    }
}

/// The count of a finished game.
fn counted(picture: Picture, game: &Game) -> Picture {
    let status = Engine::new(Settings::default()).status(game);
    picture
        .dead(status.dead())
        .territory(status.territory())
        .note("Territory as it is counted.")
}

/// The life of all groups.
fn lives(mut picture: Picture, game: &Game) -> Picture {
    let analysis = Analysis::new(game.board(), game.to_move(), ANALYSIS_LEVEL);
    for info in analysis.group_infos() {
        picture = picture.life(&info.group.stones, life(info.status));
    }
    picture.note("Groups: those without a sign are safe.")
}

fn life(status: LifeStatus) -> Life {
    match status.class() {
        _ if status == LifeStatus::Seki => Life::Seki,
        LifeClass::VeryAlive | LifeClass::Alive => Life::Alive,
        LifeClass::Unsettled | LifeClass::Weak => Life::Unsettled,
        LifeClass::Dead => Life::Dead,
    }
}

/// The owners that a net expects, row by row from the upper left corner; 1 is Black.
struct Owners {
    lines: u8,
    black: Vec<f32>,
}

impl Owners {
    /// Asks with the position laid all eight ways.
    fn ask(net: NetChoice, game: &Game) -> Self {
        let color = game.to_move();
        let sign = match color {
            Color::Black => 1.0,
            Color::White => -1.0,
        };
        let ways = Symmetry::ALL.len() as f32;
        let lines = game.size().lines();
        let mut black = vec![0.0; usize::from(lines) * usize::from(lines)];
        for symmetry in Symmetry::ALL {
            let judgment = net.judge(game, color, symmetry);
            for (sum, share) in black.iter_mut().zip(judgment.ownership) {
                *sum += sign * share / ways;
            }
        }
        Self { lines, black }
    }

    fn at(&self, point: Point) -> f32 {
        let row = usize::from(self.lines - 1 - point.row());
        let place = row * usize::from(self.lines) + usize::from(point.column());
        self.black.get(place).copied().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::TextBoard;
    use crate::rules::{Komi, diagram};

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
            let mut source = LayerSource::new(net);
            for layer in PositionLayer::ALL {
                assert_eq!(layer.to_string().parse(), Ok(layer));
                let game = game();
                let picture = source.add(Picture::from_game(&game), &game, layer);
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
        let picture = LayerSource::new(None).add(picture, &game, PositionLayer::Territory);
        let text = TextBoard::new(&picture).to_string();
        assert!(text.contains(" 2 o + X . O - - 2"), "{text}");
    }
}

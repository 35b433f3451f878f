//! The configuration of training games.

use serde::{Deserialize, Serialize};

use super::random_opening::random_opening;
use sgmp_board::rng::Rng;
use sgmp_board::rules::{BoardSize, Komi, Point, Rules};

/// The players of the games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Pairing {
    /// Our engine against itself.
    Ours {
        /// Playouts for each move.
        playouts: u32,
    },
    /// Our engine against another program's.
    #[serde(rename = "OursAndGuest")]
    OursAndExternal {
        /// Playouts a move of ours.
        playouts: u32,
        /// The other program's command line.
        #[serde(rename = "guest")]
        command: String,
    },
    /// Another program's engine against itself; its command line.
    #[serde(rename = "Guest")]
    External(String),
    /// Two programs' engines; their command lines.
    #[serde(rename = "Guests")]
    TwoExternal(String, String),
}

impl Pairing {
    /// Returns whether the players differ, so that colors have to alternate.
    const fn is_uneven(&self) -> bool {
        matches!(self, Self::OursAndExternal { .. } | Self::TwoExternal(..))
    }
}

/// The configuration of training games: the same configuration and number mean the same openings, boards and komi,
/// and with our engine on both sides the same game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GamesConfig {
    /// The seed of everything.
    pub seed: u64,
    /// Lines of the boards; each game draws one.
    pub sizes: Vec<u8>,
    /// Komi in half points; each game draws one.
    pub komi: Vec<i16>,
    /// The rules by which the games are counted.
    pub rules: RulesName,
    /// The players of all games.
    pub pairing: Pairing,
    /// Games played to the end whatever the chances, one of so many; 0 is none.
    pub played_out_one_of: u32,
    /// First moves drawn by lot at most; without a number as many as an opening has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub drawn: Option<u8>,
}

/// The rules by their name in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RulesName {
    /// Territory and prisoners are counted.
    Japanese,
    /// Stones and territory are counted.
    Chinese,
}

impl From<Rules> for RulesName {
    fn from(rules: Rules) -> Self {
        match rules {
            Rules::Japanese => Self::Japanese,
            Rules::Chinese => Self::Chinese,
        }
    }
}

impl From<RulesName> for Rules {
    fn from(name: RulesName) -> Self {
        match name {
            RulesName::Japanese => Self::Japanese,
            RulesName::Chinese => Self::Chinese,
        }
    }
}

/// One game before it is played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GamePlan {
    /// The number of the game, from 0.
    pub index: u32,
    /// The seed of the players' chance.
    pub seed: u64,
    /// The board that is played on.
    pub size: BoardSize,
    /// Points White receives in this game.
    pub komi: Komi,
    /// The first moves, drawn by lot.
    pub opening: Vec<Point>,
    /// True if the first player of the pairing has White.
    pub swapped: bool,
    /// True if nobody resigns.
    pub played_out: bool,
}

impl GamesConfig {
    /// The plan of game number `index`. Games 2n and 2n + 1 of two different players have the
    /// same opening, with the colors changed.
    #[must_use]
    pub fn plan(&self, index: u32) -> GamePlan {
        let root = Rng::from_seed(self.seed);
        let occasion = if self.pairing.is_uneven() {
            index / 2
        } else {
            index
        };
        let mut chance = root.split(&format!("occasion {occasion}"));
        let lines = pick(&self.sizes, &mut chance);
        let size = lines
            .and_then(BoardSize::new)
            .unwrap_or(BoardSize::NINETEEN);
        let komi = pick(&self.komi, &mut chance);
        let komi = komi.map_or(Komi::FIVE_AND_A_HALF, Komi::from_half_points);
        let played_out = self.played_out_one_of > 0 && chance.below(self.played_out_one_of) == 0;
        let mut opening = random_opening(size, &mut chance);
        if let Some(most) = self.drawn {
            opening.truncate(chance.below(u32::from(most) + 1) as usize);
        }
        GamePlan {
            index,
            seed: root.split(&format!("game {index}")).next_u64(),
            size,
            komi,
            opening,
            swapped: self.pairing.is_uneven() && index % 2 == 1,
            played_out,
        }
    }
}

fn pick<T: Copy>(from: &[T], chance: &mut Rng) -> Option<T> {
    let count = u32::try_from(from.len()).ok()?;
    from.get(chance.below(count) as usize).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn config(pairing: Pairing) -> GamesConfig {
        GamesConfig {
            seed: 1,
            sizes: vec![9, 13, 19],
            komi: vec![11, 13],
            rules: RulesName::Japanese,
            pairing,
            played_out_one_of: 4,
            drawn: None,
        }
    }

    #[test]
    fn few_moves_are_drawn_where_few_are_wanted() {
        let all = config(Pairing::Ours { playouts: 10 });
        let few = GamesConfig {
            drawn: Some(2),
            ..all.clone()
        };
        let mut lengths = [0; 3];
        for index in 0..100 {
            let (long, short) = (all.plan(index), few.plan(index));
            assert!(long.opening.starts_with(&short.opening));
            assert_eq!((long.komi, long.seed), (short.komi, short.seed));
            lengths[short.opening.len()] += 1;
        }
        assert!(lengths.iter().all(|count| *count > 15), "{lengths:?}");
    }

    #[test]
    fn a_number_means_the_same_game_every_time_and_games_differ() {
        let config = config(Pairing::Ours { playouts: 10 });
        let plans: Vec<GamePlan> = (0..200).map(|index| config.plan(index)).collect();
        assert_eq!(plans[7], config.plan(7));
        for size in [9, 13, 19] {
            let of_size = plans.iter().filter(|plan| plan.size.lines() == size);
            assert!((40..100).contains(&of_size.count()));
        }
        let out = plans.iter().filter(|plan| plan.played_out).count();
        assert!((30..70).contains(&out), "{out} of 200 are played out");
        assert!(plans.iter().all(|plan| !plan.swapped));
        let mut openings: Vec<_> = plans.iter().map(|plan| &plan.opening).collect();
        openings.sort();
        openings.dedup();
        assert!(openings.len() > 150, "{} openings", openings.len());
    }

    #[test]
    fn different_players_change_colors_on_the_same_opening() {
        let config = config(Pairing::TwoExternal("a".to_owned(), "b".to_owned()));
        let (first, second) = (config.plan(10), config.plan(11));
        assert_eq!(first.opening, second.opening);
        assert_eq!(first.komi, second.komi);
        assert!(!first.swapped && second.swapped);
        assert_ne!(first.seed, second.seed);
    }
}

//! The plan of a duel: who plays whom, under which conditions, from which openings.

use std::sync::Arc;

use serde_json::{Value, json};

use super::duel_conditions::{DuelConditions, time_words};
use super::duel_error::DuelError;
use super::openings::{Opening, with_random_plies};
use crate::tournament::PlayerSpec;
use crate::tournament::command_template::CommandTemplate;
use crate::tournament::seats::{MoveAsker, ReadyPlayer};
use sgmp_board::rng::Rng;

pub(super) const MAX_PLAYERS: usize = 64;

/// The word for the handicap among those that decide over the games.
pub(super) const HANDICAP_WORD: &str = "handicap";

/// Games of two players at most, that numbers do not overflow.
pub(super) const MAX_GAMES: u32 = 1_000_000;

/// Players, conditions and games. Game `n` depends on the plan and on `n` alone, as far as the players
/// do.
#[derive(Clone, Debug)]
pub struct DuelPlan {
    specs: Vec<PlayerSpec>,
    pub(super) players: Vec<ReadyPlayer>,
    /// Games of every two players.
    games: u32,
    /// The conditions of every game.
    pub conditions: DuelConditions,
}

/// A game to be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlannedGame {
    /// Its number, from 0.
    pub game: u32,
    /// Numbers of the players, Black's and White's.
    pub players: [usize; 2],
    /// The moves that stand on the board.
    pub opening: Opening,
    /// Seed of the players' chance, Black's and White's.
    pub seeds: [u64; 2],
}

impl DuelPlan {
    /// A plan of so many games between every two players.
    ///
    /// # Errors
    /// [`DuelError`].
    pub fn new(
        specs: Vec<PlayerSpec>,
        games: u32,
        conditions: DuelConditions,
    ) -> Result<Self, DuelError> {
        if !(2..=MAX_PLAYERS).contains(&specs.len()) {
            return Err(DuelError::Players(specs.len()));
        }
        if !(2..=MAX_GAMES).contains(&games) || !games.is_multiple_of(2) {
            return Err(DuelError::Games(games));
        }
        for (number, spec) in specs.iter().enumerate() {
            if specs[..number]
                .iter()
                .any(|other| other.name() == spec.name())
            {
                return Err(DuelError::SameName(spec.to_string()));
            }
        }
        let players = specs.iter().map(ReadyPlayer::new);
        let players: Vec<_> = players.collect::<Result<_, _>>()?;
        let endless = players.iter().find(|player| player.needs_time());
        if let Some(endless) = endless.filter(|_| conditions.time.is_none()) {
            return Err(DuelError::NeedsTime(endless.name().to_owned()));
        }
        conditions.check_handicap()?;
        let has_openings = conditions.random_plies > 0
            || conditions.handicap > 0
            || !conditions.openings.is_empty();
        let refuses = players.iter().find(|player| !player.takes_openings());
        if let Some(refuses) = refuses.filter(|_| has_openings) {
            return Err(DuelError::NoOpenings(refuses.name().to_owned()));
        }
        Ok(Self {
            specs,
            players,
            games,
            conditions,
        })
    }

    /// Looks for the programs of players and referee; none is started.
    ///
    /// # Errors
    /// The first that is not there, and what may stand in its place.
    pub fn find_programs(&self) -> Result<(), DuelError> {
        for spec in &self.specs {
            let found = spec.find_program();
            found.map_err(|source| DuelError::Program {
                player: spec.to_string(),
                source,
            })?;
        }
        match self
            .conditions
            .referee
            .as_ref()
            .map(CommandTemplate::any_game)
        {
            Some(Ok(command)) if !command.is_there() => {
                Err(DuelError::NoReferee(command.program().to_owned()))
            }
            _ => Ok(()),
        }
    }

    /// Has people asked for the moves of a player.
    #[must_use]
    pub fn with_people(mut self, player: usize, asker: &Arc<dyn MoveAsker>) -> Self {
        if let Some(seat) = self.players.get_mut(player) {
            *seat = seat.clone().asked(Arc::clone(asker));
        }
        self
    }

    /// Names of the players.
    #[must_use]
    pub fn names(&self) -> Vec<String> {
        let specs = self.specs.iter();
        specs.map(|spec| spec.name().to_owned()).collect()
    }

    /// Every two players: the first one is Black in the first game of each pair.
    #[must_use]
    pub fn pairings(&self) -> Vec<[usize; 2]> {
        let n = self.specs.len();
        let all = (0..n).flat_map(|a| (a + 1..n).map(move |b| [a, b]));
        all.collect()
    }

    /// Games of the whole duel.
    #[must_use]
    pub fn all_games(&self) -> u32 {
        let pairings = u32::try_from(self.pairings().len()).unwrap_or(u32::MAX);
        self.games.saturating_mul(pairings)
    }

    /// The pair of games that a game belongs to.
    #[must_use]
    pub const fn pair_of(game: u32) -> u32 {
        game / 2
    }

    /// The players of a pair, the first one Black in its first game.
    #[must_use]
    pub fn pairing_of(&self, pair: u32) -> [usize; 2] {
        let pairings = self.pairings();
        pairings[pair as usize % pairings.len()]
    }

    /// Game number `game`: 2n and 2n + 1 have one opening, with the colors changed. All pairings play
    /// an opening before the next one is taken. With a handicap the later named player is Black in both, and each
    /// game has moves by lot of its own.
    #[must_use]
    pub fn game(&self, game: u32) -> PlannedGame {
        let pair = Self::pair_of(game);
        let [first, second] = self.pairing_of(pair);
        let round = pair / u32::try_from(self.pairings().len()).unwrap_or(u32::MAX);
        let is_second = game % 2;
        let (swapped, opening) = match self.conditions.handicap {
            0 => (is_second == 1, round),
            _ => (true, 2 * round + is_second),
        };
        let root = Rng::from_seed(self.conditions.seed);
        let mut chance = root.split(&format!("game {game}"));
        PlannedGame {
            game,
            players: if swapped {
                [second, first]
            } else {
                [first, second]
            },
            opening: self.opening(opening, &root),
            seeds: [chance.next_u64(), chance.next_u64()],
        }
    }

    fn opening(&self, number: u32, root: &Rng) -> Opening {
        let conditions = &self.conditions;
        let openings = &conditions.openings;
        let stones = conditions.handicap_stones();
        let base = match openings.len() {
            0 => &stones[..],
            count => &openings[number as usize % count][..],
        };
        let mut chance = root.split(&format!("opening {number}"));
        with_random_plies(base, conditions.size, conditions.random_plies, &mut chance)
    }

    /// All that decides over the games, more of them and their test apart: a folder is gone on with
    /// only under the same.
    #[must_use]
    pub fn words(&self) -> Value {
        let c = &self.conditions;
        let players = self.specs.iter().zip(&self.players);
        let players = players.map(|(spec, player)| match player.search_words() {
            None => json!([spec.name(), spec.words()]),
            Some(search) => json!([spec.name(), spec.words(), search]),
        });
        let openings = c.openings.iter().map(|opening| {
            let moves = opening.iter().map(|(color, mv)| format!("{color} {mv}"));
            moves.collect::<Vec<_>>().join(" ")
        });
        let mut words = json!({
            "players": players.collect::<Vec<_>>(),
            "size": c.size.lines(),
            "komi": c.komi.to_string(),
            "rules": c.rules.to_string(),
            "time": c.time.as_ref().map(time_words),
            "strict_time": c.strict_time,
            "openings": openings.collect::<Vec<_>>(),
            "random_plies": c.random_plies,
            "seed": c.seed,
            "max_moves": c.max_moves,
            "referee": c.referee.as_ref().map(ToString::to_string),
            "init": c.init,
        });
        // Folders of even games were begun before there was a handicap.
        if c.handicap > 0 {
            words[HANDICAP_WORD] = json!(c.handicap);
        }
        words
    }
}

#[cfg(test)]
pub(super) mod testing {
    use std::time::Duration;

    use super::*;
    use crate::tournament::seats::AnswerWaits;
    use sgmp_board::rules::{BoardSize, Komi, Rules};

    /// Games on 5x5 without a clock.
    pub(crate) fn small_conditions() -> DuelConditions {
        DuelConditions {
            size: BoardSize::new(5).unwrap(),
            komi: Komi::FIVE_AND_A_HALF,
            rules: Rules::Japanese,
            time: None,
            grace: Duration::ZERO,
            strict_time: false,
            handicap: 0,
            openings: Vec::new(),
            random_plies: 2,
            seed: 1,
            max_moves: 200,
            referee: None,
            init: Vec::new(),
            waits: AnswerWaits::default(),
        }
    }

    pub(crate) fn small_plan(players: &[&str], games: u32) -> DuelPlan {
        let specs = players.iter().map(|words| words.parse().unwrap());
        DuelPlan::new(specs.collect(), games, small_conditions()).unwrap()
    }
}

#[cfg(test)]
mod tests {
    use super::testing::{small_conditions, small_plan};
    use super::*;
    use sgmp_board::record::Format;
    use sgmp_board::rules::{BoardSize, Color, Move};
    use sgmp_board::stop_flag::StopFlag;

    #[test]
    fn both_games_of_a_pair_have_one_opening_and_the_colors_change() {
        let plan = small_plan(&["random", "level:0"], 40);
        assert_eq!(plan.all_games(), 40);
        for pair in 0..20 {
            let [one, other] = [0, 1].map(|game| plan.game(2 * pair + game));
            assert_eq!(one.opening, other.opening);
            assert_eq!((one.players, other.players), ([0, 1], [1, 0]));
            assert_ne!(one.seeds, other.seeds);
            assert_eq!(one, plan.game(2 * pair));
        }
        let openings: std::collections::BTreeSet<_> = (0..20)
            .map(|pair| format!("{:?}", plan.game(2 * pair).opening))
            .collect();
        assert!(openings.len() > 8, "{} openings", openings.len());
    }

    #[test]
    fn everybody_plays_everybody_from_each_opening() {
        let plan = small_plan(&["random", "level:0", "level:1"], 4);
        assert_eq!(plan.all_games(), 12);
        let games: Vec<_> = (0..12).map(|game| plan.game(game)).collect();
        let players: Vec<_> = games.iter().map(|game| game.players).collect();
        let round = [[0, 1], [1, 0], [0, 2], [2, 0], [1, 2], [2, 1]];
        assert_eq!(players[..6], round);
        assert_eq!(players[6..], round);
        assert!(
            games[..6]
                .iter()
                .all(|game| game.opening == games[0].opening)
        );
        assert_ne!(games[6].opening, games[0].opening);
    }

    #[test]
    fn given_openings_are_taken_in_turn() {
        let opening = |text: &str| {
            let point = sgmp_board::rules::Point::parse(text).unwrap();
            vec![(Color::Black, Move::Play(point))]
        };
        let conditions = DuelConditions {
            openings: vec![opening("A1"), opening("B2")],
            random_plies: 0,
            ..small_conditions()
        };
        let specs = ["random", "level:0"].map(|words| words.parse().unwrap());
        let plan = DuelPlan::new(specs.into(), 8, conditions).unwrap();
        let seen: Vec<_> = (0..8).map(|game| plan.game(game).opening).collect();
        let [a, b] = [opening("A1"), opening("B2")];
        assert_eq!(seen, [&a, &a, &b, &b, &a, &a, &b, &b].map(Clone::clone));
    }

    #[test]
    fn the_later_named_takes_the_stones_in_all_games() {
        let conditions = |handicap, openings: Vec<Opening>| DuelConditions {
            size: BoardSize::new(9).unwrap(),
            handicap,
            openings,
            ..small_conditions()
        };
        let plan = |conditions| {
            let specs = ["level:1", "random"].map(|words| words.parse().unwrap());
            DuelPlan::new(specs.into(), 4, conditions)
        };
        let even = plan(conditions(0, Vec::new())).unwrap().words();
        assert!(even.get(HANDICAP_WORD).is_none(), "as before: {even}");
        let three = plan(conditions(3, Vec::new())).unwrap();
        assert_eq!(three.words()[HANDICAP_WORD], 3);
        let games: Vec<_> = (0..4).map(|game| three.game(game)).collect();
        for game in &games {
            assert_eq!(game.players, [1, 0]);
            let colors: Vec<_> = game.opening.iter().map(|(color, _)| *color).collect();
            let stones = [Color::Black; 3];
            assert_eq!(colors[..3], stones);
            assert_eq!(colors[3..], [Color::White, Color::Black], "moves by lot");
        }
        assert_ne!(games[0].opening, games[1].opening, "no game twice");
        let played = three.play(0, &StopFlag::new()).unwrap();
        let sgf = played.record.to_sgf(Format::Ff4);
        assert!(
            sgf.contains("HA[3]") && sgf.contains("AB[cg][cc][gc]"),
            "{sgf}"
        );
        let refused = plan(conditions(10, Vec::new())).unwrap_err().to_string();
        assert_eq!(
            refused,
            "a handicap of 10 stones: on 9x9 write 0, or 2 to 9"
        );
        let both = plan(conditions(2, vec![Vec::new()])).unwrap_err();
        assert!(matches!(both, DuelError::HandicapAndOpenings));
    }

    #[test]
    fn what_makes_no_sense_is_refused() {
        let refused = |players: &[&str], games| {
            let specs = players.iter().map(|words| words.parse().unwrap());
            DuelPlan::new(specs.collect(), games, small_conditions())
                .unwrap_err()
                .to_string()
        };
        for (players, games, culprit) in [
            (&["random"][..], 2, "1 players"),
            (&["random", "level:0"], 3, "3 games"),
            (&["random", "level:0"], 0, "0 games"),
            (&["level:0", "level:0"], 2, "two players are called"),
            (
                &["level:20", "level:0"],
                2,
                "level 20 thinks as long as it may",
            ),
            (&["human", "level:0"], 2, "only our engine"),
            (&["usenix:./prog", "level:0"], 2, "know no opening"),
        ] {
            let error = refused(players, games);
            assert!(error.contains(culprit), "{players:?}: {error}");
        }
        let timed = DuelConditions {
            time: Some(crate::tournament::seats::each_move(
                std::time::Duration::from_secs(1),
            )),
            ..small_conditions()
        };
        let specs = ["level:20", "level:0"].map(|words| words.parse().unwrap());
        assert!(DuelPlan::new(specs.into(), 2, timed).is_ok());
    }
}

//! One rating list of the games of several duels.
//
// A player is known by its name and its words together: `new` of one duel need not be `new` of another. The strengths are
// those of one fit over all games that hang together. Players between whom no chain of games leads have lists of their
// own, for nothing tells how strong they are beside each other.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use serde_json::{Value, json};

use super::duel_plan::HANDICAP_WORD;
use super::game_sheet::GameSheet;
use super::ratings::{PairScore, Rating, rate};
use super::results_folder::FolderHeader;

/// The conditions in which duels of one list had better not differ.
const CONDITIONS: [&str; 4] = ["size", "komi", "rules", "time"];

/// The games of a duel, with the words that began it.
#[derive(Clone, Debug)]
pub struct DuelGames {
    /// The name of its folder.
    pub folder: String,
    /// The words that began it.
    pub header: FolderHeader,
    /// Its games by their numbers.
    pub games: BTreeMap<u32, GameSheet>,
}

/// The reason why there is no list.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RatingListError {
    /// Games with stones given.
    #[error("{0} holds games with a handicap, which a rating list does not know: leave it out")]
    Handicap(String),
    /// No game at all.
    #[error("these folders hold no finished game")]
    NoGames,
}

/// A rating list.
#[derive(Clone, Debug)]
pub struct RatingList {
    duels: usize,
    names: Vec<String>,
    /// Points of every two players, the lesser-numbered first.
    points: BTreeMap<[usize; 2], [f64; 2]>,
    /// Players that games connect, each from the strongest on; the largest list first.
    lists: Vec<Vec<RatedPlayer>>,
    /// Conditions in which the duels differ, with all values.
    differences: BTreeMap<&'static str, BTreeSet<String>>,
}

/// A player of a list.
#[derive(Clone, Copy, Debug)]
struct RatedPlayer {
    number: usize,
    rating: Rating,
    points: f64,
    games: f64,
    opponents: usize,
}

impl RatingList {
    /// Rates the players of these duels.
    ///
    /// # Errors
    /// Games with a handicap; no games.
    pub fn new(duels: &[DuelGames]) -> Result<Self, RatingListError> {
        let mut players = Players::default();
        let mut points: BTreeMap<[usize; 2], [f64; 2]> = BTreeMap::new();
        let mut differences: BTreeMap<_, BTreeSet<String>> = BTreeMap::new();
        for duel in duels {
            if duel.header.words.get(HANDICAP_WORD).is_some() {
                return Err(RatingListError::Handicap(duel.folder.clone()));
            }
            for key in CONDITIONS {
                let value = plain(&duel.header.words[key]);
                differences.entry(key).or_default().insert(value);
            }
            let numbers = players.numbers(&duel.header);
            for sheet in duel.games.values() {
                let [Some(black), Some(white)] = sheet.players.map(|player| numbers.get(player))
                else {
                    continue;
                };
                let black_points = f64::from(sheet.black_half_points()) / 2.0;
                let (pair, scored) = match black < white {
                    true => ([*black, *white], [black_points, 1.0 - black_points]),
                    false => ([*white, *black], [1.0 - black_points, black_points]),
                };
                let sum = points.entry(pair).or_default();
                (sum[0], sum[1]) = (sum[0] + scored[0], sum[1] + scored[1]);
            }
        }
        if points.is_empty() {
            return Err(RatingListError::NoGames);
        }
        differences.retain(|_, values| values.len() > 1);
        let names = players.names();
        let lists = lists(names.len(), &points);
        Ok(Self {
            duels: duels.len(),
            names,
            points,
            lists,
            differences,
        })
    }

    /// All games of the list.
    fn games(&self) -> f64 {
        self.points.values().flatten().sum()
    }

    /// All of it for other programs.
    #[must_use]
    pub fn to_json(&self) -> Value {
        let lists = self.lists.iter().map(|list| {
            let players = list.iter().map(|player| {
                json!({
                    "name": self.names[player.number],
                    "elo": player.rating.elo,
                    "elo_margin95": player.rating.margin,
                    "points": player.points,
                    "games": player.games,
                    "opponents": player.opponents,
                })
            });
            players.collect::<Vec<_>>()
        });
        let pairings = self.points.iter().map(|(players, points)| {
            json!({ "players": players.map(|player| &self.names[player]), "points": points })
        });
        json!({
            "duels": self.duels,
            "games": self.games(),
            "lists": lists.collect::<Vec<_>>(),
            "pairings": pairings.collect::<Vec<_>>(),
            "different_conditions": self.differences,
        })
    }
}

impl fmt::Display for RatingList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} games of {} duels", self.games(), self.duels)?;
        let width = self.names.iter().map(|name| name.chars().count()).max();
        let width = width.unwrap_or(0).max(6);
        for (number, list) in self.lists.iter().enumerate() {
            if self.lists.len() > 1 {
                writeln!(f, "\nlist {} of {}", number + 1, self.lists.len())?;
            }
            writeln!(
                f,
                "     {:width$}    Elo   +-   points  games   share  opponents",
                "player"
            )?;
            for (place, player) in list.iter().enumerate() {
                writeln!(
                    f,
                    "{:>3}  {:width$}  {:>+5.0} {:>4.0}  {:>7} {:>6}  {:>5.1} %  {:>9}",
                    place + 1,
                    self.names[player.number],
                    player.rating.elo,
                    player.rating.margin,
                    player.points,
                    player.games,
                    100.0 * player.points / player.games,
                    player.opponents
                )?;
            }
        }
        writeln!(
            f,
            "Elo around the mean of a list, with 95 % intervals: one fit of all its games by Bradley and Terry (1952), a drawn game each as prior"
        )?;
        if self.lists.len() > 1 {
            let what = "no chain of games leads from one list to another: their Elo points cannot be compared";
            writeln!(f, "{what}")?;
        }
        for (condition, values) in &self.differences {
            let values: Vec<&str> = values.iter().map(String::as_str).collect();
            writeln!(f, "the duels differ in {condition}: {}", values.join("; "))?;
        }
        Ok(())
    }
}

/// A word of a header as text.
fn plain(value: &Value) -> String {
    match value {
        Value::Null => "none".to_owned(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

/// Players by name and words.
#[derive(Default)]
struct Players(Vec<(String, Value)>);

impl Players {
    /// The numbers of a duel's players.
    fn numbers(&mut self, header: &FolderHeader) -> Vec<usize> {
        let names = header.names.iter().enumerate();
        names
            .map(|(place, name)| {
                let player = (name.clone(), header.words["players"][place].clone());
                let known = self.0.iter().position(|known| *known == player);
                known.unwrap_or_else(|| {
                    self.0.push(player);
                    self.0.len() - 1
                })
            })
            .collect()
    }

    /// Names that tell them apart: where two have one name, their words stand behind it.
    fn names(&self) -> Vec<String> {
        let shared = |name: &String| self.0.iter().filter(|(other, _)| other == name).count() > 1;
        let told = self.0.iter().map(|(name, words)| match shared(name) {
            true => format!("{name} ({})", plain(&words[1])),
            false => name.clone(),
        });
        let mut names: Vec<String> = told.collect();
        for number in 1..names.len() {
            let before = names[..number].iter();
            let name = names[number].clone();
            match before
                .filter(|other| **other == name || other.starts_with(&format!("{name} #")))
                .count()
            {
                0 => {}
                same => names[number] = format!("{name} #{}", same + 1),
            }
        }
        names
    }
}

/// The rated players of each set that games connect.
fn lists(players: usize, points: &BTreeMap<[usize; 2], [f64; 2]>) -> Vec<Vec<RatedPlayer>> {
    let mut sets: Vec<usize> = (0..players).collect();
    for [a, b] in points.keys() {
        let (old, new) = (sets[*a].max(sets[*b]), sets[*a].min(sets[*b]));
        sets.iter_mut()
            .filter(|set| **set == old)
            .for_each(|set| *set = new);
    }
    let mut lists: Vec<Vec<RatedPlayer>> = (0..players)
        .map(|set| {
            (0..players)
                .filter(|player| sets[*player] == set)
                .collect::<Vec<_>>()
        })
        .filter(|members| members.len() > 1)
        .map(|members| rated(&members, points))
        .collect();
    lists.sort_by_key(|list| std::cmp::Reverse(list.len()));
    lists
}

fn rated(members: &[usize], points: &BTreeMap<[usize; 2], [f64; 2]>) -> Vec<RatedPlayer> {
    let place = |player: usize| members.iter().position(|member| *member == player);
    let scores = points.iter().filter_map(|([a, b], points)| {
        let players = [place(*a)?, place(*b)?];
        Some(PairScore {
            players,
            points: *points,
        })
    });
    let scores: Vec<PairScore> = scores.collect();
    let ratings = rate(members.len(), &scores);
    let mut list: Vec<RatedPlayer> = members
        .iter()
        .zip(ratings)
        .enumerate()
        .map(|(place, (number, rating))| {
            let own = |score: &&PairScore| score.players.contains(&place);
            let mine = |score: &PairScore| score.points[usize::from(score.players[1] == place)];
            let own: Vec<&PairScore> = scores.iter().filter(own).collect();
            RatedPlayer {
                number: *number,
                rating,
                points: own.iter().map(|score| mine(score)).sum(),
                games: own.iter().flat_map(|score| score.points).sum(),
                opponents: own.len(),
            }
        })
        .collect();
    list.sort_by(|a, b| b.rating.elo.total_cmp(&a.rating.elo));
    list
}

#[cfg(test)]
mod tests {
    use super::super::game_sheet::Winner;
    use super::super::game_sheet::testing::sheet;
    use super::*;

    /// A duel of two in which Black wins so many games of White's and the rest is lost.
    fn duel(players: [(&str, &str); 2], size: u8, won: u32, games: u32) -> DuelGames {
        let winner = |game| {
            if game < won {
                Winner::Black
            } else {
                Winner::White
            }
        };
        let words = players.map(|(name, words)| json!([name, words]));
        DuelGames {
            folder: "folder".to_owned(),
            header: FolderHeader {
                version: "1".to_owned(),
                command: String::new(),
                began: String::new(),
                names: players.map(|(name, _)| name.to_owned()).into(),
                words: json!({ "players": words, "size": size, "komi": "6.5" }),
            },
            games: (0..games)
                .map(|game| (game, sheet(game, [0, 1], winner(game))))
                .collect(),
        }
    }

    const A: (&str, &str) = ("a", "level:3");
    const B: (&str, &str) = ("b", "level:2");
    const C: (&str, &str) = ("c", "level:1");

    #[test]
    fn duels_of_a_chain_make_one_list() {
        let list = RatingList::new(&[duel([A, B], 9, 640, 1000), duel([C, B], 9, 360, 1000)]);
        let list = list.unwrap();
        assert_eq!(list.lists.len(), 1);
        let order: Vec<_> = list.lists[0]
            .iter()
            .map(|player| list.names[player.number].as_str())
            .collect();
        assert_eq!(order, ["a", "b", "c"]);
        let elo: Vec<f64> = list.lists[0]
            .iter()
            .map(|player| player.rating.elo)
            .collect();
        assert!(
            (elo[0] - elo[1] - 100.0).abs() < 2.0 && (elo[1] - elo[2] - 100.0).abs() < 2.0,
            "{elo:?}"
        );
        let told = list.to_string();
        assert!(told.starts_with("2000 games of 2 duels\n"), "{told}");
        assert!(
            told.contains("  2  b          +0   11     1000   2000   50.0 %          2\n"),
            "{told}"
        );
        assert!(!told.contains("differ"), "{told}");
        assert_eq!(list.to_json()["lists"][0][0]["games"], 1000.0);
    }

    #[test]
    fn who_has_not_met_stands_in_a_list_of_its_own() {
        let d = ("d", "level:0");
        let list = RatingList::new(&[duel([A, B], 9, 3, 4), duel([C, d], 13, 1, 4)]).unwrap();
        let told = list.to_string();
        assert!(
            told.contains("list 2 of 2") && told.contains("cannot be compared"),
            "{told}"
        );
        assert!(told.contains("the duels differ in size: 13; 9\n"), "{told}");
    }

    #[test]
    fn players_of_one_name_and_other_words_are_told_apart() {
        let new = ("a", "./sgmp-go-2 gtp");
        let list = RatingList::new(&[duel([A, B], 9, 3, 4), duel([new, B], 9, 1, 4)]).unwrap();
        let mut names = list.names.clone();
        names.sort();
        assert_eq!(names, ["a (./sgmp-go-2 gtp)", "a (level:3)", "b"]);
        let mut again = duel([A, B], 9, 3, 4);
        again.header.words["players"][0] = json!(["a", "level:3", { "playouts": 9 }]);
        let list = RatingList::new(&[duel([A, B], 9, 3, 4), again]).unwrap();
        assert!(
            list.names.contains(&"a (level:3) #2".to_owned()),
            "{:?}",
            list.names
        );
    }

    #[test]
    fn handicaps_and_empty_folders_are_refused() {
        let mut stones = duel([A, B], 9, 3, 4);
        stones.header.words[HANDICAP_WORD] = json!(4);
        let refused = RatingList::new(&[stones]).unwrap_err();
        assert_eq!(refused, RatingListError::Handicap("folder".to_owned()));
        let empty = RatingList::new(&[duel([A, B], 9, 0, 0)]).unwrap_err();
        assert_eq!(empty, RatingListError::NoGames);
    }
}

//! The basis of a pairing, and a pairing.

use serde::{Deserialize, Serialize};

use super::super::standings::{Points, Results, Unplayed, UnplayedKind};
use super::handicap_rule::{HandicapBasis, HandicapRule};
use sgmp_board::rng::Rng;
use sgmp_board::rules::Color;

/// How the colors of a game are found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ColorRule {
    /// By lot, as the call says; colors cost nothing.
    Nigiri,
    /// Nobody has one color more than twice oftener than the other, or three times in a row.
    #[default]
    Balanced,
}

/// The players of an event before a round.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Field {
    /// Results so far. A game that is still played has no result, and counts as a meeting all the same if it
    /// is among the `meetings`.
    pub results: Results,
    /// Pairs that have met, or were to meet: what must not be repeated.
    pub meetings: Vec<[usize; 2]>,
    /// Colors of each player's even games, in their order: those of a handicap are nobody's choice.
    pub colors: Vec<Vec<Color>>,
    /// The rule of handicaps; `None` for even games.
    pub handicap: Option<HandicapRule>,
    /// Ranks of the players, a point a rank; empty where nobody asks for them.
    pub ranks: Vec<Points>,
    /// Those who are to be kept apart in this round; empty where nobody is.
    pub kin: Vec<Kin>,
}

/// The club and the country of a player, as numbers, where players of the same are kept apart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Kin {
    /// The club.
    pub club: Option<usize>,
    /// The country.
    pub country: Option<usize>,
}

impl Field {
    /// A field of so many players before the first round.
    #[must_use]
    pub fn new(players: usize) -> Self {
        Self {
            results: Results::new(players),
            meetings: Vec::new(),
            colors: vec![Vec::new(); players],
            handicap: None,
            ranks: Vec::new(),
            kin: Vec::new(),
        }
    }

    /// Notes that a round was paired: its meetings, its colors, its bye.
    pub fn note_round(&mut self, number: u32, round: &PairedRound) {
        for game in &round.games {
            self.meetings.push([game.black, game.white]);
            self.note_colors(*game);
        }
        self.results
            .unplayed
            .extend(round.bye.map(|player| Unplayed {
                round: number,
                player,
                points: Points::ONE,
                kind: UnplayedKind::Bye,
            }));
    }

    /// Notes the colors of an even game.
    pub fn note_colors(&mut self, game: PairedGame) {
        if game.handicap > 0 {
            return;
        }
        for (player, color) in [(game.black, Color::Black), (game.white, Color::White)] {
            if let Some(colors) = self.colors.get_mut(player) {
                colors.push(color);
            }
        }
    }

    /// Returns whether two players are to be kept apart.
    pub(super) fn is_kin(&self, a: usize, b: usize) -> bool {
        let Some((a, b)) = self.kin.get(a).zip(self.kin.get(b)) else {
            return false;
        };
        let is_same = |one: Option<usize>, other| one.is_some() && one == other;
        is_same(a.club, b.club) || is_same(a.country, b.country)
    }

    /// The weaker of two players and the handicap that it has; `None` of an even game.
    fn weaker(&self, a: usize, b: usize) -> Option<(usize, u8)> {
        let rule = self.handicap?;
        let strength = |player: usize| {
            rule.counted(match rule.basis {
                HandicapBasis::Rank => self.ranks.get(player).copied().unwrap_or_default(),
                HandicapBasis::Mms => self.score(player),
            })
        };
        let (weak, strong) = match strength(a) < strength(b) {
            true => (a, b),
            false => (b, a),
        };
        let stones = rule.stones(strength(strong) - strength(weak));
        (stones > 0).then_some((weak, stones))
    }

    /// The handicap of a game between two players; 0 of an even one.
    #[must_use]
    pub fn stones(&self, a: usize, b: usize) -> u8 {
        self.weaker(a, b).map_or(0, |(_, stones)| stones)
    }

    /// The game with its handicap, in which the weaker player has Black.
    #[must_use]
    pub fn with_handicap(&self, game: PairedGame) -> PairedGame {
        match self.weaker(game.black, game.white) {
            None => PairedGame::even(game.black, game.white),
            Some((weak, handicap)) => PairedGame {
                black: weak,
                white: if weak == game.black {
                    game.white
                } else {
                    game.black
                },
                handicap,
            },
        }
    }

    /// Number of meetings of two players.
    pub(super) fn met(&self, a: usize, b: usize) -> u32 {
        let met = |pair: &&[usize; 2]| **pair == [a, b] || **pair == [b, a];
        self.meetings.iter().filter(met).count() as u32
    }

    /// The score that a player is paired by.
    pub(super) fn score(&self, player: usize) -> Points {
        self.results.wins(player) + self.results.start(player)
    }

    /// Blacks less Whites of a player.
    pub(super) fn imbalance(&self, player: usize) -> i32 {
        let colors = self.colors.get(player).map_or(&[][..], Vec::as_slice);
        colors.iter().map(|color| sign(*color)).sum()
    }

    /// The color that a player has to have next so that it stays balanced, if either would not do.
    pub(super) fn due(&self, player: usize) -> Option<Color> {
        let imbalance = self.imbalance(player);
        if imbalance.abs() >= 2 {
            return Some(if imbalance > 0 {
                Color::White
            } else {
                Color::Black
            });
        }
        match self.colors.get(player)?.as_slice() {
            [.., a, b] if a == b => Some(!*b),
            _ => None,
        }
    }

    /// The color that suits a player: against its imbalance, else another than the last.
    pub(super) fn wished(&self, player: usize) -> Option<Color> {
        match self.imbalance(player) {
            0 => self.colors.get(player)?.last().map(|last| !*last),
            more if more > 0 => Some(Color::White),
            _ => Some(Color::Black),
        }
    }

    /// Gives two players their colors.
    pub(super) fn with_colors(
        &self,
        [a, b]: [usize; 2],
        rule: ColorRule,
        rng: &mut Rng,
    ) -> PairedGame {
        // The coin is thrown for every game, so that a game's colors do not hang on those of others.
        let coin = rng.below(2) == 0;
        let a_is_black = match rule {
            ColorRule::Nigiri => coin,
            ColorRule::Balanced => self.is_first_black(a, b).unwrap_or(coin),
        };
        let (black, white) = if a_is_black { (a, b) } else { (b, a) };
        self.with_handicap(PairedGame::even(black, white))
    }

    /// Returns whether balance gives Black to the first of two players; `None` if it does not care.
    fn is_first_black(&self, a: usize, b: usize) -> Option<bool> {
        let (more, less) = (self.imbalance(a), self.imbalance(b));
        let by_due = match (self.due(a), self.due(b)) {
            (Some(a), None) => Some(a == Color::Black),
            (None, Some(b)) => Some(b == Color::White),
            (Some(a), Some(b)) if a != b => Some(a == Color::Black),
            _ => None,
        };
        by_due
            .or((more != less).then_some(more < less))
            .or_else(|| match (self.wished(a), self.wished(b)) {
                (Some(a), _) => Some(a == Color::Black),
                (None, Some(b)) => Some(b == Color::White),
                (None, None) => None,
            })
    }
}

const fn sign(color: Color) -> i32 {
    match color {
        Color::Black => 1,
        Color::White => -1,
    }
}

/// A game that is to be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PairedGame {
    /// The number of the player who has Black.
    pub black: usize,
    /// The number of the player who has White.
    pub white: usize,
    /// The handicap: from 2 on stones that Black has on the board, 1 for Black without the komi of an even game.
    #[serde(default, skip_serializing_if = "is_even")]
    pub handicap: u8,
}

impl PairedGame {
    /// A game without a handicap.
    #[must_use]
    pub const fn even(black: usize, white: usize) -> Self {
        Self {
            black,
            white,
            handicap: 0,
        }
    }

    /// Stones that Black has on the board before the first move.
    #[must_use]
    pub const fn stones_on_board(self) -> u8 {
        if self.handicap > 1 { self.handicap } else { 0 }
    }
}

/// Returns whether a handicap is none: the journal names others only.
const fn is_even(handicap: &u8) -> bool {
    *handicap == 0
}

/// The games of a round.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PairedRound {
    /// The games, the first board first.
    pub games: Vec<PairedGame>,
    /// The player without an opponent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bye: Option<usize>,
    /// Words about it: that a pair had to be repeated, that the rest is a round robin.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note: String,
}

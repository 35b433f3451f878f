//! Results so far, and what comes next: the pairing of a round, the next step.

use super::super::pairing::{
    Field, Kin, PairedRound, SwissRules, gauntlet, knockout, pair_swiss, passed_rounds, round_robin,
};
use super::super::standings::{
    CountedGame, GivenHandicap, Points, Results, Standings, TieBreaks, Unplayed, UnplayedKind,
    standings,
};
use super::event_choices::Format;
use super::event_game::{GameState, NextStep};
use super::event_player::EventPlayer;
use super::event_state::EventState;
use super::game_end::GameEnd;
use super::rank::Rank;
use sgmp_board::rng::Rng;

impl EventState {
    /// Results of all games that are over, and byes.
    #[must_use]
    pub fn results(&self) -> Results {
        self.results_before(u32::MAX)
    }

    /// Results of the rounds before one.
    #[must_use]
    pub fn results_before(&self, before: u32) -> Results {
        let mut results = Results::new(self.plan.players.len());
        results.start = self
            .plan
            .players
            .iter()
            .map(|player| player.start)
            .collect();
        for (round, _, game) in self.games().filter(|(round, _, _)| *round < before) {
            let points = game.end().and_then(GameEnd::points);
            results
                .games
                .extend(points.map(|[black, white]| CountedGame {
                    round,
                    sides: [(game.pair.black, black), (game.pair.white, white)],
                    handicap: (game.pair.handicap > 0).then_some(GivenHandicap {
                        to: game.pair.black,
                        stones: game.pair.handicap,
                    }),
                }));
        }
        let rounds = self.rounds.len().min(before.saturating_sub(1) as usize);
        results.unplayed = (1..=rounds as u32)
            .flat_map(|round| self.unplayed(round))
            .collect();
        if self.schedule.format == Format::Knockout {
            results.passed = passed_rounds(&results, &self.entered(), rounds as u32);
        }
        results.apart = self.apart();
        results
    }

    /// The players without a game in a round, with the points that the event gives them. A rest of an odd round robin is
    /// no win: everybody has as many. Who has left gets nothing; who enters late was absent before.
    fn unplayed(&self, round: u32) -> Vec<Unplayed> {
        let Some(state) = self.rounds.get(round as usize - 1) else {
            return Vec::new();
        };
        let plays = |player: usize| {
            let mut games = state.games.iter();
            games.any(|game| game.pair.black == player || game.pair.white == player)
        };
        let is_swiss = self.has_byes();
        let idle = (0..self.plan.players.len()).filter(|player| !plays(*player));
        idle.map(|player| {
            let presence = &self.presence[player];
            let is_away =
                presence.absent.contains(&round) || self.plan.players[player].from_round > round;
            let (kind, points) = if is_swiss && state.bye == Some(player) {
                (UnplayedKind::Bye, self.plan.bye)
            } else if is_swiss && is_away && !presence.disqualified {
                (UnplayedKind::Away, self.plan.absence)
            } else {
                (UnplayedKind::Away, Points::ZERO)
            };
            Unplayed {
                round,
                player,
                points,
                kind,
            }
        })
        .collect()
    }

    /// Returns whether a player without an opponent has a bye, which is a win.
    #[must_use]
    pub fn has_byes(&self) -> bool {
        self.schedule.format == Format::Swiss
    }

    /// The player of a gauntlet whom each of the others meets.
    #[must_use]
    pub fn hero(&self) -> Option<usize> {
        let is_gauntlet = self.schedule.format == Format::Gauntlet;
        is_gauntlet.then(|| self.entered().first().copied())?
    }

    /// Players without a place: who was disqualified, and the first of a gauntlet, whose games are those of all others.
    fn apart(&self) -> Vec<usize> {
        let players = self.presence.iter().enumerate();
        let disqualified = players.filter(|(_, presence)| presence.disqualified);
        let hero = self.hero();
        disqualified
            .map(|(player, _)| player)
            .filter(|player| Some(*player) != hero)
            .chain(hero)
            .collect()
    }

    /// The criteria that tell players apart.
    #[must_use]
    pub fn rule(&self) -> TieBreaks {
        self.schedule.rule(&self.plan)
    }

    /// Standings by the results so far and the event's criteria.
    #[must_use]
    pub fn standings(&self) -> Standings {
        standings(&self.results(), &self.rule())
    }

    /// The field before a round: who has met, with which colors.
    #[must_use]
    pub fn field_before(&self, before: u32) -> Field {
        let players = self.plan.players.len();
        let mut field = Field::new(players);
        field.results = self.results_before(before);
        field.handicap = self.plan.handicap.map(|terms| terms.rule);
        let ranks = self.plan.players.iter().map(|player| player.rank);
        field.ranks = ranks
            .map(|rank| rank.map_or(Points::ZERO, Rank::points))
            .collect();
        field.kin = self.kin(before);
        for (_, _, game) in self.games().filter(|(round, _, _)| *round < before) {
            let pair = game.pair;
            field.meetings.push([pair.black, pair.white]);
            field.note_colors(pair);
        }
        field
    }

    /// The clubs and countries that are kept apart in a round.
    fn kin(&self, round: u32) -> Vec<Kin> {
        let apart = self.plan.apart;
        let players = &self.plan.players;
        let number = |is_apart: bool, name: fn(&EventPlayer) -> &str, player: &EventPlayer| {
            let own = name(player).to_lowercase();
            let mut all = players.iter();
            let first = all.position(|other| name(other).to_lowercase() == own);
            first.filter(|_| is_apart && !own.is_empty())
        };
        let kin = |player: &EventPlayer| Kin {
            club: number(round <= apart.clubs, |player| &player.facts.club, player),
            country: number(
                round <= apart.countries,
                |player| &player.facts.country,
                player,
            ),
        };
        match round <= apart.clubs.max(apart.countries) {
            true => players.iter().map(kin).collect(),
            false => Vec::new(),
        }
    }

    /// Players who are paired in a round.
    #[must_use]
    pub fn present(&self, round: u32) -> Vec<usize> {
        let players = self.plan.players.iter().zip(&self.presence).enumerate();
        let here = players.filter(|(_, (player, presence))| {
            player.from_round <= round
                && !presence.withdrawn
                && !presence.disqualified
                && !presence.absent.contains(&round)
        });
        here.map(|(player, _)| player).collect()
    }

    /// The rules of a Swiss pairing of a round.
    #[must_use]
    pub fn swiss_rules(&self, round: u32) -> SwissRules {
        SwissRules {
            colors: self.plan.colors,
            seeding: self.plan.seeding,
            rounds_left: self.schedule.rounds.saturating_sub(round),
        }
    }

    /// The source of chance of a round.
    #[must_use]
    pub fn lots(&self, round: u32) -> Rng {
        Rng::from_seed(self.seed).split(&format!("round {round}"))
    }

    /// The seed of a game.
    #[must_use]
    pub fn game_seed(&self, round: u32, board: u32) -> u64 {
        let mut rng = Rng::from_seed(self.seed).split(&format!("game {round} {board}"));
        rng.next_u64() >> 1
    }

    /// The pairing of the next round by the event's form; `None` if nobody is left to play.
    #[must_use]
    pub fn pair(&self, round: u32) -> Option<PairedRound> {
        let lots = self.lots(round);
        let field = self.field_before(round);
        let mut paired = match self.schedule.format {
            Format::Swiss | Format::Auto => {
                pair_swiss(&field, &self.present(round), self.swiss_rules(round), &lots)
            }
            Format::RoundRobin | Format::DoubleRoundRobin => {
                let lots = Rng::from_seed(self.seed).split("nigiri");
                round_robin(&self.entered(), round, self.plan.colors, &lots)
            }
            Format::Gauntlet => gauntlet(&self.entered(), round),
            Format::Knockout => knockout(
                &field,
                &self.entered(),
                self.plan.colors,
                &mut lots.split("nigiri"),
            )?,
        };
        for game in &mut paired.games {
            *game = field.with_handicap(*game);
        }
        Some(paired).filter(|paired| !paired.games.is_empty() || paired.bye.is_some())
    }

    /// Players of a schedule that no result changes. Those who are gone stay, and their games are forfeits; who
    /// withdraws before the first round leaves no trace.
    fn entered(&self) -> Vec<usize> {
        let players = self.presence.iter().enumerate();
        let players = players.filter(|(_, presence)| !presence.never_entered);
        players.map(|(player, _)| player).collect()
    }

    /// The step that the event asks for now.
    #[must_use]
    pub fn next_step(&self) -> NextStep {
        let open: Vec<_> = self.open_games().collect();
        if !open.is_empty() {
            return NextStep::Play(open);
        }
        let adjourned = self
            .games()
            .filter(|(_, _, game)| matches!(game.state, GameState::Adjourned(_)));
        let adjourned: Vec<_> = adjourned.map(|(round, board, _)| (round, board)).collect();
        if !adjourned.is_empty() {
            return NextStep::Judge(adjourned);
        }
        let next = self.rounds.len() as u32 + 1;
        if next > self.schedule.rounds || !self.can_pair(next) {
            return NextStep::Over;
        }
        NextStep::Pair(next)
    }

    /// Returns whether somebody is left to play in a round. A Swiss pairing of many players takes seconds, and
    /// finds somebody where anybody is present.
    fn can_pair(&self, round: u32) -> bool {
        match self.schedule.format {
            Format::Swiss | Format::Auto => !self.present(round).is_empty(),
            _ => self.pair(round).is_some(),
        }
    }
}

//! Results so far, and what comes next: the pairing of a round, the next step.

use super::super::pairing::{
    Field, PairedRound, SwissRules, gauntlet, knockout, pair_swiss, passed_rounds, round_robin,
};
use super::super::standings::{CountedGame, Results, Standings, TieBreaks, standings};
use super::event_game::{GameState, NextStep};
use super::event_plan::Format;
use super::event_state::EventState;
use super::game_end::GameEnd;
use sgmp_board::rng::Rng;
use sgmp_board::rules::Color;

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
                }));
        }
        let rounds = (1..)
            .zip(&self.rounds)
            .take_while(|(round, _)| *round < before);
        // A rest round of an odd round robin is no game and no win: everybody has as many.
        let byes = rounds.clone().filter(|_| self.has_byes());
        let byes = byes.filter_map(|(round, state)| Some((round, state.bye?)));
        results.byes = byes.collect();
        if self.schedule.format == Format::Knockout {
            let rounds = rounds.count() as u32;
            results.passed = passed_rounds(&results, &self.entered(), rounds);
        }
        results.apart = self.apart();
        results
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
        for (_, _, game) in self.games().filter(|(round, _, _)| *round < before) {
            let pair = game.pair;
            field.meetings.push([pair.black, pair.white]);
            field.colors[pair.black].push(Color::Black);
            field.colors[pair.white].push(Color::White);
        }
        field
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
        let paired = match self.schedule.format {
            Format::Swiss | Format::Auto => {
                let field = self.field_before(round);
                pair_swiss(&field, &self.present(round), self.swiss_rules(round), &lots)
            }
            Format::RoundRobin | Format::DoubleRoundRobin => {
                let lots = Rng::from_seed(self.seed).split("nigiri");
                round_robin(&self.entered(), round, self.plan.colors, &lots)
            }
            Format::Gauntlet => gauntlet(&self.entered(), round),
            Format::Knockout => {
                let field = self.field_before(round);
                knockout(
                    &field,
                    &self.entered(),
                    self.plan.colors,
                    &mut lots.split("nigiri"),
                )?
            }
        };
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

//! The count at the end of a duel's game: ours, that of the players, a referee's.

use super::game_sheet::{Counts, black_lead};
use super::played_game::{DuelTable, GameVerdict};
use crate::tournament::command_template::GameFacts;
use crate::tournament::seats::{GtpSeat, Seat, SeatError, SeatTerms};
use sgmp_board::record::GameResult;
use sgmp_board::rules::{ByColor, Color, Margin, score};
use sgmp_board::stop_flag::StopFlag;
use sgmp_engine::engine::{Engine, Settings};
use sgmp_match::play::{EndKind, Fault, FaultKind};
use sgmp_match::port::ProgramWords;

impl DuelTable<'_> {
    /// The verdict with the counts, where the end needs one; `None` if people went away before they counted. A count on
    /// which the people at both sides agree is the result.
    pub(super) fn counted(
        &self,
        mut verdict: GameVerdict,
        seats: &mut ByColor<Option<Seat>>,
        halt: &StopFlag,
    ) -> Option<GameVerdict> {
        if !matches!(verdict.end, EndKind::Counted | EndKind::MoveLimit) {
            return Some(verdict);
        }
        let status = Engine::new(Settings::default()).status(&self.game);
        let margin = score::count(&self.game, &status).margin();
        let ours = margin.to_string();
        let mut own_count = |color: Color| {
            let seat = seats[color].as_mut()?;
            seat.own_count(&self.game, &ours, halt)
        };
        let players = [own_count(Color::Black), own_count(Color::White)];
        let is_of_people = |color: Color| seats[color].as_ref().is_some_and(Seat::is_of_people);
        let people = Color::BOTH.map(is_of_people);
        let mut both = people.iter().zip(&players);
        if both.any(|(is_of_people, count)| *is_of_people && count.is_none()) {
            return None;
        }
        let referee = self.ask_referee(halt);
        let agreed = players[0].as_ref().filter(|_| players[0] == players[1]);
        let agreed = agreed.filter(|_| people == [true; 2]);
        verdict.result = match agreed.and_then(|count| count.parse().ok()) {
            Some(result) => result,
            None => margin.into(),
        };
        let mut counts = Counts {
            ours,
            players,
            referee: None,
        };
        match referee {
            None => {}
            Some(Ok(count)) => {
                match black_lead(&count) {
                    Some(lead) => verdict.result = Margin::from_half_points(lead).into(),
                    None => {
                        verdict.end = EndKind::CountsDiffer;
                        verdict.result = GameResult::Void;
                        verdict.detail = Some(format!("the referee says {count:?}"));
                    }
                }
                counts.referee = Some(count);
            }
            Some(Err(why)) => {
                verdict.end = EndKind::CountsDiffer;
                verdict.result = GameResult::Void;
                verdict.detail = Some(format!("the referee: {why}"));
            }
        }
        verdict.counts = Some(counts);
        verdict.status = (verdict.result == margin.into()).then(|| Box::new(status));
        Some(verdict)
    }

    /// The referee's count, if there is a referee.
    fn ask_referee(&self, halt: &StopFlag) -> Option<Result<String, SeatError>> {
        let conditions = self.conditions();
        let template = conditions.referee.as_ref()?;
        let facts = GameFacts {
            color: Color::Black,
            size: conditions.size,
            komi: conditions.komi,
            seconds: 0,
        };
        let terms = SeatTerms {
            size: conditions.size,
            komi: conditions.komi,
            rules: conditions.rules,
            time: None,
            opening: self.game.moves(),
            handicap: conditions.handicap,
            init: &[],
            waits: conditions.waits,
            words: ProgramWords::default(),
        };
        let count = || -> Result<String, SeatError> {
            let command = template.fill(&facts);
            let command = command.map_err(|error| Fault::new(FaultKind::Crash, error))?;
            let mut referee = GtpSeat::start(&command, &terms, halt)?;
            let count = referee.judge(halt);
            referee.leave();
            count
        };
        Some(count())
    }
}

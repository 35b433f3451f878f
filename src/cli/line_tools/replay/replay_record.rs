//! The game of a trace as a record: what the options say of it, else what the trace says.

use std::path::Path;
use std::time::Duration;

use crate::cli::values::date_value::parse_date;
use sgmp_board::record::{
    ByColor, Format, GameInfo, GameRecord, GameResult, Player, RecordedMove, Setup, create_new,
};
use sgmp_board::rules::{Color, Game, Handicap};
use sgmp_engine::engine::{Engine, Settings};
use sgmp_match::play::Count;
use sgmp_match::play::duration::parse_duration;
use sgmp_match::trace_check::replay_terms::ReplayTerms;
use sgmp_match::trace_check::trace_input::ReplayError;
use sgmp_match::trace_check::trace_judge::Judged;

/// Facts of a game that frames do not have.
#[derive(Clone, Debug, Default, clap::Args)]
#[command(next_help_heading = "Record")]
pub struct RecordFactsArgs {
    /// Black's name [default: what the trace says]
    #[arg(long, value_name = "NAME", requires = "sgf")]
    pub black: Option<String>,

    /// White's name [default: what the trace says]
    #[arg(long, value_name = "NAME", requires = "sgf")]
    pub white: Option<String>,

    /// Name of the tournament
    #[arg(long, value_name = "NAME", requires = "sgf")]
    pub event: Option<String>,

    /// The round
    #[arg(long, requires = "sgf")]
    pub round: Option<String>,

    /// Place of the tournament
    #[arg(long, requires = "sgf")]
    pub place: Option<String>,

    /// Date of the game, YYYY-MM-DD [default: what the trace says]
    #[arg(long, value_parser = parse_date, requires = "sgf")]
    pub date: Option<String>,

    /// Time of each side for the whole game [default: what the trace says]
    #[arg(long, value_parser = parse_duration, requires = "sgf")]
    pub time: Option<Duration>,

    /// The result: W+R, B+T, W+3.5, 0, Void [default: what the trace says, else the count after two passes, where the
    /// komi is known]
    #[arg(long, requires = "sgf")]
    pub result: Option<GameResult>,
}

impl RecordFactsArgs {
    /// Writes the record of a game.
    ///
    /// # Errors
    /// A trace without the beginning of the game, and a file that is there or cannot be written.
    pub(super) fn write(
        &self,
        judged: &Judged,
        terms: &ReplayTerms,
        path: &Path,
    ) -> Result<(), ReplayError> {
        let game = judged.game.as_ref().ok_or(ReplayError::NoBeginning)?;
        let mut record = GameRecord::new(game.size());
        record.info = self.info(judged, terms, game);
        if let (1.., Some(start)) = (record.info.handicap, game.board_at(0)) {
            // The game's own board has room for each of its stones.
            let _on_board = record.set_setup(Setup::handicap(start.stones(Color::Black)));
        }
        for (color, mv) in game.moves() {
            let _on_board = record.push(RecordedMove::new(*color, *mv));
        }
        create_new(path, record.to_sgf(Format::Fjk).as_bytes())?;
        Ok(())
    }

    fn info(&self, judged: &Judged, terms: &ReplayTerms, game: &Game) -> GameInfo {
        let head = &judged.head;
        let player = |given: &Option<String>, told: &Option<String>| Player {
            name: given.as_ref().or(told.as_ref()).cloned(),
            rank: None,
        };
        GameInfo {
            komi: terms.komi,
            handicap: head.handicap.map_or(0, Handicap::stones),
            players: ByColor {
                black: player(&self.black, &head.names.black),
                white: player(&self.white, &head.names.white),
            },
            event: self.event.clone(),
            round: self.round.clone(),
            place: self.place.clone(),
            date: self.date.as_ref().or(head.date.as_ref()).cloned(),
            rules: terms.are_rules_said.then(|| terms.rules.name().to_owned()),
            time_limit: self.time.or(head.main_time),
            result: self.result_of(judged, terms, game),
            ..GameInfo::default()
        }
    }

    /// The result that is said, else that of a cycle, else the count of a match's end.
    fn result_of(&self, judged: &Judged, terms: &ReplayTerms, game: &Game) -> GameResult {
        if let Some(said) = self.result.or_else(|| judged.result()) {
            return said;
        }
        match (judged.no_result, terms.komi) {
            (Some(_), _) => GameResult::Void,
            (None, Some(_)) if game.consecutive_passes() >= 2 => {
                let status = Engine::new(Settings::default()).status(game);
                Count::new(game, status).score.margin().into()
            }
            (None, _) => GameResult::Unknown,
        }
    }
}

//! A board of the hall with at least one line: its ports, its terms, its files.

use std::path::PathBuf;
use std::time::Duration;

use sgmp_board::record::make_folder;
use sgmp_proto::Handicap;

use crate::hall::hall_error::GameFilesError;
use crate::hall::line_game::{lost, unplayed};
use crate::tournament::event::{EventPlan, GameEnd};
use crate::tournament::{PlayerKind, PlayerSpec};
use sgmp_board::rules::{ByColor, Color};
use sgmp_board::stop_flag::StopFlag;
use sgmp_match::match_files::Paths;
use sgmp_match::play::{Dialect, EndKind, Fault, FaultKind, Terms};
use sgmp_match::port::{
    Connection, OpenError, Port, PortSpec, ProgramWords, SerialSettings, SpecError,
};

/// Longest wait for a line, and then for the handshake.
const LINE_GRACE: Duration = Duration::from_secs(180);

/// Time for a line and a handshake where games are short, beside the time of a game.
const START_TIMEOUT: Duration = Duration::from_secs(10);

/// Time to wait for a line that was lost.
pub(super) const RECONNECT_TIMEOUT: Duration = Duration::from_secs(30);

/// Time that a program has to end by itself after two passes.
const EXIT_TIMEOUT: Duration = Duration::from_secs(10);

/// The same where it sees only that the line is gone.
const UNTOLD_EXIT_TIMEOUT: Duration = Duration::from_secs(3);

/// Speed of a serial line, in baud: the tournament's.
pub const BAUD: u32 = 2400;

/// A board with at least one line.
pub struct LineTable {
    pub(super) plan: EventPlan,
    pub(super) round: u32,
    pub(super) names: ByColor<String>,
    /// The ports of the players that are on lines.
    ports: ByColor<Option<PortSpec>>,
    /// The record, while the game is played.
    pub(super) record: PathBuf,
    /// The standard error of the programs at both sides.
    pub(super) words: ByColor<ProgramWords>,
}

impl LineTable {
    /// The board of these two players.
    ///
    /// # Errors
    /// A port that is none once the game's facts stand in its words.
    pub fn new(
        plan: &EventPlan,
        round: u32,
        players: &ByColor<PlayerSpec>,
        record: PathBuf,
    ) -> Result<Self, SpecError> {
        let port = |color: Color| match players[color].kind() {
            PlayerKind::Sgmp(_) => line_port(&players[color], plan, color).map(Some),
            _ => Ok(None),
        };
        let name = |color: Color| players[color].name().to_owned();
        Ok(Self {
            plan: plan.clone(),
            round,
            names: ByColor::new(name(Color::Black), name(Color::White)),
            ports: ByColor::new(port(Color::Black)?, port(Color::White)?),
            record,
            words: ByColor::new(ProgramWords::keep(false), ProgramWords::keep(false)),
        })
    }

    /// The side that is on a line alone; `None` where both are.
    pub(super) fn line_side(&self) -> Option<Color> {
        let is_there = |color: &Color| self.ports[*color].is_some();
        match Color::BOTH.iter().filter(|color| is_there(color)).count() {
            1 => Color::BOTH.into_iter().find(is_there),
            _ => None,
        }
    }

    /// Returns whether the line of a color is a cable, whose other end sees no end of a program.
    pub(super) fn is_cable(&self, color: Color) -> bool {
        self.ports[color]
            .as_ref()
            .is_some_and(|port| port.kind().is_cable())
    }

    /// The time for a line to come up, and then for the handshake: where games are short, that is too.
    pub(super) fn grace(&self) -> Duration {
        LINE_GRACE.min(self.plan.time + START_TIMEOUT)
    }

    /// Opens the line of a color.
    ///
    /// # Errors
    /// The end of the game that cannot be played; `None` if it was halted.
    pub(super) fn connect(
        &self,
        color: Color,
        halt: &StopFlag,
    ) -> Result<(Port, Connection), Option<Box<GameEnd>>> {
        let Some(spec) = &self.ports[color] else {
            return Err(Some(Box::new(unplayed(
                EndKind::LineLost,
                "there is no line",
            ))));
        };
        let failed = |error: OpenError| match error {
            OpenError::Stopped => None,
            OpenError::NoProgram(_) | OpenError::Program { .. } => {
                Some(Box::new(lost(color, Fault::new(FaultKind::Crash, error))))
            }
            error => Some(Box::new(unplayed(EndKind::LineLost, &error.to_string()))),
        };
        let settings = SerialSettings { baud: BAUD };
        let mut port = Port::open_with(spec, &settings, &self.words[color]).map_err(failed)?;
        if let Some(warning) = port.holder_warning() {
            log::warn!("{warning}");
        }
        let connection = port.connect(self.grace(), halt.as_ref()).map_err(failed)?;
        Ok((port, connection))
    }

    /// The terms of the match; `color` is the one that is played here.
    pub(super) fn terms(&self, color: Color, used: Duration) -> Terms {
        let plan = &self.plan;
        let date = match plan.date.as_str() {
            "" => sgmp_match::port::wall_clock()
                .strftime("%Y-%m-%d")
                .to_string(),
            date => date.to_owned(),
        };
        Terms {
            color,
            size: plan.size,
            komi: plan.komi,
            rules: plan.rules.into(),
            main_time: plan.time,
            used,
            names: self.names.clone(),
            event: plan.name.clone(),
            place: plan.place.clone(),
            round: self.round.to_string(),
            date,
            handicap: Handicap::EVEN,
            dialect: Dialect::Fjk,
        }
    }

    /// The names of its files, of which none is there now.
    ///
    /// # Errors
    /// A folder that cannot be made.
    pub(super) fn new_files(&self) -> Result<Paths, GameFilesError> {
        if let Some(folder) = self.record.parent() {
            make_folder(folder).map_err(|source| GameFilesError::Folder {
                path: folder.to_owned(),
                source,
            })?;
        }
        self.clear();
        Ok(Paths::for_sgf(self.record.clone()))
    }

    /// Takes away the files of a game that is over, or that begins anew.
    pub fn clear(&self) {
        Paths::for_sgf(self.record.clone()).remove();
    }
}

/// The port of a player on a line, with the game's facts in its words.
///
/// # Errors
/// Words that name no port.
pub fn line_port(
    player: &PlayerSpec,
    plan: &EventPlan,
    color: Color,
) -> Result<PortSpec, SpecError> {
    let word = match color {
        Color::Black => "black",
        Color::White => "white",
    };
    let words = player.words().trim_start_matches("sgmp:").trim();
    let words = words
        .replace("{color}", word)
        .replace("{size}", &plan.size.lines().to_string())
        .replace("{komi}", &plan.komi.to_string())
        .replace("{time}", &plan.time.as_secs().to_string());
    words.parse()
}

/// Waits for the program behind a port to end, and ends it where it does not; `is_told` if it has seen two passes.
pub fn end_program(port: Option<Port>, is_told: bool) {
    if let Some(mut port) = port
        && let Some(child) = port.child()
    {
        let (ended, _) = child.finish(if is_told {
            EXIT_TIMEOUT
        } else {
            UNTOLD_EXIT_TIMEOUT
        });
        log::info!("the program at the line {ended}");
    }
}

//! The settings that a query changes for itself: `overrideSettings`.

use std::time::Duration;

use serde_json::Value;

use super::json_fields::{FieldError, Fields};
use sgmp_board::rules::Color;
use sgmp_engine::engine::Settings;

/// Longest time for a position that is understood: more is as good as none.
const MAX_SECONDS: f64 = 1e9;

/// The side that values are told for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Perspective {
    /// Whoever moves in the position.
    #[default]
    SideToMove,
    /// One color, whoever moves.
    Fixed(Color),
}

impl Perspective {
    /// Returns whether values have to be turned where `to_move` is to move.
    pub(super) fn turns(self, to_move: Color) -> bool {
        self == Self::Fixed(!to_move)
    }
}

/// Limits and settings of an analysis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Conditions {
    pub(super) engine: Settings,
    pub(super) perspective: Perspective,
    pub(super) max_visits: u32,
    pub(super) max_time: Option<Duration>,
    /// Moves of a variation at most.
    pub(super) pv_length: usize,
}

const OVERRIDES: &str = "overrideSettings";

impl Conditions {
    /// Reads the fields of a query that set the search; returns warnings.
    pub(super) fn read(&mut self, query: &mut Fields<'_>) -> Result<Vec<FieldError>, FieldError> {
        self.read_search(query)?;
        let Some(value) = query.value(OVERRIDES) else {
            return Ok(Vec::new());
        };
        let Value::Object(object) = value else {
            return Err(FieldError::new(OVERRIDES, "must be an object"));
        };
        let mut settings = Fields::new(object);
        self.read_settings(&mut settings).map_err(|error| {
            FieldError::new(OVERRIDES, format!("{}: {}", error.field, error.message))
        })?;
        let unknown = settings.left().map(|name| {
            let message = format!(
                "{}: this setting is not known here and changes nothing",
                short(name)
            );
            FieldError::new(OVERRIDES, message)
        });
        Ok(unknown.collect())
    }

    /// Reads the fields that may stand in the query and among the settings.
    fn read_search(&mut self, fields: &mut Fields<'_>) -> Result<(), FieldError> {
        if let Some(visits) = fields.count("maxVisits")? {
            self.max_visits = visits;
        }
        if let Some(temperature) = fields.number("rootPolicyTemperature", 0.01, 100.0)? {
            self.engine.puct.root_temperature = temperature as f32;
        }
        if let Some(fear) = fields.number("rootFpuReductionMax", 0.0, 2.0)? {
            self.engine.puct.untried_at_root = fear as f32;
        }
        if let Some(length) = fields.count("analysisPVLen")? {
            self.pv_length = length as usize;
        }
        Ok(())
    }

    fn read_settings(&mut self, settings: &mut Fields<'_>) -> Result<(), FieldError> {
        const PERSPECTIVE: &str = "reportAnalysisWinratesAs";
        self.read_search(settings)?;
        if let Some(seconds) = settings.number("maxTime", 0.0, f64::INFINITY)? {
            let seconds = seconds.min(MAX_SECONDS);
            self.max_time = Some(Duration::from_secs_f64(seconds));
        }
        if let Some(threads) = settings.number("numSearchThreads", 1.0, 1024.0)? {
            self.engine.threads = threads as usize;
        }
        let expected = "BLACK, WHITE or SIDETOMOVE";
        if let Some(side) = settings.read::<String>(PERSPECTIVE, expected)? {
            self.perspective = match side.to_ascii_uppercase().as_str() {
                "BLACK" => Perspective::Fixed(Color::Black),
                "WHITE" => Perspective::Fixed(Color::White),
                "SIDETOMOVE" => Perspective::SideToMove,
                _ => return Err(FieldError::new(PERSPECTIVE, format!("must be {expected}"))),
            };
        }
        Ok(())
    }
}

/// The beginning of a name that a client has sent.
pub(super) fn short(name: &str) -> String {
    name.chars().take(40).collect()
}

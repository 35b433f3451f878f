//! The model of outcomes: does a group live, and who owns a point? Its weights are learned from games.
//!
//! A group lives with the probability sigmoid(weights · features). The expected owner of a point is
//! tanh(weights · features): 1 for Black, -1 for White. `docs/learning.md` describes how the weights
//! are fitted, and the form of their file.

use std::fmt::Write;
use std::sync::OnceLock;

use super::group_features::GroupFeatures;
use super::point_features::PointFeatures;
use sgmp_board::rules::Point;

/// `data/README.md` has the command that made it.
const SHIPPED: &str = include_str!("../../data/beliefs.txt");

/// Probabilities nearer than this to certainty count as certain, so that decided areas add up to whole
/// points.
const NEARLY: f32 = 0.03;

/// An error in the text of a model.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OutcomeModelError {
    /// A line is neither a comment nor a name and a number.
    #[error("line {line}: expected a name and a number, found {text:?}")]
    NoWeight {
        /// The line of the text, from 1.
        line: usize,
        /// The text of the line.
        text: String,
    },
    /// A name that this version does not know.
    #[error("line {line}: {name:?} is no feature of this version: learn the weights again")]
    Unknown {
        /// The line of the text, from 1.
        line: usize,
        /// The name that no feature has.
        name: String,
    },
    /// A name that came before.
    #[error("line {line}: {name:?} has a weight already")]
    Twice {
        /// The line of the text, from 1.
        line: usize,
        /// The name of the feature with two weights.
        name: String,
    },
    /// A feature without a weight.
    #[error("{0:?} has no weight: learn the weights again")]
    Missing(String),
}

/// Weights of the features of groups and points.
#[derive(Clone, Debug, PartialEq)]
pub struct OutcomeModel {
    /// Weights of what a group shows, in the order of [`GroupFeatures::names`].
    pub life: [f32; GroupFeatures::COUNT],
    /// Weights of what a point shows, in the order of `PointFeatures::names`.
    pub owner: [f32; PointFeatures::COUNT],
}

/// The features of the groups and of the empty points of a position.
#[derive(Clone, Debug, Default)]
pub struct FeatureSample {
    /// The features of each group, by [`super::GroupId::index`].
    pub groups: Vec<GroupFeatures>,
    /// The features of each empty point.
    pub points: Vec<(Point, PointFeatures)>,
}

impl Default for OutcomeModel {
    /// All weights 0: every group lives with probability 1/2, and no point has an owner.
    fn default() -> Self {
        Self {
            life: [0.0; GroupFeatures::COUNT],
            owner: [0.0; PointFeatures::COUNT],
        }
    }
}

impl OutcomeModel {
    /// The model that the program carries, read at the first call.
    ///
    /// # Panics
    /// If it is damaged, which a test rules out.
    pub fn shipped() -> &'static Self {
        static SHIPPED_MODEL: OnceLock<OutcomeModel> = OnceLock::new();
        SHIPPED_MODEL
            .get_or_init(|| Self::from_text(SHIPPED).expect("a model that a test has read"))
    }

    /// The probability that a group lives, 0 to 1.
    #[must_use]
    pub fn chance(&self, group: &GroupFeatures) -> f32 {
        firm(1.0 / (1.0 + (-dot(&self.life, group.values())).exp()))
    }

    /// The expected owner of a point, from 1 for Black to -1 for White.
    #[must_use]
    pub(crate) fn leaning(&self, point: &PointFeatures) -> f32 {
        let even = dot(&self.owner, point.values()).tanh();
        2.0 * firm((1.0 + even) / 2.0) - 1.0
    }

    /// Reads a text: `NAME WEIGHT` a line, comments begin with `#`.
    ///
    /// # Errors
    /// [`OutcomeModelError`].
    pub fn from_text(text: &str) -> Result<Self, OutcomeModelError> {
        let names = names();
        let mut found: Vec<Option<f32>> = vec![None; names.len()];
        for (line, text) in (1..).zip(text.lines()) {
            let text = text.trim();
            if text.is_empty() || text.starts_with('#') {
                continue;
            }
            let Some((name, weight)) = weight(text) else {
                let text = text.chars().take(60).collect();
                return Err(OutcomeModelError::NoWeight { line, text });
            };
            let owned = || name.to_owned();
            let Some(place) = names.iter().position(|known| known == name) else {
                return Err(OutcomeModelError::Unknown {
                    line,
                    name: owned(),
                });
            };
            if found[place].replace(weight).is_some() {
                return Err(OutcomeModelError::Twice {
                    line,
                    name: owned(),
                });
            }
        }
        let mut model = Self::default();
        let places = model.life.iter_mut().chain(&mut model.owner);
        for ((place, found), name) in places.zip(found).zip(names) {
            *place = found.ok_or(OutcomeModelError::Missing(name))?;
        }
        Ok(model)
    }

    /// The text, each line of `note` as a comment before it.
    #[must_use]
    pub fn to_text(&self, note: &str) -> String {
        let mut text = String::new();
        for line in note.lines() {
            // Writing to a string never fails.
            let _ = writeln!(text, "# {line}");
        }
        for (name, weight) in names().iter().zip(self.life.iter().chain(&self.owner)) {
            let _ = writeln!(text, "{name} {weight:.4}");
        }
        text
    }
}

fn names() -> Vec<String> {
    let mut names = GroupFeatures::names();
    names.extend(PointFeatures::names());
    names
}

fn weight(text: &str) -> Option<(&str, f32)> {
    let (name, number) = text.split_once(char::is_whitespace)?;
    let weight: f32 = number.trim().parse().ok()?;
    weight.is_finite().then_some((name, weight))
}

fn dot<const COUNT: usize>(weights: &[f32; COUNT], values: &[f32; COUNT]) -> f32 {
    weights.iter().zip(values).map(|(w, v)| w * v).sum()
}

/// See [`NEARLY`].
fn firm(chance: f32) -> f32 {
    ((chance - NEARLY) / (1.0 - 2.0 * NEARLY)).clamp(0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shipped_ones_are_read_and_written_alike() {
        let shipped = OutcomeModel::from_text(SHIPPED).unwrap();
        assert_eq!(&shipped, OutcomeModel::shipped());
        assert_ne!(shipped, OutcomeModel::default());
        let again = OutcomeModel::from_text(&shipped.to_text("of\ntwo lines"));
        assert_eq!(again, Ok(shipped));
    }

    #[test]
    fn a_bad_text_is_refused_by_its_line() {
        let good = OutcomeModel::default().to_text("");
        assert_eq!(OutcomeModel::from_text(&good), Ok(OutcomeModel::default()));
        let told = |text: &str| OutcomeModel::from_text(text).unwrap_err().to_string();
        assert!(told("# nothing\nlife.bias").starts_with("line 2: expected a name"));
        assert!(told("life.bias NaN").starts_with("line 1: expected a name"));
        assert!(told("life.luck 1").contains("\"life.luck\" is no feature"));
        assert!(told(&format!("{good}life.bias 0")).ends_with("has a weight already"));
        let (_, rest) = good.split_once('\n').unwrap();
        assert!(told(rest).contains("\"life.status.Unconditional\" has no weight"));
    }

    #[test]
    fn the_nearly_certain_is_certain() {
        assert_eq!((firm(0.0), firm(0.02), firm(0.5)), (0.0, 0.0, 0.5));
        assert_eq!((firm(0.98), firm(1.0)), (1.0, 1.0));
    }
}

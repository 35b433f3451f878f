//! The statistics of runs: trends, rankings, comparisons, each with its uncertainty.
//!
//! The unit is the run: nets of one run share their ancestors. Chance for resampling comes from seeds
//! that are fixed, so a report says the same every time.

mod comparison;
mod distributions;
mod ranking;
mod trend;

pub use comparison::{Comparison, compare, holm, sign_p};
pub use ranking::{CrossTable, PairResult, Rating, Record};
pub use trend::{Cluster, Line, Trend, exchange_p, mann_kendall, mean_interval, trend};

//! KataGo's analysis protocol: a JSON object a line in, JSON objects out, in any order.
//!
//! [`AnalysisQueue`] reads the lines and keeps what is asked by priority; each [`PositionTask`] is one
//! position, analyzed wherever there is time: nothing here reads a clock or owns a thread.
//!
//! Source: KataGo's document "Parallel Analysis Engine".

mod analysis_queue;
mod json_fields;
mod json_override;
mod json_position;
mod json_query;
mod json_response;
mod position_task;
#[cfg(test)]
mod tests;

pub use analysis_queue::AnalysisQueue;
pub use position_task::{AnalysisConfig, PositionTask};

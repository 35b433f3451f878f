//! Go knowledge: experts and their explanations, joseki, patterns, and problems read out.

#[path = "../common/finished.rs"]
mod finished;
#[path = "../common/whole_run.rs"]
mod whole_run;

mod experts;
mod explained_games;
mod explanations;
mod joseki;
mod net_teaching;
mod patterns;
mod planted;
mod problems;
mod sentence_judge;
mod sentences;
mod written;

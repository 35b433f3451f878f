//! The board and the paper: the rules of Go, game records, pictures, and what every other crate needs of chance,
//! of compiled data files, of threads and of stopping.

pub mod container;
pub mod failure;
pub mod picture;
pub mod record;
pub mod rng;
pub mod rules;
pub mod shared_work;
pub mod stop_flag;

//! CGOS: the words of its protocol, and a client of it.

mod analysis;
mod cgos_client;
mod client_line;
mod server_line;

#[cfg(test)]
mod tests;

pub use analysis::analysis;
pub use cgos_client::{CgosAccount, CgosClient};
pub use client_line::{AccountError, AccountName, ClientLine, NoMove, SentMove};
pub use server_line::ServerLine;

//! Pages over a socket: who may connect, for how long, and where.

pub mod bounded_listener;
pub mod page_socket;

//! Tools for the line: ports, a check of the other side, the self-test, traces, and a proxy.

pub(crate) mod check_command;
pub(crate) mod loopback;
pub(crate) mod ports_command;
pub(crate) mod proxy;
pub mod replay;

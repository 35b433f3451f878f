//! The C library as its users meet it: the header, the example, and calls that cannot be.

#[cfg(target_os = "linux")]
mod example;
mod header;
mod misuse;

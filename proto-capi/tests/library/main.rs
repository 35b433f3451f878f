//! The C library as its users meet it: the header, the example, and calls that cannot be.

#[cfg(target_os = "linux")]
#[path = "../../../tests/common/tools.rs"]
mod tools;

#[cfg(target_os = "linux")]
mod example;
mod header;
mod misuse;

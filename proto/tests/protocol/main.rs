//! The protocol in virtual time: each rule by itself, whole games on bad lines, and other programs.

mod any_bytes;
mod bad_line;
mod gmp;
mod other_programs;
mod rules;

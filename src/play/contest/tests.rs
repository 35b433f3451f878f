//! A match in virtual time.

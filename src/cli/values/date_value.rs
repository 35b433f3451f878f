//! Days on the command line.

use super::argument_error::ArgumentError;
use sgmp_board::record::is_date;

/// Takes the dates that a record can hold.
pub(crate) fn parse_date(text: &str) -> Result<String, ArgumentError> {
    if is_date(text) {
        return Ok(text.to_owned());
    }
    Err(ArgumentError::Date(text.chars().take(40).collect()))
}

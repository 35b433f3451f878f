//! Days on the command line.

use sgmp_board::record::is_date;

/// Takes the dates that a record can hold.
pub(crate) fn parse_date(text: &str) -> Result<String, String> {
    if is_date(text) {
        return Ok(text.to_owned());
    }
    let text: String = text.chars().take(40).collect();
    Err(format!(
        "{text:?} is no date: write YYYY-MM-DD, such as 2000-06-01"
    ))
}

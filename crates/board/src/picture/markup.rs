//! Text made safe and the frame around a page, for all pages and drawings.

use std::fmt::Display;

/// Text as it may stand in an element or in an attribute in double quotes, in HTML and in XML.
pub fn escape_markup(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\n' | '\t' => escaped.push(letter),
            // XML knows no others.
            c if c.is_control() || c == '\u{FFFE}' || c == '\u{FFFF}' => escaped.push(' '),
            c => escaped.push(c),
        }
    }
    escaped
}

/// A page of HTML that needs nothing else and asks nothing of anybody. It has a style of its own; what it does beyond
/// that, `allowed` adds to its content security policy ("; script-src ...").
pub fn html_page(title: &str, style: &str, allowed: &str, body: impl Display) -> String {
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'{allowed}\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{}</title>\n<style>\n{style}</style>\n</head>\n<body>\n{body}</body>\n</html>\n",
        escape_markup(title)
    )
}

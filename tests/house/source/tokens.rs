//! Rust source as words and marks.

/// A word or a mark of the source, with its line.
#[derive(Clone, Debug)]
pub(crate) struct Token {
    pub(crate) line: usize,
    pub(crate) text: String,
}

/// Words, `::` and single marks; comments, strings and characters are left out.
pub(crate) fn tokens(text: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    let (mut rest, mut line) = (text, 1);
    while let Some(first) = rest.chars().next() {
        let length = if let Some(length) = silent(rest) {
            length
        } else {
            let length = visible(rest, first);
            if !first.is_whitespace() {
                let text = rest[..length].to_owned();
                tokens.push(Token { line, text });
            }
            length
        };
        line += rest[..length].matches('\n').count();
        rest = &rest[length..];
    }
    tokens
}

fn visible(rest: &str, first: char) -> usize {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    if is_word(first) {
        rest.find(|c| !is_word(c)).unwrap_or(rest.len())
    } else if rest.starts_with("::") {
        2
    } else {
        first.len_utf8()
    }
}

/// The length of a comment, a string or a character at the start of `rest`.
fn silent(rest: &str) -> Option<usize> {
    let up_to = |end: &str, from: usize| {
        let found = rest[from..].find(end);
        found.map_or(rest.len(), |at| from + at + end.len())
    };
    if rest.starts_with("//") {
        return Some(rest.find('\n').unwrap_or(rest.len()));
    }
    if rest.starts_with("/*") {
        return Some(up_to("*/", 2));
    }
    if let Some(hashes) = raw_string(rest) {
        let end = format!("\"{}", "#".repeat(hashes));
        return Some(up_to(&end, hashes + 2));
    }
    if rest.starts_with('"') {
        return Some(quoted(rest, '"'));
    }
    // A lifetime has no second quote behind its first letter.
    let mut chars = rest.strip_prefix('\'')?.chars();
    let (first, second) = (chars.next()?, chars.next()?);
    (first == '\\' || second == '\'').then(|| quoted(rest, '\''))
}

/// Number of `#` between the `r` and the quote of a raw string.
fn raw_string(rest: &str) -> Option<usize> {
    let after = rest.strip_prefix('r')?;
    let hashes = after.len() - after.trim_start_matches('#').len();
    after[hashes..].starts_with('"').then_some(hashes)
}

fn quoted(rest: &str, quote: char) -> usize {
    let mut is_escaped = false;
    for (at, c) in rest.char_indices().skip(1) {
        match c {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            _ if c == quote => return at + 1,
            _ => {}
        }
    }
    rest.len()
}

/// The tokens without the items that only tests have.
pub(crate) fn without_tests(tokens: &[Token]) -> Vec<Token> {
    let mut kept = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        match test_item(tokens, at) {
            Some(after) => at = after,
            None => {
                kept.push(tokens[at].clone());
                at += 1;
            }
        }
    }
    kept
}

/// The lines from the mark of each test item to its end, both counted from 1.
pub(crate) fn test_lines(tokens: &[Token]) -> Vec<(usize, usize)> {
    let mut lines = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        if let Some(after) = test_item(tokens, at) {
            lines.push((tokens[at].line, tokens[after - 1].line));
            at = after;
        } else {
            at += 1;
        }
    }
    lines
}

/// The place behind an item with `#[cfg(test)]` that begins here.
fn test_item(tokens: &[Token], at: usize) -> Option<usize> {
    let text = |at: usize| tokens.get(at).map_or("", |token| token.text.as_str());
    let is_cfg = [text(at), text(at + 1), text(at + 2), text(at + 3)] == ["#", "[", "cfg", "("];
    if !is_cfg {
        return None;
    }
    let mut after = closing(tokens, at + 1);
    let words = || tokens[at..after].iter().map(|token| token.text.as_str());
    if !words().any(|word| word == "test") || words().any(|word| word == "not") {
        return None;
    }
    while text(after) == "#" {
        after = closing(tokens, after + 1);
    }
    let ends_with_mark = matches!(text(after), "use" | "const" | "static" | "type");
    while after < tokens.len() {
        match text(after) {
            ";" => return Some(after + 1),
            "{" if !ends_with_mark => return Some(closing(tokens, after)),
            "{" | "(" | "[" => after = closing(tokens, after),
            _ => after += 1,
        }
    }
    Some(after)
}

/// The place behind the bracket that closes the one here.
pub(crate) fn closing(tokens: &[Token], open: usize) -> usize {
    let mut depth = 0_usize;
    for (at, token) in tokens.iter().enumerate().skip(open) {
        match token.text.as_str() {
            "{" | "(" | "[" => depth += 1,
            "}" | ")" | "]" => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return at + 1;
        }
    }
    tokens.len()
}

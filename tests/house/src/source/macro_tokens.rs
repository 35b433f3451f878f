//! Paths and attributes in the tokens of a macro's call, which have no syntax tree.

use proc_macro2::{Delimiter, TokenStream, TokenTree};

use super::Word;

/// Something among the tokens.
pub(super) enum Found {
    /// A path; a group of paths after `::` is found as one path each.
    Path(Vec<Word>),
    /// The tokens of an attribute; a doc comment is one.
    Attribute(TokenStream),
}

/// Hands over everything that is found in the tokens and in the groups among them.
pub(super) fn scan(tokens: TokenStream, found: &mut dyn FnMut(Found)) {
    scan_after(&[], tokens, found);
}

/// Reads tokens of a group; the words stand before each path in it.
fn scan_after(before: &[Word], tokens: TokenStream, found: &mut dyn FnMut(Found)) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let mut at = 0;
    while at < tokens.len() {
        match &tokens[at] {
            // `module::{name as other}`
            TokenTree::Ident(ident) if ident == "as" && !before.is_empty() => at += 1,
            TokenTree::Ident(ident) => {
                let mut words = [before, &[Word::new(ident)]].concat();
                while is_mark(&tokens, at + 1, ':') && is_mark(&tokens, at + 2, ':') {
                    let Some(TokenTree::Ident(next)) = tokens.get(at + 3) else {
                        break;
                    };
                    words.push(Word::new(next));
                    at += 3;
                }
                match group_after(&tokens, at) {
                    Some(group) => {
                        scan_after(&words, group, found);
                        at += 3;
                    }
                    None => found(Found::Path(words)),
                }
            }
            TokenTree::Group(group) => {
                if is_mark(&tokens, at.wrapping_sub(1), '#') {
                    let attribute = tokens[at - 1..=at].iter().cloned().collect();
                    found(Found::Attribute(attribute));
                }
                scan(group.stream(), found);
            }
            TokenTree::Punct(_) | TokenTree::Literal(_) => {}
        }
        at += 1;
    }
}

fn is_mark(tokens: &[TokenTree], at: usize, mark: char) -> bool {
    matches!(tokens.get(at), Some(TokenTree::Punct(punct)) if punct.as_char() == mark)
}

/// The paths in `::{...}` behind a word.
fn group_after(tokens: &[TokenTree], at: usize) -> Option<TokenStream> {
    let is_path = is_mark(tokens, at + 1, ':') && is_mark(tokens, at + 2, ':');
    match tokens.get(at + 3)? {
        TokenTree::Group(group) if is_path && group.delimiter() == Delimiter::Brace => {
            Some(group.stream())
        }
        _ => None,
    }
}

//! Bytes into the nodes of a game's main line.

use super::charset::Charset;
use super::error::{Located, MAX_INPUT, MAX_VALUES, SgfFault};
use super::raw_node::{Name, Node, Property, Value, excerpt};

/// A part of a game with its variations.
#[derive(Debug)]
pub(super) enum Piece<'a> {
    Node(Node<'a>),
    /// A variation begins.
    Open,
    /// A variation ends, or the game.
    Close,
}

/// Properties that stand in the root of old files whose games do not begin with "(;".
const ROOT_NAMES: [&[u8]; 14] = [
    b"GM", b"FF", b"CA", b"SZ", b"PB", b"PW", b"KM", b"KO", b"HA", b"TE", b"EV", b"RE", b"DT",
    b"RD",
];

/// Cuts the main lines of a file's games into nodes.
///
/// The main line is all nodes before the first ")": the first branch of every fork. What follows
/// it (other branches, other games, remarks) is only skipped, so depth costs nothing.
#[derive(Debug)]
pub(in crate::record) struct Lexer<'a> {
    bytes: &'a [u8],
    at: usize,
    charset: Charset,
    /// Parentheses that are open.
    depth: usize,
    /// True if a game may end with the file.
    is_lenient: bool,
    /// True if a "(" before a node is a piece of its own.
    keeps_forks: bool,
    is_unclosed: bool,
    mended: Mended,
}

/// Faults of a file's form that a lenient reader passed over.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Mended {
    /// The first of stray bytes and names without a value, and their number.
    pub(super) strays: Option<(String, usize)>,
    /// The first property with a value that has brackets without "\\".
    pub(super) brackets: Option<String>,
}

impl Mended {
    fn add_stray(&mut self, text: String) {
        self.strays.get_or_insert((text, 0)).1 += 1;
    }
}

impl<'a> Lexer<'a> {
    /// Reads a file of this character set from its start.
    pub(super) fn new(bytes: &'a [u8], charset: Charset) -> Result<Self, Located> {
        if bytes.len() > MAX_INPUT {
            return Err(SgfFault::TooLarge.at(MAX_INPUT));
        }
        Ok(Self {
            bytes,
            at: 0,
            charset,
            depth: 0,
            is_lenient: false,
            keeps_forks: false,
            is_unclosed: false,
            mended: Mended::default(),
        })
    }

    /// Takes a file that ends inside a game as that game's end, passes over stray bytes, and guesses
    /// which brackets belong to a value.
    pub(super) const fn lenient(mut self) -> Self {
        self.is_lenient = true;
        self
    }

    /// Leaves the forks for [`Lexer::next_piece`].
    pub(super) const fn keeping_forks(mut self) -> Self {
        self.keeps_forks = true;
        self
    }

    /// Finds the first game, whatever stands before it, and reads the root there.
    pub(in crate::record) fn open(
        bytes: &'a [u8],
        charset: Charset,
    ) -> Result<(Self, Node<'a>), Located> {
        let mut lexer = Self::new(bytes, charset)?;
        let root = lexer.first_root()?;
        Ok((lexer, root))
    }

    /// The root of the first game: the first "(;" before a property, else the first "(;".
    pub(super) fn first_root(&mut self) -> Result<Node<'a>, Located> {
        if let Some(root) = self.next_root() {
            return root;
        }
        self.at = 0;
        while let Some(byte) = self.peek() {
            self.at += 1;
            if byte == b'(' {
                self.skip_spaces();
                if self.peek() == Some(b';') {
                    self.depth = 1;
                    return self.node();
                }
            }
        }
        Err(SgfFault::NoGame.at(self.bytes.len()))
    }

    /// The root of the next game; `None` where no game follows. A smiley and other text before a
    /// game are passed over: a game begins with "(;" and a property, or with "(" and a property of
    /// roots.
    pub(super) fn next_root(&mut self) -> Option<Result<Node<'a>, Located>> {
        while let Some(byte) = self.peek() {
            if byte == b'(' && self.is_game_start() {
                self.at += 1;
                self.depth = 1;
                self.skip_spaces();
                return Some(self.node());
            }
            self.at += 1;
        }
        None
    }

    /// Returns whether the "(" here opens a game.
    fn is_game_start(&self) -> bool {
        let rest = &self.bytes[self.at + 1..];
        let skipped = rest
            .iter()
            .take_while(|b| **b == b';' || is_space(**b))
            .count();
        let has_node = rest[..skipped].contains(&b';');
        let rest = &rest[skipped..];
        name_before_value(rest).is_some_and(|name| {
            has_node || ROOT_NAMES.contains(&Name::from_written(name).as_bytes())
        })
    }

    /// Passes over what is left of a game after its main line.
    pub(super) fn skip_branches(&mut self) {
        while let Some(byte) = self.peek() {
            if byte == b'[' {
                if self.value(b"").is_err() {
                    return;
                }
                continue;
            }
            match byte {
                b'(' => self.depth += 1,
                b')' if self.depth <= 1 => {
                    self.at += 1;
                    return;
                }
                b')' => self.depth -= 1,
                _ => {}
            }
            self.at += 1;
        }
    }

    /// True if the file ended inside a game.
    pub(super) const fn is_unclosed(&self) -> bool {
        self.is_unclosed
    }

    /// Faults of form so far.
    pub(super) const fn mended(&self) -> &Mended {
        &self.mended
    }

    /// Character set of the file.
    pub(super) const fn charset(&self) -> Charset {
        self.charset
    }

    /// The next node of the main line, or `None` after the last.
    pub(in crate::record) fn next_node(&mut self) -> Result<Option<Node<'a>>, Located> {
        // A fork's first branch goes on with the main line.
        self.skip_spaces_and_forks();
        match self.peek() {
            Some(b')') => Ok(None),
            Some(b';') => self.node().map(Some),
            None if self.is_lenient => {
                self.is_unclosed = true;
                Ok(None)
            }
            found => Err(self.stray(found)),
        }
    }

    /// The next piece of a game with its variations, or `None` where a file ends inside it.
    pub(super) fn next_piece(&mut self) -> Result<Option<Piece<'a>>, Located> {
        loop {
            self.skip_spaces();
            match self.peek() {
                Some(b'(') => {
                    self.at += 1;
                    return Ok(Some(Piece::Open));
                }
                Some(b')') => {
                    self.at += 1;
                    return Ok(Some(Piece::Close));
                }
                Some(byte) if byte == b';' || (is_name_byte(byte) && !byte.is_ascii_digit()) => {
                    return self.node().map(Piece::Node).map(Some);
                }
                Some(_) if self.is_lenient => self.skip_stray(),
                None if self.is_lenient => {
                    self.is_unclosed = true;
                    return Ok(None);
                }
                found => return Err(self.stray(found)),
            }
        }
    }

    /// The node that starts here, with or without its ";".
    fn node(&mut self) -> Result<Node<'a>, Located> {
        self.at += usize::from(self.peek() == Some(b';'));
        let mut node = Node {
            start: self.at,
            properties: Vec::new(),
        };
        let mut room = MAX_VALUES;
        loop {
            if self.keeps_forks {
                self.skip_spaces();
            } else {
                self.skip_spaces_and_forks();
            }
            match self.peek() {
                Some(b'(') if self.keeps_forks => return Ok(node),
                Some(b';' | b')') => return Ok(node),
                None if self.is_lenient => return Ok(node),
                Some(byte) if is_name_byte(byte) && !byte.is_ascii_digit() => {
                    node.properties.extend(self.property(&mut room)?);
                }
                Some(_) if self.is_lenient => self.skip_stray(),
                found => return Err(self.stray(found)),
            }
        }
    }

    /// A property; `None` for a name without a value that a lenient reader passes over. That of a move
    /// is a fault: the game would go on without the move.
    fn property(&mut self, room: &mut usize) -> Result<Option<Property<'a>>, Located> {
        let start = self.at;
        while self.peek().is_some_and(is_name_byte) {
            self.at += 1;
        }
        let written = &self.bytes[start..self.at];
        let mut values = Vec::new();
        self.skip_spaces();
        while self.peek() == Some(b'[') {
            *room = room
                .checked_sub(1)
                .ok_or_else(|| SgfFault::TooManyValues.at(self.at))?;
            values.push(self.value(written)?);
            self.skip_spaces();
        }
        let name = Name::from_written(written);
        if values.is_empty() {
            let property = excerpt(written);
            if self.is_lenient && !matches!(name.as_bytes(), b"B" | b"W") {
                self.mended.add_stray(property);
                return Ok(None);
            }
            return Err(SgfFault::MissingValue { property }.at(start));
        }
        Ok(Some(Property {
            written,
            name,
            values,
        }))
    }

    /// A value, from its "[" to behind its "]".
    fn value(&mut self, property: &[u8]) -> Result<Value<'a>, Located> {
        let start = self.at + 1;
        self.at = start;
        let mut open = 0_usize;
        loop {
            match self.peek() {
                Some(b']') if !self.is_lenient || self.ends_value(open) => break,
                Some(b']') => {
                    self.at += 1;
                    open = open.saturating_sub(1);
                    self.mended.brackets.get_or_insert(excerpt(property));
                }
                Some(byte) => {
                    open += usize::from(byte == b'[');
                    self.at += usize::from(byte == b'\\');
                    self.at += self.charset.letter_len(&self.bytes[self.at..]);
                }
                None => {
                    let property = excerpt(property);
                    return Err(SgfFault::UnclosedValue { property }.at(start - 1));
                }
            }
        }
        let raw = &self.bytes[start..self.at];
        self.at += 1;
        Ok(Value { start, raw })
    }

    /// Returns whether the "]" here ends a value in which so many "[" are open, not one that the writer
    /// forgot to escape: what follows tells. Looks no farther than to the next bracket.
    fn ends_value(&self, open: usize) -> bool {
        let rest = &self.bytes[self.at + 1..];
        let spaces = rest.iter().take_while(|b| is_space(**b)).count();
        let rest = &rest[spaces..];
        match rest.first() {
            None | Some(b'[' | b';' | b'(' | b')') => return true,
            Some(b']') => return open == 0,
            Some(_) => {}
        }
        let name = name_before_value(rest);
        if name.is_some_and(|name| open == 0 || name.iter().any(u8::is_ascii_uppercase)) {
            return true;
        }
        let next = rest.iter().find(|b| matches!(b, b'[' | b']' | b';'));
        next != Some(&b']') && (open == 0 || next != Some(&b'['))
    }

    /// Passes over bytes that are neither space nor anything of a game.
    fn skip_stray(&mut self) {
        let start = self.at;
        let is_stray = |b: u8| !is_space(b) && !is_name_byte(b) && !matches!(b, b';' | b'(' | b')');
        self.at += 1;
        while self.peek().is_some_and(is_stray) {
            self.at += 1;
        }
        let text = self.charset.decode(&self.bytes[start..self.at]);
        self.mended.add_stray(text.chars().take(20).collect());
    }

    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn skip_spaces(&mut self) {
        while self.peek().is_some_and(is_space) {
            self.at += 1;
        }
    }

    fn skip_spaces_and_forks(&mut self) {
        while let Some(byte) = self.peek().filter(|b| *b == b'(' || is_space(*b)) {
            self.depth += usize::from(byte == b'(');
            self.at += 1;
        }
    }

    fn stray(&self, found: Option<u8>) -> Located {
        match found {
            Some(byte) => SgfFault::Stray {
                found: char::from(byte),
            },
            None => SgfFault::Unclosed,
        }
        .at(self.at)
    }
}

/// Letters of a property's name: SGF's own, and the underscore of private ones.
const fn is_name_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// Space between properties: control characters, among them the end-of-file mark of old systems.
const fn is_space(byte: u8) -> bool {
    byte <= b' '
}

/// The name of the property that some bytes begin with; `None` where none begins.
fn name_before_value(bytes: &[u8]) -> Option<&[u8]> {
    const MAX_NAME: usize = 64;
    let start = bytes.iter().take(MAX_NAME);
    let len = start.take_while(|b| is_name_byte(**b)).count();
    let after = bytes[len..].iter().find(|b| !is_space(**b));
    (len > 0 && after == Some(&b'[')).then_some(&bytes[..len])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn nodes(text: &[u8]) -> Result<Vec<String>, Located> {
        let (mut lexer, root) = Lexer::open(text, Charset::UTF_8)?;
        let mut nodes = vec![shown(&root)];
        while let Some(node) = lexer.next_node()? {
            nodes.push(shown(&node));
        }
        Ok(nodes)
    }

    fn shown(node: &Node<'_>) -> String {
        let property = |p: &Property<'_>| {
            let values = p.values.iter().map(|v| format!("[{}]", excerpt(v.raw)));
            excerpt(p.name()) + &values.collect::<String>()
        };
        node.properties.iter().map(property).collect()
    }

    #[test]
    fn the_main_line_is_what_comes_before_the_first_closing_parenthesis() {
        let text = b"Dear all, (see below)\n(\n ; FileFormat[1] SiZe\t[9];\n(;B[aa]AB[bb] [cc](;W[\\]])(;W[x]";
        assert_eq!(
            nodes(text).unwrap(),
            ["FF[1]SZ[9]", "", "B[aa]AB[bb][cc]", "W[\\]]"]
        );
    }

    #[test]
    fn faults_have_a_place() {
        for (text, offset, fault) in [
            (&b"hello ( ) world"[..], 15, "no game starts here"),
            (b"(;B[aa]", 7, "no closing \")\""),
            (b"(;B[aa];C[never", 9, "the value of C has no closing"),
            (b"(;B[aa]]", 7, "']' is neither"),
            (b"(;B;W[aa])", 2, "B has no value"),
        ] {
            let error = nodes(text).unwrap_err();
            assert_eq!(error.offset, offset, "{}", excerpt(text));
            assert!(error.fault.to_string().contains(fault), "{}", error.fault);
        }
    }

    #[test]
    fn depth_and_width_are_bounded() {
        let deep = [b"(;".repeat(100_000), b")".to_vec()].concat();
        assert_eq!(
            nodes(&vec![b'('; MAX_INPUT]).unwrap_err().fault,
            SgfFault::NoGame
        );
        assert_eq!(nodes(&deep).unwrap().len(), 100_000);

        let wide = [b"(;LB".to_vec(), b"[]".repeat(MAX_VALUES + 1)].concat();
        assert_eq!(nodes(&wide).unwrap_err().fault, SgfFault::TooManyValues);

        let large = vec![b'('; MAX_INPUT + 1];
        assert_eq!(nodes(&large).unwrap_err().fault, SgfFault::TooLarge);
    }

    #[test]
    fn names_that_only_look_known_are_not() {
        assert_eq!(nodes(b"(;ABC[1]xyz[2]B1[3])").unwrap(), ["[1][2]B1[3]"]);
        assert_eq!(
            nodes(b"(;B[aa]_LZ[1]_B[2]K_T[3])").unwrap(),
            ["B[aa][1]_B[2][3]"]
        );
        assert_eq!(nodes(b"(;sz[9];b[aa])").unwrap(), ["SZ[9]", "B[aa]"]);
    }

    #[test]
    fn games_are_found_behind_smileys_and_without_a_semicolon() {
        let roots = |text: &[u8]| {
            let mut lexer = Lexer::new(text, Charset::UTF_8).unwrap();
            let mut roots = Vec::new();
            while let Some(root) = lexer.next_root() {
                roots.push(shown(&root.unwrap()));
                while lexer.next_node().unwrap().is_some() {}
                lexer.skip_branches();
            }
            roots
        };
        assert_eq!(roots(b"Hi (;-) and (;)\n(;SZ[9];B[aa])"), ["SZ[9]"]);
        assert_eq!(
            roots(b"(\nTE[x]\nSZ[9]\n;B[aa](;W[bb])(;W[cc]))"),
            ["TE[x]SZ[9]"]
        );
        assert_eq!(
            roots(b"(;PB[a](;B[aa])(;B[bb]C[\\](;x[)]))text (see [1])(;PB[b];B[cc])"),
            ["PB[a]", "PB[b]"]
        );
        assert_eq!(roots(b"(a [b])"), [""; 0]);
    }

    #[test]
    fn a_lenient_reader_passes_over_faults_of_form() {
        for (text, root, strays, brackets) in [
            (
                &b"(;US[Matsuyama[3d]]KM[6.5])"[..],
                "US[Matsuyama[3d]]KM[6.5]",
                None,
                Some("US"),
            ),
            (
                b"(;C[see [1] and [2]]KM[6])",
                "C[see [1] and [2]]KM[6]",
                None,
                Some("C"),
            ),
            (
                b"(;C[bad ] bracket]KM[6])",
                "C[bad ] bracket]KM[6]",
                None,
                Some("C"),
            ),
            (b"(;C[one [open]KM[6])", "C[one [open]KM[6]", None, None),
            (
                b"(;SZ[9]\n---\nKM[6.5])",
                "SZ[9]KM[6.5]",
                Some(("---", 1)),
                None,
            ),
            (b"(;SZ[9]] KM PB[a] !)", "SZ[9]PB[a]", Some(("]", 3)), None),
        ] {
            let mut lexer = Lexer::new(text, Charset::UTF_8).unwrap().lenient();
            assert_eq!(shown(&lexer.first_root().unwrap()), root);
            let Mended {
                strays: found,
                brackets: unescaped,
            } = lexer.mended();
            let found = found.as_ref().map(|(text, count)| (text.as_str(), *count));
            assert_eq!((found, unescaped.as_deref()), (strays, brackets), "{root}");
        }
        let mut lexer = Lexer::new(b"(;SZ[9];B;W[aa])", Charset::UTF_8)
            .unwrap()
            .lenient();
        lexer.first_root().unwrap();
        assert!(lexer.next_node().is_err(), "a move is lost");
    }
}

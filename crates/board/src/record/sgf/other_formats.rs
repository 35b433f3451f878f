//! Files of games that are no SGF, known by what stands in them.

/// A form of game records that is not read here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OtherFormat {
    /// Files of the server Tygem.
    Gib,
    /// Files of the server WBaduk.
    Ngf,
    /// Files of the program Panda-Egg.
    Ugf,
}

impl std::fmt::Display for OtherFormat {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Gib => "a GIB file, as Tygem writes them",
            Self::Ngf => "an NGF file, as WBaduk writes them",
            Self::Ugf => "a UGF file, as Panda-Egg writes them",
        })
    }
}

impl OtherFormat {
    /// The form of a file in which no SGF is found; `None` where that is not known either.
    pub(super) fn recognized(bytes: &[u8]) -> Option<Self> {
        const MOST_LINES: usize = 200;
        let lines = bytes.split(|byte| *byte == b'\n').take(MOST_LINES);
        let lines = || lines.clone().map(<[u8]>::trim_ascii);
        let begins = |word: &[u8]| lines().any(|line| line.starts_with(word));
        if begins(b"\\HS") || begins(b"\\[GAME") {
            return Some(Self::Gib);
        }
        if begins(b"[Header]") && begins(b"[Data]") {
            return Some(Self::Ugf);
        }
        lines().any(is_ngf_move).then_some(Self::Ngf)
    }
}

/// "PMABBQDDQ": the number in two letters, the color, the point twice.
fn is_ngf_move(line: &[u8]) -> bool {
    let Some(rest) = line.strip_prefix(b"PM") else {
        return false;
    };
    let is_capital = rest.iter().all(u8::is_ascii_uppercase);
    rest.len() == 7 && is_capital && matches!(rest[2], b'B' | b'W')
}

#[cfg(test)]
mod tests {
    use crate::record::read_game;

    #[test]
    fn files_of_other_programs_are_called_by_their_names() {
        for (text, name) in [
            (
                &b"\\HS\n\\[GAMEBLACKNAME=a\\]\n\\HE\n\\GS\n2 1 0\nSTO 0 2 1 3 3\n\\GE\n"[..],
                "a GIB file",
            ),
            (
                b"Rated game\r\n19\r\nwhite 6D\r\nblack 6D\r\nPMABBQDDQ\r\nPMACWDPPD\r\n",
                "an NGF file",
            ),
            (
                b"[Header]\nTitle=a\n[Data]\nPD,B1,1,0\n[Figure]\n",
                "a UGF file",
            ),
        ] {
            let error = read_game(text, 1).unwrap_err().to_string();
            assert!(error.contains(name), "{error}");
            assert!(error.contains("save it as SGF"), "{error}");
        }
        let error = read_game(b"PM and so on", 1).unwrap_err().to_string();
        assert!(error.contains("no game starts here"), "{error}");
    }
}

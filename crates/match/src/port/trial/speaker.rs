//! Recognizes what speaks on a line where no program of the protocol does.

use std::fmt;

/// A speaker that is no program of the protocol. Words go before an echo, a login before all: what it
/// asks for is in no other's text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Speaker {
    /// Something gives our own bytes back, or some of them.
    Echo,
    /// A program that looks for modems on its ports, or that commands one.
    ModemProbe,
    /// A modem, which answers commands with words.
    Modem,
    /// A program that speaks the Go Text Protocol.
    Gtp,
    /// A shell at its prompt.
    Shell,
    /// A login that waits for somebody's name.
    Login,
}

impl Speaker {
    /// The speaker whose words are in these bytes. A login may have a parity in bit 7.
    pub(super) fn named_in(bytes: &[u8]) -> Option<Self> {
        const LOGIN: [&str; 4] = ["login:", "password:", "username:", "login incorrect"];
        let text = |seen: fn(u8) -> u8| {
            let seen = bytes.iter().map(|byte| char::from(seen(*byte)));
            seen.map(|c| c.to_ascii_lowercase()).collect::<String>()
        };
        let masked = text(|byte| byte & 0x7f);
        if LOGIN.iter().any(|word| masked.contains(word)) {
            return Some(Self::Login);
        }
        let text = text(|byte| if byte < 0x80 { byte } else { 0 });
        let mut lines = text.split(['\r', '\n']).rev();
        let open = lines.next().unwrap_or_default();
        let whole = lines.filter_map(Self::named_in_line).max();
        let waiting = match without_escapes(open) {
            open if is_prompt(&open) => Some(Self::Shell),
            open if is_modem_escape(&open) => Some(Self::ModemProbe),
            _ => None,
        };
        whole.max(waiting)
    }

    /// The speaker of a whole line.
    fn named_in_line(line: &str) -> Option<Self> {
        const MODEM: [&str; 6] = ["ok", "error", "ring", "busy", "no carrier", "no dialtone"];
        let line = line.trim_matches(|c: char| c.is_whitespace() || c == '\0');
        if line.contains("not found") && line.contains(": ") {
            return Some(Self::Shell);
        }
        if is_gtp_answer(line) {
            return Some(Self::Gtp);
        }
        if is_modem_escape(line) {
            return Some(Self::ModemProbe);
        }
        if MODEM.contains(&line) || line == "connect" || line.starts_with("connect ") {
            return Some(Self::Modem);
        }
        let command = line.strip_prefix("at")?;
        let is_command =
            command.is_empty() || command.starts_with(['+', 'i', 'z', 'e', '&', 'd', 'h']);
        (is_command && !command.contains(' ')).then_some(Self::ModemProbe)
    }

    /// An echo of some of these frames in the latest bytes. What comes back whole may be another program's,
    /// and is left to those who look at frames.
    pub(super) fn echoing(latest: &[u8], sent: &[[u8; 4]]) -> Option<Self> {
        let comes_back = |frame: &[u8; 4]| {
            let [a, b, c, d] = *frame;
            let seven = |byte: u8| byte & 0x7f;
            // A terminal that escapes what it echoes writes ^A for byte 1.
            let escaped = [b'^', b'@' + a, b];
            ends_otherwise(latest, &[a, b, c], d)
                || ends_otherwise(latest, &[a, seven(b), seven(c)], d)
                || latest.windows(3).any(|window| window == escaped)
        };
        sent.iter().any(comes_back).then_some(Self::Echo)
    }
}

/// Returns whether `bytes` has `part` without `last` behind it.
fn ends_otherwise(bytes: &[u8], part: &[u8; 3], last: u8) -> bool {
    let places = bytes.windows(part.len()).enumerate();
    places
        .filter(|(_, window)| window == part)
        .any(|(at, _)| bytes.get(at + part.len()) != Some(&last))
}

/// A line without what a terminal takes for colors and the like (`ESC [ 0 m`).
fn without_escapes(line: &str) -> String {
    let mut pieces = line.split("\x1b[");
    let first = pieces.next().unwrap_or_default();
    let rest = pieces.map(|piece| match piece.find(|c| matches!(c, '@'..='~')) {
        Some(end) => &piece[end + 1..],
        None => "",
    });
    std::iter::once(first).chain(rest).collect()
}

/// Returns whether a line without an end is where a shell waits; one that is sent our bytes waits there again and again.
fn is_prompt(open: &str) -> bool {
    let is_plain = open
        .chars()
        .all(|c| matches!(c, ' '..='~' | '\x1b' | '\x07'));
    let has_name = open.len() > 3 && (open.contains('@') || open.contains(['~', '/']));
    let is_bare = |word: &str| {
        matches!(word, "$" | "#") || word.starts_with("sh-") || word.starts_with("bash-")
    };
    let is_unix = (has_name || open.split_whitespace().all(is_bare))
        && (open.ends_with("$ ") || open.ends_with("# ") || open.ends_with("% "));
    let is_windows = open.contains(":\\") && open.ends_with('>');
    is_plain && (is_unix || is_windows)
}

/// Returns whether a line is what calls a modem back from its connection, alone or with the command that hangs up.
fn is_modem_escape(line: &str) -> bool {
    let rest = line.trim().trim_start_matches('+');
    let pluses = line.trim().len() - rest.len();
    pluses >= 3 && matches!(rest, "" | "ath" | "ath0")
}

/// Returns whether a line is an answer in the Go Text Protocol, with a number or without: `= E5`, `=1 E5`, `? unknown
/// command`, `?1 illegal move`.
fn is_gtp_answer(line: &str) -> bool {
    const FAILURES: [&str; 3] = ["command", "illegal move", "unacceptable size"];
    let Some(rest) = line.strip_prefix(['=', '?']) else {
        return false;
    };
    let text = rest.trim_start_matches(|c: char| c.is_ascii_digit());
    let has_number = text.len() < rest.len();
    if line.starts_with('=') {
        return text.is_empty() || text.starts_with(' ');
    }
    let names_failure = FAILURES.iter().any(|failure| text.contains(failure));
    text.starts_with(' ') && (has_number || names_failure)
}

impl fmt::Display for Speaker {
    /// A name for it, and what to do.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Echo => {
                "our own bytes come back, not quite as they were: a terminal, a shell or a login echoes them; \
                 stop it on the machine at the other end (`systemctl stop serial-getty@ttyS0`, with its port's name)"
            }
            Self::ModemProbe => {
                "a program there takes the line for a modem's (AT, +++): `systemctl stop ModemManager` on the machine at the \
                 other end, or close the terminal program that dials"
            }
            Self::Modem => {
                "a modem answers: a null-modem cable joins the two machines, without any modem between"
            }
            Self::Gtp => {
                "the program there speaks GTP, not the protocol of the call: start it in its modem mode (GNU Go: \
                 `--mode sgmp`)"
            }
            Self::Shell => {
                "a shell waits there: leave it, and close the terminal program or the login that holds the port"
            }
            Self::Login => {
                "a login waits on this line: stop it on the machine on which it runs (`systemctl stop \
                 serial-getty@ttyS0`, with its port's name)"
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(text: &str) -> Option<Speaker> {
        Speaker::named_in(text.as_bytes())
    }

    #[test]
    fn words_name_their_speaker() {
        let cases = [
            (
                "\r\nDebian GNU/Linux 12 vm ttyS0\r\n\r\nvm login: ",
                Speaker::Login,
            ),
            ("check k3f any\r\r\nPassword: ", Speaker::Login),
            ("root@vm:~# ", Speaker::Shell),
            ("\u{1b}[01;32muser@vm\u{1b}[00m:/tmp$ ", Speaker::Shell),
            ("$ ", Speaker::Shell),
            ("$ $ $ ", Speaker::Shell),
            ("# # ", Speaker::Shell),
            ("\u{1b}[?2004h$ ", Speaker::Shell),
            ("sh-5.2$ ", Speaker::Shell),
            ("bash-5.2# bash-5.2# ", Speaker::Shell),
            ("C:\\Users\\go>", Speaker::Shell),
            ("bash: check: command not found\r\n", Speaker::Shell),
            ("\r\nOK\r\n", Speaker::Modem),
            ("CONNECT 2400\r\n", Speaker::Modem),
            ("\r\nNO CARRIER\r\n", Speaker::Modem),
            ("RING\r\n", Speaker::Modem),
            ("AT\r", Speaker::ModemProbe),
            ("AT+GCAP\r", Speaker::ModemProbe),
            ("? unknown command\n\n", Speaker::Gtp),
            ("?3 unknown command\n\n", Speaker::Gtp),
            ("= \n\n", Speaker::Gtp),
            ("=1 E5\n\n", Speaker::Gtp),
            ("=12\n\n", Speaker::Gtp),
            ("?1 cannot score\n\n", Speaker::Gtp),
            ("? illegal move\n\n", Speaker::Gtp),
            ("+++", Speaker::ModemProbe),
            ("++++++", Speaker::ModemProbe),
            ("\r\n+++\r\n", Speaker::ModemProbe),
            ("+++ATH\r", Speaker::ModemProbe),
        ];
        for (text, speaker) in cases {
            assert_eq!(named(text), Some(speaker), "{text:?}");
        }
    }

    #[test]
    fn operators_and_noise_are_not_named() {
        for text in [
            "hello there\r\n",
            "check k3f any\n",
            "ok, we are ready\r\n",
            "at what time?\r\n",
            "what? no command\n",
            "? what now\n",
            "=> your move\n",
            "==== round 2 ====\n",
            "=1, we are ready\n",
            "c++ is our language\n",
            "+++ great game +++\n",
            "++",
            "it costs 5 $ ",
            "we are #",
            "see C:> ",
            "",
        ] {
            assert_eq!(named(text), None, "{text:?}");
        }
        let mut chance = sgmp_board::rng::Rng::from_seed(54);
        let named = (0..2000).filter(|_| {
            let noise: Vec<u8> = (0..300).map(|_| chance.next_u64() as u8).collect();
            Speaker::named_in(&noise).is_some()
        });
        assert!(named.count() < 40);
    }

    #[test]
    fn a_login_behind_a_parity_is_a_login() {
        let even = |byte: u8| byte | ((byte.count_ones() as u8 & 1) << 7);
        let text: Vec<u8> = b"host login: ".iter().map(|byte| even(*byte)).collect();
        assert_eq!(Speaker::named_in(&text), Some(Speaker::Login));
    }

    #[test]
    fn echoes_in_part_and_escaped_are_seen() {
        let sent = [[0x01, 0xa1, 0xa0, 0x80]];
        for echo in [
            b"\x01\xa1\xa0".as_slice(),
            b"\x01\xa1\xa0\r\n",
            b"\x01\x21\x20",
            b"^A\xa1\xa0\x80",
        ] {
            assert_eq!(
                Speaker::echoing(echo, &sent),
                Some(Speaker::Echo),
                "{echo:x?}"
            );
        }
        assert_eq!(Speaker::echoing(b"\x01\xa1\xa0\x80", &sent), None);
        assert_eq!(Speaker::echoing(b"\x02\xc4\xc0", &sent), None);
    }

    #[test]
    fn each_says_what_to_do_on_one_line() {
        for speaker in [
            Speaker::Echo,
            Speaker::ModemProbe,
            Speaker::Modem,
            Speaker::Gtp,
            Speaker::Shell,
            Speaker::Login,
        ] {
            let text = speaker.to_string();
            assert!(!text.contains('\n') && !text.contains("  "), "{text:?}");
        }
    }
}

//! Captures without lines of frames: the bytes of a line as they came, or as `xxd`, `xxd -p` and others write them.

use super::piece::Splitter;

/// The frames of a capture, each as a line of a trace; empty where there is none.
pub(super) fn frames(bytes: &[u8]) -> Vec<String> {
    let written = hex_bytes(&String::from_utf8_lossy(bytes));
    [written, Some(bytes.to_vec())]
        .into_iter()
        .flatten()
        .map(|bytes| lines(&bytes))
        .find(|lines| !lines.is_empty())
        .unwrap_or_default()
}

fn lines(bytes: &[u8]) -> Vec<String> {
    let mut splitter = Splitter::new();
    let mut pieces = splitter.split(bytes);
    pieces.extend(splitter.take_unfinished());
    let has_frame = pieces.iter().any(|piece| piece.frame().is_some());
    let lines = pieces.iter().map(|piece| piece.hex());
    if has_frame {
        lines.collect()
    } else {
        Vec::new()
    }
}

/// The bytes of hexadecimal digits, in whatever groups; `None` where something else stands among them. An offset before
/// a colon and the letters behind two blanks, as `xxd` writes them, do not count.
fn hex_bytes(text: &str) -> Option<Vec<u8>> {
    let mut digits = String::new();
    for line in text.lines() {
        let line = line.trim();
        let data = match line.split_once(": ") {
            Some((offset, data)) if is_hex(offset) => data.split("  ").next().unwrap_or(data),
            _ => line,
        };
        digits.extend(data.chars().filter(|c| !c.is_whitespace()));
    }
    if !is_hex(&digits) || !digits.len().is_multiple_of(2) {
        return None;
    }
    let pairs = digits.as_bytes().chunks(2);
    let byte = |pair: &[u8]| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok();
    pairs.map(byte).collect()
}

fn is_hex(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two frames of the call's example.
    const FRAMES: [&str; 2] = ["01:a1:a0:80", "03:be:b0:8b"];

    #[test]
    fn common_captures_are_read() {
        let raw = [0x01, 0xa1, 0xa0, 0x80, 0x03, 0xbe, 0xb0, 0x8b];
        for capture in [
            &raw[..],
            b"00000000: 01a1 a080 03be b08b                      ........\n",
            b"01a1a08003beb08b\n",
            b"01a1a080\n03beb08b\n",
            b"01A1A080 03BEB08B",
        ] {
            assert_eq!(frames(capture), FRAMES, "{capture:?}");
        }
    }

    #[test]
    fn what_holds_no_frame_is_no_capture() {
        for text in [&b"no frames"[..], b"", b"cafe", b"0123456789"] {
            assert_eq!(frames(text), Vec::<String>::new());
        }
    }
}

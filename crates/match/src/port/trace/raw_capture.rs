//! Captures without lines of frames: the bytes of a line as they came, or as `xxd`, `hexdump`, `od` and others write them.

use super::piece::Splitter;
use super::trace_reader::MAX_INPUT;

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

/// The frames of a dump whose lines begin with their offset; empty where it is none. The offsets tell it from a trace
/// with times: each is that of the bytes so far.
pub(super) fn dumped_frames(text: &str) -> Vec<String> {
    [16, 8, 10]
        .into_iter()
        .filter_map(|radix| dumped_bytes(text, radix))
        .map(|bytes| lines(&bytes))
        .find(|lines| !lines.is_empty())
        .unwrap_or_default()
}

fn dumped_bytes(text: &str, radix: u32) -> Option<Vec<u8>> {
    let mut bytes: Vec<u8> = Vec::new();
    let mut start = None;
    let mut last_line = 0;
    let mut is_repeated = false;
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        if line == "*" {
            is_repeated = true;
            continue;
        }
        let (offset, data) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let digits = offset.trim_end_matches(':');
        if digits.len() < 4 {
            return None;
        }
        let offset = usize::from_str_radix(digits, radix).ok()?;
        let place = offset.checked_sub(*start.get_or_insert(offset))?;
        // A star stands for lines like the one before it.
        if is_repeated {
            let end = bytes.len();
            if last_line == 0 || place > MAX_INPUT {
                return None;
            }
            let from = end - last_line;
            (end..place).for_each(|at| bytes.push(bytes[from + (at - from) % last_line]));
            is_repeated = false;
        }
        // The last offset may stand alone; words of two bytes are filled up before it.
        match data.is_empty() {
            true if place + 1 == bytes.len() => bytes.truncate(place),
            _ if place != bytes.len() => return None,
            _ => {}
        }
        let new = dumped_line(data, line.contains(':'))?;
        last_line = new.len();
        bytes.extend(new);
    }
    (!is_repeated && start.is_some()).then_some(bytes)
}

/// The bytes of a line behind its offset; the letters at its end do not count. Words of two bytes have the low one
/// first, as `hexdump` and `od -x` write them, but behind a colon, where `xxd` has the bytes as they came.
fn dumped_line(data: &str, has_colon: bool) -> Option<Vec<u8>> {
    let data = match has_colon {
        true => data.trim_start().split("  ").next(),
        false => data.split(['|', '>']).next(),
    };
    let words: Vec<&str> = data.unwrap_or("").split_whitespace().collect();
    if has_colon {
        return hex_pairs(&words.concat());
    }
    let mut bytes = Vec::new();
    for word in &words {
        let mut pair = hex_pairs(word).filter(|pair| pair.len() <= 2)?;
        pair.reverse();
        bytes.extend(pair);
    }
    let is_even = words.iter().all(|word| word.len() == words[0].len());
    is_even.then_some(bytes)
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
    match digits.is_empty() {
        true => None,
        false => hex_pairs(&digits),
    }
}

fn hex_pairs(digits: &str) -> Option<Vec<u8>> {
    if digits.is_empty() {
        return Some(Vec::new());
    }
    if !is_hex(digits) || !digits.len().is_multiple_of(2) {
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

    /// The call's example eight times and a byte of noise before it, by `xxd`, `hexdump` and `od`.
    #[test]
    fn dumps_with_offsets_are_read() {
        let body = |offset: &dyn Fn(usize) -> String, line: &dyn Fn(&[u8]) -> String| {
            let mut bytes = vec![0x7f];
            for _ in 0..8 {
                bytes.extend([0x01, 0xa1, 0xa0, 0x80, 0x03, 0xbe, 0xb0, 0x8b]);
            }
            let chunks = bytes.chunks(16).enumerate();
            let lines = chunks.map(|(at, chunk)| format!("{}{}\n", offset(16 * at), line(chunk)));
            lines.collect::<String>() + &offset(bytes.len()) + "\n"
        };
        let spaced =
            |chunk: &[u8]| -> String { chunk.iter().map(|byte| format!(" {byte:02x}")).collect() };
        let words = |chunk: &[u8]| -> String {
            let words = chunk.chunks(2);
            let word =
                |pair: &[u8]| u16::from(pair[0]) | u16::from(*pair.get(1).unwrap_or(&0)) << 8;
            words.map(|pair| format!(" {:04x}", word(pair))).collect()
        };
        let letters = |chunk: &[u8]| format!(" {}  |a 01 b:  c|", spaced(chunk));
        let dumps = [
            body(&|at| format!("{at:08x}"), &letters),
            body(&|at| format!("{at:06x}"), &|chunk| {
                format!("{}  >..|.<", spaced(chunk))
            }),
            body(&|at| format!("{at:07o}"), &spaced),
            body(&|at| format!("{at:07}"), &spaced),
            body(&|at| format!("{at:07x}"), &words),
            body(&|at| format!("{at:07o}"), &words),
            body(&|at| format!("{at:08x}:"), &|chunk| {
                format!("{}  a 01 b", spaced(chunk))
            }),
        ];
        for dump in dumps {
            let told = dumped_frames(&dump);
            assert_eq!(told[0], "7f", "{dump}");
            assert_eq!(told[1..], [FRAMES; 8].concat(), "{dump}");
        }
        // Lines like the one before are a star.
        let star = "00000000  01 a1 a0 80 03 be b0 8b  01 a1 a0 80 03 be b0 8b  |................|\n*\n00000040\n";
        assert_eq!(dumped_frames(star), [FRAMES; 8].concat());
        // Times are no offsets, and neither is a number that does not go on.
        for text in [
            "10.0 01 a1 a0 80\n11.0 03 be b0 8b\n",
            "00000000 01 a1 a0 80\n00000010 03 be b0 8b\n",
            "*\n00000010\n",
            "01:a1:a0:80\n03:be:b0:8b\n",
            "",
        ] {
            assert_eq!(dumped_frames(text), Vec::<String>::new(), "{text}");
        }
    }

    #[test]
    fn what_holds_no_frame_is_no_capture() {
        for text in [&b"no frames"[..], b"", b"cafe", b"0123456789"] {
            assert_eq!(frames(text), Vec::<String>::new());
        }
    }
}

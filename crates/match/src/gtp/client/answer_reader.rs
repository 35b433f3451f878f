//! The reader that finds answers among an engine's lines.

use crate::gtp::Input;

/// Longest answer, in bytes: an engine that never ends one must not fill our memory.
const MAX_BYTES: usize = 1 << 20;

/// An answer of an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Answer {
    /// The number it names.
    pub(super) id: Option<u32>,
    /// The text after "=", or after "?".
    pub(super) text: Result<String, String>,
}

/// An answer that does not end, or a line of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Endless;

/// Finds answers among the lines of an engine.
#[derive(Debug, Default)]
pub(super) struct AnswerReader {
    /// The answer that has begun.
    begun: Option<Answer>,
}

impl AnswerReader {
    /// Takes a line, and returns the answer that it ends.
    ///
    /// Outside of answers anything may be said: it is passed over.
    pub(super) fn take(&mut self, input: Input) -> Result<Option<Answer>, Endless> {
        let line = match (input, &self.begun) {
            (Input::Line(line), _) => clean(&line),
            (Input::TooLong, None) => return Ok(None),
            (Input::TooLong, Some(_)) => return Err(Endless),
        };
        let Some(answer) = &mut self.begun else {
            self.begun = head(&line);
            if self.begun.is_none() && !line.is_empty() {
                log::debug!(target: "engine", "no answer: {line}");
            }
            return Ok(None);
        };
        if line.is_empty() {
            return Ok(self.begun.take());
        }
        let (Ok(text) | Err(text)) = &mut answer.text;
        if text.len() + line.len() >= MAX_BYTES {
            return Err(Endless);
        }
        text.push('\n');
        text.push_str(&line);
        Ok(None)
    }
}

/// Tabs become spaces, other control characters vanish, and so do spaces at the end.
fn clean(line: &str) -> String {
    let kept = line
        .chars()
        .map(|c| if c == '\t' { ' ' } else { c })
        .filter(|c| !c.is_control());
    let text: String = kept.collect();
    text.trim_end().to_owned()
}

/// The first line of an answer: a sign, perhaps a number, and after a space the text.
fn head(line: &str) -> Option<Answer> {
    let is_success = line.starts_with('=');
    let rest = line.strip_prefix(['=', '?'])?;
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let (number, text) = rest.split_at(digits);
    if !text.is_empty() && !text.starts_with(' ') {
        return None;
    }
    let id = match number {
        "" => None,
        number => Some(number.parse().ok()?),
    };
    let text = text.trim_start().to_owned();
    Some(Answer {
        id,
        text: if is_success { Ok(text) } else { Err(text) },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Vec<Answer> {
        let mut reader = AnswerReader::default();
        let lines = text.split('\n').map(|line| Input::Line(line.to_owned()));
        lines
            .filter_map(|line| reader.take(line).expect("it ends"))
            .collect()
    }

    fn answer(id: Option<u32>, text: Result<&str, &str>) -> Answer {
        let text = text.map(str::to_owned).map_err(str::to_owned);
        Answer { id, text }
    }

    #[test]
    fn answers_are_found_among_other_words() {
        let said = "KataGo v1\n======\n# = no\n= \n\n\n\n=3 D4\r\n\r\n?4 illegal move\n\n\
                    =5\nplay\tx\nname\n\ntrailing";
        assert_eq!(
            read(said),
            [
                answer(None, Ok("")),
                answer(Some(3), Ok("D4")),
                answer(Some(4), Err("illegal move")),
                answer(Some(5), Ok("\nplay x\nname")),
            ]
        );
    }

    #[test]
    fn what_resembles_an_answer_is_none() {
        for said in [
            "=x\n\n",
            "=1x\n\n",
            "=99999999999\n\n",
            "D4\n\n",
            "?!\n\n",
            "",
        ] {
            assert_eq!(read(said), [], "{said:?}");
        }
    }

    #[test]
    fn an_answer_without_end_is_not_kept() {
        let mut reader = AnswerReader::default();
        let line = |text: &str| Input::Line(text.to_owned());
        assert_eq!(reader.take(Input::TooLong), Ok(None), "a remark");
        assert_eq!(reader.take(line("=")), Ok(None));
        let long = "x".repeat(MAX_BYTES / 4);
        let ends = (0..4).map(|_| reader.take(line(&long)));
        assert_eq!(ends.last(), Some(Err(Endless)));
        assert_eq!(reader.take(Input::TooLong), Err(Endless));
    }
}

//! Operators who type to each other over the line, between the frames.

use std::io::Write;
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use sgmp_proto::{Decoder, Heard};

use super::match_hooks::MatchHooks;
use sgmp_match::console::operator::{Keyboard, Menu, Typed, read_keyboard};
use sgmp_match::console::stderr_line;
use sgmp_match::play::Match;
use sgmp_match::port::{DriverInput, Operator, Spectator};

/// The longest line that is shown at once; a peer may never end one.
const MAX_LINE_LENGTH: usize = 200;

/// Shows the other side's text, line by line.
pub(crate) struct TalkScreen<W> {
    out: W,
    decoder: Decoder,
    line: String,
}

impl<W: Write> TalkScreen<W> {
    /// Text goes to `out`.
    pub(crate) fn new(out: W) -> Self {
        Self {
            out,
            decoder: Decoder::new(),
            line: String::new(),
        }
    }

    fn hear(&mut self, byte: u8) {
        match char::from(byte) {
            '\r' | '\n' => self.show(),
            plain @ ' '..='~' => self.line.push(plain),
            // Bells and escapes have no business on an operator's screen.
            _ => {}
        }
        if self.line.len() >= MAX_LINE_LENGTH {
            self.show();
        }
    }

    fn show(&mut self) {
        let line = std::mem::take(&mut self.line);
        if line.is_empty() {
            return;
        }
        let shown = writeln!(self.out, "they say: {line}").and_then(|()| self.out.flush());
        if let Err(error) = shown {
            log::debug!("talk: {error}");
        }
    }
}

impl<W: Write> Spectator for TalkScreen<W> {
    fn heard(&mut self, _: sgmp_proto::Instant, bytes: &[u8]) {
        for byte in bytes {
            if let Some(Heard::Talk(byte)) = self.decoder.push(*byte) {
                self.hear(byte);
            }
        }
    }
}

/// Recipient of typed words: the match that is on, if any.
#[derive(Clone, Default)]
pub(crate) struct TalkSender(Arc<Mutex<Option<Sender<DriverInput>>>>);

impl TalkSender {
    /// A match begins, whose driver takes what is said.
    pub(crate) fn open(&self, sender: Sender<DriverInput>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(sender);
    }

    /// Tells the match, if there is one.
    pub(crate) fn tell(&self, operator: Operator) {
        let sender = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let told = sender
            .as_ref()
            .is_some_and(|sender| sender.send(DriverInput::Operator(operator)).is_ok());
        if !told {
            stderr_line("there is no game at the moment: not sent");
        }
    }
}

/// An operator at the keyboard beside our player; every line is sent to the other one.
#[derive(Default)]
pub(crate) struct Talker {
    talk: TalkSender,
    menu: Menu,
    is_listening: bool,
}

impl Spectator for Talker {}

impl MatchHooks for Talker {
    fn begin(&mut self, _: &Match, sender: Sender<DriverInput>) {
        self.talk.open(sender);
        if std::mem::replace(&mut self.is_listening, true) {
            return;
        }
        let (talk, menu) = (self.talk.clone(), self.menu.clone());
        thread::spawn(move || {
            read_keyboard(&menu, |typed| match typed {
                Typed::Answer(Some(operator)) => talk.tell(operator),
                Typed::Answer(None) => {}
                Typed::Line(line) => talk.tell(Operator::Says(line)),
                Typed::CtrlD => menu.insist(),
            });
        });
    }

    fn keyboard(&self) -> Keyboard {
        Keyboard::Shared(self.menu.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(bytes: &[u8]) -> String {
        let mut screen = TalkScreen::new(Vec::new());
        screen.heard(sgmp_proto::Instant::ZERO, bytes);
        String::from_utf8(screen.out).unwrap()
    }

    #[test]
    fn text_between_and_inside_frames_is_shown_line_by_line() {
        let bytes = b"hel\x01\xa1lo\x07\r\n\xa0\x80\r\nbye\n";
        assert_eq!(shown(bytes), "they say: hello\nthey say: bye\n");
    }

    #[test]
    fn a_line_without_an_end_is_shown_in_pieces() {
        let long = vec![b'x'; 3 * MAX_LINE_LENGTH + 1];
        assert_eq!(shown(&long).lines().count(), 3);
    }
}

//! The games of a trace: the head of the next one ends the one before.

use sgmp_proto::Message;

use super::trace_head::{TraceBegin, TraceHead};
use super::trace_line::TraceLine;
use super::trace_reader::{NoteKind, Trace, TraceNote};
use crate::play::Dialect;

/// One game of a trace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TracedGame {
    /// Its head; an empty one where the trace has none.
    pub head: TraceHead,
    /// Its lines with bytes.
    pub lines: Vec<TraceLine>,
    /// The notes in it, its head among them, with their places among its lines.
    pub notes: Vec<TraceNote>,
}

impl Trace {
    /// The games, one after another, at least one. What stands before the first head belongs to the
    /// first game; the head of a match that was taken up again begins none.
    #[must_use]
    pub fn into_games(self) -> Vec<TracedGame> {
        let beginnings = self.beginnings();
        let (mut lines, mut notes) = (self.lines, self.notes);
        let mut games = Vec::new();
        for (note, line) in beginnings.into_iter().rev() {
            let mut notes = notes.split_off(note);
            for note in &mut notes {
                note.before = note.before.saturating_sub(line);
            }
            games.push(TracedGame::new(lines.split_off(line), notes));
        }
        games.push(TracedGame::new(lines, notes));
        games.reverse();
        games
    }

    /// The note and the line with which each game after the first begins.
    fn beginnings(&self) -> Vec<(usize, usize)> {
        let heads = self.notes.iter().enumerate();
        let heads = heads.filter_map(|(at, note)| match &note.kind {
            NoteKind::Head(head) => Some((at, note.before, head)),
            NoteKind::Mark(_) => None,
        });
        let mut from = 0;
        let mut beginnings = Vec::new();
        for (number, (at, before, head)) in heads.enumerate() {
            if number > 0 && !matches!(head.begin, TraceBegin::After(_)) {
                let line = self.handshake_before(head, from, before);
                let later = self.notes.partition_point(|note| note.before <= line);
                beginnings.push((later.min(at), line));
            }
            from = before;
        }
        beginnings
    }

    /// The line with which the handshake of a head begins: in the full protocol it stands before it.
    fn handshake_before(&self, head: &TraceHead, from: usize, before: usize) -> usize {
        let opens = |line: &TraceLine| {
            let frames = line.pieces();
            let mut frames = frames.iter().filter_map(super::Piece::frame);
            frames.any(|frame| frame.message() == Message::NewGame)
        };
        let newgame = match head.dialect {
            Some(Dialect::Gmp) => self.lines[from..before].iter().rposition(opens),
            Some(Dialect::Fjk) | None => None,
        };
        newgame.map_or(before, |at| from + at)
    }
}

impl TracedGame {
    fn new(lines: Vec<TraceLine>, notes: Vec<TraceNote>) -> Self {
        let head = notes.iter().find_map(|note| match &note.kind {
            NoteKind::Head(head) => Some((**head).clone()),
            NoteKind::Mark(_) => None,
        });
        Self {
            head: head.unwrap_or_default(),
            lines,
            notes,
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::port::trace::read_trace;

    const NEWGAME: &str = "Send --> 01:a1:a0:80";
    const OTHER: &str = "Read <-- 03:be:b0:8b";

    fn games(text: &str) -> Vec<(Option<u8>, Vec<usize>)> {
        let games = read_trace(text.as_bytes())
            .unwrap()
            .into_games()
            .into_iter();
        let told = games.map(|game| {
            let numbers = game.lines.iter().map(|line| line.number);
            let places = game
                .notes
                .iter()
                .all(|note| note.before <= game.lines.len());
            assert!(places, "{game:?}");
            (game.head.size.map(|size| size.lines()), numbers.collect())
        });
        told.collect()
    }

    #[test]
    fn a_trace_without_a_head_is_one_game() {
        assert_eq!(
            games(&format!("{NEWGAME}\n{OTHER}\n")),
            [(None, vec![1, 2])]
        );
    }

    #[test]
    fn the_second_head_begins_a_game_unless_the_match_was_taken_up_again() {
        let resumed = "# trace by a\n# begins: after move 2\n# size: 19";
        let text = format!(
            "{OTHER}\n# trace by a\n# size: 9\n{NEWGAME}\n{resumed}\n{OTHER}\n\
             # trace by a\n# size: 13\n# dialect: fjk\n{NEWGAME}\n"
        );
        assert_eq!(
            games(&text),
            [(Some(9), vec![1, 4, 8]), (Some(13), vec![12])]
        );
    }

    #[test]
    fn in_the_full_protocol_the_handshake_stands_before_the_head() {
        let head = |size: u8| format!("# trace by a\n# dialect: gmp\n# size: {size}");
        let text = format!(
            "{NEWGAME}\n{OTHER}\n{}\n{OTHER}\n{NEWGAME}\n{OTHER}\n{}\n{OTHER}\n",
            head(9),
            head(13)
        );
        let expected = [(Some(9), vec![1, 2, 6]), (Some(13), vec![7, 8, 12])];
        assert_eq!(games(&text), expected);
        // Nothing but NEWGAME says where it began.
        let text = text.replacen(
            &format!("{OTHER}\n{NEWGAME}"),
            &format!("{OTHER}\n{OTHER}"),
            1,
        );
        let expected = [(Some(9), vec![1, 2, 6, 7, 8]), (Some(13), vec![12])];
        assert_eq!(games(&text), expected);
    }
}

//! The listing: every frame, the game, every violation.

use std::io::{self, Write};

use sgmp_proto::Grid;

use crate::line_judge::frame_text::{command, letter};
use crate::port::trace::{NoteKind, Stamp};
use crate::trace_check::trace_judge::{Judged, Mark, Meaning, Row};
use sgmp_board::picture::Picture;
use sgmp_board::rules::Game;

/// Moves in one line of the list, as in a record.
const MOVES_A_LINE: usize = 10;

/// Prints all of it; `skipped` is the number of other lines.
pub fn show(judged: &Judged, skipped: usize, out: &mut dyn Write) -> io::Result<()> {
    show_rows(judged, out)?;
    if let Some(game) = &judged.game {
        show_game(game, out)?;
    }
    if let Some((moves, cycle)) = judged.no_result {
        writeln!(out, "after move {moves}: no result: {cycle}")?;
    }
    if let Some(line) = judged.unseen_before {
        writeln!(
            out,
            "line {line}: frames passed unseen before it, while the proxy was away: the board is known until there, and \
             nothing of what follows is checked"
        )?;
    }
    for fault in &judged.faults {
        writeln!(out, "{fault}")?;
    }
    for remark in &judged.remarks {
        writeln!(out, "remark: {remark}")?;
    }
    writeln!(out, "{}", summary(judged, skipped))
}

fn show_rows(judged: &Judged, out: &mut dyn Write) -> io::Result<()> {
    let time = |time: Option<Stamp>| time.map(|time| time.to_string()).unwrap_or_default();
    let rows = judged.rows.iter().map(|row| row.time);
    let times = rows.chain(judged.notes.iter().map(|note| note.time));
    let width = times.map(|at| time(at).len()).max().unwrap_or(0);
    let head = format!("{:>5} {:width$} {:4} {:5}", "line", "time", "way", "from");
    writeln!(out, "{head} {:11} {:14} y h verdict", "bytes", "command")?;
    let mut notes = judged.notes.iter().peekable();
    let mut show_notes = |rows: usize, out: &mut dyn Write| -> io::Result<()> {
        while let Some(note) = notes.next_if(|note| note.before <= rows) {
            let (line, time) = (note.number, time(note.time));
            writeln!(out, "{line:>5} {time:width$} {}", said(&note.kind))?;
        }
        Ok(())
    };
    for (index, row) in judged.rows.iter().enumerate() {
        show_notes(index, out)?;
        let way = row
            .direction
            .map(|direction| direction.to_string())
            .unwrap_or_default();
        let from = row
            .meaning
            .from()
            .map(|color| color.to_string())
            .unwrap_or_default();
        let told = told(row, judged.grid);
        let hex = row.piece.hex();
        let (line, time) = (row.line, time(row.time));
        writeln!(
            out,
            "{line:>5} {time:width$} {way:4} {from:5} {hex:11} {told}"
        )?;
    }
    show_notes(judged.rows.len(), out)
}

/// Returns a note of the trace in a line.
fn said(kind: &NoteKind) -> String {
    match kind {
        NoteKind::Mark(mark) => mark.to_string(),
        NoteKind::Head(head) => {
            let head = head.to_string();
            let lines = head.lines().map(|line| line.trim_start_matches("# "));
            lines.collect::<Vec<_>>().join(", ")
        }
    }
}

/// Command, both bits and verdict; a violation is marked, and told below.
fn told(row: &Row, grid: Grid) -> String {
    match row.meaning {
        Meaning::Frame {
            frame,
            ruling,
            mark,
            ..
        } => {
            let (y, h) = (frame.sequence(), frame.acknowledged());
            let mark = match mark {
                Mark::Good => "",
                Mark::Violation => ", violation",
                Mark::Remark => ", remark",
            };
            format!("{:14} {y} {h} {ruling}{mark}", command(frame, grid))
        }
        Meaning::Garbled { .. } => format!("{:14} - - garbled: {}", "-", row.piece.remark()),
    }
}

fn show_game(game: &Game, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out)?;
    let moves: Vec<_> = (1..).zip(game.moves()).collect();
    for line in moves.chunks(MOVES_A_LINE) {
        let texts: Vec<_> = line
            .iter()
            .map(|(number, (color, mv))| format!("{number}. {} {mv}", letter(*color)))
            .collect();
        writeln!(out, "{}", texts.join("  "))?;
    }
    if !moves.is_empty() {
        writeln!(out, "\n{}", Picture::from_game(game))?;
    }
    Ok(())
}

fn summary(judged: &Judged, skipped: usize) -> String {
    let is_frame = |row: &&Row| matches!(row.meaning, Meaning::Frame { .. });
    let frames = judged.rows.iter().filter(is_frame).count();
    let garbled = judged.rows.len() - frames;
    let moves = judged.moves;
    let verdict = match judged.faults.len() {
        0 => "no violation".to_owned(),
        1 => "1 violation".to_owned(),
        n => format!("{n} violations"),
    };
    let remarks = match judged.remarks.len() {
        0 => String::new(),
        1 => ", 1 remark".to_owned(),
        n => format!(", {n} remarks"),
    };
    format!(
        "frames: {frames}, moves: {moves}, garbled: {garbled}, other lines: {skipped}; {verdict}{remarks}"
    )
}

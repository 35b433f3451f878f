//! Games from files and into them.

use std::path::Path;

use super::gtp_position::GtpPosition;
use super::server_state::ServerState;
use crate::gtp::arguments::Arguments;
use crate::gtp::reply::{Refusal, Reply};
use sgmp_board::record::{
    Format, GameRecord, GameResult, read_bytes, read_game, replay, write_atomically,
};

/// `loadsgf FILE [NUMBER]`: the position before move `NUMBER`, or the last one.
pub(super) fn loadsgf(state: &mut ServerState, args: &Arguments<'_>) -> Reply {
    let (name, until) = file_and_number(args.text())?;
    let path = Path::new(name);
    // A pipe or a terminal would make us wait.
    if path.exists() && !path.is_file() {
        return Err(Refusal::Load(format!("{name} is no file")));
    }
    let bytes = read_bytes(path).map_err(|error| Refusal::Load(error.to_string()))?;
    let reading = read_game(&bytes, 1).map_err(|error| Refusal::Load(error.to_string()))?;
    for remark in &reading.remarks {
        log::warn!("{name}: {remark}");
    }
    let position = position(reading.record, until, &state.position)?;
    state.forget();
    state.position = position;
    state.clocks.restart();
    Ok(String::new())
}

/// A name may hold spaces; a number that ends the line is the move's.
fn file_and_number(text: &str) -> Result<(&str, Option<usize>), Refusal> {
    if text.is_empty() {
        return Err(Refusal::Usage("loadsgf FILE [MOVE_NUMBER]"));
    }
    let split = text.rsplit_once(' ');
    let numbered = split.and_then(|(name, last)| Some((name.trim_end(), last.parse().ok()?)));
    Ok(numbered.map_or((text, None), |(name, number)| (name, Some(number))))
}

/// Plays a record up to a move, with the rules (and, if it names none, the komi) of `before`.
fn position(
    mut record: GameRecord,
    until: Option<usize>,
    before: &GtpPosition,
) -> Result<GtpPosition, Refusal> {
    let komi = record.info.komi.get_or_insert(before.game().komi());
    let komi = *komi;
    let moves = until.map_or(usize::MAX, |number| number.saturating_sub(1));
    let game = replay(&record, moves).map_err(|error| Refusal::Load(error.to_string()))?;
    let mut position = GtpPosition::new(record.size(), komi, before.rules());
    position.take_game(game);
    position.set_handicap(record.info.handicap);
    Ok(position)
}

/// `printsgf [FILE]`: the game as FF\[4\]; counted if it ended with two passes.
pub(super) fn printsgf(state: &mut ServerState, args: &Arguments<'_>) -> Reply {
    let text = record(state).to_sgf(Format::Ff4);
    match args.text() {
        "" | "-" => Ok(text),
        name => {
            write_atomically(Path::new(name), text.as_bytes())
                .map_err(|error| Refusal::Save(error.to_string()))?;
            Ok(String::new())
        }
    }
}

fn record(state: &mut ServerState) -> GameRecord {
    let ended = state.position.game().consecutive_passes() >= 2;
    let count = ended.then(|| state.count());
    let position = &state.position;
    let game = position.game();
    let mut record = GameRecord::played(game, |_, _| {});
    record.info.handicap = position.handicap();
    if let Some(count) = count {
        record.info.result = GameResult::from(count.margin);
        record.set_count(&count.status);
    }
    if game.cycle().is_some() {
        record.info.result = GameResult::Void;
    }
    if let Some(loser) = position.resigned() {
        record.info.result = GameResult::Resignation { winner: !loser };
    }
    record
}

#[cfg(test)]
mod tests {
    use crate::gtp::server::fake_host::{ask, server};

    #[test]
    fn a_record_is_written_and_read_back() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a game.sgf");
        let file = file.to_str().unwrap();
        let mut server = server();
        ask(&mut server, "boardsize 9");
        ask(&mut server, "komi 0.5");
        ask(&mut server, "fixed_handicap 2");
        ask(&mut server, "gogui-play_sequence w A1 b pass w E5");
        assert_eq!(ask(&mut server, &format!("printsgf {file}")), "=");
        let before = ask(&mut server, "showboard");
        ask(&mut server, "boardsize 5");
        ask(&mut server, "komi 7");
        assert_eq!(ask(&mut server, &format!("loadsgf {file}")), "=");
        assert_eq!(ask(&mut server, "showboard"), before);
        assert_eq!(ask(&mut server, &format!("loadsgf {file} 3")), "=");
        assert_eq!(ask(&mut server, "last_move"), "= black pass");
        let text = ask(&mut server, "printsgf");
        assert!(text.contains("HA[2]") && text.contains("KM[0.5]"), "{text}");
        assert!(text.contains("RE[?]"), "{text}");
    }

    #[test]
    fn sloppy_records_are_loaded() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("sloppy.sgf");
        let mut server = server();
        for (text, moves, black) in [
            ("(;SZ[9];B[ee];W[cc];AB[aa][bb]AE[ee];B[gc])", 3, "G7 B8 A9"),
            ("(;SZ[9]HA[4]KM[0.5];W[ee];B[ce])", 2, "C3 G3 C5 C7 G7"),
            ("hi (;-)\n(;sz[9];b[ee]", 1, "E5"),
            ("(\nTE[x]SZ[9]\n;B[ee](;W[cg])(;W[gg]))", 2, "E5"),
        ] {
            std::fs::write(&file, text).unwrap();
            let load = format!("loadsgf {}", file.display());
            assert_eq!(ask(&mut server, &load), "=", "{text}");
            let history = ask(&mut server, "move_history");
            assert_eq!(history.lines().count(), moves, "{text}: {history}");
            assert_eq!(
                ask(&mut server, "list_stones b"),
                format!("= {black}"),
                "{text}"
            );
            let board = ask(&mut server, "list_stones w");
            ask(&mut server, &format!("printsgf {}", file.display()));
            assert_eq!(ask(&mut server, &load), "=", "{text}");
            assert_eq!(
                ask(&mut server, "list_stones b"),
                format!("= {black}"),
                "{text}"
            );
            assert_eq!(ask(&mut server, "list_stones w"), board, "{text}");
        }
    }

    #[test]
    fn a_bad_file_changes_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("bad.sgf");
        let mut server = server();
        ask(&mut server, "boardsize 9");
        ask(&mut server, "play b E5");
        let before = ask(&mut server, "showboard");
        for text in [
            "",
            "(;SZ[9];B[aa",
            "(;SZ[25])",
            "(;SZ[9];B[aa];W[aa])",
            "(;SZ[3]AB[aa]AW[ab][ba])",
        ] {
            std::fs::write(&file, text).unwrap();
            let answer = ask(&mut server, &format!("loadsgf {}", file.display()));
            assert!(answer.starts_with("? cannot load file: "), "{answer}");
        }
        assert!(ask(&mut server, "loadsgf").starts_with("? syntax error"));
        assert!(ask(&mut server, "loadsgf /no/such/file 3").starts_with("? cannot load"));
        assert!(ask(&mut server, "printsgf /no/such/folder/x").starts_with("? cannot save"));
        assert_eq!(ask(&mut server, "showboard"), before);
    }
}

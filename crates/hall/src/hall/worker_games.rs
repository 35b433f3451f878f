//! Games shared among processes and machines: each worker leaves a file a game, and a merge takes them all.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde_json::json;

use crate::hall::entered_players::find_programs;
use crate::hall::event_folder::EventFolder;
use crate::hall::hall_game::HallGame;
use crate::hall::publishing::publish;
use crate::tournament::duel::{Worker, word_files};
use crate::tournament::event::{EventEntry, EventState, GameEnd};
use sgmp_board::container::crc32;
use sgmp_board::failure::{Blame, Failure};
use sgmp_board::record::{make_folder, read_bytes, write_atomically};
use sgmp_board::stop_flag::StopFlag;
use sgmp_match::console::Leaving;
use sgmp_match::console::signals::Interrupts;
use sgmp_match::console::work_progress::WorkProgress;
use sgmp_match::console::{stderr_line, stdout_line};
use sgmp_match::port::now_rfc3339;

/// The file of a game's result.
fn result_file(folder: &Path, round: u32, board: u32) -> PathBuf {
    folder
        .join("results")
        .join(format!("round{round}-board{board}.json"))
}

/// Numbers of the open games with their places, the same for every worker.
fn numbered(state: &EventState) -> Vec<(u32, (u32, u32))> {
    let places = state
        .games()
        .map(|(round, board, game)| (round, board, game.is_open()));
    let numbered = (0..).zip(places).filter(|(_, (_, _, is_open))| *is_open);
    numbered
        .map(|(number, (round, board, _))| (number, (round, board)))
        .collect()
}

/// The part of a worker, and how it plays.
#[derive(Clone, Copy, Debug)]
pub struct WorkerPart {
    /// The worker, which says what its games are.
    pub worker: Worker,
    /// True if no progress is shown.
    pub is_quiet: bool,
    /// True if the talk with programs is kept.
    pub keeps_talk: bool,
}

/// Plays a worker's part of the games that are paired and have no result.
///
/// # Errors
/// An event that has not begun, a folder that cannot be written.
pub fn work(folder: &EventFolder, part: WorkerPart) -> Result<Leaving, Failure> {
    let worker = part.worker;
    let state = folder.begun()?;
    let results = folder.folder.join("results");
    for made in [&results, &folder.records()] {
        make_folder(made).map_err(|error| {
            Failure::new(
                Blame::Record,
                format!("cannot make {}: {error}", made.display()),
            )
        })?;
    }
    let interrupts = Interrupts::listen()?;
    let halt = StopFlag::from(Arc::clone(&interrupts.flag));
    let own = numbered(&state)
        .into_iter()
        .filter(|(number, _)| worker.plays(*number));
    let own: Vec<_> = own.map(|(_, place)| place).collect();
    let is_there = |(round, board): &(u32, u32)| read_end(&folder.folder, *round, *board).is_some();
    let (there, left): (Vec<_>, Vec<_>) = own.into_iter().partition(is_there);
    let all = (there.len() + left.len()) as u64;
    let games = left
        .iter()
        .filter_map(|(round, board)| state.game(*round, *board));
    let players = games.flat_map(|game| [game.pair.black, game.pair.white]);
    find_programs(players.map(|player| &state.plan.players[player]))
        .map_err(|why| Failure::new(Blame::Usage, why))?;
    let mut progress = WorkProgress::new("games", there.len() as u64, all, part.is_quiet);
    for (round, board) in left {
        let game = HallGame::new(&state, round, board, folder)
            .map_err(|why| Failure::new(Blame::Usage, why))?
            .with_talk(part.keeps_talk);
        if !game.is_played_here() {
            continue;
        }
        let Some(outcome) = game.play_caught(&halt, None) else {
            progress.finish();
            stderr_line("interrupted; the same words go on");
            return Ok(Leaving::Interrupted);
        };
        outcome.keep(folder, &game)?;
        let end = outcome.end;
        let line = json!({ "round": round, "board": board, "end": end }).to_string();
        let sealed = format!("{line}\n{:08x}\n", crc32(line.as_bytes()));
        let file = result_file(&folder.folder, round, board);
        write_atomically(&file, sealed.as_bytes())
            .map_err(|error| Failure::new(Blame::Record, error))?;
        progress.step();
        log::info!(
            "round {round}, board {board}: {}: {}",
            game.names(),
            end.result
        );
    }
    progress.finish();
    stdout_line(format_args!(
        "worker {}/{}: {all} games are there",
        worker.number, worker.all
    ));
    Ok(Leaving::Done)
}

/// The result that a worker left; `None` if there is none, or half of one.
fn read_end(folder: &Path, round: u32, board: u32) -> Option<GameEnd> {
    let bytes = read_bytes(&result_file(folder, round, board)).ok()?;
    let text = std::str::from_utf8(&bytes).ok()?;
    let (line, crc) = text.trim_end().split_once('\n')?;
    if u32::from_str_radix(crc, 16).ok()? != crc32(line.as_bytes()) {
        return None;
    }
    let value: serde_json::Value = serde_json::from_str(line).ok()?;
    let is_its = value["round"] == round && value["board"] == board;
    serde_json::from_value(value["end"].clone())
        .ok()
        .filter(|_| is_its)
}

/// Takes the record of a game and the words of its programs from another folder, where they are there.
fn take_files(
    folder: &EventFolder,
    from: &Path,
    state: &EventState,
    (round, board): (u32, u32),
) -> Result<(), Failure> {
    let names = state.plan.names();
    let names = state.game(round, board).map(|game| {
        let players = [game.pair.black, game.pair.white];
        players.map(|player| names[player].clone())
    });
    let stem = EventFolder::game_stem(round, board);
    let theirs = names.map(|names| word_files(&from.join("records"), &stem, &names));
    let words = theirs.into_iter().flatten().flatten();
    let record = from.join("records").join(format!("{stem}.sgf"));
    for file in words.chain([record]) {
        if let (Ok(bytes), Some(name)) = (read_bytes(&file), file.file_name()) {
            write_atomically(&folder.records().join(name), &bytes)
                .map_err(|error| Failure::new(Blame::Record, error))?;
        }
    }
    Ok(())
}

/// Takes the results of workers into the journal, in the order of the games; those that it has stay.
///
/// # Errors
/// An event that has not begun, a folder that cannot be written.
pub fn merge(folder: &EventFolder, others: &[PathBuf]) -> Result<Leaving, Failure> {
    let mut state = folder.begun()?;
    let mut taken = 0;
    for (_, (round, board)) in numbered(&state) {
        let mut folders = [&folder.folder].into_iter().chain(others);
        let found = folders.find_map(|from| Some((from, read_end(from, round, board)?)));
        let Some((from, end)) = found else { continue };
        if *from != folder.folder {
            take_files(folder, from, &state, (round, board))?;
        }
        state = folder.append(|_| {
            let at = now_rfc3339();
            Ok(EventEntry::GameEnded {
                round,
                board,
                end,
                at,
            })
        })?;
        taken += 1;
    }
    publish(folder, &state)?;
    let left = state.games().filter(|(_, _, game)| game.is_open()).count();
    stdout_line(format_args!(
        "{taken} results taken, {left} games are still to be played"
    ));
    Ok(Leaving::Done)
}

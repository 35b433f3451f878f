//! The lists of the start page: games that are open, and those of the archive, all of them or those that are searched for.

use std::path::Path;
use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};

use super::position_text::color_word;
use super::record_requests::looked_at;
use super::request_words::QueryWords;
use super::room::{Players, Room};
use super::site::Site;
use crate::local_game::{GameArchive, LocalHandicap, LocalTerms, Phase, Seat, hour_of};
use sgmp_board::record::{GameRecord, GameResult, read_bytes, read_game};
use sgmp_board::rules::{Color, Handicap};
use sgmp_engine::engine::Level;

/// Games of the archive that are listed.
const MAX_LISTED: usize = 60;
/// Files of the archive that are looked through, the latest.
const MAX_SEARCHED: usize = 1000;
/// Files that are read before others are answered.
const READ_AT_ONCE: usize = 10;
/// Letters of what is searched for.
const MAX_SOUGHT: usize = 200;

/// A game in a list.
#[derive(Debug, Serialize)]
pub(super) struct ListedGame {
    #[serde(skip_serializing_if = "Option::is_none")]
    seat: Option<String>,
    /// The color whose page, of two, the seat is.
    #[serde(skip_serializing_if = "Option::is_none")]
    seat_color: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    black: String,
    white: String,
    size: u8,
    moves: usize,
    result: Option<String>,
    date: Option<String>,
    hour: Option<String>,
    /// True if it can be gone on with.
    resumable: bool,
    /// True for a record that was sent to be looked at.
    sent: bool,
}

#[derive(Debug, Serialize)]
pub(super) struct GameList {
    open: Vec<ListedGame>,
    archive: Vec<ListedGame>,
    /// The rank of each level in words, from 0 on.
    levels: Vec<String>,
    /// The usual komi of an even game, and of one with a handicap.
    komi: [String; 2],
    /// Games of the archive that are not listed: there are too many.
    unlisted: usize,
    /// Games of the archive that were not looked through for what is searched for.
    unsearched: usize,
    /// The folder of the archive.
    folder: Option<String>,
}

/// Words that are searched for.
#[derive(Debug, Deserialize)]
pub(super) struct Sought {
    #[serde(default)]
    find: String,
}

/// Games of the archive that are listed, and how many are not.
#[derive(Default)]
struct FoundGames {
    games: Vec<ListedGame>,
    unlisted: usize,
    unsearched: usize,
}

/// Lists the open games, the archive, the latest first, and the records that were sent; of these and the archive those that
/// have all words of `find`.
pub(super) async fn list_games(
    State(site): State<Site>,
    QueryWords(sought): QueryWords<Sought>,
) -> Json<GameList> {
    let open = running_games(&site);
    let archive = site.host.archive.as_ref();
    let found = match archive {
        Some(archive) => find_games(&site, archive, &sought.words()).await,
        None => FoundGames::default(),
    };
    let mut games = found.games;
    if let Some(sent) = looked_at(&site) {
        let found = find_games(&site, &sent, &sought.words()).await;
        games.extend(found.games.into_iter().map(|game| ListedGame {
            resumable: false,
            sent: true,
            ..game
        }));
    }
    let two_stones = Handicap::new(2).map_or(LocalHandicap::NONE, LocalHandicap::Fixed);
    let komi = [LocalHandicap::NONE, two_stones];
    Json(GameList {
        open,
        archive: games,
        levels: Level::all().map(Level::about).collect(),
        komi: komi.map(|handicap| LocalTerms::usual_komi(handicap).to_string()),
        unlisted: found.unlisted,
        unsearched: found.unsearched,
        folder: archive.map(|archive| archive.folder().display().to_string()),
    })
}

fn running_games(site: &Site) -> Vec<ListedGame> {
    let now = site.host.machine.now();
    let open_games = site.open_games();
    open_games
        .iter()
        .filter_map(|room| {
            let state = room.lock();
            let is_over = matches!(state.game.phase(), Phase::Over(_));
            let mut listed = ListedGame::new(&state.game.record());
            let is_of_two = state.players == Players::Two;
            if let Some((color, link)) = state.free_seat(now) {
                listed.seat = Some(link);
                listed.seat_color = is_of_two.then(|| color_word(color));
            }
            (!is_over && (listed.moves > 0 || is_of_two)).then_some(listed)
        })
        .collect()
}

/// Returns whether a game that is not over is kept in this file.
fn is_running(open_games: &[Arc<Room>], file: &Path) -> bool {
    let mut rooms = open_games.iter().map(|room| room.lock());
    rooms.any(|state| state.is_kept_in(file) && !matches!(state.game.phase(), Phase::Over(_)))
}

/// The games of the archive that have all of these words, the latest first.
async fn find_games(site: &Site, archive: &GameArchive, words: &[String]) -> FoundGames {
    let files = archive.files();
    let looked_through = match words {
        [] => MAX_LISTED,
        _ => MAX_SEARCHED,
    };
    let rest = files.len().saturating_sub(looked_through);
    let mut found = FoundGames::default();
    match words {
        [] => found.unlisted = rest,
        _ => found.unsearched = rest,
    }
    let open_games = site.open_games();
    for (read, path) in files.iter().take(looked_through).enumerate() {
        if read % READ_AT_ONCE == READ_AT_ONCE - 1 {
            tokio::task::yield_now().await;
        }
        if is_running(&open_games, path) {
            continue;
        }
        match ListedGame::of_file(path).filter(|game| game.has_all(words)) {
            Some(game) if found.games.len() < MAX_LISTED => found.games.push(game),
            Some(_) => found.unlisted += 1,
            None => {}
        }
    }
    found
}

impl Sought {
    /// The words, in the letters that games are compared in.
    fn words(&self) -> Vec<String> {
        let text: String = self.find.chars().take(MAX_SOUGHT).collect();
        let text = searchable(&text);
        text.split_whitespace().map(str::to_owned).collect()
    }
}

/// A text in small letters, with a plain x between lines.
fn searchable(text: &str) -> String {
    text.to_lowercase().replace('×', "x")
}

impl ListedGame {
    fn new(record: &GameRecord) -> Self {
        let player = |color| {
            let name = record.info.players[color].name.clone();
            let name = name.unwrap_or_else(|| Color::to_string(&color));
            match Seat::from_name(&name) {
                Seat::Engine(level) => level.in_words(),
                Seat::Person => name,
            }
        };
        let (black, white) = (player(Color::Black), player(Color::White));
        let is_open = record.info.result == GameResult::Unknown;
        Self {
            seat: None,
            seat_color: None,
            name: None,
            size: record.size().lines(),
            moves: record.moves().len(),
            result: (!is_open).then(|| record.info.result.to_string()),
            date: record.info.date.clone(),
            hour: None,
            resumable: is_open,
            sent: false,
            black,
            white,
        }
    }

    /// The game of a file; `None` where it is no record.
    fn of_file(path: &Path) -> Option<Self> {
        let record = read_game(&read_bytes(path).ok()?, 1).ok()?.record;
        let mut listed = Self::new(&record);
        listed.name = Some(path.file_name()?.to_str()?.to_owned());
        listed.hour = hour_of(path);
        Some(listed)
    }

    /// Returns whether each of these words occurs in what the list tells of it.
    fn has_all(&self, words: &[String]) -> bool {
        let told = |text: &Option<String>| text.clone().unwrap_or_default();
        let text = searchable(&format!(
            "{} – {} {size}x{size} {} {} {}",
            self.black,
            self.white,
            self.result.as_deref().unwrap_or("not finished"),
            told(&self.date),
            told(&self.hour),
            size = self.size,
        ));
        words.iter().all(|word| text.contains(word.as_str()))
    }
}

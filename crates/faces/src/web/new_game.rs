//! New games: what a page asks for, and the list of games that there are.

use std::time::Duration;

use axum::Json;
use axum::extract::{Path, State};
use serde::{Deserialize, Serialize};

use super::access::RequestError;
use super::igo_games;
use super::igo_seat::IgoSeat;
use super::kept_games;
use super::position_text::color_word;
use super::request_words::JsonBody;
use super::room::Players;
use super::site::Site;
use super::small_answers::{Seated, shown_name, today};
use crate::local_game::{LocalGame, LocalHandicap, LocalTerms, Phase, Seat, hour_of};
use sgmp_board::record::{GameRecord, GameResult, read_bytes, read_game, read_lines};
use sgmp_board::rules::{BoardSize, ByColor, Color, Handicap, RuleSet, UnknownName};
use sgmp_engine::engine::Level;

/// Least and greatest number of lines of a new game's board.
const LINES: std::ops::RangeInclusive<u8> = 7..=19;
/// Greatest time of each side.
const MAX_MINUTES: u16 = 600;
/// Games of the archive that are listed.
const MAX_LISTED: usize = 60;

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Opponent {
    /// A person against the computer.
    Computer,
    /// Two persons, each with a page of its own.
    Person,
    /// Two persons at one page.
    Here,
    /// The computer against itself.
    Itself,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum ColorWish {
    Black,
    White,
}

/// Terms that a page asks for.
#[derive(Debug, Deserialize)]
pub(super) struct NewGame {
    against: Opponent,
    #[serde(deserialize_with = "read_lines::<7, _>")]
    size: u8,
    level: Option<u8>,
    color: ColorWish,
    #[serde(default)]
    handicap: u16,
    /// The handicap as plays of Black's where it likes (Ing's way).
    #[serde(default)]
    plays: bool,
    #[serde(default)]
    komi: String,
    #[serde(default)]
    rules: String,
    #[serde(default)]
    name: String,
    /// Each side's time for the whole game; 0 without clocks.
    #[serde(default)]
    minutes: u16,
}

impl NewGame {
    fn color(&self) -> Color {
        match self.color {
            ColorWish::Black => Color::Black,
            ColorWish::White => Color::White,
        }
    }

    fn terms(&self) -> Result<LocalTerms, RequestError> {
        let bad = |why: &'static str| move || RequestError::bad(why);
        let size = BoardSize::new(self.size).filter(|_| LINES.contains(&self.size));
        let size = size.ok_or_else(bad("the board has 7 to 19 lines"))?;
        let engine = || {
            let level = self.level.and_then(Level::new);
            let level = level.ok_or_else(bad("the level is a number from 0 to 20"))?;
            Ok::<_, RequestError>(Seat::Engine(level))
        };
        let (you, mut seats) = (self.color(), ByColor::new(Seat::Person, Seat::Person));
        match self.against {
            Opponent::Person | Opponent::Here => {}
            Opponent::Computer => seats[!you] = engine()?,
            Opponent::Itself => seats = ByColor::new(engine()?, engine()?),
        }
        let stones = Handicap::new(self.handicap.max(1));
        let stones = stones.ok_or_else(bad("the handicap is 2 to 9 stones"))?;
        let handicap = match self.plays && stones != Handicap::EVEN {
            true => LocalHandicap::Fixed(stones).as_plays(),
            false => LocalHandicap::Fixed(stones),
        };
        let komi = match self.komi.as_str() {
            "" => LocalTerms::usual_komi(handicap),
            text => text
                .parse()
                .map_err(|_| RequestError::bad("the komi is a number such as 5.5"))?,
        };
        let rules = match self.rules.as_str() {
            "" => RuleSet::default(),
            name => name
                .parse()
                .map_err(|error: UnknownName| RequestError::bad(error.to_string()))?,
        };
        let mut terms = LocalTerms::new(size, seats);
        terms.handicap = handicap;
        terms.komi = komi;
        terms.rules = rules;
        if self.minutes > MAX_MINUTES {
            let why = format!("the clocks have {MAX_MINUTES} minutes at most");
            return Err(RequestError::bad(why));
        }
        let seconds = u64::from(self.minutes) * 60;
        terms.main_time = (seconds > 0).then_some(Duration::from_secs(seconds));
        terms.names[you] = shown_name(&self.name);
        Ok(terms)
    }
}

pub(super) async fn open_game(
    State(site): State<Site>,
    JsonBody(wish): JsonBody<NewGame>,
) -> Result<Json<Seated>, RequestError> {
    let mut terms = wish.terms()?;
    let machine = &site.host.machine;
    terms.seed = machine.random() as u64;
    terms.date = today(&machine.start_time());
    let game = LocalGame::new(terms, machine.now());
    let game = game.map_err(|error| RequestError::bad(error.to_string()))?;
    let seat = match wish.against {
        Opponent::Person => site.seat_two(game)?[wish.color()].clone(),
        Opponent::Computer | Opponent::Here | Opponent::Itself => site.seat_one(game, None)?,
    };
    Ok(Json(Seated { seat }))
}

/// Opens another game on the terms of one that is over; of two persons both come to the same.
pub(super) async fn play_again(
    State(site): State<Site>,
    Path(link): Path<String>,
) -> Result<Json<Seated>, RequestError> {
    let chair = kept_games::chair(&site, &link)?;
    let machine = &site.host.machine;
    let mut state = chair.room.lock();
    if let Some((_, next)) = &state.next {
        let seat = next[chair.color].clone();
        return Ok(Json(Seated { seat }));
    }
    if *state.game.phase() == Phase::Playing {
        return Err(RequestError::conflict("this game is not over yet"));
    }
    if let Some(size) = state.igo.as_ref().map(IgoSeat::size) {
        drop(state);
        return igo_games::seat(&site, size, None).map(Json);
    }
    let (seed, day) = (machine.random() as u64, today(&machine.start_time()));
    let game = state.game.play_again(seed, &day, machine.now());
    let game = game.map_err(|error| RequestError::bad(error.to_string()))?;
    let seat = match state.players {
        Players::Alone(_) | Players::OnePage => {
            drop(state);
            site.seat_one(game, None)?
        }
        Players::Two => {
            // Held on to, so that the other cannot open one more meanwhile.
            let links = site.seat_two(game)?;
            let seat = links[chair.color].clone();
            state.next = Some((chair.color, links));
            drop(state);
            chair.room.tell();
            seat
        }
    };
    Ok(Json(Seated { seat }))
}

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
    /// The folder of the archive.
    folder: Option<String>,
}

/// Lists the open games, and the archive, the latest first.
pub(super) async fn list_games(State(site): State<Site>) -> Json<GameList> {
    let open_games = site.open_games();
    let now = site.host.machine.now();
    let open: Vec<_> = open_games
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
        .collect();
    let is_open = |path: &std::path::PathBuf| {
        let mut rooms = open_games.iter().map(|room| room.lock());
        rooms.any(|state| state.is_kept_in(path) && !matches!(state.game.phase(), Phase::Over(_)))
    };
    let archive = site.host.archive.as_ref();
    let files = archive.map(|archive| archive.files()).unwrap_or_default();
    let unlisted = files.len().saturating_sub(MAX_LISTED);
    let listed = files
        .into_iter()
        .take(MAX_LISTED)
        .filter(|path| !is_open(path))
        .filter_map(|path| {
            let record = read_game(&read_bytes(&path).ok()?, 1).ok()?.record;
            let mut listed = ListedGame::new(&record);
            listed.name = Some(path.file_name()?.to_str()?.to_owned());
            listed.hour = hour_of(&path);
            Some(listed)
        })
        .collect();
    let two_stones = Handicap::new(2).map_or(LocalHandicap::NONE, LocalHandicap::Fixed);
    let komi = [LocalHandicap::NONE, two_stones];
    Json(GameList {
        open,
        archive: listed,
        levels: Level::all().map(Level::about).collect(),
        komi: komi.map(|handicap| LocalTerms::usual_komi(handicap).to_string()),
        unlisted,
        folder: archive.map(|archive| archive.folder().display().to_string()),
    })
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
            black,
            white,
        }
    }
}

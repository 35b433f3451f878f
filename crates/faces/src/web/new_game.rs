//! New games: what a page asks for.

use std::time::Duration;

use axum::Json;
use axum::extract::{Path, State};
use serde::Deserialize;

use super::access::RequestError;
use super::igo_games;
use super::igo_seat::IgoSeat;
use super::kept_games;
use super::request_words::JsonBody;
use super::room::Players;
use super::site::Site;
use super::small_answers::{Seated, shown_name, today};
use crate::local_game::{LocalGame, LocalHandicap, LocalTerms, Phase, Seat};
use sgmp_board::record::read_lines;
use sgmp_board::rules::{BoardSize, ByColor, Color, Handicap, RuleSet, UnknownName};
use sgmp_engine::engine::Level;

/// Least and greatest number of lines of a new game's board.
const LINES: std::ops::RangeInclusive<u8> = 7..=19;
/// Greatest time of each side.
const MAX_MINUTES: u16 = 600;

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
    /// The name of the other of two persons at one page.
    #[serde(default)]
    other: String,
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
        if matches!(self.against, Opponent::Here) {
            terms.names[!you] = shown_name(&self.other);
        }
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

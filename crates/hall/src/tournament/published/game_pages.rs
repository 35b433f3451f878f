//! The page of a game: its board to step through, and what is known of it.

use std::fmt::Write as _;

use super::super::event::EventState;
use super::game_words::{NamedGame, clock_words};
use sgmp_board::picture::{GamePage, escape_markup};
use sgmp_board::record::{GameRecord, Player, RecordedMove, Setup};
use sgmp_board::rules::{ByColor, Game};

/// The name of a game's page, beside its record.
#[must_use]
pub fn game_page_name(round: u32, board: u32) -> String {
    format!("round{round}-board{board}.html")
}

/// The name of its page while it is played, which is no page of a game that has an end, whenever the hall is killed.
#[must_use]
pub fn running_page_name(round: u32, board: u32) -> String {
    format!("round{round}-board{board}-now.html")
}

/// The way back from a game to the pages of its event.
fn way_back(state: &EventState, round: u32, board: u32) -> String {
    format!(
        "<p class=\"screen\">{}: <a href=\"../index.html\">standings</a>, <a href=\"../pairings.html\">all games</a>, \
         <a href=\"../crosstable.html\">cross table</a>. Round {round}, board {board}.</p>\n",
        escape_markup(&state.plan.name)
    )
}

/// The page of a game under way, with its moves so far; `None` where there is no such game.
#[must_use]
pub fn running_page(state: &EventState, round: u32, board: u32, game: &Game) -> Option<String> {
    let names = state.plan.names();
    let pair = state.game(round, board)?.pair;
    let player = |player: usize| Player {
        name: Some(names[player].clone()),
        rank: None,
    };
    let mut record = GameRecord::new(game.size());
    record.info.komi = Some(game.komi());
    let stones = usize::from(pair.stones_on_board());
    if stones > 0 {
        record.info.handicap = pair.stones_on_board();
        let points = state.plan.stones_of(pair);
        record.set_setup(Setup::handicap(points)).ok()?;
    }
    record.info.players = ByColor::new(player(pair.black), player(pair.white));
    for (color, mv) in game.moves().iter().skip(stones) {
        record.push(RecordedMove::new(*color, *mv)).ok()?;
    }
    let mut html = way_back(state, round, board);
    let _ = writeln!(
        html,
        "<p>Being played, moves so far: {}. This page is written anew as it goes on: load it again to see more.</p>",
        record.moves().len()
    );
    let page = GamePage::new(&record).ok()?;
    Some(page.section("The game in the event", html).to_string())
}

/// The page of a game that has an end; `None` before that, and where its record cannot be played over.
#[must_use]
pub fn game_page(
    state: &EventState,
    round: u32,
    board: u32,
    record: &GameRecord,
) -> Option<String> {
    let names = state.plan.names();
    let event_game = state.game(round, board)?;
    let game = NamedGame::new(&names, round, board, event_game)?;
    let mut html = way_back(state, round, board);
    let _ = writeln!(html, "<p>{}</p>", escape_markup(&game.result_sentence()));
    if let Some((who, why)) = &event_game.ruling {
        let _ = writeln!(
            html,
            "<p>Decided by {}: {}</p>",
            escape_markup(who),
            escape_markup(why)
        );
    }
    let counts: Vec<_> = game
        .end
        .counts
        .iter()
        .map(|count| {
            let who = match count.by.as_str() {
                "black" => game.names[0],
                "white" => game.names[1],
                "ours" => "our engine",
                other => other,
            };
            format!("{who}: {}", count.result)
        })
        .collect();
    if !counts.is_empty() {
        let _ = writeln!(html, "<p>Counts: {}</p>", escape_markup(&counts.join("; ")));
    }
    let used = game.end.used;
    if used.black + used.white > 0 {
        let _ = writeln!(
            html,
            "<p>Time used: {} {}, {} {}</p>",
            escape_markup(game.names[0]),
            clock_words(used.black),
            escape_markup(game.names[1]),
            clock_words(used.white)
        );
    }
    if let Some(sentence) = game.course_sentence() {
        let _ = writeln!(html, "<p>{}</p>", escape_markup(&sentence));
    }
    if let Some(sentence) = game.turn_sentence() {
        let turn = game
            .end
            .course
            .as_ref()
            .and_then(|course| course.turn.as_ref());
        let number = turn.map_or(0, |turn| turn.number);
        let _ = writeln!(
            html,
            "<p>{} <span class=\"screen\"><a href=\"#m{}\">The position before it</a>, <a href=\"#m{number}\">and after \
             it</a>.</span></p>",
            escape_markup(&sentence),
            number.saturating_sub(1)
        );
    }
    let page = GamePage::new(record).ok()?;
    Some(page.section("The game in the event", html).to_string())
}

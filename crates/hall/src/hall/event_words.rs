//! An event on the terminal: what is paired, what is played, what comes next.

use std::fmt::Write as _;

use crate::hall::event_folder::EventFolder;
use crate::hall::judge_view::judge_view;
use crate::tournament::event::{EventState, Format, GameState, NextStep, schedule, time_text};
use crate::tournament::pairing::{PairedGame, round_robin_rounds};
use crate::tournament::words::{handicap_rule_text, handicap_text, points_text, standings_text};

/// The list of a round that was paired just now.
pub fn pairing_text(state: &EventState, round: u32) -> String {
    round_text(state, round, |_| false)
}

/// The list of a round's games; which boards are at play says whoever looks.
fn round_text(state: &EventState, round: u32, is_at_play: impl Fn(u32) -> bool) -> String {
    let Some(paired) = state.rounds.get(round as usize - 1) else {
        return String::new();
    };
    let names = state.plan.names();
    let mut text = format!("Round {round} of {}\n", state.schedule.rounds);
    for (board, game) in (1..).zip(&paired.games) {
        let [black, white] = [game.pair.black, game.pair.white].map(|player| {
            let operator = &state.plan.players[player].operator;
            let late = state.presence[player].late.get(&round);
            let late = late.map(|minutes| format!(", {minutes} minutes late"));
            let operated = if operator.is_empty() {
                String::new()
            } else {
                format!(" (operated by {operator})")
            };
            let rank = state.plan.players[player].rank;
            let rank = rank.map_or_else(String::new, |rank| format!(" {rank}"));
            format!(
                "{}{rank}{operated}{}",
                names[player],
                late.unwrap_or_default()
            )
        });
        let _ = writeln!(
            text,
            "  {}: {black} (Black) - {white} (White){}{}{}",
            board_words(state, board),
            terms_words(state, game.pair),
            game_words(&game.state, || is_at_play(board)),
            seed_words(state, round, board, game.pair)
        );
    }
    if let Some(bye) = paired.bye {
        let _ = writeln!(text, "  bye: {}", names[bye]);
    }
    if !paired.note.is_empty() {
        let _ = writeln!(text, "  {}", paired.note);
    }
    text
}

/// ", seed 7"; nothing of a game between people, which draws no lots.
fn seed_words(state: &EventState, round: u32, board: u32, pair: PairedGame) -> String {
    let is_human = |player: usize| state.plan.players[player].plays == "human";
    match is_human(pair.black) && is_human(pair.white) {
        true => String::new(),
        false => format!(", seed {}", state.game_seed(round, board)),
    }
}

/// "board 3", with its table where that has another number.
fn board_words(state: &EventState, board: u32) -> String {
    match state.plan.table(board) {
        table if table == board => format!("board {board}"),
        table => format!("board {board}, table {table}"),
    }
}

/// ", 3 stones, komi 0.5" of a game with a handicap; nothing of an even game.
fn terms_words(state: &EventState, pair: PairedGame) -> String {
    handicap_text(pair.handicap, state.plan.komi_of(pair))
        .map_or_else(String::new, |terms| format!(", {terms}"))
}

fn game_words(state: &GameState, is_at_play: impl FnOnce() -> bool) -> String {
    match state {
        GameState::Waiting => String::new(),
        GameState::Begun(times) => {
            let times = match times {
                1 => String::new(),
                times => format!(", begun {times} times"),
            };
            match is_at_play() {
                true => format!("{times}, being played"),
                // Whoever played it was stopped.
                false => format!("{times}, broken off: it begins anew"),
            }
        }
        GameState::Adjourned(end) => format!(", waits for the judge: {}", ended(end)),
        GameState::Over(end) => format!(": {}", ended(end)),
    }
}

fn ended(end: &crate::tournament::event::GameEnd) -> String {
    let why = if end.why.is_empty() {
        end.kind.words().to_owned()
    } else {
        end.why.clone()
    };
    format!("{} ({why})", end.result)
}

/// All of an event.
pub fn status_text(folder: &EventFolder, state: &EventState, command: &str) -> String {
    let plan = &state.plan;
    let mut text = format!("{}\n", plan.name);
    for round in 1..=state.rounds.len() as u32 {
        text += &round_text(state, round, |board| folder.is_at_play(round, board));
    }
    for note in &state.notes {
        let _ = writeln!(text, "note: {note}");
    }
    text += &standings_text(&state.standings(), &plan.names());
    if folder.has_changed_plan(state) {
        let _ = writeln!(
            text,
            "{command} was changed: sgmp-go tournament pair {command} takes it"
        );
    }
    text += &next_text(folder, state, command);
    text
}

/// The next step, and the command for it.
pub fn next_text(folder: &EventFolder, state: &EventState, file: &str) -> String {
    match state.next_step() {
        NextStep::Pair(round) => {
            format!("Round {round} is to be paired: sgmp-go tournament pair {file}, or run\n")
        }
        NextStep::Play(games) => {
            let noun = match games.len() {
                1 => "1 game is".to_owned(),
                many => format!("{many} games are"),
            };
            let how = match games.iter().all(|at| is_of_people(state, *at)) {
                true => format!("enter {file} ROUND BOARD, or result {file} ROUND BOARD RESULT"),
                false => format!("run {file}"),
            };
            let waiting = judge_text(folder, state, file);
            format!("{waiting}{noun} to be played: sgmp-go tournament {how}\n")
        }
        NextStep::Judge(_) => judge_text(folder, state, file),
        NextStep::Over => "The event is over.\n".to_owned(),
    }
}

/// Returns whether only people play a game.
fn is_of_people(state: &EventState, (round, board): (u32, u32)) -> bool {
    let plays = |player: usize| state.plan.players[player].plays == "human";
    let game = state.game(round, board);
    game.is_some_and(|game| plays(game.pair.black) && plays(game.pair.white))
}

/// The games that wait for the judge, whatever else is still played; nothing where there is nothing.
pub fn judge_text(folder: &EventFolder, state: &EventState, file: &str) -> String {
    let waiting = state
        .games()
        .filter(|(_, _, game)| matches!(game.state, GameState::Adjourned(_)));
    let mut text = String::new();
    for (round, board, _) in waiting {
        if text.is_empty() {
            text += "The judge has to decide:\n";
        }
        text += &judge_view(folder, state, round, board);
        let _ = writeln!(
            text,
            "decide with: sgmp-go tournament result {file} {round} {board} RESULT --who NAME --why REASON"
        );
    }
    text
}

/// Rounds, method and duration of an event.
pub fn plan_text(plan: &crate::tournament::event::EventPlan) -> String {
    let schedule = schedule(plan);
    let size = plan.size;
    let mut text = format!(
        "{}: {} players, {}, {} rounds, {} games on {size}, komi {}, {}\n",
        plan.name,
        plan.players.len(),
        schedule.format.name(),
        schedule.rounds,
        schedule.games,
        plan.komi,
        plan.rules_in_words(),
    );
    let _ = writeln!(
        text,
        "{} a side, {} at a time: {} at the longest, if every game takes all the time of both sides",
        time_text(plan.time),
        match schedule.at_once {
            1 => "1 game".to_owned(),
            many => format!("{many} games"),
        },
        time_text(schedule.longest)
    );
    let _ = writeln!(text, "places by {}", schedule.rule(plan));
    if let Some(handicap) = handicap_rule_text(plan) {
        let _ = writeln!(text, "{handicap}");
    }
    if schedule.rule(plan).is_macmahon() {
        let starts = plan.players.iter();
        let starts = starts.map(|player| format!("{} {}", player.name, points_text(player.start)));
        let starts: Vec<_> = starts.collect();
        let _ = writeln!(text, "they begin with: {}", starts.join(", "));
    }
    let cycle = round_robin_rounds(plan.players.len());
    let is_robin = matches!(
        schedule.format,
        Format::RoundRobin | Format::DoubleRoundRobin
    );
    if is_robin && !schedule.rounds.is_multiple_of(cycle) {
        let _ = writeln!(
            text,
            "everybody has met everybody after {cycle} rounds: after {} some have not, or not as often; format = \"swiss\" \
             pairs any number of rounds",
            schedule.rounds
        );
    }
    let half = plan.players.len().div_ceil(2) as u32;
    if schedule.format == Format::Swiss && schedule.rounds > half {
        let _ = writeln!(
            text,
            "the first {half} rounds repeat no pair whatever happens; later ones look ahead, and are rounds of a \
             round robin where nothing else is left"
        );
    }
    text
}

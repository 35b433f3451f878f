//! `tournament check`: every player started the day before, and asked for one move.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use clap::Args;

use super::event_folder::EventFolder;
use super::hall_game::{game_conditions, hall_spec};
use super::line_game::{filled, run_process};
use super::own_command::{own_program, quoted};
use crate::cli::exit::{Exit, Failure};
use crate::cli::matches::signals::Interrupts;
use crate::cli::output::stdout_line;
use crate::rules::Color;
use crate::search::StopFlag;
use crate::tournament::duel::{DuelPlan, GameEnd};
use crate::tournament::event::{EventPlan, EventPlayer, time_text};
use crate::tournament::{PlayerKind, PlayerSpec};

/// Time for a handshake.
const HANDSHAKE_TIMEOUT: Duration = Duration::from_secs(60);

/// Players to try.
#[derive(Debug, Args)]
pub struct PlayerCheckArgs {
    /// The event's file
    #[arg(value_name = "EVENT.toml")]
    pub event: PathBuf,
}

/// Tries every player; false stands for one that failed.
///
/// # Errors
/// A file that is no event.
pub(super) fn run(args: &PlayerCheckArgs) -> Result<Exit, Failure> {
    let (_, plan) = EventFolder::new(&args.event).read_plan()?;
    let interrupts = Interrupts::listen()?;
    let halt = StopFlag::from(Arc::clone(&interrupts.flag));
    let mut failed = 0;
    for player in &plan.players {
        let found = check(&plan, player, &halt);
        if halt.is_requested() {
            return Ok(Exit::Interrupted);
        }
        match found {
            Ok(words) => stdout_line(format_args!("PASS {}: {words}", player.name)),
            Err(why) => {
                failed += 1;
                stdout_line(format_args!("FAIL {}: {why}", player.name));
            }
        }
    }
    let players = plan.players.len();
    stdout_line(format_args!("{players} players: {failed} failed"));
    Ok(if failed == 0 { Exit::Done } else { Exit::Check })
}

fn check(plan: &EventPlan, player: &EventPlayer, halt: &StopFlag) -> Result<String, String> {
    let spec = hall_spec(&player.plays, &player.name)?;
    match spec.kind() {
        PlayerKind::Human => Ok("people report its results".to_owned()),
        PlayerKind::Sgmp(_) => check_line(plan, &spec, halt),
        PlayerKind::Gtp(command) => {
            let version = ask_version(plan, command, halt)?;
            first_move(plan, &spec, halt).map(|told| format!("{version}; {told}"))
        }
        _ => first_move(plan, &spec, halt),
    }
}

/// Asks for the first move of a game against lots.
fn first_move(plan: &EventPlan, spec: &PlayerSpec, halt: &StopFlag) -> Result<String, String> {
    let conditions = crate::tournament::duel::DuelConditions {
        max_moves: 1,
        ..game_conditions(plan, 1)
    };
    let lots: PlayerSpec = "random".parse().map_err(|error| format!("{error}"))?;
    let specs = vec![spec.clone(), lots.named("a player by lot")];
    let duel = DuelPlan::new(specs, 2, conditions).map_err(|error| error.to_string())?;
    let number = u32::from(duel.game(0).players != [0, 1]);
    let played = duel.play(number, halt).ok_or("interrupted")?;
    let sheet = &played.sheet;
    let seconds = sheet.sides[0].think;
    match (sheet.end, played.record.moves().first()) {
        (GameEnd::Fault(_), _) => Err(sheet.detail.clone().unwrap_or_default()),
        (_, Some(first)) => Ok(format!("first move {} in {seconds:.1} s", first.mv)),
        _ => Ok(format!("no move: {}", sheet.end.word())),
    }
}

/// The name and the version of a program that speaks GTP.
#[cfg(unix)]
fn ask_version(
    plan: &EventPlan,
    command: &crate::tournament::CommandTemplate,
    halt: &StopFlag,
) -> Result<String, String> {
    use crate::gtp::{Controller, WaitLimit};
    use crate::port::EngineProcess;

    let facts = crate::tournament::GameFacts {
        color: Color::Black,
        size: plan.size,
        komi: plan.komi,
        seconds: plan.time.as_secs(),
    };
    let command = command.fill(&facts)?;
    let process = EngineProcess::start(&command).map_err(|error| error.to_string())?;
    let mut controller = Controller::new(process);
    let limit = WaitLimit {
        timeout: HANDSHAKE_TIMEOUT,
        halt,
    };
    let mut words = Vec::new();
    for question in ["name", "version"] {
        words.push(
            controller
                .ask(question, limit)
                .map_err(|error| error.to_string())?,
        );
    }
    let _ = controller.ask("quit", limit);
    Ok(words.join(" ").chars().take(100).collect())
}

#[cfg(not(unix))]
fn ask_version(
    _: &EventPlan,
    _: &crate::tournament::CommandTemplate,
    _: &StopFlag,
) -> Result<String, String> {
    Err("other programs need a Unix system".to_owned())
}

/// Plays with a program on a line until it has made a move, as White; tries the handshake alone where there is none.
fn check_line(plan: &EventPlan, spec: &PlayerSpec, halt: &StopFlag) -> Result<String, String> {
    let words = spec.words().trim_start_matches("sgmp:").trim();
    let port = quoted(&filled(words, plan, Color::White));
    let move_told = line_move(plan, &port, halt);
    if halt.is_requested() {
        return Err("interrupted".to_owned());
    }
    let why = match move_told {
        Ok(told) => return Ok(told),
        Err(why) => why,
    };
    handshake(words, &port, halt)
        .map(|told| format!("{told}; no move ({why}): for one, let it play White"))
}

/// The first move of a program that plays White on a line.
fn line_move(plan: &EventPlan, port: &str, halt: &StopFlag) -> Result<String, String> {
    let record = std::env::temp_dir().join(format!("sgmp-go-check-{}.sgf", std::process::id()));
    let command = format!(
        "{} match --port {port} --color black --size {} --komi {} --rules {} --time {} --level 0 --sgf {} --reconnect 5s \
         --linger 1s --quiet --json",
        own_program(),
        plan.size.lines(),
        plan.komi,
        plan.rules.name(),
        time_text(plan.time),
        quoted(&record.display().to_string())
    );
    let mut first = None;
    let mut last = String::new();
    let ended = run_process(&command, HANDSHAKE_TIMEOUT, halt, |line| {
        match serde_json::from_str::<serde_json::Value>(line) {
            Ok(event) if event["event"] == "move" => {
                let color = event["color"].as_str().unwrap_or_default();
                if color.eq_ignore_ascii_case("white") {
                    first = event["move"].as_str().map(str::to_owned);
                }
            }
            Ok(_) => {}
            Err(_) => last = line.trim().chars().take(200).collect(),
        }
        first.is_none()
    });
    for extension in ["sgf", "journal"] {
        // What was not written need not go.
        let _ = std::fs::remove_file(record.with_extension(extension));
    }
    match (first, ended) {
        (Some(first), _) => Ok(format!("handshake, first move {first} as White")),
        (None, Ok(_)) if !last.is_empty() => Err(last),
        (None, Ok(how)) => Err(how.unwrap_or_else(|| "interrupted".to_owned())),
        (None, Err(why)) => Err(why),
    }
}

/// Tries the handshake of a program on a line: with the color that its words name, or any.
fn handshake(words: &str, port: &str, halt: &StopFlag) -> Result<String, String> {
    let color = if words.contains("{color}") {
        " --color black"
    } else {
        ""
    };
    let command = format!("{} check --port {port}{color} --wait 30s", own_program());
    let mut last = String::new();
    let ended = run_process(&command, HANDSHAKE_TIMEOUT, halt, |line| {
        if line.contains("PASS") || line.contains("FAIL") {
            line.trim().clone_into(&mut last);
        }
        true
    })?;
    match ended {
        None => Err("interrupted".to_owned()),
        Some(_) if last.starts_with("PASS") => Ok(last),
        Some(how) if last.is_empty() => Err(how),
        Some(_) => Err(last),
    }
}

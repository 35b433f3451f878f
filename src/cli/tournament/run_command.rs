//! `tournament run`: an event's games, one after another or several at a time, until it is over or somebody has
//! to decide.

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use clap::Args;

use super::event_commands::ByArgs;
use super::round_pairing::pair_next;
use crate::cli::exit::Exit;
use sgmp_board::failure::{Blame, Failure};
use sgmp_board::rules::{ByColor, Game};
use sgmp_board::shared_work::share;
use sgmp_board::stop_flag::StopFlag;
use sgmp_faces::terminal::hall_screen::HallScreen;
use sgmp_hall::hall::entered_players::find_programs;
use sgmp_hall::hall::event_folder::EventFolder;
use sgmp_hall::hall::event_words::{judge_text, next_text, pairing_text};
use sgmp_hall::hall::hall_game::HallGame;
use sgmp_hall::hall::publishing::{publish, publish_game};
use sgmp_hall::hall::running_board::RunningBoard;
use sgmp_hall::hall::worker_games::{self, WorkerPart};
use sgmp_hall::tournament::duel::Worker;
use sgmp_hall::tournament::event::{EventEntry, EventState, NextStep, time_text};
use sgmp_hall::tournament::words::standings_text;
use sgmp_match::console::signals::Interrupts;
use sgmp_match::console::work_progress::WorkProgress;
use sgmp_match::console::{TextStream, stderr_line, stdout_line};
use sgmp_match::port::{now_rfc3339, pause, time_since};

/// Time between two looks at the journal while people have to report.
const REPORT_INTERVAL: Duration = Duration::from_secs(1);

/// An event to play.
#[derive(Debug, Args)]
pub struct RunArgs {
    /// The event's file
    #[arg(value_name = "EVENT.toml")]
    pub event: PathBuf,

    /// Games at the same time [default: what the event's file says]
    #[arg(long, short, value_name = "N")]
    pub jobs: Option<u32>,

    /// Play one round and stop
    #[arg(long)]
    pub one_round: bool,

    /// Play only the K-th of N parts of the games that are paired, as one of several processes or machines: results go
    /// to the folder's `results/`, nothing else is touched, and what is there already is not played again
    #[arg(long, value_name = "K/N")]
    pub worker: Option<Worker>,

    /// Play nothing: take the results that workers left in the event's folder, and in these
    #[arg(long, value_name = "DIR", num_args = 0.., conflicts_with = "worker")]
    pub merge: Option<Vec<PathBuf>>,

    /// Keep the GTP talk with programs beside the records, too, a file a game and program
    #[arg(long, conflicts_with = "merge")]
    pub talk: bool,

    /// Show no progress
    #[arg(long, short)]
    pub quiet: bool,
}

/// Plays the event from where it stands.
///
/// # Errors
/// A file that is no event, a folder that cannot be written, another process that plays it.
pub(super) fn run(args: &RunArgs) -> Result<Exit, Failure> {
    let folder = EventFolder::new(&args.event);
    if let Some(worker) = args.worker {
        let part = WorkerPart {
            worker,
            is_quiet: args.quiet,
            keeps_talk: args.talk,
        };
        return worker_games::work(&folder, part).map(Exit::from);
    }
    let mut state = folder.open()?;
    if let Some(others) = &args.merge {
        return worker_games::merge(&folder, others).map(Exit::from);
    }
    let _lock = folder.lock_games()?;
    if state.rounds.is_empty() {
        find_programs(&state.plan.players).map_err(|why| Failure::new(Blame::Usage, why))?;
    }
    let interrupts = Interrupts::listen()?;
    let halt = StopFlag::from(Arc::clone(&interrupts.flag));
    let hall = Hall {
        args,
        folder: &folder,
        screen: HallScreen::wanted(&state, args.quiet, &halt)?,
        halt,
        progress: Mutex::new(None),
    };
    state = hall.play_on(state)?;
    let is_halted = hall.halt.is_requested();
    // Gives the terminal back: what follows stays on it.
    let had_screen = hall.screen.is_some();
    drop(hall);
    if is_halted {
        return Ok(interrupted(args));
    }
    if had_screen {
        TextStream::Stdout.text(&standings_text(&state.standings(), &state.plan.names()));
    }
    match state.next_step() {
        NextStep::Judge(_) => {
            let file = args.event.display().to_string();
            TextStream::Stdout.text(&next_text(&folder, &state, &file));
            Ok(Exit::Judge)
        }
        NextStep::Over => {
            let page = folder.folder.join("index.html");
            stdout_line(format_args!("The event is over: {}", page.display()));
            Ok(Exit::Done)
        }
        NextStep::Pair(_) | NextStep::Play(_) => Ok(Exit::Done),
    }
}

fn interrupted(args: &RunArgs) -> Exit {
    let file = shlex::try_quote(&args.event.to_string_lossy())
        .map_or_else(|_| String::from("EVENT.toml"), |quoted| quoted.into_owned());
    stderr_line(format_args!(
        "interrupted; finished games stay, go on with: sgmp-go tournament run {file}"
    ));
    Exit::Interrupted
}

/// The games on their way.
struct Hall<'a> {
    args: &'a RunArgs,
    folder: &'a EventFolder,
    /// The screen, if there is one.
    screen: Option<HallScreen>,
    halt: StopFlag,
    progress: Mutex<Option<WorkProgress>>,
}

impl Hall<'_> {
    fn say(&self, text: &str) {
        if !self.args.quiet {
            stdout_line(text);
        }
    }

    /// Plays until the event is over, somebody has to decide, or it is stopped.
    fn play_on(&self, mut state: EventState) -> Result<EventState, Failure> {
        let mut paired = 0;
        while !self.halt.is_requested() {
            match state.next_step() {
                NextStep::Pair(_) if self.args.one_round && paired > 0 => break,
                NextStep::Pair(round) => {
                    state = self.rest(state)?;
                    // The director has paired it meanwhile, or has changed a result.
                    if state.next_step() != NextStep::Pair(round) || self.halt.is_requested() {
                        continue;
                    }
                    state = pair_next(self.folder, round, &[], &ByArgs::nobody())?;
                    publish(self.folder, &state)?;
                    self.say(pairing_text(&state, round).trim_end());
                    paired += 1;
                }
                NextStep::Play(games) => {
                    state = self.play(&state, &games)?;
                    publish(self.folder, &state)?;
                    // A round that was paired at the desk is one, too.
                    paired += 1;
                    if self.screen.is_none() {
                        let table = standings_text(&state.standings(), &state.plan.names());
                        self.say(table.trim_end());
                    }
                }
                NextStep::Judge(_) | NextStep::Over => {
                    publish(self.folder, &state)?;
                    break;
                }
            }
        }
        Ok(state)
    }

    /// Leaves operators of people and of ports the time to rest after the last game, also where the hall was begun anew
    /// meanwhile, until the director pairs the next round. Returns the event as it is then.
    fn rest(&self, state: EventState) -> Result<EventState, Failure> {
        let is_operated = |plays: &str| {
            plays == "human" || plays.starts_with("sgmp:") && !plays.starts_with("sgmp:exec:")
        };
        let rest = state.plan.rest;
        if rest.is_zero()
            || !state
                .plan
                .players
                .iter()
                .any(|player| is_operated(&player.plays))
        {
            return Ok(state);
        }
        let ended = state.last_end.as_deref();
        let rested = ended.and_then(time_since).unwrap_or(rest);
        let left = rest.saturating_sub(rested).as_secs();
        if left == 0 {
            return Ok(state);
        }
        self.say(&format!(
            "a rest of {} before the next round; sgmp-go tournament pair {} ends it",
            time_text(Duration::from_secs(left)),
            self.args.event.display()
        ));
        let mut now = state;
        let round = now.next_step();
        for _ in 0..left {
            pause(Duration::from_secs(1));
            now = self.folder.begun()?;
            if self.halt.is_requested() || now.next_step() != round {
                break;
            }
        }
        Ok(now)
    }

    /// Plays games, and waits for those that people report.
    fn play(&self, state: &EventState, games: &[(u32, u32)]) -> Result<EventState, Failure> {
        let all = games.iter().map(|(round, board)| {
            HallGame::new(state, *round, *board, self.folder)
                .map(|game| game.with_talk(self.args.talk))
                .map_err(|why| Failure::new(Blame::Usage, why))
        });
        let all = all.collect::<Result<Vec<_>, _>>()?;
        let (ours, reported): (Vec<_>, Vec<_>) =
            all.into_iter().partition(HallGame::is_played_here);
        for game in &reported {
            let (file, round, board) = (self.args.event.display(), game.round, game.board);
            self.say(&format!(
                "round {round}, board {board}, {}: people play; their moves are entered by: sgmp-go tournament enter \
                 {file} {round} {board}, or their result: sgmp-go tournament result {file} {round} {board} RESULT",
                game.names()
            ));
        }
        let over = state
            .games()
            .filter(|(_, _, game)| game.end().is_some())
            .count() as u64;
        let announced = u64::from(state.schedule.games).max(over + ours.len() as u64);
        let has_bar = !self.args.quiet && self.screen.is_none();
        let progress = WorkProgress::new("games", over, announced, !has_bar);
        if let Some(screen) = &self.screen {
            screen.show_event(state, Some(&progress));
        }
        *lock(&self.progress) = Some(progress);
        let jobs = self.args.jobs.unwrap_or(state.plan.concurrency) as usize;
        // What fails in the hall itself, on a full disk for one, ends it.
        let mut played = Ok(());
        let play = |game: HallGame| Some(self.play_one(&game));
        share(
            jobs,
            ours,
            &self.halt,
            || play,
            |_, one| {
                played = one;
                match played {
                    Ok(()) => ControlFlow::Continue(()),
                    Err(_) => ControlFlow::Break(()),
                }
            },
        );
        if let Some(progress) = lock(&self.progress).take() {
            progress.finish();
        }
        played?;
        self.wait_for_reports(!reported.is_empty())
    }

    /// Waits until the games that people play have their results.
    fn wait_for_reports(&self, is_needed: bool) -> Result<EventState, Failure> {
        if is_needed && self.screen.is_none() {
            // The judge need not wait for the last board.
            let (state, file) = (self.folder.begun()?, self.args.event.display());
            let waiting = judge_text(self.folder, &state, &file.to_string());
            if !waiting.is_empty() {
                self.say(waiting.trim_end());
            }
        }
        loop {
            let state = self.folder.begun()?;
            let is_open = matches!(state.next_step(), NextStep::Play(_));
            if !is_needed || !is_open || self.halt.is_requested() {
                return Ok(state);
            }
            pause(REPORT_INTERVAL);
        }
    }

    fn play_one(&self, game: &HallGame) -> Result<(), Failure> {
        let (round, board) = (game.round, game.board);
        let started = self.folder.append(|_| {
            let at = now_rfc3339();
            Ok(EventEntry::GameStarted { round, board, at })
        });
        // The director has decided over it meanwhile.
        if self.is_decided(game)? {
            return Ok(());
        }
        let state = started?;
        let place = (round, board);
        {
            let _one = lock(&self.progress);
            publish(self.folder, &state)?;
        }
        let page = RunningBoard::new(self.folder, &state, place);
        let watch = |position: &Game, left: ByColor<Option<Duration>>| {
            page.show(position);
            if let Some(screen) = &self.screen {
                screen.show_game(place, &game.names, position, left);
            }
        };
        let played = game.play_caught(&self.halt, Some(&watch));
        if let Some(screen) = &self.screen {
            screen.clear_game(place);
        }
        let Some(outcome) = played else {
            return Ok(());
        };
        outcome.keep(self.folder, game)?;
        let end = outcome.end;
        if self.is_decided(game)? {
            return Ok(());
        }
        let told = format!(
            "round {round}, board {board}: {}: {}",
            game.names(),
            end.result
        );
        let why = end.why.clone();
        let state = self.folder.append(|_| {
            let at = now_rfc3339();
            Ok(EventEntry::GameEnded {
                round,
                board,
                end,
                at,
            })
        })?;
        // One writer at a time: the pages are whole.
        let mut progress = lock(&self.progress);
        publish_game(self.folder, &state, round, board)?;
        publish(self.folder, &state)?;
        if let Some(progress) = &mut *progress {
            progress.step();
        }
        if let Some(screen) = &self.screen {
            screen.show_event(&state, progress.as_ref());
        }
        drop(progress);
        self.say(&if why.is_empty() {
            told
        } else {
            format!("{told} ({why})")
        });
        Ok(())
    }

    /// Returns whether a game has its end already.
    fn is_decided(&self, game: &HallGame) -> Result<bool, Failure> {
        let state = self.folder.begun()?;
        let game = state.game(game.round, game.board);
        Ok(game.is_some_and(|game| !game.is_open()))
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

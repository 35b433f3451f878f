//! `match`: a whole match over the wire, from the port to the record.

use super::child_exit::leave_line;
use super::journal_player::player_of_journal;
use super::local_player::LocalPlayer;
use super::match_args::MatchArgs;
use super::match_hooks::{MatchHooks, NoHooks};
use super::match_names;
use super::match_plan::{MatchPlan, MatchStart, MovesFrom};
use super::match_run::{MatchLink, Participants, play, report};
use super::observers::{ObserverFiles, Observers};
use super::prepared_match::PreparedMatch;
use super::series;
use super::talk::Talker;
use crate::cli::exit::Exit;
use sgmp_board::failure::Failure;
use sgmp_board::rules::Color;
use sgmp_match::console::line_queue::text_gap;
use sgmp_match::console::signals::Interrupts;
use sgmp_match::console::{EventTarget, start_queues};
use sgmp_match::match_files;
use sgmp_match::match_files::{finished_record, resumed_match};
use sgmp_match::port::MatchClocks;
use sgmp_match::spectators::json_events::json_gap;

/// Plays the match.
///
/// # Errors
/// [`Failure`], with the exit code.
pub(crate) fn run(args: &MatchArgs) -> Result<Exit, Failure> {
    let plan = MatchPlan::new(args, MovesFrom::Program)?;
    let kept = player_of_journal(&plan, &args.player)?;
    let plan = kept
        .as_ref()
        .map_or(plan, |player| plan.with_player(player));
    let interrupts = Interrupts::listen_at_line()?;
    // On a screen talk is typed there.
    if plan.sends_talk && !plan.output.screen {
        return run_with(&plan, &interrupts, &mut Talker::default());
    }
    run_with(&plan, &interrupts, &mut NoHooks)
}

/// Plays the match with these hooks.
///
/// # Errors
/// [`Failure`], with the exit code.
pub(crate) fn run_with(
    plan: &MatchPlan<'_>,
    interrupts: &Interrupts,
    hooks: &mut dyn MatchHooks,
) -> Result<Exit, Failure> {
    start_queues(match plan.output.json {
        Some(EventTarget::Stdout) => json_gap,
        _ => text_gap,
    });
    match plan.start {
        MatchStart::Negotiated => series::run(plan, interrupts, hooks),
        MatchStart::New(color) => {
            let player = hooks.local_player(plan, interrupts)?;
            let prepared = PreparedMatch::new(plan, color, player.name())?;
            play_one(plan, prepared, player, interrupts, hooks)
        }
        MatchStart::Resumed(journal) => {
            let resumed = resumed_match::open_journal(journal)?;
            if let Some(told) = finished_record::mend(&resumed)? {
                plan.output.text.line(told);
                return Ok(Exit::Done);
            }
            let player = hooks.local_player(plan, interrupts)?;
            let prepared = PreparedMatch::resumed(plan, resumed, interrupts)?;
            play_one(plan, prepared, player, interrupts, hooks)
        }
    }
}

fn play_one(
    plan: &MatchPlan<'_>,
    prepared: PreparedMatch,
    mut player: LocalPlayer,
    interrupts: &Interrupts,
    hooks: &mut dyn MatchHooks,
) -> Result<Exit, Failure> {
    // Options that contradict each other are found before anything is opened.
    plan.config(prepared.terms())?;
    match_names::check_names(&plan.output, &prepared.paths())?;
    // Whatever cannot be written is found before anybody waits for the other side.
    match_files::check_folder(&prepared.paths())?;
    let clocks = MatchClocks::start();
    let files = ObserverFiles::open(&plan.output, clocks)?;
    player.set_up(prepared.terms(), interrupts)?;
    hooks.terms_known(prepared.terms(), prepared.game());
    let mut link = MatchLink::open(plan, interrupts)?;
    if plan.start == MatchStart::New(Color::Black) {
        link.discard_input()?;
    }
    let port = (&*link.port.description(), plan.port.kind());
    let mut observers = Observers::new(plan, files, port, clocks);
    let paths = prepared.paths();
    let participants = Participants {
        player,
        interrupts,
        hooks,
        observers: &mut observers,
    };
    let mut played = play(plan, prepared, participants, link, clocks)?;
    observers.finish(clocks.running.now());
    leave_line(&mut played, plan, interrupts);
    Ok(report(plan, &played.finish, &mut played.game, &paths))
}

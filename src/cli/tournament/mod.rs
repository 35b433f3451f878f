//! `tournament`: whole events, and published tables.

mod backup_command;
mod enter_command;
mod event_commands;
mod event_new;
mod pairing_reasons;
mod player_check;
mod player_import;
mod player_leave;
mod rest_command;
mod result_entry;
mod result_export;
mod round_pairing;
mod run_command;
mod submit_command;
mod table_audit;
mod table_standings;
mod way_back;

use clap::{Args, Subcommand};

use crate::cli::exit::Exit;
use sgmp_board::failure::Failure;

/// A task with an event.
#[derive(Debug, Args)]
pub struct TournamentArgs {
    /// The task
    #[command(subcommand)]
    pub task: TournamentTask,
}

/// The tasks.
#[derive(Debug, Subcommand)]
pub enum TournamentTask {
    /// Print an example of an event's file, or write it
    New(event_new::NewArgs),
    /// Start every player, ask it for a handshake and one move, and tell versions
    Check(player_check::PlayerCheckArgs),
    /// Say rounds, method and the longest duration
    Plan(event_commands::EventArgs),
    /// Play the event from where it stands, until it is over or somebody has to decide. Killed at any moment, the same
    /// words go on
    Run(run_command::RunArgs),
    /// Say where an event stands, and what comes next
    Status(event_commands::EventArgs),
    /// Pair the next round
    Pair(round_pairing::PairArgs),
    /// Take the last round back, of which nothing was played
    Unpair(way_back::UnpairArgs),
    /// Exchange two players of the round that is paired, or the colors of two who meet
    Swap(way_back::SwapArgs),
    /// Keep a result: the players' report, or the judge's decision; `?` takes one back
    Result(result_entry::EventResultArgs),
    /// Play a game of people here: they enter their moves at this terminal, the clocks run
    Enter(enter_command::EnterArgs),
    /// Let a player go: it is paired no more, and loses the game that it has not finished
    Withdraw(player_leave::LeaveArgs),
    /// Disqualify a player: its game is over, and its later games are lost
    Disqualify(player_leave::LeaveArgs),
    /// Keep a rest that a player took by hand: what is longer than the event's rest goes off its clock in its next game
    Rest(rest_command::RestArgs),
    /// Say what a pairing cost, and what another would have cost
    Why(pairing_reasons::WhyArgs),
    /// Take the players of a list into the event's file: CSV, the EGF's rating list, OpenGotha, .h9, .tou
    Import(player_import::ImportArgs),
    /// Write the results as rating lists take them: .h9 (EGF), .tou (FFG)
    Export(result_export::ExportArgs),
    /// Pack an event, its folder and its records into one file, to keep or to move
    Pack(backup_command::PackArgs),
    /// Unpack such a file; nothing that is there is overwritten
    Unpack(backup_command::UnpackArgs),
    /// Check the records of an event, and pack them with an index
    Submit(submit_command::SubmitArgs),
    /// Recompute a published table: mirrored results, sums, the rule that its order follows
    Audit(table_audit::AuditArgs),
    /// Print standings, why somebody stands where it stands, and what if a game had gone otherwise
    Standings(table_standings::StandingsArgs),
}

/// Does it.
///
/// # Errors
/// [`Failure`]: one line for the operator and the exit code.
pub(crate) fn run(args: &TournamentArgs) -> Result<Exit, Failure> {
    match &args.task {
        TournamentTask::New(args) => event_new::new_event(args),
        TournamentTask::Plan(args) => event_commands::plan(args),
        TournamentTask::Status(args) => event_commands::status(args),
        TournamentTask::Pair(args) => round_pairing::pair(args),
        TournamentTask::Unpair(args) => way_back::unpair(args),
        TournamentTask::Swap(args) => way_back::swap(args),
        TournamentTask::Result(args) => result_entry::result(args),
        TournamentTask::Enter(args) => enter_command::run(args),
        TournamentTask::Withdraw(args) => player_leave::withdraw(args),
        TournamentTask::Disqualify(args) => player_leave::disqualify(args),
        TournamentTask::Rest(args) => rest_command::run(args),
        TournamentTask::Check(args) => player_check::run(args),
        TournamentTask::Submit(args) => submit_command::run(args),
        TournamentTask::Import(args) => player_import::run(args),
        TournamentTask::Export(args) => result_export::run(args),
        TournamentTask::Pack(args) => backup_command::pack(args),
        TournamentTask::Unpack(args) => backup_command::unpack(args),
        TournamentTask::Run(args) => run_command::run(args),
        TournamentTask::Why(args) => pairing_reasons::run(args),
        TournamentTask::Audit(args) => table_audit::run(args),
        TournamentTask::Standings(args) => table_standings::run(args),
    }
}

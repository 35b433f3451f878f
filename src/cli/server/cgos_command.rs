//! `cgos`: games on a CGOS server, one after another, with nobody in attendance.

use super::cgos_args::CgosArgs;
use super::server_session::{SessionArgs, begin, play};
use crate::cli::exit::Exit;
use sgmp_board::failure::Failure;
use sgmp_match::servers::ServerKind;
use sgmp_match::servers::cgos::{CgosAccount, CgosClient};

/// Plays on the server.
///
/// # Errors
/// [`Failure`], with the exit code.
pub(crate) fn run(args: &CgosArgs) -> Result<Exit, Failure> {
    let session = SessionArgs::new(ServerKind::Cgos, &args.client, args.human);
    let (interrupts, settings) = begin(&session, args.rules)?;
    let account = CgosAccount {
        name: args.name.clone(),
        password: args.client.password()?,
        analyze: !args.no_analysis,
    };
    let mut client = CgosClient::new(account, settings, args.client.games);
    play(&mut client, session, interrupts)
}

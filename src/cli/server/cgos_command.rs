//! `cgos`: games on a CGOS server, one after another, with nobody in attendance.

use super::cgos_args::CgosArgs;
use super::password_source::password;
use super::server_session::{SessionArgs, Sitter, game_settings, play};
use crate::cli::exit::Exit;
use sgmp_board::failure::Failure;
use sgmp_match::console::signals::Interrupts;
use sgmp_match::servers::ServerKind;
use sgmp_match::servers::cgos::{CgosAccount, CgosClient};

/// Plays on the server.
///
/// # Errors
/// [`Failure`], with the exit code.
pub(crate) fn run(args: &CgosArgs) -> Result<Exit, Failure> {
    let session = SessionArgs {
        kind: ServerKind::Cgos,
        server: &args.server,
        sitter: Sitter::new(&args.player, args.human),
        line: &args.line,
        output: &args.output,
    };
    let interrupts = Interrupts::listen_at_line()?;
    let settings = game_settings(&session, args.rules)?;
    let account = CgosAccount {
        name: args.name.clone(),
        password: password(args.password_file.as_deref())?,
        analyze: !args.no_analysis,
    };
    let mut client = CgosClient::new(account, settings, args.games);
    play(&mut client, session, interrupts)
}

//! `nngs`: games on an NNGS or IGS server, one after another.

use super::nngs_args::{MatchWishArgs, NngsArgs};
use super::password_source::password;
use super::server_session::{SessionArgs, Sitter, game_settings, play};
use crate::cli::exit::Exit;
use sgmp_board::failure::Failure;
use sgmp_match::console::signals::Interrupts;
use sgmp_match::servers::ServerKind;
use sgmp_match::servers::nngs::{MatchWishes, NngsAccount, NngsClient};

/// Plays on the server.
///
/// # Errors
/// [`Failure`], with the exit code.
pub(crate) fn run(args: &NngsArgs) -> Result<Exit, Failure> {
    let session = SessionArgs {
        kind: ServerKind::Nngs,
        server: &args.server,
        sitter: Sitter::new(&args.player, args.human),
        line: &args.line,
        output: &args.output,
    };
    let interrupts = Interrupts::listen_at_line()?;
    let settings = game_settings(&session, args.rules)?;
    let account = NngsAccount {
        name: args.name.clone(),
        password: match args.guest {
            true => None,
            false => Some(password(args.password_file.as_deref())?),
        },
    };
    let client = NngsClient::new(account, wishes(&args.matches), settings, args.games);
    let mut client = match args.human {
        true => client.typed_by_hand(),
        false => client,
    };
    play(&mut client, session, interrupts)
}

/// The matches that the options ask for.
pub(super) fn wishes(args: &MatchWishArgs) -> MatchWishes {
    MatchWishes {
        opponent: args.opponent.clone(),
        color: args.color.map(Into::into),
        size: args.size,
        minutes: args.time,
        byoyomi: args.byoyomi,
        komi: args.komi,
    }
}

//! `nngs`: games on an NNGS or IGS server, one after another.

use super::nngs_args::{MatchWishArgs, NngsArgs};
use super::server_session::{SessionArgs, begin, play};
use crate::cli::exit::Exit;
use sgmp_board::failure::Failure;
use sgmp_match::servers::ServerKind;
use sgmp_match::servers::nngs::{MatchWishes, NngsAccount, NngsClient};

/// Plays on the server.
///
/// # Errors
/// [`Failure`], with the exit code.
pub(crate) fn run(args: &NngsArgs) -> Result<Exit, Failure> {
    let session = SessionArgs::new(ServerKind::Nngs, &args.client, args.human);
    let (interrupts, settings) = begin(&session, args.rules)?;
    let password = (!args.guest).then(|| args.client.password());
    let account = NngsAccount {
        name: args.name.clone(),
        password: password.transpose()?,
    };
    let client = NngsClient::new(account, wishes(&args.matches), settings, args.client.games);
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

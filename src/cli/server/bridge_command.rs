//! `bridge`: a program at the end of a line plays on a server.

use super::bridge_args::BridgeArgs;
use super::line_seat::LineSeat;
use super::nngs_command::wishes;
use super::password_source::password;
use super::server_session::{SessionArgs, Sitter, game_settings, play};
use crate::cli::exit::Exit;
use sgmp_board::failure::{Blame, Failure};
use sgmp_board::rules::{RuleSet, Rules};
use sgmp_match::console::signals::Interrupts;
use sgmp_match::port::PortSpec;
use sgmp_match::servers::cgos::{CgosAccount, CgosClient};
use sgmp_match::servers::nngs::{NngsAccount, NngsClient};
use sgmp_match::servers::{ServerClient, ServerKind};

/// Plays on the server.
///
/// # Errors
/// [`Failure`], with the exit code.
pub(crate) fn run(args: &BridgeArgs) -> Result<Exit, Failure> {
    let (kind, server) = server(args)?;
    let session = SessionArgs {
        kind,
        server,
        sitter: Sitter::Line(LineSeat {
            port: args.port.spec()?.to_string(),
            baud: args.port.baud,
            folder: args.output.folder.clone(),
            journal: None,
        }),
        line: &args.line,
        output: &args.output,
    };
    let interrupts = Interrupts::listen_at_line()?;
    let mut client = client(args, &session)?;
    play(client.as_mut(), session, interrupts)
}

fn server(args: &BridgeArgs) -> Result<(ServerKind, &PortSpec), Failure> {
    match (&args.cgos, &args.nngs) {
        (Some(server), _) => Ok((ServerKind::Cgos, server)),
        (None, Some(server)) => Ok((ServerKind::Nngs, server)),
        (None, None) => Err(Failure::new(Blame::Usage, "--cgos or --nngs is missing")),
    }
}

fn client(args: &BridgeArgs, session: &SessionArgs<'_>) -> Result<Box<dyn ServerClient>, Failure> {
    let secret = || password(args.password_file.as_deref());
    let odd_name = |error: &dyn std::fmt::Display| {
        Failure::new(Blame::Usage, format!("--name {}: {error}", args.name))
    };
    match session.kind {
        ServerKind::Cgos => {
            let rules = args.rules.unwrap_or(RuleSet::TROMP_TAYLOR);
            let settings = game_settings(session, rules)?;
            let account = CgosAccount {
                name: args.name.parse().map_err(|error| odd_name(&error))?,
                password: secret()?,
                analyze: false,
            };
            Ok(Box::new(CgosClient::new(account, settings, args.games)))
        }
        ServerKind::Nngs => {
            let rules = args.rules.unwrap_or(RuleSet::from(Rules::Japanese));
            let settings = game_settings(session, rules)?;
            let account = NngsAccount {
                name: args.name.parse().map_err(|error| odd_name(&error))?,
                password: (!args.guest).then(secret).transpose()?,
            };
            let wishes = wishes(&args.matches);
            Ok(Box::new(NngsClient::new(
                account, wishes, settings, args.games,
            )))
        }
    }
}

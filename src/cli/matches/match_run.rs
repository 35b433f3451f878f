//! One match from its first byte to its last word.

use std::time::Duration;

use sgmp_proto::Stop;

use super::explainer::Explainer;
use super::local_player::LocalPlayer;
use super::match_hooks::MatchHooks;
use super::match_plan::MatchPlan;
use super::observers::{Observers, remove_false_starts};
use super::prepared_match::PreparedMatch;
use crate::cli::exit::Exit;
use crate::cli::values::port_args::{open_failure, open_port, warn_of_holders};
use sgmp_board::failure::{Blame, Failure};
use sgmp_faces::match_view::match_screen::MatchScreen;
use sgmp_match::console::operator::Keyboard;
use sgmp_match::console::operator_menu::{OperatorMenu, Players, StageFlag};
use sgmp_match::console::signals::Interrupts;
use sgmp_match::console::stderr_line;
use sgmp_match::match_files::Paths;
use sgmp_match::play::{End, Match, NoGame, Outcome};
use sgmp_match::port::MatchClocks;
use sgmp_match::port::{Connection, Driver, DriverResult, DriverSettings, Finish, Port, UnseenEnd};

/// The port with its open connection.
pub(crate) struct MatchLink {
    pub(crate) port: Port,
    pub(crate) connection: Connection,
    /// Bytes that came before the match.
    pub(crate) unread: Vec<u8>,
}

impl MatchLink {
    /// Opens the port; for a pty or a listening port that is when the peer comes.
    ///
    /// # Errors
    /// A port that cannot be opened, and an interrupted wait.
    pub(crate) fn open(plan: &MatchPlan<'_>, interrupts: &Interrupts) -> Result<Self, Failure> {
        let mut port = open_port(plan.port, plan.baud())?;
        if let (Some(announcement), false) = (port.announcement(), plan.output.quiet) {
            stderr_line(announcement);
        }
        warn_of_holders(&port);
        let connection = port.connect(Duration::MAX, &interrupts.flag);
        Ok(Self {
            connection: connection.map_err(open_failure)?,
            port,
            unread: Vec::new(),
        })
    }

    /// Drops old input: Black does so before its first NEWGAME, and nobody else does.
    ///
    /// # Errors
    /// A port that fails.
    pub(crate) fn discard_input(&mut self) -> Result<(), Failure> {
        let discarded = self.connection.reader.discard_input();
        discarded
            .map(drop)
            .map_err(|error| Failure::new(Blame::Port, error))
    }
}

/// Those who take part in a match.
pub(crate) struct Participants<'a> {
    pub(crate) player: LocalPlayer,
    pub(crate) interrupts: &'a Interrupts,
    pub(crate) hooks: &'a mut dyn MatchHooks,
    pub(crate) observers: &'a mut Observers,
}

/// Plays one match to its end.
///
/// # Errors
/// Whatever keeps it from beginning.
pub(crate) fn play(
    plan: &MatchPlan<'_>,
    prepared: PreparedMatch,
    participants: Participants<'_>,
    link: MatchLink,
    clocks: MatchClocks,
) -> Result<DriverResult, Failure> {
    let Participants {
        player,
        interrupts,
        hooks,
        observers,
    } = participants;
    let output = &plan.output;
    let note = prepared.note(plan);
    let remarks = prepared.remarks();
    let clock = clocks.running;
    let head = plan.trace_head(prepared.terms(), prepared.trace_begin())?;
    let mut game = prepared.begin(plan, remarks.clone(), clocks.wall, clock.now())?;
    observers.begin(&head);
    let mut explainer = Explainer::wanted(plan, remarks);
    if !link.unread.is_empty() {
        game.handle_bytes(clock.now(), &link.unread);
    }
    let settings = DriverSettings {
        reconnect: plan.reconnect(),
        thinking: player.thinking(),
        opponents_time: player.opponents_time(),
        unseen_end: if plan.port.kind().is_cable() {
            UnseenEnd::Linger
        } else {
            UnseenEnd::HangUp
        },
        count_offer: plan.count_offer(),
    };
    let warning = link.port.holder_warning();
    let ends = (link.port, link.connection);
    let driver = Driver::new(game, player.player(), ends, settings, clock);
    let mut stage = StageFlag::for_match(driver.game());
    let menu = OperatorMenu::new(stage.clone(), Players::OneOurs);
    let mut screen = None;
    if output.screen {
        let (game, sender) = (driver.game(), driver.sender());
        screen = Some(MatchScreen::open_for(
            output.talk,
            hooks.hand(),
            game,
            sender,
            clock,
        )?);
    }
    if let (Some(note), false) = (&note, output.quiet) {
        // Not before the screen, which would cover it.
        stderr_line(note);
    }
    if let (Some(warning), Some(_)) = (warning, &screen) {
        // The screen has covered the first one.
        stderr_line(format_args!("warning: {warning}"));
    }
    let keyboard = screen.as_ref().map_or_else(
        || hooks.keyboard(),
        |screen| Keyboard::Screen(screen.menu(menu.clone())),
    );
    interrupts.hand_over(driver.sender(), menu, keyboard);
    hooks.begin(driver.game(), driver.sender());
    let mut spectators = observers.all();
    spectators.extend(screen.as_mut().map(|screen| screen as _));
    spectators.push(hooks);
    spectators.push(&mut stage);
    spectators.extend(explainer.as_mut().map(|explainer| explainer as _));
    let mut played = driver.run_on(&mut spectators);
    if let Some(screen) = screen {
        screen.finish(output.text, plan.port.kind(), &played.game, &played.finish);
    }
    if let Some(explainer) = explainer {
        explainer.finish(&played.finish, interrupts, output.quiet);
        if output.sgf_comments && played.game.game().move_count() > 0 {
            played.game.renew_record();
        }
    }
    Ok(played)
}

/// Says how the match ended, and returns the exit code.
pub(crate) fn report(
    plan: &MatchPlan<'_>,
    finish: &Finish,
    game: &mut Match,
    paths: &Paths,
) -> Exit {
    let Finish::Outcome(outcome) = finish else {
        if !game.has_begun() {
            paths.remove();
            remove_false_starts(&plan.output);
            stderr_line("left before the game began: the same command begins anew");
            return Exit::Interrupted;
        }
        stderr_line(format_args!(
            "left; record and journal are intact. To go on: {}",
            plan.resume_command(paths)
        ));
        return Exit::Interrupted;
    };
    let exit = Exit::for_outcome(outcome);
    if exit == Exit::NoGame {
        stderr_line(format_args!("sgmp-go: {}", no_game(outcome)));
        if game.game().move_count() == 0 {
            paths.remove();
        }
    } else if !game.keep_record_again() {
        stderr_line(format_args!(
            "sgmp-go: {} could not be written; {} has every move of the game: keep it. Once there is room, this writes the \
             record: {}",
            paths.sgf.display(),
            paths.journal.display(),
            plan.resume_command(paths)
        ));
        return Exit::Record;
    } else if !plan.output.quiet {
        let text = plan.output.text;
        text.line(format_args!("record: {}", paths.sgf.display()));
        if let Some(page) = &paths.page {
            text.line(format_args!("page: {}", page.display()));
        }
    }
    if outcome.count().is_some() && plan.has_operator() && plan.output.text.is_terminal() {
        stderr_line(format_args!(
            "if the operators agree on other dead stones: sgmp-go result {} --dead C3,Q16, on both sides",
            paths.sgf.display()
        ));
    }
    if outcome.end.is_interruption() && !plan.output.quiet {
        let what = match outcome.end {
            End::LastPassUnheard => "to offer the last pass again",
            _ => "if the game goes on, by the judge's word",
        };
        stderr_line(format_args!("{what}: {}", plan.resume_command(paths)));
    }
    exit
}

/// Reason for having no game, with advice.
pub(crate) fn no_handshake(stop: Stop) -> String {
    no_game(&Outcome::new(End::NoGame(NoGame::Handshake(stop))))
}

fn no_game(outcome: &Outcome) -> String {
    let advice = match &outcome.end {
        End::NoGame(NoGame::Handshake(Stop::Echo)) => {
            "; if the other program is started, both sides are Black: one has to start with --color white; if nothing \
             is there, take off the loopback plug, or turn off the adapter's echo"
        }
        End::NoGame(NoGame::Handshake(Stop::BothBlack)) => {
            "; one side has to start with --color white"
        }
        End::NoGame(NoGame::Handshake(Stop::TermsDiffer { .. })) => {
            "; start the other program as Black in an even game"
        }
        End::NoGame(NoGame::Handshake(Stop::NoAnswer { .. })) => {
            "; `sgmp-go check` looks for the cause"
        }
        _ => "",
    };
    format!("{}{advice}", outcome.end)
}

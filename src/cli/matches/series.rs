//! Matches in the full protocol: the wire settles the terms first, and one game may follow another.

use sgmp_proto::{Agreement, Answered, Instant, Phase, Session, Stop};

use super::child_exit::{end_child, leave_line};
use super::local_player::LocalPlayer;
use super::match_hooks::MatchHooks;
use super::match_names;
use super::match_plan::MatchPlan;
use super::match_run::{MatchLink, Participants, no_handshake, play, report};
use super::observers::{ObserverFiles, Observers};
use super::prepared_match::PreparedMatch;
use crate::cli::exit::Exit;
use sgmp_board::failure::{Blame, Failure};
use sgmp_board::rules::Color;
use sgmp_match::console::TextStream;
use sgmp_match::console::signals::Interrupts;
use sgmp_match::play::End;
use sgmp_match::port::MatchClocks;
use sgmp_match::port::{
    DriverResult, Finish, HandshakeHost, NoAgreement, PortError, Spectator, shake_hands,
};
use sgmp_match::spectators::advice;
use sgmp_match::spectators::peer_answers;

/// Plays as many games as were asked for, or as the other side wants.
///
/// # Errors
/// [`Failure`], with the exit code.
pub(crate) fn run(
    plan: &MatchPlan<'_>,
    interrupts: &Interrupts,
    hooks: &mut dyn MatchHooks,
) -> Result<Exit, Failure> {
    let config = plan.negotiation_config()?;
    match_names::check_before_terms(plan)?;
    let clocks = MatchClocks::start();
    let files = ObserverFiles::open(&plan.output, clocks)?;
    // A player that cannot be had is known before the other side is asked.
    let player = hooks.local_player(plan, interrupts)?;
    let mut link = MatchLink::open(plan, interrupts)?;
    if plan.proposed_terms().color == Some(Color::Black) {
        link.discard_input()?;
    }
    let description = link.port.description();
    let series = Series {
        plan,
        interrupts,
        observers: Observers::new(plan, files, (&description, plan.port.kind()), clocks),
        port: description,
        clocks,
    };
    let session = Session::new(config, clocks.running.now());
    series.play_all(player, hooks, NextGame { link, session })
}

/// Games on one line.
struct Series<'a> {
    plan: &'a MatchPlan<'a>,
    interrupts: &'a Interrupts,
    observers: Observers,
    /// The port in words.
    port: String,
    clocks: MatchClocks,
}

/// The line and the session for a game that has yet to be agreed on.
struct NextGame {
    link: MatchLink,
    session: Session,
}

/// A game that is agreed on.
struct AgreedGame {
    /// From 1.
    number: u32,
    agreement: Agreement,
    link: MatchLink,
    session: Session,
}

/// A game that has ended, and the next one, if there can be any.
struct Ended {
    exit: Exit,
    next: Option<NextGame>,
}

impl Series<'_> {
    fn play_all(
        mut self,
        first: LocalPlayer,
        hooks: &mut dyn MatchHooks,
        mut next: NextGame,
    ) -> Result<Exit, Failure> {
        let (mut player, mut exit) = (Some(first), None);
        for number in 1..=self.plan.games().get() {
            let agreement = match (self.shake_hands(&mut next), exit) {
                (Ok(agreement), _) => agreement,
                (Err(no_agreement), Some(exit)) if is_parting(&no_agreement) => {
                    self.observers.finish(self.clocks.running.now());
                    let port = Some(next.link.port);
                    end_child(port, self.interrupts, self.plan.output.quiet);
                    return Ok(exit);
                }
                (Err(no_agreement), _) => return Err(failure(no_agreement)),
            };
            let player = match player.take() {
                Some(player) => player,
                None => hooks.local_player(self.plan, self.interrupts)?,
            };
            let NextGame { link, session } = next;
            let agreed = AgreedGame {
                number,
                agreement,
                link,
                session,
            };
            let ended = self.play_one(agreed, player, &mut *hooks)?;
            exit = Some(ended.exit);
            match ended.next {
                Some(following) => next = following,
                None => break,
            }
        }
        self.observers.finish(self.clocks.running.now());
        Ok(exit.unwrap_or(Exit::NoGame))
    }

    fn shake_hands(&mut self, next: &mut NextGame) -> Result<Agreement, NoAgreement> {
        let NextGame { link, session } = next;
        session.set_facts(self.plan.facts());
        let mut host = Host {
            observers: &mut self.observers,
            text: self.plan.output.text,
            quiet: self.plan.output.quiet,
            port: &self.port,
        };
        shake_hands(
            &mut link.connection,
            session,
            &mut link.unread,
            self.clocks.running,
            &self.interrupts.flag,
            &mut host,
        )
    }

    fn play_one(
        &mut self,
        agreed: AgreedGame,
        mut player: LocalPlayer,
        hooks: &mut dyn MatchHooks,
    ) -> Result<Ended, Failure> {
        let (plan, interrupts) = (self.plan, self.interrupts);
        let terms = plan.agreed_terms(agreed.agreement, player.name());
        let opening = terms
            .opening()
            .map_err(|error| Failure::new(Blame::NoGame, error))?;
        let paths = match_names::new_paths(plan, &terms, agreed.number)?;
        player.set_up(&terms, interrupts)?;
        hooks.terms_known(&terms, opening);
        let prepared = PreparedMatch::agreed(terms, paths.clone(), agreed.session);
        let participants = Participants {
            player,
            interrupts,
            hooks,
            observers: &mut self.observers,
        };
        let mut played = play(plan, prepared, participants, agreed.link, self.clocks)?;
        let is_last = agreed.number == plan.games().get();
        if is_last || !can_be_followed(&played.finish) {
            leave_line(&mut played, plan, interrupts);
            if !is_last && !plan.output.quiet && played.finish != Finish::Left {
                plan.output.text.line(NO_OTHER_GAME);
            }
            let exit = report(plan, &played.finish, &mut played.game, &paths);
            return Ok(Ended { exit, next: None });
        }
        let exit = report(plan, &played.finish, &mut played.game, &paths);
        let next = next_game(plan, played);
        // From here on Ctrl-C ends the waiting.
        interrupts.take_back();
        if !plan.output.quiet {
            plan.output.text.line(match next {
                Some(_) => "waiting for the next game",
                None => NO_OTHER_GAME,
            });
        }
        Ok(Ended { exit, next })
    }
}

const NO_OTHER_GAME: &str = "no other game can follow on this line";

/// Returns whether the other side knows that the game is over.
fn can_be_followed(finish: &Finish) -> bool {
    matches!(finish, Finish::Outcome(outcome) if outcome.end == End::TwoPasses)
}

/// The next game on the line of one that has ended, where that still stands.
fn next_game(plan: &MatchPlan<'_>, played: DriverResult) -> Option<NextGame> {
    let mut session = played.game.into_session();
    session.next_game(plan.proposed_terms()).ok()?;
    let link = MatchLink {
        port: played.port?,
        connection: played.connection?,
        unread: played.unread,
    };
    Some(NextGame { link, session })
}

/// Returns whether no other game comes: the other side has gone, or we are told to go.
const fn is_parting(no_agreement: &NoAgreement) -> bool {
    matches!(
        no_agreement,
        NoAgreement::Broken(PortError::HangUp) | NoAgreement::Interrupted
    )
}

struct Host<'a> {
    observers: &'a mut Observers,
    text: TextStream,
    quiet: bool,
    port: &'a str,
}

impl HandshakeHost for Host<'_> {
    fn silence(&mut self, session: &Session) {
        if self.quiet {
            return;
        }
        let color = match session.phase() {
            Phase::Waiting => Color::White,
            _ => Color::Black,
        };
        self.text.line("no frame heard for a while; likely causes:");
        for cause in advice::causes(
            session.phase(),
            color,
            &self.observers.heard_bytes(),
            self.port,
        ) {
            self.text.line(format_args!("  - {cause}"));
        }
    }

    fn answered(&mut self, at: Instant, answered: Answered) {
        self.observers.answered(at, answered);
        if let Some(what) = peer_answers::warning(answered)
            && !self.quiet
        {
            self.text.line(what);
        }
    }

    fn spectators(&mut self) -> Vec<&mut dyn Spectator> {
        self.observers.all()
    }
}

fn failure(no_agreement: NoAgreement) -> Failure {
    match no_agreement {
        NoAgreement::Interrupted => Failure::new(Blame::Interrupted, "stopped before a game began"),
        NoAgreement::Broken(error) => Failure::new(
            Blame::NoGame,
            format!(
                "{error}, before the two sides had agreed on a game: it may want other terms \
                     than ours, or know none (give it --size and --handicap), or not speak the \
                     full protocol; -vv shows every frame"
            ),
        ),
        NoAgreement::Stopped(stop) => {
            let advice = match stop {
                Stop::TermsDiffer { .. } => {
                    "; leave the option out to take what the other side says"
                }
                _ => "",
            };
            Failure::new(Blame::NoGame, format!("{}{advice}", no_handshake(stop)))
        }
    }
}

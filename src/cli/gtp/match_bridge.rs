//! `gtp --port`: the program at the other end of the line as an engine.
//!
//! The match is played as ever, with journal, clocks and record. A thread answers the controller:
//! its moves go into our chair, and the opponent's are what it is told.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use crate::cli::exit::Exit;
use crate::cli::matches::local_player::LocalPlayer;
use crate::cli::matches::match_args::MatchArgs;
use crate::cli::matches::match_command::run_with;
use crate::cli::matches::match_hooks::MatchHooks;
use crate::cli::matches::match_plan::{MatchPlan, MovesFrom};
use sgmp_board::failure::Failure;
use sgmp_board::record::GameResult;
use sgmp_board::rules::{Color, Game};
use sgmp_board::stop_flag::StopFlag;
use sgmp_engine::engine::Decision;
use sgmp_match::console::signals::Interrupts;
use sgmp_match::console::stdio_host::StdioHost;
use sgmp_match::gtp::{
    Flow, Host, MatchResult, NoResult, StoppedBy, Waited, WireMatch, WireServer,
};
use sgmp_match::play::{Event, Match, Terms};
use sgmp_match::port::{DriverInput, MoveSlot, Operator, Spectator, pause};
use sgmp_match::spectators::shared_match::SharedMatch;

/// Longest time until an interruption is heeded.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// Longest time for the final count.
const COUNT_TIMEOUT: Duration = Duration::from_secs(60);

/// Plays the match with a controller on standard input and output.
///
/// # Errors
/// [`Failure`], with the exit code.
pub(super) fn run(args: &MatchArgs) -> Result<Exit, Failure> {
    let plan = MatchPlan::new(args, MovesFrom::Controller)?;
    let interrupts = Interrupts::listen_at_line()?;
    let mut bridge = Bridge {
        slot: MoveSlot::new(),
        shared: None,
        leave: Leave {
            early: Arc::clone(&interrupts.flag),
            sender: Arc::default(),
        },
        server: None,
    };
    let exit = run_with(&plan, &interrupts, &mut bridge);
    bridge.see_off(exit.as_ref().ok().copied(), &interrupts.flag);
    exit
}

/// The match's end of the bridge.
struct Bridge {
    slot: MoveSlot,
    shared: Option<SharedMatch>,
    leave: Leave,
    server: Option<JoinHandle<()>>,
}

impl Bridge {
    /// After the match there are still questions; who was interrupted answers none.
    fn see_off(self, exit: Option<Exit>, stop: &AtomicBool) {
        if let Some(shared) = &self.shared {
            shared.leave();
        }
        if exit.is_none_or(|exit| exit == Exit::Interrupted) {
            return;
        }
        while let Some(server) = &self.server
            && !server.is_finished()
            && !stop.load(Ordering::Relaxed)
        {
            pause(POLL_INTERVAL);
        }
    }
}

impl Spectator for Bridge {
    fn event(&mut self, _: sgmp_proto::Instant, game: &Match, event: &Event) {
        if let Some(shared) = &self.shared {
            shared.update(game, event);
        }
    }
}

impl MatchHooks for Bridge {
    fn local_player(&self, _: &MatchPlan<'_>, _: &Interrupts) -> Result<LocalPlayer, Failure> {
        Ok(LocalPlayer::by_hand(self.slot.clone()))
    }

    fn terms_known(&mut self, terms: &Terms, game: Game) {
        let shared = SharedMatch::new(game);
        let wire = Wire {
            host: StdioHost::open(),
            shared: shared.clone(),
            slot: self.slot.clone(),
            color: terms.color,
        };
        let leave = self.leave.clone();
        self.shared = Some(shared);
        self.server = Some(thread::spawn(move || serve(wire, &leave)));
    }

    fn begin(&mut self, _: &Match, sender: Sender<DriverInput>) {
        self.leave.listen(sender);
    }
}

/// The way out for a controller that goes.
#[derive(Clone)]
struct Leave {
    /// Raised before the match begins.
    early: Arc<AtomicBool>,
    /// The match, once it has begun.
    sender: Arc<Mutex<Option<Sender<DriverInput>>>>,
}

impl Leave {
    fn listen(&self, sender: Sender<DriverInput>) {
        let mut place = self.sender.lock().unwrap_or_else(PoisonError::into_inner);
        if self.early.load(Ordering::Relaxed) {
            // It went before there was a match to leave.
            let _ = sender.send(DriverInput::Operator(Operator::Leaves));
        }
        *place = Some(sender);
    }

    fn go(&self) {
        let place = self.sender.lock().unwrap_or_else(PoisonError::into_inner);
        match &*place {
            None => self.early.store(true, Ordering::Relaxed),
            // The match may be over, and then there is nothing to leave.
            Some(sender) => drop(sender.send(DriverInput::Operator(Operator::Leaves))),
        }
    }
}

/// Answers until `quit`, the end of the input, or nobody reads; then the match is left.
fn serve(mut wire: Wire, leave: &Leave) {
    let mut relay = WireServer::new();
    while let Some(input) = wire.host.next_line() {
        if relay.handle(&input, &mut wire) == Flow::Over || wire.host.is_closed() {
            break;
        }
    }
    // A result that is being counted stands first.
    wire.wait_for_the_count();
    leave.go();
}

/// The controller's end of the bridge.
struct Wire {
    host: StdioHost,
    shared: SharedMatch,
    slot: MoveSlot,
    color: Color,
}

impl Wire {
    /// Waits until so many moves are on record; any further line interrupts.
    fn wait_for(&mut self, moves: usize, halt: &StopFlag) -> Waited {
        loop {
            let came = self.shared.wait(POLL_INTERVAL, |state| {
                state.game.move_count() >= moves || state.over.is_some()
            });
            let state = self.shared.state();
            match state.over {
                _ if state.game.move_count() >= moves => return Waited::Done,
                Some(how) => return Waited::Over(how),
                None if !came && halt.is_requested() => return Waited::Interrupted,
                None => {}
            }
        }
    }
}

impl Wire {
    /// Waits for the result of a game that is over.
    fn wait_for_the_count(&self) {
        if self.shared.state().over.is_some() {
            self.shared
                .wait(COUNT_TIMEOUT, |state| state.outcome.is_some());
        }
    }
}

impl WireMatch for Wire {
    fn our_color(&self) -> Color {
        self.color
    }

    fn game(&self) -> Game {
        self.shared.state().game
    }

    fn over(&self) -> Option<String> {
        self.shared.state().over
    }

    fn play(&mut self, decision: Decision) -> Waited {
        let moves = self.shared.state().game.move_count() + 1;
        let halt = self.host.start_search(None, StoppedBy::LaterLine);
        self.slot.put(decision);
        match self.wait_for(moves, &halt) {
            // Taken already, it is on record in a moment.
            Waited::Interrupted if self.slot.take().is_none() => {
                self.wait_for(moves, &StopFlag::new())
            }
            waited => waited,
        }
    }

    fn wait_for_move(&mut self, after: usize) -> Waited {
        let halt = self.host.start_search(None, StoppedBy::LaterLine);
        self.wait_for(after + 1, &halt)
    }

    fn result(&mut self) -> Result<MatchResult, NoResult> {
        let no_result = |why: &str| NoResult(format!("cannot score: {why}"));
        if self.shared.state().over.is_none() {
            return Err(no_result("the game is not over"));
        }
        self.wait_for_the_count();
        let outcome = self.shared.state().outcome;
        let outcome = outcome.ok_or_else(|| no_result("the match was left"))?;
        let result = outcome.result();
        if result == GameResult::Unknown {
            return Err(no_result(&outcome.comment()));
        }
        let count = outcome.count();
        let dead = count.iter().flat_map(|count| count.status.dead().iter());
        Ok(MatchResult {
            text: result.to_string(),
            dead: dead.collect(),
        })
    }

    fn say(&mut self, text: &str) {
        self.host.say(text);
    }
}

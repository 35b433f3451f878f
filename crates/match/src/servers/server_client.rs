//! A client of a server as the loop sees it: lines and decisions go in, steps come out. It reads no clock and knows no
//! socket.

use sgmp_proto::Instant;

use super::client_state::ClientState;
use super::server_event::ServerEvent;
use crate::play::{Decision, Fault, MoveInsight, Terms};
use sgmp_board::failure::Failure;
use sgmp_board::rules::Status;
use sgmp_engine::time_control::Clock;

/// A line on its way to the server.
#[derive(Clone, PartialEq, Eq)]
pub struct Outgoing {
    /// The bytes that go out, with the end of the line.
    pub bytes: Vec<u8>,
    /// The line as logs show it, without a password.
    pub shown: String,
}

impl Outgoing {
    /// A line that everybody may see.
    #[must_use]
    pub fn line(text: &str) -> Self {
        Self {
            bytes: format!("{text}\n").into_bytes(),
            shown: text.to_owned(),
        }
    }
}

impl std::fmt::Debug for Outgoing {
    /// Without the bytes, which may be a password.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.shown)
    }
}

/// Something to do.
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    /// This line goes out.
    Send(Outgoing),
    /// This has happened.
    Tell(ServerEvent),
    /// A player is to be had for the next game, before it is asked for.
    Prepare,
    /// It sits down to a game by these terms.
    Seat(Box<Terms>),
    /// It is asked for a move, with so much on the server's clock.
    Ask(Clock),
    /// It is asked who is dead.
    Count,
    /// It has failed in this game: another one takes its place.
    Replace,
    /// The game is over: it gets up.
    Rise,
    /// The connection is of no use: another one is wanted.
    Reconnect(String),
    /// All is done.
    Finish(Finished),
}

/// The way in which a client comes to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finished {
    /// All games are played, or the operator wanted no more.
    Done,
    /// It cannot go on.
    Failed(Failure),
}

/// A client of some server.
pub trait ServerClient {
    /// The part that is the same for all servers.
    fn state(&self) -> &ClientState;

    /// The same, to change it.
    fn state_mut(&mut self) -> &mut ClientState;

    /// A connection stands.
    fn connected(&mut self, now: Instant);

    /// The connection is gone.
    fn disconnected(&mut self, what: String);

    /// Hears a line of the server.
    fn hear(&mut self, line: &str, now: Instant);

    /// Sees a line that is not at its end so far: where a server asks, none may come.
    fn see_unfinished(&mut self, _line: &str, _now: Instant) {}

    /// Time has passed.
    fn tick(&mut self, now: Instant);

    /// Our player has decided, or has failed.
    fn decided(
        &mut self,
        answer: Result<Decision, Fault>,
        insight: Option<MoveInsight>,
        now: Instant,
    );

    /// Our player has said who is dead, or has failed.
    fn counted(&mut self, _status: Result<Status, Fault>, _now: Instant) {}

    /// Returns whether points that are typed are dead stones, not moves.
    fn names_dead_stones(&self) -> bool {
        false
    }

    /// A person has typed what is no move: a command of the server's.
    fn typed(&mut self, _line: &str, _now: Instant) {}

    /// The operator wants no game after this one.
    fn leave_after_game(&mut self) {
        self.state_mut().leave_after_game();
    }
}

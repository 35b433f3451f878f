//! Two sides and the lines between them.

use alloc::vec::Vec;
use core::time::Duration;

use super::cable::Cable;
use super::end::Station;
use super::noise::Noise;
use super::our_program::OurProgram;
use super::peer::{Model, Peer, Quit};
use super::random::{Probability, Rng};
use crate::Color;
use crate::message::{Vertex, WireMove};
use crate::session::{Config, Phase};
use crate::time::Instant;

/// A whole game needs no longer: a virtual day.
const DAY: Duration = Duration::from_secs(24 * 3600);
/// Steps without any time passing after which nobody believes that there will be an end.
const SPIN: u32 = 10_000;

/// The terms of a simulated game.
#[derive(Clone, Copy, Debug)]
pub struct Setup {
    /// Terms and times of the session that plays Black.
    pub black: Config,
    /// Terms and times of the session that plays White.
    pub white: Config,
    /// Another program at one end in place of our session, if any.
    pub other: Option<OtherProgram>,
    /// The noise of the line, in both directions.
    pub noise: Noise,
    /// The longest time that a side thinks about a move.
    pub think: Duration,
    /// At each step and for each side: its program dies and is resumed from its journal.
    pub crash: Probability,
    /// Decides everything left to chance.
    pub seed: u64,
}

/// Another program at one end of the line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OtherProgram {
    /// The color that the program plays; our session plays the other one.
    pub color: Color,
    /// The program whose ways are imitated.
    pub model: Model,
}

/// The end of a simulation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// All sessions of ours have ended: finished, or stopped with a verdict.
    Ended,
    /// Nothing is under way and nobody has a deadline, but one waits still.
    Quiet,
    /// The time was over.
    OutOfTime,
    /// Somebody is for ever busy and no time passes: a fault of the session.
    Spinning,
}

/// The results of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// The end of the simulation.
    pub end: End,
    /// The phase of Black's session when the simulation ended.
    pub black: Phase,
    /// The phase of White's session when the simulation ended.
    pub white: Phase,
    /// The reason why the other program left before its end, if it did.
    pub quit: Option<Quit>,
    /// The moves that Black knows, in order, of both colors.
    pub black_record: Vec<WireMove>,
    /// The moves that White knows, in order, of both colors.
    pub white_record: Vec<WireMove>,
    /// Resends of our sides.
    pub resends: u64,
    /// Valid frames that were heard and never sent.
    pub forged: u64,
    /// Times that a program died.
    pub crashes: u64,
    /// Times that the cable was pulled.
    pub hang_ups: u64,
    /// Virtual time from the first NEWGAME to the end.
    pub time: Duration,
}

/// A simulated game.
///
/// ```
/// use core::time::Duration;
/// use sgmp_proto::sim::{End, Noise, Pair, Probability, Setup, random_game};
/// use sgmp_proto::{BoardSize, Color, Config};
///
/// let setup = Setup {
///     black: Config::tournament(Color::Black),
///     white: Config::tournament(Color::White),
///     other: None,
///     noise: Noise { frame_lost: Probability::per_thousand(20), ..Noise::NONE },
///     think: Duration::from_secs(3),
///     crash: Probability::NEVER,
///     seed: 1,
/// };
/// let report = Pair::new(setup, random_game(1, 30, BoardSize::NINETEEN)).drive();
/// assert_eq!(report.end, End::Ended);
/// assert_eq!(report.black_record, report.white_record);
/// ```
#[derive(Clone, Debug)]
pub struct Pair {
    now: Instant,
    /// Steps since time last passed.
    standing: u32,
    game: Vec<Vertex>,
    black: Station,
    white: Station,
    to_black: Cable,
    to_white: Cable,
    /// Time at which the cable is back in, while it is out.
    back_at: Option<Instant>,
    hang_ups: u64,
    crash: Probability,
    crashes: u64,
    rng: Rng,
}

impl Pair {
    /// Both sides ready to play `game`, Black's NEWGAME not yet sent.
    #[must_use]
    pub fn new(setup: Setup, game: Vec<Vertex>) -> Self {
        let mut rng = Rng::new(setup.seed);
        let mut line = |sender: Config| Cable::new(setup.noise, sender.pace.frame, rng.split());
        let (to_black, to_white) = (line(setup.white), line(setup.black));
        let mut station = |config: Config| match setup.other {
            Some(other) if other.color == config.color => {
                Station::OtherProgram(Peer::new(other.model, config, setup.think, rng.split()))
            }
            _ => Station::Ours(OurProgram::new(config, setup.think, rng.split())),
        };
        let mut pair = Self {
            now: Instant::ZERO,
            standing: 0,
            game,
            black: station(setup.black),
            white: station(setup.white),
            to_black,
            to_white,
            back_at: None,
            hang_ups: 0,
            crash: setup.crash,
            crashes: 0,
            rng,
        };
        pair.turn();
        pair
    }

    /// Virtual time since the beginning.
    #[must_use]
    pub const fn now(&self) -> Instant {
        self.now
    }

    /// Goes to the next moment at which anything happens and lets it happen; `false` where nothing
    /// ever will.
    pub fn step(&mut self) -> bool {
        let Some(next) = self.deadline() else {
            return false;
        };
        self.standing = if next > self.now {
            0
        } else {
            self.standing + 1
        };
        self.now = self.now.max(next);
        if self.rng.happens(self.crash) {
            self.black.crash(self.now);
            self.crashes += 1;
        }
        if self.rng.happens(self.crash) {
            self.white.crash(self.now);
            self.crashes += 1;
        }
        self.turn();
        true
    }

    fn deadline(&self) -> Option<Instant> {
        [
            self.black.deadline(),
            self.white.deadline(),
            self.to_black.deadline(),
            self.to_white.deadline(),
            self.back_at,
        ]
        .into_iter()
        .flatten()
        .min()
    }

    fn turn(&mut self) {
        let for_black = self.to_black.read(self.now);
        let for_white = self.to_white.read(self.now);
        self.black
            .turn(self.now, &for_black, &mut self.to_white, &self.game);
        self.white
            .turn(self.now, &for_white, &mut self.to_black, &self.game);
        self.pull_or_plug();
    }

    /// The cable is pulled where a line says so, and put back when its time has come.
    fn pull_or_plug(&mut self) {
        if self.back_at.is_some_and(|at| self.now >= at) {
            self.back_at = None;
            self.black.line_is_back();
            self.white.line_is_back();
        }
        let pulled = [self.to_black.poll_hang_up(), self.to_white.poll_hang_up()];
        let Some(away) = pulled.into_iter().flatten().next() else {
            return;
        };
        self.hang_ups += 1;
        self.back_at = Some(self.now + away);
        self.to_black.cut(self.now, away);
        self.to_white.cut(self.now, away);
        // An adapter is pulled at one end, or a telephone line goes dead for both: who notices?
        let notices = self.rng.below(4);
        if notices & 1 == 0 {
            self.black.line_is_gone();
        }
        if notices & 2 == 0 {
            self.white.line_is_gone();
        }
    }

    /// Plays to the end, or through a virtual day.
    pub fn drive(&mut self) -> Report {
        self.drive_bounded(DAY)
    }

    /// Plays to the end, or until `limit` of virtual time has passed since the beginning.
    pub fn drive_bounded(&mut self, limit: Duration) -> Report {
        loop {
            if self.has_ended() {
                return self.report(End::Ended);
            }
            if self.now.since(Instant::ZERO) > limit {
                return self.report(End::OutOfTime);
            }
            if self.standing > SPIN {
                return self.report(End::Spinning);
            }
            if !self.step() {
                return self.report(End::Quiet);
            }
        }
    }

    /// Another program is not waited for: some never leave by themselves.
    fn has_ended(&self) -> bool {
        self.black.has_ended() && self.white.has_ended()
    }

    fn report(&self, end: End) -> Report {
        Report {
            end,
            black: self.black.phase(),
            white: self.white.phase(),
            black_record: self.black.record().to_vec(),
            white_record: self.white.record().to_vec(),
            quit: self.black.quit().or(self.white.quit()),
            resends: self.black.resends() + self.white.resends(),
            forged: self.to_black.forged() + self.to_white.forged(),
            crashes: self.crashes,
            hang_ups: self.hang_ups,
            time: self.now.since(Instant::ZERO),
        }
    }
}

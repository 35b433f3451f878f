//! `loopback --noise SPEC`: a whole match of two players on a simulated line, in virtual time. Both
//! sides' journals and records are real, so that `compare` can be asked about them.

use std::path::Path;
use std::time::Duration;

use jiff::Timestamp;
use sgmp_proto::sim::{Cable, Rng};
use sgmp_proto::{Config, Instant, Pace, Phase, Reason};

use super::loopback_args::LoopbackArgs;
use super::loopback_player::{self, MAX_RESENDS};
use super::match_checks::{self, CheckVerdict, Finished, verdict};
use crate::cli::exit::Exit;
use sgmp_board::failure::Failure;
use sgmp_board::rules::{ByColor, Color};
use sgmp_board::stop_flag::StopFlag;
use sgmp_engine::engine::Engine;
use sgmp_match::console::stdout_line;
use sgmp_match::match_files::Paths;
use sgmp_match::noise::noise_spec::NoiseSpec;
use sgmp_match::play::{Assessment, ClaimPolicy, Count, Fault, FaultKind, Match, WallClock};
use sgmp_match::port::wall_clock;
use sgmp_match::spectators::match_progress::final_board;

/// Each side's time for the game: the tournament's.
const MAIN_TIME: Duration = Duration::from_secs(50 * 60);
/// Longest time of a match. Delays of the line are charged to whoever is awaited; no claim is made.
const MAX_VIRTUAL_TIME: Duration = Duration::from_secs(24 * 3600);
/// Virtual time of thinking about a move, however long it takes.
const THINKING_TIME: Duration = Duration::from_secs(2);
/// Steps in which no time passes, after which nobody believes in an end.
const MAX_STEPS_AT_ONE_TIME: u32 = 10_000;

/// Plays, and judges what came of it.
///
/// # Errors
/// Obstacles to playing it at all; a check that fails is an exit code.
pub(super) fn run(args: &LoopbackArgs, noise: &NoiseSpec) -> Result<Exit, Failure> {
    let dir = loopback_player::folder(args)?;
    let mut game = NoisyMatch::new(args, noise, &dir, wall_clock().timestamp())?;
    game.drive();
    if !args.quiet {
        game.show();
    }
    Ok(match_checks::report(game.findings()))
}

/// The match and everything between its two sides.
struct NoisyMatch {
    now: Instant,
    sides: ByColor<NoisySide>,
    /// The lines to each side.
    lines: ByColor<Cable>,
    back_at: Option<Instant>,
    hang_ups: u32,
    rng: Rng,
    /// Reason for stopping, where that was no end.
    given_up: Option<&'static str>,
}

struct NoisySide {
    color: Color,
    paths: Paths,
    game: Match,
    engine: Engine,
    /// End of its thinking.
    ready: Option<Instant>,
    resends: u32,
    port: PortState,
}

/// A side's port, as far as the side knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PortState {
    Open,
    Closed,
}

impl NoisyMatch {
    fn new(
        args: &LoopbackArgs,
        noise: &NoiseSpec,
        dir: &Path,
        wall: Timestamp,
    ) -> Result<Self, Failure> {
        let mut rng = Rng::new(args.thinking.seed.unwrap_or(loopback_player::SEED));
        let pace = noise.noise.pace(Config::tournament(Color::Black).pace);
        let mut line = || Cable::new(noise.noise, pace.frame, rng.split());
        let lines = ByColor::new(line(), line());
        let side = |color| NoisySide::new(color, args, pace, dir, wall);
        Ok(Self {
            now: Instant::ZERO,
            sides: ByColor::new(side(Color::Black)?, side(Color::White)?),
            lines,
            back_at: None,
            hang_ups: 0,
            rng,
            given_up: None,
        })
    }

    /// Plays to the end, or for a virtual day.
    fn drive(&mut self) {
        let mut standing = 0;
        self.turn();
        while Color::BOTH
            .iter()
            .any(|color| !self.sides[*color].game.is_finished())
        {
            let Some(next) = self.deadline() else {
                let unheard = self.sides[Color::White].game.phase() == Phase::Waiting;
                self.given_up = Some(if unheard {
                    "White has heard no NEWGAME"
                } else {
                    "both wait for ever"
                });
                return;
            };
            standing = if next > self.now { 0 } else { standing + 1 };
            self.now = self.now.max(next);
            if self.now.since(Instant::ZERO) > MAX_VIRTUAL_TIME {
                self.given_up = Some("no end in a virtual day");
                return;
            }
            if standing > MAX_STEPS_AT_ONE_TIME {
                self.given_up = Some("busy for ever");
                return;
            }
            self.turn();
        }
    }

    fn deadline(&self) -> Option<Instant> {
        let of = |color: Color| [self.sides[color].deadline(), self.lines[color].deadline()];
        let all = Color::BOTH.into_iter().flat_map(of);
        all.chain([self.back_at]).flatten().min()
    }

    fn turn(&mut self) {
        let now = self.now;
        for color in Color::BOTH {
            let bytes = self.lines[color].read(now);
            self.sides[color].turn(now, &bytes, &mut self.lines[!color]);
        }
        if self.back_at.take_if(|at| now >= *at).is_some() {
            for color in Color::BOTH {
                self.sides[color].open_port(now);
            }
        }
        let away = Color::BOTH.map(|color| self.lines[color].poll_hang_up());
        if let Some(away) = away.into_iter().flatten().next() {
            self.hang_up(away);
        }
    }

    /// The cable is pulled at one end or dies for both: whoever notices closes its port.
    fn hang_up(&mut self, away: Duration) {
        self.hang_ups += 1;
        self.back_at = Some(self.now + away);
        let notices = self.rng.below(4);
        for (bit, color) in [1, 2].into_iter().zip(Color::BOTH) {
            self.lines[color].cut(self.now, away);
            if notices & bit == 0 {
                self.sides[color].close_port(self.now);
            }
        }
    }

    fn show(&self) {
        let side = &self.sides[Color::Black];
        if let Some(outcome) = side.game.outcome() {
            stdout_line(final_board(side.game.game(), outcome));
        }
        for color in Color::BOTH {
            let side = &self.sides[color];
            let told = side.game.outcome().map_or_else(
                || "no result".to_owned(),
                |outcome| outcome.result().to_string(),
            );
            stdout_line(format_args!(
                "{color} counts {told}; record: {}",
                side.paths.sgf.display()
            ));
        }
    }

    fn findings(&self) -> [(&'static str, CheckVerdict); 5] {
        let [black, white] = Color::BOTH.map(|color| self.sides[color].finished());
        [
            ("the line", self.told()),
            ("an end for both", self.end()),
            (
                "game over by two passes",
                match_checks::two_passes(black, white),
            ),
            (
                "both records identical",
                match_checks::records(black, white),
            ),
            (
                "both sides count the same",
                match_checks::scores(black, white),
            ),
        ]
    }

    /// Check of the line itself. Noise that passed the checksum is its fault, and explains the
    /// rest.
    fn told(&self) -> CheckVerdict {
        let [black, white] = Color::BOTH.map(|color| &self.sides[color]);
        let sum = |count: fn(&sgmp_proto::Counts) -> u64| {
            count(&black.game.counts()) + count(&white.game.counts())
        };
        let forged: u64 = Color::BOTH
            .iter()
            .map(|color| self.lines[*color].forged())
            .sum();
        let garbled = sum(|counts| counts.bad_checksums + counts.reserved);
        let detail = format!(
            "{} resends, {garbled} garbled frames, {} stray bytes, {} of talk, {} hang-ups, \
             {forged} frames that passed the checksum by chance; {} virtual s",
            black.resends + white.resends,
            sum(|counts| counts.stray + counts.unfinished),
            sum(|counts| counts.talk),
            self.hang_ups,
            self.now.since(Instant::ZERO).as_secs(),
        );
        verdict(forged == 0, detail)
    }

    fn end(&self) -> CheckVerdict {
        match self.given_up {
            None => CheckVerdict::Pass("nobody waits any more".to_owned()),
            Some(why) => CheckVerdict::Fail(why.to_owned()),
        }
    }
}

impl NoisySide {
    fn new(
        color: Color,
        args: &LoopbackArgs,
        pace: Pace,
        dir: &Path,
        wall: Timestamp,
    ) -> Result<Self, Failure> {
        let (paths, terms, stores) =
            loopback_player::open_match(color, args, MAIN_TIME, dir, wall)?;
        let config = Config {
            size: args.size,
            max_resends: Some(MAX_RESENDS),
            pace,
            ..Config::tournament(color)
        };
        let patience = ClaimPolicy {
            opponent_grace: Some(MAX_VIRTUAL_TIME),
        };
        let now = Instant::ZERO;
        Ok(Self {
            color,
            paths,
            game: Match::builder(terms, patience, stores, WallClock(wall)).start(config, now),
            engine: loopback_player::engine(color, args),
            ready: None,
            resends: 0,
            port: PortState::Open,
        })
    }

    fn deadline(&self) -> Option<Instant> {
        [self.game.poll_timeout(), self.ready]
            .into_iter()
            .flatten()
            .min()
    }

    fn close_port(&mut self, now: Instant) {
        self.port = PortState::Closed;
        self.game.link_down("the cable was pulled".to_owned(), now);
    }

    fn open_port(&mut self, now: Instant) {
        self.port = PortState::Open;
        self.game.link_up(now);
    }

    /// One input and all that follows from it, as the one law has it.
    fn turn(&mut self, now: Instant, bytes: &[u8], out: &mut Cable) {
        if bytes.is_empty() {
            self.game.handle_timeout(now);
        } else {
            self.game.handle_bytes(now, bytes);
        }
        self.drain(now, out);
        self.think(now);
        self.drain(now, out);
        self.game.keep_record();
    }

    fn drain(&mut self, now: Instant, out: &mut Cable) {
        while self.port == PortState::Open
            && let Some(transmit) = self.game.poll_transmit(now)
        {
            self.resends += u32::from(matches!(transmit.reason, Reason::Resend(_)));
            out.transmit(now, &transmit);
        }
        while let Some(event) = self.game.poll_event() {
            log::debug!("{} {}: {event:?}", now.as_micros() / 1000, self.color);
        }
    }

    /// Its player moves once it has thought, and counts once the game is over.
    fn think(&mut self, now: Instant) {
        if !self.game.is_open() && self.game.outcome().is_none() {
            let status = self.engine.status(self.game.game());
            let count = Count::new(self.game.game(), status);
            return self.game.settle(Some(Assessment::Count(count)), now);
        }
        if !self.game.is_our_turn() {
            self.ready = None;
            return;
        }
        let ready = *self.ready.get_or_insert(now + THINKING_TIME);
        if now < ready {
            return;
        }
        self.ready = None;
        let choice = self
            .engine
            .choose(self.game.game(), self.color, &StopFlag::new());
        if let Err(error) = self.game.play(choice.decision, now) {
            self.game
                .player_failed(Fault::new(FaultKind::Illegal, error), now);
        }
    }

    const fn finished(&self) -> Finished<'_> {
        Finished {
            paths: &self.paths,
            game: &self.game,
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;
    use crate::cli::{Cli, Command};

    /// The exit code, and both records.
    fn play(noise: &str) -> (Exit, [Vec<u8>; 2]) {
        let dir = tempfile::tempdir().unwrap();
        let folder = dir.path().to_str().unwrap();
        let words = "sgmp-go loopback --quiet --size 6 --playouts 10 --dir".split(' ');
        let words = words.chain([folder, "--noise", noise]);
        let Ok(Cli {
            command: Some(Command::Loopback(args)),
            ..
        }) = Cli::try_parse_from(words)
        else {
            panic!("{noise}");
        };
        let exit = crate::cli::line_tools::loopback::run(&args).unwrap();
        let record = |name: &str| std::fs::read(dir.path().join(name)).unwrap_or_default();
        (exit, [record("black.sgf"), record("white.sgf")])
    }

    #[test]
    fn a_match_on_a_bad_line_leaves_two_equal_records() {
        for noise in [
            "none",
            "drop=5%,flip=0.5%,junk=1%,talk=5%,dup=5%,delay=0..3s,split,merge",
            "hangup=5%/1m",
        ] {
            let (exit, [black, white]) = play(noise);
            assert_eq!(exit, Exit::Done, "{noise}");
            assert!(black.len() > 200, "{noise}");
            assert_eq!(black, white, "{noise}");
        }
    }

    #[test]
    fn the_same_seed_gives_the_same_match() {
        assert_eq!(play("drop=10%,dup=10%"), play("drop=10%,dup=10%"));
    }

    #[test]
    fn a_dead_line_ends_in_a_failed_check() {
        assert_eq!(play("drop=100%").0, Exit::Check);
    }
}

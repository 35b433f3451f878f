//! Trials against each other, and against matches that wait, in virtual time.

use std::collections::VecDeque;
use std::time::Duration;

use proptest::prelude::*;
use sgmp_proto::{
    AlternatingBit, Bit, BoardSize, Color, Config, Event, Frame, Grid, Instant, Message, Pace,
    Phase, Progress, Session, Snapshot, Vertex,
};

use super::check_line::CheckName;
use super::line_trial::LineTrial;
use super::trial_finding::{Diagnosis, OtherEnd};
use super::trial_settings::TrialSettings;
use sgmp_board::rng::Rng;

/// The step of the virtual clock.
const STEP: Duration = Duration::from_millis(20);
/// No trial here takes longer.
const LONGEST: Duration = Duration::from_secs(200);

/// Fate of the bytes that come before anybody listens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Early {
    /// They are lost, as on a serial port that is closed.
    Lost,
    /// They wait, as in a pseudo terminal.
    Kept,
}

/// Whoever is at an end of the line.
enum End {
    Check(Box<LineTrial>),
    Match(Box<Session>),
    Echo(Vec<u8>),
}

/// One end: it begins at a time, and has bytes to read.
struct Place {
    begins: Instant,
    color: Option<Color>,
    end: Option<End>,
    is_match: bool,
    inbox: VecDeque<u8>,
}

/// Two ends and their line.
struct Line {
    places: [Place; 2],
    early: Early,
    now: Instant,
    chance: Rng,
    /// Of a thousand bytes so many are lost, by the place that would have heard them.
    loss: [u32; 2],
    baud: u32,
    wait: Duration,
}

fn check(color: Option<Color>, begins: Duration) -> Place {
    Place {
        begins: Instant::ZERO + begins,
        color,
        end: None,
        is_match: false,
        inbox: VecDeque::new(),
    }
}

fn waiting_match(color: Color, begins: Duration) -> Place {
    Place {
        is_match: true,
        ..check(Some(color), begins)
    }
}

impl Line {
    fn new(places: [Place; 2]) -> Self {
        Self {
            places,
            early: Early::Lost,
            now: Instant::ZERO,
            chance: Rng::from_seed(54),
            loss: [0; 2],
            baud: 2400,
            wait: Duration::from_secs(60),
        }
    }

    fn config(&self) -> Config {
        Config {
            pace: Pace::from_baud(self.baud),
            confirm_timeout: Duration::ZERO,
            linger: Duration::ZERO,
            ..Config::tournament(Color::Black)
        }
    }

    fn begin(&mut self, at: usize) {
        let config = self.config();
        let place = &mut self.places[at];
        if place.end.is_some() || self.now < place.begins {
            return;
        }
        if self.early == Early::Lost {
            place.inbox.clear();
        }
        place.end = Some(if place.is_match {
            let color = place.color.expect("a match has a color");
            if color == Color::Black {
                place.inbox.clear();
            }
            End::Match(Box::new(Session::new(Config::tournament(color), self.now)))
        } else {
            let name = CheckName::draw(&mut self.chance);
            let settings = TrialSettings {
                color: place.color,
                config,
                wait: self.wait,
            };
            let mut trial = LineTrial::new(settings, name, self.now);
            if place.color == Some(Color::Black) {
                trial.note_old(place.inbox.make_contiguous());
                place.inbox.clear();
            }
            End::Check(Box::new(trial))
        });
    }

    /// Both ends hear and say; a check that is over hears nothing more.
    fn step(&mut self) {
        let now = self.now;
        for at in [0, 1] {
            self.begin(at);
            let place = &mut self.places[at];
            let bytes: Vec<u8> = match &place.end {
                Some(_) => place.inbox.drain(..).collect(),
                None => Vec::new(),
            };
            let mut said = Vec::new();
            match &mut place.end {
                Some(End::Check(trial)) if !trial.is_over(now) => {
                    trial.handle_bytes(&bytes, now);
                    trial.handle_timeout(now);
                    while let Some(transmit) = trial.poll_transmit(now) {
                        said.extend_from_slice(&transmit.bytes());
                    }
                    said.extend(trial.poll_text(now).unwrap_or_default());
                }
                Some(End::Match(session)) => {
                    feed(session, &bytes, now);
                    session.handle_timeout(now);
                    while let Some(transmit) = session.poll_transmit(now) {
                        said.extend_from_slice(&transmit.bytes());
                    }
                }
                Some(End::Echo(held)) => said = std::mem::replace(held, bytes),
                Some(End::Check(_)) | None => {}
            }
            let other = 1 - at;
            let loss = self.loss[other];
            said.retain(|_| self.chance.below(1000) >= loss);
            self.places[other].inbox.extend(said);
        }
        self.now = self.now + STEP;
    }

    fn is_over(&self) -> bool {
        let mut checks = self.places.iter().filter(|place| !place.is_match);
        checks.all(|place| match &place.end {
            Some(End::Check(trial)) => trial.is_over(self.now),
            Some(_) => true,
            None => false,
        })
    }

    /// Goes on until the checks are over; what they found.
    fn run(&mut self) -> Vec<Diagnosis> {
        while !self.is_over() {
            assert!(self.now.since(Instant::ZERO) < LONGEST, "no end");
            self.step();
        }
        let checks = self.places.iter().filter_map(|place| match &place.end {
            Some(End::Check(trial)) => Some(trial.diagnosis()),
            _ => None,
        });
        checks.collect()
    }

    /// The match's phase.
    fn phase(&self, at: usize) -> Phase {
        match &self.places[at].end {
            Some(End::Match(session)) => session.phase(),
            _ => panic!("no match"),
        }
    }

    /// A match comes in the place of the check, and both sides begin their game.
    fn plays_a_game_next(mut self, color: Color) -> bool {
        self.places[0] = waiting_match(color, self.now.since(Instant::ZERO));
        let end = self.now + Duration::from_secs(60);
        let plays = |phase| matches!(phase, Phase::Playing(_));
        while self.now < end {
            self.step();
            if plays(self.phase(0)) && plays(self.phase(1)) {
                return true;
            }
        }
        false
    }
}

fn feed(session: &mut Session, bytes: &[u8], now: Instant) {
    let mut rest = bytes;
    while !rest.is_empty() {
        let taken = session.handle_bytes(now, rest);
        rest = &rest[taken..];
        while let Some(event) = session.poll_event() {
            assert!(!matches!(event, Event::MoveOffered(..)));
        }
    }
}

fn tenths(number: u64) -> Duration {
    Duration::from_millis(100 * number)
}

const ALL: [Option<Color>; 3] = [None, Some(Color::Black), Some(Color::White)];

/// The finding of a check of this color that meets another.
fn expected(ours: Option<Color>, theirs: Option<Color>) -> Diagnosis {
    let ours = match (ours, theirs) {
        (None, None) => return Diagnosis::ChecksHear,
        (Some(ours), Some(theirs)) if ours == theirs => {
            return Diagnosis::SameColor(ours, OtherEnd::Check);
        }
        (Some(ours), _) => ours,
        (None, Some(theirs)) => theirs.other(),
    };
    match ours {
        Color::Black => Diagnosis::WhiteAsked,
        Color::White => Diagnosis::BlackAnswered(OtherEnd::Check),
    }
}

#[test]
fn two_checks_find_the_same_at_any_distance_in_time() {
    for (ours, theirs) in ALL
        .into_iter()
        .flat_map(|ours| ALL.map(|theirs| (ours, theirs)))
    {
        for apart in (0..=40).chain([70, 120, 190, 199, 200, 219, 220, 221, 240, 300]) {
            for early in [Early::Lost, Early::Kept] {
                let places = [check(ours, Duration::ZERO), check(theirs, tenths(apart))];
                let mut line = Line::new(places);
                line.early = early;
                let found = line.run();
                let wanted = [expected(ours, theirs), expected(theirs, ours)];
                assert_eq!(found, wanted, "{ours:?} {theirs:?} {apart} {early:?}");
            }
        }
    }
}

#[test]
fn slow_and_fast_lines_do_as_well() {
    for baud in [50, 300, 115_200] {
        for (ours, theirs) in ALL
            .into_iter()
            .flat_map(|ours| ALL.map(|theirs| (ours, theirs)))
        {
            for apart in [0, 3, 20, 120] {
                let mut line =
                    Line::new([check(ours, Duration::ZERO), check(theirs, tenths(apart))]);
                line.baud = baud;
                let wanted = [expected(ours, theirs), expected(theirs, ours)];
                assert_eq!(line.run(), wanted, "{ours:?} {theirs:?} {apart} {baud}");
            }
        }
    }
}

#[test]
fn a_black_match_is_asked_nothing_without_a_color() {
    for apart in [0, 1, 5, 21, 100, 195] {
        let mut line = Line::new([
            check(None, tenths(apart)),
            waiting_match(Color::Black, Duration::ZERO),
        ]);
        assert_eq!(line.run(), [Diagnosis::BlackWaits], "{apart}");
        assert_eq!(line.phase(1), Phase::NewGameSent);
        assert!(line.plays_a_game_next(Color::White), "{apart}");
    }
}

#[test]
fn as_white_a_black_match_is_found_and_its_game_is_not_begun() {
    let mut line = Line::new([
        check(Some(Color::White), Duration::ZERO),
        waiting_match(Color::Black, tenths(30)),
    ]);
    assert_eq!(line.run(), [Diagnosis::BlackAnswered(OtherEnd::Program)]);
    assert_eq!(line.phase(1), Phase::HandicapAnswered);
}

#[test]
fn a_white_match_is_found_and_plays_with_who_comes_then() {
    for color in [None, Some(Color::Black)] {
        let mut line = Line::new([
            check(color, tenths(10)),
            waiting_match(Color::White, Duration::ZERO),
        ]);
        assert_eq!(line.run(), [Diagnosis::WhiteWaits]);
        assert_eq!(line.phase(1), Phase::ColorAsked);
        assert!(line.plays_a_game_next(Color::Black));
    }
}

#[test]
fn two_of_one_color_are_found_where_one_is_a_match() {
    for color in [Color::Black, Color::White] {
        // Within an echo's time a match takes another Black for an echo, and ends.
        for apart in [0, 5, 30] {
            let mut line = Line::new([
                check(Some(color), tenths(apart)),
                waiting_match(color, Duration::ZERO),
            ]);
            let found = Diagnosis::SameColor(color, OtherEnd::Program);
            assert_eq!(line.run(), [found], "{color} {apart}");
        }
    }
}

#[test]
fn white_is_not_asked_for_before_a_black_would_have_been_heard() {
    for color in [None, Some(Color::White)] {
        let mut line = Line::new([
            check(color, Duration::ZERO),
            waiting_match(Color::White, Duration::ZERO),
        ]);
        line.wait = Duration::from_secs(15);
        let nothing = Diagnosis::NoHandshake {
            phase: Phase::Waiting,
            asked_for_white: false,
        };
        assert_eq!(line.run(), [nothing]);
        assert_eq!(line.phase(1), Phase::Waiting);
    }
}

#[test]
fn an_echo_is_an_echo_in_every_color() {
    for color in ALL {
        let mut line = Line::new([check(color, Duration::ZERO), check(None, Duration::ZERO)]);
        line.places[1].end = Some(End::Echo(Vec::new()));
        assert_eq!(line.run(), [Diagnosis::Echo], "{color:?}");
    }
}

/// A match of this color in mid-game: our last move waits for its OK, or the opponent is to move.
fn match_under_way(color: Color, is_acknowledged: bool) -> Place {
    let moves = match color {
        Color::Black => 5,
        Color::White => 6,
    };
    let mv = Grid::from(BoardSize::NINETEEN).number(color, Vertex::Pass);
    let last = Frame::new(Bit::One, Bit::One, Message::Move(mv.expect("a pass")));
    let pending = (!is_acknowledged).then_some(last);
    let snapshot = Snapshot {
        phase: Phase::Playing(Progress { moves, passes: 0 }),
        bit: AlternatingBit::restore(Bit::One, Bit::One, pending, None),
        unsent: None,
    };
    let session = Session::resume(Config::tournament(color), snapshot, Instant::ZERO);
    let mut place = waiting_match(color, Duration::ZERO);
    place.end = Some(End::Match(Box::new(session)));
    place
}

#[test]
fn a_game_under_way_outlives_one_check_after_the_other() {
    for (ours, theirs, is_acknowledged) in ALL.into_iter().flat_map(|ours| {
        Color::BOTH
            .into_iter()
            .flat_map(move |theirs| [false, true].map(|acknowledged| (ours, theirs, acknowledged)))
    }) {
        for apart in [1, 15, 30, 100, 199] {
            let places = [
                check(ours, tenths(apart)),
                match_under_way(theirs, is_acknowledged),
            ];
            let mut line = Line::new(places);
            for _ in 0..2 {
                let found = line.run();
                let is_told = matches!(found[..], [Diagnosis::GameUnderWay { .. }]);
                let is_silent = matches!(found[..], [Diagnosis::NoHandshake { .. }]);
                let case = (ours, theirs, is_acknowledged, apart);
                assert!(
                    if is_acknowledged { is_silent } else { is_told },
                    "{case:?}: {found:?}"
                );
                assert!(matches!(line.phase(1), Phase::Playing(_)), "{case:?}");
                line.places[0] = check(ours, line.now.since(Instant::ZERO));
            }
        }
    }
}

#[test]
fn a_check_that_nobody_hears_says_so() {
    for (ours, theirs) in ALL
        .into_iter()
        .flat_map(|ours| ALL.map(|theirs| (ours, theirs)))
    {
        for apart in [0, 5, 50] {
            let mut line = Line::new([check(ours, Duration::ZERO), check(theirs, tenths(apart))]);
            line.loss = [0, 1000];
            let found = line.run();
            let black = Diagnosis::SameColor(Color::Black, OtherEnd::Program);
            let both_black = ours == Some(Color::Black) && theirs == ours;
            let wanted = if both_black {
                black
            } else {
                Diagnosis::Unheard
            };
            assert_eq!(found[0], wanted, "{ours:?} {theirs:?} {apart}");
            assert!(matches!(found[1], Diagnosis::NoHandshake { .. }));
        }
    }
}

proptest! {
    /// On a line that loses bytes a check may find nothing, or too much wrong; it passes no handshake that was not there, and never two of one color.
    #[test]
    fn a_bad_line_makes_no_false_pass(
        seed in any::<u64>(),
        loss in 1_u32..200,
        apart in 0_u64..250,
        ours in 0_usize..3,
        theirs in 0_usize..3,
        is_kept in any::<bool>(),
    ) {
        let (ours, theirs) = (ALL[ours], ALL[theirs]);
        let mut line = Line::new([check(ours, Duration::ZERO), check(theirs, tenths(apart))]);
        line.chance = Rng::from_seed(seed);
        line.loss = [loss; 2];
        line.early = if is_kept { Early::Kept } else { Early::Lost };
        for (found, (ours, theirs)) in line.run().into_iter().zip([(ours, theirs), (theirs, ours)]) {
            let has = |color| theirs == Some(color) || theirs.is_none() && ours != Some(color);
            let is_true = match found {
                Diagnosis::BlackAnswered(_) => has(Color::Black),
                // The line that says whose NEWGAME it was may be lost.
                Diagnosis::BlackWaits => ours.is_none(),
                Diagnosis::WhiteAsked | Diagnosis::WhiteWaits => has(Color::White),
                Diagnosis::ChecksHear => ours.is_none() && theirs.is_none(),
                Diagnosis::SameColor(color, OtherEnd::Check) => ours == theirs && ours == Some(color),
                Diagnosis::Echo | Diagnosis::Stopped(_) | Diagnosis::GameUnderWay { .. } => false,
                Diagnosis::SameColor(_, OtherEnd::Program)
                | Diagnosis::Unheard
                | Diagnosis::NoHandshake { .. } => true,
            };
            prop_assert!(is_true, "{found:?}");
        }
    }
}

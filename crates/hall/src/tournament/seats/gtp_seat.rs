//! A program that speaks GTP at the board.

use std::collections::BTreeSet;
use std::time::Duration;

use super::seat_terms::{AnswerWaits, SeatAnswer, SeatError, SeatTerms, SeatTurn};
use sgmp_board::rules::{Color, Move, Point};
use sgmp_board::stop_flag::StopFlag;
use sgmp_engine::engine::Decision;
use sgmp_engine::time_control::{Clock, Overtime, TimeSystem};
use sgmp_match::gtp::{AskError, Controller, Peer, WaitLimit};
use sgmp_match::play::{Fault, FaultKind};
use sgmp_match::port::{CommandLine, EngineProcess};

/// Time that a program has to end once it was told to.
const EXIT_TIMEOUT: Duration = Duration::from_secs(2);

/// Most characters of a program's answer that a fault repeats.
const MAX_EXCERPT: usize = 60;

/// A program behind a controller.
pub struct GtpSeat<P: Peer> {
    controller: Controller<P>,
    knows: BTreeSet<String>,
    waits: AnswerWaits,
    is_timed: bool,
}

impl GtpSeat<EngineProcess> {
    /// Starts a program and tells it the terms.
    ///
    /// # Errors
    /// Its fault, or a halt.
    pub fn start(
        command: &CommandLine,
        terms: &SeatTerms<'_>,
        halt: &StopFlag,
    ) -> Result<Self, SeatError> {
        let process = EngineProcess::start_with(command, &[], &terms.words)
            .map_err(|error| Fault::new(FaultKind::Crash, error))?;
        Self::greet(process, terms, halt)
    }

    /// Says good-bye; returns the processor time of the program and all it started.
    pub(crate) fn leave(mut self) -> Option<Duration> {
        if self.controller.is_idle()
            && let Err(error) = self.controller.send("quit")
        {
            log::debug!("quit: {error}");
        }
        let times = self.controller.peer_mut().end(EXIT_TIMEOUT)?;
        Some(times.total())
    }
}

impl<P: Peer> GtpSeat<P> {
    /// Tells a program the terms of a game, and the moves that stand on the board.
    ///
    /// # Errors
    /// Its fault, or a halt.
    fn greet(peer: P, terms: &SeatTerms<'_>, halt: &StopFlag) -> Result<Self, SeatError> {
        let mut seat = Self {
            controller: Controller::new(peer),
            knows: BTreeSet::new(),
            waits: terms.waits,
            is_timed: false,
        };
        let list = seat.ask("list_commands", halt)?;
        seat.knows = list.split_whitespace().map(str::to_owned).collect();
        for command in terms.init {
            match seat.ask(command, halt) {
                Err(refused @ AskError::Refused { .. }) => log::warn!("{refused}"),
                answer => drop(answer?),
            }
        }
        let size = terms.size.lines();
        seat.ask(&format!("boardsize {size}"), halt)?;
        seat.try_to("kgs-rules", &terms.rules.to_string(), halt)?;
        seat.ask("clear_board", halt)?;
        seat.ask(&format!("komi {}", terms.komi), halt)?;
        if let Some(time) = &terms.time {
            seat.is_timed = true;
            seat.try_to("time_settings", &settings_words(time), halt)?;
        }
        let mut opening = terms.opening;
        if terms.handicap > 0 && seat.knows.contains("fixed_handicap") {
            seat.ask(&format!("fixed_handicap {}", terms.handicap), halt)?;
            opening = &opening[terms.handicap.min(opening.len())..];
        }
        for (color, mv) in opening {
            seat.play(*color, *mv, halt)?;
        }
        Ok(seat)
    }

    fn ask(&mut self, command: &str, halt: &StopFlag) -> Result<String, AskError> {
        let timeout = self.waits.answer;
        self.controller.ask(command, WaitLimit { timeout, halt })
    }

    /// A command that helps and is not needed.
    fn try_to(&mut self, verb: &str, words: &str, halt: &StopFlag) -> Result<(), AskError> {
        if !self.knows.contains(verb) {
            return Ok(());
        }
        match self.ask(&format!("{verb} {words}"), halt) {
            Err(refused @ AskError::Refused { .. }) => {
                log::warn!("{refused}");
                Ok(())
            }
            answer => answer.map(drop),
        }
    }

    /// Plays a move on its board.
    ///
    /// # Errors
    /// Its fault, or a halt.
    pub fn play(&mut self, color: Color, mv: Move, halt: &StopFlag) -> Result<(), SeatError> {
        self.ask(&format!("play {} {mv}", letter(color)), halt)?;
        Ok(())
    }

    /// Asks for a move.
    ///
    /// # Errors
    /// Its fault, or a halt.
    pub fn choose(&mut self, turn: &SeatTurn<'_>) -> Result<SeatAnswer, SeatError> {
        let color = letter(turn.color);
        if let Some(clock) = turn.clock.filter(|_| self.is_timed) {
            let words = format!("{color} {}", clock_words(clock));
            self.try_to("time_left", &words, turn.halt)?;
        }
        let asked_at = self.controller.peer_mut().now();
        let asked = self.controller.send(&format!("genmove {color}"))?;
        let limit = WaitLimit {
            timeout: self.waits.genmove,
            halt: turn.halt,
        };
        let answer = self.controller.wait(&asked, limit)?;
        let spent = self.controller.peer_mut().now().saturating_sub(asked_at);
        let decision = decision(&answer).ok_or_else(|| {
            let excerpt: String = answer.chars().take(MAX_EXCERPT).collect();
            let words = format!("it answered {excerpt:?}, which is no move");
            Fault::new(FaultKind::Illegal, words)
        })?;
        Ok(SeatAnswer { decision, spent })
    }

    /// Tells it to take ten seconds for each move from now on, if it knows of time.
    pub fn hurry(&mut self, halt: &StopFlag) {
        if let Err(error) = self.try_to("time_settings", "0 10 1", halt) {
            log::warn!("time_settings: {error}");
        }
    }

    /// Its count of the finished game; in words of its own where it has none.
    pub(super) fn final_score(&mut self, halt: &StopFlag) -> Option<String> {
        if !self.knows.contains("final_score") {
            return None;
        }
        let timeout = self.waits.count;
        let limit = WaitLimit { timeout, halt };
        match self.controller.ask("final_score", limit) {
            Ok(score) => Some(score),
            Err(AskError::Halted { .. }) => None,
            Err(error) => Some(format!("none: {error}")),
        }
    }

    /// Its count, where it is asked as a referee.
    ///
    /// # Errors
    /// Its fault, or a halt.
    pub(crate) fn judge(&mut self, halt: &StopFlag) -> Result<String, SeatError> {
        let timeout = self.waits.count;
        let limit = WaitLimit { timeout, halt };
        Ok(self.controller.ask("final_score", limit)?)
    }
}

/// A decision in GTP's words.
fn decision(answer: &str) -> Option<Decision> {
    if answer.eq_ignore_ascii_case("resign") {
        return Some(Decision::Resign);
    }
    if answer.eq_ignore_ascii_case("pass") {
        return Some(Decision::Move(Move::Pass));
    }
    Point::parse(answer).map(|point| Decision::Move(Move::Play(point)))
}

const fn letter(color: Color) -> &'static str {
    match color {
        Color::Black => "b",
        Color::White => "w",
    }
}

/// The time in the words of `time_settings`: main time, and Canadian overtime.
fn settings_words(time: &TimeSystem) -> String {
    let main = time.main.as_secs();
    match time.overtime {
        // No clock is 0: that means without limit to some programs.
        Overtime::SuddenDeath => format!("{} 0 0", main.max(1)),
        Overtime::ByoYomi { period, .. } => format!("{main} {} 1", whole_seconds(period)),
        Overtime::Canadian { period, stones } => {
            format!("{main} {} {stones}", whole_seconds(period))
        }
    }
}

/// A clock in the words of `time_left`.
fn clock_words(clock: Clock) -> String {
    match clock {
        Clock::Main { left } => format!("{} 0", left.as_secs()),
        Clock::Overtime { left, count } => format!("{} {count}", whole_seconds(left)),
    }
}

fn whole_seconds(time: Duration) -> u64 {
    time.as_secs().max(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tournament::seats::seat_terms::each_move;
    use sgmp_board::rules::{BoardSize, Game, Komi, Rules};
    use sgmp_match::gtp::testing::Script;
    use sgmp_match::port::ProgramWords;

    fn terms(time: Option<TimeSystem>) -> SeatTerms<'static> {
        const OPENING: [(Color, Move); 1] = [(Color::Black, Move::Pass)];
        SeatTerms {
            size: BoardSize::new(9).unwrap(),
            komi: Komi::FIVE_AND_A_HALF,
            rules: Rules::Japanese,
            time,
            opening: &OPENING,
            handicap: 0,
            init: &[],
            waits: AnswerWaits::default(),
            words: ProgramWords::default(),
        }
    }

    fn answers(genmove: &'static str) -> impl FnMut(&str) -> Option<String> + Send {
        move |command| {
            let list = "play\ngenmove\ntime_settings\ntime_left\nfinal_score";
            match command {
                "list_commands" => Some(format!("=ID {list}\n\n")),
                "final_score" => Some("=ID B+3.5\n\n".to_owned()),
                _ if command.starts_with("genmove") => match genmove {
                    "" => None,
                    text => Some(text.to_owned()),
                },
                _ => Some("=ID\n\n".to_owned()),
            }
        }
    }

    fn asked(
        genmove: &'static str,
        time: Option<TimeSystem>,
    ) -> (Result<SeatAnswer, SeatError>, Vec<String>) {
        let script = Script::new(answers(genmove));
        let heard = std::sync::Arc::clone(&script.heard);
        let halt = StopFlag::new();
        let mut seat = GtpSeat::greet(script, &terms(time), &halt).unwrap();
        let game = Game::new(BoardSize::new(9).unwrap(), Komi::default());
        let answer = seat.choose(&SeatTurn {
            game: &game,
            color: Color::White,
            clock: time.map(|time| time.start()),
            halt: &halt,
        });
        drop(seat);
        let heard = heard.lock().unwrap().clone();
        (answer, heard)
    }

    #[test]
    fn a_program_hears_the_terms_and_its_clock() {
        let system = TimeSystem {
            main: Duration::from_secs(600),
            overtime: Overtime::SuddenDeath,
        };
        let (answer, heard) = asked("=ID e5\n\n", Some(system));
        let e5 = Decision::Move(Move::Play(Point::parse("E5").unwrap()));
        assert_eq!(answer.unwrap().decision, e5);
        assert_eq!(
            heard,
            [
                "list_commands",
                "boardsize 9",
                "clear_board",
                "komi 5.5",
                "time_settings 600 0 0",
                "play b pass",
                "time_left w 600 0",
                "genmove w"
            ]
        );
        let (_, by_move) = asked("=ID e5\n\n", Some(each_move(Duration::from_secs(3))));
        assert_eq!(by_move[4], "time_settings 0 3 1");
        let (_, untimed) = asked("=ID e5\n\n", None);
        assert!(untimed.iter().all(|command| !command.starts_with("time")));
    }

    #[test]
    fn stones_of_a_handicap_are_asked_for_where_the_program_knows_how() {
        use sgmp_board::rules::fixed_points;
        let size = BoardSize::new(9).unwrap();
        let stones = fixed_points(size, 2).unwrap().into_iter();
        let stones: Vec<_> = stones.map(|p| (Color::Black, Move::Play(p))).collect();
        for (list, asked) in [
            ("genmove\nfixed_handicap", &["fixed_handicap 2"][..]),
            ("genmove", &["play b C3", "play b G7"]),
        ] {
            let script = Script::new(move |command: &str| match command {
                "list_commands" => Some(format!("=ID {list}\n\n")),
                _ => Some("=ID\n\n".to_owned()),
            });
            let heard = std::sync::Arc::clone(&script.heard);
            let terms = SeatTerms {
                opening: &stones,
                handicap: 2,
                ..terms(None)
            };
            drop(GtpSeat::greet(script, &terms, &StopFlag::new()).unwrap());
            assert_eq!(heard.lock().unwrap()[4..], *asked);
        }
    }

    #[test]
    fn its_faults_have_a_kind() {
        for (said, kind) in [
            ("", FaultKind::Crash),
            ("D4\n", FaultKind::Hang),
            ("?ID no\n\n", FaultKind::Refused),
            ("=ID I5\n\n", FaultKind::Illegal),
        ] {
            match asked(said, None).0 {
                Err(SeatError::Fault(fault)) => assert_eq!(fault.kind, kind, "{said:?}"),
                other => panic!("{said:?}: {other:?}"),
            }
        }
    }
}

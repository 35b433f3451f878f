//! Another program's engine in the player's chair, spoken to in GTP.

use std::collections::BTreeSet;
use std::time::Duration;

use super::fault::{Fault, FaultKind};
use super::player::{Decision, Player, Turn};
use super::terms::Terms;
use crate::gtp::{AskError, Controller, Peer, WaitLimit};
use sgmp_board::rules::{Color, Game, Move, Point, Status, fixed_points};
use sgmp_board::stop_flag::StopFlag;
use sgmp_engine::engine::Engine;

/// Time that an engine has for what needs no thought; its first answer waits for its weights.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(120);

/// Time that it has to say good-bye.
const QUIT_TIMEOUT: Duration = Duration::from_secs(1);

/// An engine that has not answered so long after its time was over has failed. Its flag falls before, which is a loss
/// or the judge's (call, section 11(2)); only one that no flag falls for, after a pause, comes to this.
const BEYOND_FLAG: Duration = Duration::from_secs(5);

/// The part of its time after which the operator hears of it: one of so many.
const SLOW_ANSWER_FRACTION: u32 = 4;

/// The longest name that is put on record, in characters.
const MAX_NAME_LENGTH: usize = 60;

/// An engine behind a [`Controller`] that plays for us; the final count is a judge's of our own.
pub struct GtpPlayer<P: Peer> {
    controller: Controller<P>,
    name: String,
    knows: BTreeSet<String>,
    /// The moves on the engine's board, where we know them.
    seen: Option<Vec<(Color, Move)>>,
    /// Black's stones before the first move.
    handicap: Vec<Point>,
    judge: Engine,
}

impl<P: Peer> GtpPlayer<P> {
    /// Greets an engine: who it is, and what it knows.
    ///
    /// # Errors
    /// [`AskError`], where it does not answer, has no list of commands, or `halt` is requested.
    pub fn greet(peer: P, judge: Engine, halt: &StopFlag) -> Result<Self, AskError> {
        let mut controller = Controller::new(peer);
        let limit = wait_limit(ANSWER_TIMEOUT, halt);
        let list = controller.ask("list_commands", limit)?;
        let name = controller.ask("name", limit)?;
        let version = controller.ask("version", limit)?;
        let words = format!("{name} {version}");
        let visible = words.chars().filter(|c| !c.is_control());
        let name: String = visible.take(MAX_NAME_LENGTH).collect();
        Ok(Self {
            controller,
            name: match name.trim() {
                "" => "the engine".to_owned(),
                name => name.to_owned(),
            },
            knows: list.split_whitespace().map(str::to_owned).collect(),
            seen: None,
            handicap: Vec::new(),
            judge,
        })
    }

    /// Has it play without a clock: it hears of no time, and thinks as its own words say.
    #[must_use]
    pub fn untimed(mut self) -> Self {
        for verb in ["time_settings", "time_left"] {
            self.knows.remove(verb);
        }
        self
    }

    /// Tells it the terms of the match, and that the board is empty but for a handicap.
    ///
    /// # Errors
    /// [`AskError`], where it does not play on such a board or with such a komi, or `halt` is
    /// requested.
    pub fn set_up(&mut self, terms: &Terms, halt: &StopFlag) -> Result<(), AskError> {
        let limit = wait_limit(ANSWER_TIMEOUT, halt);
        let size = terms.size.lines();
        self.controller.ask(&format!("boardsize {size}"), limit)?;
        // The older command has no word for rules by which nothing is taken off.
        let verb = match self.knows.contains("kata-set-rules") {
            true => "kata-set-rules",
            false => "kgs-rules",
        };
        self.try_to(verb, &terms.rules.to_string(), limit)?;
        let stones = terms.handicap.stones().into();
        self.handicap = fixed_points(terms.size, stones).unwrap_or_default();
        self.clear(limit)?;
        self.controller
            .ask(&format!("komi {}", terms.komi), limit)?;
        let seconds = whole_seconds(terms.main_time);
        self.try_to("time_settings", &format!("{seconds} 0 0"), limit)?;
        self.seen = Some(Vec::new());
        Ok(())
    }

    /// The engine's own name.
    #[must_use]
    pub fn engine_name(&self) -> &str {
        &self.name
    }

    /// A command that helps and is not needed.
    fn try_to(&mut self, verb: &str, words: &str, limit: WaitLimit<'_>) -> Result<(), AskError> {
        if !self.knows.contains(verb) {
            log::debug!("{} does not know {verb}", self.name);
            return Ok(());
        }
        match self.controller.ask(&format!("{verb} {words}"), limit) {
            Err(refused @ AskError::Refused { .. }) => {
                log::warn!("{}: {refused}", self.name);
                Ok(())
            }
            answer => answer.map(drop),
        }
    }

    /// Clears the board, and gives Black its handicap.
    fn clear(&mut self, limit: WaitLimit<'_>) -> Result<(), AskError> {
        self.controller.ask("clear_board", limit)?;
        let names: Vec<String> = self.handicap.iter().map(Point::to_string).collect();
        if names.is_empty() {
            return Ok(());
        }
        let words = names.join(" ");
        if self.knows.contains("set_free_handicap") {
            let command = format!("set_free_handicap {words}");
            return self.controller.ask(&command, limit).map(drop);
        }
        for name in names {
            self.controller.ask(&format!("play black {name}"), limit)?;
        }
        Ok(())
    }

    /// Plays what the engine has not seen; all of it anew where its board is not ours.
    fn catch_up(&mut self, moves: &[(Color, Move)], limit: WaitLimit<'_>) -> Result<(), AskError> {
        let known = match self.seen.take() {
            Some(seen) if moves.starts_with(&seen) => seen.len(),
            _ => {
                self.clear(limit)?;
                0
            }
        };
        for (color, mv) in &moves[known..] {
            let command = format!("play {} {mv}", word(*color));
            self.controller.ask(&command, limit)?;
        }
        self.seen = Some(moves.to_vec());
        Ok(())
    }

    /// Asks for a move, and tells the operator once that takes long.
    fn answer(&mut self, turn: &Turn<'_>) -> Result<String, AskError> {
        let given_up = |elapsed| turn.time_left.saturating_sub(elapsed) + BEYOND_FLAG;
        let most = ANSWER_TIMEOUT.min(given_up(Duration::ZERO));
        self.catch_up(turn.game.moves(), wait_limit(most, turn.halt))?;
        let (color, elapsed) = (word(turn.color), (turn.timing.elapsed)());
        let left = turn.time_left.saturating_sub(elapsed);
        let words = format!("{color} {} 0", whole_seconds(left));
        self.try_to("time_left", &words, wait_limit(most, turn.halt))?;

        // From here on its board is whatever it makes of it, until it has answered.
        self.seen = None;
        let asked = self.controller.send(&format!("genmove {color}"))?;
        let soon = wait_limit(left / SLOW_ANSWER_FRACTION, turn.halt);
        let answer = self.controller.wait(&asked, soon);
        let Err(AskError::Silent { waited, .. }) = answer else {
            return answer;
        };
        let (name, seconds) = (&self.name, waited.as_secs());
        log::warn!("{name} has been thinking for {seconds} s, a quarter of the time it has left");
        let most = given_up(elapsed);
        self.controller.wait(&asked, wait_limit(most, turn.halt))
    }

    fn failed(&self, kind: FaultKind, what: &impl std::fmt::Display) -> Fault {
        Fault::new(kind, format_args!("{}: {what}", self.name))
    }

    /// The fault of an engine that has not answered. One that is halted has taken too long, if anybody asks.
    fn unanswered(&self, error: &AskError) -> Fault {
        let kind = FaultKind::of_unanswered(error).unwrap_or(FaultKind::Hang);
        self.failed(kind, error)
    }
}

impl<P: Peer> Player for GtpPlayer<P> {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Result<Decision, Fault> {
        let answer = self.answer(turn).map_err(|error| self.unanswered(&error))?;
        let decision = decision(&answer).ok_or_else(|| {
            let excerpt: String = answer.chars().take(40).collect();
            let what = format!("it answered {excerpt:?}, which is no move");
            self.failed(FaultKind::Illegal, &what)
        })?;
        if let Decision::Move(mv) = decision {
            let mut seen = turn.game.moves().to_vec();
            seen.push((turn.color, mv));
            self.seen = Some(seen);
        }
        Ok(decision)
    }

    fn status(&mut self, game: &Game) -> Result<Status, Fault> {
        Ok(self.judge.status(game))
    }
}

impl<P: Peer> Drop for GtpPlayer<P> {
    /// Says good-bye where somebody listens.
    fn drop(&mut self) {
        let halt = StopFlag::new();
        if self.controller.is_idle()
            && let Err(error) = self.controller.ask("quit", wait_limit(QUIT_TIMEOUT, &halt))
        {
            log::debug!("{}: {error}", self.name);
        }
    }
}

const fn wait_limit(timeout: Duration, halt: &StopFlag) -> WaitLimit<'_> {
    WaitLimit { timeout, halt }
}

fn decision(answer: &str) -> Option<Decision> {
    if answer.eq_ignore_ascii_case("resign") {
        return Some(Decision::Resign);
    }
    if answer.eq_ignore_ascii_case("pass") {
        return Some(Decision::Move(Move::Pass));
    }
    Point::parse(answer).map(|point| Decision::Move(Move::Play(point)))
}

const fn word(color: Color) -> &'static str {
    match color {
        Color::Black => "black",
        Color::White => "white",
    }
}

/// No clock says 0: that means without limit to some engines.
fn whole_seconds(time: Duration) -> u64 {
    time.as_secs().max(1)
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use super::*;
    use crate::gtp::testing::Script;
    use sgmp_board::rules::{BoardSize, ByColor, Komi, Rules};
    use sgmp_engine::engine::{Settings, Timing};
    use sgmp_engine::time_control::Effort;

    type Answers = Box<dyn FnMut(&str) -> Option<String> + Send>;

    fn terms() -> Terms {
        Terms {
            color: Color::Black,
            size: BoardSize::new(9).unwrap(),
            komi: Komi::FIVE_AND_A_HALF,
            rules: Rules::Chinese.into(),
            main_time: Duration::from_secs(3000),
            used: Duration::ZERO,
            names: ByColor::new(String::new(), String::new()),
            event: String::new(),
            place: String::new(),
            round: String::new(),
            date: String::new(),
            handicap: sgmp_proto::Handicap::EVEN,
            dialect: crate::play::Dialect::Fjk,
        }
    }

    /// An engine that is polite but for its moves.
    fn player(
        mut genmove: impl FnMut() -> Option<&'static str> + Send + 'static,
    ) -> (GtpPlayer<Script<Answers>>, Arc<Mutex<Vec<String>>>) {
        let answers: Answers = Box::new(move |command| {
            let text = match command {
                "list_commands" => "play\ngenmove\nkgs-rules\ntime_settings\ntime_left",
                "name" => "Tester\u{7}",
                "version" => "1.0",
                genmove_of if genmove_of.starts_with("genmove") => {
                    return genmove().map(str::to_owned);
                }
                _ => "",
            };
            Some(format!("=ID {text}\n\n"))
        });
        let script = Script::new(answers);
        let heard = Arc::clone(&script.heard);
        let judge = Engine::new(Settings::default());
        let mut player = GtpPlayer::greet(script, judge, &StopFlag::new()).unwrap();
        player.set_up(&terms(), &StopFlag::new()).unwrap();
        (player, heard)
    }

    fn game(moves: &[&str]) -> Game {
        let mut game = Game::new(terms().size, terms().komi);
        for mv in moves {
            let mv = Point::parse(mv).map_or(Move::Pass, Move::Play);
            game.play(game.to_move(), mv).unwrap();
        }
        game
    }

    fn choose(
        player: &mut GtpPlayer<Script<Answers>>,
        game: &Game,
        halt: &StopFlag,
    ) -> Result<Decision, Fault> {
        let elapsed = || Duration::from_millis(1500);
        player.choose(&Turn {
            game,
            color: game.to_move(),
            time_left: Duration::from_secs(100),
            halt,
            timing: Timing {
                effort: Effort::Counted { most: None },
                elapsed: &elapsed,
            },
        })
    }

    #[test]
    fn the_engine_hears_the_terms_the_moves_and_its_clock() {
        let (mut player, heard) = player(|| Some("=ID e5\n\n"));
        assert_eq!(player.name(), "Tester 1.0");
        let e5 = Decision::Move(Move::Play(Point::parse("E5").unwrap()));
        let halt = StopFlag::new();
        assert_eq!(choose(&mut player, &game(&["A1", "B1"]), &halt), Ok(e5));
        let moves = ["A1", "B1", "E5", "pass"];
        assert_eq!(choose(&mut player, &game(&moves), &halt), Ok(e5));
        // Not the move it made: all is told anew.
        assert_eq!(
            choose(&mut player, &game(&["A1", "B1", "C1"]), &halt),
            Ok(e5)
        );
        drop(player);
        assert_eq!(
            heard.lock().unwrap()[3..],
            [
                "boardsize 9",
                "kgs-rules chinese",
                "clear_board",
                "komi 5.5",
                "time_settings 3000 0 0",
                "play black A1",
                "play white B1",
                "time_left black 98 0",
                "genmove black",
                "play white pass",
                "time_left black 98 0",
                "genmove black",
                "clear_board",
                "play black A1",
                "play white B1",
                "play black C1",
                "time_left white 98 0",
                "genmove white",
                "quit",
            ]
        );
    }

    #[test]
    fn a_handicap_stands_on_its_board_whenever_that_is_cleared() {
        let (mut player, heard) = player(|| Some("=ID e5\n\n"));
        let terms = Terms {
            handicap: sgmp_proto::Handicap::new(2).unwrap(),
            ..terms()
        };
        heard.lock().unwrap().clear();
        player.set_up(&terms, &StopFlag::new()).unwrap();
        // Taken back: all is told anew.
        player.seen = Some(vec![(Color::White, Move::Pass)]);
        let game = terms.opening().unwrap();
        choose(&mut player, &game, &StopFlag::new()).unwrap();
        let heard = heard.lock().unwrap();
        let stones = ["clear_board", "play black C3", "play black G7"];
        let cleared: Vec<_> = heard.windows(3).filter(|told| *told == stones).collect();
        assert_eq!(cleared.len(), 2, "{heard:?}");
    }

    #[test]
    fn pass_and_resign_are_understood() {
        for (said, expected) in [
            ("=ID PASS\n\n", Decision::Move(Move::Pass)),
            ("= resign\n\n", Decision::Resign),
        ] {
            let (mut player, _) = player(move || Some(said));
            assert_eq!(
                choose(&mut player, &game(&[]), &StopFlag::new()),
                Ok(expected)
            );
        }
    }

    #[test]
    fn whatever_else_it_does_the_operator_is_told() {
        for (said, told) in [
            (
                Some("=ID I5\n\n"),
                "Tester 1.0: it answered \"I5\", which is no move",
            ),
            (
                Some("=ID D4 E5\n\n"),
                "Tester 1.0: it answered \"D4 E5\", which is no move",
            ),
            (
                Some("=ID\n\n"),
                "Tester 1.0: it answered \"\", which is no move",
            ),
            (
                Some("?ID no\n\n"),
                "Tester 1.0: it refuses `genmove black`: no",
            ),
            (
                Some("D4\n"),
                "Tester 1.0: it has not answered `genmove black` in 103 s",
            ),
            (
                None,
                "Tester 1.0: it was asked `genmove black` and is gone: it ended with exit code 1",
            ),
        ] {
            let (mut player, _) = player(move || said);
            let failed = choose(&mut player, &game(&[]), &StopFlag::new()).unwrap_err();
            assert_eq!(failed.to_string(), told);
        }
    }

    #[test]
    fn an_untimed_engine_hears_of_no_clock() {
        let (player, heard) = player(|| Some("=ID e5\n\n"));
        let mut player = player.untimed();
        let so_far = heard.lock().unwrap().len();
        player.set_up(&terms(), &StopFlag::new()).unwrap();
        choose(&mut player, &game(&[]), &StopFlag::new()).unwrap();
        let heard = heard.lock().unwrap();
        assert!(heard[so_far..].iter().all(|line| !line.starts_with("time")));
        assert_eq!(heard.last().map(String::as_str), Some("genmove black"));
    }

    #[test]
    fn a_move_that_nobody_wants_any_more_does_not_stay_on_its_board() {
        let mut count = 0;
        let halt = StopFlag::new();
        let comes_late = halt.clone();
        let (mut player, heard) = player(move || {
            count += 1;
            if count > 1 {
                return Some("=ID E5\n\n");
            }
            comes_late.request();
            Some("=ID C3\n\n")
        });
        assert!(choose(&mut player, &game(&[]), &halt).is_err());
        let e5 = Decision::Move(Move::Play(Point::parse("E5").unwrap()));
        assert_eq!(choose(&mut player, &game(&[]), &StopFlag::new()), Ok(e5));
        let heard = heard.lock().unwrap();
        let after = heard.iter().skip_while(|line| *line != "genmove black");
        let after: Vec<_> = after.skip(1).map(String::as_str).collect();
        assert_eq!(
            after,
            ["clear_board", "time_left black 98 0", "genmove black"]
        );
    }
}

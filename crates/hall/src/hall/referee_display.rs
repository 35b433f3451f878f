//! Display of a refereed game: the board, the moves and the clocks, and the log.

use std::fmt::Display;
use std::fs::File;
use std::io::{self, Write};
use std::time::Duration;

use crate::tournament::CommandTemplate;
use crate::tournament::referee::{
    RefereeEvent, RefereeGame, RefereeRuling, Refereed, announced_diagram,
};
use sgmp_board::failure::{Blame, Failure};
use sgmp_board::record::{GameInfo, GameRecord, Player};
use sgmp_board::rules::{ByColor, Color, Move};
use sgmp_match::console::stdout_line;
use sgmp_match::play::FaultKind;
use sgmp_match::port::wall_clock;

/// Ignored lines of a program that are kept in the log; the rest is counted.
const MAX_IGNORED: u32 = 10_000;

/// Moves on a line of the history.
const MOVES_A_LINE: usize = 10;

/// Standard output and the log.
pub struct RefereeDisplay {
    is_quiet: bool,
    log: Option<File>,
    log_error: Option<io::Error>,
    ignored: ByColor<u32>,
}

impl RefereeDisplay {
    /// A display that says only results if it is quiet, and writes all that passes into a log if there is one.
    pub fn new(is_quiet: bool, log: Option<File>) -> Self {
        Self {
            is_quiet,
            log,
            log_error: None,
            ignored: ByColor::default(),
        }
    }

    /// Tells the programs that play.
    pub fn begin(&mut self, commands: &ByColor<CommandTemplate>) {
        for color in [Color::Black, Color::White] {
            self.keep(Duration::ZERO, format_args!("{color}: {}", commands[color]));
        }
    }

    /// Shows an event, and keeps it.
    pub fn tell(&mut self, now: Duration, rules: &RefereeGame, event: &RefereeEvent) {
        match event {
            RefereeEvent::Moved { number, color, mv } => {
                self.keep(now, format_args!("{number}. {color} {mv}"));
                if !self.is_quiet {
                    stdout_line(format_args!(
                        "\n{}",
                        announced_diagram(rules.game().board())
                    ));
                }
                stdout_line(format_args!("{number}. {color} {mv}   {}", clocks(rules)));
            }
            RefereeEvent::Ignored {
                color,
                line,
                is_out_of_turn,
            } => self.ignore(now, *color, line, *is_out_of_turn),
            RefereeEvent::LimitPassed { color, user } => {
                let told = format!(
                    "{color} has used {:.2} s of user time, more than its limit, and hears \"time\"",
                    user.as_secs_f64()
                );
                self.keep(now, &told);
                stdout_line(told);
            }
            RefereeEvent::Over(ruling) => self.keep(now, in_words(ruling)),
        }
    }

    fn ignore(&mut self, now: Duration, color: Color, line: &str, is_out_of_turn: bool) {
        self.ignored[color] = self.ignored[color].saturating_add(1);
        if self.ignored[color] > MAX_IGNORED {
            return;
        }
        let why = if is_out_of_turn {
            "out of turn"
        } else {
            "ignored"
        };
        let line: String = line.chars().filter(|c| !c.is_control()).collect();
        self.keep(now, format_args!("{color} {why}: {line}"));
    }

    /// Shows the end: the moves, the ruling, the result, the times.
    pub fn end(&mut self, refereed: &Refereed) {
        let mut told = vec![String::new()];
        told.extend(history(refereed));
        match &refereed.ruling {
            Some(ruling) => told.push(in_words(ruling)),
            None => told.push("interrupted".to_owned()),
        }
        told.push(format!("result: {}", refereed.result));
        for color in [Color::Black, Color::White] {
            let user = refereed.user[color].as_secs_f64();
            let ignored = self.ignored[color];
            told.push(format!(
                "{color}: {user:.2} s of user time, {ignored} lines ignored"
            ));
        }
        for line in told {
            stdout_line(&line);
            self.keep_line(&line);
        }
    }

    /// The game on paper.
    pub fn record(&self, refereed: &Refereed, commands: &ByColor<CommandTemplate>) -> GameRecord {
        let player = |color: Color| Player {
            name: Some(commands[color].to_string()),
            rank: None,
        };
        let mut record = refereed.record();
        record.info = GameInfo {
            players: ByColor::new(player(Color::Black), player(Color::White)),
            date: Some(wall_clock().strftime("%Y-%m-%d").to_string()),
            comment: refereed.ruling.as_ref().map(in_words),
            ..record.info
        };
        record
    }

    fn keep(&mut self, now: Duration, what: impl Display) {
        self.keep_line(&format!("{:9.3}  {what}", now.as_secs_f64()));
    }

    fn keep_line(&mut self, line: &str) {
        if let Some(log) = &mut self.log
            && let Err(error) = log.write_all(format!("{line}\n").as_bytes())
        {
            self.log_error.get_or_insert(error);
        }
    }

    /// Tells whether the log is whole.
    ///
    /// # Errors
    /// The first error of the system.
    pub fn finish_log(self) -> Result<(), Failure> {
        match self.log_error {
            None => Ok(()),
            Some(error) => Err(Failure::new(Blame::Record, format!("--log: {error}"))),
        }
    }
}

fn clocks(rules: &RefereeGame) -> String {
    let seconds = |color| format!("{:.2} s", rules.user_time(color).as_secs_f64());
    format!(
        "user time {} / {}",
        seconds(Color::Black),
        seconds(Color::White)
    )
}

fn in_words(ruling: &RefereeRuling) -> String {
    match ruling {
        RefereeRuling::Passes => "both have passed: the game is counted".to_owned(),
        RefereeRuling::Fault { loser, fault } => match fault.kind {
            FaultKind::Time | FaultKind::Hang => format!("{loser} forfeits by time: {fault}"),
            _ => format!("{loser} forfeits: {fault}"),
        },
        RefereeRuling::Resignation { loser } => format!("{loser} resigns"),
        RefereeRuling::NoResult { why, .. } => format!("no result: {why}"),
    }
}

/// The moves in lines of ten.
fn history(refereed: &Refereed) -> Vec<String> {
    let moves: Vec<Move> = refereed.game.moves().iter().map(|(_, mv)| *mv).collect();
    let lines = moves.chunks(MOVES_A_LINE).enumerate();
    lines
        .map(|(line, moves)| {
            let moves: Vec<String> = moves.iter().map(ToString::to_string).collect();
            format!("{:>4}. {}", line * MOVES_A_LINE + 1, moves.join(" "))
        })
        .collect()
}

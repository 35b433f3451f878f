//! The rules of the referee: a state machine without processes and without a clock.
//
// A program's limit is on its accumulated user time, which its runner hands in as accounts. Once it is
// passed, the program hears "time", and from then on each of its moves has a limit of its own, counted
// from the opponent's move, and for the move that it is thinking about from that word. A program that
// uses no processor would never be late by such a clock, so the time on the wall bounds each move, too.

use std::collections::VecDeque;
use std::time::Duration;

use super::referee_events::{RefereeEvent, RefereeOutput, RefereeRuling};
use super::referee_terms::{MoveClock, RefereeTerms};
use super::usenix_words::{Said, TIME, read_line};
use sgmp_board::rules::{ByColor, Color, Game, Move};
use sgmp_match::play::{EndKind, Fault, FaultKind};

/// Most characters of a program's line that an event repeats.
const MAX_EXCERPT: usize = 200;

#[derive(Clone, Copy, Debug, Default)]
struct Account {
    user: Duration,
    is_late: bool,
    /// The wall's time when it was asked, and its user time then.
    asked_at: Duration,
    asked_user: Duration,
}

/// A game under the referee's rules.
#[derive(Debug)]
pub struct RefereeGame {
    terms: RefereeTerms,
    game: Game,
    accounts: ByColor<Account>,
    outputs: VecDeque<RefereeOutput>,
    is_over: bool,
}

impl RefereeGame {
    /// A game that begins at time zero: Black is to move, and hears nothing of it.
    #[must_use]
    pub fn new(terms: RefereeTerms) -> Self {
        Self {
            game: Game::new(terms.size, terms.komi).with_rules(terms.rules),
            terms,
            accounts: ByColor::default(),
            outputs: VecDeque::new(),
            is_over: false,
        }
    }

    /// The game so far.
    #[must_use]
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// User time of a program at its last account.
    #[must_use]
    pub fn user_time(&self, color: Color) -> Duration {
        self.accounts[color].user
    }

    /// True once there is a ruling.
    #[must_use]
    pub const fn is_over(&self) -> bool {
        self.is_over
    }

    /// The next thing to send or to show; to be asked until there is none after each input.
    #[must_use]
    pub fn poll_output(&mut self) -> Option<RefereeOutput> {
        self.outputs.pop_front()
    }

    /// Takes the user time of a program and all that it has started. It should be fresh when a line
    /// with a move is handed in.
    pub fn handle_account(&mut self, now: Duration, color: Color, user: Duration) {
        if self.is_over {
            return;
        }
        let account = &mut self.accounts[color];
        account.user = account.user.max(user);
        if account.user > self.terms.user_limit && !account.is_late {
            account.is_late = true;
            account.asked_at = now;
            account.asked_user = account.user;
            let user = account.user;
            self.tell(RefereeEvent::LimitPassed { color, user });
            self.send(color, TIME.to_owned());
        }
        if color == self.game.to_move() {
            self.check_time(now, color);
        }
    }

    /// Ends the game where the program to move is too late.
    fn check_time(&mut self, now: Duration, color: Color) {
        let account = self.accounts[color];
        let wall = now.saturating_sub(account.asked_at);
        let user = account.user.saturating_sub(account.asked_user);
        let terms = &self.terms;
        let no_move =
            |what: &str, limit: Duration| format!("no move in {} s {what}", limit.as_secs_f64());
        let lost = |kind: FaultKind, words: String| RefereeRuling::Fault {
            loser: color,
            fault: Fault::new(kind, words),
        };
        let late_by = |what: &str, limit: Duration| lost(FaultKind::Time, no_move(what, limit));
        let ruling = match (account.is_late, terms.move_clock) {
            (false, _) if wall > terms.wall_guard => {
                lost(FaultKind::Hang, no_move("on the wall", terms.wall_guard))
            }
            (true, MoveClock::User) if user > terms.move_limit => {
                late_by("of user time after the limit", terms.move_limit)
            }
            (true, MoveClock::Wall) if wall > terms.move_limit => {
                late_by("on the wall after the limit", terms.move_limit)
            }
            (true, MoveClock::User) if wall > terms.late_wall_guard => {
                late_by("on the wall after the limit", terms.late_wall_guard)
            }
            _ => return,
        };
        self.end(ruling);
    }

    /// Takes a line of a program.
    pub fn handle_line(&mut self, now: Duration, color: Color, line: &str) {
        if self.is_over {
            return;
        }
        let is_its_turn = color == self.game.to_move();
        match read_line(line) {
            Said::Move(mv) if is_its_turn => self.make(now, color, mv),
            Said::Resign if is_its_turn && self.terms.allows_resigning => {
                self.end(RefereeRuling::Resignation { loser: color });
            }
            said => self.tell(RefereeEvent::Ignored {
                color,
                line: line.chars().take(MAX_EXCERPT).collect(),
                is_out_of_turn: matches!(said, Said::Move(_)),
            }),
        }
    }

    fn make(&mut self, now: Duration, color: Color, mv: Move) {
        let off_board = match mv {
            Move::Play(point) if !point.is_on(self.terms.size) => {
                Some(format!("not on a board of {}", self.terms.size))
            }
            _ => None,
        };
        let refused = off_board.or_else(|| {
            let played = self.game.play(color, mv);
            played.err().map(|why| why.to_string())
        });
        if let Some(why) = refused {
            let words = format_args!("{mv} is illegal: {why}");
            let fault = Fault::new(FaultKind::Illegal, words);
            return self.end(RefereeRuling::Fault {
                loser: color,
                fault,
            });
        }
        let number = self.game.move_count();
        self.tell(RefereeEvent::Moved { number, color, mv });
        self.send(!color, mv.to_string());
        if self.game.consecutive_passes() >= 2 {
            self.end(RefereeRuling::Passes);
        } else if let Some(cycle) = self.game.cycle() {
            let why = format!("a cycle of {} moves came back", cycle.moves);
            let kind = EndKind::Cycle;
            self.end(RefereeRuling::NoResult { kind, why });
        } else if number >= self.terms.max_moves {
            let why = format!("{number} moves were made");
            let kind = EndKind::MoveLimit;
            self.end(RefereeRuling::NoResult { kind, why });
        } else {
            let account = &mut self.accounts[!color];
            account.asked_at = now;
            account.asked_user = account.user;
        }
    }

    /// Takes the end of a program, in words.
    pub fn handle_gone(&mut self, color: Color, how: &str) {
        if !self.is_over {
            let fault = Fault::new(FaultKind::Crash, how);
            self.end(RefereeRuling::Fault {
                loser: color,
                fault,
            });
        }
    }

    fn end(&mut self, ruling: RefereeRuling) {
        self.is_over = true;
        self.tell(RefereeEvent::Over(ruling));
    }

    fn tell(&mut self, event: RefereeEvent) {
        self.outputs.push_back(RefereeOutput::Event(event));
    }

    fn send(&mut self, color: Color, line: String) {
        self.outputs.push_back(RefereeOutput::Send { color, line });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sgmp_board::rules::BoardSize;

    const fn secs(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    fn game(terms: RefereeTerms) -> RefereeGame {
        RefereeGame::new(terms)
    }

    /// All outputs, in short.
    fn drain(game: &mut RefereeGame) -> Vec<String> {
        let outputs = std::iter::from_fn(|| game.poll_output());
        outputs
            .map(|output| match output {
                RefereeOutput::Send { color, line } => format!("{color} hears {line}"),
                RefereeOutput::Event(RefereeEvent::Moved { number, color, mv }) => {
                    format!("{number}. {color} {mv}")
                }
                RefereeOutput::Event(RefereeEvent::Ignored {
                    color,
                    line,
                    is_out_of_turn,
                }) => format!("{color} ignored {line} {is_out_of_turn}"),
                RefereeOutput::Event(RefereeEvent::LimitPassed { color, .. }) => {
                    format!("{color} over the limit")
                }
                RefereeOutput::Event(RefereeEvent::Over(ruling)) => match ruling.result() {
                    Some(result) => format!("over: {result}"),
                    None => "over: count".to_owned(),
                },
            })
            .collect()
    }

    fn play(lines: &[(Color, &str)]) -> Vec<String> {
        let mut game = game(RefereeTerms {
            allows_resigning: true,
            ..RefereeTerms::default()
        });
        for (color, line) in lines {
            game.handle_line(Duration::ZERO, *color, line);
        }
        drain(&mut game)
    }

    #[test]
    fn moves_go_to_the_other_program_and_garbage_to_nobody() {
        use Color::{Black, White};
        assert_eq!(
            play(&[
                (Black, "thinking"),
                (Black, "Q16"),
                (Black, "D4"),
                (White, "pass"),
                (Black, "pass"),
                (White, "A1"),
            ]),
            [
                "Black ignored thinking false",
                "1. Black Q16",
                "White hears Q16",
                "Black ignored D4 true",
                "2. White pass",
                "Black hears pass",
                "3. Black pass",
                "White hears pass",
                "over: count",
            ]
        );
        assert_eq!(play(&[(Black, "resign")]), ["over: W+R"]);
    }

    #[test]
    fn a_well_formed_illegal_move_forfeits() {
        use Color::{Black, White};
        let occupied = play(&[(Black, "Q16"), (White, "Q16")]);
        assert_eq!(occupied.last().unwrap(), "over: B+F");
        // A ko: Black takes at C3, White may not take back at once.
        let ko = [
            (Black, "C4"),
            (White, "D4"),
            (Black, "B3"),
            (White, "E3"),
            (Black, "C2"),
            (White, "D2"),
            (Black, "Q16"),
            (White, "C3"),
            (Black, "D3"),
            (White, "C3"),
        ];
        assert_eq!(play(&ko).last().unwrap(), "over: B+F");
        let mut small = game(RefereeTerms {
            size: BoardSize::new(9).unwrap(),
            ..RefereeTerms::default()
        });
        small.handle_line(Duration::ZERO, Black, "Q16");
        assert_eq!(drain(&mut small), ["over: W+F"], "off the board");
    }

    #[test]
    fn the_limit_is_told_once_and_each_further_move_has_its_own() {
        use Color::{Black, White};
        let mut game = game(RefereeTerms::default());
        game.handle_account(secs(10), Black, secs(3600));
        assert_eq!(drain(&mut game), Vec::<String>::new());
        game.handle_account(secs(20), Black, secs(3601));
        assert_eq!(
            drain(&mut game),
            ["Black over the limit", "Black hears time"]
        );
        game.handle_account(secs(30), Black, secs(3616));
        assert!(!game.is_over(), "15 s for the move it thinks about");
        game.handle_line(secs(31), Black, "Q16");
        drain(&mut game);
        // It thinks on the opponent's time: that is no move of its own.
        game.handle_account(secs(40), Black, secs(3650));
        game.handle_account(secs(41), White, secs(9));
        assert!(!game.is_over());
        game.handle_line(secs(50), White, "D4");
        game.handle_account(secs(60), Black, secs(3660));
        assert!(!game.is_over());
        game.handle_account(secs(61), Black, secs(3666));
        assert_eq!(drain(&mut game).last().unwrap(), "over: W+T");
    }

    #[test]
    fn who_uses_no_processor_is_late_by_the_wall() {
        let ended_at = |terms: RefereeTerms, is_late: bool| {
            let mut game = game(terms);
            if is_late {
                game.handle_account(Duration::ZERO, Color::Black, secs(4000));
            }
            let user = if is_late { secs(4000) } else { secs(0) };
            (0..4000).find(|now| {
                game.handle_account(secs(*now), Color::Black, user);
                game.is_over()
            })
        };
        assert_eq!(ended_at(RefereeTerms::default(), false), Some(1801));
        assert_eq!(ended_at(RefereeTerms::default(), true), Some(61));
        let by_wall = RefereeTerms {
            move_clock: MoveClock::Wall,
            ..RefereeTerms::default()
        };
        assert_eq!(ended_at(by_wall, true), Some(16));
    }

    #[test]
    fn a_program_that_is_gone_loses_and_the_longest_game_has_no_result() {
        let mut gone = game(RefereeTerms::default());
        gone.handle_gone(Color::White, "it ended with exit code 1");
        gone.handle_gone(Color::Black, "it ended with exit code 1");
        assert_eq!(drain(&mut gone), ["over: B+F"]);
        let mut long = game(RefereeTerms {
            max_moves: 2,
            ..RefereeTerms::default()
        });
        long.handle_line(Duration::ZERO, Color::Black, "A1");
        long.handle_line(Duration::ZERO, Color::White, "B2");
        assert_eq!(drain(&mut long).last().unwrap(), "over: Void");
    }
}

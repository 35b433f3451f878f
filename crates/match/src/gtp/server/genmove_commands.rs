//! Commands that choose a move.

use std::time::Duration;

use super::host::{Host, StoppedBy};
use super::server_state::ServerState;
use crate::gtp::arguments::Arguments;
use crate::gtp::reply::{Refusal, Reply};
use sgmp_board::rules::{Color, Move};
use sgmp_board::stop_flag::StopFlag;
use sgmp_engine::engine::{Choice, Decision, Timing};
use sgmp_engine::time_control::{Effort, Thinking};

/// Thinking time for a move in an untimed game.
const UNTIMED_MOVE: Duration = Duration::from_secs(2);

/// `genmove COLOR`.
pub(super) fn genmove(state: &mut ServerState, args: &Arguments<'_>, host: &mut dyn Host) -> Reply {
    state.generate(args.color(0)?, host)
}

/// `genmove_black`, version 1 of the protocol.
pub(super) fn genmove_black(
    state: &mut ServerState,
    _: &Arguments<'_>,
    host: &mut dyn Host,
) -> Reply {
    state.generate(Color::Black, host)
}

/// `genmove_white`, version 1 of the protocol.
pub(super) fn genmove_white(
    state: &mut ServerState,
    _: &Arguments<'_>,
    host: &mut dyn Host,
) -> Reply {
    state.generate(Color::White, host)
}

/// `reg_genmove COLOR`: what genmove would answer, but nothing is played.
pub(super) fn reg_genmove(
    state: &mut ServerState,
    args: &Arguments<'_>,
    host: &mut dyn Host,
) -> Reply {
    let color = args.color(0)?;
    Ok(name(state.choose(color, host)))
}

/// `kgs-genmove_cleanup COLOR`: no pass and no resignation before all dead stones are captured.
pub(super) fn genmove_cleanup(
    state: &mut ServerState,
    args: &Arguments<'_>,
    host: &mut dyn Host,
) -> Reply {
    let color = args.color(0)?;
    let begun = host.now();
    let decision = match state.capturing_move(color) {
        Move::Play(point) => Decision::Move(Move::Play(point)),
        Move::Pass => match state.choose(color, host) {
            Decision::Resign => Decision::Move(Move::Pass),
            decision => decision,
        },
    };
    state.clocks.spend(color, host.now().saturating_sub(begun));
    state.carry_out(color, decision)
}

fn name(decision: Decision) -> String {
    match decision {
        Decision::Move(mv) => mv.to_string(),
        Decision::Resign => "resign".to_owned(),
    }
}

impl ServerState {
    /// The effort for the next move of this color.
    pub(super) fn effort_for(&self, color: Color) -> Effort {
        let budget = self.clocks.budget(color, self.position.game());
        let counted = self.config.engine.playouts.is_some();
        let thinking = match self.config.move_time {
            Some(time) => Thinking::Fixed(time),
            None if counted => Thinking::Counted,
            None if budget.is_none() => Thinking::Fixed(UNTIMED_MOVE),
            None => Thinking::ByTheClock,
        };
        thinking.effort(budget)
    }

    /// Chooses a move by the clock, plays it and names it.
    fn generate(&mut self, color: Color, host: &mut dyn Host) -> Reply {
        let begun = host.now();
        let decision = self.choose(color, host);
        self.clocks.spend(color, host.now().saturating_sub(begun));
        self.carry_out(color, decision)
    }

    fn choose(&mut self, color: Color, host: &mut dyn Host) -> Decision {
        let begun = host.now();
        let effort = self.effort_for(color);
        let halt = host.start_search(effort.most(), StoppedBy::Interrupt);
        let (engine, position) = self.engine_and_position();
        let elapsed = || host.now().saturating_sub(begun);
        let timing = Timing {
            effort,
            elapsed: &elapsed,
        };
        let choice = engine.choose_timed(position.game(), color, &halt, &timing);
        self.settle(color, choice)
    }

    /// The engine's decision, or its next best if the rules forbid that.
    pub(super) fn settle(&mut self, color: Color, choice: Choice) -> Decision {
        self.last_choice = Some((color, choice));
        match choice.decision {
            Decision::Move(mv) if !self.position.allows(color, mv) => {
                let others = self.known_moves(color).into_iter();
                let mut legal = others.filter(|mv| self.position.allows(color, *mv));
                Decision::Move(legal.next().unwrap_or(Move::Pass))
            }
            decision => decision,
        }
    }

    /// Carries out a decision and names it.
    pub(super) fn carry_out(
        &mut self,
        color: Color,
        decision: Decision,
    ) -> Result<String, Refusal> {
        match decision {
            Decision::Move(mv) => self.position.play(color, mv)?,
            Decision::Resign => self.position.resign(color),
        }
        Ok(name(decision))
    }

    /// Moves of the tree, the most visited first.
    fn known_moves(&mut self, color: Color) -> Vec<Move> {
        let halt = StopFlag::new();
        halt.request();
        let (engine, position) = self.engine_and_position();
        let thought = engine.analyze(position.game(), color, &halt, 0);
        thought.moves.into_iter().map(|known| known.mv).collect()
    }

    /// A move towards the capture of the opponent's dead stones; a pass if there is none.
    fn capturing_move(&mut self, color: Color) -> Move {
        let known = self.known_moves(color);
        let (engine, position) = self.engine_and_position();
        let found = engine.capturing_move(position.game(), color, &known);
        found.map_or(Move::Pass, Move::Play)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gtp::server::fake_host::{FakeHost, ask, ask_in, play_diagram, server};
    use crate::gtp::{Config, Rules, Server};

    #[test]
    fn a_move_is_played_and_a_suggestion_is_not() {
        let mut server = server();
        ask(&mut server, "boardsize 5");
        let suggested = ask(&mut server, "reg_genmove b");
        let point = suggested.strip_prefix("= ").unwrap();
        assert_eq!(ask(&mut server, &format!("is_legal b {point}")), "= 1");
        assert_eq!(ask(&mut server, "move_history"), "=");
        let played = ask(&mut server, "1 genmove BLACK");
        let last = ask(&mut server, "last_move");
        assert_eq!(last, played.replace("=1 ", "= black "));
        assert_eq!(
            ask(&mut server, "genmove x"),
            "? invalid color or coordinate"
        );
    }

    #[test]
    fn the_time_for_a_move_is_what_was_said_last() {
        let limits = |move_time, playouts, lines: &[&str]| {
            let mut server = server();
            server.state.config.move_time = move_time;
            server.state.config.engine.playouts = playouts;
            for line in lines {
                ask(&mut server, line);
            }
            server.state.effort_for(Color::Black).most()
        };
        let second = Duration::from_secs(1);
        assert_eq!(limits(None, Some(9), &[]), None);
        assert_eq!(limits(None, None, &[]), Some(UNTIMED_MOVE));
        assert_eq!(limits(Some(second), Some(9), &[]), Some(second));
        let clock = ["time_settings 600 0 0"];
        assert!(limits(None, None, &clock).unwrap() > second);
        assert_eq!(limits(Some(second), None, &clock), Some(second));
        let late = ["time_settings 600 0 0", "time_left b 1 0"];
        assert!(limits(Some(second), None, &late).unwrap() < second / 4);
    }

    #[test]
    fn cleaning_up_captures_before_it_passes() {
        let mut server = server();
        play_diagram(
            &mut server,
            ". . X . O . .
             . . X . O . X
             . X X . O O .
             X X . . . O O
             . X X . O O .
             O . X . O . .
             . . X . O . .",
        );
        let mut answers = Vec::new();
        for _ in 0..12 {
            answers.push(ask(&mut server, "kgs-genmove_cleanup b"));
            ask(&mut server, "play w pass");
            if ask(&mut server, "captures b") == "= 1" {
                return;
            }
        }
        panic!("A2 still stands after {answers:?}");
    }

    #[test]
    fn a_forbidden_choice_gives_way_to_the_next() {
        let mut server = Server::new(Config {
            rules: Rules::Chinese.into(),
            ..server().state.config
        });
        play_diagram(
            &mut server,
            ". X . X
             O O X X
             . O X .
             . O X .",
        );
        ask(&mut server, "gogui-play_sequence b A4 w C4");
        assert_eq!(ask(&mut server, "play b B4"), "? illegal move");
        let point = sgmp_board::rules::Point::parse("B4").unwrap();
        let choice = Choice {
            decision: Decision::Move(Move::Play(point)),
            value: 0.5,
            playouts: 1,
        };
        let decision = server.state.settle(Color::Black, choice);
        assert_ne!(decision, choice.decision);
        assert!(server.state.carry_out(Color::Black, decision).is_ok());
    }

    #[test]
    fn an_interrupt_is_all_that_ends_a_move_early() {
        let mut server = server();
        ask(&mut server, "boardsize 5");
        let mut host = FakeHost::default();
        ask_in(&mut server, "genmove b", &mut host);
        assert_eq!(host.searches, [(None, StoppedBy::Interrupt)]);
    }
}

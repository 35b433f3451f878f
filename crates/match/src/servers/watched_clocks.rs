//! The clocks of a game on a server as those see them who watch: by what is told with each move.

use std::time::Duration;

use sgmp_proto::Instant;

use super::server_clock::left_on;
use super::server_event::ServerEvent;
use super::server_game::ServerGame;
use sgmp_board::rules::{ByColor, Color};

/// Both clocks, as they stood when something was last told of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WatchedClocks {
    /// The time left of each side, of the main time or of the period that is on.
    pub left: ByColor<Duration>,
    /// The side whose clock runs since then.
    pub running: Option<Color>,
    /// When that was.
    pub at: Instant,
}

impl WatchedClocks {
    /// Takes in what has happened; `game` is the one that is on.
    pub fn take(&mut self, now: Instant, event: &ServerEvent, game: Option<&ServerGame>) {
        let Some(game) = game else {
            // The clocks stay as they stood at the end.
            return self.stop(now);
        };
        match event {
            ServerEvent::Game(_) => self.set(now, game),
            ServerEvent::OurTurn(clock) => {
                self.left[game.terms().color] = left_on(*clock);
                self.run(now, game);
            }
            ServerEvent::Moved { moved, .. } => {
                self.left[moved.color] = moved.left;
                self.run(now, game);
            }
            ServerEvent::Undone(_) | ServerEvent::OtherMoves(_) => self.set(now, game),
            ServerEvent::Adjourned => self.stop(now),
            _ => {}
        }
    }

    /// The time left of each side now.
    #[must_use]
    pub fn left_at(&self, now: Instant) -> ByColor<Duration> {
        let mut left = self.left;
        if let Some(color) = self.running {
            left[color] = left[color].saturating_sub(now.since(self.at));
        }
        left
    }

    /// Goes by the moves of a game alone.
    fn set(&mut self, now: Instant, game: &ServerGame) {
        let last = |color: Color| {
            let moves = game.moves().iter();
            let latest = moves.rev().find(|moved| moved.color == color);
            latest.map_or(game.terms().main_time, |moved| moved.left)
        };
        self.left = ByColor::new(last(Color::Black), last(Color::White));
        self.run(now, game);
    }

    fn run(&mut self, now: Instant, game: &ServerGame) {
        self.at = now;
        let is_over = game.game().consecutive_passes() >= 2;
        self.running = (!is_over).then(|| game.game().to_move());
    }

    fn stop(&mut self, now: Instant) {
        self.left = self.left_at(now);
        self.at = now;
        self.running = None;
    }
}

#[cfg(test)]
mod tests {
    use sgmp_board::record::Format;
    use sgmp_board::rules::{Move, Point, RuleSet};
    use sgmp_engine::time_control::Clock;

    use super::*;
    use crate::servers::game_folder::{GameFolder, ServerKind};
    use crate::servers::game_journal::TimedMove;
    use crate::servers::server_game::GameSettings;
    use crate::servers::server_setup::GameSetup;

    const SECOND: Duration = Duration::from_secs(1);

    fn at(seconds: u64) -> Instant {
        Instant::ZERO + SECOND * u32::try_from(seconds).unwrap()
    }

    #[test]
    fn the_side_that_is_to_move_uses_its_time() {
        let folder = tempfile::tempdir().unwrap();
        let settings = GameSettings {
            folder: GameFolder {
                kind: ServerKind::Cgos,
                folder: folder.path().to_owned(),
                server: "host:6819".to_owned(),
            },
            rules: RuleSet::TROMP_TAYLOR,
            format: Format::Ff4,
            lag: Duration::ZERO,
            date: || "2026-11-30".to_owned(),
        };
        let setup = GameSetup::read("7 9 7 120000 us them").unwrap();
        let mut game = ServerGame::open(&setup, Color::White, &settings).unwrap();
        let mut clocks = WatchedClocks::default();
        clocks.set(at(10), &game);
        assert_eq!(
            clocks.left_at(at(15)),
            ByColor::new(115 * SECOND, 120 * SECOND)
        );
        let mv = Move::Play(Point::parse("C3").unwrap());
        let (color, left) = (Color::Black, 113 * SECOND);
        game.heard(color, mv, left).unwrap();
        let moved = TimedMove { color, mv, left };
        let event = ServerEvent::Moved { number: 1, moved };
        clocks.take(at(17), &event, Some(&game));
        let left = Clock::Main { left: 119 * SECOND };
        clocks.take(at(18), &ServerEvent::OurTurn(left), Some(&game));
        assert_eq!(
            clocks.left_at(at(20)),
            ByColor::new(113 * SECOND, 117 * SECOND)
        );
        clocks.take(at(21), &ServerEvent::Adjourned, Some(&game));
        clocks.take(at(60), &ServerEvent::Waiting, None);
        assert_eq!(clocks.running, None);
        assert_eq!(
            clocks.left_at(at(90)),
            ByColor::new(113 * SECOND, 116 * SECOND),
            "no clock runs while a game waits"
        );
    }
}

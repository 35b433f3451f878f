//! Games on a server on a screen: what is seen of them, and what a person says there.

use std::time::Duration;

use sgmp_proto::Instant;

use super::screen_state::{Hand, ScreenState};
use crate::tui::{BoardKeys, ServerStage, Stage};
use sgmp_board::rules::{
    BoardSize, ByColor, Color, Game, Handicap, Komi, PointSet, RuleSet, Rules,
};
use sgmp_match::play::{Dialect, Terms};
use sgmp_match::servers::{
    ServerEvent, ServerGame, ServerKind, TypedLine, TypedLines, WatchedClocks,
};

/// The place of games on a server.
pub struct ServerSeat {
    kind: ServerKind,
    /// Its name and port.
    address: String,
    /// The number of the game that is on, or was on last.
    game: Option<u64>,
    clocks: WatchedClocks,
    /// The stones that are named as dead.
    dead: PointSet,
}

impl ServerSeat {
    /// A seat without a game.
    #[must_use]
    pub fn new(kind: ServerKind, address: String) -> Self {
        Self {
            kind,
            address,
            game: None,
            clocks: WatchedClocks::default(),
            dead: PointSet::EMPTY,
        }
    }

    /// Returns whether there was no game yet.
    pub(super) const fn is_empty(&self) -> bool {
        self.game.is_none()
    }

    /// The server with its game, or that there was none yet.
    pub(super) fn title(&self) -> Result<String, String> {
        let place = format!("{} {}", self.kind.name(), self.address);
        match self.game {
            Some(game) => Ok(format!("{place}, game {game}")),
            None => Err(format!("{place}: no game yet")),
        }
    }
}

impl ScreenState {
    /// A screen before the first game on a server; a person plays if there is a hand.
    #[must_use]
    pub fn on_server(seat: ServerSeat, hand: Option<TypedLines>, now: Instant) -> Self {
        let terms = no_terms(&seat);
        let game = Game::new(terms.size, terms.komi);
        let mut state = Self::watched(&terms, &game, now);
        state.hand = hand.map(Hand::Server);
        state.server = Some(seat);
        state
    }

    /// Notes a line of the server.
    pub const fn note_line(&mut self, at: Instant) {
        self.last_heard = Some(at);
        self.frames += 1;
    }

    /// Takes in what has happened on the server; `game` is the one that is on.
    pub fn update_on_server(
        &mut self,
        now: Instant,
        event: &ServerEvent,
        game: Option<&ServerGame>,
    ) {
        if let Some(game) = game {
            self.follow(game, matches!(event, ServerEvent::Game(_)));
        }
        match event {
            ServerEvent::LinkUp | ServerEvent::JournalMended => self.trouble = None,
            ServerEvent::LinkDown(_) => {
                self.trouble = Some("the connection is gone".to_owned());
                self.is_our_turn = false;
            }
            ServerEvent::JournalFailed(what) | ServerEvent::RecordFailed(what) => {
                self.trouble = Some(what.clone());
            }
            ServerEvent::OurTurn(_) | ServerEvent::PlayerFailed(_) | ServerEvent::NoMove(..) => {
                self.is_our_turn = true;
            }
            ServerEvent::Moved { moved, .. } => {
                self.is_our_turn &= self.ours != Some(moved.color);
            }
            ServerEvent::Adjourned => self.is_our_turn = false,
            ServerEvent::Over(_) | ServerEvent::Lost(_) | ServerEvent::PutAside => {
                self.is_our_turn = false;
                self.is_over = true;
            }
            _ => {}
        }
        let Some(seat) = &mut self.server else {
            return;
        };
        match event {
            ServerEvent::Game(begun) => seat.game = Some(begun.number),
            ServerEvent::Removing(point) => {
                for stone in self.game.board().string(*point) {
                    seat.dead.insert(stone);
                }
            }
            _ => {}
        }
        seat.clocks.take(now, event, game);
        self.left = (seat.clocks.left, seat.clocks.at);
        self.running = seat.clocks.running;
    }

    /// Shows the board of the game that is on; `is_new` where it begins, or goes on.
    fn follow(&mut self, game: &ServerGame, is_new: bool) {
        let board = game.game();
        if is_new {
            if self.game.size() != board.size() {
                self.keys = BoardKeys::new(board.size());
            }
            self.terms = game.terms().clone();
            self.ours = Some(self.terms.color);
            self.is_over = false;
            self.is_our_turn = false;
        }
        if is_new || board.move_count() != self.game.move_count() {
            self.game = board.clone();
            if let Some(seat) = &mut self.server {
                seat.dead = PointSet::EMPTY;
            }
            self.new_position();
        }
    }

    /// The keys that mean something on a server; `None` over a line.
    pub(super) fn server_stage(&self) -> Option<Stage> {
        let seat = self.server.as_ref()?;
        let stage = match (&self.hand, seat.kind) {
            (None, _) => ServerStage::Watching,
            (Some(_), _) if self.is_naming_dead() => ServerStage::NamingDead,
            (Some(_), ServerKind::Cgos) => ServerStage::Hand,
            (Some(_), ServerKind::Nngs) => ServerStage::HandWithWords,
        };
        Some(Stage::OnServer(stage))
    }

    /// Returns whether points are dead stones, not moves.
    pub(super) fn is_naming_dead(&self) -> bool {
        let seat = self.server.as_ref();
        let names = seat.is_some_and(|seat| seat.kind == ServerKind::Nngs);
        let is_passed = self.game.consecutive_passes() >= 2;
        names && is_passed && self.hand.is_some() && !self.is_over
    }

    /// Returns whether the match ends where its terminal goes away: nobody else moves, and a server would be waited on for
    /// ever.
    pub(super) const fn ends_with_its_terminal(&self) -> bool {
        matches!(self.hand, Some(Hand::Server(_)))
    }

    /// The stones that are named as dead; `None` where there are none.
    pub(super) fn named_dead(&self) -> Option<&PointSet> {
        let dead = self.server.as_ref().map(|seat| &seat.dead);
        dead.filter(|dead| !dead.is_empty())
    }

    /// Says a line that was typed to the server; `false` over a line.
    pub fn say_to_server(&mut self, line: &str) -> bool {
        let Some(Hand::Server(lines)) = &self.hand else {
            return false;
        };
        TypedLine::read(line)
            .into_iter()
            .for_each(|line| lines.put(line));
        self.say(&format!("> {line}"));
        true
    }
}

/// Terms until there is a game.
fn no_terms(seat: &ServerSeat) -> Terms {
    Terms {
        color: Color::Black,
        size: BoardSize::NINETEEN,
        komi: Komi::from_half_points(0),
        rules: RuleSet::from(Rules::Japanese),
        main_time: Duration::ZERO,
        used: Duration::ZERO,
        names: ByColor::default(),
        event: seat.kind.name().to_owned(),
        place: seat.address.clone(),
        round: String::new(),
        date: String::new(),
        handicap: Handicap::EVEN,
        dialect: Dialect::Fjk,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::Pane;
    use sgmp_board::record::Format;
    use sgmp_board::rules::{Move, Point};
    use sgmp_engine::time_control::{Clock, Overtime};
    use sgmp_match::play::Decision;
    use sgmp_match::servers::{Entrant, GameFolder, GameSettings, GameSetup};

    const NOW: Instant = Instant::ZERO;
    const MINUTE: Duration = Duration::from_secs(60);

    /// A screen of a person at a game on NNGS on 7x7, and the game.
    fn at_game(folder: &std::path::Path) -> (ScreenState, TypedLines, ServerGame) {
        let entrant = |name: &str| Entrant {
            name: name.to_owned(),
            rating: None,
        };
        let setup = GameSetup {
            number: 3,
            size: BoardSize::new(7).unwrap(),
            komi: Komi::from_half_points(11),
            handicap: Handicap::EVEN,
            time: 10 * MINUTE,
            overtime: Overtime::SuddenDeath,
            white: entrant("Bob"),
            black: entrant("Alice"),
            moves: Vec::new(),
            tells_times: true,
        };
        let settings = GameSettings {
            folder: GameFolder {
                kind: ServerKind::Nngs,
                folder: folder.to_owned(),
                server: "host:9696".to_owned(),
            },
            rules: RuleSet::from(Rules::Japanese),
            format: Format::Ff4,
            lag: Duration::ZERO,
            date: || "2026-11-30".to_owned(),
        };
        let mut game = ServerGame::open(&setup, Color::Black, &settings).unwrap();
        let typed = TypedLines::default();
        let seat = ServerSeat::new(ServerKind::Nngs, "host:9696".to_owned());
        let mut state = ScreenState::on_server(seat, Some(typed.clone()), NOW);
        let view = state.view(NOW);
        assert_eq!(view.title, "NNGS host:9696: no game yet");
        assert_eq!(view.players[Color::Black].clock, None);
        for event in game.take_events() {
            state.update_on_server(NOW, &event, Some(&game));
        }
        (state, typed, game)
    }

    fn play(state: &mut ScreenState, game: &mut ServerGame, color: Color, mv: Move) {
        game.heard(color, mv, 9 * MINUTE).unwrap();
        for event in game.take_events() {
            state.update_on_server(NOW, &event, Some(game));
        }
    }

    #[test]
    fn a_person_moves_and_names_the_dead() {
        let folder = tempfile::tempdir().unwrap();
        let (mut state, typed, mut game) = at_game(folder.path());
        let d4 = Move::Play(Point::parse("D4").unwrap());
        assert!(state.decide(Decision::Move(d4)).is_err(), "nobody asks yet");
        let asked = ServerEvent::OurTurn(Clock::Main { left: 8 * MINUTE });
        state.update_on_server(NOW, &asked, Some(&game));
        assert!(state.decide(Decision::Move(d4)).is_ok());
        play(&mut state, &mut game, Color::Black, d4);
        let view = state.view(NOW + MINUTE);
        let clocks = |color: Color| view.players[color].clock.clone().unwrap();
        assert!(
            view.title.starts_with("NNGS host:9696, game 3: 7x7"),
            "{}",
            view.title
        );
        assert!(
            clocks(Color::Black).starts_with("9:00"),
            "{}",
            clocks(Color::Black)
        );
        assert!(clocks(Color::White).starts_with("9:00"), "its clock runs");
        assert_eq!(view.moves.len(), 1);
        assert_eq!(view.pane, Pane::Moves);
        play(&mut state, &mut game, Color::White, Move::Pass);
        play(&mut state, &mut game, Color::Black, Move::Pass);
        assert_eq!(state.stage(), Stage::OnServer(ServerStage::NamingDead));
        assert!(state.decide(Decision::Move(d4)).is_ok(), "a dead stone");
        let Move::Play(point) = d4 else { return };
        state.update_on_server(NOW, &ServerEvent::Removing(point), Some(&game));
        assert!(state.named_dead().is_some());
        assert!(state.say_to_server("done"));
        drop(typed);
    }

    #[test]
    fn a_lost_connection_is_seen_until_it_is_back() {
        let folder = tempfile::tempdir().unwrap();
        let (mut state, _, game) = at_game(folder.path());
        let lost = ServerEvent::LinkDown("reset".to_owned());
        state.update_on_server(NOW, &lost, Some(&game));
        let health = |state: &ScreenState| state.view(NOW).health.unwrap().text;
        assert!(health(&state).contains("the connection is gone"));
        state.update_on_server(NOW, &ServerEvent::LinkUp, Some(&game));
        assert_eq!(health(&state), "Server: 0 lines");
        state.update_on_server(NOW, &ServerEvent::PutAside, None);
        assert!(!state.is_our_turn && !state.is_naming_dead());
    }
}

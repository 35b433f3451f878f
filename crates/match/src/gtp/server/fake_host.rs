//! A host for the unit tests of the server, and dialogues with it.

use std::time::Duration;

use super::{Config, Host, Server, StoppedBy};
use crate::gtp::Input;
use sgmp_board::rules::{Color, Rules, diagram};
use sgmp_board::stop_flag::StopFlag;
use sgmp_engine::engine::Settings;
use sgmp_knowledge::reading::QuestionEffort;

/// A white group that lives or dies by B1.
pub(in crate::gtp) const SHUT_IN_GROUP: &str = "
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    X X X X X X . . .
    O O O O O X . . .
    O O O O O X . . .
    . . . O O X . . .";

/// A host whose clock advances by a millisecond at each look.
#[derive(Default)]
pub(in crate::gtp) struct FakeHost {
    pub(in crate::gtp) said: String,
    pub(in crate::gtp) hints: Vec<String>,
    pub(in crate::gtp) searches: Vec<(Option<Duration>, StoppedBy)>,
    looks: std::cell::Cell<u32>,
    /// Looks at the clock after which a search is stopped.
    max_looks: Option<u32>,
    halt: StopFlag,
}

impl FakeHost {
    pub(in crate::gtp) fn stopping_after(looks: u32) -> Self {
        Self {
            max_looks: Some(looks),
            ..Self::default()
        }
    }
}

impl Host for FakeHost {
    fn now(&self) -> Duration {
        let looks = self.looks.get() + 1;
        self.looks.set(looks);
        if self.max_looks.is_some_and(|max| looks > max) {
            self.halt.request();
        }
        Duration::from_millis(looks.into())
    }

    fn cpu_time(&self) -> Duration {
        Duration::from_millis(1500)
    }

    fn start_search(&mut self, limit: Option<Duration>, by: StoppedBy) -> StopFlag {
        self.searches.push((limit, by));
        self.halt = StopFlag::new();
        self.halt.clone()
    }

    fn say(&mut self, text: &str) {
        self.said += text;
    }

    fn hint(&mut self, text: &str) {
        self.hints.push(text.to_owned());
    }
}

/// A server that makes few playouts a move.
pub(in crate::gtp) fn server() -> Server {
    Server::new(Config {
        engine: Settings {
            playouts: Some(60),
            seed: 1,
            memory: 1 << 20,
            ..Settings::default()
        },
        rules: Rules::Japanese.into(),
        move_time: None,
        judge: None,
        effort: QuestionEffort::USUAL,
    })
}

/// The answer to a line, without the empty line that ends it.
pub(in crate::gtp) fn ask(server: &mut Server, line: &str) -> String {
    let mut host = FakeHost::default();
    ask_in(server, line, &mut host)
}

pub(in crate::gtp) fn ask_in(server: &mut Server, line: &str, host: &mut FakeHost) -> String {
    host.said.clear();
    let _ = server.handle(&Input::Line(line.to_owned()), host);
    let said = host.said.strip_suffix("\n\n");
    let said = said.expect("an answer ends with an empty line");
    assert!(!said.contains("\n\n"), "an empty line within: {said}");
    said.to_owned()
}

/// Sets up a drawn position.
pub(in crate::gtp) fn play_diagram(server: &mut Server, text: &str) {
    let board = diagram::parse(text).unwrap();
    assert_eq!(
        ask(server, &format!("boardsize {}", board.size().lines())),
        "="
    );
    let stones = Color::BOTH.into_iter().flat_map(|color| {
        let stones: Vec<String> = board
            .stones(color)
            .map(|p| format!("{color} {p}"))
            .collect();
        stones
    });
    let stones: Vec<String> = stones.collect();
    assert_eq!(
        ask(server, &format!("gogui-setup {}", stones.join(" "))),
        "="
    );
}

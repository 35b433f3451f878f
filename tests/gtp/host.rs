//! A world without time for the server.

use std::time::Duration;

use sgmp_board::stop_flag::StopFlag;
use sgmp_engine::engine::{NetChoice, Settings};
use sgmp_knowledge::reading::QuestionEffort;
use sgmp_match::gtp::{Config, Flow, Host, Input, Rules, Server, StoppedBy};

/// Time stands still, and a line waits always.
#[derive(Default)]
pub(crate) struct Stillness {
    pub(crate) said: String,
}

impl Host for Stillness {
    fn now(&self) -> Duration {
        Duration::ZERO
    }

    fn cpu_time(&self) -> Duration {
        Duration::from_millis(250)
    }

    fn start_search(&mut self, _limit: Option<Duration>, by: StoppedBy) -> StopFlag {
        let halt = StopFlag::new();
        if by == StoppedBy::AnyLine {
            halt.request();
        }
        halt
    }

    fn say(&mut self, text: &str) {
        self.said += text;
    }

    fn hint(&mut self, _text: &str) {}
}

/// A server that thinks for a few milliseconds.
pub(crate) fn server(playouts: u32) -> Server {
    server_with(playouts, None)
}

/// The same with a net.
pub(crate) fn server_with(playouts: u32, net: Option<NetChoice>) -> Server {
    Server::new(Config {
        engine: Settings {
            seed: 1,
            net,
            playouts: Some(playouts),
            memory: 1 << 20,
            ..Settings::default()
        },
        rules: Rules::Japanese.into(),
        move_time: None,
        judge: None,
        effort: QuestionEffort::USUAL,
    })
}

/// Sends a line and gives what came back.
pub(crate) fn send(server: &mut Server, line: &str) -> (String, Flow) {
    let mut host = Stillness::default();
    let flow = server.handle(&Input::Line(line.to_owned()), &mut host);
    (host.said, flow)
}
